#include "resume.h"

#include "config_identity.h"
#include "differences.h"
#include "plugins.h"
#include "run_limits.h"
#include "utf8.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool has_plugins(const struct config *config)
{
    for (size_t i = 0; i < config->n_files; i++)
        if (plugins_is_key(config->files[i].key))
            return true;
    return false;
}

bool resume_is_finished(const struct result *result, const char *checkpoint)
{
    return !strcmp(result->status, "finished") &&
           (result_is_sealed(result->path) || !checkpoint_exists(checkpoint));
}

void resume_compare(void *self, const char *stored, char *words, size_t bytes)
{
    const struct config *config = self;
    struct result result;
    struct error unread = {0};
    struct arena arena;
    arena_init(&arena);
    /* Without its inputs, keys alone are compared. */
    bool is_read =
        result_read(config->output.file, &arena, &result, &unread) == STATUS_OK;
    if (!differences_describe(config, stored, is_read ? &result : NULL,
                              config_decides_course, words, bytes)) {
        bool plugins = has_plugins(config);
        if (is_read && plugins)
            snprintf(words, bytes, "the version of a plugin has changed");
        else if (!is_read)
            snprintf(words, bytes, "an input file%s has changed",
                     plugins ? ", or the version of a plugin," : "");
    }
    arena_free(&arena);
}

/* Without a checkpoint: a finished result is final, another run starts again. */
static enum status check_lone(const struct config *config, const struct result *result,
                              struct resume *resume, struct error *err)
{
    char words[512];
    if (resume->finished &&
        differences_describe(config, result->config, NULL, run_limits_is_key, words,
                             sizeof words))
        return error_set(err, STATUS_INPUT,
                         "%s: the run is finished and has no checkpoint, so it cannot "
                         "continue with other limits (%s); give another -o, or run "
                         "without --resume",
                         config->output.file, words);
    if (!resume->finished)
        utf8_print_note(stderr, "skerry: %s: %s: starting from the beginning",
                        config->output.file,
                        resume->there ? "the result has no checkpoint beside it"
                                      : "there is neither a result nor a checkpoint");
    return STATUS_OK;
}

/* Lower limits end a run that is beyond them at once, which is not where a run with them ends, unless its checkpoint is
 * older; a finished one stays as it is. */
static void say_limits(const struct config *config, const struct result *result)
{
    struct run_limits limits = run_limits_of(config);
    char words[512];
    if (run_limits_compare(&limits, result) != RUN_LIMITS_PASSED)
        return;
    differences_describe(config, result->config, NULL, run_limits_is_key, words,
                         sizeof words);
    utf8_print_note(stderr,
                    "skerry: %s: had gone on beyond these limits (%s): the result may "
                    "differ from that of a run with them",
                    config->output.file, words);
}

static void say_program(const struct config *config, const struct result *result,
                        const char *version, const char *commit)
{
    if (strcmp(result->version, version) != 0 || strcmp(result->commit, commit) != 0)
        utf8_print_note(stderr,
                        "skerry: %s: begun by skerry %s (%s), continued by skerry %s "
                        "(%s); an exact search begins again if the sources differ",
                        config->output.file, result->version, result->commit, version,
                        commit);
}

/* A run may be resumed by another build of a plugin with the same version, like by another
 * build of the program; reports it. */
static void say_plugins(const struct config *config, const struct result *result)
{
    for (size_t i = 0; i < result->n_inputs; i++) {
        const struct result_input *stored = &result->inputs[i];
        for (size_t f = 0; plugins_is_key(stored->key) && f < config->n_files; f++) {
            const struct config_file *here = &config->files[f];
            if (!strcmp(here->key, stored->key) &&
                (here->file.bytes != stored->bytes ||
                 memcmp(here->file.data, stored->data, stored->bytes) != 0))
                utf8_print_note(
                    stderr,
                    "skerry: %s: begun with another build of the plugin %s, of the "
                    "same version",
                    config->output.file, here->file.path);
        }
    }
}

void resume_say_builds(const struct resume *resume, const struct config *config,
                       const char *version, const char *commit)
{
    if (!resume->there || !resume->found)
        return;
    say_program(config, &resume->result, version, commit);
    say_plugins(config, &resume->result);
}

/* A checkpoint that cannot be used: says what to do, unless the error does. */
static enum status refuse_checkpoint(struct error *err)
{
    char text[sizeof err->text];
    memcpy(text, err->text, sizeof text);
    if (err->status == STATUS_INPUT && !strchr(text, ';'))
        error_set(
            err, STATUS_INPUT,
            "%.700s (expected: an intact one; without --resume the run begins again, "
            "and what is there is kept)",
            text);
    return err->status;
}

static void note_outcome(struct resume *resume)
{
    resume->solved = !isnan(resume->result.best);
    resume->infeasible = resume->result.infeasible;
}

bool resume_read_result(const struct config *config, struct arena *perm,
                        struct resume *resume)
{
    struct error unread = {0};
    struct digest identity;
    char text[DIGEST_HEX_BYTES];
    memcpy(identity.bytes, config->identity, sizeof identity.bytes);
    digest_hex(&identity, text);
    if (result_read(config->output.file, perm, &resume->result, &unread) ||
        strcmp(resume->result.identity, text) != 0)
        return false;
    note_outcome(resume);
    return true;
}

enum status resume_find(const struct config *config, struct arena *perm,
                        struct resume *resume, struct error *err)
{
    const char *file = config->output.file;
    char *path = checkpoint_path(file, perm);
    struct digest identity;
    struct result *result = &resume->result;
    memcpy(identity.bytes, config->identity, sizeof identity.bytes);
    if (!path)
        return error_set(err, STATUS_MEMORY, "no memory for a file name");
    if (access(file, F_OK) == 0) {
        if (result_read(file, perm, result, err)) {
            if (!checkpoint_exists(path)) /* else the error says what to do */
                error_wrap(err, "move the result away to begin again");
            return err->status;
        }
        resume->there = true;
        resume->finished = resume_is_finished(result, path);
        note_outcome(resume);
        resume->limited = resume->finished && run_limits_is_raisable(result->why);
        struct run_limits limits = run_limits_of(config);
        resume->unproven = resume->finished && run_limits_raise_proof(&limits, result);
    }
    if (!checkpoint_exists(path))
        return check_lone(config, result, resume, err);
    if (checkpoint_read(path, &identity, perm, &resume->checkpoint, err))
        return refuse_checkpoint(err);
    if (resume->checkpoint.remark[0])
        utf8_print_note(stderr, "skerry: %s", resume->checkpoint.remark);
    resume->found = true;
    if (!resume->there)
        utf8_print_note(
            stderr,
            "skerry: %s: no such file, but its checkpoint is there: the run "
            "continues from it into a new result, without the rows before it",
            file);
    if (resume->there)
        say_limits(config, result);
    return STATUS_OK;
}
