/* The problem `level`: evolution of playable levels, in which healing is exact repair.
 */
#ifndef SKERRY_LEVEL_PROBLEM_H
#define SKERRY_LEVEL_PROBLEM_H

#include "problem.h"

extern const struct problem level_problem;

#endif
