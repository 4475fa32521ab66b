/* Filters a candidate list by the free pieces: the innermost loops of the beam search.
 *
 * `used` has a bit for each piece, in `words` words. Whether a piece is free is as
 * good as random, so no branch depends on it. With AVX-512 sixteen entries are handled
 * at once, the plain functions do one; the results are the same, which tests check.
 *
 * Source: our own; for selection without branches see K. A. Ross, Selection conditions
 * in main memory, ACM Transactions on Database Systems 29, 2004. Cost: linear in the
 * entries of a list. */
#ifndef SKERRY_ETERNITY_SIMD_FILTER_H
#define SKERRY_ETERNITY_SIMD_FILTER_H

#include "eternity_candidate_table.h"

#include <assert.h>

#ifdef __AVX512BW__
#include <immintrin.h>
#endif

/* Entries handled at once; gathering writes so many beyond those it gathers. */
enum { ETERNITY_FILTER_LANES = 16 };

/* Words that hold a bit for each piece. */
static inline unsigned eternity_filter_words(const struct eternity *puzzle)
{
    return (puzzle->cells + 63) / 64;
}

/* Whether the bit of a piece is set. */
static inline bool eternity_filter_is_used(const uint64_t *used, unsigned piece)
{
    return used[piece / 64] >> piece % 64 & 1;
}

/* Copies the n entries of free pieces to `free`, in their order; returns how many. */
static inline unsigned eternity_filter_gather_plain(const eternity_entry *entry,
                                                    unsigned n, const uint64_t *used,
                                                    eternity_entry *free)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        free[kept] = entry[i];
        kept += !eternity_filter_is_used(used, eternity_entry_piece(entry[i]));
    }
    return kept;
}

/* How many of n entries are of free pieces other than `but`. */
static inline unsigned eternity_filter_count_plain(const eternity_entry *entry,
                                                   unsigned n, const uint64_t *used,
                                                   unsigned but)
{
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++)
        count +=
            (unsigned)!eternity_filter_is_used(used, eternity_entry_piece(entry[i])) &
            (unsigned)(eternity_entry_piece(entry[i]) != but);
    return count;
}

/* The sum of number[south colour] over the entries of free pieces. */
static inline uint32_t eternity_filter_sum_plain(const eternity_entry *entry,
                                                 unsigned n, const uint64_t *used,
                                                 const uint16_t *number)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += eternity_filter_is_used(used, eternity_entry_piece(entry[i]))
                   ? 0
                   : number[eternity_entry_south(entry[i])];
    return sum;
}

/* Prefix sums: the same sum over the first i entries, for each i up to n, as sum[i];
 * colours other than grey have `more` added to their number. Writes
 * ETERNITY_FILTER_LANES beyond sum[n], too. */
static inline void eternity_filter_prefix_sums_plain(const eternity_entry *entry,
                                                     unsigned n, const uint64_t *used,
                                                     const uint16_t *number,
                                                     uint32_t more, uint32_t *sum)
{
    sum[0] = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned south = eternity_entry_south(entry[i]);
        uint32_t of = number[south] + (south == ETERNITY_GREY ? 0 : more);
        sum[i + 1] =
            sum[i] +
            (eternity_filter_is_used(used, eternity_entry_piece(entry[i])) ? 0 : of);
    }
}

#ifdef __AVX512BW__

/* Mask of free pieces among the next entries, at most sixteen of n. A piece is looked
 * up in 32 half words by five of its bits, which is why a board has at most 1024
 * pieces. */
static inline __mmask16 eternity_filter_free_mask(__m512i entries, unsigned n,
                                                  const uint64_t *used, unsigned words)
{
    unsigned more = words > 8 ? words - 8 : 0;
    __m512i low =
        _mm512_maskz_loadu_epi64((__mmask8)((1u << (words - more)) - 1), used);
    __m512i high = _mm512_maskz_loadu_epi64((__mmask8)((1u << more) - 1), used + 8);
    __m512i half = _mm512_permutex2var_epi32(low, _mm512_srli_epi32(entries, 7), high);
    __m512i bit =
        _mm512_and_epi32(_mm512_srli_epi32(entries, 2), _mm512_set1_epi32(31));
    __mmask16 known = (__mmask16)(n < 16 ? (1u << n) - 1 : 0xffff);
    return _mm512_mask_testn_epi32_mask(known, _mm512_srlv_epi32(half, bit),
                                        _mm512_set1_epi32(1));
}

static inline __m512i eternity_filter_load_entries(const eternity_entry *entry,
                                                   unsigned n)
{
    return _mm512_maskz_loadu_epi32((__mmask16)(n < 16 ? (1u << n) - 1 : 0xffff),
                                    entry);
}

static inline unsigned eternity_filter_gather(const eternity_entry *entry, unsigned n,
                                              const uint64_t *used, unsigned words,
                                              eternity_entry *free)
{
    unsigned kept = 0;
    if (n <= ETERNITY_FILTER_LANES)
        return eternity_filter_gather_plain(entry, n, used, free);
    for (unsigned i = 0; i < n; i += ETERNITY_FILTER_LANES) {
        __m512i entries = eternity_filter_load_entries(entry + i, n - i);
        __mmask16 is_free = eternity_filter_free_mask(entries, n - i, used, words);
        _mm512_storeu_si512(free + kept, _mm512_maskz_compress_epi32(is_free, entries));
        kept += (unsigned)__builtin_popcount(is_free);
    }
    return kept;
}

static inline unsigned eternity_filter_count(const eternity_entry *entry, unsigned n,
                                             const uint64_t *used, unsigned words,
                                             unsigned but)
{
    unsigned count = 0;
    for (unsigned i = 0; i < n; i += ETERNITY_FILTER_LANES) {
        __m512i entries = eternity_filter_load_entries(entry + i, n - i);
        __m512i piece =
            _mm512_and_epi32(_mm512_srli_epi32(entries, 2), _mm512_set1_epi32(0x3ff));
        __mmask16 is_free = eternity_filter_free_mask(entries, n - i, used, words);
        count += (unsigned)__builtin_popcount(
            _mm512_mask_cmpneq_epi32_mask(is_free, piece, _mm512_set1_epi32((int)but)));
    }
    return count;
}

/* A 16-bit number for each colour, in two registers. */
struct eternity_filter_numbers {
    __m512i low, high;
};

static inline struct eternity_filter_numbers
eternity_filter_load_numbers(const uint16_t *number, unsigned colours)
{
    assert(colours > 0);
    __mmask64 known = (UINT64_C(2) << (colours - 1)) - 1;
    return (struct eternity_filter_numbers){
        _mm512_maskz_loadu_epi16((__mmask32)known, number),
        _mm512_maskz_loadu_epi16((__mmask32)(known >> 32), number + 32)};
}

static inline __m512i eternity_filter_souths(__m512i entries)
{
    return _mm512_and_epi32(_mm512_srli_epi32(entries, 18), _mm512_set1_epi32(63));
}

static inline __m512i eternity_filter_numbers_of(struct eternity_filter_numbers numbers,
                                                 __m512i south)
{
    __m512i of = _mm512_permutex2var_epi16(numbers.low, south, numbers.high);
    return _mm512_and_epi32(of, _mm512_set1_epi32(UINT16_MAX));
}

static inline uint32_t eternity_filter_sum(const eternity_entry *entry, unsigned n,
                                           const uint64_t *used, unsigned words,
                                           const uint16_t *number, unsigned colours)
{
    struct eternity_filter_numbers numbers =
        eternity_filter_load_numbers(number, colours);
    __m512i sum = _mm512_setzero_si512();
    for (unsigned i = 0; i < n; i += ETERNITY_FILTER_LANES) {
        __m512i entries = eternity_filter_load_entries(entry + i, n - i);
        __m512i of =
            eternity_filter_numbers_of(numbers, eternity_filter_souths(entries));
        sum = _mm512_mask_add_epi32(
            sum, eternity_filter_free_mask(entries, n - i, used, words), sum, of);
    }
    return (uint32_t)_mm512_reduce_add_epi32(sum);
}

/* Inclusive prefix sum over the sixteen lanes. */
static inline __m512i eternity_filter_running_sums(__m512i of)
{
    const __m512i none = _mm512_setzero_si512();
    of = _mm512_add_epi32(of, _mm512_alignr_epi32(of, none, 15));
    of = _mm512_add_epi32(of, _mm512_alignr_epi32(of, none, 14));
    of = _mm512_add_epi32(of, _mm512_alignr_epi32(of, none, 12));
    return _mm512_add_epi32(of, _mm512_alignr_epi32(of, none, 8));
}

static inline void eternity_filter_prefix_sums(const eternity_entry *entry, unsigned n,
                                               const uint64_t *used, unsigned words,
                                               const uint16_t *number, unsigned colours,
                                               uint32_t more, uint32_t *sum)
{
    const __m512i also = _mm512_set1_epi32((int)more), last = _mm512_set1_epi32(15);
    struct eternity_filter_numbers numbers =
        eternity_filter_load_numbers(number, colours);
    __m512i before = _mm512_setzero_si512();
    sum[0] = 0;
    for (unsigned i = 0; i < n; i += ETERNITY_FILTER_LANES) {
        __m512i entries = eternity_filter_load_entries(entry + i, n - i);
        __m512i south = eternity_filter_souths(entries);
        __m512i of = eternity_filter_numbers_of(numbers, south);
        of = _mm512_mask_add_epi32(of, _mm512_test_epi32_mask(south, south), of, also);
        of = _mm512_maskz_mov_epi32(
            eternity_filter_free_mask(entries, n - i, used, words), of);
        of = _mm512_add_epi32(eternity_filter_running_sums(of), before);
        _mm512_storeu_si512(sum + 1 + i, of);
        before = _mm512_permutexvar_epi32(last, of);
    }
}

#else

static inline uint32_t eternity_filter_sum(const eternity_entry *entry, unsigned n,
                                           const uint64_t *used, unsigned words,
                                           const uint16_t *number, unsigned colours)
{
    (void)words, (void)colours;
    return eternity_filter_sum_plain(entry, n, used, number);
}

static inline void eternity_filter_prefix_sums(const eternity_entry *entry, unsigned n,
                                               const uint64_t *used, unsigned words,
                                               const uint16_t *number, unsigned colours,
                                               uint32_t more, uint32_t *sum)
{
    (void)words, (void)colours;
    eternity_filter_prefix_sums_plain(entry, n, used, number, more, sum);
}

static inline unsigned eternity_filter_gather(const eternity_entry *entry, unsigned n,
                                              const uint64_t *used, unsigned words,
                                              eternity_entry *free)
{
    (void)words;
    return eternity_filter_gather_plain(entry, n, used, free);
}

static inline unsigned eternity_filter_count(const eternity_entry *entry, unsigned n,
                                             const uint64_t *used, unsigned words,
                                             unsigned but)
{
    (void)words;
    return eternity_filter_count_plain(entry, n, used, but);
}

#endif
#endif
