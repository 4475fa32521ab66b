/* Random squads: small pools with versions of heroes, chemistry, team ratings and rules for places, and all
 * feasible parties of them. */
#ifndef SKERRY_TEST_PARTY_SQUADS_H
#define SKERRY_TEST_PARTY_SQUADS_H

#include "instances.h"
#include "party_fixture.h"
#include "party_random.h"
#include "party_random_fixture.h"

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

#endif
