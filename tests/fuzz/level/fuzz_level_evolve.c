/* Evolution of levels, of grids and of vectors of a generator with random weights: the best level is playable, has the
 * fitness that is told, and costs the fewest edits of what was generated. */
#include "fuzz_level_evolve.h"

#include <math.h>
#include <string.h>

/* The fitness: cells of one tile, symmetry, and of vectors the edits. */
struct wanted {
    int latent; /* numbers of a vector; 0: grids */
    int tile, of_cells, of_symmetry, of_edits;
};

static struct wanted draw_wanted(struct fuzz *f, const struct puzzle *p)
{
    bool latent = fuzz_chance(f, 0.6);
    return (struct wanted){.latent = latent ? (int)fuzz_between(f, 1, 6) : 0,
                           .tile = (int)fuzz_below(f, (uint64_t)p->n_tiles),
                           .of_cells = (int)fuzz_between(f, -3, 3),
                           .of_symmetry = (int)fuzz_between(f, -3, 3),
                           .of_edits = latent && fuzz_chance(f, 0.7) ? -1 : 0};
}

static void write_config(struct fuzz *f, const struct puzzle *p, const struct wanted *w)
{
    char tile = fuzz_level_symbols[w->tile];
    bool gan = w->latent || fuzz_chance(f, 0.3);
    fuzz_write(f, "case.yaml",
               "problem: level\nlevel:\n  game: game.yaml\n  corpus: level.txt\n"
               "  genome: %s\n  generator: %s\n",
               w->latent ? "latent" : "grid", gan ? "gan" : "frequencies");
    if (gan) {
        fuzz_level_write_weights(f, p, w->latent ? w->latent : 3);
        fuzz_append(f, "case.yaml", "  weights: weights.h5\n");
    }
    fuzz_append(f, "case.yaml",
                "  fitness:\n    - {measure: cells, tiles: \"%c\", weight: %d}\n"
                "    - {measure: symmetry, weight: %d}\n",
                tile, w->of_cells, w->of_symmetry);
    if (w->of_edits)
        fuzz_append(f, "case.yaml", "    - {measure: edits, weight: %d}\n",
                    w->of_edits);
    fuzz_append(f, "case.yaml",
                "  descriptors:\n"
                "    - {measure: cells, tiles: \"%c\", low: 0, high: %d}\n"
                "    - {measure: symmetry, low: 0, high: 1}\n",
                tile, p->cells + 1);
}

static double fitness_of(const struct puzzle *p, const struct wanted *w,
                         const unsigned char *level, double edits)
{
    int cells = 0, alike = 0;
    for (int v = 0; v < p->cells; v++) {
        int mirrored = v - v % p->cols + p->cols - 1 - v % p->cols;
        cells += level[v] == w->tile;
        alike += level[v] == level[mirrored];
    }
    return w->of_cells * cells + w->of_symmetry * ((double)alike / p->cells) +
           w->of_edits * edits;
}

/* Tiles among the genes; false: one is none. */
static bool read_tiles(const struct puzzle *p, const double *gene, unsigned char *level)
{
    for (int v = 0; v < p->cells; v++) {
        if (!(gene[v] >= 0 && gene[v] < p->n_tiles))
            return false;
        level[v] = (unsigned char)gene[v];
    }
    return true;
}

static double largest_cost(const struct puzzle *p)
{
    double largest = 1;
    for (int t = 0; t < p->n_tiles; t++)
        largest =
            fmax(largest, fmax((double)p->move[t], (double)p->delete[t]) / (double)ONE);
    return largest;
}

/* The edits between what was generated and the level; wrong where others are fewer. */
static double judge_edits(struct fuzz *f, const struct puzzle *p,
                          const unsigned char *generated, const unsigned char *level)
{
    static struct puzzle q;
    static struct search s;
    q = *p;
    q.hamming = false; /* which is an option of `skerry repair` */
    memcpy(q.broken, generated, sizeof q.broken);
    if (!isfinite(fuzz_level_prepare(&q, &s)))
        return NAN;
    int64_t cost = fuzz_level_cost(&s, level), best = fuzz_level_best(&s);
    double off = (double)(cost - best) / (double)ONE;
    if (best == NEVER || cost == INFINITE || cost < best)
        fuzz_wrong(f, "the repaired level is none");
    else if (off > 1.01e-6 * largest_cost(p)) /* a solver's tolerance */
        fuzz_open(f, "repaired at %.10g, the best is %.10g", (double)cost / (double)ONE,
                  (double)best / (double)ONE);
    return (double)cost / (double)ONE;
}

static void judge_best(struct fuzz *f, const struct puzzle *p, const struct wanted *w,
                       const struct fuzz_answer *answer)
{
    unsigned char level[MOST_CELLS], generated[MOST_CELLS];
    const double *gene = answer->genes + w->latent;
    double edits = 0;
    if (!read_tiles(p, gene, level) || !fuzz_level_holds(p, level)) {
        fuzz_wrong(f, "the level is not playable");
        return;
    }
    if (w->latent && !read_tiles(p, gene + p->cells, generated)) {
        fuzz_wrong(f, "no level was generated");
        return;
    }
    if (w->latent)
        edits = judge_edits(f, p, generated, level);
    double fitness = fitness_of(p, w, level, edits);
    if (!isnan(fitness) && fabs(fitness - answer->best) > 1e-9 * fmax(1, fabs(fitness)))
        fuzz_wrong(f, "fitness %.17g, %.17g is right", answer->best, fitness);
}

void fuzz_level_evolve(struct fuzz *f, const struct puzzle *p, bool possible)
{
    const struct wanted w = draw_wanted(f, p);
    write_config(f, p, &w);
    const struct fuzz_answer *answer = fuzz_run(
        f, "case.yaml",
        (const char *[]){FUZZ_TEXT(f, "algorithm=ga", "algorithm=ga", "algorithm=aiea",
                                   "algorithm=moea", "algorithm=map_elites"),
                         FUZZ_TEXT(f, "ga.population=2", "ga.population=4"),
                         FUZZ_TEXT(f, "ga.offspring=2", "ga.offspring=4"),
                         FUZZ_TEXT(f, "ga.children=both", "ga.children=either"),
                         "ga.crossover=0.5", "ga.mutation=0.3",
                         FUZZ_TEXT(f, "level.step=0.5", "level.step=1"), "run.epochs=1",
                         "run.sub_generations=2", NULL});
    if (answer->refused || answer->failed)
        fuzz_wrong(f, "refused or failed: %s", answer->error);
    else if (answer->unverified[0])
        fuzz_wrong(f, "verify says: %s", answer->unverified);
    else if (answer->feasible)
        judge_best(f, p, &w, answer);
    if (answer->infeasible && possible)
        fuzz_wrong(f, "infeasible, where a level is playable: %s", answer->reason);
    if (answer->infeasible && answer->feasible)
        fuzz_wrong(f, "infeasible, with a level");
    if (!answer->feasible && !answer->infeasible && !answer->refused && !answer->failed)
        fuzz_open(f, "nothing found, and not told why");
}
