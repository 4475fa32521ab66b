/* Serialization for messages and checkpoints: values are read in the order in which they
 * were written.
 *
 * Numbers have the representation of this machine; stored data need a header that identifies
 * it (see src/engine/state/snapshot.c). The buffer grows on the heap. */
#ifndef SKERRY_BASE_PACK_H
#define SKERRY_BASE_PACK_H

#include "status.h"

#include <stdbool.h>
#include <stdint.h>

/* A growing buffer, empty if zero-initialised. `lost` is set once memory runs out; nothing
 * is added after that. Free it with pack_free. */
struct pack {
    unsigned char *data;
    size_t used, capacity;
    bool lost;
};

void pack_bytes(struct pack *pack, const void *bytes, size_t n);
void pack_u64(struct pack *pack, uint64_t value);
void pack_f64(struct pack *pack, double value);
/* A length and the bytes. */
void pack_blob(struct pack *pack, const void *bytes, size_t n);
/* n bytes to be filled by the caller; NULL without memory, or when n is 0. */
unsigned char *pack_room(struct pack *pack, size_t n);
/* As pack_blob for what is packed in between; begin returns what end is given. */
size_t pack_blob_begin(struct pack *pack);
void pack_blob_end(struct pack *pack, size_t begin);
/* Empties it and keeps the memory. */
void pack_clear(struct pack *pack);
void pack_free(struct pack *pack);

/* Reads packed data, which may be damaged: past the end, or after a mismatch, `broken` is
 * set and all reads give zeros. The data are borrowed. */
struct unpack {
    const unsigned char *at, *end;
    bool broken;
};

struct unpack unpack_from(const void *bytes, size_t n);
void unpack_bytes(struct unpack *in, void *bytes, size_t n);
uint64_t unpack_u64(struct unpack *in);
double unpack_f64(struct unpack *in);
/* The next n bytes, in place and not aligned; NULL past the end. */
const unsigned char *unpack_skip(struct unpack *in, size_t n);
/* The bytes of a blob, in place. */
struct unpack unpack_blob(struct unpack *in);
/* Reads a number and sets `broken` unless it is `expected`. */
void unpack_expect(struct unpack *in, uint64_t expected);

#endif
