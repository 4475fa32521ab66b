/* Test-reads a file without a seal in a child process, since HDF5 may crash on a damaged
 * file. Used inside src/record. */
#ifndef SKERRY_RECORD_TRIAL_H
#define SKERRY_RECORD_TRIAL_H

enum trial {
    TRIAL_WHOLE,
    TRIAL_BROKEN, /* some header, attribute or chunk index cannot be read */
    TRIAL_CRASHED /* HDF5 crashes on it */
};

/* Opens the file and reads all headers, attributes and chunk indexes, but not the data, which
 * have checksums and cannot mislead HDF5. Local; at most a minute of CPU time. */
enum trial trial_read(const char *path);

#endif
