/* Files of the states of islands beside the checkpoint, for checkpoints in parts. */
#ifndef SKERRY_APP_STATE_FILES_H
#define SKERRY_APP_STATE_FILES_H

#include "config.h"
#include "snapshot_files.h"

/* For the result of a config; both must outlive it. On all ranks. STATUS_MEMORY. */
enum status state_files_init(const struct config *config, struct arena *perm,
                             struct snapshot_files *files, struct error *err);

#endif
