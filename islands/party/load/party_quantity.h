/* The quantities of a party that requirements bound and descriptors report. */
#ifndef SKERRY_PARTY_QUANTITY_H
#define SKERRY_PARTY_QUANTITY_H

#include "party_pool.h"

/* One quantity of a party: a sum, mean or team rating of a number, a count over a trait, or
 * chemistry. */
struct party_quantity {
    enum party_requirement_kind kind;
    bool mean;       /* PARTY_SUM given as a mean: divided by the places */
    uint32_t column; /* into traits or numbers */
    const char *column_name;
    const char *value_name; /* COUNT */
    bool in_position;       /* of heroes in position alone; SUM and COUNT */
};

/* Whether a key of a quantity is given, be it one that does not suffice. */
bool party_quantity_is_given(const struct party_kind_keys *kind);

/* "mean level", "count race elf": one line; NULL without memory. */
const char *party_quantity_name(const struct party_quantity *quantity,
                                struct arena *perm);

/* Reads kind and column, and registers the column; before the pool is read.
 * key  config path of the requirement or descriptor */
enum status party_quantity_read(struct party_loading *load,
                                const struct party_kind_keys *kind, const char *key,
                                struct party_quantity *quantity, struct error *err);

/* Code of the value that a COUNT counts; after the pool is read. */
enum status party_quantity_value(const struct party_loading *load,
                                 const struct party_quantity *quantity, const char *key,
                                 uint32_t *value, struct error *err);

/* The column that the party is measured by: where only heroes in position count, not that of the
 * pool. After party_positions_load.
 * err  STATUS_INPUT: no rule for places has others out of position */
enum status party_quantity_measured(const struct party *party,
                                    const struct party_quantity *quantity,
                                    const char *key, uint32_t *column,
                                    struct error *err);

/* One requirement, after the pool is read.
 * key  its config path */
enum status party_quantity_requirement(struct party_loading *load,
                                       const struct party_requirement_keys *keys,
                                       const struct party_quantity *quantity,
                                       const char *key, struct party_requirement *out,
                                       struct error *err);

/* All requirements but either/or, in two steps: columns before the pool is read, bounds after it.
 * `quantities` (keys->requirements.count) is passed from the first to the second. */
enum status party_quantity_requirement_columns(struct party_loading *load,
                                               struct party_quantity *quantities,
                                               struct error *err);
enum status party_quantity_requirements_load(struct party_loading *load,
                                             const struct party_quantity *quantities,
                                             struct error *err);

/* The trait of `unique`, before the pool is read, and its requirement, after those of the config:
 * at most one hero of each value. */
enum status party_quantity_unique_column(struct party_loading *load, uint32_t *trait,
                                         struct error *err);
enum status party_quantity_unique_load(struct party_loading *load, struct error *err);

/* Where heroes have two rows and nothing else is unique: one of them at most, as a requirement that
 * is implied; after those of the config. */
enum status party_quantity_identity_load(struct party_loading *load, struct error *err);

/* Adds min <= sum of a number <= max to the requirements, for what is not among those of the
 * config. One bound may be infinite.
 * key  config path of what asks for it; STATUS_INPUT there if there are too many */
enum status party_quantity_bound_sum(struct party_loading *load, uint32_t number,
                                     double min, double max, const char *text,
                                     const char *key, struct error *err);

#endif
