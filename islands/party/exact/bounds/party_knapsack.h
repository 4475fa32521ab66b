/* Staircases: least coins by which so many steps are reached.
 *
 * A staircase is an array of `width` = steps + 1 entries; entry s is the least price of
 * a choice whose steps sum to s or more (steps above the last count as the last), never
 * falling with s, PARTY_COINS_NONE where there is none. */
#ifndef SKERRY_PARTY_KNAPSACK_H
#define SKERRY_PARTY_KNAPSACK_H

#include "party_reduced.h"

/* Whether a staircase is one; for asserts. */
static inline bool party_knapsack_is_front(const int32_t *front, size_t width)
{
    bool holds = front[0] >= 0 && front[width - 1] <= PARTY_COINS_NONE;
    for (size_t s = 1; s < width; s++)
        holds = holds && front[s - 1] <= front[s];
    return holds;
}

/* out = the choice of nothing. */
static inline void party_knapsack_nothing(int32_t *out, size_t width)
{
    assert(width >= 1);
    out[0] = 0;
    for (size_t s = 1; s < width; s++)
        out[s] = PARTY_COINS_NONE;
}

static inline void party_knapsack_none(int32_t *out, size_t width)
{
    for (size_t s = 0; s < width; s++)
        out[s] = PARTY_COINS_NONE;
}

/* out = min(out, in with one more thing of a price and steps). */
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

/* out = min(out, one of a and one of b). */
static inline void party_knapsack_join(const int32_t *a, const int32_t *b, size_t width,
                                       int32_t *out)
{
    assert(out != a && out != b);
    for (size_t s = 0; s < width; s++)
        if (a[s] < PARTY_COINS_NONE && (s + 1 == width || a[s] < a[s + 1]))
            party_knapsack_add(b, a[s], s, width, out);
}

/* Least price of one of a and one of b that reach the last step together. */
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

/* Shape of the tables that one part of a party needs, and how to fill them.
 *
 * A section holds [state][picks 0..most][repeats 0..reduced->repeats][width]. State 1
 * says that the diverse value of the current hero is in the party already, so that
 * taking it spends a repeat; without a diverse trait there is state 0 only. Entries are
 * the least price of picking so many more of this part from the current hero on, with
 * at most so many repeats, and then all that follows. */
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

/* The section past the last hero of a part: nothing more to pick, then `rest`
 * ([repeats][width]). */
void party_knapsack_end(const struct party_knapsack_shape *shape, const int32_t *rest,
                        int32_t *out);

/* The section of a hero from the next one's. `joined` says that the next hero has the
 * same diverse value; `single` that the value may occur once only. */
void party_knapsack_layer(const struct party_knapsack_shape *shape, const int32_t *next,
                          bool joined, bool single, int32_t coins, size_t step,
                          int32_t *out);

#endif
