#include "eternity_shared_beam_move.h"

#include <assert.h>
#include <string.h>

/* Children move where an island would have a share more than the mean, and so many; chosen by
 * hand. */
enum { UNEVEN_SHARE = 32, UNEVEN = 64 };

/* A message: a header, the nodes, then for each child a tile, padded, and the state. */
struct header {
    uint64_t children, nodes;
};

static size_t above(size_t a, size_t b)
{
    return a > b ? a - b : 0;
}

static size_t overlap(size_t a, size_t a_end, size_t b, size_t b_end)
{
    return above(a_end < b_end ? a_end : b_end, a > b ? a : b);
}

/* The surpluses of the islands, one after another, meet the deficits in the same way. */
void eternity_shared_beam_plan(const size_t *need, size_t islands, size_t room,
                               size_t from, size_t *moved)
{
    size_t sum = 0, most = 0, surplus = 0, deficit = 0;
    assert(from < islands);
    memset(moved, 0, islands * sizeof *moved);
    for (size_t i = 0; i < islands; i++) {
        sum += need[i];
        most = need[i] > most ? need[i] : most;
    }
    /* An island should have the mean, the first `rest` of them one more. */
    const size_t mean = sum / islands, rest = sum % islands;
    if (most <= room && most <= mean + mean / UNEVEN_SHARE + UNEVEN)
        return;
    for (size_t i = 0; i < from; i++)
        surplus += above(need[i], mean + (i < rest));
    const size_t end = surplus + above(need[from], mean + (from < rest));
    for (size_t to = 0; to < islands; to++) {
        size_t before = deficit;
        deficit += above(mean + (to < rest), need[to]);
        moved[to] = overlap(surplus, end, before, deficit);
    }
}

/* The selected children in the messages, in order. */
struct reader {
    const struct mailbox *mailbox;
    size_t from, at; /* island, and byte in its message */
};

static struct eternity_beam_candidate read_next(struct reader *reader)
{
    struct eternity_beam_candidate one;
    while (reader->at + sizeof one + sizeof(struct eternity_shared_news) >
           reader->mailbox->in_bytes[reader->from]) {
        reader->from++;
        reader->at = 0;
    }
    memcpy(&one, reader->mailbox->in[reader->from] + reader->at, sizeof one);
    reader->at += sizeof one;
    return one;
}

static struct eternity_beam_state *parent_of(const struct eternity_shared_beam *shared,
                                             const struct eternity_beam_candidate *one)
{
    return eternity_beam_state_at(shared->beam, one->parent - shared->first);
}

/* Sends the next n children, made, to an island. */
static void send_children(struct eternity_shared_beam *shared, struct reader *reader,
                          size_t n, size_t to)
{
    struct eternity_beam *beam = shared->beam;
    struct reader again = *reader;
    eternity_beam_tree_clear_all(&beam->tree);
    for (size_t i = 0; i < n; i++) {
        struct eternity_beam_candidate one = read_next(reader);
        eternity_beam_tree_mark_path(&beam->tree, parent_of(shared, &one)->node);
    }
    const struct header header = {n, eternity_beam_tree_count(&beam->tree) - 1};
    mailbox_send(shared->mailbox, to, &header, sizeof header);
    void *nodes = mailbox_room(shared->mailbox, to,
                               header.nodes * sizeof(struct eternity_beam_node));
    if (nodes)
        eternity_beam_tree_extract(&beam->tree, nodes);
    for (size_t i = 0; i < n; i++) {
        struct eternity_beam_candidate one = read_next(&again);
        const int16_t tile[4] = {eternity_entry_tile(one.entry)};
        memcpy(shared->spare, parent_of(shared, &one), beam->stride);
        shared->spare->node =
            eternity_beam_tree_moved(&beam->tree, shared->spare->node);
        eternity_beam_become(beam, shared->spare, &one);
        mailbox_send(shared->mailbox, to, tile, sizeof tile);
        mailbox_send(shared->mailbox, to, shared->spare, beam->stride);
    }
}

/* Sends those that move: the last ones. */
static void send_surplus(struct eternity_shared_beam *shared, struct reader *reader)
{
    for (size_t to = 0; to < shared->islands; to++)
        if (shared->moved[to])
            send_children(shared, reader, shared->moved[to], to);
}

static size_t room_in_tree(struct eternity_beam *beam, size_t wanted)
{
    struct eternity_beam_tree *tree = &beam->tree;
    if (tree->nodes + wanted > tree->capacity)
        eternity_beam_compact_nodes(beam);
    size_t room = tree->capacity - tree->nodes;
    return wanted < room ? wanted : room;
}

/* Reads the first n children in the order of their parents, by counting: the transfer matrices of
 * siblings have much in common, and are evaluated one after another. */
static void sort_children(struct eternity_shared_beam *shared, size_t n)
{
    struct eternity_beam *beam = shared->beam;
    uint64_t *place = beam->candidates.slot, sum = 0;
    struct reader reader = {.mailbox = shared->mailbox}, again = reader;
    memset(place, 0, beam->states * sizeof *place);
    for (size_t i = 0; i < n; i++)
        place[read_next(&reader).parent - shared->first]++;
    for (size_t parent = 0; parent < beam->states; parent++) {
        uint64_t children = place[parent];
        place[parent] = sum;
        sum += children;
    }
    for (size_t i = 0; i < n; i++) {
        struct eternity_beam_candidate one = read_next(&again);
        one.parent -= (uint32_t)shared->first;
        beam->candidates.candidate[place[one.parent]++] = one;
    }
}

/* Makes the first n children, which stay. */
static void keep_children(struct eternity_shared_beam *shared, size_t n)
{
    struct eternity_beam *beam = shared->beam;
    struct eternity_beam_candidate *kept = beam->candidates.candidate;
    uint64_t *children = beam->candidates.slot;
    n = room_in_tree(beam, n);
    sort_children(shared, n);
    memset(children, 0, shared->room * sizeof *children);
    for (size_t i = 0; i < n; i++) {
        kept[i].parent = beam->place[kept[i].parent];
        children[kept[i].parent]++;
    }
    shared->free = eternity_beam_make_states(beam, n);
}

void eternity_shared_beam_make_children(struct eternity_shared_beam *shared)
{
    struct reader reader = {.mailbox = shared->mailbox};
    size_t kept = shared->need[shared->island];
    eternity_shared_beam_plan(shared->need, shared->islands, shared->room,
                              shared->island, shared->moved);
    for (size_t to = 0; to < shared->islands; to++)
        kept -= shared->moved[to];
    for (size_t i = 0; i < kept && kept < shared->need[shared->island]; i++)
        read_next(&reader);
    send_surplus(shared, &reader);
    keep_children(shared, kept);
}

/* Adds a child to the states, at a place that is not taken. */
static void add_child(struct eternity_shared_beam *shared, const unsigned char *bytes,
                      uint32_t node)
{
    struct eternity_beam *beam = shared->beam;
    const uint64_t *taken = beam->candidates.slot;
    int16_t tile;
    while (taken[shared->free])
        shared->free++;
    struct eternity_beam_state *child = eternity_beam_stored_at(beam, shared->free);
    memcpy(&tile, bytes, sizeof tile);
    memcpy(child, bytes + sizeof(uint64_t), beam->stride);
    child->node = eternity_beam_tree_add(&beam->tree, node, tile);
    beam->place[beam->states++] = shared->free++;
}

/* Adds the children of one message. */
static void take_message(struct eternity_shared_beam *shared, const unsigned char *at)
{
    struct eternity_beam *beam = shared->beam;
    const size_t bytes = sizeof(uint64_t) + beam->stride;
    struct header header;
    memcpy(&header, at, sizeof header);
    const struct eternity_beam_node *nodes =
        (const struct eternity_beam_node *)(const void *)(at + sizeof header);
    at += sizeof header + header.nodes * sizeof *nodes;
    room_in_tree(beam, header.nodes + header.children);
    const uint32_t before = (uint32_t)beam->tree.nodes - 1;
    const size_t known = eternity_beam_tree_graft(&beam->tree, nodes, header.nodes);
    for (size_t i = 0; i < header.children; i++, at += bytes) {
        struct eternity_beam_state head;
        memcpy(&head, at + sizeof(uint64_t), sizeof head);
        if (head.node <= known && beam->states < shared->room &&
            beam->tree.nodes < beam->tree.capacity)
            add_child(shared, at, head.node ? before + head.node : 0);
    }
}

void eternity_shared_beam_take_children(struct eternity_shared_beam *shared)
{
    const struct mailbox *mailbox = shared->mailbox;
    for (size_t from = 0; from < shared->islands; from++)
        if (mailbox->in_bytes[from] > sizeof(struct eternity_shared_news))
            take_message(shared, mailbox->in[from]);
}
