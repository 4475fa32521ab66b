/* The report of an independent check, for problem.verify: one line per rule, beginning with
 * `ok` or `WRONG`, and whether any rule is violated. */
#ifndef SKERRY_CONTRACT_AUDIT_H
#define SKERRY_CONTRACT_AUDIT_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

struct audit {
    FILE *report;
    bool wrong; /* some rule is violated */
};

/* Writes the line of one rule. */
void audit_say(struct audit *audit, bool holds, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#ifdef __cplusplus
}
#endif

#endif
