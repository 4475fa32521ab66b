/* Names of the files of a sweep's tasks. Used inside src/app/sweep. */
#ifndef SKERRY_APP_SWEEP_NAME_H
#define SKERRY_APP_SWEEP_NAME_H

#include "sweep_table.h"

enum { SWEEP_NAME_BYTES = 160 }; /* file systems allow 255, with endings */

/* The name of a task: its config without folder and ending, and its settings in the order of
 * their keys, the seed last, separated by commas ("type2,ga.mutation=0.1,seed=3"). Other
 * characters than letters, digits and .=+_- become underscores; a name that was changed or cut
 * for its length ends in a digest of the whole. In perm; NULL if memory runs out. */
const char *sweep_name(const struct sweep_task *task, struct arena *perm);

#endif
