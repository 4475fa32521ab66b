/* Builds a puzzle from the keys of a config. */
#ifndef SKERRY_SLIDING_LOAD_H
#define SKERRY_SLIDING_LOAD_H

#include "sliding.h"
#include "sliding_keys.h"
#include "status.h"

/* Fills the puzzle. STATUS_INPUT with the key where the input is invalid: k > d, a
 * vertex that the cube does not have, one with two rings, start and target of different
 * lengths, an l other than 2^d less the rings. */
enum status sliding_load(const struct sliding_keys *keys, struct sliding *puzzle,
                         struct error *err);

#endif
