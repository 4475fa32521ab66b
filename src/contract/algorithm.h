/* What an algorithm promises. It sees one island at a time and never ranks, files or
 * the clock.
 *
 * Methods that are no evolution fit as well: an exact search does one slice of its work
 * a step, shares the work out by island number, and sets `finished` when its share is
 * done. */
#ifndef SKERRY_CONTRACT_ALGORITHM_H
#define SKERRY_CONTRACT_ALGORITHM_H

#include "archive.h"
#include "population.h"
#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One island with its own population, random stream and history. */
struct island {
    unsigned index, count; /* this one, and how many the archipelago has */
    uint32_t replica;
    uint64_t generation;  /* generations done */
    uint64_t evaluations; /* cumulative; the algorithm adds to it */
    double diversity;     /* set by step, in the algorithm's own definition */
    double bound;     /* proven lower bound of the first cost; for an exact search the
                         bound over this island's share; -INFINITY: none */
    double incumbent; /* least first cost known anywhere in the archipelago, as of the
                         last epoch: an exact search prunes with it */
    bool finished;    /* nothing left to do: the best of all is the optimum when every
                         island says so (see `exact` below) */
    bool gave_up;     /* beside finished: a limit of the algorithm's own ended it; the
                         bound stays, and its end proves nothing */
    struct verdict verdict;
    struct population *pop;  /* in use by migration, recorder, checkpoint */
    struct archive *archive; /* best distinct solutions this island has met; the engine
                                offers the population after each step, an algorithm may
                                offer more by archive_offer */
    struct rng rng;
    struct arena scratch; /* plan.scratch_bytes + shape.scratch_bytes */
};

/* What an algorithm asks for, filled by init. */
struct plan {
    size_t individuals;   /* of pop after start and after each step; the same on all
                             islands */
    size_t capacity;      /* of pop; >= individuals */
    size_t scratch_bytes; /* for the algorithm's own use of island.scratch */
    bool exact; /* when every island is finished, the best found is the optimum, and
                   with nothing found the instance is infeasible */
    struct grid grid; /* where it has axes, archives keep the best of each cell in place
                         of the best of all */
};

/* One array of an algorithm's state, for checkpoint and restore. */
struct view {
    const char *name;
    void *data;
    size_t bytes;
};

enum { MAX_VIEWS = 16 };

/* What is not marked optional is required; registry_check looks once, at the program's
 * start. */
struct algorithm {
    const char *name;
    const char *summary; /* one line for `skerry list`, with the source */
    const struct config_option *options;
    size_t keys_bytes;
    bool ends; /* by itself, like an exact search: it needs no limit, and run.epochs
                  does not end it before */

    /* Required. Once an island, before start. Says in err which operation or key is
     * missing when the puzzle does not suit. */
    enum status (*init)(const void *keys, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err);
    /* start and step ask interrupt_pending (interrupt.h) where they work for long,
     * which may end them there: the engine then puts the island back to where it was
     * before, by pop, archive, rng and `state`. init may fail with STATUS_CUT. */

    /* Required. The first population: pop->count individuals with costs. */
    void (*start)(void *self, struct island *island);
    /* Required. One generation: pop is replaced by the next. Should last well under a
     * second, since what is cut short is done again. */
    void (*step)(void *self, struct island *island);
    /* Optional: after a migration; pop holds the new individuals with their costs. */
    void (*welcome)(void *self, struct island *island);
    /* Optional: lists the arrays beyond pop, archive and rng that decide what comes
     * next; returns how many, at most MAX_VIEWS. Sizes are fixed after init. */
    size_t (*state)(void *self, struct view *views);
};

/* STATUS_FAILED when a required member is missing; err names it. */
enum status algorithm_check(const struct algorithm *algorithm, struct error *err);

/* The usual first population: samples and evaluates rows 0..n-1, sets pop->count. */
void algorithm_sample(const struct puzzle *puzzle, struct island *island, size_t n);

/* Normalised coefficient of variation of fitness: deviation / |mean| / sqrt(n - 1) over
 * the n individuals with a finite first cost; 0 when all cost the same or n < 2.
 *
 * sqrt(n - 1) is the largest coefficient that n numbers of one sign can have (all but
 * one of them 0); costs of both signs may exceed it, and the result is then 1. It
 * depends on n: where populations of different sizes are compared, compare it times
 * sqrt(n - 1).
 * Source: party paper V.B, which does not give its normalisation. */
double algorithm_diversity(const struct population *pop);

#ifdef __cplusplus
}
#endif

#endif
