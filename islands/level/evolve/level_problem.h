/* Levels on the islands: a genome is a grid of tiles, healing is repair. */
#ifndef SKERRY_LEVEL_PROBLEM_H
#define SKERRY_LEVEL_PROBLEM_H

#include "problem.h"

extern const struct problem level_problem;

#endif
