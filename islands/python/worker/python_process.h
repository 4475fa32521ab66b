/* A child process that runs `python3 -m skerry.worker`, connected by a socket. */
#ifndef SKERRY_PYTHON_PROCESS_H
#define SKERRY_PYTHON_PROCESS_H

#include "status.h"

#include <stddef.h>
#include <sys/types.h>

struct python_process {
    pid_t pid;  /* 0: none */
    int socket; /* nonblocking; -1: none */
};

/* Starts it. Its output goes to stderr. It ignores the signals that end a run, which are for
 * its parent, and ends with it. err: STATUS_INPUT without the package; a missing interpreter
 * shows when the process ends. */
enum status python_process_start(struct python_process *process, struct error *err);

/* Kills it and what it has started, and waits for its end. */
void python_process_kill(struct python_process *process);

/* After the socket was found closed: waits for its end, and says in words how it ended, such
 * as "ended by signal 11 (Segmentation fault)". STATUS_INPUT if there was no interpreter to start,
 * else STATUS_FAILED. */
enum status python_process_reap(struct python_process *process, char *words,
                                size_t bytes);

#endif
