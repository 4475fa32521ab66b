#include "party_count_tables.h"

#include <assert.h>

/* Minimum over how many heroes the next one of several terms has; fills `out` and `choice`. */
static void combine(const int64_t *before, const int64_t *term, size_t most_term,
                    size_t most, int64_t *out, uint8_t *choice)
{
    for (size_t k = 0; k <= most; k++) {
        out[k] = PARTY_COUNT_NONE;
        choice[k] = 0;
        for (size_t c = 0; c <= k && c <= most_term; c++) {
            if (before[k - c] == PARTY_COUNT_NONE || term[c] == PARTY_COUNT_NONE ||
                before[k - c] + term[c] >= out[k])
                continue;
            out[k] = before[k - c] + term[c];
            choice[k] = (uint8_t)c;
        }
    }
}

static void begin(int64_t *least, size_t most)
{
    least[0] = 0;
    for (size_t k = 1; k <= most; k++)
        least[k] = PARTY_COUNT_NONE;
}

/* Least price of k heroes of one outer value, rewarded; returned in the last row of inner_least. */
static const int64_t *solve_outer(const struct party_count_structure *s, size_t outer)
{
    size_t row = s->n_places + 1;
    int64_t term[PARTY_MAX_PLACES + 1];
    begin(s->inner_least, s->most);
    for (size_t j = 0; j < s->inner; j++) {
        size_t group = outer * s->outer_stride + j * s->inner_stride;
        size_t most = s->available[group] < s->most ? s->available[group] : s->most;
        for (size_t c = 0; c <= most; c++)
            term[c] = s->price[group * row + c] - s->reward_group * s->within[c];
        combine(s->inner_least + j * row, term, most, s->most,
                s->inner_least + (j + 1) * row,
                s->inner_choice + (outer * s->inner + j) * row);
    }
    int64_t *least = s->inner_least + s->inner * row;
    for (size_t k = 0; k <= s->most; k++)
        if (least[k] != PARTY_COUNT_NONE)
            least[k] -= s->reward_outer * s->within[k];
    return least;
}

/* Follows the choices back. */
static void read_choices(const struct party_count_structure *s, uint8_t *taken)
{
    size_t row = s->n_places + 1, left = s->n_places;
    for (size_t i = s->outer; i-- > 0;) {
        size_t of_outer = s->outer_choice[i * row + left];
        left -= of_outer;
        for (size_t j = s->inner; j-- > 0;) {
            uint8_t of_group = s->inner_choice[(i * s->inner + j) * row + of_outer];
            taken[i * s->outer_stride + j * s->inner_stride] = of_group;
            of_outer -= of_group;
        }
        assert(of_outer == 0);
    }
    assert(left == 0);
}

int64_t party_count_tables_solve(const struct party_count_structure *s, uint8_t *taken)
{
    size_t row = s->n_places + 1;
    assert(s->most <= s->n_places && s->n_places <= PARTY_MAX_PLACES);
    begin(s->outer_least, s->n_places);
    for (size_t i = 0; i < s->outer; i++)
        combine(s->outer_least + i * row, solve_outer(s, i), s->most, s->n_places,
                s->outer_least + (i + 1) * row, s->outer_choice + i * row);
    int64_t least = s->outer_least[s->outer * row + s->n_places];
    if (least != PARTY_COUNT_NONE)
        read_choices(s, taken);
    return least;
}
