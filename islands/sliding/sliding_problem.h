/* The sliding puzzle as a problem of the engine; self is a struct sliding_instance. */
#ifndef SKERRY_SLIDING_PROBLEM_H
#define SKERRY_SLIDING_PROBLEM_H

#include "problem.h"
#include "sliding_instance.h"

extern const struct problem sliding_problem;

#endif
