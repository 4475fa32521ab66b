#include "sliding_link.h"

enum { MOST_NODES = 1 << 19 }; /* placements of all levels */

size_t sliding_link_width(size_t least, struct rng *rng)
{
    size_t width = least;
    while (width < SLIDING_LINK_WIDEST && rng_below(rng, 4) == 0)
        width *= 4;
    return width < SLIDING_LINK_WIDEST ? width : SLIDING_LINK_WIDEST;
}

size_t sliding_link_bytes(const struct sliding_instance *instance)
{
    return sliding_sweep_bytes(instance, SLIDING_LINK_WIDEST, MOST_NODES);
}

int sliding_link_find(const struct sliding_instance *instance,
                      struct sliding_link *link, struct rng *rng, struct arena scratch,
                      int16_t *genes)
{
    bool backward = rng_next(rng) >> 63;
    size_t nodes = link->width * (link->limit + 1);
    struct sliding_sweep sweep;
    struct sliding_sweep_task task = {.from = backward ? link->to : link->from,
                                      .to = backward ? link->from : link->to,
                                      .width = link->width,
                                      .limit = link->limit,
                                      .salt = rng_next(rng)};
    sliding_sweep_take(&sweep, instance, link->width,
                       nodes < MOST_NODES ? nodes : MOST_NODES, &scratch);
    sliding_sweep_begin(&sweep, &task);
    while (sweep.now.count) {
        link->left += sweep.now.count;
        sliding_sweep_advance(&sweep);
    }
    link->dropped = sweep.dropped;
    if (!sweep.found)
        return SLIDING_NO_LINK;
    bool traced = backward ? sliding_sweep_trace_back(&sweep, genes)
                           : sliding_sweep_trace(&sweep, genes);
    return traced ? (int)sweep.task.limit : SLIDING_NO_LINK;
}
