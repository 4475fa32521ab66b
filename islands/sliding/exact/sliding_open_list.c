#include "sliding_open_list.h"

#include "sliding_reaches.h"

#include <assert.h>
#include <string.h>

/* The hash table starts with 2^FIRST_BITS slots and has at most 2^(MOST_BITS + 1),
 * since nodes are numbered by 32 bits; a tiny memory limit still allows LEAST_NODES. */
enum { FIRST_BITS = 12, MOST_BITS = 30, LEAST_NODES = 1024 };

/* ---- the hash table ---- */

static inline uint64_t hash(const struct sliding_open_list *list, const uint64_t *key)
{
    uint64_t mixed = key[0];
    for (unsigned w = 1; w < list->packing.words; w++)
        mixed = (mixed ^ mixed >> 29) * 0x9e3779b97f4a7c15 + key[w];
    mixed ^= mixed >> 32;
    mixed *= 0x9e3779b97f4a7c15;
    return mixed ^ mixed >> 29;
}

static inline bool is_key(const struct sliding_open_list *list,
                          const struct sliding_open_list_node *node,
                          const uint64_t *key)
{
    uint64_t differ = 0;
    for (unsigned w = 0; w < list->packing.words; w++)
        differ |= node->key[w] ^ key[w];
    return !differ;
}

/* The slot that holds the key, or the empty one where it belongs. */
static inline uint32_t *slot_of(const struct sliding_open_list *list,
                                const uint64_t *key)
{
    uint64_t mask = ((uint64_t)1 << list->bits) - 1, at = hash(list, key) & mask;
    while (list->table[at] &&
           !is_key(list, sliding_open_list_node(list, list->table[at] - 1), key))
        at = (at + 1) & mask;
    return &list->table[at];
}

/* Doubles the hash table once it is half full. */
static void grow_table(struct sliding_open_list *list)
{
    list->bits++;
    memset(list->table, 0, sizeof *list->table << list->bits);
    for (uint32_t node = 0; node < list->count; node++)
        *slot_of(list, sliding_open_list_node(list, node)->key) = node + 1;
}

uint32_t sliding_open_list_find(const struct sliding_open_list *list,
                                const uint64_t *key)
{
    return *slot_of(list, key) - 1; /* 0, empty, becomes SLIDING_OPEN_LIST_NONE */
}

/* ---- bucket lists ---- */

static inline uint32_t *head_of(struct sliding_open_list *list,
                                const struct sliding_open_list_node *node)
{
    unsigned f = (unsigned)node->g + node->h;
    return f <= list->limit ? &list->open[node->g] : &list->later[f];
}

static inline void link_node(struct sliding_open_list *list, uint32_t index)
{
    struct sliding_open_list_node *node = sliding_open_list_node(list, index);
    uint32_t *head = head_of(list, node);
    node->next = *head;
    node->previous = SLIDING_OPEN_LIST_NONE;
    if (*head != SLIDING_OPEN_LIST_NONE)
        sliding_open_list_node(list, *head)->previous = index;
    *head = index;
    list->pending++;
    if ((unsigned)node->g + node->h > list->limit)
        return;
    list->low = node->g < list->low ? node->g : list->low;
    list->high = node->g > list->high ? node->g : list->high;
}

static inline void unlink_node(struct sliding_open_list *list, uint32_t index)
{
    struct sliding_open_list_node *node = sliding_open_list_node(list, index);
    if (node->previous == SLIDING_OPEN_LIST_NONE)
        *head_of(list, node) = node->next;
    else
        sliding_open_list_node(list, node->previous)->next = node->next;
    if (node->next != SLIDING_OPEN_LIST_NONE)
        sliding_open_list_node(list, node->next)->previous = node->previous;
    list->pending--;
}

void sliding_open_list_raise(struct sliding_open_list *list, unsigned limit)
{
    for (unsigned f = list->limit + 1; f <= limit && f < SLIDING_OPEN_LIST_MOST_MOVES;
         f++) {
        uint32_t node = list->later[f];
        list->later[f] = SLIDING_OPEN_LIST_NONE;
        list->limit = f;
        while (node != SLIDING_OPEN_LIST_NONE) {
            uint32_t next = sliding_open_list_node(list, node)->next;
            list->pending--;
            link_node(list, node);
            node = next;
        }
    }
    list->limit = limit;
}

unsigned sliding_open_list_next_limit(const struct sliding_open_list *list)
{
    unsigned f = list->limit + 1;
    while (f < SLIDING_OPEN_LIST_MOST_MOVES && list->later[f] == SLIDING_OPEN_LIST_NONE)
        f++;
    return f < SLIDING_OPEN_LIST_MOST_MOVES ? f : SLIDING_OPEN_LIST_MOST_MOVES;
}

/* ---- expansion ---- */

static void add_node(struct sliding_open_list *list, uint32_t *slot,
                     const uint64_t *key, uint32_t parent, unsigned g, unsigned h)
{
    if (list->count == list->capacity || g + h >= SLIDING_OPEN_LIST_MOST_MOVES) {
        list->full = true;
        return;
    }
    uint32_t index = list->count++;
    struct sliding_open_list_node *node = sliding_open_list_node(list, index);
    node->parent = parent;
    node->g = (uint16_t)g;
    node->h = (uint16_t)h;
    memcpy(node->key, key, list->packing.words * sizeof *key);
    *slot = index + 1;
    link_node(list, index);
    if (list->count > (uint32_t)1 << (list->bits - 1))
        grow_table(list);
    if (list->met)
        list->met(list->context, index);
}

/* Relaxes the edge from `parent` to a placement at g moves. */
static inline void relax(struct sliding_open_list *list, const uint64_t *key,
                         uint32_t parent, unsigned g, unsigned h)
{
    uint32_t *slot = slot_of(list, key);
    if (!*slot) {
        add_node(list, slot, key, parent, g, h);
        return;
    }
    uint32_t index = *slot - 1;
    struct sliding_open_list_node *node = sliding_open_list_node(list, index);
    assert(node->h == h);
    if (node->g <= g)
        return;
    /* h is consistent: an expanded placement has its final g */
    assert(node->previous != SLIDING_OPEN_LIST_NONE || *head_of(list, node) == index);
    unlink_node(list, index);
    node->g = (uint16_t)g;
    node->parent = parent;
    link_node(list, index);
    if (list->met)
        list->met(list->context, index);
}

void sliding_open_list_expand(struct sliding_open_list *list, unsigned g)
{
    const struct sliding_packing *packing = &list->packing;
    const struct sliding_pattern_database *pdb = list->pdb;
    uint32_t index = list->open[g];
    assert(index != SLIDING_OPEN_LIST_NONE &&
           sliding_open_list_node(list, index)->g == g);
    uint8_t at[SLIDING_MAX_RINGS];
    vertex_set reach[SLIDING_MAX_RINGS];
    uint64_t key[SLIDING_PDB_MAX_WORDS];
    unlink_node(list, index);
    unsigned h = sliding_open_list_node(list, index)->h;
    memcpy(key, sliding_open_list_node(list, index)->key, packing->words * sizeof *key);
    sliding_packing_unpack(packing, key, at);
    sliding_reaches(list->puzzle, at, reach);
    for (unsigned r = 0; r < packing->rings; r++) {
        if (!reach[r])
            continue;
        const struct sliding_pdb_group *group = &pdb->groups[pdb->group_of[r]];
        unsigned word = r / packing->per_word;
        unsigned shift = r % packing->per_word * packing->d;
        unsigned rest = h - sliding_pdb_entry(group, key);
        assert(rest <= h);
        uint64_t without = key[word] ^ (uint64_t)at[r] << shift, kept = key[word];
        for (uint64_t part = (uint64_t)reach[r], base = 0;
             base < list->puzzle->vertices;
             part = (uint64_t)(reach[r] >> 64), base += 64)
            for (uint64_t left = part; left; left &= left - 1) {
                uint64_t to = base + (unsigned)__builtin_ctzll(left);
                key[word] = without | to << shift;
                unsigned entry = sliding_pdb_entry(group, key);
                if (entry == UINT8_MAX) {
                    list->pruned = true;
                } else {
                    assert(rest + entry <= h + 1 && rest + entry + 1 >= h);
                    relax(list, key, index, g + 1, rest + entry);
                }
            }
        key[word] = kept;
    }
}

int16_t sliding_open_list_move(const struct sliding_open_list *list,
                               const uint64_t *from, const uint64_t *to)
{
    const struct sliding_packing *packing = &list->packing;
    unsigned w = 0;
    while (from[w] == to[w])
        w++;
    unsigned i = (unsigned)__builtin_ctzll(from[w] ^ to[w]) / packing->d;
    unsigned vertex =
        (unsigned)(to[w] >> i * packing->d) & (list->puzzle->vertices - 1);
    return sliding_gene(list->puzzle, w * packing->per_word + i, vertex);
}

void sliding_open_list_path(const struct sliding_open_list *list, uint32_t index,
                            int16_t *genes)
{
    const struct sliding_open_list_node *node = sliding_open_list_node(list, index);
    for (unsigned i = node->g; i-- > 0;) {
        const struct sliding_open_list_node *parent =
            sliding_open_list_node(list, node->parent);
        genes[i] = sliding_open_list_move(list, parent->key, node->key);
        node = parent;
    }
}

/* ---- initialization ---- */

void sliding_open_list_begin(struct sliding_open_list *list, const uint8_t *root)
{
    uint64_t key[SLIDING_PDB_MAX_WORDS];
    sliding_packing_pack(&list->packing, root, key);
    unsigned h = sliding_pdb_value(list->pdb, key);
    list->bits = FIRST_BITS;
    memset(list->table, 0, sizeof *list->table << list->bits);
    memset(list->open, 0xff, SLIDING_OPEN_LIST_MOST_MOVES * sizeof *list->open);
    memset(list->later, 0xff, SLIDING_OPEN_LIST_MOST_MOVES * sizeof *list->later);
    list->count = 0;
    list->pending = 0;
    list->full = false;
    list->pruned = h == SLIDING_PDB_UNREACHABLE;
    list->limit = h == SLIDING_PDB_UNREACHABLE ? 0 : h;
    list->low = list->high = 0;
    if (h != SLIDING_PDB_UNREACHABLE)
        add_node(list, slot_of(list, key), key, SLIDING_OPEN_LIST_NONE, 0, h);
}

enum status sliding_open_list_init(struct sliding_open_list *list,
                                   const struct sliding *puzzle,
                                   const struct sliding_pattern_database *pdb,
                                   size_t bytes, struct arena *arena, struct error *err)
{
    *list = (struct sliding_open_list){
        .puzzle = puzzle, .pdb = pdb, .packing = sliding_packing_of(puzzle)};
    list->stride =
        sizeof(struct sliding_open_list_node) + list->packing.words * sizeof(uint64_t);
    /* The table is at most half full, so it takes 8 to 16 bytes a node. */
    size_t most = bytes / (list->stride + 2 * sizeof(uint32_t));
    unsigned bits = FIRST_BITS;
    while (bits < MOST_BITS && (size_t)1 << bits < most)
        bits++;
    list->capacity = (uint32_t)(most < (size_t)1 << bits ? most : (size_t)1 << bits);
    if (list->capacity < LEAST_NODES)
        list->capacity = LEAST_NODES;
    list->nodes = arena_take_array(arena, list->capacity, list->stride);
    list->table = ARENA_NEW(arena, uint32_t, (size_t)1 << (bits + 1));
    list->open = ARENA_NEW(arena, uint32_t, SLIDING_OPEN_LIST_MOST_MOVES);
    list->later = ARENA_NEW(arena, uint32_t, SLIDING_OPEN_LIST_MOST_MOVES);
    if (!list->nodes || !list->table || !list->open || !list->later)
        return error_set(err, STATUS_MEMORY,
                         "no memory for %u placements of the search", list->capacity);
    return STATUS_OK;
}
