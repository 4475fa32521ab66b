#include "python_command.h"

#include "python_path.h"
#include "signals.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum status python_command(int argc, char **argv, struct comm *comm, struct error *err)
{
    char path[PYTHON_PATH_BYTES];
    const char *python = python_interpreter();
    if (comm->size > 1)
        return error_set(err, STATUS_INPUT,
                         "%s: runs as one process (expected: skerry %s without mpirun)",
                         argv[0], argv[0]);
    if (!python_search_path(path))
        return error_set(
            err, STATUS_INPUT,
            "%s: the Python package of skerry is neither installed beside the "
            "program nor in %s",
            argv[0], python_source_folder());
    const char **words = calloc((size_t)argc + 4, sizeof *words);
    if (!words || setenv("PYTHONPATH", path, 1)) {
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
