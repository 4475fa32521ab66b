/* The exchange of individuals between ranks by one alltoallv: one block for each pair of
 * ranks that has any, opened by a header that the receiver checks whole.
 *
 *     begin, pack and expect in any number, run, unpack as often as expected
 *
 * On the wire an individual is its genome and costs without padding. */
#ifndef SKERRY_ENGINE_MIGRANT_EXCHANGE_H
#define SKERRY_ENGINE_MIGRANT_EXCHANGE_H

#include "comm.h"
#include "island_layout.h"
#include "population.h"

/* The header of a block. It names the epoch, not the generation: each epoch has one
 * migration, and islands that have finished do not count generations. */
struct migrant_header {
    char magic[4]; /* "SKMB" */
    uint32_t version;
    uint32_t island; /* number of the sender's first island */
    uint32_t replica;
    uint64_t epoch;
    uint64_t count; /* individuals */
    uint64_t bytes; /* of the block, this header included */
};

struct migrant_exchange {
    struct comm *comm;
    struct island_layout layout;
    size_t genome_bytes, cost_bytes;
    size_t *sent, *expected; /* size: individuals to and from each rank */
    size_t *in_bytes, *out_bytes;
    size_t most;             /* bytes that a rank may send or receive */
    unsigned char *out, *in; /* outgoing and incoming blocks; begin exchanges the two */
    unsigned char *end;      /* of the packed data */
    unsigned char **next;    /* size: the next individual from each rank */
};

/* Bytes of one individual in a message. */
static inline size_t migrant_exchange_row_bytes(const struct shape *shape)
{
    return shape->genome_bytes + shape->objectives * sizeof(double);
}

/* Takes memory for `capacity` outgoing and as many incoming individuals. `capacity` is the
 * same on all ranks. Local; may fail with STATUS_MEMORY. */
enum status migrant_exchange_init(struct migrant_exchange *exchange, struct comm *comm,
                                  const struct island_layout *layout,
                                  const struct shape *shape, size_t capacity,
                                  struct arena *perm, struct error *err);

/* Empties the blocks. */
void migrant_exchange_begin(struct migrant_exchange *exchange);

/* Adds a row to the block for a rank; successive calls have ascending ranks. */
void migrant_exchange_pack(struct migrant_exchange *exchange, size_t rank,
                           const struct population *pop, size_t row);

/* Announces one more individual from a rank. */
static inline void migrant_exchange_expect(struct migrant_exchange *exchange,
                                           size_t rank)
{
    exchange->expected[rank]++;
}

/* Sends and receives the blocks. STATUS_COMM on all ranks if one is lost or received an
 * unexpected block. Collective. */
enum status migrant_exchange_run(struct migrant_exchange *exchange, uint32_t replica,
                                 uint64_t epoch, struct error *err);

/* Unpacks the next individual from a rank, in the order in which it packed them. */
void migrant_exchange_unpack(struct migrant_exchange *exchange, size_t rank,
                             struct population *pop, size_t row);

#endif
