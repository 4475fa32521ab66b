/* Party: the independent check accepts what holds and names what does not. */
#include "party_csv.h"
#include "party_fixture.h"
#include "party_verify.h"
#include "party_verify_csv.h"
#include "suite.h"

static struct fixture f;
static char *report;

/* Cheapest parties of types 1 and 2 on the shipped pool. */
static const int32_t cheapest1[10] = {675,  803, 6196, 4613, 2049,
                                      5324, 259, 2630, 3878, 1766};
static const int32_t cheapest2[10] = {5219, 8660, 6115, 6898, 3290,
                                      3841, 4586, 4317, 1288, 2544};

static enum status check(const int32_t *id, size_t genes, double price)
{
    size_t bytes;
    free(report);
    FILE *out = open_memstream(&report, &bytes);
    enum status status = party_verify(&f.keys, id, genes, &price, 1, out, &f.err);
    fclose(out);
    return status;
}

/* The check fails and says so in exactly these lines. */
static void wrong(const int32_t *id, double price, const char *lines)
{
    char found[2000] = "";
    CU_ASSERT_EQUAL(check(id, 10, price), STATUS_FAILED);
    for (char *line = strtok(report, "\n"); line; line = strtok(NULL, "\n"))
        if (!strncmp(line, "WRONG  ", 7))
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s\n",
                     line + 7);
    if (strcmp(found, lines))
        printf("expected %sgot %s", lines, found);
    CU_ASSERT_STRING_EQUAL(found, lines);
    arena_free(&f.perm);
}

static void verify_accepts_the_cheapest_parties(void)
{
    fixture_type(&f, 1);
    CU_ASSERT_EQUAL(check(cheapest1, 10, 38100), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(report, "ok     mean level is 84: at least 84\n"));
    CU_ASSERT_PTR_NULL(strstr(report, "WRONG"));
    arena_free(&f.perm);
    fixture_type(&f, 2);
    CU_ASSERT_EQUAL(check(cheapest2, 10, 6750), STATUS_OK);
    static const char *const expected =
        "ok     10 heroes of the pool in 10 places\n"
        "ok     no hero twice\n"
        "ok     mean level is 75: at least 75\n"
        "ok     distinct religion is 8: at least 8\n"
        "ok     distinct hometown is 6: at least 6\n"
        "ok     same religion is 2: at most 2\n"
        "ok     synergy is 344 of 380 points, 0.905263: at least 0.9\n"
        "ok     price is 6750, recorded as 6750\n";
    if (strcmp(report, expected))
        printf("%s", report);
    CU_ASSERT_STRING_EQUAL(report, expected);
    arena_free(&f.perm);
}

static void verify_finds_tampered_heroes(void)
{
    int32_t id[10];
    fixture_type(&f, 1);
    memcpy(id, cheapest1, sizeof id);
    id[3] = 10001;
    wrong(id, 38100, "hero 10001 of place 3 is not in the pool\n");

    fixture_type(&f, 1);
    f.keys.synergy.min = 0;
    f.keys.requirements.count = 0;
    id[3] = id[0];
    wrong(id, 38100,
          "hero 675 is in places 0 and 3\n"
          "price is 39800, recorded as 38100\n");

    fixture_type(&f, 1);
    memcpy(id, cheapest1, sizeof id);
    id[0] = cheapest1[2];
    id[2] = cheapest1[0];
    wrong(id, 38100, "synergy is 284 of 380 points, 0.747368: at least 0.8\n");
}

/* All of the party are dwarves. */
static void verify_knows_weights_of_pairs(void)
{
    fixture_type(&f, 1);
    fixture_pair(&f, "race", "dwarf", "dwarf", 0);
    wrong(cheapest1, 38100, "synergy is 116 of 380 points, 0.305263: at least 0.8\n");
    fixture_type(&f, 1);
    fixture_pair(&f, "race", "dwarf", "elf", 3);
    CU_ASSERT_EQUAL(check(cheapest1, 10, 38100), STATUS_OK);
    arena_free(&f.perm);
}

static void verify_finds_a_tampered_price(void)
{
    fixture_type(&f, 1);
    wrong(cheapest1, 38099, "price is 38100, recorded as 38099\n");
    fixture_type(&f, 1);
    wrong(cheapest1, INFINITY, "price is 38100, recorded as inf\n");
    fixture_type(&f, 1);
    f.keys.owned = fixture_text("owned.csv", "675\n259\n7\n");
    wrong(cheapest1, 38100, "price is 32500, recorded as 38100\n");
    fixture_type(&f, 1);
    f.keys.owned = fixture_text("owned.csv", "id\r\n675\r\n259\r\n");
    CU_ASSERT_EQUAL(check(cheapest1, 10, 32500), STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(report, "2 heroes are owned"));
    arena_free(&f.perm);
}

/* All of the party are dwarves; recorded is their price. */
static void verify_knows_places_budgets_and_objectives(void)
{
    static struct party_whole place[2] = {{0}, {9}};
    static struct party_word elf = {"elf"}, part = {"warf"};
    struct party_place_rule_keys rule = {.places = {place, 2},
                                         .trait = "race",
                                         .values = {&elf, 1},
                                         .min = NAN,
                                         .max = NAN};
    fixture_type(&f, 1);
    f.keys.places = (struct option_list){&rule, 1};
    wrong(cheapest1, 38100,
          "places[0]: place 0 does not admit race dwarf\n"
          "places[0]: place 9 does not admit race dwarf\n");
    fixture_type(&f, 1);
    f.keys.places = (struct option_list){&rule, 1};
    rule.values.items = &part;
    rule.separator = "d"; /* "dwarf" has the parts "" and "warf" */
    CU_ASSERT_EQUAL(check(cheapest1, 10, 38100), STATUS_OK);
    rule.separator = "a"; /* "dw" and "rf" */
    CU_ASSERT_EQUAL(check(cheapest1, 10, 38100), STATUS_FAILED);
    rule = (struct party_place_rule_keys){
        .places = {place, 1}, .number = "level", .min = NAN, .max = 10};
    CU_ASSERT_EQUAL(check(cheapest1, 10, 38100), STATUS_FAILED);
    CU_ASSERT_PTR_NOT_NULL(strstr(report, "places[0]: place 0 does not admit level"));
    rule.max = 100;
    CU_ASSERT_EQUAL(check(cheapest1, 10, 38100), STATUS_OK);
    arena_free(&f.perm);
    fixture_type(&f, 1);
    f.keys.budget = 38000;
    wrong(cheapest1, 38100, "price is 38100: at most 38000\n");
    fixture_type(&f, 1);
    f.keys.objective.kind.mean = "level";
    wrong(cheapest1, 38100, "objective mean level is 84, recorded as 38100\n");
    fixture_type(&f, 1);
    f.keys.objective.kind.mean = "level";
    CU_ASSERT_EQUAL(check(cheapest1, 10, 84), STATUS_OK);
    arena_free(&f.perm);
}

/* Ten heroes of this race and level 0, of price 1, without synergy. */
static void of_race(const char *race)
{
    static char heroes[1000];
    snprintf(heroes, sizeof heroes, "id,price,race,level\n");
    for (int id = 1; id <= 10; id++)
        snprintf(heroes + strlen(heroes), sizeof heroes - strlen(heroes), "%d,1,%s,0\n",
                 id, race);
    fixture_type(&f, 1);
    f.keys.heroes = fixture_text("heroes.csv", heroes);
    f.keys.requirements.count = f.keys.synergy.weights.count = 0;
    f.keys.synergy.min = 0;
}

/* Where separators overlap, the first one tells values apart; bounds count however small they are. */
static void verify_is_right_about_extremes(void)
{
    static const int32_t id[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    static struct party_whole place[1] = {{0}};
    static struct party_word word = {"b"};
    struct party_place_rule_keys rule = {.places = {place, 1},
                                         .trait = "race",
                                         .separator = "aa",
                                         .values = {&word, 1},
                                         .min = NAN,
                                         .max = NAN};
    of_race("aaab"); /* "" and "ab" */
    f.keys.places = (struct option_list){&rule, 1};
    wrong(id, 10, "places[0]: place 0 does not admit race aaab\n");
    word.value = "ab";
    of_race("aaab");
    f.keys.places = (struct option_list){&rule, 1};
    CU_ASSERT_EQUAL(check(id, 10, 10), STATUS_OK);
    arena_free(&f.perm);
    of_race("elf");
    fixture_require(&f, "sum", "level", 5e-324, NAN);
    fixture_require(&f, "mean", "level", NAN, -1e-300);
    wrong(id, 10,
          "sum level is 0: at least 4.94065645841247e-324\n"
          "mean level is 0: at most -1e-300\n");
}

static void verify_finds_broken_marks(void)
{
    fixture_type(&f, 1);
    fixture_fix(&f, "0", 675);
    fixture_fix(&f, "4", 9);
    wrong(cheapest1, 38100, "place 4 is fixed to hero 9 and holds 2049\n");
    fixture_type(&f, 1);
    fixture_exclude(&f, 9);
    fixture_exclude(&f, 1766);
    wrong(cheapest1, 38100, "1 of 2 excluded heroes in the party\n");
}

/* What holds by a hair fails when the bound moves by one. */
static void verify_finds_each_kind_of_broken_requirement(void)
{
    fixture_type(&f, 2);
    f.keys.requirements.count = 0;
    fixture_require(&f, "mean", "level", 75.1, NAN);
    fixture_require(&f, "sum", "level", NAN, 749);
    fixture_require(&f, "sum", "level", NAN, NAN)->exactly = 751;
    fixture_require(&f, "distinct", "religion", 9, NAN);
    fixture_require(&f, "distinct", "hometown", NAN, 5);
    fixture_require(&f, "same", "religion", 3, 4);
    fixture_count(&f, "religion", "G99", 1, NAN);
    fixture_require(&f, "mean", "age", 1, NAN);
    wrong(cheapest2, 6750,
          "mean level is 75: at least 75.1\n"
          "sum level is 750: at most 749\n"
          "sum level is 750: exactly 751\n"
          "distinct religion is 8: at least 9\n"
          "distinct hometown is 6: at most 5\n"
          "same religion is 2: 3 to 4\n"
          "count religion G99 is 0: at least 1\n"
          "the pool has no column 'age'\n");
}

static void verify_refuses_other_shapes(void)
{
    fixture_type(&f, 1);
    CU_ASSERT_EQUAL(check(cheapest1, 9, 38100), STATUS_FAILED);
    CU_ASSERT_STRING_EQUAL(report, "WRONG  9 genes, the formation has 10 places\n");
    arena_free(&f.perm);
    fixture_type(&f, 1);
    f.keys.heroes = fixture_text("heroes.csv", "id,price\n1\n");
    CU_ASSERT_EQUAL(check(cheapest1, 10, 38100), STATUS_INPUT);
    CU_ASSERT_STRING_EQUAL(f.err.text, "heroes.csv cannot be read as CSV");
    arena_free(&f.perm);
}

static void verify_agrees_with_the_rules(void)
{
    struct rng rng;
    int holds = 0, seed = 4;
    rng_seed(&rng, (rng_word)seed, 1);
    fixture_type(&f, 2);
    f.keys.synergy.min = 0.05;
    f.requirement[0].min = 68;
    f.requirement[1].min = 7;
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    for (int i = 0; i < 60; i++) {
        int32_t hero[10], id[10];
        for (int p = 0; p < 10; p++) {
            hero[p] = (int32_t)rng_below(&rng, 10000);
            id[p] = (int32_t)f.party.id[hero[p]];
        }
        bool feasible = party_is_feasible(&f.party, hero, NULL);
        enum status status = check(id, 10, party_price(&f.party, hero));
        CU_ASSERT_EQUAL(status == STATUS_OK, feasible);
        if ((status == STATUS_OK) != feasible)
            printf("seed %d: %s", seed, report);
        holds += feasible;
    }
    printf("[%d of 60 hold] ", holds);
    CU_ASSERT(holds > 5 && holds < 55);
    arena_free(&f.perm);
}

/* Two readers of one format, written apart: they must agree on any file. */
struct compared {
    const struct party_verify_csv *sheet;
    size_t records;
    bool same;
};

static enum status compare_record(void *self, const struct party_csv_record *record,
                                  bool is_header, struct error *err)
{
    struct compared *compared = self;
    (void)is_header;
    (void)err;
    for (size_t c = 0; c < record->count && compared->same; c++)
        compared->same =
            compared->records < compared->sheet->records &&
            record->count == compared->sheet->columns &&
            !strcmp(record->field[c],
                    party_verify_csv_at(compared->sheet, compared->records, c));
    compared->records++;
    return STATUS_OK;
}

static void random_field(struct rng *rng, char *text, size_t *used)
{
    static const char *const fields[] = {
        "a",  " b c ",      "\"q\"",    "\"x,y\"",   "\"\"",     "",
        "  ", "\"a\"\"b\"", "\"l\nm\"", " \"pad\" ", "\"\"\"\"", "-1.5"};
    const char *field = fields[rng_below(rng, sizeof fields / sizeof *fields)];
    *used += (size_t)sprintf(text + *used, "%s", field);
}

static void sheet_agrees_with_the_loader(void)
{
    struct rng rng;
    rng_seed(&rng, 9, 1);
    for (int i = 0; i < 2000; i++) {
        static const char *const ends[] = {"\n", "\r\n", "\n\n", "\r\n\r\n"};
        char text[2000] = "\xEF\xBB\xBF";
        size_t used = i % 2 ? 3 : 0, columns = 2 + (size_t)rng_below(&rng, 4);
        for (size_t r = 1 + (size_t)rng_below(&rng, 5); r > 0; r--)
            for (size_t c = 0; c < columns; c++) {
                random_field(&rng, text, &used);
                used += (size_t)sprintf(text + used, "%s",
                                        c + 1 < columns ? ","
                                        : r > 1         ? ends[rng_below(&rng, 4)]
                                                        : "");
            }
        struct option_file file = fixture_text("t.csv", text);
        struct arena arena;
        struct party_verify_csv sheet;
        arena_init(&arena);
        bool read = party_verify_csv_read(&file, &arena, &sheet);
        struct compared compared = {.sheet = &sheet, .same = read};
        enum status status =
            party_csv_read(&file, "k", compare_record, &compared, &f.err);
        bool accepted = status == STATUS_OK; /* not where all fields are empty */
        bool agree = read == accepted &&
                     (!read || (compared.same && compared.records == sheet.records));
        if (!agree)
            printf("case %d: %s\n---\n%s\n---\n", i, f.err.text, text);
        CU_ASSERT_FATAL(agree);
        arena_free(&arena);
    }
}

static void sheet_refuses_what_is_no_table(void)
{
    static const char *const bad[] = {"",         "\n\n",    ",,\n",
                                      "a,b\n1\n", "a,\"b\n", "a,\"b\"c\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct option_file file = fixture_text("t.csv", bad[i]);
        struct arena arena;
        struct party_verify_csv sheet;
        arena_init(&arena);
        CU_ASSERT_FALSE(party_verify_csv_read(&file, &arena, &sheet));
        arena_free(&arena);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(verify_accepts_the_cheapest_parties),
        SUITE_TEST(verify_finds_tampered_heroes),
        SUITE_TEST(verify_knows_weights_of_pairs),
        SUITE_TEST(verify_finds_a_tampered_price),
        SUITE_TEST(verify_knows_places_budgets_and_objectives),
        SUITE_TEST(verify_is_right_about_extremes),
        SUITE_TEST(verify_finds_broken_marks),
        SUITE_TEST(verify_finds_each_kind_of_broken_requirement),
        SUITE_TEST(verify_refuses_other_shapes),
        SUITE_TEST(verify_agrees_with_the_rules),
        SUITE_TEST(sheet_agrees_with_the_loader),
        SUITE_TEST(sheet_refuses_what_is_no_table),
        CU_TEST_INFO_NULL,
    };
    int failed = suite_run("party verify", NULL, NULL, tests);
    free(report);
    return failed;
}
