/* Party: heroes out of position, in challenges written by hand; test_party_positions.c has random ones. */
#include "party_cheapest.h"
#include "party_draw.h"
#include "party_exact.h"
#include "party_fixture.h"
#include "party_operators.h"
#include "party_refused.h"
#include "party_searcher.h"
#include "suite.h"

static struct fixture fixture;
/* What its keys refer to; the place is the first. */
static struct party_whole place;
static struct party_word role;
static struct party_place_rule_keys rule;
static struct party_threshold_keys threshold;
static struct party_chemistry_trait_keys reacting;

static void begin(struct fixture *f)
{
    fixture_init(f, fixture_text("heroes.csv", "id,role,club,level,price\n1,a,red,1,3\n"
                                               "2,b,red,2,5\n3,a/b,blue,4,2\n"
                                               "4,c,blue,1,1\n"));
    fixture_formation(f, 2, "01 ");
    role = (struct party_word){"a"};
    rule = (struct party_place_rule_keys){.places = {&place, 1},
                                          .trait = "role",
                                          .values = {&role, 1},
                                          .separator = "/",
                                          .min = NAN,
                                          .max = NAN,
                                          .otherwise = PARTY_UNLINKED};
    f->keys.places = (struct option_list){&rule, 1};
}

static void bad_keys_are_refused(void)
{
    struct fixture *f = &fixture;
    begin(f);
    fixture_require(f, "mean", "level", 1, NAN)->kind.in_position = true;
    fixture_refused(f, "party.requirements[0].in_position",
                    "only sum and count can be of heroes in position");
    begin(f);
    fixture_require(f, "same", "club", 1, NAN)->kind.in_position = true;
    fixture_refused(f, "party.requirements[0].in_position", "only sum and count");
    begin(f);
    rule.otherwise = PARTY_BARRED;
    fixture_require(f, "sum", "level", 1, NAN)->kind.in_position = true;
    fixture_refused(f, "party.requirements[0].in_position",
                    "everyone is in position (expected: a rule of party.places with "
                    "otherwise: unlinked)");
    begin(f);
    f->keys.objective.kind =
        (struct party_kind_keys){.mean = "level", .in_position = true};
    fixture_refused(f, "party.objective.in_position", "only sum and count");
}

/* Place 0 is for those of level 2 or more; others are out of position there. */
static void want_level_2(struct fixture *f)
{
    rule = (struct party_place_rule_keys){.places = {&place, 1},
                                          .number = "level",
                                          .min = 2,
                                          .max = NAN,
                                          .otherwise = PARTY_UNLINKED};
    f->keys.places = (struct option_list){&rule, 1};
}

/* As many heroes as places, all alike, one of them out of position. Were they not told apart, each would be taken
 * only after the one before it: none in position where another one is out, and none at all. */
static void alike_heroes_are_told_apart(void)
{
    enum { MANY = 17 }; /* more than the search by levels takes */
    static char csv[MANY * 16 + 30];
    struct fixture *f = &fixture;
    struct party_cheapest cheapest = {.cost = INFINITY};
    struct verdict verdict = {0};
    size_t used = (size_t)sprintf(csv, "id,name,level,price\n");
    for (int h = 0; h < MANY; h++)
        used += (size_t)sprintf(csv + used, "%d,ann,1,1\n", h + 1);
    for (int unique = 0; unique < 2; unique++) {
        fixture_init(f, fixture_text("heroes.csv", csv));
        fixture_formation(f, MANY, "");
        want_level_2(f);
        f->keys.unique = unique ? "name" : NULL;
        CU_ASSERT_EQUAL_FATAL(fixture_load(f), STATUS_OK);
        if (unique)
            party_diagnose(&f->party, 10, &verdict);
        else
            party_cheapest_search(&f->party, 1000000, &f->perm, &cheapest, &f->err);
        arena_free(&f->perm);
    }
    CU_ASSERT_TRUE(cheapest.finished);
    CU_ASSERT_EQUAL(cheapest.cost, MANY);
    CU_ASSERT_STRING_EQUAL(
        verdict.reason,
        "at most 1 of the same name cannot hold: the least possible is 17");
}

/* Four reds, one of whom cannot be in position, are a party of the search by levels: of those in position there is
 * one less, whether reds are counted or any heroes of a club. */
static void demands_count_heroes_out_of_position(void)
{
    struct fixture *f = &fixture;
    for (int same = 0; same < 2; same++) {
        fixture_init(f, fixture_text("heroes.csv",
                                     "id,club,level,price\n1,red,1,1\n2,red,1,2\n"
                                     "3,red,1,3\n4,red,1,4\n5,red,1,5\n6,red,1,6\n"
                                     "7,blue,2,1\n8,blue,2,1\n9,blue,1,1\n"));
        fixture_formation(f, 4, "");
        want_level_2(f);
        threshold = (struct party_threshold_keys){"2", 1};
        reacting = (struct party_chemistry_trait_keys){"club", {&threshold, 1}};
        f->keys.chemistry.traits = (struct option_list){&reacting, 1};
        fixture_require(f, "chemistry", "total", 3, NAN);
        if (same)
            fixture_require(f, "same", "club", 4, NAN);
        else
            fixture_count(f, "club", "red", 4, NAN);
        CU_ASSERT_EQUAL_FATAL(fixture_load(f), STATUS_OK);
        struct searcher s;
        struct party_bnb_state state = {0};
        searcher_init(&s, &f->party);
        s.thresholds.few_heroes = 0;
        while (!state.finished)
            searcher_slice(&s, &state, 0, 1, s.best, 1000);
        CU_ASSERT_EQUAL(s.best, 10);
        arena_free(&s.perm);
        arena_free(&f->perm);
    }
}

/* The objective may count those in position alone; drawings say who is not. */
/* In place 0, nobody but hero 4 is in position: one of two red heroes is, and a hero of level 1 or more. The most and the
 * least of the pool, two and a level of 2, are not what is possible. */
static void reasons_do_not_take_everybody_as_in_position(void)
{
    struct fixture *f = &fixture;
    struct verdict verdict;
    for (int of_level = 0; of_level < 2; of_level++) {
        begin(f);
        role.value = "c";
        if (of_level)
            fixture_require(f, "sum", "level", NAN, 0);
        else
            fixture_count(f, "club", "red", 3, NAN);
        f->requirement[0].kind.in_position = true;
        CU_ASSERT_EQUAL_FATAL(fixture_load(f), STATUS_OK);
        verdict = (struct verdict){0};
        party_diagnose(&f->party, 10, &verdict);
        CU_ASSERT_TRUE(verdict.infeasible);
        CU_ASSERT_STRING_EQUAL(
            verdict.reason,
            of_level ? "sum level in position <= 0 cannot hold in 2 places"
                     : "at least 3 with club red in position cannot hold in 2 places");
        arena_free(&f->perm);
    }
}

static void objectives_and_drawings_know_positions(void)
{
    struct fixture *f = &fixture;
    static const struct party_draw_layout layout = {1, {2}, {0, 1}};
    char *text;
    size_t bytes;
    begin(f);
    f->keys.objective.kind =
        (struct party_kind_keys){.sum = "level", .in_position = true};
    fixture_fix(f, "0", 2); /* of role b */
    CU_ASSERT_EQUAL_FATAL(fixture_load(f), STATUS_OK);
    const struct party *party = &f->party;
    CU_ASSERT_STRING_EQUAL(party->objective.name, "sum level in position");
    int32_t hero[2] = {party->fixed[0], 2};
    double cost;
    struct arena none = {0};
    party_operators_evaluate(party, hero, 1, none, &cost);
    CU_ASSERT_EQUAL(cost, -4);
    FILE *out = open_memstream(&text, &bytes);
    party_draw(party, &f->keys, &layout, hero, out);
    fclose(out);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "[0] #2 fixed"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "out of position"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, " 0 of 1 in position"));
    CU_ASSERT_PTR_NULL(strstr(text, "BROKEN"));
    free(text);
    arena_free(&f->perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(bad_keys_are_refused),
        SUITE_TEST(alike_heroes_are_told_apart),
        SUITE_TEST(demands_count_heroes_out_of_position),
        SUITE_TEST(reasons_do_not_take_everybody_as_in_position),
        SUITE_TEST(objectives_and_drawings_know_positions),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party out of position", NULL, NULL, tests);
}
