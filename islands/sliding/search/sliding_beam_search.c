#include "sliding_beam_search.h"

#include "sliding_reaches.h"

#include <string.h>

enum {
    TIE_BITS = 22,            /* low bits of a priority, which break ties at random */
    SEEN_SLOTS_PER_STATE = 64 /* slots of the duplicate table for each placement of a
                                 level; chosen by hand */
};

static bool take_level(struct sliding_beam_search_level *level, size_t width,
                       size_t rings, struct arena *arena)
{
    *level = (struct sliding_beam_search_level){
        .at = ARENA_NEW(arena, uint8_t, width * rings),
        .key = ARENA_NEW(arena, uint64_t, width),
        .bound = ARENA_NEW(arena, uint16_t, width)};
    return level->at && level->key && level->bound;
}

static size_t slots_for(size_t keys)
{
    size_t slots = 1;
    while (slots < keys)
        slots *= 2;
    return slots;
}

bool sliding_beam_search_take(struct sliding_beam_search *search,
                              const struct sliding_instance *instance, size_t widest,
                              size_t nodes, struct arena *arena)
{
    size_t rings = instance->puzzle.rings;
    *search = (struct sliding_beam_search){
        .instance = instance,
        .widest = widest,
        .nodes = nodes,
        .first = ARENA_NEW(arena, size_t, instance->puzzle.length + 2),
        .parent = ARENA_NEW(arena, uint32_t, nodes),
        .gene = ARENA_NEW(arena, int16_t, nodes),
        .seen_slots = slots_for(nodes),
        .candidate =
            ARENA_NEW(arena, struct sliding_beam_search_candidate, 2 * widest)};
    search->seen = ARENA_NEW(arena, uint64_t, search->seen_slots);
    return search->first && search->parent && search->gene && search->candidate &&
           search->seen && take_level(&search->now, widest, rings, arena) &&
           take_level(&search->next, widest, rings, arena);
}

size_t sliding_beam_search_bytes(const struct sliding_instance *instance, size_t widest,
                                 size_t nodes)
{
    size_t level =
        widest * (instance->puzzle.rings + sizeof(uint64_t) + sizeof(uint16_t));
    return (instance->puzzle.length + 2) * sizeof(size_t) +
           nodes * (sizeof(uint32_t) + sizeof(int16_t)) +
           slots_for(nodes) * sizeof(uint64_t) +
           2 * widest * sizeof(struct sliding_beam_search_candidate) + 2 * level +
           (size_t)11 * ARENA_ALIGN;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9U;
    return x ^ x >> 32;
}

/* Whether the key was generated before in this search; records it. The table is
 * direct-mapped and forgets: a duplicate that is missed costs time, not correctness. */
static bool test_and_set_seen(struct sliding_beam_search *search, uint64_t key)
{
    uint64_t *slot = &search->seen[key & search->seen_mask];
    if (*slot == key)
        return true;
    *slot = key;
    return false;
}

void sliding_beam_search_begin(struct sliding_beam_search *search,
                               const struct sliding_beam_search_task *task)
{
    const struct sliding *puzzle = &search->instance->puzzle;
    size_t slots = slots_for(SEEN_SLOTS_PER_STATE * task->width);
    search->seen_mask = (slots < search->seen_slots ? slots : search->seen_slots) - 1;
    memset(search->seen, 0, (search->seen_mask + 1) * sizeof *search->seen);
    search->task = *task;
    search->to_target = !memcmp(task->to, puzzle->target, puzzle->rings);
    search->pruned = search->found = false;
    search->levels = 0;
    search->now.count = 1;
    search->now.first = search->first[0] = 0;
    memcpy(search->now.at, task->from, puzzle->rings);
    search->now.key[0] = sliding_key(search->instance, task->from);
    search->now.bound[0] = (uint16_t)sliding_bound(puzzle, task->from, task->to);
    test_and_set_seen(search, search->now.key[0]);
}

static void swap(struct sliding_beam_search_candidate *a,
                 struct sliding_beam_search_candidate *b)
{
    struct sliding_beam_search_candidate was = *a;
    *a = *b;
    *b = was;
}

/* Three-way partition of candidates low..high-1 by priority; those equal to the pivot are
 * then *less..*more-1. Source: the Dutch national flag of E. W. Dijkstra, A Discipline
 * of Programming, 1976. */
static void partition(struct sliding_beam_search_candidate *candidate, size_t low,
                      size_t high, uint32_t pivot, size_t *less, size_t *more)
{
    *less = low;
    *more = high;
    for (size_t i = low; i < *more;) {
        if (candidate[i].priority < pivot)
            swap(&candidate[(*less)++], &candidate[i++]);
        else if (candidate[i].priority > pivot)
            swap(&candidate[--*more], &candidate[i]);
        else
            i++;
    }
}

/* Quickselect: keeps the best `width` candidates; returns the priority that later ones must
 * be below. Source: C. A. R. Hoare, Algorithm 65: Find, Communications of the ACM 4,
 * 1961. */
static uint32_t keep_best(struct sliding_beam_search *search)
{
    size_t low = 0, high = search->candidates, width = search->task.width;
    uint32_t worst = 0;
    while (high - low > 1) {
        size_t less, more;
        uint32_t pivot = search->candidate[low + (high - low) / 2].priority;
        partition(search->candidate, low, high, pivot, &less, &more);
        if (width < less)
            high = less;
        else if (width > more)
            low = more;
        else
            break;
    }
    for (size_t i = 0; i < width; i++)
        if (search->candidate[i].priority > worst)
            worst = search->candidate[i].priority;
    search->candidates = width;
    search->pruned = true;
    return worst;
}

/* Candidates of a level must have at most `left` moves left, and a lower priority. */
struct threshold {
    int left;
    uint32_t priority;
};

static void update_threshold(const struct sliding_beam_search *search,
                             struct threshold *threshold)
{
    int left = (int)search->task.limit - (int)search->levels - 2;
    int worst = (int)(threshold->priority >> TIE_BITS);
    threshold->left = left < worst ? left : worst;
}

static void insert(struct sliding_beam_search *search,
                   const struct sliding_beam_search_candidate *one,
                   struct threshold *threshold)
{
    if (test_and_set_seen(search, one->key))
        return;
    search->candidate[search->candidates++] = *one;
    if (search->candidates < 2 * search->task.width)
        return;
    threshold->priority = keep_best(search);
    update_threshold(search, threshold);
}

/* Evaluates a move from a placement of this level: it completes a shorter path, becomes
 * a candidate, or is pruned. */
static void evaluate_move(struct sliding_beam_search *search,
                          struct sliding_beam_search_candidate *one,
                          struct threshold *threshold)
{
    const struct sliding_perimeter_table *perimeter = &search->instance->perimeter;
    unsigned left = one->bound;
    bool arrived = left == 0;
    if (search->to_target && left <= perimeter->radius) {
        left = sliding_perimeter_bound(perimeter, one->key, left);
        arrived = left <= perimeter->radius;
    }
    if ((int)left > threshold->left)
        return;
    if (arrived) {
        search->found = true;
        search->task.limit = search->levels + 1 + left;
        search->last = *one;
        search->last_level = search->levels;
        update_threshold(search, threshold);
        return;
    }
    one->priority = (uint32_t)left << TIE_BITS |
                    (uint32_t)(mix(one->key ^ search->task.seed) >> (64 - TIE_BITS));
    if (one->priority < threshold->priority)
        insert(search, one, threshold);
}

/* Generates the moves from one placement; returns how many. */
static size_t expand(struct sliding_beam_search *search, size_t place,
                     struct threshold *threshold)
{
    const struct sliding_instance *instance = search->instance;
    const struct sliding *puzzle = &instance->puzzle;
    const uint8_t *at = search->now.at + place * puzzle->rings;
    vertex_set reach[SLIDING_MAX_RINGS];
    size_t n = 0;
    sliding_reaches(puzzle, at, reach);
    for (unsigned r = 0; r < puzzle->rings; r++) {
        unsigned goal = search->task.to[r];
        unsigned rest = search->now.bound[place] - instance->steps[at[r] ^ goal];
        int room = threshold->left - (int)rest;
        if (room < 0)
            continue;
        vertex_set set =
            reach[r] &
            instance->within[room < (int)puzzle->d ? room : (int)puzzle->d][goal];
        for (; set; set &= set - 1, n++) {
            unsigned to = sliding_first(set);
            struct sliding_beam_search_candidate one = {
                .key =
                    sliding_key_after(instance, search->now.key[place], r, at[r], to),
                .parent = (uint32_t)place,
                .gene = sliding_gene(puzzle, r, to),
                .bound = (uint16_t)(rest + instance->steps[to ^ goal])};
            evaluate_move(search, &one, threshold);
        }
    }
    return n;
}

/* The candidates become the current level. */
static void next_level(struct sliding_beam_search *search)
{
    const struct sliding *puzzle = &search->instance->puzzle;
    struct sliding_beam_search_level *now = &search->now, *next = &search->next;
    next->first = now->first + now->count;
    next->count = search->candidates;
    if (next->first + next->count > search->nodes) {
        search->pruned |= next->count > 0;
        next->count = 0;
    }
    for (size_t i = 0; i < next->count; i++) {
        const struct sliding_beam_search_candidate *one = &search->candidate[i];
        uint8_t *at = next->at + i * puzzle->rings;
        memcpy(at, now->at + one->parent * puzzle->rings, puzzle->rings);
        at[sliding_ring_of(puzzle, one->gene)] =
            (uint8_t)sliding_vertex_of(puzzle, one->gene);
        next->key[i] = one->key;
        next->bound[i] = one->bound;
        search->parent[next->first + i] = one->parent;
        search->gene[next->first + i] = one->gene;
    }
    search->first[++search->levels] = next->first;
    struct sliding_beam_search_level was = *now;
    *now = *next;
    *next = was;
}

size_t sliding_beam_search_advance(struct sliding_beam_search *search)
{
    struct threshold threshold = {.priority = UINT32_MAX};
    size_t moves = 0;
    search->candidates = 0;
    update_threshold(search, &threshold);
    for (size_t place = 0; place < search->now.count; place++)
        moves += expand(search, place, &threshold);
    if (search->candidates > search->task.width)
        keep_best(search);
    next_level(search);
    return moves;
}

bool sliding_beam_search_trace(const struct sliding_beam_search *search, int16_t *genes)
{
    const struct sliding_instance *instance = search->instance;
    const struct sliding *puzzle = &instance->puzzle;
    size_t place = search->last.parent, moves = search->last_level + 1;
    uint8_t at[SLIDING_MAX_RINGS];
    genes[moves - 1] = search->last.gene;
    for (size_t level = search->last_level; level > 0; level--) {
        size_t node = search->first[level] + place;
        genes[level - 1] = search->gene[node];
        place = search->parent[node];
    }
    if (!search->to_target)
        return true;
    memcpy(at, search->task.from, puzzle->rings);
    for (size_t i = 0; i < moves; i++)
        at[sliding_ring_of(puzzle, genes[i])] =
            (uint8_t)sliding_vertex_of(puzzle, genes[i]);
    return sliding_perimeter_descend(&instance->perimeter, puzzle, instance->key, at,
                                     genes + moves) >= 0;
}

bool sliding_beam_search_trace_back(const struct sliding_beam_search *search,
                                    int16_t *genes)
{
    const struct sliding *puzzle = &search->instance->puzzle;
    size_t moves = search->task.limit;
    uint8_t at[SLIDING_MAX_RINGS];
    if (!sliding_beam_search_trace(search, genes))
        return false;
    memcpy(at, search->task.from, puzzle->rings);
    for (size_t i = 0; i < moves; i++) {
        unsigned ring = sliding_ring_of(puzzle, genes[i]);
        unsigned to = sliding_vertex_of(puzzle, genes[i]);
        genes[i] = sliding_gene(puzzle, ring, at[ring]);
        at[ring] = (uint8_t)to;
    }
    for (size_t i = 0; i < moves / 2; i++) {
        int16_t was = genes[i];
        genes[i] = genes[moves - 1 - i];
        genes[moves - 1 - i] = was;
    }
    return true;
}
