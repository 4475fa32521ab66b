/* Party: random challenges over the whole config language, against looking at every
 * party in exact arithmetic.
 *
 * A number is the shortest decimal that reads as the same double, as islands/party says
 * too: what is written, where that has up to 15 digits. Sums and means of these are
 * compared exactly; so is the share of points. An objective is right when it differs from
 * the exact one by no more than the rounding of a sum of doubles. */
#include "fuzz_party.h"
#include "fuzz_party_lists.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct challenge *const c = &fuzz_challenge;

double fuzz_party_read_as(wide cost)
{
    double value = (double)cost / (double)fuzz_power(c->cost.scale);
    if (c->by_points)
        return (double)cost / (double)c->most_points;
    return c->averaged ? value / c->places : value;
}

/* What is said of a fitness, as a cost. */
static double told(double fitness)
{
    return c->maximised ? -fitness : fitness;
}

double fuzz_party_rounding(void)
{
    wide most = 0;
    for (int h = 0; h < c->heroes + c->crowd && !c->by_points; h++) {
        wide value = c->cost.value[h] < 0 ? -c->cost.value[h] : c->cost.value[h];
        most = value > most ? value : most;
    }
    return c->places * c->places * 0x1p-52 * fabs(fuzz_party_read_as(most));
}

bool fuzz_party_is_coarse(wide best)
{
    return *c->goal &&
           8 * fuzz_party_rounding() > 1e-12 * fabs(fuzz_party_read_as(best));
}

double fuzz_party_tolerance(wide best)
{
    double own = 1e-11 * fabs(fuzz_party_read_as(best));
    return *c->goal ? fmin(own, fuzz_party_rounding()) : fuzz_party_rounding();
}

bool fuzz_party_take(const double *id, int *hero, wide *cost)
{
    for (int p = 0; p < c->places; p++) {
        for (hero[p] = 0; hero[p] < c->heroes + c->crowd; hero[p]++)
            if ((double)c->id[hero[p]] == id[p])
                break;
        if (hero[p] == c->heroes + c->crowd || c->excluded[hero[p]] ||
            (c->fixed[p] >= 0 && hero[p] != c->fixed[p]))
            return false;
        for (int q = 0; q < p; q++)
            if (hero[q] == hero[p])
                return false;
    }
    *cost = fuzz_party_cost(hero);
    return true;
}

static void judge_feasible(struct fuzz *f, const struct fuzz_answer *answer,
                           bool feasible, wide best)
{
    int hero[MOST_PLACES];
    wide cost;
    if ((int)answer->n_genes != c->places ||
        !fuzz_party_take(answer->genes, hero, &cost) ||
        !fuzz_party_holds(hero, ALL_RULES | ONE_OF_ANY))
        fuzz_wrong(f, "the party breaks a rule");
    else if (!feasible)
        fuzz_wrong(f, "a party where the enumerator finds none");
    else if (fabs(told(answer->best) - fuzz_party_read_as(cost)) >
             fuzz_party_rounding())
        fuzz_wrong(f, "%.17g is %.17g", told(answer->best), fuzz_party_read_as(cost));
    else if (answer->optimal && cost > best &&
             fuzz_party_read_as(cost) - fuzz_party_read_as(best) >
                 fuzz_party_tolerance(best))
        fuzz_wrong(f, "optimal %.17g, the optimum is %.17g", fuzz_party_read_as(cost),
                   fuzz_party_read_as(best));
}

/* The rules that a reason names, the alternatives of either/or among them: each text ends where
 * the next one begins. */
static uint32_t rules_named(const char *reason)
{
    char text[600], *end;
    uint32_t named = 0;
    snprintf(text, sizeof text, "%s", reason);
    end = strstr(text, " cannot hold");
    if (!end)
        return ALL_RULES;
    *end = '\0';
    for (char *at = text; at; at = end) {
        end = strstr(at, "; ");
        if (end)
            *end = '\0', end += 2;
        if (!strncmp(at, "and ", 4))
            at += 4;
        uint32_t bit = 0;
        for (int i = c->n_rules; i-- > 0;)
            if (!strcmp(c->rule[i].text, at))
                bit = 1U << i;
        if (!strncmp(at, "synergy >= ", 11))
            bit = 1U << SYNERGY;
        if (!strcmp(at, "fixed heroes"))
            bit = 1U << FIXED;
        if (!strcmp(at, "excluded heroes"))
            bit = 1U << EXCLUDED;
        if (!strcmp(at, "rules for places"))
            bit = 1U << PLACES;
        if (!bit)
            return 0;
        named |= bit;
    }
    return named;
}

static void judge_one_reason(struct fuzz *f, const char *reason)
{
    uint32_t named = rules_named(reason);
    if (!named) {
        fuzz_wrong(f, "a rule that is none: %s", reason);
        return;
    }
    if (named == ALL_RULES)
        return;
    fuzz_party_enumerate(named, true);
    if (fuzz_truth.feasible)
        fuzz_wrong(f, "these can hold: %s", reason);
    for (int i = 0; i < RULE_BITS && !strstr(reason, "may suffice"); i++) {
        if (!(named >> i & 1))
            continue;
        fuzz_party_enumerate(named & ~(1U << i), true);
        if (!fuzz_truth.feasible && fuzz_truth.looked <= MOST_STEPS)
            fuzz_wrong(f, "one rule too many: %s", reason);
    }
}

/* One reason, or one for each choice of either/or: "...: (1) ...; (2) ...; and others". The last
 * of several may be cut short. */
static void judge_reason(struct fuzz *f, const struct fuzz_answer *answer)
{
    static const char several[] = "no choice of any holds: (1) ";
    char text[600], next[20], *at = text;
    bool is_cut = strlen(answer->reason) >= 500;
    snprintf(text, sizeof text, "%s", answer->reason);
    if (strncmp(text, several, strlen(several)) != 0) {
        judge_one_reason(f, text);
        return;
    }
    if (c->n_any == 0)
        fuzz_wrong(f, "there is no any: %s", text);
    at += strlen(several);
    for (int n = 2; at; n++) {
        snprintf(next, sizeof next, "; (%d) ", n);
        char *end = strstr(at, next), *others = strstr(at, "; and others");
        if (end)
            *end = '\0', end += strlen(next);
        else if (others)
            *others = '\0';
        if (end || !is_cut)
            judge_one_reason(f, at);
        at = end;
    }
}

static bool is_named(const struct fuzz_answer *answer, const char *rule, bool whole)
{
    for (size_t i = 0; i < answer->n_broken; i++)
        if (whole ? !strcmp(answer->broken[i], rule)
                  : !strncmp(answer->broken[i], rule, strlen(rule)))
            return true;
    return false;
}

/* An either/or is named by an alternative, then the others. */
static bool is_any_named(const struct fuzz_answer *answer, int any)
{
    for (int i = 0; i < c->n_rules; i++)
        if (c->rule[i].any == any && is_named(answer, c->rule[i].text, false))
            return true;
    return false;
}

/* The nearest party is one, and breaks the rules that it is said to break. */
static void judge_nearest(struct fuzz *f, const struct fuzz_answer *answer)
{
    int hero[MOST_PLACES];
    size_t broken = 0;
    wide cost;
    if (!answer->nearest && answer->interrupted)
        return;
    if (!answer->nearest) {
        fuzz_party_enumerate(1U << FIXED | 1U << EXCLUDED, true);
        if (fuzz_truth.feasible)
            fuzz_wrong(f, "no nearest party is reported");
        return;
    }
    if (!fuzz_party_take(answer->near_genes, hero, &cost))
        fuzz_wrong(f, "the nearest party is none");
    else {
        for (int i = 0; i < c->n_rules; i++)
            if (!c->rule[i].any && !fuzz_party_holds(hero, 1U << i)) {
                broken++;
                if (!is_named(answer, c->rule[i].text, true))
                    fuzz_wrong(f, "nearest: not named: %s", c->rule[i].text);
            }
        for (int any = 1; any <= c->n_any; any++)
            if (!fuzz_party_any_holds(any, hero)) {
                broken++;
                if (!is_any_named(answer, any))
                    fuzz_wrong(f, "nearest: any %d is not named", any);
            }
        for (int i = 0; i < c->n_place_rules; i++)
            if (!fuzz_party_place_holds(&c->place_rule[i], hero)) {
                broken++;
                if (!is_named(answer, c->place_rule[i].text, true))
                    fuzz_wrong(f, "nearest: not named: %s", c->place_rule[i].text);
            }
        if (!fuzz_party_holds(hero, 1U << SYNERGY)) {
            broken++;
            if (!is_named(answer, "synergy >= ", false))
                fuzz_wrong(f, "nearest: synergy is not named");
        }
        if (broken != answer->n_broken)
            fuzz_wrong(f, "nearest: %zu rules are broken, not %zu", broken,
                       answer->n_broken);
    }
}

static void judge_bound(struct fuzz *f, const struct fuzz_answer *answer, wide best)
{
    if (answer->bounded &&
        told(answer->bound) > fuzz_party_read_as(best) + fuzz_party_tolerance(best))
        fuzz_wrong(f, "bound %.17g, the optimum is %.17g", told(answer->bound),
                   fuzz_party_read_as(best));
}

static void judge(struct fuzz *f, const struct fuzz_answer *answer, bool feasible,
                  wide best, bool proves)
{
    f->limited = f->limited || c->crowd; /* which may take long */
    if (answer->refused || answer->failed)
        fuzz_wrong(f, "refused: %s", answer->error);
    if (answer->unverified[0])
        fuzz_wrong(f, "unverified: %s", answer->unverified);
    if (answer->feasible)
        judge_feasible(f, answer, feasible, best);
    if (answer->infeasible && feasible)
        fuzz_wrong(f, "infeasible, the optimum is %.17g: %s", fuzz_party_read_as(best),
                   answer->reason);
    else if (answer->infeasible)
        judge_reason(f, answer);
    if (!answer->feasible && !answer->refused && !answer->failed)
        judge_nearest(f, answer);
    if (feasible)
        judge_bound(f, answer, best);
    if (!feasible && !answer->infeasible)
        fuzz_open(f, "infeasible, but not proven");
    if (feasible && answer->feasible && !answer->optimal &&
        !fuzz_party_is_coarse(best) &&
        (proves ||
         told(answer->bound) < fuzz_party_read_as(best) - fuzz_party_rounding()))
        fuzz_open(f, "%.17g is not proven: bound %.17g, the optimum is %.17g",
                  told(answer->best), told(answer->bound), fuzz_party_read_as(best));
    if (feasible && !answer->feasible && proves)
        fuzz_open(f, "nothing found, the optimum is %.17g", fuzz_party_read_as(best));
}

static void judge_by_sums(struct fuzz *f, bool feasible)
{
    enum fuzz_party_answer said = fuzz_party_by_sums(f);
    if (said == (feasible ? FUZZ_PARTY_NONE : FUZZ_PARTY_SOME))
        fuzz_wrong(f, "by sums: %s", feasible ? "infeasible" : "feasible");
}

/* Three cases of 16: one of each kind of challenge. */
static bool may_have_crowd(const struct fuzz *f)
{
    const uint64_t kind = f->number % 16;
    return kind == 1 || kind == 5 || kind == 7;
}

static void run(struct fuzz *f)
{
    static const char *const algorithm[] = {"algorithm=map_elites", "algorithm=random",
                                            "algorithm=aiea", "algorithm=moea",
                                            "algorithm=moea"};
    fuzz_party_make(f);
    fuzz_party_write(f);
    fuzz_party_enumerate(ALL_RULES | ONE_OF_ANY, false);
    bool feasible = fuzz_truth.feasible;
    wide best = fuzz_truth.cost;
    if (feasible && may_have_crowd(f))
        fuzz_party_add_crowd(f, best);
    if (c->crowd)
        fuzz_party_write(f);
    const char *const exact[] = {
        FUZZ_TEXT(f, "algorithm=exact", "algorithm=portfolio"),
        fuzz_chance(f, 0.3) ? "run.islands=3" : "run.islands=1",
        fuzz_chance(f, 0.3) ? "exact.work=1000" : "exact.effort=0",
        c->related
            ? FUZZ_TEXT(f, "exact.patterns_after=0", "exact.patterns_after=20")
            : FUZZ_TEXT(f, "exact.patterns_after=0", "exact.patterns_after=300000"),
        c->related ? "exact.individuals=1" : "exact.individuals=4",
        FUZZ_TEXT(f, "exact.counts_from=25", "exact.counts_from=1"),
        FUZZ_TEXT(f, "exact.few_heroes=0", "exact.few_heroes=12",
                  "exact.few_heroes=1500"),
        FUZZ_TEXT(f, "exact.round_work=1", "exact.round_work=4000000"),
        FUZZ_TEXT(f, "exact.placings=1", "exact.placings=30", "exact.placings=20000"),
        c->crowd ? "run.max_evaluations=2000000" : "run.max_evaluations=20000000",
        NULL};
    judge(f, fuzz_run(f, "case.yaml", exact), feasible, best, true);
    /* The bound that the search begins with. */
    const char *const first[] = {"algorithm=exact",
                                 "exact.effort=0",
                                 "exact.individuals=1",
                                 "exact.work=1000",
                                 "exact.counts_from=1",
                                 "run.max_evaluations=1",
                                 NULL};
    if (feasible)
        judge_bound(f, fuzz_run(f, "case.yaml", first), best);
    const char *const ga[] = {
        "algorithm=ga",
        "run.epochs=1",
        "run.sub_generations=2",
        FUZZ_TEXT(f, "ga.population=1", "ga.population=2", "ga.population=4"),
        FUZZ_TEXT(f, "ga.offspring=1", "ga.offspring=2", "ga.offspring=4"),
        FUZZ_TEXT(f, "ga.refresh_policy=population", "ga.refresh_policy=offspring"),
        FUZZ_TEXT(f, "ga.mutation_growth=1", "ga.mutation_growth=3"),
        FUZZ_TEXT(f, "migration.at_start=false", "migration.at_start=true"),
        FUZZ_TEXT(f, "party.refill=false", "party.refill=true"),
        FUZZ_TEXT(f, "party.completions=10", "party.completions=1"),
        FUZZ_TEXT(f, "party.attempts=0", "party.attempts=1"),
        "ga.effort=0.02",
        "run.proof_s=100",
        NULL};
    judge(f, fuzz_run(f, "case.yaml", ga), feasible, best, false);
    if (!c->crowd && fuzz_chance(f, 0.5))
        judge_by_sums(f, feasible);
    if (!c->related && !c->crowd && fuzz_chance(f, 0.3))
        fuzz_party_judge_lists(f);
    if (!fuzz_chance(f, 0.2) || c->related || c->crowd)
        return; /* samples of an infeasible one would take seconds */
    const char *const other[] = {
        algorithm[fuzz_below(f, 5)],
        "run.epochs=1",
        "run.sub_generations=1",
        FUZZ_TEXT(f, "moea.archive=best", "moea.archive=front"),
        FUZZ_TEXT(f, "moea.local_search=0", "moea.local_search=0.1"),
        FUZZ_TEXT(f, "output.solutions=1", "output.solutions=2", "output.solutions=32"),
        NULL};
    judge(f, fuzz_run(f, "case.yaml", other), feasible, best, false);
}

extern const struct fuzz_problem fuzz_party;
const struct fuzz_problem fuzz_party = {"party", run};
