#include "config_unused.h"

static bool is_chosen(const struct config_choice *choice,
                      const struct algorithm *algorithm)
{
    for (size_t i = 0; i < choice->n_algorithms; i++)
        if (choice->algorithms[i].algorithm == algorithm)
            return true;
    return false;
}

void config_unused_warn(const struct config_node *given,
                        const struct registry *registry,
                        const struct config_choice *choice, FILE *warn)
{
    const struct config_node *chosen = config_node_get(given, "algorithm");
    if (!chosen)
        chosen = config_node_get(given, "islands");
    if (chosen && !chosen->line) /* by -s, among the sections of the config */
        return;
    for (const struct config_node *n = given->first; n; n = n->next) {
        const struct algorithm *algorithm =
            registry_algorithm(registry, choice->problem, n->key);
        struct error line = {0};
        if (!algorithm || is_chosen(choice, algorithm))
            continue;
        const char *first = choice->algorithms[0].algorithm->name;
        config_node_error(&line, n, n->key, "is not used: the %s %s%s",
                          choice->n_algorithms > 1 ? "algorithms are" : "algorithm is",
                          first, choice->n_algorithms > 1 ? " and others" : "");
        fprintf(warn, "skerry: %s\n", line.text);
    }
}
