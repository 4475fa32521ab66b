/* A crowd: many heroes added to a small challenge, so dear that no party with one of them is cheaper than the
 * cheapest party of the others. What that one costs stays known, and the pool is as large as real ones. */
#include "fuzz_party_make.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct challenge *const c = &fuzz_challenge;

static int by_value(const void *a, const void *b)
{
    wide x = *(const wide *)a, y = *(const wide *)b;
    return (x > y) - (x < y);
}

/* What a hero has to cost for that: the best party's cost, without the least that all other places can cost. */
static wide least_price(wide best)
{
    wide sorted[MOST_HEROES];
    memcpy(sorted, c->price.value, (size_t)c->heroes * sizeof *sorted);
    qsort(sorted, (size_t)c->heroes, sizeof *sorted, by_value);
    for (int p = 0; p + 1 < c->places; p++)
        best -= sorted[p];
    return best;
}

static bool is_ruled(const struct trait *x)
{
    for (int i = 0; i < c->n_place_rules; i++)
        if (c->place_rule[i].trait == x)
            return true;
    return false;
}

/* Gives a hero a column of one that is enumerated, and what rules for places say of it. */
static void copy_trait(struct trait *x, int h, int like)
{
    x->code[h] = x->code[like];
    for (int i = 0; i < c->n_place_rules; i++)
        if (c->place_rule[i].trait == x)
            c->place_rule[i].admits[h] = c->place_rule[i].admits[like];
}

static void copy_number(struct numbers *x, int h, int like)
{
    x->value[h] = x->value[like];
    memcpy(x->text[h], x->text[like], sizeof x->text[h]);
    for (int i = 0; i < c->n_place_rules; i++)
        if (!c->place_rule[i].trait && c->place_rule[i].number == x)
            c->place_rule[i].admits[h] = c->place_rule[i].admits[like];
}

static int draw_like(struct fuzz *f)
{
    return (int)fuzz_below(f, (uint64_t)c->heroes);
}

/* fresh: so many values that no enumerated hero has; mixed: whether columns are those of several heroes. */
static void make_hero(struct fuzz *f, int h, int fresh, bool mixed)
{
    int like = draw_like(f), first = 0;
    c->id[h] = 100000 + h; /* above those of the others, which are few, or INT32_MAX */
    for (int i = 0; i < c->n_numbers; i++) {
        like = mixed ? draw_like(f) : like;
        copy_number(&c->number[i], h, like);
        first = i == 0 ? like : first;
    }
    for (int t = 0; t < c->n_traits; t++) {
        struct trait *x = &c->trait[t];
        like = mixed ? draw_like(f) : like;
        copy_trait(x, h, x->is_number ? first : like);
        if (fresh && !x->is_number && !is_ruled(x) && fuzz_chance(f, 0.7))
            x->code[h] = c->heroes + (int)fuzz_below(f, (uint64_t)fresh);
    }
}

void fuzz_party_add_crowd(struct fuzz *f, wide best)
{
    wide least = least_price(best), limit = fuzz_power(15 + c->price.scale);
    /* Of more traits than whose sets are all tried, groups are chosen otherwise where they are many. */
    bool many = c->n_traits > 6;
    int size = many ? 9 : between(f, 0, 9);
    int fresh = many ? 1000 : ONE_OF(f, 0, 0, 5, 50, 1000);
    int n = size < 6   ? between(f, 20, 200)
            : size < 9 ? between(f, 200, 1000)
                       : MOST_CROWD;
    wide spread = ONE_OF(f, 0, 1, 2, 20) * (least / 4 + 1);
    bool mixed = fuzz_chance(f, 0.7);
    if (!strcmp(c->number[0].name, "rating") && fuzz_chance(f, 0.8))
        fresh = 0, mixed = false; /* of squads: a club stays in its league */
    if (*c->goal || least + spread > limit)
        return;
    for (int k = 0; k < n; k++) {
        int h = c->heroes + k;
        make_hero(f, h, fresh, mixed);
        wide price = least + spread * between(f, 0, 1000) / 1000;
        c->price.value[h] = fuzz_print_kept(price, c->price.scale, c->price.text[h]);
        if (c->price.value[h] < least) /* of the digits that a double has too few */
            return;
        c->cost.value[h] = c->price.value[h];
        c->crowd = k + 1;
    }
}
