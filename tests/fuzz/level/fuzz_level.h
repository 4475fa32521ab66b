/* A small level and the rules of its game, and what is asked about them. Nothing of skerry is used.
 *
 * Costs are whole numbers of millionths here, so that sums are exact. */
#ifndef SKERRY_TESTS_FUZZ_LEVEL_H
#define SKERRY_TESTS_FUZZ_LEVEL_H

#include "fuzz.h"

enum {
    MOST_TILES = 32,
    MOST_CELLS = 30,
    MOST_SLOTS = 14, /* cells that are not sure to stay as they are */
    MOST_SOLUTIONS = 5,
    INFINITE = -1
};
static const int64_t ONE = 1000000; /* of costs; and of a share, times 1000 */
static const int64_t NEVER = INT64_MAX / 2;

typedef uint32_t set; /* bit t: tile t */

enum kind { COUNT, SHARE, BORDER, REACH, APART, PATH, EXITS, BLOCK, ALIKE, KINDS };

/* Any rule; what its kind has no use for is not set. */
struct rule {
    enum kind kind;
    set tiles, from, to, blocking, cost, walls, of;
    int64_t least, most; /* INFINITE: any number; of a share billionths */
    int64_t rows, cols;
    int what; /* sides of a border, what is alike */
};

struct puzzle {
    int n_tiles, rows, cols, cells, wrap, n_rules;
    bool hamming, refused; /* refused: some number is beyond the language */
    set once, all;
    int64_t move[MOST_TILES], delete[MOST_TILES];
    struct rule rule[16];
    unsigned char broken[MOST_CELLS];
    /* What is demanded beyond the rules: cells that are kept, or sets of tiles; several
     * solutions, each apart from those before. */
    bool masked, keep[MOST_CELLS], sets;
    set allowed[MOST_CELLS]; /* by either; all: any */
    int solutions, apart;
    int near[MOST_CELLS][4], n_near[MOST_CELLS];
};

extern const char fuzz_level_symbols[]; /* of the tiles, by number */

static inline bool in(set s, int tile)
{
    return s >> tile & 1;
}

/* The slots are the cells that the border does not force to be what they are. */
struct search {
    const struct puzzle *p;
    int n_slots, slot[MOST_SLOTS];
    set open[MOST_CELLS];
    int64_t *price[MOST_TILES]; /* of a tile, by the set of slots that hold it */
    unsigned mask[MOST_TILES];
    unsigned char level[MOST_CELLS];
    int64_t best;
    /* Levels from which another one must differ in p->apart cells. */
    int n_others;
    unsigned char other[MOST_SOLUTIONS][MOST_CELLS];
    double levels, playable; /* how many there are; gone through without a bound */
};

/* The puzzle: made, and written to the case's folder.
 *
 * expected  what is to come out, for people */
void fuzz_level_make(struct fuzz *f, struct puzzle *p);
void fuzz_level_write(struct fuzz *f, const struct puzzle *p, const char *expected);

/* Whether a level is playable. */
bool fuzz_level_holds(const struct puzzle *p, const unsigned char *level);
bool fuzz_level_on_border(const struct puzzle *p, const struct rule *r, int v);
int64_t fuzz_level_steps(const struct puzzle *p, int u, int v);

/* Finds the slots; returns how many levels there are, or infinity when they are too
 * many for the tables. */
double fuzz_level_prepare(const struct puzzle *p, struct search *s);
/* The least cost of a playable level as demanded; NEVER: there is none. */
int64_t fuzz_level_best(struct search *s);
/* The cost of one level, INFINITE where a cell holds a tile that it must not, or where it
 * is too near to another level. */
int64_t fuzz_level_cost(struct search *s, const unsigned char *level);

#endif
