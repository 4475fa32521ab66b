/* The table of solutions in the file: the archive as last told, and which rows of it
 * the file does not have yet. Used inside src/record.
 *
 * A kill must not leave one row's fitness beside another's genome. So rows that change
 * or go are written in three flushed steps: their fitness becomes NaN, then all other
 * columns are written and cut, then the fitness. */
#ifndef SKERRY_RECORD_GALLERY_H
#define SKERRY_RECORD_GALLERY_H

#include "layout.h"

struct gallery {
    const struct puzzle *puzzle;
    struct grid grid;
    struct archive told; /* a copy */
    bool *changed;       /* capacity: not in the file yet */
    bool dirty;          /* any row, the count or the bound */
    size_t written;      /* rows in the file */
    double bound;        /* proven, first cost; -INFINITY: none */
    double *reals;       /* rows x objectives */
    int64_t *wholes;     /* rows */
    unsigned char *genome;
    char *text; /* layout->text_bytes */
    struct arena scratch;
};

/* Takes from perm room for run->solutions. STATUS_MEMORY. */
enum status gallery_init(struct gallery *gallery, const struct run_info *run,
                         const struct layout *layout, struct arena *perm,
                         struct error *err);

/* Copies the archive (at most run->solutions rows of it). No file is touched. */
void gallery_tell(struct gallery *gallery, const struct archive *archive);

/* Brings the file up to date and flushes it; `path` is for errors. */
enum status gallery_write(struct gallery *gallery, struct layout *layout,
                          const char *path, struct error *err);

/* Fitness of a cost: what people read. */
double fitness_of(const struct measure *objective, double cost);

/* The bound as fitness; NaN where there is none. */
double bound_of(const struct measure *objective, double bound);

#endif
