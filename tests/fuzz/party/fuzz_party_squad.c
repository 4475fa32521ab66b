/* Squads: challenges of football cards, as the exact search divides them by the levels of clubs, leagues and
 * nations: no synergy, chemistry by low thresholds, a team rating, many cards of which few dominate others, and
 * bounds near what a planted squad has. */
#include "fuzz_party_make.h"

#include <stdio.h>

static struct challenge *const c = &fuzz_challenge;

/* Places without edges, and so many cards that most of them stay after presolve. */
static void make_cards(struct fuzz *f)
{
    c->places = between(f, 3, 7);
    for (int p = 0; p < MOST_PLACES; p++)
        c->fixed[p] = -1;
    bool many = fuzz_chance(f, 0.3);
    fuzz_party_count_heroes(2 * c->places + between(f, 0, many ? 40 : 24),
                            many ? 10 * MOST_LEAVES : MOST_LEAVES);
    for (int h = 0; h < c->heroes; h++)
        c->id[h] = h + 1;
}

/* Ratings, and prices that rise with them, mostly. */
static void make_ratings(struct fuzz *f)
{
    struct numbers *rating = &c->number[0];
    int spread = between(f, 1, 12), noise = between(f, 1, 20),
        unit = ONE_OF(f, 1, 50, 50, 1000);
    c->n_numbers = between(f, 1, 2);
    if (c->n_numbers > 1)
        fuzz_party_make_numbers(f, 2, 2);
    *rating = (struct numbers){.name = "rating", .rates = true};
    snprintf(c->price.name, sizeof c->price.name, "price");
    for (int h = 0; h < c->heroes; h++) {
        int above = between(f, 0, spread);
        rating->value[h] = 75 + above;
        c->price.value[h] = unit * (above * above / 2 + between(f, 1, noise));
        fuzz_print_decimal(rating->value[h], 0, rating->text[h]);
        fuzz_print_decimal(c->price.value[h], 0, c->price.text[h]);
    }
}

static struct trait *make_trait(struct fuzz *f, const char *name, int values)
{
    struct trait *x = &c->trait[c->n_traits++];
    snprintf(x->name, sizeof x->name, "%s", name);
    x->n_values = values;
    for (int h = 0; h < c->heroes; h++)
        x->code[h] = (int)fuzz_below(f, (uint64_t)values);
    return x;
}

/* Low thresholds: points from one to three cards of a value on. */
static void make_reaction(struct fuzz *f, struct trait *x)
{
    int first = between(f, 1, 3), step = between(f, 1, 2);
    if (fuzz_chance(f, 0.1))
        return;
    for (int n = 1; n <= MOST_PLACES; n++) {
        bool rises = n >= first && (n - first) % step == 0 && n <= c->places + 1;
        x->reaction[n] = x->reaction[n - 1] + rises;
    }
    x->reacts = c->chemistry = true;
}

/* Clubs, their leagues and nations; and players, of whom there are several versions. */
static void make_traits(struct fuzz *f)
{
    const struct trait *club = make_trait(f, "club", between(f, 2, 8));
    struct trait *league = make_trait(f, "league", between(f, 1, 4));
    int of[MOST_HEROES];
    bool nested = fuzz_chance(f, 0.8);
    for (int v = 0; v < club->n_values; v++)
        of[v] = (int)fuzz_below(f, (uint64_t)league->n_values);
    for (int h = 0; h < c->heroes && nested; h++)
        league->code[h] = of[club->code[h]];
    if (fuzz_chance(f, 0.8))
        make_trait(f, "nation", between(f, 1, 5));
    for (int t = 0; t < c->n_traits; t++)
        make_reaction(f, &c->trait[t]);
    struct trait *player = make_trait(f, "player", c->heroes);
    for (int h = 0; h < c->heroes; h++)
        player->code[h] = h > 0 && fuzz_chance(f, 0.15)
                              ? player->code[fuzz_below(f, (uint64_t)h)]
                              : h;
    c->cap = ONE_OF(f, 0, 2, 3, 3, 4);
}

/* At least what a planted squad has, or a little more. */
static void ask_for(struct fuzz *f, enum kind kind, int most)
{
    struct rule *r = &c->rule[c->n_rules++];
    *r = (struct rule){.kind = kind, .has = {true, false}};
    int more = between(f, kind == RATING ? -1 : 0, most);
    wide bound = fuzz_party_amount(r, c->planted) + more;
    r->bound[0] = fuzz_print_kept(bound, 0, r->bound_text[0]);
    fuzz_party_describe_rule(r);
}

/* As many of one club, league or nation as a planted squad has, or no more different ones. */
static void ask_for_values(struct fuzz *f)
{
    struct rule *r = &c->rule[c->n_rules++];
    bool most = fuzz_chance(f, 0.3);
    *r = (struct rule){.kind = most ? DISTINCT : SAME,
                       .column = between(f, 0, c->n_traits - 2), /* not players */
                       .has = {!most, most}};
    wide bound = fuzz_party_amount(r, c->planted);
    if (!most && bound < c->places)
        bound += between(f, 0, 1);
    fuzz_print_decimal(bound, 0, r->bound_text[most]);
    r->bound[most] = bound;
    fuzz_party_describe_rule(r);
}

void fuzz_party_make_squad(struct fuzz *f)
{
    make_cards(f);
    make_ratings(f);
    make_traits(f);
    c->n_points = 1;
    fuzz_party_make_pairs();
    snprintf(c->share, sizeof c->share, "0");
    fuzz_party_make_planted(f);
    if (fuzz_chance(f, 0.2))
        fuzz_party_make_marks(f);
    if (fuzz_chance(f, 0.3))
        fuzz_party_make_rules(f);
    if (c->chemistry && fuzz_chance(f, 0.9) && c->n_rules < MOST_RULES - 4)
        ask_for(f, fuzz_chance(f, 0.3) ? LEAST : CHEMISTRY, 1 + c->places / 2);
    if (fuzz_chance(f, 0.6) && c->n_rules < MOST_RULES - 3)
        ask_for(f, RATING, 2);
    if (fuzz_chance(f, 0.4) && c->n_rules < MOST_RULES - 3)
        ask_for_values(f);
    if (fuzz_chance(f, 0.6)) /* the last trait has the most values: players */
        fuzz_party_make_unique(f);
    if (fuzz_chance(f, 0.5))
        fuzz_party_make_place_rules(f);
    c->cost = c->price;
    fuzz_party_make_budget(f);
    fuzz_party_make_positions(f);
}
