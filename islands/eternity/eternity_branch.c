#include "eternity_branch.h"

#include "eternity_state.h"

#include <string.h>

enum status eternity_branch_init(struct eternity_beam *branch,
                                 const struct eternity_course *course,
                                 struct eternity_beam *trunk, struct arena *perm,
                                 struct error *err)
{
    const struct eternity *puzzle = course->lists->puzzle;
    *branch = (struct eternity_beam){.course = course};
    if (eternity_outlook_init(&branch->outlook, puzzle, course->order,
                              trunk->outlook.weight, perm, err) ||
        eternity_chain_init(&branch->chain, course, &branch->outlook, perm, err))
        return err->status;
    branch->key = ARENA_NEW(perm, uint64_t,
                            eternity_keys_at(&branch->outlook, branch->outlook.slots));
    if (!trunk->kept)
        trunk->kept = arena_take_array(perm, trunk->widest, trunk->stride);
    if (!branch->key || !trunk->kept)
        return error_set(err, STATUS_MEMORY, "no memory for branches of %zu states",
                         trunk->widest);
    return STATUS_OK;
}

void eternity_branch_keep(struct eternity_beam *trunk)
{
    unsigned char *former = trunk->kept;
    eternity_beam_drop_trails(trunk);
    trunk->kept = trunk->now;
    trunk->now = former;
    trunk->settled = trunk->trails;
}

/* The trunk's keys; in the mirror, those of a column are of the mirrored one, so that
 * the hashes of states stay what they are. */
static void take_keys(struct eternity_beam *branch, const struct eternity_beam *trunk,
                      bool mirrored)
{
    const struct eternity_outlook *outlook = &branch->outlook;
    const unsigned cols = outlook->puzzle->cols;
    memcpy(branch->key, trunk->key,
           eternity_keys_at(outlook, outlook->slots) * sizeof *branch->key);
    for (unsigned col = 0; mirrored && col < cols; col++)
        memcpy(branch->key + eternity_keys_at(outlook, col),
               trunk->key + eternity_keys_at(outlook, cols - 1 - col),
               outlook->puzzle->colours * sizeof *branch->key);
}

/* The line below full rows, in the mirror. */
static void mirror_line(const struct eternity_beam *branch, unsigned rows,
                        struct eternity_line line)
{
    unsigned cols = branch->outlook.puzzle->cols;
    for (unsigned col = 0; col < cols / 2; col++) {
        uint8_t slot = line.slots[col];
        line.slots[col] = line.slots[cols - 1 - col];
        line.slots[cols - 1 - col] = slot;
    }
    eternity_outlook_ask(&branch->outlook, rows, line);
}

void eternity_branch_begin(struct eternity_beam *branch,
                           const struct eternity_beam *trunk, bool mirrored)
{
    const struct eternity_beam own = *branch;
    const unsigned rows = trunk->depth / trunk->outlook.puzzle->cols;
    *branch = *trunk;
    branch->course = own.course;
    branch->outlook = own.outlook;
    branch->chain = own.chain;
    branch->key = own.key;
    branch->looked = branch->work = 0;
    take_keys(branch, trunk, mirrored);
    memcpy(branch->now, trunk->kept, trunk->states * trunk->stride);
    for (size_t i = 0; mirrored && i < branch->states; i++)
        mirror_line(
            branch, rows,
            eternity_line_of(branch, eternity_state_at(branch, branch->now, i)));
    eternity_chain_begin(&branch->chain);
    if (branch->chain.rows > rows) /* states carry no strand of a row to come */
        branch->chain.rows = rows;
    eternity_beam_turn(branch);
}
