#include "sliding_rl.h"

#include "interrupt.h"
#include "sliding_reaches.h"
#include "sliding_roulette.h"

#include <math.h>
#include <string.h>

/* Source: the published program; the paper gives neither. */
static const double unknown_weight = 1e-7, least_weight = 1e-12;

/* A generation ends early after so many moves, which bounds its time. Chosen by
 * hand. */
enum { MAX_MOVES_A_STEP = 50000 };

static const char *const variants[] = {"improved", "paper", "program", NULL};

/* Sources of the defaults: placements, the paper, section 3.2; iterations, learning and
 * discount, section 4.1. The others are chosen by hand. */
static const struct config_option rl_options[] = {
    OPTION_CHOICE_AT(
        struct sliding_rl_keys, variant, "improved", variants,
        "a reachable target is always taken (improved); drawn by its weight "
        "like other placements (paper); as the paper's authors' program has "
        "it (program)"),
    OPTION_INT_AT(struct sliding_rl_keys, placements, "1000", 1, 1e7,
                  "placements around the target that get first weights"),
    OPTION_INT_AT(struct sliding_rl_keys, iterations, "1000", 1, 1e15,
                  "episodes of an island"),
    OPTION_INT_AT(struct sliding_rl_keys, episodes, "10", 1, 1e6,
                  "episodes a generation"),
    OPTION_INT_AT(struct sliding_rl_keys, longest, "100000", 1, 1e7,
                  "moves of an episode while no path is known"),
    OPTION_INT_AT(struct sliding_rl_keys, memory, "200000", 2, 1e9,
                  "placements with a weight of their own, 20 to 40 bytes each"),
    OPTION_REAL_AT(struct sliding_rl_keys, learning, "0.05", 0, 1, "learning rate"),
    OPTION_REAL_AT(struct sliding_rl_keys, discount, "0.95", 0, 1, "discount a move"),
    OPTION_END};

/* State from step to step, beside the table of weights. */
struct progress {
    uint64_t episodes; /* done */
    uint64_t best;     /* moves of the best path; UINT64_MAX: none */
    uint64_t used;     /* of the table */
};

struct rl {
    const struct sliding_rl_keys *keys;
    const struct sliding_instance *instance;
    struct sliding_weights weights;
    struct progress progress;
    uint64_t target_key; /* key of the target */
    size_t longest;      /* moves that any episode may make */
};

/* One episode on its way. */
struct episode {
    uint8_t at[SLIDING_MAX_RINGS];
    size_t moves;
    uint64_t *key; /* moves + 1 */
    int16_t *gene; /* moves */
};

static size_t most_moves(const struct sliding *puzzle)
{
    return (size_t)puzzle->rings * (puzzle->vertices - puzzle->rings);
}

/* The most placements that may get first weights. */
static size_t most_first(const struct sliding_rl_keys *keys)
{
    return (size_t)(keys->variant == SLIDING_RL_PROGRAM ? keys->memory
                                                        : keys->placements);
}

static size_t scratch_bytes(const struct rl *rl)
{
    const struct sliding *puzzle = &rl->instance->puzzle;
    size_t bfs_bytes = most_first(rl->keys) * puzzle->rings;
    size_t episode = (rl->longest + 1) * (sizeof(uint64_t) + sizeof(int16_t)) +
                     most_moves(puzzle) * (sizeof(double) + sizeof(int16_t));
    return (bfs_bytes > episode ? bfs_bytes : episode) + (size_t)8 * ARENA_ALIGN;
}

static enum status check(const struct sliding_rl_keys *keys, struct error *err)
{
    if (keys->memory < keys->placements)
        return error_at(err, "rl.memory",
                        "%lld placements (expected: at least rl.placements, %lld)",
                        (long long)keys->memory, (long long)keys->placements);
    return STATUS_OK;
}

static enum status init(const void *section, const struct puzzle *puzzle,
                        struct arena *perm, struct plan *plan, void **self,
                        struct error *err)
{
    const struct sliding_rl_keys *keys = section;
    const struct sliding *sliding = puzzle->self;
    struct rl *rl = ARENA_NEW(perm, struct rl, 1);
    if (check(keys, err))
        return err->status;
    if (!rl)
        return error_set(err, STATUS_MEMORY, "no memory for rl");
    *rl = (struct rl){.keys = keys,
                      .instance = puzzle->self,
                      .progress = {.best = UINT64_MAX},
                      .target_key = sliding_key(puzzle->self, sliding->target),
                      .longest = (size_t)keys->longest};
    if (rl->longest < puzzle->shape.genes) /* a migrant's path is replayed, too */
        rl->longest = puzzle->shape.genes;
    if (!sliding_weights_init(&rl->weights, (size_t)keys->memory, unknown_weight, perm))
        return error_set(err, STATUS_MEMORY,
                         "no memory for the weights of %lld placements",
                         (long long)keys->memory);
    *plan = (struct plan){
        .individuals = 1, .capacity = 1, .scratch_bytes = scratch_bytes(rl)};
    *self = rl;
    return STATUS_OK;
}

/* Gives the neighbours without a weight half the weight of a placement and appends them
 * to the queue; returns its new length. */
static size_t weigh_neighbours(const struct sliding_instance *instance,
                               const uint8_t *from, struct sliding_weights *weights,
                               uint8_t *queue, size_t n, size_t most)
{
    const struct sliding *puzzle = &instance->puzzle;
    uint64_t key = sliding_key(instance, from);
    double half = sliding_weights_get(weights, key) / 2;
    vertex_set reach[SLIDING_MAX_RINGS];
    sliding_reaches(puzzle, from, reach);
    for (unsigned r = 0; r < puzzle->rings; r++)
        for (vertex_set left = reach[r]; left && n < most; left &= left - 1) {
            unsigned to = sliding_first(left);
            uint64_t after = sliding_key_after(instance, key, r, from[r], to);
            if (sliding_weights_has(weights, after))
                continue;
            sliding_weights_set(weights, after, half);
            uint8_t *at = queue + puzzle->rings * n++;
            memcpy(at, from, puzzle->rings);
            at[r] = (uint8_t)to;
        }
    return n;
}

void sliding_rl_init_weights(const struct sliding_instance *instance,
                             const struct sliding_rl_keys *keys,
                             struct sliding_weights *weights, struct arena scratch)
{
    const struct sliding *puzzle = &instance->puzzle;
    bool whole_levels = keys->variant == SLIDING_RL_PROGRAM;
    size_t wanted = (size_t)keys->placements, most = most_first(keys);
    uint8_t *queue = ARENA_NEW(&scratch, uint8_t, most * puzzle->rings);
    size_t n = 1, level_end = 1; /* of the level that is being expanded */
    memcpy(queue, puzzle->target, puzzle->rings);
    sliding_weights_set(weights, sliding_key(instance, puzzle->target), 1);
    for (size_t i = 0; i < n; i++) {
        bool begins_level = i == level_end || i == 0;
        if (n >= wanted && (begins_level || !whole_levels))
            break;
        if (i == level_end)
            level_end = n;
        n = weigh_neighbours(instance, queue + puzzle->rings * i, weights, queue, n,
                             most);
    }
}

void sliding_rl_learn(const struct sliding_rl_keys *keys, const uint64_t *key, size_t n,
                      bool won, struct sliding_weights *weights)
{
    double discounted = 1;
    for (size_t i = n; i-- > 0; discounted *= keys->discount) {
        double w = (1 - keys->learning) * sliding_weights_get(weights, key[i]);
        w = won ? w + keys->learning * discounted : fmax(w * discounted, least_weight);
        /* A learning rate of 1 with a discount of 0 leaves nothing to draw by. */
        sliding_weights_set(weights, key[i], w > 0 ? w : least_weight);
    }
}

static struct episode episode_begin(const struct rl *rl, struct arena *scratch)
{
    const struct sliding_instance *instance = rl->instance;
    struct episode episode = {.key = ARENA_NEW(scratch, uint64_t, rl->longest + 1),
                              .gene = ARENA_NEW(scratch, int16_t, rl->longest)};
    memcpy(episode.at, instance->puzzle.start, instance->puzzle.rings);
    episode.key[0] = sliding_key(instance, episode.at);
    return episode;
}

static void episode_move(const struct rl *rl, struct episode *episode, int16_t gene)
{
    const struct sliding *puzzle = &rl->instance->puzzle;
    unsigned ring = sliding_ring_of(puzzle, gene), to = sliding_vertex_of(puzzle, gene);
    episode->gene[episode->moves] = gene;
    episode->key[episode->moves + 1] = sliding_key_after(
        rl->instance, episode->key[episode->moves], ring, episode->at[ring], to);
    episode->at[ring] = (uint8_t)to;
    episode->moves++;
}

static bool at_target(const struct rl *rl, const struct episode *episode)
{
    const struct sliding *puzzle = &rl->instance->puzzle;
    return !memcmp(episode->at, puzzle->target, puzzle->rings);
}

/* A drawn move, and the one that leads to the target. */
struct choice {
    int16_t gene;    /* SLIDING_END: there is no legal move */
    bool before;     /* it comes before the target in the order of the successors */
    int16_t to_goal; /* SLIDING_END: the target is no successor */
};

/* Draws a move in proportion to the weights of the successors; `improved` takes the one to
 * the target if there is one. */
static struct choice draw_move(const struct rl *rl, const struct episode *episode,
                               struct rng *rng, struct arena scratch)
{
    const struct sliding *puzzle = &rl->instance->puzzle;
    size_t most = most_moves(puzzle), goal_at = SIZE_MAX;
    struct sliding_roulette roulette = {.upto = ARENA_NEW(&scratch, double, most)};
    int16_t *gene = ARENA_NEW(&scratch, int16_t, most);
    struct choice choice = {SLIDING_END, false, SLIDING_END};
    vertex_set reach[SLIDING_MAX_RINGS];
    sliding_reaches(puzzle, episode->at, reach);
    for (unsigned r = 0; r < puzzle->rings; r++)
        for (vertex_set left = reach[r]; left; left &= left - 1) {
            unsigned to = sliding_first(left);
            uint64_t after = sliding_key_after(
                rl->instance, episode->key[episode->moves], r, episode->at[r], to);
            gene[roulette.n] = sliding_gene(puzzle, r, to);
            if (after == rl->target_key) {
                goal_at = roulette.n;
                choice.to_goal = choice.gene = gene[goal_at];
                if (rl->keys->variant == SLIDING_RL_IMPROVED)
                    return choice;
            }
            sliding_roulette_add(&roulette, sliding_weights_get(&rl->weights, after));
        }
    if (roulette.n) {
        size_t drawn = sliding_roulette_spin(&roulette, rng);
        choice.gene = gene[drawn];
        choice.before = drawn < goal_at;
    }
    return choice;
}

/* Writes the path to the individual, cut to the length of a genome. */
static void write_row(const struct rl *rl, const struct episode *episode,
                      struct population *pop)
{
    const struct sliding *puzzle = &rl->instance->puzzle;
    int16_t *gene = population_genome(pop, 0);
    double *cost = population_cost(pop, 0);
    struct sliding_position end;
    for (size_t i = 0; i < puzzle->length; i++)
        gene[i] = i < episode->moves ? episode->gene[i] : SLIDING_END;
    size_t moves = sliding_replay(puzzle, gene, &end);
    cost[1] = sliding_bound(puzzle, end.at, puzzle->target);
    cost[0] = cost[1] > 0 ? INFINITY : (double)moves;
}

/* Moves between two checks for an interrupt; chosen by hand. */
enum { POLL_EVERY = 32 };

/* An episode of variant `program`. The program looks for the target among all successors of
 * a placement before it draws one of them. A target that is nearer than the best known is
 * the new best path, whatever is drawn then, and the successors after it in the program's
 * order are too late, as are all successors where no shorter path is left. To draw one that
 * is too late ends the episode as a loss. */
static size_t run_program_episode(struct rl *rl, struct island *island)
{
    struct arena scratch = island->scratch;
    struct episode episode = episode_begin(rl, &scratch);
    bool won = false, over = rl->progress.best == 0;
    while (!over && episode.moves < rl->longest) {
        if (episode.moves % POLL_EVERY == 0)
            (void)interrupt_pending();
        struct choice choice = draw_move(rl, &episode, &island->rng, scratch);
        if (choice.gene == SLIDING_END)
            break;
        bool late = episode.moves + 1 >= rl->progress.best;
        bool found = !late && choice.to_goal != SLIDING_END;
        if (found) {
            rl->progress.best = episode.moves + 1;
            episode.gene[episode.moves++] = choice.to_goal;
            write_row(rl, &episode, island->pop);
            episode.moves--;
        }
        won = found && choice.gene == choice.to_goal;
        over = late || (found && !choice.before);
        episode_move(rl, &episode, choice.gene);
    }
    if (over && episode.moves)
        sliding_rl_learn(rl->keys, episode.key, episode.moves + 1, won, &rl->weights);
    return episode.moves;
}

/* Runs an episode to the target or to its limit and updates the weights; returns the
 * moves made. */
static size_t run_episode(struct rl *rl, struct island *island)
{
    struct arena scratch = island->scratch;
    struct episode episode = episode_begin(rl, &scratch);
    bool known = rl->progress.best != UINT64_MAX;
    size_t most = known ? (size_t)rl->progress.best : rl->longest;
    while (episode.moves < most && !at_target(rl, &episode)) {
        if (episode.moves % POLL_EVERY == 0)
            (void)interrupt_pending();
        int16_t gene = draw_move(rl, &episode, &island->rng, scratch).gene;
        if (gene == SLIDING_END)
            break;
        episode_move(rl, &episode, gene);
    }
    bool won = at_target(rl, &episode);
    if (won || known)
        sliding_rl_learn(rl->keys, episode.key, episode.moves + 1, won, &rl->weights);
    if (won && (uint64_t)episode.moves < rl->progress.best) {
        rl->progress.best = episode.moves;
        write_row(rl, &episode, island->pop);
    }
    return episode.moves;
}

static void start(void *self, struct island *island)
{
    struct rl *rl = self;
    struct arena scratch = island->scratch;
    sliding_rl_init_weights(rl->instance, rl->keys, &rl->weights, scratch);
    struct episode episode = episode_begin(rl, &scratch);
    write_row(rl, &episode, island->pop);
    if (at_target(rl, &episode))
        rl->progress.best = 0;
    island->pop->count = 1;
    island->evaluations++;
    rl->progress.used = rl->weights.used;
}

static void step(void *self, struct island *island)
{
    struct rl *rl = self;
    size_t moves = 0;
    uint64_t end = (uint64_t)rl->keys->iterations;
    rl->weights.used = (size_t)rl->progress.used;
    for (int64_t i = 0; i < rl->keys->episodes && moves < MAX_MOVES_A_STEP; i++) {
        if (rl->progress.episodes == end)
            break;
        moves += rl->keys->variant == SLIDING_RL_PROGRAM
                     ? run_program_episode(rl, island)
                     : run_episode(rl, island);
        rl->progress.episodes++;
        island->evaluations++;
    }
    rl->progress.used = rl->weights.used;
    island->finished = rl->progress.episodes == end;
}

/* Updates the weights by a better path as by an episode that was won. */
static void welcome(void *self, struct island *island)
{
    struct rl *rl = self;
    double cost = population_cost(island->pop, 0)[0];
    if (cost >= (double)rl->progress.best)
        return;
    struct arena scratch = island->scratch;
    struct episode episode = episode_begin(rl, &scratch);
    const int16_t *gene = population_genome(island->pop, 0);
    for (size_t i = 0; i < (size_t)cost; i++)
        episode_move(rl, &episode, gene[i]);
    rl->weights.used = (size_t)rl->progress.used;
    sliding_rl_learn(rl->keys, episode.key, episode.moves + 1, true, &rl->weights);
    rl->progress.used = rl->weights.used;
    rl->progress.best = episode.moves;
}

static size_t state(void *self, struct view *views)
{
    struct rl *rl = self;
    views[0] = (struct view){"tally", &rl->progress, sizeof rl->progress};
    views[1] = (struct view){"keys", rl->weights.key,
                             rl->weights.size * sizeof *rl->weights.key};
    views[2] = (struct view){"weights", rl->weights.weight,
                             rl->weights.size * sizeof *rl->weights.weight};
    return 3;
}

const struct algorithm sliding_rl_algorithm = {
    .name = "rl",
    .summary = "reinforcement learning over placements, with weights from a search "
               "around the target (Merleau et al., 3.2)",
    .options = rl_options,
    .keys_bytes = sizeof(struct sliding_rl_keys),
    .ends = true,
    .init = init,
    .start = start,
    .step = step,
    .welcome = welcome,
    .state = state,
};
