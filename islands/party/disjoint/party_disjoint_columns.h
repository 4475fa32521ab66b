/* The parties known of each challenge, and the cheapest one under multipliers and bans.
 *
 * What is known spares searches: the cheapest party stays the cheapest where multipliers rose for others
 * and fell for its own heroes only; else the cheapest known one is the incumbent of the search. */
#ifndef SKERRY_PARTY_DISJOINT_COLUMNS_H
#define SKERRY_PARTY_DISJOINT_COLUMNS_H

#include "party_multipliers.h"

/* Known parties of a challenge; of more, the oldest are replaced. By hand. */
enum { PARTY_MOST_COLUMNS = 256 };

/* An answer of a challenge. */
struct party_answer {
    double bound; /* of the price with multipliers; +INFINITY: there is no party */
    bool known;   /* a party is known */
    bool exact;   /* `bound` is the price of that party, with multipliers */
    int32_t hero[PARTY_MAX_PLACES];
};

struct party_columns {
    const struct party *party; /* of one challenge */
    uint64_t work, first_work; /* of a search; of a first one that knows no party */
    size_t n;                  /* found so far; the last PARTY_MOST_COLUMNS are kept */
    int32_t (*hero)[PARTY_MAX_PLACES];
    uint8_t *banned; /* n_heroes, of the subproblem */
};

/* Columns of a challenge, none yet; in perm. STATUS_MEMORY. */
enum status party_columns_init(struct party_columns *c, const struct party *party,
                               uint64_t work, uint64_t first_work, struct arena *perm,
                               struct error *err);

/* Removes all bans but the challenge's own. */
void party_columns_unban(struct party_columns *c);

/* False if a place of the challenge has the hero fixed, so that no party is without it. */
bool party_columns_ban(struct party_columns *c, int32_t hero);

/* The cheapest party with these multipliers and bans; an interrupt leaves a bound. STATUS_MEMORY. */
enum status party_columns_solve(struct party_columns *c,
                                const struct party_multipliers *m,
                                struct party_answer *out, struct error *err);

#endif
