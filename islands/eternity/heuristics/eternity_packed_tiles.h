/* Lists of tiles as bytes, of which vector instructions filter 32 at once by the free
 * pieces: the innermost loops of the chains of tiles, where a puzzle has at most 256
 * pieces and 31 colours.
 *
 * A tile is three bytes: the byte of the free pieces that has its piece's bit, that bit,
 * and the colour by which chains enter it. Bytes and colours are indices of tables of 32
 * bytes, which a shuffle of 16 bytes looks up in two halves: it gives 0 where bit 7 of
 * an index is set, so an index of the upper half has that bit instead of bit 4. A tile
 * without a bit is none: lists are filled up with them.
 *
 * The plain functions are what the others are tested against, and what processors
 * without AVX2 would use; there, lists of entries (eternity_simd_filter.h) are used.
 *
 * Source: our own; for tables in vector registers see W. Mula, N. Kurz, D. Lemire, Faster
 * population counts using AVX2 instructions, The Computer Journal 61, 2018. Functions
 * begin with eternity_packed_. Cost: a list of n tiles takes n / 32 steps. */
#ifndef SKERRY_ETERNITY_PACKED_TILES_H
#define SKERRY_ETERNITY_PACKED_TILES_H

#include "eternity_candidate_table.h"

#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

enum {
    ETERNITY_PACKED_TILES = 32, /* of a block, and colours at most, with one of none */
    ETERNITY_PACKED_PIECES = 256,
    ETERNITY_PACKED_BLOCKS = 128 /* at most in a list whose sums are by lane */
};

struct eternity_packed_block {
    uint8_t byte[ETERNITY_PACKED_TILES], bit[ETERNITY_PACKED_TILES],
        enter[ETERNITY_PACKED_TILES];
};

/* A bit for each free piece. */
struct eternity_packed_free {
    uint8_t byte[ETERNITY_PACKED_PIECES / 8];
};

/* A number of 16 bits for each colour: its low and its high byte; 0 beyond the colours. */
struct eternity_packed_numbers {
    uint8_t low[ETERNITY_PACKED_TILES], high[ETERNITY_PACKED_TILES];
};

/* Whether the lists of a puzzle can be packed, and this processor profits: with AVX-512,
 * lists of entries are about as fast by their number of instructions; not measured. */
static inline bool eternity_packed_is_for(const struct eternity *puzzle)
{
#if defined __AVX2__ && !defined __AVX512BW__
    return puzzle->cells <= ETERNITY_PACKED_PIECES &&
           puzzle->colours < ETERNITY_PACKED_TILES;
#else
    (void)puzzle;
    return false;
#endif
}

/* An index of a table of 32 bytes as it is stored, and back. */
static inline uint8_t eternity_packed_index(unsigned i)
{
    return (uint8_t)((i & 15) | (i & 16) << 3);
}

static inline unsigned eternity_packed_index_of(uint8_t stored)
{
    return (stored & 15u) | (stored & 128u) >> 3;
}

/* Puts a tile into a lane of a block, by its piece and the colour that enters. */
static inline void eternity_packed_put(struct eternity_packed_block *block,
                                       unsigned lane, unsigned piece, unsigned enter)
{
    block->byte[lane] = eternity_packed_index(piece / 8);
    block->bit[lane] = (uint8_t)(1u << piece % 8);
    block->enter[lane] = eternity_packed_index(enter);
}

static inline void eternity_packed_set_free(const uint64_t *used, unsigned words,
                                            struct eternity_packed_free *free)
{
    *free = (struct eternity_packed_free){{0}};
    for (unsigned i = 0; i < words; i++) {
        uint64_t word = ~used[i];
        memcpy(free->byte + 8 * (size_t)i, &word, sizeof word);
    }
}

static inline void
eternity_packed_set_numbers_plain(const uint16_t *number, unsigned colours,
                                  struct eternity_packed_numbers *numbers)
{
    *numbers = (struct eternity_packed_numbers){{0}, {0}};
    for (unsigned c = 0; c < colours; c++) {
        numbers->low[c] = (uint8_t)number[c];
        numbers->high[c] = (uint8_t)(number[c] >> 8);
    }
}

/* What a lane counts: the number of its tile's colour, if its piece is free. */
static inline uint32_t
eternity_packed_number_of(const struct eternity_packed_block *block, unsigned lane,
                          const struct eternity_packed_free *free,
                          const struct eternity_packed_numbers *numbers, uint32_t more)
{
    unsigned c = eternity_packed_index_of(block->enter[lane]);
    if (!(free->byte[eternity_packed_index_of(block->byte[lane])] & block->bit[lane]))
        return 0;
    return numbers->low[c] + 256u * numbers->high[c] + (c == ETERNITY_GREY ? 0 : more);
}

/* The sum over the tiles of n blocks. */
static inline uint32_t
eternity_packed_sum_plain(const struct eternity_packed_block *block, unsigned n,
                          const struct eternity_packed_free *free,
                          const struct eternity_packed_numbers *numbers)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned lane = 0; lane < ETERNITY_PACKED_TILES; lane++)
            sum += eternity_packed_number_of(&block[i], lane, free, numbers, 0);
    return sum;
}

/* The sum of each lane over n blocks, at most ETERNITY_PACKED_BLOCKS; colours other than
 * grey have `more` added to their number. */
static inline void
eternity_packed_lane_sums_plain(const struct eternity_packed_block *block, unsigned n,
                                const struct eternity_packed_free *free,
                                const struct eternity_packed_numbers *numbers,
                                uint32_t more, uint32_t sum[ETERNITY_PACKED_TILES])
{
    for (unsigned lane = 0; lane < ETERNITY_PACKED_TILES; lane++) {
        sum[lane] = 0;
        for (unsigned i = 0; i < n; i++)
            sum[lane] +=
                eternity_packed_number_of(&block[i], lane, free, numbers, more);
    }
}

#ifdef __AVX2__

/* A table of 32 bytes, each half in both halves of a register. */
struct eternity_packed_table {
    __m256i lower, upper;
};

static inline struct eternity_packed_table
eternity_packed_load_table(const uint8_t *byte)
{
    return (struct eternity_packed_table){
        _mm256_broadcastsi128_si256(
            _mm_loadu_si128((const __m128i *)(const void *)byte)),
        _mm256_broadcastsi128_si256(
            _mm_loadu_si128((const __m128i *)(const void *)(byte + 16)))};
}

static inline __m256i eternity_packed_load(const uint8_t *byte)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)byte);
}

static inline __m256i eternity_packed_look_up(struct eternity_packed_table table,
                                              __m256i index)
{
    __m256i other = _mm256_xor_si256(index, _mm256_set1_epi8((char)0x80));
    return _mm256_or_si256(_mm256_shuffle_epi8(table.lower, index),
                           _mm256_shuffle_epi8(table.upper, other));
}

/* All ones in the lanes whose piece is used, or which have none. */
static inline __m256i eternity_packed_taken(const struct eternity_packed_block *block,
                                            struct eternity_packed_table free)
{
    __m256i byte = eternity_packed_look_up(free, eternity_packed_load(block->byte));
    return _mm256_cmpeq_epi8(_mm256_and_si256(byte, eternity_packed_load(block->bit)),
                             _mm256_setzero_si256());
}

/* Reads no more than the colours, and one number behind an odd number of them. */
static inline void eternity_packed_set_numbers(const uint16_t *number, unsigned colours,
                                               struct eternity_packed_numbers *numbers)
{
    const __m256i lane =
        _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m256i low[2], high[2];
    for (unsigned half = 0; half < 2; half++) {
        __m256i known =
            _mm256_cmpgt_epi16(_mm256_set1_epi16((short)(colours - 16 * half)), lane);
        __m256i read = _mm256_maskload_epi32(
            (const int *)(const void *)(number + 16 * (size_t)half),
            _mm256_slli_epi32(known, 16));
        read = _mm256_and_si256(read, known);
        low[half] = _mm256_and_si256(read, _mm256_set1_epi16(255));
        high[half] = _mm256_srli_epi16(read, 8);
    }
    _mm256_storeu_si256(
        (__m256i *)(void *)numbers->low,
        _mm256_permute4x64_epi64(_mm256_packus_epi16(low[0], low[1]), 0xd8));
    _mm256_storeu_si256(
        (__m256i *)(void *)numbers->high,
        _mm256_permute4x64_epi64(_mm256_packus_epi16(high[0], high[1]), 0xd8));
}

static inline uint32_t
eternity_packed_sum(const struct eternity_packed_block *block, unsigned n,
                    const struct eternity_packed_free *free,
                    const struct eternity_packed_numbers *numbers)
{
    const __m256i none = _mm256_setzero_si256();
    const struct eternity_packed_table pieces = eternity_packed_load_table(free->byte),
                                       low = eternity_packed_load_table(numbers->low),
                                       high = eternity_packed_load_table(numbers->high);
    __m256i lows = none, highs = none;
    for (unsigned i = 0; i < n; i++) {
        __m256i taken = eternity_packed_taken(&block[i], pieces);
        __m256i enter = eternity_packed_load(block[i].enter);
        __m256i of_low =
            _mm256_andnot_si256(taken, eternity_packed_look_up(low, enter));
        __m256i of_high =
            _mm256_andnot_si256(taken, eternity_packed_look_up(high, enter));
        lows = _mm256_add_epi64(lows, _mm256_sad_epu8(of_low, none));
        highs = _mm256_add_epi64(highs, _mm256_sad_epu8(of_high, none));
    }
    lows = _mm256_add_epi64(lows, _mm256_slli_epi64(highs, 8));
    __m128i sum =
        _mm_add_epi64(_mm256_castsi256_si128(lows), _mm256_extracti128_si256(lows, 1));
    return (uint32_t)(_mm_cvtsi128_si64(sum) + _mm_extract_epi64(sum, 1));
}

/* Sums of bytes by lane, 16 bits each: of lanes 0 to 7 and 16 to 23, and the others. */
struct eternity_packed_sums {
    __m256i one, other;
};

static inline void eternity_packed_add(struct eternity_packed_sums *sums, __m256i byte)
{
    const __m256i none = _mm256_setzero_si256();
    sums->one = _mm256_add_epi16(sums->one, _mm256_unpacklo_epi8(byte, none));
    sums->other = _mm256_add_epi16(sums->other, _mm256_unpackhi_epi8(byte, none));
}

/* Stores low + 256 * high + more * tiles of sixteen lanes from `sum` on and of their
 * other half: lanes 0 to 7 and 16 to 23. */
static inline void eternity_packed_store_sums(__m256i low, __m256i high, __m256i tiles,
                                              uint32_t more, uint32_t *sum)
{
    const __m256i none = _mm256_setzero_si256(),
                  weight = _mm256_set1_epi32(1 | 256 << 16),
                  each = _mm256_set1_epi32((int)more);
    __m256i first = _mm256_madd_epi16(_mm256_unpacklo_epi16(low, high), weight);
    __m256i second = _mm256_madd_epi16(_mm256_unpackhi_epi16(low, high), weight);
    if (more) {
        first = _mm256_add_epi32(
            first, _mm256_mullo_epi32(_mm256_unpacklo_epi16(tiles, none), each));
        second = _mm256_add_epi32(
            second, _mm256_mullo_epi32(_mm256_unpackhi_epi16(tiles, none), each));
    }
    _mm256_storeu_si256((__m256i *)(void *)sum,
                        _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(sum + 16),
                        _mm256_permute2x128_si256(first, second, 0x31));
}

static inline void
eternity_packed_lane_sums(const struct eternity_packed_block *block, unsigned n,
                          const struct eternity_packed_free *free,
                          const struct eternity_packed_numbers *numbers, uint32_t more,
                          uint32_t sum[ETERNITY_PACKED_TILES])
{
    const __m256i none = _mm256_setzero_si256(), one = _mm256_set1_epi8(1);
    const struct eternity_packed_table pieces = eternity_packed_load_table(free->byte),
                                       low = eternity_packed_load_table(numbers->low),
                                       high = eternity_packed_load_table(numbers->high);
    struct eternity_packed_sums lows = {none, none}, highs = lows, tiles = lows;
    for (unsigned i = 0; i < n; i++) {
        __m256i taken = eternity_packed_taken(&block[i], pieces);
        __m256i enter = eternity_packed_load(block[i].enter);
        eternity_packed_add(
            &lows, _mm256_andnot_si256(taken, eternity_packed_look_up(low, enter)));
        eternity_packed_add(
            &highs, _mm256_andnot_si256(taken, eternity_packed_look_up(high, enter)));
        if (more)
            eternity_packed_add(
                &tiles,
                _mm256_andnot_si256(
                    _mm256_or_si256(taken, _mm256_cmpeq_epi8(enter, none)), one));
    }
    eternity_packed_store_sums(lows.one, highs.one, tiles.one, more, sum);
    eternity_packed_store_sums(lows.other, highs.other, tiles.other, more, sum + 8);
}

#else

static inline void eternity_packed_set_numbers(const uint16_t *number, unsigned colours,
                                               struct eternity_packed_numbers *numbers)
{
    eternity_packed_set_numbers_plain(number, colours, numbers);
}

static inline uint32_t
eternity_packed_sum(const struct eternity_packed_block *block, unsigned n,
                    const struct eternity_packed_free *free,
                    const struct eternity_packed_numbers *numbers)
{
    return eternity_packed_sum_plain(block, n, free, numbers);
}

static inline void
eternity_packed_lane_sums(const struct eternity_packed_block *block, unsigned n,
                          const struct eternity_packed_free *free,
                          const struct eternity_packed_numbers *numbers, uint32_t more,
                          uint32_t sum[ETERNITY_PACKED_TILES])
{
    eternity_packed_lane_sums_plain(block, n, free, numbers, more, sum);
}

#endif
#endif
