/* The recorder: an observer that writes the HDF5 result file of a run on rank 0.
 *
 * The file is in single-writer/multiple-reader mode: it can be read during the run (see
 * result.h), and after a kill at any time. A full disk ends the run with STATUS_FULL; all data
 * flushed before are kept, and the attribute `status` stays "running" unless there was space
 * to set it to "failed".
 *
 * No file is changed before the observer's `start`, so that a run that is refused leaves
 * former files alone. `start` builds the new file as PATH.new and renames it to PATH. An
 * existing result and its checkpoints are kept as PATH.old and PATH.old.checkpoint, or
 * PATH.old.2 and so on; with `resume` the new file is a copy of it, truncated to the
 * generation of the checkpoint. The last checkpoint of a finished run is kept, so that it can
 * be continued with raised limits.
 *
 * Rows are buffered in memory and flushed every second, later every 30 s (every 60 s without
 * `follow`), less often if a flush would take more than half a percent of the time, with every
 * checkpoint, and at the end. */
#ifndef SKERRY_RECORD_RECORDER_H
#define SKERRY_RECORD_RECORDER_H

#include "checkpoint.h"
#include "observer.h"
#include "recorder_info.h"

struct recorder;

/* Locks info->path until recorder_close (lock.h) and checks that the run may write to it;
 * changes no file.
 *
 * resume  continue the existing result; if there is none, the history begins at the
 *         checkpoint
 * err     STATUS_INPUT if the file at the path is not a result of skerry (it is never
 *         replaced) or, with resume, of another config or unreadable, if the directory is not
 *         writable, or if another run writes there */
enum status recorder_open(const struct recorder_info *info, bool resume,
                          struct arena *perm, struct recorder **recorder,
                          struct error *err);

/* What `start` has put aside. */
struct recorder_kept {
    const char *path;   /* its new name; NULL: nothing, or the run continues it */
    bool is_checkpoint; /* a checkpoint without its result, of whichever config */
    bool is_unfinished; /* the result is of the same config, not finished, and has a
                           checkpoint, so that it could have been resumed */
};
struct recorder_kept recorder_kept(const struct recorder *recorder);

/* Whether `start` has made or opened the file, and `finish` has not closed it. */
bool recorder_is_open(const struct recorder *recorder);

/* First cost of the best solution of a resumed file, as long as the file keeps its solutions
 * because the run has not found one as good; otherwise +INFINITY. */
double recorder_held(const struct recorder *recorder);

/* A proven bound of the run, or that of these solutions if it is greater: the result has both. */
double recorder_proven(const struct recorder *recorder, double bound);

/* The observer: start, progress, report, solutions, checkpoint, finish. Reports of a replica
 * must be in order of generation and epoch; in a resumed run they begin at
 * generations_kept. */
struct observer recorder_observer(struct recorder *recorder);

/* Closes a file that `finish` has not closed, with status "failed"; releases the lock. NULL is
 * allowed. */
void recorder_close(struct recorder *recorder);

#endif
