/* The rounds of the algorithm `beam` (eternity_beam_algorithm.h): searches in several orders, one
 * after another, and the completion of what they end with. An island does them on its own, or all
 * islands together (eternity_shared_rounds.h). */
#ifndef SKERRY_ETERNITY_BEAM_ROUNDS_H
#define SKERRY_ETERNITY_BEAM_ROUNDS_H

#include "eternity_beam_algorithm.h"
#include "eternity_multi_order_beam.h"
#include "eternity_shared_beam.h"

/* Progress of a search; all of it is in the checkpoint. */
struct eternity_beam_progress {
    uint64_t seed;  /* of the running round */
    uint64_t begun; /* it has */
    uint64_t part;  /* of it, see eternity_multi_order_beam.h */
    uint64_t work;  /* of the part's beam that is done; of a shared one, its depth */
    uint64_t completed; /* states completed, once the beam has ended */
    uint64_t pass;      /* that this is in */
    uint64_t best;      /* breaks of the part's best board */
    uint64_t ended;     /* the beam has */
    uint64_t rounds;    /* begun */
    uint64_t width;     /* of this one */
    uint64_t given;     /* cells that it started from, and their tiles by depth */
    int16_t tiles[ETERNITY_MAX_CELLS];
};

/* What islands that share a search remember between supersteps, see eternity_shared_rounds.c. */
struct eternity_shared_rounds {
    size_t islands;
    struct eternity_shared_beam beam;
    unsigned stage;
    bool replaying; /* up to what is recorded */
    struct eternity_beam_progress recorded;
    uint64_t left; /* work of this generation, of all islands */
};

struct eternity_beam_rounds {
    const struct eternity_beam_keys *keys;
    const struct puzzle *puzzle;
    const struct eternity *eternity;
    struct eternity_multi_order_beam multi_order;
    struct eternity_beam_progress progress,
        done; /* done: state of the beam in memory */
    struct eternity_shared_rounds shared;
};

/* Takes memory from perm; borrows keys and puzzle. islands: those that share the beams, or 1 */
enum status eternity_beam_rounds_init(struct eternity_beam_rounds *rounds,
                                      const struct eternity_beam_keys *keys,
                                      const struct puzzle *puzzle, size_t islands,
                                      struct arena *perm, struct error *err);

/* Runs rounds of an island's own for one slice of work. */
void eternity_beam_rounds_run(struct eternity_beam_rounds *rounds,
                              struct island *island);

/* For eternity_shared_rounds.c: */

/* The beam of the current part. */
struct eternity_beam *eternity_beam_rounds_beam(struct eternity_beam_rounds *rounds);

/* Chooses the next round: its seed, width, and where it starts from. */
void eternity_beam_rounds_choose(struct eternity_beam_rounds *rounds,
                                 struct island *island);

/* Begins the current part anew: the trunk, or a branch once its trunk has ended. */
void eternity_beam_rounds_begin_part(struct eternity_beam_rounds *rounds);

/* Goes on to the next part of the round, which the caller begins; false when that was the last. */
bool eternity_beam_rounds_next_part(struct eternity_beam_rounds *rounds);

/* Completes states of a branch that has reached its goal, until the work is done; true when it has
 * been done in both passes. */
bool eternity_beam_rounds_complete(struct eternity_beam_rounds *rounds,
                                   struct island *island, uint64_t *work);

#endif
