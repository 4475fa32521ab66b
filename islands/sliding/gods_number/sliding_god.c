#include "sliding_god.h"

#include "clock.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Levels of at most so many placements have their classes noted: a tenth of a second.
 */
static const uint64_t NOTED_PLACEMENTS = 5000000;
/* Blocks of a level between two looks at the clock: some milliseconds. */
enum { BLOCKS_A_LOOK = 4096 };

/* What one search tells of the class that it began in. */
struct finding {
    uint32_t class; /* SLIDING_CLASSES_FAR: this rank had nothing to do */
    uint32_t eccentricity;
    uint64_t reached;
    double seconds;
    bool stopped; /* before all was reached: eccentricity and reached are at least so */
    uint8_t from[SLIDING_BITMAP_BFS_MAX_VERTICES],
        farthest[SLIDING_BITMAP_BFS_MAX_VERTICES];
};

/* Bounds and what the rounds need. For two classes `most` bounds from above how far
 * apart a placement of the one and one of the other can be in one component. */
struct hunt {
    struct sliding_god *god;
    const struct sliding *puzzle;
    const struct sliding_god_plan *plan;
    struct comm *comm;
    struct sliding_bitmap_bfs bfs;
    bool *searched;          /* a class was the root of a search, or is this round */
    uint32_t *moves, *queue; /* for distances between classes */
    uint32_t *chosen;        /* of each rank, this round */
    struct finding *found;   /* of each rank, this round */
    uint16_t *row;           /* of each class: how far from the root its farthest is */
    uint16_t *rows;          /* ranks x classes: those of all */
    uint16_t *most;          /* classes x classes */
    uint32_t for_diameter;   /* searches made for the diameters */
    double deadline;         /* of clock_process_s() */
};

/* A placement of the current level: its class is met at this depth. */
static void note_class(void *context, const uint8_t *at)
{
    struct hunt *hunt = context;
    hunt->row[sliding_classes_of_placement(&hunt->god->classes, at)] =
        (uint16_t)hunt->bfs.depth;
}

/* Classes whose farthest placement was not noted are met for the last time before
 * `noted`, the first of the last levels that all were noted. */
static void close_row(struct hunt *hunt, unsigned noted)
{
    for (uint32_t c = 0; c < hunt->god->classes.count; c++)
        if (hunt->row[c] < noted)
            hunt->row[c] = (uint16_t)(noted - 1);
}

/* The next level of the search; false when the time is up before it is whole. */
static bool step(struct hunt *hunt)
{
    while (!sliding_bitmap_bfs_work(&hunt->bfs, BLOCKS_A_LOOK))
        if (clock_process_s() > hunt->deadline)
            return false;
    return true;
}

/* One search from a placement; fills hunt->row. levels may be NULL. */
static struct finding flood_from(struct hunt *hunt, uint32_t class, const uint8_t *from,
                                 uint64_t *levels)
{
    struct finding finding = {.class = class};
    struct sliding_bitmap_bfs *bfs = &hunt->bfs;
    double began = clock_process_s();
    unsigned noted = 0;
    memcpy(finding.from, from, bfs->puzzle->rings);
    memset(hunt->row, 0, hunt->god->classes.count * sizeof *hunt->row);
    sliding_bitmap_bfs_begin(bfs, from);
    do {
        ensure(bfs->depth < SLIDING_GOD_MAX_DEPTH);
        if (levels)
            levels[bfs->depth] = bfs->level;
        sliding_bitmap_bfs_first(bfs, finding.farthest);
        finding.eccentricity = bfs->depth;
        if (bfs->level <= NOTED_PLACEMENTS)
            sliding_bitmap_bfs_each(bfs, note_class, hunt);
        else
            noted = bfs->depth + 1;
        finding.stopped = !step(hunt);
    } while (!finding.stopped && bfs->level);
    close_row(hunt, noted);
    finding.reached = bfs->total;
    finding.seconds = clock_process_s() - began;
    return finding;
}

/* Upper bounds of the distances between two classes u and c: there is a placement of u
 * that is q(s, u) moves from the root s, and none of c is more than row[c] from there.
 * The same with u and c swapped. */
static void learn_distances(struct hunt *hunt, const struct finding *finding,
                            const uint16_t *row)
{
    const struct sliding_symmetry_classes *classes = &hunt->god->classes;
    uint32_t component = classes->all[finding->class].component;
    for (uint32_t u = 0; u < classes->count; u++) {
        if (classes->all[u].component != component)
            continue;
        for (uint32_t c = 0; c < classes->count; c++) {
            if (classes->all[c].component != component)
                continue;
            uint32_t far = row[c] + hunt->moves[u], other = row[u] + hunt->moves[c];
            uint16_t *most = &hunt->most[(size_t)u * classes->count + c];
            far = other < far ? other : far;
            *most = far < *most ? (uint16_t)far : *most;
        }
    }
}

/* The diameter's upper bound of a component. */
static void bound_component(struct hunt *hunt, uint32_t component)
{
    const struct sliding_symmetry_classes *classes = &hunt->god->classes;
    struct sliding_god_component *own = &hunt->god->components[component];
    own->high = own->low;
    for (uint32_t u = 0; u < classes->count; u++)
        for (uint32_t c = 0; c < classes->count; c++)
            if (classes->all[u].component == component &&
                classes->all[c].component == component &&
                hunt->most[(size_t)u * classes->count + c] > own->high)
                own->high = hunt->most[(size_t)u * classes->count + c];
}

/* What a finding says of all classes of its component. */
static void learn(struct hunt *hunt, const struct finding *finding, const uint16_t *row)
{
    struct sliding_god *god = hunt->god;
    uint32_t component = god->classes.all[finding->class].component;
    struct sliding_god_component *own = &god->components[component];
    own->searches++;
    god->searches++;
    god->search_s += finding->seconds;
    hunt->searched[finding->class] = true;
    if (own->searches == 1 || finding->eccentricity > own->low) {
        own->low = finding->eccentricity;
        memcpy(own->far[0], finding->from, sizeof finding->from);
        memcpy(own->far[1], finding->farthest, sizeof finding->farthest);
    }
    if (finding->stopped) {
        god->stopped = true;
        return;
    }
    own->number = own->placements / finding->reached;
    sliding_classes_distances(&god->classes, finding->class, hunt->moves, hunt->queue);
    learn_distances(hunt, finding, row);
    bound_component(hunt, component);
}

static enum status share_findings(struct hunt *hunt, const struct finding *own,
                                  struct error *err)
{
    uint32_t n = hunt->god->classes.count;
    if (comm_allgather(hunt->comm, own, sizeof *own, hunt->found, err) ||
        comm_allgather(hunt->comm, hunt->row, n * sizeof *hunt->row, hunt->rows, err))
        return err->status;
    for (int r = 0; r < hunt->comm->size; r++)
        if (hunt->found[r].class != SLIDING_CLASSES_FAR)
            learn(hunt, &hunt->found[r], hunt->rows + (size_t)r * n);
    return STATUS_OK;
}

/* Rank r searches from class chosen[r]. */
static enum status flood_round(struct hunt *hunt, struct error *err)
{
    uint8_t from[SLIDING_BITMAP_BFS_MAX_VERTICES];
    struct finding own = {.class = SLIDING_CLASSES_FAR};
    uint32_t class = hunt->chosen[hunt->comm->rank];
    if (class != SLIDING_CLASSES_FAR) {
        sliding_classes_placement(&hunt->god->classes, class, from);
        own = flood_from(hunt, class, from, NULL);
    }
    return share_findings(hunt, &own, err);
}

/* With how many classes a class may have a greater distance than is known in its
 * component; high: the greatest of these distances. */
static uint32_t count_open(const struct hunt *hunt, uint32_t class, unsigned *high)
{
    const struct sliding_symmetry_classes *classes = &hunt->god->classes;
    uint32_t component = classes->all[class].component, open = 0;
    const struct sliding_god_component *own = &hunt->god->components[component];
    *high = 0;
    if (own->stuck || hunt->searched[class])
        return 0;
    for (uint32_t c = 0; c < classes->count; c++) {
        unsigned most = hunt->most[(size_t) class * classes->count + c];
        if (classes->all[c].component != component || hunt->searched[c] ||
            most <= own->low)
            continue;
        open++;
        *high = most > *high ? most : *high;
    }
    return open;
}

/* A class that may be searched next: how many distances of it are open, up to what. */
struct choice {
    uint32_t class, open;
    unsigned high;
    uint64_t sets;
};

/* By turns the class with the greatest possible distance goes first, of equals the most
 * symmetric, since extremes are often there; or the one with the most distances open.
 */
static bool goes_first(const struct choice *a, const struct choice *b, bool greatest)
{
    if (b->class == SLIDING_CLASSES_FAR)
        return true;
    if (greatest && a->high != b->high)
        return a->high > b->high;
    if (greatest && a->sets != b->sets)
        return a->sets < b->sets;
    return a->open > b->open;
}

/* The next class to search; SLIDING_CLASSES_FAR when all distances are settled. */
static uint32_t choose(const struct hunt *hunt, bool greatest)
{
    struct choice best = {.class = SLIDING_CLASSES_FAR};
    for (uint32_t c = 0; c < hunt->god->classes.count; c++) {
        struct choice one = {.class = c, .sets = hunt->god->classes.all[c].sets};
        one.open = count_open(hunt, c, &one.high);
        if (one.open && goes_first(&one, &best, greatest))
            best = one;
    }
    return best.class;
}

/* Which class each rank searches next, all ranks alike; how many. */
static uint32_t plan_diameter_round(struct hunt *hunt)
{
    uint32_t n = 0, limit = hunt->plan->searches;
    for (int r = 0; r < hunt->comm->size; r++) {
        bool more = !limit || hunt->for_diameter < limit;
        uint32_t class =
            more ? choose(hunt, hunt->for_diameter % 2 == 0) : SLIDING_CLASSES_FAR;
        hunt->chosen[r] = class;
        if (class == SLIDING_CLASSES_FAR)
            continue;
        hunt->searched[class] = true;
        hunt->for_diameter++;
        n++;
    }
    return n;
}

static void tell_round(const struct hunt *hunt)
{
    if (!hunt->plan->tell || hunt->comm->rank)
        return;
    uint32_t left = 0;
    unsigned low = 0, high = 0;
    for (uint32_t c = 0; c < hunt->god->classes.count; c++)
        left += count_open(hunt, c, &high) > 0;
    high = 0;
    for (uint32_t i = 0; i < hunt->god->classes.components; i++) {
        const struct sliding_god_component *own = &hunt->god->components[i];
        low = own->low > low ? own->low : low;
        high = own->high > high ? own->high : high;
    }
    char top[32] = "?"; /* while some component was not searched at all */
    if (high < UINT16_MAX)
        snprintf(top, sizeof top, "%u", high);
    fprintf(stderr,
            "%u searches, %.0f s: largest diameter %u to %s, %u classes of %u left\n",
            hunt->god->searches, hunt->god->search_s, low, top, left,
            hunt->god->classes.count);
}

static enum status find_diameters(struct hunt *hunt, struct error *err)
{
    while (!hunt->god->stopped && plan_diameter_round(hunt)) {
        if (flood_round(hunt, err))
            return err->status;
        tell_round(hunt);
    }
    return STATUS_OK;
}

/* One search for every component of classes but the target's own, for its size. */
static enum status measure_components(struct hunt *hunt, struct error *err)
{
    const struct sliding_god *god = hunt->god;
    uint32_t class = 0;
    while (!god->stopped) {
        int used = 0;
        for (int r = 0; r < hunt->comm->size; r++)
            hunt->chosen[r] = SLIDING_CLASSES_FAR;
        for (; class < god->classes.count && used < hunt->comm->size; class ++) {
            const struct sliding_god_component *own =
                &god->components[god->classes.all[class].component];
            bool first = !own->stuck && !own->searches;
            for (int r = 0; r < used; r++)
                first = first && god->classes.all[hunt->chosen[r]].component !=
                                     god->classes.all[class].component;
            if (first)
                hunt->chosen[used++] = class;
        }
        if (!used)
            return STATUS_OK;
        if (flood_round(hunt, err))
            return err->status;
        tell_round(hunt);
    }
    return STATUS_OK;
}

/* Rank 0 searches from the target, and all learn the levels. */
static enum status measure_target(struct hunt *hunt, struct error *err)
{
    struct sliding_god *god = hunt->god;
    uint32_t class = sliding_classes_of_placement(&god->classes, hunt->puzzle->target);
    struct finding own = {.class = SLIDING_CLASSES_FAR};
    if (hunt->comm->rank == 0)
        own = flood_from(hunt, class, hunt->puzzle->target, god->levels);
    if (share_findings(hunt, &own, err) ||
        comm_broadcast(hunt->comm, god->levels, sizeof god->levels, err))
        return err->status;
    const struct finding *found = &hunt->found[0];
    god->own = god->classes.all[class].component;
    god->eccentricity = found->eccentricity;
    god->reached = found->reached;
    god->target_done = !found->stopped;
    god->target_s = found->seconds;
    memcpy(god->farthest, found->farthest, sizeof god->farthest);
    tell_round(hunt);
    return STATUS_OK;
}

/* What is known before any search. */
static void begin_components(struct hunt *hunt)
{
    struct sliding_god *god = hunt->god;
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

static enum status take_memory(struct hunt *hunt, struct arena *arena,
                               struct error *err)
{
    struct sliding_god *god = hunt->god;
    size_t n = god->classes.count, ranks = (size_t)hunt->comm->size;
    god->components =
        ARENA_NEW(arena, struct sliding_god_component, god->classes.components);
    hunt->row = ARENA_NEW(arena, uint16_t, n);
    hunt->rows = ARENA_NEW(arena, uint16_t, n * ranks);
    hunt->most = ARENA_NEW(arena, uint16_t, n * n);
    hunt->searched = ARENA_NEW(arena, bool, n);
    hunt->moves = ARENA_NEW(arena, uint32_t, n);
    hunt->queue = ARENA_NEW(arena, uint32_t, n);
    hunt->chosen = ARENA_NEW(arena, uint32_t, ranks);
    hunt->found = ARENA_NEW(arena, struct finding, ranks);
    if (!god->components || !hunt->row || !hunt->rows || !hunt->most ||
        !hunt->searched || !hunt->moves || !hunt->queue || !hunt->chosen ||
        !hunt->found)
        return error_set(err, STATUS_MEMORY, "no memory for %zu classes", n);
    memset(hunt->most, 0xff, n * n * sizeof *hunt->most);
    return sliding_bitmap_bfs_init(&hunt->bfs, hunt->puzzle, arena, err);
}

static enum status prepare(struct hunt *hunt, struct arena *arena, struct error *err)
{
    struct sliding_god *god = hunt->god;
    god->bfs_bytes = sliding_bitmap_bfs_bytes(hunt->puzzle);
    if (god->bfs_bytes > hunt->plan->memory_bytes)
        return error_set(
            err, STATUS_INPUT,
            "a search of all placements of %u rings in %u dimensions takes "
            "%.0f MB (expected: at most %.0f, see --memory)",
            hunt->puzzle->rings, hunt->puzzle->d,
            god->bfs_bytes == SIZE_MAX ? 1e300 * 1e300 : (double)god->bfs_bytes / 1e6,
            (double)hunt->plan->memory_bytes / 1e6);
    if (sliding_classes_init(&god->classes, hunt->puzzle, arena, err))
        return err->status;
    return take_memory(hunt, arena, err);
}

enum status sliding_god_find(struct sliding_god *god, const struct sliding *puzzle,
                             const struct sliding_god_plan *plan, struct comm *comm,
                             struct arena *arena, struct error *err)
{
    struct hunt hunt = {.god = god, .puzzle = puzzle, .plan = plan, .comm = comm};
    memset(god, 0, sizeof *god);
    hunt.deadline =
        plan->time_limit_s > 0 ? clock_process_s() + plan->time_limit_s : INFINITY;
    prepare(&hunt, arena, err);
    if (comm_agree(comm, err))
        return err->status;
    ensure(god->components && hunt.bfs.puzzle); /* else some rank had no memory */
    begin_components(&hunt);
    if (measure_target(&hunt, err) || measure_components(&hunt, err) ||
        (plan->diameter && find_diameters(&hunt, err)))
        return err->status;
    return STATUS_OK;
}
