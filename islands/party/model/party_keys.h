/* The `party` section of a config as parsed; README.md of this folder describes it. */
#ifndef SKERRY_PARTY_KEYS_H
#define SKERRY_PARTY_KEYS_H

#include "option.h"

/* An element of a list of integers. */
struct party_whole {
    int64_t value;
};

/* formation: a graph over places 0..places-1. */
struct party_formation_keys {
    int64_t places;
    struct option_list edges; /* struct party_numbers: two places each */
    struct option_list rows;  /* struct party_numbers: how it is drawn; optional */
};

/* An element of a list of lists. */
struct party_numbers {
    struct option_list numbers; /* struct party_whole */
};

/* weights: points that a shared value of a trait adds to an edge's match. */
struct party_weight_keys {
    const char *key; /* trait */
    int64_t value;
};

/* pairs: instead of a weight, that of two values of a trait; of one value with itself
 * if both are the same. */
struct party_pair_keys {
    const char *trait;
    struct option_list values; /* struct party_word, two */
    int64_t weight;
};

struct party_synergy_keys {
    struct option_list weights; /* struct party_weight_keys */
    struct option_list pairs;   /* struct party_pair_keys */
    struct option_list points;  /* struct party_whole: of matches 0, 1, 2, ...; the last
                                   also of all larger ones */
    double min;                 /* share of the most points, 0..1 */
};

/* chemistry: points of a hero by how many heroes of the party share its value of a trait. */
struct party_threshold_keys {
    const char *key; /* heroes */
    int64_t value;   /* points */
};

struct party_chemistry_trait_keys {
    const char *key;           /* trait */
    struct option_list points; /* struct party_threshold_keys */
};

struct party_chemistry_keys {
    struct option_list traits; /* struct party_chemistry_trait_keys */
    int64_t cap;               /* OPTION_ABSENT: none */
};

/* A requirement or descriptor names its column under exactly one of the kinds. */
struct party_kind_keys {
    const char *mean, *sum, *count, *distinct, *same; /* columns; NULL: not given */
    const char *value;                                /* with count */
    const char *rating;                               /* number */
    const char *chemistry; /* "total" or "least", instead of a column */
    bool in_position;      /* with sum and count */
};

struct party_requirement_keys {
    struct party_kind_keys kind;
    double min, max, exactly; /* NaN: not given */
    struct option_list any;   /* struct party_requirement_keys without `any`: instead of
                                 all of these, alternatives of which one must hold */
};

struct party_descriptor_keys {
    struct party_kind_keys kind;
    const char *measure; /* "synergy" or "price"; NULL: one of the kinds */
    double low, high;    /* NaN: the widest range that the pool allows */
};

enum party_goal { PARTY_MAXIMISE, PARTY_MINIMISE };
struct party_objective_keys {
    struct party_kind_keys kind;
    const char *measure; /* "synergy"; NULL: one of the kinds */
    int goal;            /* enum party_goal */
};

/* What the party is searched for; without keys the least price. */
struct party_goal_keys {
    struct party_kind_keys kind;
    const char *measure; /* "price" or "synergy"; NULL: one of the kinds */
    const char *goal;    /* "min" or "max"; NULL: min of the price, else max */
};

enum party_otherwise { PARTY_BARRED, PARTY_UNLINKED };

/* places: who may stand in some places, by a trait or a number. */
struct party_place_rule_keys {
    struct option_list places; /* struct party_whole */
    const char *trait;         /* NULL: number is given */
    struct option_list values; /* struct party_word: of the trait */
    const char *separator; /* between several values of a hero, or "none"; NULL: none */
    const char *number;
    double min, max; /* of the number; NaN: not given */
    int otherwise;   /* enum party_otherwise: what of the others */
};

struct party_fixed_keys {
    const char *key; /* place */
    int64_t value;   /* hero id */
};

/* A name in a list of names. */
struct party_word {
    const char *value;
};

struct party_keys {
    struct option_file heroes;
    const char *id, *price;             /* columns */
    struct option_list traits, numbers; /* struct party_word: further columns to read */
    struct party_formation_keys formation;
    struct party_synergy_keys synergy;
    struct party_chemistry_keys chemistry;
    struct option_list requirements; /* struct party_requirement_keys */
    struct party_goal_keys objective;
    double budget;               /* NaN: none */
    const char *unique;          /* trait; NULL: none */
    struct option_list places;   /* struct party_place_rule_keys */
    struct option_list fixed;    /* struct party_fixed_keys */
    struct option_list excluded; /* struct party_whole */
    struct option_file owned;
    bool guided, mend, refill;
    int64_t attempts, completions;
    double look_ahead;
    struct option_list objectives;  /* struct party_objective_keys, further ones */
    struct option_list descriptors; /* struct party_descriptor_keys */
};

extern const struct config_option party_keys_options[];

#endif
