#include "sweep_name.h"

#include "config_text.h"
#include "digest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DIGEST_DIGITS = 12 };

/* The config without its folder, and without the ending .yaml. */
static void add_config(struct config_text *out, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t n = strlen(name), ending = strlen(".yaml");
    if (n > ending && !strcmp(name + n - ending, ".yaml"))
        n -= ending;
    config_text_add(out, name, n);
}

static void add_digest(char *name, size_t n, const char *whole)
{
    char hex[DIGEST_HEX_BYTES];
    struct digest digest = digest_of(whole, strlen(whole));
    digest_hex(&digest, hex);
    name[n] = '-';
    memcpy(name + n + 1, hex, DIGEST_DIGITS);
    name[n + 1 + DIGEST_DIGITS] = '\0';
}

static bool is_seed(const char *override)
{
    static const char seed[] = "run.seed=";
    return !strncmp(override, seed, strlen(seed));
}

/* In the order of keys, whatever that of the table is, the seed last. */
static int compare_overrides(const void *a, const void *b)
{
    const char *const *one = a, *const *other = b;
    int order = is_seed(*one) - is_seed(*other);
    return order ? order : strcmp(*one, *other);
}

/* The overrides, each after a comma; false if memory runs out. */
static bool add_overrides(struct config_text *out, const struct sweep_task *task,
                          struct arena *perm)
{
    const char **sorted = ARENA_NEW(perm, const char *, task->n_overrides);
    if (!sorted)
        return false;
    for (size_t i = 0; i < task->n_overrides; i++)
        sorted[i] = task->overrides[i];
    qsort(sorted, task->n_overrides, sizeof *sorted, compare_overrides);
    for (size_t i = 0; i < task->n_overrides; i++)
        config_text_print(out, ",%s",
                          sorted[i] + (is_seed(sorted[i]) ? strlen("run.") : 0));
    return true;
}

const char *sweep_name(const struct sweep_task *task, struct arena *perm)
{
    struct config_text out = config_text_begin(perm);
    add_config(&out, task->config);
    if (!add_overrides(&out, task, perm))
        return NULL;
    const char *whole = config_text_end(&out);
    size_t n = whole ? strlen(whole) : 0;
    char *name = whole ? ARENA_NEW(perm, char, n + DIGEST_DIGITS + 2) : NULL;
    if (!name)
        return NULL;
    for (size_t i = 0; i < n; i++)
        name[i] = isalnum((unsigned char)whole[i]) || strchr(".=+_-,", whole[i])
                      ? whole[i]
                      : '_';
    bool changed = memcmp(name, whole, n) != 0 || name[0] == '.';
    if (name[0] == '.')
        name[0] = '_';
    if (n > SWEEP_NAME_BYTES - DIGEST_DIGITS - 2) {
        n = SWEEP_NAME_BYTES - DIGEST_DIGITS - 2;
        changed = true;
    }
    if (changed)
        add_digest(name, n, whole);
    return name;
}
