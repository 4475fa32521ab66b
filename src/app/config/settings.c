#include "settings.h"

#include <float.h>
#include <math.h>

#define SEEDS 9223372036854775807.0
#define MANY 9e18

static const char *const policies[] = {"none", "ring", "random", "similarity", NULL};
static const char *const modes[] = {"synchronous", "asynchronous", NULL};
static const char *const distributions[] = {"even", "speed", NULL};
static const char *const similarities[] = {"fitness", "genotype", NULL};

const struct config_option run_options[] = {
    OPTION_INT_AT(struct run_settings, seed, "1", 0, SEEDS,
                  "seed of all random numbers of the run"),
    OPTION_INT_AT(struct run_settings, islands, "~", 1, 65536,
                  "number of islands; default: the number of ranks"),
    OPTION_INT_AT(struct run_settings, sub_generations, "10", 1, 1e9,
                  "generations between two migrations (an epoch)"),
    OPTION_INT_AT(struct run_settings, epochs, "~", 1, MANY,
                  "stop after this many epochs; ignored where all islands run "
                  "algorithms that end by "
                  "themselves: exact, portfolio, astar, rl"),
    OPTION_INT_AT(struct run_settings, replicas, "1", 1, 1e6,
                  "independent repetitions of the whole run"),
    OPTION_REAL_AT(
        struct run_settings, time_limit_s, "~", 0, INFINITY,
        "stop with a checkpoint after this many seconds, with those in which the "
        "puzzle is prepared"),
    OPTION_INT_AT(struct run_settings, max_evaluations, "~", 1, MANY,
                  "stop after this many evaluations of all islands of a replica"),
    OPTION_REAL_AT(struct run_settings, target, "~", -INFINITY, INFINITY,
                   "stop when this fitness is reached, in the problem's unit"),
    OPTION_REAL_AT(struct run_settings, proof_s, "1", 0, INFINITY,
                   "seconds of work (approximate) for proving the best optimal at the "
                   "end of the run, for problems that have a bound; with one replica a "
                   "better solution that it finds is the result"),
    OPTION_CHOICE_AT(
        struct run_settings, distribution, "even", distributions,
        "islands on ranks: as many on each, or moved to faster ranks after "
        "epochs; the result is the same"),
    OPTION_FILE_AT(
        struct run_settings, start, "~",
        "result file of the same problem, whose solutions the first "
        "populations begin with (party: also text, the hero ids of a party a "
        "line); exact searches begin with its best"),
    OPTION_END};

const struct config_option migration_options[] = {
    OPTION_CHOICE_AT(struct migration_settings, policy, "similarity", policies,
                     "how individuals are exchanged after each epoch"),
    OPTION_CHOICE_AT(struct migration_settings, similarity, "fitness", similarities,
                     "policy similarity: what is compared"),
    OPTION_INT_AT(struct migration_settings, migrants, "2", 1, 1e6,
                  "policy ring: best individuals copied to the next island"),
    OPTION_INT_AT(struct migration_settings, group, "~", 1, 65536,
                  "islands of a group, by number: migration is within groups; default: "
                  "one group of all"),
    OPTION_INT_AT(struct migration_settings, between_every, "~", 1, 1e9,
                  "with groups: every n-th migration is between all islands; default: "
                  "none is"),
    OPTION_CHOICE_AT(
        struct migration_settings, mode, "~", modes,
        "policy ring: whether islands wait for each other; asynchronous: they do not, "
        "sub_generations are steps of an island between two exchanges, a row of the "
        "curves and an epoch is a period, and the result depends on the speed of the "
        "ranks; default: synchronous"),
    OPTION_REAL_AT(
        struct migration_settings, period_s, "~", 0.001, 1e6,
        "mode asynchronous: seconds after which all ranks meet; default: 60"),
    OPTION_BOOL_AT(
        struct migration_settings, at_start, "false",
        "a migration of the first population too, so that islands begin with "
        "similar individuals"),
    OPTION_END};

const struct config_option output_options[] = {
    OPTION_TEXT_AT(
        struct output_settings, file, "~",
        "HDF5 result file, from the folder of the config; default: the config's name "
        "with .h5, in the working directory; {seed}, {job} and {task} are filled in, "
        "the last two by SLURM's job and array"),
    OPTION_INT_AT(
        struct output_settings, solutions, "32", 1, 1e6,
        "best distinct solutions to keep; map_elites keeps the best of each cell"),
    OPTION_REAL_AT(struct output_settings, min_distance, "0", 0, 1,
                   "least distance between two kept solutions; not of "
                   "map_elites and of a Pareto front"),
    OPTION_BOOL_AT(struct output_settings, follow, "true",
                   "let other programs read the file during the run"),
    OPTION_INT_AT(
        struct output_settings, all_rows, "100000", 0, 1e15,
        "generations of which each has a row in the curves; of later ones every tenth, "
        "from ten times as many on every hundredth, and so on; 0: all have one; "
        "likewise "
        "migrations; a resumed run keeps to its first value"),
    OPTION_END};

const struct config_option checkpoint_options[] = {
    OPTION_REAL_AT(struct checkpoint_settings, every_s, "300", 0, INFINITY,
                   "seconds between two checkpoints; 0: after every epoch"),
    OPTION_REAL_AT(
        struct checkpoint_settings, better_s, "5", 0, INFINITY,
        "an improved best is saved at once, but not within this many seconds "
        "of the last checkpoint, and for at most a twentieth of the time"),
    OPTION_INT_AT(
        struct checkpoint_settings, split_above, "67108864", 0, 1e15,
        "bytes of all islands' states above which each rank writes its own beside the "
        "checkpoint, which rank 0 otherwise writes whole; 1e15: never; needs a "
        "directory that all ranks see, and one replica"),
    OPTION_END};

const struct settings_section settings_sections[] = {
    {"run", "how long, how many islands, which seed", run_options,
     sizeof(struct run_settings)},
    {"migration", "what islands exchange after each epoch", migration_options,
     sizeof(struct migration_settings)},
    {"output", "the result file", output_options, sizeof(struct output_settings)},
    {"checkpoint", "the file that an interrupted run resumes from", checkpoint_options,
     sizeof(struct checkpoint_settings)},
    {NULL, NULL, NULL, 0}};

static uint64_t count_or_zero(int64_t value)
{
    return value == OPTION_ABSENT ? 0 : (uint64_t)value;
}

struct stopping settings_stopping(const struct run_settings *settings, bool ends,
                                  bool maximise)
{
    double target = maximise ? -settings->target : settings->target;
    if (target == INFINITY)
        target = DBL_MAX; /* which infeasible individuals do not reach */
    return (struct stopping){.epochs = ends ? 0 : count_or_zero(settings->epochs),
                             .max_evaluations =
                                 count_or_zero(settings->max_evaluations),
                             .target_cost = isnan(target) ? -INFINITY : target};
}

/* Number of individuals above which keys are sorted by a sample sort instead of an
 * allgather, whose memory and time per rank grow with the total. Chosen by hand, not
 * measured; both give the same result. */
enum { SAMPLE_SORT_ABOVE = 100000 };

/* Long against steps of some seconds, after each of which a rank may be late, and short against
 * the patience of somebody who ends a run. Chosen by hand. */
static const double PERIOD_S = 60;

struct migration_plan settings_migration(const struct migration_settings *settings,
                                         const struct run_settings *run)
{
    bool asynchronous = settings->mode == MODE_ASYNCHRONOUS;
    double period_s = isnan(settings->period_s) ? PERIOD_S : settings->period_s;
    return (struct migration_plan){
        .period_s = asynchronous ? period_s : 0,
        .steps = (uint64_t)run->sub_generations,
        .policy = (enum migration_policy)settings->policy,
        .similarity = (enum migration_similarity)settings->similarity,
        .migrants = (size_t)settings->migrants,
        .sample_sort_above = SAMPLE_SORT_ABOVE,
        .group = count_or_zero(settings->group),
        .between_every = count_or_zero(settings->between_every)};
}
