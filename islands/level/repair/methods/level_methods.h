/* The repair methods by name. */
#ifndef SKERRY_LEVEL_METHODS_H
#define SKERRY_LEVEL_METHODS_H

#include "level_repair.h"

/* The default comes first; name is NULL at the end. */
struct level_method {
    const char *name;
    level_repair_method *repair;
};
extern const struct level_method level_methods[];

/* The method of that name; NULL if there is none. */
const struct level_method *level_method_find(const char *name);

#endif
