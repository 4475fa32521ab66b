/* Where Python and the Python package of skerry (scripts/python) are. */
#ifndef SKERRY_CLI_PYTHON_PATH_H
#define SKERRY_CLI_PYTHON_PATH_H

#include <stdbool.h>
#include <stddef.h>

enum { PYTHON_PATH_BYTES = 8192 };

/* The interpreter: that of the environment variable SKERRY_PYTHON, else /usr/bin/python3, which
 * sees Debian's packages. */
const char *python_interpreter(void);

/* The value of PYTHONPATH with which the interpreter finds the package that belongs to this
 * program: its folder, then what the variable has now. The folder is ../share/skerry/python
 * beside the program, where it is installed, else that of the source tree. False: there is none,
 * or the path is too long. */
bool python_search_path(char path[PYTHON_PATH_BYTES]);

/* Where the package was looked for, for messages: the folder of the source tree. */
const char *python_source_folder(void);

#endif
