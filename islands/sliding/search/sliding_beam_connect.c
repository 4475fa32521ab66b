#include "sliding_beam_connect.h"

enum {
    MOST_NODES = 1 << 19
}; /* placements kept over all levels, 7 MB of parents,
                                  moves and keys; chosen by hand */

size_t sliding_beam_connect_width(size_t least, struct rng *rng)
{
    size_t width = least;
    while (width < SLIDING_BEAM_CONNECT_MAX_WIDTH && rng_below(rng, 4) == 0)
        width *= 4;
    return width < SLIDING_BEAM_CONNECT_MAX_WIDTH ? width
                                                  : SLIDING_BEAM_CONNECT_MAX_WIDTH;
}

size_t sliding_beam_connect_bytes(const struct sliding_instance *instance)
{
    return sliding_beam_search_bytes(instance, SLIDING_BEAM_CONNECT_MAX_WIDTH,
                                     MOST_NODES);
}

int sliding_beam_connect_find(const struct sliding_instance *instance,
                              struct sliding_beam_connect *connect, struct rng *rng,
                              struct arena scratch, int16_t *genes)
{
    bool backward = rng_next(rng) >> 63;
    size_t nodes = connect->width * (connect->limit + 1);
    struct sliding_beam_search search;
    struct sliding_beam_search_task task = {
        .from = backward ? connect->to : connect->from,
        .to = backward ? connect->from : connect->to,
        .width = connect->width,
        .limit = connect->limit,
        .seed = rng_next(rng)};
    sliding_beam_search_take(&search, instance, connect->width,
                             nodes < MOST_NODES ? nodes : MOST_NODES, &scratch);
    sliding_beam_search_begin(&search, &task);
    while (search.now.count) {
        connect->expanded += search.now.count;
        sliding_beam_search_advance(&search);
    }
    connect->pruned = search.pruned;
    if (!search.found)
        return SLIDING_BEAM_NO_PATH;
    bool traced = backward ? sliding_beam_search_trace_back(&search, genes)
                           : sliding_beam_search_trace(&search, genes);
    return traced ? (int)search.task.limit : SLIDING_BEAM_NO_PATH;
}
