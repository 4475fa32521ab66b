/* The table of operations (problem.h) of puzzles written in Python. */
#ifndef SKERRY_PYTHON_PROBLEM_H
#define SKERRY_PYTHON_PROBLEM_H

#include "problem.h"

extern const struct problem python_problem;

#endif
