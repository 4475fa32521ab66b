/* Party: heroes out of position: what a config means, by ids and places in numbers of the test's own, that
 * both rows of a hero are one hero to all that asks, and that searches agree with looking at every party. */
#include "instances.h"
#include "party_annealing.h"
#include "party_chemistry.h"
#include "party_disjoint.h"
#include "party_fixture.h"
#include "party_local_search.h"
#include "party_operators.h"
#include "party_solutions.h"
#include "party_start.h"
#include "party_verify.h"
#include "suite.h"

enum { POOL = 7, PLACES = 3, RULES = 3, INSTANCES = INSTANCES_OF(300) };

static struct rng rng;

/* A challenge as the test sees it; ids are rows + 1. */
struct world {
    struct fixture f;
    char csv[POOL * 40 + 60];
    int role[POOL], club[POOL], nation[POOL], level[POOL], price[POOL];
    struct party_place_rule_keys rule[RULES];
    struct party_whole place[RULES][PLACES];
    struct party_word word[RULES];
    struct party_chemistry_trait_keys reacting[2];
    struct party_threshold_keys threshold[2][2];
    bool paired; /* clubs c0 and c1 */
};
static struct world x[2];

static const char *const roles[] = {"a", "b", "a/b", "c"};
static const char *const allowed[] = {"a", "b", "c"};

static int below(int n)
{
    return (int)rng_below(&rng, (uint64_t)n);
}

static void make_pool(struct world *w)
{
    size_t used = (size_t)sprintf(w->csv, "id,role,club,nation,level,price\n");
    for (int h = 0; h < POOL; h++) {
        w->role[h] = h < 4 ? h : below(4);
        w->club[h] = h < 2 ? h : below(3);
        w->nation[h] = below(2);
        w->level[h] = below(6);
        w->price[h] = below(20);
        used += (size_t)sprintf(w->csv + used, "%d,%s,c%d,n%d,%d,%d\n", h + 1,
                                roles[w->role[h]], w->club[h], w->nation[h],
                                w->level[h], w->price[h]);
    }
}

/* Rules by roles, the first of which lets others stand out of position. */
static void make_rules(struct world *w)
{
    size_t n = 1 + (size_t)below(RULES);
    for (size_t i = 0; i < n; i++) {
        size_t places = 0;
        for (int64_t p = 0; p < PLACES; p++)
            if (below(2) || (p == 0 && i == 0))
                w->place[i][places++].value = p;
        if (!places)
            w->place[i][places++].value = PLACES - 1;
        w->word[i].value = allowed[below(3)];
        w->rule[i] = (struct party_place_rule_keys){
            .places = {w->place[i], places},
            .trait = "role",
            .values = {&w->word[i], 1},
            .separator = "/",
            .min = NAN,
            .max = NAN,
            .otherwise = i == 0 || below(2) ? PARTY_UNLINKED : PARTY_BARRED};
    }
    w->f.keys.places = (struct option_list){w->rule, n};
}

static void make_chemistry(struct world *w)
{
    static const char *const traits[] = {"club", "nation"};
    for (size_t i = 0; i < 2; i++) {
        w->threshold[i][0] = (struct party_threshold_keys){"2", 1 + below(2)};
        w->threshold[i][1] = (struct party_threshold_keys){"1", below(2)};
        w->reacting[i] =
            (struct party_chemistry_trait_keys){traits[i], {w->threshold[i], 2}};
    }
    w->f.keys.chemistry.traits = (struct option_list){w->reacting, 2};
    w->f.keys.chemistry.cap = 3;
}

/* Loaded, on the pool of another world if given. */
static void make(struct world *w, const struct world *other)
{
    if (other)
        *w = *other;
    else
        make_pool(w);
    fixture_init(&w->f, fixture_text("heroes.csv", w->csv));
    fixture_formation(&w->f, PLACES, below(2) ? "01 12 " : "01 ");
    make_rules(w);
    make_chemistry(w);
    fixture_weight(&w->f, "club", 2);
    fixture_weight(&w->f, "nation", 1);
    w->paired = below(2);
    if (w->paired)
        fixture_pair(&w->f, "club", "c0", "c1", 1);
    w->f.keys.synergy.min = 0.1 * below(3);
    if (below(2))
        fixture_require(&w->f, "chemistry", "total", below(8), below(3) ? NAN : 8);
    if (below(4) == 0)
        fixture_require(&w->f, "chemistry", "least", below(3), NAN);
    if (below(2))
        fixture_require(&w->f, "sum", "level", below(9), NAN)->kind.in_position =
            below(2);
    if (below(2)) {
        fixture_count(&w->f, "club", "c0", below(3), below(2) ? NAN : 2);
        w->f.requirement[w->f.keys.requirements.count - 1].kind.in_position = below(2);
    }
    if (below(3) == 0)
        fixture_require(&w->f, "distinct", "club", 2, NAN);
    if (below(4) == 0)
        fixture_fix(&w->f, "1", 1 + below(POOL));
    w->f.keys.unique = below(6) ? NULL : "club";
    if (fixture_load(&w->f)) { /* a fixed hero that a rule bars */
        w->f.keys.fixed.count = 0;
        arena_free(&w->f.perm);
        arena_init(&w->f.perm);
        w->f.err = (struct error){0};
        CU_ASSERT_EQUAL_FATAL(fixture_load(&w->f), STATUS_OK);
    }
}

/* ---- the same in numbers of the test ---- */

static bool admits(const struct world *w, size_t i, int hero)
{
    return strstr(roles[w->role[hero]], w->word[i].value) != NULL;
}

/* Whether a rule of a kind does not admit the hero of a place. */
static bool missed(const struct world *w, int otherwise, int hero, int place)
{
    for (size_t i = 0; i < w->f.keys.places.count; i++)
        for (size_t k = 0; k < w->rule[i].places.count; k++)
            if (w->rule[i].otherwise == otherwise && w->place[i][k].value == place &&
                !admits(w, i, hero))
                return true;
    return false;
}

static bool is_out(const struct world *w, int hero, int place)
{
    return missed(w, PARTY_UNLINKED, hero, place);
}

static int points_of(const struct world *w, size_t i, int alike)
{
    return (int)w->threshold[i][alike < 2].value;
}

static int chemistry_of(const struct world *w, const int *hero, int place)
{
    int club = 0, nation = 0;
    if (is_out(w, hero[place], place))
        return 0;
    for (int p = 0; p < PLACES; p++) {
        if (is_out(w, hero[p], p))
            continue;
        club += w->club[hero[p]] == w->club[hero[place]];
        nation += w->nation[hero[p]] == w->nation[hero[place]];
    }
    int sum = points_of(w, 0, club) + points_of(w, 1, nation);
    return sum < 3 ? sum : 3;
}

static int edge_points(const struct world *w, const int *hero, int a, int b)
{
    static const int points[] = {0, 1, 2, 8};
    int one = hero[a], other = hero[b];
    bool pair = w->paired && w->club[one] + w->club[other] == 1;
    if (is_out(w, one, a) || is_out(w, other, b))
        return 0;
    return points[(w->club[one] == w->club[other] ? 2 : pair) +
                  (w->nation[one] == w->nation[other])];
}

static int synergy_of(const struct world *w, const int *hero)
{
    return edge_points(w, hero, 0, 1) +
           (w->f.keys.formation.edges.count > 1 ? edge_points(w, hero, 1, 2) : 0);
}

static double amount_of(const struct world *w, const struct party_kind_keys *kind,
                        const int *hero)
{
    int sum = 0, least = 99, counted = 0, clubs = 0;
    for (int p = 0; p < PLACES; p++) {
        int points = chemistry_of(w, hero, p);
        bool left_out = kind->in_position && is_out(w, hero[p], p);
        sum += kind->sum && !left_out ? w->level[hero[p]]
               : kind->chemistry      ? points
                                      : 0;
        least = points < least ? points : least;
        counted += !left_out && w->club[hero[p]] == 0;
        clubs |= 1 << w->club[hero[p]];
    }
    if (kind->chemistry && !strcmp(kind->chemistry, "least"))
        return least;
    return kind->count      ? counted
           : kind->distinct ? __builtin_popcount((unsigned)clubs)
                            : sum;
}

static bool holds(const struct world *w, const int *hero)
{
    for (int p = 0; p < PLACES; p++) {
        if (missed(w, PARTY_BARRED, hero[p], p) ||
            (w->f.keys.fixed.count && (hero[p] + 1 == w->f.fixed[0].value) != (p == 1)))
            return false;
        for (int q = 0; q < p; q++)
            if (hero[q] == hero[p] ||
                (w->f.keys.unique && w->club[hero[q]] == w->club[hero[p]]))
                return false;
    }
    for (size_t i = 0; i < w->f.keys.requirements.count; i++) {
        double amount = amount_of(w, &w->f.requirement[i].kind, hero);
        if (amount < w->f.requirement[i].min || amount > w->f.requirement[i].max)
            return false;
    }
    return synergy_of(w, hero) >= w->f.party.synergy_min;
}

/* ---- comparison ---- */

static const char *report_of(const struct world *w, const int32_t *id, double price,
                             bool *verified)
{
    static char *report;
    size_t bytes;
    struct error err = {0};
    free(report);
    FILE *out = open_memstream(&report, &bytes);
    *verified = party_verify(&w->f.keys, id, PLACES, &price, 1, out, &err) == STATUS_OK;
    fclose(out);
    return report;
}

/* All that says something of these heroes in these places agrees. */
static void compare(const struct world *w, const int *hero, bool *feasible)
{
    const struct party *party = &w->f.party;
    int32_t row[PLACES], back[PLACES], id[PLACES];
    double cost, price = 0;
    bool verified, is = holds(w, hero), repeats = false;
    struct arena none = {0};
    for (int p = 0; p < PLACES; p++) {
        row[p] = party_row_in(party, hero[p], (size_t)p);
        id[p] = hero[p] + 1;
        price += w->price[hero[p]];
        repeats |= (p > 0 && hero[p] == hero[0]) || (p > 1 && hero[p] == hero[1]);
        CU_ASSERT_EQUAL(party->id[row[p]], id[p]);
        CU_ASSERT_EQUAL(party_listed(party, row[p]), hero[p]);
        CU_ASSERT_EQUAL(party_is_out(party, row[p]), is_out(w, hero[p], p));
        CU_ASSERT_EQUAL(party_may_stand(party, row[p], (size_t)p),
                        !missed(w, PARTY_BARRED, hero[p], p));
    }
    CU_ASSERT_EQUAL(party_is_feasible(party, row, NULL), is);
    party_operators_evaluate(party, row, 1, none, &cost);
    CU_ASSERT_EQUAL(cost, is ? price : INFINITY);
    report_of(w, id, price, &verified);
    CU_ASSERT_EQUAL(verified, is);
    CU_ASSERT_EQUAL(party_points(party, row), synergy_of(w, hero));
    for (int p = 0; p < PLACES && !repeats; p++)
        CU_ASSERT_EQUAL(party_chemistry_of(party, row, (size_t)p),
                        chemistry_of(w, hero, p));
    bool fits = !w->f.keys.fixed.count;
    if (fits && !repeats) {
        CU_ASSERT_TRUE(party_start_encode(party, id, back));
        CU_ASSERT_EQUAL(memcmp(row, back, sizeof row), 0);
    }
    CU_ASSERT_TRUE(!repeats || !party_start_encode(party, id, back));
    /* The other row of a hero does not stand there. */
    int p = below(PLACES);
    int32_t other = party->other[row[p]];
    if (other >= 0) {
        row[p] = other;
        CU_ASSERT_FALSE(party_is_feasible(party, row, NULL));
        party_operators_evaluate(party, row, 1, none, &cost);
        CU_ASSERT_EQUAL(cost, INFINITY);
    }
    *feasible = is;
}

/* Feasible heroes in places, with their sets as bits and prices. */
struct listed {
    int hero[PLACES];
    unsigned members;
    int price;
};
static struct listed list[2][POOL * POOL * POOL];
static size_t n_listed[2];

static void list_parties(size_t i)
{
    n_listed[i] = 0;
    for (int k = 0; k < POOL * POOL * POOL; k++) {
        const int hero[PLACES] = {k % POOL, k / POOL % POOL, k / POOL / POOL};
        struct listed *one = &list[i][n_listed[i]];
        bool is;
        compare(&x[i], hero, &is);
        *one = (struct listed){{hero[0], hero[1], hero[2]}, 0, 0};
        for (int p = 0; p < PLACES; p++) {
            one->members |= 1U << hero[p];
            one->price += x[i].price[hero[p]];
        }
        n_listed[i] += is;
    }
}

static unsigned members_of(const struct party *party, const int32_t *row)
{
    unsigned members = 0;
    for (size_t p = 0; p < PLACES; p++) {
        CU_ASSERT_EQUAL(party_row_in(party, row[p], p), row[p]);
        members |= 1U << party_listed(party, row[p]);
    }
    return members;
}

/* The cheapest parties that differ, beside those of the list. */
static void check_solutions(void)
{
    const struct party *party = &x[0].f.party;
    struct party_solutions found;
    struct error err = {0};
    size_t apart = 1 + (size_t)below(PLACES);
    const struct party_solutions_wanted wanted = {
        .count = 3, .apart = apart, .amount = INFINITY, .work = 10000000};
    CU_ASSERT_EQUAL_FATAL(party_solutions_find(party, &wanted, &found, &err),
                          STATUS_OK);
    for (size_t k = 0; k <= found.n && k < wanted.count; k++) {
        double least = INFINITY;
        for (size_t i = 0; i < n_listed[0]; i++) {
            bool differs = true;
            for (size_t j = 0; j < k; j++)
                differs =
                    differs &&
                    __builtin_popcount(list[0][i].members &
                                       ~members_of(party, found.hero[j])) >= (int)apart;
            least = differs ? fmin(least, list[0][i].price) : least;
        }
        CU_ASSERT_EQUAL(k < found.n ? found.cost[k] : (double)INFINITY, least);
        CU_ASSERT_TRUE(k == found.n || party_is_feasible(party, found.hero[k], NULL));
    }
}

/* Two challenges without a hero in both. */
static void check_disjoint(void)
{
    const struct party *party[2] = {&x[0].f.party, &x[1].f.party};
    static struct party_disjoint found;
    struct error err = {0};
    double least = INFINITY;
    for (size_t i = 0; i < n_listed[0]; i++)
        for (size_t k = 0; k < n_listed[1]; k++)
            if (!(list[0][i].members & list[1][k].members))
                least = fmin(least, list[0][i].price + list[1][k].price);
    CU_ASSERT_EQUAL_FATAL(party_disjoint_find(party, 2, 1000000,
                                              &party_disjoint_thresholds_default,
                                              &found, &err),
                          STATUS_OK);
    CU_ASSERT_TRUE(found.proven);
    CU_ASSERT_EQUAL(found.total, least);
    if (!found.found)
        return;
    CU_ASSERT_FALSE(members_of(party[0], found.hero[0]) &
                    members_of(party[1], found.hero[1]));
    for (size_t i = 0; i < 2; i++)
        CU_ASSERT_TRUE(party_is_feasible(party[i], found.hero[i], NULL));
}

/* Distances and operators go by heroes. */
static void check_operators(void)
{
    const struct party *party = &x[0].f.party;
    struct arena none = {0};
    int32_t a[PLACES], b[PLACES], child[PLACES];
    int first = below(POOL);
    for (int p = 0; p < PLACES; p++) {
        a[p] = party_row_in(party, (first + p) % POOL, (size_t)p);
        b[p] = party_row_in(party, (first + (p + 1) % PLACES) % POOL, (size_t)p);
    }
    CU_ASSERT_DOUBLE_EQUAL(party_operators_distance(party, a, b, none), 0.1, 1e-12);
    CU_ASSERT_EQUAL(party_operators_distance(party, a, a, none), 0);
    for (int i = 0; i < 5; i++) {
        party_operators_crossover(party, a, b, &rng, none, child);
        party_operators_mutate(party, 0.5, &rng, none, child);
        if (party->fixed[1] < 0)
            CU_ASSERT_EQUAL(__builtin_popcount(members_of(party, child)), PLACES);
    }
}

/* Open places get heroes that are not in the party, by either row. */
static void check_filling(const struct party *party, const int32_t *hero,
                          struct arena scratch)
{
    struct party_match *partial = party_construct_open(party, &rng, &scratch);
    for (int i = 0; i < 20; i++) {
        memcpy(partial->hero, hero, PLACES * sizeof *hero);
        for (size_t p = 0; p < PLACES; p++)
            if (party->fixed[p] < 0 && below(2))
                partial->hero[p] = -1;
        party_construct_fill_up(partial);
        CU_ASSERT_EQUAL(__builtin_popcount(members_of(party, partial->hero)), PLACES);
    }
}

/* Annealing has the row of each hero in its place, and no hero twice. */
static void check_annealing(void)
{
    struct party *party = &x[0].f.party;
    struct party_annealing a;
    size_t build = 0, search = 0;
    if (party->n_either || !n_listed[0])
        return;
    if (party_construct_prepare(party, &x[0].f.perm, &build, &x[0].f.err) ||
        party_local_search_prepare(party, &x[0].f.perm, &search, &x[0].f.err))
        CU_FAIL_FATAL("no memory");
    struct arena scratch = arena_scratch(&x[0].f.perm, build > search ? build : search);
    int32_t hero[PARTY_MAX_PLACES];
    for (size_t p = 0; p < PLACES; p++)
        hero[p] = party_row_in(party, list[0][0].hero[p], p);
    check_filling(party, hero, scratch);
    party_annealing_init(&a, party, party->search, &rng, hero, &scratch);
    for (int i = 0; i < 50; i++) {
        party_annealing_step(&a, 100 * a.unit);
        CU_ASSERT_EQUAL(__builtin_popcount(members_of(party, a.hero)), PLACES);
        for (size_t p = 0; p < PLACES; p++)
            CU_ASSERT_TRUE(party_may_stand(party, a.hero[p], p));
        CU_ASSERT_EQUAL(a.points, party_points(party, a.hero));
    }
}

static void all_agree_by_ids_and_places(void)
{
    size_t feasible = 0, out = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        rng_init(&rng, seed, 5, 0, RNG_PROBLEM);
        make(&x[0], NULL);
        make(&x[1], &x[0]);
        list_parties(0);
        list_parties(1);
        check_solutions();
        check_disjoint();
        check_operators();
        check_annealing();
        feasible += n_listed[0] > 0;
        for (size_t i = 0; i < n_listed[0]; i++)
            out += is_out(&x[0], list[0][i].hero[0], 0);
        arena_free(&x[0].f.perm);
        arena_free(&x[1].f.perm);
    }
    printf("%zu challenges with %zu such parties ", feasible, out);
    CU_ASSERT_TRUE(feasible > INSTANCES / 3 && out > INSTANCES);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(all_agree_by_ids_and_places),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party positions", NULL, NULL, tests);
}
