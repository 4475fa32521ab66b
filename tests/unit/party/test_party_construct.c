/* Party: Algorithm 1 against the slow, obvious rules, on random instances and on the
 * paper's challenges. */
#include "party_construct.h"
#include "party_fixture.h"
#include "party_match.h"
#include "party_variation.h"
#include "party_worlds.h"
#include "suite.h"

#include <limits.h>

enum { WORLDS = 400 };

static bool is_linear(const struct party *party, const int32_t *hero)
{
    struct party linear = *party;
    linear.synergy_min = INT_MIN;
    return party_is_feasible(&linear, hero, NULL);
}

static bool has_all_different(const struct party *party, const int32_t *hero)
{
    for (size_t p = 0; p < party->n_places; p++)
        for (size_t q = 0; q < p; q++)
            if (hero[p] == hero[q])
                return false;
    return true;
}

static const struct party_construct_state *plan_of(const struct party *party)
{
    return party->index;
}

static void index_knows_points_of_pairs(void)
{
    static struct world world;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        world_init(&world, seed);
        world_prepare(&world);
        for (int i = 0; i < 500; i++) {
            int32_t a = (int32_t)rng_below(&world.rng, world.party.n_heroes);
            int32_t b = (int32_t)rng_below(&world.rng, world.party.n_heroes);
            CU_ASSERT_EQUAL(
                party_index_pair_points(&plan_of(&world.party)->index, a, b),
                party_edge_points(&world.party, a, b));
        }
        world_free(&world);
    }
}

static void index_bounds_points_of_open_traits(void)
{
    static struct world world;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        world_init(&world, seed);
        world_prepare(&world);
        const struct party_index *index = &plan_of(&world.party)->index;
        for (unsigned t = 0; t <= index->n_weighted && !index->paired; t++)
            for (unsigned known = 0; known < index->subsets; known++) {
                int most = INT_MIN, least = INT_MAX;
                for (unsigned open = 0; open < 1U << (index->n_weighted - t); open++) {
                    unsigned set = (known & ((1U << t) - 1)) | open << t;
                    most = index->points[set] > most ? index->points[set] : most;
                    least = index->points[set] < least ? index->points[set] : least;
                }
                CU_ASSERT_EQUAL(index->most[t * index->subsets + known], most);
                CU_ASSERT_EQUAL(index->least[t * index->subsets + known], least);
            }
        world_free(&world);
    }
}

/* Takes random heroes out of the known party. */
static void open_some(struct world *world, int32_t *hero)
{
    double rate = rng_unit(&world->rng);
    for (size_t p = 0; p < world->party.n_places; p++) {
        hero[p] = world->known[p];
        if (world->party.fixed[p] < 0 && rng_chance(&world->rng, rate))
            hero[p] = -1;
    }
}

/* A site with a partial party in it, looked ahead; false when there is no open place.
 */
static bool make_site(struct world *world, struct party_match *partial, size_t *place)
{
    const struct party_construct_state *plan = plan_of(&world->party);
    int32_t hero[PARTY_MAX_PLACES];
    size_t n = world->party.n_places, open = 0;
    struct arena scratch = world->scratch;
    open_some(world, hero);
    party_match_init(partial, &world->party, &plan->index, &plan->rules, &world->rng,
                     &scratch);
    for (size_t p = 0; p < n; p++) {
        partial->hero[p] = hero[p];
        open += hero[p] < 0;
        if (hero[p] >= 0)
            party_forward_add(&partial->filter, hero[p]);
    }
    *place = (size_t)rng_below(&world->rng, n);
    for (size_t p = 0; open && hero[*place] >= 0; p++)
        *place = p;
    return open && party_forward_check(&partial->filter);
}

/* Most points that any admitted hero brings, by a scan of all; -1 for nobody. */
static int best_gain(const struct party_match *partial, size_t place)
{
    const struct party *party = partial->party;
    int best = -1;
    for (int32_t row = 0; row < (int32_t)party->n_heroes; row++) {
        bool free = !party->banned[row] && party_forward_admits(&partial->filter, row);
        for (size_t p = 0; p < party->n_places; p++)
            free &= partial->hero[p] != row;
        int gain = 0;
        for (size_t i = 0; i < party->n_neighbours[place]; i++) {
            int32_t other = partial->hero[party->neighbour[place][i]];
            gain += other < 0 ? 0 : party_edge_points(party, row, other);
        }
        best = free && gain > best ? gain : best;
    }
    return best;
}

static bool has_neighbour(const struct party_match *partial, size_t place)
{
    const struct party *party = partial->party;
    for (size_t i = 0; i < party->n_neighbours[place]; i++)
        if (partial->hero[party->neighbour[place][i]] >= 0)
            return true;
    return false;
}

static void match_finds_what_a_scan_finds(void)
{
    static struct world world;
    static struct party_match partial;
    int compared = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world_init(&world, seed);
        world_prepare(&world);
        for (int i = 0; i < 20; i++) {
            size_t place;
            if (!make_site(&world, &partial, &place))
                continue;
            int expected = best_gain(&partial, place);
            int32_t row = party_match_best(&partial, place);
            int gain = row < 0 ? -1
                               : party_index_points_with_neighbours(
                                     &world.party, &plan_of(&world.party)->index,
                                     partial.hero, place, row);
            bool right = has_neighbour(&partial, place) ? gain == expected
                                                        : (gain < 0) == (expected < 0);
            if (!right) {
                printf("seed %llu: place %zu: %d, not %d\n", (unsigned long long)seed,
                       place, gain, expected);
                CU_FAIL("another match");
            }
            compared++;
        }
        world_free(&world);
    }
    CU_ASSERT(compared > WORLDS);
}

static void look_ahead_keeps_the_known_party_possible(void)
{
    static struct world world;
    static struct party_match partial;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world_init(&world, seed);
        size_t kept = 0;
        for (size_t i = 0; i < world.party.n_requirements; i++)
            if (world.party.requirement[i].kind != PARTY_SUM)
                world.party.requirement[kept++] = world.party.requirement[i];
        world.party.n_requirements = kept;
        world_prepare(&world);
        for (int i = 0; i < 20; i++) {
            size_t place;
            bool looked = make_site(&world, &partial, &place);
            if (partial.filter.open == 0)
                continue;
            bool right = looked;
            for (size_t p = 0; p < world.party.n_places && looked; p++)
                right &= partial.hero[p] >= 0 ||
                         party_forward_admits(&partial.filter, world.known[p]);
            if (!right) {
                world_print(&world, world.known);
                CU_FAIL("a hero of a feasible party is refused");
            }
        }
        world_free(&world);
    }
}

static void construct_meets_linear_requirements(void)
{
    static struct world world;
    int held = 0, attempts = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world_init(&world, seed);
        world_prepare(&world);
        for (int i = 0; i < 20; i++) {
            int32_t hero[PARTY_MAX_PLACES];
            int points = -1;
            open_some(&world, hero);
            bool holds = party_construct_attempt(&world.party, i % 2, &world.rng,
                                                 world.scratch, hero, &points);
            CU_ASSERT_EQUAL(points, party_points(&world.party, hero));
            CU_ASSERT(has_all_different(&world.party, hero));
            if (holds != is_linear(&world.party, hero) && holds) {
                world_print(&world, hero);
                CU_FAIL("linear requirements do not hold");
            }
            held += holds;
            attempts++;
        }
        world_free(&world);
    }
    printf("%d of %d hold ", held, attempts);
    CU_ASSERT(held > attempts / 2);
}

/* What one place brings is known: the best match has at least the points of the hero who was there. Forward checking of the
 * last place leaves nobody out. */
static void construct_fills_the_last_place(void)
{
    static struct world world;
    int filled = 0, paired = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world_init(&world, seed);
        world_prepare(&world);
        struct party *party = &world.party;
        party->synergy_min = party_points(party, world.known);
        for (size_t p = 0; p < party->n_places; p++) {
            int32_t hero[PARTY_MAX_PLACES];
            struct arena scratch = world.scratch;
            memcpy(hero, world.known, sizeof hero);
            if (party->fixed[p] >= 0)
                continue;
            hero[p] = -1;
            struct party_match *partial =
                party_construct_open(party, &world.rng, &scratch);
            CU_ASSERT(party_construct_complete(partial, hero, 1, scratch));
            filled++;
            paired += plan_of(party)->index.paired != NULL;
        }
        world_free(&world);
    }
    printf("%d places, %d of them with weights of pairs ", filled, paired);
    CU_ASSERT(paired > filled / 10);
}

/* Two adjacent places; elves and an orc, in row 3. */
static void two_places(struct fixture *f)
{
    static const char *const pool = "id,race,price\n1,elf,1\n2,elf,1\n3,elf,1\n"
                                    "4,orc,1\n5,elf,1\n6,elf,1\n";
    fixture_init(f, fixture_text("heroes.csv", pool));
    fixture_formation(f, 2, "01");
    fixture_weight(f, "race", 3);
}

static void construct_draws_equals_evenly(void)
{
    static struct fixture f;
    int count[7] = {0};
    two_places(&f);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    size_t bytes;
    CU_ASSERT_EQUAL_FATAL(party_construct_prepare(&f.party, &f.perm, &bytes, &f.err),
                          STATUS_OK);
    struct arena scratch = arena_scratch(&f.perm, bytes);
    struct rng rng;
    rng_init(&rng, 1, 0, 0, RNG_ALGORITHM);
    for (int i = 0; i < 4000; i++) {
        int32_t hero[2] = {0, -1};
        int points;
        party_construct_attempt(&f.party, true, &rng, scratch, hero, &points);
        count[hero[1]]++;
    }
    CU_ASSERT_EQUAL(count[0] + count[3], 0); /* in place already; another race */
    for (int row = 1; row < 6; row++)
        CU_ASSERT(row == 3 || abs(count[row] - 1000) < 120);
    arena_free(&f.perm);
}

static void sample_says_whether_it_is_feasible(void)
{
    static struct world world;
    int found = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        world_init(&world, seed);
        world_prepare(&world);
        int32_t hero[PARTY_MAX_PLACES];
        bool feasible =
            party_variation_sample(&world.party, &world.rng, world.scratch, hero);
        if (feasible != party_is_feasible(&world.party, hero, NULL)) {
            world_print(&world, hero);
            CU_FAIL("feasible or not");
        }
        CU_ASSERT(has_all_different(&world.party, hero));
        found += feasible;
        world_free(&world);
    }
    printf("%d of %d found ", found, WORLDS);
    CU_ASSERT(found > WORLDS / 2);
}

static void heal_leaves_feasible_unchanged(void)
{
    static struct world world;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        int32_t hero[PARTY_MAX_PLACES];
        world_init(&world, seed);
        world_prepare(&world);
        memcpy(hero, world.known, sizeof hero);
        CU_ASSERT(party_variation_heal(&world.party, &world.rng, world.scratch, hero));
        CU_ASSERT_EQUAL(memcmp(hero, world.known, world.party.n_places * sizeof *hero),
                        0);
        world_free(&world);
    }
}

static void heal_mends_what_is_broken(void)
{
    static struct world world;
    int healed = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        int32_t hero[PARTY_MAX_PLACES];
        world_init(&world, seed);
        world_prepare(&world);
        memcpy(hero, world.known, sizeof hero);
        for (int i = 0; i < 2; i++) {
            size_t place = (size_t)rng_below(&world.rng, world.party.n_places);
            hero[place] =
                i ? (int32_t)rng_below(&world.rng, world.party.n_heroes) : hero[0];
        }
        bool feasible =
            party_variation_heal(&world.party, &world.rng, world.scratch, hero);
        if (feasible != party_is_feasible(&world.party, hero, NULL)) {
            world_print(&world, hero);
            CU_FAIL("healed or not");
        }
        healed += feasible;
        world_free(&world);
    }
    printf("%d of %d healed ", healed, WORLDS);
    CU_ASSERT(healed > WORLDS / 2);
}

static void breed_of_equal_parents_gives_them(void)
{
    static struct world world;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        int32_t child[PARTY_MAX_PLACES];
        world_init(&world, seed);
        world_prepare(&world);
        CU_ASSERT(party_variation_recombine(&world.party, world.known, world.known, 0,
                                            &world.rng, world.scratch, child));
        CU_ASSERT_EQUAL(
            memcmp(child, world.known, world.party.n_places * sizeof *child), 0);
        world_free(&world);
    }
}

static void breed_gives_parties(void)
{
    static struct world world;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        int32_t other[PARTY_MAX_PLACES], child[PARTY_MAX_PLACES];
        world_init(&world, seed);
        world_prepare(&world);
        party_variation_sample(&world.party, &world.rng, world.scratch, other);
        bool feasible = party_variation_recombine(&world.party, world.known, other, .2,
                                                  &world.rng, world.scratch, child);
        if (feasible != party_is_feasible(&world.party, child, NULL) ||
            !has_all_different(&world.party, child)) {
            world_print(&world, child);
            CU_FAIL("feasible or not");
        }
        world_free(&world);
    }
}

static void refill_says_whether_it_is_feasible(void)
{
    static struct world world;
    int refilled = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        int32_t child[PARTY_MAX_PLACES];
        world_init(&world, seed);
        world.party.refill = true;
        world_prepare(&world);
        double rate = seed % 2 ? 1 : .3;
        bool feasible =
            party_variation_recombine(&world.party, world.known, world.known, rate,
                                      &world.rng, world.scratch, child);
        if (feasible != party_is_feasible(&world.party, child, NULL) ||
            !has_all_different(&world.party, child)) {
            world_print(&world, child);
            CU_FAIL("feasible or not");
        }
        refilled += feasible && memcmp(child, world.known,
                                       world.party.n_places * sizeof *child) != 0;
        world_free(&world);
    }
    CU_ASSERT(refilled > WORLDS / 4);
}

/* Two places, one race in common with the kept hero: Algorithm 1 takes its race, a random
 * refill any hero. */
static void refill_ignores_synergy(void)
{
    static struct fixture f;
    int alike[2] = {0, 0};
    for (int refill = 0; refill <= 1; refill++) {
        struct rng rng;
        size_t bytes;
        two_places(&f);
        f.keys.refill = refill;
        fixture_fix(&f, "0", 1);
        CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(
            party_construct_prepare(&f.party, &f.perm, &bytes, &f.err), STATUS_OK);
        struct arena scratch = arena_scratch(&f.perm, bytes);
        rng_init(&rng, 1, 0, 0, RNG_ALGORITHM);
        for (int i = 0; i < 4000; i++) {
            int32_t parent[2] = {0, 1}, child[2];
            CU_ASSERT(party_variation_recombine(&f.party, parent, parent, 1, &rng,
                                                scratch, child));
            CU_ASSERT(child[0] == 0 && child[1] != 0 && child[1] != 1);
            alike[refill] +=
                f.party.trait[0].code[child[1]] == f.party.trait[0].code[0];
        }
        arena_free(&f.perm);
    }
    CU_ASSERT_EQUAL(alike[0], 4000);
    /* One draw of six is the orc; two are not free, and end the refill. */
    CU_ASSERT(abs(alike[1] - 3333) < 120);
}

static void attempts_are_those_of_the_key(void)
{
    static struct world world;
    for (int attempts = 1; attempts <= 10; attempts += 9) {
        world_init(&world, 1);
        world.party.attempts = attempts;
        world_prepare(&world);
        CU_ASSERT_EQUAL(plan_of(&world.party)->attempts, attempts);
        world_free(&world);
    }
}

/* Share of feasible attempts on a challenge of the paper. */
static double feasible_share(int type, bool guided, double *best)
{
    static struct fixture f;
    struct rng rng;
    size_t bytes;
    int feasible = 0, most = 0;
    enum { ATTEMPTS = 5000 };
    fixture_type(&f, type);
    CU_ASSERT_EQUAL_FATAL(fixture_load(&f), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(party_construct_prepare(&f.party, &f.perm, &bytes, &f.err),
                          STATUS_OK);
    struct arena scratch = arena_scratch(&f.perm, bytes);
    rng_init(&rng, 1, 0, 0, RNG_ALGORITHM);
    for (int i = 0; i < ATTEMPTS; i++) {
        int32_t hero[10];
        int points;
        memset(hero, -1, sizeof hero);
        bool holds =
            party_construct_attempt(&f.party, guided, &rng, scratch, hero, &points);
        CU_ASSERT_EQUAL(holds, is_linear(&f.party, hero));
        feasible += holds && points >= f.party.synergy_min;
        most = holds && points > most ? points : most;
    }
    *best = (double)most / f.party.most_points;
    arena_free(&f.perm);
    return (double)feasible / ATTEMPTS;
}

static void guidance_is_what_finds_parties(void)
{
    static const double least[] = {0.15, 0.04, 0.03}, most[] = {0.21, 0.06, 0.05};
    for (int type = 1; type <= 3; type++) {
        double best, share = feasible_share(type, true, &best);
        printf("type %d: %.3f ", type, share);
        CU_ASSERT(share > least[type - 1] && share < most[type - 1]);
        CU_ASSERT(best > 0.9);
        CU_ASSERT_EQUAL(feasible_share(type, false, &best), 0);
        CU_ASSERT(best < (type == 3 ? 0.7 : 0.35)); /* elves are alike as it is */
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(index_knows_points_of_pairs),
        SUITE_TEST(index_bounds_points_of_open_traits),
        SUITE_TEST(match_finds_what_a_scan_finds),
        SUITE_TEST(look_ahead_keeps_the_known_party_possible),
        SUITE_TEST(construct_meets_linear_requirements),
        SUITE_TEST(construct_fills_the_last_place),
        SUITE_TEST(construct_draws_equals_evenly),
        SUITE_TEST(sample_says_whether_it_is_feasible),
        SUITE_TEST(heal_leaves_feasible_unchanged),
        SUITE_TEST(heal_mends_what_is_broken),
        SUITE_TEST(breed_of_equal_parents_gives_them),
        SUITE_TEST(breed_gives_parties),
        SUITE_TEST(refill_says_whether_it_is_feasible),
        SUITE_TEST(refill_ignores_synergy),
        SUITE_TEST(attempts_are_those_of_the_key),
        SUITE_TEST(guidance_is_what_finds_parties),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party build", NULL, NULL, tests);
}
