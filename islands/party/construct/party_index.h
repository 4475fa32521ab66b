/* Inverted index of the heroes by the traits that synergy weighs, so that no
 * construction scans the pool.
 *
 * Weighted traits are numbered by falling weight. The shared set of two heroes is a bit
 * set: bit t says that they share weighted trait t; points[set] are the points of their
 * edge, unless pairs of values have weights. Heroes are listed by the pair of values of the two heaviest traits, by the
 * value of each weighted trait, and all together; each list holds the eligible heroes
 * by falling value of the leading sum (party_forward_checking.h), so that those that
 * the look-ahead admits are contiguous.
 *
 * Source: our own use of inverted lists; comparing four 16-bit codes in one word is
 * from H. Warren, Hacker's Delight, 2002, section 6-1 (find a zero byte).
 *
 * Cost: O(heroes (traits + log heroes)) time and O(heroes traits) memory to build, plus
 * traits 2^traits words of tables; O(1) for the points of an edge. */
#ifndef SKERRY_PARTY_INDEX_H
#define SKERRY_PARTY_INDEX_H

#include "party.h"

enum { PARTY_INDEX_KEY_LANES = 4 }; /* trait codes in one word of a key */

/* A slice of the arrays of a family. */
struct party_index_list {
    uint32_t first, count;
};

/* The lists of one family: by value of one trait, or by pair of values. */
struct party_index_family {
    uint32_t *first;     /* list v is first[v]..first[v + 1] of the arrays below */
    const int32_t *row;  /* heroes */
    const double *value; /* the leading one, falling; 0 where there is none */
    const uint64_t *key; /* words of each hero */
};

struct party_index {
    unsigned n_weighted; /* W <= PARTY_MAX_TRAITS */
    unsigned words;   /* of a key: W codes, PARTY_INDEX_KEY_LANES a word; at least 1 */
    unsigned subsets; /* 1 << (words * PARTY_INDEX_KEY_LANES), unused bits included */
    uint32_t trait[PARTY_MAX_TRAITS]; /* of the party, by falling weight */
    uint64_t *key;                    /* by row: n_heroes x words */
    int32_t *points;                  /* by shared set: subsets */
    /* The party, if pairs of its values have weights: then points, most, least and
     * most_unpaired are not those of edges. Else NULL. */
    const struct party *paired;

    /* Bounds on the points of an edge whose shared set is known for traits below t and
     * unknown from t on: most[t * subsets + set], 0 <= t <= W. */
    int32_t *most, *least;

    int most_unpaired; /* most points of an edge without both of the heaviest traits */

    size_t n_eligible;                              /* heroes in the lists */
    struct party_index_family all;                  /* one list */
    struct party_index_family by[PARTY_MAX_TRAITS]; /* by value of weighted trait t */

    /* Pairs of values of weighted traits 0 and 1 that occur: those with value v of
     * trait 0 are pair_of[v]..pair_of[v + 1], by rising value of trait 1. */
    struct party_index_family pairs;
    uint32_t *pair_of;
    uint16_t *pair_value;
    /* By a * pair_columns + b: number of the pair's list, or that of an empty one; NULL
     * if the table would be larger than the pool. */
    uint32_t *pair_at;
    uint32_t pair_columns;

    /* With `paired`: the lists that candidates are looked for in, by the values of so many
     * of the heaviest traits, and by what these add to the match of an edge its most and
     * least points. */
    unsigned partition; /* 0: all, 1: by[0], 2: pairs */
    uint32_t n_lists;
    const int32_t *most_of_match[3], *least_of_match[3]; /* 0..max_match */

    uint32_t most_neighbours; /* of any place */
};

/* Builds an index in perm.
 *
 * out      by row: 1 for heroes that are not listed
 * lead     values that order the lists, by row; NULL: none
 * known    an index of the same party, which must outlive this one, whose tables are
 *          shared (9 MB for sixteen traits); NULL: none
 *
 * STATUS_MEMORY. */
enum status party_index_build(const struct party *party, const uint8_t *out,
                              const double *lead, const struct party_index *known,
                              struct arena *perm, struct party_index *index,
                              struct error *err);

/* List v of a family. */
static inline struct party_index_list
party_index_list_at(const struct party_index_family *family, uint32_t v)
{
    return (struct party_index_list){family->first[v],
                                     family->first[v + 1] - family->first[v]};
}

/* The list of heroes with value a of weighted trait 0 and b of trait 1; may be
 * empty. */
struct party_index_list party_index_list_pair(const struct party_index *index,
                                              uint16_t a, uint16_t b);

/* One bit for each of the four 16-bit lanes that are equal. */
static inline unsigned party_index_lanes_equal(uint64_t a, uint64_t b)
{
    const uint64_t low = 0x7fff7fff7fff7fffULL;
    uint64_t x = a ^ b;
    uint64_t differ = (((x & low) + low) | x) & ~low;
    uint64_t equal = (differ ^ ~low) >> 15;
    return (unsigned)(equal * 0x1000200040008000ULL >> 60);
}

/* The set of weighted traits shared by two keys. */
static inline unsigned party_index_shared(const uint64_t *a, const uint64_t *b,
                                          unsigned words)
{
    unsigned set = party_index_lanes_equal(a[0], b[0]);
    for (unsigned w = 1; w < words; w++)
        set |= party_index_lanes_equal(a[w], b[w]) << (w * PARTY_INDEX_KEY_LANES);
    return set;
}

/* Points of the edge between two heroes by their keys, with `paired`. */
int party_index_paired_points(const struct party_index *index, const uint64_t *a,
                              const uint64_t *b);

/* Most points of an edge. */
static inline int party_index_most_points(const struct party_index *index)
{
    return index->paired ? index->most_of_match[0][0] : index->most[0];
}

static inline const uint64_t *party_index_key(const struct party_index *index,
                                              int32_t row)
{
    return index->key + (size_t)row * index->words;
}

/* Points of the edge between two heroes, as party_edge_points. */
static inline int party_index_pair_points(const struct party_index *index, int32_t a,
                                          int32_t b)
{
    const uint64_t *x = party_index_key(index, a), *y = party_index_key(index, b);
    return index->paired ? party_index_paired_points(index, x, y)
                         : index->points[party_index_shared(x, y, index->words)];
}

/* Points of hero `row` at a place, with its occupied neighbours (hero[q] >= 0). */
int party_index_points_with_neighbours(const struct party *party,
                                       const struct party_index *index,
                                       const int32_t *hero, size_t place, int32_t row);

#endif
