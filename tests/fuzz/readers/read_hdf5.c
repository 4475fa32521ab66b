#include "read_hdf5.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t bytes, size_t most);

/* Of HDF5; not in its headers. */
uint32_t H5_checksum_lookup3(const void *key, size_t length, uint32_t start);

enum {
    MOST_SPANS = 256,
    SUM_BYTES = 4,
    LEAST_SPAN = 8,
    MOST_SPAN = 2100,   /* of a node of a B-tree; longer structures stay as they are */
    MOST_LENGTHS = 64,  /* that were found before, and are tried first */
    MOST_SEARCHES = 100 /* for unknown lengths, which are slow */
};

/* A structure: `bytes` from `at` on, followed by their checksum. */
struct span {
    size_t at, bytes;
};

static size_t known[MOST_LENGTHS], n_known, searches;

static bool fits(const uint8_t *at, size_t bytes)
{
    uint32_t sum;
    memcpy(&sum, at + bytes, sizeof sum);
    return H5_checksum_lookup3(at, bytes, 0) == sum;
}

/* The length of the structure at `at`, of which the file has `left` bytes; 0: unknown. */
static size_t length_of(const uint8_t *at, size_t left)
{
    size_t most = left < MOST_SPAN + SUM_BYTES ? left : MOST_SPAN + SUM_BYTES;
    for (size_t i = 0; i < n_known; i++)
        if (known[i] + SUM_BYTES <= most && fits(at, known[i]))
            return known[i];
    if (searches >= MOST_SEARCHES)
        return 0;
    searches++;
    for (size_t n = LEAST_SPAN; n + SUM_BYTES <= most; n++)
        if (fits(at, n)) {
            if (n_known < MOST_LENGTHS)
                known[n_known++] = n;
            return n;
        }
    return 0;
}

static bool is_signature(const uint8_t *at)
{
    static const char *const words[] = {"\211HDF", "OHDR", "OCHK", "FRHP", "FHDB",
                                        "FHIB",    "BTHD", "BTLF", "BTIN", "FAHD",
                                        "FADB",    "EAHD", "EAIB", "EASB", "EADB"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!memcmp(at, words[i], 4))
            return true;
    return false;
}

static size_t find_spans(const uint8_t *data, size_t bytes, struct span *spans)
{
    size_t n = 0;
    for (size_t at = 0; at + LEAST_SPAN + SUM_BYTES <= bytes && n < MOST_SPANS; at++)
        if (is_signature(data + at) &&
            (spans[n].bytes = length_of(data + at, bytes - at))) {
            spans[n].at = at;
            at += spans[n++].bytes;
        }
    return n;
}

size_t read_hdf5_mutate(uint8_t *data, size_t bytes, size_t most, unsigned seed)
{
    struct span spans[MOST_SPANS];
    size_t n = find_spans(data, bytes, spans);
    if (!n || seed % 16 == 0)
        return LLVMFuzzerMutate(data, bytes, most);
    unsigned times = 1 + seed / 16 % 3;
    for (unsigned i = 0; i < times; i++) {
        const struct span *span = &spans[(seed / 64 + 7919 * i) % n];
        size_t skip = 4 + (size_t)rand() % (span->bytes - 4), room = span->bytes - skip;
        size_t part = 1 + (size_t)rand() % (room < 16 ? room : 16);
        /* A shorter result leaves the last bytes as they were: no length changes. */
        LLVMFuzzerMutate(data + span->at + skip, part, part);
        uint32_t sum = H5_checksum_lookup3(data + span->at, span->bytes, 0);
        memcpy(data + span->at + span->bytes, &sum, sizeof sum);
    }
    if (seed % 5 ==
        0) { /* heaps of texts and the data have no checksums of this kind */
        size_t at = (size_t)rand() % bytes, part = bytes - at < 8 ? bytes - at : 8;
        bool outside = true;
        for (size_t i = 0; i < n; i++)
            outside = outside && (at + part <= spans[i].at ||
                                  at >= spans[i].at + spans[i].bytes + SUM_BYTES);
        if (outside)
            LLVMFuzzerMutate(data + at, part, part);
    }
    return bytes;
}

void __sanitizer_set_death_callback(void (*callback)(void));

/* A crash of the child that tries a file is what the child is for: it ends by a signal, and
 * libFuzzer must not take it for its own. */
static void begin_child(void)
{
    __sanitizer_set_death_callback(NULL);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    return pthread_atfork(NULL, NULL, begin_child);
}
