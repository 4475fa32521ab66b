/* Party: the bound by counts, and the most edges among so many places, against looking at all. */
#include "instances.h"
#include "party_count_bound.h"
#include "party_edges_within.h"
#include "party_exact.h"
#include "party_fixture.h"
#include "party_presolve.h"
#include "party_random.h"
#include "suite.h"

enum { FORMATIONS = INSTANCES_OF(300), INSTANCES = INSTANCES_OF(20000) };

static struct random_party random_one;

static void link(struct party *p, size_t a, size_t b)
{
    p->edge[p->n_edges][0] = (uint8_t)a;
    p->edge[p->n_edges++][1] = (uint8_t)b;
    p->neighbour[a][p->n_neighbours[a]++] = (uint8_t)b;
    p->neighbour[b][p->n_neighbours[b]++] = (uint8_t)a;
}

/* The most edges among k places, by all sets of places. */
static void look_at_sets(const struct party *p, int *most)
{
    memset(most, 0, (p->n_places + 1) * sizeof *most);
    for (uint32_t set = 0; set < 1U << p->n_places; set++) {
        int edges = 0, n = __builtin_popcount(set);
        for (size_t e = 0; e < p->n_edges; e++)
            edges += (set >> p->edge[e][0] & 1) && (set >> p->edge[e][1] & 1);
        most[n] = edges > most[n] ? edges : most[n];
    }
}

static void edges_equal_enumeration(void)
{
    for (uint64_t seed = 0; seed < FORMATIONS; seed++) {
        static struct party p;
        struct rng rng;
        struct arena own;
        int within[PARTY_MAX_PLACES + 1], most[PARTY_MAX_PLACES + 1];
        rng_init(&rng, seed, 0, 0, RNG_PROBLEM);
        memset(&p, 0, sizeof p);
        p.n_places = (size_t)random_in(&rng, 1, 12);
        double share = rng_unit(&rng);
        for (size_t a = 0; a < p.n_places; a++)
            for (size_t b = a + 1; b < p.n_places; b++)
                if (rng_chance(&rng, share))
                    link(&p, a, b);
        arena_init(&own);
        party_edges_within(&p, within);
        look_at_sets(&p, most);
        for (size_t k = 0; k <= p.n_places; k++)
            CU_ASSERT_EQUAL(within[k], most[k]);
        arena_free(&own);
    }
}

/* Places that wait for more neighbours than tables take. */
static void edges_of_wide_formations_are_bounded(void)
{
    static struct party p;
    struct arena own;
    int within[PARTY_MAX_PLACES + 1], most[PARTY_MAX_PLACES + 1];
    p.n_places = 2 * PARTY_EDGES_WIDTH - 6;
    for (size_t a = 0; a < p.n_places / 2; a++)
        link(&p, a, p.n_places - 1 - a);
    for (size_t a = 0; a + 2 < p.n_places; a++)
        link(&p, a, a + 2);
    arena_init(&own);
    party_edges_within(&p, within);
    look_at_sets(&p, most);
    for (size_t k = 0; k <= p.n_places; k++)
        CU_ASSERT_TRUE(within[k] >= most[k]);
    memset(&p, 0, sizeof p);
    p.n_places = PARTY_MAX_PLACES;
    for (size_t a = 0; a < p.n_places / 2; a++)
        link(&p, a, p.n_places - 1 - a);
    party_edges_within(&p, within);
    for (size_t k = 0; k <= p.n_places; k++)
        CU_ASSERT_TRUE(within[k] >= (int)(k / 2) && within[k] <= (int)p.n_edges);
    arena_free(&own);
}

/* A grid of eight by eight: what is known of it, floor(2k - 2 sqrt k). */
static void edges_of_a_grid_are_exact(void)
{
    static struct party p;
    struct arena own;
    int within[PARTY_MAX_PLACES + 1];
    p.n_places = 64;
    for (size_t a = 0; a < 64; a++) {
        if (a % 8 < 7)
            link(&p, a, a + 1);
        if (a < 56)
            link(&p, a, a + 8);
    }
    arena_init(&own);
    party_edges_within(&p, within);
    for (int k = 0; k <= 64; k++)
        CU_ASSERT_EQUAL(within[k], (int)floor(2 * k - 2 * sqrt(k) + 1e-9));
    arena_free(&own);
}

/* Synergy where the first two traits decide. */
static void weigh_two_traits(struct random_party *x, struct rng *rng)
{
    struct party *p = &x->party;
    p->max_match = 0;
    for (size_t t = 0; t < p->n_traits; t++) {
        p->trait[t].weight = p->trait[t].most_weight = t < 2 ? 3 : t == 2;
        p->max_match += p->trait[t].weight;
    }
    for (int m = 0; m <= p->max_match; m++)
        x->points[m] = m >= 6 ? 20 : m >= 3 ? 2 + 2 * m : m;
    p->most_points = (p->n_traits > 1 ? 20 : 8) * (int)p->n_edges;
    p->synergy_min = random_in(rng, p->most_points / 4, p->most_points * 9 / 10);
}

static void bound_is_at_most_the_optimum(void)
{
    unsigned bounded = 0, raised = 0, tight = 0;
    for (uint64_t seed = 0; seed < INSTANCES; seed++) {
        struct random_party *x = &random_one;
        struct rng rng;
        struct arena perm;
        struct error err = {0};
        static struct party_reduced reduced;
        random_party_make(x, seed, seed % 4 ? 0 : 0.25);
        rng_init(&rng, seed, 3, 0, RNG_PROBLEM);
        if (seed % 4)
            weigh_two_traits(x, &rng);
        arena_init(&perm);
        CU_ASSERT_EQUAL_FATAL(party_presolve_run(&reduced, &x->party, &perm, &err),
                              STATUS_OK);
        double multiplier[PARTY_MAX_REQUIREMENTS] = {0};
        double known = party_bound_multipliers(&x->party, multiplier);
        double optimum = random_party_optimum(&x->party);
        double bound = party_count_bound(&reduced, known, multiplier);
        if (bound > optimum * (1 + 1e-12)) {
            fprintf(stderr, "seed %llu: bound %.17g, optimum %.17g\n",
                    (unsigned long long)seed, bound, optimum);
            CU_FAIL("the bound is above the optimum");
        }
        bounded += isfinite(bound) && isfinite(optimum);
        raised += isfinite(optimum) && bound > known;
        tight += isfinite(optimum) && bound > known && bound >= optimum * (1 - 1e-9);
        arena_free(&perm);
    }
    printf("%u bounded, %u raised, %u tight ", bounded, raised, tight);
    CU_ASSERT_TRUE(bounded > INSTANCES / 8);
    CU_ASSERT_TRUE(raised > INSTANCES / 40);
    CU_ASSERT_TRUE(tight > INSTANCES / 400);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(edges_equal_enumeration),
        SUITE_TEST(edges_of_wide_formations_are_bounded),
        SUITE_TEST(edges_of_a_grid_are_exact),
        SUITE_TEST(bound_is_at_most_the_optimum),
        CU_TEST_INFO_NULL,
    };
    return suite_run("party counts", NULL, NULL, tests);
}
