/* A small edge-matching board, and what is asked about it. Nothing of skerry is used
 * but in fuzz_eternity_part.c. */
#ifndef SKERRY_TESTS_FUZZ_ETERNITY_H
#define SKERRY_TESTS_FUZZ_ETERNITY_H

#include "fuzz.h"

enum { FUZZ_MOST_PIECES = 28 };

struct fuzz_board {
    int rows, cols, pieces;
    int side[FUZZ_MOST_PIECES][4]; /* N E S W; grey is 0 */
    int clue[FUZZ_MOST_PIECES];    /* of a cell: 4 * piece + turns, -1: none */
    int tile[FUZZ_MOST_PIECES];    /* of a cell: 4 * piece + turns */
    bool strict, combined, count_450, any_clue;
    bool tall;      /* rows for a beam, too many for the enumerator */
    bool any_loose; /* some clue breaks the rim, which is free */
    bool refused;   /* some piece or clue is beyond the language */
};
extern struct fuzz_board fuzz_board; /* the one in work */

/* What trying all boards found. */
struct fuzz_boards {
    bool known; /* all were tried, or could not be better */
    long looked;
    double best; /* of the first objective; -1: no board keeps the rules */
    int score;   /* most joints */
};
extern struct fuzz_boards fuzz_boards;

void fuzz_eternity_make(struct fuzz *fuzz); /* and writes its files */
void fuzz_eternity_enumerate(void);

int fuzz_eternity_colour(int cell, int side); /* of the tile that lies there */
bool fuzz_eternity_on_rim(int cell, int side);
bool fuzz_eternity_fits_rim(int cell);
/* What the first objective of the tiles is, and how many joints match of those that
 * score. */
double fuzz_eternity_count(int *score);
int fuzz_eternity_most(void); /* joints that score */

/* Some regions, and some ways to fill its first cells, of a board with a grey rim. */
void fuzz_eternity_parts(struct fuzz *fuzz);

#endif
