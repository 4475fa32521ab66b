/* From the config's words to an instance. */
#ifndef SKERRY_SLIDING_LOAD_H
#define SKERRY_SLIDING_LOAD_H

#include "sliding.h"
#include "sliding_keys.h"
#include "status.h"

/* Fills the instance. STATUS_INPUT at the key where something does not fit: k > d, a
 * vertex that the cube does not have, one that two rings share, start and target of
 * different lengths, an l that is not 2^d less the rings. */
enum status sliding_load(const struct sliding_keys *keys, struct sliding *puzzle,
                         struct error *err);

#endif
