/* An export at work: what the writers of the program's parts share. First of all, the
 * columns of the heroes. */
#ifndef SKERRY_PARTY_EXPORTER_H
#define SKERRY_PARTY_EXPORTER_H

#include "mip.h"
#include "party_export_cases.h"
#include "party_export_reduce.h"

/* Lists by key: list k is item[first[k]] .. item[first[k + 1] - 1]. */
struct party_export_lists {
    size_t *first;
    uint32_t *item;
};

struct party_exporter {
    const struct party *party;
    struct mip *mip;
    struct arena *arena;
    const int32_t *start; /* NULL: none */
    struct party_export_reduction reduction;
    bool reduce;
    const struct party_export_cases *cases; /* NULL: the whole challenge */
    const struct party_export_case *one;

    struct party_export_lists heroes_with[PARTY_MAX_TRAITS]; /* heroes kept, by value */
    size_t *hero; /* n_heroes: column; undefined if left out */
    bool *taken;  /* n_heroes: in the start */
};

/* Finds the heroes kept; x has all up to `one`, of the reduction excepted. False without
 * memory. */
bool party_exporter_prepare(struct party_exporter *x);

/* Whether a hero is in the program. */
bool party_exporter_keeps(const struct party_exporter *x, size_t hero);
/* A column's value in the start; NAN: there is no start. */
double party_exporter_start(const struct party_exporter *x, bool value);

/* Columns: whether a hero is chosen; as many are as there are places. */
void party_exporter_write_heroes(struct party_exporter *x);

/* Heroes kept, and of the start, with a value of a trait. */
size_t party_exporter_n_with(const struct party_exporter *x, size_t trait,
                             size_t value);
size_t party_exporter_n_started_with(const struct party_exporter *x, size_t trait,
                                     size_t value);
/* Adds factor times the number of heroes with a value to the row. */
void party_exporter_add_value(struct party_exporter *x, size_t trait, size_t value,
                              double factor);

/* The heroes kept, by row, as a list without a key. False without memory. */
bool party_exporter_list_kept(const struct party_exporter *x,
                              struct party_export_lists *lists, size_t *n);
/* Sorts the n items of `lists` by a trait's codes, stably; list v is then that of code
 * v. False without memory. */
bool party_export_lists_sort(struct party_export_lists *lists, size_t n,
                             const struct party_trait *trait, struct arena *arena);

#endif
