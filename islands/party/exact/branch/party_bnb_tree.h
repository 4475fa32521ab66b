/* The search by levels, between its parts: party_bnb_levels.c decides levels and chooses heroes by the
 * first bound, party_bnb_nested.c does so by the second one (party_nested.h), where there is one. */
#ifndef SKERRY_PARTY_BNB_TREE_H
#define SKERRY_PARTY_BNB_TREE_H

#include "party_bnb_node.h"
#include "party_nested.h"

/* Choices in a path: codes of values and levels, below these; whether a value has the lowest level;
 * heroes. */
enum {
    PARTY_BNB_LOWEST = 1U << 28,
    PARTY_BNB_HERO = 1U << 29,
    PARTY_BNB_UNDECIDED = UINT8_MAX
};

/* What a look at all rules counts as, in nodes; by hand. */
enum { PARTY_BNB_WORK_OF_RULES = 2 };

struct party_bnb_tree {
    struct party_bnb *search;
    const struct party_levels *levels;
    struct party_levels_table *table;
    struct party_levels_node *node;
    uint8_t *decided[PARTY_LEVELS_TRAITS]; /* level by value */
    size_t used[PARTY_LEVELS_TRAITS];      /* heroes that the decided levels take */
    size_t n_decided[PARTY_LEVELS_TRAITS];
    uint32_t next[PARTY_LEVELS_TRAITS]; /* least code that may be decided */
    /* By kind of places: heroes for them, rising. */
    uint32_t *candidate, first[PARTY_MAX_PLACES + 1];
    uint32_t hero[PARTY_MAX_PLACES]; /* by place, or in the order chosen */

    /* The second bound; NULL: there is none. By value the highest level that its parties have, if
     * it is undecided; and multipliers and these levels of the nodes above. */
    struct party_nested_table *nested;
    size_t n_values;
    uint8_t *highest[PARTY_LEVELS_TRAITS];
    double *kept_multipliers;
    uint8_t *kept_highest;
    size_t depth;
};

/* Whether a hero is one of the first n. */
static inline bool party_bnb_is_chosen(const struct party_bnb_tree *x, size_t n,
                                       uint32_t i)
{
    for (size_t q = 0; q < n; q++)
        if (x->hero[q] == i)
            return true;
    return false;
}

/* Whether the heroes chosen so far may be of a party that keeps to the rules. */
bool party_bnb_rules_fit(const struct party_bnb_tree *tree);

/* Sets the levels that the decided values have and the others may have. */
void party_bnb_assume(struct party_bnb_tree *tree);

/* Takes what the second bound needs from scratch, if there is one: upper bound on its bytes. The levels
 * assumed are those of the root. */
size_t party_bnb_nested_bytes(const struct party_reduced *reduced);
void party_bnb_nested_begin(struct party_bnb_tree *tree, struct arena *scratch);

/* Keeps what a node changes for those below it, and restores it. */
void party_bnb_nested_keep(struct party_bnb_tree *tree);
void party_bnb_nested_restore(struct party_bnb_tree *tree);

/* Tunes the second bound of the assumptions; false if no party within the limit keeps to them. Else leaves only
 * heroes and levels that such parties may have. */
bool party_bnb_nested_visit(struct party_bnb_tree *tree, int steps);

/* A value whose lowest level is to be decided next, as a choice; 0: none. */
uint32_t party_bnb_nested_choice(const struct party_bnb_tree *tree);

/* Chooses the heroes that are left. False if the slice ended. */
bool party_bnb_nested_heroes(struct party_bnb_tree *tree, size_t level);

#endif
