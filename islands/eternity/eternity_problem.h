/* Edge matching as a problem of the engine; self is a struct eternity_instance. */
#ifndef SKERRY_ETERNITY_PROBLEM_H
#define SKERRY_ETERNITY_PROBLEM_H

#include "eternity_instance.h"
#include "problem.h"

extern const struct problem eternity_problem;

#endif
