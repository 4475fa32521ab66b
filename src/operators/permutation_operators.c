#include "permutation_operators.h"

#include <stdbool.h>
#include <string.h>

size_t skerry_permutation_scratch(size_t n)
{
    /* Edge recombination takes most: 4 neighbours per gene, their number, two lists. */
    return 7 * n * sizeof(int32_t) + 5 * ARENA_ALIGN;
}

void skerry_permutation_sample(int32_t *genes, size_t n, struct rng *rng)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = (size_t)rng_below(rng, i + 1);
        genes[i] = genes[j];
        genes[j] = (int32_t)i;
    }
}

/* Two positions first < last, uniform among all pairs; n >= 2. */
static void draw_pair(size_t n, struct rng *rng, size_t *first, size_t *last)
{
    size_t x = (size_t)rng_below(rng, n), y = (size_t)rng_below(rng, n - 1);
    y += y >= x;
    *first = x < y ? x : y;
    *last = x < y ? y : x;
}

/* Two distinct cuts, of the n + 1 before, between and after the genes. */
static void draw_cuts(size_t n, struct rng *rng, size_t *first, size_t *last)
{
    draw_pair(n + 1, rng, first, last);
}

/* ---- crossovers ---- */

void skerry_permutation_ox(const int32_t *a, const int32_t *b, size_t n,
                           struct rng *rng, struct arena scratch, int32_t *child)
{
    size_t first, last;
    bool *taken = ARENA_NEW(&scratch, bool, n);
    memset(taken, 0, n * sizeof *taken);
    draw_cuts(n, rng, &first, &last);
    for (size_t i = first; i < last; i++)
        taken[child[i] = a[i]] = true;
    size_t from = last % n;
    for (size_t i = last % n, left = n - (last - first); left; left--) {
        while (taken[b[from]])
            from = from + 1 < n ? from + 1 : 0;
        child[i] = b[from];
        i = i + 1 < n ? i + 1 : 0;
        from = from + 1 < n ? from + 1 : 0;
    }
}

void skerry_permutation_pmx(const int32_t *a, const int32_t *b, size_t n,
                            struct rng *rng, struct arena scratch, int32_t *child)
{
    size_t first, last;
    int32_t *place = ARENA_NEW(&scratch, int32_t, n);
    for (size_t i = 0; i < n; i++) {
        child[i] = b[i];
        place[b[i]] = (int32_t)i;
    }
    draw_cuts(n, rng, &first, &last);
    for (size_t i = first; i < last; i++) {
        int32_t out = child[i], at = place[a[i]];
        child[at] = out;
        place[out] = at;
        child[i] = a[i];
        place[a[i]] = (int32_t)i;
    }
}

void skerry_permutation_cycle(const int32_t *a, const int32_t *b, size_t n,
                              struct rng *rng, struct arena scratch, int32_t *child)
{
    int32_t *place = ARENA_NEW(&scratch, int32_t, n);
    for (size_t i = 0; i < n; i++)
        place[a[i]] = (int32_t)i;
    memcpy(child, b, n * sizeof *child);
    size_t begin = (size_t)rng_below(rng, n), at = begin;
    do {
        child[at] = a[at];
        at = (size_t)place[b[at]];
    } while (at != begin);
}

/* The unvisited neighbours of each gene. */
struct edges {
    int32_t (*of)[4];
    int32_t *count;
};

static void add_edge(struct edges *edges, int32_t from, int32_t to)
{
    int32_t n = edges->count[from];
    for (int32_t i = 0; i < n; i++)
        if (edges->of[from][i] == to)
            return;
    if (from != to)
        edges->of[from][edges->count[from]++] = to;
}

static void add_ring(struct edges *edges, const int32_t *ring, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int32_t next = ring[i + 1 < n ? i + 1 : 0];
        add_edge(edges, ring[i], next);
        add_edge(edges, next, ring[i]);
    }
}

/* Removes a gene from the lists of its neighbours. */
static void remove_gene(struct edges *edges, int32_t gene)
{
    for (int32_t i = 0; i < edges->count[gene]; i++) {
        int32_t *list = edges->of[edges->of[gene][i]];
        int32_t *count = &edges->count[edges->of[gene][i]];
        for (int32_t k = 0; k < *count; k++)
            if (list[k] == gene) {
                list[k] = list[--*count];
                break;
            }
    }
}

/* The unvisited neighbour with the fewest unvisited neighbours, ties at random; -1: none. */
static int32_t next_gene(const struct edges *edges, int32_t gene, struct rng *rng)
{
    int32_t best = -1;
    uint64_t equals = 0;
    for (int32_t i = 0; i < edges->count[gene]; i++) {
        int32_t other = edges->of[gene][i];
        if (best < 0 || edges->count[other] < edges->count[best]) {
            best = other;
            equals = 1;
        } else if (edges->count[other] == edges->count[best] &&
                   rng_below(rng, ++equals) == 0) {
            best = other;
        }
    }
    return best;
}

void skerry_permutation_edge(const int32_t *a, const int32_t *b, size_t n,
                             struct rng *rng, struct arena scratch, int32_t *child)
{
    struct edges edges;
    edges.of = arena_take_array(&scratch, n, sizeof *edges.of);
    edges.count = ARENA_NEW(&scratch, int32_t, n);
    int32_t *left = ARENA_NEW(&scratch, int32_t, n); /* genes not in the child */
    int32_t *place = ARENA_NEW(&scratch, int32_t, n);
    memset(edges.count, 0, n * sizeof *edges.count);
    add_ring(&edges, a, n);
    add_ring(&edges, b, n);
    for (size_t i = 0; i < n; i++)
        left[i] = place[i] = (int32_t)i;
    int32_t gene = rng_next(rng) & 1 ? a[0] : b[0];
    for (size_t i = 0; i < n; i++) {
        size_t rest = n - i - 1;
        child[i] = gene;
        left[place[gene]] = left[rest];
        place[left[rest]] = place[gene];
        remove_gene(&edges, gene);
        gene = next_gene(&edges, gene, rng);
        if (gene < 0 && rest)
            gene = left[rng_below(rng, rest)];
    }
}

/* ---- mutations ---- */

void skerry_permutation_swap(int32_t *genes, size_t n, struct rng *rng)
{
    size_t x, y;
    if (n < 2)
        return;
    draw_pair(n, rng, &x, &y);
    int32_t gene = genes[x];
    genes[x] = genes[y];
    genes[y] = gene;
}

void skerry_permutation_insert(int32_t *genes, size_t n, struct rng *rng)
{
    if (n < 2)
        return;
    size_t from = (size_t)rng_below(rng, n), to = (size_t)rng_below(rng, n - 1);
    to += to >= from;
    int32_t gene = genes[from];
    if (from < to)
        memmove(genes + from, genes + from + 1, (to - from) * sizeof *genes);
    else
        memmove(genes + to + 1, genes + to, (from - to) * sizeof *genes);
    genes[to] = gene;
}

void skerry_permutation_invert(int32_t *genes, size_t n, struct rng *rng)
{
    size_t x, y;
    if (n < 2)
        return;
    draw_pair(n, rng, &x, &y);
    skerry_permutation_reverse(genes, x, y);
}

/* ---- for local search and archives ---- */

void skerry_permutation_reverse(int32_t *genes, size_t first, size_t last)
{
    for (; first < last; first++, last--) {
        int32_t gene = genes[first];
        genes[first] = genes[last];
        genes[last] = gene;
    }
}

double skerry_permutation_ring_distance(const int32_t *a, const int32_t *b, size_t n,
                                        struct arena scratch)
{
    size_t differ = 0;
    int32_t *place = ARENA_NEW(&scratch, int32_t, n);
    for (size_t i = 0; i < n; i++)
        place[b[i]] = (int32_t)i;
    for (size_t i = 0; i < n; i++) {
        int32_t at = place[a[i]], next = place[a[i + 1 < n ? i + 1 : 0]];
        size_t gap = (size_t)(at < next ? next - at : at - next);
        differ += gap > 1 && gap != n - 1;
    }
    return (double)differ / (double)n;
}
