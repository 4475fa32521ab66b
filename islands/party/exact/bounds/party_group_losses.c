#include "party_group_losses.h"

#include "interrupt.h"
#include "party_value_classes.h"

/* With more light traits all of them count as shared; by hand, since the table of
 * points doubles with each. With 0, nine challenges take seven times the nodes
 * (results/party/experiments.md). */
enum { LIGHT_TRAITS = 8 };

/* The light traits: weighted but not heavy, so two groups may or may not share them.
 * Those with weights of pairs are not listed; together they add 0 to most_pairs. */
struct light {
    size_t n;
    int most_pairs;
    uint32_t trait[PARTY_MAX_TRAITS];
    size_t words, offset[PARTY_MAX_TRAITS]; /* of the value sets of one group */
    uint64_t *values;                       /* n_groups x words */
    /* (max_match + 1) x masks: most points of a match by heavy traits with any of the
     * light traits in the mask. */
    int *points;
    size_t masks;
};

static enum status light_init(struct light *light, const struct party_reduced *r,
                              struct arena *perm, struct error *err)
{
    const struct party *party = r->party;
    *light = (struct light){0};
    for (size_t t = 0; t < party->n_traits; t++)
        if (party->trait[t].pairs && !r->heavy[t]) {
            light->most_pairs += party->trait[t].most_weight;
        } else if (party->trait[t].weight > 0 && !r->heavy[t] &&
                   !(r->unshared >> t & 1)) {
            light->offset[light->n] = light->words;
            light->trait[light->n++] = (uint32_t)t;
            light->words += (party->trait[t].n_values + 63) / 64;
        }
    light->masks = light->n <= LIGHT_TRAITS ? (size_t)1 << light->n : 1;
    light->values = ARENA_NEW(perm, uint64_t, r->n_groups * light->words + 1);
    light->points = ARENA_NEW(perm, int, ((size_t)party->max_match + 1) * light->masks);
    if (!light->values || !light->points)
        return error_set(err, STATUS_MEMORY, "no memory for light traits");
    return STATUS_OK;
}

/* Most points of a match by heavy traits with any light traits of the mask from the
 * i-th on. */
static int most_points(const struct light *light, const struct party *party, size_t i,
                       size_t mask, int match)
{
    if (i == light->n) {
        int most = match + light->most_pairs;
        return party_most_points(party, match,
                                 most < party->max_match ? most : party->max_match);
    }
    int best = most_points(light, party, i + 1, mask, match);
    if (light->masks == 1 || mask >> i & 1) {
        int more = match + party->trait[light->trait[i]].weight;
        int with = more <= party->max_match
                       ? most_points(light, party, i + 1, mask, more)
                       : best;
        best = with > best ? with : best;
    }
    return best;
}

static void light_fill(struct light *light, const struct party_reduced *r)
{
    const struct party *party = r->party;
    for (int m = 0; m <= party->max_match; m++)
        for (size_t mask = 0; mask < light->masks; mask++)
            light->points[(size_t)m * light->masks + mask] =
                most_points(light, party, 0, mask, m);
    for (size_t g = 0; g < r->n_groups; g++)
        for (size_t i = 0, n = party_reduced_group_size(r, g); i < n; i++)
            for (size_t t = 0; t < light->n; t++) {
                uint16_t code = party->trait[light->trait[t]]
                                    .code[party_reduced_group_hero(r, g, i)];
                light->values[g * light->words + light->offset[t] + code / 64] |=
                    1ULL << code % 64;
            }
}

/* Light traits that some hero of a shares with some hero of b. */
static size_t shared_mask(const struct light *light, const struct party_reduced *r,
                          size_t a, size_t b)
{
    size_t mask = 0;
    for (size_t t = 0; light->masks > 1 && t < light->n; t++) {
        size_t words = (r->party->trait[light->trait[t]].n_values + 63) / 64;
        const uint64_t *x = light->values + a * light->words + light->offset[t];
        const uint64_t *y = light->values + b * light->words + light->offset[t];
        for (size_t w = 0; w < words; w++)
            if (x[w] & y[w])
                mask |= (size_t)1 << t;
    }
    return mask;
}

/* Adds bounds on what a heavy trait adds to the match of two heroes of the groups of x
 * and y. */
static void add_heavy(const struct party_reduced *r, size_t t, uint32_t x, uint32_t y,
                      int *from, int *to)
{
    const struct party_trait *trait = &r->party->trait[t];
    uint16_t a = trait->code[x], b = trait->code[y];
    int least = a == b ? trait->weight : 0, most = least;
    if (r->classes[t])
        party_value_classes_range(r->classes[t], r->classes[t]->number[a],
                                  r->classes[t]->number[b], &least, &most);
    *from += least;
    *to += most;
}

static uint32_t pair_loss(const struct light *light, const struct party_reduced *r,
                          size_t a, size_t b)
{
    const struct party *party = r->party;
    uint32_t x = party_reduced_group_hero(r, a, 0),
             y = party_reduced_group_hero(r, b, 0);
    int from = 0, to = 0, most = 0;
    for (size_t t = 0; t < party->n_traits; t++)
        if (r->heavy[t])
            add_heavy(r, t, x, y, &from, &to);
    size_t mask = a == b ? light->masks - 1 : shared_mask(light, r, a, b);
    for (int match = from; match <= to; match++) {
        int points = light->points[(size_t)match * light->masks + mask];
        most = match == from || points > most ? points : most;
    }
    return party_reduced_loss(r, most);
}

enum status party_preparation_cut(struct error *err)
{
    return error_set(
        err, STATUS_CUT,
        "stopped by a limit or signal while the exact search was prepared: "
        "nothing is known yet");
}

enum status party_group_losses(const struct party_reduced *r, uint32_t *loss,
                               struct arena *perm, struct error *err)
{
    struct light light;
    size_t n = r->n_groups;
    if (light_init(&light, r, perm, err))
        return err->status;
    light_fill(&light, r);
    for (size_t a = 0; a < n; a++) {
        if (interrupt_pending())
            return party_preparation_cut(err);
        for (size_t b = a; b < n; b++)
            loss[a * n + b] = loss[b * n + a] = pair_loss(&light, r, a, b);
    }
    return STATUS_OK;
}
