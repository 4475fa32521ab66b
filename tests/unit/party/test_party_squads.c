/* Party: unique, chemistry and team ratings: what a config means, that the two evaluations agree,
 * that every search keeps to them, and that the exact search agrees with looking at every party. */
#include "instances.h"
#include "party_chemistry.h"
#include "party_construct.h"
#include "party_exact.h"
#include "party_fixture.h"
#include "party_nested.h"
#include "party_penalty_search.h"
#include "party_random.h"
#include "party_random_fixture.h"
#include "party_rating.h"
#include "party_rating_relaxation.h"
#include "party_refused.h"
#include "party_searcher.h"
#include "party_variation.h"
#include "party_violation.h"

#include <CUnit/Basic.h>

/* ROWS: of heroes that may stand out of position, two each. */
enum {
    POOL = 13,
    ROWS = 2 * POOL,
    PLACES = RANDOM_PLACES,
    INSTANCES = INSTANCES_OF(600)
};

static struct fixture f;
static struct rng rng;
static bool nested; /* each club of a random pool is of one nation */

/* Thresholds of the config, as fixtures hold them. */
static struct party_chemistry_trait_keys reacting[3];
static struct party_threshold_keys threshold[3][4];

/* A rule for places of the config, likewise. */
static struct party_place_rule_keys rule;
static struct party_whole place[2];
static struct party_word word[2];

static const char *const csv = "id,name,club,nation,rating,price\n"
                               "1,ann,red,x,80,5\n"
                               "2,ann,red,y,85,6\n"
                               "3,bob,red,x,70,2\n"
                               "4,cid,blue,x,60,1\n"
                               "5,dan,red,y,90,9\n";

/* Adds chemistry of a trait: {heroes: points, ...}, as characters "2 1 4 2". */
static void react(const char *trait, const char *thresholds)
{
    static char heroes[3][4][2];
    size_t i = f.keys.chemistry.traits.count++, n = 0;
    for (const char *at = thresholds; *at; at += at[3] ? 4 : 3, n++) {
        heroes[i][n][0] = at[0];
        threshold[i][n] = (struct party_threshold_keys){heroes[i][n], at[2] - '0'};
    }
    reacting[i] = (struct party_chemistry_trait_keys){trait, {threshold[i], n}};
    f.keys.chemistry.traits.items = reacting;
}

static void begin(int64_t places)
{
    fixture_init(&f, fixture_text("heroes.csv", csv));
    fixture_formation(&f, places, "");
}

static double amount(enum party_requirement_kind kind, const int32_t *hero)
{
    return party_amount(&f.party, kind, 0, 0, hero);
}

static void chemistry_counts_heroes_alike(void)
{
    int points[4];
    begin(4);
    react("club", "2 1 3 2");
    react("nation", "3 2");
    f.keys.chemistry.cap = 3;
    fixture_require(&f, "chemistry", "total", 8, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    /* red x, red y, red x, blue x: clubs 2 2 2 0, nations 2 0 2 2 */
    const int32_t hero[4] = {0, 1, 2, 3};
    const int expected[4] = {3, 2, 3, 2};
    party_chemistry_count(&f.party, hero, points);
    for (size_t p = 0; p < 4; p++) {
        CU_ASSERT_EQUAL(party_chemistry_of(&f.party, hero, p), expected[p]);
        CU_ASSERT_EQUAL(points[p], expected[p]);
    }
    CU_ASSERT_EQUAL(amount(PARTY_CHEMISTRY, hero), 10);
    CU_ASSERT_EQUAL(amount(PARTY_LEAST_CHEMISTRY, hero), 2);
    CU_ASSERT_TRUE(party_is_feasible(&f.party, hero, NULL));
    CU_ASSERT_EQUAL(f.party.chemistry->potential[0], 3); /* 4 heroes are red, 3 of x */
    CU_ASSERT_EQUAL(f.party.chemistry->potential[3], 2);
    CU_ASSERT_STRING_EQUAL(f.party.requirement[0].text, "chemistry >= 8");
    arena_free(&f.perm);
}

/* By hand, with the formula: 11 places as players have it, and halves, which are rounded up. */
static void ratings_follow_the_formula(void)
{
    /* sum 914, mean 83.09, excess 1.91 + 0.91 * 4 + 3.91 = 9.45: round(923.45) / 11 = 83.9 */
    int64_t squad[11] = {85, 84, 84, 84, 84, 87, 83, 81, 81, 80, 81};
    CU_ASSERT_EQUAL(party_rating_of(squad, 11), 83);
    squad[7] = 82; /* 915 + 9.1 = 924.1 */
    CU_ASSERT_EQUAL(party_rating_of(squad, 11), 84);
    CU_ASSERT_EQUAL(party_rating_of((int64_t[]){80, 80, 80}, 3), 80);
    /* sum 3, excess 0.5: 3.5 is rounded to 4 */
    CU_ASSERT_EQUAL(party_rating_of((int64_t[]){1, 2}, 2), 2);
    CU_ASSERT_EQUAL(party_rating_of((int64_t[]){0, 0, 0, 1}, 4), 0);
    begin(2);
    fixture_require(&f, "rating", "rating", 85, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    const char *broken = NULL;
    CU_ASSERT_TRUE(party_is_feasible(&f.party, (int32_t[]){0, 4}, NULL)); /* 175 / 2 */
    CU_ASSERT_FALSE(party_is_feasible(&f.party, (int32_t[]){0, 1}, &broken));
    CU_ASSERT_STRING_EQUAL(broken, "team rating of rating >= 85"); /* 168 / 2 */
    arena_free(&f.perm);
}

static void versions_exclude_each_other(void)
{
    const char *broken = NULL;
    begin(2);
    f.keys.unique = "name";
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_FALSE(party_is_feasible(&f.party, (int32_t[]){0, 1}, &broken));
    CU_ASSERT_STRING_EQUAL(broken, "at most 1 of the same name");
    CU_ASSERT_TRUE(party_is_feasible(&f.party, (int32_t[]){0, 2}, NULL));
    arena_free(&f.perm);
}

static void bad_keys_are_refused(void)
{
    begin(2);
    f.keys.unique = "nmae";
    fixture_refused(&f, "party.unique", "no column 'nmae'; did you mean 'name'?");
    begin(2);
    react("clbu", "2 1");
    fixture_refused(&f, "party.chemistry.traits.clbu", "did you mean 'club'?");
    begin(2);
    react("club", "2 1 x 2");
    fixture_refused(&f, "party.chemistry.traits.club.x",
                    "'x' is not a number of heroes from 1 to 64");
    begin(2);
    react("club", "2 1 0 2");
    fixture_refused(&f, "party.chemistry.traits.club.0", "is not a number of heroes");
    begin(2);
    react("club", "2 1 2 2");
    fixture_refused(&f, "party.chemistry.traits.club.2",
                    "2 heroes have points already");
    begin(2);
    react("club", "4 1 2 3");
    fixture_refused(&f, "party.chemistry.traits.club.4",
                    "4 heroes have fewer points than 3");
    begin(2);
    f.keys.chemistry.cap = 3;
    fixture_refused(&f, "party.chemistry.cap", "no traits give chemistry");
    begin(2);
    fixture_require(&f, "chemistry", "total", 3, NAN);
    fixture_refused(&f, "party.requirements[0].chemistry", "no traits give chemistry");
    begin(2);
    react("club", "2 1");
    fixture_require(&f, "chemistry", "most", 3, NAN);
    fixture_refused(&f, "party.requirements[0].chemistry",
                    "no chemistry 'most' (expected: total or least)");
    begin(2);
    react("club", "2 1");
    fixture_require(&f, "chemistry", "total", 2.5, NAN);
    fixture_refused(&f, "party.requirements[0]", "2.5 is not a whole number of points");
    begin(2);
    f.keys.heroes = fixture_text("heroes.csv", "id,ovr,price\n1,80,1\n2,80.5,1\n");
    fixture_require(&f, "rating", "ovr", 80, NAN);
    fixture_refused(&f, "party.requirements[0].rating",
                    "hero 2 has ovr 80.5, but a team rating needs whole numbers");
    begin(2);
    f.keys.objective.kind.rating = "rating";
    fixture_refused(&f, "party.objective", "rating cannot be the objective");
}

static size_t below(size_t n)
{
    return (size_t)rng_below(&rng, n);
}

/* A random pool with few clubs, versions of heroes, ratings close together or not. */
static void random_pool(char *text)
{
    size_t spread = 1 + below(12), names = 3 + below(POOL), cheap = below(2);
    size_t used =
        (size_t)sprintf(text, "id,name,club,nation,race,level,rating,price\n");
    for (int i = 0; i < POOL; i++) {
        size_t name = below(names), club = below(4), nation = below(3);
        used += (size_t)sprintf(text + used, "%d,n%zu,c%zu,m%zu,r%zu,%zu,%zu,%zu\n",
                                i + 1, name, club, nested ? club / 2 : nation,
                                i < 3 ? (size_t)i : below(3), below(9),
                                80 + below(spread), below(cheap ? 5 : 100));
    }
}

/* One place or two are for heroes of some races; others may not stand there, or out of position. */
static void admit(void)
{
    place[0].value = 0; /* in place 1 a hero may be fixed */
    place[1].value = 2 + (int64_t)below(2);
    word[0].value = "r0";
    word[1].value = "r1";
    rule = (struct party_place_rule_keys){.places = {place, 1 + below(2)},
                                          .trait = "race",
                                          .values = {word, 1 + below(2)},
                                          .min = NAN,
                                          .max = NAN,
                                          .otherwise =
                                              below(2) ? PARTY_UNLINKED : PARTY_BARRED};
    f.keys.places = (struct option_list){&rule, 1};
}

static void random_rules(void)
{
    static const char *const some[] = {"2 1", "2 1 3 2", "3 2", "1 1 4 3", "2 2 4 3"};
    if (below(2))
        f.keys.unique = "name";
    react("club", some[below(5)]);
    if (below(2) || nested)
        react("nation", some[below(5)]);
    if (nested && below(4))
        react("race", some[below(5)]);
    f.keys.chemistry.cap = (int64_t)below(4);
    if (below(3))
        fixture_require(&f, "chemistry", "total", (double)below(3 * PLACES),
                        below(4) ? NAN : 3 * PLACES);
    if (below(4) == 0)
        fixture_require(&f, "chemistry", "least", (double)below(3), NAN);
    if (below(6) == 0)
        fixture_require(&f, "chemistry", "total", NAN, (double)below(2 * PLACES));
    if (below(3)) {
        double least = (double)(80 + below(10));
        fixture_require(&f, "rating", "rating", least, below(5) ? NAN : least + 2);
    }
    if (below(8) == 0)
        fixture_require(&f, "rating", "rating", NAN, (double)(79 + below(12)));
    if (below(3) == 0)
        fixture_require(&f, "mean", "level", (double)below(7), NAN);
    if (below(3) == 0)
        fixture_require(&f, "same", "race", NAN, 2);
}

/* What heuristics seldom meet. */
static void harder_rules(void)
{
    if (below(6) == 0)
        fixture_require(&f, "same", "nation", 3, NAN);
    if (below(6) == 0)
        fixture_require(&f, "distinct", "club", NAN, 1 + (double)below(3));
    if (below(6) == 0)
        fixture_count(&f, "race", "r2", 1 + (double)below(2), NAN);
    if (below(3) == 0)
        admit();
}

/* Loaded. */
static void random_instance(uint64_t seed, bool harder)
{
    static char text[POOL * 64 + 64];
    static const char *const edges[] = {"", "", "01 12 23 ", "01 12 23 30 "};
    rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
    random_pool(text);
    fixture_init(&f, fixture_text("heroes.csv", text));
    fixture_draw_formation(&f, &rng, edges, 6);
    random_rules();
    if (harder)
        harder_rules();
    if (below(4) == 0)
        fixture_fix(&f, "1", 1 + (int64_t)below(POOL));
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
}

/* The cheapest party that the searches of all parts find, each divided into shares; `few` as of
 * struct party_bnb. */
static double search_shares(unsigned shares, size_t few)
{
    const struct party *part[PARTY_RATING_PARTS];
    double best = INFINITY;
    size_t n;
    CU_ASSERT_EQUAL_FATAL(party_rating_divide(&f.party, &f.perm, part, &n, &f.err),
                          STATUS_OK);
    CU_ASSERT_TRUE(n >= 1 && n <= PARTY_RATING_PARTS);
    CU_ASSERT_EQUAL(n > 1, part[0] != &f.party);
    for (size_t i = 0; i < n * shares; i++) {
        struct searcher s;
        struct party_bnb_state state = {0};
        searcher_init(&s, part[i / shares]);
        s.few_heroes = few;
        while (!state.finished)
            searcher_slice(&s, &state, (unsigned)(i % shares), shares, s.best, 500);
        best = fmin(best, s.best);
        arena_free(&s.perm);
    }
    return best;
}

/* Each party with the rating is in one part by its sum, whatever the range of sums. */
static void parts_hold_each_party_once(void)
{
    static char text[POOL * 32 + 64];
    size_t n, most = 0, checked = 0;
    for (uint64_t seed = 0; seed < 4 * INSTANCES; seed++) {
        const struct party *part[PARTY_RATING_PARTS];
        rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
        size_t spread = 2 + below(below(2) ? 60 : below(2) ? 3000 : 1000000);
        size_t used = (size_t)sprintf(text, "id,rating,price\n");
        for (int i = 0; i < POOL; i++)
            used += (size_t)sprintf(text + used, "%d,%zu,1\n", i + 1, below(spread));
        fixture_init(&f, fixture_text("heroes.csv", text));
        fixture_formation(&f, 2 + (int64_t)below(4), "");
        fixture_require(&f, "rating", "rating", (double)below(spread), NAN);
        CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(party_rating_divide(&f.party, &f.perm, part, &n, &f.err),
                              STATUS_OK);
        most = n > most ? n : most;
        for (int k = 0; k < 50 && n > 1; k++) {
            int32_t hero[PARTY_MAX_PLACES];
            int64_t sum = 0;
            size_t in = 0;
            for (size_t p = 0; p < f.party.n_places;) {
                hero[p] = (int32_t)below(POOL);
                p += !party_has_hero(hero, p, hero[p]);
            }
            if (!party_is_feasible(&f.party, hero, NULL))
                continue;
            for (size_t p = 0; p < f.party.n_places; p++)
                sum += (int64_t)f.party.number[0].value[hero[p]];
            for (size_t i = 0; i < n; i++)
                in += sum >= part[i]->sum_from && sum < part[i]->sum_to;
            CU_ASSERT_EQUAL(in, 1);
            checked++;
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_EQUAL(most, PARTY_RATING_PARTS);
    CU_ASSERT_TRUE(checked > 10 * INSTANCES);
}

static double search_parts(void)
{
    return search_shares(1, PARTY_BNB_FEW_HEROES);
}

/* Two cards of one player are better than that of another, but only one of them can be in the party
 * beside it. */
static void versions_do_not_crowd_out_others(void)
{
    fixture_init(&f, fixture_text("heroes.csv", "id,name,level,price\n1,ann,5,1\n"
                                                "2,ann,6,2\n3,bob,5,3\n"));
    fixture_formation(&f, 2, "");
    f.keys.unique = "name";
    fixture_require(&f, "sum", "level", 10, NAN);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL(search_parts(), 4);
    arena_free(&f.perm);
}

/* All feasible parties. */
static int32_t party_list[20000][PLACES];
static size_t n_parties;

static void list_parties(size_t p, int32_t *hero)
{
    if (p == PLACES) {
        if (party_is_feasible(&f.party, hero, NULL))
            memcpy(party_list[n_parties++], hero, sizeof *party_list);
        return;
    }
    for (int32_t row = 0; row < POOL; row++) {
        hero[p] = party_row_in(&f.party, row, p);
        if (!party_has_either(&f.party, hero, p, row))
            list_parties(p + 1, hero);
    }
}

static double least_price(void)
{
    int32_t hero[PLACES];
    double least = INFINITY;
    n_parties = 0;
    list_parties(0, hero);
    for (size_t k = 0; k < n_parties; k++)
        least = fmin(least, party_price(&f.party, party_list[k]));
    return least;
}

static void search_equals_enumeration(void)
{
    unsigned feasible = 0;
    for (uint64_t seed = 0; seed < 2 * INSTANCES; seed++) {
        nested = seed >= INSTANCES;
        random_instance(seed, true);
        double optimum = least_price();
        double best = search_shares(1 + (unsigned)(seed % 3),
                                    seed % 2 ? PARTY_BNB_FEW_HEROES : 0);
        if (best != optimum)
            printf("seed %d: %g, not %g\n", (int)seed, best, optimum);
        CU_ASSERT_EQUAL(best, optimum);
        CU_ASSERT_TRUE(party_bound_price(&f.party) <= optimum);
        feasible += isfinite(optimum);
        arena_free(&f.perm);
    }
    nested = false;
    CU_ASSERT_TRUE(feasible > INSTANCES / 2 && feasible < 2 * INSTANCES);
}

/* Whether a party is of a part, and the decided values (those with a demand, or of level 0) have
 * the levels assumed. */
static bool is_of(const struct party_levels *x, const struct party_levels_node *node,
                  bool decided[][ROWS], const int32_t *hero)
{
    const struct party *part = x->reduced->party;
    if (part->divided) {
        const struct party_requirement *q = party_rating_divided(part);
        int64_t sum = 0;
        for (size_t p = 0; p < PLACES; p++)
            sum += (int64_t)part->number[q->column].value[hero[p]];
        if (sum < part->sum_from || sum >= part->sum_to)
            return false;
    }
    for (size_t i = 0; i < x->n_traits; i++)
        for (uint16_t v = 0; v < x->trait[i].n_values; v++) {
            size_t count = 0, level = x->trait[i].n;
            for (size_t p = 0; p < PLACES && v + 1U != x->trait[i].unlinked; p++)
                count += part->trait[x->trait[i].trait].code[hero[p]] == v;
            while (level > 0 && x->trait[i].heroes[level] > count)
                level--;
            if (decided[i][v] ? level != node->level[i][v] : level > node->level[i][v])
                return false;
        }
    return true;
}

/* Any levels of some values, and highest levels of the others. */
static void assume_some(const struct party_levels *x, struct party_levels_node *node,
                        bool decided[][ROWS])
{
    for (size_t i = 0; i < x->n_traits; i++)
        for (uint32_t v = 0; v < x->trait[i].n_values; v++) {
            decided[i][v] = below(3) == 0;
            size_t level = x->trait[i].n;
            if (decided[i][v] || (nested && below(4) == 0))
                level = below(x->trait[i].n + 1);
            if (v + 1 == x->trait[i].unlinked) /* no level, and never decided */
                level = decided[i][v] = 0;
            node->level[i][v] = (uint8_t)level;
            node->demand[i][v] = decided[i][v] ? x->trait[i].heroes[level] : 0;
            if (x->trait[i].wanted_value == v &&
                x->trait[i].wanted > node->demand[i][v])
                node->demand[i][v] = x->trait[i].wanted;
        }
}

/* Whether presolve left a hero; what replaces others may lead to a party of another part. */
static bool is_left(const struct party_reduced *r, int32_t row)
{
    bool is = party_has_hero((const int32_t *)r->fixed_row, r->n_fixed, row);
    for (size_t i = 0; i < r->n; i++)
        is = is || r->row[i] == (uint32_t)row;
    return is;
}

/* Whether a hero is fixed or one of the first n active ones. */
static bool is_active(const struct party_levels_table *t, size_t n, int32_t row)
{
    const struct party_reduced *r = t->levels->reduced;
    bool is = party_has_hero((const int32_t *)r->fixed_row, r->n_fixed, row);
    for (size_t j = 0; j < n; j++)
        is = is || r->row[t->active[j]] == (uint32_t)row;
    return is;
}

/* The bound of any assumptions is at most the price of each party that keeps to them, also with
 * other multipliers, which raise it, and heroes of such a party stay active. */
static void compare_with_bounds(struct searcher *s)
{
    const struct party_levels *x = s->groups.levels;
    struct party_levels_table t;
    struct party_levels_node node;
    struct arena scratch = s->scratch;
    bool decided[PARTY_LEVELS_TRAITS][ROWS];
    party_levels_begin(&t, x, &node, &scratch);
    assume_some(x, &node, decided);
    party_levels_solve(&t, &node);
    double before = t.bound, limit = before + (double)below(30);
    party_levels_tune(&t, &node, limit, 4);
    CU_ASSERT_TRUE(t.bound >= before);
    size_t n = party_levels_shrink(&t, limit);
    for (size_t k = 0; k < n_parties; k++) {
        bool left = true;
        for (size_t p = 0; p < PLACES; p++)
            left = left && is_left(&s->reduced, party_list[k][p]);
        if (!left || !is_of(x, &node, decided, party_list[k]))
            continue;
        double coins = party_price(&f.party, party_list[k]) / s->reduced.unit;
        CU_ASSERT_TRUE(t.bound <= coins);
        for (size_t p = 0; p < PLACES && coins <= limit; p++)
            CU_ASSERT_TRUE(is_active(&t, n, party_list[k][p]));
    }
}

/* Whether a party is of a part, is left by presolve, and keeps to the assumptions. */
static bool keeps(const struct searcher *s, const struct party_levels_node *node,
                  bool decided[][ROWS], const int32_t *hero)
{
    for (size_t p = 0; p < PLACES; p++)
        if (!is_left(&s->reduced, hero[p]))
            return false;
    return is_of(s->groups.levels, node, decided, hero);
}

static bool has_forced(const struct party_nested_table *t, const int32_t *hero)
{
    const struct party_reduced *r = t->nested->levels->reduced;
    for (size_t i = 0; i < t->n_forced; i++)
        if (!party_has_hero(hero, PLACES, (int32_t)r->row[t->forced[i]]))
            return false;
    return true;
}

static bool is_among(const struct party_reduced *r, const uint32_t *hero, size_t n,
                     int32_t row)
{
    for (size_t j = 0; j < n; j++)
        if (r->row[hero[j]] == (uint32_t)row)
            return true;
    return false;
}

/* Forces some heroes of a party that keeps to the assumptions; returns false if there is none. */
static bool force(const struct searcher *s, const struct party_levels_node *node,
                  bool decided[][ROWS], struct party_nested_table *t)
{
    const int32_t *hero = n_parties ? party_list[below(n_parties)] : NULL;
    t->n_forced = 0;
    if (!hero || !keeps(s, node, decided, hero))
        return false;
    for (size_t p = 0; p < PLACES; p++)
        for (uint32_t i = 0; i < s->reduced.n; i++)
            if (s->reduced.row[i] == (uint32_t)hero[p] && below(2))
                t->forced[t->n_forced++] = i;
    return true;
}

/* Likewise the second bound, with some heroes forced or not; the levels of such parties are at most the highest. */
static size_t compare_with_nested(struct searcher *s)
{
    const struct party_levels *x = s->groups.levels;
    const struct party_reduced *r = &s->reduced;
    struct party_levels_table first;
    struct party_levels_node node;
    static struct party_nested_table t;
    struct arena scratch = s->scratch;
    bool decided[PARTY_LEVELS_TRAITS][ROWS];
    uint32_t hero[ROWS];
    size_t here = 0;
    party_levels_begin(&first, x, &node, &scratch);
    party_nested_begin(&t, x->nested, &scratch);
    assume_some(x, &node, decided);
    if (below(2))
        force(s, &node, decided, &t);
    for (uint32_t i = 0; i < r->n; i++)
        hero[i] = i;
    if (below(2))
        party_nested_tune_root(x->nested, &t, &node, hero, r->n);
    party_nested_solve(&t, &node, hero, r->n);
    double before = t.bound, limit = before + (double)below(30);
    party_nested_tune(&t, hero, r->n, limit, (int)below(12));
    CU_ASSERT_TRUE(t.bound >= before);
    size_t n = isfinite(t.bound) ? party_nested_shrink(&t, limit, hero, r->n) : 0;
    for (size_t k = 0; k < n_parties; k++) {
        if (!keeps(s, &node, decided, party_list[k]) || !has_forced(&t, party_list[k]))
            continue;
        double coins = party_price(&f.party, party_list[k]) / r->unit;
        here++;
        CU_ASSERT_TRUE(t.bound <= coins);
        for (size_t p = 0; p < PLACES && coins <= limit; p++) {
            CU_ASSERT_TRUE(is_among(r, hero, n, party_list[k][p]));
            for (size_t i = 0; i < x->n_traits; i++) {
                uint16_t v = r->party->trait[x->trait[i].trait].code[party_list[k][p]];
                size_t alike = 0;
                for (size_t q = 0; q < PLACES; q++)
                    alike +=
                        r->party->trait[x->trait[i].trait].code[party_list[k][q]] == v;
                CU_ASSERT_TRUE(party_nested_level(x->nested, i, v, alike) <=
                               party_nested_highest(&t, i, v, limit));
            }
        }
    }
    return here;
}

/* Compares the bounds of each part of an instance with its parties, which are listed first. */
static void each_part(uint64_t seed, void (*compare)(struct searcher *s))
{
    const struct party *part[PARTY_RATING_PARTS];
    int32_t hero[PLACES];
    size_t n;
    random_instance(seed, true);
    n_parties = 0;
    list_parties(0, hero);
    CU_ASSERT_EQUAL_FATAL(party_rating_divide(&f.party, &f.perm, part, &n, &f.err),
                          STATUS_OK);
    for (size_t i = 0; i < n; i++) {
        struct searcher s;
        searcher_init(&s, part[i]);
        compare(&s);
        arena_free(&s.perm);
    }
    arena_free(&f.perm);
}

static size_t compared, tables;

static void compare_nested_often(struct searcher *s)
{
    const struct party_levels *levels = s->groups.levels;
    for (int k = 0; k < 6 && levels && levels->nested; k++, tables++)
        compared += compare_with_nested(s);
}

static void nested_bounds_are_below_parties(void)
{
    compared = tables = 0;
    nested = true;
    for (uint64_t seed = 0; seed < 4 * INSTANCES; seed++)
        each_part(seed, compare_nested_often);
    nested = false;
    printf("%zu parties, %zu tables ", compared, tables);
    CU_ASSERT_TRUE(tables > INSTANCES && compared > 100 * INSTANCES);
}

static void compare_often(struct searcher *s)
{
    for (int k = 0; k < 4 && s->groups.levels; k++, compared += n_parties > 0)
        compare_with_bounds(s);
}

static void bounds_are_below_parties(void)
{
    compared = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++)
        each_part(seed, compare_often);
    CU_ASSERT_TRUE(compared > INSTANCES);
}

/* Operators say what is feasible, the evaluations agree, and a penalty walk finds parties, none of
 * which is dearer than the one it began with. */
static void operators_keep_to_the_rules(void)
{
    unsigned possible = 0, found = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        size_t bytes = 0;
        random_instance(seed, false);
        struct party *party = &f.party;
        CU_ASSERT_EQUAL_FATAL(party_construct_prepare(party, &f.perm, &bytes, &f.err),
                              STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(party_penalty_prepare(party, &f.perm, &f.err), STATUS_OK);
        struct arena scratch = arena_scratch(&f.perm, bytes);
        int32_t hero[PLACES];
        double cost;
        for (int i = 0; i < 20; i++) {
            bool one = party_variation_sample(party, &rng, scratch, hero);
            CU_ASSERT_EQUAL(one, party_is_feasible(party, hero, NULL));
            party_operators_mutate(party, 0.5, &rng, scratch, hero);
            bool is = party_is_feasible(party, hero, NULL);
            party_operators_evaluate(party, hero, 1, scratch, &cost);
            CU_ASSERT_EQUAL(cost, is ? party_price(party, hero) : INFINITY);
            struct violations v;
            party_violation_measure(party, hero, &v);
            if (!party_has_hero(hero, PLACES, -1) && party->penalty)
                CU_ASSERT_TRUE(is || v.n > 0 || party->fixed[1] >= 0);
        }
        double optimum = least_price();
        possible += isfinite(optimum) && party->penalty;
        if (party->penalty && party_penalty_walk(party, 5000, false, &rng, hero)) {
            CU_ASSERT_TRUE(party_is_feasible(party, hero, NULL));
            CU_ASSERT_TRUE(party_price(party, hero) >= optimum);
            double before = party_price(party, hero);
            CU_ASSERT_TRUE(party_penalty_walk(party, 10, false, &rng, hero));
            CU_ASSERT_TRUE(party_price(party, hero) <= before);
            found++;
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_TRUE(found <= possible && 20 * found > 19 * possible);
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("party squads", NULL, NULL);
    CU_ADD_TEST(suite, chemistry_counts_heroes_alike);
    CU_ADD_TEST(suite, ratings_follow_the_formula);
    CU_ADD_TEST(suite, versions_exclude_each_other);
    CU_ADD_TEST(suite, bad_keys_are_refused);
    CU_ADD_TEST(suite, versions_do_not_crowd_out_others);
    CU_ADD_TEST(suite, parts_hold_each_party_once);
    CU_ADD_TEST(suite, search_equals_enumeration);
    CU_ADD_TEST(suite, bounds_are_below_parties);
    CU_ADD_TEST(suite, nested_bounds_are_below_parties);
    CU_ADD_TEST(suite, operators_keep_to_the_rules);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures != 0;
}
