/* Builds a mixed-integer linear program and writes it in the formats LP and MPS: minimise the
 * cost of the columns (variables) subject to bounds of columns and rows (constraints), with
 * an optional start solution.
 *
 * If memory runs out, later additions are dropped, and mip_done reports it.
 *
 * Source: CPLEX LP file format and free MPS format, in the subset that CBC and HiGHS read.
 * Cost: linear in the number of coefficients; some 80 bytes of memory each. */
#ifndef SKERRY_MIP_H
#define SKERRY_MIP_H

#include "arena.h"
#include "status.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The largest number of coefficients (chosen by hand: about 1.6 GB). */
enum { MIP_NAME_BYTES = 96, MIP_MOST_ENTRIES = 20000000 };

struct mip {
    struct arena *arena;
    bool lost;       /* memory ran out, or the program is too large */
    bool too_large;  /* more than MIP_MOST_ENTRIES coefficients */
    bool full_start; /* every column has a start; otherwise those that are not NaN */

    size_t n_cols, room_cols;
    const char **col_name;
    double *low, *high; /* of columns; low is finite, high may be INFINITY */
    double *cost;
    double *start; /* NaN: none */
    bool *integer;
    size_t *last_row, *last_entry; /* of each column, its last entry */

    size_t n_rows, room_rows;
    const char **row_name;
    double *row_low, *row_high; /* may be infinite */
    size_t *first;              /* first entry of each row */

    size_t n_entries, room_entries;
    size_t *index;
    double *value;

    size_t n_comments, room_comments;
    const char **comment;
};

enum mip_format { MIP_LP, MIP_MPS };

/* Makes an empty program; it takes all memory from arena, which is borrowed. */
void mip_init(struct mip *mip, struct arena *arena);

/* Adds a column; returns its number. In its name all characters other than letters, digits
 * and _ are replaced by _; it must be unique within the first MIP_NAME_BYTES - 1 characters,
 * to which it is cut, and begin with a letter. */
size_t mip_col(struct mip *mip, double low, double high, double cost, bool integer,
               double start, const char *format, ...)
    __attribute__((format(printf, 7, 8)));

/* Begins a row low <= sum of the following terms <= high. */
void mip_row(struct mip *mip, double low, double high, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds value x column to the last row; several terms of a column are summed. */
void mip_term(struct mip *mip, size_t col, double value);

/* Adds a comment at the head of the file; one line of ASCII. */
void mip_comment(struct mip *mip, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Checks that nothing was dropped: otherwise STATUS_MEMORY, or STATUS_INPUT for a program
 * that is too large. */
enum status mip_done(const struct mip *mip, struct error *err);

/* Writes CPLEX's LP format, or free MPS. Numbers are the shortest decimals that give the same
 * double. A row with two bounds becomes two rows in LP, NAME_low and NAME_high. Fails like
 * mip_done, or with STATUS_FULL or STATUS_IO if something could not be written. */
enum status mip_write(const struct mip *mip, enum mip_format format, FILE *out,
                      struct error *err);

/* Writes the start for CBC's `mipstart` and others: lines of number, name, value. */
enum status mip_write_start(const struct mip *mip, FILE *out, struct error *err);

/* Writes a full start as a HiGHS solution file. */
enum status mip_write_solution(const struct mip *mip, FILE *out, struct error *err);

/* The cost of a full start. */
double mip_start_cost(const struct mip *mip);

/* The name of a column whose bounds a full start violates, or of a row whose bounds it
 * violates by more than 1e-6 relative to its terms; NULL: none. The name is borrowed. The
 * tolerance is the usual feasibility tolerance of LP solvers. */
const char *mip_start_breaks(const struct mip *mip);

#endif
