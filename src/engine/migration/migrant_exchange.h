/* Individuals on their way between ranks: one block for each pair of ranks that has
 * any, opened by a header that the receiver checks whole.
 *
 *     begin, pack and expect in any number, run, unpack as often as expected
 *
 * On the wire an individual is its genome and costs without padding. */
#ifndef SKERRY_ENGINE_MIGRANT_EXCHANGE_H
#define SKERRY_ENGINE_MIGRANT_EXCHANGE_H

#include "comm.h"
#include "population.h"

/* How a block opens. The epoch stands for the generation, since each epoch has one
 * migration and islands whose search has ended count no generations. */
struct migrant_header {
    char magic[4]; /* "SKMB" */
    uint32_t version;
    uint32_t island; /* the sender's first */
    uint32_t replica;
    uint64_t epoch;
    uint64_t count; /* individuals */
    uint64_t bytes; /* of the block, this header included */
};

struct migrant_exchange {
    struct comm *comm;
    size_t islands, genome_bytes, cost_bytes;
    size_t *sent, *expected; /* size: individuals to and from each rank */
    size_t *in_bytes, *out_bytes;
    unsigned char *out, *in; /* blocks that go out, and that come in */
    unsigned char *end;      /* of what is packed */
    unsigned char **next;    /* size: what comes next from each rank */
};

/* Bytes of one individual on the wire. */
static inline size_t migrant_exchange_row_bytes(const struct shape *shape)
{
    return shape->genome_bytes + shape->objectives * sizeof(double);
}

/* Takes room for `capacity` individuals out and as many in. Local; STATUS_MEMORY. */
enum status migrant_exchange_init(struct migrant_exchange *exchange, struct comm *comm,
                                  size_t islands, const struct shape *shape,
                                  size_t capacity, struct arena *perm,
                                  struct error *err);

/* Empties it. */
void migrant_exchange_begin(struct migrant_exchange *exchange);

/* Adds a row to the block for a rank; ranks ascend from call to call. */
void migrant_exchange_pack(struct migrant_exchange *exchange, size_t rank,
                           const struct population *pop, size_t row);

/* Counts one more individual that comes from a rank. */
static inline void migrant_exchange_expect(struct migrant_exchange *exchange,
                                           size_t rank)
{
    exchange->expected[rank]++;
}

/* Sends and receives. STATUS_COMM on all ranks when one is lost or got a block that is
 * not what it expects. Collective. */
enum status migrant_exchange_run(struct migrant_exchange *exchange, uint32_t replica,
                                 uint64_t epoch, struct error *err);

/* Takes the next individual from a rank, in the order in which that packed them. */
void migrant_exchange_unpack(struct migrant_exchange *exchange, size_t rank,
                             struct population *pop, size_t row);

#endif
