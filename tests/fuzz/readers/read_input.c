#include "read_input.h"

#include "config_fill.h"
#include "config_resolve.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Of AddressSanitizer, whose reports end a process by a signal: a request for more memory than
 * most machines have fails, as it does elsewhere. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1:allocator_may_return_null=1:max_allocation_size_mb=2000:"
           "quarantine_size_mb=8";
}

static unsigned char *copy_of(const uint8_t *data, size_t bytes)
{
    unsigned char *copy = malloc(bytes + 1);
    ensure(copy);
    if (bytes)
        memcpy(copy, data, bytes);
    copy[bytes] = '\0';
    return copy;
}

void read_input_split(const uint8_t *data, size_t bytes, struct read_input *input)
{
    static const char *const names[READ_INPUT_PARTS] = {"0", "1", "2", "3"};
    *input = (struct read_input){0};
    for (const uint8_t *at = data, *end = data + bytes;;) {
        struct option_file *part = &input->part[input->parts];
        const uint8_t *stop = at < end && input->parts + 1 < READ_INPUT_PARTS
                                  ? memchr(at, '\f', (size_t)(end - at))
                                  : NULL;
        part->path = names[input->parts++];
        part->bytes = (size_t)((stop ? stop : end) - at);
        part->data = copy_of(at, part->bytes);
        if (!stop)
            break;
        at = stop + 1;
    }
}

void read_input_free(struct read_input *input)
{
    for (size_t i = 0; i < input->parts; i++)
        free((void *)input->part[i].data);
}

struct attaching {
    const struct read_input *input;
    size_t next;
};

static void attach(void *context, struct option_file *file)
{
    static const unsigned char nothing[1];
    struct attaching *a = context;
    size_t i = a->next++;
    if (!file->path)
        return;
    file->data = i < a->input->parts ? a->input->part[i].data : nothing;
    file->bytes = i < a->input->parts ? a->input->part[i].bytes : 0;
}

bool read_input_keys(const struct read_input *input, const struct problem *problem,
                     struct arena *arena, void **keys, struct error *err)
{
    struct config_node *given, *tree;
    struct attaching a = {.input = input, .next = 1};
    if (config_tree_parse((const char *)input->part[0].data, input->part[0].bytes,
                          "config.yaml", true, arena, &given, err) ||
        config_resolve_mapping(problem->options, given, given, problem->name, arena,
                               &tree, err) ||
        config_fill(problem->options, problem->keys_bytes, tree, arena, keys, err))
        return false;
    config_fill_files(problem->options, *keys, attach, &a);
    return true;
}

void read_input_check_error(enum status status, const struct error *err)
{
    if (status == STATUS_OK)
        return;
    ensure(err->status == status);
    ensure(memchr(err->text, '\0', sizeof err->text) && err->text[0]);
    ensure(memchr(err->key, '\0', sizeof err->key));
}

const char *read_input_file(const uint8_t *data, size_t bytes)
{
    static char path[64];
    snprintf(path, sizeof path, "/dev/shm/skerry-read-%d", (int)getpid());
    FILE *file = fopen(path, "wb");
    ensure(file && fwrite(data, 1, bytes, file) == bytes && fclose(file) == 0);
    return path;
}
