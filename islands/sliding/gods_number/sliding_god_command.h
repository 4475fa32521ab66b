/* The command `skerry god`: prints eccentricity, components and diameters of a config's
 * puzzle as text or JSON. */
#ifndef SKERRY_SLIDING_GOD_COMMAND_H
#define SKERRY_SLIDING_GOD_COMMAND_H

#include "problem.h"

/* run of a struct problem_command; keys is a struct sliding_keys. Its arguments are
 * those of SLIDING_GOD_USAGE. */
enum status sliding_god_command(int argc, char **argv, const void *keys,
                                struct comm *comm, struct error *err);

#define SLIDING_GOD_USAGE                                                              \
    "CONFIG [-s KEY=VALUE]... [--diameter] [--searches N] [--memory MB] [-t S] "       \
    "[--json] [--quiet]\n\n"                                                           \
    "  --diameter     the diameter of every component: under mpirun the searches "     \
    "are\n"                                                                            \
    "                 shared out over the ranks\n"                                     \
    "  --searches N   at most so many for the diameters, which then stay bounds\n"     \
    "  --memory MB    most that one rank's search may take (2000)\n"                   \
    "  -t S           CPU seconds of each rank; then the bounds that are known\n"      \
    "  --json         print one JSON object\n"                                         \
    "  --quiet        no line a round on stderr"

#endif
