/* Reads a puzzle from its piece and hint files; README.md defines the format. */
#ifndef SKERRY_ETERNITY_LOAD_H
#define SKERRY_ETERNITY_LOAD_H

#include "eternity.h"
#include "eternity_keys.h"
#include "status.h"

/* Fills the instance. STATUS_INPUT with file and line where a file does not fit: a
 * number of pieces that fills no board, a colour out of
 * range, grey where no rim can be, too many or too few corners or edges, a clue that
 * names no piece or cell or breaks a strict rim, or with clues: centre is not in the centre. */
enum status eternity_load(const struct eternity_keys *keys, struct eternity *puzzle,
                          struct error *err);

#endif
