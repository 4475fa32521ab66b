/* One run's configuration, from YAML to filled structs, the same on every rank.
 *
 * The YAML file and its overrides become a tree (config_tree.h) that is held against the
 * option tables (config_resolve.h) and printed as the resolved config; structs are filled
 * from what is resolved (config_fill.h). The resolved config says everything: it gives the
 * same config when it is loaded again. */
#ifndef SKERRY_APP_CONFIG_H
#define SKERRY_APP_CONFIG_H

#include "comm.h"
#include "config_share.h"
#include "config_tree.h"
#include "plugins.h"
#include "registry.h"
#include "settings.h"

enum { CONFIG_IDENTITY_BYTES = 32 };

struct config {
    const struct problem *problem;
    const struct algorithm *algorithm;
    const void *problem_keys, *algorithm_keys;
    struct run_settings run;
    struct migration_settings migration;
    struct output_settings output;
    struct checkpoint_settings checkpoint;

    const char *path;     /* of the YAML file, as given */
    const char *resolved; /* YAML text with every default; file names are absolute */
    struct config_node *tree; /* the same as a tree; values carry their options */
    const struct config_file
        *files; /* input files, in the order of the resolved text */
    size_t n_files;
    const struct config_origin *origins; /* of the keys that were given */
    size_t n_origins;

    /* SHA-256 over all that decides the course of a run: problem, algorithm, their
     * sections with the contents of their files (not the names), migration,
     * output.solutions and output.min_distance, and run without epochs, time_limit_s,
     * max_evaluations, target and proof_s, so that a resumed run may go further.
     * Sections of algorithms that are not chosen do not count. Of plugins that bring the
     * problem or the algorithm count name and version, not the file. */
    uint8_t identity[CONFIG_IDENTITY_BYTES];
};

struct config_request {
    const char *path;             /* of the YAML file */
    const char *const *overrides; /* "dotted.key=yaml", applied in order */
    size_t n_overrides;
    const char *output; /* result file, from where we are; NULL: as the config says */
    struct plugins *plugins; /* what --plugin brought; those of the config are loaded
                                into it; NULL: it may name none */
    int64_t islands;         /* for run.islands when it is left out; 0: stays absent */
};

/* Reads a config and the files that it names: rank 0 reads, everyone gets the same.
 *
 * registry  request->plugins->registry where there are plugins
 * out   all in perm; zeroed on failure
 * err   STATUS_INPUT with one whole line: place, key, what was expected
 * Collective over comm; the same status everywhere. */
enum status config_load(const struct config_request *request,
                        const struct registry *registry, struct comm *comm,
                        struct arena *perm, struct config *out, struct error *err);

/* The same from a resolved text and the files stored with it; touches no disk.
 *
 * text     is copied
 * source   what to call the text in errors
 * files    file.path is the name that the text has for it; data stays borrowed
 * Local. */
enum status config_from_text(const char *text, const char *source,
                             const struct config_file *files, size_t n_files,
                             const struct registry *registry, struct arena *perm,
                             struct config *out, struct error *err);

/* Whether the key at that dotted path is part of the identity. */
bool config_decides_course(const struct config *config, const char *path);

/* The whole line of an error: "PLACE: KEY: text" when err->key is set, with the place
 * of the longest part of the key that the config gives; else err->text as it is. */
void config_locate(const struct config *config, const struct error *err, char *line,
                   size_t bytes);

#endif
