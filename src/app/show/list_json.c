/* Sections as JSON. */
#include "list_sections.h"

#include "config_value.h"

#include <jansson.h>

static const char *const types[] = {
    [OPTION_BOOL] = "bool",   [OPTION_INT] = "int",   [OPTION_REAL] = "real",
    [OPTION_TEXT] = "text",   [OPTION_FILE] = "file", [OPTION_CHOICE] = "choice",
    [OPTION_GROUP] = "group", [OPTION_LIST] = "list", [OPTION_MAP] = "map",
};

static json_t *fields_json(const struct config_option *fields);

/* JSON has no infinity: infinite bounds are omitted. */
static void set_bound(json_t *object, const char *name, double bound)
{
    if (isfinite(bound))
        json_object_set_new(object, name, json_real(bound));
}

static json_t *choices_json(const struct config_option *option)
{
    json_t *names = json_array();
    for (size_t i = 0; option->choices[i]; i++)
        json_array_append_new(names, json_string(option->choices[i]));
    return names;
}

static json_t *option_json(const struct config_option *option)
{
    char expected[1024];
    json_t *object =
        json_pack("{s:s, s:s, s:s?, s:s, s:s?}", "name", option->name, "type",
                  types[option->type], "default", option->fallback, "expected",
                  config_value_expected(option, expected, sizeof expected), "meaning",
                  option->meaning);
    bool is_list = option->type == OPTION_LIST || option->type == OPTION_MAP;
    if (option->type == OPTION_INT || option->type == OPTION_REAL || is_list) {
        set_bound(object, "min", option->min);
        set_bound(object, "max", option->max);
    }
    if (option->type == OPTION_CHOICE)
        json_object_set_new(object, "choices", choices_json(option));
    if (option->type == OPTION_GROUP || is_list)
        json_object_set_new(object, "options", fields_json(option->fields));
    return object;
}

static json_t *fields_json(const struct config_option *fields)
{
    json_t *array = json_array();
    for (size_t i = 0; fields && fields[i].name; i++)
        json_array_append_new(array, option_json(&fields[i]));
    return array;
}

json_t *list_json_section(const struct section *section)
{
    json_t *object = json_pack("{s:s, s:s, s:s?, s:o}", "name", section->name,
                               "summary", section->summary, "problem", section->problem,
                               "options", fields_json(section->options));
    if (section->kind == SECTION_ALGORITHM)
        json_object_set_new(object, "ends", json_boolean(section->ends));
    return object;
}
