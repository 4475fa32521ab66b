/* What every communicator promises, for any of them: run by tests/unit on threads and
 * by tests/mpi on processes. Each check returns how many bytes or values were wrong. */
#ifndef SKERRY_TESTS_COMM_CHECKS_H
#define SKERRY_TESTS_COMM_CHECKS_H

#include "comm.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { CHECK_RANKS_MAX = 64 };

/* The byte at place i of what one rank sends another. */
static unsigned char check_byte(int from, int to, size_t i)
{
    return (unsigned char)((size_t)from * 31 + (size_t)to * 17 + i * 7 + i / 251);
}

static void check_fill(unsigned char *at, int from, int to, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        at[i] = check_byte(from, to, i);
}

static size_t check_wrong(const unsigned char *at, int from, int to, size_t bytes)
{
    size_t wrong = 0;
    for (size_t i = 0; i < bytes; i++)
        wrong += at[i] != check_byte(from, to, i);
    return wrong;
}

static _Thread_local bool check_is_told;

static bool check_told(void)
{
    return check_is_told;
}

/* One rank after another is interrupted while it waits for rank 0, which continues when it
 * knows of it, or at once if none is. */
static size_t check_await(struct comm *comm)
{
    size_t wrong = 0;
    struct error err = {0};
    for (int round = 0; round < 3 * comm->size; round++) {
        int who = round % comm->size;
        check_is_told = who > 0 && (comm->rank == who || round >= 2 * comm->size);
        wrong += comm->rank == 0 && who == 0 && comm_called(comm);
        while (comm->rank == 0 && who > 0 && round >= comm->size && !comm_called(comm))
            ;
        wrong += comm_await(comm, check_told, &err) != STATUS_OK;
    }
    return wrong;
}

/* Uneven, and none for some pairs. */
static size_t check_block(int from, int to, size_t scale)
{
    return (size_t)((from * 7 + to * 13) % 5) * scale;
}

static size_t check_allgather(struct comm *comm, size_t bytes)
{
    size_t n = (size_t)comm->size, wrong = 0;
    unsigned char *in = malloc(bytes + 1), *out = malloc(n * bytes + 1);
    struct error err = {0};
    check_fill(in, comm->rank, 0, bytes);
    wrong += comm_allgather(comm, in, bytes, out, &err) != STATUS_OK;
    for (int r = 0; r < comm->size; r++)
        wrong += check_wrong(out + (size_t)r * bytes, r, 0, bytes);
    free(in);
    free(out);
    return wrong;
}

static size_t check_alltoallv(struct comm *comm, size_t scale)
{
    size_t in_bytes[CHECK_RANKS_MAX], out_bytes[CHECK_RANKS_MAX];
    size_t sent = 0, received = 0, wrong = 0;
    struct error err = {0};
    for (int r = 0; r < comm->size; r++) {
        sent += in_bytes[r] = check_block(comm->rank, r, scale);
        received += out_bytes[r] = check_block(r, comm->rank, scale);
    }
    unsigned char *in = malloc(sent + 1), *out = malloc(received + 1);
    for (size_t r = 0, at = 0; r < (size_t)comm->size; at += in_bytes[r++])
        check_fill(in + at, comm->rank, (int)r, in_bytes[r]);
    size_t most = 4 * scale * (size_t)comm->size; /* of check_block */
    wrong +=
        comm_alltoallv(comm, in, in_bytes, out, out_bytes, most, &err) != STATUS_OK;
    for (size_t r = 0, at = 0; r < (size_t)comm->size; at += out_bytes[r++])
        wrong += check_wrong(out + at, (int)r, comm->rank, out_bytes[r]);
    free(in);
    free(out);
    return wrong;
}

static size_t check_gather(struct comm *comm, size_t scale)
{
    size_t out_bytes[CHECK_RANKS_MAX], received = 0, wrong = 0;
    size_t sent = check_block(comm->rank, 3, scale);
    struct error err = {0};
    for (int r = 0; r < comm->size; r++)
        received += out_bytes[r] = check_block(r, 3, scale);
    int is_root = comm->rank == 0;
    unsigned char *in = malloc(sent + 1), *out = is_root ? malloc(received + 1) : NULL;
    check_fill(in, comm->rank, 0, sent);
    wrong += comm_gather(comm, in, sent, out, out_bytes, &err) != STATUS_OK;
    for (size_t r = 0, at = 0; is_root && r < (size_t)comm->size; at += out_bytes[r++])
        wrong += check_wrong(out + at, (int)r, 0, out_bytes[r]);
    free(in);
    free(out);
    return wrong;
}

static size_t check_broadcast(struct comm *comm, size_t bytes)
{
    size_t wrong = 0;
    struct error err = {0};
    unsigned char *buffer = malloc(bytes + 1);
    for (int root = 0; root < comm->size; root++) {
        memset(buffer, 0, bytes);
        if (comm->rank == root)
            check_fill(buffer, root, 1, bytes);
        wrong += comm_broadcast_from(comm, root, buffer, bytes, &err) != STATUS_OK;
        wrong += check_wrong(buffer, root, 1, bytes);
    }
    free(buffer);
    return wrong;
}

/* A ring of messages: each rank receives all that the one before could post, in order. */
static size_t check_messages(struct comm *comm, size_t bytes)
{
    enum { MESSAGES = 5 };
    unsigned char *message[2] = {malloc(bytes + 1), malloc(bytes + 1)};
    unsigned char *got = malloc(bytes + 1);
    int size = comm->size, before = (comm->rank + size - 1) % size, posted = 0,
        fetched = 0;
    size_t wrong = 0;
    struct error err = {0};
    while (size > 1 && (posted < MESSAGES || fetched < MESSAGES)) {
        unsigned char *next = message[posted % 2];
        bool moved = false;
        check_fill(next, comm->rank, posted, bytes);
        if (posted < MESSAGES)
            wrong += comm_post(comm, next, bytes, &moved, &err) != STATUS_OK;
        posted += moved;
        wrong += comm_fetch(comm, got, bytes, &moved, &err) != STATUS_OK;
        if (moved)
            wrong += check_wrong(got, before, fetched++, bytes);
    }
    bool moved = size == 1;
    if (size == 1) { /* nobody to post to */
        check_fill(message[0], 0, 0, bytes);
        wrong += comm_post(comm, message[0], bytes, &moved, &err) != STATUS_OK || moved;
    }
    moved = true;
    wrong += comm_agree(comm, &err) != STATUS_OK;
    wrong += comm_fetch(comm, got, bytes, &moved, &err) != STATUS_OK || moved;
    wrong += comm_agree(comm, &err) != STATUS_OK;
    free(message[0]);
    free(message[1]);
    free(got);
    return wrong;
}

static size_t check_greatest(struct comm *comm)
{
    size_t wrong = 0;
    struct error err = {0};
    for (int winner = 0; winner < comm->size; winner++) {
        uint64_t value = comm->rank == winner ? UINT64_MAX - 7 : (uint64_t)comm->rank;
        wrong += comm_greatest(comm, &value, &err) != STATUS_OK;
        wrong += value != UINT64_MAX - 7;
    }
    return wrong;
}

/* The gravest wins; of equals the lowest rank's text; nothing wrong leaves err alone.
 */
static size_t check_agree(struct comm *comm)
{
    size_t wrong = 0;
    struct error err = {0};
    wrong += comm_agree(comm, &err) != STATUS_OK;
    for (int culprit = 0; culprit < comm->size; culprit++) {
        char expected[32];
        err = (struct error){0};
        if (comm->rank >= culprit)
            error_at(&err, "some.key", "culprit %d", comm->rank);
        snprintf(expected, sizeof expected, "culprit %d", culprit);
        wrong += comm_agree(comm, &err) != STATUS_INPUT;
        wrong += strcmp(err.text, expected) != 0 || strcmp(err.key, "some.key") != 0;

        err = (struct error){0};
        if (comm->rank == culprit)
            error_set(&err, STATUS_IO, "grave");
        else
            error_set(&err, STATUS_FAILED, "light");
        wrong += comm_agree(comm, &err) != STATUS_IO || strcmp(err.text, "grave") != 0;
    }
    return wrong;
}

static size_t check_all_of(struct comm *comm)
{
    static const size_t sizes[] = {0, 1, 7, 4097, 70000};
    size_t wrong = check_greatest(comm) + check_agree(comm) + check_await(comm);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        wrong += check_allgather(comm, sizes[i]) + check_alltoallv(comm, sizes[i]) +
                 check_gather(comm, sizes[i]) + check_broadcast(comm, sizes[i]) +
                 check_messages(comm, sizes[i]);
    return wrong;
}

/* The whole table on a communicator, on its halves, and on a half's single ranks. */
static size_t check_comm(struct comm *comm)
{
    struct comm *half = NULL, *single = NULL;
    struct error err = {0};
    size_t wrong = check_all_of(comm);
    if (comm_split(comm, comm->rank % 2, &half, &err) != STATUS_OK)
        return wrong + 1;
    wrong += half->rank != comm->rank / 2;
    wrong += half->size != (comm->size + 1 - comm->rank % 2) / 2;
    wrong += check_all_of(half);
    if (comm_split(half, half->rank, &single, &err) != STATUS_OK)
        wrong++;
    else
        wrong += single->size != 1 || single->rank != 0 || check_all_of(single);
    wrong += check_all_of(comm);
    comm_close(single);
    comm_close(half);
    return wrong;
}

#endif
