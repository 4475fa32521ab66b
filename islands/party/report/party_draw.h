/* Text drawing of a party for designers. */
#ifndef SKERRY_PARTY_DRAW_H
#define SKERRY_PARTY_DRAW_H

#include "party.h"
#include "party_keys.h"

/* The places by rows, front row first. */
struct party_draw_layout {
    size_t n_rows;
    uint8_t length[PARTY_MAX_PLACES];
    uint8_t place[PARTY_MAX_PLACES]; /* of all rows, concatenated */
};

/* The rows of formation.rows. Without them, a row continues while each place is
 * adjacent to the one before it; if that gives rows of fewer than two places on average,
 * or one of more than six, places are laid out in a square in the order of their numbers.
 * err  STATUS_INPUT: a place that does not exist, is in two rows, or in none */
enum status party_draw_layout_load(const struct party_formation_keys *keys,
                                   const struct party *party,
                                   struct party_draw_layout *layout, struct error *err);

/* Draws the formation with each hero's id, traits, numbers and price, as far as a cell of 12
 * lines holds them, the points of each edge, and price, synergy and requirements with their
 * values and slacks. */
void party_draw(const struct party *party, const struct party_keys *keys,
                const struct party_draw_layout *layout, const int32_t *hero, FILE *out);

#endif
