#include "config_share.h"

#include "config_text.h"

#include <assert.h>
#include <string.h>

/* Sizes that all ranks need before the first allocation. */
struct header {
    uint64_t words_bytes, n_files, n_origins;
};

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the config");
}

static void put_word(struct config_text *out, const char *word)
{
    config_text_add(out, word, strlen(word) + 1);
}

/* All strings of the parcel, each followed by a NUL; in perm. */
static char *pack_words(const struct config_parcel *parcel, struct arena *perm,
                        uint64_t *bytes)
{
    struct config_text out = config_text_begin(perm);
    put_word(&out, parcel->text);
    for (size_t i = 0; i < parcel->n_files; i++) {
        put_word(&out, parcel->files[i].key);
        put_word(&out, parcel->files[i].file.path);
    }
    for (size_t i = 0; i < parcel->n_origins; i++) {
        put_word(&out, parcel->origins[i].key);
        put_word(&out, parcel->origins[i].place);
    }
    *bytes = out.used;
    return config_text_end(&out);
}

static const char *next_word(const char **at)
{
    const char *word = *at;
    *at += strlen(word) + 1;
    return word;
}

static void unpack_words(struct config_parcel *parcel, const char *words)
{
    parcel->text = next_word(&words);
    for (size_t i = 0; i < parcel->n_files; i++) {
        parcel->files[i].key = next_word(&words);
        parcel->files[i].file.path = next_word(&words);
    }
    for (size_t i = 0; i < parcel->n_origins; i++) {
        parcel->origins[i].key = next_word(&words);
        parcel->origins[i].place = next_word(&words);
    }
}

/* Broadcasts the sizes first, so that all ranks can agree on having enough memory. */
static enum status share_files(struct config_parcel *parcel, struct comm *comm,
                               struct arena *perm, struct error *err)
{
    for (size_t i = 0; i < parcel->n_files; i++) {
        struct option_file *file = &parcel->files[i].file;
        uint64_t bytes = file->bytes;
        if (comm_broadcast(comm, &bytes, sizeof bytes, err) != STATUS_OK)
            return err->status;
        /* Rank 0 does not write to it. */
        unsigned char *data = (unsigned char *)file->data;
        if (comm->rank != 0 && !(data = arena_take(perm, bytes + 1)))
            no_memory(err);
        if (comm_agree(comm, err) != STATUS_OK)
            return err->status;
        file->data = data;
        file->bytes = bytes;
        if (bytes && comm_broadcast(comm, data, bytes, err) != STATUS_OK)
            return err->status;
    }
    return STATUS_OK;
}

enum status config_share(struct config_parcel *parcel, struct comm *comm,
                         struct arena *perm, struct error *err)
{
    struct header header = {.n_files = parcel->n_files, .n_origins = parcel->n_origins};
    char *words = NULL;
    err->status = STATUS_OK;
    if (comm->size == 1)
        return STATUS_OK;
    if (comm->rank == 0 && !(words = pack_words(parcel, perm, &header.words_bytes)))
        no_memory(err);
    if (comm_agree(comm, err) != STATUS_OK ||
        comm_broadcast(comm, &header, sizeof header, err) != STATUS_OK)
        return err->status;
    if (comm->rank != 0) {
        parcel->n_files = header.n_files;
        parcel->n_origins = header.n_origins;
        words = arena_take(perm, header.words_bytes);
        parcel->files = ARENA_NEW(perm, struct config_file, header.n_files);
        parcel->origins = ARENA_NEW(perm, struct config_origin, header.n_origins);
        if (!words || !parcel->files || !parcel->origins)
            no_memory(err);
    }
    if (comm_agree(comm, err) != STATUS_OK ||
        comm_broadcast(comm, words, header.words_bytes, err) != STATUS_OK)
        return err->status;
    assert(words);
    if (comm->rank != 0)
        unpack_words(parcel, words);
    return share_files(parcel, comm, perm, err);
}
