/* The command `skerry parties`: prints the cheapest parties of a challenge that differ, each proven,
 * as text or JSON. */
#ifndef SKERRY_PARTY_SOLUTIONS_COMMAND_H
#define SKERRY_PARTY_SOLUTIONS_COMMAND_H

#include "problem.h"

/* run of a struct problem_command; keys is a struct party_keys. Its arguments are those of
 * PARTY_SOLUTIONS_USAGE. Rank 0 searches, the others wait. SIGTERM and SIGINT end the search as its time limit
 * does.
 *
 * err  STATUS_INFEASIBLE: there is no party; STATUS_NOTHING: none was found in time */
enum status party_solutions_command(int argc, char **argv, const void *keys,
                                    struct comm *comm, struct error *err);

#define PARTY_SOLUTIONS_USAGE                                                          \
    "CONFIG [-s KEY=VALUE]... [--solutions K] [--apart D] [--within W] [-t S] "        \
    "[--json]\n\n"                                                                     \
    "  -s KEY=VALUE             set a key of the config: -s party.synergy.min=0.8\n"   \
    "  -k, --solutions K        at most so many parties, the best first; default: 5; " \
    "at most 16, fewer\n"                                                              \
    "                           where the config has several numbers or many "         \
    "requirements\n"                                                                   \
    "      --apart D            each differs from every other one in at least D "      \
    "heroes; default: 1\n"                                                             \
    "      --within W           only those within W of the best: 500 or 5%; default: " \
    "any\n"                                                                            \
    "  -t, --time-limit S       work of about S CPU seconds for each party; default: " \
    "60\n"                                                                             \
    "      --json               print one JSON object"

#endif
