#include "party_export_places.h"

static bool are_alike(const struct party *party,
                      const struct party_export_places *places, size_t a, size_t b)
{
    for (size_t w = 0; w < places->n_weighted; w++) {
        const uint16_t *code = party->trait[places->weighted[w]].code;
        if (code[a] != code[b])
            return false;
    }
    return true;
}

static bool find_classes(const struct party_exporter *x,
                         struct party_export_places *places)
{
    const struct party *party = x->party;
    struct party_export_lists *in = &places->in_class;
    size_t n;
    places->class_of = ARENA_NEW(x->arena, uint32_t, party->n_heroes);
    if (!places->class_of || !party_exporter_list_kept(x, in, &n))
        return false;
    for (size_t w = places->n_weighted; w-- > 0;)
        if (!party_export_lists_sort(in, n, &party->trait[places->weighted[w]],
                                     x->arena))
            return false;
    in->first = ARENA_NEW(x->arena, size_t, n + 1);
    if (!in->first)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || !are_alike(party, places, in->item[i - 1], in->item[i]))
            in->first[places->n_classes++] = i;
        places->class_of[in->item[i]] = (uint32_t)places->n_classes - 1;
    }
    in->first[places->n_classes] = n;
    return true;
}

/* Classes by their value of a weighted trait. */
static bool list_classes(const struct party_exporter *x,
                         struct party_export_places *places, size_t w)
{
    const struct party_trait *trait = &x->party->trait[places->weighted[w]];
    struct party_export_lists *lists = &places->classes_with[w];
    size_t *next = ARENA_NEW(x->arena, size_t, (size_t)trait->n_values + 2);
    lists->item = ARENA_NEW(x->arena, uint32_t, places->n_classes + 1);
    if (!next || !lists->item)
        return false;
    lists->first = next;
    for (size_t c = 0; c < places->n_classes; c++)
        next[trait->code[places->in_class.item[places->in_class.first[c]]] + 2]++;
    for (size_t v = 0; v < trait->n_values; v++)
        next[v + 2] += next[v + 1];
    for (size_t c = 0; c < places->n_classes; c++)
        lists->item[next[trait->code[places->in_class.item[places->in_class.first[c]]] +
                         1]++] = (uint32_t)c;
    return true;
}

static bool find_values(const struct party_exporter *x,
                        struct party_export_places *places)
{
    for (size_t w = 0; w < places->n_weighted; w++) {
        size_t t = places->weighted[w], n = x->party->trait[t].n_values;
        places->seen[w] = ARENA_NEW(x->arena, bool, n);
        if (!places->seen[w] || !list_classes(x, places, w))
            return false;
        for (size_t v = 0; v < n; v++)
            places->seen[w][v] = party_exporter_n_with(x, t, v) > 0;
        for (size_t p = 0; p < x->party->n_places; p++)
            if (!(places->value[p][w] = ARENA_NEW(x->arena, size_t, n)))
                return false;
    }
    return true;
}

/* Column: whether the hero in a place has a value. These are integer; the class in the
 * place follows from them, so `at` may be continuous. */
static void write_values(struct party_exporter *x, struct party_export_places *places,
                         size_t p)
{
    for (size_t w = 0; w < places->n_weighted; w++) {
        const struct party_trait *trait = &x->party->trait[places->weighted[w]];
        for (size_t v = 0; v < trait->n_values; v++)
            if (places->seen[w][v])
                places->value[p][w][v] = mip_col(
                    x->mip, 0, 1, 0, true,
                    party_exporter_start(x, x->start && trait->code[x->start[p]] == v),
                    "place%zu_%zu_%zu_%s_%s", p, w, v, trait->name, trait->values[v]);
    }
}

/* Column: whether a hero of the class is in the place. */
static size_t write_at(struct party_exporter *x,
                       const struct party_export_places *places, size_t p)
{
    int32_t fixed = x->party->fixed[p];
    size_t first = x->mip->n_cols;
    for (size_t c = 0; c < places->n_classes; c++) {
        bool here = fixed >= 0 && places->class_of[fixed] == c;
        bool started = x->start && places->class_of[x->start[p]] == c;
        mip_col(x->mip, here, fixed >= 0 ? here : 1, 0, false,
                party_exporter_start(x, started), "at%zu_%zu", p, c);
    }
    return first;
}

/* A place has one class; its values are those of the class. */
static void link_place(struct party_exporter *x,
                       const struct party_export_places *places, size_t p, size_t at)
{
    struct mip *mip = x->mip;
    mip_row(mip, 1, 1, "place%zu", p);
    for (size_t c = 0; c < places->n_classes; c++)
        mip_term(mip, at + c, 1);
    for (size_t w = 0; w < places->n_weighted; w++) {
        const struct party_trait *trait = &x->party->trait[places->weighted[w]];
        const struct party_export_lists *classes = &places->classes_with[w];
        for (size_t v = 0; v < trait->n_values; v++) {
            if (!places->seen[w][v])
                continue;
            mip_row(mip, 0, 0, "place%zu_is_%zu_%zu_%s", p, w, v, trait->name);
            mip_term(mip, places->value[p][w][v], -1);
            for (size_t i = classes->first[v]; i < classes->first[v + 1]; i++)
                mip_term(mip, at + classes->item[i], 1);
        }
    }
}

bool party_export_places(struct party_exporter *x, struct party_export_places *places)
{
    const struct party *party = x->party;
    size_t at[PARTY_MAX_PLACES];
    places->n_weighted = places->n_classes = 0;
    for (size_t t = 0; t < party->n_traits; t++)
        if (party->trait[t].weight)
            places->weighted[places->n_weighted++] = t;
    if (!find_classes(x, places) || !find_values(x, places))
        return false;
    for (size_t p = 0; p < party->n_places; p++) {
        write_values(x, places, p);
        at[p] = write_at(x, places, p);
        link_place(x, places, p, at[p]);
    }
    for (size_t c = 0; c < places->n_classes; c++) {
        mip_row(x->mip, 0, 0, "class%zu", c);
        for (size_t p = 0; p < party->n_places; p++)
            mip_term(x->mip, at[p] + c, 1);
        for (size_t i = places->in_class.first[c]; i < places->in_class.first[c + 1];
             i++)
            mip_term(x->mip, x->hero[places->in_class.item[i]], -1);
    }
    return true;
}
