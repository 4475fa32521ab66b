/* Value functions of knapsack problems: the least price by which an amount of a
 * resource is reached.
 *
 * A value function is an array of `width` = steps + 1 entries; entry s is the least
 * price of a choice of heroes whose resource sums to s or more (amounts above the last
 * entry count as the last). It does not decrease in s, and is PARTY_COINS_NONE if there
 * is no choice.
 *
 * Source: R. Bellman, Dynamic Programming, 1957; H. Kellerer, U. Pferschy, D. Pisinger,
 * Knapsack Problems, 2004, section 2.3 and chapter 11, in the minimization form.
 *
 * Cost: O(width) to add a hero, O(breakpoints width) for a convolution. */
#ifndef SKERRY_PARTY_KNAPSACK_H
#define SKERRY_PARTY_KNAPSACK_H

#include "party_reduced.h"

/* Whether an array is a value function; for asserts. */
static inline bool party_knapsack_is_value_function(const int32_t *front, size_t width)
{
    bool holds = front[0] >= 0 && front[width - 1] <= PARTY_COINS_NONE;
    for (size_t s = 1; s < width; s++)
        holds = holds && front[s - 1] <= front[s];
    return holds;
}

/* out = the value function of the empty choice. */
static inline void party_knapsack_empty(int32_t *out, size_t width)
{
    assert(width >= 1);
    out[0] = 0;
    for (size_t s = 1; s < width; s++)
        out[s] = PARTY_COINS_NONE;
}

static inline void party_knapsack_infeasible(int32_t *out, size_t width)
{
    for (size_t s = 0; s < width; s++)
        out[s] = PARTY_COINS_NONE;
}

/* out = min(out, in with a hero of this price and resource added). */
static inline void party_knapsack_add(const int32_t *in, int32_t coins, size_t step,
                                      size_t width, int32_t *out)
{
    assert(width >= 1 && coins >= 0 && coins <= PARTY_COINS_NONE);
    size_t low = step < width ? step : width;
    int32_t floor_price = in[0] + coins;
    for (size_t s = 0; s < low; s++)
        out[s] = out[s] < floor_price ? out[s] : floor_price;
    for (size_t s = low; s < width; s++) {
        int32_t price = in[s - low] + coins;
        out[s] = out[s] < price ? out[s] : price;
    }
}

static inline void party_knapsack_min(const int32_t *in, size_t width, int32_t *out)
{
    for (size_t s = 0; s < width; s++)
        out[s] = out[s] < in[s] ? out[s] : in[s];
}

/* out = min(out, the min-plus convolution of a and b): a choice from each. */
static inline void party_knapsack_convolve(const int32_t *a, const int32_t *b,
                                           size_t width, int32_t *out)
{
    assert(out != a && out != b);
    for (size_t s = 0; s < width; s++)
        if (a[s] < PARTY_COINS_NONE && (s + 1 == width || a[s] < a[s + 1]))
            party_knapsack_add(b, a[s], s, width, out);
}

/* Least price of a choice from a and one from b that reach the last entry together. */
static inline int32_t party_knapsack_least_pair(const int32_t *a, const int32_t *b,
                                                size_t width)
{
    assert(width >= 1);
    int32_t best = PARTY_COINS_NONE;
    for (size_t s = 0; s < width; s++) {
        int32_t price = a[s] + b[width - 1 - s];
        best = best < price ? best : price;
    }
    return best;
}

/* Dimensions of the dynamic program of one part of a party.
 *
 * A section is the stage of one hero, indexed by state, picks 0..most, repeats
 * 0..reduced->repeats and resource (width). State 1 means that the hero's value of the
 * diverse trait is in the party already, so that picking the hero uses up a repeat;
 * without a diverse trait there is state 0 only. Entries are the least price of picking
 * that many heroes of this part from the current one on, with at most that many
 * repeats, and of all later parts. */
struct party_knapsack_shape {
    size_t states, picks, repeats, width; /* counts, not maxima */
};

static inline size_t party_knapsack_section(const struct party_knapsack_shape *shape)
{
    return shape->states * shape->picks * shape->repeats * shape->width;
}

static inline size_t party_knapsack_at(const struct party_knapsack_shape *shape,
                                       size_t state, size_t picks, size_t repeats)
{
    assert(state < shape->states && picks < shape->picks && repeats < shape->repeats);
    return ((state * shape->picks + picks) * shape->repeats + repeats) * shape->width;
}

/* The section after the last hero of a part: nothing to pick, then `rest`
 * ([repeats][width]). */
void party_knapsack_end(const struct party_knapsack_shape *shape, const int32_t *rest,
                        int32_t *out);

/* The section of a hero from that of the next one. `joined`: the next hero has the same
 * value of the diverse trait; `single`: a value may occur only once. */
void party_knapsack_layer(const struct party_knapsack_shape *shape, const int32_t *next,
                          bool joined, bool single, int32_t coins, size_t step,
                          int32_t *out);

#endif
