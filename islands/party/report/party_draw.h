/* A party as a designer reads it. */
#ifndef SKERRY_PARTY_DRAW_H
#define SKERRY_PARTY_DRAW_H

#include "party.h"
#include "party_keys.h"

/* Places row by row, front row first. */
struct party_draw_layout {
    size_t n_rows;
    uint8_t length[PARTY_MAX_PLACES];
    uint8_t place[PARTY_MAX_PLACES]; /* of all rows, one after another */
};

/* The rows of formation.rows; where they are left out, a row goes on for as long as
 * each place is joined to the one before it, and where that gives no rows worth the
 * name, places are laid out in a square in the order of their numbers.
 * err  STATUS_INPUT: a place that is not there, twice, or in no row */
enum status party_draw_layout_load(const struct party_formation_keys *keys,
                                   const struct party *party,
                                   struct party_draw_layout *layout, struct error *err);

/* Draws the formation with each hero's id, traits, numbers and price, the points of
 * each edge, and price, synergy and requirements with what they are and how much could
 * be lost. */
void party_draw(const struct party *party, const struct party_keys *keys,
                const struct party_draw_layout *layout, const int32_t *hero, FILE *out);

#endif
