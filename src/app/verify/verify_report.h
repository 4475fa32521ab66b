/* What `skerry verify` prints: lines, or one JSON object. */
#ifndef SKERRY_APP_VERIFY_REPORT_H
#define SKERRY_APP_VERIFY_REPORT_H

#include "verify_checks.h"

#include <stdio.h>

enum verify_form {
    VERIFY_SHORT, /* solutions that are wrong, and rules that do not hold */
    VERIFY_ALL,   /* every solution, with every rule */
    VERIFY_JSON   /* the same as one object */
};

struct json_t;

struct verify_report {
    enum verify_form form;
    FILE *out;
    struct json_t *whole, *inputs, *checks; /* with VERIFY_JSON; otherwise NULL */
    size_t damaged;                         /* stored inputs */
    size_t verified, skipped; /* solutions; skipped: without an independent check */
};

void verify_report_begin(struct verify_report *report, enum verify_form form,
                         FILE *out);

/* The file as a whole; damaged files have been refused before. Then its stored inputs, of
 * which the damaged ones are counted. */
void verify_report_file(struct verify_report *report, const struct result *result);

/* A solution, which is counted. */
void verify_report_solution(struct verify_report *report, size_t index,
                            const struct verify_check *check);

/* A check of the whole; nothing if its report is empty. */
void verify_report_whole(struct verify_report *report, const char *name,
                         const struct verify_check *check);

/* The number of verified solutions; writes all of it. */
enum status verify_report_end(struct verify_report *report, const struct result *result,
                              struct error *err);

/* Frees it, also without an end. */
void verify_report_free(struct verify_report *report);

#endif
