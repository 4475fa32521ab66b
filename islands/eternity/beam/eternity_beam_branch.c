#include "eternity_beam_branch.h"

#include <string.h>

enum status eternity_beam_branch_init(struct eternity_beam *branch,
                                      const struct eternity_fill_plan *plan,
                                      struct eternity_beam *trunk, struct arena *perm,
                                      struct error *err)
{
    const struct eternity *puzzle = plan->table->puzzle;
    *branch = (struct eternity_beam){.plan = plan};
    if (eternity_colour_heuristic_init(&branch->heuristic, puzzle, plan->order,
                                       trunk->heuristic.weight, perm, err) ||
        eternity_transfer_matrix_init(&branch->matrix, plan, &branch->heuristic, perm,
                                      err))
        return err->status;
    branch->key = ARENA_NEW(
        perm, uint64_t,
        eternity_beam_keys_at(&branch->heuristic, branch->heuristic.positions));
    if (!trunk->kept)
        trunk->kept = arena_take_array(perm, trunk->widest, trunk->stride);
    if (!branch->key || !trunk->kept)
        return error_set(err, STATUS_MEMORY, "no memory for branches of %zu states",
                         trunk->widest);
    return STATUS_OK;
}

void eternity_beam_branch_keep(struct eternity_beam *trunk)
{
    unsigned char *former = trunk->kept;
    eternity_beam_compact_nodes(trunk);
    trunk->kept = trunk->now;
    trunk->now = former;
    trunk->kept_nodes = trunk->nodes;
}

/* Copies the trunk's hash keys; in the reflection those of a column are of the
 * reflected one, so that hashes of states stay what they are. */
static void take_keys(struct eternity_beam *branch, const struct eternity_beam *trunk,
                      bool reflected)
{
    const struct eternity_colour_heuristic *heuristic = &branch->heuristic;
    const unsigned cols = heuristic->puzzle->cols;
    memcpy(branch->key, trunk->key,
           eternity_beam_keys_at(heuristic, heuristic->positions) *
               sizeof *branch->key);
    for (unsigned col = 0; reflected && col < cols; col++)
        memcpy(branch->key + eternity_beam_keys_at(heuristic, col),
               trunk->key + eternity_beam_keys_at(heuristic, cols - 1 - col),
               heuristic->puzzle->colours * sizeof *branch->key);
}

/* Reflects the frontier below full rows. */
static void reflect_frontier(const struct eternity_beam *branch, unsigned rows,
                             struct eternity_frontier frontier)
{
    unsigned cols = branch->heuristic.puzzle->cols;
    for (unsigned col = 0; col < cols / 2; col++) {
        uint8_t colour = frontier.colours[col];
        frontier.colours[col] = frontier.colours[cols - 1 - col];
        frontier.colours[cols - 1 - col] = colour;
    }
    eternity_colour_heuristic_count_demand(&branch->heuristic, rows, frontier);
}

void eternity_beam_branch_begin(struct eternity_beam *branch,
                                const struct eternity_beam *trunk, bool reflected)
{
    const struct eternity_beam own = *branch;
    const unsigned rows = trunk->depth / trunk->heuristic.puzzle->cols;
    *branch = *trunk;
    branch->plan = own.plan;
    branch->heuristic = own.heuristic;
    branch->matrix = own.matrix;
    branch->key = own.key;
    branch->expanded = branch->work = 0;
    take_keys(branch, trunk, reflected);
    memcpy(branch->now, trunk->kept, trunk->states * trunk->stride);
    for (size_t i = 0; reflected && i < branch->states; i++)
        reflect_frontier(branch, rows,
                         eternity_beam_frontier_of(
                             branch, eternity_beam_state_at(branch, branch->now, i)));
    eternity_transfer_matrix_begin(&branch->matrix);
    if (branch->matrix.rows > rows) /* states carry no prefix of a row to come */
        branch->matrix.rows = rows;
    eternity_beam_set_depth(branch);
}
