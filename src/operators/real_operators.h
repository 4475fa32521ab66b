/* Crossovers and mutations of bounded real numbers.
 *
 * n          genes, >= 1
 * low, high  bounds of each gene, finite, low[i] <= high[i]; children respect them
 * rate       mutation probability of each gene
 *
 * They use log and pow of the C library, so the last digits may differ between C libraries.
 * O(n) for crossovers, O(1 + rate * n) for mutations; no memory. */
#ifndef SKERRY_OPERATORS_REAL_H
#define SKERRY_OPERATORS_REAL_H

#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A standard normal random number, by the polar method, whose second number is discarded.
 * Source: Marsaglia and Bray, A Convenient Method for Generating Normal Variables, SIAM
 * Review 1964. */
double skerry_real_normal(struct rng *rng);

/* Simulated binary crossover (SBX): each gene is crossed with probability 1/2, otherwise
 * copied from a. A crossed gene is distributed around one of the parents' genes like the
 * children of one-point crossover of binary-coded numbers, bounded as in the authors'
 * NSGA-II code; genes that are equal up to 1e-14, or that share of narrower bounds, are copied.
 *
 * index  distribution index >= 0; larger values give children nearer to the parents (2 to
 *        20 are usual)
 * child  out; neither parent
 *
 * Source: Deb and Agrawal, Simulated Binary Crossover for Continuous Search Space, Complex
 * Systems 9, 1995. Differs: only one of the two children is made, each gene from either. */
void skerry_real_sbx(const double *a, const double *b, size_t n, const double *low,
                     const double *high, double index, struct rng *rng, double *child);

/* Gaussian mutation: adds to each mutated gene a normal random number with a standard
 * deviation of `deviation` times the width of its bounds; reflects at the bounds.
 * Source: Rechenberg, Evolutionsstrategie, 1973; Schwefel, Numerical Optimization of
 * Computer Models, 1981. */
void skerry_real_gaussian(double *genes, size_t n, const double *low,
                          const double *high, double deviation, double rate,
                          struct rng *rng);

/* Polynomial mutation: a mutated gene moves down or up, each with probability 1/2, by x times
 * the width of its bounds, where x has a density proportional to (1 - x)^index up to the bound.
 *
 * index  >= 0; 20 to 100 are usual
 *
 * Source: Deb and Goyal, A Combined Genetic Adaptive Search (GeneAS) for Engineering
 * Design, Computer Science and Informatics 26, 1996, in the bounded form of NSGA-II's
 * code. */
void skerry_real_polynomial(double *genes, size_t n, const double *low,
                            const double *high, double index, double rate,
                            struct rng *rng);

/* The variation of differential evolution (DE/rand/1/bin): each gene of the child is base +
 * weight * (plus - minus) with probability `cross`, and for one random gene in any case;
 * the others are target's. A gene that would leave its bounds is set halfway between base's
 * and the bound.
 *
 * target, base, plus, minus   four distinct individuals
 * weight   F, usually 0.5 to 0.9
 * cross    CR in [0, 1]
 * child    out; none of the four
 *
 * Source: Storn and Price, Differential Evolution, Journal of Global Optimization 11,
 * 1997. Differs: the paper does not treat bounds. */
void skerry_real_differential(const double *target, const double *base,
                              const double *plus, const double *minus, size_t n,
                              const double *low, const double *high, double weight,
                              double cross, struct rng *rng, double *child);

#ifdef __cplusplus
}
#endif

#endif
