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
        trunk->kept = arena_take_array(perm, trunk->widest,
                                       eternity_beam_kept_bytes(&trunk->heuristic));
    if (!branch->key || !trunk->kept)
        return error_set(err, STATUS_MEMORY, "no memory for branches of %zu states",
                         trunk->widest);
    return STATUS_OK;
}

void eternity_beam_branch_keep(struct eternity_beam *trunk)
{
    const size_t bytes = eternity_beam_kept_bytes(&trunk->heuristic);
    eternity_beam_compact_nodes(trunk);
    for (size_t i = 0; i < trunk->states; i++)
        memcpy(trunk->kept + i * bytes, eternity_beam_state_at(trunk, i), bytes);
    trunk->tree.kept = trunk->tree.nodes;
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

/* Reflects the colours below full rows. */
static void reflect_colours(unsigned cols, uint8_t *colours)
{
    for (unsigned col = 0; col < cols / 2; col++) {
        uint8_t colour = colours[col];
        colours[col] = colours[cols - 1 - col];
        colours[cols - 1 - col] = colour;
    }
}

/* What follows from the used pieces and the colours below full rows, except for the
 * prefix product, which begins anew. */
static void restore_rest(struct eternity_beam *branch, unsigned rows,
                         struct eternity_beam_state *state)
{
    const struct eternity_colour_heuristic *heuristic = &branch->heuristic;
    const struct eternity_frontier frontier = eternity_beam_frontier_of(branch, state);
    const uint64_t *used = eternity_beam_used_of(state);
    memcpy(frontier.supply, heuristic->supply, heuristic->types * sizeof(uint16_t));
    for (unsigned word = 0; word < branch->matrix.words; word++)
        for (uint64_t left = used[word]; left; left &= left - 1) {
            unsigned piece = 64 * word + (unsigned)__builtin_ctzll(left);
            for (unsigned side = 0; side < N_SIDES; side++)
                frontier.supply[heuristic->type[4 * piece][side]]--;
        }
    eternity_colour_heuristic_count_demand(heuristic, rows, frontier);
}

/* Copies the kept states to the pool. */
static void restore_states(struct eternity_beam *branch, unsigned rows, bool reflected)
{
    const size_t bytes = eternity_beam_kept_bytes(&branch->heuristic);
    for (size_t i = 0; i < branch->states; i++) {
        branch->place[i] = (uint32_t)i;
        struct eternity_beam_state *state = eternity_beam_state_at(branch, i);
        memset(state, 0, branch->stride);
        memcpy(state, branch->kept + i * bytes, bytes);
        if (reflected)
            reflect_colours(branch->heuristic.puzzle->cols,
                            eternity_beam_colours_of(branch, state));
        restore_rest(branch, rows, state);
    }
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
    restore_states(branch, rows, reflected);
    eternity_transfer_matrix_begin(&branch->matrix);
    if (branch->matrix.rows > rows) /* states carry no prefix of a row to come */
        branch->matrix.rows = rows;
    eternity_beam_set_depth(branch);
}
