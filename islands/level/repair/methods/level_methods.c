#include "level_methods.h"

#include "level_choose_method.h"
#include "level_mip.h"

#include <string.h>

const struct level_method level_methods[] = {
    {"fast",
     "the fastest exact method for the rules: flow model, cell model or the paper's "
     "program",
     level_repair_fast},
    {"mip", "the paper's program in CBC", level_repair_mip},
    {NULL, NULL, NULL},
};

const struct level_method *level_method_find(const char *name)
{
    for (const struct level_method *m = level_methods; m->name; m++)
        if (!strcmp(m->name, name))
            return m;
    return NULL;
}
