#include "party_placement_pairs.h"

#include <string.h>

/* Most edges between so many heroes of a class. */
static unsigned most_edges(const struct party_placement *a, unsigned heroes)
{
    unsigned pairs = heroes * (heroes - (heroes > 0)) / 2;
    return a->most_within[heroes] < pairs ? a->most_within[heroes] : pairs;
}

static size_t number_of_loss(const struct party_placement_pairs *q, uint32_t loss)
{
    size_t k = 0;
    while (k < q->n && q->loss[k] < loss)
        k++;
    return k;
}

/* False if there are too many. */
static bool list_losses(struct party_placement_pairs *q,
                        const struct party_placement_pattern *p)
{
    q->n = 0;
    for (size_t a = 0; a < p->n; a++)
        for (size_t b = a; b < p->n; b++) {
            size_t k = number_of_loss(q, p->loss[a][b]);
            if (k < q->n && q->loss[k] == p->loss[a][b])
                continue;
            if (q->n == PARTY_PLACEMENT_LOSSES) {
                q->n = 0;
                return false;
            }
            memmove(q->loss + k + 1, q->loss + k, (q->n - k) * sizeof *q->loss);
            q->loss[k] = p->loss[a][b];
            q->n++;
        }
    return true;
}

void party_placement_pairs_count(struct party_placement_pairs *q,
                                 const struct party_placement *placement,
                                 const struct party_placement_pattern *p,
                                 const uint8_t *unused)
{
    q->n_classes = p->n;
    if (!list_losses(q, p))
        return;
    memset(q->left, 0, sizeof q->left);
    for (size_t a = 0; a < p->n; a++)
        for (size_t b = a; b < p->n; b++) {
            size_t k = number_of_loss(q, p->loss[a][b]);
            q->number[a][b] = q->number[b][a] = (uint8_t)k;
            q->left[k] += a == b ? most_edges(placement, unused[a])
                                 : (unsigned)unused[a] * unused[b];
        }
}

/* Pairs of one hero of `class` with those of class c. */
static unsigned pairs_with(const struct party_placement *placement, size_t class,
                           size_t c, const uint8_t *unused)
{
    unsigned heroes = unused[class];
    return c == class ? most_edges(placement, heroes) -
                            most_edges(placement, heroes - 1)
                      : unused[c];
}

void party_placement_pairs_take(struct party_placement_pairs *q,
                                const struct party_placement *placement, size_t class,
                                const uint8_t *unused)
{
    for (size_t c = 0; q->n > 0 && c < q->n_classes; c++)
        q->left[q->number[class][c]] -= pairs_with(placement, class, c, unused);
}

void party_placement_pairs_give_back(struct party_placement_pairs *q,
                                     const struct party_placement *placement,
                                     size_t class, const uint8_t *unused)
{
    for (size_t c = 0; q->n > 0 && c < q->n_classes; c++)
        q->left[q->number[class][c]] += pairs_with(placement, class, c, unused);
}

unsigned party_placement_pairs_loss(const struct party_placement_pairs *q,
                                    unsigned edges)
{
    unsigned lost = 0;
    for (size_t k = 0; k < q->n && edges > 0; k++) {
        unsigned here = q->left[k] < edges ? q->left[k] : edges;
        lost += here * q->loss[k];
        edges -= here;
    }
    return lost;
}
