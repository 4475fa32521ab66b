#include "python_verify.h"

#include "python_puzzle.h"

/* The class of a result, whose solutions are checked one after another; its process ends with
 * this one. */
static struct {
    struct python_worker worker;
    size_t genes, genome_bytes; /* as the file stores them */
} loaded = {.worker = {.process.socket = -1}};

/* Loads the class unless it is loaded. */
static enum status load(const struct python_keys *keys, struct error *err)
{
    struct python_puzzle puzzle;
    struct shape shape;
    struct arena arena;
    if (python_worker_suits(&loaded.worker, keys)) {
        loaded.worker.keys = keys;
        return STATUS_OK;
    }
    python_worker_close(&loaded.worker);
    if (python_worker_open(&loaded.worker, keys, err))
        return err->status;
    arena_init(&arena);
    python_puzzle_read(&loaded.worker.reply, &arena, &puzzle, &shape, err);
    loaded.genes = shape.genes;
    loaded.genome_bytes = shape.genes * gene_bytes(shape.gene_type);
    arena_free(&arena);
    return err->status;
}

enum status python_verify(const void *keys, const void *genome, size_t genes,
                          const double *fitness, size_t objectives, FILE *report,
                          struct error *err)
{
    uint64_t right = 0;
    if (load(keys, err))
        return err->status;
    if (genes != loaded.genes) {
        fprintf(report, "WRONG %zu genes, and the class has %zu\n", genes,
                loaded.genes);
        return error_set(err, STATUS_FAILED, "a wrong solution");
    }
    struct python_call call = {
        .kind = PYTHON_VERIFY,
        .rows = objectives,
        .part = {genome, fitness},
        .part_bytes = {loaded.genome_bytes, objectives * sizeof *fitness}};
    if (!python_worker_call(&loaded.worker, &call, &right)) {
        *err = loaded.worker.failed;
        return err->status;
    }
    (void)fwrite(loaded.worker.reply.data, 1, loaded.worker.reply.used, report);
    return right ? STATUS_OK : error_set(err, STATUS_FAILED, "a wrong solution");
}
