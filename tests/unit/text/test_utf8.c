/* Which bytes are UTF-8. */
#include "suite.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>

static bool valid(const char *text)
{
    return utf8_is_valid(text, strlen(text));
}

static void characters_of_all_lengths_are_valid(void)
{
    CU_ASSERT_TRUE(valid(""));
    CU_ASSERT_TRUE(valid("plain"));
    CU_ASSERT_TRUE(valid("\xE2\x82\xAC \xF0\x9F\x98\x80"));
    CU_ASSERT_TRUE(valid("\xED\x9F\xBF\xEE\x80\x80\xF4\x8F\xBF\xBF"));
    CU_ASSERT_TRUE(utf8_is_valid("a\0b", 3));
}

static void others_are_not(void)
{
    CU_ASSERT_FALSE(valid("\xC0\x80"));         /* longer than need be */
    CU_ASSERT_FALSE(valid("\xE0\x80\x80"));     /* likewise */
    CU_ASSERT_FALSE(valid("a\xE2\x82"));        /* cut short */
    CU_ASSERT_FALSE(valid("\x80"));             /* no beginning */
    CU_ASSERT_FALSE(valid("\xED\xA0\x80"));     /* a surrogate */
    CU_ASSERT_FALSE(valid("\xF4\x90\x80\x80")); /* past the last one */
    CU_ASSERT_FALSE(valid("\xF8\x88\x80\x80\x80"));
}

static void prefix_ends_before_the_first_foreign_byte(void)
{
    CU_ASSERT_EQUAL(utf8_prefix("ab\xFFgh", 5), 2);
    CU_ASSERT_EQUAL(utf8_prefix("\xE2\x82\xAC\x82", 4), 3);
    CU_ASSERT_EQUAL(utf8_prefix("\xE2\x82\xAC", 2), 0);
}

static void foreign_bytes_are_replaced(void)
{
    char out[9];
    char *whole = utf8_mended("a\xFF\xE2\x82\xAC\xE2\x82");
    CU_ASSERT_PTR_NOT_NULL_FATAL(whole);
    CU_ASSERT_STRING_EQUAL(whole, "a\xEF\xBF\xBD\xE2\x82\xAC\xEF\xBF\xBD\xEF\xBF\xBD");
    CU_ASSERT_EQUAL(utf8_mend("a\xFF\xE2\x82\xAC\xE2\x82", NULL, 0), strlen(whole));
    free(whole);
    CU_ASSERT_EQUAL(utf8_mend("a\xFFz", out, 5), 5); /* a character too long */
    CU_ASSERT_STRING_EQUAL(out, "a\xEF\xBF\xBD");
    utf8_mend("a\xFFz", out, 6);
    CU_ASSERT_STRING_EQUAL(out, "a\xEF\xBF\xBDz");
    utf8_mend("ab\xE2\x82\xAC.", out,
              5); /* not cut within a character, nothing after it */
    CU_ASSERT_STRING_EQUAL(out, "ab");
    utf8_mend("x", out, 1);
    CU_ASSERT_STRING_EQUAL(out, "");
}

static void controls_become_visible(void)
{
    static const char text[] =
        "a\tb\n\x1b[31m\r\x7f\x01 \xC2\x9B\xC2\xA0\xE2\x82\xAC\xC2";
    char *seen = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&seen, &bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    utf8_print_visible(text, sizeof text - 1, out);
    utf8_print_visible("\xE2\x82!\x9B\x31m\xFF", 7, out);
    utf8_print_name("\n\x1b[31m\n\tb\n", out);
    utf8_print_note(out, " %s: %d", "a\nb", 7);
    (void)fclose(out);
    CU_ASSERT_STRING_EQUAL(seen, "a\tb\n\\x1b[31m\\x0d\\x7f\\x01 "
                                 "\\u009b\xC2\xA0\xE2\x82\xAC\\xc2"
                                 "\\xe2\\x82!\\x9b1m\\xff"
                                 "\\n\\x1b[31m\\n\tb\\n a\\nb: 7\n");
    free(seen);
}

static void controls_are_known(void)
{
    CU_ASSERT_EQUAL(utf8_control("\n", 1), 1);
    CU_ASSERT_EQUAL(utf8_control("\x7f", 1), 1);
    CU_ASSERT_EQUAL(utf8_control("\xC2\x9F", 2), 2);
    CU_ASSERT_EQUAL(utf8_control("\xC2\x9F", 1), 0);
    CU_ASSERT_EQUAL(utf8_control("\xC2\xA0", 2), 0);
    CU_ASSERT_EQUAL(utf8_control(" ", 1), 0);
    CU_ASSERT_EQUAL(utf8_control("", 0), 0);
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(characters_of_all_lengths_are_valid),
        SUITE_TEST(others_are_not),
        SUITE_TEST(prefix_ends_before_the_first_foreign_byte),
        SUITE_TEST(foreign_bytes_are_replaced),
        SUITE_TEST(controls_become_visible),
        SUITE_TEST(controls_are_known),
        CU_TEST_INFO_NULL,
    };
    return suite_run("utf8", NULL, NULL, tests);
}
