/* Messages between the islands of one replica, for a search that all of them do together
 * (algorithm.superstep). What an island sends in one superstep, the others have in the next:
 * bulk-synchronous parallelism. Which ranks the islands are on makes no difference.
 *
 * Source: L. Valiant, A bridging model for parallel computation, CACM 33(8), 1990. */
#ifndef SKERRY_CONTRACT_MAILBOX_H
#define SKERRY_CONTRACT_MAILBOX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pack;

/* Of one island. */
struct mailbox {
    size_t islands; /* of the archipelago */
    const unsigned char *const
        *in; /* islands: what each has sent in the superstep before,
                                       itself included; aligned to 8 bytes */
    const size_t *in_bytes;
    struct pack
        *out; /* islands: what this one sends; by mailbox_send and mailbox_room */
};

/* Appends n bytes to the message to an island, 0 <= to < islands. If memory runs out the run
 * fails at the end of the superstep. */
void mailbox_send(struct mailbox *mailbox, size_t to, const void *bytes, size_t n);

/* The same to every island. */
void mailbox_send_all(struct mailbox *mailbox, const void *bytes, size_t n);

/* Room for n bytes of the message to an island, to be filled before more of it is sent; NULL
 * without memory, or when n is 0. Not aligned. */
void *mailbox_room(struct mailbox *mailbox, size_t to, size_t n);

#ifdef __cplusplus
}
#endif

#endif
