/* A beam that all islands of a run share: each of them has a part of the states, and together
 * they select the best of all children, so that a beam may be wider than the memory of one
 * process, and a search is as fast as the islands are many.
 *
 * A candidate belongs to the island that its hash points to, where it meets its duplicates. Values
 * are counted in bins on every island, and the counts added up, so that all islands find the same
 * limit. The children that are selected are made where their parents are; where islands then have
 * unequal numbers, the surplus moves, with the part of the search tree above it.
 *
 * A depth takes some ten supersteps (algorithm.h), in the order of enum eternity_shared_phase.
 * Every message ends with a struct eternity_shared_news; before that:
 *
 *     LEAD      the first state, by which values are measured: from the first island that has any
 *     LOW       the value of bin 0 that it would choose
 *     SAMPLE    where there are many states, counts of a sample of values, in coarse bins
 *     SAMPLE_2  the same in the bins of the coarse one in which the limit is
 *     EXPAND    candidates, to their islands; again and again until all states are expanded
 *     COUNT     counts of all values, in coarse bins
 *     COUNT_2   the same in the bins of the one in which the width is reached
 *     OFFER     how many children are selected, to the islands of their parents
 *     NEED      (news) how many an island would get
 *     SELECT    the selected children, to the islands of their parents
 *     MOVE      children that move, with their nodes
 *
 * Differs from a beam of one island (eternity_beam.h) in the order in which candidates of equal
 * value come, in what a sample is, and in the least value of a tile, which each island has of its
 * own. Results depend on the number of islands, not on where these are.
 *
 * Cost: per depth some 2 KB to every island, 4 with a sample, 20 bytes for each candidate within
 * the limit that belongs to another island, and 20 for each child whose parent is elsewhere; a state
 * that moves takes 260 bytes and its share of nodes.
 * Source: states dealt by hash as in A. Kishimoto, A. Fukunaga, A. Botea, Scalable, parallel
 * best-first search for optimal sequential planning, ICAPS 2009; there states move to the island of
 * their hash, here only candidates do. */
#ifndef SKERRY_ETERNITY_SHARED_BEAM_H
#define SKERRY_ETERNITY_SHARED_BEAM_H

#include "eternity_beam.h"
#include "mailbox.h"

/* What an island has to do next; see above. */
enum eternity_shared_phase {
    ETERNITY_SHARED_LEAD,
    ETERNITY_SHARED_LOW,
    ETERNITY_SHARED_SAMPLE,
    ETERNITY_SHARED_SAMPLE_2,
    ETERNITY_SHARED_EXPAND,
    ETERNITY_SHARED_COUNT,
    ETERNITY_SHARED_COUNT_2,
    ETERNITY_SHARED_OFFER,
    ETERNITY_SHARED_NEED,
    ETERNITY_SHARED_SELECT,
    ETERNITY_SHARED_MOVE,
    ETERNITY_SHARED_END
};

/* What every island tells all others in each superstep. */
struct eternity_shared_news {
    uint64_t n;       /* of what the phase counts */
    uint64_t over;    /* it has no more to send in this phase */
    uint64_t blocked; /* some state has children with more breaks than allowed */
    uint64_t work;    /* done since the last one; the beam itself leaves it 0 */
    uint64_t best;    /* breaks of the best board; the beam itself leaves it 0 */
};

/* Candidates for one island, which are sent together. */
enum { ETERNITY_SHARED_SENT = 32 };
struct eternity_shared_outgoing {
    unsigned n;
    struct eternity_beam_candidate candidate[ETERNITY_SHARED_SENT];
};

/* Of one island. */
struct eternity_shared_beam {
    struct eternity_beam *beam;
    size_t island, islands;
    size_t width;     /* of the whole beam */
    size_t states;    /* of the current depth, on all islands */
    size_t expanding; /* the same until they have been replaced by their children */
    size_t
        first; /* number of this island's first state: the islands' follow one another,
                      `room` apart */
    size_t room;
    enum eternity_shared_phase phase;
    struct mailbox *mailbox;                   /* of this superstep */
    struct eternity_shared_outgoing *outgoing; /* islands */
    size_t sent;                               /* candidates, in this superstep */
    unsigned coarse; /* the coarse bin that is looked at, and how many values are */
    size_t below;    /* in bins before it */
    uint32_t free;   /* no place before this one is free */
    struct eternity_beam_state *spare;
    size_t *need;  /* islands: children that each would get */
    size_t *moved; /* islands: those that move there from this one */
    uint64_t *bin; /* counts of all islands */
};

/* States that each island of a shared beam has room for: more than its share, so that few have to
 * move. The `widest` of eternity_beam_init. */
size_t eternity_shared_beam_room(size_t width, size_t islands);

/* Takes memory from perm. stride: of the beams' states. STATUS_MEMORY. */
enum status eternity_shared_beam_init(struct eternity_shared_beam *shared,
                                      size_t islands, size_t stride, struct arena *perm,
                                      struct error *err);

/* Begins with a beam that has begun on every island, with the same arguments and the width
 * eternity_shared_beam_room: a root, of which one stays, or the states that a branch begins with.
 * width: of the whole beam */
void eternity_shared_beam_begin(struct eternity_shared_beam *shared,
                                struct eternity_beam *beam, size_t island,
                                size_t width);
void eternity_shared_beam_branch(struct eternity_shared_beam *shared,
                                 struct eternity_beam *branch);

/* Goes on for one superstep, or up to the end of a depth if that is reached first. True if messages
 * were sent, and the next superstep has to follow; false at the end of a depth: then no messages are
 * under way. All islands return the same. */
bool eternity_shared_beam_advance(struct eternity_shared_beam *shared,
                                  struct mailbox *mailbox);

/* Between two depths: whether the beam has reached its goal, or has no states left. */
bool eternity_shared_beam_is_over(const struct eternity_shared_beam *shared);

/* The news from an island, in messages that end with news. */
struct eternity_shared_news eternity_shared_beam_news(const struct mailbox *mailbox,
                                                      size_t from);

#endif
