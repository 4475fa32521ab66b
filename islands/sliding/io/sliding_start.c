#include "sliding_start.h"

#include "sliding.h"

bool sliding_start_resize(const void *recorded, size_t n, void *genome, size_t genes)
{
    const int16_t *from = recorded;
    int16_t *to = genome;
    for (size_t i = 0; i < genes; i++)
        to[i] = i < n ? from[i] : SLIDING_END;
    for (size_t i = genes; i < n; i++)
        if (from[i] != SLIDING_END)
            return false;
    return true;
}
