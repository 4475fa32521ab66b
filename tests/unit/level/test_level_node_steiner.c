/* Steiner trees that are merged at joints alone, against those that are merged at all cells (which
 * test_level_lagrangian.c compares with all sets of cells). */
#include "instances.h"
#include "level_fixture.h"
#include "level_node_steiner.h"
#include "suite.h"

enum { GRIDS = INSTANCES_OF(600), MOST_CELLS = 42, MOST_TERMINALS = 9, SEED = 5 };

/* A grid with prices. */
struct field {
    uint32_t n, n_terminals;
    uint8_t n_neighbours[MOST_CELLS];
    uint32_t neighbour[4 * MOST_CELLS];
    int32_t price[MOST_CELLS], place[MOST_TERMINALS][MOST_CELLS];
    bool blocks[MOST_TERMINALS];
    uint32_t joint[MOST_CELLS], n_joints;
};

/* The cells are joints but for all of a connected set of price 0 after its first. */
static void find_joints(struct field *field)
{
    bool seen[MOST_CELLS] = {false};
    uint32_t queue[MOST_CELLS];
    field->n_joints = 0;
    for (uint32_t u = 0; u < field->n; u++) {
        uint32_t n = 0;
        if (seen[u])
            continue;
        field->joint[field->n_joints++] = u;
        seen[u] = true;
        queue[n++] = u;
        for (uint32_t at = 0; at < n && field->price[u] == 0; at++)
            for (uint32_t k = 0; k < field->n_neighbours[queue[at]]; k++) {
                uint32_t v = field->neighbour[4 * queue[at] + k];
                if (seen[v] || field->price[v])
                    continue;
                seen[v] = true;
                queue[n++] = v;
            }
    }
}

static void draw_field(struct rng *rng, struct field *field)
{
    size_t rows = 1 + rng_below(rng, 6), cols = 1 + rng_below(rng, 7);
    field->n = (uint32_t)(rows * cols);
    field->n_terminals = 1 + (uint32_t)rng_below(rng, MOST_TERMINALS);
    level_fixture_neighbours(rows, cols, field->n_neighbours, field->neighbour);
    for (uint32_t u = 0; u < field->n; u++) {
        bool is_free = rng_chance(rng, 0.4), is_closed = rng_chance(rng, 0.1);
        field->price[u] = is_free     ? 0
                          : is_closed ? LEVEL_NODE_STEINER_FORBIDDEN
                                      : 1 + (int32_t)rng_below(rng, 8);
        for (uint32_t e = 0; e < field->n_terminals; e++)
            field->place[e][u] = rng_chance(rng, 0.7) ? LEVEL_NODE_STEINER_FORBIDDEN
                                                      : (int32_t)rng_below(rng, 5);
    }
    for (uint32_t e = 0; e < field->n_terminals; e++)
        field->blocks[e] = rng_chance(rng, 0.2);
    find_joints(field);
}

/* The cost of the cheapest tree; joint: NULL: merged at all cells. */
static int64_t solve(const struct field *field, const uint32_t *joint,
                     uint32_t n_joints, struct level_node_steiner *steiner)
{
    bool made = joint ? level_node_steiner_init_joints(
                            steiner, field->n, field->n_neighbours, field->neighbour,
                            field->n_terminals, joint, n_joints, &level_arena)
                      : level_node_steiner_init(steiner, field->n, field->n_neighbours,
                                                field->neighbour, field->n_terminals,
                                                &level_arena);
    CU_ASSERT_TRUE_FATAL(made);
    for (uint32_t e = 0; e < field->n_terminals; e++)
        steiner->terminal[e] = (struct level_node_steiner_terminal){
            .price = field->place[e], .blocks = field->blocks[e]};
    return level_node_steiner_solve(steiner, field->price);
}

static void trees_merged_at_joints_are_the_same(void)
{
    struct rng rng;
    size_t found = 0;
    rng_seed(&rng, SEED, 1);
    for (int i = 0; i < GRIDS; i++) {
        static struct field field;
        struct level_node_steiner plain, joined, all;
        uint32_t cells[MOST_CELLS];
        draw_field(&rng, &field);
        for (uint32_t u = 0; u < field.n; u++)
            cells[u] = u;
        int64_t cost = solve(&field, NULL, 0, &plain);
        CU_ASSERT_EQUAL(solve(&field, field.joint, field.n_joints, &joined), cost);
        CU_ASSERT_EQUAL(solve(&field, cells, field.n, &all), cost);
        if (cost >= LEVEL_NODE_STEINER_NONE)
            continue;
        found++;
        CU_ASSERT_EQUAL(memcmp(all.in_tree, plain.in_tree, field.n), 0);
        for (uint32_t e = 0; e < field.n_terminals; e++)
            CU_ASSERT_EQUAL(all.terminal[e].place, plain.terminal[e].place);
    }
    CU_ASSERT(found > GRIDS / 4 && found < GRIDS);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(trees_merged_at_joints_are_the_same),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_node_steiner", level_fixture_open, level_fixture_close,
                     tests);
}
