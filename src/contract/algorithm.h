/* The interface of algorithms. An algorithm sees one island at a time, and messages from the others
 * if all of them do one search together; never ranks, files or the clock.
 *
 * It also suits methods that are not evolutionary: an exact search does one slice of its
 * work per step, divides the search space by island number, and sets `finished` when its
 * part is done. */
#ifndef SKERRY_CONTRACT_ALGORITHM_H
#define SKERRY_CONTRACT_ALGORITHM_H

#include "archive.h"
#include "mailbox.h"
#include "population.h"
#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One island with its own population, random stream and history. */
struct island {
    unsigned index, count; /* of this island; islands in the archipelago */
    uint32_t replica;
    uint64_t generation;   /* generations completed */
    uint64_t evaluations;  /* cumulative; the algorithm adds to it */
    double diversity;      /* set by step, as the algorithm defines it */
    struct moments spread; /* of the finite first costs when the diversity was measured
                              (algorithm_measure); n < 0 when a step begins, and if it
                              stays so, that of pop after the step is taken */
    double bound;     /* proven lower bound of the first cost; for an exact search the
                         bound over this island's part; -INFINITY: none */
    double incumbent; /* least first cost in the archipelago at the end of the last
                         epoch: an exact search prunes with it */
    bool finished;    /* the search is complete: once every island has finished, the
                         best is the optimum (see `exact` below) */
    bool gave_up;     /* with finished: stopped by a limit of the algorithm's own; the
                         bound stays valid, but completion proves nothing */
    struct verdict verdict;
    struct population *pop;  /* also used by migration, recorder and checkpoints */
    struct archive *archive; /* best distinct solutions found by this island; the engine
                                offers the population after each step, an algorithm may
                                offer more by archive_offer */
    struct rng rng;
    struct arena scratch; /* plan.scratch_bytes + shape.scratch_bytes */
};

/* What an algorithm needs; filled by init, but for its first member. */
struct plan {
    unsigned islands;     /* in: of the archipelago; 0: not known */
    size_t individuals;   /* of pop after start and after each step; the same on all
                             islands of one algorithm */
    size_t capacity;      /* of pop; >= individuals */
    size_t scratch_bytes; /* for the algorithm's own use of island.scratch */
    bool exact; /* once every island has finished, the best solution is the optimum, and
                   the instance is infeasible if none was found */
    struct grid grid; /* if it has axes, archives keep the best of each cell instead of
                         the best overall, and a proof of the best does not end the search */
    bool
        shared; /* all islands do one search together, by `superstep`: other algorithms on
                    some of them, asynchronous islands, and islands that move to faster
                    ranks are refused */
    bool
        front; /* archives keep the Pareto front of all objectives instead, and a proof of
                   the best first cost does not end the search; no grid */
};

/* One array of an algorithm's state, for checkpoint and restore. */
struct view {
    const char *name;
    void *data;
    size_t bytes;
};

enum { MAX_VIEWS = 16 };

/* Members are required unless marked optional; registry_check checks this once, when the
 * program starts. */
struct algorithm {
    const char *name;
    const char *summary; /* one line for `skerry list`, with the source */
    const struct config_option *options;
    size_t keys_bytes;
    bool ends; /* it terminates by itself, like an exact search: it needs no limit, and
                  run.epochs does not stop it earlier */

    /* Required. Called once per island, before start. If the algorithm cannot solve the
     * puzzle, err says which operation or key is missing. */
    enum status (*init)(const void *keys, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err);
    /* start and step call interrupt_pending (interrupt.h) in long computations; the call
     * may abort them. The engine then restores the island's state before the step: pop,
     * archive, rng and `state`. init may fail with STATUS_CUT. */

    /* Required. Makes the first population: pop->count individuals with costs. */
    void (*start)(void *self, struct island *island);
    /* Required. One generation: replaces pop by the next population. Should take well
     * under a second, since an aborted step is repeated. */
    void (*step)(void *self, struct island *island);
    /* Required if plan.shared, else not called. One superstep of the search that all islands do
     * together: before each `step` it is called on every island in turn, over and over, until
     * it returns false on all of them, when nothing may be sent. Each island tells the first
     * one of a generation by having no messages; so in every other one it must have some. Like a
     * step, it depends on nothing but the island, its state and the messages, and may be aborted;
     * then all islands are restored. */
    bool (*superstep)(void *self, struct island *island, struct mailbox *mailbox);
    /* Optional. Called after a migration; pop has the immigrants with their costs. */
    void (*welcome)(void *self, struct island *island);
    /* Optional. Lists the arrays, besides pop, archive and rng, that determine the
     * further search; returns their number, at most MAX_VIEWS. Sizes are fixed after
     * init. */
    size_t (*state)(void *self, struct view *views);
};

/* STATUS_FAILED when a required member is missing; err names it. */
enum status algorithm_check(const struct algorithm *algorithm, struct error *err);

/* The usual first population: samples and evaluates rows 0..n-1 and sets pop->count. */
void algorithm_sample(const struct puzzle *puzzle, struct island *island, size_t n);

/* Diversity of fitness: the normalised coefficient of variation, standard deviation /
 * |mean| / sqrt(n - 1), of the n individuals with a finite first cost; 0 if all costs are
 * equal, their mean is 0 or n < 2. O(n).
 *
 * sqrt(n - 1) is the largest coefficient of variation that n numbers of one sign can have
 * (all but one of them 0); with costs of both signs the result is capped at 1, and says little. It depends
 * on n: to compare populations of different sizes, multiply by sqrt(n - 1).
 * Source: Levonyan, Harder, De Mesentier Silva, Automated Graph Genetic Algorithm based
 * Puzzle Validation for Faster Game Design, arXiv:2302.09040, V.B, which does not state its
 * normalisation. */
double algorithm_diversity(const struct population *pop);

/* Sets the island's diversity to that of its population, and its spread. For a step that
 * measures before it is finished, such as ga before it replaces individuals. */
void algorithm_measure(struct island *island);

#ifdef __cplusplus
}
#endif

#endif
