#include "party_knapsack.h"

#include <assert.h>
#include <string.h>

void party_knapsack_end(const struct party_knapsack_shape *shape, const int32_t *rest,
                        int32_t *out)
{
    assert(shape->width >= 1 && (shape->states == 1 || shape->states == 2));
    for (size_t d = 0; d < shape->repeats; d++)
        assert(party_knapsack_is_value_function(rest + d * shape->width, shape->width));
    for (size_t v = 0; v < shape->states; v++)
        for (size_t k = 0; k < shape->picks; k++)
            for (size_t d = 0; d < shape->repeats; d++) {
                int32_t *front = out + party_knapsack_at(shape, v, k, d);
                if (k == 0)
                    memcpy(front, rest + d * shape->width,
                           shape->width * sizeof *front);
                else
                    party_knapsack_infeasible(front, shape->width);
            }
}

/* One value function: the minimum of skipping the hero and taking it. */
static void skip_or_take(const struct party_knapsack_shape *shape, const int32_t *skip,
                         const int32_t *take, int32_t coins, size_t step, int32_t *out)
{
    assert(out != skip && out != take);
    memcpy(out, skip, shape->width * sizeof *out);
    if (take)
        party_knapsack_add(take, coins, step, shape->width, out);
    assert(party_knapsack_is_value_function(out, shape->width));
}

void party_knapsack_layer(const struct party_knapsack_shape *shape, const int32_t *next,
                          bool joined, bool single, int32_t coins, size_t step,
                          int32_t *out)
{
    for (size_t v = 0; v < shape->states; v++) {
        /* The next hero's value is new unless it is the same (joined). */
        size_t skipped = joined ? v : 0;
        size_t taken = joined && shape->states > 1 ? 1 : 0;
        for (size_t k = 0; k < shape->picks; k++)
            for (size_t d = 0; d < shape->repeats; d++) {
                const int32_t *take = NULL;
                if (k > 0 && v == 0)
                    take = next + party_knapsack_at(shape, taken, k - 1, d);
                else if (k > 0 && d > 0 && !single)
                    take = next + party_knapsack_at(shape, taken, k - 1, d - 1);
                skip_or_take(shape, next + party_knapsack_at(shape, skipped, k, d),
                             take, coins, step,
                             out + party_knapsack_at(shape, v, k, d));
            }
    }
}
