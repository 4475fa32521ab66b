/* Memory that runs out at each taking of a reader and of a recorder: it is reported as
 * that, and what a result has stays. */
#include "lack.h"
#include "own_folder.h"
#include "play.h"
#include "result.h"
#include "result_check.h"
#include "suite.h"

#include <stdlib.h>

enum { MOST_TAKINGS = 2000 };

static char folder[OWN_FOLDER_BYTES], path[96];
static const struct play whole = {
    .replicas = 2, .islands = 3, .sub_generations = 10, .epochs = 3};

static int set_up(void)
{
    if (!own_folder_make(folder, "record"))
        return 1;
    snprintf(path, sizeof path, "%s/run.h5", folder);
    return 0;
}

static int tear_down(void)
{
    return own_folder_remove(folder);
}

/* The last generation of the file, read and checked with so many takings; -1: err says why not. */
static int64_t generations_of_file(long takings, struct error *err)
{
    struct arena arena;
    struct result result;
    arena_init(&arena);
    atomic_store(&left, takings);
    enum status status = result_read(path, &arena, &result, err);
    if (status == STATUS_OK)
        status = result_check_improvements(&result, false, err);
    atomic_store(&left, -1);
    int64_t last = status == STATUS_OK ? result.generations : -1;
    CU_ASSERT_EQUAL(status, err->status);
    arena_free(&arena);
    return last;
}

static void lack_while_reading_is_told(void)
{
    struct error err = {0};
    CU_ASSERT_EQUAL_FATAL(play_file(path, &whole, &err), STATUS_OK);
    for (int once = 0; once <= 1; once++) {
        int64_t last = -1;
        long n = 0;
        fails_once = once;
        for (; last < 0 && n < MOST_TAKINGS; n++) {
            last = generations_of_file(n, &err);
            CU_ASSERT_EQUAL(err.status, last < 0 ? STATUS_MEMORY : STATUS_OK);
            CU_ASSERT(last < 0 || last == 30);
        }
        CU_ASSERT(n > 20 && n < MOST_TAKINGS);
    }
    fails_once = false;
}

/* Of a new run, and of a resumed one. */
static void lack_while_recording_is_told(void)
{
    struct play begun = whole, resumed = whole;
    begun.stop = 10;
    begun.kind = OUTCOME_STOPPED;
    resumed.from = 10;
    for (int goes_on = 0; goes_on <= 1; goes_on++) {
        enum status status = STATUS_MEMORY;
        long n = 0;
        for (; status && n < MOST_TAKINGS; n++) {
            struct error err = {0};
            CU_ASSERT_EQUAL_FATAL(play_file(path, &begun, &err), STATUS_OK);
            atomic_store(&left, n);
            status = play_file(path, goes_on ? &resumed : &whole, &err);
            atomic_store(&left, -1);
            CU_ASSERT(!status || status == STATUS_MEMORY);
            CU_ASSERT(!goes_on || generations_of_file(-1, &err) >= 10);
        }
        CU_ASSERT(n > 2 && n < MOST_TAKINGS);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(lack_while_reading_is_told),
        SUITE_TEST(lack_while_recording_is_told),
        CU_TEST_INFO_NULL,
    };
    return suite_run("record_memory", set_up, tear_down, tests);
}
