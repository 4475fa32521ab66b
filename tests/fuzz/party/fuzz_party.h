/* A small challenge of party, and what is asked about it. Nothing of skerry is used. */
#ifndef SKERRY_TESTS_FUZZ_PARTY_H
#define SKERRY_TESTS_FUZZ_PARTY_H

#include "fuzz.h"
#include "fuzz_decimal.h"

enum {
    MOST_PLACES = 64,
    MOST_HEROES = 80, /* that an enumerator looks at */
    MOST_CROWD = 4000,
    ALL_HEROES = MOST_HEROES + MOST_CROWD,
    MOST_TRAITS = 16,
    MOST_NUMBERS = 5,
    MOST_RULES = 14, /* with the budget and unique */
    MOST_PLACE_RULES = 3,
    MOST_EDGES = 512,
    MOST_POINTS = 220,
    MOST_PAIRS = 8,      /* of a trait's values with a weight */
    MOST_LEAVES = 30000, /* parties that an enumerator looks at, about */
    MOST_STEPS = 1000000
};

enum kind { MEAN, SUM, COUNT, DISTINCT, SAME, CHEMISTRY, LEAST, RATING, KINDS };
extern const char *const fuzz_party_kind[KINDS]; /* as a config names them */

/* Numbers as text, and exactly: value * 10^-scale. */
struct numbers {
    char name[16];
    int scale;
    wide value[ALL_HEROES];
    char text[ALL_HEROES][40];
    bool rates; /* whole numbers of which there is a team rating */
};

struct trait {
    char name[16];
    bool is_number; /* numbers[0], taken letter by letter */
    int n_values;
    int code[ALL_HEROES];
    bool weighs;
    int weight;
    bool reacts; /* gives chemistry: to each hero, by how many share its value */
    int reaction[MOST_PLACES + 1];
    int n_pairs, paired[MOST_PAIRS][2], pair_weight[MOST_PAIRS];
};

struct rule {
    enum kind kind;
    int column, value;
    bool has[2]; /* min, max */
    bool exactly;
    bool budget;   /* a sum, of the price */
    bool unique;   /* at most 1 of the same, as `unique` */
    bool in_place; /* a sum or count of those in position */
    wide bound[2]; /* times 10^-scale */
    int scale;
    char bound_text[2][40];
    int any;        /* alternatives of this number, from 1, are an either/or; 0: none */
    char text[200]; /* as skerry says it */
};

/* Who may stand in some places. */
struct place_rule {
    bool at[MOST_PLACES];
    bool admits[ALL_HEROES];
    const struct trait *trait; /* by which; NULL: by the number */
    const struct numbers *number;
    bool loose;     /* others stand there out of position */
    char keys[300]; /* as a config has them, without the places */
    char text[400]; /* as skerry says it */
};

/* Rules of a challenge, as bits: the requirements, then these. */
enum { SYNERGY = MOST_RULES, FIXED, EXCLUDED, PLACES, RULE_BITS };
#define ALL_RULES ((1U << RULE_BITS) - 1)
/* Besides: of each either/or one alternative suffices, not all that are given. */
#define ONE_OF_ANY (1U << RULE_BITS)

struct challenge {
    bool related; /* made so that the exact search goes by patterns */
    int places, heroes;
    int crowd; /* further heroes behind these: fuzz_party_crowd.c */
    int64_t id[ALL_HEROES];
    struct numbers price;
    bool owned[MOST_HEROES], excluded[ALL_HEROES];
    int fixed[MOST_PLACES]; /* hero or -1 */
    int n_traits, n_numbers, n_rules, n_edges;
    bool chemistry; /* some trait reacts */
    int cap;        /* the most points of a hero; 0: no limit */
    int n_any;      /* either/or, whose alternatives are neighbours among the rules */
    struct trait trait[MOST_TRAITS];
    struct numbers number[MOST_NUMBERS];
    struct rule rule[MOST_RULES];
    int edge[MOST_EDGES][2];
    bool touched[MOST_PLACES]; /* by an edge */
    int max_match, n_points;
    int64_t points[MOST_POINTS];
    int64_t most_points, synergy_min;
    char share[40];                         /* synergy.min */
    int32_t pair[MOST_HEROES][MOST_HEROES]; /* fuzz_party_pair of those enumerated */
    int planted[MOST_PLACES];               /* a party that many bounds allow */
    int n_place_rules;
    struct place_rule place_rule[MOST_PLACE_RULES];
    char goal[200];           /* the objective as a config has it; empty: the price */
    struct numbers cost;      /* what is minimised */
    bool maximised, averaged; /* the cost is the negative; a mean is read */
    bool cost_in_place;       /* the cost is of those in position */
    bool by_points; /* the cost is the negative of the points; a share is read */
};
extern struct challenge fuzz_challenge; /* the one in work */

/* What the enumerator found, and its state. */
struct truth {
    uint32_t rules;
    bool any;                                 /* stop at the first */
    void (*each)(const int *hero, wide cost); /* is told of all */
    bool feasible;
    uint64_t looked; /* steps; past MOST_STEPS it gives up, which only subsets of the
                        rules may */
    wide cost;       /* the least */
    int order[MOST_PLACES], hero[MOST_PLACES], n_ordered;
    bool used[MOST_HEROES];
};
extern struct truth fuzz_truth;

/* The challenge: made and written to the case's folder, with its CSV files. */
void fuzz_party_make(struct fuzz *f);
void fuzz_party_write(struct fuzz *f);
/* Adds many heroes of whom no party is cheaper than the cheapest one, whose cost is known. */
void fuzz_party_add_crowd(struct fuzz *f, wide best);
/* A trait's value as the CSV has it. */
void fuzz_party_value(const struct trait *x, int value, char *text, size_t bytes);

/* Looks at every party under some of the rules, for fuzz_truth. Places that no edge
 * touches and that hold nobody fixed are alike: their heroes rise. */
void fuzz_party_enumerate(uint32_t rules, bool any);
/* Tells of each party under some of the rules, of the same heroes in other places too. */
void fuzz_party_each(uint32_t rules, void (*each)(const int *hero, wide cost));
/* About how many parties that are with so many heroes. */
double fuzz_party_leaves(int heroes);
/* Whether a requirement is on numbers, or on chemistry. */
bool fuzz_party_sums(enum kind kind);
bool fuzz_party_reacts(enum kind kind);
/* What a requirement bounds (of a mean the sum), in units of its column's scale. */
wide fuzz_party_amount(const struct rule *r, const int *hero);
/* Points of an edge between heroes in position. */
int64_t fuzz_party_pair(int a, int b);
int64_t fuzz_party_points(const int *hero);
wide fuzz_party_cost(const int *hero);
bool fuzz_party_holds(const int *hero, uint32_t rules);
bool fuzz_party_any_holds(int any, const int *hero);
bool fuzz_party_place_holds(const struct place_rule *rule, const int *hero);
/* A cost as it is read, negative where the most is sought; and what a sum of so many doubles may be
 * off. */
double fuzz_party_read_as(wide cost);
double fuzz_party_rounding(void);
/* Whether heroes differ by so much in the goal that doubles do not tell parties of about this cost apart: then skerry
 * proves none the best. */
bool fuzz_party_is_coarse(wide best);
/* What bounds and parties that are called the best may be off, where the best costs so much. */
double fuzz_party_tolerance(wide best);
/* The party of these ids, by place; false where it is none. */
bool fuzz_party_take(const double *id, int *hero, wide *cost);
/* Whether a hero is out of position in a place, by rules that say what it shares: they cannot be broken. */
bool fuzz_party_is_out(int hero, int place);

#endif
