/* Words that a shell reads back as they were. */
#include "shell.h"
#include "suite.h"

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
    CU_TestInfo tests[] = {
        SUITE_TEST(plain_words_stay_as_they_are),
        SUITE_TEST(others_are_quoted),
        SUITE_TEST(a_shell_reads_them_back),
        CU_TEST_INFO_NULL,
    };
    return suite_run("shell", NULL, NULL, tests);
}
