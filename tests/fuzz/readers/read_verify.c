/* The independent verifiers, on what a result file may hold: a section that nothing but its
 * option table has checked, its files, and a genome and objectives of any length.
 *
 * The first byte chooses the problem and the number of objectives; of the parts after it the last
 * is the genome, one byte a gene. As in `skerry verify` it has room for genes of any type. */
#include "eternity_problem.h"
#include "level_problem.h"
#include "party_problem.h"
#include "read_input.h"
#include "sliding_problem.h"

#include <string.h>

static const struct problem *const problems[] = {&party_problem, &sliding_problem,
                                                 &eternity_problem, &level_problem};

static void verify(const struct problem *problem, const void *keys,
                   const struct option_file *genome, size_t objectives)
{
    double fitness[MAX_OBJECTIVES] = {1, 2, 3};
    double *exact = malloc(objectives * sizeof *exact);
    unsigned char *genes = calloc(genome->bytes, sizeof(double));
    FILE *report = fopen("/dev/null", "w");
    struct error err = {0};
    ensure(exact && genes && report);
    memcpy(exact, fitness, objectives * sizeof *exact);
    memcpy(genes, genome->data, genome->bytes);
    enum status status =
        problem->verify(keys, genes, genome->bytes, exact, objectives, report, &err);
    if (status != STATUS_FAILED)
        read_input_check_error(status, &err);
    fclose(report);
    free(genes);
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    struct read_input input;
    struct arena arena;
    struct error err = {0};
    void *keys;
    if (!bytes)
        return 0;
    const struct problem *problem = problems[data[0] & 3];
    arena_init(&arena);
    read_input_split(data + 1, bytes - 1, &input);
    const struct option_file *genome = &input.part[input.parts - 1];
    if (!read_input_keys(&input, problem, &arena, &keys, &err))
        read_input_check_error(err.status, &err);
    else if (genome->bytes)
        verify(problem, keys, genome, 1 + (data[0] >> 2) % MAX_OBJECTIVES);
    arena_free(&arena);
    read_input_free(&input);
    return 0;
}
