/* Party: fast evaluation against the slow rules, and the promises of the operators, on
 * random puzzles over random pools. */
#include "party_draw.h"
#include "party_fixture.h"
#include "party_operators.h"
#include "suite.h"
#include "utf8.h"

enum { PUZZLES = 60, PARTIES = 400, POOL = 40 };

static struct fixture f;
static struct rng rng;
static const uint64_t seed = 20;
static const struct arena no_scratch;

static size_t below(size_t n)
{
    return (size_t)rng_below(&rng, n);
}

/* Heroes with few different values, so that all rules hold now and then. */
static const char *random_pool(void)
{
    static char text[POOL * 64];
    size_t used = (size_t)sprintf(text, "id,race,nation,town,level,gear,price\n");
    for (size_t h = 0; h < POOL; h++)
        used += (size_t)sprintf(text + used, "%zu,r%zu,n%zu,t%zu,%zu,%.1f,%zu\n",
                                1000 + 7 * h, below(3), below(3), below(8), below(10),
                                (double)below(50) / 10, below(1000));
    return text;
}

static void random_edges(size_t places)
{
    char text[3 * 45 + 1];
    size_t used = 0;
    for (size_t a = 0; a < places; a++)
        for (size_t b = a + 1; b < places; b++)
            if (below(10) < 4)
                used += (size_t)sprintf(text + used, "%zu%zu ", a, b);
    text[used] = '\0';
    fixture_formation(&f, (int64_t)places, text);
}

static void random_requirement(void)
{
    static const char *const traits[] = {"race", "nation", "town"};
    const char *trait = traits[below(3)];
    double places = (double)f.keys.formation.places;
    double min = (double)below(2), max = fmax(places - (double)below(3), min);
    switch (below(6)) {
    case 0:
        fixture_require(&f, "mean", "level", 2.5, below(2) ? 6 : NAN);
        break;
    case 1:
        fixture_require(&f, "sum", "gear", NAN, 3 * places);
        break;
    case 2:
        fixture_count(&f, "race", "r1", min, max);
        break;
    case 3:
        fixture_require(&f, "distinct", trait, 2, NAN);
        break;
    case 4:
        fixture_require(&f, "same", trait, NAN, fmax(max - 1, 1));
        break;
    default:
        fixture_require(&f, "mean", "level", NAN, NAN)->exactly = 4;
        break;
    }
}

/* Weights of some pairs of races in half of the puzzles. */
static void random_pairs(void)
{
    static const char *const race[] = {"r0", "r1", "r2"};
    bool any = below(2);
    for (size_t i = 0; i < 3 && any; i++)
        if (below(2))
            fixture_pair(&f, "race", race[i], race[(i + below(2)) % 3],
                         (int64_t)below(5));
}

/* A puzzle of 1 to 10 places, loaded. */
static void random_puzzle(void)
{
    size_t places = 1 + below(10);
    fixture_init(&f, fixture_text("pool.csv", random_pool()));
    random_edges(places);
    fixture_weight(&f, "race", 3);
    fixture_weight(&f, "nation", 2);
    random_pairs();
    if (f.keys.formation.edges.count)
        f.keys.synergy.min = 0.1 * (double)below(4);
    for (size_t i = below(4); i > 0; i--)
        random_requirement();
    if (below(3) == 0)
        fixture_fix(&f, "0", 1000 + 7 * (int64_t)below(POOL / 2));
    for (size_t i = below(6); i > 0; i--)
        fixture_exclude(&f, 1000 + 7 * (int64_t)(POOL / 2 + below(POOL / 2)));
    if (fixture_load(&f)) {
        printf("seed %llu: %s: %s\n", (unsigned long long)seed, f.err.key, f.err.text);
        CU_FAIL_FATAL("a random puzzle does not load");
    }
}

/* Any rows, mostly different ones and mostly with the fixed hero. */
static void random_party(int32_t *hero)
{
    uint32_t order[POOL];
    for (uint32_t h = 0; h < POOL; h++)
        order[h] = h;
    rng_shuffle(&rng, order, POOL);
    for (size_t p = 0; p < f.party.n_places; p++)
        hero[p] =
            f.party.fixed[p] >= 0 && below(10) ? f.party.fixed[p] : (int32_t)order[p];
    if (below(10) == 0)
        hero[below(f.party.n_places)] = hero[0];
}

static void print_party(const int32_t *hero)
{
    struct party_draw_layout layout;
    party_draw_layout_load(&f.keys.formation, &f.party, &layout, &f.err);
    printf("seed %llu\n", (unsigned long long)seed);
    party_draw(&f.party, &f.keys, &layout, hero, stdout);
}

static void evaluate_agrees_with_the_slow_rules(void)
{
    int32_t hero[PARTIES * 10];
    double cost[PARTIES];
    size_t feasible = 0, broken = 0;
    for (int puzzle = 0; puzzle < PUZZLES; puzzle++) {
        random_puzzle();
        size_t n = f.party.n_places;
        for (size_t i = 0; i < PARTIES; i++)
            random_party(hero + i * n);
        party_operators_evaluate(&f.party, hero, PARTIES, no_scratch, cost);
        for (size_t i = 0; i < PARTIES; i++) {
            bool holds = party_is_feasible(&f.party, hero + i * n, NULL);
            double slow = holds ? party_price(&f.party, hero + i * n) : INFINITY;
            feasible += holds;
            broken += !holds;
            if (slow != cost[i])
                print_party(hero + i * n);
            CU_ASSERT_EQUAL_FATAL(cost[i], slow);
        }
        arena_free(&f.perm);
    }
    printf("[%zu feasible, %zu not] ", feasible, broken);
    CU_ASSERT(feasible > 1000 && broken > 1000);
}

/* Doubles do: 0.1 + 0.2 + 0.3 is more than 0.3 + 0.2 + 0.1. */
static void sums_do_not_depend_on_the_order(void)
{
    const int32_t orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    fixture_init(
        &f, fixture_text("pool.csv", "id,gear,price\n1,0.1,5\n2,0.2,5\n3,0.3,5\n"));
    fixture_formation(&f, 3, "");
    fixture_require(&f, "sum", "gear", NAN, 9);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    for (size_t i = 0; i < 6; i++)
        CU_ASSERT_EQUAL(party_amount(&f.party, PARTY_SUM, 0, 0, orders[i]), 0.6);
    arena_free(&f.perm);
}

static void feasible_names_the_broken_rule(void)
{
    const char *broken = NULL;
    fixture_init(&f, fixture_text("pool.csv", "id,race,level,price\n1,elf,60,1\n"
                                              "2,elf,70,2\n3,orc,80,4\n4,orc,90,8\n"));
    fixture_formation(&f, 2, "01");
    fixture_weight(&f, "race", 3);
    f.keys.synergy.min = 1;
    fixture_require(&f, "mean", "level", 65, 85);
    fixture_exclude(&f, 2);
    fixture_fix(&f, "1", 3);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    const struct {
        int32_t hero[2];
        const char *rule;
    } cases[] = {{{3, 2}, NULL},
                 {{0, 2}, "synergy"},
                 {{2, 2}, "excluded heroes, and those fixed elsewhere, stay out"},
                 {{-1, 2}, "every place has a hero of the pool"},
                 {{4, 2}, "every place has a hero of the pool"},
                 {{0, 3}, "fixed heroes stand in their places"},
                 {{1, 2}, "excluded heroes, and those fixed elsewhere, stay out"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool holds = party_is_feasible(&f.party, cases[i].hero, &broken);
        CU_ASSERT_EQUAL(holds, cases[i].rule == NULL);
        if (cases[i].rule)
            CU_ASSERT_STRING_EQUAL(broken, cases[i].rule);
    }
    f.party.fixed[1] = -1;
    CU_ASSERT_FALSE(party_is_feasible(&f.party, (int32_t[]){0, 0}, &broken));
    CU_ASSERT_STRING_EQUAL(broken, "every hero is in one place only");
    f.party.fixed[1] = 2;
    f.party.requirement[0].max = 160;
    CU_ASSERT_FALSE(party_is_feasible(&f.party, cases[0].hero, &broken));
    CU_ASSERT_STRING_EQUAL(broken, "mean level 65 to 85");
    CU_ASSERT_EQUAL(party_points(&f.party, cases[0].hero), 8);
    CU_ASSERT_EQUAL(party_points(&f.party, cases[1].hero), 0);
    CU_ASSERT_EQUAL(party_price(&f.party, cases[0].hero), 12);
    arena_free(&f.perm);
}

static void distance_is_a_distance(void)
{
    for (int puzzle = 0; puzzle < PUZZLES; puzzle++) {
        random_puzzle();
        int32_t a[10], b[10], c[10];
        for (int i = 0; i < 50; i++) {
            random_party(a);
            random_party(b);
            random_party(c);
            if (below(2))
                b[0] = a[0];
            double ab = party_operators_distance(&f.party, a, b, no_scratch);
            double bc = party_operators_distance(&f.party, b, c, no_scratch);
            double ac = party_operators_distance(&f.party, a, c, no_scratch);
            bool equal = !memcmp(a, b, f.party.n_places * sizeof *a);
            CU_ASSERT(ab >= 0 && ab <= 1);
            CU_ASSERT_EQUAL(ab, party_operators_distance(&f.party, b, a, no_scratch));
            CU_ASSERT_EQUAL(ab == 0, equal);
            CU_ASSERT(ac <= ab + bc + 1e-12);
            CU_ASSERT_EQUAL(party_operators_distance(&f.party, a, a, no_scratch), 0);
        }
        arena_free(&f.perm);
    }
}

static void distance_tells_order_from_heroes(void)
{
    const int32_t a[] = {0, 1, 2, 3}, turned[] = {1, 2, 3, 0}, other[] = {4, 5, 6, 7},
                  one_new[] = {0, 1, 2, 9};
    fixture_init(&f, fixture_text("pool.csv", random_pool()));
    fixture_formation(&f, 4, "01");
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL(party_operators_distance(&f.party, a, turned, no_scratch), 0.1);
    CU_ASSERT_EQUAL(party_operators_distance(&f.party, a, other, no_scratch), 1);
    CU_ASSERT_EQUAL(party_operators_distance(&f.party, a, one_new, no_scratch), 0.25);
    arena_free(&f.perm);
}

static bool has(const int32_t *hero, size_t n, int32_t sought)
{
    for (size_t p = 0; p < n; p++)
        if (hero[p] == sought)
            return true;
    return false;
}

static bool is_proper(const int32_t *hero)
{
    for (size_t p = 0; p < f.party.n_places; p++)
        if (has(hero, p, hero[p]) ||
            (f.party.fixed[p] >= 0 ? hero[p] != f.party.fixed[p]
                                   : f.party.banned[hero[p]]))
            return false;
    return true;
}

/* A party that breaks no rule about single heroes and places. */
static void proper_party(int32_t *hero)
{
    do
        random_party(hero);
    while (!is_proper(hero));
}

static void crossover_mixes_parents_without_repetition(void)
{
    size_t from_a = 0, from_b = 0;
    for (int puzzle = 0; puzzle < PUZZLES; puzzle++) {
        random_puzzle();
        size_t n = f.party.n_places;
        int32_t a[10], b[10], child[10];
        for (int i = 0; i < 50; i++) {
            proper_party(a);
            proper_party(b);
            party_operators_crossover(&f.party, a, b, &rng, no_scratch, child);
            if (!is_proper(child))
                print_party(child);
            CU_ASSERT_FATAL(is_proper(child));
            for (size_t p = 0; p < n; p++) {
                CU_ASSERT(has(a, n, child[p]) || has(b, n, child[p]));
                from_a += child[p] == a[p] && child[p] != b[p];
                from_b += child[p] == b[p] && child[p] != a[p];
            }
            party_operators_crossover(&f.party, a, a, &rng, no_scratch, child);
            CU_ASSERT_EQUAL(memcmp(child, a, n * sizeof *a), 0);
        }
        arena_free(&f.perm);
    }
    double share = (double)from_a / (double)(from_a + from_b);
    printf("[share %.3f] ", share);
    CU_ASSERT(share > 0.47 && share < 0.53);
}

static void mutate_changes_a_share_of_places(void)
{
    size_t changed = 0, free_places = 0;
    for (int puzzle = 0; puzzle < PUZZLES; puzzle++) {
        random_puzzle();
        size_t n = f.party.n_places;
        int32_t before[10], after[10];
        for (int i = 0; i < 100; i++) {
            proper_party(before);
            memcpy(after, before, sizeof after);
            party_operators_mutate(&f.party, 0.2, &rng, no_scratch, after);
            CU_ASSERT(is_proper(after));
            for (size_t p = 0; p < n; p++) {
                free_places += f.party.fixed[p] < 0;
                changed += after[p] != before[p];
            }
            memcpy(after, before, sizeof after);
            party_operators_mutate(&f.party, 0, &rng, no_scratch, after);
            CU_ASSERT_EQUAL(memcmp(after, before, n * sizeof *after), 0);
        }
        arena_free(&f.perm);
    }
    double share = (double)changed / (double)free_places;
    printf("[share %.3f] ", share);
    CU_ASSERT(share > 0.18 && share < 0.22);
}

static void mutate_keeps_heroes_when_none_is_free(void)
{
    int32_t hero[] = {1, 0};
    fixture_init(&f, fixture_text("pool.csv", "id,price\n1,1\n2,1\n3,1\n"));
    fixture_formation(&f, 2, "");
    fixture_exclude(&f, 3);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    party_operators_mutate(&f.party, 1, &rng, no_scratch, hero);
    CU_ASSERT(hero[0] == 1 && hero[1] == 0);
    arena_free(&f.perm);
}

static char *drawn(const int32_t *hero)
{
    struct party_draw_layout layout;
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_EQUAL_FATAL(
        party_draw_layout_load(&f.keys.formation, &f.party, &layout, &f.err),
        STATUS_OK);
    party_draw(&f.party, &f.keys, &layout, hero, out);
    fclose(out);
    return text;
}

static void draw_shows_formation_and_margins(void)
{
    const int32_t hero[] = {0, 1, 2};
    fixture_init(&f,
                 fixture_text("pool.csv",
                              "id,race,level,price\n11,elf,60,1234567\n12,elf,70,2\n"
                              "13,orc,80,4.5\n"));
    fixture_formation(&f, 3, "01 02");
    fixture_weight(&f, "race", 3);
    f.keys.synergy.min = 0.25;
    fixture_require(&f, "mean", "level", 69.5, NAN);
    fixture_count(&f, "race", "orc", 2, NAN);
    fixture_fix(&f, "2", 13);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    char *text = drawn(hero);
    const char *const parts[] = {
        "[0] #11             --8--  [1] #12\n",
        "[2] #13 fixed\n",
        "elf level 60  ",
        "price 1,234,567 ",
        "edges  0-1 8     0-2 0\n",
        "price                                      1,234,573.5\n",
        "synergy >= 0.25                            0.5         0.25 to spare\n",
        "mean level >= 69.5                         70          0.5 to spare\n",
        "at least 2 with race orc                   1           BROKEN\n",
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!strstr(text, parts[i])) {
            printf("no %s in\n%s", parts[i], text);
            CU_FAIL("a part is missing");
        }
    free(text);
    arena_free(&f.perm);
}

/* Names that are cut end in a whole character, and stay within their line. */
static void draw_cuts_long_names_between_characters(void)
{
    enum { LONG = 120 };
    const int32_t hero[] = {0, 1};
    char name[3 * LONG + 1], csv[4 * LONG + 100];
    for (size_t shift = 0; shift < 3; shift++) {
        memset(name, 'x', shift);
        for (size_t i = shift; i + 3 < sizeof name; i += 3)
            memcpy(name + i, "€", sizeof "€");
        sprintf(csv, "id,race,price\n1,%s,5\n2,\"a\nb\",6\n", name);
        fixture_init(&f, fixture_text("pool.csv", csv));
        fixture_formation(&f, 2, "");
        fixture_count(&f, "race", name, 1, NAN);
        CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
        char *text = drawn(hero);
        CU_ASSERT_TRUE(utf8_is_valid(text, strlen(text)));
        CU_ASSERT_PTR_NOT_NULL(strstr(text, "a b"));
        const char *rule = f.party.requirement[0].text;
        CU_ASSERT_TRUE(utf8_is_valid(rule, strlen(rule)));
        free(text);
        arena_free(&f.perm);
    }
}

static void layout_follows_rows_of_joined_places(void)
{
    struct party_draw_layout layout;
    fixture_init(&f, fixture_text("pool.csv", random_pool()));
    fixture_formation(&f, 10, FIXTURE_EDGES);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    party_draw_layout_load(&f.keys.formation, &f.party, &layout, &f.err);
    CU_ASSERT_EQUAL(layout.n_rows, 3);
    CU_ASSERT(layout.length[0] == 3 && layout.length[1] == 4 && layout.length[2] == 3);
    arena_free(&f.perm);
    fixture_init(&f, fixture_text("pool.csv", random_pool()));
    fixture_formation(&f, 10, "");
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    party_draw_layout_load(&f.keys.formation, &f.party, &layout, &f.err);
    CU_ASSERT_EQUAL(layout.n_rows, 3); /* 4 + 4 + 2 */
    CU_ASSERT_EQUAL(layout.length[2], 2);
    arena_free(&f.perm);
}

static void layout_refuses_bad_rows(void)
{
    static const struct {
        int64_t row[2][2];
        const char *key, *words;
    } bad[] = {
        {{{0, 1}, {2, 3}}, "party.formation.rows[1]", "no place 3"},
        {{{0, 1}, {2, 1}}, "party.formation.rows[1]", "place 1 is drawn already"},
        {{{0, 1}, {-1, -1}}, "party.formation.rows", "place 2 is in no row"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct party_draw_layout layout;
        struct party_whole place[2][2];
        struct party_numbers row[2];
        for (int r = 0; r < 2; r++) {
            for (int c = 0; c < 2; c++)
                place[r][c].value = bad[i].row[r][c];
            row[r].numbers = (struct option_list){place[r], 2};
        }
        fixture_init(&f, fixture_text("pool.csv", random_pool()));
        fixture_formation(&f, 3, "01");
        f.keys.formation.rows = (struct option_list){row, bad[i].row[1][0] < 0 ? 1 : 2};
        CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
        CU_ASSERT_EQUAL(
            party_draw_layout_load(&f.keys.formation, &f.party, &layout, &f.err),
            STATUS_INPUT);
        CU_ASSERT_STRING_EQUAL(f.err.key, bad[i].key);
        CU_ASSERT_PTR_NOT_NULL(strstr(f.err.text, bad[i].words));
        arena_free(&f.perm);
    }
}

int main(void)
{
    rng_seed(&rng, seed, 1);
    CU_TestInfo tests[] = {
        SUITE_TEST(evaluate_agrees_with_the_slow_rules),
        SUITE_TEST(sums_do_not_depend_on_the_order),
        SUITE_TEST(feasible_names_the_broken_rule),
        SUITE_TEST(distance_is_a_distance),
        SUITE_TEST(distance_tells_order_from_heroes),
        SUITE_TEST(crossover_mixes_parents_without_repetition),
        SUITE_TEST(mutate_changes_a_share_of_places),
        SUITE_TEST(mutate_keeps_heroes_when_none_is_free),
        SUITE_TEST(draw_shows_formation_and_margins),
        SUITE_TEST(draw_cuts_long_names_between_characters),
        SUITE_TEST(layout_follows_rows_of_joined_places),
        SUITE_TEST(layout_refuses_bad_rows),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party rules", NULL, NULL, tests);
}
