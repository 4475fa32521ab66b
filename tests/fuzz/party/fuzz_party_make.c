/* Random challenges. */
#include "fuzz_party_make.h"

#include <stdio.h>

static struct challenge *const c = &fuzz_challenge;

/* What is minimised: the price, or a column, or heroes with a value; negative for the most. synergy:
 * parties of every order are enumerated, so that it can be the goal. */
static void make_goal(struct fuzz *f, bool synergy)
{
    int style = between(f, 0, 11);
    c->cost = c->price;
    if (style >= 10) {
        c->by_points = c->maximised = synergy && c->most_points > 0;
        if (c->by_points)
            snprintf(c->goal, sizeof c->goal, "{measure: synergy%s}",
                     style == 10 ? "" : ", goal: max");
        return;
    }
    if (style < 5 || (style < 8 && c->n_numbers == 0))
        return;
    c->maximised = fuzz_chance(f, 0.5);
    const char *goal = c->maximised ? "max" : "min";
    if (style < 8) {
        const struct numbers *x = &c->number[between(f, 0, c->n_numbers - 1)];
        c->cost = *x;
        c->averaged = fuzz_chance(f, 0.5);
        snprintf(c->goal, sizeof c->goal, "{%s: %s, goal: %s}",
                 c->averaged ? "mean" : "sum", x->name, goal);
    } else if (style == 8) {
        const struct trait *x = &c->trait[between(f, 0, c->n_traits - 1)];
        int value = x->code[fuzz_below(f, (uint64_t)c->heroes)];
        char text[40];
        fuzz_party_value(x, value, text, sizeof text);
        c->cost.scale = 0;
        for (int h = 0; h < c->heroes; h++)
            c->cost.value[h] = x->code[h] == value;
        snprintf(c->goal, sizeof c->goal, "{count: %s, value: \"%s\", goal: %s}",
                 x->name, text, goal);
    } else {
        snprintf(c->goal, sizeof c->goal, "{measure: price, goal: %s}", goal);
    }
    for (int h = 0; h < c->heroes && c->maximised; h++)
        c->cost.value[h] = -c->cost.value[h];
}

void fuzz_party_make(struct fuzz *f)
{
    *c = (struct challenge){0};
    if (f->number % 4 == 3) {
        fuzz_party_make_related(f);
        fuzz_party_make_positions(f);
        return;
    }
    if (f->number % 8 == 5) {
        fuzz_party_make_squad(f);
        return;
    }
    fuzz_party_make_formation(f);
    /* For fuzz_party_leaves; set by fuzz_party_make_synergy. */
    c->synergy_min = fuzz_chance(f, 0.8);
    bool synergy = c->synergy_min;
    fuzz_party_make_heroes(f, MOST_LEAVES);
    fuzz_party_make_prices(f);
    fuzz_party_make_numbers(f, 0, 3);
    fuzz_party_make_traits(f);
    fuzz_party_make_planted(f);
    fuzz_party_make_chemistry(f);
    fuzz_party_make_synergy(f);
    if (!synergy) {
        snprintf(c->share, sizeof c->share, "0");
        c->synergy_min = 0;
    }
    fuzz_party_make_marks(f);
    fuzz_party_make_rules(f);
    fuzz_party_make_any(f);
    fuzz_party_make_unique(f);
    fuzz_party_make_place_rules(f);
    make_goal(f, synergy);
    fuzz_party_make_budget(f);
    fuzz_party_make_positions(f);
}
