#include "eternity_sample.h"

#include "eternity_tile_fit.h"

#include <string.h>

int16_t eternity_sample_pile_draw(const struct eternity_instance *instance,
                                  struct eternity_sample_pile *pile, unsigned cell,
                                  struct rng *rng)
{
    unsigned class = instance->cell_class[cell];
    unsigned drawn = (unsigned)rng_below(rng, pile->count[class]);
    int16_t *tile = pile->tile[class];
    int16_t taken = tile[drawn];
    tile[drawn] = tile[--pile->count[class]];
    return eternity_instance_facing(instance, taken, cell);
}

void eternity_sample_complete(const struct eternity_instance *instance, struct rng *rng,
                              int16_t *board)
{
    const struct eternity *puzzle = &instance->puzzle;
    struct eternity_sample_pile pile;
    bool used[ETERNITY_MAX_CELLS] = {false};
    for (unsigned cell = 0; cell < puzzle->cells; cell++)
        if (board[cell] != ETERNITY_NONE)
            used[eternity_piece(board[cell])] = true;
    memset(pile.count, 0, sizeof pile.count);
    for (unsigned piece = 0; piece < puzzle->cells; piece++)
        if (!used[piece])
            eternity_sample_pile_add(instance, &pile,
                                     (int16_t)(4 * piece + (rng_next(rng) >> 62)));
    for (unsigned cell = 0; cell < puzzle->cells; cell++)
        if (board[cell] == ETERNITY_NONE)
            board[cell] = eternity_sample_pile_draw(instance, &pile, cell, rng);
}

static void fill_with_knowledge(const struct eternity_instance *instance,
                                struct rng *rng, int16_t *board)
{
    const struct eternity *puzzle = &instance->puzzle;
    uint32_t list[ETERNITY_MAX_CELLS];
    unsigned n = 0;
    for (unsigned piece = 0; piece < puzzle->cells; piece++)
        if (!instance->is_clue[piece])
            list[n++] = piece;
    rng_shuffle(rng, list, n);
    for (unsigned at = 0; at < puzzle->cells; at++) {
        unsigned cell = instance->path[at], i = 0;
        if (board[cell] != ETERNITY_NONE)
            continue;
        struct eternity_fit_constraint constraint =
            eternity_fit_constraint_of(instance, board, cell);
        while (i < n && board[cell] == ETERNITY_NONE)
            board[cell] = eternity_fit_tile(puzzle, list[i++], 0, constraint);
        if (board[cell] != ETERNITY_NONE)
            memmove(&list[i - 1], &list[i], (--n - (i - 1)) * sizeof *list);
    }
}

bool eternity_sample(const void *self, struct rng *rng, struct arena scratch,
                     void *genome)
{
    const struct eternity_instance *instance = self;
    int16_t *board = genome;
    (void)scratch;
    memcpy(board, instance->puzzle.clue, instance->puzzle.cells * sizeof *board);
    if (instance->keys->initialization == ETERNITY_SAMPLING_KNOWLEDGE)
        fill_with_knowledge(instance, rng, board);
    eternity_sample_complete(instance, rng, board);
    return true;
}
