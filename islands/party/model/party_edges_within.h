/* The most edges that k places of a formation have among them: its edge-isoperimetric function.
 *
 * Exact, by dynamic programming over the places in their order, where few of those before each place have
 * neighbours after it (eight in a formation of rows of eight), or over all sets of up to PARTY_EDGES_PLACES
 * places; else an upper bound by pairs and degrees.
 *
 * Source: H. Bodlaender, A partial k-arboretum of graphs with bounded treewidth, Theoretical Computer Science
 * 209, 1998, for dynamic programming along a path decomposition.
 *
 * Cost: O(places^2 2^width), width at most PARTY_EDGES_WIDTH, or O(2^places); some megabytes. */
#ifndef SKERRY_PARTY_EDGES_WITHIN_H
#define SKERRY_PARTY_EDGES_WITHIN_H

#include "party.h"

/* By hand: places that wait for a neighbour, and places of which all sets are looked at. */
enum { PARTY_EDGES_WIDTH = 12, PARTY_EDGES_PLACES = 24 };

/* Fills within[0..n_places]. Without memory as where the formation is too wide. */
void party_edges_within(const struct party *party, int *within);

#endif
