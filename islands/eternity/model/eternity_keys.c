#include "eternity_keys.h"

static const char *const clues[] = {"none", "centre", "all", NULL};
static const char *const rims[] = {"strict", "free", NULL};
static const char *const fitnesses[] = {"normal", "combined", NULL};
static const char *const samplings[] = {"random", "knowledge", NULL};
static const char *const paths[] = {"spiral", "snake", "rows", NULL};
static const char *const counts[] = {"480", "450", NULL};
static const char *const rotations[] = {"any", "quarter", NULL};

/* Defaults: knowledge gives the better first boards; spiral is chosen by hand, and
 * snake gives better ones under a strict rim (308.86 against 304.82 joints on average,
 * results/eternity/first-boards.md). The paper's settings: configs/eternity/paper. */
const struct config_option eternity_options[] = {
    OPTION_FILE_AT(struct eternity_keys, pieces, NULL,
                   "one piece a line, its colours N E S W, grey is 0; a line `rows "
                   "cols` in front unless the board is square"),
    OPTION_FILE_AT(struct eternity_keys, hints, "~",
                   "one clue a line: piece (from 1) row col (from 0) quarter turns "
                   "clockwise; the centre piece first"),
    OPTION_CHOICE_AT(struct eternity_keys, clues, "none", clues,
                     "which of the hints hold; has to be given with hints"),
    OPTION_CHOICE_AT(struct eternity_keys, rim, "strict", rims,
                     "strict: grey lies on the rim and nowhere else; free: as in the "
                     "paper, any piece anywhere"),
    OPTION_CHOICE_AT(struct eternity_keys, fitness, "normal", fitnesses,
                     "what is maximised: normal, the score; combined, the mean of "
                     "score, matched blocks and matched tiles as shares of their most"),
    OPTION_CHOICE_AT(struct eternity_keys, count, "480", counts,
                     "which joints score, named by their number on 16 x 16 cells: 480, "
                     "all; 450, all but those within the last row and the last column, "
                     "apparently as in the paper"),
    OPTION_CHOICE_AT(struct eternity_keys, initialization, "knowledge", samplings,
                     "first boards: random, or with knowledge (each cell takes the "
                     "first piece that fits)"),
    OPTION_CHOICE_AT(struct eternity_keys, path, "spiral", paths,
                     "in which order knowledge fills cells: spiral, along the rim and "
                     "on inwards; snake, row by row there and back; rows, row by row, "
                     "each from the left"),
    OPTION_CHOICE_AT(struct eternity_keys, rotation, "any", rotations,
                     "how far mutation turns a square: any, 1 to 3 quarters; quarter, "
                     "one, clockwise"),
    OPTION_END};
