/* Party: local search on random instances of every kind of requirement, and on the
 * paper's challenges against their proven optima. */
#include "instances.h"
#include "party_annealing.h"
#include "party_exchange.h"
#include "party_fixture.h"
#include "party_local_search.h"
#include "party_ruin_recreate.h"
#include "party_variation.h"
#include "party_worlds.h"
#include "suite.h"

enum { WORLDS = INSTANCES_OF(200) };

/* Prepares building and search; scratch of exactly the larger need, not zeroed. */
static void prepare(struct world *world)
{
    struct error err;
    size_t build = 0, search = 0;
    if (party_construct_prepare(&world->party, &world->perm, &build, &err) ||
        party_local_search_prepare(&world->party, &world->perm, &search, &err))
        CU_FAIL_FATAL("cannot prepare");
    world->scratch = arena_scratch(&world->perm, build > search ? build : search);
    memset(world->scratch.at, 0x55,
           (size_t)(world->scratch.end - world->scratch.at)); /* as used before */
    rng_init(&world->rng, world->seed, 0, 0, RNG_ALGORITHM);
}

static void improve(struct world *world, int32_t *hero)
{
    party_local_search(&world->party, 1, &world->rng, world->scratch, hero);
}

static void anneal(struct world *world, int32_t *hero)
{
    party_annealing_run(&world->party, world->party.search, 2000, 2, 0.05, &world->rng,
                        world->scratch, hero);
}

/* A search from the known party of each world. */
static void check_never_worsens(void (*search)(struct world *world, int32_t *hero))
{
    static struct world world;
    int cheaper = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        int32_t hero[PARTY_MAX_PLACES];
        world_init(&world, seed);
        prepare(&world);
        memcpy(hero, world.known, sizeof hero);
        double before = party_price(&world.party, hero);
        search(&world, hero);
        double after = party_price(&world.party, hero);
        if (!party_is_feasible(&world.party, hero, NULL) || after > before) {
            world_print(&world, hero);
            CU_FAIL("infeasible or dearer");
        }
        cheaper += after < before;
        world_free(&world);
    }
    printf("%d of %d cheaper ", cheaper, WORLDS);
    CU_ASSERT(cheaper > WORLDS / 2);
}

static void improve_stays_feasible_and_never_worsens(void)
{
    check_never_worsens(improve);
}

static void annealing_stays_feasible_and_never_worsens(void)
{
    check_never_worsens(anneal);
}

static void improve_leaves_infeasible_alone(void)
{
    static struct world world;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        int32_t hero[PARTY_MAX_PLACES], before[PARTY_MAX_PLACES];
        world_init(&world, seed);
        prepare(&world);
        memcpy(hero, world.known, sizeof hero);
        hero[1] = hero[0];
        memcpy(before, hero, sizeof hero);
        CU_ASSERT_EQUAL(
            party_local_search(&world.party, 1, &world.rng, world.scratch, hero), 0);
        CU_ASSERT_EQUAL(memcmp(hero, before, sizeof hero), 0);
        world_free(&world);
    }
}

static void improve_does_more_with_more_effort(void)
{
    static struct world world;
    world_init(&world, 3);
    prepare(&world);
    uint64_t spent[2];
    for (int i = 0; i < 2; i++) {
        int32_t hero[PARTY_MAX_PLACES];
        memcpy(hero, world.known, sizeof hero);
        spent[i] = party_local_search(&world.party, i ? 1 : .1, &world.rng,
                                      world.scratch, hero);
    }
    CU_ASSERT(spent[0] > 0 && spent[1] > 2 * spent[0]);
    world_free(&world);
}

/* Where Algorithm 1 as good as never gets there: from nothing, and from what is left
 * of the known party. */
static void mend_makes_parties_feasible(void)
{
    static struct world world;
    int mended = 0, tried = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world_init(&world, seed);
        prepare(&world);
        for (int i = 0; i < 2; i++) {
            int32_t hero[PARTY_MAX_PLACES];
            for (size_t p = 0; p < world.party.n_places; p++)
                hero[p] = i && rng_chance(&world.rng, .5) ? world.known[p]
                                                          : world.party.fixed[p];
            bool done = party_local_search_repair(&world.party, &world.rng,
                                                  world.scratch, hero);
            if (done && !party_is_feasible(&world.party, hero, NULL)) {
                world_print(&world, hero);
                CU_FAIL("not mended");
            }
            mended += done;
            tried++;
        }
        world_free(&world);
    }
    printf("%d of %d mended ", mended, tried);
    CU_ASSERT_EQUAL(mended, tried);
}

/* The walk keeps places and columns in order, and knows its reduced prices and points.
 */
static void rebuild_keeps_places_and_columns(void)
{
    static struct world world;
    static struct party_ruin_recreate walk;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world_init(&world, seed);
        prepare(&world);
        const struct party_lagrangian *search = world.party.search;
        struct arena scratch = world.scratch;
        party_ruin_recreate_init(&walk, &world.party, search, &world.rng, world.known,
                                 &scratch);
        struct party loose = world.party; /* sums and synergy may be missed */
        loose.synergy_min = 0;
        for (size_t i = 0; i < loose.n_requirements; i++)
            if (loose.requirement[i].kind == PARTY_SUM) {
                loose.requirement[i].min = -INFINITY;
                loose.requirement[i].max = INFINITY;
            }
        for (int i = 0; i < 100; i++) {
            if (!party_ruin_recreate_step(&walk))
                continue;
            double reduced = 0;
            for (size_t p = 0; p < loose.n_places; p++)
                reduced += search->reduced[walk.now.hero[p]];
            if (!party_is_feasible(&loose, walk.now.hero, NULL)) {
                world_print(&world, walk.now.hero);
                CU_FAIL_FATAL("out of order");
            }
            CU_ASSERT_EQUAL(walk.now.points, party_points(&world.party, walk.now.hero));
            CU_ASSERT(fabs(walk.now.reduced - reduced) < 1e-6 * (1 + fabs(reduced)));
        }
        world_free(&world);
    }
}

/* The cheapest feasible party that differs from the known one in at most two places,
 * by trying all. */
static double cheapest_exchange_of_two(const struct world *world)
{
    const struct party *party = &world->party;
    int32_t hero[PARTY_MAX_PLACES];
    double best = party_price(party, world->known);
    memcpy(hero, world->known, sizeof hero);
    for (size_t p = 0; p < party->n_places; p++)
        for (size_t a = 0; a < party->n_heroes; a++) {
            hero[p] = (int32_t)a;
            for (size_t q = 0; q < p; q++)
                for (size_t b = 0; b < party->n_heroes; b++) {
                    hero[q] = (int32_t)b;
                    double price = party_price(party, hero);
                    if (price < best && party_is_feasible(party, hero, NULL))
                        best = price;
                    hero[q] = world->known[q];
                }
            hero[p] = world->known[p];
        }
    return best;
}

/* Bounds of sums that no rounding error reaches, as the loader's. */
static void relax_sums(struct party *party)
{
    for (size_t i = 0; i < party->n_requirements; i++) {
        struct party_requirement *r = &party->requirement[i];
        r->min -= r->kind == PARTY_SUM ? 1e-6 : 0;
        r->max += r->kind == PARTY_SUM ? 1e-6 : 0;
    }
}

/* Annealing knows price, sums and points of its party, and whether all rules hold; fixed heroes and rules
 * for places always do. */
static void annealing_knows_its_party(void)
{
    static struct world world;
    struct party_annealing a;
    unsigned feasible = 0, tried = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world_init(&world, seed);
        relax_sums(&world.party);
        prepare(&world);
        const struct party *party = &world.party;
        const struct party_lagrangian *lagrangian = party->search;
        struct arena scratch = world.scratch;
        struct party placed = *party; /* only fixed heroes and rules for places */
        placed.synergy_min = 0;
        placed.n_requirements = placed.n_implied = 0;
        party_annealing_init(&a, party, lagrangian, &world.rng, world.known, &scratch);
        for (int i = 0; i < 300; i++) {
            party_annealing_step(&a, 3 * a.unit);
            if (i % 64 == 0)
                party_annealing_adapt(&a);
            bool holds = party_is_feasible(party, a.hero, NULL);
            if (!party_is_feasible(&placed, a.hero, NULL) || holds == a.broken) {
                world_print(&world, a.hero);
                CU_FAIL_FATAL("not what annealing takes it for");
            }
            CU_ASSERT_EQUAL(a.points, party_points(party, a.hero));
            CU_ASSERT_DOUBLE_EQUAL(a.price, party_price(party, a.hero),
                                   1e-9 * (1 + a.price));
            feasible += holds;
            tried++;
        }
        world_free(&world);
    }
    printf("%u of %u feasible ", feasible, tried);
    CU_ASSERT_TRUE(feasible > tried / 10 && feasible < tried * 9 / 10);
}

/* An exchange looks at newcomers who each keep the synergy beside the present
 * neighbours; without synergy that is everyone. */
static void exchange_finds_what_trying_all_finds(void)
{
    static struct world world;
    int compared = 0, cheaper = 0;
    for (uint64_t seed = 1; compared < 25; seed++) {
        world_init(&world, seed);
        if (world.party.n_heroes > 40 || world.party.n_places > 8) {
            world_free(&world);
            continue;
        }
        world.party.synergy_min = 0;
        prepare(&world);
        const struct party_lagrangian *search = world.party.search;
        struct arena scratch = world.scratch;
        int32_t hero[PARTY_MAX_PLACES];
        uint64_t nodes = UINT64_C(20000000);
        memcpy(hero, world.known, sizeof hero);
        double before = party_price(&world.party, hero);
        struct party_exchange *exchange =
            party_exchange_init(&world.party, search, &scratch);
        bool found = party_exchange_run(exchange, hero, before, &nodes);
        double after = party_price(&world.party, hero);
        double expected = cheapest_exchange_of_two(&world);
        if (found != (after < before) || after > expected + 1e-9 ||
            !party_is_feasible(&world.party, hero, NULL)) {
            world_print(&world, hero);
            printf("%g, not %g of %g\n", after, expected, before);
            CU_FAIL("a cheaper exchange is missed");
        }
        cheaper += found;
        compared++;
        world_free(&world);
    }
    CU_ASSERT(cheaper > 10);
}

/* Loads an instance and prepares building and search; the scratch that both need. */
static struct arena load_and_prepare(struct fixture *f, struct rng *rng)
{
    size_t build, search;
    CU_ASSERT_EQUAL_FATAL(fixture_load(f), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(party_construct_prepare(&f->party, &f->perm, &build, &f->err),
                          STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(
        party_local_search_prepare(&f->party, &f->perm, &search, &f->err), STATUS_OK);
    rng_init(rng, 1, 0, 0, RNG_ALGORITHM);
    return arena_scratch(&f->perm, build > search ? build : search);
}

static void exchange_makes_up_for_missing_sums(void)
{
    static struct fixture f;
    struct rng rng;
    fixture_type(&f, 1);
    struct arena scratch = load_and_prepare(&f, &rng);
    struct party looser = f.party; /* two levels below what is asked */
    int found = 0;
    looser.requirement[0].min -= 2;
    for (int i = 0; i < 20; i++) {
        int32_t hero[PARTY_MAX_PLACES];
        struct arena rest = scratch;
        uint64_t nodes = 100000;
        party_variation_sample(&f.party, &rng, scratch, hero);
        party_local_search(&looser, 1, &rng, scratch, hero);
        struct party_exchange *exchange =
            party_exchange_init(&f.party, f.party.search, &rest);
        if (!party_exchange_run(exchange, hero, INFINITY, &nodes))
            continue;
        CU_ASSERT(party_is_feasible(&f.party, hero, NULL));
        found++;
    }
    CU_ASSERT(found >= 15);
    arena_free(&f.perm);
}

/* Local search alone, from random parties. */
static void improve_finds_the_proven_optima(void)
{
    static const double optimum[] = {38100, 6750, 46500};
    static struct fixture f;
    for (int type = 1; type <= 3; type++) {
        struct rng rng;
        double best = INFINITY;
        int calls = 0;
        fixture_type(&f, type);
        struct arena scratch = load_and_prepare(&f, &rng);
        for (; calls < 2000 && best > optimum[type - 1]; calls++) {
            int32_t hero[PARTY_MAX_PLACES];
            if (!party_variation_sample(&f.party, &rng, scratch, hero))
                continue;
            party_local_search(&f.party, 1, &rng, scratch, hero);
            CU_ASSERT(party_is_feasible(&f.party, hero, NULL));
            best = fmin(best, party_price(&f.party, hero));
        }
        printf("type %d: %d calls ", type, calls);
        CU_ASSERT_EQUAL(best, optimum[type - 1]);
        arena_free(&f.perm);
    }
}

enum { SUMS = 3 };
static const char *const summed[SUMS] = {"level", "gear", "rarity"};

/* The cheapest of 40 local searches from random parties of type 1's formation, with
 * these bounds on the three sums; also its sums. */
static double cheapest_within(const double least[SUMS], const double most[SUMS],
                              double sums[SUMS])
{
    static struct fixture f;
    struct rng rng;
    double best = INFINITY;
    fixture_init(&f, (struct option_file){0});
    f.keys.heroes = fixture_file(&f, "configs/party/heroes-10000.csv");
    fixture_paper(&f, 0.5);
    f.number[0].value = summed[2]; /* text unless it is said */
    f.keys.numbers = (struct option_list){f.number, 1};
    for (size_t i = 0; i < SUMS; i++)
        fixture_require(&f, "sum", summed[i], least[i], most[i]);
    struct arena scratch = load_and_prepare(&f, &rng);
    for (int call = 0; call < 40; call++) {
        int32_t hero[PARTY_MAX_PLACES];
        if (!party_variation_sample(&f.party, &rng, scratch, hero))
            continue;
        party_local_search(&f.party, 1, &rng, scratch, hero);
        CU_ASSERT(party_is_feasible(&f.party, hero, NULL));
        if (party_price(&f.party, hero) >= best)
            continue;
        best = party_price(&f.party, hero);
        for (size_t i = 0; i < SUMS; i++) {
            sums[i] = 0;
            for (size_t p = 0; p < f.party.n_places; p++)
                sums[i] += f.party.number[f.party.requirement[i].column].value[hero[p]];
        }
    }
    arena_free(&f.perm);
    return best;
}

/* Bounds on both sides that the cheapest party of one-sided ones keeps do not make
 * parties dearer. */
static void sums_with_two_sides_cost_no_more(void)
{
    static const double level[] = {750, 770, 790, 800, 820};
    for (size_t i = 0; i < sizeof level / sizeof *level; i++) {
        double none[SUMS] = {NAN, NAN, NAN}, least[SUMS] = {level[i], 78, NAN};
        double sums[SUMS], found[SUMS], most[SUMS] = {NAN, NAN, 12};
        double loose = cheapest_within(least, most, sums);
        double exact = cheapest_within(sums, sums, found);
        printf("%g, exactly %g ", loose, exact);
        CU_ASSERT(exact <= 1.1 * loose);
        most[0] = sums[0] + 3;
        most[1] = sums[1] + 1;
        double window = cheapest_within(least, most, found);
        printf("in windows %g ", window);
        CU_ASSERT(window <= 1.1 * loose);
        CU_ASSERT(cheapest_within(none, sums, found) <= 1.1 * loose);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(improve_stays_feasible_and_never_worsens),
        SUITE_TEST(improve_leaves_infeasible_alone),
        SUITE_TEST(improve_does_more_with_more_effort),
        SUITE_TEST(mend_makes_parties_feasible),
        SUITE_TEST(rebuild_keeps_places_and_columns),
        SUITE_TEST(annealing_knows_its_party),
        SUITE_TEST(annealing_stays_feasible_and_never_worsens),
        SUITE_TEST(exchange_finds_what_trying_all_finds),
        SUITE_TEST(exchange_makes_up_for_missing_sums),
        SUITE_TEST(improve_finds_the_proven_optima),
        SUITE_TEST(sums_with_two_sides_cost_no_more),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party search", NULL, NULL, tests);
}
