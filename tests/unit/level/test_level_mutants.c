/* Files of levels and games with bytes changed at random: read or refused in one line,
 * and what is read can be checked. */
#include "level_checker.h"
#include "level_fixture.h"

enum { MUTANTS = 1500, SEED = 7 };

/* Changes some bytes, takes some out, doubles some; returns the new length. */
static size_t mutate(const char *text, size_t n, char *out, size_t room,
                     struct rng *rng)
{
    double rate = rng_chance(rng, 0.5) ? 0.02 : 0.2;
    size_t used = 0;
    for (size_t i = 0; i < n && used + 2 < room; i++) {
        if (!rng_chance(rng, rate)) {
            out[used++] = text[i];
            continue;
        }
        switch (rng_below(rng, 4)) {
        case 0:
            out[used++] = (char)rng_below(rng, 256);
            break;
        case 1:
            break;
        case 2:
            out[used++] = text[i];
            out[used++] = text[i];
            break;
        default:
            out[used++] = text[rng_below(rng, n)];
        }
    }
    return rng_chance(rng, 0.1) ? used / 2 : used;
}

static bool is_one_line(const struct error *err)
{
    return err->status == STATUS_INPUT && err->text[0] && !strchr(err->text, '\n');
}

static const char zelda_level[] =
    "wwwwwwwwwwwww\nwA....w.....w\nw.ww..w..1..w\nw.w......w+.w\nw.wwww.wwww.w\n"
    "w......w..w.w\nw.2..w...3..w\nw....w...w.gw\nwwwwwwwwwwwww\n\nwww\nwAw\nwww\n";

static void mutated_levels_are_read_or_refused(void)
{
    struct level_game game = level_fixture_game("zelda", &level_arena);
    struct rng rng;
    size_t read = 0, refused = 0;
    rng_seed(&rng, SEED, 1);
    for (size_t i = 0; i < MUTANTS; i++) {
        /* On the heap and of the exact size, so that reading past it shows. */
        char buffer[1024];
        size_t n =
            mutate(zelda_level, strlen(zelda_level), buffer, sizeof buffer, &rng);
        char *text = malloc(n ? n : 1);
        struct arena work;
        struct error err = {0};
        struct level_grid grid;
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        memcpy(text, buffer, n);
        struct level_text reader = {.text = text, .bytes = n, .source = "mutant"};
        arena_init(&work);
        while (!level_grid_next(&game, &reader, &work, &grid, &err) && grid.rows) {
            struct arena scratch =
                arena_scratch(&work, level_checker_bytes(level_cells(&grid)));
            level_checker_report(&game, &grid, scratch, NULL);
            read++;
        }
        refused += err.status != STATUS_OK;
        CU_ASSERT(err.status == STATUS_OK || is_one_line(&err));
        arena_free(&work);
        free(text);
    }
    CU_ASSERT(read > 0 && refused > MUTANTS / 2);
}

static void mutated_games_are_read_or_refused(void)
{
    struct rng rng;
    size_t read = 0;
    rng_seed(&rng, SEED, 2);
    for (size_t i = 0; i < MUTANTS; i++) {
        const struct level_shipped *shipped = &level_shipped[i % 4];
        char buffer[4096];
        size_t n =
            mutate(shipped->text, strlen(shipped->text), buffer, sizeof buffer, &rng);
        char *text = malloc(n + 1);
        struct level_game game;
        struct arena work;
        struct error err = {0};
        CU_ASSERT_PTR_NOT_NULL_FATAL(text);
        memcpy(text, buffer, n);
        text[n] = '\0';
        arena_init(&work);
        read +=
            level_game_parse(text, n, "mutant.yaml", &work, &game, &err) == STATUS_OK;
        CU_ASSERT(err.status == STATUS_OK || is_one_line(&err));
        if (err.status != STATUS_OK && !is_one_line(&err))
            printf("seed %d, mutant %zu: %s\n", SEED, i, err.text);
        arena_free(&work);
        free(text);
    }
    CU_ASSERT(read < MUTANTS);
}

int main(void)
{
    CU_TestInfo tests[] = {LEVEL_TEST(mutated_levels_are_read_or_refused),
                           LEVEL_TEST(mutated_games_are_read_or_refused),
                           CU_TEST_INFO_NULL};
    return level_fixture_run("level_mutants", tests);
}
