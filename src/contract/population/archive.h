/* An archive of elites: the best distinct solutions found, best first; or the best solution
 * of each cell of a grid; or a Pareto front.
 *
 * Without a grid any two entries have at least `min_distance` by the problem's distance
 * (0: they differ). A new solution is accepted if it is better than every entry closer than
 * `min_distance`, and, when the archive is full, better than the worst; the closer entries
 * are removed. Ties go to the earlier solution, so that equal sequences of offers give
 * equal archives. Of a solution that is there already the earlier origin is kept, by
 * replica, generation and island: one that has migrated was found at home.
 *
 * With a grid a new solution is accepted if its cell is empty or has a worse elite, which
 * it replaces. Rows are then in the order in which cells were first filled; archive_sort
 * sorts them.
 *
 * As a front it keeps nondominated solutions, one for each vector of costs, the earliest,
 * by ascending first cost. Where a new one exceeds the capacity, the one with the smallest
 * crowding distance is dropped, but never that of least first cost.
 *
 * Source: our own; nearest in the literature are clearing (Petrowski, IEEE International
 * Conference on Evolutionary Computation 1996), which also keeps the best solution within
 * a radius, and for the grid MAP-Elites (see map_elites.h). The crowding distance is that of
 * NSGA-II (Deb, Pratap, Agarwal, Meyarivan, IEEE Transactions on Evolutionary Computation 6,
 * 2002).
 * Cost of an offer: O(genome) for a solution worse than the worst of a full archive, otherwise
 * up to `capacity` distances; with a grid, one computation of descriptors; as a front,
 * `capacity` comparisons, and capacity^2 for a nondominated solution that exceeds it. */
#ifndef SKERRY_CONTRACT_ARCHIVE_H
#define SKERRY_CONTRACT_ARCHIVE_H

#include "grid.h"
#include "population.h"

#ifdef __cplusplus
extern "C" {
#endif

/* In place of an island's number: found after the search, by the proof (problem.prove) or as the nearest assignment
 * (problem.nearest). */
#define ISLAND_OF_END UINT32_MAX

/* When and where a solution was found first. */
struct origin {
    uint64_t generation;
    uint32_t island; /* or ISLAND_OF_END */
    uint32_t replica;
};

struct archive {
    struct population pop;  /* its capacity is that of the archive */
    struct origin *origins; /* of each row */
    uint32_t *checksums;    /* of the genome of each row: others differ in most cases */
    double min_distance;    /* in [0, 1]; unused with a grid and as a front */
    struct grid grid;       /* no axes: no grid */
    bool front;
    uint32_t *row_after; /* of each cell: its row + 1; 0: empty */
};

enum status archive_init(struct archive *archive, const struct shape *shape,
                         size_t capacity, double min_distance, struct arena *perm,
                         struct error *err);

/* Makes an archive that keeps the best solution of each cell. */
enum status archive_init_grid(struct archive *archive, const struct shape *shape,
                              const struct grid *grid, struct arena *perm,
                              struct error *err);

/* Makes an archive that keeps a Pareto front of at most `capacity` >= 1 solutions; its
 * population has one row more, for a new one before another is dropped. */
enum status archive_init_front(struct archive *archive, const struct shape *shape,
                               size_t capacity, struct arena *perm, struct error *err);

/* Removes all entries. */
void archive_clear(struct archive *archive);

/* Rebuilds the checksums and the map from cells to rows after rows and count were set
 * directly (by a restore); false if two rows share a cell, which is invalid. */
bool archive_index(struct archive *archive, const struct puzzle *puzzle,
                   struct arena scratch);

/* Offers one solution; infeasible ones (first cost not finite) are rejected. Returns
 * whether it was accepted. */
bool archive_offer(struct archive *archive, const struct puzzle *puzzle,
                   const void *genome, const double *cost, struct origin origin,
                   struct arena scratch);

/* Offers every row of a population in order, with the same outcome as archive_offer, if no entry
 * has a later origin: those are kept as they are. Cost: that of the offers, but each row of the
 * archive is moved at most once. scratch: also 16
 * bytes per row of the archive's capacity and 3 * ARENA_ALIGN. */
void archive_offer_all(struct archive *archive, const struct puzzle *puzzle,
                       const struct population *pop, struct origin origin,
                       struct arena scratch);

/* The least first cost; INFINITY if it is empty. O(1), with a grid O(rows). */
double archive_best(const struct archive *archive);

/* Copies all rows to another archive, sorted best first, ties by row. scratch: 24 bytes per
 * row and ARENA_ALIGN. to: an archive without a grid and with sufficient capacity, whose
 * entries are replaced. */
void archive_sort(struct archive *to, const struct archive *from, struct arena scratch);

#ifdef __cplusplus
}
#endif

#endif
