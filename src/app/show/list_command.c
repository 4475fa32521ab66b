#include "list_command.h"

#include "arguments.h"
#include "config_sections.h"
#include "config_value.h"
#include "json_output.h"
#include "list_sections.h"
#include "plugins.h"
#include "settings.h"

#include <string.h>

static const char *const kinds[] = {[SECTION_PROBLEM] = "problems",
                                    [SECTION_ALGORITHM] = "algorithms",
                                    [SECTION_SETTINGS] = "settings",
                                    [SECTION_FILE] = "files"};

static void add(struct section *sections, size_t *n, struct section section)
{
    if (*n < MAX_SECTIONS)
        sections[(*n)++] = section;
}

static void add_algorithm(struct section *sections, size_t *n,
                          const struct algorithm *a, const char *problem)
{
    add(sections, n,
        (struct section){.kind = SECTION_ALGORITHM,
                         .name = a->name,
                         .summary = a->summary,
                         .options = a->options,
                         .problem = problem,
                         .ends = a->ends});
}

size_t list_sections(const struct registry *registry, struct section *sections)
{
    static const struct config_option no_keys[] = {OPTION_END};
    size_t n = 0;
    for (const struct problem *const *p = registry->problems; *p; p++)
        add(sections, &n,
            (struct section){.kind = SECTION_PROBLEM,
                             .name = (*p)->name,
                             .summary = (*p)->summary,
                             .options = (*p)->options});
    for (const struct algorithm *const *a = registry->algorithms; *a; a++)
        add_algorithm(sections, &n, *a, NULL);
    for (const struct problem *const *p = registry->problems; *p; p++)
        for (const struct algorithm *const *a = (*p)->algorithms; a && *a; a++)
            add_algorithm(sections, &n, *a, (*p)->name);
    for (const struct config_option *label = config_labels; label->name; label++)
        add(sections, &n,
            (struct section){.kind = SECTION_SETTINGS,
                             .name = label->name,
                             .summary = label->meaning,
                             .options = no_keys});
    add(sections, &n,
        (struct section){
            .kind = SECTION_SETTINGS,
            .name = "islands",
            .summary = "a list, instead of algorithm: parts of the islands that run "
                       "different algorithms",
            .options = config_islands_keys});
    for (const struct settings_section *s = settings_sections; s->name; s++)
        add(sections, &n,
            (struct section){.kind = SECTION_SETTINGS,
                             .name = s->name,
                             .summary = s->summary,
                             .options = s->options});
    for (const struct registry_file *f = registry_files; f->name; f++)
        if (registry_problem(registry, f->problem))
            add(sections, &n,
                (struct section){.kind = SECTION_FILE,
                                 .name = f->name,
                                 .summary = f->summary,
                                 .options = f->options,
                                 .problem = f->problem});
    return n;
}

enum { NOTE_COLUMN = 18 };

static void print_overview(const struct section *sections, size_t n, FILE *out)
{
    char left[64], note[512];
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || sections[i].kind != sections[i - 1].kind)
            fprintf(out, "%s%s\n", i ? "\n" : "", kinds[sections[i].kind]);
        snprintf(left, sizeof left, "  %s", sections[i].name);
        snprintf(note, sizeof note, "%s%s%s%s", sections[i].summary,
                 sections[i].problem ? " (problem " : "",
                 sections[i].problem ? sections[i].problem : "",
                 sections[i].problem ? ")" : "");
        list_print_line(out, left, note, NOTE_COLUMN, "");
    }
    fputs("\n`skerry list NAME` shows the keys of each.\n", out);
}

static bool is_named(const struct section *section, const char *name)
{
    return !name || !strcmp(section->name, name);
}

static enum status refuse_unknown(const struct section *sections, size_t n,
                                  const char *name, struct error *err)
{
    const char *names[MAX_SECTIONS];
    char shown[64];
    for (size_t i = 0; i < n; i++) {
        if (is_named(&sections[i], name))
            return STATUS_OK;
        names[i] = sections[i].name;
    }
    const char *nearest = config_value_nearest(name, names, n);
    config_value_shown(name, shown, sizeof shown);
    if (nearest)
        return error_set(
            err, STATUS_INPUT,
            "no problem, algorithm, section or file %s, did you mean '%s'?", shown,
            nearest);
    return error_set(err, STATUS_INPUT,
                     "no problem, algorithm, section or file %s (expected: a name that "
                     "`skerry list` shows)",
                     shown);
}

static json_t *sections_json(const struct section *sections, size_t n, const char *name)
{
    json_t *object = json_object();
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        json_object_set_new(object, kinds[k], json_array());
    for (size_t i = 0; i < n; i++)
        if (is_named(&sections[i], name))
            json_array_append_new(json_object_get(object, kinds[sections[i].kind]),
                                  list_json_section(&sections[i]));
    return object;
}

enum status list_print(const struct registry *registry, const char *name, bool json,
                       FILE *out, struct error *err)
{
    struct section sections[MAX_SECTIONS];
    size_t n = list_sections(registry, sections);
    if (name && refuse_unknown(sections, n, name, err) != STATUS_OK)
        return err->status;
    if (json)
        return json_output(sections_json(sections, n, name), out, err);
    if (!name)
        print_overview(sections, n, out);
    for (size_t i = 0; name && i < n; i++)
        if (is_named(&sections[i], name))
            list_print_section(&sections[i], out);
    return json_output_flush(out, err);
}

struct request {
    struct argument_list plugins;
    const char *name; /* of a section; NULL: all */
    bool json, help;
};

static enum status read_arguments(int argc, char **argv, struct arena *perm, int rank,
                                  struct request *request, struct error *err)
{
    const struct argument table[] = {
        PLUGINS_ARGUMENT(&request->plugins),
        {'\0', "json", NULL, ARGUMENT_FLAG, &request->json, "print one JSON object"},
        {0}};
    const struct usage usage = {
        .line = "skerry list [NAME] [--plugin FILE]... [--json]",
        .summary = "Problems, algorithms, settings and further files; with a NAME, its "
                   "keys as the config or file has them.",
        .arguments = table,
        .positional = "name",
        .most = 1};
    return arguments_parse_word(argc, argv, &usage, rank, perm, &request->name,
                                &request->help, err);
}

enum status list_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    struct arena perm;
    struct plugins plugins;
    struct request request = {0};
    arena_init(&perm);
    plugins_init(&plugins, &registry_all);
    if (!read_arguments(argc, argv, &perm, comm->rank, &request, err) &&
        !request.help &&
        !plugins_open_all(&plugins, &request.plugins, comm, &perm, err) &&
        comm->rank == 0)
        list_print(&plugins.registry, request.name, request.json, stdout, err);
    comm_agree(comm, err);
    plugins_close(&plugins);
    arena_free(&perm);
    return err->status;
}
