#include "layout.h"

#define CURVE                                                                          \
    3,                                                                                 \
    {                                                                                  \
        BY_REPLICA, BY_GENERATION, BY_ISLAND                                           \
    }
#define EXCHANGE                                                                       \
    3,                                                                                 \
    {                                                                                  \
        BY_REPLICA, BY_EPOCH, BY_ISLAND                                                \
    }
#define SOLUTION                                                                       \
    1,                                                                                 \
    {                                                                                  \
        BY_SOLUTION                                                                    \
    }
#define REPLICA                                                                        \
    1,                                                                                 \
    {                                                                                  \
        BY_REPLICA                                                                     \
    }

#define RULE                                                                           \
    1,                                                                                 \
    {                                                                                  \
        BY_RULE                                                                        \
    }

#define IMPROVEMENT                                                                    \
    1,                                                                                 \
    {                                                                                  \
        BY_IMPROVEMENT                                                                 \
    }

#define START                                                                          \
    1,                                                                                 \
    {                                                                                  \
        BY_START                                                                       \
    }

const struct layout_entry layout_entries[LAYOUT_COLUMNS] = {
    [CURVE_BEST] = {IN_CURVES, "best", REAL, NULL,
                    "best fitness of the population; inf or -inf while infeasible",
                    CURVE},
    [CURVE_MEAN] = {IN_CURVES, "mean", REAL, NULL, "mean fitness of the population",
                    CURVE},
    [CURVE_WORST] = {IN_CURVES, "worst", REAL, NULL, "worst fitness of the population",
                     CURVE},
    [CURVE_DIVERSITY] = {IN_CURVES, "diversity", REAL, "1",
                         "diversity of the population, as the algorithm defines it",
                         CURVE},
    [CURVE_DIVERSITY_ALL] =
        {IN_CURVES,
         "diversity_all",
         REAL,
         "1",
         "diversity of fitness over all islands: deviation / |mean| "
         "/ sqrt(individuals - 1)",
         2,
         {BY_REPLICA, BY_GENERATION}},
    [CURVE_EVALUATIONS] = {IN_CURVES, "evaluations", WHOLE, "1",
                           "cumulative evaluations of the island", CURVE},
    [CURVE_ELAPSED] = {IN_CURVES,
                       "elapsed",
                       REAL,
                       "s",
                       "run time of the replica, without interruptions",
                       2,
                       {BY_REPLICA, BY_GENERATION}},
    [MIGRATION_MOVED] = {IN_MIGRATION, "moved", WHOLE, "1",
                         "genomes received from other islands", EXCHANGE},
    [MIGRATION_BYTES] = {IN_MIGRATION, "bytes", WHOLE, "byte", "bytes of these genomes",
                         EXCHANGE},
    [MIGRATION_SECONDS] = {IN_MIGRATION, "seconds", REAL, "s",
                           "time of the island's rank in the exchange", EXCHANGE},
    [MIGRATION_LOW] = {IN_MIGRATION, "low", REAL, NULL,
                       "least fitness of the island after the migration", EXCHANGE},
    [MIGRATION_HIGH] = {IN_MIGRATION, "high", REAL, NULL,
                        "greatest fitness of the island after the migration", EXCHANGE},
    [SOLUTION_FITNESS] = {IN_SOLUTIONS, "fitness", REAL, NULL,
                          "fitness, best first; NaN while a row is rewritten",
                          SOLUTION},
    [SOLUTION_GENOME] = {IN_SOLUTIONS,
                         "genome",
                         GENE,
                         NULL,
                         "genes, in the user's own numbers",
                         2,
                         {BY_SOLUTION, BY_GENE}},
    [SOLUTION_ISLAND] = {IN_SOLUTIONS, "island", WHOLE, "1",
                         "island that found the solution; -1: after the search",
                         SOLUTION},
    [SOLUTION_GENERATION] = {IN_SOLUTIONS, "generation", WHOLE, "1",
                             "generation that found the solution", SOLUTION},
    [SOLUTION_REPLICA] = {IN_SOLUTIONS, "replica", WHOLE, "1",
                          "replica that found the solution", SOLUTION},
    [SOLUTION_OBJECTIVES] = {IN_SOLUTIONS,
                             "objectives",
                             REAL,
                             NULL,
                             "fitness in each objective",
                             2,
                             {BY_SOLUTION, BY_OBJECTIVE}},
    [SOLUTION_BOUND] = {IN_SOLUTIONS,
                        "bound",
                        REAL,
                        NULL,
                        "proven bound; NaN: none",
                        2,
                        {BY_SOLUTION, BY_OBJECTIVE}},
    [SOLUTION_TEXT] = {IN_SOLUTIONS, "text", TEXT, "1", "description of the solution",
                       SOLUTION},
    [SOLUTION_DESCRIPTORS] = {IN_SOLUTIONS,
                              "descriptors",
                              REAL,
                              NULL,
                              "descriptors of the solution",
                              2,
                              {BY_SOLUTION, BY_DESCRIPTOR}},
    [SOLUTION_CELL] = {IN_SOLUTIONS,
                       "cell",
                       WHOLE,
                       "1",
                       "bin along each axis of the grid, from 0; one solution a cell",
                       2,
                       {BY_SOLUTION, BY_AXIS}},
    [OBJECTIVE_UNIT] = {IN_SOLUTIONS,
                        "objective_unit",
                        WORD,
                        "1",
                        "unit of each objective",
                        1,
                        {BY_OBJECTIVE}},
    [OBJECTIVE_GOAL] = {IN_SOLUTIONS,
                        "objective_goal",
                        WORD,
                        "1",
                        "minimise or maximise",
                        1,
                        {BY_OBJECTIVE}},
    [DESCRIPTOR_UNIT] = {IN_SOLUTIONS,
                         "descriptor_unit",
                         WORD,
                         "1",
                         "unit of each descriptor",
                         1,
                         {BY_DESCRIPTOR}},
    [DESCRIPTOR_LOW] = {IN_SOLUTIONS,
                        "descriptor_low",
                        REAL,
                        NULL,
                        "lower end of the first bin of a grid",
                        1,
                        {BY_DESCRIPTOR}},
    [DESCRIPTOR_HIGH] = {IN_SOLUTIONS,
                         "descriptor_high",
                         REAL,
                         NULL,
                         "upper end of the last bin of a grid",
                         1,
                         {BY_DESCRIPTOR}},
    [AXIS_BINS] = {IN_SOLUTIONS,
                   "axis_bins",
                   WHOLE,
                   "1",
                   "equal bins along each axis of the grid",
                   1,
                   {BY_AXIS}},
    [REPLICA_BEST] = {IN_REPLICAS, "best", REAL, NULL, "best fitness found", REPLICA},
    [REPLICA_BOUND] = {IN_REPLICAS, "bound", REAL, NULL, "proven bound; NaN: none",
                       REPLICA},
    [REPLICA_GENERATIONS] = {IN_REPLICAS, "generations", WHOLE, "1", "generations done",
                             REPLICA},
    [REPLICA_EVALUATIONS] = {IN_REPLICAS, "evaluations", WHOLE, "1",
                             "evaluations of all islands", REPLICA},
    [REPLICA_ELAPSED] = {IN_REPLICAS, "elapsed", REAL, "s",
                         "run time of the replica, without interruptions", REPLICA},
    [REPLICA_DONE] = {IN_REPLICAS, "done", FLAG, "1", "1 if it ran to its end",
                      REPLICA},
    [REPLICA_OPTIMAL] = {IN_REPLICAS, "optimal", FLAG, "1",
                         "1 if its best is proven optimal", REPLICA},
    [REPLICA_INFEASIBLE] = {IN_REPLICAS, "infeasible", FLAG, "1",
                            "1 if it is proven infeasible", REPLICA},
    [REPLICA_REASON] = {IN_REPLICAS, "reason", REASON, "1",
                        "reason why it is infeasible", REPLICA},
    [NEAREST_GENOME] = {IN_NEAREST,
                        "genome",
                        GENE,
                        NULL,
                        "genes of the assignment of least violation",
                        2,
                        {BY_NEAREST, BY_GENE}},
    [NEAREST_TEXT] = {IN_NEAREST,
                      "text",
                      TEXT,
                      "1",
                      "description of the assignment of least violation",
                      1,
                      {BY_NEAREST}},
    [NEAREST_VIOLATION] =
        {IN_NEAREST,
         "sum",
         REAL,
         "1",
         "sum of the violations of all rules",
         1,
         {BY_NEAREST}},
    [RULE_TEXT] = {IN_NEAREST, "broken", REASON, "1", "violated rule", RULE},
    [RULE_LEAST] = {IN_NEAREST, "least", REAL, "1",
                    "lower limit of the rule; -inf: none", RULE},
    [RULE_MOST] = {IN_NEAREST, "most", REAL, "1", "upper limit of the rule; inf: none",
                   RULE},
    [RULE_HAS] = {IN_NEAREST, "has", REAL, "1", "value of the assignment", RULE},
    [RULE_VIOLATION] = {IN_NEAREST, "violation", REAL, "1",
                        "degree of violation, as the problem defines it", RULE},
    [START_COMMAND] = {IN_STARTS, "command", WORD, "1", "command line, as typed",
                       START},
    [START_STARTED] = {IN_STARTS, "started", WORD, "1", "when it began, UTC", START},
    [START_ENDED] = {IN_STARTS, "ended", NOTE, "1",
                     "when it ended, UTC; empty while it runs or after a kill", START},
    [START_ELAPSED] = {IN_STARTS, "elapsed", REAL, "s",
                       "run time of this start, to its end or last checkpoint", START},
    [START_CPU_TIME] = {IN_STARTS, "cpu_time", REAL, "s",
                        "CPU time of all ranks, to the end or last checkpoint", START},
    [START_RANKS] = {IN_STARTS, "ranks", WHOLE, "1", "ranks", START},
    [START_HOSTS] = {IN_STARTS, "hosts", WORD, "1",
                     "names of the hosts, separated by spaces", START},
    [START_CPU] = {IN_STARTS, "cpu", WORD, "1", "processor of rank 0", START},
    [START_BUILD] = {IN_STARTS, "build", WORD, "1", "version and commit of skerry",
                     START},
    [START_JOB] = {IN_STARTS, "slurm_job_id", WORD, "1",
                   "batch job, empty outside of one", START},
    [START_STATUS] = {IN_STARTS, "status", NOTE, "1",
                      "running, killed, finished, stopped or failed", START},
    [START_WHY] = {IN_STARTS, "why", REASON, "1", "reason of the end", START},
    [IMPROVEMENT_REPLICA] = {IN_IMPROVEMENTS, "replica", WHOLE, "1",
                             "replica whose best got better", IMPROVEMENT},
    [IMPROVEMENT_ISLAND] = {IN_IMPROVEMENTS, "island", WHOLE, "1",
                            "island that found it; -1: after the search", IMPROVEMENT},
    [IMPROVEMENT_GENERATION] = {IN_IMPROVEMENTS, "generation", WHOLE, "1",
                                "generation that found it", IMPROVEMENT},
    [IMPROVEMENT_EVALUATIONS] = {IN_IMPROVEMENTS, "evaluations", WHOLE, "1",
                                 "evaluations of the replica until then", IMPROVEMENT},
    [IMPROVEMENT_BEST] = {IN_IMPROVEMENTS, "best", REAL, NULL,
                          "best fitness of the replica from then on", IMPROVEMENT},
    [IMPROVEMENT_ELAPSED] = {IN_IMPROVEMENTS, "elapsed", REAL, "s",
                             "run time of the replica, without interruptions",
                             IMPROVEMENT},
    [IMPROVEMENT_CPU] = {IN_IMPROVEMENTS, "cpu", REAL, "s",
                         "CPU time of the island's rank since the replica began or "
                         "was resumed",
                         IMPROVEMENT},
};

const char *const layout_group_names[LAYOUT_GROUPS] = {
    "curves",  "migration", "solutions",   "replicas",
    "nearest", "starts",    "improvements"};
const char *const layout_dim_names[LAYOUT_DIMS] = {
    "replica",    "generation", "epoch",   "island", "solution", "objective",  "gene",
    "descriptor", "axis",       "nearest", "rule",   "start",    "improvement"};

bool layout_uses(enum layout_group group, enum layout_dim dim)
{
    for (int c = 0; c < LAYOUT_COLUMNS; c++)
        for (int d = 0; d < layout_entries[c].dims; d++)
            if (layout_entries[c].group == group && layout_entries[c].dim[d] == dim)
                return true;
    return false;
}

bool layout_group_is_optional(enum layout_group group)
{
    return group == IN_NEAREST || group == IN_STARTS || group == IN_IMPROVEMENTS;
}

bool layout_is_optional(enum layout_column column)
{
    const struct layout_entry *entry = &layout_entries[column];
    if (layout_group_is_optional(entry->group) || column == CURVE_DIVERSITY_ALL)
        return true;
    for (int d = 0; d < entry->dims; d++)
        if (entry->dim[d] == BY_DESCRIPTOR || entry->dim[d] == BY_AXIS)
            return true;
    return false;
}
