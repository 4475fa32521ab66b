#include "build_digest.h"

#include "plugins.h"
#include "version.h"

#include <stdio.h>

struct digest build_digest_alone(void)
{
    char text[256];
    int n = snprintf(text, sizeof text, "%s %s", SKERRY_VERSION, skerry_build());
    ensure(n > 0 && (size_t)n < sizeof text);
    return digest_of(text, (size_t)n);
}

struct digest build_digest(const struct config *config)
{
    struct digest digest = build_digest_alone();
    for (size_t i = 0; i < config->n_files; i++) {
        const struct config_file *input = &config->files[i];
        if (!plugins_is_key(input->key))
            continue;
        struct digest both[] = {digest, digest_of(input->file.data, input->file.bytes)};
        digest = digest_of(both, sizeof both);
    }
    return digest;
}
