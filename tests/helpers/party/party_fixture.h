/* Party instances for tests, without a config file: keys are filled by hand, as a
 * parser would fill them from the defaults and a few lines of YAML. */
#ifndef SKERRY_TESTS_PARTY_FIXTURE_H
#define SKERRY_TESTS_PARTY_FIXTURE_H

#include "arena.h"
#include "party.h"
#include "party_keys.h"
#include "party_load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The paper's formation: rows of 3, 4 and 3. */
#define FIXTURE_EDGES "01 12 34 45 56 78 89 03 04 14 15 25 26 73 74 84 85 95 96 "

struct fixture {
    struct party_keys keys;
    struct arena perm;
    struct party party;
    struct error err;
    struct party_requirement_keys requirement[PARTY_MAX_REQUIREMENTS];
    struct party_numbers edge[PARTY_MAX_EDGES];
    struct party_whole end[PARTY_MAX_EDGES][2];
    struct party_weight_keys weight[PARTY_MAX_TRAITS];
    struct party_pair_keys pair[8];
    struct party_word pair_value[8][2];
    struct party_whole points[16];
    struct party_fixed_keys fixed[PARTY_MAX_PLACES];
    struct party_whole excluded[64];
    struct party_descriptor_keys descriptor[8];
    struct party_word trait[PARTY_MAX_TRAITS], number[PARTY_MAX_NUMBERS];
};

static inline struct option_file fixture_text(const char *name, const char *text)
{
    return (struct option_file){name, (const unsigned char *)text, strlen(text)};
}

/* A file below the source folder; ends the test program when it is not there. */
static inline struct option_file fixture_file(struct fixture *f, const char *path)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s/%s", SKERRY_SOURCE, path);
    FILE *in = fopen(whole, "rb");
    if (!in || fseek(in, 0, SEEK_END)) {
        perror(whole);
        exit(1);
    }
    size_t bytes = (size_t)ftell(in);
    char *data = arena_take(&f->perm, bytes + 1);
    rewind(in);
    if (!data || fread(data, 1, bytes, in) != bytes)
        exit(1);
    fclose(in);
    data[bytes] = '\0';
    return (struct option_file){arena_text(&f->perm, whole), (unsigned char *)data,
                                bytes};
}

/* Edges as pairs of one-digit places: "01 12 ". */
static inline void fixture_formation(struct fixture *f, int64_t places,
                                     const char *edges)
{
    size_t n = 0;
    for (const char *at = edges; at[0] && at[1]; at += at[2] ? 3 : 2, n++) {
        f->end[n][0].value = at[0] - '0';
        f->end[n][1].value = at[1] - '0';
        f->edge[n].numbers = (struct option_list){f->end[n], 2};
    }
    f->keys.formation.places = places;
    f->keys.formation.edges = (struct option_list){f->edge, n};
}

static inline void fixture_weight(struct fixture *f, const char *trait, int64_t weight)
{
    f->weight[f->keys.synergy.weights.count++] =
        (struct party_weight_keys){trait, weight};
}

/* Adds {trait: trait, values: [a, b], weight: weight}. */
static inline void fixture_pair(struct fixture *f, const char *trait, const char *a,
                                const char *b, int64_t weight)
{
    size_t i = f->keys.synergy.pairs.count++;
    f->pair_value[i][0].value = a;
    f->pair_value[i][1].value = b;
    f->pair[i] = (struct party_pair_keys){trait, {f->pair_value[i], 2}, weight};
}

/* An empty instance of the given pool: one place, no rule. */
static inline void fixture_init(struct fixture *f, struct option_file heroes)
{
    static const int64_t points[] = {0, 1, 2, 8, 10, 12, 20};
    *f = (struct fixture){.keys = {.heroes = heroes,
                                   .id = "id",
                                   .price = "price",
                                   .guided = true,
                                   .mend = true,
                                   .completions = 10,
                                   .look_ahead = 0.97,
                                   .budget = NAN,
                                   .formation.places = 1}};
    arena_init(&f->perm);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        f->points[i].value = points[i];
    f->keys.synergy.weights.items = f->weight;
    f->keys.synergy.pairs.items = f->pair;
    f->keys.synergy.points = (struct option_list){f->points, 7};
    f->keys.requirements.items = f->requirement;
    f->keys.fixed.items = f->fixed;
    f->keys.excluded.items = f->excluded;
    f->keys.descriptors.items = f->descriptor;
    f->keys.traits.items = f->trait;
    f->keys.numbers.items = f->number;
}

/* Adds {KIND: column, value: value, min: min, max: max}; NAN where not given. Inlined, GCC 12 would warn that
 * the kind is no other one. */
__attribute__((noinline, unused)) static struct party_requirement_keys *
fixture_require(struct fixture *f, const char *kind, const char *column, double min,
                double max)
{
    struct party_requirement_keys *r = &f->requirement[f->keys.requirements.count++];
    *r = (struct party_requirement_keys){.min = min, .max = max, .exactly = NAN};
    const struct {
        const char *name, **key;
    } kinds[] = {{"mean", &r->kind.mean},          {"sum", &r->kind.sum},
                 {"count", &r->kind.count},        {"distinct", &r->kind.distinct},
                 {"rating", &r->kind.rating},      {"same", &r->kind.same},
                 {"chemistry", &r->kind.chemistry}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kind, kinds[i].name))
            *kinds[i].key = column;
    return r;
}

static inline void fixture_count(struct fixture *f, const char *column,
                                 const char *value, double min, double max)
{
    fixture_require(f, "count", column, min, max)->kind.value = value;
}

static inline void fixture_fix(struct fixture *f, const char *place, int64_t id)
{
    f->fixed[f->keys.fixed.count++] = (struct party_fixed_keys){place, id};
}

static inline void fixture_exclude(struct fixture *f, int64_t id)
{
    f->excluded[f->keys.excluded.count++].value = id;
}

/* The paper's formation and synergy on a pool with the shipped pool's columns. */
static inline void fixture_paper(struct fixture *f, double synergy)
{
    fixture_formation(f, 10, FIXTURE_EDGES);
    fixture_weight(f, "race", 3);
    fixture_weight(f, "nation", 3);
    fixture_weight(f, "religion", 1);
    fixture_weight(f, "hometown", 1);
    f->keys.synergy.min = synergy;
}

/* The paper's challenge types 1, 2 and 3 on the shipped pool; not loaded yet. */
static inline void fixture_type(struct fixture *f, int type)
{
    fixture_init(f, (struct option_file){0});
    f->keys.heroes = fixture_file(f, "configs/party/heroes-10000.csv");
    fixture_paper(f, type == 2 ? 0.9 : 0.8);
    fixture_require(f, "mean", "level", type == 2 ? 75 : 84, NAN);
    if (type == 2) {
        fixture_require(f, "distinct", "religion", 8, NAN);
        fixture_require(f, "distinct", "hometown", 6, NAN);
        fixture_require(f, "same", "religion", NAN, 2);
    }
    if (type == 3)
        fixture_count(f, "race", "elf", 8, NAN);
}

static inline enum status fixture_load(struct fixture *f)
{
    return party_load(&f->keys, &f->perm, &f->party, &f->err);
}

#endif
