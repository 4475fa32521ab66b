#include "party_verify_check.h"

#include <string.h>

static long long points_of(const struct party_synergy_keys *synergy, long long match)
{
    const struct party_whole *points = synergy->points.items;
    size_t last = synergy->points.count - 1;
    return points[(size_t)match < last ? (size_t)match : last].value;
}

/* What two values of a trait add to an edge's match. */
static long long weight_of(const struct party_synergy_keys *synergy,
                           const struct party_weight_keys *trait, const char *a,
                           const char *b)
{
    const struct party_pair_keys *pair = synergy->pairs.items;
    for (size_t i = 0; i < synergy->pairs.count; i++) {
        const struct party_word *value = pair[i].values.items;
        if (strcmp(pair[i].trait, trait->key) != 0)
            continue;
        if ((!strcmp(value[0].value, a) && !strcmp(value[1].value, b)) ||
            (!strcmp(value[0].value, b) && !strcmp(value[1].value, a)))
            return pair[i].weight;
    }
    return strcmp(a, b) != 0 ? 0 : trait->value;
}

static long long largest_weight(const struct party_synergy_keys *synergy,
                                const struct party_weight_keys *trait)
{
    const struct party_pair_keys *pair = synergy->pairs.items;
    long long most = trait->value;
    for (size_t i = 0; i < synergy->pairs.count; i++)
        if (!strcmp(pair[i].trait, trait->key) && pair[i].weight > most)
            most = pair[i].weight;
    return most;
}

bool party_verify_points(struct party_verify_check *check, long long *points,
                         long long *possible)
{
    const struct party_synergy_keys *synergy = &check->keys->synergy;
    const struct party_numbers *edges = check->keys->formation.edges.items;
    const struct party_weight_keys *weight = synergy->weights.items;
    size_t n_edges = check->keys->formation.edges.count;
    long long most = 0, sum = 0, all = 0;
    for (size_t e = 0; e < n_edges; e++) {
        const struct party_whole *end = edges[e].numbers.items;
        size_t a = (size_t)end[0].value, b = (size_t)end[1].value, column;
        long long match = 0;
        for (size_t t = 0; t < synergy->weights.count; t++) {
            if (!party_verify_column(check, weight[t].key, &column))
                return false;
            match += check->out[a] || check->out[b]
                         ? 0
                         : weight_of(synergy, &weight[t],
                                     party_verify_text(check, a, column),
                                     party_verify_text(check, b, column));
        }
        sum += points_of(synergy, match);
    }
    for (size_t t = 0; t < synergy->weights.count; t++)
        all += largest_weight(synergy, &weight[t]);
    for (long long match = 0; match <= all; match++)
        if (points_of(synergy, match) > most)
            most = points_of(synergy, match);
    *points = sum;
    *possible = most * (long long)n_edges;
    return true;
}

void party_verify_synergy(struct party_verify_check *check)
{
    const struct party_synergy_keys *synergy = &check->keys->synergy;
    long long sum, most;
    if (!party_verify_points(check, &sum, &most))
        return;
    struct party_verify_sum spare = {{0}};
    party_verify_sum_add(&spare, (double)sum, 1);
    party_verify_sum_add(&spare, synergy->min, -most);
    audit_say(&check->audit, party_verify_sum_sign(spare) >= 0,
              "synergy is %lld of %lld points, %.6g: at least %.6g", sum, most,
              most ? (double)sum / (double)most : 0, synergy->min);
}
