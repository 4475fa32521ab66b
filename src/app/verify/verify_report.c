#include "verify_report.h"

#include "json_output.h"
#include "result_check.h"
#include "utf8.h"

#include <string.h>
#include <sys/stat.h>

/* A stored input compared with the file that its path names now. */
enum on_disk { SAME, DIFFERS, ABSENT };

static enum on_disk compare_with_disk(const struct result_input *input)
{
    char buffer[1 << 14];
    size_t at = 0, n;
    struct stat about;
    bool is_file =
        !stat(input->path, &about) && S_ISREG(about.st_mode); /* a pipe would wait */
    FILE *in = is_file ? fopen(input->path, "rb") : NULL;
    if (!in)
        return ABSENT;
    bool same = true;
    while (same && (n = fread(buffer, 1, sizeof buffer, in)) > 0) {
        same = n <= input->bytes - at && !memcmp(input->data + at, buffer, n);
        at += same ? n : 0;
    }
    same = same && at == input->bytes && !ferror(in);
    return fclose(in) == 0 && same ? SAME : DIFFERS;
}

void verify_report_begin(struct verify_report *report, enum verify_form form, FILE *out)
{
    bool json = form == VERIFY_JSON;
    *report = (struct verify_report){.form = form,
                                     .out = out,
                                     .whole = json ? json_object() : NULL,
                                     .inputs = json ? json_array() : NULL,
                                     .checks = json ? json_array() : NULL};
}

static void print_input(const struct result_input *input, enum on_disk on_disk,
                        FILE *out)
{
    static const char *const words[] = {"same on disk", "the file on disk differs now",
                                        "the file is not on disk now"};
    utf8_print_note(out, "input %s: %s (%s; %s)", input->key,
                    input->intact ? "ok SHA-256 fits" : "WRONG SHA-256 differs",
                    input->path, words[on_disk]);
}

static json_t *input_object(const struct result_input *input, enum on_disk on_disk)
{
    static const char *const words[] = {"same", "differs", "absent"};
    json_t *object = json_object();
    (void)json_object_set_new(object, "key", json_string(input->key));
    (void)json_object_set_new(object, "path", json_string(input->path));
    (void)json_object_set_new(object, "ok", json_boolean(input->intact));
    (void)json_object_set_new(object, "on_disk", json_string(words[on_disk]));
    return object;
}

void verify_report_file(struct verify_report *report, const struct result *result)
{
    bool sealed = result_is_sealed(result->path);
    if (report->whole)
        (void)json_object_set_new(report->whole, "sealed", json_boolean(sealed));
    else
        fprintf(report->out, "file: %s\n",
                sealed ? "ok not damaged since its run ended (SHA-256; it does not "
                         "show who wrote the file)"
                : result_has_settled(result)
                    ? "WRONG has no digest, although its run has ended"
                    : "has no digest: the run was killed or is still running");
    for (size_t i = 0; i < result->n_inputs; i++) {
        const struct result_input *input = &result->inputs[i];
        enum on_disk on_disk = compare_with_disk(input);
        report->damaged += !input->intact;
        if (report->inputs)
            (void)json_array_append_new(report->inputs, input_object(input, on_disk));
        else
            print_input(input, on_disk, report->out);
    }
}

/* The next line of a report: its length, 0 at the end; *at is moved behind it. */
static size_t next_line(const char **at, const char **line)
{
    size_t n = *at ? strcspn(*at, "\n") : 0;
    *line = *at;
    if (n)
        *at += n + ((*at)[n] == '\n');
    return n;
}

static void print_lines(const struct verify_report *report,
                        const struct verify_check *check)
{
    const char *at = check->report, *line;
    for (size_t n; (n = next_line(&at, &line)) > 0;)
        if (report->form == VERIFY_ALL || strncmp(line, "ok", 2) != 0)
            fprintf(report->out, "  %.*s\n", (int)n, line);
}

static json_t *check_object(const struct verify_check *check)
{
    json_t *object = json_object(), *lines = json_array();
    const char *at = check->report, *line;
    for (size_t n; (n = next_line(&at, &line)) > 0;)
        (void)json_array_append_new(lines, json_stringn(line, n));
    (void)json_object_set_new(object, "ok",
                              check->ok && check->skipped ? json_null()
                                                          : json_boolean(check->ok));
    (void)json_object_set_new(object, "lines", lines);
    return object;
}

static const char *outcome(const struct verify_check *check)
{
    return !check->ok ? "WRONG" : check->skipped ? "not checked" : "ok";
}

void verify_report_solution(struct verify_report *report, size_t index,
                            const struct verify_check *check)
{
    report->verified += check->ok && !check->skipped;
    report->skipped += check->ok && check->skipped;
    if (report->checks)
        (void)json_array_append_new(report->checks, check_object(check));
    if (report->form == VERIFY_JSON || (report->form == VERIFY_SHORT && check->ok))
        return;
    fprintf(report->out, "solution %zu: %s\n", index, outcome(check));
    print_lines(report, check);
}

void verify_report_whole(struct verify_report *report, const char *name,
                         const struct verify_check *check)
{
    if (!check->report || !*check->report)
        return;
    if (report->whole) {
        (void)json_object_set_new(report->whole, name, check_object(check));
        return;
    }
    fprintf(report->out, "%s: %s\n", name, outcome(check));
    print_lines(report, check);
}

static enum status end_object(struct verify_report *report, const struct result *result,
                              struct error *err)
{
    json_t *whole = report->whole;
    (void)json_object_set_new(whole, "file", json_output_name(result->path));
    (void)json_object_set_new(whole, "problem", json_string(result->problem));
    (void)json_object_set_new(whole, "solutions",
                              json_integer((json_int_t)result->n_solutions));
    (void)json_object_set_new(whole, "verified",
                              json_integer((json_int_t)report->verified));
    if (report->skipped)
        (void)json_object_set_new(whole, "not_checked",
                                  json_integer((json_int_t)report->skipped));
    (void)json_object_set(whole, "inputs", report->inputs);
    (void)json_object_set(whole, "checks", report->checks);
    return json_output(json_incref(whole), report->out, err);
}

enum status verify_report_end(struct verify_report *report, const struct result *result,
                              struct error *err)
{
    if (report->form == VERIFY_JSON)
        return end_object(report, result, err);
    fprintf(report->out, "%zu of %zu solutions verified\n", report->verified,
            result->n_solutions);
    if (report->skipped)
        fprintf(report->out, "%zu not checked: problem %s brings no verify\n",
                report->skipped, result->problem);
    return json_output_flush(report->out, err);
}

void verify_report_free(struct verify_report *report)
{
    json_decref(report->whole);
    json_decref(report->inputs);
    json_decref(report->checks);
}
