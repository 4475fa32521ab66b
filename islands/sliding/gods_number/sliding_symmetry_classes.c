#include "sliding_symmetry_classes.h"

#include <string.h>

enum { MAX_ORDERS = 120 }; /* of 5 axes */

static const uint32_t MAX_SETS = 1 << 26; /* 36 bytes each, 2.4 GB: a limit of memory */

#define NO_CLASS UINT32_MAX

static uint64_t choose(unsigned n, unsigned k)
{
    uint64_t ways = 1;
    for (unsigned i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return k > n ? 0 : ways;
}

/* An automorphism of the cube permutes the axes, then takes the exclusive or with some
 * vertex. */
struct symmetries {
    uint8_t order[MAX_ORDERS]
                 [SLIDING_CLASSES_MAX_VERTICES]; /* image of a vertex under a
                                                    permutation of the axes */
    unsigned orders;
    unsigned vertices;
};

/* All permutations of the axes. Source: B. R. Heap, Permutations by interchanges, The
 * Computer Journal 6, 1963. */
static void list_orders(struct symmetries *symmetries, unsigned d, unsigned *axis,
                        unsigned n)
{
    if (n <= 1) {
        uint8_t *image = symmetries->order[symmetries->orders++];
        for (unsigned v = 0; v < symmetries->vertices; v++) {
            unsigned to = 0;
            for (unsigned j = 0; j < d; j++)
                to |= (v >> j & 1) << axis[j];
            image[v] = (uint8_t)to;
        }
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        list_orders(symmetries, d, axis, n - 1);
        unsigned other = n % 2 ? 0 : i, kept = axis[other];
        axis[other] = axis[n - 1];
        axis[n - 1] = kept;
    }
}

static void fill_symmetries(struct symmetries *symmetries, unsigned d)
{
    unsigned axis[SLIDING_CLASSES_MAX_D] = {0, 1, 2, 3, 4};
    symmetries->vertices = 1u << d;
    symmetries->orders = 0;
    list_orders(symmetries, d, axis, d);
}

/* Assigns one class to all images of a set of vertices. */
static void mark_class(struct sliding_symmetry_classes *classes,
                       const struct symmetries *symmetries, uint32_t set)
{
    uint32_t class = classes->count++;
    struct sliding_symmetry_class *own = &classes->all[class];
    *own = (struct sliding_symmetry_class){.set = set};
    for (unsigned o = 0; o < symmetries->orders; o++)
        for (unsigned shift = 0; shift < symmetries->vertices; shift++) {
            uint32_t image = 0;
            for (uint32_t left = set; left; left &= left - 1) {
                unsigned v = (unsigned)__builtin_ctz(left);
                image |= (uint32_t)1 << (symmetries->order[o][v] ^ shift);
            }
            uint32_t *slot =
                &classes->class_of[sliding_classes_set_number(classes, image)];
            own->sets += *slot == NO_CLASS;
            *slot = class;
        }
}

/* The next larger number with as many bits, or 0 after the last of 32 bits. Source: R.
 * W. Gosper in M. Beeler, R. W. Gosper, R. Schroeppel, HAKMEM, MIT AI Memo 239, 1972,
 * item 175. */
static uint32_t next_set(uint32_t set)
{
    uint32_t low = set & -set, carried = set + low;
    return carried ? carried | ((set ^ carried) / low >> 2) : 0;
}

void sliding_classes_placement(const struct sliding_symmetry_classes *classes,
                               uint32_t class, uint8_t *at)
{
    for (uint32_t left = classes->all[class].set; left; left &= left - 1)
        *at++ = (uint8_t)__builtin_ctz(left);
}

/* The neighbours of a class, without duplicates; `seen` holds the last class that
 * listed each. */
static uint32_t list_neighbours(const struct sliding_symmetry_classes *classes,
                                uint32_t class, uint32_t *seen, uint32_t *out)
{
    struct sliding_position position;
    int16_t genes[SLIDING_CLASSES_MAX_VERTICES * SLIDING_CLASSES_MAX_VERTICES / 4];
    uint8_t at[SLIDING_CLASSES_MAX_VERTICES];
    uint32_t n = 0;
    sliding_classes_placement(classes, class, at);
    sliding_place(classes->puzzle, at, &position);
    size_t moves = sliding_moves(classes->puzzle, &position, genes);
    for (size_t i = 0; i < moves; i++) {
        unsigned ring = sliding_ring_of(classes->puzzle, genes[i]);
        uint8_t kept = at[ring];
        at[ring] = (uint8_t)sliding_vertex_of(classes->puzzle, genes[i]);
        uint32_t to = sliding_classes_of_placement(classes, at);
        at[ring] = kept;
        if (seen[to] != class)
            out[n++] = to;
        seen[to] = class;
    }
    return n;
}

static enum status connect(struct sliding_symmetry_classes *classes,
                           struct arena *arena, struct error *err)
{
    size_t most = (size_t)classes->puzzle->rings *
                  (classes->puzzle->vertices - classes->puzzle->rings);
    size_t room = most < classes->count ? most : classes->count;
    uint32_t *seen = ARENA_NEW(arena, uint32_t, classes->count);
    classes->neighbours = ARENA_NEW(arena, uint32_t, room * classes->count);
    if (!seen || !classes->neighbours)
        return error_set(err, STATUS_MEMORY, "no memory for %u classes",
                         classes->count);
    memset(seen, 0xff, classes->count * sizeof *seen);
    uint32_t used = 0;
    for (uint32_t c = 0; c < classes->count; c++) {
        struct sliding_symmetry_class *own = &classes->all[c];
        own->first = used;
        own->n = list_neighbours(classes, c, seen, classes->neighbours + used);
        used += own->n;
    }
    return STATUS_OK;
}

void sliding_classes_distances(const struct sliding_symmetry_classes *classes,
                               uint32_t from, uint32_t *moves, uint32_t *queue)
{
    uint32_t head = 0, tail = 0;
    memset(moves, 0xff, classes->count * sizeof *moves);
    moves[from] = 0;
    queue[tail++] = from;
    while (head < tail) {
        const struct sliding_symmetry_class *own = &classes->all[queue[head]];
        for (uint32_t i = own->first; i < own->first + own->n; i++) {
            uint32_t to = classes->neighbours[i];
            if (moves[to] != SLIDING_CLASSES_UNREACHABLE)
                continue;
            moves[to] = moves[queue[head]] + 1;
            queue[tail++] = to;
        }
        head++;
    }
}

static enum status find_components(struct sliding_symmetry_classes *classes,
                                   struct arena *arena, struct error *err)
{
    uint32_t *moves = ARENA_NEW(arena, uint32_t, classes->count);
    uint32_t *queue = ARENA_NEW(arena, uint32_t, classes->count);
    if (!moves || !queue)
        return error_set(err, STATUS_MEMORY, "no memory for %u classes",
                         classes->count);
    for (uint32_t c = 0; c < classes->count; c++)
        classes->all[c].component = NO_CLASS;
    for (uint32_t c = 0; c < classes->count; c++) {
        if (classes->all[c].component != NO_CLASS)
            continue;
        sliding_classes_distances(classes, c, moves, queue);
        for (uint32_t to = 0; to < classes->count; to++)
            if (moves[to] != SLIDING_CLASSES_UNREACHABLE)
                classes->all[to].component = classes->components;
        classes->components++;
    }
    return STATUS_OK;
}

/* Enumerates the sets of vertices and assigns classes to them. */
static enum status find_classes(struct sliding_symmetry_classes *classes,
                                const struct symmetries *symmetries, uint64_t n_sets,
                                struct arena *arena, struct error *err)
{
    unsigned rings = classes->puzzle->rings;
    uint32_t first = rings == 32 ? UINT32_MAX : ((uint32_t)1 << rings) - 1;
    /* The number of classes is not known beforehand; the number of sets bounds it. */
    classes->class_of = ARENA_NEW(arena, uint32_t, n_sets);
    classes->all = ARENA_NEW(arena, struct sliding_symmetry_class, n_sets);
    if (!classes->class_of || !classes->all)
        return error_set(err, STATUS_MEMORY, "no memory for %llu sets of vertices",
                         (unsigned long long)n_sets);
    memset(classes->class_of, 0xff, n_sets * sizeof *classes->class_of);
    uint32_t set = first;
    for (uint64_t number = 0; number < n_sets; number++, set = next_set(set))
        if (classes->class_of[number] == NO_CLASS)
            mark_class(classes, symmetries, set);
    return STATUS_OK;
}

enum status sliding_classes_init(struct sliding_symmetry_classes *classes,
                                 const struct sliding *puzzle, struct arena *arena,
                                 struct error *err)
{
    uint64_t n_sets = puzzle->d > SLIDING_CLASSES_MAX_D
                          ? UINT64_MAX
                          : choose(puzzle->vertices, puzzle->rings);
    *classes = (struct sliding_symmetry_classes){.puzzle = puzzle, .labellings = 1};
    if (n_sets > MAX_SETS)
        return error_set(err, STATUS_INPUT,
                         "%u rings in %u dimensions have too many placements to count "
                         "(expected: at most %d dimensions and %u sets of vertices)",
                         puzzle->rings, puzzle->d, SLIDING_CLASSES_MAX_D, MAX_SETS);
    for (unsigned r = 2; r <= puzzle->rings; r++)
        if (__builtin_mul_overflow(classes->labellings, (uint64_t)r,
                                   &classes->labellings))
            return error_set(err, STATUS_INPUT,
                             "%u rings have too many orders to count", puzzle->rings);
    struct symmetries *symmetries = ARENA_NEW(arena, struct symmetries, 1);
    if (!symmetries)
        return error_set(err, STATUS_MEMORY, "no memory for the symmetries");
    fill_symmetries(symmetries, puzzle->d);
    for (unsigned v = 0; v < SLIDING_CLASSES_MAX_VERTICES; v++)
        for (unsigned i = 0; i <= SLIDING_CLASSES_MAX_VERTICES; i++)
            classes->below[v][i] = choose(v, i);
    if (find_classes(classes, symmetries, n_sets, arena, err) ||
        connect(classes, arena, err))
        return err->status;
    return find_components(classes, arena, err);
}
