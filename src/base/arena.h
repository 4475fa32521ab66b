/* Arena (region) allocation: memory is freed all at once.
 *
 * perm     grows by blocks and lives as long as the run; allocation can fail (NULL).
 * scratch  has a fixed size and is passed by value: what a callee takes is free again when
 *          it returns. Overrunning it is a bug, so it aborts the program.
 *
 * Source: D. Hanson, Fast allocation and deallocation of memory based on object lifetimes,
 * Software: Practice and Experience 20, 1990. Cost: O(1) per allocation, a block of at least
 * 64 KiB at a time from malloc. */
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
    size_t taken_bytes;         /* total allocated, including alignment */
    int grows;
};

/* An empty growing arena. Free it with arena_free. */
void arena_init(struct arena *arena);

/* Frees all blocks of a growing arena; it is empty and usable again. */
void arena_free(struct arena *arena);

/* A fixed arena in memory from `perm`; its `at` is NULL if memory ran out. */
struct arena arena_scratch(struct arena *perm, size_t bytes);

/* Allocates `bytes` bytes, aligned to ARENA_ALIGN if bytes >= ARENA_ALIGN, otherwise to 16.
 * A growing arena returns zeroed bytes, or NULL if memory runs out; a fixed one does not
 * zero them and aborts when it is full. */
void *arena_take(struct arena *arena, size_t bytes);

/* Allocates an array of n items in the same way; NULL if n * sizeof overflows. */
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
