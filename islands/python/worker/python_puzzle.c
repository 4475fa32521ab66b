#include "python_puzzle.h"

#include "operators.h"

#include <math.h>
#include <string.h>

/* Genes are stored as their operators want them. */
static const enum gene_type types[] = {[PYTHON_PERMUTATION] = GENE_I32,
                                       [PYTHON_BITS] = GENE_U8,
                                       [PYTHON_INTEGERS] = GENE_I32,
                                       [PYTHON_REALS] = GENE_F64};
static const char *const units[] = {[PYTHON_PERMUTATION] = "element, from 0",
                                    [PYTHON_BITS] = "1",
                                    [PYTHON_INTEGERS] = "1",
                                    [PYTHON_REALS] = "1"};

/* Bounds memory; the same as in genes.py. */
enum { MOST_GENES = 1000000 };

/* The bytes of a row of a population, so that rows are contiguous (population_init). */
static size_t row_bytes(size_t bytes)
{
    size_t align = bytes >= ARENA_ALIGN ? ARENA_ALIGN : 8;
    return (bytes + align - 1) / align * align;
}

/* A text in perm; sets `broken` without memory. */
static const char *text_of(struct unpack *in, struct arena *perm)
{
    struct unpack blob = unpack_blob(in);
    size_t bytes = (size_t)(blob.end - blob.at);
    char *text = ARENA_NEW(perm, char, bytes + 1);
    if (text && bytes)
        memcpy(text, blob.at, bytes);
    in->broken = in->broken || !text;
    return text;
}

static void read_measures(struct unpack *in, struct arena *perm, size_t most,
                          struct measure *measures, size_t *n)
{
    *n = (size_t)unpack_u64(in);
    in->broken = in->broken || *n > most;
    for (size_t i = 0; i < *n && !in->broken; i++) {
        measures[i].name = text_of(in, perm);
        measures[i].unit = text_of(in, perm);
        measures[i].maximise = unpack_u64(in) != 0;
        measures[i].low = unpack_f64(in);
        measures[i].high = unpack_f64(in);
    }
}

static void read_bounds(struct unpack *in, size_t n, struct arena *perm,
                        struct python_puzzle *puzzle)
{
    double *reals[2] = {ARENA_NEW(perm, double, n), ARENA_NEW(perm, double, n)};
    int32_t *ints[2] = {ARENA_NEW(perm, int32_t, n), ARENA_NEW(perm, int32_t, n)};
    for (size_t side = 0; side < 2; side++) {
        in->broken = in->broken || !reals[side] || !ints[side];
        for (size_t i = 0; i < n && !in->broken; i++) {
            reals[side][i] = unpack_f64(in);
            bool fits = fabs(reals[side][i]) <= INT32_MAX;
            ints[side][i] = fits ? (int32_t)reals[side][i] : 0;
        }
    }
    puzzle->low = reals[0];
    puzzle->high = reals[1];
    puzzle->low_int = ints[0];
    puzzle->high_int = ints[1];
}

enum status python_puzzle_read(const struct pack *reply, struct arena *perm,
                               struct python_puzzle *puzzle, struct shape *shape,
                               struct error *err)
{
    struct unpack in = unpack_from(reply->data, reply->used);
    *puzzle = (struct python_puzzle){.kind = PYTHON_REALS};
    *shape = (struct shape){0};
    (void)unpack_blob(&in); /* the name of the class */
    uint64_t kind = unpack_u64(&in), genes = unpack_u64(&in), methods;
    in.broken = in.broken || kind > PYTHON_REALS || !genes || genes > MOST_GENES;
    if (!in.broken) {
        puzzle->kind = (enum python_gene_kind)kind;
        *shape = skerry_shape(types[kind], (size_t)genes, units[kind], NULL,
                              skerry_permutation_scratch((size_t)genes));
        shape->genome_bytes = row_bytes(shape->genome_bytes);
    }
    read_measures(&in, perm, MAX_OBJECTIVES, shape->objective, &shape->objectives);
    read_measures(&in, perm, MAX_DESCRIPTORS, shape->descriptor, &shape->descriptors);
    methods = unpack_u64(&in);
    for (size_t i = 0; i < PYTHON_CALLS; i++)
        puzzle->has[i] = methods >> i & 1;
    if (puzzle->kind == PYTHON_INTEGERS || puzzle->kind == PYTHON_REALS)
        read_bounds(&in, shape->genes, perm, puzzle);
    if (in.broken || in.at != in.end || !shape->objectives)
        return error_set(err, STATUS_FAILED, "Python sent no description of its class");
    return STATUS_OK;
}
