#include "sliding_pattern_database.h"

#include <assert.h>
#include <string.h>

struct sliding_packing sliding_packing_of(const struct sliding *puzzle)
{
    struct sliding_packing packing = {
        .d = puzzle->d, .rings = puzzle->rings, .per_word = 64 / puzzle->d};
    packing.words = (puzzle->rings + packing.per_word - 1) / packing.per_word;
    return packing;
}

void sliding_packing_pack(const struct sliding_packing *packing, const uint8_t *at,
                          uint64_t *key)
{
    assert(packing->words <= SLIDING_PDB_MAX_WORDS);
    for (unsigned w = 0; w < packing->words; w++)
        key[w] = 0;
    for (unsigned r = 0; r < packing->rings; r++) {
        assert(at[r] < 1u << packing->d);
        key[r / packing->per_word] |= (uint64_t)at[r]
                                      << r % packing->per_word * packing->d;
    }
}

void sliding_packing_unpack(const struct sliding_packing *packing, const uint64_t *key,
                            uint8_t *at)
{
    uint64_t mask = ((uint64_t)1 << packing->d) - 1;
    for (unsigned w = 0, r = 0; w < packing->words; w++) {
        uint64_t rest = key[w];
        for (unsigned i = 0; i < packing->per_word && r < packing->rings; i++, r++) {
            at[r] = (uint8_t)(rest & mask);
            rest >>= packing->d;
        }
    }
}

/* Fills the table of a group by breadth-first search from its goal; `queue` has room
 * for all its placements. */
static void fill_table(const struct sliding *puzzle, const uint8_t *goal,
                       const struct sliding_packing *packing, uint32_t *queue,
                       uint8_t *table)
{
    struct sliding_position position = {.occupied = 0};
    uint64_t key = 0;
    size_t head = 0, tail = 0;
    memset(table, UINT8_MAX, (size_t)1 << packing->d * packing->rings);
    sliding_packing_pack(packing, goal, &key);
    table[key] = 0;
    queue[tail++] = (uint32_t)key;
    while (head < tail) {
        key = queue[head++];
        assert(tail <= (size_t)1 << packing->d * packing->rings);
        sliding_packing_unpack(packing, &key, position.at);
        sliding_place(puzzle, position.at, &position);
        unsigned moves = table[key] < UINT8_MAX - 1 ? table[key] + 1u : table[key];
        for (unsigned r = 0; r < puzzle->rings; r++) {
            unsigned from = position.at[r];
            vertex_set reach = sliding_reach(puzzle, position.occupied, from);
            for (unsigned to = 0; to < puzzle->vertices; to++) {
                uint64_t child = key ^ (uint64_t)(from ^ to) << r * packing->d;
                if (!(reach & VERTEX(to)) || table[child] != UINT8_MAX)
                    continue;
                table[child] = (uint8_t)moves;
                queue[tail++] = (uint32_t)child;
            }
        }
    }
}

/* The subpuzzle of the rings of one group. */
static struct sliding subpuzzle_of(const struct sliding *puzzle,
                                   const struct sliding_pdb_group *group)
{
    struct sliding subpuzzle = *puzzle;
    subpuzzle.rings = group->count;
    return subpuzzle;
}

static void set_groups(struct sliding_pattern_database *pdb,
                       const struct sliding_packing *packing, unsigned per_group)
{
    unsigned first = 0;
    while (first < packing->rings) {
        assert(pdb->n_groups < SLIDING_MAX_RINGS);
        unsigned word_end = (first / packing->per_word + 1) * packing->per_word;
        unsigned end = first + per_group;
        end = end < word_end ? end : word_end;
        end = end < packing->rings ? end : packing->rings;
        pdb->groups[pdb->n_groups] = (struct sliding_pdb_group){
            .first = first,
            .count = end - first,
            .word = first / packing->per_word,
            .shift = first % packing->per_word * packing->d,
            .mask = (uint32_t)(((uint64_t)1 << packing->d * (end - first)) - 1)};
        for (unsigned r = first; r < end; r++)
            pdb->group_of[r] = (uint8_t)pdb->n_groups;
        pdb->n_groups++;
        first = end;
    }
}

enum status sliding_pdb_init(struct sliding_pattern_database *pdb,
                             const struct sliding *puzzle, unsigned per_group,
                             struct arena *arena, struct error *err)
{
    struct sliding_packing packing = sliding_packing_of(puzzle);
    ensure(per_group >= 1 && per_group * puzzle->d <= SLIDING_PDB_MAX_BITS);
    pdb->n_groups = 0;
    set_groups(pdb, &packing, per_group);
    pdb->queue = ARENA_NEW(arena, uint32_t, (size_t)1 << puzzle->d * per_group);
    bool failed = !pdb->queue;
    for (unsigned i = 0; i < pdb->n_groups; i++) {
        struct sliding_pdb_group *group = &pdb->groups[i];
        group->table = ARENA_NEW(arena, uint8_t, (size_t)group->mask + 1);
        failed = failed || !group->table;
    }
    return failed ? error_set(err, STATUS_MEMORY, "no memory for the tables of h")
                  : STATUS_OK;
}

void sliding_pdb_build(struct sliding_pattern_database *pdb,
                       const struct sliding *puzzle, const uint8_t *goal)
{
    for (unsigned i = 0; i < pdb->n_groups; i++) {
        const struct sliding_pdb_group *group = &pdb->groups[i];
        struct sliding subpuzzle = subpuzzle_of(puzzle, group);
        struct sliding_packing packing = sliding_packing_of(&subpuzzle);
        assert(group->table && packing.words == 1);
        fill_table(&subpuzzle, goal + group->first, &packing, pdb->queue, group->table);
    }
}

unsigned sliding_pdb_value(const struct sliding_pattern_database *pdb,
                           const uint64_t *key)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < pdb->n_groups; i++) {
        unsigned entry = sliding_pdb_entry(&pdb->groups[i], key);
        if (entry == UINT8_MAX)
            return SLIDING_PDB_UNREACHABLE;
        sum += entry;
    }
    return sum;
}
