#include "sliding_god.h"

#include "clock.h"
#include "plural.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The classes of a level are recorded if it has at most so many placements, about a
 * tenth of a second. A smaller limit gives weaker bounds, hence more searches. Chosen
 * by hand. */
static const uint64_t RECORDED_PLACEMENTS = 5000000;
/* Blocks between two checks of the time limit, some milliseconds; chosen by hand. */
enum { BLOCKS_A_POLL = 4096 };

/* The result of one search from a placement of a class. */
struct bfs_result {
    uint32_t class; /* SLIDING_CLASSES_UNREACHABLE: no search on this rank */
    uint32_t eccentricity;
    uint64_t reached;
    double seconds;
    bool stopped; /* by the limit: eccentricity and reached are lower bounds */
    uint8_t from[SLIDING_BITMAP_BFS_MAX_VERTICES],
        farthest[SLIDING_BITMAP_BFS_MAX_VERTICES];
};

/* State of the search for diameters. For two classes, `most` is an upper bound of the
 * distance between a placement of the one and one of the other within a component. */
struct search {
    struct sliding_god *god;
    const struct sliding *puzzle;
    const struct sliding_god_plan *plan;
    struct comm *comm;
    struct sliding_bitmap_bfs bfs;
    bool *searched;           /* of each class: a search started there, or does in
                                 this round */
    uint32_t *moves, *queue;  /* distances between classes, and their queue */
    uint32_t *chosen;         /* class to search from, by rank */
    struct bfs_result *found; /* result of this round, by rank */
    uint16_t *row;            /* of each class: distance from the root to its farthest
                              placement */
    uint16_t *rows;           /* ranks x classes: the rows of all ranks */
    uint16_t *most;           /* classes x classes */
    uint32_t for_diameter;    /* searches made for the diameters */
    double deadline;          /* of clock_process_s() */
};

/* Callback of the levels: its class occurs at this depth. */
static void record_class(void *context, const uint8_t *at)
{
    struct search *search = context;
    search->row[sliding_classes_of_placement(&search->god->classes, at)] =
        (uint16_t)search->bfs.depth;
}

/* Classes without a recorded placement occur last before level `recorded`, from which
 * on all levels are recorded. */
static void complete_row(struct search *search, unsigned recorded)
{
    for (uint32_t c = 0; c < search->god->classes.count; c++)
        if (search->row[c] < recorded)
            search->row[c] = (uint16_t)(recorded - 1);
}

/* Completes the next level; false when the time limit is reached first. */
static bool step(struct search *search)
{
    while (!sliding_bitmap_bfs_run(&search->bfs, BLOCKS_A_POLL))
        if (clock_process_s() > search->deadline)
            return false;
    return true;
}

/* A complete breadth-first search from a placement; fills search->row. levels may be
 * NULL. */
static struct bfs_result bfs_from(struct search *search, uint32_t class,
                                  const uint8_t *from, uint64_t *levels)
{
    struct bfs_result result = {.class = class};
    struct sliding_bitmap_bfs *bfs = &search->bfs;
    double began = clock_process_s();
    unsigned recorded = 0;
    memcpy(result.from, from, bfs->puzzle->rings);
    memset(search->row, 0, search->god->classes.count * sizeof *search->row);
    sliding_bitmap_bfs_begin(bfs, from);
    do {
        ensure(bfs->depth < SLIDING_GOD_MAX_DEPTH);
        if (levels)
            levels[bfs->depth] = bfs->level;
        sliding_bitmap_bfs_first(bfs, result.farthest);
        result.eccentricity = bfs->depth;
        if (bfs->level <= RECORDED_PLACEMENTS)
            sliding_bitmap_bfs_each(bfs, record_class, search);
        else
            recorded = bfs->depth + 1;
        result.stopped = !step(search);
    } while (!result.stopped && bfs->level);
    complete_row(search, recorded);
    result.reached = bfs->total;
    result.seconds = clock_process_s() - began;
    return result;
}

/* Updates upper bounds of the distance between classes u and c by the triangle
 * inequality: some placement of u is moves[u] from the root s, and no placement of c is
 * more than row[c] from it. The same with u and c exchanged. */
static void update_distances(struct search *search, const struct bfs_result *result,
                             const uint16_t *row)
{
    const struct sliding_symmetry_classes *classes = &search->god->classes;
    uint32_t component = classes->all[result->class].component;
    for (uint32_t u = 0; u < classes->count; u++) {
        if (classes->all[u].component != component)
            continue;
        for (uint32_t c = 0; c < classes->count; c++) {
            if (classes->all[c].component != component)
                continue;
            uint32_t bound = row[c] + search->moves[u],
                     other = row[u] + search->moves[c];
            uint16_t *most = &search->most[(size_t)u * classes->count + c];
            bound = other < bound ? other : bound;
            *most = bound < *most ? (uint16_t)bound : *most;
        }
    }
}

/* Upper bound of the diameter of a component. */
static void bound_component(struct search *search, uint32_t component)
{
    const struct sliding_symmetry_classes *classes = &search->god->classes;
    struct sliding_god_component *own = &search->god->components[component];
    own->high = own->low;
    for (uint32_t u = 0; u < classes->count; u++)
        for (uint32_t c = 0; c < classes->count; c++)
            if (classes->all[u].component == component &&
                classes->all[c].component == component &&
                search->most[(size_t)u * classes->count + c] > own->high)
                own->high = search->most[(size_t)u * classes->count + c];
}

/* Updates the bounds of a component by the result of a search in it. */
static void update_bounds(struct search *search, const struct bfs_result *result,
                          const uint16_t *row)
{
    struct sliding_god *god = search->god;
    uint32_t component = god->classes.all[result->class].component;
    struct sliding_god_component *own = &god->components[component];
    own->searches++;
    god->searches++;
    god->search_s += result->seconds;
    search->searched[result->class] = true;
    if (own->searches == 1 || result->eccentricity > own->low) {
        own->low = result->eccentricity;
        memcpy(own->far[0], result->from, sizeof result->from);
        memcpy(own->far[1], result->farthest, sizeof result->farthest);
    }
    if (result->stopped) {
        god->stopped = true;
        return;
    }
    own->number = own->placements / result->reached;
    sliding_classes_distances(&god->classes, result->class, search->moves,
                              search->queue);
    update_distances(search, result, row);
    bound_component(search, component);
}

static enum status share_results(struct search *search, const struct bfs_result *own,
                                 struct error *err)
{
    uint32_t n = search->god->classes.count;
    if (comm_allgather(search->comm, own, sizeof *own, search->found, err) ||
        comm_allgather(search->comm, search->row, n * sizeof *search->row, search->rows,
                       err))
        return err->status;
    for (int r = 0; r < search->comm->size; r++)
        if (search->found[r].class != SLIDING_CLASSES_UNREACHABLE)
            update_bounds(search, &search->found[r], search->rows + (size_t)r * n);
    return STATUS_OK;
}

/* Rank r searches from class chosen[r]. */
static enum status run_round(struct search *search, struct error *err)
{
    uint8_t from[SLIDING_BITMAP_BFS_MAX_VERTICES];
    struct bfs_result own = {.class = SLIDING_CLASSES_UNREACHABLE};
    uint32_t class = search->chosen[search->comm->rank];
    if (class != SLIDING_CLASSES_UNREACHABLE) {
        sliding_classes_placement(&search->god->classes, class, from);
        own = bfs_from(search, class, from, NULL);
    }
    return share_results(search, &own, err);
}

/* Number of classes that may be farther from this class than the lower bound of the
 * diameter; high: the greatest upper bound among them. */
static uint32_t count_open(const struct search *search, uint32_t class, unsigned *high)
{
    const struct sliding_symmetry_classes *classes = &search->god->classes;
    uint32_t component = classes->all[class].component, open = 0;
    const struct sliding_god_component *own = &search->god->components[component];
    *high = 0;
    if (own->stuck || search->searched[class])
        return 0;
    for (uint32_t c = 0; c < classes->count; c++) {
        unsigned most = search->most[(size_t) class * classes->count + c];
        if (classes->all[c].component != component || search->searched[c] ||
            most <= own->low)
            continue;
        open++;
        *high = most > *high ? most : *high;
    }
    return open;
}

/* A class to search from: its open pairs and their greatest upper bound. */
struct candidate {
    uint32_t class, open;
    unsigned high;
    uint64_t sets;
};

/* Selection rule, by turns: the greatest upper bound, ties by the smallest class
 * (symmetric placements are often extreme); or the most open pairs. Source: our own,
 * after the alternating rule of BoundingDiameters (sliding_god.h). */
static bool is_preferred(const struct candidate *a, const struct candidate *b,
                         bool greatest)
{
    if (b->class == SLIDING_CLASSES_UNREACHABLE)
        return true;
    if (greatest && a->high != b->high)
        return a->high > b->high;
    if (greatest && a->sets != b->sets)
        return a->sets < b->sets;
    return a->open > b->open;
}

/* The next class to search from; SLIDING_CLASSES_UNREACHABLE when all pairs are
 * settled. */
static uint32_t choose(const struct search *search, bool greatest)
{
    struct candidate best = {.class = SLIDING_CLASSES_UNREACHABLE};
    for (uint32_t c = 0; c < search->god->classes.count; c++) {
        struct candidate one = {.class = c, .sets = search->god->classes.all[c].sets};
        one.open = count_open(search, c, &one.high);
        if (one.open && is_preferred(&one, &best, greatest))
            best = one;
    }
    return best.class;
}

/* Assigns classes to ranks, the same on every rank; returns how many. */
static uint32_t plan_diameter_round(struct search *search)
{
    uint32_t n = 0, limit = search->plan->searches;
    for (int r = 0; r < search->comm->size; r++) {
        bool more = !limit || search->for_diameter < limit;
        uint32_t class = more ? choose(search, search->for_diameter % 2 == 0)
                              : SLIDING_CLASSES_UNREACHABLE;
        search->chosen[r] = class;
        if (class == SLIDING_CLASSES_UNREACHABLE)
            continue;
        search->searched[class] = true;
        search->for_diameter++;
        n++;
    }
    return n;
}

static void report_round(const struct search *search)
{
    if (!search->plan->tell || search->comm->rank)
        return;
    uint32_t left = 0;
    unsigned low = 0, high = 0;
    for (uint32_t c = 0; c < search->god->classes.count; c++)
        left += count_open(search, c, &high) > 0;
    high = 0;
    for (uint32_t i = 0; i < search->god->classes.components; i++) {
        const struct sliding_god_component *own = &search->god->components[i];
        low = own->low > low ? own->low : low;
        high = own->high > high ? own->high : high;
    }
    char top[32] = "?"; /* while some component has no upper bound */
    if (high < UINT16_MAX)
        snprintf(top, sizeof top, "%u", high);
    fprintf(stderr,
            "%u search%s, %.0f s: largest diameter %u to %s, %u classes of %u left\n",
            search->god->searches, plural_es(search->god->searches),
            search->god->search_s, low, top, left, search->god->classes.count);
}

static enum status find_diameters(struct search *search, struct error *err)
{
    while (!search->god->stopped && plan_diameter_round(search)) {
        if (run_round(search, err))
            return err->status;
        report_round(search);
    }
    return STATUS_OK;
}

/* One search in every component of classes except the target's, for its size. */
static enum status measure_components(struct search *search, struct error *err)
{
    const struct sliding_god *god = search->god;
    uint32_t class = 0;
    while (!god->stopped) {
        int used = 0;
        for (int r = 0; r < search->comm->size; r++)
            search->chosen[r] = SLIDING_CLASSES_UNREACHABLE;
        for (; class < god->classes.count && used < search->comm->size; class ++) {
            const struct sliding_god_component *own =
                &god->components[god->classes.all[class].component];
            bool first = !own->stuck && !own->searches;
            for (int r = 0; r < used; r++)
                first = first && god->classes.all[search->chosen[r]].component !=
                                     god->classes.all[class].component;
            if (first)
                search->chosen[used++] = class;
        }
        if (!used)
            return STATUS_OK;
        if (run_round(search, err))
            return err->status;
        report_round(search);
    }
    return STATUS_OK;
}

/* Rank 0 searches from the target and broadcasts the levels. */
static enum status measure_target(struct search *search, struct error *err)
{
    struct sliding_god *god = search->god;
    uint32_t class =
        sliding_classes_of_placement(&god->classes, search->puzzle->target);
    struct bfs_result own = {.class = SLIDING_CLASSES_UNREACHABLE};
    if (search->comm->rank == 0)
        own = bfs_from(search, class, search->puzzle->target, god->levels);
    if (share_results(search, &own, err) ||
        comm_broadcast(search->comm, god->levels, sizeof god->levels, err))
        return err->status;
    const struct bfs_result *found = &search->found[0];
    god->own = god->classes.all[class].component;
    god->eccentricity = found->eccentricity;
    god->reached = found->reached;
    god->target_done = !found->stopped;
    god->target_s = found->seconds;
    memcpy(god->farthest, found->farthest, sizeof god->farthest);
    report_round(search);
    return STATUS_OK;
}

/* Initial bounds of the components. */
static void begin_components(struct search *search)
{
    struct sliding_god *god = search->god;
    for (uint32_t c = 0; c < god->classes.count; c++) {
        struct sliding_god_component *own =
            &god->components[god->classes.all[c].component];
        own->classes++;
        own->placements += sliding_classes_size(&god->classes, c);
        own->stuck = god->classes.all[c].n == 0;
        own->number = own->stuck ? own->placements : 0;
        own->high = own->stuck ? 0 : UINT16_MAX;
    }
}

static enum status take_memory(struct search *search, struct arena *arena,
                               struct error *err)
{
    struct sliding_god *god = search->god;
    size_t n = god->classes.count, ranks = (size_t)search->comm->size;
    god->components =
        ARENA_NEW(arena, struct sliding_god_component, god->classes.components);
    search->row = ARENA_NEW(arena, uint16_t, n);
    search->rows = ARENA_NEW(arena, uint16_t, n * ranks);
    search->most = ARENA_NEW(arena, uint16_t, n * n);
    search->searched = ARENA_NEW(arena, bool, n);
    search->moves = ARENA_NEW(arena, uint32_t, n);
    search->queue = ARENA_NEW(arena, uint32_t, n);
    search->chosen = ARENA_NEW(arena, uint32_t, ranks);
    search->found = ARENA_NEW(arena, struct bfs_result, ranks);
    if (!god->components || !search->row || !search->rows || !search->most ||
        !search->searched || !search->moves || !search->queue || !search->chosen ||
        !search->found)
        return error_set(err, STATUS_MEMORY, "no memory for %zu classes", n);
    memset(search->most, 0xff, n * n * sizeof *search->most);
    return sliding_bitmap_bfs_init(&search->bfs, search->puzzle, arena, err);
}

static enum status prepare(struct search *search, struct arena *arena,
                           struct error *err)
{
    struct sliding_god *god = search->god;
    if (search->puzzle->d > SLIDING_BITMAP_BFS_MAX_D)
        return error_at(err, "sliding.d", "%u dimensions (expected by god: at most %d)",
                        search->puzzle->d, SLIDING_BITMAP_BFS_MAX_D);
    god->bfs_bytes = sliding_bitmap_bfs_bytes(search->puzzle);
    if (god->bfs_bytes == SIZE_MAX) /* of which no size can be told */
        return error_set(err, STATUS_INPUT,
                         "%u rings in %u dimensions have too many placements to search "
                         "all of them",
                         search->puzzle->rings, search->puzzle->d);
    if (god->bfs_bytes > search->plan->memory_bytes)
        return error_set(
            err, STATUS_INPUT,
            "a search of all placements of %u rings in %u dimensions takes "
            "%.0f MB (expected: at most %.0f, see --memory)",
            search->puzzle->rings, search->puzzle->d, (double)god->bfs_bytes / 1e6,
            (double)search->plan->memory_bytes / 1e6);
    if (sliding_classes_init(&god->classes, search->puzzle, arena, err))
        return err->status;
    return take_memory(search, arena, err);
}

enum status sliding_god_find(struct sliding_god *god, const struct sliding *puzzle,
                             const struct sliding_god_plan *plan, struct comm *comm,
                             struct arena *arena, struct error *err)
{
    struct search search = {.god = god, .puzzle = puzzle, .plan = plan, .comm = comm};
    memset(god, 0, sizeof *god);
    search.deadline =
        plan->time_limit_s > 0 ? clock_process_s() + plan->time_limit_s : INFINITY;
    prepare(&search, arena, err);
    if (comm_agree(comm, err))
        return err->status;
    ensure(god->components && search.bfs.puzzle); /* otherwise some rank has reported
                                                     the error */
    begin_components(&search);
    if (measure_target(&search, err) || measure_components(&search, err) ||
        (plan->diameter && find_diameters(&search, err)))
        return err->status;
    return STATUS_OK;
}
