/* The best distinct solutions met, best first.
 *
 * No two entries are closer than `apart` by the problem's distance (0: no two the
 * same). A newcomer enters when it is better than every entry closer than `apart`, and
 * than the worst when the archive is full; the entries it outdoes nearby leave. Order
 * of arrival decides ties (the first stays), so that equal sequences of offers give
 * equal archives. */
#ifndef SKERRY_CONTRACT_ARCHIVE_H
#define SKERRY_CONTRACT_ARCHIVE_H

#include "population.h"

/* When and where a solution was met. */
struct origin {
    uint64_t generation;
    uint32_t island;
    uint32_t replica;
};

struct archive {
    struct population pop;  /* capacity: the most entries; rows best first */
    struct origin *origins; /* of each row */
    double apart;           /* in [0, 1] */
};

enum status archive_init(struct archive *archive, const struct shape *shape,
                         size_t capacity, double apart, struct arena *perm,
                         struct error *err);

/* Offers one solution; infeasible ones (first cost not finite) are refused. True when
 * it entered. Cheap for those that are worse than the worst of a full archive. */
bool archive_offer(struct archive *archive, const struct puzzle *puzzle,
                   const void *genome, const double *cost, struct origin origin,
                   struct arena scratch);

/* Offers every entry of `from`, best first. */
void archive_merge(struct archive *archive, const struct puzzle *puzzle,
                   const struct archive *from, struct arena scratch);

#endif
