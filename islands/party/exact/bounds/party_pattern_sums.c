#include "party_pattern_prices.h"

void party_pattern_sum_empty(const struct party_patterns *p,
                             struct party_pattern_sum *sum)
{
    for (size_t q = 0; q <= p->n_marked; q++)
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            sum->of[q][m] = q == 0 ? 0 : PARTY_PATTERN_NO_PRICE;
}

void party_pattern_sum_add(const struct party_patterns *p, size_t kind, size_t heroes,
                           struct party_pattern_sum *sum)
{
    const int64_t *part = party_pattern_entries(p, kind, heroes);
    /* From the most marked on, so that what is read is still of the parts before. */
    for (size_t q = p->n_marked + 1; q-- > 0;) {
        int64_t *out = sum->of[q];
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            out[m] += part[m];
        for (size_t j = 1; j <= q && j <= heroes; j++) {
            const int64_t *before = sum->of[q - j];
            const int64_t *here = part + j * PARTY_PATTERN_PRICES;
            for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++) {
                int64_t with = before[m] + here[m];
                out[m] = with < out[m] ? with : out[m];
            }
        }
    }
}

int32_t party_pattern_sum_bound(const struct party_patterns *p,
                                const struct party_pattern_sum *sum)
{
    const struct party_reduced *r = p->groups->reduced;
    const int64_t *least = sum->of[party_pattern_marked_needed(p)];
    int64_t best = 0;
    for (size_t m = 0; m < p->n_relaxations; m++) {
        int64_t price = least[m] >= PARTY_PATTERN_NO_PRICE / 2
                            ? PARTY_PATTERN_NO_PRICE
                            : least[m] + p->constant[m];
        best = price > best ? price : best;
    }
    best = (best + PARTY_PATTERN_UNIT - 1) / PARTY_PATTERN_UNIT + r->fixed_coins;
    return best < PARTY_COINS_NONE ? (int32_t)best : PARTY_COINS_NONE;
}

static size_t count_labels(const struct party_pattern *pattern, size_t t)
{
    size_t most = 0;
    for (size_t i = 0; i < pattern->n; i++)
        most = pattern->label[t][i] > most ? pattern->label[t][i] : most;
    return most + 1;
}

/* The parts with one label of trait t, of one value. */
void party_pattern_sum_add_label(const struct party_patterns *p,
                                 const struct party_pattern *pattern, size_t t,
                                 size_t label, size_t value,
                                 struct party_pattern_sum *sum)
{
    for (size_t i = 0; i < pattern->n; i++)
        if (pattern->label[t][i] == label)
            party_pattern_sum_add(p, (value + 1) * p->stride[t], pattern->part[i], sum);
}

static void sum_least(const struct party_patterns *p,
                      const struct party_pattern_sum *other,
                      struct party_pattern_sum *least)
{
    for (size_t q = 0; q <= p->n_marked; q++)
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            if (other->of[q][m] < least->of[q][m])
                least->of[q][m] = other->of[q][m];
}

/* sum: in/out, convolved with another one. */
static void sum_convolve(const struct party_patterns *p,
                         const struct party_pattern_sum *other,
                         struct party_pattern_sum *sum)
{
    for (size_t q = p->n_marked + 1; q-- > 0;)
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++) {
            int64_t least = sum->of[q][m] + other->of[0][m];
            for (size_t j = 1; j <= q; j++) {
                int64_t with = sum->of[q - j][m] + other->of[j][m];
                least = with < least ? with : least;
            }
            sum->of[q][m] =
                least < PARTY_PATTERN_NO_PRICE ? least : PARTY_PATTERN_NO_PRICE;
        }
}

/* The sum that lets each label of trait t have its cheapest value. */
static void sum_by_trait(const struct party_patterns *p,
                         const struct party_pattern *pattern, size_t t,
                         struct party_pattern_sum *sum)
{
    size_t n_values = p->groups->reduced->party->trait[p->trait[t]].n_values;
    party_pattern_sum_empty(p, sum);
    for (size_t label = 0, n = count_labels(pattern, t); label < n; label++) {
        struct party_pattern_sum least, here;
        party_pattern_sum_empty(p, &least);
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++)
            least.of[0][m] = PARTY_PATTERN_NO_PRICE;
        for (size_t v = 0; v < n_values; v++) {
            party_pattern_sum_empty(p, &here);
            party_pattern_sum_add_label(p, pattern, t, label, v, &here);
            sum_least(p, &here, &least);
        }
        sum_convolve(p, &least, sum);
    }
}

void party_pattern_sum_most(const struct party_patterns *p,
                            const struct party_pattern *pattern,
                            struct party_pattern_sum *most, size_t *by)
{
    sum_by_trait(p, pattern, 0, most);
    for (size_t m = 0; m < PARTY_PATTERN_PRICES && by; m++)
        by[m] = 0;
    for (size_t t = 1; t < p->n_traits; t++) {
        struct party_pattern_sum sum;
        sum_by_trait(p, pattern, t, &sum);
        for (size_t m = 0; m < PARTY_PATTERN_PRICES; m++) {
            if (by && sum.of[0][m] > most->of[0][m])
                by[m] = t;
            for (size_t q = 0; q <= p->n_marked; q++)
                if (sum.of[q][m] > most->of[q][m])
                    most->of[q][m] = sum.of[q][m];
        }
    }
}

int32_t party_pattern_price(const struct party_patterns *p,
                            const struct party_pattern *pattern)
{
    struct party_pattern_sum most;
    party_pattern_sum_most(p, pattern, &most, NULL);
    return party_pattern_sum_bound(p, &most);
}
