#include "fuzz_god.h"

#include "comm_serial.h"
#include "sliding_god.h"

#include <stdio.h>
#include <string.h>

static void tell(const struct sliding_god *god, struct fuzz_god *out)
{
    const struct sliding_god_component *own = &god->components[god->own];
    out->eccentricity = god->eccentricity;
    out->reached = god->reached;
    for (unsigned i = 0; i <= god->eccentricity && i < FUZZ_MOST_LEVELS; i++)
        out->levels[i] = god->levels[i];
    memcpy(out->farthest, god->farthest, sizeof out->farthest);
    out->placements = own->placements;
    out->number = own->number;
    out->low = own->low;
    out->high = own->high;
    out->has_pair = own->searches > 0;
    memcpy(out->far, own->far, sizeof out->far);
    for (uint32_t i = 0; i < god->classes.components; i++)
        out->all_placements += god->components[i].placements;
}

bool fuzz_god(unsigned d, unsigned k, unsigned rings, const unsigned char *target,
              bool diameter, unsigned searches, struct fuzz_god *out)
{
    static struct sliding puzzle;
    static struct sliding_god god;
    struct sliding_god_plan plan = {
        .diameter = diameter, .searches = searches, .memory_bytes = 1u << 28};
    struct error err = {0};
    struct arena arena;
    struct comm *comm;
    puzzle = (struct sliding){.d = d, .k = k, .vertices = 1u << d, .rings = rings};
    memcpy(puzzle.target, target, rings);
    memcpy(puzzle.start, target, rings);
    sliding_faces(&puzzle);
    god = (struct sliding_god){.eccentricity = 0};
    *out = (struct fuzz_god){.eccentricity = 0};
    arena_init(&arena);
    if (comm_serial_open(&comm, &err) == STATUS_OK) {
        if (sliding_god_find(&god, &puzzle, &plan, comm, &arena, &err) == STATUS_OK)
            tell(&god, out);
        comm_close(comm);
    }
    arena_free(&arena);
    snprintf(out->error, sizeof out->error, "%.500s", err.text);
    return err.status == STATUS_OK;
}
