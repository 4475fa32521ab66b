#include "comm.h"

/* The more severe status wins, then the lower rank. */
static uint64_t claim(const struct comm *comm, enum status status)
{
    return (uint64_t)status << 32 | (UINT32_MAX - (uint32_t)comm->rank);
}

enum status comm_agree(struct comm *comm, struct error *err)
{
    struct error lost = {0};
    uint64_t gravest = claim(comm, err->status);
    if (comm_greatest(comm, &gravest, &lost) != STATUS_OK)
        goto lost;
    if (gravest >> 32 == STATUS_OK)
        return STATUS_OK;
    /* Only a failure has a text to broadcast, from the rank that has it. */
    int root = (int)(UINT32_MAX - (uint32_t)gravest);
    if (comm_broadcast_from(comm, root, err, sizeof *err, &lost) != STATUS_OK)
        goto lost;
    return err->status;
lost:
    if (err->status != STATUS_COMM) /* else this rank knows more */
        *err = lost;
    return err->status;
}
