/* Checks that the histories of a result agree with one another, for `skerry verify`. */
#ifndef SKERRY_RECORD_RESULT_CHECK_H
#define SKERRY_RECORD_RESULT_CHECK_H

#include "result_data.h"
#include "status.h"

/* Whether a run has come to its end and written all that it knew: not killed, and not failed. */
bool result_has_settled(const struct result *result);

/* Checks /improvements of a result that has settled. Of each replica, in the order of the rows:
 *
 *     replica, island and generation are among those of the result; generations do not decrease,
 *     nor islands within a generation; the row of what was found after the search, of island -1, is of the last
 *     generation and the last one
 *     the best gets better with each row, and the last is that of the replica; a replica with a
 *     solution has a row, unless its curves do not begin with generation 0 (a run that was
 *     resumed without its file)
 *     evaluations do not decrease, and are between those of the curves at the ends of the
 *     generation before and of its own
 *     no population of the curves is better than the rows up to its generation, without that of
 *     what was found after the search, nor mean or worst better than its best; the evaluations of all islands do not
 *     decrease
 *     no solution is of a generation up to which no row is as good (in a run of one start)
 *     times are not negative, and those of an island do not decrease where they come from one
 *     clock: in a run of one start whose islands stay on their ranks
 *
 * moving  islands may have moved to other ranks (run.distribution: speed)
 * err     STATUS_FAILED: what is inconsistent, without the path; STATUS_INPUT: damaged
 * Cost: reads best, mean, worst and evaluations of /curves twice, first in a child process (trial.h). */
enum status result_check_improvements(const struct result *result, bool moving,
                                      struct error *err);

/* Checks the numbers of /curves and /migration of a result that has settled:
 *
 *     a row has all of its numbers, or none, before the first or after the last of its replica
 *     best is no NaN, and infinite only as long as there is no feasible individual; then mean is NaN,
 *     else it is between best and worst
 *     diversity is from 0 to 1
 *     evaluations of an island do not decrease, nor the run time, if islands wait for each other and
 *     the run has one start
 *     a migration has all of its numbers, moves bytes where it moves genomes, and its lowest fitness
 *     is no more than its highest
 *
 * err     STATUS_FAILED: what is wrong, without the path; STATUS_INPUT: damaged
 * Cost: reads both groups twice, first in a child process (trial.h). */
enum status result_check_curves(const struct result *result, struct error *err);

/* Checks that a result has all that one of this version has, if it has some of what earlier ones do
 * not have, and what its datasets say of themselves:
 *
 *     units are those of the problem; entries of scales are numbered from 0; datasets are as long as
 *     their scales, if the run has settled; the axes of a grid have the names of descriptors
 *
 * shape   of the problem
 * err     STATUS_FAILED: what is wrong, without the path; STATUS_INPUT: damaged */
enum status result_check_layout(const struct result *result, const struct shape *shape,
                                struct error *err);

#endif
