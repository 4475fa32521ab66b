/* The pool of a random challenge: heroes, their numbers and traits, and who of them is planted or marked. */
#include "fuzz_party_make.h"

#include <stdio.h>
#include <string.h>

static struct challenge *const c = &fuzz_challenge;

void fuzz_party_count_heroes(int most, double leaves)
{
    c->heroes = c->places;
    while (c->heroes < most && c->heroes < MOST_HEROES &&
           fuzz_party_leaves(c->heroes + 1) <= leaves)
        c->heroes++;
}

void fuzz_party_make_heroes(struct fuzz *f, double leaves)
{
    fuzz_party_count_heroes(c->places + between(f, 0, 16), leaves);
    int64_t id = fuzz_between(f, 0, 5);
    for (int h = 0; h < c->heroes; h++, id += 1 + (int64_t)fuzz_below(f, 3))
        c->id[h] = id;
    if (fuzz_chance(f, 0.05))
        c->id[c->heroes - 1] = INT32_MAX;
}

/* Prices and numbers of many styles; negative ones where they may be. */
static void make_column(struct fuzz *f, struct numbers *x, bool negative)
{
    int style = between(f, 0, 11);
    int64_t low = 0, high = 0;
    x->scale = 0;
    switch (style) {
    case 0:
        high = 5;
        break;
    case 1:
        low = high = between(f, 0, 2) * 1000;
        break;
    case 2:
        high = 100;
        break;
    case 3:
        x->scale = ONE_OF(f, 1, 2, 3);
        high = 20000;
        break;
    case 4:
        low = 999999999000, high = 1000000000000;
        break;
    case 5:
        x->scale = 3;
        high = 999999999999999;
        break;
    case 6:
        x->scale = 16; /* doubles of 16 and 17 digits */
        low = 10000000000000000, high = 99999999999999999;
        break;
    case 7:
        x->scale = 12; /* huge and tiny ones, below */
        break;
    case 8:
        high = 999999999999999;
        break;
    case 9:
        x->scale = 9;
        low = 299999990, high = 300000010;
        break;
    case 11: /* sums of so many cents that doubles of them are off by parts of one */
        x->scale = ONE_OF(f, 1, 2, 3);
        low = 10000000000, high = 99999999999999;
        break;
    default:
        low = 60, high = 99;
        break;
    }
    bool rates = negative && fuzz_chance(f, 0.5);
    if (rates) {
        style = 12; /* ratings, close together or not */
        x->scale = 0;
        low = ONE_OF(f, 0, 60, 80, 999990), high = low + ONE_OF(f, 2, 9, 10);
    }
    x->rates = rates;
    for (int h = 0; h < c->heroes; h++) {
        int64_t value = fuzz_between(f, low, high);
        wide wider = value;
        if (style == 2 && fuzz_chance(f, 0.5))
            wider = 50 * (value / 10);
        if (style == 7)
            wider = fuzz_chance(f, 0.4)   ? (wide)between(f, 1, 9) * fuzz_power(26)
                    : fuzz_chance(f, 0.5) ? (wide)between(f, 0, 3)
                                          : (wide)between(f, 1, 30) * fuzz_power(11);
        if (negative && style != 1 && !rates &&
            fuzz_chance(f, style == 10 ? 0.02 : 0.3))
            wider = -wider;
        x->value[h] = fuzz_print_kept(wider, x->scale, x->text[h]);
        /* other ways to write it */
        if (wider >= 0 && fuzz_chance(f, 0.02)) {
            char plain[40];
            memcpy(plain, x->text[h], sizeof plain);
            snprintf(x->text[h], sizeof x->text[h], "+%.36se0", plain);
        }
    }
}

void fuzz_party_make_prices(struct fuzz *f)
{
    snprintf(c->price.name, sizeof c->price.name, "price");
    make_column(f, &c->price, false);
}

void fuzz_party_make_numbers(struct fuzz *f, int least, int most)
{
    c->n_numbers = between(f, least, most);
    for (int i = 0; i < c->n_numbers; i++) {
        snprintf(c->number[i].name, sizeof c->number[i].name, "number%u",
                 (unsigned)i % 10);
        make_column(f, &c->number[i], true);
    }
}

int fuzz_party_rated(struct fuzz *f)
{
    int rated = -1, n = 0;
    for (int i = 0; i < c->n_numbers; i++)
        if (c->number[i].rates && fuzz_below(f, (uint64_t)++n) == 0)
            rated = i;
    return rated;
}

/* A trait whose value an earlier one decides, among all heroes or nearly all. */
static void make_determined(struct fuzz *f, int t)
{
    const struct trait *from = &c->trait[between(f, 0, t - 1)];
    struct trait *x = &c->trait[t];
    int image[MOST_HEROES], few = between(f, 1, x->n_values);
    double apart = ONE_OF(f, 0, 0, 0, 1, 2) * 0.05;
    for (int v = 0; v < MOST_HEROES; v++)
        image[v] = (int)fuzz_below(f, (uint64_t)few);
    for (int h = 0; h < c->heroes && !from->is_number; h++)
        if (!fuzz_chance(f, apart))
            x->code[h] = image[from->code[h]];
}

void fuzz_party_make_traits(struct fuzz *f)
{
    /* Cases that may get a crowd more often: see fuzz_party_crowd.c. */
    c->n_traits =
        fuzz_chance(f, f->number % 16 == 1 ? 0.4 : 0.02) ? 16 : between(f, 1, 5);
    double determined = ONE_OF(f, 0, 0, 4, 8) * 0.1;
    for (int t = 0; t < c->n_traits; t++) {
        struct trait *x = &c->trait[t];
        snprintf(x->name, sizeof x->name, "trait%d", t);
        x->n_values = ONE_OF(f, 1, 2, 2, 3, 3, 4, 5, c->heroes);
        for (int h = 0; h < c->heroes; h++)
            x->code[h] = (int)fuzz_below(f, (uint64_t)x->n_values);
        /* Versions of one hero: few have the same value. */
        for (int h = 0; h < c->heroes && x->n_values == c->heroes; h++)
            x->code[h] =
                h > 0 && fuzz_chance(f, 0.3) ? x->code[fuzz_below(f, (uint64_t)h)] : h;
        if (t > 0 && fuzz_chance(f, determined))
            make_determined(f, t);
        if (t == 0 && fuzz_chance(f, 0.1) && c->n_numbers > 0) {
            snprintf(x->name, sizeof x->name, "%s", c->number[0].name);
            x->is_number = true;
            for (int h = 0; h < c->heroes; h++) {
                x->code[h] = 0;
                while (strcmp(c->number[0].text[x->code[h]], c->number[0].text[h]) != 0)
                    x->code[h]++;
            }
        }
    }
}

void fuzz_party_value(const struct trait *x, int value, char *text, size_t bytes)
{
    static const char *const odd[] = {"x, y", "Ähre", "two words", "1"};
    if (x->is_number)
        snprintf(text, bytes, "%s", c->number[0].text[value]);
    else if (value >= 1 && value <= 4 && (c->heroes & 3) == 0)
        snprintf(text, bytes, "%s", odd[value - 1]);
    else
        snprintf(text, bytes, "v%d", value);
}

void fuzz_party_make_chemistry(struct fuzz *f)
{
    if (fuzz_chance(f, 0.5))
        return;
    c->cap = ONE_OF(f, 0, 1, 3, 3, 5);
    for (int t = 0; t < c->n_traits; t++) {
        struct trait *x = &c->trait[t];
        double step = ONE_OF(f, 1, 3, 6) * 0.1;
        if (fuzz_chance(f, 0.4))
            continue;
        for (int n = 1; n <= MOST_PLACES; n++)
            x->reaction[n] =
                x->reaction[n - 1] +
                (n <= c->places + 1 && fuzz_chance(f, step) ? between(f, 1, 3) : 0);
        x->reacts = c->chemistry = true;
        if (x->reaction[MOST_PLACES] == 0)
            x->reaction[MOST_PLACES] = 1; /* a threshold that is never reached */
    }
}

void fuzz_party_make_planted(struct fuzz *f)
{
    bool used[MOST_HEROES] = {false};
    for (int p = 0; p < c->places; p++) {
        int h = (int)fuzz_below(f, (uint64_t)c->heroes);
        while (used[h])
            h = (h + 1) % c->heroes;
        used[h] = true;
        c->planted[p] = h;
    }
}

void fuzz_party_make_marks(struct fuzz *f)
{
    bool used[MOST_HEROES] = {false};
    double fixing = ONE_OF(f, 0, 0, 1, 2) * 0.15;
    for (int p = 0; p < c->places; p++)
        if (fuzz_chance(f, fixing)) {
            int h = fuzz_chance(f, 0.7) ? c->planted[p]
                                        : (int)fuzz_below(f, (uint64_t)c->heroes);
            if (!used[h])
                c->fixed[p] = h;
            used[h] = true;
        }
    double excluding = ONE_OF(f, 0, 0, 1, 3) * 0.1;
    double owning = ONE_OF(f, 0, 0, 1, 5) * 0.1;
    int spare = c->heroes - c->places;
    for (int h = 0; h < c->heroes; h++) {
        c->excluded[h] = !used[h] && spare > 0 && fuzz_chance(f, excluding);
        spare -= c->excluded[h];
        c->owned[h] = fuzz_chance(f, owning);
        if (c->owned[h])
            c->price.value[h] = 0;
    }
}
