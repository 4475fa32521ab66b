/* What a result repeats of the puzzle and of its algorithm, for readers that have no config. */
#include "result_check.h"
#include "verify_checks.h"

#include <string.h>

static bool is_same(const char *a, const char *b)
{
    return !strcmp(a ? a : "", b ? b : "");
}

static bool check_objectives(const struct result *result, const struct shape *shape,
                             struct error *found)
{
    if (result->n_objectives != shape->objectives)
        return !error_set(found, STATUS_FAILED, "%zu objectives (expected: %zu)",
                          result->n_objectives, shape->objectives);
    for (size_t k = 0; k < shape->objectives; k++) {
        const struct result_objective *own = &result->objective[k];
        const struct measure *its = &shape->objective[k];
        if (!is_same(own->name, its->name) || !is_same(own->unit, its->unit) ||
            own->maximise != its->maximise)
            return !error_set(
                found, STATUS_FAILED,
                "objective %zu is %s in %s, to %s (expected: %s in %s, to %s)", k,
                own->name, own->unit, own->maximise ? "maximise" : "minimise",
                its->name, its->unit, its->maximise ? "maximise" : "minimise");
    }
    return true;
}

static bool check_descriptors(const struct result *result, const struct shape *shape,
                              struct error *found)
{
    if (result->n_descriptors != shape->descriptors)
        return !error_set(found, STATUS_FAILED, "%zu descriptors (expected: %zu)",
                          result->n_descriptors, shape->descriptors);
    for (size_t d = 0; d < shape->descriptors; d++) {
        const struct measure *own = &result->descriptor[d],
                             *its = &shape->descriptor[d];
        if (!is_same(own->name, its->name) || !is_same(own->unit, its->unit) ||
            own->low != its->low || own->high != its->high)
            return !error_set(found, STATUS_FAILED,
                              "descriptor %s is from %.15g to %.15g %s (expected: %s "
                              "from %.15g to %.15g %s)",
                              own->name, own->low, own->high, own->unit, its->name,
                              its->low, its->high, its->unit);
    }
    return true;
}

static bool check_genes(const struct result *result, const struct shape *shape,
                        struct error *found)
{
    const char *unit = shape->gene_unit ? shape->gene_unit : "1";
    if (result->n_genes != shape->genes || result->gene_type != shape->gene_type ||
        !is_same(result->gene_unit, unit))
        return !error_set(found, STATUS_FAILED,
                          "solutions have %zu genes, in %s (expected: %zu in %s, of "
                          "the type of the problem)",
                          result->n_genes, result->gene_unit, shape->genes, unit);
    return true;
}

/* The text of a key of the config's section; "" if it has none. */
static const char *key_of(const struct config *config, const char *section,
                          const char *key)
{
    const struct config_node *node =
        config_node_get(config_node_get(config->tree, section), key);
    return node && node->kind == CONFIG_NODE_VALUE ? node->text : "";
}

/* Whether solutions are called what the algorithm keeps: moea alone keeps a front. */
static bool check_kind(const struct result *result, const struct config *config,
                       struct error *found)
{
    const char *name = config->algorithms[0].algorithm->name;
    bool front =
        !strcmp(name, "moea") && !strcmp(key_of(config, name, "archive"), "front");
    const char *kind = front ? "front" : result->grid.axes ? "grid" : "best";
    return !result->kind[0] || !strcmp(result->kind, kind) ||
           !error_set(found, STATUS_FAILED,
                      "the attribute kind of /solutions is '%.100s' (expected: %s)",
                      result->kind, kind);
}

static bool check_axis(const struct result *result, size_t axis, const char *bins,
                       struct error *found)
{
    char text[32] = "no";
    if (axis < result->grid.axes)
        snprintf(text, sizeof text, "%zu", result->grid.bins[axis]);
    return !strcmp(text, bins) ||
           !error_set(found, STATUS_FAILED,
                      "axis %zu of the grid has %s bins (expected: %s)", axis, text,
                      bins);
}

/* The bins of a grid in the config, or the usual ones; map_elites alone has a grid. */
static bool check_bins(const struct result *result, const struct config *config,
                       const struct shape *shape, struct error *found)
{
    const char *name = config->algorithms[0].algorithm->name;
    const struct config_node *bins =
        config_node_get(config_node_get(config->tree, name), "bins");
    size_t axes = 0, usual = shape->descriptors < 2 ? shape->descriptors : 2;
    if (strcmp(name, "map_elites") != 0)
        return true;
    for (const struct config_node *bin = bins ? bins->first : NULL; bin;
         bin = bin->next, axes++)
        if (!check_axis(result, axes, bin->text, found))
            return false;
    for (bool given = axes; !given && axes < usual; axes++)
        if (!check_axis(result, axes, "10", found))
            return false;
    return axes == result->grid.axes ||
           !error_set(found, STATUS_FAILED, "the grid has %zu axes (expected: %zu)",
                      result->grid.axes, axes);
}

enum status verify_check_shape(const struct result *result, const struct config *config,
                               const struct shape *shape, struct error *found,
                               struct error *err)
{
    if (!check_objectives(result, shape, found) ||
        !check_descriptors(result, shape, found) ||
        !check_genes(result, shape, found) ||
        !check_bins(result, config, shape, found) || !check_kind(result, config, found))
        return STATUS_OK;
    if (result_check_layout(result, shape, found) == STATUS_OK ||
        found->status == STATUS_FAILED)
        return STATUS_OK;
    *err = *found;
    return err->status;
}
