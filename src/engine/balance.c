#include "balance.h"

#include <math.h>

/* Speeds are compared after ENOUGH_S of work of the slowest rank; changes of the layout take
 * at most 1 / MOVING_SHARE of the run time. Both are chosen by hand. */
static const double ENOUGH_S = 1.0;
enum { MOVING_SHARE = 20 };

/* Halvings of the interval of times: beyond the precision of a double. */
enum { HALVINGS = 64 };

bool balance_is_due(const struct balance_load *loads, size_t ranks)
{
    double busy = 0, move = 0;
    for (size_t r = 0; r < ranks; r++) {
        busy = fmax(busy, loads[r].busy_s);
        move = fmax(move, loads[r].move_s);
    }
    return busy >= ENOUGH_S && busy >= MOVING_SHARE * move;
}

/* The mean time of an island on a rank. A clock may be too coarse to see any. */
static double pace_of(const struct island_layout *layout,
                      const struct balance_load *loads, size_t rank)
{
    static const double LEAST_S = 1e-9;
    return fmax(loads[rank].busy_s, LEAST_S) /
           (double)island_layout_count(layout, rank);
}

/* How many islands a rank can run in a time, at least 1. */
static size_t capacity(const struct island_layout *layout,
                       const struct balance_load *loads, size_t rank, double time)
{
    double n = floor(time / pace_of(layout, loads, rank));
    return n < 1 ? 1 : n < (double)layout->islands ? (size_t)n : layout->islands;
}

/* How many islands all ranks can run in a time. */
static size_t all_capacity(const struct island_layout *layout,
                           const struct balance_load *loads, double time)
{
    size_t all = 0;
    for (size_t r = 0; r < layout->ranks; r++)
        all += capacity(layout, loads, r, time);
    return all;
}

double balance_layout(const struct island_layout *layout,
                      const struct balance_load *loads, size_t *first)
{
    double present = 0, slowest = 0, low = 0, high;
    for (size_t r = 0; r < layout->ranks; r++)
        present = fmax(present, pace_of(layout, loads, r) *
                                    (double)island_layout_count(layout, r));
    for (high = present; all_capacity(layout, loads, high) < layout->islands;)
        high *= 2; /* for rounding */
    for (int i = 0; i < HALVINGS; i++) {
        double middle = low + (high - low) / 2;
        if (all_capacity(layout, loads, middle) < layout->islands)
            low = middle;
        else
            high = middle;
    }
    /* Ranks that reach the same time together may have room for more than there are. */
    size_t surplus = all_capacity(layout, loads, high) - layout->islands;
    first[0] = 0;
    for (size_t r = 0; r < layout->ranks; r++) {
        size_t n = capacity(layout, loads, r, high);
        size_t less = n - capacity(layout, loads, r, low);
        less = less < surplus ? less : surplus;
        surplus -= less;
        n -= less;
        first[r + 1] = first[r] + n;
        slowest = fmax(slowest, pace_of(layout, loads, r) * (double)n);
    }
    return fmin(slowest / present, 1);
}
