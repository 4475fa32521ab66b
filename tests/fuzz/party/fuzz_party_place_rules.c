/* Who may stand in which places of a random challenge. */
#include "fuzz_party_make.h"

#include <stdio.h>
#include <string.h>

static struct challenge *const c = &fuzz_challenge;

/* Whether one of the parts of a text, between separators, is a word; without a separator the text
 * is. */
static bool has_part(const char *text, char separator, const char *word)
{
    size_t bytes = strlen(word);
    for (const char *at = text;;) {
        const char *end = separator ? strchr(at, separator) : NULL;
        size_t n = end ? (size_t)(end - at) : strlen(at);
        if (n == bytes && !memcmp(at, word, n))
            return true;
        if (!end)
            return false;
        at = end + 1;
    }
}

/* A rule by a trait: some values, or parts of values, that heroes have; false if it has none. */
static bool make_trait_rule(struct fuzz *f, struct place_rule *rule)
{
    const struct trait *x = rule->trait = &c->trait[between(f, 0, c->n_traits - 1)];
    char separator = fuzz_chance(f, 0.6) ? '\0' : ", v1"[fuzz_below(f, 4)];
    char cell[40], word[40], list[150] = "", said[150] = "";
    int words = between(f, 1, 2);
    for (int k = 0; k < words; k++) {
        fuzz_party_value(x, x->code[fuzz_below(f, (uint64_t)c->heroes)], cell,
                         sizeof cell);
        const char cuts[] = {separator, '\0'};
        const char *part = cell + strspn(cell, cuts);
        if (!*part)
            continue; /* nothing but separators */
        snprintf(word, sizeof word, "%.*s", (int)strcspn(part, cuts), part);
        size_t used = strlen(list), spoken = strlen(said);
        snprintf(list + used, sizeof list - used, "%s\"%s\"", *list ? ", " : "", word);
        snprintf(said + spoken, sizeof said - spoken, "%s%s", *said ? " or " : " ",
                 word);
        for (int h = 0; h < c->heroes; h++) {
            fuzz_party_value(x, x->code[h], cell, sizeof cell);
            rule->admits[h] = rule->admits[h] || has_part(cell, separator, word);
        }
    }
    snprintf(rule->text, sizeof rule->text, "%s%s", x->name, said);
    snprintf(rule->keys, sizeof rule->keys, "trait: %s, values: [%s]", x->name, list);
    size_t used = strlen(rule->keys);
    if (separator)
        snprintf(rule->keys + used, sizeof rule->keys - used, ", separator: \"%c\"",
                 separator);
    return *list;
}

/* A rule by a number, of which one hero is at the bound; false if that is out of range. */
static bool make_number_rule(struct fuzz *f, struct place_rule *rule)
{
    const struct numbers *x = rule->number =
        &c->number[between(f, 0, c->n_numbers - 1)];
    wide bound = x->value[fuzz_below(f, (uint64_t)c->heroes)];
    wide limit = fuzz_power(15 + x->scale);
    bool most = fuzz_chance(f, 0.5);
    char text[60], said[60];
    if (bound > limit || bound < -limit)
        return false;
    fuzz_print_decimal(bound, x->scale, text);
    for (int h = 0; h < c->heroes; h++)
        rule->admits[h] = most ? x->value[h] <= bound : x->value[h] >= bound;
    fuzz_party_shortest(text, false, said, sizeof said);
    snprintf(rule->text, sizeof rule->text, "%s %s %s", x->name,
             most ? "<=" : ">=", said);
    snprintf(rule->keys, sizeof rule->keys, "number: %s, %s: %s", x->name,
             most ? "max" : "min", text);
    return true;
}

/* The places of a rule, for its text too. Its heroes are enumerated in every order there. */
static void make_rule_places(struct fuzz *f, struct place_rule *rule)
{
    char what[200], text[sizeof rule->text] = "";
    int n = 0, most = c->places <= 6 ? c->places : 2;
    for (int p = 0; p < c->places && n < most; p++)
        if (fuzz_chance(f, c->places <= 6 ? 0.4 : 0.15)) {
            rule->at[p] = true;
            n++;
        }
    if (n == 0)
        rule->at[0] = true;
    for (int p = 0, k = 0; p < c->places; p++)
        if (rule->at[p]) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s%d", k++ ? ", " : "", p);
        }
    snprintf(what, sizeof what, "%.199s", rule->text);
    snprintf(rule->text, sizeof rule->text, "place%s %.180s: %s", n > 1 ? "s" : "",
             text, what);
}

void fuzz_party_make_place_rules(struct fuzz *f)
{
    if (fuzz_chance(f, 0.5))
        return;
    for (int n = between(f, 1, MOST_PLACE_RULES); n > 0; n--) {
        struct place_rule *rule = &c->place_rule[c->n_place_rules];
        *rule = (struct place_rule){0};
        bool number = c->n_numbers > 0 && fuzz_chance(f, 0.3);
        if (!(number ? make_number_rule(f, rule) : make_trait_rule(f, rule)))
            continue;
        make_rule_places(f, rule);
        c->n_place_rules++;
        for (int p = 0; p < c->places; p++)
            if (rule->at[p] && c->fixed[p] >= 0 && !rule->admits[c->fixed[p]])
                c->fixed[p] = -1;
        if (fuzz_party_leaves(c->heroes) > 4 * MOST_LEAVES) {
            c->n_place_rules--;
            return;
        }
    }
}

/* Of the goal, as a config has it: "{sum: x, goal: max}" becomes "{sum: x, goal: max, in_position: true}". */
static void restrict_goal(void)
{
    size_t used = strlen(c->goal);
    if (used == 0 || c->averaged || c->by_points || !strncmp(c->goal, "{measure", 8))
        return;
    snprintf(c->goal + used - 1, sizeof c->goal - used + 1, ", in_position: true}");
    c->cost_in_place = true;
}

void fuzz_party_make_positions(struct fuzz *f)
{
    bool some = false,
         fits = 2 * c->n_traits < MOST_TRAITS; /* each may take another one */
    double loose = ONE_OF(f, 0, 5, 5, 10) * 0.1;
    for (int i = 0; i < c->n_place_rules && fits; i++)
        if (fuzz_chance(f, loose))
            some = c->place_rule[i].loose = true;
    for (int i = 0; i < c->n_rules && some; i++) {
        struct rule *r = &c->rule[i];
        if ((r->kind != SUM && r->kind != COUNT) || r->budget || !fuzz_chance(f, 0.5))
            continue;
        r->in_place = true;
        fuzz_party_describe_rule(r);
    }
    if (some && fuzz_chance(f, 0.5))
        restrict_goal();
}
