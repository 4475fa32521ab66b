#include "arena.h"

#include "status.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define HAS_GUARDS
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) /* clang */
#define HAS_GUARDS
#endif
#endif

#ifdef HAS_GUARDS
#include <sanitizer/asan_interface.h>
enum { GUARD_BYTES = 16 }; /* so that AddressSanitizer detects accesses past the end */
#else
#define ASAN_POISON_MEMORY_REGION(at, bytes) ((void)(at), (void)(bytes))
enum { GUARD_BYTES = 0 };
#endif

/* Least size of a block, and least size for huge pages. Chosen by hand; blocks of 1 MiB took a
 * run of 200 brief generations a tenth of its time, to be zeroed anew for each replica. */
enum { BLOCK_BYTES = 1 << 16, HUGE_BYTES = 1 << 22 };

struct arena_block {
    struct arena_block *next;
};

void arena_init(struct arena *arena)
{
    *arena = (struct arena){.grows = 1};
}

void arena_free(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    arena_init(arena);
}

static size_t padding(const unsigned char *at, size_t align)
{
    return (align - (uintptr_t)at % align) % align;
}

/* Requests huge pages for a large new block, so that random access to large tables causes
 * fewer TLB misses. No effect where the system has none. */
static void ask_huge_pages(unsigned char *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    size_t page = (size_t)sysconf(_SC_PAGESIZE), pad = padding(block, page);
    if (size >= HUGE_BYTES)
        madvise(block + pad, (size - pad) / page * page, MADV_HUGEPAGE);
#else
    (void)block, (void)size;
#endif
}

static int add_block(struct arena *arena, size_t bytes)
{
    size_t size = bytes + 2 * ARENA_ALIGN + GUARD_BYTES;
    if (size < BLOCK_BYTES)
        size = BLOCK_BYTES;
    struct arena_block *block = calloc(1, size);
    if (!block)
        return 0;
    ask_huge_pages((unsigned char *)block, size);
    block->next = arena->blocks;
    arena->blocks = block;
    arena->at = (unsigned char *)(block + 1);
    arena->end = (unsigned char *)block + size - GUARD_BYTES;
    ASAN_POISON_MEMORY_REGION(arena->at, size - sizeof *block);
    return 1;
}

#ifdef HAS_GUARDS
/* Unpoisons an allocation, except for the guard behind it. Fixed arenas, which are sized
 * exactly and reused by each callee, have no guards. */
static void guard(struct arena *arena, unsigned char *taken, size_t bytes)
{
    size_t room = (size_t)(arena->end - arena->at);
    ASAN_UNPOISON_MEMORY_REGION(taken, bytes);
    arena->at += room < GUARD_BYTES ? room : GUARD_BYTES;
}
#else
static void guard(const struct arena *arena, unsigned char *taken, size_t bytes)
{
    (void)arena, (void)taken, (void)bytes;
}
#endif

void *arena_take(struct arena *arena, size_t bytes)
{
    size_t align = bytes >= ARENA_ALIGN ? ARENA_ALIGN : 16;
    size_t room = (size_t)(arena->end - arena->at);
    size_t pad = arena->at ? padding(arena->at, align) : 0;
    if (!arena->at || room < pad || room - pad < bytes) {
        ensure(arena->grows); /* the size of a scratch arena is known before the run */
        if (bytes > SIZE_MAX / 2 || !add_block(arena, bytes))
            return NULL;
        pad = padding(arena->at, align);
    }
    unsigned char *taken = arena->at + pad;
    arena->at = taken + bytes;
    arena->taken_bytes += pad + bytes;
    if (arena->grows)
        guard(arena, taken, bytes);
    return taken;
}

void *arena_take_array(struct arena *arena, size_t n, size_t item_bytes)
{
    if (item_bytes && n > SIZE_MAX / 2 / item_bytes)
        return NULL;
    return arena_take(arena, n * item_bytes);
}

struct arena arena_scratch(struct arena *perm, size_t bytes)
{
    unsigned char *base = arena_take(perm, bytes + ARENA_ALIGN);
    if (!base)
        return (struct arena){0};
    return (struct arena){.at = base, .end = base + bytes + ARENA_ALIGN};
}

void *arena_grow_array(struct arena *arena, const void *old, size_t n, size_t room,
                       size_t item_bytes)
{
    void *items = arena_take_array(arena, room, item_bytes);
    if (items && n)
        memcpy(items, old, n * item_bytes);
    return items;
}

char *arena_text(struct arena *arena, const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = arena_take(arena, bytes);
    return copy ? memcpy(copy, text, bytes) : NULL;
}
