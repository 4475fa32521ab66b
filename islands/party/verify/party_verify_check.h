/* What the parts of the check of a party share: its heroes in the raw CSV, exact sums, and the
 * report. */
#ifndef SKERRY_PARTY_VERIFY_CHECK_H
#define SKERRY_PARTY_VERIFY_CHECK_H

#include "audit.h"
#include "party_keys.h"
#include "party_verify_csv.h"

#include <stdlib.h>

enum { PARTY_VERIFY_PLACES = 64 };

struct party_verify_check {
    const struct party_keys *keys;
    struct party_verify_csv heroes;
    struct arena arena;
    const int32_t *id;
    size_t places;
    size_t record[PARTY_VERIFY_PLACES]; /* of each hero, in the CSV */
    bool out[PARTY_VERIFY_PLACES];      /* the hero in this place is out of position */
    struct audit audit;
};

/* The field of the hero in a place. */
static inline const char *party_verify_text(const struct party_verify_check *check,
                                            size_t place, size_t column)
{
    return party_verify_csv_at(&check->heroes, check->record[place], column);
}

static inline double party_verify_number(const struct party_verify_check *check,
                                         size_t place, size_t column)
{
    return strtod(party_verify_text(check, place, column), NULL);
}

/* Finds a column of the pool; if there is none, false, and the report says so. */
bool party_verify_column(struct party_verify_check *check, const char *name,
                         size_t *column);

/* The chemistry "total" or "least" of the party; false if a column is missing. */
bool party_verify_chemistry(struct party_verify_check *check, const char *which,
                            double *points);

/* The quantity of a kind in the party, rounded to a double. */
double party_verify_amount(const struct party_verify_check *check,
                           const struct party_kind_keys *kind, size_t column);

/* The column that a requirement or an objective names, NULL for chemistry and price; and the word for its
 * kind. */
const char *party_verify_name(const struct party_kind_keys *kind);
const char *party_verify_kind(const struct party_kind_keys *kind);

/* All requirements, and `unique`. */
void party_verify_requirements(struct party_verify_check *check);

/* The points of the party and the most possible; false if a column is missing. */
bool party_verify_points(struct party_verify_check *check, long long *points,
                         long long *possible);

/* Whether the synergy is what is asked for. */
void party_verify_synergy(struct party_verify_check *check);

/* Who is out of position; before what asks. */
void party_verify_positions(struct party_verify_check *check);

/* Who is fixed, who is excluded, and who may stand where. */
void party_verify_marks(struct party_verify_check *check);

/* A decimal number with unnormalized digits: digit[i] is a multiple of 10^(i -
 * PARTY_VERIFY_POINT), down to the last digit of the least double. */
enum { PARTY_VERIFY_POINT = 340, PARTY_VERIFY_DIGITS = PARTY_VERIFY_POINT + 40 };
struct party_verify_sum {
    int64_t digit[PARTY_VERIFY_DIGITS];
};

/* Adds times * x, where x stands for the shortest decimal that reads as the same
 * double. */
void party_verify_sum_add(struct party_verify_sum *sum, double x, int64_t times);

/* -1, 0 or 1. */
int party_verify_sum_sign(struct party_verify_sum sum);

#endif
