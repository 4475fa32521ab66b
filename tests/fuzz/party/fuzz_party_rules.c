/* The requirements of a random challenge. */
#include "fuzz_party_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fuzz_party_kind[] = {"mean", "sum",       "count",     "distinct",
                                       "same", "chemistry", "chemistry", "rating"};
static struct challenge *const c = &fuzz_challenge;

void fuzz_party_shortest(const char *text, bool count, char *out, size_t bytes)
{
    double x = strtod(text, NULL);
    if (count) {
        snprintf(out, bytes, "%.0f", x);
        return;
    }
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, bytes, "%.*g", digits, x);
        if (strtod(out, NULL) == x)
            return;
    }
}

void fuzz_party_describe_rule(struct rule *r)
{
    char min[40], max[40], amount[90], value[40], text[sizeof r->text];
    bool sums =
        fuzz_party_sums(r->kind) || fuzz_party_reacts(r->kind) || r->kind == RATING;
    fuzz_party_shortest(r->bound_text[0], !sums, min, sizeof min);
    fuzz_party_shortest(r->bound_text[1], !sums, max, sizeof max);
    if (r->has[0] && r->has[1] && !strcmp(min, max))
        snprintf(amount, sizeof amount, "%s %s", sums ? "=" : "exactly", min);
    else if (!r->has[1])
        snprintf(amount, sizeof amount, "%s %s", sums ? ">=" : "at least", min);
    else if (!r->has[0])
        snprintf(amount, sizeof amount, "%s %s", sums ? "<=" : "at most", max);
    else
        snprintf(amount, sizeof amount, "%s to %s", min, max);
    if (fuzz_party_reacts(r->kind))
        snprintf(text, sizeof text, "chemistry%s %s",
                 r->kind == LEAST ? " of each hero" : "", amount);
    else if (r->kind == RATING)
        snprintf(text, sizeof text, "team rating of %s %s", c->number[r->column].name,
                 amount);
    else if (sums)
        snprintf(text, sizeof text, "%s %s%s %s", fuzz_party_kind[r->kind],
                 c->number[r->column].name, r->in_place ? " in position" : "", amount);
    else if (r->kind == COUNT) {
        fuzz_party_value(&c->trait[r->column], r->value, value, sizeof value);
        snprintf(text, sizeof text, "%s with %s %s%s", amount, c->trait[r->column].name,
                 value, r->in_place ? " in position" : "");
    } else {
        bool one = !strcmp(amount, "exactly 1") || !strcmp(amount, "at least 1") ||
                   !strcmp(amount, "at most 1");
        snprintf(text, sizeof text, "%s %s %s", amount,
                 r->kind == SAME ? "of the same"
                 : one           ? "different value of"
                                 : "different values of",
                 c->trait[r->column].name);
    }
    memcpy(r->text, text, sizeof r->text);
}

/* Few alike, or many different, of a trait: what dependencies turn against others. */
static void make_tight(struct fuzz *f, struct rule *r)
{
    bool most = r->kind == SAME;
    int bound = most ? between(f, 1, 2) : c->places - between(f, 0, 1);
    r->has[most] = true;
    r->bound[most] = bound;
    fuzz_print_decimal(bound, 0, r->bound_text[most]);
}

/* Bounds of an amount, which is times 10^-scale: at it, near it, or far away. */
static void make_bounds(struct fuzz *f, struct rule *r, wide amount, int scale)
{
    bool sums = fuzz_party_sums(r->kind);
    /* Huge and tiny numbers together take 29 of 38 digits. */
    int most_scale = scale == 12 ? 9 : scale + 3 < 15 ? scale + 3 : 15;
    r->scale = sums ? between(f, 0, most_scale) : 0;
    r->exactly = fuzz_chance(f, 0.2);
    int sides = between(f, 0, 2);
    for (int side = 0; side < 2; side++) {
        wide times = r->kind == MEAN ? c->places : 1;
        wide bound =
            fuzz_divided(amount * fuzz_power(r->scale), times * fuzz_power(scale),
                         fuzz_chance(f, 0.3) ? !side : side);
        int off = between(f, 0, 9);
        wide far = sums ? bound / 4 + 1 : between(f, 1, 3);
        bound += off == 0 ? (side ? -1 : 1) : off < 4 ? (side ? far : -far) : 0;
        wide limit = fuzz_power(15 + r->scale);
        bound = bound > limit ? limit : bound < -limit ? -limit : bound;
        r->bound[side] = fuzz_print_kept(bound, r->scale, r->bound_text[side]);
        r->has[side] = sides == 2 || sides == side || r->exactly;
    }
    if (r->exactly || (r->has[0] && r->has[1] && r->bound[0] > r->bound[1])) {
        r->bound[1] = r->bound[0];
        memcpy(r->bound_text[1], r->bound_text[0], sizeof r->bound_text[1]);
    }
}

void fuzz_party_make_rules(struct fuzz *f)
{
    int n = fuzz_chance(f, 0.05) ? MOST_RULES - 2 : between(f, 0, 4);
    double tight = ONE_OF(f, 0, 0, 3, 6) * 0.1;
    for (int i = 0; i < n; i++) {
        struct rule *r = &c->rule[c->n_rules++];
        *r = (struct rule){.kind = (enum kind)between(f, 0, KINDS - 1)};
        bool sums = fuzz_party_sums(r->kind);
        if ((sums && c->n_numbers == 0) ||
            (fuzz_party_reacts(r->kind) && !c->chemistry))
            r->kind = DISTINCT, sums = false;
        int rated = r->kind == RATING ? fuzz_party_rated(f) : -1;
        if (r->kind == RATING && rated < 0)
            r->kind = DISTINCT;
        r->column = between(f, 0, (sums ? c->n_numbers : c->n_traits) - 1);
        if (r->kind == RATING)
            r->column = rated;
        else if (!sums)
            r->value = c->trait[r->column].code[fuzz_below(f, (uint64_t)c->heroes)];
        int other[MOST_PLACES];
        memcpy(other, c->planted, sizeof other);
        other[0] =
            fuzz_chance(f, 0.3) ? (int)fuzz_below(f, (uint64_t)c->heroes) : other[0];
        if ((r->kind == SAME || r->kind == DISTINCT) && fuzz_chance(f, tight))
            make_tight(f, r);
        else
            make_bounds(f, r, fuzz_party_amount(r, other),
                        sums ? c->number[r->column].scale : 0);
        fuzz_party_describe_rule(r);
    }
}

void fuzz_party_make_any(struct fuzz *f)
{
    if (!fuzz_chance(f, 0.4))
        return;
    int cases = 1;
    for (int i = 0; i < c->n_rules;) {
        int n = between(f, 1, 3);
        if (fuzz_chance(f, 0.4) || i + n > c->n_rules || cases * n > 64) {
            i++;
            continue;
        }
        cases *= n;
        c->n_any++;
        for (int k = 0; k < n; k++)
            c->rule[i++].any = c->n_any;
    }
}

void fuzz_party_make_unique(struct fuzz *f)
{
    struct rule *r = &c->rule[c->n_rules];
    if (!fuzz_chance(f, 0.25))
        return;
    *r = (struct rule){
        .kind = SAME, .unique = true, .column = between(f, 0, c->n_traits - 1)};
    for (int t = 0; t < c->n_traits && fuzz_chance(f, 0.9); t++)
        if (c->trait[t].n_values > c->trait[r->column].n_values)
            r->column = t;
    r->has[1] = true;
    r->bound[1] = 1;
    fuzz_print_decimal(1, 0, r->bound_text[1]);
    fuzz_party_describe_rule(r);
    c->n_rules++;
}

void fuzz_party_make_budget(struct fuzz *f)
{
    struct rule *r = &c->rule[c->n_rules];
    if (!fuzz_chance(f, 0.2))
        return;
    *r = (struct rule){.kind = SUM, .budget = true};
    make_bounds(f, r, fuzz_party_amount(r, c->planted), c->price.scale);
    if (!r->has[1] || r->bound[1] < 0)
        return;
    r->has[0] = r->exactly = false;
    char most[40];
    fuzz_party_shortest(r->bound_text[1], false, most, sizeof most);
    snprintf(r->text, sizeof r->text, "price <= %s", most);
    c->n_rules++;
}
