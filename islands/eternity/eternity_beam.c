#include "eternity_beam.h"

#include <string.h>

/* Bins of a unit of value; and how much better than the first candidate others can be.
 */
static const float BINS_A_UNIT = 512, BETTER = 24;
enum { TRAILS_A_STATE = 16, CANDIDATES_A_STATE = 3 };

/* A state; behind it, supply by ink (uint16_t), words of used pieces, slots. */
struct state {
    uint64_t hash;
    uint32_t trail;
    uint16_t breaks;
};

static size_t used_offset(const struct eternity_outlook *outlook)
{
    return sizeof(struct state) + (outlook->inks * sizeof(uint16_t) + 7) / 8 * 8;
}

static size_t slots_offset(const struct eternity_outlook *outlook)
{
    return used_offset(outlook) + (outlook->puzzle->cells + 63) / 64 * 8;
}

static inline struct state *state_at(const struct eternity_beam *beam,
                                     unsigned char *states, size_t i)
{
    return (struct state *)(void *)(states + i * beam->stride);
}

static inline uint16_t *supply_of(struct state *state)
{
    return (uint16_t *)(void *)(state + 1);
}

static inline uint64_t *used_of(const struct eternity_beam *beam, struct state *state)
{
    return (uint64_t *)(void *)((unsigned char *)state + used_offset(&beam->outlook));
}

static inline uint8_t *slots_of(const struct eternity_beam *beam, struct state *state)
{
    return (unsigned char *)state + slots_offset(&beam->outlook);
}

static inline uint64_t slot_key(const struct eternity_beam *beam, unsigned slot,
                                unsigned colour)
{
    const struct eternity *puzzle = beam->outlook.puzzle;
    return beam->key[puzzle->cells + slot * puzzle->colours + colour];
}

static size_t hashes_for(size_t width)
{
    size_t n = 16;
    while (n < 2 * width)
        n *= 2;
    return n;
}

size_t eternity_beam_bytes(const struct eternity *puzzle, size_t width)
{
    size_t state = sizeof(struct state) + 2 * N_CLASSES * puzzle->colours + 16 +
                   puzzle->cells / 8 + 8 + puzzle->rows + puzzle->cols + 8;
    size_t trails = TRAILS_A_STATE * (sizeof(struct eternity_trail) + sizeof(uint32_t));
    return width * (2 * state + trails +
                    CANDIDATES_A_STATE * sizeof(struct eternity_candidate) +
                    4 * sizeof(uint64_t));
}

static enum status take_memory(struct eternity_beam *beam, struct arena *perm,
                               struct error *err)
{
    const struct eternity *puzzle = beam->outlook.puzzle;
    size_t width = beam->width;
    beam->trail_capacity = TRAILS_A_STATE * width + puzzle->cells;
    beam->candidate_capacity = CANDIDATES_A_STATE * width;
    beam->seen_mask = hashes_for(width) - 1;
    beam->now = arena_take_array(perm, width, beam->stride);
    beam->next = arena_take_array(perm, width, beam->stride);
    beam->trail = ARENA_NEW(perm, struct eternity_trail, beam->trail_capacity);
    beam->moved = ARENA_NEW(perm, uint32_t, beam->trail_capacity);
    beam->candidate =
        ARENA_NEW(perm, struct eternity_candidate, beam->candidate_capacity);
    beam->bin = ARENA_NEW(perm, uint32_t, BEAM_BINS);
    beam->seen = ARENA_NEW(perm, uint64_t, beam->seen_mask + 1);
    beam->key = ARENA_NEW(perm, uint64_t,
                          puzzle->cells + beam->outlook.slots * puzzle->colours);
    if (!beam->now || !beam->next || !beam->trail || !beam->moved || !beam->candidate ||
        !beam->bin || !beam->seen || !beam->key)
        return error_set(err, STATUS_MEMORY, "no memory for a beam of %zu states",
                         width);
    return STATUS_OK;
}

enum status eternity_beam_init(struct eternity_beam *beam,
                               const struct eternity_course *course, size_t width,
                               double weight, double noise, struct arena *perm,
                               struct error *err)
{
    *beam =
        (struct eternity_beam){.course = course, .width = width, .noise = (float)noise};
    if (eternity_outlook_init(&beam->outlook, course->lists->puzzle, course->order,
                              weight, perm, err))
        return err->status;
    size_t bytes = slots_offset(&beam->outlook) + beam->outlook.slots;
    beam->stride = (bytes + 7) / 8 * 8;
    return take_memory(beam, perm, err);
}

static void turn(struct eternity_beam *beam)
{
    memset(beam->bin, 0, BEAM_BINS * sizeof *beam->bin);
    beam->parent = beam->candidates = beam->binned = 0;
    beam->last_bin = BEAM_BINS - 1;
    if (beam->states && beam->depth < beam->course->rules.goal)
        eternity_outlook_turn(&beam->outlook, beam->depth,
                              supply_of(state_at(beam, beam->now, 0)));
}

void eternity_beam_begin(struct eternity_beam *beam, uint64_t seed)
{
    const struct eternity_outlook *outlook = &beam->outlook;
    struct state *first = state_at(beam, beam->now, 0);
    struct rng rng;
    rng_seed(&rng, seed, 0);
    for (size_t i = 0;
         i < outlook->puzzle->cells + outlook->slots * outlook->puzzle->colours; i++)
        beam->key[i] = rng_next(&rng);
    memset(first, 0, beam->stride);
    memcpy(supply_of(first), outlook->supply, outlook->inks * sizeof(uint16_t));
    beam->trail[0] = (struct eternity_trail){0};
    beam->trails = beam->states = 1;
    beam->seed = rng_next(&rng);
    beam->depth = 0;
    turn(beam);
}

static inline unsigned bin_of(const struct eternity_beam *beam, float value)
{
    float bin = (value - beam->low) * BINS_A_UNIT;
    if (bin < 0)
        return 0;
    return bin < BEAM_BINS - 1 ? (unsigned)bin : BEAM_BINS - 1;
}

/* Leaves out candidates that are of no use any more. */
static void drop_candidates(struct eternity_beam *beam)
{
    size_t kept = 0;
    for (size_t i = 0; i < beam->candidates; i++)
        if (bin_of(beam, beam->candidate[i].value) <= beam->last_bin)
            beam->candidate[kept++] = beam->candidate[i];
    beam->candidates = kept;
}

static void add_candidate(struct eternity_beam *beam, struct eternity_candidate new)
{
    if (!beam->binned)
        beam->low = new.value - BETTER;
    unsigned bin = bin_of(beam, new.value);
    if (bin > beam->last_bin)
        return;
    if (beam->candidates == beam->candidate_capacity)
        drop_candidates(beam);
    if (beam->candidates == beam->candidate_capacity)
        return;
    beam->candidate[beam->candidates++] = new;
    beam->bin[bin]++;
    beam->binned++;
    while (beam->last_bin > 0 &&
           beam->binned - beam->bin[beam->last_bin] >= beam->width)
        beam->binned -= beam->bin[beam->last_bin--];
}

/* A number in [0, 1) that depends on seed, state and tile alone. */
static inline float noise_of(uint64_t seed, uint64_t hash)
{
    uint64_t x = (hash ^ seed) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (float)(x >> 40) * 0x1p-24f;
}

static void add_children(struct eternity_beam *beam, size_t parent)
{
    const struct eternity_course *course = beam->course;
    const struct eternity_view *view = &beam->outlook.view[beam->depth];
    struct state *state = state_at(beam, beam->now, parent);
    const uint8_t *slots = slots_of(beam, state);
    const uint64_t *used = used_of(beam, state);
    unsigned left = slots[view->row], above = slots[view->column];
    const struct eternity_list *list =
        course->site[beam->depth].list + left * course->lists->puzzle->colours + above;
    unsigned allowed = course->rules.breaks[beam->depth + 1];
    if (state->breaks > allowed || list->first == list->end[state->breaks < allowed])
        return;
    uint64_t hash = state->hash ^ slot_key(beam, view->row, left) ^
                    slot_key(beam, view->column, above);
    struct eternity_prices prices;
    eternity_outlook_price(&beam->outlook, supply_of(state), slots, state->breaks,
                           &prices);
    for (uint32_t i = list->first; i < list->end[state->breaks < allowed]; i++) {
        eternity_entry entry = course->lists->entry[i];
        unsigned piece = entry_piece(entry);
        if (used[piece / 64] >> piece % 64 & 1)
            continue;
        struct eternity_candidate new = {
            .hash = hash ^ beam->key[piece] ^
                    slot_key(beam, view->row, entry_east(entry)) ^
                    slot_key(beam, view->column, entry_south(entry)),
            .parent = (uint32_t)parent,
            .entry = entry};
        new.value = eternity_outlook_value(&beam->outlook, &prices, entry_tile(entry),
                                           entry_breaks(entry)) +
                    beam->noise *noise_of(beam->seed, new.hash);
        add_candidate(beam, new);
    }
}

/* Marks the hash; true when it was there. */
static bool was_seen(struct eternity_beam *beam, uint64_t hash)
{
    size_t i = hash & beam->seen_mask;
    hash |= 1; /* 0 stands for none */
    for (; beam->seen[i]; i = (i + 1) & beam->seen_mask)
        if (beam->seen[i] == hash)
            return true;
    beam->seen[i] = hash;
    return false;
}

/* Leaves out the trails that no state comes from. */
static void drop_trails(struct eternity_beam *beam)
{
    uint32_t kept = 0;
    memset(beam->moved, 0, beam->trails * sizeof *beam->moved);
    for (size_t i = 0; i < beam->states; i++)
        beam->moved[state_at(beam, beam->now, i)->trail] = 1;
    for (size_t i = beam->trails; i-- > 1;)
        if (beam->moved[i])
            beam->moved[beam->trail[i].before] = 1;
    for (size_t i = 0; i < beam->trails; i++)
        if (beam->moved[i]) {
            struct eternity_trail trail = beam->trail[i];
            trail.before = beam->moved[trail.before];
            beam->moved[i] = kept;
            beam->trail[kept++] = trail;
        }
    beam->trails = kept;
    for (size_t i = 0; i < beam->states; i++) {
        struct state *state = state_at(beam, beam->now, i);
        state->trail = beam->moved[state->trail];
    }
}

static void make_child(struct eternity_beam *beam,
                       const struct eternity_candidate *candidate, struct state *child)
{
    const struct eternity_view *view = &beam->outlook.view[beam->depth];
    struct state *parent = state_at(beam, beam->now, candidate->parent);
    int16_t tile = entry_tile(candidate->entry);
    unsigned piece = entry_piece(candidate->entry);
    memcpy(child, parent, beam->stride);
    child->hash = candidate->hash;
    child->breaks = (uint16_t)(child->breaks + entry_breaks(candidate->entry));
    child->trail = (uint32_t)beam->trails;
    beam->trail[beam->trails++] =
        (struct eternity_trail){.before = parent->trail, .tile = (uint32_t)tile};
    for (unsigned side = 0; side < N_SIDES; side++)
        supply_of(child)[beam->outlook.ink[tile][side]]--;
    used_of(beam, child)[piece / 64] |= UINT64_C(1) << piece % 64;
    slots_of(beam, child)[view->row] = (uint8_t)entry_east(candidate->entry);
    slots_of(beam, child)[view->column] = (uint8_t)entry_south(candidate->entry);
}

/* From candidates to the states of the next depth. */
static void advance(struct eternity_beam *beam)
{
    size_t made = 0;
    size_t of_last = beam->width - (beam->binned - beam->bin[beam->last_bin]);
    if (beam->trails + beam->width > beam->trail_capacity)
        drop_trails(beam);
    memset(beam->seen, 0, (beam->seen_mask + 1) * sizeof *beam->seen);
    for (size_t i = 0; i < beam->candidates && made < beam->width; i++) {
        const struct eternity_candidate *candidate = &beam->candidate[i];
        unsigned bin = bin_of(beam, candidate->value);
        if (bin > beam->last_bin || (bin == beam->last_bin && of_last == 0) ||
            beam->trails == beam->trail_capacity || was_seen(beam, candidate->hash))
            continue;
        of_last -= bin == beam->last_bin;
        make_child(beam, candidate, state_at(beam, beam->next, made++));
    }
    unsigned char *former = beam->now;
    beam->now = beam->next;
    beam->next = former;
    beam->states = made;
    beam->depth++;
    turn(beam);
}

bool eternity_beam_run(struct eternity_beam *beam, size_t states)
{
    const unsigned goal = beam->course->rules.goal;
    while (beam->depth < goal && beam->states) {
        for (; beam->parent < beam->states && states > 0; states--)
            add_children(beam, beam->parent++);
        if (beam->parent < beam->states)
            return false;
        advance(beam);
    }
    return true;
}

unsigned eternity_beam_breaks(const struct eternity_beam *beam, size_t state)
{
    return state_at(beam, beam->now, state)->breaks;
}

void eternity_beam_tiles(const struct eternity_beam *beam, size_t state, int16_t *tiles)
{
    uint32_t trail = state_at(beam, beam->now, state)->trail;
    for (unsigned depth = beam->depth; depth-- > 0;) {
        tiles[depth] = (int16_t)beam->trail[trail].tile;
        trail = beam->trail[trail].before;
    }
}
