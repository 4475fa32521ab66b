/* Speed of what the sliding island's time goes to, each a CPU second, beside the same
 * done plainly in the same run:
 *
 *   moves     found for all rings by folds; plainly, ring by ring and face by face
 *   astar, exact, beam   placements gone on from; plainly, all moves of a placement
 * with the bound of where each leads, which is the least that any search does heal
 * genomes with a third of their moves drawn anew; plainly, new samples flood placements
 * of a whole component; plainly, a queue and a byte each
 *
 * Usage: bench_sliding [--json] */
#include "clock.h"
#include "sliding_a_star.h"
#include "sliding_beam_search.h"
#include "sliding_bidirectional_a_star.h"
#include "sliding_bitmap_bfs.h"
#include "sliding_heal.h"
#include "sliding_operators.h"
#include "sliding_reaches.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLICES = 3,
    CHUNK = 2000,
    LENGTH = 128,
    WIDTH = 1024,
    MEMORY = 256 << 20,
    SLIDING_BITMAP_BFS_RINGS = 4,
    SLIDING_BITMAP_BFS_CODES = 1 << (5 * SLIDING_BITMAP_BFS_RINGS)
};
static const double SLICE_S = 0.15;

/* A puzzle with all that the operators look up. */
struct bench {
    struct arena perm;
    struct sliding_instance *instance;
    struct arena scratch;
    struct rng rng;
};

/* d = 5, k = 4 of the paper, and its first four rings under the 3-rule. */
static struct bench five, fewer;
/* 20 rings on 64 vertices, k = 3. */
static struct bench many;

static void must(bool ok)
{
    if (ok)
        return;
    fputs("bench_sliding: out of memory\n", stderr);
    exit(1);
}

static void open(struct bench *bench, unsigned d, unsigned k, unsigned rings,
                 const uint8_t *start, const uint8_t *target)
{
    struct error err;
    arena_init(&bench->perm);
    rng_init(&bench->rng, 1, 0, 0, RNG_PROBLEM);
    bench->instance = ARENA_NEW(&bench->perm, struct sliding_instance, 1);
    must(bench->instance);
    struct sliding *puzzle = &bench->instance->puzzle;
    *puzzle = (struct sliding){
        .d = d, .k = k, .vertices = 1u << d, .rings = rings, .length = LENGTH};
    memcpy(puzzle->start, start, rings);
    memcpy(puzzle->target, target, rings);
    sliding_faces(puzzle);
    must(!sliding_instance_prepare(bench->instance, &bench->perm, &err));
    bench->scratch = arena_scratch(&bench->perm, sliding_heal_bytes(bench->instance));
    must(bench->scratch.at);
}

static void prepare(void)
{
    static const uint8_t five_start[] = {30, 29, 0, 17, 4, 1};
    static const uint8_t five_target[] = {17, 30, 0, 29, 4, 1};
    static const uint8_t many_start[] = {58, 29, 16, 24, 25, 61, 41, 42, 1,  20,
                                         21, 40, 57, 38, 56, 37, 15, 52, 13, 34};
    static const uint8_t many_target[] = {36, 47, 62, 30, 3,  50, 56, 0,  23, 52,
                                          31, 43, 35, 40, 12, 8,  46, 55, 49, 58};
    open(&five, 5, 4, sizeof five_start, five_start, five_target);
    open(&fewer, 5, 3, SLIDING_BITMAP_BFS_RINGS, five_start, five_target);
    open(&many, 6, 3, sizeof many_start, many_start, many_target);
}

/* Ring by ring and face by face. */
static void reaches_plain(const struct sliding *puzzle, const uint8_t *at,
                          vertex_set *reach)
{
    struct sliding_position position;
    sliding_place(puzzle, at, &position);
    for (unsigned r = 0; r < puzzle->rings; r++)
        reach[r] = sliding_reach(puzzle, position.occupied, at[r]);
}

typedef void find_reaches(const struct sliding *puzzle, const uint8_t *at,
                          vertex_set *reach);

/* The moves met on a random walk. */
static double walk(struct bench *bench, find_reaches *find)
{
    const struct sliding *puzzle = &bench->instance->puzzle;
    uint8_t at[SLIDING_MAX_RINGS];
    vertex_set reach[SLIDING_MAX_RINGS];
    double moves = 0;
    memcpy(at, puzzle->start, puzzle->rings);
    for (int i = 0; i < CHUNK; i++) {
        unsigned chosen = (unsigned)rng_below(&bench->rng, puzzle->rings);
        find(puzzle, at, reach);
        for (unsigned r = 0; r < puzzle->rings; r++)
            moves += sliding_count(reach[r]);
        if (reach[chosen])
            at[chosen] = (uint8_t)sliding_first(reach[chosen]);
    }
    return moves;
}

static double moves_folded(struct bench *bench)
{
    return walk(bench, sliding_reaches);
}

static double moves_plain(struct bench *bench)
{
    return walk(bench, reaches_plain);
}

/* Goes on from placements of a random walk as any search must. */
static double expand_plain(struct bench *bench)
{
    const struct sliding *puzzle = &bench->instance->puzzle;
    static int16_t genes[SLIDING_MAX_RINGS * SLIDING_MAX_VERTICES];
    struct sliding_position position;
    unsigned sum = 0;
    sliding_place(puzzle, puzzle->start, &position);
    for (int i = 0; i < CHUNK; i++) {
        size_t n = sliding_moves(puzzle, &position, genes);
        for (size_t m = 0; m < n; m++) {
            struct sliding_position after = position;
            sliding_shift(&after, sliding_ring_of(puzzle, genes[m]),
                          sliding_vertex_of(puzzle, genes[m]));
            sum += sliding_bound(puzzle, after.at, puzzle->target);
        }
        int16_t drawn = genes[rng_below(&bench->rng, n)];
        sliding_shift(&position, sliding_ring_of(puzzle, drawn),
                      sliding_vertex_of(puzzle, drawn));
    }
    return sum ? CHUNK : 0;
}

static double expand_astar(struct bench *bench)
{
    static struct sliding_a_star seek;
    const struct sliding *puzzle = &bench->instance->puzzle;
    struct error err;
    if (!seek.puzzle)
        must(!sliding_a_star_init(&seek, puzzle, 1, MEMORY, &bench->perm, &err));
    sliding_a_star_begin(&seek, puzzle->start, puzzle->target);
    sliding_a_star_run(&seek, UINT64_MAX);
    return (double)seek.expanded;
}

static double expand_exact(struct bench *bench)
{
    static struct sliding_bidirectional_a_star meet;
    const struct sliding *puzzle = &bench->instance->puzzle;
    struct error err;
    if (!meet.puzzle)
        must(!sliding_bidirectional_a_star_init(&meet, puzzle, MEMORY, &bench->perm,
                                                &err));
    sliding_bidirectional_a_star_begin(&meet, puzzle->start, puzzle->target);
    sliding_bidirectional_a_star_run(&meet, UINT64_MAX);
    return (double)meet.expanded;
}

static double expand_beam(struct bench *bench)
{
    static struct sliding_beam_search search;
    const struct sliding *puzzle = &bench->instance->puzzle;
    double left = 0;
    if (!search.instance)
        must(sliding_beam_search_take(&search, bench->instance, WIDTH, LENGTH * WIDTH,
                                      &bench->perm));
    struct sliding_beam_search_task task = {.from = puzzle->start,
                                            .to = puzzle->target,
                                            .width = WIDTH,
                                            .limit = LENGTH,
                                            .seed = rng_next(&bench->rng)};
    sliding_beam_search_begin(&search, &task);
    for (; search.now.count; sliding_beam_search_advance(&search))
        left += (double)search.now.count;
    return left;
}

static double heal(struct bench *bench)
{
    static int16_t whole[LENGTH];
    int16_t genome[LENGTH];
    if (!sliding_is_solution(bench->instance, whole))
        sliding_sample(bench->instance, &bench->rng, bench->scratch, whole);
    for (int i = 0; i < 10; i++) {
        memcpy(genome, whole, sizeof genome);
        sliding_mutate(bench->instance, 1.0 / 3, &bench->rng, bench->scratch, genome);
        sliding_heal(bench->instance, &bench->rng, bench->scratch, genome);
    }
    return 10;
}

static double draw_anew(struct bench *bench)
{
    int16_t genome[LENGTH];
    for (int i = 0; i < 10; i++)
        sliding_sample(bench->instance, &bench->rng, bench->scratch, genome);
    return 10;
}

static double flood_bits(struct bench *bench)
{
    static struct sliding_bitmap_bfs bfs;
    const struct sliding *puzzle = &bench->instance->puzzle;
    struct error err;
    if (!bfs.puzzle)
        must(!sliding_bitmap_bfs_init(&bfs, puzzle, &bench->perm, &err));
    sliding_bitmap_bfs_begin(&bfs, puzzle->target);
    while (sliding_bitmap_bfs_step(&bfs))
        continue;
    return (double)bfs.total;
}

/* As one would write it first: a byte for each code, a queue of codes. */
static double flood_plain(struct bench *bench)
{
    static uint8_t seen[SLIDING_BITMAP_BFS_CODES];
    static uint32_t queue[SLIDING_BITMAP_BFS_CODES];
    const struct sliding *puzzle = &bench->instance->puzzle;
    size_t n = 0;
    memset(seen, 0, sizeof seen);
    queue[0] = 0;
    for (unsigned r = 0; r < SLIDING_BITMAP_BFS_RINGS; r++)
        queue[0] |= (uint32_t)puzzle->target[r] << 5 * r;
    seen[queue[n++]] = 1;
    for (size_t i = 0; i < n; i++) {
        struct sliding_position position;
        uint8_t at[SLIDING_BITMAP_BFS_RINGS];
        for (unsigned r = 0; r < SLIDING_BITMAP_BFS_RINGS; r++)
            at[r] = queue[i] >> 5 * r & 31;
        sliding_place(puzzle, at, &position);
        for (unsigned r = 0; r < SLIDING_BITMAP_BFS_RINGS; r++) {
            vertex_set set = sliding_reach(puzzle, position.occupied, at[r]);
            for (; set; set &= set - 1) {
                uint32_t code = queue[i] ^ (uint32_t)(at[r] ^ sliding_first(set))
                                               << 5 * r;
                if (!seen[code]) {
                    seen[code] = 1;
                    queue[n++] = code;
                }
            }
        }
    }
    return (double)n;
}

typedef double work(struct bench *bench);

static const struct task {
    const char *name, *unit;
    struct bench *bench;
    work *work, *reference;
} tasks[] = {{"moves-d5", "1/s", &five, moves_folded, moves_plain},
             {"moves-d6", "1/s", &many, moves_folded, moves_plain},
             {"astar", "placements/s", &five, expand_astar, expand_plain},
             {"exact", "placements/s", &five, expand_exact, expand_plain},
             {"beam", "placements/s", &many, expand_beam, expand_plain},
             {"heal", "genomes/s", &many, heal, draw_anew},
             {"flood", "placements/s", &fewer, flood_bits, flood_plain}};

/* Things done a CPU second. */
static double speed(work *task, struct bench *bench)
{
    double begin = clock_process_s(), done = 0, used;
    do {
        done += task(bench);
        used = clock_process_s() - begin;
    } while (used < SLICE_S);
    return done / used;
}

int main(int argc, char **argv)
{
    bool json = argc > 1 && !strcmp(argv[1], "--json");
    prepare();
    if (!json)
        printf("%-10s %14s %14s %8s\n", "sliding", "skerry", "plain", "ratio");
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        const struct task *task = &tasks[i];
        double value = 0, reference = 0;
        for (int slice = 0; slice < SLICES; slice++) {
            value = fmax(value, speed(task->work, task->bench));
            reference = fmax(reference, speed(task->reference, task->bench));
        }
        if (json)
            printf("%s{\"name\": \"sliding/%s\", \"value\": %.0f, \"unit\": \"%s\", "
                   "\"reference\": %.0f, \"ratio\": %.3g}",
                   i ? ",\n " : "[", task->name, value, task->unit, reference,
                   value / reference);
        else
            printf("%-10s %14.0f %14.0f %8.2f  %s\n", task->name, value, reference,
                   value / reference, task->unit);
    }
    if (json)
        puts("]");
    arena_free(&five.perm);
    arena_free(&fewer.perm);
    arena_free(&many.perm);
    return 0;
}
