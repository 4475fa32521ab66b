/* Reads the pool of heroes from CSV into columns. Values of a trait become codes by a
 * hash table: O(file size). */
#ifndef SKERRY_PARTY_POOL_H
#define SKERRY_PARTY_POOL_H

#include "party.h"
#include "party_keys.h"

/* State shared by the steps of loading. `trait_key` and `number_key` hold the config
 * path that first named a column, for error messages. */
struct party_loading {
    const struct party_keys *keys;
    struct party *party;
    struct arena *perm;
    struct arena temporary; /* freed after loading */
    char trait_key[PARTY_MAX_TRAITS][64];
    char number_key[PARTY_MAX_NUMBERS][64];
    /* Columns that heroes share, or that count for those in position alone. */
    bool links[PARTY_MAX_TRAITS], restricts[PARTY_MAX_NUMBERS];
    uint64_t *rules; /* by row: bit i if rule i for places admits the hero */
    int64_t *id;
    double *price;
    uint32_t *line;  /* of each hero in the file */
    uint32_t *slots; /* hash table of ids, open addressing: row + 1, or 0 */
    size_t slot_mask;
};

/* Index of a column in party->trait (or number); a new column is appended.
 * key  config path that names the column; STATUS_INPUT there if there are too many */
enum status party_pool_trait_column(struct party_loading *load, const char *column,
                                    const char *key, uint32_t *index,
                                    struct error *err);
enum status party_pool_number_column(struct party_loading *load, const char *column,
                                     const char *key, uint32_t *index,
                                     struct error *err);

/* Reads keys->heroes: fills n_heroes, id, price, and values and codes of the traits and
 * numbers registered so far.
 * err  STATUS_INPUT: a column that is missing or has too many digits, an invalid field,
 *      a duplicate id */
enum status party_pool_read(struct party_loading *load, struct error *err);

/* Fills exact_coins, after owned heroes have got price 0. err as party_pool_read. */
enum status party_pool_exact_coins(struct party_loading *load, struct error *err);

/* Appends a number that is no column of the pool; after party_pool_read, since columns come
 * first.
 * key  config path of what sums it up; STATUS_INPUT there if there are too many */
enum status party_pool_hidden_number(struct party_loading *load,
                                     const struct party_number *number, const char *key,
                                     uint32_t *index, struct error *err);

/* Row of the hero with an id; -1 if there is none. After party_pool_read. */
int32_t party_pool_find(const struct party_loading *load, int64_t id);

#endif
