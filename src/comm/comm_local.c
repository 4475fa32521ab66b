#include "comm_local.h"

#include "arena.h"
#include "comm_serial.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* One rank's arguments of a call. Others read them between `enter` and `leave`. */
struct offer {
    const void *in;
    const size_t *in_bytes;
    size_t bytes;
    uint64_t value;
    struct comm_local *part; /* split: the new communicator, made by its lowest rank */
};

/* All communicators that descend from one world share its lock and its failure. */
struct world {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    struct arena perm;
    size_t open; /* communicators */
    bool broken;
    char why[96];
    struct comm_fault fault;
    unsigned *calls; /* of each rank of the world */
};

struct group {
    int size, arrived, left;
    uint64_t phase; /* counts how often all have arrived */
    uint64_t freed; /* how often rank 0 has released the others */
    bool called;    /* `told` was true on a waiting rank */
    struct offer *offers;
    struct message *messages; /* to each rank, from the one before it */
};

/* A message on the ring, in its sender's memory. */
struct message {
    const void *bytes; /* NULL: there is none */
    size_t n;
};

struct comm_local {
    struct comm base;
    struct world *world;
    struct group *group;
    int world_rank;
    uint64_t awaited; /* calls of await */
    bool damage;      /* damages the data received by this call */
};

static struct comm_local *local(struct comm *comm)
{
    return (struct comm_local *)comm;
}

static void breaks(struct world *world, const char *why, int rank)
{
    if (!world->broken)
        snprintf(world->why, sizeof world->why, "rank %d %s", rank, why);
    world->broken = true;
    pthread_cond_broadcast(&world->moved);
}

static bool arrive(struct comm_local *c)
{
    struct group *group = c->group;
    if (++group->arrived < group->size)
        return false;
    group->arrived = 0;
    group->phase++;
    pthread_cond_broadcast(&c->world->moved);
    return true;
}

/* Counts the call and injects the fault if it is due. */
static void meet_fault(struct comm_local *c)
{
    const struct comm_fault *fault = &c->world->fault;
    unsigned call = ++c->world->calls[c->world_rank];
    c->damage = false;
    if (c->world_rank != fault->rank || call != fault->call)
        return;
    if (fault->kind == FAULT_FAIL)
        breaks(c->world, "is lost (injected)", c->world_rank);
    if (fault->kind == FAULT_DAMAGE)
        c->damage = true;
    if (fault->kind == FAULT_DELAY) {
        struct timespec delay = {.tv_sec = fault->delay_ms / 1000,
                                 .tv_nsec = fault->delay_ms % 1000 * 1000000L};
        pthread_mutex_unlock(&c->world->lock);
        nanosleep(&delay, NULL);
        pthread_mutex_lock(&c->world->lock);
    }
}

/* Publishes this rank's arguments and waits until all ranks have; the arguments of the
 * others may then be read until `leave`. */
static enum status enter(struct comm_local *c, struct offer offer, struct error *err)
{
    struct world *world = c->world;
    struct group *group = c->group;
    enum status status = STATUS_OK;
    pthread_mutex_lock(&world->lock);
    meet_fault(c);
    if (!world->broken && group->left == 0) {
        uint64_t phase = group->phase;
        group->offers[c->base.rank] = offer;
        if (!arrive(c))
            while (group->phase == phase && !world->broken && group->left == 0)
                pthread_cond_wait(&world->moved, &world->lock);
        if (group->phase != phase)
            goto out;
    }
    if (!world->broken)
        breaks(world, "waits for one that has left", c->world_rank);
    status = error_set(err, STATUS_COMM, "%s", world->why);
out:
    pthread_mutex_unlock(&world->lock);
    return status;
}

/* Waits until all ranks have read. Every rank that entered gets here, so this cannot fail,
 * even if the world has failed meanwhile. */
static void leave(struct comm_local *c)
{
    pthread_mutex_lock(&c->world->lock);
    uint64_t phase = c->group->phase;
    if (!arrive(c))
        while (c->group->phase == phase)
            pthread_cond_wait(&c->world->moved, &c->world->lock);
    pthread_mutex_unlock(&c->world->lock);
}

/* Fails a call between `enter` and `leave` whose sizes do not match. The whole world fails,
 * so that the ranks with matching sizes notice at their next call. */
static enum status misfit(struct comm_local *c, int from, size_t sent, size_t expected,
                          struct error *err)
{
    error_set(err, STATUS_COMM, "rank %d sends %zu bytes where rank %d expects %zu",
              from, sent, c->base.rank, expected);
    pthread_mutex_lock(&c->world->lock);
    breaks(c->world, "received a block of another size", c->world_rank);
    pthread_mutex_unlock(&c->world->lock);
    return STATUS_COMM;
}

static void copy(void *to, const void *from, size_t bytes)
{
    if (bytes) /* the pointers may be NULL else */
        memcpy(to, from, bytes);
}

static void damage(struct comm_local *c, void *out, size_t bytes)
{
    size_t byte = c->world->fault.byte;
    if (c->damage && byte < bytes)
        ((unsigned char *)out)[byte] ^= 0xff;
}

static enum status local_allgather(struct comm *comm, const void *in, size_t bytes,
                                   void *out, struct error *err)
{
    struct comm_local *c = local(comm);
    enum status status = enter(c, (struct offer){.in = in, .bytes = bytes}, err);
    if (status != STATUS_OK)
        return status;
    for (int r = 0; r < comm->size && status == STATUS_OK; r++) {
        const struct offer *offer = &c->group->offers[r];
        if (offer->bytes != bytes)
            status = misfit(c, r, offer->bytes, bytes, err);
        else
            copy((unsigned char *)out + (size_t)r * bytes, offer->in, bytes);
    }
    damage(c, out, (size_t)comm->size * bytes);
    leave(c);
    return status;
}

static size_t sum(const size_t *bytes, int n)
{
    size_t all = 0;
    for (int r = 0; r < n; r++)
        all += bytes[r];
    return all;
}

static enum status local_alltoallv(struct comm *comm, const void *in,
                                   const size_t *in_bytes, void *out,
                                   const size_t *out_bytes, size_t most,
                                   struct error *err)
{
    struct comm_local *c = local(comm);
    ensure(sum(in_bytes, comm->size) <= most && sum(out_bytes, comm->size) <= most);
    enum status status = enter(c, (struct offer){.in = in, .in_bytes = in_bytes}, err);
    if (status != STATUS_OK)
        return status;
    size_t at = 0;
    for (int r = 0; r < comm->size && status == STATUS_OK; r++) {
        const struct offer *offer = &c->group->offers[r];
        size_t skip = 0, bytes = offer->in_bytes[comm->rank];
        for (int before = 0; before < comm->rank; before++)
            skip += offer->in_bytes[before];
        if (bytes != out_bytes[r])
            status = misfit(c, r, bytes, out_bytes[r], err);
        else if (bytes)
            copy((unsigned char *)out + at, (const unsigned char *)offer->in + skip,
                 bytes);
        at += out_bytes[r];
    }
    if (status == STATUS_OK)
        damage(c, out, at);
    leave(c);
    return status;
}

static enum status local_gather(struct comm *comm, const void *in, size_t bytes,
                                void *out, const size_t *out_bytes, struct error *err)
{
    struct comm_local *c = local(comm);
    enum status status = enter(c, (struct offer){.in = in, .bytes = bytes}, err);
    if (status != STATUS_OK)
        return status;
    size_t at = 0;
    for (int r = 0; comm->rank == 0 && r < comm->size && status == STATUS_OK; r++) {
        const struct offer *offer = &c->group->offers[r];
        if (offer->bytes != out_bytes[r])
            status = misfit(c, r, offer->bytes, out_bytes[r], err);
        else if (offer->bytes)
            copy((unsigned char *)out + at, offer->in, offer->bytes);
        at += out_bytes[r];
    }
    if (status == STATUS_OK)
        damage(c, out, at);
    leave(c);
    return status;
}

static enum status local_broadcast(struct comm *comm, int root, void *buffer,
                                   size_t bytes, struct error *err)
{
    struct comm_local *c = local(comm);
    enum status status = enter(c, (struct offer){.in = buffer, .bytes = bytes}, err);
    if (status != STATUS_OK)
        return status;
    const struct offer *offer = &c->group->offers[root];
    if (offer->bytes != bytes)
        status = misfit(c, root, offer->bytes, bytes, err);
    else if (comm->rank != root) {
        copy(buffer, offer->in, bytes);
        damage(c, buffer, bytes);
    }
    leave(c);
    return status;
}

static enum status local_greatest(struct comm *comm, uint64_t *value, struct error *err)
{
    struct comm_local *c = local(comm);
    enum status status = enter(c, (struct offer){.value = *value}, err);
    if (status != STATUS_OK)
        return status;
    for (int r = 0; r < comm->size; r++)
        if (c->group->offers[r].value > *value)
            *value = c->group->offers[r].value;
    leave(c);
    return STATUS_OK;
}

/* Begins a call that is not collective: takes the lock, and fails if the world has. */
static enum status enter_alone(struct comm_local *c, struct error *err)
{
    pthread_mutex_lock(&c->world->lock);
    meet_fault(c);
    if (c->group->left)
        breaks(c->world, "waits for one that has left", c->world_rank);
    return c->world->broken ? error_set(err, STATUS_COMM, "%s", c->world->why)
                            : STATUS_OK;
}

static enum status local_post(struct comm *comm, const void *message, size_t bytes,
                              bool *posted, struct error *err)
{
    struct comm_local *c = local(comm);
    struct message *to = &c->group->messages[(comm->rank + 1) % comm->size];
    enum status status = enter_alone(c, err);
    *posted = status == STATUS_OK && comm->size > 1 && !to->bytes;
    if (*posted)
        *to = (struct message){message, bytes};
    pthread_mutex_unlock(&c->world->lock);
    return status;
}

static enum status local_fetch(struct comm *comm, void *message, size_t bytes,
                               bool *fetched, struct error *err)
{
    struct comm_local *c = local(comm);
    struct message *from = &c->group->messages[comm->rank];
    enum status status = enter_alone(c, err);
    *fetched = status == STATUS_OK && from->bytes;
    if (*fetched) {
        ensure(from->n == bytes);
        copy(message, from->bytes, bytes);
        damage(c, message, bytes);
        from->bytes = NULL;
    }
    pthread_mutex_unlock(&c->world->lock);
    return status;
}

/* Waits for rank 0, at most MOMENT_NS (chosen by hand). The caller holds the lock. */
static void wait_a_moment(struct world *world)
{
    enum { MOMENT_NS = 5000000, SECOND_NS = 1000000000 };
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += MOMENT_NS;
    if (until.tv_nsec >= SECOND_NS) {
        until.tv_sec++;
        until.tv_nsec -= SECOND_NS;
    }
    pthread_cond_timedwait(&world->moved, &world->lock, &until);
}

static enum status local_await(struct comm *comm, bool (*told)(void), struct error *err)
{
    struct comm_local *c = local(comm);
    struct group *group = c->group;
    struct world *world = c->world;
    enum status status = STATUS_OK;
    c->awaited++;
    pthread_mutex_lock(&world->lock);
    bool lost = world->broken;
    if (comm->rank == 0 && !lost) {
        group->freed++;
        group->called = false;
        pthread_cond_broadcast(&world->moved);
    }
    while (!lost && group->freed < c->awaited) {
        if (told())
            group->called = true;
        wait_a_moment(world);
        if (group->left && group->freed < c->awaited)
            breaks(world, "waits for one that has left", c->world_rank);
        lost = world->broken && group->freed < c->awaited;
    }
    if (lost)
        status = error_set(err, STATUS_COMM, "%s", world->why);
    pthread_mutex_unlock(&world->lock);
    return status;
}

static bool local_called(struct comm *comm)
{
    struct comm_local *c = local(comm);
    pthread_mutex_lock(&c->world->lock);
    bool called = c->group->called;
    pthread_mutex_unlock(&c->world->lock);
    return called;
}

static void local_close(struct comm *comm);
static enum status local_split(struct comm *comm, int colour, struct comm **part,
                               struct error *err);

static const struct comm_ops local_ops = {
    "local",         local_allgather, local_alltoallv, local_gather,
    local_broadcast, local_greatest,  local_post,      local_fetch,
    local_await,     local_called,    local_split,     local_close};

/* Allocates a group with its communicators in the world's memory; NULL if memory runs out.
 * The caller holds the lock. */
static struct comm_local *make_group(struct world *world, int size)
{
    struct group *group = ARENA_NEW(&world->perm, struct group, 1);
    struct comm_local *members =
        ARENA_NEW(&world->perm, struct comm_local, (size_t)size);
    struct offer *offers = ARENA_NEW(&world->perm, struct offer, (size_t)size);
    struct message *messages = ARENA_NEW(&world->perm, struct message, (size_t)size);
    if (!group || !members || !offers || !messages)
        return NULL;
    *group = (struct group){.size = size, .offers = offers, .messages = messages};
    for (int r = 0; r < size; r++)
        members[r] = (struct comm_local){
            {&local_ops, r, size}, .world = world, .group = group, .world_rank = r};
    world->open += (size_t)size;
    return members;
}

static enum status local_split(struct comm *comm, int colour, struct comm **part,
                               struct error *err)
{
    struct comm_local *c = local(comm);
    struct offer *offers = c->group->offers;
    uint64_t mine = (uint64_t)colour;
    enum status status = enter(c, (struct offer){.value = mine}, err);
    if (status != STATUS_OK)
        return status;
    int size = 0, rank = 0, lowest = comm->size;
    for (int r = 0; r < comm->size; r++) {
        if (offers[r].value != mine)
            continue;
        size++;
        rank += r < comm->rank;
        lowest = r < lowest ? r : lowest;
    }
    if (comm->rank == lowest) {
        pthread_mutex_lock(&c->world->lock);
        offers[lowest].part = make_group(c->world, size);
        pthread_mutex_unlock(&c->world->lock);
    }
    leave(c); /* after the groups were made, */
    struct comm_local *made = offers[lowest].part;
    leave(c); /* and after they were read */
    if (!made)
        return error_set(err, STATUS_MEMORY, "no memory for a part of %d ranks", size);
    made[rank].world_rank = c->world_rank;
    *part = &made[rank].base;
    return STATUS_OK;
}

static void local_close(struct comm *comm)
{
    struct comm_local *c = local(comm);
    struct world *world = c->world;
    pthread_mutex_lock(&world->lock);
    c->group->left++;
    pthread_cond_broadcast(&world->moved);
    bool last = --world->open == 0;
    pthread_mutex_unlock(&world->lock);
    if (!last)
        return;
    pthread_cond_destroy(&world->moved);
    pthread_mutex_destroy(&world->lock);
    struct arena perm = world->perm; /* contains the world itself */
    arena_free(&perm);
}

enum status comm_local_open(int size, const struct comm_fault *fault,
                            struct comm **ranks, struct error *err)
{
    ensure(size >= 1);
    if (size == 1 && !fault)
        return comm_serial_open(ranks, err);
    struct arena perm;
    arena_init(&perm);
    struct world *world = ARENA_NEW(&perm, struct world, 1);
    unsigned *calls = ARENA_NEW(&perm, unsigned, (size_t)size);
    struct comm_local *members = NULL;
    if (world && calls) {
        *world = (struct world){.perm = perm, .calls = calls};
        members = make_group(world, size);
        perm = world->perm;
    }
    if (!members) {
        arena_free(&perm);
        return error_set(err, STATUS_MEMORY, "no memory for %d ranks", size);
    }
    if (fault)
        world->fault = *fault;
    pthread_mutex_init(&world->lock, NULL);
    pthread_cond_init(&world->moved, NULL);
    for (int r = 0; r < size; r++)
        ranks[r] = &members[r].base;
    return STATUS_OK;
}

struct job {
    pthread_t thread;
    struct comm *comm;
    void (*run)(struct comm *world, void *arg);
    void *arg;
};

static void *run_job(void *arg)
{
    struct job *job = arg;
    job->run(job->comm, job->arg);
    comm_close(job->comm);
    return NULL;
}

enum status comm_local_run(int size, const struct comm_fault *fault,
                           void (*run)(struct comm *world, void *arg), void *arg,
                           struct error *err)
{
    struct arena memory;
    arena_init(&memory);
    struct job *jobs = ARENA_NEW(&memory, struct job, (size_t)size);
    struct comm **ranks = ARENA_NEW(&memory, struct comm *, (size_t)size);
    enum status status = STATUS_OK;
    if (!jobs || !ranks)
        status = error_set(err, STATUS_MEMORY, "no memory for %d threads", size);
    else
        status = comm_local_open(size, fault, ranks, err);
    if (status != STATUS_OK)
        goto out;
    int started = 1; /* rank 0 runs here */
    for (int r = 0; r < size; r++)
        jobs[r] = (struct job){.comm = ranks[r], .run = run, .arg = arg};
    while (started < size &&
           pthread_create(&jobs[started].thread, NULL, run_job, &jobs[started]) == 0)
        started++;
    for (int r = started; r < size; r++)
        comm_close(ranks[r]);
    run_job(&jobs[0]);
    for (int r = 1; r < started; r++)
        pthread_join(jobs[r].thread, NULL);
    if (started < size)
        status = error_set(err, STATUS_FAILED, "only %d of %d threads can be started",
                           started, size);
out:
    arena_free(&memory);
    return status;
}
