#include "python_path.h"

#include "program_path.h"
#include "python_package.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *python_interpreter(void)
{
    const char *python = getenv("SKERRY_PYTHON");
    return python && *python ? python : "/usr/bin/python3";
}

const char *python_source_folder(void)
{
    return PYTHON_PACKAGE_SOURCE;
}

static bool has_package(const char *folder)
{
    char path[PYTHON_PATH_BYTES + 32];
    snprintf(path, sizeof path, "%s/skerry/__main__.py", folder);
    return access(path, R_OK) == 0;
}

/* The folder of the package; false if there is none. */
static bool find_package(char folder[PYTHON_PATH_BYTES])
{
    char program[PATH_MAX];
    if (program_path(program)) {
        *strrchr(program, '/') = '\0';
        snprintf(folder, PYTHON_PATH_BYTES, "%s/" PYTHON_PACKAGE_INSTALLED, program);
        if (has_package(folder))
            return true;
    }
    snprintf(folder, PYTHON_PATH_BYTES, "%s", PYTHON_PACKAGE_SOURCE);
    return has_package(folder);
}

bool python_search_path(char path[PYTHON_PATH_BYTES])
{
    char folder[PYTHON_PATH_BYTES];
    const char *old = getenv("PYTHONPATH");
    if (!find_package(folder))
        return false;
    int bytes = snprintf(path, PYTHON_PATH_BYTES, "%s%s%s", folder,
                         old && *old ? ":" : "", old ? old : "");
    return bytes < PYTHON_PATH_BYTES;
}
