#include "comm.h"

#include <string.h>

enum status comm_agree(struct comm *comm, struct error *err)
{
    struct error lost = {0};
    int own = (int)err->status;
    int *all = malloc((size_t)comm->size * sizeof *all);
    if (!all)
        return error_set(err, STATUS_MEMORY, "no memory to agree with %d ranks",
                         comm->size);
    enum status status = comm_allgather(comm, &own, sizeof own, all, &lost);
    int worst = 0;
    for (int r = 1; status == STATUS_OK && r < comm->size; r++)
        if (all[r] > all[worst])
            worst = r;
    /* Only a failure needs its text; it travels from the rank that has it. */
    if (status == STATUS_OK && all[worst] != STATUS_OK) {
        struct error *texts = malloc((size_t)comm->size * sizeof *texts);
        if (texts && (status = comm_allgather(comm, err, sizeof *err, texts, &lost)) ==
                         STATUS_OK)
            *err = texts[worst];
        free(texts);
    }
    free(all);
    if (status != STATUS_OK)
        *err = lost;
    return err->status;
}
