/* Calls of the methods of a user's class, which a process runs: one request, one reply.
 *
 * Each call has a time limit. After a failure of any call the worker is useless, and all
 * further calls fail with the same error at once. The state of the process between two calls
 * does not matter: it is started anew after a call that an interrupt has aborted. */
#ifndef SKERRY_PYTHON_WORKER_H
#define SKERRY_PYTHON_WORKER_H

#include "arena.h"
#include "pack.h"
#include "python_keys.h"
#include "python_process.h"
#include "rng.h"

/* As in scripts/python/skerry/worker.py. */
enum python_call_kind {
    PYTHON_HELLO, /* no request: what the process says once it has started */
    PYTHON_LOAD,
    PYTHON_SAMPLE,
    PYTHON_EVALUATE,
    PYTHON_CROSSOVER,
    PYTHON_MUTATE,
    PYTHON_HEAL,
    PYTHON_IMPROVE,
    PYTHON_DESCRIBE,
    PYTHON_MEASURE,
    PYTHON_VERIFY,
    PYTHON_TRY, /* one call of a method, its kind in `rows`, to find mistakes before a run */
    PYTHON_CALLS
};

struct python_call {
    enum python_call_kind kind;
    uint64_t rows; /* genomes; for PYTHON_VERIFY objectives, for PYTHON_TRY a kind, for
                      PYTHON_LOAD whether doubtful names are to be told */
    uint64_t seed[2];
    const void *part[2]; /* the bytes of the request, in this order */
    size_t part_bytes[2];
    void *out; /* where a reply of out_bytes goes; NULL: to worker->reply */
    size_t out_bytes;
};

struct python_worker {
    const struct python_keys *keys;
    struct python_process process;
    struct pack load;  /* the request PYTHON_LOAD */
    struct pack reply; /* of the last call without `out` */
    char name[128];    /* of the class, once it is loaded; for errors */
    bool busy;         /* a call was aborted: its reply may still come */
    struct error failed;
};

/* Starts a process, loads the class and tries each of its methods once, but `improve` and
 * `verify`; the reply of PYTHON_LOAD is in worker->reply.
 *
 * worker  out; to be closed also after a failure
 * keys    borrowed
 * err     STATUS_INPUT: a mistake in the file; STATUS_FAILED: the process ended, or took too
 *         long; STATUS_CUT: an interrupt */
enum status python_worker_open(struct python_worker *worker,
                               const struct python_keys *keys, struct error *err);
void python_worker_close(struct python_worker *worker);

/* Whether these keys load the same class in the same way. */
bool python_worker_suits(const struct python_worker *worker,
                         const struct python_keys *keys);

/* Makes a call; false if it failed, and worker->failed says why. In a step of an algorithm an
 * interrupt may abort it. Takes memory only for replies without `out`.
 *
 * number  out: the number that comes with the reply; NULL: not wanted */
bool python_worker_call(struct python_worker *worker, const struct python_call *call,
                        uint64_t *number);

#endif
