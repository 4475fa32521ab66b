/* Preloaded into a program: CBC aborts as at an assertion of its own, on programs of
 * CBC_ABORT_ROWS rows or more. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

extern int Cbc_solve(void *model);

typedef int model_function(void *model);

int Cbc_solve(void *model)
{
    const char *rows = getenv("CBC_ABORT_ROWS");
    model_function *count = (model_function *)dlsym(RTLD_NEXT, "Cbc_getNumRows");
    model_function *solve = (model_function *)dlsym(RTLD_NEXT, "Cbc_solve");
    if (rows && count(model) >= atoi(rows)) {
        fputs("CbcModel.cpp:1: Assertion `false' failed.\n", stderr);
        abort();
    }
    return solve(model);
}
