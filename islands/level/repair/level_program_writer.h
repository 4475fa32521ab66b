/* Variables, constraints and coefficients of a program (level_program.h) under construction. */
#ifndef SKERRY_LEVEL_PROGRAM_WRITER_H
#define SKERRY_LEVEL_PROGRAM_WRITER_H

#include "level_program.h"

/* The space graph: the directed edges from cell v are first[v] .. first[v + 1] - 1. */
struct level_program_space {
    size_t rows, cols, cells, edges;
    size_t *first; /* cells + 1 */
    size_t *to;    /* head of each edge */
    size_t *back;  /* the reverse edge */
};

/* A program under construction, in two passes: the first one counts (the arrays are
 * NULL), the second one writes. */
struct level_program_writer {
    const struct level_game *game;
    const struct level_grid *broken;     /* NULL: no objective */
    const struct level_demands *demands; /* NULL: none */
    struct level_program_space space;
    struct level_program *p;
    bool writes;
    const char *list; /* kind of the current rule, and its index within it */
    size_t rule;
};

/* False if memory runs out. */
bool level_program_space_init(enum level_wrap wrap, size_t rows, size_t cols,
                              struct arena *arena, struct level_program_space *s);

/* The variables and constraints that follow belong to this rule. */
void level_program_begin_rule(struct level_program_writer *w, const char *list,
                              size_t rule);

/* Adds n variables in 0..high; returns the number of the first one. */
size_t level_program_add_cols(struct level_program_writer *w, size_t n,
                              const char *what, double high, double cost, bool integer);

/* Begins a constraint, low <= sum of the terms that follow <= high. */
void level_program_add_row(struct level_program_writer *w, double low, double high);

/* Adds value times variable `col`. */
void level_program_add_term(struct level_program_writer *w, size_t col, double value);

/* Adds value times (cell v holds a tile of the set). */
void level_program_add_set(struct level_program_writer *w, tile_set set, size_t v,
                           double value);

/* Adds value times (flow out of cell v - flow into it); flows are variables of edges. */
void level_program_add_net_flow(struct level_program_writer *w, size_t flow, size_t v,
                                double value);

#endif
