/* Observer that prints the progress of a run to stderr: in a terminal one line that is
 * updated in place, in a log one line per minute. */
#ifndef SKERRY_APP_PROGRESS_LINE_H
#define SKERRY_APP_PROGRESS_LINE_H

#include "observer.h"

struct progress_line {
    struct run_info info;
    struct measure fitness; /* of the first objective */
    bool terminal, shown;
    double last_s;  /* when it was last shown, on the run's clock */
    double first_s; /* of the first report, for the rate */
    uint64_t first_evaluations, first_generation;
    uint32_t first_replica;
    bool begun;
    double best;       /* the least first cost so far */
    double improved_s; /* when it was found, on the run's clock */
};

/* Makes an observer that uses the caller's struct, which must outlive the run. */
struct observer progress_line_observer(struct progress_line *line);

/* Formats 1234567 as "1.23M"; at most 8 bytes with the NUL for numbers up to 10^15. */
void progress_line_count(double n, char *text, size_t bytes);

#endif
