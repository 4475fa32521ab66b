#include "level_branch_and_cut.h"

#include "clock.h"
#include "level_branch_candidates.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* STRONG_ITERATIONS  of the dual simplex method for each child of a candidate
 * CUT_ROUNDS         of cuts in a node
 * FIRST_OPEN         capacity of the open nodes at first
 * FAR_NODES          after which the share `far_until_found` is doubled
 *
 * Chosen by hand, not measured. */
enum { STRONG_ITERATIONS = 40, CUT_ROUNDS = 3, FIRST_OPEN = 1024, FAR_NODES = 64 };
/* Above CLP's tolerance (1e-7), far below the least gain: no node is pruned, and no
 * variable fixed, by a rounding error. */
static const double MARGIN = 1e-3;
/* A child whose bound rises by less counts as if by this, so that the product for both
 * tells candidates apart. */
static const double LEAST_RISE = 1e-4;

struct node {
    double bound;
    uint8_t *fixed; /* of each variable up to the last integer one */
    /* Of the relaxation above it, to which more may be added since; no rows: none. */
    unsigned char *basis;
    size_t cols, rows, basis_room;
    struct node *next;
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
                                fixed[j] == LEVEL_BRANCH_AT_ONE ? 1 : p->col_low[j],
                                fixed[j] == LEVEL_BRANCH_AT_ZERO ? 0 : p->col_high[j]);
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
        if (p->integer[j] &&
            fabs(tree->x[j] - round(tree->x[j])) > LEVEL_BRANCH_INTEGRAL)
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
        if (!p->integer[j] || tree->fixed[j] != LEVEL_BRANCH_FREE ||
            fabs(reduced) <= slack)
            continue;
        if (reduced > 0 && tree->x[j] < LEVEL_BRANCH_INTEGRAL)
            tree->fixed[j] = LEVEL_BRANCH_AT_ZERO;
        else if (reduced < 0 && tree->x[j] > 1 - LEVEL_BRANCH_INTEGRAL)
            tree->fixed[j] = LEVEL_BRANCH_AT_ONE;
    }
}

/* ---- branching ---- */

/* Estimates the bounds of both children of a candidate. */
static void try_candidate(struct tree *tree, struct level_branch_candidate *c)
{
    for (int second = 0; second < 2; second++) {
        double cost;
        memcpy(tree->trial, tree->fixed, tree->cols);
        level_branch_restrict(tree->model, c, second, tree->trial);
        set_bounds(tree, tree->trial);
        level_lp_set_basis(tree->search->lp, tree->basis);
        bool ended = solve(tree, STRONG_ITERATIONS, &cost);
        c->estimate[second] = fmax(cost, tree->bound);
        c->bound[second] = ended ? c->estimate[second] : tree->bound;
    }
}

/* Chooses a candidate. False if a child of one has no level: then the other child is what
 * is left of the node, `over` if it has none either. */
static bool choose(struct tree *tree, struct level_branch_candidate *best, bool *over)
{
    struct level_branch_candidates all;
    double most = -1;
    level_branch_candidates_find(tree->model, tree->cols, tree->x, &all);
    assert(all.n > 0);
    if (!keep_basis(tree))
        return false;
    for (size_t i = 0; i < all.n; i++) {
        struct level_branch_candidate *c = &all.list[i];
        try_candidate(tree, c);
        bool none[2] = {isinf(c->bound[0]), isinf(c->bound[1])};
        if (none[0] || none[1]) {
            *over = none[0] && none[1];
            level_branch_restrict(tree->model, c, none[0], tree->fixed);
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

static struct node *child_of(struct tree *tree, const struct level_branch_candidate *c,
                             bool second)
{
    struct node *node = take_node(tree);
    if (!node)
        return NULL;
    node->bound = c->bound[second];
    memcpy(node->fixed, tree->fixed, tree->cols);
    level_branch_restrict(tree->model, c, second, node->fixed);
    return keep_basis_in(tree, node) ? node : NULL;
}

/* Makes both children; returns the one that looks cheaper, and leaves the other open. */
static struct node *divide(struct tree *tree, const struct level_branch_candidate *c)
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
    struct level_branch_candidate best;
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
