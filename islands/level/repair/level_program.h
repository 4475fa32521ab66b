/* The mixed-integer linear program of the paper, constraint by constraint: minimize
 * cost . x subject to bounds on constraints and variables.
 *
 * Source: the paper (level_game.h), Eq. (1)-(11), "Domain-Specific Constraints" and
 * "Generality and Limitations". Differs: rules of `paths` bound the cheapest path (by a
 * flow from above, by the dual of the shortest path from below); rules that the paper
 * lacks are added in the same manner.
 *
 * Size: a 9 x 13 level of zelda has 6858 variables and 2777 constraints, a 31 x 28
 * level of pacman 65352 and 26252, as the paper says. Memory: 12 bytes per coefficient.
 * Cost to build: linear in the coefficients. */
#ifndef SKERRY_LEVEL_PROGRAM_H
#define SKERRY_LEVEL_PROGRAM_H

#include "level_demands.h"

/* Variables from `first` on: one per cell, per directed edge, or per tile and cell; and
 * the rule that they belong to. */
struct level_program_cols {
    size_t first, n;
    const char *list; /* kind of rule, "reach"; "edits" belongs to tile `rule` */
    size_t rule;      /* index of the rule within its kind */
    const char *what; /* role of the variables, "flow" */
};

/* Constraints from `first` on. */
struct level_program_rows {
    size_t first;
    const char *list;
    size_t rule;
};

struct level_program {
    size_t cols, rows, entries; /* variables, constraints, coefficients */
    /* Of each variable. The first n_tiles * cells are the assignment of tiles to cells:
     * number t * cells + v is 1 if cell v holds tile t. */
    double *col_low, *col_high, *cost;
    bool *integer;
    /* Of each constraint. */
    double *row_low, *row_high;
    /* The coefficients in row order: start has rows + 1 entries. */
    size_t *start;
    int *index;
    double *value;
    double constant; /* to be added to the cost */
    double unit;     /* level_game_cost_unit */
    /* The names of variables and constraints, in ascending order. */
    size_t n_col_parts, n_row_parts;
    struct level_program_cols *col_part;
    struct level_program_rows *row_part;
};

/* Counts the variables, constraints and coefficients for a level of that size.
 *
 * arena  for working memory
 * err    STATUS_MEMORY; the counts are then 0 */
enum status level_program_size(const struct level_game *game, size_t rows, size_t cols,
                               struct arena *arena, struct level_program *program,
                               struct error *err);

/* Builds the program that repairs `broken`, in the arena. With LEVEL_HAMMING it has no
 * networks for moves. Tiles that are not open have an upper bound of 0. */
enum status level_program_build(const struct level_game *game,
                                const struct level_grid *broken,
                                const struct level_demands *demands,
                                struct arena *arena, struct level_program *program,
                                struct error *err);

/* The same without an objective: any playable level of that size is optimal. */
enum status level_program_any(const struct level_game *game, size_t rows, size_t cols,
                              const struct level_demands *demands, struct arena *arena,
                              struct level_program *program, struct error *err);

#endif
