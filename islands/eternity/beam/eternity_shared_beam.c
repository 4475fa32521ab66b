#include "eternity_shared_beam.h"

#include "eternity_beam_expansion.h"
#include "eternity_shared_beam_move.h"
#include "interrupt.h"

#include <string.h>

/* Bins are counted in two turns, so that messages are short. */
enum { FINE = 128, COARSE = ETERNITY_BEAM_BINS / FINE };

/* One state in SAMPLE_STRIDE is in the sample, if that makes SAMPLE_LEAST; candidates that should be
 * within the limit for each one that is kept, since some are duplicates. As for a beam of one
 * island (eternity_beam_expansion.c). */
enum { SAMPLE_STRIDE = 64, SAMPLE_LEAST = 64 };
static const double SAMPLE_MARGIN = 1.3;

/* Candidates that an island sends in one superstep, as a share of its room, and at least so many;
 * chosen by hand, for memory. */
enum { SENT_SHARE = 4, SENT_LEAST = 1000 };

/* Bytes behind a state that vectors may read. */
enum { BEHIND = 64 };

/* Room beyond the share of an island: where states are uneven, and for chance. */
enum { SPARE_SHARE = 16, SPARE = 256 };

size_t eternity_shared_beam_room(size_t width, size_t islands)
{
    size_t share = (width + islands - 1) / islands;
    return share + share / SPARE_SHARE + SPARE;
}

enum status eternity_shared_beam_init(struct eternity_shared_beam *shared,
                                      size_t islands, size_t stride, struct arena *perm,
                                      struct error *err)
{
    *shared = (struct eternity_shared_beam){
        .islands = islands,
        .spare = arena_take(perm, stride + BEHIND),
        .outgoing = ARENA_NEW(perm, struct eternity_shared_outgoing, islands),
        .need = ARENA_NEW(perm, size_t, islands),
        .moved = ARENA_NEW(perm, size_t, islands),
        .bin = ARENA_NEW(perm, uint64_t, COARSE > FINE ? COARSE : FINE)};
    if (!shared->spare || !shared->outgoing || !shared->need || !shared->moved ||
        !shared->bin)
        return error_set(err, STATUS_MEMORY, "no memory to share a beam");
    return STATUS_OK;
}

/* Messages. */

struct eternity_shared_news eternity_shared_beam_news(const struct mailbox *mailbox,
                                                      size_t from)
{
    struct eternity_shared_news news;
    memcpy(&news, mailbox->in[from] + mailbox->in_bytes[from] - sizeof news,
           sizeof news);
    return news;
}

/* What comes before the news in the message from an island. */
static size_t payload_bytes(const struct mailbox *mailbox, size_t from)
{
    return mailbox->in_bytes[from] - sizeof(struct eternity_shared_news);
}

/* Ends the messages of this superstep, which the next phase reads. */
static bool send_news(struct eternity_shared_beam *shared,
                      struct eternity_shared_news news, enum eternity_shared_phase next)
{
    shared->phase = next;
    mailbox_send_all(shared->mailbox, &news, sizeof news);
    return true;
}

/* Adds up counts of bins that all islands have sent. */
static void sum_bins(struct eternity_shared_beam *shared, unsigned bins)
{
    memset(shared->bin, 0, bins * sizeof *shared->bin);
    for (size_t from = 0; from < shared->islands; from++) {
        const uint32_t *counts =
            (const uint32_t *)(const void *)shared->mailbox->in[from];
        for (unsigned bin = 0; bin < bins; bin++)
            shared->bin[bin] += counts[bin];
    }
}

/* Sends the counts of the beam's bins within its limit: all as coarse ones. */
static void send_coarse_bins(struct eternity_shared_beam *shared)
{
    const struct eternity_beam_candidates *candidates = &shared->beam->candidates;
    uint32_t coarse[COARSE] = {0};
    for (unsigned bin = 0; bin <= candidates->last_bin; bin++)
        coarse[bin / FINE] += candidates->bin[bin];
    mailbox_send_all(shared->mailbox, coarse, sizeof coarse);
}

/* Those of the coarse bin that is looked at. */
static void send_fine_bins(struct eternity_shared_beam *shared)
{
    const struct eternity_beam_candidates *candidates = &shared->beam->candidates;
    uint32_t fine[FINE] = {0};
    for (unsigned i = 0; i < FINE; i++) {
        unsigned bin = shared->coarse * FINE + i;
        fine[i] = bin <= candidates->last_bin ? candidates->bin[bin] : 0;
    }
    mailbox_send_all(shared->mailbox, fine, sizeof fine);
}

/* The first bin with which at least `wanted` are counted, `below` with those before; adds these to
 * below. `bins` if there are fewer. */
static unsigned find_bin(const uint64_t *counts, unsigned bins, size_t wanted,
                         size_t *below)
{
    unsigned bin = 0;
    for (; bin < bins && *below + counts[bin] < wanted; bin++)
        *below += counts[bin];
    return bin;
}

/* Phases: each reads the messages of the one before, and returns whether it has sent any. */

/* Where candidates of equal hash meet. */
static size_t island_of(const struct eternity_shared_beam *shared, uint32_t upper_hash)
{
    return (size_t)((uint64_t)upper_hash * shared->islands >> 32);
}

static void flush_candidates(struct eternity_shared_beam *shared, size_t to)
{
    struct eternity_shared_outgoing *outgoing = &shared->outgoing[to];
    mailbox_send(shared->mailbox, to, outgoing->candidate,
                 outgoing->n * sizeof *outgoing->candidate);
    outgoing->n = 0;
}

static void flush_all_candidates(struct eternity_shared_beam *shared)
{
    for (size_t to = 0; to < shared->islands; to++)
        flush_candidates(shared, to);
}

static inline void send_candidate(struct eternity_shared_beam *shared, size_t to,
                                  const struct eternity_beam_candidate *candidate)
{
    struct eternity_shared_outgoing *outgoing = &shared->outgoing[to];
    outgoing->candidate[outgoing->n++] = *candidate;
    if (outgoing->n == ETERNITY_SHARED_SENT)
        flush_candidates(shared, to);
}

static void take_candidate(void *taker, const struct eternity_beam_candidate *candidate)
{
    struct eternity_shared_beam *shared = taker;
    const size_t to = island_of(shared, candidate->hash[1]);
    struct eternity_beam_candidate numbered = *candidate;
    numbered.parent += (uint32_t)shared->first;
    if (to == shared->island) {
        eternity_beam_candidates_push(&shared->beam->candidates, numbered);
        return;
    }
    send_candidate(shared, to, &numbered);
    shared->sent++;
}

static bool lead(struct eternity_shared_beam *shared)
{
    struct eternity_beam *beam = shared->beam;
    if (beam->states)
        mailbox_send_all(shared->mailbox, eternity_beam_state_at(beam, 0),
                         beam->stride);
    return send_news(shared, (struct eternity_shared_news){.n = beam->states},
                     ETERNITY_SHARED_LOW);
}

/* Too few states for a sample. */
static bool are_few(const struct eternity_shared_beam *shared)
{
    return shared->states < (size_t)SAMPLE_STRIDE * SAMPLE_LEAST;
}

/* The messages have all been read. */
static bool end_depth(struct eternity_shared_beam *shared)
{
    shared->phase = ETERNITY_SHARED_LEAD;
    return false;
}

/* Looks at states of the sample until one has a child. */
static bool find_low(struct eternity_shared_beam *shared)
{
    struct eternity_beam *beam = shared->beam;
    shared->states = 0;
    for (size_t from = shared->islands; from-- > 0;) {
        size_t states = eternity_shared_beam_news(shared->mailbox, from).n;
        shared->states += states;
        if (states)
            memcpy(shared->spare, shared->mailbox->in[from], beam->stride);
    }
    if (!shared->states) /* there was no memory for any that moved */
        return end_depth(shared);
    eternity_beam_set_depth_by(beam, shared->spare);
    const size_t stride = are_few(shared) ? 1 : SAMPLE_STRIDE;
    beam->sampling = true;
    for (size_t i = 0; i < beam->states && !beam->candidates.has_low; i += stride)
        eternity_beam_expand(beam, i);
    beam->sampling = false;
    const struct eternity_beam_candidates *candidates = &beam->candidates;
    uint64_t low = candidates->has_low ? (uint64_t)candidates->low + INT32_MAX : 0;
    return send_news(
        shared, (struct eternity_shared_news){.n = low, .over = !candidates->has_low},
        ETERNITY_SHARED_SAMPLE);
}

/* Adds the candidates that other islands have sent. */
static void add_candidates(struct eternity_shared_beam *shared)
{
    for (size_t from = 0; from < shared->islands; from++) {
        const unsigned char *at = shared->mailbox->in[from];
        size_t n = payload_bytes(shared->mailbox, from) /
                   sizeof(struct eternity_beam_candidate);
        for (; n > 0; n--, at += sizeof(struct eternity_beam_candidate)) {
            struct eternity_beam_candidate candidate;
            memcpy(&candidate, at, sizeof candidate);
            eternity_beam_candidates_push(&shared->beam->candidates, candidate);
        }
    }
}

static void expand_some(struct eternity_shared_beam *shared)
{
    struct eternity_beam *beam = shared->beam;
    const size_t most = shared->room / SENT_SHARE + SENT_LEAST;
    shared->sent = 0;
    beam->take = take_candidate;
    beam->taker = shared;
    for (; beam->parent < beam->states && shared->sent < most; beam->parent++) {
        if (beam->parent % 256 == 0)
            (void)interrupt_pending();
        if (beam->parent + ETERNITY_BEAM_AHEAD < beam->states)
            eternity_beam_prefetch_place(
                beam, beam->place[beam->parent + ETERNITY_BEAM_AHEAD]);
        eternity_beam_expand(beam, beam->parent);
    }
    beam->take = NULL;
    flush_all_candidates(shared);
}

/* Expands states and sends their children; `over` once there are no more. */
static bool expand(struct eternity_shared_beam *shared)
{
    expand_some(shared);
    bool over = shared->beam->parent == shared->beam->states;
    return send_news(shared, (struct eternity_shared_news){.over = over},
                     ETERNITY_SHARED_COUNT);
}

static bool begin_to_expand(struct eternity_shared_beam *shared, unsigned last_bin)
{
    eternity_beam_candidates_set_last_bin(&shared->beam->candidates, last_bin);
    shared->beam->parent = 0;
    shared->beam->blocked = false;
    return expand(shared);
}

/* The value of bin 0: the least that an island would choose, 0 if no island has a child. */
static int32_t choose_low(const struct eternity_shared_beam *shared)
{
    int64_t low = INT64_MAX;
    for (size_t from = 0; from < shared->islands; from++) {
        struct eternity_shared_news news =
            eternity_shared_beam_news(shared->mailbox, from);
        if (!news.over && (int64_t)news.n - INT32_MAX < low)
            low = (int64_t)news.n - INT32_MAX;
    }
    return low == INT64_MAX ? 0 : (int32_t)low;
}

static bool sample(struct eternity_shared_beam *shared)
{
    struct eternity_beam *beam = shared->beam;
    eternity_beam_candidates_clear(&beam->candidates);
    eternity_beam_candidates_set_low(&beam->candidates, choose_low(shared));
    if (are_few(shared))
        return begin_to_expand(shared, ETERNITY_BEAM_BINS - 1);
    beam->sampling = true;
    for (size_t i = 0; i < beam->states; i += SAMPLE_STRIDE)
        eternity_beam_expand(beam, i);
    beam->sampling = false;
    send_coarse_bins(shared);
    return send_news(shared, (struct eternity_shared_news){0},
                     ETERNITY_SHARED_SAMPLE_2);
}

static size_t wanted_of_sample(const struct eternity_shared_beam *shared)
{
    return 1 + (size_t)(SAMPLE_MARGIN * (double)shared->width / SAMPLE_STRIDE);
}

static bool sample_finer(struct eternity_shared_beam *shared)
{
    sum_bins(shared, COARSE);
    shared->below = 0;
    shared->coarse =
        find_bin(shared->bin, COARSE, wanted_of_sample(shared), &shared->below);
    if (shared->coarse == COARSE)
        return begin_to_expand(shared, ETERNITY_BEAM_BINS - 1);
    send_fine_bins(shared);
    return send_news(shared, (struct eternity_shared_news){0}, ETERNITY_SHARED_EXPAND);
}

static bool set_limit(struct eternity_shared_beam *shared)
{
    sum_bins(shared, FINE);
    unsigned fine =
        find_bin(shared->bin, FINE, wanted_of_sample(shared), &shared->below);
    return begin_to_expand(shared, shared->coarse * FINE + fine);
}

static bool all_are_over(const struct eternity_shared_beam *shared)
{
    for (size_t from = 0; from < shared->islands; from++)
        if (!eternity_shared_beam_news(shared->mailbox, from).over)
            return false;
    return true;
}

static bool count(struct eternity_shared_beam *shared)
{
    struct eternity_beam *beam = shared->beam;
    add_candidates(shared);
    if (!all_are_over(shared))
        return expand(shared);
    eternity_beam_candidates_flush(&beam->candidates);
    beam->expanded += beam->states;
    send_coarse_bins(shared);
    return send_news(shared,
                     (struct eternity_shared_news){.n = beam->candidates.n,
                                                   .blocked = beam->blocked},
                     ETERNITY_SHARED_COUNT_2);
}

static bool count_finer(struct eternity_shared_beam *shared)
{
    uint64_t n = 0, blocked = 0;
    for (size_t from = 0; from < shared->islands; from++) {
        struct eternity_shared_news news =
            eternity_shared_beam_news(shared->mailbox, from);
        n += news.n;
        blocked |= news.blocked;
    }
    if (n == 0 && blocked) {
        shared->beam->more++;
        return lead(shared);
    }
    sum_bins(shared, COARSE);
    shared->below = 0;
    shared->coarse = find_bin(shared->bin, COARSE, shared->width, &shared->below);
    if (shared->coarse < COARSE)
        send_fine_bins(shared);
    return send_news(shared, (struct eternity_shared_news){0}, ETERNITY_SHARED_OFFER);
}

/* Removes all but the selected candidates. In the last bin the islands' follow one another. */
static void cut(struct eternity_shared_beam *shared)
{
    struct eternity_beam_candidates *candidates = &shared->beam->candidates;
    unsigned last_bin = candidates->last_bin;
    size_t of_last = SIZE_MAX;
    if (shared->coarse < COARSE) {
        sum_bins(shared, FINE);
        unsigned fine = find_bin(shared->bin, FINE, shared->width, &shared->below);
        last_bin = shared->coarse * FINE + fine;
        of_last = shared->width - shared->below;
        for (size_t from = 0; from < shared->island; from++) {
            size_t n =
                ((const uint32_t *)(const void *)shared->mailbox->in[from])[fine];
            of_last -= n < of_last ? n : of_last;
        }
    }
    eternity_beam_candidates_cut(candidates, last_bin, of_last);
}

static size_t island_of_state(const struct eternity_shared_beam *shared,
                              uint32_t number)
{
    return number / shared->room;
}

static bool offer(struct eternity_shared_beam *shared)
{
    const struct eternity_beam_candidates *candidates = &shared->beam->candidates;
    cut(shared);
    memset(shared->need, 0, shared->islands * sizeof *shared->need);
    for (size_t i = 0; i < candidates->n; i++)
        shared->need[island_of_state(shared, candidates->candidate[i].parent)]++;
    for (size_t to = 0; to < shared->islands; to++)
        mailbox_send(shared->mailbox, to, &shared->need[to], sizeof *shared->need);
    return send_news(shared, (struct eternity_shared_news){0}, ETERNITY_SHARED_NEED);
}

static bool tell_need(struct eternity_shared_beam *shared)
{
    uint64_t sum = 0;
    for (size_t from = 0; from < shared->islands; from++)
        sum += *(const size_t *)(const void *)shared->mailbox->in[from];
    return send_news(shared, (struct eternity_shared_news){.n = sum},
                     ETERNITY_SHARED_SELECT);
}

static bool send_selected(struct eternity_shared_beam *shared)
{
    const struct eternity_beam_candidates *candidates = &shared->beam->candidates;
    shared->expanding = shared->states;
    shared->states = 0;
    for (size_t from = 0; from < shared->islands; from++) {
        shared->need[from] = eternity_shared_beam_news(shared->mailbox, from).n;
        shared->states += shared->need[from];
    }
    for (size_t i = 0; i < candidates->n; i++) {
        const struct eternity_beam_candidate *one = &candidates->candidate[i];
        send_candidate(shared, island_of_state(shared, one->parent), one);
    }
    flush_all_candidates(shared);
    return send_news(shared, (struct eternity_shared_news){0}, ETERNITY_SHARED_MOVE);
}

static bool move(struct eternity_shared_beam *shared)
{
    eternity_shared_beam_make_children(shared);
    return send_news(shared, (struct eternity_shared_news){0}, ETERNITY_SHARED_END);
}

/* The next depth. */
static bool end(struct eternity_shared_beam *shared)
{
    eternity_shared_beam_take_children(shared);
    shared->beam->depth++;
    return end_depth(shared);
}

bool eternity_shared_beam_advance(struct eternity_shared_beam *shared,
                                  struct mailbox *mailbox)
{
    shared->mailbox = mailbox;
    switch (shared->phase) {
    case ETERNITY_SHARED_LEAD:
        return lead(shared);
    case ETERNITY_SHARED_LOW:
        return find_low(shared);
    case ETERNITY_SHARED_SAMPLE:
        return sample(shared);
    case ETERNITY_SHARED_SAMPLE_2:
        return sample_finer(shared);
    case ETERNITY_SHARED_EXPAND:
        return set_limit(shared);
    case ETERNITY_SHARED_COUNT:
        return count(shared);
    case ETERNITY_SHARED_COUNT_2:
        return count_finer(shared);
    case ETERNITY_SHARED_OFFER:
        return offer(shared);
    case ETERNITY_SHARED_NEED:
        return tell_need(shared);
    case ETERNITY_SHARED_SELECT:
        return send_selected(shared);
    case ETERNITY_SHARED_MOVE:
        return move(shared);
    case ETERNITY_SHARED_END:
        break;
    }
    return end(shared);
}

/* Beginnings and ends. */

static void begin_on(struct eternity_shared_beam *shared, struct eternity_beam *beam)
{
    shared->beam = beam;
    shared->room = beam->candidates.width;
    shared->first = shared->island * shared->room;
    memset(shared->outgoing, 0, shared->islands * sizeof *shared->outgoing);
    shared->phase = ETERNITY_SHARED_LEAD;
}

void eternity_shared_beam_begin(struct eternity_shared_beam *shared,
                                struct eternity_beam *beam, size_t island, size_t width)
{
    shared->island = island;
    begin_on(shared, beam);
    shared->width = width;
    shared->states = 1;
    if (shared->island > 0)
        beam->states = 0;
}

void eternity_shared_beam_branch(struct eternity_shared_beam *shared,
                                 struct eternity_beam *branch)
{
    begin_on(shared, branch);
}

bool eternity_shared_beam_is_over(const struct eternity_shared_beam *shared)
{
    return shared->states == 0 ||
           shared->beam->depth == shared->beam->plan->schedule.goal;
}
