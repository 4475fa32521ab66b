/* The configuration of a run, from YAML to structs, identical on every rank.
 *
 * The YAML file and its overrides become a tree (config_tree.h), which is checked against the
 * option tables (config_resolve.h) and printed as the resolved config; structs are filled
 * from the resolved tree (config_fill.h). The resolved config is complete: loading it gives
 * the same config. */
#ifndef SKERRY_APP_CONFIG_H
#define SKERRY_APP_CONFIG_H

#include "comm.h"
#include "config_share.h"
#include "config_tree.h"
#include "plugins.h"
#include "registry.h"
#include "run_plan.h"
#include "settings.h"

enum { CONFIG_IDENTITY_BYTES = 32 };

struct config {
    const struct problem *problem;
    const void *problem_keys;
    /* What the islands run, in their order; the count of the last is 0 if run.islands is
     * absent. */
    struct engine_islands *algorithms;
    size_t n_algorithms;
    bool ends; /* all of them terminate by themselves */
    struct run_settings run;
    struct migration_settings migration;
    struct output_settings output;
    struct checkpoint_settings checkpoint;

    const char *name, *description; /* texts for people; NULL: none */
    const char *path;               /* of the YAML file, as given */
    const char *resolved; /* YAML text with every default; file names are absolute */
    struct config_node *tree; /* the same as a tree; values refer to their options */
    /* Input files, in the order of the resolved text. */
    const struct config_file *files;
    size_t n_files;
    const struct config_origin *origins; /* of the keys that were given */
    size_t n_origins;

    /* The identity: SHA-256 of everything that determines the course of a run: problem,
     * algorithms, their sections with the contents of their files (not the names),
     * migration, output.solutions and output.min_distance, and run except for epochs,
     * time_limit_s, max_evaluations, target, proof_s and distribution, so that a resumed
     * run may have other limits. Not included: python.evaluation_timeout_s, python.traceback
     * and sections of other algorithms. Of a plugin that
     * provides the problem or the algorithm, name and version are included, not the
     * file. */
    uint8_t identity[CONFIG_IDENTITY_BYTES];
};

struct config_request {
    const char *path;             /* of the YAML file */
    const char *const *overrides; /* "dotted.key=yaml", applied in order */
    size_t n_overrides;
    const char *output; /* result file, relative to the working directory; NULL: that of
                           the config */
    /* Those of --plugin, to which those of the config are added; NULL: the config must not
     * name any. */
    struct plugins *plugins;
    int64_t islands; /* default of run.islands; 0: none */
};

/* Reads a config and its files on rank 0 and distributes them to all ranks.
 *
 * registry  request->plugins->registry if there are plugins
 * out   all in perm; zeroed on failure
 * err   STATUS_INPUT with a complete line: position, key, what was expected
 * Collective over comm; the same status everywhere. */
enum status config_load(const struct config_request *request,
                        const struct registry *registry, struct comm *comm,
                        struct arena *perm, struct config *out, struct error *err);

/* The same from a resolved text and the files stored with it, without file access.
 *
 * text     is copied
 * source   name of the text in errors
 * files    file.path is the name that the text has for it; data are borrowed
 * Local. */
enum status config_from_text(const char *text, const char *source,
                             const struct config_file *files, size_t n_files,
                             const struct registry *registry, struct arena *perm,
                             struct config *out, struct error *err);

/* The input file with this path; NULL: there is none. */
const struct option_file *config_file_named(const struct config *config,
                                            const char *path);

/* The complete line of an error: "PLACE: KEY: text" if err->key is set, with the position of
 * the longest prefix of the key that the config contains; otherwise err->text. */
void config_locate(const struct config *config, const struct error *err, char *line,
                   size_t bytes);

#endif
