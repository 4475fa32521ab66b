/* One island at work: its population, archive and algorithm, from the first generation
 * to the last, and its state as bytes. */
#ifndef SKERRY_ENGINE_DEME_H
#define SKERRY_ENGINE_DEME_H

#include "algorithm.h"
#include "observer.h"
#include "pack.h"

struct deme {
    struct island island;
    struct population pop;
    struct archive archive;
    struct plan plan;
    void *self; /* the algorithm's */
    const struct algorithm *algorithm;
    const struct puzzle *puzzle;
    struct pack before; /* where it was at the last deme_save */
    bool saved;         /* it holds that */
};

/* What all islands of a run share. */
struct deme_setup {
    const struct puzzle *puzzle;
    const struct algorithm *algorithm;
    const void *keys; /* the algorithm's config section */
    uint64_t seed;
    unsigned islands;
    size_t solutions; /* capacity of an island's archive, where the plan has no grid */
    double apart;     /* least distance between two of them */
};

/* Takes everything from `arena`, except the scratch memory: the caller gives all demes
 * of a rank the same one, of at least deme_scratch_bytes, since they run one after
 * another. */
enum status deme_init(struct deme *deme, const struct deme_setup *setup, unsigned index,
                      uint32_t replica, struct arena *arena, struct error *err);
size_t deme_scratch_bytes(const struct deme *deme);

/* Generation 0, and the row that describes it. False when it was cut short by an
 * interrupt: the deme is then good for nothing. */
bool deme_start(struct deme *deme, struct row *row);

/* One generation; the archive is offered what is new. False when it was cut short by an
 * interrupt, which happens only to a deme that is saved: it is then back there, and the
 * row is undefined. */
bool deme_step(struct deme *deme, struct row *row);

/* Keeps where it is now, for deme_restore. False without memory. */
bool deme_save(struct deme *deme);
/* Puts it back there. */
void deme_restore(struct deme *deme);
/* Forgets it; frees what it took from the heap. */
void deme_forget(struct deme *deme);

/* Least first cost the island has met; +INFINITY: none feasible. */
double deme_best(const struct deme *deme);

/* The archive and the verdict: what people want to know. */
void deme_pack_findings(const struct deme *deme, struct pack *out);
/* Everything else that decides what comes next. */
void deme_pack_state(struct deme *deme, struct pack *out);

/* Inverses, into a deme that deme_init has made for the same config; `in` is broken
 * when the bytes do not fit. */
void deme_unpack_findings(struct deme *deme, struct unpack *in);
void deme_unpack_state(struct deme *deme, struct unpack *in);

/* Reads findings into an archive and a verdict of the caller's (rank 0 merges them). */
void findings_unpack(struct unpack *in, const struct shape *shape,
                     struct archive *archive, struct verdict *verdict);

#endif
