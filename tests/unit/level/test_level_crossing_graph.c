/* Trees in the graph of crossings against all sets of cells of small grids, with each choice of the nodes
 * of crossings in them: their costs, those through a cell and with a terminal at one, and the cells of a
 * tree. */
#include "level_crossing_graph.h"
#include "level_fixture.h"
#include "suite.h"

#include <string.h>

enum {
    GRIDS = 400,
    SEED = 7,
    MOST_CELLS = 9,
    MOST_TERMINALS = 3,
    MOST_NODES = 2 * MOST_CELLS
};
enum { FORBIDDEN = LEVEL_NODE_STEINER_FORBIDDEN };

struct field {
    uint32_t n, n_terminals;
    uint8_t n_neighbours[MOST_CELLS];
    uint32_t neighbour[4 * MOST_CELLS];
    int32_t price[MOST_NODES], place[MOST_TERMINALS][MOST_NODES]; /* of the nodes */
    bool blocks[MOST_TERMINALS];
    struct level_flow_crossing crossing[MOST_CELLS];
    uint32_t at[MOST_CELLS], n_crossings;
    int32_t least
        [1
         << MOST_CELLS]; /* of each set of cells, without terminals; FORBIDDEN: it is no tree */
};

/* Walls are crossings where one or two cells beside them are none. */
static void draw_crossings(struct rng *rng, struct field *field)
{
    bool wall[MOST_CELLS];
    for (uint32_t u = 0; u < field->n; u++)
        wall[u] = rng_chance(rng, 0.5);
    field->n_crossings = 0;
    for (uint32_t u = 0; u < field->n; u++) {
        struct level_flow_crossing one = {.cell = u};
        uint32_t sides = 0;
        for (uint32_t k = 0; k < field->n_neighbours[u]; k++)
            if (!wall[field->neighbour[4 * u + k]] && sides++ < 2)
                one.side[sides - 1] = field->neighbour[4 * u + k];
        field->at[u] = LEVEL_FLOW_NONE;
        if (!wall[u] || sides < 1 || sides > 2)
            continue;
        one.n_sides = sides;
        one.leaving = (int32_t)rng_below(rng, 4);
        one.entering = (int32_t)rng_below(rng, 4);
        field->at[u] = field->n_crossings;
        field->crossing[field->n_crossings++] = one;
    }
}

static int32_t draw_price(struct rng *rng)
{
    return rng_chance(rng, 0.3) ? FORBIDDEN : (int32_t)rng_below(rng, 6);
}

static void draw_field(struct rng *rng, struct field *field)
{
    size_t rows = 2 + rng_below(rng, 2), cols = 3;
    field->n = (uint32_t)(rows * cols);
    field->n_terminals = 2 + (uint32_t)rng_below(rng, MOST_TERMINALS - 1);
    level_fixture_neighbours(rows, cols, field->n_neighbours, field->neighbour);
    for (uint32_t u = 0; u < field->n; u++) {
        field->price[u] = draw_price(rng);
        for (uint32_t e = 0; e < field->n_terminals; e++)
            field->place[e][u] = draw_price(rng);
    }
    for (uint32_t e = 0; e < field->n_terminals; e++)
        field->blocks[e] = rng_chance(rng, 0.3);
    draw_crossings(rng, field);
    for (uint32_t i = 0; i < field->n_crossings; i++) {
        uint32_t cell = field->crossing[i].cell;
        field->price[field->n + i] = field->price[cell];
        for (uint32_t e = 0; e < field->n_terminals; e++)
            field->place[e][field->n + i] = field->place[e][cell];
    }
}

/* ---- the slow twin ---- */

/* Which nodes of each cell are in a tree: bit 0 the first, bit 1 the second, JOINED: both, and the edge
 * between them. */
typedef uint8_t node_parts[MOST_CELLS];
enum { FIRST = 1, BOTH = 3, JOINED = 7 };

/* Whether a part of a cell is beside a neighbouring one. */
static bool accepts(const struct field *field, uint32_t cell, int part, uint32_t next)
{
    if (field->at[cell] == LEVEL_FLOW_NONE)
        return true;
    const struct level_flow_crossing *one = &field->crossing[field->at[cell]];
    if (one->n_sides == 1)
        return (next == one->side[0]) == (part == 1);
    return next != one->side[1 - part];
}

static bool hangs_together(const struct field *field, const node_parts parts)
{
    node_parts met = {0};
    uint32_t first = 0;
    bool more = true, all = true;
    while (!parts[first])
        first++;
    met[first] = parts[first] & -parts[first];
    while (more) {
        more = false;
        for (uint32_t u = 0; u < field->n; u++)
            for (int p = 0; p < 2; p++) {
                if (!(met[u] >> p & 1))
                    continue;
                if (parts[u] == JOINED && met[u] != BOTH)
                    more = true, met[u] = BOTH;
                for (uint32_t k = 0; k < field->n_neighbours[u]; k++) {
                    uint32_t w = field->neighbour[4 * u + k];
                    for (int q = 0; q < 2; q++)
                        if ((parts[w] & ~met[w]) >> q & 1 && accepts(field, u, p, w) &&
                            accepts(field, w, q, u)) {
                            met[w] |= (uint8_t)(1 << q);
                            more = true;
                        }
                }
            }
    }
    for (uint32_t u = 0; u < field->n; u++)
        all = all && met[u] == (parts[u] & BOTH);
    return all;
}

/* The least cost of a set of cells, over all choices of nodes. */
static int32_t least_of(const struct field *field, uint32_t set, uint32_t cell,
                        node_parts parts, int32_t cost)
{
    while (cell < field->n && !(set >> cell & 1))
        parts[cell++] = 0;
    if (cost >= FORBIDDEN)
        return FORBIDDEN;
    if (cell == field->n)
        return hangs_together(field, parts) ? cost : FORBIDDEN;
    int32_t least = FORBIDDEN;
    static const uint8_t choices[] = {FIRST, 2, BOTH, JOINED};
    uint32_t crossing = field->at[cell];
    for (size_t k = 0; k < (crossing == LEVEL_FLOW_NONE ? 1 : 4); k++) {
        int32_t more = choices[k] == BOTH ? 2 * field->price[cell] : field->price[cell];
        if (choices[k] == JOINED)
            more +=
                field->crossing[crossing].leaving + field->crossing[crossing].entering;
        parts[cell] = choices[k];
        int32_t found = least_of(field, set, cell + 1, parts, cost + more);
        least = found < least ? found : least;
    }
    return least;
}

/* The least price of a terminal beside or in a set; only at a cell, unless that is n. */
static int32_t place_in(const struct field *field, uint32_t set, uint32_t terminal,
                        uint32_t only)
{
    int32_t least = FORBIDDEN;
    uint32_t places = field->blocks[terminal] ? 0 : set;
    for (uint32_t u = 0; u < field->n && field->blocks[terminal]; u++)
        for (uint32_t k = 0; k < field->n_neighbours[u]; k++)
            if (set >> u & 1)
                places |= 1U << field->neighbour[4 * u + k];
    for (uint32_t u = 0; u < field->n; u++)
        if (places >> u & 1 && (only == field->n || only == u) &&
            field->place[terminal][u] < least)
            least = field->place[terminal][u];
    return least;
}

/* Of all trees with, or without, a cell (n: all), with a terminal at `at` (n: anywhere). */
static int32_t slow(const struct field *field, uint32_t cell, bool with,
                    uint32_t terminal, uint32_t at)
{
    int32_t best = FORBIDDEN;
    for (uint32_t set = 1; set < 1U << field->n; set++) {
        int64_t cost = field->least[set];
        if (cell < field->n && (set >> cell & 1) != with)
            continue;
        for (uint32_t e = 0; e < field->n_terminals; e++)
            cost += place_in(field, set, e, e == terminal ? at : field->n);
        best = cost < best ? (int32_t)cost : best;
    }
    return best;
}

static int32_t small(int64_t cost)
{
    return cost < FORBIDDEN ? (int32_t)cost : FORBIDDEN;
}

/* ---- the graph ---- */

static void open_graph(struct field *field, struct level_flow_crossings *crossings,
                       struct level_crossing_graph *graph,
                       struct level_node_steiner *steiner)
{
    *crossings = (struct level_flow_crossings){
        .crossing = field->crossing, .n = field->n_crossings, .at = field->at};
    CU_ASSERT_TRUE_FATAL(level_crossing_graph_init(graph, crossings, field->n,
                                                   field->n_neighbours,
                                                   field->neighbour, &level_arena));
    CU_ASSERT_TRUE_FATAL(level_node_steiner_init(steiner, graph->n, graph->n_neighbours,
                                                 graph->neighbour, field->n_terminals,
                                                 &level_arena));
    steiner->room = graph->room;
    steiner->n_beside = graph->n_beside;
    steiner->beside = graph->beside;
    steiner->twin = graph->twin;
    steiner->twin_price = graph->twin_price;
    for (uint32_t e = 0; e < field->n_terminals; e++)
        steiner->terminal[e] = (struct level_node_steiner_terminal){
            .price = field->place[e], .blocks = field->blocks[e]};
}

static void check_restricted(const struct field *field,
                             const struct level_crossing_graph *graph,
                             struct level_node_steiner *steiner, size_t *exact)
{
    int64_t through[MOST_NODES], at[MOST_TERMINALS * MOST_NODES];
    level_node_steiner_restricted(steiner, field->price, through, at);
    level_crossing_graph_fold(graph, through);
    for (uint32_t e = 0; e < field->n_terminals; e++)
        level_crossing_graph_fold(graph, at + e * (size_t)graph->n);
    for (uint32_t u = 0; u < field->n; u++) {
        for (uint32_t e = 0; e < field->n_terminals; e++)
            CU_ASSERT_EQUAL(small(at[e * graph->n + u]),
                            slow(field, field->n, true, e, u));
        int32_t pass = slow(field, u, true, field->n_terminals, field->n);
        int32_t avoid = slow(field, u, false, field->n_terminals, field->n);
        CU_ASSERT(small(through[u]) == pass || (through[u] > pass && avoid <= pass));
        *exact += small(through[u]) == pass;
    }
}

static void trees_with_crossings_are_the_cheapest(void)
{
    struct rng rng;
    size_t found = 0, crossed = 0, exact = 0;
    rng_seed(&rng, SEED, 0);
    for (int i = 0; i < GRIDS; i++) {
        struct field field;
        struct level_flow_crossings crossings;
        struct level_crossing_graph graph;
        struct level_node_steiner steiner;
        node_parts parts = {0};
        uint32_t marked = 0;
        draw_field(&rng, &field);
        for (uint32_t set = 1; set < 1U << field.n; set++)
            field.least[set] = least_of(&field, set, 0, parts, 0);
        open_graph(&field, &crossings, &graph, &steiner);
        int32_t best = slow(&field, field.n, true, field.n_terminals, field.n);
        CU_ASSERT_EQUAL(small(level_node_steiner_solve(&steiner, field.price)), best);
        if (best < FORBIDDEN) {
            int64_t cost;
            level_crossing_graph_fold_tree(&graph, &steiner);
            for (uint32_t u = 0; u < field.n; u++)
                marked |= (uint32_t)steiner.in_tree[u] << u;
            cost = field.least[marked];
            for (uint32_t e = 0; e < field.n_terminals; e++) {
                CU_ASSERT(steiner.terminal[e].place < field.n);
                cost += place_in(&field, marked, e, steiner.terminal[e].place);
            }
            CU_ASSERT_EQUAL(cost, best);
            found++;
            for (uint32_t c = 0; c < field.n_crossings; c++)
                crossed += marked >> field.crossing[c].cell & 1;
        }
        check_restricted(&field, &graph, &steiner, &exact);
    }
    CU_ASSERT(found > GRIDS / 3 && found < GRIDS && crossed > GRIDS / 8 &&
              exact > 2 * GRIDS);
}

int main(void)
{
    CU_TestInfo tests[] = {SUITE_TEST(trees_with_crossings_are_the_cheapest),
                           CU_TEST_INFO_NULL};
    return suite_run("level_crossing_graph", level_fixture_open, level_fixture_close,
                     tests);
}
