/* One island during a run: its population, archive and algorithm, and the serialization of
 * its state. */
#ifndef SKERRY_ENGINE_ISLAND_STATE_H
#define SKERRY_ENGINE_ISLAND_STATE_H

#include "algorithm.h"
#include "improvement_log.h"
#include "observer.h"
#include "pack.h"

struct island_state {
    struct island island;
    struct population pop;
    struct archive archive;
    struct plan plan;
    void *self; /* the algorithm's */
    const struct algorithm *algorithm;
    const struct puzzle *puzzle;
    struct pack before;          /* the state at the last island_state_save */
    bool saved;                  /* `before` is valid */
    bool abortable;              /* and an interrupt may abort steps */
    struct improvement_log *log; /* of this rank; or NULL */
    bool stepped;                /* a step of the next generation has been made */
    uint64_t former_evaluations; /* before it */
    uint64_t begun_anew;         /* evaluations that the next generation takes over */
    double known_best;           /* of the archive; NaN: to be looked for */
};

/* What an island is made of; all but the algorithm is the same for all of a run. */
struct island_state_setup {
    const struct puzzle *puzzle;
    const struct algorithm *algorithm;
    const void *keys; /* its config section */
    uint64_t seed;
    unsigned islands;
    size_t solutions;    /* of an island's archive, at most, if the plan has no grid */
    double min_distance; /* least distance between two of its solutions */
    struct improvement_log *log; /* whose puzzle it is, or NULL */
};

/* Makes an archive of the kind that an algorithm's plan asks for, with room for `solutions`
 * unless it has a grid. */
enum status island_state_init_archive(struct archive *archive, const struct plan *plan,
                                      const struct shape *shape, size_t solutions,
                                      double min_distance, struct arena *arena,
                                      struct error *err);

/* Takes all memory from `arena` except for scratch memory, which the caller provides: all
 * islands of a rank share one scratch arena of at least island_state_scratch_bytes, since
 * they run one after another. */
enum status island_state_init(struct island_state *state,
                              const struct island_state_setup *setup, unsigned index,
                              uint32_t replica, struct arena *arena, struct error *err);
size_t island_state_scratch_bytes(const struct island_state *state);

/* Makes generation 0 and its row of statistics. False if an interrupt aborted it: the
 * island is then undefined. */
bool island_state_start(struct island_state *state, struct row *row);

/* Runs one generation and offers its new solutions to the archive. False if an interrupt
 * aborted it, which happens only to an island saved for it: the saved state is then restored, and
 * the row is undefined. */
bool island_state_step(struct island_state *state, struct row *row);

/* One superstep before the step of the generation; *more: what it returns. False as above. */
bool island_state_superstep(struct island_state *state, struct mailbox *mailbox,
                            bool *more);

/* The same in two parts, for a generation of several steps: a step, and the end of the
 * generation. */
bool island_state_step_within(struct island_state *state);
void island_state_end_generation(struct island_state *state, struct row *row);

/* Saves the current state for island_state_restore. abortable: an interrupt may abort steps until
 * the next call. False if memory runs out. */
bool island_state_save(struct island_state *state, bool abortable);
/* Restores the saved state. */
void island_state_restore(struct island_state *state);
/* Discards the saved state and frees its memory. */
void island_state_forget(struct island_state *state);

/* Least first cost that the island has found; +INFINITY: no feasible solution. */
double island_state_best(const struct island_state *state);

/* Serializes the archive and the verdict, from which the results are made. */
void island_state_pack_elites(const struct island_state *state, struct pack *out);
/* Serializes everything else that determines the further search. */
void island_state_pack(struct island_state *state, struct pack *out);

/* The inverses, into a state made by island_state_init for the same config; sets
 * in->broken if the bytes do not match it. */
void island_state_unpack_elites(struct island_state *state, struct unpack *in);
void island_state_unpack(struct island_state *state, struct unpack *in);

/* In place of island_state_unpack, for an exact search that another build of the program began: what it
 * has left out as searched may be something else in this build. The first takes over the island's numbers of
 * generations and evaluations and its incumbent; the second then makes its first population and begins
 * the search again, and an interrupt does not abort it. What was found stays in the archive. The new beginning is no
 * generation, and the run may end after it: its evaluations, and what it finds, belong to the next one, also after
 * the island was serialized in between. */
void island_state_unpack_progress(struct island_state *state, struct unpack *in);
void island_state_begin_anew(struct island_state *state);

/* The verdict, which serialized elites begin with. */
void island_state_unpack_verdict(struct unpack *in, struct verdict *verdict);

/* Offers serialized elites to an archive, row by row (rank 0 merges those of all islands).
 * scratch: the problem's, and a genome and ARENA_ALIGN. */
void island_state_offer_elites(struct unpack *in, const struct puzzle *puzzle,
                               struct archive *archive, struct arena scratch);

#endif
