/* The mixed-integer linear program of the paper, written down literally: minimise cost
 * . x within bounds on rows and columns.
 *
 * Source: the paper (level_game.h), Eq. (1)-(11) and "Domain-Specific Constraints". A 9
 * x 13 level of zelda has 6858 variables and 2777 constraints, a 31 x 28 level of
 * pacman 65352 and 26252, as the paper says. */
#ifndef SKERRY_LEVEL_PROGRAM_H
#define SKERRY_LEVEL_PROGRAM_H

#include "level_grid.h"

/* Variables from `first` on: of each cell, of each directed edge, or of each tile and
 * cell; and the rule that they belong to. */
struct level_program_cols {
    size_t first, n;
    const char *list; /* of the game's rules, "reach"; "edits" belongs to tile `rule` */
    size_t rule;      /* in its list, from 0 */
    const char *what; /* in a word, "flow" */
};

/* Constraints from `first` on. */
struct level_program_rows {
    size_t first;
    const char *list;
    size_t rule;
};

struct level_program {
    size_t cols, rows, entries; /* variables, constraints, coefficients */
    /* Of each variable. The first n_tiles * cells say whether tile t is on cell v:
     * number t * cells + v. */
    double *col_low, *col_high, *cost;
    bool *integer;
    /* Of each constraint. */
    double *row_low, *row_high;
    /* The coefficients, row by row: start has rows + 1 entries. */
    size_t *start;
    int *index;
    double *value;
    double constant; /* to be added to the cost */
    /* To name variables and constraints, in rising order. */
    size_t n_col_parts, n_row_parts;
    struct level_program_cols *col_part;
    struct level_program_rows *row_part;
};

/* Counts the variables, constraints and coefficients for a level of that size.
 *
 * arena  for the work
 * err    STATUS_MEMORY; the counts are then 0 */
enum status level_program_size(const struct level_game *game, size_t rows, size_t cols,
                               struct arena *arena, struct level_program *program,
                               struct error *err);

/* Builds the program that repairs `broken`, in the arena. With LEVEL_HAMMING it has no
 * networks of moves. */
enum status level_program_build(const struct level_game *game,
                                const struct level_grid *broken, struct arena *arena,
                                struct level_program *program, struct error *err);

/* The same without an objective: any playable level of that size will do. */
enum status level_program_any(const struct level_game *game, size_t rows, size_t cols,
                              struct arena *arena, struct level_program *program,
                              struct error *err);

#endif
