/* Reads a file that has no seal in a process of its own first, since HDF5 may crash on
 * a damaged one. Used inside src/record. */
#ifndef SKERRY_RECORD_TRIAL_H
#define SKERRY_RECORD_TRIAL_H

enum trial {
    TRIAL_WHOLE,
    TRIAL_BROKEN, /* some header, attribute or index of chunks cannot be read */
    TRIAL_CRASHED /* HDF5 does not survive it */
};

/* Opens the file and reads every header, attribute and index of chunks; no data, which
 * have checksums and no way to mislead HDF5. Local; at most a minute of CPU time. */
enum trial trial_read(const char *path);

#endif
