#include "eternity_verify.h"

#include "audit.h"
#include "plural.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 1024, MOST_NUMBER = 1000000 };

struct check {
    const struct eternity_keys *keys;
    long piece[MOST][4]; /* colours N E S W as in the file */
    int rows, cols, pieces;
    const int16_t *gene;
    struct audit audit;
};

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r\v\f,"); /* not newlines, which strtol skips too */
}

/* Up to four numbers of the line that begins at text; how many. */
static int numbers_of(const char *text, long number[4])
{
    int n = 0;
    text = skip_blanks(text);
    while (*text && *text != '\n' && *text != '#' && n < 4) {
        char *end;
        long value = strtol(text, &end, 10);
        if (end == text)
            end++;
        else
            number[n++] = value > MOST_NUMBER    ? MOST_NUMBER
                          : value < -MOST_NUMBER ? -MOST_NUMBER
                                                 : value;
        text = skip_blanks(end);
    }
    return n;
}

static const char *next_line(const char *text)
{
    text += strcspn(text, "\n");
    return *text ? text + 1 : text;
}

static bool read_pieces(struct check *check)
{
    const char *text = (const char *)check->keys->pieces.data;
    for (; *text; text = next_line(text)) {
        long number[4];
        int n = numbers_of(text, number);
        if (n == 2) {
            check->rows = (int)number[0];
            check->cols = (int)number[1];
        }
        if (n == 4 && check->pieces < MOST)
            memcpy(check->piece[check->pieces++], number, sizeof number);
    }
    if (!check->rows)
        check->rows = check->cols = (int)lround(sqrt(check->pieces));
    return check->pieces > 0 && check->rows > 0 && check->cols > 0 &&
           check->rows <= MOST && check->cols <= MOST &&
           check->rows * check->cols == check->pieces;
}

/* Colour that the tile of a cell shows: side s of a piece turned t times is what the
 * piece has at s - t. */
static long colour(const struct check *check, int row, int col, int side)
{
    int gene = check->gene[row * check->cols + col];
    return check->piece[gene / 4 - 1][(side - gene % 4 + 4) % 4];
}

/* Names are numbers from 1, each once. */
static bool check_pieces(struct check *check)
{
    static const char *const turns[] = {"unturned", "turned once", "turned twice",
                                        "turned three times"};
    int count[MOST] = {0};
    bool holds = true;
    for (int i = 0; i < check->pieces; i++) {
        int piece = check->gene[i] / 4;
        if (check->gene[i] < 4 || piece > check->pieces) {
            audit_say(&check->audit, false,
                      "row %d column %d holds %d, which is no piece", i / check->cols,
                      i % check->cols, check->gene[i]);
            holds = false;
        } else if (count[piece - 1]++) {
            audit_say(&check->audit, false, "row %d column %d holds piece %d again, %s",
                      i / check->cols, i % check->cols, piece,
                      turns[check->gene[i] % 4]);
            holds = false;
        }
    }
    if (holds)
        audit_say(&check->audit, true, "each of %d pieces once, on %d rows of %d",
                  check->pieces, check->rows, check->cols);
    return holds;
}

/* Grey sides inside, and rim sides that are not grey. */
static void check_rim(struct check *check)
{
    int inside = 0, bare = 0;
    for (int row = 0; row < check->rows; row++)
        for (int col = 0; col < check->cols; col++) {
            bool rim[4] = {row == 0, col == check->cols - 1, row == check->rows - 1,
                           col == 0};
            for (int side = 0; side < 4; side++) {
                bool grey = colour(check, row, col, side) == 0;
                inside += grey && !rim[side];
                bare += !grey && rim[side];
            }
        }
    if (check->keys->rim == ETERNITY_RIM_STRICT)
        audit_say(&check->audit, !inside && !bare,
                  "rim strict: %d grey sides off the rim, %d sides on it not grey",
                  inside, bare);
    else
        audit_say(&check->audit, true,
                  "rim free: %d grey sides off the rim, %d sides on it not grey",
                  inside, bare);
}

static void check_clues(struct check *check)
{
    const char *text = (const char *)check->keys->hints.data;
    int clues = 0;
    if (check->keys->clues == ETERNITY_CLUES_NONE || !text)
        return;
    for (; *text && !(check->keys->clues == ETERNITY_CLUES_CENTRE && clues);
         text = next_line(text)) {
        long number[4];
        if (numbers_of(text, number) != 4)
            continue;
        long cell = number[1] * check->cols + number[2];
        bool on_board = cell >= 0 && cell < check->pieces;
        clues++;
        audit_say(&check->audit,
                  on_board && check->gene[cell] == 4 * number[0] + number[3],
                  "clue: row %ld column %ld has piece %ld turned %ld time%s", number[1],
                  number[2], number[0], number[3], plural_s((size_t)number[3]));
    }
}

/* Whether the joint on a cell's east (1) or south (2) side is there and matches. */
static bool joint(const struct check *check, int row, int col, int side)
{
    int next_row = row + (side == 2), next_col = col + (side == 1);
    if (row < 0 || col < 0 || next_row >= check->rows || next_col >= check->cols)
        return false;
    long own = colour(check, row, col, side);
    return own != 0 && own == colour(check, next_row, next_col, (side + 2) % 4);
}

/* Whether all four sides of a cell match, grey on the rim. */
static bool matched(const struct check *check, int row, int col)
{
    bool north =
        row == 0 ? colour(check, row, col, 0) == 0 : joint(check, row - 1, col, 2);
    bool east = col == check->cols - 1 ? colour(check, row, col, 1) == 0
                                       : joint(check, row, col, 1);
    bool south = row == check->rows - 1 ? colour(check, row, col, 2) == 0
                                        : joint(check, row, col, 2);
    bool west =
        col == 0 ? colour(check, row, col, 3) == 0 : joint(check, row, col - 1, 1);
    return north && east && south && west;
}

static void check_fitness(struct check *check, const double *fitness, size_t objectives)
{
    int rows = check->rows, cols = check->cols, joints = 0, blocks = 0, tiles = 0;
    for (int row = 0; row < rows; row++)
        for (int col = 0; col < cols; col++) {
            bool right = joint(check, row, col, 1), down = joint(check, row, col, 2);
            bool last = row == rows - 1 || col == cols - 1;
            joints +=
                last && check->keys->count == ETERNITY_COUNT_450 ? 0 : right + down;
            blocks += right && down && joint(check, row + 1, col, 1) &&
                      joint(check, row, col + 1, 2);
            tiles += matched(check, row, col);
        }
    int most = check->keys->count == ETERNITY_COUNT_450
                   ? 2 * (rows - 1) * (cols - 1)
                   : rows * (cols - 1) + (rows - 1) * cols;
    double first = joints;
    if (check->keys->fitness == ETERNITY_FITNESS_COMBINED)
        first = ((double)joints / most +
                 (double)blocks / ((double)(rows - 1) * (cols - 1)) +
                 (double)tiles / check->pieces) /
                3;
    audit_say(&check->audit, objectives == 3, "%zu objectives", objectives);
    if (objectives != 3)
        return;
    audit_say(&check->audit, fabs(fitness[0] - first) < 1e-12 * (1 + first),
              "score %d of %d joints, fitness %.12g, recorded as %.12g", joints, most,
              first, fitness[0]);
    audit_say(&check->audit, fitness[1] == blocks, "%d blocks match, recorded as %g",
              blocks, fitness[1]);
    audit_say(&check->audit, fitness[2] == tiles, "%d tiles match, recorded as %g",
              tiles, fitness[2]);
}

enum status eternity_verify(const void *keys, const void *genome, size_t genes,
                            const double *fitness, size_t objectives, FILE *report,
                            struct error *err)
{
    struct check check = {.keys = keys, .gene = genome, .audit = {.report = report}};
    if (!read_pieces(&check))
        return error_at(err, "eternity.pieces", "%s cannot be read as pieces",
                        check.keys->pieces.path);
    if (genes != (size_t)check.pieces) {
        audit_say(&check.audit, false, "%zu genes, the board has %d cells", genes,
                  check.pieces);
        return STATUS_FAILED;
    }
    if (check_pieces(&check)) {
        check_rim(&check);
        check_clues(&check);
        check_fitness(&check, fitness, objectives);
    }
    return check.audit.wrong ? STATUS_FAILED : STATUS_OK;
}
