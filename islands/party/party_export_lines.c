#include "party_export_lines.h"

#include <math.h>

static double value_of(const struct party_line *line, size_t h)
{
    return line->number ? line->number[h] : (double)(line->code[h] == line->value);
}

void party_lines_init(struct party_lines *lines, const struct party *party)
{
    *lines = (struct party_lines){0};
    for (size_t i = 0; i < party->n_requirements; i++) {
        const struct party_requirement *r = &party->requirement[i];
        struct party_line line = {.min = r->min, .max = r->max, .value = r->value};
        if (r->kind == PARTY_SUM)
            line.number = party->number[r->column].value;
        else if (r->kind == PARTY_COUNT)
            line.code = party->trait[r->column].code;
        else
            continue;
        lines->line[lines->n++] = line;
    }
}

void party_lines_clear(struct party_lines *lines)
{
    for (size_t l = 0; l < lines->n; l++)
        lines->line[l].multiplier = 0;
}

void party_lines_reduce(struct party_lines *lines, const struct party *party,
                        double *reduced)
{
    lines->constant = 0;
    for (size_t h = 0; h < party->n_heroes; h++)
        reduced[h] = party->price[h];
    for (size_t l = 0; l < lines->n; l++) {
        const struct party_line *line = &lines->line[l];
        double y = line->multiplier;
        if (y == 0)
            continue;
        lines->constant += y * (y > 0 ? line->min : line->max);
        for (size_t h = 0; h < party->n_heroes; h++)
            reduced[h] -= y * value_of(line, h);
    }
}

void party_lines_add(const struct party_lines *lines, size_t hero, double *sum)
{
    for (size_t l = 0; l < lines->n; l++)
        sum[l] += value_of(&lines->line[l], hero);
}

/* What a sum lacks of the bound that the multiplier stands for, or is broken. */
static double lacks(const struct party_line *line, double sum)
{
    if (line->multiplier > 0 || (line->multiplier == 0 && sum < line->min))
        return line->min - sum;
    if (line->multiplier < 0 || sum > line->max)
        return line->max - sum;
    return 0;
}

bool party_lines_step(struct party_lines *lines, struct party_steps *steps,
                      double bound, double *sum)
{
    double square = 0;
    if (!steps->begun || bound > steps->highest) {
        if (!steps->begun)
            steps->share = 1;
        steps->begun = true;
        steps->highest = bound;
        steps->failed = 0;
        for (size_t l = 0; l < lines->n; l++)
            steps->best[l] = lines->line[l].multiplier;
    } else if (++steps->failed % 5 == 0) {
        steps->share /= 2;
    }
    for (size_t l = 0; l < lines->n; l++) {
        sum[l] = lacks(&lines->line[l], sum[l]);
        square += sum[l] * sum[l];
    }
    if (!(square > 0))
        return false;
    double length = fmax(steps->goal - bound, 1e-3 * steps->goal);
    for (size_t l = 0; l < lines->n; l++) {
        struct party_line *line = &lines->line[l];
        line->multiplier += steps->share * length * sum[l] / square;
        if ((line->multiplier > 0 && !isfinite(line->min)) ||
            (line->multiplier < 0 && !isfinite(line->max)))
            line->multiplier = 0;
    }
    return true;
}

void party_lines_best(struct party_lines *lines, const struct party_steps *steps)
{
    for (size_t l = 0; l < lines->n; l++)
        lines->line[l].multiplier = steps->best[l];
}

double party_lines_margin(const struct party_lines *lines, const struct party *party)
{
    double size = 0, places = (double)party->n_places;
    for (size_t h = 0; h < party->n_heroes; h++)
        size = fmax(size, party->price[h] * places);
    for (size_t l = 0; l < lines->n; l++) {
        const struct party_line *line = &lines->line[l];
        double value = 0, y = line->multiplier;
        if (y == 0)
            continue;
        for (size_t h = 0; h < party->n_heroes; h++)
            value = fmax(value, fabs(value_of(line, h)));
        size += fabs(y) * (fabs(y > 0 ? line->min : line->max) + value * places);
    }
    /* A bound is a sum of some hundred numbers of that size, rounded to 1e-16 each. */
    return 1e-10 * size;
}
