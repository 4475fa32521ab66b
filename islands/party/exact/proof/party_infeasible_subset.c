#include "party_infeasible_subset.h"

#include "party_exact.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Share of the work for the proof that all rules together are infeasible; by hand. */
static const double FIRST_PROOF = 0.5;

/* Reasons that are named where cases of either/or differ in them; by hand. */
enum { MOST_REASONS = 3 };

/* Without prices, and if that says nothing and `by_sums`, by those as well: each with that work. */
static enum party_infeasible_answer ask(const struct party *party, party_rule_set rules,
                                        bool by_sums, uint64_t *work)
{
    uint64_t again = *work;
    enum party_infeasible_answer answer = party_infeasible_ask(party, rules, work);
    if (answer == PARTY_SUBSET_OPEN && by_sums)
        answer = party_infeasible_ask_by_sums(party, rules, &again);
    return answer;
}

/* The order of deletion: synergy, excluded and fixed heroes and rules for places first, so that they remain
 * only if they are needed; a designer understands the requirements more easily. */
static size_t leaving_order(party_rule_set all, size_t *rule)
{
    static const size_t first[] = {PARTY_RULE_SYNERGY, PARTY_RULE_EXCLUDED,
                                   PARTY_RULE_FIXED, PARTY_RULE_PLACES};
    size_t n = 0;
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (all & party_rule_bit(first[i]))
            rule[n++] = first[i];
    for (size_t i = PARTY_MAX_REQUIREMENTS; i-- > 0;)
        if (all & party_rule_bit(i))
            rule[n++] = i;
    assert(n <= PARTY_RULES && (size_t)__builtin_popcountll(all) == n);
    return n;
}

/* The first rule that is infeasible alone; false if none is proven to be. */
static bool find_single(const struct party *party, party_rule_set all, uint64_t work,
                        struct party_infeasible_subset *subset)
{
    for (size_t i = 0; i < PARTY_RULES; i++) {
        uint64_t left = work;
        if ((all & party_rule_bit(i)) &&
            party_infeasible_ask(party, party_rule_bit(i), &left) ==
                PARTY_SUBSET_INFEASIBLE) {
            uint64_t rest = work;
            subset->rules = party_rule_bit(i);
            subset->least = true;
            if (party_infeasible_ask(party, 0, &rest) == PARTY_SUBSET_INFEASIBLE)
                subset->rules = 0;
            return true;
        }
    }
    return false;
}

bool party_infeasible_find(const struct party *party, uint64_t work,
                           struct party_infeasible_subset *subset)
{
    party_rule_set all = party_infeasible_all(party);
    size_t rule[PARTY_RULES], n = leaving_order(all, rule);
    uint64_t first = (uint64_t)((double)work * FIRST_PROOF);
    /* An eighth of the work for single rules, by hand. */
    if (find_single(party, all, work / (8 * PARTY_RULES), subset))
        return true;
    uint64_t second = first / 2; /* by hand */
    bool by_sums = party_infeasible_ask(party, all, &first) != PARTY_SUBSET_INFEASIBLE;
    if (by_sums &&
        party_infeasible_ask_by_sums(party, all, &second) != PARTY_SUBSET_INFEASIBLE)
        return false;
    uint64_t left = (uint64_t)((double)work * (1 - FIRST_PROOF));
    *subset = (struct party_infeasible_subset){.rules = all, .least = true};
    for (size_t i = 0; i < n; i++) {
        uint64_t share = left / (n - i), used = share;
        party_rule_set fewer = subset->rules & ~party_rule_bit(rule[i]);
        enum party_infeasible_answer answer = ask(party, fewer, by_sums, &used);
        assert(used <= share);
        left -= share - used;
        if (answer == PARTY_SUBSET_INFEASIBLE)
            subset->rules = fewer;
        subset->least = subset->least && answer != PARTY_SUBSET_OPEN;
    }
    return true;
}

/* The cases in which all of these rules of one case hold. */
static uint64_t cases_with(const struct party *party, size_t of, party_rule_set rules)
{
    uint64_t cases = UINT64_MAX >> (PARTY_MAX_CASES - party->n_cases);
    for (size_t i = 0; i < party->n_either; i++)
        for (size_t k = 0; k < party->either[i].n; k++) {
            const struct party_alternative *alternative =
                &party->alternative[party->either[i].first + k];
            if (rules & party_rule_bit(party_given(party) + i) &&
                alternative->cases >> of & 1)
                cases &= alternative->cases;
        }
    return cases;
}

/* Adds the reason of a case to those before, up to some. */
static void add_reason(const struct party *party,
                       const struct party_infeasible_subset *subset, size_t n,
                       struct verdict *verdict)
{
    char *text = verdict->reason;
    size_t used = strlen(text), bytes = sizeof verdict->reason;
    if (n == 0)
        used += (size_t)snprintf(text, bytes, "no choice of any holds: (1) ");
    else if (n < MOST_REASONS)
        used += (size_t)snprintf(text + used, bytes - used, "; (%zu) ", n + 1);
    else if (n == MOST_REASONS)
        snprintf(text + used, bytes - used, "; and others");
    if (n < MOST_REASONS && used < bytes)
        party_diagnose_describe(party, subset, text + used, bytes - used);
}

/* One reason after another, each for the first case that those before do not refute. */
static void diagnose_cases(const struct party *party, uint64_t work,
                           struct verdict *verdict)
{
    uint64_t left = UINT64_MAX >> (PARTY_MAX_CASES - party->n_cases);
    struct verdict found = {.infeasible = true};
    struct party_infeasible_subset subset = {0};
    uint64_t each = work / party->n_cases;
    for (size_t n = 0; left; n++) {
        size_t i = (size_t)__builtin_ctzll(left);
        const struct party *one = &party->cases[i];
        if (!party_infeasible_find(one, each, &subset))
            return;
        uint64_t refuted = cases_with(party, i, subset.rules);
        assert(refuted >> i & 1);
        left &= ~refuted;
        add_reason(one, &subset, n, &found);
        if (n == 0 && !left) /* one reason for all cases */
            party_diagnose_describe(one, &subset, found.reason, sizeof found.reason);
    }
    *verdict = found;
}

void party_diagnose(void *self, double seconds, struct verdict *verdict)
{
    const struct party *party = self;
    struct party_infeasible_subset subset;
    double work = fmin(seconds * PARTY_BNB_WORK_A_SECOND, 1e15);
    if (!(work >= 1))
        return;
    if (party->n_either) {
        diagnose_cases(party, (uint64_t)work, verdict);
        return;
    }
    if (!party_infeasible_find(party, (uint64_t)work, &subset))
        return;
    assert(!(subset.rules & ~party_infeasible_all(party)));
    verdict->infeasible = true;
    party_diagnose_describe(party, &subset, verdict->reason, sizeof verdict->reason);
}
