#include "eternity_depth_first_schedule.h"

#include <string.h>

void eternity_depth_first_set_breaks(unsigned cells, double free, double last,
                                     unsigned breaks,
                                     struct eternity_break_schedule *schedule)
{
    unsigned depth = 0, allowed = 0;
    for (unsigned k = 0; k < breaks; k++) {
        const double t = breaks > 1 ? (double)k / (breaks - 1) : 0;
        const unsigned from =
            (unsigned)(cells * (free + (last - free) * t * (3 - t) / 2));
        for (; depth <= from && depth <= cells; depth++)
            schedule->breaks[depth] = (uint16_t)allowed;
        allowed++;
    }
    for (; depth <= cells; depth++)
        schedule->breaks[depth] = (uint16_t)allowed;
}

/* Sides of each colour in all pieces, and the colours of the ring, a bit each. */
static uint64_t count_sides(const struct eternity *puzzle, unsigned *sides)
{
    uint64_t ring = 0;
    memset(sides, 0, ETERNITY_MAX_COLOURS * sizeof *sides);
    for (unsigned piece = 0; piece < puzzle->cells; piece++) {
        const uint8_t *of_piece = puzzle->sides[4 * piece];
        for (unsigned s = 0; s < N_SIDES; s++) {
            sides[of_piece[s]]++;
            if (of_piece[s] == ETERNITY_GREY)
                ring |= UINT64_C(1) << of_piece[(s + 1) % N_SIDES] |
                        UINT64_C(1) << of_piece[(s + 3) % N_SIDES];
        }
    }
    return ring;
}

uint64_t eternity_depth_first_draw_colours(const struct eternity *puzzle, unsigned ring,
                                           unsigned inner, struct rng *rng)
{
    unsigned sides[ETERNITY_MAX_COLOURS];
    uint32_t order[ETERNITY_MAX_COLOURS];
    const uint64_t of_ring = count_sides(puzzle, sides);
    uint64_t drawn = 0;
    for (unsigned colour = 0; colour < puzzle->colours; colour++)
        order[colour] = colour;
    rng_shuffle(rng, order, puzzle->colours);
    for (unsigned i = 0; i < puzzle->colours; i++) {
        const uint32_t colour = order[i];
        unsigned *left = of_ring >> colour & 1 ? &ring : &inner;
        if (colour == ETERNITY_GREY || sides[colour] == 0 || *left == 0)
            continue;
        --*left;
        drawn |= UINT64_C(1) << colour;
    }
    return drawn;
}

/* Cells behind the first row as a share, and the share of the sides used by then: of
 * J. Blackwood's three colours there are 122. */
static const double used_by[][2] = {{0, 0},
                                    {10 / 240., 28 / 122.},
                                    {40 / 240., 71 / 122.},
                                    {60 / 240., 89 / 122.},
                                    {86 / 240., 106 / 122.},
                                    {144 / 240., 119 / 122.}};
enum { POINTS = sizeof used_by / sizeof *used_by };

/* The share of sides to be used by a share of the cells. */
static double share_by(double cells)
{
    unsigned i = 1;
    while (i + 1 < POINTS && used_by[i][0] < cells)
        i++;
    const double *from = used_by[i - 1], *to = used_by[i];
    return from[1] + (to[1] - from[1]) * (cells - from[0]) / (to[0] - from[0]);
}

unsigned eternity_depth_first_set_early(const struct eternity *puzzle, uint64_t early,
                                        double demand,
                                        struct eternity_break_schedule *schedule)
{
    unsigned sides[ETERNITY_MAX_COLOURS], all = 0, end = 0;
    (void)count_sides(puzzle, sides);
    memset(schedule->early, 0, sizeof schedule->early);
    for (unsigned colour = 0; colour < puzzle->colours; colour++)
        all += (unsigned)(early >> colour & 1) * sides[colour];
    for (unsigned depth = puzzle->cols + 1; depth <= puzzle->cells; depth++) {
        const double cells =
            (double)(depth - 1 - puzzle->cols) / (puzzle->cells - puzzle->cols);
        if (cells > used_by[POINTS - 1][0])
            break;
        schedule->early[depth] = (uint16_t)(all * demand * share_by(cells));
        if (schedule->early[depth] > 0)
            end = depth;
    }
    return end;
}
