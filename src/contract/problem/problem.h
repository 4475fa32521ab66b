/* What a problem promises. One table per problem; src/app/config/registry.c lists them.
 *
 * A genome is `shape.genes` genes of one type, `shape.genome_bytes` bytes in all,
 * opaque to everyone but the problem. A cost is `shape.objectives` doubles, lower is
 * better; +INFINITY in the first says infeasible. Fitness is what people read: the
 * cost, or its negative where the objective is maximised.
 *
 * What is not marked optional is required; registry_check looks once, at the program's
 * start. */
#ifndef SKERRY_CONTRACT_PROBLEM_H
#define SKERRY_CONTRACT_PROBLEM_H

#include "arena.h"
#include "option.h"
#include "rng.h"
#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

enum gene_type { GENE_U8, GENE_I16, GENE_I32, GENE_I64, GENE_F32, GENE_F64 };

/* Bytes of one gene. */
static inline size_t gene_bytes(enum gene_type type)
{
    static const size_t bytes[] = {1, 2, 4, 8, 4, 8};
    return bytes[type];
}

enum { MAX_OBJECTIVES = 8, MAX_DESCRIPTORS = 8 };

/* What one number of a cost or a descriptor means to people. */
struct measure {
    const char *name; /* "price" */
    const char *unit; /* "coins"; "1" when it has none */
    bool maximise;    /* fitness = -cost */
    double low, high; /* descriptors: the range that bins divide; costs: unused */
};

/* Sizes, fixed from init to the end of the run. */
struct shape {
    enum gene_type gene_type;
    size_t genes;
    size_t genome_bytes;   /* genes * gene_bytes(gene_type) */
    const char *gene_unit; /* what one recorded gene is: "hero id" */
    size_t objectives;     /* 1..MAX_OBJECTIVES */
    struct measure objective[MAX_OBJECTIVES];
    size_t descriptors; /* 0..MAX_DESCRIPTORS: coordinates for MAP-Elites */
    struct measure descriptor[MAX_DESCRIPTORS];
    size_t scratch_bytes; /* at most so much does any hot operation take from scratch */
};

/* The shape of a genome with one cost, which has no unit and is minimised; what else there
 * is, is set afterwards. */
static inline struct shape skerry_shape(enum gene_type type, size_t genes,
                                        const char *gene_unit, const char *objective,
                                        size_t scratch_bytes)
{
    struct shape shape;
    memset(&shape, 0, sizeof shape);
    shape.gene_type = type;
    shape.genes = genes;
    shape.genome_bytes = genes * gene_bytes(type);
    shape.gene_unit = gene_unit;
    shape.objectives = 1;
    shape.objective[0].name = objective;
    shape.objective[0].unit = "1";
    shape.scratch_bytes = scratch_bytes;
    return shape;
}

/* What is known about an instance beside solutions. An infeasible instance has
 * `infeasible` set and the reason in words. */
struct verdict {
    bool infeasible;
    char reason[512];
};

/* One rule that a solution breaks. */
struct broken_rule {
    char rule[256];     /* as people say it: "at least 7 different values of nation" */
    double least, most; /* what it asks; -INFINITY and INFINITY where it does not */
    double has;         /* what the solution has instead, outside of these */
    double violation;   /* > 0: how much that weighs, as the problem measures it */
};

enum { MOST_BROKEN_RULES = 64 };

/* How a solution breaks rules. */
struct violations {
    double sum; /* of all broken rules */
    size_t n;
    struct broken_rule broken[MOST_BROKEN_RULES]; /* those that weigh most first */
};

struct algorithm;
struct comm;

/* A command of `skerry` that a problem brings: `skerry god CONFIG`. */
struct problem_command {
    const char *name;
    const char *usage;   /* what follows the name: "CONFIG [-s KEY=VALUE]... [--json]";
                          NULL: the command answers --help by itself */
    const char *summary; /* one line for `skerry --help` */
    bool takes_config;   /* the first word is a config of this problem, and -s sets keys
                            of it; both are read before run */
    /* argv[0] is the name, then come the words that were not taken; keys is the filled
     * struct of the problem's options, NULL without takes_config. An error at a dotted
     * key gets its place in the config. Collective over comm; only rank 0 prints.
     * --help comes here only where usage is NULL. */
    enum status (*run)(int argc, char **argv, const void *keys, struct comm *comm,
                       struct error *err);
};

/* What a result says is proven. */
struct claim {
    double best;     /* fitness; NaN: none */
    double bound;    /* of the first fitness; NaN: none */
    bool optimal;    /* no solution is better than best */
    bool infeasible; /* there is no solution */
};

struct problem {
    /* Folder name and config value; the keys of its config section. */
    const char *name;
    const char *summary; /* one line for `skerry list` */
    const struct config_option *options;
    size_t keys_bytes; /* size of the struct that options fill */

    /* Algorithms that only this problem has, NULL at the end; optional. */
    const struct algorithm *const *algorithms;
    /* Commands that only this problem has, a name of NULL at the end; optional. */
    const struct problem_command *commands;

    /* init, diagnose and prove may be cut short: where they work for long they ask
     * interrupt_pending (interrupt.h), and then return with what is proven, or fail
     * with STATUS_CUT. Operations of the hot path ask as well, which may end them
     * there: they hold nothing that must be given back. */

    /* Required. Cold path: may fail, may take from perm. `keys` is the filled struct
     * and outlives self. Two inits from equal keys behave alike on every rank. */
    enum status (*init)(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err);
    void (*destroy)(void *self); /* optional: what is not in perm */

    /* Hot path: cannot fail, takes memory from scratch alone, leaves self untouched.
     * Islands of one process call them one after another, never at once. */

    /* Required. Fills a random genome; true when it is feasible. False only where a
     * bounded effort found none: the genome is then complete but breaks a rule. */
    bool (*sample)(const void *self, struct rng *rng, struct arena scratch,
                   void *genome);
    /* Required. cost: n x objectives, row by row; genomes: n x genome_bytes. Equal
     * genomes cost the same in any batch. */
    void (*evaluate)(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost);
    /* Required. Child may be infeasible and never aliases a parent; equal parents give
     * that parent. */
    void (*crossover)(const void *self, const void *a, const void *b, struct rng *rng,
                      struct arena scratch, void *child);
    /* Required. Changes genes at random, each with chance `rate` in [0, 1], or, where a
     * change is of many genes at once (eternity), makes one change with that chance;
     * may leave it infeasible. */
    void (*mutate)(const void *self, double rate, struct rng *rng, struct arena scratch,
                   void *genome);
    /* Optional. Makes feasible; true when it managed. Leaves a feasible genome
     * untouched, so healing twice is healing once. */
    bool (*heal)(const void *self, struct rng *rng, struct arena scratch, void *genome);
    /* Optional: crossover, mutation and healing in one, where they cannot be told apart
     * well (party: a mutated place stays empty until it is healed). True when the child
     * is feasible. An algorithm calls this in place of the three when it is there. */
    bool (*recombine)(const void *self, const void *a, const void *b, double rate,
                      struct rng *rng, struct arena scratch, void *child);
    /* Optional local search: takes a feasible genome to one at most as costly, feasible
     * too. `effort` in (0, 1] scales how long it may look. Returns evaluations spent.
     */
    uint64_t (*local_search)(const void *self, double effort, struct rng *rng,
                             struct arena scratch, void *genome);
    /* Required. In [0, 1], symmetric, 0 exactly when both are the same solution. */
    double (*distance)(const void *self, const void *a, const void *b,
                       struct arena scratch);
    /* Optional where shape.descriptors is 0: so many coordinates of a genome. */
    void (*descriptors)(const void *self, const void *genome, struct arena scratch,
                        double *out);

    /* Borders: disk and people. */

    /* Optional: the genome as the recorder stores it, in the user's own numbers and of
     * the same type and length (party: hero ids, not row numbers). NULL stores it as it
     * is. */
    void (*decode)(const void *self, const void *genome, void *out);
    /* Required. The solution as a person would draw it, lines ended by newlines. */
    void (*describe)(const void *self, const void *genome, FILE *out);
    /* Optional: tries to prove that no feasible solution exists, within about `seconds`
     * of work; the engine asks when no island found one. */
    void (*diagnose)(void *self, double seconds, struct verdict *verdict);
    /* Optional: cheap proven lower bound of the first cost; -INFINITY when none is
     * known. */
    double (*bound)(const void *self);
    /* Optional: a proven lower bound of the first cost, when a solution of cost `best`,
     * finite, is known; at most `best`. May take about `seconds` of work, counted, not
     * timed, so that it depends on nothing else, and memory of its own. The engine asks
     * once, when a run is over. */
    double (*prove)(const void *self, double best, double seconds);

    /* Optional: for people, where nothing feasible was found: fills `genome` with the
     * complete solution of the least sum of violations that a bounded search meets, and
     * tells what it breaks. Depends on the instance alone, takes memory of its own, and
     * well under a second; the engine asks once, when a run is over. False when there
     * is no complete solution, or no memory. n = 0: it is feasible after all. */
    bool (*nearest)(const void *self, void *genome, struct violations *violations);

    /* Required. The independent check of one recorded solution. Shares no code with the
     * operations above: it reads `keys` (the config section and its raw input files) by
     * itself. genome    as decoded, shape.genes genes fitness   objectives as recorded
     * report    one line a rule: "ok ..." or "WRONG ..."
     * Returns STATUS_OK, STATUS_FAILED when a line is WRONG, else what went wrong. */
    enum status (*verify)(const void *keys, const void *genome, size_t genes,
                          const double *fitness, size_t objectives, FILE *report,
                          struct error *err);
    /* Optional: the independent check of what a result claims to be proven, as far as
     * it can be derived again within bounded memory; like verify it shares no code with
     * the rest. Lines as of verify, and "not checked: ..." with the reason. */
    enum status (*confirm)(const void *keys, const struct claim *claim, FILE *report,
                           struct error *err);
};

/* STATUS_FAILED when a required member of the table, or of one of its commands, is
 * missing; err names it. */
enum status problem_check(const struct problem *problem, struct error *err);

/* A problem's table, its loaded instance and its sizes: what an algorithm works on. */
struct puzzle {
    const struct problem *problem;
    void *self;
    struct shape shape;
};

#ifdef __cplusplus
}
#endif

#endif
