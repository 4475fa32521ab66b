/* Party: arrangements of classes in a formation, against trying every one. */
#include "party_placement.h"
#include "rng.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { PATTERNS = 4000, NO_LIMIT = 100000000, LEAST_PLACES = 2, MOST_PLACES = 7 };

static size_t number_in(struct rng *rng, size_t low, size_t high)
{
    return low + (size_t)rng_below(rng, high - low + 1);
}

static void random_graph(struct party *party, struct rng *rng)
{
    double density = rng_unit(rng);
    *party = (struct party){.n_places = number_in(rng, LEAST_PLACES, MOST_PLACES)};
    for (size_t a = 0; a < party->n_places; a++)
        for (size_t b = 0; b < a; b++)
            if (rng_chance(rng, density)) {
                party->edge[party->n_edges][0] = (uint8_t)a;
                party->edge[party->n_edges++][1] = (uint8_t)b;
                party->neighbour[a][party->n_neighbours[a]++] = (uint8_t)b;
                party->neighbour[b][party->n_neighbours[b]++] = (uint8_t)a;
            }
}

/* Bars classes from some places. */
static void bar_places(const struct party *party, struct rng *rng,
                       struct party_placement_pattern *p)
{
    p->any_barred = true;
    p->n_blocks = p->n;
    for (size_t c = 0; c < p->n; c++)
        for (size_t place = 0; place < party->n_places; place++)
            if (p->pinned[place] == (int8_t)c || rng_chance(rng, 0.7))
                p->allowed[c] |= (uint64_t)1 << place;
}

/* Losses are smaller within blocks than between, mostly; some places hold a class of
 * one hero, and some classes may not stand everywhere. */
static void random_pattern(const struct party *party, struct rng *rng,
                           struct party_placement_pattern *p)
{
    memset(p, 0, sizeof *p);
    p->n = number_in(rng, 1, party->n_places);
    for (size_t h = 0; h < party->n_places; h++)
        p->count[h < p->n ? h : number_in(rng, 0, p->n - 1)]++;
    bool plain = rng_chance(rng, 0.3);
    for (size_t c = 0; c < p->n; c++) {
        bool joins = !plain && c > 0 && rng_chance(rng, 0.6);
        p->block[c] =
            (uint8_t)(joins ? number_in(rng, 0, p->n_blocks - 1) : p->n_blocks++);
    }
    for (size_t a = 0; a < p->n; a++)
        for (size_t b = 0; b <= a; b++) {
            bool together = p->block[a] == p->block[b];
            p->loss[a][b] = p->loss[b][a] =
                (uint16_t)number_in(rng, together ? 0 : 2, together ? 3 : 9);
        }
    for (size_t place = 0; place < party->n_places; place++)
        p->pinned[place] = -1;
    for (size_t c = 0, place = 0; c < p->n; c++)
        if (p->count[c] == 1 && rng_chance(rng, 0.15)) {
            p->pinned[place] = (int8_t)c;
            place += number_in(rng, 1, 2);
            p->any_pinned = true;
            if (place >= party->n_places)
                break;
        }
    if (rng_chance(rng, 0.3))
        bar_places(party, rng, p);
}

static bool may_have(const struct party_placement_pattern *p, size_t place,
                     size_t class)
{
    return (p->pinned[place] < 0 || p->pinned[place] == (int8_t) class) &&
           (!p->any_barred || p->allowed[class] >> place & 1);
}

static unsigned loss_of(const struct party *party,
                        const struct party_placement_pattern *p, const uint8_t *place)
{
    unsigned loss = 0;
    for (size_t e = 0; e < party->n_edges; e++)
        loss += p->loss[place[party->edge[e][0]]][place[party->edge[e][1]]];
    return loss;
}

/* Least loss of all arrangements that keep the pins and bars; UINT32_MAX: there is none. */
static unsigned least_loss(const struct party *party,
                           const struct party_placement_pattern *p, size_t at,
                           uint8_t *left, uint8_t *place)
{
    unsigned least = UINT32_MAX;
    if (at == party->n_places)
        return loss_of(party, p, place);
    for (size_t c = 0; c < p->n; c++) {
        if (!left[c] || !may_have(p, at, c))
            continue;
        left[c]--;
        place[at] = (uint8_t)c;
        unsigned loss = least_loss(party, p, at + 1, left, place);
        least = loss < least ? loss : least;
        left[c]++;
    }
    return least;
}

static void check_places(const struct party *party,
                         const struct party_placement_pattern *p, const uint8_t *place,
                         unsigned most)
{
    uint8_t used[PARTY_MAX_PLACES] = {0};
    for (size_t i = 0; i < party->n_places; i++) {
        CU_ASSERT_FATAL(place[i] < p->n);
        used[place[i]]++;
        CU_ASSERT_TRUE(may_have(p, i, place[i]));
    }
    CU_ASSERT_EQUAL(memcmp(used, p->count, p->n), 0);
    CU_ASSERT_TRUE(loss_of(party, p, place) <= most);
}

static void search_equals_trying_all(void)
{
    unsigned yes = 0;
    for (uint64_t seed = 0; seed < PATTERNS; seed++) {
        struct party party;
        struct party_placement_pattern pattern;
        struct party_placement placement;
        struct arena arena;
        struct rng rng;
        struct error err = {0};
        uint8_t left[PARTY_MAX_PLACES], place[PARTY_MAX_PLACES] = {0};
        rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
        random_graph(&party, &rng);
        random_pattern(&party, &rng, &pattern);
        memcpy(left, pattern.count, sizeof left);
        unsigned least = least_loss(&party, &pattern, 0, left, place);
        unsigned most =
            (least == UINT32_MAX ? 9 : least) + (unsigned)number_in(&rng, 0, 4);
        most = most > 2 ? most - 2 : 0;
        arena_init(&arena);
        if (party_placement_init(&placement, &party, (int)most, &arena, &err))
            CU_FAIL_FATAL("no memory");
        uint64_t placings = 0;
        enum party_placement_answer answer =
            party_placement_search(&placement, &pattern, NO_LIMIT, place, &placings);
        if (answer != (least <= most ? PARTY_PLACEMENT_YES : PARTY_PLACEMENT_NO)) {
            printf("seed %llu: answer %d, least loss %u, most %u\n",
                   (unsigned long long)seed, (int)answer, least, most);
            CU_FAIL("another answer");
        } else if (answer == PARTY_PLACEMENT_YES) {
            check_places(&party, &pattern, place, most);
            yes++;
        }
        CU_ASSERT_EQUAL(party_placement_ask(&placement, &pattern, NO_LIMIT, &placings),
                        answer);
        CU_ASSERT_EQUAL(party_placement_ask(&placement, &pattern, NO_LIMIT, &placings),
                        answer);
        CU_ASSERT_EQUAL(placings, 0);
        arena_free(&arena);
    }
    CU_ASSERT_TRUE(yes > PATTERNS / 4 && yes < PATTERNS * 3 / 4);
}

/* A placement in three places in a row, which loses at most so much. */
static void begin_row(struct party_placement *placement, struct party *party,
                      int most_loss, struct arena *arena)
{
    struct error err = {0};
    *party = (struct party){.n_places = 3,
                            .n_edges = 2,
                            .edge = {{0, 1}, {1, 2}},
                            .n_neighbours = {1, 2, 1},
                            .neighbour = {{1}, {0, 2}, {1}}};
    arena_init(arena);
    if (party_placement_init(placement, party, most_loss, arena, &err))
        CU_FAIL_FATAL("no memory");
}

static void search_admits_that_work_ran_out(void)
{
    struct party_placement_pattern pattern = {
        .n = 3, .count = {1, 1, 1}, .n_blocks = 3};
    struct party_placement placement;
    struct arena arena;
    struct party party;
    begin_row(&placement, &party, 5, &arena);
    CU_ASSERT_EQUAL(party_placement_search(&placement, &pattern, 2, NULL, NULL),
                    PARTY_PLACEMENT_UNKNOWN);
    CU_ASSERT_EQUAL(party_placement_search(&placement, &pattern, 3, NULL, NULL),
                    PARTY_PLACEMENT_YES);
    arena_free(&arena);
}

/* Three places in a row, the first hero at an end: the second and third are neighbours then, which loses 5. */
static void failures_are_of_one_search_of_many(void)
{
    struct party_placement_pattern pattern = {.n = 3,
                                              .count = {1, 1, 1},
                                              .n_blocks = 3,
                                              .any_pinned = true,
                                              .pinned = {0, -1, -1}};
    struct party_placement placement;
    struct arena arena;
    struct party party;
    pattern.loss[1][2] = pattern.loss[2][1] = 5;
    begin_row(&placement, &party, 4, &arena);
    CU_ASSERT_EQUAL(party_placement_search(&placement, &pattern, 100, NULL, NULL),
                    PARTY_PLACEMENT_NO);
    placement.searches = UINT32_MAX; /* of which the next ones have the same numbers */
    placement.most_loss = 5;
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(party_placement_search(&placement, &pattern, 100, NULL, NULL),
                        PARTY_PLACEMENT_YES);
    arena_free(&arena);
}

/* Sixty places, of which two are neighbours: these decide, in two placings. */
static void places_without_neighbours_cost_nothing(void)
{
    struct party party = {.n_places = 60, .n_edges = 1, .edge = {{31, 30}}};
    struct party_placement_pattern pattern = {
        .n = 60, .n_blocks = 60, .any_barred = true};
    struct party_placement placement;
    struct arena arena;
    struct error err = {0};
    uint8_t place[PARTY_MAX_PLACES];
    uint64_t placings;
    party.n_neighbours[30] = party.n_neighbours[31] = 1;
    party.neighbour[30][0] = 31;
    party.neighbour[31][0] = 30;
    for (size_t c = 0; c < 60; c++) {
        pattern.count[c] = 1;
        pattern.allowed[c] = c < 2 ? (uint64_t)3 << 1 : UINT64_MAX;
        for (size_t d = 0; d < 60; d++)
            pattern.loss[c][d] = c + d == 1 ? 0 : 1;
    }
    for (int most = 1; most >= 0; most--) {
        arena_init(&arena);
        if (party_placement_init(&placement, &party, most, &arena, &err))
            CU_FAIL_FATAL("no memory");
        CU_ASSERT_EQUAL(
            party_placement_search(&placement, &pattern, 1000, place, &placings),
            most ? PARTY_PLACEMENT_YES : PARTY_PLACEMENT_NO);
        CU_ASSERT_TRUE(place[1] + place[2] == 1 && (!most || placings == 2));
        arena_free(&arena);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(search_equals_trying_all),
        SUITE_TEST(search_admits_that_work_ran_out),
        SUITE_TEST(failures_are_of_one_search_of_many),
        SUITE_TEST(places_without_neighbours_cost_nothing),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party arrange", NULL, NULL, tests);
}
