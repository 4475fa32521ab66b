#include "party_draw.h"

#include "party_chemistry.h"
#include "party_objective.h"
#include "utf8.h"

#include <math.h>
#include <string.h>

enum { CELL = 20, GAP = 6, LINES = 12, LINE_BYTES = 4 * CELL + 1, EDGE_COLUMNS = 8 };

/* The text of one place, line by line. */
struct cell {
    char line[LINES][LINE_BYTES];
    size_t used;
};

static bool joined(const struct party *party, size_t a, size_t b)
{
    for (size_t i = 0; i < party->n_neighbours[a]; i++)
        if (party->neighbour[a][i] == b)
            return true;
    return false;
}

static void lay_out(const struct party *party, struct party_draw_layout *layout)
{
    size_t n = party->n_places;
    for (size_t p = 0; p < n; p++) {
        layout->place[p] = (uint8_t)p;
        layout->n_rows += p == 0 || !joined(party, p - 1, p);
        layout->length[layout->n_rows - 1]++;
    }
    if (layout->n_rows * 2 <= n && (layout->n_rows > 1 || n <= 6))
        return;
    size_t width = (size_t)ceil(sqrt((double)n));
    layout->n_rows = (n + width - 1) / width;
    for (size_t r = 0; r < layout->n_rows; r++)
        layout->length[r] = (uint8_t)(n - r * width < width ? n - r * width : width);
}

static enum status take_rows(const struct option_list *rows, const struct party *party,
                             struct party_draw_layout *layout, struct error *err)
{
    const struct party_numbers *row = rows->items;
    bool seen[PARTY_MAX_PLACES] = {false};
    size_t taken = 0;
    for (; layout->n_rows < rows->count; layout->n_rows++) {
        const struct option_list *numbers = &row[layout->n_rows].numbers;
        const struct party_whole *place = numbers->items;
        char key[64];
        snprintf(key, sizeof key, "party.formation.rows[%zu]", layout->n_rows);
        for (size_t i = 0; i < numbers->count; i++) {
            int64_t p = place[i].value;
            if (p >= (int64_t)party->n_places)
                return error_at(err, key, "no place %lld: places are numbered 0 to %zu",
                                (long long)p, party->n_places - 1);
            if (seen[p])
                return error_at(err, key, "place %lld is drawn already", (long long)p);
            seen[p] = true;
            layout->place[taken++] = (uint8_t)p;
        }
        layout->length[layout->n_rows] = (uint8_t)numbers->count;
    }
    for (size_t p = 0; p < party->n_places; p++)
        if (!seen[p])
            return error_at(err, "party.formation.rows", "place %zu is in no row", p);
    return STATUS_OK;
}

enum status party_draw_layout_load(const struct party_formation_keys *keys,
                                   const struct party *party,
                                   struct party_draw_layout *layout, struct error *err)
{
    *layout = (struct party_draw_layout){0};
    if (keys->rows.count)
        return take_rows(&keys->rows, party, layout, err);
    lay_out(party, layout);
    return STATUS_OK;
}

/* 1234567.5 as "1,234,567.5". */
static void print_price(double price, char *text, size_t bytes)
{
    char plain[64];
    snprintf(plain, sizeof plain, "%.15g", price);
    size_t whole = strspn(plain, "0123456789"), used = 0;
    for (size_t i = 0; plain[i] && used + 2 < bytes; i++) {
        if (i > 0 && i < whole && (whole - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = plain[i];
    }
    text[used] = '\0';
}

/* Code points of a UTF-8 text. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xC0) != 0x80;
    return width;
}

/* Adds a word to the cell's last line, or to a new one when it is full; ends of lines and tabs as blanks. */
static void add_word(struct cell *cell, const char *word)
{
    char *line = cell->line[cell->used - 1];
    if (*line && width_of(line) + 1 + width_of(word) > CELL && cell->used < LINES)
        line = cell->line[cell->used++];
    size_t used = strlen(line);
    snprintf(line + used, LINE_BYTES - used, "%s%s", *line ? " " : "", word);
    utf8_drop_part(line);
    for (char *at = line + used; *at; at++)
        *at = strchr("\n\r\t\v\f", *at) ? ' ' : *at;
}

static void fill_cell(const struct party *party, size_t place,
                      const int32_t *party_hero, struct cell *cell)
{
    char word[64], price[40];
    int32_t hero = party_hero[place];
    snprintf(cell->line[0], LINE_BYTES, "[%zu] #%lld%s", place,
             (long long)party->id[hero], party->fixed[place] >= 0 ? " fixed" : "");
    cell->used = 2;
    if (party_is_out(party, hero)) {
        add_word(cell, "out of position");
        cell->used++;
    }
    for (size_t t = 0; t < party->n_traits - party->n_hidden_traits; t++)
        add_word(cell, party->trait[t].values[party->trait[t].code[hero]]);
    for (size_t c = 0; c < party->n_numbers - party->n_hidden; c++) {
        char name[CELL + 1];
        snprintf(name, sizeof name, "%s", party->number[c].name);
        utf8_drop_part(name);
        snprintf(word, sizeof word, "%s %.10g", name, party->number[c].value[hero]);
        add_word(cell, word);
    }
    if (party->chemistry) {
        snprintf(word, sizeof word, "chemistry %d",
                 party_chemistry_of(party, party_hero, place));
        add_word(cell, word);
    }
    print_price(party->coins[hero], price, sizeof price);
    snprintf(word, sizeof word, "price %s", price);
    cell->used += *cell->line[cell->used - 1] && cell->used < LINES;
    add_word(cell, word);
}

static void print_padded(const char *text, int width, FILE *out)
{
    int used = width_of(text);
    fprintf(out, "%s%*s", text, used < width ? width - used : 0, "");
}

/* Adds to the first line of a place, as wide as a cell, the points of the edge to the next place of the row, if any. */
static void add_edge(const struct party *party, const int32_t *hero, size_t left,
                     size_t right, struct cell *cell)
{
    size_t used = strlen(cell->line[0]);
    if (joined(party, left, right))
        snprintf(cell->line[0] + used, LINE_BYTES - used, "%*s--%d--",
                 used < CELL ? (int)(CELL - used) : 0, "",
                 party_edge_points(party, hero[left], hero[right]));
}

static void draw_row(const struct party *party, const int32_t *hero,
                     const uint8_t *place, size_t length, size_t widest, FILE *out)
{
    struct cell cell[PARTY_MAX_PLACES] = {0};
    size_t lines = 0;
    int indent = (int)(widest - length) * (CELL + GAP + 1) / 2;
    for (size_t i = 0; i < length; i++) {
        fill_cell(party, place[i], hero, &cell[i]);
        if (i + 1 < length)
            add_edge(party, hero, place[i], place[i + 1], &cell[i]);
        lines = cell[i].used > lines ? cell[i].used : lines;
    }
    for (size_t l = 0; l < lines; l++) {
        int used = 0; /* columns */
        fprintf(out, "%*s", indent, "");
        for (size_t i = 0; i < length; i++) {
            int from = (int)i * (CELL + GAP + 1);
            int blanks = from > used ? from - used : i > 0; /* a long word took more */
            fprintf(out, "%*s%s", blanks, "", cell[i].line[l]);
            used += blanks + width_of(cell[i].line[l]);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void print_edges(const struct party *party, const int32_t *hero, FILE *out)
{
    for (size_t e = 0; e < party->n_edges; e++) {
        const uint8_t *edge = party->edge[e];
        char text[32];
        snprintf(text, sizeof text, "%d-%d %d", edge[0], edge[1],
                 party_edge_points(party, hero[edge[0]], hero[edge[1]]));
        bool ends = e % EDGE_COLUMNS == EDGE_COLUMNS - 1 || e + 1 == party->n_edges;
        fprintf(out, "%s%-*s%s",
                e % EDGE_COLUMNS ? ""
                : e              ? "       "
                                 : "edges  ",
                ends ? 0 : 10, text, ends ? "\n" : "");
    }
}

/* Of the column of rules' texts: the longest, at least 42. */
static int text_width(const struct party *party)
{
    int width = 42;
    for (size_t i = 0; i < party_given(party); i++) {
        int here = width_of(party->requirement[i].text);
        width = here > width ? here : width;
    }
    for (size_t i = 0; i < party->n_place_rules; i++) {
        int here = width_of(party->place_rule[i].text);
        width = here > width ? here : width;
    }
    for (size_t i = 0; i < party->n_either; i++)
        for (size_t k = 0; k < party->either[i].n; k++) {
            size_t at = party->either[i].first + k;
            int here = 2 + width_of(party->alternative[at].requirement.text);
            width = here > width ? here : width;
        }
    return width;
}

static void print_rule(const char *text, int width, double is, double spare, bool holds,
                       FILE *out)
{
    print_padded(text, width, out);
    fprintf(out, " %-12.6g", is);
    if (!holds)
        fputs("BROKEN\n", out);
    else
        fprintf(out, "%.6g to spare\n", spare < 1e-6 ? 0 : spare);
}

static void print_requirement(const struct party *party,
                              const struct party_requirement *r, const int32_t *hero,
                              int width, FILE *out)
{
    double share = r->mean ? (double)party->n_places : 1;
    double is = party_amount(party, r->kind, r->column, r->value, hero) / share;
    print_rule(r->text, width, is, fmin(is - r->given_min, r->given_max - is),
               party_requirement_holds(party, r, hero), out);
}

/* An either/or: its alternatives, of which the others may fail where one holds. */
static void print_either(const struct party *party, const struct party_either *either,
                         const int32_t *hero, int width, FILE *out)
{
    bool met = false;
    for (size_t k = either->first; k < either->first + either->n; k++)
        met = met ||
              party_requirement_holds(party, &party->alternative[k].requirement, hero);
    fprintf(out, "one of these %zu%s\n", either->n, met ? "" : "   BROKEN");
    for (size_t k = either->first; k < either->first + either->n; k++) {
        const struct party_requirement *r = &party->alternative[k].requirement;
        fputs("  ", out);
        if (!met || party_requirement_holds(party, r, hero)) {
            print_requirement(party, r, hero, width - 2, out);
            continue;
        }
        print_padded(r->text, width - 2, out);
        fprintf(out, " %.6g\n",
                party_amount(party, r->kind, r->column, r->value, hero) /
                    (r->mean ? (double)party->n_places : 1));
    }
}

static void print_rules(const struct party *party, const struct party_keys *keys,
                        const int32_t *hero, int width, FILE *out)
{
    char text[64];
    print_price(party_coins(party, hero), text, sizeof text);
    fprintf(out, "%-*s %s\n", width, "price", text);
    if (party->objective.name && strcmp(party->objective.name, "price") != 0) {
        double cost = party_objective_cost(party, hero);
        print_padded(party->objective.name, width, out);
        fprintf(out, " %.15g\n", party->objective.maximise ? 0 - cost : cost);
    }
    if (party->most_points) {
        snprintf(text, sizeof text, "synergy >= %.6g", keys->synergy.min);
        int points = party_points(party, hero);
        print_rule(text, width, (double)points / party->most_points,
                   (double)(points - party->synergy_min) / party->most_points,
                   points >= party->synergy_min, out);
    }
    for (size_t i = 0; i < party_given(party); i++)
        print_requirement(party, &party->requirement[i], hero, width, out);
    for (size_t i = 0; i < party->n_either; i++)
        print_either(party, &party->either[i], hero, width, out);
}

static void print_place_rules(const struct party *party, const int32_t *hero, int width,
                              FILE *out)
{
    for (size_t i = 0; i < party->n_place_rules; i++) {
        int n = __builtin_popcountll(party->place_rule[i].places);
        int admitted = party_place_rule_admitted(party, i, hero);
        print_padded(party->place_rule[i].text, width, out);
        fprintf(out, " %d of %d%s\n", admitted, n,
                party->place_rule[i].unlinked ? " in position"
                : admitted == n               ? ""
                                              : "   BROKEN");
    }
}

void party_draw(const struct party *party, const struct party_keys *keys,
                const struct party_draw_layout *layout, const int32_t *hero, FILE *out)
{
    size_t widest = 0, first = 0;
    for (size_t r = 0; r < layout->n_rows; r++)
        widest = layout->length[r] > widest ? layout->length[r] : widest;
    for (size_t r = 0; r < layout->n_rows; r++) {
        draw_row(party, hero, layout->place + first, layout->length[r], widest, out);
        first += layout->length[r];
    }
    print_edges(party, hero, out);
    int width = text_width(party);
    print_rules(party, keys, hero, width, out);
    print_place_rules(party, hero, width, out);
}
