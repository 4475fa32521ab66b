#include "party_core.h"

#include "party_exact.h"
#include "party_solver.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Share of the work that may go into the first proof. */
static const double FIRST_PROOF = 0.5;

static bool is_pinned(const struct party *party, size_t hero)
{
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] == (int32_t)hero)
            return true;
    return false;
}

core_rules core_all(const struct party *party)
{
    core_rules rules = core_rule(party->n_requirements) - 1;
    for (size_t p = 0; p < party->n_places; p++)
        if (party->fixed[p] >= 0)
            rules |= core_rule(CORE_FIXED);
    for (size_t h = 0; h < party->n_heroes && !(rules & core_rule(CORE_EXCLUDED)); h++)
        if (party->banned && party->banned[h] && !is_pinned(party, h))
            rules |= core_rule(CORE_EXCLUDED);
    int least = party->points[0];
    for (int m = 1; m <= party->max_match; m++)
        least = party->points[m] < least ? party->points[m] : least;
    if (party->synergy_min > (int)party->n_edges * least)
        rules |= core_rule(CORE_SYNERGY);
    return rules;
}

enum status core_variant(const struct party *party, core_rules rules,
                         struct arena *perm, struct party *variant, struct error *err)
{
    assert(rules < core_rule(CORE_RULES) && party->n_heroes >= 1);
    double *price = ARENA_NEW(perm, double, party->n_heroes + 1);
    uint8_t *banned = ARENA_NEW(perm, uint8_t, party->n_heroes + 1);
    *variant = *party;
    if (!price || !banned)
        return error_set(err, STATUS_MEMORY, "no memory for a variant");
    variant->price = price;
    variant->exact_price = (struct party_exact){0};
    variant->banned = banned;
    variant->n_requirements = 0;
    for (size_t i = 0; i < party->n_requirements; i++)
        if (rules & core_rule(i))
            variant->requirement[variant->n_requirements++] = party->requirement[i];
    if (!(rules & core_rule(CORE_SYNERGY))) {
        int least = party->points[0];
        for (int m = 1; m <= party->max_match; m++)
            least = party->points[m] < least ? party->points[m] : least;
        variant->synergy_min = (int)party->n_edges * least;
    }
    for (size_t h = 0; h < party->n_heroes; h++)
        banned[h] = (rules & core_rule(CORE_EXCLUDED)) && party->banned &&
                    party->banned[h] && !is_pinned(party, h);
    for (size_t p = 0; p < party->n_places; p++) {
        if (!(rules & core_rule(CORE_FIXED)))
            variant->fixed[p] = -1;
        else if (party->fixed[p] >= 0)
            banned[party->fixed[p]] = 1;
    }
    return STATUS_OK;
}

static enum core_answer search(const struct party *variant, struct arena *perm,
                               uint64_t *work)
{
    struct solver solver;
    struct walk walk;
    struct error err = {0};
    if (solver_init(&solver, variant, perm, &err))
        return CORE_OPEN;
    struct arena scratch = arena_scratch(perm, walk_scratch_bytes(&solver.reduced));
    if (!scratch.at)
        return CORE_OPEN;
    solver_walk(&solver, &walk);
    walk.feasibility = true;
    while (!walk.state.finished && !walk.interrupted && isinf(walk.best) &&
           walk.state.work < *work)
        walk_run(&walk, *work - walk.state.work, scratch);
    *work -= walk.state.work < *work ? walk.state.work : *work;
    assert(!isfinite(walk.best) || walk.best == 0); /* every hero is free */
    if (isfinite(walk.best))
        return CORE_FEASIBLE;
    return walk.state.finished ? CORE_INFEASIBLE : CORE_OPEN;
}

enum core_answer core_ask(const struct party *party, core_rules rules, uint64_t *work)
{
    struct arena arena;
    struct party variant;
    struct error err = {0};
    enum core_answer answer = CORE_OPEN;
    arena_init(&arena);
    if (core_variant(party, rules, &arena, &variant, &err) == STATUS_OK) {
        /* With every hero free, a bound above nothing is a proof. */
        answer = party_bound(&variant) > 0 ? CORE_INFEASIBLE
                                           : search(&variant, &arena, work);
    }
    arena_free(&arena);
    return answer;
}

/* Rules in the order in which they are left out: those that are hardest to picture
 * first, so that they stay only where they are needed. */
static size_t leaving_order(core_rules all, size_t *rule)
{
    static const size_t first[] = {CORE_SYNERGY, CORE_EXCLUDED, CORE_FIXED};
    size_t n = 0;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (all & core_rule(first[i]))
            rule[n++] = first[i];
    for (size_t i = PARTY_MAX_REQUIREMENTS; i-- > 0;)
        if (all & core_rule(i))
            rule[n++] = i;
    assert(n <= CORE_RULES && (size_t)__builtin_popcountll(all) == n);
    return n;
}

/* One rule that fails alone, the first of them; false when none is seen to. */
static bool find_single(const struct party *party, core_rules all, uint64_t work,
                        struct core *core)
{
    for (size_t i = 0; i < CORE_RULES; i++) {
        uint64_t left = work;
        if ((all & core_rule(i)) &&
            core_ask(party, core_rule(i), &left) == CORE_INFEASIBLE) {
            uint64_t rest = work;
            core->rules = core_rule(i);
            core->least = true;
            if (core_ask(party, 0, &rest) == CORE_INFEASIBLE)
                core->rules = 0;
            return true;
        }
    }
    return false;
}

bool core_find(const struct party *party, uint64_t work, struct core *core)
{
    core_rules all = core_all(party);
    size_t rule[CORE_RULES], n = leaving_order(all, rule);
    uint64_t first = (uint64_t)((double)work * FIRST_PROOF);
    if (find_single(party, all, work / (8 * CORE_RULES), core))
        return true;
    if (core_ask(party, all, &first) != CORE_INFEASIBLE)
        return false;
    uint64_t left = (uint64_t)((double)work * (1 - FIRST_PROOF));
    *core = (struct core){.rules = all, .least = true};
    for (size_t i = 0; i < n; i++) {
        uint64_t share = left / (n - i), used = share;
        core_rules fewer = core->rules & ~core_rule(rule[i]);
        enum core_answer answer = core_ask(party, fewer, &used);
        assert(used <= share);
        left -= share - used;
        if (answer == CORE_INFEASIBLE)
            core->rules = fewer;
        core->least = core->least && answer != CORE_OPEN;
    }
    return true;
}

void party_diagnose(void *self, double seconds, struct verdict *verdict)
{
    const struct party *party = self;
    struct core core;
    double work = seconds * WALK_A_SECOND;
    if (!(work >= 1) || !core_find(party, (uint64_t)fmin(work, 1e15), &core))
        return;
    assert(!(core.rules & ~core_all(party)));
    verdict->infeasible = true;
    core_describe(party, &core, verdict->reason, sizeof verdict->reason);
}
