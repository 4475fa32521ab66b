#include "eternity_state.h"

#include "interrupt.h"

#include <string.h>

/* Values of a bin; how much better than the first candidate others can be; and a limit
 * that leaves out nothing. */
enum {
    BIN_VALUES = ETERNITY_UNIT / 512,
    BETTER = 24 * ETERNITY_UNIT,
    NO_LIMIT = INT32_MAX / 2
};
enum { EARLY = 4 }; /* a state is early in the first cells, one of so many */
enum { TRAILS_A_STATE = 16, CANDIDATES_A_STATE = 3, PLACES_A_STATE = 4 };

/* For the limit that a depth begins with, one state of so many is looked at, if so many
 * can be; and so many candidates for a state kept are to lie under it, since some lead
 * to the same state. */
enum { SAMPLE_STRIDE = 64, SAMPLE_LEAST = 64 };
static const double SAMPLE_MARGIN = 1.3;

/* Tiles looked at together, and their values. */
enum { SIGHTED = 64 };
struct sighted {
    unsigned entries;
    eternity_entry entry[SIGHTED + ETERNITY_AT_ONCE];
    int32_t value[SIGHTED];
};

static inline uint64_t slot_key(const struct eternity_beam *beam, unsigned slot,
                                unsigned colour)
{
    return beam->key[eternity_keys_at(&beam->outlook, slot) + colour];
}

static size_t places_for(size_t width)
{
    size_t n = 16;
    while (n < PLACES_A_STATE * width)
        n *= 2;
    return n;
}

static enum status take_memory(struct eternity_beam *beam, struct arena *perm,
                               struct error *err)
{
    const struct eternity *puzzle = beam->outlook.puzzle;
    size_t width = beam->widest;
    beam->now = arena_take_array(perm, width, beam->stride);
    beam->next = arena_take_array(perm, width, beam->stride);
    beam->trail =
        ARENA_NEW(perm, struct eternity_trail, TRAILS_A_STATE * width + puzzle->cells);
    beam->moved = ARENA_NEW(perm, uint32_t, TRAILS_A_STATE * width + puzzle->cells);
    beam->candidate =
        ARENA_NEW(perm, struct eternity_candidate, CANDIDATES_A_STATE * width);
    beam->bin = ARENA_NEW(perm, uint32_t, BEAM_BINS);
    beam->place = ARENA_NEW(perm, uint64_t, places_for(width));
    beam->key = ARENA_NEW(perm, uint64_t,
                          eternity_keys_at(&beam->outlook, beam->outlook.slots));
    if (!beam->now || !beam->next || !beam->trail || !beam->moved || !beam->candidate ||
        !beam->bin || !beam->place || !beam->key)
        return error_set(err, STATUS_MEMORY, "no memory for a beam of %zu states",
                         width);
    return STATUS_OK;
}

enum status eternity_beam_init(struct eternity_beam *beam,
                               const struct eternity_course *course, size_t widest,
                               double weight, double early_noise, double noise,
                               struct arena *perm, struct error *err)
{
    *beam = (struct eternity_beam){.course = course,
                                   .widest = widest,
                                   .early_noise = eternity_as_value(early_noise),
                                   .noise = eternity_as_value(noise)};
    if (eternity_outlook_init(&beam->outlook, course->lists->puzzle, course->order,
                              weight, perm, err) ||
        eternity_chain_init(&beam->chain, course, &beam->outlook, perm, err))
        return err->status;
    size_t bytes = eternity_slots_offset(&beam->outlook) + beam->outlook.slots;
    beam->stride = (bytes + 7) / 8 * 8;
    return take_memory(beam, perm, err);
}

void eternity_beam_turn(struct eternity_beam *beam)
{
    memset(beam->bin, 0, BEAM_BINS * sizeof *beam->bin);
    memset(beam->place, 0, (beam->place_mask + 1) * sizeof *beam->place);
    beam->limit = NO_LIMIT;
    beam->parent = beam->candidates = beam->binned = 0;
    beam->waiting = 0;
    beam->held = false;
    beam->last_bin = BEAM_BINS - 1;
    beam->ahead = eternity_ahead_cells(beam->course, beam->depth);
    beam->graded = beam->ahead && beam->course->rules.breaks[beam->depth + 1] > 0;
    if (beam->states && beam->depth < beam->course->rules.goal)
        eternity_outlook_turn(
            &beam->outlook, beam->depth,
            eternity_line_of(beam, eternity_state_at(beam, beam->now, 0)));
    if (beam->depth < beam->outlook.puzzle->cells)
        eternity_chain_turn(&beam->chain, beam->depth);
    beam->graded &= !beam->chain.counts;
    beam->least = NO_LIMIT;
    beam->most_noise = beam->depth < beam->outlook.puzzle->cells / EARLY
                           ? beam->early_noise
                           : beam->noise;
}

/* Lays a tile on the next cell of a state: pieces, line and trail. */
static void lay(struct eternity_beam *beam, struct eternity_state *state, int16_t tile)
{
    unsigned piece = eternity_piece(tile);
    eternity_used_of(beam, state)[piece / 64] |= UINT64_C(1) << piece % 64;
    eternity_outlook_lay(&beam->outlook, beam->depth, tile,
                         eternity_line_of(beam, state));
    eternity_chain_lay(&beam->chain, tile, eternity_line_of(beam, state),
                       eternity_used_of(beam, state), eternity_strand_of(beam, state));
    beam->trail[beam->trails] =
        (struct eternity_trail){.before = state->trail, .tile = (uint32_t)tile};
    state->trail = (uint32_t)beam->trails++;
}

/* Breaks of a tile with what lies left of the next cell and above it. */
static unsigned breaks_of(struct eternity_beam *beam, struct eternity_state *state,
                          int16_t tile)
{
    const struct eternity_view *view = &beam->outlook.view[beam->depth];
    const uint8_t *sides = beam->outlook.puzzle->sides[tile];
    return (unsigned)(eternity_slots_of(beam, state)[view->row] != sides[WEST]) +
           (eternity_slots_of(beam, state)[view->column] != sides[NORTH]);
}

void eternity_beam_begin(struct eternity_beam *beam, size_t width, const int16_t *tiles,
                         unsigned n, uint64_t seed)
{
    const struct eternity_outlook *outlook = &beam->outlook;
    struct eternity_state *first = eternity_state_at(beam, beam->now, 0);
    struct rng rng;
    beam->width = width;
    beam->place_mask = places_for(width) - 1;
    beam->trail_capacity = TRAILS_A_STATE * width + outlook->puzzle->cells;
    beam->candidate_capacity = CANDIDATES_A_STATE * width;
    rng_seed(&rng, seed, 0);
    for (size_t i = 0; i < eternity_keys_at(outlook, outlook->slots); i++)
        beam->key[i] = rng_next(&rng);
    eternity_chain_begin(&beam->chain);
    memset(first, 0, beam->stride);
    memcpy(eternity_line_of(beam, first).supply, outlook->supply,
           outlook->inks * sizeof(uint16_t));
    beam->trail[0] = (struct eternity_trail){0};
    beam->trails = beam->states = 1;
    beam->settled = 0;
    beam->looked = beam->work = 0;
    beam->more = 0;
    beam->seed = rng_next(&rng);
    for (beam->depth = 0; beam->depth < n; beam->depth++) {
        eternity_chain_turn(&beam->chain, beam->depth);
        first->breaks =
            (uint16_t)(first->breaks + breaks_of(beam, first, tiles[beam->depth]));
        lay(beam, first, tiles[beam->depth]);
    }
    eternity_beam_turn(beam);
}

static inline unsigned bin_of(const struct eternity_beam *beam, int32_t value)
{
    int32_t bin = (value - beam->low) / BIN_VALUES;
    if (bin < 0)
        return 0;
    return bin < BEAM_BINS - 1 ? (unsigned)bin : BEAM_BINS - 1;
}

/* A place holds the number of a candidate from 1, and half of its hash above it. */
static inline uint64_t place_for(uint64_t hash, size_t number)
{
    return (hash & ~(uint64_t)UINT32_MAX) | number;
}

/* Where the candidate of some hash is, or would be. */
static uint64_t *find(const struct eternity_beam *beam, uint64_t hash)
{
    size_t i = hash & beam->place_mask;
    for (; beam->place[i]; i = (i + 1) & beam->place_mask)
        if ((beam->place[i] ^ hash) <= UINT32_MAX &&
            beam->candidate[(uint32_t)beam->place[i] - 1].hash == hash)
            break;
    return &beam->place[i];
}

/* How many candidates of the last bin there is room for. */
static size_t room_in_last(const struct eternity_beam *beam)
{
    return beam->width - (beam->binned - beam->bin[beam->last_bin]);
}

/* Leaves out candidates that are of no use any more; of the last bin those that came
 * first stay, so that room is made even where all values are alike. */
static void drop_candidates(struct eternity_beam *beam)
{
    size_t kept = 0, room = room_in_last(beam);
    uint32_t in_last = 0;
    memset(beam->place, 0, (beam->place_mask + 1) * sizeof *beam->place);
    for (size_t i = 0; i < beam->candidates; i++) {
        unsigned bin = bin_of(beam, beam->candidate[i].value);
        if (bin > beam->last_bin || (bin == beam->last_bin && in_last == room))
            continue;
        in_last += bin == beam->last_bin;
        beam->candidate[kept++] = beam->candidate[i];
        *find(beam, beam->candidate[kept - 1].hash) =
            place_for(beam->candidate[kept - 1].hash, kept);
    }
    beam->candidates = kept;
    beam->binned = kept;
    beam->bin[beam->last_bin] = in_last;
}

/* Lowers the limit as long as at least so many are left under it. */
static void lower_limit(struct eternity_beam *beam, size_t room)
{
    while (beam->last_bin > 0 && beam->binned - beam->bin[beam->last_bin] >= room)
        beam->binned -= beam->bin[beam->last_bin--];
    if (beam->last_bin < BEAM_BINS - 1)
        beam->limit = beam->low + (int32_t)(beam->last_bin + 1) * BIN_VALUES;
}

static void count(struct eternity_beam *beam, unsigned bin)
{
    beam->bin[bin]++;
    beam->binned++;
    lower_limit(beam, beam->width);
}

/* Of candidates that lead to the same state the better one stays. */
static void add_candidate(struct eternity_beam *beam, struct eternity_candidate new)
{
    if (!beam->candidates && beam->limit == NO_LIMIT)
        beam->low = new.value - BETTER;
    unsigned bin = bin_of(beam, new.value);
    if (bin > beam->last_bin)
        return;
    uint64_t *place = find(beam, new.hash);
    if (*place) {
        struct eternity_candidate *old = &beam->candidate[(uint32_t)*place - 1];
        unsigned old_bin = bin_of(beam, old->value);
        if (new.value >= old->value)
            return;
        beam->bin[old_bin] -= old_bin <= beam->last_bin;
        beam->binned -= old_bin <= beam->last_bin;
        *old = new;
        count(beam, bin);
        return;
    }
    if (beam->candidates == beam->candidate_capacity) {
        drop_candidates(beam);
        place = find(beam, new.hash);
    }
    if (beam->candidates == beam->candidate_capacity)
        return;
    beam->candidate[beam->candidates++] = new;
    *place = place_for(new.hash, beam->candidates);
    count(beam, bin);
}

/* Candidates wait until their places are in the cache. */
static void add_waiting(struct eternity_beam *beam)
{
    for (unsigned i = 0; i < beam->waiting; i++)
        if (beam->wait[i].value <= beam->limit)
            add_candidate(beam, beam->wait[i]);
    beam->waiting = 0;
}

/* A number in [0, most) that depends on seed, state and tile alone. */
static inline int32_t noise_of(uint64_t seed, uint64_t hash, int32_t most)
{
    uint64_t x = (hash ^ seed) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (int32_t)((x >> 32) * (uint64_t)most >> 32);
}

static void count_sampled(struct eternity_beam *beam, int32_t value)
{
    if (!beam->binned)
        beam->low = value - BETTER;
    beam->bin[bin_of(beam, value)]++;
    beam->binned++;
}

/* Looks at the cells after a child's. Where breaks are allowed, its value gains by the
 * ways to fill the next one; false when the child would have no children. */
static bool look_ahead(struct eternity_beam *beam, struct eternity_state *state,
                       eternity_entry entry, int32_t *value)
{
    const unsigned after = beam->depth + 1 + beam->ahead;
    const struct eternity_parent parent = {.course = beam->course,
                                           .view = beam->outlook.view,
                                           .used = eternity_used_of(beam, state),
                                           .words = beam->chain.words,
                                           .slots = eternity_slots_of(beam, state),
                                           .depth = beam->depth};
    unsigned most = beam->graded ? ETERNITY_AHEAD_MOST : 1;
    unsigned ways = eternity_ahead_ways(&parent, entry, beam->ahead, most);
    if (!ways && state->breaks + entry_breaks(entry) >=
                     beam->course->rules.breaks[after] + beam->more) {
        beam->held = true;
        return false;
    }
    if (beam->graded)
        *value -= eternity_ahead_worth[ways];
    return true;
}

/* Makes a candidate of a tile, unless its value is beyond the limit. */
static void add_tile(struct eternity_beam *beam, size_t parent, eternity_entry entry,
                     int32_t value, uint64_t hash)
{
    const struct eternity_view *view = &beam->outlook.view[beam->depth];
    if (beam->ahead &&
        !look_ahead(beam, eternity_state_at(beam, beam->now, parent), entry, &value))
        return;
    if (beam->sampling) {
        count_sampled(beam, value);
        return;
    }
    if (value > beam->limit)
        return;
    struct eternity_candidate new = {
        .hash = hash ^ beam->key[entry_piece(entry)] ^
                slot_key(beam, view->row, entry_east(entry)) ^
                slot_key(beam, view->column, entry_south(entry)),
        .parent = (uint32_t)parent,
        .entry = entry};
    new.value = value + noise_of(beam->seed, new.hash, beam->most_noise);
    __builtin_prefetch(&beam->place[new.hash & beam->place_mask]);
    beam->wait[beam->waiting++] = new;
    if (beam->waiting == BEAM_WAITING)
        add_waiting(beam);
}

/* Values of the tiles sighted by the outlook; keeps those that can be within reach,
 * without a branch, as which these are cannot be foretold either. `link`, or NULL: what
 * chains are worth at least goes into it, but not into the values. */
static void value_sighted(struct eternity_beam *beam,
                          const struct eternity_sight *sight,
                          const struct eternity_link *link, int32_t reach,
                          struct sighted *tiles)
{
    unsigned kept = 0;
    int32_t least = beam->least, base = sight->base + (link ? link->base : 0);
    for (unsigned i = 0; i < tiles->entries; i++) {
        /* Vector stores have written it, which the analyzer does not see. */
        eternity_entry entry = tiles->entry[i]; /* NOLINT(clang-analyzer-core.*) */
        unsigned breaks = entry_breaks(entry);
        int32_t value =
            eternity_outlook_value(&beam->outlook, sight, entry_tile(entry), breaks);
        int32_t chains = link ? eternity_chain_least(&beam->chain, link, entry) : 0;
        int32_t more =
            value + chains - base - beam->outlook.break_worth * (int32_t)breaks;
        least = more < least ? more : least;
        tiles->entry[kept] = entry;
        tiles->value[kept] = value;
        kept += value + chains <= reach;
    }
    tiles->entries = kept;
    beam->least = least;
}

/* Candidates of the tiles sighted. */
static void add_sighted(struct eternity_beam *beam, size_t parent,
                        const struct eternity_sight *sight,
                        const struct eternity_link *link, uint64_t hash,
                        struct sighted *tiles)
{
    const int32_t most = beam->graded ? eternity_ahead_worth[ETERNITY_AHEAD_MOST] : 0;
    value_sighted(beam, sight, link, beam->limit + most, tiles);
    for (unsigned i = 0; i < tiles->entries; i++) {
        int32_t value = tiles->value[i];
        if (link)
            value += eternity_chain_value(&beam->chain, link, tiles->entry[i]);
        if (value <= beam->limit + most)
            add_tile(beam, parent, tiles->entry[i], value, hash);
    }
}

/* Sights free pieces of a list from place `from` on; returns where it stopped. */
static uint32_t sight_free(const struct eternity_beam *beam, const uint64_t *used,
                           uint32_t from, uint32_t end, struct sighted *tiles)
{
    const eternity_entry *entry = beam->course->lists->entry;
    tiles->entries = 0;
    while (from < end && !tiles->entries) {
        unsigned n = end - from < SIGHTED ? end - from : SIGHTED;
        tiles->entries = eternity_gather_free(entry + from, n, used, beam->chain.words,
                                              tiles->entry);
        from += n;
    }
    return from;
}

/* What is left of the next cell of a state, and above it, leaves its hash once that is
 * filled. */
static uint64_t hash_before(const struct eternity_beam *beam,
                            struct eternity_state *state)
{
    const struct eternity_view *view = &beam->outlook.view[beam->depth];
    const uint8_t *slots = eternity_slots_of(beam, state);
    return state->hash ^ slot_key(beam, view->row, slots[view->row]) ^
           slot_key(beam, view->column, slots[view->column]);
}

/* Candidates that fit, then those with a break, unless they are beyond the limit. */
static void add_children(struct eternity_beam *beam, size_t parent)
{
    const struct eternity_course *course = beam->course;
    const struct eternity_view *view = &beam->outlook.view[beam->depth];
    struct eternity_state *state = eternity_state_at(beam, beam->now, parent);
    const uint64_t *used = eternity_used_of(beam, state);
    const uint8_t *slots = eternity_slots_of(beam, state);
    struct eternity_list list = *eternity_course_list(
        course, beam->depth, slots[view->row], slots[view->column]);
    unsigned allowed = course->rules.breaks[beam->depth + 1] + beam->more;
    bool broken = state->breaks < allowed;
    beam->held |= state->breaks >= allowed;
    if (state->breaks > allowed)
        return;
    struct sighted tiles;
    uint32_t from = sight_free(beam, used, list.first, list.end[0], &tiles);
    if (!tiles.entries && !broken)
        return;
    uint64_t hash = hash_before(beam, state);
    struct eternity_sight sight;
    struct eternity_link chained, *link = beam->chain.counts ? &chained : NULL;
    eternity_outlook_look(&beam->outlook, eternity_line_of(beam, state), state->breaks,
                          &sight);
    if (link)
        eternity_chain_look(&beam->chain, eternity_line_of(beam, state), used,
                            eternity_strand_of(beam, state), link);
    broken &= sight.base + (link ? link->base : 0) + beam->least +
                  beam->outlook.break_worth <=
              beam->limit;
    while (tiles.entries) {
        add_sighted(beam, parent, &sight, link, hash, &tiles);
        from = sight_free(beam, used, from, list.end[0], &tiles);
    }
    for (from = list.end[0]; broken && from < list.end[1];) {
        from = sight_free(beam, used, from, list.end[1], &tiles);
        add_sighted(beam, parent, &sight, link, hash, &tiles);
    }
}

/* Finds from a sample of states about where the limit will end, so that few candidates
 * are kept in vain before it is there. */
static void guess_limit(struct eternity_beam *beam)
{
    size_t room = 1 + (size_t)(SAMPLE_MARGIN * (double)beam->width / SAMPLE_STRIDE);
    if (beam->states < (size_t)SAMPLE_STRIDE * SAMPLE_LEAST)
        return;
    beam->sampling = true;
    for (size_t state = 0; state < beam->states; state += SAMPLE_STRIDE)
        add_children(beam, state);
    beam->sampling = false;
    lower_limit(beam, room);
    memset(beam->bin, 0, BEAM_BINS * sizeof *beam->bin);
    beam->binned = 0;
}

void eternity_beam_drop_trails(struct eternity_beam *beam)
{
    uint32_t kept = 0;
    memset(beam->moved, 0, beam->trails * sizeof *beam->moved);
    for (size_t i = 0; i < beam->settled; i++)
        beam->moved[i] = 1;
    for (size_t i = 0; i < beam->states; i++)
        beam->moved[eternity_state_at(beam, beam->now, i)->trail] = 1;
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
        struct eternity_state *state = eternity_state_at(beam, beam->now, i);
        state->trail = beam->moved[state->trail];
    }
}

static void make_child(struct eternity_beam *beam,
                       const struct eternity_candidate *candidate,
                       struct eternity_state *child)
{
    memcpy(child, eternity_state_at(beam, beam->now, candidate->parent), beam->stride);
    child->hash = candidate->hash;
    child->value = candidate->value;
    child->breaks = (uint16_t)(child->breaks + entry_breaks(candidate->entry));
    lay(beam, child, entry_tile(candidate->entry));
}

/* From candidates to the states of the next depth. */
static void advance(struct eternity_beam *beam)
{
    size_t made = 0;
    size_t of_last = room_in_last(beam);
    if (beam->trails + beam->width > beam->trail_capacity)
        eternity_beam_drop_trails(beam);
    for (size_t i = 0; i < beam->candidates && made < beam->width; i++) {
        const struct eternity_candidate *candidate = &beam->candidate[i];
        unsigned bin = bin_of(beam, candidate->value);
        if (bin > beam->last_bin || (bin == beam->last_bin && of_last == 0) ||
            beam->trails == beam->trail_capacity)
            continue;
        of_last -= bin == beam->last_bin;
        make_child(beam, candidate, eternity_state_at(beam, beam->next, made++));
    }
    unsigned char *former = beam->now;
    beam->now = beam->next;
    beam->next = former;
    beam->states = made;
    beam->depth++;
    eternity_beam_turn(beam);
}

/* Where the rules let no state go on, they allow one break more from here on. */
static void allow_more(struct eternity_beam *beam)
{
    beam->more++;
    beam->parent = 0;
    beam->held = false;
}

/* States between two questions whether to go on. */
enum { ASK_EVERY = 256 };

bool eternity_beam_run(struct eternity_beam *beam, size_t work)
{
    const unsigned goal = beam->course->rules.goal;
    const uint64_t end =
        work < UINT64_MAX - beam->work ? beam->work + work : UINT64_MAX;
    while (beam->depth < goal && beam->states) {
        if (beam->work >= end)
            return false;
        if (beam->parent == 0)
            guess_limit(beam);
        for (; beam->parent < beam->states && beam->work < end; beam->work++) {
            if (beam->work % ASK_EVERY == 0)
                (void)interrupt_pending();
            add_children(beam, beam->parent++);
        }
        if (beam->parent < beam->states)
            return false;
        add_waiting(beam);
        beam->looked += beam->states;
        beam->work += BEAM_DEPTH_WORK;
        if (!beam->candidates && beam->held)
            allow_more(beam);
        else
            advance(beam);
    }
    return true;
}

unsigned eternity_beam_breaks(const struct eternity_beam *beam, size_t state)
{
    return eternity_state_at(beam, beam->now, state)->breaks;
}

/* Counts states by bins of values, and puts them there one after another. */
const uint32_t *eternity_beam_by_value(struct eternity_beam *beam)
{
    uint32_t sum = 0;
    beam->low = INT32_MAX;
    for (size_t i = 0; i < beam->states; i++) {
        int32_t value = eternity_beam_value(beam, i);
        beam->low = value < beam->low ? value : beam->low;
    }
    memset(beam->bin, 0, BEAM_BINS * sizeof *beam->bin);
    for (size_t i = 0; i < beam->states; i++)
        beam->bin[bin_of(beam, eternity_beam_value(beam, i))]++;
    for (unsigned bin = 0; bin < BEAM_BINS; bin++) {
        uint32_t n = beam->bin[bin];
        beam->bin[bin] = sum;
        sum += n;
    }
    for (size_t i = 0; i < beam->states; i++)
        beam->moved[beam->bin[bin_of(beam, eternity_beam_value(beam, i))]++] =
            (uint32_t)i;
    return beam->moved;
}

int32_t eternity_beam_value(const struct eternity_beam *beam, size_t state)
{
    return eternity_state_at(beam, beam->now, state)->value;
}

void eternity_beam_tiles(const struct eternity_beam *beam, size_t state, int16_t *tiles)
{
    uint32_t trail = eternity_state_at(beam, beam->now, state)->trail;
    for (unsigned depth = beam->depth; depth-- > 0;) {
        tiles[depth] = (int16_t)beam->trail[trail].tile;
        trail = beam->trail[trail].before;
    }
}
