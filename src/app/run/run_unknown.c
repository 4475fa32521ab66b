#include "run_unknown.h"

#include "json_output.h"
#include "show_json.h"
#include "signals.h"

#include <stdlib.h>

static char *prepared; /* by one run at a time */

static json_t *make(const struct config *config, const char *why)
{
    return show_json_unknown(config->output.file, why, config->problem->name,
                             (uint64_t)config->run.seed);
}

void run_unknown_prepare(const struct config *config)
{
    json_t *object = make(config, "ended by a signal before the run began");
    prepared = json_dumps(object, JSON_INDENT(2) | JSON_ENSURE_ASCII);
    json_decref(object);
    signals_end_with_output(prepared); /* NULL without memory: nothing */
}

void run_unknown_free(void)
{
    signals_end_with_output(NULL);
    free(prepared);
    prepared = NULL;
}

enum status run_unknown_print(const struct config *config, const char *why,
                              struct error *err)
{
    return json_output(make(config, why), stdout, err);
}
