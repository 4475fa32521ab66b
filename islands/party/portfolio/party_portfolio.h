/* `algorithm: portfolio`: the genetic algorithm and the exact search side by side on every
 * island, until one proves what the other has found.
 *
 * A step is a slice of the exact search (party_exact.h) on the island's share, or a generation of
 * ga (ga.h), whichever is behind; after some generations one party is annealed
 * (party_local_search.h). The exact search begins a slice while it is less than two ahead, so that an
 * easy challenge is proven before ga begins. Both work on one population: the exact search prunes with the best of it,
 * ga has the parties that the exact search finds as parents, and migration carries both to other
 * islands.
 *
 * Work is counted, not timed, so that a seed has one result on any number of ranks: nodes of the
 * exact search; of ga evaluations, those of its local search included, and children; moves of
 * annealing.
 *
 * Source: B. Huberman, R. Lukose, T. Hogg, An economics approach to hard computational
 * problems, Science 275, 1997, and C. Gomes, B. Selman, Algorithm portfolios, Artificial
 * Intelligence 126, 2001, for several algorithms that share a processor. Differs: ours share
 * the incumbent.
 * Cost: about two and a half times the work of the better of the two, since annealing has half as
 * much as ga, and the lead of the exact search; less by what they share. */
#ifndef SKERRY_PARTY_PORTFOLIO_H
#define SKERRY_PARTY_PORTFOLIO_H

#include "algorithm.h"

extern const struct algorithm party_portfolio_algorithm;

#endif
