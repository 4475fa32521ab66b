/* The command `skerry disjoint`: for each of several challenges a party from one pool, no hero in two of
 * them, at the least sum of prices; as text or JSON. */
#ifndef SKERRY_PARTY_DISJOINT_COMMAND_H
#define SKERRY_PARTY_DISJOINT_COMMAND_H

#include "problem.h"

/* run_all of a struct problem_command; keys are struct party_keys. Its arguments are those of
 * PARTY_DISJOINT_USAGE. Rank 0 searches, the others wait. SIGTERM and SIGINT end the search as its time limit
 * does.
 *
 * err  STATUS_INPUT also if the challenges have different pools, or another objective than the price;
 *      STATUS_INFEASIBLE: there are no such parties; STATUS_NOTHING: none were found in time */
enum status party_disjoint_command(int argc, char **argv,
                                   struct problem_configs *configs, struct comm *comm,
                                   struct error *err);

#define PARTY_DISJOINT_USAGE                                                           \
    "CONFIG CONFIG... [-s KEY=VALUE]... [-t S] [--json]\n\n"                           \
    "  -s KEY=VALUE             set a key of all configs: -s party.synergy.min=0.8\n"  \
    "  -t, --time-limit S       end after S seconds with the best parties known; "     \
    "default: 300\n"                                                                   \
    "      --json               print one JSON object"

#endif
