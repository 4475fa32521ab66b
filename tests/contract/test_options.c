/* Every option table that skerry has: well formed, with defaults that it accepts. */
#include "config_resolve.h"
#include "config_value.h"
#include "registry.h"
#include "settings.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static void check_table(const char *owner, const struct config_option *table,
                        size_t bytes, bool may_be_plain);

static void complain(const char *owner, const struct config_option *option,
                     const char *text)
{
    printf("\n%s: %s: %s\n", owner, option->name, text);
    CU_FAIL("a table is malformed");
}

static void check_default(const char *owner, const struct config_option *option)
{
    struct arena arena;
    struct error err = {0};
    struct config_node *node;
    if (!option->fallback)
        return;
    bool absent = !strcmp(option->fallback, "~");
    if (absent && (option->type == OPTION_BOOL || option->type == OPTION_GROUP)) {
        complain(owner, option, "this type cannot be absent");
        return;
    }
    /* The default of a group is checked with its fields. */
    if (option->type == OPTION_GROUP)
        return;
    arena_init(&arena);
    if (config_resolve_value(option, NULL, NULL, option->name, &arena, &node, &err))
        complain(owner, option, err.text);
    arena_free(&arena);
}

static void check_option(const char *owner, const struct config_option *option)
{
    bool has_range = option->type == OPTION_INT || option->type == OPTION_REAL ||
                     option->type == OPTION_LIST || option->type == OPTION_MAP;
    char path[256];
    snprintf(path, sizeof path, "%s.%s", owner, option->name);
    if (!option->meaning || !*option->meaning)
        complain(owner, option, "has no meaning");
    if (has_range && !(option->min <= option->max))
        complain(owner, option, "has an empty range");
    if (option->type == OPTION_CHOICE && (!option->choices || !option->choices[0]))
        complain(owner, option, "has no choices");
    if (option->type == OPTION_GROUP)
        check_table(path, option->fields, SIZE_MAX, false);
    if (option->type == OPTION_LIST || option->type == OPTION_MAP)
        check_table(path, option->fields, option->item_bytes, true);
    check_default(owner, option);
}

static void check_table(const char *owner, const struct config_option *table,
                        size_t bytes, bool may_be_plain)
{
    for (const struct config_option *o = table; o && o->name; o++) {
        if (!*o->name && !(may_be_plain && o == table && !o[1].name))
            complain(owner, o, "an empty name is for the only field of an item");
        if (*o->name && !config_value_is_bare(o->name))
            complain(owner, o, "the name would need quotes");
        if (o->offset >= bytes)
            complain(owner, o, "lies outside its struct");
        for (const struct config_option *p = table; p < o; p++)
            if (!strcmp(p->name, o->name))
                complain(owner, o, "is there twice");
        check_option(owner, o);
    }
}

static void check_algorithm(const struct algorithm *a)
{
    CU_ASSERT_TRUE(a->summary && *a->summary && config_value_is_bare(a->name));
    check_table(a->name, a->options, a->keys_bytes, false);
}

static void tables_are_well_formed(void)
{
    for (const struct problem *const *p = registry_problems; *p; p++) {
        CU_ASSERT_TRUE((*p)->summary && *(*p)->summary &&
                       config_value_is_bare((*p)->name));
        check_table((*p)->name, (*p)->options, (*p)->keys_bytes, false);
        for (const struct algorithm *const *a = (*p)->algorithms; a && *a; a++)
            check_algorithm(*a);
    }
    for (const struct algorithm *const *a = registry_algorithms; *a; a++)
        check_algorithm(*a);
    for (const struct settings_section *s = settings_sections; s->name; s++)
        check_table(s->name, s->options, s->bytes, false);
}

/* Names of one config's sections must differ. */
static void section_names_differ(void)
{
    for (const struct problem *const *p = registry_problems; *p; p++) {
        const struct algorithm *a;
        for (size_t i = 0; (a = registry_algorithm_at(&registry_all, *p, i)); i++) {
            CU_ASSERT_PTR_EQUAL(registry_algorithm(&registry_all, *p, a->name), a);
            CU_ASSERT_PTR_NULL(registry_problem(&registry_all, a->name));
            for (const struct settings_section *s = settings_sections; s->name; s++)
                CU_ASSERT_STRING_NOT_EQUAL(s->name, a->name);
        }
        CU_ASSERT_PTR_EQUAL(registry_problem(&registry_all, (*p)->name), *p);
    }
}

int main(void)
{
    CU_TestInfo tests[] = {
        SUITE_TEST(tables_are_well_formed),
        SUITE_TEST(section_names_differ),
        CU_TEST_INFO_NULL,
    };
    return suite_run("options", NULL, NULL, tests);
}
