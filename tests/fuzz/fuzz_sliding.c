/* Sliding rings on small cubes, judged by a plain breadth-first search. */
#include "fuzz_god.h"
#include "fuzz_paths.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_RINGS = 31,
    MOST_PLACEMENTS = 60000,
    SLOTS = 1 << 17,
    MOST_GOD = 100,
    END = -1
};

static struct {
    unsigned d, k, vertices, rings, length;
    unsigned char start[MOST_RINGS], target[MOST_RINGS];
    unsigned walked; /* moves of some way to the target; UINT32_MAX: none is known */
} puzzle;

/* ---- the enumerator: placements in the order in which a search meets them ---- */

static struct {
    unsigned char at[MOST_PLACEMENTS][MOST_RINGS];
    unsigned moves[MOST_PLACEMENTS]; /* from the first */
    unsigned count;
    bool whole; /* everything that can be reached is there */
    unsigned slot[SLOTS];
} met;

static unsigned bits(unsigned set)
{
    unsigned n = 0;
    for (; set; set &= set - 1)
        n++;
    return n;
}

/* Definition 1: some face of dimension k holds both vertices and no other ring. Bit v:
 * the ring may go to vertex v. */
static unsigned moves_of(const unsigned char *at, unsigned ring)
{
    unsigned moves = 0;
    for (unsigned axes = 0; axes < puzzle.vertices; axes++) {
        bool free = bits(axes) == puzzle.k;
        for (unsigned r = 0; r < puzzle.rings && free; r++)
            free = r == ring || ((at[ring] ^ at[r]) & ~axes);
        for (unsigned to = 0; to < puzzle.vertices && free; to++)
            if (to != at[ring] && !((at[ring] ^ to) & ~axes))
                moves |= 1u << to;
    }
    return moves;
}

static bool may_move(const unsigned char *at, unsigned ring, unsigned to)
{
    return moves_of(at, ring) >> to & 1;
}

/* The number of a placement, or that of a new one, `moves` away; false: no room. */
static bool find_or_add(const unsigned char *at, unsigned moves, unsigned *number)
{
    uint64_t hash = 0;
    for (unsigned r = 0; r < puzzle.rings; r++) {
        hash = (hash ^ at[r]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 32;
    }
    unsigned slot = (unsigned)hash % SLOTS;
    for (; met.slot[slot]; slot = (slot + 1) % SLOTS) {
        *number = met.slot[slot] - 1;
        if (!memcmp(met.at[*number], at, puzzle.rings))
            return true;
    }
    if (met.count == MOST_PLACEMENTS)
        return false;
    *number = met.count;
    memcpy(met.at[met.count], at, puzzle.rings);
    met.moves[met.count] = moves;
    met.slot[slot] = ++met.count;
    return true;
}

/* Meets everything that `from` leads to, as far as there is room. */
static void search(const unsigned char *from)
{
    unsigned number;
    memset(met.slot, 0, sizeof met.slot);
    met.count = 0;
    met.whole = true;
    find_or_add(from, 0, &number);
    for (unsigned i = 0; i < met.count; i++)
        for (unsigned r = 0; r < puzzle.rings; r++) {
            unsigned moves = moves_of(met.at[i], r);
            for (unsigned to = 0; to < puzzle.vertices; to++) {
                unsigned char at[MOST_RINGS];
                if (!(moves >> to & 1))
                    continue;
                memcpy(at, met.at[i], sizeof at);
                at[r] = (unsigned char)to;
                if (!find_or_add(at, met.moves[i] + 1, &number)) {
                    met.whole = false;
                    return;
                }
            }
        }
}

/* What the search knows of the way to the target. */
static struct {
    bool known; /* reachable says all; else there are `least` moves at least */
    bool reachable;
    unsigned least;
} truth;

static void find_truth(void)
{
    search(puzzle.start);
    truth.known = truth.reachable = false;
    truth.least = met.moves[met.count - 1];
    for (unsigned i = 0; i < met.count && !truth.known; i++)
        if (!memcmp(met.at[i], puzzle.target, puzzle.rings)) {
            truth.known = truth.reachable = true;
            truth.least = met.moves[i];
        }
    truth.known |= met.whole;
}

/* ---- the generator ---- */

static void shuffle(struct fuzz *fuzz, unsigned char *list, unsigned n)
{
    for (unsigned i = n; i > 1; i--) {
        unsigned j = (unsigned)fuzz_below(fuzz, i);
        unsigned char was = list[i - 1];
        list[i - 1] = list[j];
        list[j] = was;
    }
}

static void random_placement(struct fuzz *fuzz, unsigned char *at)
{
    unsigned char vertex[1 << 5];
    for (unsigned v = 0; v < puzzle.vertices; v++)
        vertex[v] = (unsigned char)v;
    shuffle(fuzz, vertex, puzzle.vertices);
    memcpy(at, vertex, puzzle.rings);
}

/* Some random moves away from `at`; returns how many. */
static unsigned walk(struct fuzz *fuzz, unsigned char *at, unsigned tries)
{
    unsigned moves = 0;
    for (; tries > 0; tries--) {
        unsigned ring = (unsigned)fuzz_below(fuzz, puzzle.rings);
        unsigned to = (unsigned)fuzz_below(fuzz, puzzle.vertices);
        if (may_move(at, ring, to)) {
            at[ring] = (unsigned char)to;
            moves++;
        }
    }
    return moves;
}

static unsigned random_length(struct fuzz *fuzz)
{
    switch (fuzz_below(fuzz, 6)) {
    case 0:
        return (unsigned)fuzz_between(fuzz, 1, 12);
    case 1:
        return truth.least ? truth.least : 1;
    case 2:
        return truth.least > 1 ? truth.least - 1 : 1;
    case 3:
        return fuzz_chance(fuzz, 0.2) ? 16384 : 1000;
    default:
        return 256;
    }
}

static void random_puzzle(struct fuzz *fuzz)
{
    static const unsigned ds[] = {1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3,
                                  3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5};
    puzzle.d = ds[fuzz_below(fuzz, sizeof ds / sizeof *ds)];
    puzzle.k = (unsigned)fuzz_between(fuzz, 1, puzzle.d);
    puzzle.vertices = 1u << puzzle.d;
    unsigned most = puzzle.vertices - 1;
    puzzle.rings = (unsigned)fuzz_between(fuzz, 1, most);
    if (puzzle.d > 3 && fuzz_chance(fuzz, 0.8)) { /* few, or nearly all */
        unsigned few = (unsigned)fuzz_between(fuzz, 1, puzzle.d == 4 ? 4 : 3);
        puzzle.rings = fuzz_chance(fuzz, 0.8) ? few : most + 1 - few;
    }
    random_placement(fuzz, puzzle.start);
    memcpy(puzzle.target, puzzle.start, sizeof puzzle.start);
    puzzle.walked = UINT32_MAX;
    switch (fuzz_below(fuzz, 8)) {
    case 0:
        break;
    case 1:
        shuffle(fuzz, puzzle.target, puzzle.rings);
        break;
    case 2:
    case 3:
        random_placement(fuzz, puzzle.target);
        break;
    default:
        puzzle.walked = walk(fuzz, puzzle.target, 1u << fuzz_below(fuzz, 12));
    }
}

static void write_placement(struct fuzz *fuzz, const char *key, const unsigned char *at)
{
    fuzz_append(fuzz, "case.yaml", "  %s: [", key);
    for (unsigned r = 0; r < puzzle.rings; r++)
        fuzz_append(fuzz, "case.yaml", "%s%u", r ? ", " : "", at[r]);
    fuzz_append(fuzz, "case.yaml", "]\n");
}

static void write_config(struct fuzz *fuzz)
{
    fuzz_write(fuzz, "case.yaml", "problem: sliding\nsliding:\n  d: %u\n  k: %u\n",
               puzzle.d, puzzle.k);
    write_placement(fuzz, "start", puzzle.start);
    write_placement(fuzz, "target", puzzle.target);
    if (fuzz_chance(fuzz, 0.3))
        fuzz_append(fuzz, "case.yaml", "  l: %u\n", puzzle.vertices - puzzle.rings);
    if (puzzle.length != 256 || fuzz_chance(fuzz, 0.5))
        fuzz_append(fuzz, "case.yaml", "  length: %u\n", puzzle.length);
    fuzz_append(fuzz, "case.yaml", "run: {epochs: 2}\n");
}

/* ---- the judge ---- */

static void judge_moves(struct fuzz *fuzz, const struct fuzz_answer *answer)
{
    unsigned char at[MOST_RINGS];
    unsigned moves = 0;
    memcpy(at, puzzle.start, sizeof at);
    for (; moves < answer->n_genes && answer->genes[moves] != END; moves++) {
        unsigned gene = (unsigned)answer->genes[moves], ring = gene / puzzle.vertices;
        if (ring >= puzzle.rings || !may_move(at, ring, gene % puzzle.vertices)) {
            fuzz_wrong(fuzz, "move %u, %u, is against the rule", moves + 1, gene);
            return;
        }
        at[ring] = (unsigned char)(gene % puzzle.vertices);
    }
    bool all_seen = answer->n_genes < FUZZ_MOST_GENES || moves < FUZZ_MOST_GENES;
    if (all_seen && memcmp(at, puzzle.target, puzzle.rings))
        fuzz_wrong(fuzz, "its %u moves do not lead to the target", moves);
    if (all_seen && answer->best != (double)moves)
        fuzz_wrong(fuzz, "%u moves, recorded as %g", moves, answer->best);
}

/* Whether there is a way, as far as is known, that a genome holds. */
static bool none_fits(void)
{
    return truth.known ? !truth.reachable || truth.least > puzzle.length
                       : truth.least > puzzle.length;
}

static void judge(struct fuzz *fuzz, const struct fuzz_answer *answer, bool proves)
{
    bool fits = truth.known && !none_fits();
    if (answer->refused || answer->failed) {
        fuzz_wrong(fuzz, "refused or failed: %s", answer->error);
        return;
    }
    if (answer->unverified[0])
        fuzz_wrong(fuzz, "verify says: %s", answer->unverified);
    if (answer->feasible) {
        judge_moves(fuzz, answer);
        if (answer->best < truth.least || (truth.known && !truth.reachable))
            fuzz_wrong(fuzz, "%g moves, where %u are needed", answer->best,
                       truth.least);
    }
    if (answer->optimal && truth.known && answer->best != truth.least)
        fuzz_wrong(fuzz, "%g moves called fewest, %u are", answer->best, truth.least);
    if (answer->infeasible && fits)
        fuzz_wrong(fuzz, "called unsolvable (%s), %u moves solve it", answer->reason,
                   truth.least);
    if (answer->bounded && truth.reachable && answer->bound > truth.least)
        fuzz_wrong(fuzz, "bound %g, %u moves solve it", answer->bound, truth.least);
    /* Where there are more placements than are searched here. */
    if (answer->bounded && answer->bound > puzzle.walked)
        fuzz_wrong(fuzz, "bound %g, %u moves solve it", answer->bound, puzzle.walked);
    if (answer->optimal && answer->best > puzzle.walked)
        fuzz_wrong(fuzz, "%g moves called fewest, %u suffice", answer->best,
                   puzzle.walked);
    if (answer->infeasible && puzzle.walked <= puzzle.length)
        fuzz_wrong(fuzz, "called unsolvable (%s), %u moves solve it", answer->reason,
                   puzzle.walked);
    if (proves && truth.known && !answer->infeasible && none_fits())
        fuzz_open(fuzz, "nothing found, and not told why");
    if (proves && fits && !answer->optimal)
        fuzz_open(fuzz, "best %g, bound %g, %u moves solve it", answer->best,
                  answer->bound, truth.least);
}

/* ---- the methods ---- */

/* `proves`: it must decide whatever the enumerator decides. */
static void try(struct fuzz *fuzz, bool proves, const char *const *words)
{
    judge(fuzz, fuzz_run(fuzz, "case.yaml", words), proves);
}

static void try_exact(struct fuzz *fuzz)
{
    static const char *const memory[] = {"exact.memory_mb=1", "exact.memory_mb=33",
                                         "exact.memory_mb=64", "exact.memory_mb=256"};
    unsigned i = (unsigned)fuzz_below(fuzz, 4);
    i = i == 3 && fuzz_chance(fuzz, 0.8) ? 2 : i; /* memory is cleared first */
    try(fuzz, i > 1,
        (const char *[]){
            "algorithm=exact", memory[i],
            FUZZ_TEXT(fuzz, "exact.placements=0", "exact.placements=1500000"), NULL});
}

static void try_astar(struct fuzz *fuzz)
{
    char rings[32];
    bool small = fuzz_chance(fuzz, 0.3);
    const char *memory = small ? "astar.memory_mb=1" : "astar.memory_mb=64";
    unsigned most = 20 / puzzle.d < 8 ? 20 / puzzle.d : 8;
    snprintf(rings, sizeof rings, "astar.pattern_rings=%u",
             (unsigned)fuzz_between(fuzz, 1, most));
    try(fuzz, !small,
        (const char *[]){"algorithm=astar", "astar.heuristic=paper", memory, NULL});
    try(fuzz, !small,
        (const char *[]){"algorithm=astar", "astar.heuristic=pattern", rings, memory,
                         NULL});
}

static void try_ga(struct fuzz *fuzz)
{
    try(fuzz, false,
        (const char *[]){
            "algorithm=ga",
            FUZZ_TEXT(fuzz, "ga.population=1", "ga.population=2", "ga.population=4"),
            FUZZ_TEXT(fuzz, "ga.offspring=1", "ga.offspring=2", "ga.offspring=4"),
            /* Local search alone solves most of the cases. */
            FUZZ_TEXT(fuzz, "ga.local_search_start=0", "ga.local_search_start=1"),
            FUZZ_TEXT(fuzz, "ga.local_search=0", "ga.local_search=0.2"), "run.epochs=1",
            "run.sub_generations=3", NULL});
}

static void try_aiea(struct fuzz *fuzz)
{
    try(fuzz, false,
        (const char *[]){FUZZ_TEXT(fuzz, "algorithm=aiea", "algorithm=moea"),
                         "run.epochs=1", "run.sub_generations=2", NULL});
}

static void try_beam(struct fuzz *fuzz)
{
    static const char *const width[] = {"beam.width=1", "beam.width=8",
                                        "beam.width=64"};
    static const char *const widest[] = {"beam.widest=64", "beam.widest=1024"};
    try(fuzz, false,
        (const char *[]){"algorithm=beam", width[fuzz_below(fuzz, 3)],
                         widest[fuzz_below(fuzz, 2)], "beam.nodes=20000",
                         "run.epochs=2", NULL});
}

static void try_agents(struct fuzz *fuzz)
{
    static const char *const elite[] = {"agents.elite=0", "agents.elite=0.1",
                                        "agents.elite=1"};
    static const char *const alpha[] = {"agents.alpha=0", "agents.alpha=0.2",
                                        "agents.alpha=1"};
    static const char *const exponent[] = {"agents.exponent=0", "agents.exponent=1.8",
                                           "agents.exponent=100"};
    static const char *const population[] = {"agents.population=1",
                                             "agents.population=30"};
    try(fuzz, false,
        (const char *[]){
            "algorithm=agents", elite[fuzz_below(fuzz, 3)], alpha[fuzz_below(fuzz, 3)],
            exponent[fuzz_below(fuzz, 3)], population[fuzz_below(fuzz, 2)],
            FUZZ_TEXT(fuzz, "agents.variant=paper", "agents.variant=program"),
            "run.epochs=2", NULL});
}

static void try_rl(struct fuzz *fuzz)
{
    static const char *const placements[] = {"rl.placements=1", "rl.placements=100"};
    static const char *const memory[] = {"rl.memory=100", "rl.memory=5000"};
    static const char *const longest[] = {"rl.longest=1", "rl.longest=2000"};
    static const char *const learning[] = {"rl.learning=0", "rl.learning=0.05",
                                           "rl.learning=1"};
    static const char *const discount[] = {"rl.discount=0", "rl.discount=0.95",
                                           "rl.discount=1"};
    try(fuzz, false,
        (const char *[]){"algorithm=rl", "rl.iterations=20",
                         placements[fuzz_below(fuzz, 2)], memory[fuzz_below(fuzz, 2)],
                         longest[fuzz_below(fuzz, 2)], learning[fuzz_below(fuzz, 3)],
                         discount[fuzz_below(fuzz, 3)],
                         FUZZ_TEXT(fuzz, "rl.variant=improved", "rl.variant=paper",
                                   "rl.variant=program"),
                         NULL});
}

static void try_mixed(struct fuzz *fuzz)
{
    try(fuzz, false,
        (const char *[]){
            FUZZ_TEXT(
                fuzz,
                "islands=[{algorithm: rl, count: 2}, {algorithm: agents, count: 1}]",
                "islands=[{algorithm: ga, count: 1}, {algorithm: agents, count: 2}]"),
            /* A ring needs two individuals an island, `rl` has one. */
            FUZZ_TEXT(fuzz, "migration.policy=similarity", "migration.policy=random"),
            "run.islands=3", "rl.iterations=20", "rl.placements=100", "rl.memory=1000",
            "agents.population=3", "ga.population=2", "run.sub_generations=2",
            "run.epochs=2", NULL});
}

/* ---- operators on paths ---- */

/* The moves of a path that is said to lead to the target; UINT32_MAX, and wrong, if it does not. */
static unsigned judge_path(struct fuzz *fuzz, const struct fuzz_path *path)
{
    unsigned char at[MOST_RINGS];
    unsigned moves = 0;
    memcpy(at, puzzle.start, sizeof at);
    for (; moves < puzzle.length && path->gene[moves] != END; moves++) {
        unsigned gene = (unsigned)path->gene[moves], ring = gene / puzzle.vertices;
        if (ring >= puzzle.rings || !may_move(at, ring, gene % puzzle.vertices)) {
            fuzz_wrong(fuzz, "move %u, %u, is against the rule", moves + 1, gene);
            return UINT32_MAX;
        }
        at[ring] = (unsigned char)(gene % puzzle.vertices);
    }
    for (unsigned i = moves; i < puzzle.length; i++)
        if (path->gene[i] != END)
            fuzz_wrong(fuzz, "gene %u is behind the end", i);
    if (memcmp(at, puzzle.target, puzzle.rings))
        fuzz_wrong(fuzz, "%u moves do not lead to the target", moves);
    else if (moves < truth.least || (truth.known && !truth.reachable))
        fuzz_wrong(fuzz, "%u moves, where %u are needed", moves, truth.least);
    return moves;
}

/* A random walk from the start, healed; UINT32_MAX: it leads nowhere, else its moves. */
static unsigned draw_path(struct fuzz *fuzz, struct fuzz_path *path)
{
    unsigned char at[MOST_RINGS];
    unsigned moves = 0;
    memcpy(at, puzzle.start, sizeof at);
    for (unsigned i = 0; i < puzzle.length; i++)
        path->gene[i] = END;
    for (uint64_t tries = fuzz_below(fuzz, 60); tries && moves < puzzle.length;
         tries--) {
        unsigned ring = (unsigned)fuzz_below(fuzz, puzzle.rings);
        unsigned to = (unsigned)fuzz_below(fuzz, puzzle.vertices);
        if (!may_move(at, ring, to))
            continue;
        at[ring] = (unsigned char)to;
        path->gene[moves++] = (int16_t)(ring * puzzle.vertices + to);
    }
    return fuzz_paths_heal(path) ? judge_path(fuzz, path) : UINT32_MAX;
}

/* Children of two paths: without mutation, recombination gives none longer than its parents. */
static void judge_children(struct fuzz *fuzz)
{
    static const double rates[] = {0, 0.2, 1};
    struct fuzz_path a, b, child;
    unsigned of_a = draw_path(fuzz, &a), of_b = draw_path(fuzz, &b);
    double rate = rates[fuzz_below(fuzz, 3)];
    if (fuzz_paths_recombine(&a, &b, rate, &child)) {
        unsigned moves = judge_path(fuzz, &child), least = of_a < of_b ? of_a : of_b;
        if (rate == 0 && moves > least)
            fuzz_wrong(fuzz, "a child of %u moves of parents of %u and %u", moves, of_a,
                       of_b);
    }
    if (fuzz_paths_cross(&a, &b, rate, &child))
        judge_path(fuzz, &child);
}

static void try_operators(struct fuzz *fuzz)
{
    const struct fuzz_paths_puzzle own = {puzzle.d,      puzzle.k,     puzzle.rings,
                                          puzzle.length, puzzle.start, puzzle.target};
    if (puzzle.length > FUZZ_MOST_LENGTH)
        return;
    fuzz_say(fuzz, "operators");
    if (!fuzz_paths_open(&own, fuzz_bits(fuzz)))
        fuzz_wrong(fuzz, "refused");
    for (int i = 0; i < 4 && !*fuzz->wrong; i++)
        judge_children(fuzz);
    fuzz_paths_close();
}

/* ---- god's numbers ---- */

static unsigned moves_between(const unsigned char *from, const unsigned char *to)
{
    search(from);
    for (unsigned i = 0; i < met.count; i++)
        if (!memcmp(met.at[i], to, puzzle.rings))
            return met.moves[i];
    return UINT32_MAX;
}

/* The most moves between two placements of the target's component, which is whole and
 * small; `at` has them all. */
static unsigned find_diameter(unsigned count)
{
    static unsigned char at[MOST_GOD][MOST_RINGS];
    unsigned most = 0;
    memcpy(at, met.at, sizeof at);
    for (unsigned i = 0; i < count; i++) {
        search(at[i]);
        unsigned last = met.moves[met.count - 1];
        most = last > most ? last : most;
    }
    return most;
}

static void judge_target(struct fuzz *fuzz, const struct fuzz_god *god)
{
    unsigned counts[FUZZ_MOST_LEVELS] = {0}, last = met.moves[met.count - 1];
    for (unsigned i = 0; i < met.count; i++)
        counts[met.moves[i]]++;
    if (god->eccentricity != last || god->reached != met.count)
        fuzz_wrong(fuzz, "%u moves to %llu placements, %u to %u are right",
                   god->eccentricity, (unsigned long long)god->reached, last,
                   met.count);
    for (unsigned i = 0; i <= last && last < FUZZ_MOST_LEVELS; i++)
        if (god->levels[i] != counts[i])
            fuzz_wrong(fuzz, "%llu placements %u moves away, %u are",
                       (unsigned long long)god->levels[i], i, counts[i]);
    if (moves_between(god->farthest, puzzle.target) != last)
        fuzz_wrong(fuzz, "the farthest placement is not %u moves away", last);
    if (god->number && god->placements / god->number != met.count)
        fuzz_wrong(fuzz, "components of %llu placements, of %u they are",
                   (unsigned long long)(god->placements / god->number), met.count);
}

static void try_god(struct fuzz *fuzz)
{
    struct fuzz_god god;
    bool diameter = fuzz_chance(fuzz, 0.5);
    unsigned searches = fuzz_chance(fuzz, 0.3) ? 1 : 0;
    double all = 1;
    for (unsigned r = 0; r < puzzle.rings; r++)
        all *= puzzle.vertices - r;
    search(puzzle.target);
    if (!met.whole || all > 2e6)
        return;
    unsigned reached = met.count;
    fuzz_say(fuzz, "god");
    if (!fuzz_god(puzzle.d, puzzle.k, puzzle.rings, puzzle.target, diameter, searches,
                  &god)) {
        fuzz_wrong(fuzz, "refused or failed: %s", god.error);
        return;
    }
    judge_target(fuzz, &god);
    if ((double)god.all_placements != all)
        fuzz_wrong(fuzz, "%llu placements, %.0f there are",
                   (unsigned long long)god.all_placements, all);
    if (god.has_pair && moves_between(god.far[0], god.far[1]) != god.low)
        fuzz_wrong(fuzz, "the farthest pair is not %u moves apart", god.low);
    search(puzzle.target);
    unsigned exactly = reached <= MOST_GOD ? find_diameter(reached) : 0;
    if (exactly && (god.low > exactly || god.high < exactly))
        fuzz_wrong(fuzz, "diameter %u to %u, %u is right", god.low, god.high, exactly);
    if (god.low > god.high || god.high < god.eccentricity)
        fuzz_wrong(fuzz, "diameter %u to %u, with a placement %u away", god.low,
                   god.high, god.eccentricity);
    if (diameter && !searches && god.low != god.high)
        fuzz_open(fuzz, "diameter %u to %u", god.low, god.high);
}

static void run(struct fuzz *fuzz)
{
    static void (*const others[])(struct fuzz *) = {try_beam, try_agents, try_rl,
                                                    try_mixed, try_aiea};
    random_puzzle(fuzz);
    find_truth();
    puzzle.length = random_length(fuzz);
    write_config(fuzz);
    if (fuzz_chance(fuzz, 0.2))
        try_god(fuzz);
    try_operators(fuzz);
    try_exact(fuzz);
    try_astar(fuzz);
    try_ga(fuzz);
    if (puzzle.d <= 3)
        for (unsigned i = 0; i < 5; i++)
            others[i](fuzz);
    else
        others[fuzz_below(fuzz, 5)](fuzz);
}

extern const struct fuzz_problem fuzz_sliding;
const struct fuzz_problem fuzz_sliding = {"sliding", run};
