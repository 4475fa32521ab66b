#include "level_program_writer.h"

bool level_program_space_init(enum level_wrap wrap, size_t rows, size_t cols,
                              struct arena *arena, struct level_program_space *s)
{
    size_t list[4];
    *s = (struct level_program_space){.rows = rows, .cols = cols, .cells = rows * cols};
    s->first = ARENA_NEW(arena, size_t, s->cells + 1);
    s->to = ARENA_NEW(arena, size_t, 4 * s->cells);
    s->back = ARENA_NEW(arena, size_t, 4 * s->cells);
    if (!s->first || !s->to || !s->back)
        return false;
    for (size_t v = 0; v < s->cells; v++) {
        s->first[v] = s->edges;
        size_t n = level_grid_neighbours(wrap, rows, cols, v, list);
        for (size_t i = 0; i < n; i++)
            s->to[s->edges++] = list[i];
    }
    s->first[s->cells] = s->edges;
    for (size_t v = 0; v < s->cells; v++)
        for (size_t e = s->first[v]; e < s->first[v + 1]; e++) {
            size_t b = s->first[s->to[e]];
            while (s->to[b] != v)
                b++;
            s->back[e] = b;
        }
    return true;
}

size_t level_program_add_cols(struct level_program_writer *w, size_t n,
                              const char *what, double high, double cost, bool integer)
{
    size_t at = w->p->cols, part = w->p->n_col_parts++;
    if (w->writes)
        w->p->col_part[part] =
            (struct level_program_cols){at, n, w->list, w->rule, what};
    w->p->cols += n;
    for (size_t j = at; w->writes && j < at + n; j++) {
        w->p->col_low[j] = 0;
        w->p->col_high[j] = high;
        w->p->cost[j] = cost;
        w->p->integer[j] = integer;
    }
    return at;
}

void level_program_begin_rule(struct level_program_writer *w, const char *list,
                              size_t rule)
{
    size_t part = w->p->n_row_parts++;
    w->list = list;
    w->rule = rule;
    if (w->writes)
        w->p->row_part[part] = (struct level_program_rows){w->p->rows, list, rule};
}

void level_program_add_row(struct level_program_writer *w, double low, double high)
{
    size_t i = w->p->rows++;
    if (!w->writes)
        return;
    w->p->row_low[i] = low;
    w->p->row_high[i] = high;
    w->p->start[i] = w->p->entries;
}

void level_program_add_term(struct level_program_writer *w, size_t col, double value)
{
    size_t k = w->p->entries++;
    if (!w->writes)
        return;
    w->p->index[k] = (int)col;
    w->p->value[k] = value;
}

void level_program_add_set(struct level_program_writer *w, tile_set set, size_t v,
                           double value)
{
    for (size_t t = 0; t < w->game->n_tiles; t++)
        if (tile_in(set, (uint8_t)t))
            level_program_add_term(w, t * w->space.cells + v, value);
}

void level_program_add_net_flow(struct level_program_writer *w, size_t flow, size_t v,
                                double value)
{
    const struct level_program_space *s = &w->space;
    for (size_t e = s->first[v]; e < s->first[v + 1]; e++) {
        level_program_add_term(w, flow + e, value);
        level_program_add_term(w, flow + s->back[e], -value);
    }
}
