/* Games and levels as text: what is read, and what is refused in which words. */
#include "level_fixture.h"
#include "suite.h"

static struct error err;

static void named_reads_zelda(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    CU_ASSERT_STRING_EQUAL(game.name, "zelda");
    CU_ASSERT_EQUAL(game.n_tiles, 8);
    CU_ASSERT_EQUAL(game.wrap, LEVEL_WRAP_NONE);
    CU_ASSERT_EQUAL(game.n_counts, 3);
    CU_ASSERT_EQUAL(game.n_shares, 1);
    CU_ASSERT_EQUAL(game.shares[0].tiles, level_fixture_set(&game, "123"));
    CU_ASSERT_EQUAL(game.shares[0].of, level_fixture_set(&game, ".+g123A"));
    CU_ASSERT_EQUAL(game.shares[0].most, 0.6);
    CU_ASSERT_EQUAL(game.n_borders, 1);
    CU_ASSERT_EQUAL(game.borders[0].sides, LEVEL_SIDES_ALL);
    CU_ASSERT_EQUAL(game.n_reach, 1);
    CU_ASSERT_EQUAL(game.reach[0].from, level_fixture_set(&game, "A"));
    CU_ASSERT_EQUAL(game.reach[0].to, level_fixture_set(&game, "+g"));
    CU_ASSERT_EQUAL(game.reach[0].blocking, level_fixture_set(&game, "wg"));
    for (size_t t = 0; t < game.n_tiles; t++) {
        CU_ASSERT_EQUAL(game.tile[t].move, 1);
        CU_ASSERT_EQUAL(game.tile[t].delete, 10);
    }
}

static void named_reads_pacman(void)
{
    struct level_game game = level_fixture_game("pacman", &level_arena);
    CU_ASSERT_EQUAL(game.n_tiles, 10);
    CU_ASSERT_EQUAL(game.wrap, LEVEL_WRAP_HORIZONTAL);
    CU_ASSERT_EQUAL(game.n_counts, 5);
    CU_ASSERT_EQUAL(game.borders[0].sides, LEVEL_SIDES_ROWS);
    CU_ASSERT_EQUAL(game.n_alike, 1);
    CU_ASSERT_EQUAL(game.alike[0].what, LEVEL_ALIKE_COLUMNS);
    CU_ASSERT_EQUAL(game.alike[0].tiles, level_all_tiles(&game));
    CU_ASSERT_EQUAL(game.exits[0].least, 2);
    CU_ASSERT_EQUAL(game.blocks[0].tiles, level_fixture_set(&game, "+0.f"));
    CU_ASSERT_EQUAL(game.tile[level_game_tile_of(&game, 'A')].delete, 10);
    CU_ASSERT_EQUAL(game.tile[level_game_tile_of(&game, 'w')].delete, 1);
}

static void named_reads_all_shipped(void)
{
    size_t n = 0;
    for (; level_shipped[n].name; n++)
        level_fixture_game(level_shipped[n].name, &level_arena);
    CU_ASSERT(n >= 4);
    struct level_game game;
    CU_ASSERT_EQUAL(level_game_named("chess", &level_arena, &game, &err), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "dungeon, pacman"));
}

/* A mistake in a game, and what must be in the line that tells it. */
static const struct {
    const char *text, *words;
} bad_games[] = {
    {"", "no game (expected: tiles and rules)"},
    {"- 1", "no game (expected: tiles and rules)"},
    {"tiles: [", "bad.yaml:"},
    {"tiles: []", "bad.yaml:1: tiles"},
    {"once: A", "tiles: missing"},
    {"tiles: [{tile: w, name: wall}]\nrooms: 3", "bad.yaml:2: rooms: unknown key"},
    {"tiles: [{tile: w, name: wall}]\n---\ntiles: []", "second document"},
    {"tiles: [{tile: ww, name: wall}]", "bad.yaml:1: tiles[0].tile: 'ww' is no symbol"},
    {"tiles: [{tile: ^, name: up}]", "is no symbol"},
    {"tiles: [{tile: \"\", name: up}]", "is no symbol"},
    {"tiles: [{tile: \"\\u00e9\", name: up}]", "is no symbol"},
    {"tiles: [{tile: w, name: \"\"}]", "a name of 0 bytes"},
    {"tiles: [{tile: w, name: \"wa\\nll\"}]", "tiles[0].name: "},
    {"tiles: [{tile: w, name: \"wa\\u001b[31mll\"}]",
     "a name with a control character"},
    {"tiles: [{tile: w, name: \"wa\\u009bll\"}]", "a name with a control character"},
    {"tiles: [{tile: w, name: wall, move: -1}]", "out of range"},
    {"tiles:\n- {tile: w, name: a}\n- {tile: w, name: b}",
     "bad.yaml:3: tiles[1].tile: 'w' is the symbol of a already"},
    {"tiles: [{tile: w, name: wall}]\nonce: x", "bad.yaml:2: once: no tile 'x'"},
    {"tiles: [{tile: w, name: wall}]\nonce: ww", "once: tile 'w' twice"},
    {"tiles: [{tile: w, name: wall}]\nborder: [{tiles: ^w}]",
     "border[0].tiles: no tile at all"},
    {"tiles: [{tile: w, name: wall}]\ncounts:\n- {tiles: w, most: 3}\n"
     "- {tiles: w, least: 3, most: 2}",
     "bad.yaml:4: counts[1].most: 2 is below least, 3"},
    {"tiles: [{tile: w, name: wall}]\ncounts:\n- {tiles: w}\n",
     "bad.yaml:3: counts[0]: no bound (expected: least from 1, or most)"},
    {"tiles: [{tile: w, name: wall}]\npaths:\n"
     "- {from: w, to: w, blocking: w, cost: w, least: 0}\n",
     "bad.yaml:3: paths[0]: no bound (expected: least from 1, or most)"},
    {"tiles: [{tile: w, name: wall}]\nreach: [{from: w, to: w}]",
     "reach[0].blocking: missing"},
    {"tiles: [{tile: w, name: wall}]\nwrap: vertical", "wrap: 'vertical'"},
};

static void parse_refuses_in_one_line(void)
{
    for (size_t i = 0; i < sizeof bad_games / sizeof *bad_games; i++) {
        struct level_game game;
        const char *text = bad_games[i].text;
        enum status status =
            level_game_parse(text, strlen(text), "bad.yaml", &level_arena, &game, &err);
        CU_ASSERT_EQUAL(status, STATUS_INPUT);
        bool told = status && strstr(err.text, bad_games[i].words) &&
                    !strncmp(err.text, "bad.yaml", 8) && !strchr(err.text, '\n');
        CU_ASSERT(told);
        if (!told)
            printf("%s\n  gave: %s\n", text, status ? err.text : "a game");
    }
}

/* No tile of a set is left out, whatever its name. */
static void sets_are_told_whole(void)
{
    struct level_game game = {.n_tiles = 20};
    char words[136];
    for (size_t t = 0; t < game.n_tiles; t++) {
        snprintf(game.tile[t].name, sizeof game.tile[t].name, "a long name of tile %zu",
                 t);
        game.tile[t].symbol = (char)('a' + t);
    }
    CU_ASSERT_STRING_EQUAL(level_tile_set_text(&game, 0x7, words, sizeof words),
                           "one of a long name of tile 0 'a', a long name of tile 1 "
                           "'b', a long name of tile 2 'c'");
    CU_ASSERT_STRING_EQUAL(level_tile_set_text(&game, 0xFFFF0, words, sizeof words),
                           "one of 'efghijklmnopqrst'");
}

static enum status read_one(const struct level_game *game, const char *text,
                            struct level_grid *grid)
{
    struct level_text reader = {.text = text, .bytes = strlen(text), .source = "l.txt"};
    return level_grid_next(game, &reader, &level_arena, grid, &err);
}

static void next_reads_levels(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    const char *text = "\n\nw.+\ngA1  \r\n\n \nw\n\n\n";
    struct level_text reader = {.text = text, .bytes = strlen(text), .source = "l.txt"};
    struct level_grid grid;
    CU_ASSERT_EQUAL_FATAL(level_grid_next(&game, &reader, &level_arena, &grid, &err),
                          STATUS_OK);
    CU_ASSERT_EQUAL(grid.rows, 2);
    CU_ASSERT_EQUAL(grid.cols, 3);
    char *printed = NULL;
    size_t n;
    FILE *out = open_memstream(&printed, &n);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    level_grid_print(&game, &grid, out);
    fclose(out);
    CU_ASSERT_STRING_EQUAL(printed, "w.+\ngA1\n");
    free(printed);
    CU_ASSERT_EQUAL_FATAL(level_grid_next(&game, &reader, &level_arena, &grid, &err),
                          STATUS_OK);
    CU_ASSERT_EQUAL(level_cells(&grid), 1);
    CU_ASSERT_EQUAL_FATAL(level_grid_next(&game, &reader, &level_arena, &grid, &err),
                          STATUS_OK);
    CU_ASSERT_EQUAL(grid.rows, 0);
}

static void next_refuses_in_one_line(void)
{
    static const struct {
        const char *text, *words;
    } bad[] = {
        {"", "l.txt:1: empty"},
        {"\n \n\n", "l.txt:3: empty"},
        {"www\nwww\nww\n", "l.txt:3: a row of 2 tiles (expected: 3"},
        {"\nwww\nwwww", "l.txt:3: a row of 4 tiles (expected: 3"},
        {"www\nwxw",
         "l.txt:2: column 2: 'x' is no tile of zelda (expected: one of w.+"},
        {"w\xff", "l.txt:1: column 2: \\xff is no tile"},
    };
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct level_grid grid;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CU_ASSERT_EQUAL(read_one(&game, bad[i].text, &grid), STATUS_INPUT);
        CU_ASSERT_PTR_NOT_NULL(strstr(err.text, bad[i].words));
    }
}

static char *uniform_level(size_t rows, size_t cols)
{
    char *text = malloc(rows * (cols + 1) + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    for (size_t r = 0; r < rows; r++) {
        memset(text + r * (cols + 1), 'w', cols);
        text[r * (cols + 1) + cols] = '\n';
    }
    text[rows * (cols + 1)] = '\0';
    return text;
}

static void next_knows_sizes(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct level_grid grid;
    char *text = uniform_level(500, 500);
    CU_ASSERT_EQUAL(read_one(&game, text, &grid), STATUS_OK);
    CU_ASSERT_EQUAL(level_cells(&grid), 250000);
    free(text);
    text = uniform_level(2, LEVEL_MAX_SIDE + 1);
    CU_ASSERT_EQUAL(read_one(&game, text, &grid), STATUS_INPUT);
    CU_ASSERT_PTR_NOT_NULL(strstr(err.text, "at most 1000 a side"));
    free(text);
}

/* Cells at distance 1, by coordinates. */
static bool are_neighbours(enum level_wrap wrap, size_t rows, size_t cols, size_t a,
                           size_t b)
{
    long dr = (long)(a / cols) - (long)(b / cols),
         dc = (long)(a % cols) - (long)(b % cols);
    dr = labs(dr);
    dc = labs(dc);
    if (wrap != LEVEL_WRAP_NONE && dc == (long)cols - 1 && cols > 1)
        dc = 1;
    if (wrap == LEVEL_WRAP_BOTH && dr == (long)rows - 1 && rows > 1)
        dr = 1;
    return dr + dc == 1;
}

static void neighbours_are_one_step_away(void)
{
    for (size_t rows = 1; rows < 5; rows++)
        for (size_t cols = 1; cols < 5; cols++)
            for (size_t v = 0; v < rows * cols; v++)
                for (int w = LEVEL_WRAP_NONE; w <= LEVEL_WRAP_BOTH; w++) {
                    enum level_wrap wrap = (enum level_wrap)w;
                    size_t list[4], found = 0, listed = 0;
                    size_t n = level_grid_neighbours(wrap, rows, cols, v, list);
                    for (size_t u = 0; u < rows * cols; u++)
                        found += are_neighbours(wrap, rows, cols, v, u);
                    for (size_t i = 0; i < n; i++)
                        listed += are_neighbours(wrap, rows, cols, v, list[i]);
                    CU_ASSERT_EQUAL(n, found);
                    CU_ASSERT_EQUAL(n, listed);
                }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(named_reads_zelda),
        SUITE_TEST(named_reads_pacman),
        SUITE_TEST(named_reads_all_shipped),
        SUITE_TEST(parse_refuses_in_one_line),
        SUITE_TEST(sets_are_told_whole),
        SUITE_TEST(next_reads_levels),
        SUITE_TEST(next_refuses_in_one_line),
        SUITE_TEST(next_knows_sizes),
        SUITE_TEST(neighbours_are_one_step_away),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_game", level_fixture_open, level_fixture_close, tests);
}
