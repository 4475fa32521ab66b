#include "sliding_beam_connect.h"

enum { MOST_NODES = 1 << 19 }; /* placements of all levels */

size_t sliding_beam_connect_width(size_t least, struct rng *rng)
{
    size_t width = least;
    while (width < SLIDING_BEAM_CONNECT_WIDEST && rng_below(rng, 4) == 0)
        width *= 4;
    return width < SLIDING_BEAM_CONNECT_WIDEST ? width : SLIDING_BEAM_CONNECT_WIDEST;
}

size_t sliding_beam_connect_bytes(const struct sliding_instance *instance)
{
    return sliding_beam_search_bytes(instance, SLIDING_BEAM_CONNECT_WIDEST, MOST_NODES);
}

int sliding_beam_connect_find(const struct sliding_instance *instance,
                              struct sliding_beam_connect *link, struct rng *rng,
                              struct arena scratch, int16_t *genes)
{
    bool backward = rng_next(rng) >> 63;
    size_t nodes = link->width * (link->limit + 1);
    struct sliding_beam_search sweep;
    struct sliding_beam_search_task task = {.from = backward ? link->to : link->from,
                                            .to = backward ? link->from : link->to,
                                            .width = link->width,
                                            .limit = link->limit,
                                            .salt = rng_next(rng)};
    sliding_beam_search_take(&sweep, instance, link->width,
                             nodes < MOST_NODES ? nodes : MOST_NODES, &scratch);
    sliding_beam_search_begin(&sweep, &task);
    while (sweep.now.count) {
        link->left += sweep.now.count;
        sliding_beam_search_advance(&sweep);
    }
    link->dropped = sweep.dropped;
    if (!sweep.found)
        return SLIDING_BEAM_NO_PATH;
    bool traced = backward ? sliding_beam_search_trace_back(&sweep, genes)
                           : sliding_beam_search_trace(&sweep, genes);
    return traced ? (int)sweep.task.limit : SLIDING_BEAM_NO_PATH;
}
