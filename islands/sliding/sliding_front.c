#include "sliding_front.h"

#include "sliding_reaches.h"

#include <assert.h>
#include <string.h>

enum { FIRST_BITS = 12, MOST_BITS = 30, LEAST_NODES = 1024 };

/* ---- the hash table ---- */

static inline uint64_t hash(const struct front *front, const uint64_t *key)
{
    uint64_t mixed = key[0];
    for (unsigned w = 1; w < front->packing.words; w++)
        mixed = (mixed ^ mixed >> 29) * 0x9e3779b97f4a7c15 + key[w];
    mixed ^= mixed >> 32;
    mixed *= 0x9e3779b97f4a7c15;
    return mixed ^ mixed >> 29;
}

static inline bool is_key(const struct front *front, const struct front_node *node,
                          const uint64_t *key)
{
    uint64_t differ = 0;
    for (unsigned w = 0; w < front->packing.words; w++)
        differ |= node->key[w] ^ key[w];
    return !differ;
}

/* The slot that holds the key, or the empty one where it belongs. */
static inline uint32_t *slot_of(const struct front *front, const uint64_t *key)
{
    uint64_t mask = ((uint64_t)1 << front->bits) - 1, at = hash(front, key) & mask;
    while (front->table[at] &&
           !is_key(front, front_node(front, front->table[at] - 1), key))
        at = (at + 1) & mask;
    return &front->table[at];
}

/* Twice the table, once it is half full. */
static void grow_table(struct front *front)
{
    front->bits++;
    memset(front->table, 0, sizeof *front->table << front->bits);
    for (uint32_t node = 0; node < front->count; node++)
        *slot_of(front, front_node(front, node)->key) = node + 1;
}

uint32_t front_find(const struct front *front, const uint64_t *key)
{
    return *slot_of(front, key) - 1; /* 0, empty, becomes FRONT_NONE */
}

/* ---- lists ---- */

static inline uint32_t *head_of(struct front *front, const struct front_node *node)
{
    unsigned f = (unsigned)node->g + node->h;
    return f <= front->limit ? &front->open[node->g] : &front->later[f];
}

static inline void link_node(struct front *front, uint32_t index)
{
    struct front_node *node = front_node(front, index);
    uint32_t *head = head_of(front, node);
    node->next = *head;
    node->previous = FRONT_NONE;
    if (*head != FRONT_NONE)
        front_node(front, *head)->previous = index;
    *head = index;
    front->pending++;
    if ((unsigned)node->g + node->h > front->limit)
        return;
    front->low = node->g < front->low ? node->g : front->low;
    front->high = node->g > front->high ? node->g : front->high;
}

static inline void unlink_node(struct front *front, uint32_t index)
{
    struct front_node *node = front_node(front, index);
    if (node->previous == FRONT_NONE)
        *head_of(front, node) = node->next;
    else
        front_node(front, node->previous)->next = node->next;
    if (node->next != FRONT_NONE)
        front_node(front, node->next)->previous = node->previous;
    front->pending--;
}

void front_raise(struct front *front, unsigned limit)
{
    for (unsigned f = front->limit + 1; f <= limit && f < FRONT_MOST_MOVES; f++) {
        uint32_t node = front->later[f];
        front->later[f] = FRONT_NONE;
        front->limit = f;
        while (node != FRONT_NONE) {
            uint32_t next = front_node(front, node)->next;
            front->pending--;
            link_node(front, node);
            node = next;
        }
    }
    front->limit = limit;
}

unsigned front_next_limit(const struct front *front)
{
    unsigned f = front->limit + 1;
    while (f < FRONT_MOST_MOVES && front->later[f] == FRONT_NONE)
        f++;
    return f < FRONT_MOST_MOVES ? f : FRONT_MOST_MOVES;
}

/* ---- expansion ---- */

static void add_node(struct front *front, uint32_t *slot, const uint64_t *key,
                     uint32_t parent, unsigned g, unsigned h)
{
    if (front->count == front->capacity || g + h >= FRONT_MOST_MOVES) {
        front->full = true;
        return;
    }
    uint32_t index = front->count++;
    struct front_node *node = front_node(front, index);
    node->parent = parent;
    node->g = (uint16_t)g;
    node->h = (uint16_t)h;
    memcpy(node->key, key, front->packing.words * sizeof *key);
    *slot = index + 1;
    link_node(front, index);
    if (front->count > (uint32_t)1 << (front->bits - 1))
        grow_table(front);
    if (front->met)
        front->met(front->context, index);
}

/* A placement is met in g moves by way of `parent`. */
static inline void meet(struct front *front, const uint64_t *key, uint32_t parent,
                        unsigned g, unsigned h)
{
    uint32_t *slot = slot_of(front, key);
    if (!*slot) {
        add_node(front, slot, key, parent, g, h);
        return;
    }
    uint32_t index = *slot - 1;
    struct front_node *node = front_node(front, index);
    assert(node->h == h);
    if (node->g <= g)
        return;
    /* h is consistent: what was expanded was met by the fewest moves. */
    assert(node->previous != FRONT_NONE || *head_of(front, node) == index);
    unlink_node(front, index);
    node->g = (uint16_t)g;
    node->parent = parent;
    link_node(front, index);
    if (front->met)
        front->met(front->context, index);
}

void front_expand(struct front *front, unsigned g)
{
    const struct packing *packing = &front->packing;
    const struct need *need = front->need;
    uint32_t index = front->open[g];
    assert(index != FRONT_NONE && front_node(front, index)->g == g);
    uint8_t at[SLIDING_MAX_RINGS];
    vertex_set reach[SLIDING_MAX_RINGS];
    uint64_t key[NEED_MAX_WORDS];
    unlink_node(front, index);
    unsigned h = front_node(front, index)->h;
    memcpy(key, front_node(front, index)->key, packing->words * sizeof *key);
    packing_unpack(packing, key, at);
    sliding_reaches(front->puzzle, at, reach);
    for (unsigned r = 0; r < packing->rings; r++) {
        if (!reach[r])
            continue;
        const struct need_group *group = &need->groups[need->group_of[r]];
        unsigned word = r / packing->per_word;
        unsigned shift = r % packing->per_word * packing->d;
        unsigned rest = h - need_entry(group, key);
        assert(rest <= h);
        uint64_t without = key[word] ^ (uint64_t)at[r] << shift, kept = key[word];
        for (uint64_t part = (uint64_t)reach[r], base = 0;
             base < front->puzzle->vertices;
             part = (uint64_t)(reach[r] >> 64), base += 64)
            for (uint64_t left = part; left; left &= left - 1) {
                uint64_t to = base + (unsigned)__builtin_ctzll(left);
                key[word] = without | to << shift;
                unsigned entry = need_entry(group, key);
                if (entry == UINT8_MAX) {
                    front->cut = true;
                } else {
                    assert(rest + entry <= h + 1 && rest + entry + 1 >= h);
                    meet(front, key, index, g + 1, rest + entry);
                }
            }
        key[word] = kept;
    }
}

int16_t front_move(const struct front *front, const uint64_t *from, const uint64_t *to)
{
    const struct packing *packing = &front->packing;
    unsigned w = 0;
    while (from[w] == to[w])
        w++;
    unsigned i = (unsigned)__builtin_ctzll(from[w] ^ to[w]) / packing->d;
    unsigned vertex =
        (unsigned)(to[w] >> i * packing->d) & (front->puzzle->vertices - 1);
    return sliding_gene(front->puzzle, w * packing->per_word + i, vertex);
}

void front_way(const struct front *front, uint32_t index, int16_t *genes)
{
    const struct front_node *node = front_node(front, index);
    for (unsigned i = node->g; i-- > 0;) {
        const struct front_node *parent = front_node(front, node->parent);
        genes[i] = front_move(front, parent->key, node->key);
        node = parent;
    }
}

/* ---- beginning ---- */

void front_begin(struct front *front, const uint8_t *root)
{
    uint64_t key[NEED_MAX_WORDS];
    packing_pack(&front->packing, root, key);
    unsigned h = need_of(front->need, key);
    front->bits = FIRST_BITS;
    memset(front->table, 0, sizeof *front->table << front->bits);
    memset(front->open, 0xff, FRONT_MOST_MOVES * sizeof *front->open);
    memset(front->later, 0xff, FRONT_MOST_MOVES * sizeof *front->later);
    front->count = 0;
    front->pending = 0;
    front->full = false;
    front->cut = h == NEED_FAR;
    front->limit = h == NEED_FAR ? 0 : h;
    front->low = front->high = 0;
    if (h != NEED_FAR)
        add_node(front, slot_of(front, key), key, FRONT_NONE, 0, h);
}

enum status front_init(struct front *front, const struct sliding *puzzle,
                       const struct need *need, size_t bytes, struct arena *arena,
                       struct error *err)
{
    *front =
        (struct front){.puzzle = puzzle, .need = need, .packing = packing_of(puzzle)};
    front->stride = sizeof(struct front_node) + front->packing.words * sizeof(uint64_t);
    /* The table is at most half full, so it takes 8 to 16 bytes a node. */
    size_t most = bytes / (front->stride + 2 * sizeof(uint32_t));
    unsigned bits = FIRST_BITS;
    while (bits < MOST_BITS && (size_t)1 << bits < most)
        bits++;
    front->capacity = (uint32_t)(most < (size_t)1 << bits ? most : (size_t)1 << bits);
    if (front->capacity < LEAST_NODES)
        front->capacity = LEAST_NODES;
    front->nodes = arena_take_array(arena, front->capacity, front->stride);
    front->table = ARENA_NEW(arena, uint32_t, (size_t)1 << (bits + 1));
    front->open = ARENA_NEW(arena, uint32_t, FRONT_MOST_MOVES);
    front->later = ARENA_NEW(arena, uint32_t, FRONT_MOST_MOVES);
    if (!front->nodes || !front->table || !front->open || !front->later)
        return error_set(err, STATUS_MEMORY,
                         "no memory for %u placements of the search", front->capacity);
    return STATUS_OK;
}
