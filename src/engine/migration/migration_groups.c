#include "migration_groups.h"

#include "clock.h"

/* A group of islands of which this rank hosts some. */
struct group {
    struct migration *migration;
    size_t at; /* its first island on this rank, counted from the rank's first */
};

struct migration_groups {
    struct migration_plan plan;
    struct island_layout layout;
    struct migration *all;
    size_t first_island, own_islands; /* of this rank */
    struct comm *alone;     /* this rank, for the groups that it hosts whole */
    struct comm *shared[2]; /* the ranks of an even and of an odd shared group, or this
                               rank alone */
    struct group *own;      /* in the order in which they migrate: shared ones first */
    size_t n_own;
};

static bool has_groups(const struct migration_groups *g)
{
    return g->plan.policy != MIGRATE_NONE && g->plan.group &&
           g->plan.group < g->layout.islands;
}

static size_t group_first(const struct migration_groups *g, size_t number)
{
    size_t first = number * g->plan.group;
    return first < g->layout.islands ? first : g->layout.islands;
}

static size_t count_groups(const struct migration_groups *g)
{
    return (g->layout.islands + g->plan.group - 1) / g->plan.group;
}

static size_t rank_of_end(const struct migration_groups *g, size_t number)
{
    return island_layout_rank(&g->layout, group_first(g, number + 1) - 1);
}

/* A group is shared if a border between ranks is inside. Finds those shared by this rank, at
 * most one of each parity; shared groups are counted from 0. A rank that shares two shares
 * consecutive ones. */
static void find_shared(const struct migration_groups *g, size_t me,
                        size_t number[static 2], bool found[static 2])
{
    size_t n = 0, latest = SIZE_MAX;
    for (size_t r = 1; r <= me + 1 && r < g->layout.ranks; r++) {
        size_t border = island_layout_first(&g->layout, r);
        size_t group = border / g->plan.group;
        if (border % g->plan.group == 0 || group == latest)
            continue;
        latest = group;
        number[n % 2] = group;
        found[n % 2] = group_first(g, group + 1) > g->first_island;
        n++;
    }
}

/* Makes the migration of one group; comm is of its ranks. */
static enum status init_group(struct migration_groups *g, size_t number,
                              struct comm *comm, const struct puzzle *puzzle,
                              const size_t *individuals, struct arena *perm,
                              struct error *err)
{
    size_t begin = group_first(g, number), end = group_first(g, number + 1);
    size_t lowest = island_layout_rank(&g->layout, begin), size = (size_t)comm->size;
    size_t *first = ARENA_NEW(perm, size_t, size + 1);
    if (!first)
        return error_set(err, STATUS_MEMORY, "no memory for a group of islands");
    for (size_t r = 0; size > 1 && r <= size; r++) {
        size_t island = island_layout_first(&g->layout, lowest + r);
        first[r] = (island < begin ? begin : island < end ? island : end) - begin;
    }
    struct island_layout layout = {.islands = end - begin,
                                   .ranks = size,
                                   .offset = g->layout.offset + begin,
                                   .first = size > 1 ? first : NULL};
    struct group *group = &g->own[g->n_own++];
    group->at = begin > g->first_island ? begin - g->first_island : 0;
    return migration_init(&g->plan, comm, &layout, puzzle, individuals + begin, perm,
                          &group->migration, err);
}

/* As comm_split, but if it fails on one rank it fails on all. */
static enum status split_one(struct comm *comm, int colour, struct comm **part,
                             struct error *err)
{
    comm_split(comm, colour, part, err);
    return err->status == STATUS_COMM ? STATUS_COMM : comm_agree(comm, err);
}

/* The communicators: of the ranks of each shared group, and of this rank alone. */
static enum status split(struct migration_groups *g, struct comm *comm,
                         const size_t number[static 2], const bool found[static 2],
                         struct error *err)
{
    int alone = (int)count_groups(g) + comm->rank;
    for (int parity = 0; parity < 2; parity++)
        if (split_one(comm, found[parity] ? (int)number[parity] : alone,
                      &g->shared[parity], err))
            return err->status;
    return split_one(comm, alone, &g->alone, err);
}

static enum status init_groups(struct migration_groups *g, struct comm *comm,
                               const struct puzzle *puzzle, const size_t *individuals,
                               struct arena *perm, struct error *err)
{
    size_t number[2] = {0}, me = (size_t)comm->rank;
    bool found[2] = {false};
    find_shared(g, me, number, found);
    if (split(g, comm, number, found, err))
        return err->status;
    size_t first = g->first_island / g->plan.group;
    size_t last = (g->first_island + g->own_islands - 1) / g->plan.group;
    g->own = ARENA_NEW(perm, struct group, last - first + 1);
    if (!g->own)
        return error_set(err, STATUS_MEMORY, "no memory for the groups of islands");
    for (int parity = 0; parity < 2; parity++)
        if (found[parity] && init_group(g, number[parity], g->shared[parity], puzzle,
                                        individuals, perm, err))
            return err->status;
    for (size_t i = first; i <= last; i++)
        if (group_first(g, i) >= g->first_island && rank_of_end(g, i) == me &&
            init_group(g, i, g->alone, puzzle, individuals, perm, err))
            return err->status;
    return STATUS_OK;
}

enum status migration_groups_init(const struct migration_plan *plan, struct comm *comm,
                                  const struct island_layout *layout,
                                  const struct puzzle *puzzle,
                                  const size_t *individuals, struct arena *perm,
                                  struct migration_groups **groups, struct error *err)
{
    struct migration_groups *g = ARENA_NEW(perm, struct migration_groups, 1);
    *groups = g;
    size_t me = (size_t)comm->rank;
    if (!g)
        error_set(err, STATUS_MEMORY, "no memory for migration");
    else
        *g = (struct migration_groups){.plan = *plan,
                                       .layout = *layout,
                                       .first_island = island_layout_first(layout, me),
                                       .own_islands = island_layout_count(layout, me)};
    if (comm_agree(comm, err))
        return err->status;
    if (has_groups(g) && init_groups(g, comm, puzzle, individuals, perm, err))
        return err->status;
    return migration_init(plan, comm, layout, puzzle, individuals, perm, &g->all, err);
}

void migration_groups_close(struct migration_groups *g)
{
    if (!g)
        return;
    comm_close(g->shared[0]);
    comm_close(g->shared[1]);
    comm_close(g->alone);
}

/* Whether the migration of an epoch is between all islands. */
static bool is_between(const struct migration_groups *g, uint64_t epoch)
{
    return !has_groups(g) || epoch == MIGRATION_AT_START ||
           (g->plan.between_every && (epoch + 1) % g->plan.between_every == 0);
}

enum status migration_groups_run(struct migration_groups *g, struct island *const *own,
                                 uint64_t seed, uint32_t replica, uint64_t epoch,
                                 struct migration_row *rows, struct error *err)
{
    if (is_between(g, epoch))
        return migration_run(g->all, own, seed, replica, epoch, rows, err);
    double began_s = clock_monotonic_s();
    for (size_t i = 0; i < g->n_own; i++)
        if (migration_run(g->own[i].migration, own + g->own[i].at, seed, replica, epoch,
                          rows + g->own[i].at, err))
            return err->status;
    double seconds = clock_monotonic_s() - began_s;
    for (size_t i = 0; i < g->own_islands; i++)
        rows[i].seconds = seconds;
    return STATUS_OK;
}
