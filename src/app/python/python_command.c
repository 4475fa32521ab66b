#include "python_command.h"

#include "python_package.h"
#include "signals.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static bool has_package(const char *folder)
{
    char path[PATH_BYTES + 32];
    snprintf(path, sizeof path, "%s/skerry/__main__.py", folder);
    return access(path, R_OK) == 0;
}

/* The folder of the package; false if there is none. The package starts the same program, which
 * it finds in the environment. */
static bool find_package(char folder[PATH_BYTES])
{
    char program[PATH_BYTES];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n > 0) {
        program[n] = '\0';
        setenv("SKERRY", program, 1);
        *strrchr(program, '/') = '\0';
        int bytes =
            snprintf(folder, PATH_BYTES, "%s/" PYTHON_PACKAGE_INSTALLED, program);
        if (bytes < PATH_BYTES && has_package(folder))
            return true;
    }
    snprintf(folder, PATH_BYTES, "%s", PYTHON_PACKAGE_SOURCE);
    return has_package(folder);
}

/* Puts the folder first on Python's path. */
static bool set_path(const char *folder)
{
    char path[2 * PATH_BYTES];
    const char *old = getenv("PYTHONPATH");
    int bytes = snprintf(path, sizeof path, "%s%s%s", folder, old && *old ? ":" : "",
                         old ? old : "");
    return bytes < (int)sizeof path && !setenv("PYTHONPATH", path, 1);
}

enum status python_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    char folder[PATH_BYTES];
    const char *python = getenv("SKERRY_PYTHON");
    python = python && *python ? python : "/usr/bin/python3";
    if (comm->size > 1)
        return error_set(err, STATUS_INPUT,
                         "%s: runs as one process (expected: skerry %s without mpirun)",
                         argv[0], argv[0]);
    if (!find_package(folder))
        return error_set(
            err, STATUS_INPUT,
            "%s: the Python package of skerry is neither installed beside the "
            "program nor in %s",
            argv[0], PYTHON_PACKAGE_SOURCE);
    const char **words = calloc((size_t)argc + 4, sizeof *words);
    if (!words || !set_path(folder)) {
        free(words);
        return error_set(err, STATUS_MEMORY, "%s: no memory to start %s", argv[0],
                         python);
    }
    words[0] = python;
    words[1] = "-m";
    words[2] = "skerry";
    memcpy(words + 3, argv, (size_t)argc * sizeof *words);
    signals_release();
    execvp(python, (char **)words);
    int error = errno;
    free(words);
    return error_set(
        err, STATUS_INPUT,
        "%s: %s: %s (expected: Python 3.11 or later; the environment variable "
        "SKERRY_PYTHON names another)",
        argv[0], python, strerror(error));
}
