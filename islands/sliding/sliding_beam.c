#include "sliding_beam.h"

#include "sliding_instance.h"
#include "sliding_reaches.h"

#include <math.h>
#include <string.h>

/* A generation ends with the level at which so many placements have been left behind.
 */
enum { PLACEMENTS_A_STEP = 4096 };

static const struct option beam_options[] = {
    OPTION_INT_AT(struct sliding_beam_keys, width, "64", 1, 1e7,
                  "placements a level in the first search"),
    OPTION_INT_AT(struct sliding_beam_keys, widest, "16384", 1, 1e7,
                  "placements a level in any search"),
    OPTION_INT_AT(struct sliding_beam_keys, nodes, "2000000", 1, 1e9,
                  "placements a search may keep, about 14 bytes each"),
    OPTION_END};

/* A placement that the next level may hold. */
struct candidate {
    uint64_t rank; /* less is better: moves left at least, then at random */
    uint64_t key;
    uint32_t parent; /* in this level */
    int16_t gene;
    uint16_t bound; /* sliding_bound to the target */
};

/* How a placement was come by: its place in the level before, and the move. */
struct trail {
    uint32_t *parent;
    int16_t *gene;
};

/* The placements of a level. */
struct level {
    size_t count, first; /* first: the place of its first in the trail */
    uint8_t *at;         /* count x rings */
    uint64_t *key;
    uint16_t *bound;
};

/* Decides a search, and how far it is. */
struct course {
    uint64_t salt, width, levels; /* levels: done */
    uint64_t limit;               /* at its beginning: paths must be shorter */
    uint64_t best;                /* moves of the island's best path */
};

struct beam {
    const struct sliding_beam_keys *keys;
    const struct sliding_instance *instance;
    struct course course;

    /* The search under way; not in a checkpoint. */
    uint64_t salt, levels; /* of what stands here; salt 0: nothing does */
    uint64_t limit;
    bool dropped; /* something that could have led to a better path */
    struct level now, next;
    size_t *first; /* of each level, its place in the trail */
    struct trail trail;
    uint64_t *met; /* keys met, salted; the later takes the place of the earlier */
    size_t met_size;
    struct candidate *heap; /* the worst on top */
    size_t n_heap;
};

static bool take_level(struct level *level, size_t width, size_t rings,
                       struct arena *perm)
{
    level->at = ARENA_NEW(perm, uint8_t, width * rings);
    level->key = ARENA_NEW(perm, uint64_t, width);
    level->bound = ARENA_NEW(perm, uint16_t, width);
    return level->at && level->key && level->bound;
}

static enum status check(const struct sliding_beam_keys *keys, struct error *err)
{
    if (keys->widest < keys->width)
        return error_at(err, "beam.widest",
                        "%lld (expected: at least beam.width, %lld)",
                        (long long)keys->widest, (long long)keys->width);
    if (keys->nodes < keys->widest)
        return error_at(err, "beam.nodes",
                        "%lld (expected: at least beam.widest, %lld)",
                        (long long)keys->nodes, (long long)keys->widest);
    return STATUS_OK;
}

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct sliding_beam_keys *keys = section;
    const struct sliding_instance *instance = puzzle->self;
    size_t widest = (size_t)keys->widest, nodes = (size_t)keys->nodes;
    if (check(keys, err))
        return err->status;
    struct beam *beam = ARENA_NEW(perm, struct beam, 1);
    if (!beam)
        return error_set(err, STATUS_MEMORY, "no memory for beam");
    *beam = (struct beam){
        .keys = keys,
        .instance = instance,
        .course = {.best = UINT64_MAX},
        .met_size = 1,
        .first = ARENA_NEW(perm, size_t, instance->puzzle.length + 2),
        .trail = {ARENA_NEW(perm, uint32_t, nodes), ARENA_NEW(perm, int16_t, nodes)},
        .heap = ARENA_NEW(perm, struct candidate, widest)};
    while (beam->met_size < nodes)
        beam->met_size *= 2;
    beam->met = ARENA_NEW(perm, uint64_t, beam->met_size);
    if (!beam->first || !beam->trail.parent || !beam->trail.gene || !beam->heap ||
        !beam->met || !take_level(&beam->now, widest, instance->puzzle.rings, perm) ||
        !take_level(&beam->next, widest, instance->puzzle.rings, perm))
        return error_set(err, STATUS_MEMORY, "no memory for a beam of %zu placements",
                         nodes);
    *plan = (struct plan){.individuals = 1, .capacity = 1};
    *self = beam;
    return STATUS_OK;
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 32) * 0x9e3779b97f4a7c15U;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9U;
    return x ^ x >> 32;
}

/* Moves the candidate at `i` down to where it belongs. */
static void sink(struct candidate *heap, size_t n, size_t i)
{
    struct candidate one = heap[i];
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        if (child + 1 < n && heap[child + 1].rank > heap[child].rank)
            child++;
        if (heap[child].rank <= one.rank)
            break;
        heap[i] = heap[child];
    }
    heap[i] = one;
}

static void rise(struct candidate *heap, size_t i)
{
    struct candidate one = heap[i];
    for (; i > 0 && heap[(i - 1) / 2].rank < one.rank; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = one;
}

/* True when the key was met in this search; remembers it if not. */
static bool met_before(struct beam *beam, uint64_t key)
{
    uint64_t salted = key ^ beam->salt;
    uint64_t *slot = &beam->met[mix(salted) & (beam->met_size - 1)];
    if (*slot == salted)
        return true;
    *slot = salted;
    return false;
}

/* Keeps the best `width`. */
static void offer(struct beam *beam, const struct candidate *one)
{
    size_t width = (size_t)beam->course.width;
    bool full = beam->n_heap == width;
    if (full && one->rank >= beam->heap[0].rank) {
        beam->dropped |= one->rank > beam->heap[0].rank;
        return;
    }
    if (met_before(beam, one->key))
        return;
    beam->dropped |= full;
    if (full) {
        beam->heap[0] = *one;
        sink(beam->heap, width, 0);
    } else {
        beam->heap[beam->n_heap] = *one;
        rise(beam->heap, beam->n_heap++);
    }
}

/* The moves from the start to a placement of the current level, back to front. */
static void trace(const struct beam *beam, size_t place, int16_t *gene)
{
    for (size_t level = (size_t)beam->levels; level > 0; level--) {
        size_t node = beam->first[level] + place;
        gene[level - 1] = beam->trail.gene[node];
        place = beam->trail.parent[node];
    }
}

/* The row becomes the way to a candidate and from there to the target. */
static void write_row(struct beam *beam, const struct candidate *last,
                      struct population *pop)
{
    const struct sliding *puzzle = &beam->instance->puzzle;
    int16_t *gene = population_genome(pop, 0);
    size_t moves = (size_t)beam->levels;
    uint8_t at[SLIDING_MAX_RINGS];
    trace(beam, last->parent, gene);
    gene[moves++] = last->gene;
    memcpy(at, beam->now.at + last->parent * puzzle->rings, puzzle->rings);
    at[sliding_ring_of(puzzle, last->gene)] =
        (uint8_t)sliding_vertex_of(puzzle, last->gene);
    moves += sliding_perimeter_descend(&beam->instance->perimeter, beam->instance, at,
                                       gene + moves);
    for (size_t i = moves; i < puzzle->length; i++)
        gene[i] = SLIDING_END;
    population_cost(pop, 0)[0] = (double)moves;
    population_cost(pop, 0)[1] = 0;
}

/* A move from a placement of this level: a shorter path, or one to go on from. */
static void consider(struct beam *beam, struct candidate *one, struct population *pop)
{
    const struct sliding_perimeter *perimeter = &beam->instance->perimeter;
    unsigned left = one->bound;
    bool inside = false;
    if (left <= perimeter->radius) {
        left = sliding_perimeter_bound(perimeter, one->key, left);
        inside = left <= perimeter->radius;
    }
    uint64_t moves = beam->levels + 1 + left;
    if (moves >= beam->limit)
        return;
    if (inside) {
        beam->limit = moves;
        if (moves < beam->course.best) {
            beam->course.best = moves;
            write_row(beam, one, pop);
        }
        return;
    }
    one->rank = (uint64_t)left << 48 | mix(one->key ^ beam->salt) >> 16;
    offer(beam, one);
}

/* Considers all moves from one placement; returns how many. */
static size_t leave(struct beam *beam, size_t place, struct population *pop)
{
    const struct sliding_instance *instance = beam->instance;
    const struct sliding *puzzle = &instance->puzzle;
    const uint8_t *at = beam->now.at + place * puzzle->rings;
    vertex_set reach[SLIDING_MAX_RINGS];
    size_t n = 0;
    sliding_reaches(puzzle, at, reach);
    for (unsigned r = 0; r < puzzle->rings; r++) {
        unsigned goal = puzzle->target[r];
        unsigned rest = beam->now.bound[place] - instance->steps[at[r] ^ goal];
        for (vertex_set left = reach[r]; left; left &= left - 1, n++) {
            unsigned to = sliding_first(left);
            struct candidate one = {
                .key = sliding_key_after(instance, beam->now.key[place], r, at[r], to),
                .parent = (uint32_t)place,
                .gene = sliding_gene(puzzle, r, to),
                .bound = (uint16_t)(rest + instance->steps[to ^ goal])};
            consider(beam, &one, pop);
        }
    }
    return n;
}

/* The candidates become the level. */
static void descend(struct beam *beam)
{
    const struct sliding *puzzle = &beam->instance->puzzle;
    struct level *now = &beam->now, *next = &beam->next;
    next->first = now->first + now->count;
    next->count = beam->n_heap;
    if (next->first + next->count > (size_t)beam->keys->nodes) {
        beam->dropped |= next->count > 0;
        next->count = 0;
    }
    for (size_t i = 0; i < next->count; i++) {
        const struct candidate *one = &beam->heap[i];
        uint8_t *at = next->at + i * puzzle->rings;
        memcpy(at, now->at + one->parent * puzzle->rings, puzzle->rings);
        at[sliding_ring_of(puzzle, one->gene)] =
            (uint8_t)sliding_vertex_of(puzzle, one->gene);
        next->key[i] = one->key;
        next->bound[i] = one->bound;
        beam->trail.parent[next->first + i] = one->parent;
        beam->trail.gene[next->first + i] = one->gene;
    }
    beam->first[++beam->levels] = next->first;
    struct level swap = *now;
    *now = *next;
    *next = swap;
}

/* One level; returns the moves looked at. */
static size_t advance(struct beam *beam, struct population *pop)
{
    size_t moves = 0;
    beam->n_heap = 0;
    for (size_t place = 0; place < beam->now.count; place++)
        moves += leave(beam, place, pop);
    descend(beam);
    return moves;
}

/* Puts the search of the course at its beginning. */
static void set_out(struct beam *beam)
{
    const struct sliding *puzzle = &beam->instance->puzzle;
    beam->salt = beam->course.salt;
    beam->levels = 0;
    beam->limit = beam->course.limit;
    beam->dropped = false;
    beam->now.count = 1;
    beam->now.first = beam->first[0] = 0;
    memcpy(beam->now.at, puzzle->start, puzzle->rings);
    beam->now.key[0] = sliding_key(beam->instance, puzzle->start);
    beam->now.bound[0] = (uint16_t)sliding_bound(puzzle, puzzle->start, puzzle->target);
    met_before(beam, beam->now.key[0]);
}

static void choose_course(struct beam *beam, struct island *island, uint64_t width)
{
    struct course *course = &beam->course;
    course->limit = beam->instance->puzzle.length + 1;
    if (course->best < course->limit)
        course->limit = course->best;
    if (island->incumbent < (double)course->limit)
        course->limit = (uint64_t)island->incumbent;
    course->salt = rng_next(&island->rng) | 1;
    course->width = width;
    course->levels = 0;
}

static void start(void *self, struct island *island)
{
    struct beam *beam = self;
    const struct sliding *puzzle = &beam->instance->puzzle;
    int16_t *gene = population_genome(island->pop, 0);
    double *cost = population_cost(island->pop, 0);
    for (size_t i = 0; i < puzzle->length; i++)
        gene[i] = SLIDING_END;
    cost[1] = sliding_bound(puzzle, puzzle->start, puzzle->target);
    cost[0] = cost[1] > 0 ? INFINITY : 0;
    if (cost[0] < INFINITY)
        beam->course.best = 0;
    island->pop->count = 1;
    island->evaluations++;
    choose_course(beam, island, (uint64_t)beam->keys->width);
}

/* After a resume: walks to where the course was. */
static void catch_up(struct beam *beam, struct island *island)
{
    if (beam->salt == beam->course.salt && beam->levels == beam->course.levels)
        return;
    set_out(beam);
    while (beam->levels < beam->course.levels)
        advance(beam, island->pop);
}

static void end_search(struct beam *beam, struct island *island)
{
    uint64_t width = 2 * beam->course.width, widest = (uint64_t)beam->keys->widest;
    island->finished = !beam->dropped;
    choose_course(beam, island, width < widest ? width : widest);
}

static void step(void *self, struct island *island)
{
    struct beam *beam = self;
    size_t left = 0;
    catch_up(beam, island);
    while (left < PLACEMENTS_A_STEP && beam->now.count) {
        left += beam->now.count;
        island->evaluations += advance(beam, island->pop);
    }
    beam->course.levels = beam->levels;
    if (!beam->now.count)
        end_search(beam, island);
}

static size_t state(void *self, struct view *views)
{
    struct beam *beam = self;
    views[0] = (struct view){"course", &beam->course, sizeof beam->course};
    return 1;
}

const struct algorithm sliding_beam_algorithm = {
    .name = "beam",
    .summary = "beam search by the lower bound, wider with each restart, as a baseline",
    .options = beam_options,
    .keys_bytes = sizeof(struct sliding_beam_keys),
    .init = init,
    .start = start,
    .step = step,
    .state = state,
};
