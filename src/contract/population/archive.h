/* The best distinct solutions met, best first; or the best solution of each cell of a
 * grid.
 *
 * Without a grid no two entries are closer than `min_distance` by the problem's distance (0:
 * no two the same). A newcomer enters when it is better than every entry closer than
 * `min_distance`, and than the worst when the archive is full; the entries it outdoes nearby
 * leave. Order of arrival decides ties (the first stays), so that equal sequences of
 * offers give equal archives.
 *
 * With a grid a newcomer enters when its cell is empty or it is better than the one
 * that is there, which leaves; of equals the first stays. Rows are then in the order in
 * which cells were first filled, and archive_sort brings them best first. */
#ifndef SKERRY_CONTRACT_ARCHIVE_H
#define SKERRY_CONTRACT_ARCHIVE_H

#include "grid.h"
#include "population.h"

#ifdef __cplusplus
extern "C" {
#endif

/* When and where a solution was met. */
struct origin {
    uint64_t generation;
    uint32_t island;
    uint32_t replica;
};

struct archive {
    struct population pop;  /* capacity: the most entries */
    struct origin *origins; /* of each row */
    double min_distance;    /* in [0, 1]; not for a grid */
    struct grid grid;       /* no axes: none */
    uint32_t *row_after;    /* of each cell: its row + 1; 0 while it is empty */
};

enum status archive_init(struct archive *archive, const struct shape *shape,
                         size_t capacity, double min_distance, struct arena *perm,
                         struct error *err);

/* One that keeps the best solution of each cell. */
enum status archive_init_grid(struct archive *archive, const struct shape *shape,
                              const struct grid *grid, struct arena *perm,
                              struct error *err);

/* Takes everything out. */
void archive_clear(struct archive *archive);

/* After rows and count were set from elsewhere: finds their cells; false when two share
 * one, which no archive has. Without a grid there is nothing to do. */
bool archive_index(struct archive *archive, const struct puzzle *puzzle,
                   struct arena scratch);

/* Offers one solution; infeasible ones (first cost not finite) are refused. True when
 * it entered. Cheap for those that are worse than the worst of a full archive. */
bool archive_offer(struct archive *archive, const struct puzzle *puzzle,
                   const void *genome, const double *cost, struct origin origin,
                   struct arena scratch);

/* Offers every entry of `from`, row by row. */
void archive_merge(struct archive *archive, const struct puzzle *puzzle,
                   const struct archive *from, struct arena scratch);

/* Copies all rows best first, of equals the first; scratch: 24 bytes a row and
 * ARENA_ALIGN. to: without a grid and with room for them all; what it had is lost. */
void archive_sort(struct archive *to, const struct archive *from, struct arena scratch);

#ifdef __cplusplus
}
#endif

#endif
