/* What rank 0 read, on its way to all ranks. */
#ifndef SKERRY_APP_CONFIG_SHARE_H
#define SKERRY_APP_CONFIG_SHARE_H

#include "config.h"

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
