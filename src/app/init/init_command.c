#include "init_command.h"

#include "arguments.h"
#include "init_files.h"
#include "shell.h"
#include "utf8.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

/* name  NULL: none was given */
static enum status refuse_problem(const char *name, struct error *err)
{
    char names[256] = "";
    size_t used = 0;
    for (const struct embedded_file *f = init_files; f->group && used < sizeof names;
         f++)
        if (f == init_files || strcmp(f->group, f[-1].group) != 0)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s",
                                     used ? ", " : "", f->group);
    if (!name)
        return error_set(err, STATUS_INPUT, "init: a problem is missing (expected: %s)",
                         names);
    return error_set(
        err, STATUS_INPUT,
        "init: no problem '%.64s' has a config to begin with (expected: %s)", name,
        names);
}

static enum status failed(const char *path, int error, struct error *err)
{
    return error_set(err, error == ENOSPC || error == EDQUOT ? STATUS_FULL : STATUS_IO,
                     "%s: %s", path, strerror(error));
}

/* Does something with a file of the problem, given its path. */
typedef enum status file_action(const char *path, const struct embedded_file *f,
                                struct error *err);

static enum status refuse_old(const char *path, const struct embedded_file *f,
                              struct error *err)
{
    (void)f;
    return access(path, F_OK)
               ? STATUS_OK
               : error_set(err, STATUS_INPUT,
                           "init: %s is there already (expected: another folder)",
                           path);
}

static enum status write_new(const char *path, const struct embedded_file *f,
                             struct error *err)
{
    FILE *file = fopen(path, "wx");
    if (!file)
        return failed(path, errno, err);
    bool whole = fwrite(f->data, 1, f->bytes, file) == f->bytes;
    int error = errno;
    if (fclose(file) == 0 && whole) {
        utf8_print_note(stdout, "%s", path);
        return STATUS_OK;
    }
    error = whole ? errno : error;
    unlink(path);
    return failed(path, error, err);
}

static enum status refuse_folder(const char *path, const char *why, struct error *err)
{
    return error_set(
        err, STATUS_INPUT,
        "init: %s: %s (expected: a folder that can be written to, or a new "
        "one in a folder that is there)",
        path, why);
}

/* *n: how many files there are. */
static enum status for_all(const char *problem, const char *folder, file_action *act,
                           size_t *n, struct error *err)
{
    char path[PATH_BYTES];
    *n = 0;
    for (const struct embedded_file *f = init_files; f->group; f++) {
        if (strcmp(f->group, problem) != 0)
            continue;
        ++*n;
        if (snprintf(path, sizeof path, "%s/%s", folder, f->name) >= (int)sizeof path)
            return failed(folder, ENAMETOOLONG, err);
        if (act(path, f, err))
            return err->status;
    }
    return STATUS_OK;
}

/* The command that runs what was written, as a shell takes it. */
static void print_next(const char *problem, const char *folder)
{
    char path[PATH_BYTES], word[4 * PATH_BYTES + 3], program[4 * PATH_BYTES + 3];
    if (strlen(program_invocation_name) >= PATH_BYTES)
        return;
    snprintf(path, sizeof path, "%s/%s.yaml", folder, problem);
    printf("\nNext: %s run %s\n", shell_word(program_invocation_name, program),
           shell_word(path, word));
}

static enum status write_all(const char *problem, const char *folder, struct error *err)
{
    size_t n;
    if (for_all(problem, folder, refuse_old, &n, err))
        return err->status;
    if (!n)
        return refuse_problem(problem, err);
    struct stat there;
    if (mkdir(folder, 0777) && errno != EEXIST)
        return errno == ENOSPC || errno == EDQUOT
                   ? failed(folder, errno, err)
                   : refuse_folder(folder, strerror(errno), err);
    if (stat(folder, &there) || !S_ISDIR(there.st_mode))
        return refuse_folder(folder, "exists and is no folder", err);
    if (access(folder, W_OK | X_OK))
        return refuse_folder(folder, strerror(errno), err);
    if (for_all(problem, folder, write_new, &n, err))
        return err->status;
    print_next(problem, folder);
    return STATUS_OK;
}

enum status init_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    static const struct argument table[] = {{0}};
    const struct usage usage = {
        .line = "skerry init PROBLEM [FOLDER]",
        .summary = "Writes a commented config, with its data, to begin with. PROBLEM "
                   "is party,\n"
                   "sliding, eternity, level or python; FOLDER is PROBLEM by default.",
        .arguments = table,
        .positional = "problem",
        .least = 0,
        .most = 2};
    struct argument_list words;
    struct arena perm;
    bool help = false;
    arena_init(&perm);
    if (arguments_parse(argc, argv, &usage, comm->rank, &perm, &words, &help, err) ==
            STATUS_OK &&
        !help && comm->rank == 0) {
        if (words.count)
            write_all(words.items[0], words.items[words.count - 1], err);
        else
            refuse_problem(NULL, err);
    }
    arena_free(&perm);
    return comm_agree(comm, err);
}
