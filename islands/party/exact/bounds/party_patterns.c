#include "party_patterns.h"

#include "interrupt.h"
#include "party_pattern_prices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* By hand: the list of 34,207 patterns of ten places and two traits takes 2.5 MB, and more kinds
 * than these are worth little. */
enum { MOST_PATTERNS = 1 << 16, MOST_SUBPROBLEMS = 1 << 18, MOST_KINDS = 8192 };

/* Of the placement search for one pattern, for its first parts, and, some four seconds, for the list:
 * after these a pattern gets as few as its first parts, and stays where that decides nothing. By
 * hand. */
enum { PLACINGS = 20000, FIRST_PLACINGS = 100, PLACINGS_LISTED = 1 << 25 };

/* Choices of a part's labels that the list may take: a second or two. By hand; a search with more
 * goes on by partitions. */
enum { MOST_CHOICES_LISTED = 1 << 20 };

/* Patterns dearer by this share of the price are tuned on where cheaper ones are not improved; by
 * hand. */
enum { DEARER = 20 };

static bool choose_traits(struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    const struct party *party = r->party;
    for (size_t t = 0; t < party->n_traits; t++) {
        if (!r->heavy[t])
            continue;
        if (r->classes[t] || p->n_traits == PARTY_PATTERN_TRAITS)
            return false;
        p->trait[p->n_traits++] = (uint32_t)t;
    }
    p->n_kinds = 1;
    for (size_t i = 0; i < p->n_traits; i++) {
        p->n_kinds *= (size_t)party->trait[p->trait[i]].n_values + 1;
        if (p->n_kinds > MOST_KINDS)
            return false;
    }
    return r->synergy && !r->impossible && p->n_traits > 0 &&
           r->n_places <= PARTY_PATTERN_PLACES && p->groups->n_subproblems > 0;
}

enum status party_patterns_init(struct party_patterns *p,
                                const struct party_aggregation *groups,
                                struct arena *perm, struct error *err)
{
    const struct party_reduced *r = groups->reduced;
    *p = (struct party_patterns){.groups = groups};
    p->available = choose_traits(p);
    if (!p->available)
        return STATUS_OK;
    p->key = ARENA_NEW(perm, uint32_t, r->n_groups * p->n_traits);
    p->pattern = ARENA_NEW(perm, struct party_pattern, MOST_PATTERNS);
    p->subproblem = ARENA_NEW(perm, struct party_pattern_subproblem, MOST_SUBPROBLEMS);
    if (!p->key || !p->pattern || !p->subproblem)
        return error_set(err, STATUS_MEMORY, "no memory for patterns of groups");
    return party_pattern_prices_init(p, perm, err);
}

static void fill_keys(struct party_patterns *p)
{
    const struct party_reduced *r = p->groups->reduced;
    uint32_t stride = 1;
    for (size_t t = 0; t < p->n_traits; t++) {
        p->stride[t] = stride;
        const struct party_trait *trait = &r->party->trait[p->trait[t]];
        for (size_t g = 0; g < r->n_groups; g++)
            p->key[g * p->n_traits + t] =
                (trait->code[party_reduced_group_hero(r, g, 0)] + 1U) * stride;
        stride *= trait->n_values + 1;
    }
}

/* What two groups share, as a set of the pattern's traits. */
static unsigned shared_set(const struct party_patterns *p, size_t a, size_t b)
{
    unsigned set = 0;
    for (size_t t = 0; t < p->n_traits; t++)
        if (p->key[a * p->n_traits + t] == p->key[b * p->n_traits + t])
            set |= 1U << t;
    return set;
}

static void fill_losses(struct party_patterns *p)
{
    const struct party_aggregation *g = p->groups;
    for (size_t s = 0; s < (size_t)1 << p->n_traits; s++)
        p->loss[s] = PARTY_PLACEMENT_EDGE_LOSS;
    for (size_t a = 0; a < g->reduced->n_groups; a++)
        for (size_t b = a + 1; b < g->reduced->n_groups; b++) {
            uint32_t loss = party_aggregation_loss(g, a, b),
                     *least = &p->loss[shared_set(p, a, b)];
            *least = loss < *least ? loss : *least;
        }
}

uint32_t party_patterns_loss(const struct party_patterns *p,
                             const struct party_pattern *pattern, size_t a, size_t b)
{
    unsigned set = 0;
    assert(a != b && a < pattern->n && b < pattern->n);
    for (size_t t = 0; t < p->n_traits; t++)
        if (pattern->label[t][a] == pattern->label[t][b])
            set |= 1U << t;
    return p->loss[set];
}

/* Random ways through the list: if they promise more patterns than this, it is not begun. By hand. */
enum { WAYS = 32, TOO_MANY = MOST_PATTERNS + MOST_PATTERNS / 2 };

/* One step of a random way: a choice among the next parts with their labels. */
struct step {
    struct rng rng;
    size_t n; /* choices */
    struct party_pattern now;
    uint8_t n_labels[PARTY_PATTERN_TRAITS];
    size_t left;
};

/* The list while it grows: the parts so far. */
struct listing {
    struct party_patterns *patterns;
    struct party_placement *placement;
    size_t n_traits;
    struct party_pattern now;
    uint8_t n_labels[PARTY_PATTERN_TRAITS];
    struct step *step; /* NULL: all choices are taken */
    size_t tried;      /* choices of a part's labels */
    uint64_t placings; /* made for whole patterns */
    bool too_long;     /* the list is given up */
    bool stopped;      /* so, or interrupted */
};

/* A reordering of the first parts under construction: the new name of each label. */
struct renaming {
    uint8_t name[PARTY_PATTERN_TRAITS][PARTY_PATTERN_PLACES]; /* UINT8_MAX: none yet */
    uint8_t n_names[PARTY_PATTERN_TRAITS];
    bool used[PARTY_PATTERN_PLACES];
};

static bool is_lone_label(const struct party_pattern *p, size_t t, size_t part)
{
    for (size_t i = 0; i < p->n; i++)
        if (i != part && p->label[t][i] == p->label[t][part])
            return false;
    return true;
}

bool party_pattern_may_exchange(const struct party_pattern *p, size_t n_traits,
                                size_t a, size_t b)
{
    if (p->part[a] != p->part[b])
        return false;
    for (size_t t = 0; t < n_traits; t++)
        if (p->label[t][a] != p->label[t][b] &&
            !(is_lone_label(p, t, a) && is_lone_label(p, t, b)))
            return false;
    return true;
}

/* Compares part q, put at position i under the renaming, with the part that is there: -1, 0, 1. */
static int compare_part(const struct listing *s, const struct renaming *r, size_t i,
                        size_t q)
{
    for (size_t t = 0; t < s->n_traits; t++) {
        uint8_t name = r->name[t][s->now.label[t][q]];
        if (name == UINT8_MAX)
            name = r->n_names[t];
        if (name != s->now.label[t][i])
            return name < s->now.label[t][i] ? -1 : 1;
    }
    return 0;
}

/* Whether some order of the parts from position i on gives a lesser pattern. */
static bool has_lesser(const struct listing *s, const struct renaming *r, size_t i)
{
    const struct party_pattern *now = &s->now;
    for (size_t q = 0; i < now->n && q < now->n; q++) {
        if (r->used[q] || now->part[q] != now->part[i])
            continue;
        bool is_second = false;
        for (size_t e = 0; e < q && !is_second; e++)
            is_second =
                !r->used[e] && party_pattern_may_exchange(now, s->n_traits, e, q);
        if (is_second)
            continue;
        int order = compare_part(s, r, i, q);
        if (order < 0)
            return true;
        if (order > 0)
            continue;
        struct renaming next = *r;
        next.used[q] = true;
        for (size_t t = 0; t < s->n_traits; t++) {
            uint8_t *name = &next.name[t][now->label[t][q]];
            if (*name == UINT8_MAX)
                *name = next.n_names[t]++;
        }
        if (has_lesser(s, &next, i + 1))
            return true;
    }
    return false;
}

static bool is_least(const struct listing *s)
{
    struct renaming none = {0};
    memset(none.name, UINT8_MAX, sizeof none.name);
    return !has_lesser(s, &none, 0);
}

/* Whether the limits on the pattern's traits allow its classes. */
static bool limits_fit(const struct listing *s, bool whole)
{
    const struct party_reduced *r = s->patterns->groups->reduced;
    for (size_t l = 0; l < r->n_limits; l++)
        for (size_t t = 0; t < s->n_traits; t++) {
            const struct party_value_limits *q = &r->limits[l];
            int size[PARTY_PATTERN_PLACES] = {0}, most = 0;
            if (q->trait != s->patterns->trait[t])
                continue;
            for (size_t i = 0; i < s->now.n; i++) {
                int *here = &size[s->now.label[t][i]];
                *here += s->now.part[i];
                most = *here > most ? *here : most;
            }
            if (most > q->same_max || s->n_labels[t] > q->distinct_max ||
                (whole && (most < q->same_min || s->n_labels[t] < q->distinct_min)))
                return false;
        }
    return true;
}

/* Asks for a placement of a pattern, whatever its groups. */
static void ask_pattern(const struct party_patterns *p,
                        const struct party_pattern *pattern,
                        struct party_placement_pattern *ask)
{
    ask->any_pinned = ask->any_barred = false;
    ask->n = ask->n_blocks = pattern->n;
    for (size_t a = 0; a < pattern->n; a++) {
        ask->count[a] = pattern->part[a];
        for (size_t b = 0; b < pattern->n; b++)
            ask->loss[a][b] = a == b ? p->groups->least_within
                                     : party_patterns_loss(p, pattern, a, b);
    }
}

/* Whether the formation may admit the pattern. */
static bool formation_admits(struct listing *s)
{
    struct party_placement_pattern ask;
    uint64_t limit = s->placings < PLACINGS_LISTED ? PLACINGS : FIRST_PLACINGS, made;
    ask_pattern(s->patterns, &s->now, &ask);
    enum party_placement_answer answer =
        party_placement_search(s->placement, &ask, limit, NULL, &made);
    s->placings += made;
    return answer != PARTY_PLACEMENT_NO;
}

/* Whether the formation may admit a pattern that begins with the parts so far: the other heroes, in
 * parts that are no larger, lose the least that different parts lose, or less within their own. */
static bool formation_may_admit(const struct listing *s, size_t left)
{
    const struct party_patterns *p = s->patterns;
    struct party_placement_pattern ask;
    size_t n = s->now.n;
    uint32_t least = PARTY_PLACEMENT_EDGE_LOSS, within = p->groups->least_within;
    for (size_t set = 0; set + 1 < (size_t)1 << s->n_traits; set++)
        least = p->loss[set] < least ? p->loss[set] : least;
    ask_pattern(p, &s->now, &ask);
    ask.n = ask.n_blocks = n + 1;
    ask.count[n] = (uint8_t)left;
    for (size_t a = 0; a < n; a++)
        ask.loss[a][n] = ask.loss[n][a] = least;
    ask.loss[n][n] = s->now.part[n - 1] > 1 && within < least ? within : least;
    return party_placement_search(s->placement, &ask, FIRST_PLACINGS, NULL, NULL) !=
           PARTY_PLACEMENT_NO;
}

static void add_pattern(struct listing *s)
{
    struct party_patterns *p = s->patterns;
    if (!limits_fit(s, true) || !formation_admits(s))
        return;
    s->too_long = p->n == MOST_PATTERNS;
    s->stopped |= s->too_long;
    if (!s->stopped)
        p->pattern[p->n++] = s->now;
}

/* To be called for each choice of a part's labels: ends a list that takes long, or is interrupted. */
static void count_choice(struct listing *s)
{
    s->too_long = s->too_long || ++s->tried > MOST_CHOICES_LISTED;
    s->stopped = s->stopped || s->too_long || s->placement->interrupted ||
                 (s->tried % 64 == 0 && interrupt_pending());
}

static void add_parts(struct listing *s, size_t left, size_t most);

/* Takes a choice of the last part: all further parts, or one choice in n at random. */
static void take_choice(struct listing *s, size_t left)
{
    struct step *step = s->step;
    if (!step) {
        add_parts(s, left, s->now.part[s->now.n - 1]);
    } else if (rng_below(&step->rng, ++step->n) == 0) {
        step->now = s->now;
        memcpy(step->n_labels, s->n_labels, sizeof step->n_labels);
        step->left = left;
    }
}

/* Labels of the last part from trait t on, then further parts. */
static void add_labels(struct listing *s, size_t t, size_t left)
{
    size_t last = s->now.n - 1U;
    if (t == s->n_traits || t == PARTY_PATTERN_TRAITS) {
        for (size_t i = 0; i < last; i++) {
            bool same = true;
            for (size_t u = 0; u < s->n_traits; u++)
                same = same && s->now.label[u][i] == s->now.label[u][last];
            if (same)
                return;
        }
        count_choice(s);
        if (!s->stopped && limits_fit(s, false) &&
            (left == 0 || formation_may_admit(s, left)) && is_least(s))
            take_choice(s, left);
        return;
    }
    uint8_t n_labels = s->n_labels[t];
    for (uint8_t label = 0; label <= n_labels && !s->stopped; label++) {
        s->now.label[t][last] = label;
        s->n_labels[t] = (uint8_t)(n_labels + (label == n_labels));
        add_labels(s, t + 1, left);
    }
    s->n_labels[t] = n_labels;
}

static void add_parts(struct listing *s, size_t left, size_t most)
{
    if (left == 0) {
        add_pattern(s);
        return;
    }
    for (size_t part = left < most ? left : most; part > 0 && !s->stopped; part--) {
        s->now.part[s->now.n++] = (uint8_t)part;
        add_labels(s, 0, left - part);
        s->now.n--;
    }
}

/* About how many patterns there are (D. Knuth, Estimating the efficiency of backtrack programs,
 * Mathematics of Computation 29, 1975): the mean, over random ways, of the product of the choices. */
static double estimate_patterns(const struct listing *from)
{
    size_t n_places = from->patterns->groups->reduced->n_places;
    double sum = 0;
    struct step step = {.n = 0};
    rng_init(&step.rng, 0, 0, 0, RNG_ALGORITHM);
    for (int way = 0; way < WAYS; way++) {
        struct listing s = *from;
        double product = 1;
        s.step = &step;
        for (size_t left = n_places; left > 0 && product > 0; left = step.left) {
            step.n = 0;
            add_parts(&s, left, s.now.n ? s.now.part[s.now.n - 1] : left);
            product *= (double)step.n;
            s.now = step.now;
            memcpy(s.n_labels, step.n_labels, sizeof s.n_labels);
        }
        if (product > 0 && limits_fit(&s, true) && formation_admits(&s))
            sum += product;
    }
    return sum / WAYS;
}

/* By choice, then rising bound. */
static int by_choice(const void *a, const void *b)
{
    const struct party_pattern_subproblem *x = a, *y = b;
    if (x->choice != y->choice)
        return x->choice < y->choice ? -1 : 1;
    if (x->bound != y->bound)
        return x->bound < y->bound ? -1 : 1;
    return x->pattern < y->pattern ? -1 : x->pattern > y->pattern;
}

/* The pattern of the least bound of at least `least` coins; `found` gets the bound. NULL: none, or
 * interrupted. */
static const struct party_pattern *cheapest_from(const struct party_patterns *p,
                                                 int32_t least, int32_t *found)
{
    const struct party_pattern *cheapest = NULL;
    *found = PARTY_COINS_NONE;
    for (size_t i = 0; i < p->n; i++) {
        int32_t bound = party_pattern_price(p, &p->pattern[i]);
        if (bound >= least && bound < *found) {
            cheapest = &p->pattern[i];
            *found = bound;
        }
        if (i % 64 == 0 && interrupt_pending())
            return NULL;
    }
    return cheapest;
}

/* Each further relaxation is tuned on the pattern that is cheapest by those before; once that
 * brings nothing, on dearer ones. False if interrupted. */
static bool add_relaxations(struct party_patterns *p)
{
    int32_t from = 0, least;
    while (p->n_relaxations < PARTY_PATTERN_PRICES) {
        const struct party_pattern *cheapest = cheapest_from(p, from, &least);
        if (!cheapest)
            return !interrupt_pending();
        party_pattern_prices_tune(p, cheapest);
        if (party_pattern_price(p, cheapest) == least)
            from = least + least / DEARER + 1;
    }
    return true;
}

static bool add_subproblems(struct party_patterns *p)
{
    p->n_subproblems = 0;
    for (size_t c = 0; c < p->n_choices; c++) {
        party_pattern_prices_choose(p, c);
        for (size_t i = 0; i < p->n; i++) {
            int32_t bound = party_pattern_price(p, &p->pattern[i]);
            if (bound < PARTY_COINS_NONE)
                p->subproblem[p->n_subproblems++] =
                    (struct party_pattern_subproblem){bound, (uint16_t)c, (uint32_t)i};
            if (i % 64 == 0 && interrupt_pending())
                return false;
        }
    }
    qsort(p->subproblem, p->n_subproblems, sizeof *p->subproblem, by_choice);
    return true;
}

bool party_patterns_list(struct party_patterns *p, struct party_placement *placement)
{
    if (!p->available || p->listed)
        return p->available;
    fill_keys(p);
    fill_losses(p);
    struct listing listing = {
        .patterns = p, .placement = placement, .n_traits = p->n_traits};
    p->n = 0;
    listing.too_long = estimate_patterns(&listing) > TOO_MANY;
    if (placement->interrupted)
        return false; /* what was estimated is worth nothing */
    listing.stopped = listing.too_long;
    add_parts(&listing, p->groups->reduced->n_places, p->groups->reduced->n_places);
    if (listing.stopped || p->n * p->n_choices > MOST_SUBPROBLEMS) {
        p->available = listing.stopped && !listing.too_long;
        return false;
    }
    party_pattern_prices_begin(p);
    p->listed = add_relaxations(p) && add_subproblems(p);
    return p->listed;
}
