/* Why a repair makes its edits: for each cell that changes, the rules that the repaired
 * level would violate with the cell as it was. An edit that no rule needs alone may count
 * together with others, as the new place of a tile, whose deletion would cost more; cost
 * nothing; or make one of several repairs differ from those before it. The cost of the edits
 * without it tells.
 *
 * Source: our own. Cost: the checker (level_checker.h) for each edit, and the cost of the
 * edits (level_edit_cost.h) without each that no rule needs, for some seconds at most. */
#ifndef SKERRY_LEVEL_EXPLAIN_H
#define SKERRY_LEVEL_EXPLAIN_H

#include "json_output.h"
#include "level_grid.h"

/* CPU seconds for one repair, by hand: some thousand edits of a level of 250,000 cells. */
extern const double level_explain_limit_s;

/* An array of objects: row, column, from, to, rules (those that need the edit alone;
 * null: not looked for within the limit), and, where there is none, cost_without: of
 * the other edits. NULL when memory runs out.
 *
 * repaired  its cells are changed in between
 * limit_s   CPU seconds */
json_t *level_explain_edits(const struct level_game *game,
                            const struct level_grid *broken,
                            struct level_grid *repaired, double limit_s);

/* Prints them, a line for each rule, and for each edit that no rule needs alone; NULL:
 * nothing. */
void level_explain_print(const json_t *edits, FILE *out);

/* The rules that a level violates, as the checker names them, a line each; NULL when
 * memory runs out. Freed by the caller.
 *
 * n  out: of violated rules */
char *level_explain_rules(const struct level_game *game, const struct level_grid *grid,
                          struct arena scratch, size_t *n);

/* The length of the first line of a text; returns the start of the second line. */
const char *level_explain_next_line(const char *text, size_t *length);

/* The lines of a text as an array of strings. */
json_t *level_explain_lines(const char *lines);

#endif
