/* What explanations say of each edit, within their limit and after it. */
#include "level_explain.h"

#include "level_fixture.h"
#include "suite.h"

#include <math.h>

static const char walled[] = "tiles:\n"
                             "  - {tile: \"#\", name: wall}\n"
                             "  - {tile: ., name: floor}\n"
                             "border:\n"
                             "  - {tiles: \"#\"}\n";

/* A repair that closes the border, which a rule needs, and the middle, which none does. */
static json_t *explain(double limit_s)
{
    struct level_game game = level_fixture_rules(walled, &level_arena);
    struct level_grid broken =
        level_fixture_grid(&game, "#.#\n#.#\n###\n", &level_arena);
    struct level_grid repaired =
        level_fixture_grid(&game, "###\n###\n###\n", &level_arena);
    json_t *edits = level_explain_edits(&game, &broken, &repaired, limit_s);
    CU_ASSERT_EQUAL_FATAL(json_array_size(edits), 2);
    for (size_t v = 0; v < level_cells(&repaired); v++)
        CU_ASSERT_EQUAL(repaired.cell[v], level_game_tile_of(&game, '#'));
    return edits;
}

static void rules_and_costs_are_told(void)
{
    json_t *edits = explain(INFINITY);
    const json_t *border = json_array_get(edits, 0), *middle = json_array_get(edits, 1);
    CU_ASSERT_EQUAL(json_array_size(json_object_get(border, "rules")), 1);
    CU_ASSERT_PTR_NULL(json_object_get(border, "cost_without"));
    CU_ASSERT(json_is_array(json_object_get(middle, "rules")));
    CU_ASSERT_EQUAL(json_array_size(json_object_get(middle, "rules")), 0);
    CU_ASSERT(json_is_real(json_object_get(middle, "cost_without")));
    json_decref(edits);
}

static void edits_after_the_limit_have_no_rules(void)
{
    char text[400] = "";
    json_t *edits = explain(0);
    for (size_t k = 0; k < 2; k++)
        CU_ASSERT(json_is_null(json_object_get(json_array_get(edits, k), "rules")));
    FILE *out = fmemopen(text, sizeof text, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    level_explain_print(edits, out);
    fclose(out);
    CU_ASSERT_STRING_EQUAL(text,
                           "  row 1, column 2, . to #: not explained within 60 s\n"
                           "  row 2, column 2, . to #: not explained within 60 s\n");
    json_decref(edits);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(rules_and_costs_are_told),
        SUITE_TEST(edits_after_the_limit_have_no_rules),
        CU_TEST_INFO_NULL,
    };
    return suite_run("level_explain", level_fixture_open, level_fixture_close, tests);
}
