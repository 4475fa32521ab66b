/* The interface of problems: one table of operations per problem; src/app/config/registry.c
 * lists them.
 *
 * A genome consists of `shape.genes` genes of one type, in `shape.genome_bytes` bytes,
 * and is opaque to all code but the problem's. A cost is a vector of `shape.objectives`
 * doubles; lower is better, and +INFINITY in the first means infeasible. Fitness is what
 * users see: the cost, or its negative if the objective is maximised.
 *
 * Members are required unless marked optional; registry_check checks this once, when the
 * program starts. */
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

/* The name and unit of an objective or a descriptor. */
struct measure {
    const char *name; /* "price" */
    const char *unit; /* "coins"; "1" if dimensionless */
    bool maximise;    /* fitness = -cost */
    double low, high; /* descriptors: the range that is divided into bins */
};

/* Sizes and names, fixed from init to the end of the run. */
struct shape {
    enum gene_type gene_type;
    size_t genes;
    size_t genome_bytes; /* genes * gene_bytes(gene_type), or more: zeros, so that
                              evaluate gets whole batches (population.h: stride) */
    bool canonical; /* distance is 0 only of genomes that are equal byte by byte, so
                              that an archive need not ask for it */
    const char *gene_unit; /* of a recorded gene: "hero id"; NULL: "1" */
    size_t objectives;     /* 1..MAX_OBJECTIVES */
    struct measure objective[MAX_OBJECTIVES];
    size_t descriptors; /* 0..MAX_DESCRIPTORS: coordinates for MAP-Elites */
    struct measure descriptor[MAX_DESCRIPTORS];
    size_t scratch_bytes; /* the most scratch memory that an operation of the hot path
                             takes */
};

/* The shape of a problem with one dimensionless objective, which is minimised; other
 * members can be set afterwards. */
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

/* Whether an instance is proven infeasible, and why. */
struct verdict {
    bool infeasible;
    char reason[512];
};

/* One rule that an assignment violates. */
struct broken_rule {
    char rule[256];     /* in words: "at least 7 different values of nation" */
    double least, most; /* the range that the rule allows; may be infinite */
    double has;         /* the value, outside of this range */
    double violation;   /* > 0: the degree of violation, as the problem defines it */
};

enum { MOST_BROKEN_RULES = 65 }; /* of party: requirements, rules for places, synergy */

/* The rules that an assignment violates. */
struct violations {
    double sum; /* of the violations of all rules */
    size_t n;
    struct broken_rule broken[MOST_BROKEN_RULES]; /* largest violation first */
};

struct algorithm;
struct breeding;
struct comm;

/* The configs of a command that takes several. */
struct problem_configs {
    size_t n;
    const void *const *keys; /* by config: the filled struct of the problem's options */
    const char *const *path;
    size_t at; /* out: the config that an error at a dotted key is of */
};

/* A command of `skerry` that a problem provides, such as `skerry god CONFIG`. */
struct problem_command {
    const char *name;
    const char *usage;   /* arguments: "CONFIG [-s KEY=VALUE]... [--json]"; NULL: the
                          command handles --help by itself */
    const char *summary; /* one line for `skerry --help` */
    bool takes_config;   /* the first argument is a config of this problem, and -s sets
                            its keys; both are processed before run */
    /* argv[0] is the name, followed by the arguments not yet processed; keys is the
     * filled struct of the problem's options, NULL without takes_config. An error at a
     * dotted key is reported with its position in the config. Collective over comm; only
     * rank 0 prints. --help is passed on only if usage is NULL. */
    enum status (*run)(int argc, char **argv, const void *keys, struct comm *comm,
                       struct error *err);
    /* Instead of run, with takes_config: all first arguments are configs, whose keys -s sets
     * likewise. */
    enum status (*run_all)(int argc, char **argv, struct problem_configs *configs,
                           struct comm *comm, struct error *err);
};

/* What a result file claims to be proven. */
struct claim {
    double best;     /* fitness; NaN: none */
    double bound;    /* of the first fitness; NaN: none */
    bool optimal;    /* no solution is better than best */
    bool infeasible; /* no solution exists */
};

struct problem {
    /* Name in configs, of the config section and of the folder. */
    const char *name;
    const char *summary; /* one line for `skerry list` */
    const struct config_option *options;
    size_t keys_bytes; /* size of the struct that options fill */

    /* Optional. Algorithms for this problem only; ended by NULL. */
    const struct algorithm *const *algorithms;
    /* Optional. Commands of this problem; ended by an entry without a name. */
    const struct problem_command *commands;

    /* init, diagnose and prove can be interrupted: in long computations they call
     * interrupt_pending (interrupt.h) and, if it returns true, return what is proven so
     * far or fail with STATUS_CUT. Operations of the hot path call it too; there the call
     * may not return, so they must not own heap memory or open files. */

    /* Required. May fail and may take memory from perm. `keys` is the filled struct and
     * outlives self. Must be deterministic: equal keys give the same on every rank. */
    enum status (*init)(const void *keys, struct arena *perm, void **self,
                        struct shape *shape, struct error *err);
    void (*destroy)(void *self); /* optional: frees what is not in perm */

    /* Hot path: operations that cannot fail, take memory from scratch only and do not
     * modify self. They are never called concurrently in one process. */

    /* Required. Fills a random genome; returns whether it is feasible. If a bounded effort
     * finds no feasible genome, the result is complete but violates a rule. */
    bool (*sample)(const void *self, struct rng *rng, struct arena scratch,
                   void *genome);
    /* Required. cost: n x objectives, row by row; genomes: n x genome_bytes. The cost of a
     * genome does not depend on the batch. */
    void (*evaluate)(const void *self, const void *genomes, size_t n,
                     struct arena scratch, double *cost);
    /* Required. The child may be infeasible and never aliases a parent; equal parents give
     * a copy of that parent. */
    void (*crossover)(const void *self, const void *a, const void *b, struct rng *rng,
                      struct arena scratch, void *child);
    /* Required. Mutates each gene with probability `rate`, or, where a mutation changes
     * many genes at once (eternity), makes one mutation with that probability. The result
     * may be infeasible. */
    void (*mutate)(const void *self, double rate, struct rng *rng, struct arena scratch,
                   void *genome);
    /* Optional. Repairs a genome; returns whether it is feasible afterwards. Does not
     * change a feasible genome. */
    bool (*heal)(const void *self, struct rng *rng, struct arena scratch, void *genome);
    /* Optional. Crossover, mutation and repair in one operation, where they cannot be
     * separated well (party: a mutated place stays empty until repair). Returns whether
     * the child is feasible. If present, algorithms call it instead of the three. */
    bool (*recombine)(const void *self, const void *a, const void *b, double rate,
                      struct rng *rng, struct arena scratch, void *child);
    /* Optional. Makes many children with crossover and mutate, by skerry_breed (breeding.h):
     * the same as with a call of each operator. For operators that take tens of nanoseconds;
     * ga calls it, where the problem has no heal, recombine and local_search. */
    void (*breed)(const void *self, const struct breeding *breeding, struct rng *rng,
                  struct arena scratch);
    /* Optional. Local search: replaces a feasible genome by a feasible one of at most the
     * same cost. `effort` in (0, 1] scales its budget. Returns the evaluations spent. */
    uint64_t (*local_search)(const void *self, double effort, struct rng *rng,
                             struct arena scratch, void *genome);
    /* Required. In [0, 1], symmetric, 0 if and only if both are the same solution. */
    double (*distance)(const void *self, const void *a, const void *b,
                       struct arena scratch);
    /* Optional if shape.descriptors is 0. The descriptors of a genome. */
    void (*descriptors)(const void *self, const void *genome, struct arena scratch,
                        double *out);
    /* Optional. For operations of the hot path that depend on something outside of this
     * process, which may fail (python: a process with the user's code). STATUS_OK until
     * then; afterwards err is set, and operations return at once, with genomes as they are
     * and costs of INFINITY. The engine asks after each step: it discards that step, and the
     * run has failed on all ranks. */
    enum status (*failed)(const void *self, struct error *err);

    /* Output, bounds and proofs: not in the hot path. */

    /* Optional. The genome as the recorder stores it, in the user's own numbers, of the
     * same type and length (party: hero ids, not row numbers). NULL: it is stored as it
     * is. */
    void (*decode)(const void *self, const void *genome, void *out);
    /* Required. Prints the solution for users, in lines ended by newlines. */
    void (*describe)(const void *self, const void *genome, FILE *out);
    /* Optional. Tries to prove that no feasible solution exists, with about `seconds` of
     * work; called if no island found one. */
    void (*diagnose)(void *self, double seconds, struct verdict *verdict);
    /* Optional. A lower bound of the first cost that is cheap to compute; -INFINITY: none. A run
     * fails when a solution outdoes it, or what prove returns. */
    double (*bound)(const void *self);
    /* Optional. A proven lower bound of the first cost, at most `best`, the cost of a known
     * solution; +INFINITY: none is known, or, returned, none exists. May take about `seconds`
     * of work, measured by counting operations so that the result is deterministic, and heap
     * memory. Called once, at the end of a run.
     *
     * better, found  out: whether a solution of a first cost below `best` was found, and its
     *                genome, which is undefined if not */
    double (*prove)(const void *self, double best, double seconds, void *better,
                    bool *found);

    /* Optional. If nothing feasible was found: fills `genome` with the complete assignment
     * of least total violation that a bounded search finds, and lists the rules that it
     * violates. Depends on the instance only; may take heap memory, and well under a
     * second. Called once, at the end of a run. False if there is no complete assignment,
     * or no memory. violations->n = 0: it is feasible after all, and becomes the solution of a run of
     * one replica that no signal ended. */
    bool (*nearest)(const void *self, void *genome, struct violations *violations);

    /* Required. The independent check of one recorded solution. It shares no code with the
     * operations above and reads `keys` (the config section and its raw input files) by
     * itself.
     *
     * genome    as decoded, shape.genes genes
     * fitness   objectives as recorded
     * report    one line per rule: "ok ..." or "WRONG ..."
     * Returns STATUS_OK, STATUS_FAILED if a line is WRONG, or another error. */
    enum status (*verify)(const void *keys, const void *genome, size_t genes,
                          const double *fitness, size_t objectives, FILE *report,
                          struct error *err);
    /* Optional. The independent check of what a result claims to be proven, as far as it
     * can be derived again in bounded memory; like verify it shares no code with the rest.
     * Its lines are those of verify, or "not checked: ..." with the reason. */
    enum status (*confirm)(const void *keys, const struct claim *claim, FILE *report,
                           struct error *err);
    /* Optional. If a run ended without a feasible solution or before its first
     * generation: what kept this process from it, in a line without a period. Called once,
     * at the end of a run. False: nothing is known. */
    bool (*hindrance)(const void *self, char *line, size_t bytes);
};

/* STATUS_FAILED if a required member of the table or of one of its commands is missing; err
 * names it. */
enum status problem_check(const struct problem *problem, struct error *err);

/* Calls init, and checks the shape that it fills: STATUS_INPUT if a member does not fit its description
 * above; *self is then to be destroyed, if it is not NULL. Local. */
enum status problem_init(const struct problem *problem, const void *keys,
                         struct arena *perm, void **self, struct shape *shape,
                         struct error *err);

/* A problem with a loaded instance: what an algorithm works on. */
struct puzzle {
    const struct problem *problem;
    void *self;
    struct shape shape;
};

/* Lets go of the instance, if there is one. */
static inline void puzzle_destroy(struct puzzle *puzzle)
{
    if (puzzle->self && puzzle->problem->destroy)
        puzzle->problem->destroy(puzzle->self);
    puzzle->self = NULL;
}

#ifdef __cplusplus
}
#endif

#endif
