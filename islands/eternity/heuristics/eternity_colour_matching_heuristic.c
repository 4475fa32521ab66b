#include "eternity_colour_matching_heuristic.h"

#include <math.h>
#include <string.h>

/* Room in the tables for a demand below 0: more demanded of inward sides than there
 * are. */
enum { SPARE = ETERNITY_FRONTIER_POSITIONS + 4 };

/* The class of a piece's side, given which of its sides are grey; -1: grey itself. */
static int class_of(const bool grey[N_SIDES], unsigned side)
{
    unsigned greys = 0;
    for (unsigned s = 0; s < N_SIDES; s++)
        greys += grey[s];
    if (grey[side])
        return -1;
    if (greys == 0)
        return ETERNITY_SIDE_INNER;
    return greys == 1 && grey[(side + 2) % N_SIDES] ? ETERNITY_SIDE_INWARD
                                                    : ETERNITY_SIDE_RING;
}

static int class_in_cell(const struct eternity *puzzle, unsigned cell, unsigned side)
{
    unsigned on_rim = eternity_rim(puzzle, cell);
    bool rim[N_SIDES];
    for (unsigned s = 0; s < N_SIDES; s++)
        rim[s] = on_rim >> s & 1;
    return class_of(rim, side);
}

static void set_view(const struct eternity_colour_heuristic *heuristic, unsigned depth)
{
    const struct eternity *puzzle = heuristic->puzzle;
    struct eternity_colour_view *view = &heuristic->view[depth];
    unsigned next = heuristic->order->cell[depth];
    unsigned row = next / puzzle->cols, col = next % puzzle->cols;
    view->column = (uint8_t)col;
    view->row = (uint8_t)(puzzle->cols + row);
    view->north = (int8_t)class_in_cell(puzzle, next, NORTH);
    view->west = (int8_t)class_in_cell(puzzle, next, WEST);
    view->demands_south = view->demands_east = -1;
    if (row + 1 < puzzle->rows)
        view->demands_south = (int8_t)class_in_cell(puzzle, next + puzzle->cols, NORTH);
    if (col + 1 < puzzle->cols)
        view->demands_east = (int8_t)class_in_cell(puzzle, next + 1, WEST);
}

/* Class of a tile's side, -1: grey. */
static int class_on_tile(const struct eternity *puzzle, unsigned tile, unsigned side)
{
    bool grey[N_SIDES];
    for (unsigned s = 0; s < N_SIDES; s++)
        grey[s] = puzzle->sides[tile][s] == ETERNITY_GREY;
    return class_of(grey, side);
}

/* Numbers the side types that the pieces have. */
static void number_types(struct eternity_colour_heuristic *heuristic)
{
    const struct eternity *puzzle = heuristic->puzzle;
    bool has[2][ETERNITY_MAX_COLOURS] = {{false}}; /* away from the ring, along it */
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile += 4)
        for (unsigned side = 0; side < N_SIDES; side++) {
            int class = class_on_tile(puzzle, tile, side);
            if (class >= 0)
                has[class == ETERNITY_SIDE_RING][puzzle->sides[tile][side]] = true;
        }
    for (unsigned class = 0; class < ETERNITY_SIDE_CLASSES; class ++) {
        heuristic->first[class] = heuristic->types;
        for (unsigned c = 0; c < puzzle->colours; c++)
            if (has[class == ETERNITY_SIDE_RING][c])
                heuristic->type_of[class][c] = (uint8_t)heuristic->types++;
        heuristic->colours[class] = heuristic->types - heuristic->first[class];
    }
    for (unsigned class = 0; class < ETERNITY_SIDE_CLASSES; class ++)
        for (unsigned c = 0; c < ETERNITY_MAX_COLOURS; c++)
            if (c >= puzzle->colours || !has[class == ETERNITY_SIDE_RING][c])
                heuristic->type_of[class][c] = (uint8_t)heuristic->types;
    heuristic->types++;
}

static void set_types(struct eternity_colour_heuristic *heuristic)
{
    const struct eternity *puzzle = heuristic->puzzle;
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile++)
        for (unsigned side = 0; side < N_SIDES; side++) {
            int class = class_on_tile(puzzle, tile, side);
            unsigned type = heuristic->types - 1;
            if (class >= 0)
                type = heuristic->type_of[class][puzzle->sides[tile][side]];
            heuristic->type[tile][side] = (uint8_t)type;
            if (class >= 0 && tile % 4 == 0)
                heuristic->supply[type]++;
        }
}

/* Where the tables of the classes begin, and how long their rows are. */
static void lay_out_tables(struct eternity_colour_heuristic *heuristic)
{
    uint32_t rows = 0;
    for (unsigned class = 0; class < ETERNITY_SIDE_CLASSES; class ++) {
        heuristic->table[class] = rows;
        for (unsigned i = 0; i < heuristic->colours[class]; i++) {
            unsigned n = heuristic->supply[heuristic->first[class] + i];
            if (n > heuristic->most[class])
                heuristic->most[class] = n;
        }
        rows += heuristic->most[class] + 1;
    }
    heuristic->row =
        SPARE + heuristic->most[ETERNITY_SIDE_INWARD] + heuristic->positions + 4;
    for (unsigned class = 0; class < ETERNITY_SIDE_CLASSES; class ++) {
        heuristic->table[class] *= heuristic->row;
        for (unsigned i = 0; i < heuristic->colours[class]; i++)
            heuristic->start[heuristic->first[class] + i] =
                heuristic->table[class] + SPARE;
    }
    heuristic->table[ETERNITY_SIDE_CLASSES] = rows * heuristic->row;
}

enum status eternity_colour_heuristic_init(struct eternity_colour_heuristic *heuristic,
                                           const struct eternity *puzzle,
                                           const struct eternity_scan_order *order,
                                           double weight, struct arena *perm,
                                           struct error *err)
{
    *heuristic = (struct eternity_colour_heuristic){
        .puzzle = puzzle,
        .order = order,
        .positions = puzzle->cols + puzzle->rows,
        .weight = weight,
        .break_worth = eternity_heuristic_value(weight)};
    number_types(heuristic);
    heuristic->view = ARENA_NEW(perm, struct eternity_colour_view, puzzle->cells);
    heuristic->type = arena_take_array(perm, (size_t)4 * puzzle->cells, N_SIDES);
    heuristic->supply = ARENA_NEW(perm, uint16_t, heuristic->types);
    if (!heuristic->view || !heuristic->type || !heuristic->supply)
        return error_set(err, STATUS_MEMORY,
                         "no memory for the colour-matching heuristic");
    set_types(heuristic);
    lay_out_tables(heuristic);
    heuristic->worth =
        ARENA_NEW(perm, int32_t, heuristic->table[ETERNITY_SIDE_CLASSES]);
    heuristic->row_of = ARENA_NEW(perm, double, 2 * heuristic->row);
    heuristic->change =
        ARENA_NEW(perm, struct eternity_colour_change, (size_t)4 * puzzle->cells);
    if (!heuristic->worth || !heuristic->change || !heuristic->row_of)
        return error_set(err, STATUS_MEMORY,
                         "no memory for the colour-matching heuristic");
    for (unsigned depth = 0; depth < puzzle->cells; depth++)
        set_view(heuristic, depth);
    return STATUS_OK;
}

/* The type of a side of some class, or of the side that it demands. */
static inline unsigned type_for(const struct eternity_colour_heuristic *heuristic,
                                int class, unsigned colour)
{
    return class < 0 ? heuristic->types - 1 : heuristic->type_of[class][colour];
}

void eternity_colour_heuristic_lay(const struct eternity_colour_heuristic *heuristic,
                                   unsigned depth, int16_t tile,
                                   struct eternity_frontier frontier)
{
    const struct eternity_colour_view *view = &heuristic->view[depth], *next = view + 1;
    const uint8_t *sides = heuristic->puzzle->sides[tile];
    for (unsigned side = 0; side < N_SIDES; side++)
        frontier.supply[heuristic->type[tile][side]]--;
    frontier.colours[view->row] = sides[EAST];
    frontier.colours[view->column] = sides[SOUTH];
    frontier.demand[type_for(heuristic, view->demands_south, sides[SOUTH])]++;
    frontier.demand[type_for(heuristic, view->demands_east, sides[EAST])]++;
    if (depth + 1 == heuristic->puzzle->cells)
        return;
    frontier.demand[type_for(heuristic, next->north, frontier.colours[next->column])]--;
    frontier.demand[type_for(heuristic, next->west, frontier.colours[next->row])]--;
}

void eternity_colour_heuristic_count_demand(
    const struct eternity_colour_heuristic *heuristic, unsigned rows,
    struct eternity_frontier frontier)
{
    const unsigned cols = heuristic->puzzle->cols;
    memset(frontier.demand, 0, heuristic->types);
    for (unsigned col = 1; col < cols; col++) { /* the next cell is in the first */
        unsigned depth = heuristic->order->depth[rows * cols + col];
        frontier.demand[type_for(heuristic, heuristic->view[depth].north,
                                 frontier.colours[col])]++;
    }
}

/* The demand for each type. Inward sides that no filled cell demands, demand inner ones
 * themselves. */
static void count_demand(const struct eternity_colour_heuristic *heuristic,
                         struct eternity_frontier frontier, int *demand)
{
    unsigned inward = heuristic->first[ETERNITY_SIDE_INWARD];
    for (unsigned type = 0; type + 1 < heuristic->types; type++)
        demand[type] = frontier.demand[type];
    for (unsigned i = 0; i < heuristic->colours[ETERNITY_SIDE_INNER]; i++)
        demand[i] += frontier.supply[inward + i] - frontier.demand[inward + i];
}

/* Solves 2 (1 - e) u^2 + 2 e U u + a u / (u + e U) = n for u by bisection, 40 steps:
 * far below the resolution of values. */
static double saddle(double n, double a, double miss, double sum)
{
    double low = 0, high = sqrt(n / 2) + 1;
    for (int i = 0; i < 40; i++) {
        double u = (low + high) / 2;
        double is = 2 * (1 - miss) * u * u + 2 * miss * sum * u +
                    (a > 0 ? a * u / (u + miss * sum + 1e-12) : 0);
        if (is < n)
            low = u;
        else
            high = u;
    }
    return low;
}

/* The sum U over the colours of a class, by fixed-point iteration; 30 rounds and the
 * starting value are chosen by hand. */
static double saddle_sum(const struct eternity_colour_heuristic *heuristic,
                         unsigned class, const uint16_t *supply, const int *demand,
                         double miss)
{
    double sum = 1;
    for (int round = 0; round < 30; round++) {
        double next = 0.1; /* so that a break is never impossible */
        for (unsigned i = 0; i < heuristic->colours[class]; i++) {
            unsigned type = heuristic->first[class] + i;
            next += saddle(supply[type], demand[type], miss, sum);
        }
        sum = next;
    }
    return sum;
}

/* log(exp(a) + exp(b)) */
static double log_add(double a, double b)
{
    double more = fmax(a, b), less = fmin(a, b);
    return less == -INFINITY ? more : more + log1p(exp(less - more));
}

/* The table of one class. Row n begins with the ways of n sides without a demand; each
 * side demanded is met by one of the n, or by another colour.
 * paired: sides of the class meet each other */
static void fill_table(struct eternity_colour_heuristic *heuristic, unsigned class,
                       bool paired, double miss, double sum)
{
    int32_t *table = heuristic->worth + heuristic->table[class];
    double other = log(miss * sum), *ways = heuristic->row_of;
    double *before = heuristic->row_of + heuristic->row;
    double first = 0,
           second = -INFINITY; /* of n - 1 and n - 2 sides, without a demand */
    for (unsigned n = 0; n <= heuristic->most[class]; n++) {
        double none = 0;
        if (paired && n > 0)
            none = log_add(log(2 * miss * sum) + first,
                           n > 1 ? log(2 * (1 - miss) * (n - 1)) + second : -INFINITY);
        second = first;
        first = none;
        for (unsigned i = 0; i < heuristic->row; i++) {
            if (i <= SPARE)
                ways[i] = none;
            else
                ways[i] = log_add(other + ways[i - 1],
                                  n > 0 ? log(n) + before[i - 1] : -INFINITY);
            table[n * heuristic->row + i] = eternity_heuristic_value(ways[i]);
        }
        double *last = before;
        before = ways;
        ways = last;
    }
}

/* A type's place in its table moves by so much. */
static void move_type(const struct eternity_colour_heuristic *heuristic,
                      struct eternity_colour_change *change, unsigned type, int by)
{
    unsigned i = 0;
    if (type == heuristic->types - 1)
        return;
    while (i < change->types && change->type[i] != type)
        i++;
    if (i == change->types) {
        change->type[change->types++] = (uint8_t)type;
        change->by[i] = 0;
    }
    change->by[i] = (int16_t)(change->by[i] + by);
}

/* A side is used up; an inward one no longer demands an inner one. */
static void use_side(const struct eternity_colour_heuristic *heuristic,
                     struct eternity_colour_change *change, unsigned type)
{
    unsigned inward = heuristic->first[ETERNITY_SIDE_INWARD];
    move_type(heuristic, change, type, -(int)heuristic->row);
    if (type >= inward && type < heuristic->first[ETERNITY_SIDE_RING])
        move_type(heuristic, change, type - inward, -1);
}

/* A side demands one of its colour in a class; an inward side demanded no longer demands
 * itself. */
static void demand_side(const struct eternity_colour_heuristic *heuristic,
                        struct eternity_colour_change *change, int class,
                        unsigned colour)
{
    if (class < 0)
        return;
    unsigned type = heuristic->type_of[class][colour];
    move_type(heuristic, change, type, 1);
    if (class == ETERNITY_SIDE_INWARD && type != heuristic->types - 1)
        move_type(heuristic, change, type - heuristic->first[ETERNITY_SIDE_INWARD], -1);
}

static void set_changes(struct eternity_colour_heuristic *heuristic)
{
    const struct eternity *puzzle = heuristic->puzzle;
    const struct eternity_colour_view *view = &heuristic->view[heuristic->depth];
    for (unsigned tile = 0; tile < 4 * puzzle->cells; tile++) {
        struct eternity_colour_change *change = &heuristic->change[tile];
        change->types = 0;
        for (unsigned side = 0; side < N_SIDES; side++)
            use_side(heuristic, change, heuristic->type[tile][side]);
        demand_side(heuristic, change, view->demands_south, puzzle->sides[tile][SOUTH]);
        demand_side(heuristic, change, view->demands_east, puzzle->sides[tile][EAST]);
        for (unsigned i = change->types; i < 2 * N_SIDES; i++) {
            change->type[i] = (uint8_t)(heuristic->types - 1);
            change->by[i] = 0;
        }
    }
}

void eternity_colour_heuristic_set_depth(struct eternity_colour_heuristic *heuristic,
                                         unsigned depth,
                                         struct eternity_frontier frontier)
{
    const double miss = exp(-heuristic->weight);
    int demand[ETERNITY_SIDE_TYPES] = {0};
    double inward = 0;
    heuristic->depth = depth;
    set_changes(heuristic);
    count_demand(heuristic, frontier, demand);
    for (unsigned i = 0; i < heuristic->colours[ETERNITY_SIDE_INWARD]; i++)
        inward += frontier.supply[heuristic->first[ETERNITY_SIDE_INWARD] + i];
    fill_table(
        heuristic, ETERNITY_SIDE_INNER, true, miss,
        saddle_sum(heuristic, ETERNITY_SIDE_INNER, frontier.supply, demand, miss));
    fill_table(heuristic, ETERNITY_SIDE_INWARD, false, miss, inward + 0.1);
    fill_table(
        heuristic, ETERNITY_SIDE_RING, true, miss,
        saddle_sum(heuristic, ETERNITY_SIDE_RING, frontier.supply, demand, miss));
}

void eternity_colour_heuristic_evaluate(
    const struct eternity_colour_heuristic *heuristic,
    struct eternity_frontier frontier, unsigned breaks,
    struct eternity_colour_evaluation *colour_eval)
{
    const uint16_t *supply = frontier.supply;
    const uint8_t *demand = frontier.demand;
    const unsigned types = heuristic->types - 1,
                   inward = heuristic->first[ETERNITY_SIDE_INWARD];
    int32_t value = heuristic->break_worth * (int32_t)breaks;
    for (unsigned type = 0; type < types; type++)
        colour_eval->place[type] =
            heuristic->start[type] + supply[type] * heuristic->row + demand[type];
    for (unsigned i = 0; i < heuristic->colours[ETERNITY_SIDE_INNER]; i++)
        colour_eval->place[i] += (uint32_t)supply[inward + i] - demand[inward + i];
    colour_eval->place[types] = 0;
    for (unsigned type = 0; type <= types; type++)
        colour_eval->worth[type] = heuristic->worth[colour_eval->place[type]];
    for (unsigned type = 0; type < types; type++)
        value -= colour_eval->worth[type];
    colour_eval->base = value;
}
