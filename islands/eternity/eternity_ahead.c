#include "eternity_ahead.h"

enum { FURTHEST = 2 };

const float eternity_ahead_worth[ETERNITY_AHEAD_MOST + 1] = {-1.0986123f, 0, 0.5108256f,
                                                             0.8472979f, 1.0986123f};

static bool ends_line(const struct eternity *puzzle, unsigned cell)
{
    return cell % puzzle->cols == puzzle->cols - 1 ||
           cell + puzzle->cols >= puzzle->cells;
}

unsigned eternity_ahead_cells(const struct eternity_course *course, unsigned depth)
{
    const struct eternity_rules *rules = &course->rules;
    if (depth + 1 >= rules->goal)
        return 0;
    if (rules->breaks[depth + 1] > 0)
        return 1;
    for (unsigned cells = 1; cells <= FURTHEST && depth + cells < rules->goal; cells++)
        if (ends_line(course->lists->puzzle, course->order->cell[depth + cells]))
            return cells;
    return 0;
}

/* Tiles laid beyond the board: the child's, then one a cell. */
struct path {
    unsigned tiles;
    eternity_entry entry[FURTHEST + 1];
};

/* The colour kept in a slot once the path is laid. */
static unsigned colour_in(const struct eternity_child *child, const struct path *path,
                          unsigned slot)
{
    for (unsigned i = path->tiles; i-- > 0;) {
        const struct eternity_view *view = &child->view[child->depth + i];
        if (view->row == slot)
            return entry_east(path->entry[i]);
        if (view->column == slot)
            return entry_south(path->entry[i]);
    }
    return child->slots[slot];
}

static bool is_free(const struct eternity_child *child, const struct path *path,
                    unsigned piece)
{
    if (eternity_is_used(child->used, piece))
        return false;
    for (unsigned i = 0; i < path->tiles; i++)
        if (entry_piece(path->entry[i]) == piece)
            return false;
    return true;
}

static unsigned ways(const struct eternity_child *child, struct path *path,
                     unsigned cells, unsigned most)
{
    const struct eternity_course *course = child->course;
    unsigned depth = child->depth + path->tiles, n = 0;
    unsigned left = colour_in(child, path, child->view[depth].row);
    unsigned above = colour_in(child, path, child->view[depth].column);
    const struct eternity_list *list = eternity_course_list(course, depth, left, above);
    for (uint32_t i = list->first; i < list->end[0] && n < most; i++) {
        eternity_entry entry = course->lists->entry[i];
        if (!is_free(child, path, entry_piece(entry)))
            continue;
        if (cells == 1) {
            n++;
            continue;
        }
        path->entry[path->tiles++] = entry;
        n += ways(child, path, cells - 1, most - n);
        path->tiles--;
    }
    return n;
}

unsigned eternity_ahead_ways(const struct eternity_child *child, unsigned cells,
                             unsigned most)
{
    struct path path = {.tiles = 1, .entry = {child->entry}};
    return ways(child, &path, cells, most);
}
