/* A mixed-integer linear program in the making, and the files that any solver reads:
 * minimise the cost of the columns (variables) under bounds of columns and rows
 * (constraints). A start may come with it: a value for each column.
 *
 * Out of memory is remembered: what is added afterwards is dropped, and mip_done says
 * so. */
#ifndef SKERRY_MIP_H
#define SKERRY_MIP_H

#include "arena.h"
#include "status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Larger programs are refused: some 80 bytes of memory a coefficient. */
enum { MIP_NAME_BYTES = 96, MIP_MOST_ENTRIES = 20000000 };

struct mip {
    struct arena *arena;
    bool lost;       /* memory ran out, or */
    bool too_large;  /* more than MIP_MOST_ENTRIES coefficients */
    bool full_start; /* every column's start is meant; else those that are not NaN */

    size_t n_cols, room_cols;
    const char **col_name;
    double *low, *high; /* of columns; low is finite, high may be INFINITY */
    double *cost;
    double *start; /* NaN: not told */
    bool *integer;
    size_t *last_row, *last_entry; /* where a column came last */

    size_t n_rows, room_rows;
    const char **row_name;
    double *row_low, *row_high; /* may be infinite */
    size_t *first;              /* its first entry */

    size_t n_entries, room_entries;
    size_t *index;
    double *value;

    size_t n_comments, room_comments;
    const char **comment;
};

enum mip_format { MIP_LP, MIP_MPS };

/* An empty program; all it takes is from arena, which it borrows. */
void mip_init(struct mip *mip, struct arena *arena);

/* One more column; the name is printed, any byte but letters, digits and _ becomes _,
 * must be unlike any other and begin with a letter. Returns its number. */
size_t mip_col(struct mip *mip, double low, double high, double cost, bool integer,
               double start, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

/* Begins a row low <= sum of the terms that follow <= high. */
void mip_row(struct mip *mip, double low, double high, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds value x column to the row begun last; several terms of a column add up. */
void mip_term(struct mip *mip, size_t col, double value);

/* A line for people at the head of the file; one line of ASCII. */
void mip_comment(struct mip *mip, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether all that was added is there: else STATUS_MEMORY, or STATUS_INPUT for a
 * program that is too large. */
enum status mip_done(const struct mip *mip, struct error *err);

/* Writes CPLEX's LP format, or free MPS. Numbers are the shortest decimals that give
 * the same double. A row of two sides is two rows in LP, NAME_low and NAME_high.
 * As mip_done; STATUS_FULL or STATUS_IO when something was not written. */
enum status mip_write(const struct mip *mip, enum mip_format format, FILE *out,
                      struct error *err);

/* Writes the start for CBC's `mipstart` and others: lines of number, name, value. */
enum status mip_write_start(const struct mip *mip, FILE *out, struct error *err);

/* Writes the start as a solution that HiGHS reads; for full starts. */
enum status mip_write_solution(const struct mip *mip, FILE *out, struct error *err);

/* The cost of a full start. */
double mip_start_cost(const struct mip *mip);

/* The row that a full start breaks by more than 1e-6 of its size, a column's bounds
 * included; NULL: none. Its name is borrowed. */
const char *mip_start_breaks(const struct mip *mip);

#endif
