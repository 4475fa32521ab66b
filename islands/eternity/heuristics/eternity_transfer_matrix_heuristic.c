#include "eternity_transfer_matrix_heuristic.h"

#include <math.h>
#include <string.h>

/* Measured by the mean final score of beams of 20,000 states: in rows 0.1 to 0.25 and
 * 0.3 to 0.75 are alike, and 0.3 and 0.6 worse; in columns 1 and 1 a little worse. */
const double eternity_transfer_matrix_weight[ETERNITY_LINE_KINDS] = {0.15, 0.5};
const double eternity_transfer_matrix_side_weight[ETERNITY_LINE_KINDS] = {0.45, 0.5};
/* Number of chains in place of zero, whose logarithm would be infinite; chosen by
 * hand. */
static const double NONE = 1e-3;

/* Number of chains before the first cell of a line: 16 bits with headroom on both
 * sides. A break weighs BREAK / BREAK_UNIT = exp(-4), the default of `weight`. */
enum { UNIT_EXPONENT = 12, BREAK = 75, BREAK_UNIT = 4096 };

/* More than the difference of two values of ways can be wrong by: a step of the table of
 * logarithms is at most 8 units, and the value of a factor of 2 is rounded. */
enum { ROUNDING = 64 };

static enum status init_kind(struct eternity_transfer_matrix *matrix,
                             enum eternity_line_kind line, struct arena *perm,
                             struct error *err)
{
    const struct eternity_candidate_table *table = matrix->plan->table;
    const unsigned tiles = 4 * table->puzzle->cells;
    const double weight = eternity_transfer_matrix_weight[line];
    struct eternity_transfer_matrix_kind *kind = &matrix->kind[line];
    if (eternity_transfer_lists_init(&kind->lists, table, line, perm, err))
        return err->status;
    kind->demand_cost = ARENA_NEW(perm, int32_t, tiles + 1);
    kind->least_cost = ARENA_NEW(perm, int32_t, tiles + 1);
    if (!kind->demand_cost || !kind->least_cost)
        return error_set(err, STATUS_MEMORY, "no memory for chains of tiles");
    kind->none = eternity_heuristic_value(weight * log(NONE));
    kind->log_2 = eternity_heuristic_value(weight * log(2));
    for (unsigned i = 0; i < ETERNITY_TRANSFER_MATRIX_LOGS; i++)
        kind->log[i] = eternity_heuristic_value(
            weight * log(1 + (i + 0.5) / ETERNITY_TRANSFER_MATRIX_LOGS));
    for (unsigned n = 0; n <= tiles; n++) {
        kind->demand_cost[n] = eternity_heuristic_value(
            eternity_transfer_matrix_side_weight[line] * log(n + 1));
        int32_t most = n > 1 ? eternity_heuristic_value(weight * log(n)) : 0;
        int32_t least = kind->demand_cost[n] - most - ROUNDING;
        kind->least_cost[n] = least > 0 ? least : 0;
    }
    return STATUS_OK;
}

enum status
eternity_transfer_matrix_init(struct eternity_transfer_matrix *matrix,
                              const struct eternity_fill_plan *plan,
                              const struct eternity_colour_heuristic *heuristic,
                              struct arena *perm, struct error *err)
{
    *matrix = (struct eternity_transfer_matrix){
        .plan = plan,
        .heuristic = heuristic,
        .words = eternity_filter_words(heuristic->puzzle)};
    for (unsigned line = 0; line < ETERNITY_LINE_KINDS; line++)
        if (init_kind(matrix, (enum eternity_line_kind)line, perm, err))
            return err->status;
    return STATUS_OK;
}

/* Rows that are filled one after another, and columns after them. */
static void find_lines(struct eternity_transfer_matrix *matrix)
{
    const struct eternity *puzzle = matrix->plan->table->puzzle;
    const struct eternity_scan_order *order = matrix->plan->order;
    unsigned in_rows = 0, free = 0, height = 0, cells = 0;
    while (in_rows < puzzle->cells && order->cell[in_rows] == in_rows)
        in_rows++;
    while (free < in_rows && matrix->plan->schedule.breaks[free + 1] == 0)
        free++;
    matrix->rows = free / puzzle->cols;
    matrix->columns = 0;
    matrix->block = in_rows / puzzle->cols;
    height = puzzle->rows - matrix->block;
    if (height < 2)
        return;
    const uint16_t *cell = order->cell + matrix->block * puzzle->cols;
    while (cells < height * puzzle->cols &&
           cell[cells] ==
               (matrix->block + cells % height) * puzzle->cols + cells / height)
        cells++;
    matrix->columns = cells / height;
}

void eternity_transfer_matrix_begin(struct eternity_transfer_matrix *matrix)
{
    for (unsigned line = 0; line < ETERNITY_LINE_KINDS; line++)
        eternity_transfer_lists_fill(&matrix->kind[line].lists);
    find_lines(matrix);
}

/* The line of the next cell, and the following one. */
static void set_line(struct eternity_transfer_matrix *matrix, unsigned cell)
{
    const struct eternity *puzzle = matrix->plan->table->puzzle;
    const unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    bool in_row = row < matrix->rows;
    matrix->counts = in_row || (row >= matrix->block && col < matrix->columns);
    matrix->line = in_row ? ETERNITY_LINE_ROW : ETERNITY_LINE_COLUMN;
    matrix->length = in_row ? puzzle->cols : puzzle->rows - matrix->block;
    matrix->at = in_row ? col : row - matrix->block;
    matrix->position = in_row ? 0 : puzzle->cols + matrix->block;
    matrix->start = in_row ? ETERNITY_FRONTIER_POSITIONS : col + 1;
    matrix->follows = in_row ? row + 1 < matrix->rows : col + 1 < puzzle->cols;
    for (unsigned i = 0; matrix->counts && i < matrix->length; i++) {
        matrix->cell[i] = (uint16_t)(in_row ? row * puzzle->cols + i
                                            : (matrix->block + i) * puzzle->cols + col);
        matrix->beside[i] = (uint16_t)(matrix->cell[i] + (in_row ? puzzle->cols : 1));
    }
}

/* The side types of the colours beside a cell. */
static const uint8_t *type_beside(const struct eternity_transfer_matrix *matrix,
                                  unsigned cell)
{
    const struct eternity_colour_view *view =
        &matrix->heuristic->view[matrix->plan->order->depth[cell]];
    int class = matrix->line == ETERNITY_LINE_ROW ? view->north : view->west;
    return class < 0 ? NULL : matrix->heuristic->type_of[class];
}

void eternity_transfer_matrix_set_depth(struct eternity_transfer_matrix *matrix,
                                        unsigned depth)
{
    matrix->known = false;
    matrix->demands = 0;
    set_line(matrix, matrix->plan->order->cell[depth]);
    for (unsigned i = 0; matrix->counts && i < matrix->length; i++) {
        const uint8_t *type = NULL;
        if (i > matrix->at)
            type = type_beside(matrix, matrix->cell[i]);
        else if (matrix->follows)
            type = type_beside(matrix, matrix->beside[i]);
        if (i == matrix->at)
            matrix->type_beside = type;
        if (i == matrix->at || !type)
            continue;
        matrix->type[matrix->demands] = type;
        matrix->demand_position[matrix->demands++] = (uint8_t)(matrix->position + i);
    }
}

/* The value of ways * 2^exponent chains. */
static inline int32_t value_of(const struct eternity_transfer_matrix *matrix,
                               uint32_t ways, int32_t exponent)
{
    const struct eternity_transfer_matrix_kind *kind = &matrix->kind[matrix->line];
    if (ways == 0)
        return kind->none;
    unsigned bits = 31 - (unsigned)__builtin_clz(ways);
    uint32_t part = (ways << (31 - bits)) >> 21 & (ETERNITY_TRANSFER_MATRIX_LOGS - 1);
    return ((int32_t)bits + exponent) * kind->log_2 + kind->log[part];
}

/* The weight of ways that continue with a break. */
static inline uint32_t broken(uint64_t ways)
{
    return (uint32_t)(ways * BREAK / BREAK_UNIT);
}

/* Whether tiles that break the colour beside a cell are counted. They are only where
 * all sides are inner ones, by the number of sides of each colour. */
static bool is_inner(const struct eternity *puzzle, unsigned cell)
{
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    return row > 0 && col > 0 && row + 1 < puzzle->rows && col + 1 < puzzle->cols;
}

/* What breaks in a column need to know: free inner sides of each colour. */
struct inner {
    uint16_t sides[ETERNITY_MAX_COLOURS];
};

static void set_inner(const struct eternity_transfer_matrix *matrix,
                      const uint16_t *supply, struct inner *inner)
{
    const uint8_t *type = matrix->heuristic->type_of[ETERNITY_SIDE_INNER];
    const unsigned grey = matrix->heuristic->types - 1;
    for (unsigned c = 0; c < matrix->heuristic->puzzle->colours; c++)
        inner->sides[c] = c == ETERNITY_GREY || type[c] == grey ? 0 : supply[type[c]];
}

/* Sums over colours: of ways, of free inner sides, and of their products. */
struct sums {
    uint32_t ways, sides;
    uint64_t both;
};

static struct sums sums_of(const struct eternity_transfer_matrix *matrix,
                           const uint16_t *ways, const struct inner *inner)
{
    struct sums sums = {0};
    for (unsigned c = 0; c < matrix->heuristic->puzzle->colours; c++) {
        sums.ways += ways[c];
        sums.sides += inner->sides[c];
        sums.both += (uint64_t)ways[c] * inner->sides[c];
    }
    return sums;
}

/* Halves numbers of ways, by colour, until they go into 16 bits; returns how often. The
 * numbers are 0 from the colours up to a multiple of ETERNITY_TRANSFER_LANES, so that
 * loops of vectors have no remainder. */
static int halve(const uint32_t *number, unsigned colours, uint16_t *ways)
{
    const unsigned lanes = (colours + ETERNITY_TRANSFER_LANES - 1) /
                           ETERNITY_TRANSFER_LANES * ETERNITY_TRANSFER_LANES;
    uint16_t half[ETERNITY_MAX_COLOURS];
    uint32_t all = 0;
    for (unsigned i = 0; i < lanes; i++)
        all |= number[i];
    int exponent = all <= UINT16_MAX ? 0 : 16 - __builtin_clz(all);
    for (unsigned i = 0; i < lanes; i++)
        half[i] = (uint16_t)(number[i] >> exponent);
    memcpy(ways, half, colours * sizeof *ways);
    return exponent;
}

/* Adds ways by tiles that break the colour beside an inner cell: by chance they have
 * this or that colour on the other side. */
static void add_broken(const struct eternity_transfer_matrix *matrix, struct sums sums,
                       const struct inner *inner, uint32_t *next)
{
    uint64_t each = sums.sides ? 256 * (uint64_t)broken(sums.both) / sums.sides : 0;
    for (unsigned c = 0; c < matrix->heuristic->puzzle->colours; c++)
        next[c] += (uint32_t)(each * inner->sides[c] >> 8);
}

/* Multiplies by the matrix of one cell, in either direction; `inner` is set for
 * columns. Returns how often the ways were halved. */
static int multiply_cell(const struct eternity_transfer_matrix *matrix, unsigned cell,
                         unsigned beside, enum eternity_direction way,
                         const uint64_t *used, const struct inner *inner,
                         uint16_t *ways)
{
    const struct eternity *puzzle = matrix->heuristic->puzzle;
    const struct eternity_transfer_lists *lists = &matrix->kind[matrix->line].lists;
    uint32_t next[ETERNITY_MAX_COLOURS];
    struct sums sums = {0};
    if (matrix->line == ETERNITY_LINE_COLUMN)
        sums = sums_of(matrix, ways, inner);
    eternity_transfer_lists_multiply(lists,
                                     eternity_transfer_lists_at(lists, cell, beside),
                                     way, used, ways, broken(sums.ways), next);
    if (matrix->line == ETERNITY_LINE_COLUMN && is_inner(puzzle, cell))
        add_broken(matrix, sums, inner, next);
    return halve(next, puzzle->colours, ways);
}

/* The suffix: chains from the end of the line to the cell after the next one, by the
 * colour before that. */
static void set_suffix(struct eternity_transfer_matrix *matrix, const uint64_t *used,
                       const uint16_t *supply, const uint8_t *colours_at)
{
    const unsigned colours = matrix->heuristic->puzzle->colours;
    const uint8_t *beside = colours_at + matrix->position;
    uint16_t ways[ETERNITY_MAX_COLOURS] = {0};
    int exponent = -UNIT_EXPONENT;
    struct inner inner;
    if (matrix->line == ETERNITY_LINE_COLUMN)
        set_inner(matrix, supply, &inner);
    ways[ETERNITY_GREY] = 1 << UNIT_EXPONENT;
    for (unsigned i = matrix->length - 1; i > matrix->at; i--)
        exponent += multiply_cell(matrix, matrix->cell[i], beside[i], ETERNITY_BACKWARD,
                                  used, &inner, ways);
    uint32_t more = 0;
    for (unsigned c = 0; matrix->line == ETERNITY_LINE_COLUMN && c < colours; c++)
        more += ways[c];
    more = matrix->at + 1 < matrix->length ? broken(more) : 0;
    for (unsigned c = 0; c < colours; c++)
        matrix->suffix[c] = value_of(matrix, ways[c] + more, exponent);
    memcpy(matrix->colour, beside, matrix->length);
    matrix->known = true;
}

/* Ways of the prefix before the next cell, which may be the prefix itself. Returns
 * their exponent. */
static int ways_before(const struct eternity_transfer_matrix *matrix,
                       const uint8_t *colours_at,
                       struct eternity_transfer_prefix prefix, uint16_t *ways)
{
    const size_t bytes = matrix->heuristic->puzzle->colours * sizeof *ways;
    if (matrix->at > 0) {
        memmove(ways, prefix.ways, bytes);
        return *prefix.exponent;
    }
    memset(ways, 0, bytes);
    ways[matrix->line == ETERNITY_LINE_ROW ? ETERNITY_GREY
                                           : colours_at[matrix->start]] =
        1 << UNIT_EXPONENT;
    return -UNIT_EXPONENT;
}

/* What the evaluation needs of the following line. */
static void set_next_line(const struct eternity_transfer_matrix *matrix,
                          struct eternity_frontier frontier,
                          struct eternity_transfer_prefix prefix,
                          struct eternity_transfer_evaluation *matrix_eval)
{
    const unsigned colours = matrix->heuristic->puzzle->colours;
    uint16_t ways[ETERNITY_MAX_COLOURS];
    uint32_t most = 0, more = 0;
    matrix_eval->exponent = ways_before(matrix, frontier.colours, prefix, ways);
    matrix_eval->broken = 0;
    if (matrix->line == ETERNITY_LINE_COLUMN) {
        struct inner inner;
        set_inner(matrix, frontier.supply, &inner);
        struct sums sums = sums_of(matrix, ways, &inner);
        more = broken(sums.ways);
        if (is_inner(matrix->heuristic->puzzle, matrix->beside[matrix->at]))
            matrix_eval->broken = broken(sums.both);
    }
    for (unsigned c = 0; c < colours; c++) {
        uint32_t number = ways[c] + (c == ETERNITY_GREY ? 0 : more);
        most = number > most ? number : most;
        matrix_eval->numbers.number[c] =
            (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX);
    }
    eternity_transfer_lists_prepare(&matrix->kind[matrix->line].lists,
                                    &matrix_eval->numbers);
    matrix_eval->most =
        value_of(matrix, most + matrix_eval->broken, matrix_eval->exponent);
}

/* The cost of demanding a colour; grey, and colours of no side, cost nothing. */
static inline int32_t demand_cost_of(const struct eternity_transfer_matrix *matrix,
                                     const uint16_t *supply, unsigned type)
{
    bool is = type + 1 < matrix->heuristic->types;
    return matrix->kind[matrix->line].demand_cost[is ? supply[type] : 0];
}

void eternity_transfer_matrix_evaluate(struct eternity_transfer_matrix *matrix,
                                       struct eternity_frontier frontier,
                                       const uint64_t *used,
                                       struct eternity_transfer_prefix prefix,
                                       struct eternity_transfer_evaluation *matrix_eval)
{
    int32_t demand = 0;
    matrix_eval->numbers.used = used;
    matrix_eval->supply = frontier.supply;
    for (unsigned i = 0; i < matrix->demands; i++)
        demand += demand_cost_of(
            matrix, frontier.supply,
            matrix->type[i][frontier.colours[matrix->demand_position[i]]]);
    matrix_eval->base = demand;
    matrix_eval->most = 0;
    if (matrix->line == ETERNITY_LINE_ROW && matrix->at == 0)
        matrix_eval->base -=
            value_of(matrix, prefix.ways[ETERNITY_GREY], *prefix.exponent);
    else if (!matrix->known ||
             memcmp(matrix->colour + matrix->at + 1,
                    frontier.colours + matrix->position + matrix->at + 1,
                    matrix->length - matrix->at - 1) != 0)
        set_suffix(matrix, used, frontier.supply, frontier.colours);
    if (matrix->follows)
        set_next_line(matrix, frontier, prefix, matrix_eval);
}

int32_t
eternity_transfer_matrix_value(const struct eternity_transfer_matrix *matrix,
                               const struct eternity_transfer_evaluation *matrix_eval,
                               eternity_entry entry)
{
    unsigned beside = matrix->line == ETERNITY_LINE_ROW ? eternity_entry_south(entry)
                                                        : eternity_entry_east(entry);
    int32_t value = eternity_transfer_matrix_lower_bound(matrix, matrix_eval, entry) +
                    matrix_eval->most;
    if (!matrix->follows)
        return value;
    const struct eternity_transfer_lists *lists = &matrix->kind[matrix->line].lists;
    const size_t list =
        eternity_transfer_lists_at(lists, matrix->beside[matrix->at], beside);
    uint32_t ways = matrix_eval->broken +
                    eternity_transfer_lists_sum(lists, list, &matrix_eval->numbers);
    return value +
           demand_cost_of(matrix, matrix_eval->supply, matrix->type_beside[beside]) -
           value_of(matrix, ways, matrix_eval->exponent);
}

void eternity_transfer_matrix_lay(const struct eternity_transfer_matrix *matrix,
                                  int16_t tile, struct eternity_frontier frontier,
                                  const uint64_t *used,
                                  struct eternity_transfer_prefix prefix)
{
    const uint8_t *sides = matrix->heuristic->puzzle->sides[tile];
    if (!matrix->counts || !matrix->follows)
        return;
    struct inner inner;
    if (matrix->line == ETERNITY_LINE_COLUMN)
        set_inner(matrix, frontier.supply, &inner);
    int exponent = ways_before(matrix, frontier.colours, prefix, prefix.ways);
    exponent += multiply_cell(matrix, matrix->beside[matrix->at],
                              sides[matrix->line == ETERNITY_LINE_ROW ? SOUTH : EAST],
                              ETERNITY_FORWARD, used, &inner, prefix.ways);
    *prefix.exponent = (int16_t)exponent;
}
