/* Broadcasts what rank 0 has read: the resolved config and its files. */
#ifndef SKERRY_CONFIG_SHARE_H
#define SKERRY_CONFIG_SHARE_H

#include "arena.h"
#include "comm.h"
#include "option.h"

/* A file named by a key, which is given by its dotted path. */
struct config_file {
    const char *key;
    struct option_file file;
};

/* The position of a key: "configs/e2.yaml:12" or "-s run.seed". */
struct config_origin {
    const char *key;
    const char *place;
};

struct config_parcel {
    const char *text; /* resolved */
    struct config_file *files;
    struct config_origin *origins;
    size_t n_files, n_origins;
};

/* parcel: in on rank 0, out elsewhere, in perm. Collective; the same status
 * everywhere. */
enum status config_share(struct config_parcel *parcel, struct comm *comm,
                         struct arena *perm, struct error *err);

#endif
