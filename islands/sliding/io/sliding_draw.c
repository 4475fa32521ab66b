#include "sliding_draw.h"

#include "plural.h"

#include <string.h>

enum { FEW_RINGS = 8 }; /* the placement fits on the line of a move */

static void print_placement(const struct sliding *puzzle, const uint8_t *at, FILE *out)
{
    for (unsigned r = 0; r < puzzle->rings; r++)
        fprintf(out, "%s%u", r ? " " : "", at[r]);
}

static void print_move(const struct sliding *puzzle, size_t step, unsigned ring,
                       unsigned from, unsigned to, const struct sliding_position *after,
                       FILE *out)
{
    fprintf(out, "%4zu  ring %2u: %3u -> %3u", step, ring, from, to);
    if (to == puzzle->target[ring])
        fputs("  home", out);
    else if (puzzle->rings <= FEW_RINGS)
        fputs("      ", out);
    if (puzzle->rings <= FEW_RINGS) {
        fputs("    ", out);
        print_placement(puzzle, after->at, out);
    }
    fputc('\n', out);
}

/* The bound is that of the distances alone; what a run has proven may be more. */
static void print_head(const struct sliding *puzzle, size_t moves, bool is_solved,
                       FILE *out)
{
    unsigned bound = sliding_bound(puzzle, puzzle->start, puzzle->target);
    fprintf(out, "%zu move%s", moves, plural_s(moves));
    if (is_solved && moves <= bound)
        fputs(", proven optimal", out);
    else
        fprintf(out, "; by distances alone no solution has fewer than %u move%s", bound,
                plural_s(bound));
    fprintf(out, "; d = %u, k = %u, %u ring%s\n", puzzle->d, puzzle->k, puzzle->rings,
            plural_s(puzzle->rings));
}

void sliding_describe(const void *self, const void *genome, FILE *out)
{
    const struct sliding *puzzle = self;
    const int16_t *gene = genome;
    struct sliding_position position, end;
    size_t moves = sliding_replay(puzzle, genome, &end);
    print_head(puzzle, moves, sliding_matches(puzzle, &end) == puzzle->rings, out);
    fputs("start   ", out);
    print_placement(puzzle, puzzle->start, out);
    fputs("\ntarget  ", out);
    print_placement(puzzle, puzzle->target, out);
    fputc('\n', out);
    sliding_place(puzzle, puzzle->start, &position);
    for (size_t i = 0; i < moves; i++) {
        unsigned ring = sliding_ring_of(puzzle, gene[i]);
        unsigned from = position.at[ring], to = sliding_vertex_of(puzzle, gene[i]);
        sliding_shift(&position, ring, to);
        print_move(puzzle, i + 1, ring, from, to, &position, out);
    }
    if (sliding_matches(puzzle, &end) != puzzle->rings)
        fprintf(out, "ends with %u of %u rings home\n", sliding_matches(puzzle, &end),
                puzzle->rings);
}
