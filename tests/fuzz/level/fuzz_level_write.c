/* The files of a case: game.yaml and level.txt, for people also mask.txt and sets.txt. */
#include "fuzz_level.h"
#include "fuzz_repair.h"

#include <inttypes.h>

const char fuzz_level_symbols[] = "wabcdefghijklmnopqrstuvxyzABCDEF";
static const char *const wraps[] = {"none", "horizontal", "both"};
static const char *const sides[] = {"all", "rows", "columns"};
static const char *const whats[] = {"columns", "rows", "left_right", "top_bottom"};

static const char *symbols_of(struct fuzz *f, const struct puzzle *p, set s)
{
    static char text[6][MOST_TILES + 4];
    static int at;
    char *out = text[at = (at + 1) % 6], *c = out;
    bool others = fuzz_chance(f, 0.3);
    *c++ = '"';
    if (others)
        *c++ = '^';
    for (int t = 0; t < p->n_tiles; t++)
        if (in(s, t) != others)
            *c++ = fuzz_level_symbols[t];
    *c++ = '"';
    *c = '\0';
    return out;
}

static void write_number(struct fuzz *f, int64_t value, int64_t one)
{
    int digits = one == ONE ? 6 : 9;
    fuzz_append(f, "game.yaml", "%" PRId64, value / one);
    if (value % one)
        fuzz_append(f, "game.yaml", ".%0*" PRId64, digits, value % one);
}

static void write_range(struct fuzz *f, const struct rule *r)
{
    if (r->least)
        fuzz_append(f, "game.yaml", ", least: %" PRId64, r->least);
    if (r->most != INFINITE)
        fuzz_append(f, "game.yaml", ", most: %" PRId64, r->most);
}

#define PUT(...) fuzz_append(f, "game.yaml", __VA_ARGS__)
#define SET(s) symbols_of(f, p, s)

static void write_rule(struct fuzz *f, const struct puzzle *p, const struct rule *r)
{
    switch (r->kind) {
    case COUNT:
        PUT("  - {tiles: %s", SET(r->tiles));
        write_range(f, r);
        break;
    case SHARE:
        PUT("  - {tiles: %s, of: %s, most: ", SET(r->tiles), SET(r->of));
        write_number(f, r->most, 1000 * ONE);
        break;
    case BORDER:
        PUT("  - {tiles: %s, sides: %s", SET(r->tiles), sides[r->what]);
        break;
    case EXITS:
        PUT("  - {tiles: %s, walls: %s, least: %" PRId64, SET(r->tiles), SET(r->walls),
            r->least);
        break;
    case BLOCK:
        PUT("  - {tiles: %s, rows: %" PRId64 ", cols: %" PRId64, SET(r->tiles), r->rows,
            r->cols);
        break;
    case ALIKE:
        PUT("  - {what: %s, tiles: %s", whats[r->what], SET(r->tiles));
        break;
    default:
        PUT("  - {from: %s, to: %s, blocking: %s", SET(r->from), SET(r->to),
            SET(r->blocking));
        if (r->kind == PATH) {
            PUT(", cost: %s", SET(r->cost));
            write_range(f, r);
        }
    }
    PUT("}\n");
}

static void write_game(struct fuzz *f, const struct puzzle *p, const char *expected)
{
    static const char *const keys[] = {"counts", "shares", "border", "reach", "apart",
                                       "paths",  "exits",  "blocks", "alike"};
    fuzz_write(f, "game.yaml", "# expect: %s%s\ntiles:\n", expected,
               p->hamming ? " hamming" : "");
    for (int t = 0; t < p->n_tiles; t++) {
        PUT("  - {tile: \"%c\", name: tile %d, move: ", fuzz_level_symbols[t], t);
        write_number(f, p->move[t], ONE);
        PUT(", delete: ");
        write_number(f, p->delete[t], ONE);
        PUT("}\n");
    }
    PUT("wrap: %s\n", wraps[p->wrap]);
    if (p->once)
        PUT("once: %s\n", SET(p->once));
    for (enum kind kind = 0; kind < KINDS; kind++)
        for (int i = 0, any = 0; i < p->n_rules; i++)
            if (p->rule[i].kind == kind) {
                if (!any++)
                    PUT("%s:\n", keys[kind]);
                write_rule(f, p, &p->rule[i]);
            }
}

static void write_level(struct fuzz *f, const struct puzzle *p)
{
    char text[FUZZ_LEVEL_TEXT], *c = text;
    for (int v = 0; v < p->cells; v++) {
        *c++ = fuzz_level_symbols[p->broken[v]];
        if ((v + 1) % p->cols == 0)
            *c++ = '\n';
    }
    *c = '\0';
    fuzz_write(f, "level.txt", "%s", text);
}

/* For people; fuzz_repair is told. */
static void write_demands(struct fuzz *f, const struct puzzle *p)
{
    for (int v = 0; v < p->cells && p->masked; v++)
        fuzz_append(f, "mask.txt", "%c%s", p->keep[v] ? '#' : '.',
                    (v + 1) % p->cols ? "" : "\n");
    for (int v = 0; v < p->cells && p->sets; v++)
        fuzz_append(f, "sets.txt", "%s%c", symbols_of(f, p, p->allowed[v]),
                    (v + 1) % p->cols ? ' ' : '\n');
}

void fuzz_level_write(struct fuzz *f, const struct puzzle *p, const char *expected)
{
    write_game(f, p, expected);
    write_level(f, p);
    write_demands(f, p);
}
