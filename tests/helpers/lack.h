/* Memory that runs out: only so many takings from an arena succeed. The linker puts
 * these functions in the place of the real ones (see tests/CMakeLists.txt). An arena
 * takes blocks for many takings, each of which fails here. */
#ifndef SKERRY_TESTS_LACK_H
#define SKERRY_TESTS_LACK_H

#include "arena.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Takings that still succeed; negative: all do. */
static atomic_long left = -1;

/* After one has failed, the next ones succeed. */
static bool fails_once;

static bool fails(void)
{
    long now = atomic_load(&left);
    while (now > 0 && !atomic_compare_exchange_weak(&left, &now, now - 1)) {
    }
    if (now != 0)
        return false;
    if (fails_once)
        atomic_store(&left, -1);
    errno = ENOMEM;
    return true;
}

void *__real_arena_take(struct arena *arena, size_t bytes);
void *__real_arena_take_array(struct arena *arena, size_t n, size_t item_bytes);
void *__wrap_arena_take(struct arena *arena, size_t bytes);
void *__wrap_arena_take_array(struct arena *arena, size_t n, size_t item_bytes);

void *__wrap_arena_take(struct arena *arena, size_t bytes)
{
    return arena->grows && fails() ? NULL : __real_arena_take(arena, bytes);
}

void *__wrap_arena_take_array(struct arena *arena, size_t n, size_t item_bytes)
{
    return arena->grows && fails() ? NULL
                                   : __real_arena_take_array(arena, n, item_bytes);
}

#endif
