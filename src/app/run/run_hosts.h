/* The hosts of a job. */
#ifndef SKERRY_APP_RUN_HOSTS_H
#define SKERRY_APP_RUN_HOSTS_H

#include "arena.h"
#include "comm.h"

/* The distinct host names of all ranks in rank order, separated by blanks, on rank 0; elsewhere an empty text.
 * In perm; NULL: err says why, the same on all ranks. Names are cut to 63 bytes. Collective. */
const char *run_hosts(struct comm *comm, struct arena *perm, struct error *err);

#endif
