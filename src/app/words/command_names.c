#include "command_names.h"

#include "config_value.h"
#include "problem_command.h"

bool command_name_at(const struct command *commands, size_t i, struct command_name *out)
{
    const struct problem *problem;
    const struct problem_command *own;
    for (; commands->name; commands++)
        if (i-- == 0) {
            *out = (struct command_name){commands->name, commands->summary, NULL};
            return true;
        }
    own = problem_command_at(&registry_all, i, &problem);
    if (own)
        *out = (struct command_name){own->name, own->summary, problem->name};
    return own != NULL;
}

const char *command_name_nearest(const struct command *commands, const char *name)
{
    const char *names[64];
    struct command_name one;
    size_t n = 0;
    for (; n < sizeof names / sizeof *names && command_name_at(commands, n, &one); n++)
        names[n] = one.name;
    return config_value_nearest(name, names, n);
}
