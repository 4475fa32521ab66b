#include "party_placement_cuts.h"

/* In Gray code order: one place changes at a time. */
void party_placement_count_cuts(struct party_placement *a, const struct party *party)
{
    uint32_t neighbours[PARTY_PLACEMENT_CUT_PLACES] = {0}, set = 0;
    int cut = 0, within = 0;
    size_t size = 0;
    if (a->n_places > PARTY_PLACEMENT_CUT_PLACES) {
        for (size_t k = 0; k <= a->n_places; k++)
            a->most_within[k] = UINT16_MAX;
        return;
    }
    for (size_t p = 0; p < a->n_places; p++)
        for (size_t k = 0; k < party->n_neighbours[p]; k++)
            neighbours[p] |= 1U << party->neighbour[p][k];
    for (size_t k = 1; k <= a->n_places; k++)
        a->least_cut[k] = UINT16_MAX;
    for (uint32_t step = 1; step < 1U << a->n_places; step++) {
        int p = __builtin_ctz(step);
        int degree = __builtin_popcount(neighbours[p]);
        int inside = __builtin_popcount(neighbours[p] & set);
        int sign = set >> p & 1 ? -1 : 1;
        set ^= 1U << p;
        size += (size_t)(long)sign;
        cut += sign * (degree - 2 * inside);
        within += sign * inside;
        if (cut < a->least_cut[size])
            a->least_cut[size] = (uint16_t)cut;
        if (within > a->most_within[size])
            a->most_within[size] = (uint16_t)within;
    }
}

/* Lower bound on the losses of the edges that leave a class: least_cut of them, to the
 * other classes in order of loss, as many to each as the edges within both allow. Every
 * edge is counted by both of its classes. */
static uint64_t twice_lost_by(const struct party_placement *a,
                              const struct party_placement_pattern *p, size_t class)
{
    bool used[PARTY_MAX_PLACES] = {false};
    unsigned left = a->least_cut[p->count[class]];
    uint64_t lost = 0;
    used[class] = true;
    while (left > 0) {
        size_t next = class;
        for (size_t c = 0; c < p->n; c++)
            if (!used[c] && (next == class || p->loss[class][c] < p->loss[class][next]))
                next = c;
        if (next == class)
            break;
        unsigned most = a->most_within[p->count[class] + p->count[next]];
        unsigned edges = most < left ? most : left;
        used[next] = true;
        lost += (uint64_t)edges * p->loss[class][next];
        left -= edges;
    }
    return lost;
}

bool party_placement_exceeds_cuts(const struct party_placement *a,
                                  const struct party_placement_pattern *p)
{
    uint64_t twice = 0;
    for (size_t c = 0; c < p->n && p->n > 1; c++)
        twice += twice_lost_by(a, p, c);
    return twice > 2 * (uint64_t)a->most_loss;
}
