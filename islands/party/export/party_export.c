#include "party_export.h"

#include "party_export_edges.h"
#include "party_export_groups.h"
#include "party_export_requirements.h"

#include <math.h>

static size_t heroes_with_mode(const struct party_exporter *x, size_t i)
{
    size_t n = 0;
    for (size_t k = 0; k < PARTY_EXPORT_CASE_CATEGORIES; k++)
        n += k >> i & 1 ? x->one->count[k] : 0;
    return n;
}

/* Counts by category; no value of a heavy trait is more frequent than the mode; the
 * price is at most the start's. */
static void write_case(struct party_exporter *x)
{
    const struct party *party = x->party;
    const struct party_export_cases *cases = x->cases;
    for (size_t k = 0; k < (size_t)1 << cases->n_heavy; k++) {
        mip_row(x->mip, x->one->count[k], x->one->count[k], "case_category%zu", k);
        for (size_t i = 0; i < x->one->n_kept; i++)
            if (party_export_cases_category(party, cases, x->one, x->one->kept[i]) == k)
                mip_term(x->mip, x->hero[x->one->kept[i]], 1);
    }
    for (size_t i = 0; i < cases->n_heavy; i++) {
        const struct party_trait *trait = &party->trait[cases->heavy[i]];
        for (size_t v = 0; v < trait->n_values; v++) {
            if (party_exporter_n_with(x, cases->heavy[i], v) <= heroes_with_mode(x, i))
                continue;
            mip_row(x->mip, -INFINITY, (double)heroes_with_mode(x, i),
                    "case_most_%zu_%zu_%s", i, v, trait->name);
            party_exporter_add_value(x, cases->heavy[i], v, 1);
        }
    }
    mip_row(x->mip, -INFINITY, cases->price * (1 + 1e-9), "price");
    for (size_t i = 0; i < x->one->n_kept; i++)
        mip_term(x->mip, x->hero[x->one->kept[i]], party->price[x->one->kept[i]]);
}

/* Upper bounds on the edges whose ends share a heavy trait, and on those that share its
 * mode: party_export_cases.h. */
static void write_sharing(const struct party_exporter *x,
                          const struct party_export_places *places,
                          const struct party_export_edges *edges, size_t i)
{
    const struct party_export_cases *cases = x->cases;
    size_t a = heroes_with_mode(x, i), w = 0, before = 0;
    while (places->weighted[w] != cases->heavy[i])
        w++;
    for (size_t v = 0; v < x->one->mode[i]; v++)
        before += places->seen[w][v];
    mip_row(x->mip, -INFINITY, cases->most_sharing[a], "case_sharing%zu", i);
    for (size_t e = 0; e < x->party->n_edges; e++)
        for (size_t j = edges->both_first[e][w]; j < edges->both_last[e][w]; j++)
            mip_term(x->mip, j, 1);
    if (!places->seen[w][x->one->mode[i]])
        return;
    mip_row(x->mip, -INFINITY, cases->most_within[a], "case_within%zu", i);
    for (size_t e = 0; e < x->party->n_edges; e++)
        mip_term(x->mip, edges->both_first[e][w] + before, 1);
}

static void write_comments(struct party_exporter *x)
{
    const struct party *party = x->party;
    struct mip *mip = x->mip;
    size_t n = 0;
    for (size_t h = 0; h < party->n_heroes; h++)
        n += party_exporter_keeps(x, h);
    mip_comment(mip,
                "party: %zu of %zu heroes, %zu places, %zu edges, at least %d of "
                "%d points",
                n, party->n_heroes, party->n_places, party->n_edges, party->synergy_min,
                party->most_points);
    mip_comment(mip, "minimise the price of the heroes chosen; cost holds prices");
    mip_comment(mip, "hero_ID: 1 where the hero is chosen");
    mip_comment(mip,
                "placeP_T_N_TRAIT_VALUE: 1 where the hero in place P has this value");
    mip_comment(mip, "atP_C: 1 where a hero of class C (alike in all weighted traits) "
                     "is in place P");
    mip_comment(mip, "edgeE_T_N_TRAIT: 1 where both ends of edge E have value N");
    mip_comment(mip, "edgeE_matchM[_setS]: 1 where the match of edge E is M (traits S, "
                     "bit by bit)");
    mip_comment(mip, "hasI_N_VALUE, peakI_N_VALUE: requirement I; the party has the "
                     "value, or it is the one shared");
    if (x->start)
        mip_comment(mip, "the start has price %.17g", party_price(party, x->start));
}

/* False without memory. */
static bool write_synergy(struct party_exporter *x)
{
    struct party_export_places places;
    struct party_export_edges edges;
    if (x->party->synergy_min <= 0)
        return true; /* points are not negative */
    if (!party_export_places(x, &places) || !party_export_edges(x, &places, &edges))
        return false;
    for (size_t i = 0; x->one && i < x->cases->n_heavy; i++)
        write_sharing(x, &places, &edges, i);
    return true;
}

static enum status write_all(struct party_exporter *x, struct error *err)
{
    bool done = party_exporter_prepare(x);
    if (done) {
        x->mip->full_start = x->start != NULL;
        write_comments(x);
        party_exporter_write_heroes(x);
        party_export_requirements(x);
        if (x->one)
            write_case(x);
        done = (!x->reduce || party_export_groups(x)) && write_synergy(x);
    }
    return done || x->mip->lost
               ? mip_done(x->mip, err)
               : error_set(err, STATUS_MEMORY, "no memory for the program");
}

enum status party_export(const struct party *party, const int32_t *start, bool reduce,
                         struct mip *mip, struct error *err)
{
    struct party_exporter x = {.party = party,
                               .mip = mip,
                               .arena = mip->arena,
                               .start = start,
                               .reduce = reduce};
    return write_all(&x, err);
}

/* Whether a party is feasible in the program of a case. */
static bool is_of_case(const struct party_exporter *x, const int32_t *hero)
{
    const struct party *party = x->party;
    size_t count[PARTY_EXPORT_CASE_CATEGORIES] = {0};
    for (size_t p = 0; p < party->n_places; p++) {
        bool kept = false;
        for (size_t i = 0; i < x->one->n_kept; i++)
            kept = kept || x->one->kept[i] == (uint32_t)hero[p];
        if (!kept)
            return false;
        count[party_export_cases_category(party, x->cases, x->one, (size_t)hero[p])]++;
        for (size_t i = 0; i < x->cases->n_heavy; i++) {
            size_t alike = 0, t = x->cases->heavy[i];
            for (size_t q = 0; q < party->n_places; q++)
                alike += party->trait[t].code[hero[q]] == party->trait[t].code[hero[p]];
            if (alike > heroes_with_mode(x, i))
                return false;
        }
    }
    for (size_t k = 0; k < PARTY_EXPORT_CASE_CATEGORIES; k++)
        if (count[k] != x->one->count[k])
            return false;
    return true;
}

enum status party_export_case(const struct party *party, const int32_t *start,
                              const struct party_export_cases *cases,
                              const struct party_export_case *one, struct mip *mip,
                              struct error *err)
{
    struct party_exporter x = {
        .party = party, .mip = mip, .arena = mip->arena, .cases = cases, .one = one};
    x.start = is_of_case(&x, start) ? start : NULL;
    return write_all(&x, err);
}
