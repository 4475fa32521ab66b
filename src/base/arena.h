/* Memory that is taken and never given back piece by piece.
 *
 * perm     grows by blocks, lives as long as the run; taking can fail (NULL).
 * scratch  fixed size, passed by value: what a callee takes vanishes when it returns.
 *          Overrunning it is our bug, not the user's, so it aborts.
 *
 * This is the only module that calls malloc for what lives through a run. */
#ifndef SKERRY_BASE_ARENA_H
#define SKERRY_BASE_ARENA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ARENA_ALIGN = 64 };

struct arena_block;

struct arena {
    unsigned char *at;          /* next free byte */
    unsigned char *end;         /* one past the last */
    struct arena_block *blocks; /* of a growing arena, newest first */
    size_t taken_bytes;         /* sum of all takings, alignment included */
    int grows;
};

/* An empty growing arena. Free it with arena_free. */
void arena_init(struct arena *arena);

/* Frees all blocks of a growing arena; it is empty and usable again. */
void arena_free(struct arena *arena);

/* A fixed arena on memory taken from `perm`; its `at` is NULL when memory ran out. */
struct arena arena_scratch(struct arena *perm, size_t bytes);

/* `bytes` zeroed bytes, aligned to ARENA_ALIGN when bytes >= ARENA_ALIGN, else to 16.
 * NULL when a growing arena gets no memory; a fixed one aborts instead.
 * A fixed arena's bytes are not zeroed. */
void *arena_take(struct arena *arena, size_t bytes);

/* An array of n items of a type; the same promises. n * sizeof must not overflow: it
 * returns NULL then. */
void *arena_take_array(struct arena *arena, size_t n, size_t item_bytes);
#define ARENA_NEW(arena, type, n) ((type *)arena_take_array((arena), (n), sizeof(type)))

/* A copy of the first n items of an array, with room for `room` in all; NULL as above. The
 * old array is not given back, so room should double each time. */
void *arena_grow_array(struct arena *arena, const void *old, size_t n, size_t room,
                       size_t item_bytes);

/* A copy of a string. */
char *arena_text(struct arena *arena, const char *text);

#ifdef __cplusplus
}
#endif

#endif
