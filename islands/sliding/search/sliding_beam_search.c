#include "sliding_beam_search.h"

#include "sliding_reaches.h"

#include <string.h>

enum {
    CHANCE_BITS = 22,  /* of a rank, behind the moves left */
    MET_PER_PLACE = 64 /* slots for keys met, for each placement of a level */
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

bool sliding_beam_search_take(struct sliding_beam_search *sweep,
                              const struct sliding_instance *instance, size_t widest,
                              size_t nodes, struct arena *arena)
{
    size_t rings = instance->puzzle.rings;
    *sweep = (struct sliding_beam_search){
        .instance = instance,
        .widest = widest,
        .nodes = nodes,
        .first = ARENA_NEW(arena, size_t, instance->puzzle.length + 2),
        .parent = ARENA_NEW(arena, uint32_t, nodes),
        .gene = ARENA_NEW(arena, int16_t, nodes),
        .met_slots = slots_for(nodes),
        .candidate =
            ARENA_NEW(arena, struct sliding_beam_search_candidate, 2 * widest)};
    sweep->met = ARENA_NEW(arena, uint64_t, sweep->met_slots);
    return sweep->first && sweep->parent && sweep->gene && sweep->candidate &&
           sweep->met && take_level(&sweep->now, widest, rings, arena) &&
           take_level(&sweep->next, widest, rings, arena);
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

/* True when the key was met in this sweep; remembers it if not. */
static bool met_before(struct sliding_beam_search *sweep, uint64_t key)
{
    uint64_t *slot = &sweep->met[key & sweep->met_mask];
    if (*slot == key)
        return true;
    *slot = key;
    return false;
}

void sliding_beam_search_begin(struct sliding_beam_search *sweep,
                               const struct sliding_beam_search_task *task)
{
    const struct sliding *puzzle = &sweep->instance->puzzle;
    size_t slots = slots_for(MET_PER_PLACE * task->width);
    sweep->met_mask = (slots < sweep->met_slots ? slots : sweep->met_slots) - 1;
    memset(sweep->met, 0, (sweep->met_mask + 1) * sizeof *sweep->met);
    sweep->task = *task;
    sweep->home = !memcmp(task->to, puzzle->target, puzzle->rings);
    sweep->dropped = sweep->found = false;
    sweep->levels = 0;
    sweep->now.count = 1;
    sweep->now.first = sweep->first[0] = 0;
    memcpy(sweep->now.at, task->from, puzzle->rings);
    sweep->now.key[0] = sliding_key(sweep->instance, task->from);
    sweep->now.bound[0] = (uint16_t)sliding_bound(puzzle, task->from, task->to);
    met_before(sweep, sweep->now.key[0]);
}

static void swap(struct sliding_beam_search_candidate *a,
                 struct sliding_beam_search_candidate *b)
{
    struct sliding_beam_search_candidate was = *a;
    *a = *b;
    *b = was;
}

/* Brings those of rank below the pivot to the front of candidates low..high-1 and those
 * above it to the end; the rest are then *less..*more-1. */
static void part(struct sliding_beam_search_candidate *candidate, size_t low,
                 size_t high, uint32_t pivot, size_t *less, size_t *more)
{
    *less = low;
    *more = high;
    for (size_t i = low; i < *more;) {
        if (candidate[i].rank < pivot)
            swap(&candidate[(*less)++], &candidate[i++]);
        else if (candidate[i].rank > pivot)
            swap(&candidate[--*more], &candidate[i]);
        else
            i++;
    }
}

/* Keeps the best `width` candidates; returns the rank that further ones must be below.
 */
static uint32_t keep_best(struct sliding_beam_search *sweep)
{
    size_t low = 0, high = sweep->candidates, width = sweep->task.width;
    uint32_t worst = 0;
    while (high - low > 1) {
        size_t less, more;
        uint32_t pivot = sweep->candidate[low + (high - low) / 2].rank;
        part(sweep->candidate, low, high, pivot, &less, &more);
        if (width < less)
            high = less;
        else if (width > more)
            low = more;
        else
            break;
    }
    for (size_t i = 0; i < width; i++)
        if (sweep->candidate[i].rank > worst)
            worst = sweep->candidate[i].rank;
    sweep->candidates = width;
    sweep->dropped = true;
    return worst;
}

/* What a level still takes: moves left at most, and ranks below this. */
struct gate {
    int left;
    uint32_t rank;
};

static void narrow(const struct sliding_beam_search *sweep, struct gate *gate)
{
    int left = (int)sweep->task.limit - (int)sweep->levels - 2;
    int worst = (int)(gate->rank >> CHANCE_BITS);
    gate->left = left < worst ? left : worst;
}

static void offer(struct sliding_beam_search *sweep,
                  const struct sliding_beam_search_candidate *one, struct gate *gate)
{
    if (met_before(sweep, one->key))
        return;
    sweep->candidate[sweep->candidates++] = *one;
    if (sweep->candidates < 2 * sweep->task.width)
        return;
    gate->rank = keep_best(sweep);
    narrow(sweep, gate);
}

/* A move from a placement of this level: a shorter way, or one to go on from. */
static void consider(struct sliding_beam_search *sweep,
                     struct sliding_beam_search_candidate *one, struct gate *gate)
{
    const struct sliding_perimeter_table *perimeter = &sweep->instance->perimeter;
    unsigned left = one->bound;
    bool inside = left == 0;
    if (sweep->home && left <= perimeter->radius) {
        left = sliding_perimeter_bound(perimeter, one->key, left);
        inside = left <= perimeter->radius;
    }
    if ((int)left > gate->left)
        return;
    if (inside) {
        sweep->found = true;
        sweep->task.limit = sweep->levels + 1 + left;
        sweep->last = *one;
        sweep->last_level = sweep->levels;
        narrow(sweep, gate);
        return;
    }
    one->rank = (uint32_t)left << CHANCE_BITS |
                (uint32_t)(mix(one->key ^ sweep->task.salt) >> (64 - CHANCE_BITS));
    if (one->rank < gate->rank)
        offer(sweep, one, gate);
}

/* Considers the moves from one placement; returns how many. */
static size_t leave(struct sliding_beam_search *sweep, size_t place, struct gate *gate)
{
    const struct sliding_instance *instance = sweep->instance;
    const struct sliding *puzzle = &instance->puzzle;
    const uint8_t *at = sweep->now.at + place * puzzle->rings;
    vertex_set reach[SLIDING_MAX_RINGS];
    size_t n = 0;
    sliding_reaches(puzzle, at, reach);
    for (unsigned r = 0; r < puzzle->rings; r++) {
        unsigned goal = sweep->task.to[r];
        unsigned rest = sweep->now.bound[place] - instance->steps[at[r] ^ goal];
        int room = gate->left - (int)rest;
        if (room < 0)
            continue;
        vertex_set set =
            reach[r] &
            instance->within[room < (int)puzzle->d ? room : (int)puzzle->d][goal];
        for (; set; set &= set - 1, n++) {
            unsigned to = sliding_first(set);
            struct sliding_beam_search_candidate one = {
                .key = sliding_key_after(instance, sweep->now.key[place], r, at[r], to),
                .parent = (uint32_t)place,
                .gene = sliding_gene(puzzle, r, to),
                .bound = (uint16_t)(rest + instance->steps[to ^ goal])};
            consider(sweep, &one, gate);
        }
    }
    return n;
}

/* The candidates become the level. */
static void descend(struct sliding_beam_search *sweep)
{
    const struct sliding *puzzle = &sweep->instance->puzzle;
    struct sliding_beam_search_level *now = &sweep->now, *next = &sweep->next;
    next->first = now->first + now->count;
    next->count = sweep->candidates;
    if (next->first + next->count > sweep->nodes) {
        sweep->dropped |= next->count > 0;
        next->count = 0;
    }
    for (size_t i = 0; i < next->count; i++) {
        const struct sliding_beam_search_candidate *one = &sweep->candidate[i];
        uint8_t *at = next->at + i * puzzle->rings;
        memcpy(at, now->at + one->parent * puzzle->rings, puzzle->rings);
        at[sliding_ring_of(puzzle, one->gene)] =
            (uint8_t)sliding_vertex_of(puzzle, one->gene);
        next->key[i] = one->key;
        next->bound[i] = one->bound;
        sweep->parent[next->first + i] = one->parent;
        sweep->gene[next->first + i] = one->gene;
    }
    sweep->first[++sweep->levels] = next->first;
    struct sliding_beam_search_level was = *now;
    *now = *next;
    *next = was;
}

size_t sliding_beam_search_advance(struct sliding_beam_search *sweep)
{
    struct gate gate = {.rank = UINT32_MAX};
    size_t moves = 0;
    sweep->candidates = 0;
    narrow(sweep, &gate);
    for (size_t place = 0; place < sweep->now.count; place++)
        moves += leave(sweep, place, &gate);
    if (sweep->candidates > sweep->task.width)
        keep_best(sweep);
    descend(sweep);
    return moves;
}

bool sliding_beam_search_trace(const struct sliding_beam_search *sweep, int16_t *genes)
{
    const struct sliding_instance *instance = sweep->instance;
    const struct sliding *puzzle = &instance->puzzle;
    size_t place = sweep->last.parent, moves = sweep->last_level + 1;
    uint8_t at[SLIDING_MAX_RINGS];
    genes[moves - 1] = sweep->last.gene;
    for (size_t level = sweep->last_level; level > 0; level--) {
        size_t node = sweep->first[level] + place;
        genes[level - 1] = sweep->gene[node];
        place = sweep->parent[node];
    }
    if (!sweep->home)
        return true;
    memcpy(at, sweep->task.from, puzzle->rings);
    for (size_t i = 0; i < moves; i++)
        at[sliding_ring_of(puzzle, genes[i])] =
            (uint8_t)sliding_vertex_of(puzzle, genes[i]);
    return sliding_perimeter_descend(&instance->perimeter, puzzle, instance->key, at,
                                     genes + moves) >= 0;
}

bool sliding_beam_search_trace_back(const struct sliding_beam_search *sweep,
                                    int16_t *genes)
{
    const struct sliding *puzzle = &sweep->instance->puzzle;
    size_t moves = sweep->task.limit;
    uint8_t at[SLIDING_MAX_RINGS];
    if (!sliding_beam_search_trace(sweep, genes))
        return false;
    memcpy(at, sweep->task.from, puzzle->rings);
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
