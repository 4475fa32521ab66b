/* The objective of a config, and its budget. */
#ifndef SKERRY_PARTY_GOAL_H
#define SKERRY_PARTY_GOAL_H

#include "party_quantity.h"

/* What the goal keys name. */
struct party_target {
    bool price, synergy;            /* else the quantity */
    struct party_quantity quantity; /* PARTY_SUM or PARTY_COUNT */
};

/* Reads the goal and registers its column; before the pool is read. */
enum status party_goal_columns(struct party_loading *load, struct party_target *goal,
                               struct error *err);

/* Fills the price and objective of the party, and adds the budget to its requirements; after the
 * requirements and exact_coins. */
enum status party_goal_load(struct party_loading *load, const struct party_target *goal,
                            struct error *err);

#endif
