/* A fuzzer of one problem: small random cases over its whole config language, run by
 * skerry's methods and judged by an enumerator that shares no code with them.
 *
 * fuzz_NAME.c holds a generator (it writes a config and its data as text and keeps a
 * plain struct of its own), the enumerator, and what it tries. It includes no header of
 * skerry: this one is all that it needs. A case is its seed and number alone, so that
 *
 *     skerry_fuzz --problem NAME --seed S --first K --cases 1
 *
 * runs case K again. */
#ifndef SKERRY_TESTS_FUZZ_H
#define SKERRY_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One case in work. */
struct fuzz {
    uint64_t number;  /* of the case, from 0 */
    uint64_t random;  /* state of the case's own stream: see fuzz_bits */
    char folder[96];  /* for the files of the case; empty at its start */
    char method[160]; /* what is being run, for reports: set by fuzz_run and fuzz_say */
    char wrong[1024]; /* the first thing that was wrong; empty: nothing */
    char open[1024];  /* the first thing left undecided that should not be */
    bool limited; /* the run at work has a limit that may leave anything undecided */
};

struct fuzz_problem {
    const char *name;
    /* Makes the case, runs it, and tells what is wrong by fuzz_wrong and fuzz_open. */
    void (*run)(struct fuzz *fuzz);
};

/* Random numbers (splitmix64). */
uint64_t fuzz_bits(struct fuzz *fuzz);
uint64_t fuzz_below(struct fuzz *fuzz, uint64_t n);                 /* 0..n-1; n >= 1 */
int64_t fuzz_between(struct fuzz *fuzz, int64_t low, int64_t high); /* both included */
bool fuzz_chance(struct fuzz *fuzz, double share);                  /* in [0, 1] */

/* One of the texts of a list that ends with NULL. */
const char *fuzz_text(struct fuzz *fuzz, const char *const *texts);
#define FUZZ_TEXT(fuzz, ...) fuzz_text(fuzz, (const char *const[]){__VA_ARGS__, NULL})

/* Writes a file of the case, or appends to it; ends the process where that fails. */
void fuzz_write(struct fuzz *fuzz, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void fuzz_append(struct fuzz *fuzz, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Its path, in a buffer that the next call uses again. */
const char *fuzz_path(struct fuzz *fuzz, const char *name);

/* Interrupts what runs from here on when it looks for the n-th time whether to go on, wherever that is;
 * 0: no more. */
void fuzz_interrupt_at(uint64_t look);
/* A look for it, in this share of cases; else 0. */
uint64_t fuzz_draw_look(struct fuzz *fuzz, double share);

/* Names what runs from here on, for the report of a crash or hang. */
void fuzz_say(struct fuzz *fuzz, const char *method);

/* Notes what was wrong, or left undecided without a reason; the first of each counts.
 * The case's files are kept then. */
void fuzz_wrong(struct fuzz *fuzz, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void fuzz_open(struct fuzz *fuzz, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

enum { FUZZ_MOST_GENES = 4096, FUZZ_MOST_SOLUTIONS = 32, FUZZ_MOST_BROKEN = 64 };

/* What a run of a config said. Costs are as people read them (fitness). */
struct fuzz_answer {
    bool refused; /* the config was not taken, or the algorithm does not suit it */
    bool
        interrupted; /* before it ended by itself: what it says must hold nevertheless */
    bool failed;     /* the run ended with an error */
    char error[512]; /* of both */

    bool feasible; /* something was found: best is its fitness */
    bool optimal;  /* ... and is called proven */
    double best;
    bool bounded; /* bound is a proven bound of the best there is */
    double bound;
    bool infeasible; /* called proven */
    char reason[512];

    bool nearest; /* nothing was found, and what comes nearest to it was told */
    size_t n_broken;
    char broken[FUZZ_MOST_BROKEN][256]; /* rules */
    double near_genes[FUZZ_MOST_GENES]; /* n_genes, as the result file has them */

    size_t n_solutions; /* best first, at most FUZZ_MOST_SOLUTIONS of them */
    size_t n_genes;
    double fitness[FUZZ_MOST_SOLUTIONS];
    double genes[FUZZ_MOST_GENES]; /* of the best one, as the result file has them */
    char unverified[512];          /* a solution that `skerry verify` would not pass:
                                      what it says; empty: all pass */
};

/* Runs a config of the case's folder as `skerry run NAME -s A -s B...` does on one
 * rank, without a result file, then checks each solution as `skerry verify` does. Now
 * and then there are more islands, replicas or migrations, down to none, or a limit,
 * down to 0, or an interrupt, after which half of the runs are resumed from their
 * checkpoints: see fuzz->limited. The fuzz's method becomes the overrides.
 *
 * overrides  KEY=VALUE texts, at most 16, NULL at the end
 * answer     static memory; the next call overwrites it */
const struct fuzz_answer *fuzz_run(struct fuzz *fuzz, const char *config,
                                   const char *const *overrides);

#endif
