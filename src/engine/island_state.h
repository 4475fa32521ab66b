/* One island at work: its population, archive and algorithm, from the first generation
 * to the last, and its state as bytes. */
#ifndef SKERRY_ENGINE_ISLAND_STATE_H
#define SKERRY_ENGINE_ISLAND_STATE_H

#include "algorithm.h"
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
    struct pack before; /* where it was at the last island_state_save */
    bool saved;         /* it holds that */
};

/* What all islands of a run share. */
struct island_state_setup {
    const struct puzzle *puzzle;
    const struct algorithm *algorithm;
    const void *keys; /* the algorithm's config section */
    uint64_t seed;
    unsigned islands;
    size_t solutions; /* capacity of an island's archive, where the plan has no grid */
    double min_distance; /* least distance between two of them */
};

/* Takes everything from `arena`, except the scratch memory: the caller gives all
 * islands of a rank the same one, of at least island_state_scratch_bytes, since they
 * run one after another. */
enum status island_state_init(struct island_state *state,
                              const struct island_state_setup *setup, unsigned index,
                              uint32_t replica, struct arena *arena, struct error *err);
size_t island_state_scratch_bytes(const struct island_state *state);

/* Generation 0, and the row that describes it. False when it was cut short by an
 * interrupt: the island is then good for nothing. */
bool island_state_start(struct island_state *state, struct row *row);

/* One generation; the archive is offered what is new. False when it was cut short by an
 * interrupt, which happens only to an island that is saved: it is then back there, and
 * the row is undefined. */
bool island_state_step(struct island_state *state, struct row *row);

/* Keeps where it is now, for island_state_restore. False without memory. */
bool island_state_save(struct island_state *state);
/* Puts it back there. */
void island_state_restore(struct island_state *state);
/* Forgets it; frees what it took from the heap. */
void island_state_forget(struct island_state *state);

/* Least first cost the island has met; +INFINITY: none feasible. */
double island_state_best(const struct island_state *state);

/* The archive and the verdict: what people want to know. */
void island_state_pack_elites(const struct island_state *state, struct pack *out);
/* Everything else that decides what comes next. */
void island_state_pack(struct island_state *state, struct pack *out);

/* Inverses, into a state that island_state_init has made for the same config; `in` is
 * broken when the bytes do not fit. */
void island_state_unpack_elites(struct island_state *state, struct unpack *in);
void island_state_unpack(struct island_state *state, struct unpack *in);

/* Reads elites into an archive and a verdict of the caller's (rank 0 merges them). */
void island_state_read_elites(struct unpack *in, const struct shape *shape,
                              struct archive *archive, struct verdict *verdict);

#endif
