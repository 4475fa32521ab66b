#include "level_branch_and_cut.h"

#include "clock.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* CANDIDATES         for branching on single variables, SPLITS on places
 * STRONG_ITERATIONS  of the dual simplex method for each child of a candidate
 * CUT_ROUNDS         of cuts in a node
 * FIRST_OPEN         capacity of the open nodes at first
 * FAR_NODES          after which the share `far_until_found` is doubled
 *
 * SPLITS: of two dungeons the first was proven in 14.5 s with 4, in more than 15 with 2; the
 * others are chosen by hand, not measured. */
enum {
    CANDIDATES = 10,
    SPLITS = 4,
    STRONG_ITERATIONS = 40,
    CUT_ROUNDS = 3,
    FIRST_OPEN = 1024,
    FAR_NODES = 64
};
/* A value this near to 0 or 1 is integral: CBC's tolerance. */
static const double INTEGRAL = 1e-6;
/* A place is divided while each side has at least this share. Chosen by hand. */
static const double LEAST_SHARE = 0.05;
/* Above CLP's tolerance (1e-7), far below the least gain: no node is pruned, and no
 * variable fixed, by a rounding error. */
static const double MARGIN = 1e-3;
/* A child whose bound rises by less counts as if by this, so that the product for both
 * tells candidates apart. */
static const double LEAST_RISE = 1e-4;

/* What a variable is fixed at. */
enum { FREE, AT_ZERO, AT_ONE };

struct node {
    double bound;
    uint8_t *fixed; /* of each variable up to the last integer one */
    /* Of the relaxation above it, to which more may be added since; no rows: none. */
    unsigned char *basis;
    size_t cols, rows, basis_room;
    struct node *next;
};

/* Two children: a variable at 0 or at 1; or, with col < 0, a tile in the first lines (rows
 * or columns), or in the others. */
struct candidate {
    double score;
    int col;
    uint8_t tile;
    bool by_rows;
    size_t lines;
    /* Of each child: a lower bound, and an estimate of one. */
    double bound[2], estimate[2];
};

struct candidates {
    struct candidate list[CANDIDATES];
    size_t n, most;
};

struct tree {
    struct level_branch_and_cut *search;
    struct level_cell_model *model;
    struct arena *arena;
    size_t cols;
    struct node **open; /* a heap, the least bound first */
    size_t n_open, max_open;
    struct node *spare;
    /* Of the node that is being processed. */
    uint8_t *fixed, *trial;
    double *x, bound;
    unsigned char *basis;
    size_t basis_bytes;
    size_t n_processed; /* nodes */
    bool stopped;
};

/* ---- open nodes ---- */

static struct node *take_node(struct tree *tree)
{
    struct node *node = tree->spare;
    if (node) {
        tree->spare = node->next;
        return node;
    }
    node = ARENA_NEW(tree->arena, struct node, 1);
    if (node)
        node->fixed = ARENA_NEW(tree->arena, uint8_t, tree->cols);
    if (node && node->fixed)
        return node;
    tree->model->failed = true;
    return NULL;
}

static void give_node(struct tree *tree, struct node *node)
{
    node->rows = 0;
    node->next = tree->spare;
    tree->spare = node;
}

static void push(struct tree *tree, struct node *node)
{
    if (tree->n_open == tree->max_open) {
        struct node **larger =
            ARENA_NEW(tree->arena, struct node *, 2 * tree->max_open);
        if (!larger) {
            tree->model->failed = true;
            return;
        }
        memcpy(larger, tree->open, tree->n_open * sizeof(struct node *));
        tree->open = larger;
        tree->max_open *= 2;
    }
    size_t at = tree->n_open++;
    for (; at && tree->open[(at - 1) / 2]->bound > node->bound; at = (at - 1) / 2)
        tree->open[at] = tree->open[(at - 1) / 2];
    tree->open[at] = node;
}

static struct node *pop(struct tree *tree)
{
    struct node *top = tree->open[0], *last = tree->open[--tree->n_open];
    size_t at = 0;
    for (size_t child = 1; child < tree->n_open; child = 2 * at + 1) {
        if (child + 1 < tree->n_open &&
            tree->open[child + 1]->bound < tree->open[child]->bound)
            child++;
        if (tree->open[child]->bound >= last->bound)
            break;
        tree->open[at] = tree->open[child];
        at = child;
    }
    tree->open[at] = last;
    return top;
}

/* ---- relaxations ---- */

/* No level that is cheaper than the best costs more. */
static double limit(const struct tree *tree)
{
    return *tree->search->best - tree->search->least_gain + MARGIN;
}

static void set_bounds(struct tree *tree, const uint8_t *fixed)
{
    const struct level_program *p = &tree->model->program;
    for (size_t j = 0; j < tree->cols; j++)
        if (p->integer[j])
            level_lp_set_bounds(tree->search->lp, j,
                                fixed[j] == AT_ONE ? 1 : p->col_low[j],
                                fixed[j] == AT_ZERO ? 0 : p->col_high[j]);
}

/* Solves the relaxation; false if it did not end, for `iterations` or the time.
 *
 * cost  out: INFINITY: nothing below the limit; after iterations, an estimate */
static bool solve(struct tree *tree, int iterations, double *cost)
{
    double left = tree->search->deadline - clock_thread_s();
    *cost = tree->bound;
    return left > 0 && level_lp_solve_below(tree->search->lp, &tree->model->program,
                                            limit(tree), iterations, left, cost);
}

/* Keeps the basis of the relaxation; false when memory runs out. */
static bool keep_basis(struct tree *tree)
{
    size_t bytes = level_lp_basis_bytes(tree->search->lp);
    if (bytes > tree->basis_bytes) {
        tree->basis = ARENA_NEW(tree->arena, unsigned char, 2 * bytes);
        tree->basis_bytes = 2 * bytes;
        tree->model->failed = !tree->basis;
    }
    if (tree->basis)
        level_lp_get_basis(tree->search->lp, tree->basis);
    return !tree->model->failed;
}

static bool is_integral(const struct tree *tree)
{
    const struct level_program *p = &tree->model->program;
    for (size_t j = 0; j < tree->cols; j++)
        if (p->integer[j] && fabs(tree->x[j] - round(tree->x[j])) > INTEGRAL)
            return false;
    return true;
}

/* Reduced cost fixing, for this node and those below it. */
static void fix_by_reduced_costs(struct tree *tree, double cost)
{
    const struct level_program *p = &tree->model->program;
    double slack = limit(tree) - cost;
    for (size_t j = 0; j < tree->cols && isfinite(slack); j++) {
        double reduced = level_lp_reduced_cost(tree->search->lp, j);
        if (!p->integer[j] || tree->fixed[j] != FREE || fabs(reduced) <= slack)
            continue;
        if (reduced > 0 && tree->x[j] < INTEGRAL)
            tree->fixed[j] = AT_ZERO;
        else if (reduced < 0 && tree->x[j] > 1 - INTEGRAL)
            tree->fixed[j] = AT_ONE;
    }
}

/* ---- branching ---- */

/* Fixes what makes a node one of two children. */
static void restrict_to(const struct tree *tree, const struct candidate *c, bool second,
                        uint8_t *fixed)
{
    const struct level_cell_model *model = tree->model;
    size_t cols = model->broken->cols;
    if (c->col >= 0) {
        fixed[c->col] = second ? AT_ONE : AT_ZERO;
        return;
    }
    for (size_t v = 0; v < model->n; v++) {
        bool beyond = (c->by_rows ? v / cols : v % cols) >= c->lines;
        for (uint32_t i = model->first[v]; i < model->first[v + 1]; i++)
            if (beyond != second && model->choice[i].tile == c->tile)
                fixed[model->choice[i].col] = AT_ZERO;
    }
}

/* Inserts a candidate by its score, if it is among the best. */
static void consider(struct candidates *all, struct candidate c)
{
    if (all->n == all->most && all->list[all->n - 1].score >= c.score)
        return;
    size_t at = all->n < all->most ? all->n++ : all->n - 1;
    for (; at && all->list[at - 1].score < c.score; at--)
        all->list[at] = all->list[at - 1];
    all->list[at] = c;
}

/* The share of a tile in each row or column. */
static void sum_lines(const struct tree *tree, uint8_t tile, bool by_rows, double *sum)
{
    const struct level_cell_model *model = tree->model;
    size_t cols = model->broken->cols;
    for (size_t v = 0; v < model->n; v++)
        for (uint32_t i = model->first[v]; i < model->first[v + 1]; i++)
            if (model->choice[i].tile == tile) {
                assert(model->choice[i].col != LEVEL_CELL_MODEL_IMPLIED);
                sum[by_rows ? v / cols : v % cols] += tree->x[model->choice[i].col];
            }
}

/* The line that divides the place of a tile that occurs once most evenly. */
static void consider_split(const struct tree *tree, uint8_t tile, bool by_rows,
                           struct candidates *all)
{
    const struct level_grid *grid = tree->model->broken;
    double sum[LEVEL_MAX_SIDE] = {0}, below = 0;
    struct candidate c = {.col = -1, .tile = tile, .by_rows = by_rows};
    sum_lines(tree, tile, by_rows, sum);
    for (size_t k = 1; k < (by_rows ? grid->rows : grid->cols); k++) {
        below += sum[k - 1];
        double least = fmin(below, 1 - below);
        if (least > c.score) {
            c.score = least;
            c.lines = k;
        }
    }
    if (c.score > LEAST_SHARE)
        consider(all, c);
}

/* The ends of paths that a rule is on: tiles that occur once. */
static tile_set ends_of_paths(const struct level_cell_model *model)
{
    const struct level_game *game = model->game;
    tile_set ends = 0;
    for (size_t i = 0; i < game->n_apart; i++)
        ends |= game->apart[i].from | game->apart[i].to;
    for (size_t i = 0; i < game->n_paths; i++)
        ends |= game->paths[i].from | game->paths[i].to;
    return ends & level_demands_once(game) & ~model->interchangeable;
}

/* Divisions of places, or, if there are none, fractional variables. */
static void find_candidates(const struct tree *tree, struct candidates *all)
{
    const struct level_cell_model *model = tree->model;
    *all = (struct candidates){.most = SPLITS};
    for (tile_set left = ends_of_paths(model); left; left &= left - 1)
        for (int by_rows = 0; by_rows < 2; by_rows++)
            consider_split(tree, (uint8_t)__builtin_ctz(left), by_rows, all);
    if (all->n)
        return;
    all->most = CANDIDATES;
    for (size_t j = 0; j < tree->cols; j++) {
        double least = fmin(tree->x[j], 1 - tree->x[j]);
        if (model->program.integer[j] && least > INTEGRAL)
            consider(all, (struct candidate){.col = (int)j, .score = least});
    }
}

/* Estimates the bounds of both children of a candidate. */
static void try_candidate(struct tree *tree, struct candidate *c)
{
    for (int second = 0; second < 2; second++) {
        double cost;
        memcpy(tree->trial, tree->fixed, tree->cols);
        restrict_to(tree, c, second, tree->trial);
        set_bounds(tree, tree->trial);
        level_lp_set_basis(tree->search->lp, tree->basis);
        bool ended = solve(tree, STRONG_ITERATIONS, &cost);
        c->estimate[second] = fmax(cost, tree->bound);
        c->bound[second] = ended ? c->estimate[second] : tree->bound;
    }
}

/* Chooses a candidate. False if a child of one has no level: then the other child is what
 * is left of the node, `over` if it has none either. */
static bool choose(struct tree *tree, struct candidate *best, bool *over)
{
    struct candidates all;
    double most = -1;
    find_candidates(tree, &all);
    assert(all.n > 0);
    if (!keep_basis(tree))
        return false;
    for (size_t i = 0; i < all.n; i++) {
        struct candidate *c = &all.list[i];
        try_candidate(tree, c);
        bool none[2] = {isinf(c->bound[0]), isinf(c->bound[1])};
        if (none[0] || none[1]) {
            *over = none[0] && none[1];
            restrict_to(tree, c, none[0], tree->fixed);
            level_lp_set_basis(tree->search->lp, tree->basis);
            return false;
        }
        double score = fmax(c->estimate[0] - tree->bound, LEAST_RISE) *
                       fmax(c->estimate[1] - tree->bound, LEAST_RISE);
        if (score > most) {
            most = score;
            *best = *c;
        }
    }
    level_lp_set_basis(tree->search->lp, tree->basis);
    return true;
}

/* Copies the basis of the node that is being divided; false when memory runs out. */
static bool keep_basis_in(struct tree *tree, struct node *node)
{
    size_t bytes = level_lp_basis_bytes(tree->search->lp);
    if (bytes > node->basis_room) {
        node->basis_room = bytes + bytes / 4;
        node->basis = ARENA_NEW(tree->arena, unsigned char, node->basis_room);
        tree->model->failed = tree->model->failed || !node->basis;
    }
    if (!node->basis)
        return false;
    node->cols = tree->search->lp->cols;
    node->rows = bytes - node->cols;
    memcpy(node->basis, tree->basis, bytes);
    return true;
}

/* Puts off the node in `tree`, whose relaxation has been solved. */
static void put_off(struct tree *tree)
{
    struct node *node = keep_basis(tree) ? take_node(tree) : NULL;
    if (!node)
        return;
    node->bound = tree->bound;
    memcpy(node->fixed, tree->fixed, tree->cols);
    if (keep_basis_in(tree, node))
        push(tree, node);
}

/* Whether the bound of the node in `tree` is so far above the least one that the levels in it
 * are likely to cost more than the cheapest one. */
static bool is_far(const struct tree *tree)
{
    const double best = *tree->search->best;
    double far = tree->search->far_until_found *
                 level_game_largest_cost(tree->model->game) *
                 exp2(floor((double)tree->n_processed / FAR_NODES));
    if (!tree->n_open)
        return false;
    if (isfinite(best))
        far = tree->search->far_share * (best - tree->open[0]->bound);
    return tree->bound - tree->open[0]->bound > far;
}

static struct node *child_of(struct tree *tree, const struct candidate *c, bool second)
{
    struct node *node = take_node(tree);
    if (!node)
        return NULL;
    node->bound = c->bound[second];
    memcpy(node->fixed, tree->fixed, tree->cols);
    restrict_to(tree, c, second, node->fixed);
    return keep_basis_in(tree, node) ? node : NULL;
}

/* Makes both children; returns the one that looks cheaper, and leaves the other open. */
static struct node *divide(struct tree *tree, const struct candidate *c)
{
    bool second = c->estimate[1] < c->estimate[0];
    struct node *first = child_of(tree, c, second), *other = child_of(tree, c, !second);
    if (!first || !other)
        return NULL;
    push(tree, other);
    return first;
}

/* ---- nodes ---- */

/* Solves the relaxation of the node. False if nothing is left in it, or if the search is
 * to stop. */
static bool relax(struct tree *tree)
{
    const struct level_program *p = &tree->model->program;
    double cost;
    set_bounds(tree, tree->fixed);
    if (tree->model->failed || !solve(tree, LEVEL_LP_NO_LIMIT, &cost)) {
        tree->stopped = true;
        return false;
    }
    tree->bound = fmax(tree->bound, cost);
    if (isinf(cost) || cost > limit(tree))
        return false;
    memcpy(tree->x, level_lp_values(tree->search->lp), p->cols * sizeof *tree->x);
    fix_by_reduced_costs(tree, cost);
    return true;
}

/* Processes the node in `tree`: returns a child to go on with; NULL: nothing is left in
 * it, or the search stops. */
static struct node *process(struct tree *tree)
{
    const struct level_branch_and_cut *search = tree->search;
    struct candidate best;
    bool over = false;
    for (int round = 0; !over && relax(tree);) {
        if (is_integral(tree)) {
            if (search->take(search->context, tree->x) == 0)
                return NULL;
        } else if (round++ >= CUT_ROUNDS ||
                   search->cut(search->context, tree->x) == 0) {
            if (is_far(tree)) {
                put_off(tree);
                return NULL;
            }
            if (choose(tree, &best, &over))
                return divide(tree, &best);
        }
    }
    return NULL;
}

static bool tree_init(struct tree *tree)
{
    const struct level_program *p = &tree->model->program;
    for (size_t j = 0; j < p->cols; j++)
        if (p->integer[j])
            tree->cols = j + 1;
    tree->max_open = FIRST_OPEN;
    tree->open = ARENA_NEW(tree->arena, struct node *, tree->max_open);
    tree->fixed = ARENA_NEW(tree->arena, uint8_t, tree->cols);
    tree->trial = ARENA_NEW(tree->arena, uint8_t, tree->cols);
    tree->x = ARENA_NEW(tree->arena, double, tree->model->max_cols);
    struct node *root = take_node(tree);
    if (!tree->open || !tree->fixed || !tree->trial || !tree->x || !root) {
        tree->model->failed = true;
        return false;
    }
    root->bound = -INFINITY;
    push(tree, root);
    return true;
}

bool level_branch_and_cut(struct level_branch_and_cut *search, struct arena *arena)
{
    struct tree tree = {.search = search, .model = search->model, .arena = arena};
    struct node *node = NULL;
    if (!tree_init(&tree))
        return false;
    while (node || (tree.n_open && tree.open[0]->bound <= limit(&tree))) {
        if (!node) {
            node = pop(&tree);
            if (node->rows)
                level_lp_start_from(search->lp, node->basis, node->cols, node->rows);
        }
        tree.bound = node->bound;
        memcpy(tree.fixed, node->fixed, tree.cols);
        give_node(&tree, node);
        tree.n_processed++;
        node = process(&tree);
        double least = tree.n_open ? tree.open[0]->bound : INFINITY;
        if (tree.stopped || tree.model->failed) {
            search->raise(search->context, fmin(least, tree.bound));
            return false;
        }
        if (!node)
            search->raise(search->context, least);
    }
    return true;
}
