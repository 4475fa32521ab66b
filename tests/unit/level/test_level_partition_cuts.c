/* Partition cuts against every connected set of passable cells, on grids most of whose other
 * cells cannot open: the wall between regions is then thick, and cells that open join others
 * that have opened before. */
#include "level_fixture.h"
#include "level_partition_cuts.h"
#include "suite.h"

#include <math.h>

enum { ROWS = 3, COLS = 5, CELLS = ROWS * COLS, FREE = 9, LEVELS = 3000, SEED = 37 };
enum { WALL, FLOOR, PLAYER };

static const char text[] = "tiles:\n"
                           "  - {tile: w, name: wall, move: 1, delete: 1}\n"
                           "  - {tile: ., name: floor, move: 1, delete: 1}\n"
                           "  - {tile: A, name: player, move: 5, delete: 5}\n"
                           "once: A\n"
                           "reach:\n  - {from: A, to: ^w, blocking: w}\n";

/* A model in which some cells may open. */
struct field {
    struct level_cell_model model;
    struct level_demands demands;
    tile_set open[CELLS];
    size_t free[FREE], n_free;
    uint32_t near[CELLS];
};

static void draw_field(struct field *field, const struct level_game *game,
                       const struct level_grid *broken, struct rng *rng)
{
    size_t order[CELLS], near[4];
    *field = (struct field){.n_free = FREE};
    for (size_t v = 0; v < CELLS; v++) {
        const size_t at = rng_below(rng, v + 1);
        order[v] = v;
        order[v] = order[at];
        order[at] = v;
    }
    memcpy(field->free, order, sizeof field->free);
    for (size_t v = 0; v < CELLS; v++) {
        size_t k = level_grid_neighbours(LEVEL_WRAP_NONE, ROWS, COLS, v, near);
        field->open[v] = TILE(WALL);
        while (k-- > 0)
            field->near[v] |= 1u << near[k];
    }
    for (size_t i = 0; i < FREE; i++)
        field->open[order[i]] = level_all_tiles(game);
    field->demands.open = field->open;
    CU_ASSERT_TRUE_FATAL(level_cell_model_init(&field->model, game, broken,
                                               &field->demands, &level_arena));
}

static bool is_connected(const struct field *field, uint32_t set)
{
    uint32_t part = set & -set, before = 0;
    while (part != before) {
        before = part;
        for (size_t v = 0; v < CELLS; v++)
            part |= part >> v & 1 ? field->near[v] & set : 0;
    }
    return part == set;
}

/* The cells that are passable by the bits of a number. */
static uint32_t set_of(const struct field *field, uint32_t number)
{
    uint32_t set = 0;
    for (size_t i = 0; i < field->n_free; i++)
        set |= (number >> i & 1) << field->free[i];
    return set;
}

/* Whether these passable cells satisfy the constraints from a first one on; the player stands on
 * one of them. */
static bool keeps(const struct field *field, uint32_t set, size_t first)
{
    const struct level_program *p = &field->model.program;
    double x[3 * CELLS] = {0};
    for (size_t v = 0; v < CELLS; v++) {
        const uint8_t tile = !(set >> v & 1)         ? WALL
                             : set & ((1u << v) - 1) ? FLOOR
                                                     : PLAYER;
        for (uint32_t c = field->model.first[v]; c < field->model.first[v + 1]; c++)
            if (field->model.choice[c].col != LEVEL_CELL_MODEL_IMPLIED)
                x[field->model.choice[c].col] = field->model.choice[c].tile == tile;
    }
    for (size_t row = first; row < p->rows; row++) {
        double sum = 0;
        for (size_t k = p->start[row]; k < p->start[row + 1]; k++)
            sum += p->value[k] * x[p->index[k]];
        if (sum < p->row_low[row] - 1e-6 || sum > p->row_high[row] + 1e-6)
            return false;
    }
    return true;
}

static void cuts_hold_for_all_connected_sets(void)
{
    const struct level_game game = level_fixture_rules(text, &level_arena);
    struct rng rng;
    size_t cuts = 0;
    rng_seed(&rng, SEED, 0);
    for (int i = 0; i < LEVELS; i++) {
        struct level_grid broken =
            level_fixture_random(&game, ROWS, COLS, WALL, 0.5, &rng, &level_arena);
        struct field field;
        double open[CELLS] = {0};
        bool hold = true;
        draw_field(&field, &game, &broken, &rng);
        for (size_t k = 0; k < FREE; k++)
            open[field.free[k]] = rng_chance(&rng, 0.5) ? 1 : 0;
        const size_t first = field.model.program.rows;
        cuts += level_partition_cuts(&field.model, TILE(FLOOR) | TILE(PLAYER), open,
                                     &level_arena);
        for (uint32_t number = 1; number < 1u << FREE; number++) {
            const uint32_t set = set_of(&field, number);
            hold = hold && (!is_connected(&field, set) || keeps(&field, set, first));
        }
        CU_ASSERT_TRUE(hold);
    }
    CU_ASSERT(cuts > LEVELS);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(cuts_hold_for_all_connected_sets),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_partition_cuts", level_fixture_open, level_fixture_close,
                     tests);
}
