/* The files that `skerry init` writes: those of configs/init, in a group for each problem. */
#ifndef SKERRY_APP_INIT_FILES_H
#define SKERRY_APP_INIT_FILES_H

#include "embedded_file.h"

extern const struct embedded_file init_files[];

#endif
