/* The layout of a result file: a table of datasets, used by the recorder to create and by the
 * reader to find them. Used inside src/record.
 *
 * Every group has a dimension scale for each of its dimensions; every dataset has the
 * attributes `units` and `long_name`, and is chunked; all but texts of variable length are
 * compressed and checksummed. Missing numbers are NaN or -1. /nearest, /starts, /improvements and
 * /curves/diversity_all are absent in files of earlier versions. Datasets along descriptors or axes of a
 * grid are absent if the problem has no descriptors or the algorithm no grid.
 *
 * Source: HDF5 dimension scales (netCDF-4 conventions), so that xarray names dimensions. */
#ifndef SKERRY_RECORD_LAYOUT_H
#define SKERRY_RECORD_LAYOUT_H

#include "hdf.h"
#include "observer.h"

#define LAYOUT_FORMAT "skerry-result"
#define LAYOUT_ALL_ROWS "all_rows"          /* attribute: see layout_get_all_rows */
#define LAYOUT_MERGED_FORMAT "skerry-sweep" /* of a sweep: src/record/merge */

enum {
    LAYOUT_VERSION = 1,
    LAYOUT_STATUS_BYTES = 16,
    LAYOUT_TIME_BYTES = 32,
    LAYOUT_WHY_BYTES = 256,
    LAYOUT_NOTE_BYTES = 64, /* times and states */
    LAYOUT_UNITS_BYTES = 512,
    LAYOUT_REASON_BYTES = 512 /* why a replica is infeasible, or a run ended */
};

enum layout_group {
    IN_CURVES,
    IN_MIGRATION,
    IN_SOLUTIONS,
    IN_REPLICAS,
    IN_NEAREST,
    IN_STARTS,
    IN_IMPROVEMENTS,
    LAYOUT_GROUPS
};

enum layout_dim {
    BY_REPLICA,
    BY_GENERATION,
    BY_EPOCH,
    BY_ISLAND,
    BY_SOLUTION,
    BY_OBJECTIVE,
    BY_GENE,
    BY_DESCRIPTOR,
    BY_AXIS,
    BY_NEAREST, /* 0 or 1 */
    BY_RULE,
    BY_START,
    BY_IMPROVEMENT,
    LAYOUT_DIMS
};

/* Texts that never change are of variable length (WORD), the others arrays of characters; in files
 * of earlier versions all are texts of fixed length. */
enum layout_kind { REAL, WHOLE, FLAG, GENE, TEXT, WORD, REASON, NOTE };

enum layout_column {
    CURVE_BEST,
    CURVE_MEAN,
    CURVE_WORST,
    CURVE_DIVERSITY,
    CURVE_EVALUATIONS,
    CURVE_ELAPSED,
    CURVE_DIVERSITY_ALL,
    MIGRATION_MOVED,
    MIGRATION_BYTES,
    MIGRATION_SECONDS,
    MIGRATION_LOW,
    MIGRATION_HIGH,
    SOLUTION_FITNESS,
    SOLUTION_GENOME,
    SOLUTION_ISLAND,
    SOLUTION_GENERATION,
    SOLUTION_REPLICA,
    SOLUTION_OBJECTIVES,
    SOLUTION_BOUND,
    SOLUTION_TEXT,
    SOLUTION_DESCRIPTORS,
    SOLUTION_CELL,
    OBJECTIVE_UNIT,
    OBJECTIVE_GOAL,
    DESCRIPTOR_UNIT,
    DESCRIPTOR_LOW,
    DESCRIPTOR_HIGH,
    AXIS_BINS,
    REPLICA_BEST,
    REPLICA_BOUND,
    REPLICA_GENERATIONS,
    REPLICA_EVALUATIONS,
    REPLICA_ELAPSED,
    REPLICA_DONE,
    REPLICA_OPTIMAL,
    REPLICA_INFEASIBLE,
    REPLICA_REASON,
    NEAREST_GENOME,
    NEAREST_TEXT,
    NEAREST_VIOLATION,
    RULE_TEXT,
    RULE_LEAST,
    RULE_MOST,
    RULE_HAS,
    RULE_VIOLATION,
    START_COMMAND,
    START_STARTED,
    START_ENDED,
    START_ELAPSED,
    START_CPU_TIME,
    START_RANKS,
    START_HOSTS,
    START_CPU,
    START_BUILD,
    START_JOB,
    START_STATUS,
    START_WHY,
    IMPROVEMENT_REPLICA,
    IMPROVEMENT_ISLAND,
    IMPROVEMENT_GENERATION,
    IMPROVEMENT_EVALUATIONS,
    IMPROVEMENT_BEST,
    IMPROVEMENT_ELAPSED,
    IMPROVEMENT_CPU,
    LAYOUT_COLUMNS
};

struct layout_entry {
    enum layout_group group;
    const char *name;
    enum layout_kind kind;
    const char *unit; /* NULL: of the first objective, or of a gene */
    const char *long_name;
    int dims;
    enum layout_dim dim[HDF_MAX_DIMS];
};

extern const struct layout_entry layout_entries[LAYOUT_COLUMNS];
extern const char *const layout_group_names[LAYOUT_GROUPS];
extern const char *const layout_dim_names[LAYOUT_DIMS];

/* The open datasets of a file that is being written. */
struct layout {
    hid_t file;
    hid_t root;
    hid_t set[LAYOUT_COLUMNS];               /* H5I_INVALID_HID: absent */
    hid_t scale[LAYOUT_GROUPS][LAYOUT_DIMS]; /* H5I_INVALID_HID: absent */
    hid_t type[LAYOUT_COLUMNS];              /* in memory */
    hsize_t chars[LAYOUT_COLUMNS]; /* of a text: characters; 0: not an array */
    hsize_t extent[LAYOUT_DIMS];
    size_t text_bytes; /* of /solutions/text */
    uint64_t all_rows; /* the attribute of this name: see thinning.h */
};

static inline bool layout_is_text(enum layout_kind kind)
{
    return kind == TEXT || kind == WORD || kind == REASON || kind == NOTE;
}

/* HDF5's predefined type of a gene in memory; must not be closed. */
hid_t layout_gene_type(enum gene_type type);

/* True if a dataset of the group has the dimension. */
bool layout_uses(enum layout_group group, enum layout_dim dim);

/* True for a column that some files do not have, and for a group that those of an earlier
 * version do not have. */
bool layout_is_optional(enum layout_column column);
bool layout_group_is_optional(enum layout_group group);

/* Creates groups, scales and datasets in a new file. The extents of replica, island, objective, gene,
 * descriptor and axis are fixed, the others are initially 0. Afterwards each handle is valid or
 * H5I_INVALID_HID, for layout_close.
 *
 * rows      the chunk length along generation
 * all_rows  which generations and migrations have a row: see thinning.h */
herr_t layout_create(struct layout *layout, hid_t file, const struct run_info *run,
                     size_t rows, uint64_t all_rows);

/* Writes the units and long names of all datasets. */
herr_t layout_describe(const struct layout *layout, const struct shape *shape);

/* The units of a column: static, of the shape, or in `units`. */
const char *layout_units(enum layout_column column, const struct shape *shape,
                         char units[LAYOUT_UNITS_BYTES]);

/* Whether the entries of a scale along the dimension have names instead of numbers. */
static inline bool layout_has_names(enum layout_dim dim)
{
    return dim == BY_OBJECTIVE || dim == BY_DESCRIPTOR || dim == BY_AXIS;
}

/* Which generations and migrations of a file have a row: see thinning.h. 0 in files of earlier versions, of
 * whose root the attribute is absent. */
uint64_t layout_get_all_rows(hid_t root);

/* Of the rows along a dimension, how many come before the first one left out (thinning.h); 0: none is. */
static inline uint64_t layout_all_rows(enum layout_dim dim, uint64_t all_rows)
{
    return dim == BY_GENERATION || dim == BY_EPOCH ? all_rows : 0;
}

/* An island's number in the columns `island`: -1 after the search. */
static inline int64_t layout_island(uint32_t island)
{
    return island == ISLAND_OF_END ? -1 : (int64_t)island;
}

/* Opens the datasets of a file made by layout_create, now or in an earlier version; negative for one that
 * lacks some, or has entries of other sizes. */
herr_t layout_open(struct layout *layout, hid_t file);

/* Sets the extent of a dimension that is not fixed in every dataset with it, and numbers the new entries
 * of its scale: those of generations and epochs have the numbers of their rows, others count from 0. */
herr_t layout_extend(struct layout *layout, enum layout_dim dim, hsize_t extent);

/* Writes or reads `count` entries of a column from `start`; data is of the column's type, for a
 * WORD of variable length `const char *`, for other texts layout_text_bytes each. Do nothing for an
 * optional column that the file does not have. Such a WORD cannot be written in single-writer mode, nor
 * read here. */
herr_t layout_write(const struct layout *layout, enum layout_column column,
                    const hsize_t *start, const hsize_t *count, const void *data);
herr_t layout_read(const struct layout *layout, enum layout_column column,
                   const hsize_t *start, const hsize_t *count, void *data);

/* The bytes of each text of a column, if they are not of variable length. */
size_t layout_text_bytes(const struct layout *layout, enum layout_column column);

/* Closes datasets and root, not the file; safe to call twice. */
void layout_close(struct layout *layout);

/* Sets all handles to H5I_INVALID_HID. */
void layout_init(struct layout *layout);

#endif
