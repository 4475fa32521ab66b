#include "grid.h"

#include <math.h>

size_t grid_cells(const struct grid *grid)
{
    size_t cells = grid->axes > 0;
    for (size_t a = 0; a < grid->axes; a++)
        cells *= grid->bins[a];
    return cells;
}

size_t grid_bin(const struct measure *axis, size_t bins, double value)
{
    double share = (value - axis->low) / (axis->high - axis->low);
    double bin = floor(share * (double)bins);
    if (bin >= (double)(bins - 1))
        return bins - 1;
    return bin > 0 ? (size_t)bin : 0;
}

size_t grid_cell(const struct grid *grid, const struct puzzle *puzzle,
                 const void *genome, struct arena scratch)
{
    double at[MAX_DESCRIPTORS];
    size_t cell = 0;
    puzzle->problem->descriptors(puzzle->self, genome, scratch, at);
    for (size_t a = 0; a < grid->axes; a++)
        cell = cell * grid->bins[a] +
               grid_bin(&puzzle->shape.descriptor[a], grid->bins[a], at[a]);
    return cell;
}
