/* The HDF5 result file of a run, written by rank 0 while the run goes on.
 *
 * A kill at any moment leaves a file that opens (single-writer/multiple-reader mode; a
 * reader opens it with that flag, see result.h), a full disk ends the run with
 * STATUS_FULL and leaves all that was flushed. Root attribute `status` is then still
 * "running" unless there was room to say "failed".
 *
 * Nothing is touched before the observer's `start`: a run that is refused leaves the
 * files of the one before. `start` builds the new file as PATH.new and renames it to
 * PATH. A result that was there, and its checkpoints, are kept as PATH.old and
 * PATH.old.checkpoint, or PATH.old.2 and so on, whatever is free; with `resume` the new
 * file begins as a copy of it, with its history cut to where the checkpoint stands.
 * The last checkpoint stays when the run is finished, so that it can go on to a raised
 * limit.
 *
 * Rows are kept in memory and flushed every second, later every 30 s (60 s when nobody
 * follows), less often where a flush would cost more than half a percent of the time,
 * and always with a checkpoint and at the end. */
#ifndef SKERRY_RECORD_RECORDER_H
#define SKERRY_RECORD_RECORDER_H

#include "checkpoint.h"
#include "observer.h"
#include "recorder_info.h"

struct recorder;

/* Checks that the run may write to info->path and touches nothing; from here to
 * recorder_close no other run may (lock.h).
 *
 * resume  continue the result that is there; when it is missing the history begins at
 *         the checkpoint
 * err     STATUS_INPUT when what is at the path is not a result of ours (never
 *         replaced) or, with resume, of another config or unreadable, when the directory
 *         cannot be written, and while another run writes there */
enum status recorder_open(const struct recorder_info *info, bool resume,
                          struct arena *perm, struct recorder **recorder,
                          struct error *err);

/* Name under which `start` has kept the result that was there; NULL: there was none, or
 * the run continues it. */
const char *recorder_kept(const struct recorder *recorder);

/* First cost of the best solution that the file had when it was resumed, while the run
 * has found none as good and the file keeps them; +INFINITY: it has. */
double recorder_held(const struct recorder *recorder);

/* Its operations: start, progress, report, solutions, checkpoint, finish.
 * Reports of a replica come in order of generation and epoch; after `start` of a
 * resumed run they begin at generations_kept. */
struct observer recorder_observer(struct recorder *recorder);

/* Closes what `finish` did not close: the file's status becomes "failed"; gives the
 * lock back. NULL is allowed. */
void recorder_close(struct recorder *recorder);

#endif
