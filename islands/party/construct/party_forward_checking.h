/* Forward checking of the linear requirements: which heroes may be placed next so that
 * the requirements can still be met with the places that stay open.
 *
 * All requirements on one trait (a column) are checked together: the heroes that COUNT
 * still needs, the new values that DISTINCT still needs and the capacity that the
 * maxima leave must fit into the open places. Only three cases of a candidate differ:
 * its value is still needed, is in the party and not needed, or is new.
 *
 * For a sum each of the other open places is assumed to reach the pool's look_ahead
 * quantile, or, if that is not enough, the mean still needed.
 *
 * Source: the paper (party.h), section IV.B.1; R. Haralick, G. Elliott, Increasing tree
 * search efficiency for constraint satisfaction problems, Artificial Intelligence 14,
 * 1980; for the counts, J.-C. Regin, Generalized arc consistency for global cardinality
 * constraint, AAAI 1996. Differs: the paper checks each requirement alone and describes
 * counts only; the columns are checked by counting, which is weaker than Regin's flow
 * when several traits interact; sums use a quantile, a heuristic that may exclude
 * feasible heroes, because the extreme value of the pool excludes almost none.
 *
 * Cost: O(requirements) to check, to add a hero and to admit one; memory: a byte for
 * each value of the constrained traits. */
#ifndef SKERRY_PARTY_FORWARD_CHECKING_H
#define SKERRY_PARTY_FORWARD_CHECKING_H

#include "party.h"

/* All SUM requirements of one number. */
struct party_forward_sum {
    const double *value; /* by row */
    double min, max;
    double high, low; /* the look_ahead and 1 - look_ahead quantiles of the pool */
};

/* All COUNT, DISTINCT and SAME requirements of one trait. */
struct party_forward_column {
    const uint16_t *code; /* by row */
    uint32_t n_values;
    uint32_t first; /* offset of its values in the arrays of all columns */
    int distinct_min, distinct_max, same_min, same_max; /* 0..n_places */
    int available; /* different values of eligible heroes */
};

struct party_forward_rules {
    size_t n_sums, n_columns;
    struct party_forward_sum sum[PARTY_MAX_NUMBERS]; /* the tightest one first */
    struct party_forward_column column[PARTY_MAX_TRAITS];
    int column_of[PARTY_MAX_TRAITS]; /* of a trait of the party; -1: no requirement */
    uint32_t n_values;               /* of all columns */
    /* n_values: bounds by COUNT; `most` also by SAME and by the pool. */
    uint8_t *least, *most;
};

/* The state of a column of a partial party. */
struct party_forward_column_state {
    int wanted;   /* heroes that COUNT still needs */
    int values;   /* different ones in the party or needed by COUNT */
    int room;     /* for further heroes of those values */
    int top;      /* most heroes of one value that may reach same_min */
    int floor[3]; /* by case: least count that the candidate's value must reach */
};

/* The state of a partial party. */
struct party_forward {
    const struct party_forward_rules *rules;
    size_t open;                                           /* places without a hero */
    double sum[PARTY_MAX_NUMBERS];                         /* so far */
    double from[PARTY_MAX_NUMBERS], to[PARTY_MAX_NUMBERS]; /* range of the next hero */
    struct party_forward_column_state column[PARTY_MAX_TRAITS];
    uint8_t *count; /* rules->n_values */
};

/* Collects the requirements of a party. Arrays from perm. */
enum status party_forward_rules_init(const struct party *party, struct arena *perm,
                                     struct party_forward_rules *rules,
                                     struct error *err);

/* An empty party; `count` from scratch (rules->n_values bytes). */
void party_forward_init(struct party_forward *filter,
                        const struct party_forward_rules *rules, size_t n_places,
                        struct arena *scratch);

/* Copies the state; both have the same rules. */
void party_forward_copy(struct party_forward *to, const struct party_forward *from);

/* Adds a hero to the party. */
void party_forward_add(struct party_forward *filter, int32_t row);

/* Forward check for the next hero; open >= 1. False if no hero is admissible. */
bool party_forward_check(struct party_forward *filter);

/* The same for columns alone, ignoring sums. */
bool party_forward_check_columns(struct party_forward *filter);

/* Whether column i admits a hero with this value; after a check. */
static inline bool party_forward_admits_value(const struct party_forward *filter,
                                              size_t i, uint32_t value)
{
    const struct party_forward_rules *rules = filter->rules;
    uint32_t v = rules->column[i].first + value;
    int count = filter->count[v], least = rules->least[v];
    int which = count < least ? 0 : count || least ? 1 : 2;
    return count < rules->most[v] && count + 1 >= filter->column[i].floor[which];
}

/* Whether a hero is admissible; after party_forward_check. The range of the leading sum
 * is from[0]..to[0]. */
static inline bool party_forward_admits(const struct party_forward *filter, int32_t row)
{
    const struct party_forward_rules *rules = filter->rules;
    for (size_t i = 0; i < rules->n_sums; i++) {
        double value = rules->sum[i].value[row];
        if (value < filter->from[i] || value > filter->to[i])
            return false;
    }
    for (size_t i = 0; i < rules->n_columns; i++)
        if (!party_forward_admits_value(filter, i, rules->column[i].code[row]))
            return false;
    return true;
}

/* Whether all requirements that it knows hold, of sums up to their slack; open = 0. */
bool party_forward_holds(const struct party_forward *filter);

#endif
