#include "level_methods.h"

#include "level_choose_method.h"
#include "level_mip.h"

#include <string.h>

const struct level_method level_methods[] = {
    {"fast", level_repair_fast},
    {"mip", level_repair_mip},
    {NULL, NULL},
};

const struct level_method *level_method_find(const char *name)
{
    for (const struct level_method *m = level_methods; m->name; m++)
        if (!strcmp(m->name, name))
            return m;
    return NULL;
}
