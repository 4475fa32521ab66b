#include "reading.h"

#include <stdio.h>

static enum status read_rules(struct reading *reading, struct violations *v)
{
    hsize_t start = 0, n;
    if (!reading_extents(reading, RULE_TEXT, &n))
        return reading->err->status;
    if (n > MOST_BROKEN_RULES)
        return reading_damaged(reading, "broken");
    const char **rule = reading_texts(reading, RULE_TEXT, n);
    const double *least = reading_block(reading, RULE_LEAST, &start, &n, NULL);
    const double *most = reading_block(reading, RULE_MOST, &start, &n, NULL);
    const double *has = reading_block(reading, RULE_HAS, &start, &n, NULL);
    const double *violation = reading_block(reading, RULE_VIOLATION, &start, &n, NULL);
    if (!rule || !least || !most || !has || !violation)
        return reading_damaged(reading, "broken");
    for (v->n = 0; v->n < n; v->n++) {
        struct broken_rule *broken = &v->broken[v->n];
        snprintf(broken->rule, sizeof broken->rule, "%s", rule[v->n]);
        broken->least = least[v->n];
        broken->most = most[v->n];
        broken->has = has[v->n];
        broken->violation = violation[v->n];
    }
    return STATUS_OK;
}

enum status reading_nearest(struct reading *reading)
{
    struct result *result = reading->result;
    hsize_t extents[2], start[2] = {0, 0}, one = 1;
    if (!reading_has(reading, NEAREST_GENOME))
        return STATUS_OK; /* of an earlier version */
    if (!reading_extents(reading, NEAREST_GENOME, extents))
        return reading->err->status;
    if (extents[0] == 0)
        return STATUS_OK;
    if (extents[0] != 1 || extents[1] != result->n_genes)
        return reading_damaged(reading, "nearest");
    struct result_nearest *nearest = reading_take(reading, 1, sizeof *nearest);
    const char **text = reading_texts(reading, NEAREST_TEXT, 1);
    const double *sum = reading_block(reading, NEAREST_VIOLATION, start, &one, NULL);
    if (!nearest || !text || !sum)
        return reading_damaged(reading, "nearest");
    nearest->genome = reading_block(reading, NEAREST_GENOME, start, extents, NULL);
    nearest->text = text[0];
    nearest->violations.sum = sum[0];
    if (!nearest->genome || read_rules(reading, &nearest->violations))
        return reading_damaged(reading, "nearest");
    result->nearest = nearest;
    return STATUS_OK;
}
