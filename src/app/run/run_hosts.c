#include "run_hosts.h"

#include "launch.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { HOST_BYTES = 64 };

/* The distinct names among those of n ranks, in rank order, in `text` of n * HOST_BYTES. Ranks
 * of one host mostly follow one another. */
static void list_hosts(const char *all, size_t n, char *text)
{
    const char *last = "";
    char *end = text;
    for (size_t r = 0; r < n; last = all + r++ * HOST_BYTES) {
        const char *name = all + r * HOST_BYTES;
        bool seen = !strcmp(name, last);
        for (size_t before = 0; before < r && !seen; before++)
            seen = !strcmp(all + before * HOST_BYTES, name);
        if (!seen)
            end += sprintf(end, "%s%s", end > text ? " " : "", name);
    }
}

const char *run_hosts(struct comm *comm, struct arena *perm, struct error *err)
{
    size_t size = (size_t)comm->size, room = comm->rank ? 0 : size;
    char own[HOST_BYTES] = "", *text = arena_take(perm, room * HOST_BYTES + 1);
    struct arena arena;
    arena_init(&arena);
    char *all = arena_take(&arena, room * HOST_BYTES);
    size_t *bytes = ARENA_NEW(&arena, size_t, size);
    comm_host(own, sizeof own);
    for (size_t r = 0; bytes && r < size; r++)
        bytes[r] = HOST_BYTES;
    if (!all || !text || !bytes)
        error_set(err, STATUS_MEMORY, "no memory for %zu host names", size);
    if (comm_agree(comm, err) == STATUS_OK &&
        comm_gather(comm, own, HOST_BYTES, all, bytes, err) == STATUS_OK && room) {
        assert(all && text);
        list_hosts(all, size, text);
    }
    arena_free(&arena);
    return err->status ? NULL : text;
}
