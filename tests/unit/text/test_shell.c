/* Words that a shell reads back as they were. */
#include "shell.h"

#include <CUnit/Basic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void quoted(const char *word, const char *expected)
{
    char out[256];
    CU_ASSERT_FATAL(shell_word_bytes(word) <= sizeof out);
    CU_ASSERT_STRING_EQUAL(shell_word(word, out), expected);
    CU_ASSERT(strlen(out) < shell_word_bytes(word));
}

static void plain_words_stay_as_they_are(void)
{
    quoted("run.seed=7", "run.seed=7");
    quoted("a/b-c_d.yaml", "a/b-c_d.yaml");
    quoted("k\xc3\xa4se.h5", "k\xc3\xa4se.h5");
}

static void others_are_quoted(void)
{
    quoted("", "''");
    quoted("two words", "'two words'");
    quoted("a=[{b: 1}]", "'a=[{b: 1}]'");
    quoted("it's", "'it'\\''s'");
    quoted("'", "''\\'''");
    quoted("~", "'~'");
}

/* Every byte but NUL and newline, as `printf` of a real shell prints it. */
static void a_shell_reads_them_back(void)
{
    for (int byte = 1; byte < 256; byte++) {
        char word[] = {'a', (char)byte, 'b', '\0'}, out[32], line[128], back[8] = "";
        if (byte == '\n')
            continue;
        snprintf(line, sizeof line, "printf %%s %s", shell_word(word, out));
        FILE *shell = popen(line, "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(shell);
        size_t n = fread(back, 1, sizeof back - 1, shell);
        CU_ASSERT_EQUAL(pclose(shell), 0);
        CU_ASSERT_EQUAL(n, 3);
        CU_ASSERT_EQUAL(memcmp(back, word, 3), 0);
    }
}

int main(void)
{
    CU_initialize_registry();
    CU_pSuite suite = CU_add_suite("shell", NULL, NULL);
    CU_ADD_TEST(suite, plain_words_stay_as_they_are);
    CU_ADD_TEST(suite, others_are_quoted);
    CU_ADD_TEST(suite, a_shell_reads_them_back);
    CU_basic_set_mode(CU_BRM_VERBOSE);
    CU_basic_run_tests();
    unsigned failures = CU_get_number_of_failures();
    CU_cleanup_registry();
    return failures != 0;
}
