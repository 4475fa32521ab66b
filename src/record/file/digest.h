/* SHA-256 digests, for identities of configs, checkpoints, embedded inputs and seals.
 *
 * Source: FIPS 180-4, by libmd. O(n). */
#ifndef SKERRY_RECORD_DIGEST_H
#define SKERRY_RECORD_DIGEST_H

#include <stddef.h>

enum { DIGEST_BYTES = 32, DIGEST_HEX_BYTES = 65 };

struct digest {
    unsigned char bytes[DIGEST_BYTES];
};

/* The SHA-256 of n bytes; data may be NULL when n is 0. */
struct digest digest_of(const void *data, size_t n);

/* Lower-case hexadecimal with a NUL. */
void digest_hex(const struct digest *digest, char hex[DIGEST_HEX_BYTES]);

#endif
