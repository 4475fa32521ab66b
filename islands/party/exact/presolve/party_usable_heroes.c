#include "party_dependency.h"

#include "interrupt.h"

#include <stdlib.h>
#include <string.h>

/* Rounds of propagation; by hand; with one round nine challenges take the same
 * nodes (results/party/experiments.md). */
enum { MOST_ROUNDS = 8 };

static bool may_stand_somewhere(const struct party *party, uint32_t hero)
{
    return !party->place_class || party->class_places[party->place_class[hero]];
}

/* The most (sign 1) or least (sign -1) that `most` of the usable heroes add to a
 * constraint. */
static double extreme_sum(const struct party_reduced *r,
                          const struct party_constraint *constraint, double sign,
                          size_t most)
{
    double best[PARTY_MAX_PLACES], sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < r->n && most; i++) {
        double value = sign * party_constraint_value(r->party, constraint, r->row[i]);
        if (n == most && value <= best[n - 1])
            continue;
        size_t k = n < most ? n++ : n - 1;
        for (; k > 0 && best[k - 1] < value; k--)
            best[k] = best[k - 1];
        best[k] = value;
    }
    for (size_t i = 0; i < n; i++)
        sum += sign * best[i];
    return sum;
}

static void drop(struct party_reduced *r, const bool *unusable)
{
    size_t kept = 0;
    for (size_t i = 0; i < r->n; i++)
        if (!unusable[i])
            r->row[kept++] = r->row[i];
    r->n = kept;
}

/* Marks heroes with which no choice of the others meets the constraint. */
static void mark_by_constraint(const struct party_reduced *r,
                               const struct party_constraint *constraint,
                               bool *unusable)
{
    size_t others = r->n_free - 1;
    double most = constraint->fixed + extreme_sum(r, constraint, 1, others) +
                  party_constraint_slack(constraint);
    double least = constraint->fixed + extreme_sum(r, constraint, -1, others) -
                   party_constraint_slack(constraint);
    for (size_t i = 0; i < r->n; i++) {
        double value = party_constraint_value(r->party, constraint, r->row[i]);
        unusable[i] |= value + most < constraint->lo || value + least > constraint->hi;
    }
}

/* Adds to each usable hero the most points that it may have for one trait of chemistry. */
static void add_points(const struct party_reduced *r,
                       const struct party_chemistry_trait *rule, uint32_t *count,
                       uint32_t *points)
{
    const struct party_trait *trait = &r->party->trait[rule->trait];
    size_t most = party_reduced_most_alike(r, rule->trait);
    memset(count, 0, trait->n_values * sizeof *count);
    for (size_t f = 0; f < r->n_fixed; f++)
        count[trait->code[r->fixed_row[f]]]++;
    for (size_t i = 0; i < r->n; i++)
        count[trait->code[r->row[i]]]++;
    for (size_t i = 0; i < r->n; i++) {
        size_t n = count[trait->code[r->row[i]]];
        if (party_is_unlinked(trait, trait->code[r->row[i]]))
            continue;
        points[i] += rule->points[n < most ? n : most];
    }
}

/* Marks heroes that have too little chemistry with everyone of their values. */
static void mark_by_chemistry(const struct party_reduced *r, uint32_t *count,
                              uint32_t *points, bool *unusable)
{
    memset(points, 0, r->n * sizeof *points);
    for (size_t i = 0; i < r->chemistry->n; i++)
        add_points(r, &r->chemistry->trait[i], count, points);
    for (size_t i = 0; i < r->n; i++)
        unusable[i] |= points[i] < (uint32_t)r->chemistry_least ||
                       r->chemistry->cap < r->chemistry_least;
}

/* Whether a requirement demands heroes of this value of a trait. */
static bool is_demanded(const struct party_reduced *r, uint32_t trait, uint32_t value)
{
    for (size_t l = 0; l < r->n_constraints; l++) {
        const struct party_requirement *q =
            &r->party->requirement[r->constraint[l].requirement];
        if (q->kind == PARTY_COUNT && q->column == trait && q->value == value &&
            r->constraint[l].lo > 0)
            return true;
    }
    return false;
}

/* Marks heroes whose value is used up by the fixed heroes, would be one different value
 * too many beside those of fixed heroes and those demanded, or is too rare if all heroes must share one value. */
static void mark_by_limits(const struct party_reduced *r,
                           const struct party_value_limits *s, uint32_t *count,
                           bool *unusable)
{
    const uint16_t *code = r->party->trait[s->trait].code;
    size_t n_values = r->party->trait[s->trait].n_values;
    int n = (int)r->n_places, distinct = 0;
    bool all_alike = s->distinct_max == 1 || s->same_min == n;
    for (size_t v = 0; v < n_values; v++)
        count[v] = 0;
    for (size_t f = 0; f < r->n_fixed; f++)
        distinct += count[code[r->fixed_row[f]]]++ == 0;
    for (uint32_t v = 0; v < n_values; v++)
        distinct += count[v] == 0 && is_demanded(r, s->trait, v);
    for (size_t i = 0; i < r->n; i++) {
        uint32_t v = code[r->row[i]];
        int fixed = (int)count[v];
        unusable[i] |=
            fixed >= s->same_max ||
            (fixed == 0 && distinct >= s->distinct_max && !is_demanded(r, s->trait, v));
    }
    for (size_t i = 0; i < r->n && all_alike; i++)
        count[code[r->row[i]]]++;
    for (size_t i = 0; i < r->n && all_alike; i++)
        unusable[i] |= count[code[r->row[i]]] < (uint32_t)n;
}

enum status party_usable_heroes_find(struct party_reduced *r, struct error *err)
{
    const struct party *party = r->party;
    bool *unusable = calloc(party->n_heroes + 1, sizeof *unusable);
    uint32_t *count = calloc(UINT16_MAX + 1, sizeof *count);
    uint32_t *points =
        r->chemistry ? calloc(party->n_heroes + 1, sizeof *points) : NULL;
    r->n = 0;
    for (uint32_t h = 0; h < party->n_heroes; h++)
        if (party_is_open(party, (int32_t)h) && may_stand_somewhere(party, h))
            r->row[r->n++] = h;
    size_t before = r->n + 1;
    for (int round = 0; unusable && count && r->n < before && r->n_free > 0 &&
                        round < MOST_ROUNDS && !interrupt_pending();
         round++) {
        before = r->n;
        for (size_t i = 0; i < r->n; i++)
            unusable[i] = false;
        for (size_t l = 0; l < r->n_constraints; l++)
            mark_by_constraint(r, &r->constraint[l], unusable);
        for (size_t s = 0; s < r->n_limits; s++)
            mark_by_limits(r, &r->limits[s], count, unusable);
        if (points)
            mark_by_chemistry(r, count, points, unusable);
        drop(r, unusable);
    }
    bool enough = unusable && count && (points || !r->chemistry);
    free(points);
    free(unusable);
    free(count);
    return enough ? STATUS_OK
                  : error_set(err, STATUS_MEMORY, "no memory for %zu heroes",
                              party->n_heroes);
}
