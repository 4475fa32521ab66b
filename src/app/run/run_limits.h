/* Whether the limits under which a stored result was computed are those of a config: run.epochs,
 * run.max_evaluations, run.target and run.proof_s, which are not part of its identity. */
#ifndef SKERRY_APP_RUN_LIMITS_H
#define SKERRY_APP_RUN_LIMITS_H

#include "config.h"
#include "result.h"

struct run_limits {
    uint64_t generations, evaluations; /* of a replica; UINT64_MAX: none */
    double target;                     /* fitness; NaN: none */
    double proof_s; /* of the last proof; NaN for a problem that proves nothing */
    bool ends;      /* the algorithms end by themselves: epochs do not count */
};

enum run_limits_verdict {
    RUN_LIMITS_HOLD, /* the result is, or may become, that of a run with these limits */
    RUN_LIMITS_RAISED, /* it is finished at a limit that is higher now: --resume continues it, unless
                          a proof ended it at the same moment */
    RUN_LIMITS_PASSED /* it went on where a run with these limits ends, also in its last proof */
};

struct run_limits run_limits_of(const struct config *config);

/* Compares the limits of a config with those of a result of the same identity.
 *
 * Where a limit is lower now, a result that has reached it counts as passed, also if it happens
 * to have ended there. O(replicas), and parses the stored config. */
enum run_limits_verdict run_limits_compare(const struct run_limits *limits,
                                           const struct result *result);

/* Whether a finished result that is not proven has a lower run.proof_s than these limits, so that
 * --resume repeats its proof. */
bool run_limits_raise_proof(const struct run_limits *limits,
                            const struct result *result);

/* Whether a key is one of the limits, as a differences_chooser (differences.h). */
bool run_limits_is_key(const struct config *config, const char *path);

/* Whether a single run that ended for this reason (stopping.h) goes on with a higher limit:
 * proofs and exhausted searches do not. */
bool run_limits_is_raisable(const char *why);

#endif
