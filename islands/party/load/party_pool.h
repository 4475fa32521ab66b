/* The pool: heroes from CSV into flat columns. */
#ifndef SKERRY_PARTY_POOL_H
#define SKERRY_PARTY_POOL_H

#include "party.h"
#include "party_keys.h"

/* What loading shares between its steps. `trait_key` and `number_key` hold the config
 * path that first asked for a column, for errors about it. */
struct party_loading {
    const struct party_keys *keys;
    struct party *party;
    struct arena *perm;
    struct arena temporary; /* ends with the loading */
    char trait_key[PARTY_MAX_TRAITS][64];
    char number_key[PARTY_MAX_NUMBERS][64];
    int64_t *id;
    double *price;
    uint32_t *line;  /* of each hero in the file */
    uint32_t *slots; /* open hash of ids: row + 1, or 0 */
    size_t slot_mask;
};

/* Index of a column among party->trait (or number), which it joins when it is new.
 * key    config path of who asks; STATUS_INPUT there when there are too many */
enum status party_pool_trait_column(struct party_loading *load, const char *column,
                                    const char *key, uint32_t *index,
                                    struct error *err);
enum status party_pool_number_column(struct party_loading *load, const char *column,
                                     const char *key, uint32_t *index,
                                     struct error *err);

/* Reads keys->heroes: fills n_heroes, id, price, and values and codes of the traits and
 * numbers that are needed by now.
 * err  STATUS_INPUT: a column that is not there or has too many digits, a row that
 *      cannot be, an id twice */
enum status party_pool_read(struct party_loading *load, struct error *err);

/* Fills exact_price, once owned heroes are free. err  as party_pool_read */
enum status party_pool_exact_price(struct party_loading *load, struct error *err);

/* Row of the hero with an id; -1 when the pool has none. After party_pool_read. */
int32_t party_pool_find(const struct party_loading *load, int64_t id);

#endif
