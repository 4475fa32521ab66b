#include "selection.h"

#include "hash_index.h"

/* Up to this many surplus rows are dropped by linear scans, more by sorting. Chosen by
 * hand, not measured; both ways keep the same rows. */
enum { FEW = 4 };

void selection_init(struct selection *selector, enum selection_rule rule,
                    size_t tournament, const struct population *pop,
                    struct arena *scratch)
{
    *selector = (struct selection){rule, tournament, pop, NULL};
    if (rule != SELECT_RANK)
        return;
    uint32_t *order = ARENA_NEW(scratch, uint32_t, pop->count);
    population_order(pop, *scratch, order);
    selector->order = order;
}

void selection_best(const struct population *pop, size_t n, struct arena scratch,
                    uint32_t *order)
{
    if (n == 1)
        order[0] = (uint32_t)population_best(pop);
    else if (n > 1)
        population_order(pop, scratch, order);
}

static uint64_t hash(const unsigned char *bytes, size_t n)
{
    uint64_t h = n;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, n - i < 8 ? n - i : 8);
        h = (h ^ word) * 0x9e3779b97f4a7c15U;
        h ^= h >> 29;
    }
    return h;
}

/* True if an earlier row has the same genome; otherwise adds this one to the index. */
static bool met_before(const struct hash_index *met, const struct population *pop,
                       size_t genome_bytes, size_t row)
{
    const unsigned char *genome = population_genome(pop, row);
    uint32_t *slot = hash_index_first(met, hash(genome, genome_bytes));
    for (; *slot; slot = hash_index_next(met, slot))
        if (!memcmp(genome, population_genome(pop, *slot - 1), genome_bytes))
            return true;
    *slot = (uint32_t)row + 1;
    return false;
}

/* Moves the rows marked by `stays` to the front with the fewest copies. */
static void move_to_front(struct population *pop, const unsigned char *stays, size_t n)
{
    size_t from = n;
    for (size_t to = 0; to < n; to++) {
        if (stays[to])
            continue;
        while (!stays[from])
            from++;
        population_copy(pop, to, pop, from++);
    }
    pop->count = n;
}

/* The worst row, the last one in case of ties. */
static size_t last_worst(const struct population *pop)
{
    double greatest = population_greatest(pop);
    size_t worst = 0;
    if (greatest < INFINITY) { /* so that first costs decide */
        for (worst = pop->count - 1; population_cost(pop, worst)[0] < greatest;)
            worst--;
        return worst;
    }
    for (size_t i = 1; i < pop->count; i++)
        if (!population_better(pop, i, worst))
            worst = i;
    return worst;
}

/* Overwrites the worst row with the last row. */
static void drop_worst(struct population *pop)
{
    size_t worst = last_worst(pop);
    pop->count--;
    if (worst != pop->count)
        population_copy(pop, worst, pop, pop->count);
}

void selection_survivors(struct population *pop, size_t n, size_t genome_bytes,
                         struct arena scratch)
{
    size_t count = pop->count, kept = 0;
    if (!genome_bytes && count <= n + FEW) {
        while (pop->count > n)
            drop_worst(pop);
        return;
    }
    uint32_t *order = ARENA_NEW(&scratch, uint32_t, count);
    unsigned char *stays = ARENA_NEW(&scratch, unsigned char, count);
    population_order(pop, scratch, order);
    memset(stays, 0, count);
    struct hash_index met = {0}; /* rows by their genomes */
    if (genome_bytes)
        met = hash_index_take(count, &scratch);
    for (size_t i = 0; i < count && kept < n; i++) {
        if (genome_bytes && met_before(&met, pop, genome_bytes, order[i]))
            continue;
        stays[order[i]] = 1;
        kept++;
    }
    move_to_front(pop, stays, kept);
}
