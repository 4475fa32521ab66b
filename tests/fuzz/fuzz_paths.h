/* What fuzz_sliding.c asks of the genetic operators on paths, in plain numbers. */
#ifndef SKERRY_TESTS_FUZZ_PATHS_H
#define SKERRY_TESTS_FUZZ_PATHS_H

#include "fuzz.h"

enum { FUZZ_MOST_LENGTH = 1024 };

struct fuzz_paths_puzzle {
    unsigned d, k, rings, length; /* at most FUZZ_MOST_LENGTH */
    const unsigned char *start, *target;
};

/* Moves as genes; unused ones are -1. */
struct fuzz_path {
    int16_t gene[FUZZ_MOST_LENGTH];
};

/* A puzzle for the functions below, until the next one; false: it was refused. */
bool fuzz_paths_open(const struct fuzz_paths_puzzle *puzzle, uint64_t seed);
void fuzz_paths_close(void);

/* Each returns whether the path is said to lead to the target. */
bool fuzz_paths_heal(struct fuzz_path *path);
bool fuzz_paths_recombine(const struct fuzz_path *a, const struct fuzz_path *b,
                          double rate, struct fuzz_path *child);
/* Crossover and mutation as they are where problems have nothing else, then healing. */
bool fuzz_paths_cross(const struct fuzz_path *a, const struct fuzz_path *b, double rate,
                      struct fuzz_path *child);

#endif
