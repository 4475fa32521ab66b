/* Local search on move sequences. */
#ifndef SKERRY_SLIDING_SHORTEN_H
#define SKERRY_SLIDING_SHORTEN_H

#include "rng.h"
#include "sliding_path.h"

/* As problem.improve; self is a struct sliding_instance. Cuts loops, then looks for a
 * shorter way between positions i and i + w, for windows w that grow up to the whole
 * sequence while searches end within their bounds. */
uint64_t sliding_improve(const void *self, double effort, struct rng *rng,
                         struct arena scratch, void *genome);

size_t sliding_improve_bytes(const struct sliding_instance *instance);

#endif
