/* Where every ring may go, at once: much faster than asking ring by ring. */
#ifndef SKERRY_SLIDING_REACHES_H
#define SKERRY_SLIDING_REACHES_H

#include "sliding.h"

/* reach[r]: the vertices that ring r may go to in one move, as sliding_reach says. */
void sliding_reaches(const struct sliding *puzzle, const uint8_t *at,
                     vertex_set *reach);

#endif
