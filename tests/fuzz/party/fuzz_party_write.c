/* A challenge as a config and its CSV files. */
#include "fuzz_party.h"

#include <stdio.h>
#include <string.h>

static struct challenge *const c = &fuzz_challenge;

static void write_heroes(struct fuzz *f)
{
    const char *end = fuzz_chance(f, 0.1) ? "\r\n" : "\n";
    fuzz_write(f, "heroes.csv", "%sid,price",
               fuzz_chance(f, 0.05) ? "\xEF\xBB\xBF" : "");
    for (int t = 0; t < c->n_traits; t++)
        if (!c->trait[t].is_number)
            fuzz_append(f, "heroes.csv", ",%s", c->trait[t].name);
    for (int i = 0; i < c->n_numbers; i++)
        fuzz_append(f, "heroes.csv", ",%s", c->number[i].name);
    fuzz_append(f, "heroes.csv", "%s", end);
    for (int h = 0; h < c->heroes + c->crowd; h++) {
        fuzz_append(f, "heroes.csv", "%lld,%s", (long long)c->id[h], c->price.text[h]);
        for (int t = 0; t < c->n_traits; t++) {
            char text[40];
            fuzz_party_value(&c->trait[t], c->trait[t].code[h], text, sizeof text);
            if (!c->trait[t].is_number)
                fuzz_append(f, "heroes.csv", strchr(text, ',') ? ",\"%s\"" : ",%s",
                            text);
        }
        for (int i = 0; i < c->n_numbers; i++)
            fuzz_append(f, "heroes.csv", ",%s", c->number[i].text[h]);
        fuzz_append(f, "heroes.csv", "%s", end);
    }
}

static void write_chemistry(struct fuzz *f)
{
    bool first = true;
    if (!c->chemistry)
        return;
    fuzz_append(f, "case.yaml", "  chemistry:\n    traits: {");
    for (int t = 0; t < c->n_traits; t++) {
        const struct trait *x = &c->trait[t];
        if (!x->reacts)
            continue;
        fuzz_append(f, "case.yaml", "%s%s: {", first ? "" : ", ", x->name);
        first = true;
        for (int n = 1; n <= MOST_PLACES; n++)
            if (x->reaction[n] != x->reaction[n - 1]) {
                fuzz_append(f, "case.yaml", "%s%d: %d", first ? "" : ", ", n,
                            x->reaction[n]);
                first = false;
            }
        fuzz_append(f, "case.yaml", "}");
    }
    fuzz_append(f, "case.yaml", "}\n");
    if (c->cap)
        fuzz_append(f, "case.yaml", "    cap: %d\n", c->cap);
}

static void write_rules(struct fuzz *f)
{
    for (int i = 0, n = 0; i < c->n_rules; i++) {
        const struct rule *r = &c->rule[i];
        if (r->budget) {
            fuzz_append(f, "case.yaml", "  budget: %s\n", r->bound_text[1]);
            continue;
        }
        if (r->unique) {
            fuzz_append(f, "case.yaml", "  unique: %s\n", c->trait[r->column].name);
            continue;
        }
        if (n++ == 0)
            fuzz_append(f, "case.yaml", "  requirements:\n");
        bool sums = fuzz_party_sums(r->kind), reacts = fuzz_party_reacts(r->kind);
        if (r->any && (i == 0 || c->rule[i - 1].any != r->any))
            fuzz_append(f, "case.yaml", "    - any:\n");
        fuzz_append(f, "case.yaml", "    %s- {%s: %s", r->any ? "    " : "",
                    fuzz_party_kind[r->kind],
                    reacts                      ? r->kind == LEAST ? "least" : "total"
                    : sums || r->kind == RATING ? c->number[r->column].name
                                                : c->trait[r->column].name);
        if (r->kind == COUNT) {
            char value[40];
            fuzz_party_value(&c->trait[r->column], r->value, value, sizeof value);
            fuzz_append(f, "case.yaml", ", value: \"%s\"", value);
        }
        fuzz_append(f, "case.yaml", r->in_place ? ", in_position: true" : "");
        if (r->exactly)
            fuzz_append(f, "case.yaml", ", exactly: %s", r->bound_text[0]);
        for (int side = 0; side < 2 && !r->exactly; side++)
            if (r->has[side])
                fuzz_append(f, "case.yaml", ", %s: %s", side ? "max" : "min",
                            r->bound_text[side]);
        fuzz_append(f, "case.yaml", "}\n");
    }
}

static void write_place_rules(struct fuzz *f)
{
    for (int i = 0; i < c->n_place_rules; i++) {
        const struct place_rule *rule = &c->place_rule[i];
        fuzz_append(f, "case.yaml", "%s    - {places: [", i ? "" : "  places:\n");
        for (int p = 0, n = 0; p < c->places; p++)
            if (rule->at[p])
                fuzz_append(f, "case.yaml", "%s%d", n++ ? ", " : "", p);
        fuzz_append(f, "case.yaml", "], %s%s}\n", rule->keys,
                    rule->loose ? ", otherwise: unlinked" : "");
    }
    if (*c->goal)
        fuzz_append(f, "case.yaml", "  objective: %s\n", c->goal);
}

static void write_pairs(struct fuzz *f)
{
    bool first = true;
    for (int t = 0; t < c->n_traits; t++)
        for (int i = 0; i < c->trait[t].n_pairs; i++) {
            const struct trait *x = &c->trait[t];
            char a[40], b[40];
            fuzz_party_value(x, x->paired[i][0], a, sizeof a);
            fuzz_party_value(x, x->paired[i][1], b, sizeof b);
            fuzz_append(f, "case.yaml", first ? "    pairs:\n" : "");
            fuzz_append(f, "case.yaml",
                        "      - {trait: %s, values: [\"%s\", \"%s\"], weight: %d}\n",
                        x->name, a, b, x->pair_weight[i]);
            first = false;
        }
}

static void write_synergy(struct fuzz *f)
{
    bool any = strcmp(c->share, "0") != 0 || c->by_points || fuzz_chance(f, 0.7);
    bool first = true;
    if (!any)
        return;
    fuzz_append(f, "case.yaml", "  synergy:\n    weights: {");
    for (int t = 0; t < c->n_traits; t++)
        if (c->trait[t].weighs) {
            fuzz_append(f, "case.yaml", "%s%s: %d", first ? "" : ", ", c->trait[t].name,
                        c->trait[t].weight);
            first = false;
        }
    fuzz_append(f, "case.yaml", "}\n");
    write_pairs(f);
    fuzz_append(f, "case.yaml", "    points: [");
    for (int m = 0; m < c->n_points; m++)
        fuzz_append(f, "case.yaml", "%s%lld", m ? ", " : "", (long long)c->points[m]);
    fuzz_append(f, "case.yaml", "]\n    min: %s\n", c->share);
}

static void write_marks(struct fuzz *f)
{
    int n = 0;
    for (int p = 0; p < c->places; p++)
        if (c->fixed[p] >= 0)
            fuzz_append(f, "case.yaml", "%s%d: %lld", n++ ? ", " : "  fixed: {", p,
                        (long long)c->id[c->fixed[p]]);
    fuzz_append(f, "case.yaml", n ? "}\n" : "");
    n = 0;
    for (int h = 0; h < c->heroes; h++)
        if (c->excluded[h])
            fuzz_append(f, "case.yaml", "%s%lld", n++ ? ", " : "  excluded: [",
                        (long long)c->id[h]);
    fuzz_append(f, "case.yaml", n ? "]\n" : "");
}

/* Ids alone, or beside other columns, as collections are exported. */
static void write_owned(struct fuzz *f)
{
    bool table = fuzz_chance(f, 0.4);
    const char *head = table ? "name,id,since" : fuzz_chance(f, 0.5) ? "id" : "";
    const char *end = fuzz_chance(f, 0.2) ? "\r\n" : "\n";
    int n = 0;
    for (int h = 0; h < c->heroes; h++) {
        if (!c->owned[h])
            continue;
        if (n++ == 0) {
            fuzz_append(f, "case.yaml", "  owned: owned.csv\n");
            fuzz_write(f, "owned.csv", "%s%s", head, *head ? end : "");
        }
        fuzz_append(f, "owned.csv", "%s%lld%s%s",
                    table ? n % 2 ? "\"Ann, \"\"the old\"\"\"," : "," : "",
                    (long long)c->id[h], table ? ",7" : "", end);
    }
}

/* A quantity, open for more keys; whether it is of numbers. */
static bool write_quantity(struct fuzz *f)
{
    enum kind kind = (enum kind)fuzz_below(f, KINDS);
    bool sums = fuzz_party_sums(kind), reacts = fuzz_party_reacts(kind);
    if ((sums && c->n_numbers == 0) || (reacts && !c->chemistry))
        kind = DISTINCT, sums = reacts = false;
    if (kind == RATING)
        kind = SAME;
    const struct trait *trait = &c->trait[fuzz_below(f, (uint64_t)c->n_traits)];
    fuzz_append(f, "case.yaml", "    - {%s: %s", fuzz_party_kind[kind],
                reacts ? kind == LEAST ? "least" : "total"
                : sums ? c->number[0].name
                       : trait->name);
    if (kind == COUNT) {
        char value[40];
        fuzz_party_value(trait, trait->code[0], value, sizeof value);
        fuzz_append(f, "case.yaml", ", value: \"%s\"", value);
    }
    return sums;
}

static void write_objectives(struct fuzz *f)
{
    if (fuzz_chance(f, 0.7))
        return;
    fuzz_append(f, "case.yaml", "  objectives:\n");
    if (fuzz_chance(f, 0.6) && !c->by_points)
        fuzz_append(f, "case.yaml", "    - {measure: synergy%s}\n",
                    fuzz_chance(f, 0.2) ? ", goal: min" : "");
    for (int n = 1 + (int)fuzz_below(f, 2); n > 0; n--) {
        write_quantity(f);
        fuzz_append(f, "case.yaml", ", goal: %s}\n",
                    fuzz_chance(f, 0.5) ? "min" : "max");
    }
}

static void write_range(struct fuzz *f)
{
    bool sums = write_quantity(f);
    fuzz_append(f, "case.yaml", ", low: %d, high: %d}\n", sums ? -1000 : 0,
                sums ? 1000 : c->places + 1);
}

static void write_descriptors(struct fuzz *f)
{
    static const char *const looks[] = {"0.5", "0.97", "1"};
    fuzz_append(f, "case.yaml", "  descriptors:\n    - {measure: synergy}\n");
    if (fuzz_chance(f, 0.2))
        fuzz_append(f, "case.yaml", "    - {measure: price, low: 0, high: 1e6}\n");
    else
        write_range(f);
    if (fuzz_chance(f, 0.2))
        fuzz_append(f, "case.yaml", "  guided: false\n");
    if (fuzz_chance(f, 0.2))
        fuzz_append(f, "case.yaml", "  mend: false\n");
    if (fuzz_chance(f, 0.3))
        fuzz_append(f, "case.yaml", "  look_ahead: %s\n", looks[fuzz_below(f, 3)]);
    if (fuzz_chance(f, 0.1))
        fuzz_append(f, "case.yaml", "  traits: [%s]\n", c->trait[c->n_traits - 1].name);
    if (c->n_numbers && fuzz_chance(f, 0.1))
        fuzz_append(f, "case.yaml", "  numbers: [%s]\n", c->number[0].name);
}

void fuzz_party_write(struct fuzz *f)
{
    fuzz_write(f, "case.yaml",
               "problem: party\nparty:\n  heroes: heroes.csv\n"
               "  formation:\n    places: %d\n    edges: [",
               c->places);
    for (int e = 0; e < c->n_edges; e++)
        fuzz_append(f, "case.yaml", "%s[%d, %d]", e ? ", " : "", c->edge[e][0],
                    c->edge[e][1]);
    fuzz_append(f, "case.yaml", "]\n");
    for (int p = 0; p < c->places && c->places > 1 && (c->places & 1); p++)
        fuzz_append(f, "case.yaml",
                    p == 0               ? "    rows: [[0"
                    : p == c->places / 2 ? "], [%d"
                                         : ", %d",
                    p);
    fuzz_append(f, "case.yaml", c->places > 1 && (c->places & 1) ? "]]\n" : "");
    write_synergy(f);
    write_chemistry(f);
    write_rules(f);
    write_place_rules(f);
    write_marks(f);
    write_owned(f);
    write_objectives(f);
    write_descriptors(f);
    fuzz_append(f, "case.yaml", "algorithm: exact\n");
    write_heroes(f);
}
