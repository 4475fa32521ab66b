/* Numbers with their units, and what is proven of them, in words. */
#ifndef SKERRY_APP_SHOW_VALUES_H
#define SKERRY_APP_SHOW_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What follows a number of this unit, written to `out`: " coins", " coin" after 1, or "" where the unit
 * is "1". Units that are no nouns of skerry's own problems stay as they are. */
const char *show_unit_after(double value, const char *unit, char *out, size_t bytes);

/* A time span in clock form, rounded to seconds, of at most 1e15 s: "3:04", "28:03:04". */
enum { SHOW_TIME_BYTES = 32 };
const char *show_clock(double seconds, char out[SHOW_TIME_BYTES]);

/* The same with its unit from a minute on, "3:04 min" or "28:03:04 h"; below, seconds with three digits:
 * "4.21 s"; of NaN and infinities "-". */
const char *show_time(double seconds, char out[SHOW_TIME_BYTES]);

/* "price 6750 coins"; without the name where the unit says it: "8 moves". */
void show_quantity(const char *name, double value, const char *unit, FILE *out);

/* What a proven bound says: "no price below 37500 coins is possible", "no solution has fewer
 * than 9 moves". */
void show_bound(const char *name, double bound, const char *unit, bool maximise,
                FILE *out);

/* What is proven of the best of a run, after its quantity: ", proven optimal",
 * "; proven: no price below 37500 coins is possible", or nothing.
 *
 * best, bound  of one objective, in its own direction; not finite: none */
void show_proof(const char *name, double best, double bound, const char *unit,
                bool maximise, FILE *out);

#endif
