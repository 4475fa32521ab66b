/* Warm starts: a run whose first population has solutions of another run's result (run.start).
 *
 * Rank 0 reads the result, best first, and all ranks get the genomes. Solution k goes to island k
 * modulo the number of islands, in place of the last individuals of its first population and at
 * most all of them, so that the run is the same on any number of ranks. Searches that terminate by
 * themselves get the solutions as incumbents instead. Costs are evaluated anew; an infeasible
 * genome is healed, and left out if that fails.
 *
 * For party the file may also be text: the hero ids of a party on each line, separated by commas,
 * in the order of the places.
 *
 * Solutions of sliding may be of another `sliding.length`, if they have no more moves than this config's.
 * Solutions of party are translated by hero ids, and those that cannot be are left out; those of
 * the other problems must pass the problem's own check (verify) with this run's config, also their
 * objectives as they are recorded, or are left out, and a file of which none is left is refused. A resumed
 * replica goes on from its checkpoint: the file belongs to the identity of a run, whose result
 * keeps a copy of it.
 *
 * Differs from migration: algorithms are unaware of it, since their `start` is replaced by one that
 * calls it first. */
#ifndef SKERRY_APP_START_H
#define SKERRY_APP_START_H

#include "config.h"

/* Lets the islands of a plan start from the result that the config names, if any.
 *
 * plan  in/out: its algorithms are replaced
 * err   STATUS_INPUT in one line: not a result, of another problem or size, or no solution in it
 *       is one of this instance
 * Borrows all arguments until the run ends; one run at a time in a process. Collective over comm;
 * the same status everywhere. */
enum status start_load(const struct config *config, const struct puzzle *puzzle,
                       struct comm *comm, struct arena *perm, struct engine_plan *plan,
                       struct error *err);

/* The genome of a recorded one, as operations take it; false if it is none of this instance, which is
 * not checked of every problem.
 *
 * recorded  shape.genes of shape.gene_type
 * genome    out: shape.genome_bytes */
bool start_encode(const struct puzzle *puzzle, const void *recorded, void *genome);

#endif
