/* Party: from keys and CSV bytes to the instance, and every refusal on the way. */
#include "party_descriptors.h"
#include "party_fixture.h"
#include "party_refused.h"
#include "party_spelling.h"
#include "suite.h"

#include <sys/resource.h>

#define HEADER "id,race,nation,level,price\n"
#define POOL                                                                           \
    HEADER "11,elf,N1,60,100\n12,orc,N1,70,200\n13,elf,N2,80,300\n14,human,N3,90,"     \
           "400\n"

static struct fixture f;

/* A row of three places, elves and others from a small pool. */
static void begin(const char *csv)
{
    fixture_init(&f, fixture_text("heroes.csv", csv));
    fixture_formation(&f, 3, "01 12");
    fixture_weight(&f, "race", 3);
    fixture_weight(&f, "nation", 2);
}

static void refused(const char *key, const char *words)
{
    fixture_refused(&f, key, words);
}

static void accepted(void)
{
    if (fixture_load(&f)) {
        printf("%s: %s\n", f.err.key, f.err.text);
        CU_FAIL_FATAL("refused");
    }
}

static void load_fills_columns_in_file_order(void)
{
    begin(POOL);
    fixture_require(&f, "mean", "level", 60, NAN);
    accepted();
    CU_ASSERT_EQUAL(f.party.n_heroes, 4);
    CU_ASSERT_EQUAL(f.party.id[2], 13);
    CU_ASSERT_EQUAL(f.party.price[3], 400);
    CU_ASSERT_EQUAL(f.party.n_traits, 2);
    CU_ASSERT_STRING_EQUAL(f.party.trait[0].name, "race");
    CU_ASSERT_EQUAL(f.party.trait[0].weight, 3);
    CU_ASSERT_EQUAL(f.party.trait[0].n_values, 3);
    CU_ASSERT_STRING_EQUAL(f.party.trait[0].values[f.party.trait[0].code[3]], "human");
    CU_ASSERT_EQUAL(f.party.trait[0].code[0], f.party.trait[0].code[2]);
    CU_ASSERT_EQUAL(f.party.number[0].value[1], 70);
    CU_ASSERT_EQUAL(f.party.fixed[0], -1);
    CU_ASSERT_EQUAL(f.party.n_neighbours[1], 2);
    CU_ASSERT_EQUAL(f.party.neighbour[1][1], 2);
    arena_free(&f.perm);
}

static void load_takes_points_by_match(void)
{
    begin(POOL);
    f.keys.synergy.min = 0.9;
    accepted();
    CU_ASSERT_EQUAL(f.party.max_match, 5);
    CU_ASSERT_EQUAL(f.party.points[4], 10);
    CU_ASSERT_EQUAL(f.party.most_points, 24);
    CU_ASSERT_EQUAL(f.party.synergy_min, 22); /* of 21.6 */
    arena_free(&f.perm);
    begin(POOL);
    f.keys.synergy.points.count = 2;
    accepted();
    CU_ASSERT_EQUAL(f.party.points[5], 1); /* the last serves all larger ones */
    arena_free(&f.perm);
}

static void load_compares_synergy_as_whole_points(void)
{
    fixture_type(&f, 2);
    accepted();
    CU_ASSERT_EQUAL(f.party.most_points, 380);
    CU_ASSERT_EQUAL(f.party.synergy_min, 342);
    CU_ASSERT_EQUAL(f.party.points[8], 20);
    arena_free(&f.perm);
    fixture_type(&f, 1);
    accepted();
    CU_ASSERT_EQUAL(f.party.synergy_min, 304);
    arena_free(&f.perm);
}

static void load_reads_what_people_write(void)
{
    begin("\xEF\xBB\xBF id ,\"race\",nation,level,price\r\n"
          ",,,,\r\n11,elf,N1,60,100\r\n\r\n , ,\r\n"
          "12,\"the \"\"old\"\", orc\", N1 ,7e1,2.5\r\n"
          "13,elf,\"N\n2\",-8,+3\r\n"
          "14,,,0,0");
    fixture_require(&f, "mean", "level", NAN, 60);
    fixture_count(&f, "race", "", NAN, 1);
    accepted();
    CU_ASSERT_STRING_EQUAL(f.party.requirement[1].text, "at most 1 with race ''");
    CU_ASSERT_EQUAL(f.party.n_heroes, 4);
    CU_ASSERT_STRING_EQUAL(f.party.trait[0].values[1], "the \"old\", orc");
    CU_ASSERT_STRING_EQUAL(f.party.trait[1].values[1], "N\n2");
    CU_ASSERT_EQUAL(f.party.trait[1].code[1], 0);
    CU_ASSERT_EQUAL(f.party.price[1], 2.5);
    CU_ASSERT_EQUAL(f.party.number[0].value[1], 70);
    CU_ASSERT_EQUAL(f.party.number[0].value[2], -8);
    CU_ASSERT_STRING_EQUAL(f.party.trait[0].values[f.party.trait[0].code[3]], "");
    arena_free(&f.perm);
}

static void load_tells_the_requirements(void)
{
    static const char *const texts[] = {"mean level >= 84",
                                        "sum level 10 to 20.5",
                                        "exactly 2 with race elf",
                                        "at least 2 different values of nation",
                                        "at most 3 of the same nation",
                                        "1 to 2 with race orc",
                                        "mean level <= 84.1",
                                        "sum level = 7"};
    begin(POOL);
    fixture_require(&f, "mean", "level", 84, NAN);
    fixture_require(&f, "sum", "level", 10, 20.5);
    fixture_count(&f, "race", "elf", NAN, NAN);
    f.requirement[2].exactly = 2;
    fixture_require(&f, "distinct", "nation", 2, NAN);
    fixture_require(&f, "same", "nation", NAN, 3);
    fixture_count(&f, "race", "orc", 1, 2);
    fixture_require(&f, "mean", "level", NAN, 84.1);
    fixture_require(&f, "sum", "level", NAN, NAN)->exactly = 7;
    accepted();
    CU_ASSERT_EQUAL_FATAL(f.party.n_requirements, 8);
    for (size_t i = 0; i < 8; i++) {
        char key[] = "party.requirements[0]";
        key[19] = (char)('0' + i);
        CU_ASSERT_STRING_EQUAL(f.party.requirement[i].text, texts[i]);
        CU_ASSERT_STRING_EQUAL(f.party.requirement[i].key, key);
    }
    CU_ASSERT_EQUAL(f.party.requirement[0].min, 252); /* of three places */
    CU_ASSERT_EQUAL(f.party.requirement[0].max, INFINITY);
    CU_ASSERT_EQUAL(f.party.requirement[2].min, 2);
    CU_ASSERT_EQUAL(f.party.requirement[2].max, 2);
    CU_ASSERT_EQUAL(f.party.requirement[4].min, -INFINITY);
    CU_ASSERT_DOUBLE_EQUAL(f.party.requirement[6].max, 252.3, 1e-6);
    arena_free(&f.perm);
}

/* 0.1 + 0.2 + 0.6 is below 0.9 in binary. */
static void load_forgives_decimal_fractions(void)
{
    static const int32_t hero[] = {0, 1, 2};
    static const char *const csv = "id,price,x\n1,1,0.1\n2,1,0.2\n3,1,0.6\n";
    fixture_init(&f, fixture_text("heroes.csv", csv));
    fixture_formation(&f, 3, "");
    fixture_require(&f, "mean", "x", 0.3, 0.3);
    fixture_require(&f, "sum", "x", 0.9, 0.9);
    accepted();
    CU_ASSERT(party_is_feasible(&f.party, hero, NULL));
    arena_free(&f.perm);
    begin(POOL);
    fixture_require(&f, "mean", "level", 81.33333333333333, NAN); /* 244 in all */
    accepted();
    CU_ASSERT_EQUAL(f.party.requirement[0].min, 244);
    arena_free(&f.perm);
}

static void load_marks_heroes(void)
{
    begin(POOL "15,elf,N1,1,1\n");
    fixture_fix(&f, "1", 13);
    fixture_exclude(&f, 12);
    f.keys.owned = fixture_text("owned.csv", "14\n11\n");
    accepted();
    CU_ASSERT_EQUAL(f.party.fixed[1], 2);
    CU_ASSERT_EQUAL(memcmp(f.party.banned, (uint8_t[]){0, 1, 1, 0, 0}, 5), 0);
    CU_ASSERT_EQUAL(f.party.price[0], 0);
    CU_ASSERT_EQUAL(f.party.price[2], 300);
    CU_ASSERT_EQUAL(f.party.price[3], 0);
    arena_free(&f.perm);
    begin(POOL);
    f.keys.owned = fixture_text("owned.csv", "name,id\r\nBob,13\r\n");
    accepted();
    CU_ASSERT_EQUAL(f.party.price[2], 0);
    CU_ASSERT_EQUAL(f.party.price[0], 100);
    arena_free(&f.perm);
}

static void load_refuses_bad_rows(void)
{
    static const struct {
        const char *csv, *key, *words;
    } bad[] = {
        {"", "party.heroes", "heroes.csv: the file is empty"},
        {"\n\n", "party.heroes", "the file is empty"},
        {"\xFF\xFEi\0d\0", "party.heroes", "heroes.csv is in UTF-16 (expected: UTF-8"},
        {HEADER, "party.heroes", "heroes.csv: a header and no hero"},
        {HEADER "1,elf,N1,60\n", "party.heroes",
         "heroes.csv:2: 4 fields, the header has 5"},
        {HEADER "1,elf,N1,60,1\n\n2,elf,N1,60,1,9\n", "party.heroes",
         "heroes.csv:4: 6 fields, the header has 5"},
        {HEADER "1,elf,N1,abc,1\n", "party.requirements[0].mean",
         "heroes.csv:2: level: 'abc' is not a number"},
        {HEADER "1,elf,N1,,1\n", "party.requirements[0].mean", "'' is not a number"},
        {HEADER "1,elf,N1,nan,1\n", "party.requirements[0].mean", "'nan' is not"},
        {HEADER "1,elf,N1,0x10,1\n", "party.requirements[0].mean", "'0x10' is not"},
        {HEADER "1,elf,N1,1e300,1\n", "party.requirements[0].mean",
         "'1e300' is too large"},
        {HEADER "1,elf,N1,-1e15,1\n", "party.requirements[0].mean", "'-1e15' is too "},
        {HEADER "1,elf,N1,1e999,1\n", "party.requirements[0].mean", "'1e999' is too "},
        {HEADER "1,elf,N1,60,99999999999999999999\n", "party.price",
         "'99999999999999999999' is too large (expected: a number between -1e15"},
        {HEADER "1,elf,N1,92592591759.25875,1\n", "party.requirements[0].mean",
         "heroes.csv:2: level: '92592591759.25875' has more digits than are kept "
         "(expected: such as 92592591759.25874)"},
        {HEADER "1,elf,N1,60,82304526008.229667\n", "party.price",
         "'82304526008.229667' has more digits than are kept"},
        {HEADER "1,elf,N1,1e,1\n", "party.requirements[0].mean", "'1e' is not"},
        {HEADER "1,elf,N1,60,\"15,000\"\n", "party.price",
         "heroes.csv:2: price: '15,000' is not a number"},
        {HEADER "1,elf,N1,60,-5\n", "party.price",
         "heroes.csv:2: price: -5 is negative"},
        {HEADER "1.5,elf,N1,60,5\n", "party.id",
         "heroes.csv:2: id: '1.5' is not a whole number from 0 to 2147483647"},
        {HEADER "3000000000,elf,N1,60,5\n", "party.id", "'3000000000' is not"},
        {HEADER "1,elf,N1,60,5\n2,elf,N1,60,5\n1,orc,N1,60,5\n", "party.id",
         "heroes.csv:4: id: 1 is in line 2 already"},
        {HEADER "1,e\"l\"f,N1,60,5\n", "party.heroes",
         "heroes.csv:2: misplaced quotes"},
        {HEADER "1,\"elf,N1,60,5\n2,elf,N1,60,5\n", "party.heroes",
         "heroes.csv:2: misplaced quotes"},
        {HEADER ",,,,\n", "party.heroes", "heroes.csv: a header and no hero"},
        {"id,Race,nation,level,price\n1,a,b,1,1\n", "party.synergy.weights.race",
         "heroes.csv has no column 'race'; did you mean 'Race'?"},
        {"id,race,nation,level,level,price\n", "party.requirements[0].mean",
         "two columns are called 'level'"},
        {"hero,race,nation,level,price\n", "party.id",
         "no column 'id'; it has: hero, race, nation, level, price"},
        {"id,race,nation,level\n", "party.price", "no column 'price'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin(bad[i].csv);
        fixture_require(&f, "mean", "level", 60, NAN);
        refused(bad[i].key, bad[i].words);
    }
}

static void load_refuses_nul_bytes(void)
{
    static const char csv[] = HEADER "1,el\0f,N1,60,5\n";
    begin("");
    f.keys.heroes.data = (const unsigned char *)csv;
    f.keys.heroes.bytes = sizeof csv - 1;
    refused("party.heroes", "heroes.csv:2: a NUL byte");
}

static void load_refuses_bad_formations(void)
{
    static const struct {
        const char *edges, *key, *words;
    } bad[] = {
        {"01 13", "party.formation.edges[1]", "no place 3: places are numbered 0 to 2"},
        {"01 12 22", "party.formation.edges[2]", "an edge from place 2 to itself"},
        {"01 12 10", "party.formation.edges[2]",
         "places 1 and 0 are already joined by edges[0]"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        begin(POOL);
        fixture_formation(&f, 3, bad[i].edges);
        refused(bad[i].key, bad[i].words);
    }
    begin(POOL);
    fixture_formation(&f, 5, "");
    refused("party.heroes", "4 heroes may be chosen, the formation has 5 places");
}

static void load_refuses_bad_requirements(void)
{
    begin(POOL);
    fixture_count(&f, "race", "efl", 1, NAN);
    refused("party.requirements[0].value",
            "no hero's race is 'efl'; did you mean 'elf'?");
    begin(POOL);
    fixture_count(&f, "race", "ELF", 1, NAN);
    refused("party.requirements[0].value", "did you mean 'elf'?");
    begin(POOL);
    fixture_count(&f, "race", "mushroom", 1, NAN);
    refused("party.requirements[0].value", "'mushroom'; it has: elf, orc, human");
    begin(POOL);
    fixture_require(&f, "count", "race", 1, NAN);
    refused("party.requirements[0]", "count needs the value to count");
    begin(POOL);
    fixture_require(&f, "mean", "race", 1, NAN);
    refused("party.requirements[0].mean", "heroes.csv:2: race: 'elf' is not a number");
    begin(POOL);
    fixture_require(&f, "mean", "levle", 1, NAN);
    refused("party.requirements[0].mean", "no column 'levle'; did you mean 'level'?");
    begin(POOL);
    fixture_require(&f, "mean", "level", 1, NAN);
    fixture_require(&f, "mean", "level", NAN, NAN);
    refused("party.requirements[1]", "min, max or exactly is required");
    begin(POOL);
    fixture_require(&f, "same", "race", 3, 2);
    refused("party.requirements[0]", "min 3 is above max 2");
    begin(POOL);
    fixture_require(&f, "same", "race", 1, NAN)->exactly = 1;
    refused("party.requirements[0]", "exactly excludes min and max");
    begin(POOL);
    fixture_require(&f, "distinct", "race", 1.5, NAN);
    refused("party.requirements[0]", "1.5 is not a whole number of values");
    begin(POOL);
    fixture_require(&f, "distinct", "race", 1, NAN)->kind.mean = "level";
    refused("party.requirements[0]", "both mean and distinct are given");
    begin(POOL);
    fixture_require(&f, "distinct", "race", 1, NAN)->kind.value = "elf";
    refused("party.requirements[0].value", "only count has a value");
    begin(POOL);
    fixture_require(&f, "distinct", NULL, 1, NAN);
    refused("party.requirements[0]", "must name a column");
}

static void load_refuses_bad_synergy(void)
{
    begin(POOL);
    fixture_weight(&f, "race", 1);
    refused("party.synergy.weights.race", "has a weight already");
    begin(POOL);
    f.keys.synergy.points.count = 1;
    f.keys.synergy.min = 0.5;
    refused("party.synergy.min", "0.5 is required, but no edge can give points");
    begin(POOL);
    fixture_weight(&f, "natoin", 1);
    refused("party.synergy.weights.natoin", "did you mean 'nation'?");
    begin(POOL);
    fixture_pair(&f, "level", "60", "70", 1);
    refused("party.synergy.pairs[0].trait",
            "'level' has no weight in party.synergy.weights; it has: race, nation");
    begin(POOL);
    fixture_pair(&f, "race", "elf", "orc", 1);
    fixture_pair(&f, "race", "efl", "orc", 1);
    refused("party.synergy.pairs[1].values", "no hero's race is 'efl'; did you mean "
                                             "'elf'?");
    begin(POOL);
    fixture_pair(&f, "race", "elf", "orc", 1);
    fixture_pair(&f, "nation", "N1", "N1", 1);
    fixture_pair(&f, "race", "orc", "elf", 2);
    refused("party.synergy.pairs[2]", "pairs[0] has these values already");
}

static void load_takes_weights_of_pairs(void)
{
    begin(POOL);
    fixture_pair(&f, "race", "orc", "elf", 5);
    fixture_pair(&f, "race", "elf", "elf", 0);
    accepted();
    const struct party_trait *race = &f.party.trait[0], *nation = &f.party.trait[1];
    uint16_t elf = race->code[0], orc = race->code[1], human = race->code[3];
    CU_ASSERT_EQUAL(party_pair_weight(race, elf, orc), 5);
    CU_ASSERT_EQUAL(party_pair_weight(race, orc, elf), 5);
    CU_ASSERT_EQUAL(party_pair_weight(race, elf, elf), 0);
    CU_ASSERT_EQUAL(party_pair_weight(race, orc, orc), 3);
    CU_ASSERT_EQUAL(party_pair_weight(race, human, human), 3);
    CU_ASSERT_EQUAL(party_pair_weight(race, human, elf), 0);
    CU_ASSERT_EQUAL(race->most_weight, 5);
    CU_ASSERT_EQUAL(nation->most_weight, 2);
    CU_ASSERT_PTR_NULL(nation->pairs);
    CU_ASSERT_EQUAL(f.party.max_match, 7);
    arena_free(&f.perm);
}

/* Values of one trait have no place in the tables of another that has fewer; guards of
 * arenas in builds with sanitizers would tell. */
static void pairs_of_traits_of_other_sizes(void)
{
    enum { NATIONS = 200 };
    char csv[NATIONS * 32] = HEADER;
    for (int i = 0; i < NATIONS; i++) {
        size_t used = strlen(csv);
        snprintf(csv + used, sizeof csv - used, "%d,%s,N%d,60,100\n", i + 1,
                 i % 2 ? "elf" : "orc", i);
    }
    begin(csv);
    fixture_pair(&f, "race", "elf", "orc", 5);
    fixture_pair(&f, "nation", "N198", "N199", 4);
    accepted();
    const struct party_trait *race = &f.party.trait[0], *nation = &f.party.trait[1];
    CU_ASSERT_EQUAL(party_pair_weight(race, race->code[0], race->code[1]), 5);
    CU_ASSERT_EQUAL(party_pair_weight(nation, nation->code[198], nation->code[199]), 4);
    CU_ASSERT_EQUAL(party_pair_weight(nation, nation->code[0], nation->code[1]), 0);
    arena_free(&f.perm);
}

static void load_refuses_bad_marks(void)
{
    begin(POOL);
    fixture_exclude(&f, 11);
    fixture_exclude(&f, 99);
    refused("party.excluded[1]", "no hero 99 in heroes.csv");
    begin(POOL);
    fixture_exclude(&f, 11);
    fixture_exclude(&f, 12);
    refused("party.heroes", "2 heroes may be chosen, the formation has 3 places");
    begin(POOL);
    fixture_fix(&f, "3", 11);
    refused("party.fixed.3", "no place '3': places are numbered 0 to 2");
    begin(POOL);
    fixture_fix(&f, "front", 11);
    refused("party.fixed.front", "no place 'front'");
    begin(POOL);
    fixture_fix(&f, "1", 10);
    refused("party.fixed.1", "no hero 10 in heroes.csv");
    begin(POOL);
    fixture_fix(&f, "1", 11);
    fixture_fix(&f, "2", 11);
    refused("party.fixed.2", "hero 11 is fixed in place 1 already");
    begin(POOL);
    fixture_fix(&f, "1", 11);
    fixture_fix(&f, "01", 12);
    refused("party.fixed.01", "place 1 has a fixed hero already");
    begin(POOL);
    fixture_fix(&f, "1", 11);
    fixture_exclude(&f, 11);
    refused("party.fixed.1", "hero 11 is also excluded");
    begin(POOL);
    f.keys.owned = fixture_text("owned.csv", "11\n12\n10\n");
    refused("party.owned", "owned.csv:3: no hero 10 in heroes.csv");
    begin(POOL);
    f.keys.owned = fixture_text("owned.csv", "id\n11\nelf\n");
    refused("party.owned", "owned.csv:3: 'elf' is not a hero id");
    begin(POOL);
    f.keys.owned = fixture_text("owned.csv", "hero\n11\n");
    refused("party.owned", "owned.csv has no column 'id'");
}

static void load_refuses_too_many_columns(void)
{
    static char text[1024], names[15][8];
    size_t used = (size_t)sprintf(text, "id,race,nation,price");
    for (size_t i = 0; i < 15; i++)
        used += (size_t)sprintf(text + used, ",t%zu", i);
    begin(text);
    for (size_t i = 0; i < 15; i++) {
        sprintf(names[i], "t%zu", i);
        f.trait[f.keys.traits.count++].value = names[i];
    }
    refused("party.traits[14]", "'t14' is one trait too many: at most 16 can be used");
}

static struct party_descriptor_keys *add_descriptor(double low, double high)
{
    struct party_descriptor_keys *d = &f.descriptor[f.keys.descriptors.count++];
    *d = (struct party_descriptor_keys){.low = low, .high = high};
    return d;
}

static void descriptors_measure_a_party(void)
{
    static const int32_t hero[] = {0, 2, 1};
    static const double expected[] = {70, 8.0 / 24, 600, 2, 210};
    struct party_descriptor d[5];
    struct shape shape = {0};
    begin(POOL);
    add_descriptor(NAN, NAN)->kind.mean = "level";
    add_descriptor(NAN, NAN)->measure = "synergy";
    add_descriptor(100, 900)->measure = "price";
    struct party_descriptor_keys *count = add_descriptor(NAN, NAN);
    count->kind.count = "race";
    count->kind.value = "elf";
    add_descriptor(NAN, NAN)->kind.sum = "level";
    accepted();
    CU_ASSERT_EQUAL_FATAL(
        party_descriptors_load(&f.keys, &f.party, &f.perm, d, &shape, &f.err),
        STATUS_OK);
    CU_ASSERT_EQUAL(shape.descriptors, 5);
    CU_ASSERT_STRING_EQUAL(shape.descriptor[0].name, "mean level");
    CU_ASSERT_STRING_EQUAL(shape.descriptor[3].name, "count race elf");
    CU_ASSERT_EQUAL(shape.descriptor[0].low, 60);
    CU_ASSERT_EQUAL(shape.descriptor[0].high, 90);
    CU_ASSERT_EQUAL(shape.descriptor[2].high, 900);
    CU_ASSERT_EQUAL(shape.descriptor[4].low, 180);
    for (size_t i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(party_descriptors_value(&f.party, &d[i], hero), expected[i]);
    arena_free(&f.perm);
}

/* As names in tables must be. */
static void names_of_descriptors_are_one_line(void)
{
    struct party_descriptor d;
    struct shape shape = {0};
    begin(POOL "15,\"dark\nelf\",N3,90,400\n");
    add_descriptor(NAN, NAN)->kind.count = "race";
    f.descriptor[0].kind.value = "dark\nelf";
    accepted();
    CU_ASSERT_EQUAL_FATAL(
        party_descriptors_load(&f.keys, &f.party, &f.perm, &d, &shape, &f.err),
        STATUS_OK);
    CU_ASSERT_STRING_EQUAL(shape.descriptor[0].name, "count race dark elf");
    arena_free(&f.perm);
}

static void load_refuses_bad_descriptors(void)
{
    struct party_descriptor d[2];
    struct shape shape = {0};
    begin(POOL);
    add_descriptor(NAN, NAN)->measure = "sinergy";
    refused("party.descriptors[0]", "no measure 'sinergy'; did you mean 'synergy'?");
    begin(POOL);
    add_descriptor(NAN, NAN);
    refused("party.descriptors[0]", "must name a column");
    begin(POOL);
    add_descriptor(NAN, NAN)->measure = "price";
    f.descriptor[0].kind.mean = "level";
    refused("party.descriptors[0]",
            "measure excludes mean, sum, count, distinct and same");
    begin(POOL);
    add_descriptor(5, 5)->measure = "price";
    accepted();
    CU_ASSERT_EQUAL(
        party_descriptors_load(&f.keys, &f.party, &f.perm, d, &shape, &f.err),
        STATUS_INPUT);
    CU_ASSERT_STRING_EQUAL(f.err.text, "low 5 is not below high 5");
    arena_free(&f.perm);
}

static void words_are_found_near(void)
{
    static const char *const names[] = {"human", "elf", "dwarf"};
    CU_ASSERT_STRING_EQUAL(party_spelling_nearest("dwarfs", names, 3), "dwarf");
    CU_ASSERT_STRING_EQUAL(party_spelling_nearest("HUMAN", names, 3), "human");
    CU_ASSERT_PTR_NULL(party_spelling_nearest("giant", names, 3));
    CU_ASSERT_PTR_NULL(party_spelling_nearest("", names, 3));
    double x;
    CU_ASSERT(party_csv_number("-1.5e3", &x) && x == -1500);
    CU_ASSERT_FALSE(party_csv_number("1,5", &x));
    CU_ASSERT_FALSE(party_csv_number("--1", &x));
    CU_ASSERT_FALSE(party_csv_number("inf", &x));
}

static double cpu_s(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

/* Ten copies of the shipped pool under other ids: 10^5 rows. */
static void load_reads_a_large_pool(void)
{
    fixture_type(&f, 2);
    const char *header = (const char *)f.keys.heroes.data;
    const char *rows = strchr(header, '\n') + 1;
    char *text = arena_take(&f.perm, 10 * f.keys.heroes.bytes + 1000000);
    size_t used = (size_t)(rows - header);
    memcpy(text, header, used);
    for (int copy = 1; copy <= 10; copy++)
        for (const char *row = rows; *row; row = strchr(row, '\n') + 1) {
            int comma = (int)strcspn(row, ","), length = (int)strcspn(row, "\n");
            used += (size_t)sprintf(text + used, "%d%05d%.*s\n", copy, atoi(row),
                                    length - comma, row + comma);
        }
    f.keys.heroes = (struct option_file){"large.csv", (unsigned char *)text, used};
    double before = cpu_s();
    accepted();
    printf("[%.3f s] ", cpu_s() - before);
    CU_ASSERT_EQUAL(f.party.n_heroes, 100000);
    CU_ASSERT_EQUAL(f.party.id[99999], 1010000);
    CU_ASSERT_EQUAL(f.party.trait[1].n_values, 24);
    CU_ASSERT_EQUAL(f.party.trait[3].code[99999], f.party.trait[3].code[9999]);
    CU_ASSERT_EQUAL(f.party.price[50000], f.party.price[0]);
    arena_free(&f.perm);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(load_fills_columns_in_file_order),
        SUITE_TEST(load_takes_points_by_match),
        SUITE_TEST(load_compares_synergy_as_whole_points),
        SUITE_TEST(load_reads_what_people_write),
        SUITE_TEST(load_tells_the_requirements),
        SUITE_TEST(load_forgives_decimal_fractions),
        SUITE_TEST(load_marks_heroes),
        SUITE_TEST(load_refuses_bad_rows),
        SUITE_TEST(load_refuses_nul_bytes),
        SUITE_TEST(load_refuses_bad_formations),
        SUITE_TEST(load_refuses_bad_requirements),
        SUITE_TEST(load_refuses_bad_synergy),
        SUITE_TEST(load_takes_weights_of_pairs),
        SUITE_TEST(pairs_of_traits_of_other_sizes),
        SUITE_TEST(load_refuses_bad_marks),
        SUITE_TEST(load_refuses_too_many_columns),
        SUITE_TEST(descriptors_measure_a_party),
        SUITE_TEST(names_of_descriptors_are_one_line),
        SUITE_TEST(load_refuses_bad_descriptors),
        SUITE_TEST(words_are_found_near),
        SUITE_TEST(load_reads_a_large_pool),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party load", NULL, NULL, tests);
}
