/* What `skerry repair` tells of its repairs: lines on stderr, or a JSON object for each. */
#ifndef SKERRY_LEVEL_REPAIR_REPORT_H
#define SKERRY_LEVEL_REPAIR_REPORT_H

#include "level_files.h"
#include "level_repair.h"

#include <jansson.h>

enum { REPAIR_FAILURE_BYTES = LEVEL_FILES_NAME_BYTES + 640 };

struct repair_report {
    const struct level_files *levels; /* that were read; borrowed */
    const char *method;
    size_t solutions, apart; /* wanted for each level, see level_solutions.h */
    bool said_why;           /* why fast took a slower method has been printed */
};

/* The number of repairs of a level that are told: those with a level, or one without.
 *
 * repairs  as level_solutions_find fills them in */
size_t level_repair_report_count(const struct repair_report *report,
                                 const struct level_repair *repairs);

/* Prints once why fast took a slower method. */
void level_repair_report_why(struct repair_report *report,
                             const struct level_files_item *item,
                             const struct level_repair *repair);

/* Prints the line of repair k of a level, which has a level. */
void level_repair_report_head(const struct repair_report *report,
                              const struct level_files_item *item,
                              const struct level_repair *repairs, size_t k);

/* Prints what the repairs of a level are together, if several were wanted; after the last. */
void level_repair_report_solutions(const struct repair_report *report,
                                   const struct level_files_item *item,
                                   const struct level_repair *repairs);

/* The repair of a level at which the method failed, perhaps after others; NULL: none. */
const struct level_repair *
level_repair_report_failed(const struct repair_report *report,
                           const struct level_repair *repairs);

/* Why there is no repaired level, or not as many as wanted if the method failed. */
void level_repair_report_failure(const struct repair_report *report,
                                 const struct level_files_item *item,
                                 const struct level_repair *repairs,
                                 char words[REPAIR_FAILURE_BYTES]);

/* Repair k of a level as an object, which the caller owns; NULL if memory ran out.
 *
 * edits  explained (level_explain.h), or NULL; borrowed */
json_t *level_repair_report_json(const struct repair_report *report,
                                 const struct level_files_item *item,
                                 const struct level_repair *repairs, size_t k,
                                 json_t *edits);

#endif
