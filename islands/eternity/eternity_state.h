/* What a state of a beam is in memory: for eternity_beam.c and eternity_branch.c alone.
 */
#ifndef SKERRY_ETERNITY_STATE_H
#define SKERRY_ETERNITY_STATE_H

#include "eternity_beam.h"

/* A state; behind it, supply by ink (uint16_t), the ways of its strand by colour (the
 * same), words of used pieces, what is asked for by ink, slots. */
struct eternity_state {
    uint64_t hash;
    int32_t value;
    uint32_t trail;
    uint16_t breaks;
    int16_t octaves; /* of its strand */
};

static inline size_t eternity_used_offset(const struct eternity_outlook *outlook)
{
    unsigned halves = outlook->inks + outlook->puzzle->colours;
    return sizeof(struct eternity_state) + (halves * sizeof(uint16_t) + 7) / 8 * 8;
}

static inline size_t eternity_asked_offset(const struct eternity_outlook *outlook)
{
    return eternity_used_offset(outlook) +
           eternity_words(outlook->puzzle) * sizeof(uint64_t);
}

static inline size_t eternity_slots_offset(const struct eternity_outlook *outlook)
{
    return eternity_asked_offset(outlook) + outlook->inks;
}

static inline struct eternity_state *eternity_state_at(const struct eternity_beam *beam,
                                                       unsigned char *states, size_t i)
{
    return (struct eternity_state *)(void *)(states + i * beam->stride);
}

static inline uint64_t *eternity_used_of(const struct eternity_beam *beam,
                                         struct eternity_state *state)
{
    return (uint64_t *)(void *)((unsigned char *)state +
                                eternity_used_offset(&beam->outlook));
}

static inline uint8_t *eternity_slots_of(const struct eternity_beam *beam,
                                         struct eternity_state *state)
{
    return (unsigned char *)state + eternity_slots_offset(&beam->outlook);
}

static inline struct eternity_line eternity_line_of(const struct eternity_beam *beam,
                                                    struct eternity_state *state)
{
    return (struct eternity_line){.supply = (uint16_t *)(void *)(state + 1),
                                  .asked = (unsigned char *)state +
                                           eternity_asked_offset(&beam->outlook),
                                  .slots = eternity_slots_of(beam, state)};
}

static inline struct eternity_strand
eternity_strand_of(const struct eternity_beam *beam, struct eternity_state *state)
{
    return (struct eternity_strand){.ways = (uint16_t *)(void *)(state + 1) +
                                            beam->outlook.inks,
                                    .octaves = &state->octaves};
}

/* Where the keys of a slot's colours begin, behind those of pieces; of the slot after
 * the last one: how many keys there are. */
static inline size_t eternity_keys_at(const struct eternity_outlook *outlook,
                                      unsigned slot)
{
    return outlook->puzzle->cells + (size_t)slot * outlook->puzzle->colours;
}

/* Gets ready to look for the children of the states of a depth. */
void eternity_beam_turn(struct eternity_beam *beam);

/* Leaves out the trails that no state comes from, but those settled. */
void eternity_beam_drop_trails(struct eternity_beam *beam);

#endif
