#include "assignment.h"

#include "status.h"

#include <math.h>

/* Rows and columns are numbered from 1 here. Column 0 represents the row that is being
 * assigned, row 0 means none. */
struct search {
    size_t columns;
    assignment_costs *costs;
    void *context;
    double *row_price, *column_price;
    size_t *row_of; /* of each column */

    /* of the row that is being assigned */
    double *distance; /* of each column, by reduced costs, plus `nearest` */
    double nearest;
    size_t *from;    /* the predecessor on the shortest path, a column */
    bool *done;      /* columns whose distance is final, */
    size_t *visited; /* the same in the order of their distances */
    size_t n_visited;
};

size_t assignment_bytes(size_t rows, size_t columns)
{
    return (rows + 1) * sizeof(double) +
           (columns + 1) * (2 * sizeof(double) + 3 * sizeof(size_t) + sizeof(bool)) +
           7 * ARENA_ALIGN;
}

/* Relaxes the columns by the costs of one row; returns the nearest column that is not done,
 * and shifts all distances and dual prices so that its distance is 0. */
static size_t relax(struct search *s, size_t at, const double *cost)
{
    const double price = s->row_price[s->row_of[at]], before = s->nearest;
    double nearest = INFINITY;
    size_t next = 0;
    for (size_t j = 1; j <= s->columns; j++) {
        if (s->done[j])
            continue;
        double reduced = cost[j - 1] - price - s->column_price[j];
        double distance = s->distance[j] - before;
        if (reduced < distance) {
            distance = reduced;
            s->from[j] = at;
        }
        s->distance[j] = distance;
        if (distance < nearest) {
            nearest = distance;
            next = j;
        }
    }
    for (size_t i = 0; i < s->n_visited; i++) {
        size_t j = s->visited[i];
        s->row_price[s->row_of[j]] += nearest;
        s->column_price[j] -= nearest;
    }
    s->nearest = nearest;
    return next;
}

/* Assigns a row by the shortest augmenting path to a free column. */
static bool augment(struct search *s, size_t row)
{
    size_t at = 0;
    s->row_of[0] = row;
    s->n_visited = 0;
    s->nearest = 0;
    for (size_t j = 0; j <= s->columns; j++) {
        s->distance[j] = INFINITY;
        s->done[j] = false;
    }
    do {
        const double *cost = s->costs(s->context, s->row_of[at] - 1);
        if (!cost)
            return false;
        s->done[at] = true;
        s->visited[s->n_visited++] = at;
        at = relax(s, at, cost);
    } while (s->row_of[at]);
    for (; at; at = s->from[at])
        s->row_of[at] = s->row_of[s->from[at]];
    return true;
}

bool assignment_solve(size_t rows, size_t columns, assignment_costs *costs,
                      void *context, struct arena scratch, size_t *row_of)
{
    struct search s = {.columns = columns,
                       .costs = costs,
                       .context = context,
                       .row_price = ARENA_NEW(&scratch, double, rows + 1),
                       .column_price = ARENA_NEW(&scratch, double, columns + 1),
                       .distance = ARENA_NEW(&scratch, double, columns + 1),
                       .row_of = ARENA_NEW(&scratch, size_t, columns + 1),
                       .from = ARENA_NEW(&scratch, size_t, columns + 1),
                       .done = ARENA_NEW(&scratch, bool, columns + 1),
                       .visited = ARENA_NEW(&scratch, size_t, columns + 1)};
    ensure(rows <= columns);
    for (size_t i = 0; i <= rows; i++)
        s.row_price[i] = 0;
    for (size_t j = 0; j <= columns; j++) {
        s.column_price[j] = 0;
        s.row_of[j] = 0;
    }
    for (size_t i = 1; i <= rows; i++)
        if (!augment(&s, i))
            return false;
    for (size_t j = 0; j < columns; j++)
        row_of[j] = s.row_of[j + 1] ? s.row_of[j + 1] - 1 : ASSIGNMENT_FREE;
    return true;
}
