/* Configs of party that must be refused. */
#ifndef SKERRY_TEST_PARTY_REFUSED_H
#define SKERRY_TEST_PARTY_REFUSED_H

#include "party_fixture.h"

#include <CUnit/CUnit.h>

/* Loads what must be refused at this key, in a line that contains these words; frees the fixture. */
static inline void fixture_refused(struct fixture *f, const char *key,
                                   const char *words)
{
    CU_ASSERT_EQUAL(fixture_load(f), STATUS_INPUT);
    if (strcmp(f->err.key, key) != 0 || !strstr(f->err.text, words))
        printf("%s: %s\n", f->err.key, f->err.text);
    CU_ASSERT_STRING_EQUAL(f->err.key, key);
    CU_ASSERT_PTR_NOT_NULL(strstr(f->err.text, words));
    CU_ASSERT_PTR_NULL(strchr(f->err.text, '\n'));
    arena_free(&f->perm);
}

#endif
