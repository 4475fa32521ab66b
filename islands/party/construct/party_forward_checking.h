/* Look-ahead: which heroes may come next, so that the linear requirements can still be
 * met with the places that stay open.
 *
 * All requirements of one trait are judged together (a column): the places that
 * wanted counts still need, the new values that `distinct` still needs and the room
 * that the maxima leave must fit into the open places. For a candidate only three cases
 * differ: its value is still wanted, is in the party and not wanted, or is new.
 *
 * Sums assume that each of the other open places reaches the pool's look_ahead
 * quantile, or, where that would not do, the mean that is still needed.
 * Source: party paper IV.B.1. Differs: there, each requirement is looked at alone and
 * only counts are shown; with the best hero of the pool in place of a quantile, sums
 * leave almost nothing feasible. */
#ifndef SKERRY_PARTY_FORWARD_CHECKING_H
#define SKERRY_PARTY_FORWARD_CHECKING_H

#include "party.h"

/* All SUM requirements of one number. */
struct party_forward_sum {
    const double *value; /* by row */
    double min, max;
    double high, low; /* the pool's look_ahead and 1 - look_ahead quantiles */
};

/* All COUNT, DISTINCT and SAME requirements of one trait. */
struct party_forward_column {
    const uint16_t *code; /* by row */
    uint32_t n_values;
    uint32_t first; /* of its values in the arrays of all columns */
    int distinct_min, distinct_max, same_min, same_max; /* 0..n_places */
    int available; /* values that eligible heroes have */
};

struct party_forward_rules {
    size_t n_sums, n_columns;
    struct party_forward_sum sum[PARTY_MAX_NUMBERS]; /* the one hardest to meet leads */
    struct party_forward_column column[PARTY_MAX_TRAITS];
    int column_of[PARTY_MAX_TRAITS]; /* of a trait of the party; -1: no requirement */
    uint32_t n_values;               /* of all columns */
    uint8_t *least, *most; /* n_values: COUNT's bounds; `most` also heeds SAME's maximum
                              and how many heroes there are */
};

/* A column of a partial party. */
struct party_forward_column_state {
    int wanted;   /* heroes that COUNT's minima still need */
    int values;   /* in the party or wanted */
    int room;     /* for more heroes of those values */
    int top;      /* most heroes of one value that may reach same_min */
    int floor[3]; /* by case: a candidate's value must come to so many heroes */
};

/* A partial party as the look-ahead sees it. */
struct party_forward {
    const struct party_forward_rules *rules;
    size_t open;                                           /* places without a hero */
    double sum[PARTY_MAX_NUMBERS];                         /* so far */
    double from[PARTY_MAX_NUMBERS], to[PARTY_MAX_NUMBERS]; /* of the next hero */
    struct party_forward_column_state column[PARTY_MAX_TRAITS];
    uint8_t *count; /* rules->n_values */
};

/* Gathers the requirements of a party. Arrays from perm. */
enum status party_forward_rules_init(const struct party *party, struct arena *perm,
                                     struct party_forward_rules *rules,
                                     struct error *err);

/* An empty party; `count` from scratch (rules->n_values bytes). */
void party_forward_init(struct party_forward *filter,
                        const struct party_forward_rules *rules, size_t n_places,
                        struct arena *scratch);

/* Copies a state into another of the same rules. */
void party_forward_copy(struct party_forward *to, const struct party_forward *from);

/* Adds a hero to the party. */
void party_forward_add(struct party_forward *filter, int32_t row);

/* Looks ahead for the next hero; open >= 1. False when no hero could do. */
bool party_forward_check(struct party_forward *filter);

/* The same for columns alone: no sum is looked at. */
bool party_forward_check_columns(struct party_forward *filter);

/* Whether heroes with a value of a column may come next, as far as the column goes. */
static inline bool party_forward_admits_value(const struct party_forward *filter,
                                              size_t i, uint32_t value)
{
    const struct party_forward_rules *rules = filter->rules;
    uint32_t v = rules->column[i].first + value;
    int count = filter->count[v], least = rules->least[v];
    int which = count < least ? 0 : count || least ? 1 : 2;
    return count < rules->most[v] && count + 1 >= filter->column[i].floor[which];
}

/* Whether a hero may come next; after party_forward_check. The leading sum alone is in
 * from[0]..to[0]. */
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

/* Whether all requirements hold; open = 0. */
bool party_forward_holds(const struct party_forward *filter);

#endif
