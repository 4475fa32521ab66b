/* Crossover and mutations of real numbers, each with bounds of its own.
 *
 * n          genes, >= 1
 * low, high  n each, finite, low[i] <= high[i]; genes stay in them
 * rate       chance of each gene in [0, 1]
 *
 * They use log and pow of the C library, so that another library may give other last
 * digits. O(n) for crossovers, O(1 + rate * n) for mutations. */
#ifndef SKERRY_OPERATORS_REAL_H
#define SKERRY_OPERATORS_REAL_H

#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A normal number of mean 0 and deviation 1 (polar method, its second number dropped).
 * Source: Marsaglia and Bray, A Convenient Method for Generating Normal Variables, SIAM
 * Review 1964. */
double skerry_real_normal(struct rng *rng);

/* Simulated binary crossover: a gene is crossed with chance 1/2, else a's. A crossed one
 * lies around one of the parents' genes, spread like the children of one-point crossover
 * of bits, and bounded as in the authors' NSGA-II code.
 *
 * index  distribution index >= 0; the larger, the nearer to the parents (2 to 20 are usual)
 * child  out; neither parent
 *
 * Source: Deb and Agrawal, Simulated Binary Crossover for Continuous Search Space, Complex
 * Systems 9, 1995. Differs: of the two children one is made, each gene from either. */
void skerry_real_sbx(const double *a, const double *b, size_t n, const double *low,
                     const double *high, double index, struct rng *rng, double *child);

/* Adds to each chosen gene a normal number whose deviation is `deviation` times the width
 * of its bounds; what leaves the bounds is reflected at them.
 * Source: Rechenberg, Evolutionsstrategie, 1973; Schwefel, Numerical Optimization of
 * Computer Models, 1981. */
void skerry_real_gaussian(double *genes, size_t n, const double *low,
                          const double *high, double deviation, double rate,
                          struct rng *rng);

/* Polynomial mutation: a chosen gene moves by a share of the width of its bounds whose
 * density falls as (1 - |share|)^index, cut so that it stays inside.
 *
 * index  >= 0; 20 to 100 are usual
 *
 * Source: Deb and Goyal, A Combined Genetic Adaptive Search (GeneAS) for Engineering
 * Design, Computer Science and Informatics 26, 1996, in the bounded form of NSGA-II's
 * code. */
void skerry_real_polynomial(double *genes, size_t n, const double *low,
                            const double *high, double index, double rate,
                            struct rng *rng);

/* Differential variation (DE/rand/1/bin): each gene of the child is base + weight * (plus
 * - minus) with chance `cross`, one uniform gene always, the others are target's. Where
 * that leaves the bounds, the gene lies halfway between base's and the bound.
 *
 * target, base, plus, minus   four individuals, different ones
 * weight   F, usually 0.5 to 0.9
 * cross    CR in [0, 1]
 * child    out; none of the four
 *
 * Source: Storn and Price, Differential Evolution, Journal of Global Optimization 11,
 * 1997. Differs: it leaves bounds open. */
void skerry_real_differential(const double *target, const double *base,
                              const double *plus, const double *minus, size_t n,
                              const double *low, const double *high, double weight,
                              double cross, struct rng *rng, double *child);

#ifdef __cplusplus
}
#endif

#endif
