#include "pack.h"

#include <string.h>

static bool make_room(struct pack *pack, size_t n)
{
    if (pack->lost)
        return false;
    if (pack->capacity - pack->used >= n)
        return true;
    size_t capacity = pack->capacity ? pack->capacity : 256;
    while (capacity - pack->used < n)
        capacity *= 2;
    unsigned char *data = realloc(pack->data, capacity);
    if (!data) {
        pack->lost = true;
        return false;
    }
    pack->data = data;
    pack->capacity = capacity;
    return true;
}

void pack_bytes(struct pack *pack, const void *bytes, size_t n)
{
    if (!n || !make_room(pack, n))
        return;
    memcpy(pack->data + pack->used, bytes, n);
    pack->used += n;
}

unsigned char *pack_room(struct pack *pack, size_t n)
{
    if (!n || !make_room(pack, n))
        return NULL;
    pack->used += n;
    return pack->data + pack->used - n;
}

void pack_u64(struct pack *pack, uint64_t value)
{
    pack_bytes(pack, &value, sizeof value);
}

void pack_f64(struct pack *pack, double value)
{
    pack_bytes(pack, &value, sizeof value);
}

void pack_blob(struct pack *pack, const void *bytes, size_t n)
{
    pack_u64(pack, n);
    pack_bytes(pack, bytes, n);
}

size_t pack_blob_begin(struct pack *pack)
{
    pack_u64(pack, 0);
    return pack->used;
}

void pack_blob_end(struct pack *pack, size_t begin)
{
    uint64_t n = pack->used - begin;
    if (!pack->lost)
        memcpy(pack->data + begin - sizeof n, &n, sizeof n);
}

void pack_clear(struct pack *pack)
{
    pack->used = 0;
}

void pack_free(struct pack *pack)
{
    free(pack->data);
    *pack = (struct pack){0};
}

struct unpack unpack_from(const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    return (struct unpack){.at = at, .end = n ? at + n : at};
}

void unpack_bytes(struct unpack *in, void *bytes, size_t n)
{
    if (!n)
        return;
    if (in->broken || (size_t)(in->end - in->at) < n) {
        in->broken = true;
        memset(bytes, 0, n);
        return;
    }
    memcpy(bytes, in->at, n);
    in->at += n;
}

uint64_t unpack_u64(struct unpack *in)
{
    uint64_t value;
    unpack_bytes(in, &value, sizeof value);
    return value;
}

double unpack_f64(struct unpack *in)
{
    double value;
    unpack_bytes(in, &value, sizeof value);
    return value;
}

const unsigned char *unpack_skip(struct unpack *in, size_t n)
{
    if (in->broken || n > (size_t)(in->end - in->at)) {
        in->broken = true;
        return NULL;
    }
    const unsigned char *bytes = in->at;
    in->at += n;
    return bytes;
}

struct unpack unpack_blob(struct unpack *in)
{
    size_t n = (size_t)unpack_u64(in);
    if (in->broken || (size_t)(in->end - in->at) < n) {
        in->broken = true;
        return (struct unpack){.broken = true};
    }
    struct unpack blob = unpack_from(in->at, n);
    in->at += n;
    return blob;
}

void unpack_expect(struct unpack *in, uint64_t expected)
{
    if (unpack_u64(in) != expected)
        in->broken = true;
}
