#include "level_solution_partition.h"

#include "level_flow_repair.h"

#include <math.h>
#include <string.h>

/* Capacity of the heap at first. Chosen by hand, not measured. */
enum { FIRST_PARTS = 256 };

/* Some of the levels that differ from a solution first in one cell. */
struct part {
    size_t solution, cell; /* the levels before this cell are as in the solution */
    tile_set allowed;      /* of the cell */
    double bound;
    uint64_t order;
    /* The cheapest level, once it is found, and what finding it took. */
    uint8_t *level;
    double cost, seconds;
};

struct partition {
    const struct level_solutions *wanted;
    const struct level_game *game;
    const struct level_grid *broken;
    struct level_flow_rules rules;
    size_t n;
    double left_s, spent_s; /* spent: since the last solution */
    struct arena *arena;
    tile_set **open; /* of each solution: the sets of the part that it is from */
    struct level_repair *out;
    struct part *part; /* heap: least bound first, solved before others, oldest first */
    size_t n_parts, max_parts;
    uint64_t order;
};

static enum status no_memory(struct error *err)
{
    return error_set(err, STATUS_MEMORY, "no memory for the repaired levels");
}

/* ---- the heap ---- */

static bool is_before(const struct part *a, const struct part *b)
{
    if (a->bound != b->bound)
        return a->bound < b->bound;
    return !a->level != !b->level ? a->level != NULL : a->order < b->order;
}

static bool push(struct partition *p, struct part part)
{
    if (p->n_parts == p->max_parts) {
        size_t more = p->max_parts ? 2 * p->max_parts : FIRST_PARTS;
        struct part *parts =
            arena_grow_array(p->arena, p->part, p->n_parts, more, sizeof *parts);
        if (!parts)
            return false;
        p->part = parts;
        p->max_parts = more;
    }
    size_t i = p->n_parts++;
    for (; i > 0 && is_before(&part, &p->part[(i - 1) / 2]); i = (i - 1) / 2)
        p->part[i] = p->part[(i - 1) / 2];
    p->part[i] = part;
    return true;
}

static struct part pop(struct partition *p)
{
    struct part top = p->part[0], last = p->part[--p->n_parts];
    size_t i = 0;
    for (size_t k = 1; k < p->n_parts; k = 2 * i + 1) {
        if (k + 1 < p->n_parts && is_before(&p->part[k + 1], &p->part[k]))
            k++;
        if (!is_before(&p->part[k], &last))
            break;
        p->part[i] = p->part[k];
        i = k;
    }
    p->part[i] = last;
    return top;
}

/* ---- dividing ---- */

/* The least cost of a cell that loses its tile. */
static double cost_of_loss(const struct partition *p, size_t cell)
{
    const struct level_tile *own = &p->game->tile[p->broken->cell[cell]];
    return fmin(own->move, own->delete);
}

/* The tiles of a set that no rule of the flow tells from one of them; one that occurs
 * once is alone. */
static tile_set kind_of(const struct level_flow_rules *rules, tile_set set)
{
    const tile_set sets[] = {rules->blocking, rules->limited, rules->outside};
    tile_set first = set & -set;
    if (first & rules->once)
        return first;
    set &= ~rules->once;
    for (size_t i = 0; i < 3; i++)
        set &= first & sets[i] ? sets[i] : ~sets[i];
    return set;
}

/* Adds the levels that are as solution k before a cell, and not in it. */
static bool add_parts(struct partition *p, size_t k, size_t cell, double lost)
{
    tile_set rest =
        p->open[k][cell] & ~TILE(p->out[k].grid.cell[cell]) &
        level_game_allowed_tiles(p->game, p->broken->rows, p->broken->cols, cell);
    bool whole = level_flow_rules_suit_cell(&p->rules, rest);
    while (rest) {
        tile_set tiles = whole ? rest : kind_of(&p->rules, rest);
        bool keeps = tile_in(tiles, p->broken->cell[cell]);
        struct part part = {
            .solution = k,
            .cell = cell,
            .allowed = tiles,
            .bound = fmax(p->out[k].cost, lost + (keeps ? 0 : cost_of_loss(p, cell))),
            .order = p->order++};
        if (!push(p, part))
            return false;
        rest &= ~tiles;
    }
    return true;
}

/* Divides the part that solution k is from, without the solution itself. */
static bool divide(struct partition *p, size_t k)
{
    double lost = 0;
    bool good = true;
    for (size_t v = 0; v < p->n && good; v++) {
        good = add_parts(p, k, v, lost);
        if (p->out[k].grid.cell[v] != p->broken->cell[v])
            lost += cost_of_loss(p, v);
    }
    return good;
}

/* The sets of a part; false if a cell has none. */
static bool sets_of(const struct partition *p, const struct part *part, tile_set *open)
{
    tile_set fixed = 0;
    bool some = true;
    for (size_t v = 0; v < p->n; v++) {
        open[v] = v < part->cell    ? TILE(p->out[part->solution].grid.cell[v])
                  : v == part->cell ? part->allowed
                                    : p->open[part->solution][v];
        if (v <= part->cell && !(open[v] & (open[v] - 1)))
            fixed |= open[v] & p->rules.once;
    }
    for (size_t v = 0; v < p->n; v++) {
        if (open[v] & (open[v] - 1)) /* what is fixed on a cell is on no other */
            open[v] &= ~fixed;
        some = some && open[v];
    }
    return some;
}

/* ---- the search ---- */

/* Finds the cheapest level of a part and puts it back, or drops the part if it has
 * none; false when the time is up. */
static bool solve(struct partition *p, struct part part, struct error *err)
{
    struct level_repair repair = {.infeasible = true};
    struct arena work;
    bool good = true;
    arena_init(&work);
    tile_set *open = ARENA_NEW(&work, tile_set, p->n);
    const struct level_demands demands = {.open = open, .no_reason = true};
    if (!open)
        no_memory(err);
    else if (sets_of(p, &part, open))
        p->wanted->run(p->wanted->method, p->game, p->broken, &demands, p->left_s,
                       &work, &repair, err);
    p->left_s -= repair.seconds;
    p->spent_s += repair.seconds;
    if (!err->status && repair.optimal) {
        part.bound = part.cost = repair.cost;
        part.level = ARENA_NEW(p->arena, uint8_t, p->n);
        if (part.level)
            memcpy(part.level, repair.grid.cell, p->n);
        if (!part.level || !push(p, part))
            no_memory(err);
    } else {
        good = repair.infeasible;
    }
    arena_free(&work);
    return good;
}

/* Makes a part's level the next solution, k, and divides the part. */
static bool take_solution(struct partition *p, const struct part *part, size_t k)
{
    p->open[k] = ARENA_NEW(p->arena, tile_set, p->n);
    p->out[k] =
        (struct level_repair){.grid = {p->broken->rows, p->broken->cols, part->level},
                              .cost = part->cost,
                              .bound = part->cost,
                              .optimal = true,
                              .by = LEVEL_BY_FLOW,
                              .seconds = p->spent_s};
    p->spent_s = 0;
    return p->open[k] && sets_of(p, part, p->open[k]) && divide(p, k);
}

static enum status search(struct partition *p, struct error *err)
{
    size_t k = 1;
    bool in_time = true;
    while (k < p->wanted->count && p->n_parts > 0 && in_time && !err->status) {
        struct part part = pop(p);
        if (part.level && !take_solution(p, &part, k++))
            no_memory(err);
        else if (!part.level)
            in_time = p->left_s > 0 && solve(p, part, err);
        if (!in_time)
            p->out[k].bound = part.bound;
    }
    if (k < p->wanted->count && in_time) {
        p->out[k].infeasible = true;
        p->out[k].bound = INFINITY;
    }
    return err->status;
}

bool level_solution_partition_suits(const struct level_game *game,
                                    const struct level_grid *broken,
                                    const tile_set *open)
{
    struct level_flow_rules rules;
    char why[512];
    return level_flow_rules_init(game, broken->rows, broken->cols, &rules, why) &&
           level_flow_rules_restrict(&rules, broken->rows, broken->cols, open);
}

enum status level_solution_partition(const struct level_solutions *wanted,
                                     const struct level_game *game,
                                     const struct level_grid *broken,
                                     const tile_set *open, double left_s,
                                     struct arena *arena, struct level_repair *out,
                                     struct error *err)
{
    char why[512];
    struct partition p = {.wanted = wanted,
                          .game = game,
                          .broken = broken,
                          .n = level_cells(broken),
                          .left_s = left_s,
                          .arena = arena,
                          .out = out};
    *err = (struct error){0};
    level_flow_rules_init(game, broken->rows, broken->cols, &p.rules, why);
    p.open = ARENA_NEW(arena, tile_set *, wanted->count);
    if (p.open)
        p.open[0] = ARENA_NEW(arena, tile_set, p.n);
    if (!p.open || !p.open[0])
        return no_memory(err);
    for (size_t v = 0; v < p.n; v++)
        p.open[0][v] = tiles_open(open, v);
    p.rules.open = p.open[0]; /* cells are restricted from here on */
    return divide(&p, 0) ? search(&p, err) : no_memory(err);
}
