#include "digest.h"

#include <sha2.h>
#include <stdio.h>
#include <string.h>

struct digest digest_of(const void *data, size_t n)
{
    struct digest digest;
    SHA2_CTX context;
    SHA256Init(&context);
    if (n)
        SHA256Update(&context, data, n);
    SHA256Final(digest.bytes, &context);
    return digest;
}

void digest_hex(const struct digest *digest, char hex[DIGEST_HEX_BYTES])
{
    for (size_t i = 0; i < DIGEST_BYTES; i++)
        snprintf(hex + 2 * i, 3, "%02x", digest->bytes[i]);
}
