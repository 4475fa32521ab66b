#include "sliding_load.h"

#include "plural.h"

#include <stdio.h>

enum { KEY_BYTES = 64 };

/* Reads a placement; `name` is its config key. */
static enum status load_placement(const struct option_list *list, const char *name,
                                  const struct sliding *puzzle, uint8_t *at,
                                  struct error *err)
{
    const struct sliding_vertex *vertex = list->items;
    for (size_t r = 0; r < list->count; r++) {
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "sliding.%s[%zu]", name, r);
        if (vertex[r].value >= (int64_t)puzzle->vertices)
            return error_at(
                err, key, "no vertex %lld (expected: 0 to %u, since d is %u)",
                (long long)vertex[r].value, puzzle->vertices - 1, puzzle->d);
        for (size_t other = 0; other < r; other++)
            if (vertex[other].value == vertex[r].value)
                return error_at(err, key,
                                "vertex %lld holds ring %zu already (expected: one "
                                "ring a vertex)",
                                (long long)vertex[r].value, other);
        at[r] = (uint8_t)vertex[r].value;
    }
    return STATUS_OK;
}

static enum status check_counts(const struct sliding_keys *keys, struct error *err)
{
    int64_t vertices = (int64_t)1 << keys->d, rings = (int64_t)keys->start.count;
    if (keys->k > keys->d)
        return error_at(err, "sliding.k",
                        "a face of dimension %lld (expected: at most d, %lld)",
                        (long long)keys->k, (long long)keys->d);
    if (keys->target.count != keys->start.count)
        return error_at(
            err, "sliding.target", "%zu ring%s (expected: %lld, as many as in start)",
            keys->target.count, plural_s(keys->target.count), (long long)rings);
    if (rings >= vertices)
        return error_at(err, "sliding.start",
                        "%lld rings on %lld vertices (expected: at least one free)",
                        (long long)rings, (long long)vertices);
    if (keys->l != OPTION_ABSENT && keys->l != vertices - rings)
        return error_at(err, "sliding.l",
                        "%lld uncoloured vertices (expected: %lld, since %lld rings "
                        "stand on %lld vertices)",
                        (long long)keys->l, (long long)(vertices - rings),
                        (long long)rings, (long long)vertices);
    return STATUS_OK;
}

enum status sliding_load(const struct sliding_keys *keys, struct sliding *puzzle,
                         struct error *err)
{
    enum status status = check_counts(keys, err);
    if (status)
        return status;
    *puzzle = (struct sliding){.d = (unsigned)keys->d,
                               .k = (unsigned)keys->k,
                               .vertices = 1u << keys->d,
                               .rings = (unsigned)keys->start.count,
                               .length = (size_t)keys->length};
    sliding_faces(puzzle);
    status = load_placement(&keys->start, "start", puzzle, puzzle->start, err);
    if (!status)
        status = load_placement(&keys->target, "target", puzzle, puzzle->target, err);
    return status;
}
