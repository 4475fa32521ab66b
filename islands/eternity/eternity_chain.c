#include "eternity_chain.h"

#include <math.h>
#include <string.h>

/* Measured by what beams of 20,000 states end with. In rows 0.1 to 0.25 and 0.3 to 0.75
 * are alike, and 0.3 and 0.6 worse; in columns 1 and 1 a little worse. */
const double eternity_chain_weight[N_LINES] = {0.15, 0.5};
const double eternity_chain_sides[N_LINES] = {0.45, 0.5};
/* What no chain counts as. */
static const double NONE = 1e-3;

/* Ways of a line before its first cell, as 16 bits with room to both sides. A break
 * weighs BREAK / BREAK_UNIT, exp(-4). */
enum { UNIT_OCTAVES = 12, BREAK = 75, BREAK_UNIT = 4096 };

static size_t lists_of(const struct eternity_lists *lists)
{
    return (size_t)lists->kinds * lists->puzzle->colours;
}

static enum status init_kind(struct eternity_chain *chain, unsigned line,
                             struct arena *perm, struct error *err)
{
    const struct eternity_lists *lists = chain->course->lists;
    const unsigned tiles = 4 * lists->puzzle->cells;
    const double weight = eternity_chain_weight[line];
    struct eternity_chain_kind *kind = &chain->kind[line];
    kind->first = ARENA_NEW(perm, uint32_t, lists_of(lists) + 1);
    kind->ask = ARENA_NEW(perm, int32_t, tiles + 1);
    bool enough = kind->first && kind->ask;
    for (unsigned way = 0; way < N_WAYS; way++) {
        kind->tile[way] = ARENA_NEW(perm, eternity_entry, (size_t)lists->kinds * tiles);
        kind->end[way] =
            ARENA_NEW(perm, uint16_t, lists_of(lists) * lists->puzzle->colours);
        enough &= kind->tile[way] && kind->end[way];
    }
    if (!enough)
        return error_set(err, STATUS_MEMORY, "no memory for chains of tiles");
    kind->none = eternity_as_value(weight * log(NONE));
    kind->octave = eternity_as_value(weight * log(2));
    for (unsigned i = 0; i < ETERNITY_CHAIN_LOGS; i++)
        kind->log[i] =
            eternity_as_value(weight * log(1 + (i + 0.5) / ETERNITY_CHAIN_LOGS));
    for (unsigned n = 0; n <= tiles; n++)
        kind->ask[n] = eternity_as_value(eternity_chain_sides[line] * log(n + 1));
    return STATUS_OK;
}

enum status eternity_chain_init(struct eternity_chain *chain,
                                const struct eternity_course *course,
                                const struct eternity_outlook *outlook,
                                struct arena *perm, struct error *err)
{
    *chain = (struct eternity_chain){
        .course = course, .outlook = outlook, .words = eternity_words(outlook->puzzle)};
    for (unsigned line = 0; line < N_LINES; line++)
        if (init_kind(chain, line, perm, err))
            return err->status;
    return STATUS_OK;
}

/* Takes the tiles of a kind of cells beside a colour, whatever lies before them on the
 * line, as chains go back: by the colour before. */
static uint32_t take_tiles(struct eternity_chain *chain, unsigned line, unsigned kind,
                           unsigned beside, uint32_t at)
{
    const struct eternity_lists *lists = chain->course->lists;
    const unsigned colours = lists->puzzle->colours;
    for (unsigned before = 0; before < colours; before++) {
        unsigned left = line == LINE_ROW ? before : beside;
        unsigned above = line == LINE_ROW ? beside : before;
        const struct eternity_list *list =
            &lists->list[((size_t)kind * colours + left) * colours + above];
        for (uint32_t i = list->first; i < list->end[0]; i++) {
            eternity_entry entry = lists->entry[i];
            unsigned on = line == LINE_ROW ? entry_east(entry) : entry_south(entry);
            chain->kind[line].tile[WAY_BACK][at++] =
                (entry & 0xfff) | before << 12 | on << 18;
        }
    }
    return at;
}

/* Sorts the tiles of a list for chains that go on, and finds where those of a colour
 * end. */
static void sort_list(struct eternity_chain_kind *kind, size_t list, unsigned colours)
{
    const eternity_entry *back = kind->tile[WAY_BACK] + kind->first[list];
    eternity_entry *on = kind->tile[WAY_ON] + kind->first[list];
    uint16_t *end[N_WAYS] = {kind->end[WAY_ON] + list * colours,
                             kind->end[WAY_BACK] + list * colours};
    unsigned n = kind->first[list + 1] - kind->first[list], sorted = 0, before = 0;
    for (unsigned c = 0; c < colours; c++) {
        while (before < n && entry_east(back[before]) == c)
            before++;
        for (unsigned i = 0; i < n; i++)
            if (entry_south(back[i]) == c)
                on[sorted++] = (back[i] & 0xfff) | c << 12 | entry_east(back[i]) << 18;
        end[WAY_ON][c] = (uint16_t)sorted;
        end[WAY_BACK][c] = (uint16_t)before;
    }
}

/* Rows that are filled one after another, and columns after them. */
static void find_lines(struct eternity_chain *chain)
{
    const struct eternity *puzzle = chain->course->lists->puzzle;
    const struct eternity_order *order = chain->course->order;
    unsigned in_rows = 0, free = 0, height = 0, cells = 0;
    while (in_rows < puzzle->cells && order->cell[in_rows] == in_rows)
        in_rows++;
    while (free < in_rows && chain->course->rules.breaks[free + 1] == 0)
        free++;
    chain->rows = free / puzzle->cols;
    chain->columns = 0;
    chain->block = in_rows / puzzle->cols;
    height = puzzle->rows - chain->block;
    if (height < 2)
        return;
    const uint16_t *cell = order->cell + chain->block * puzzle->cols;
    while (cells < height * puzzle->cols &&
           cell[cells] ==
               (chain->block + cells % height) * puzzle->cols + cells / height)
        cells++;
    chain->columns = cells / height;
}

void eternity_chain_begin(struct eternity_chain *chain)
{
    const struct eternity_lists *lists = chain->course->lists;
    const unsigned colours = lists->puzzle->colours;
    for (unsigned line = 0; line < N_LINES; line++) {
        uint32_t at = 0;
        for (unsigned kind = 0; kind < lists->kinds; kind++)
            for (unsigned beside = 0; beside < colours; beside++) {
                chain->kind[line].first[kind * colours + beside] = at;
                at = take_tiles(chain, line, kind, beside, at);
            }
        chain->kind[line].first[lists_of(lists)] = at;
        for (size_t list = 0; list < lists_of(lists); list++)
            sort_list(&chain->kind[line], list, colours);
    }
    find_lines(chain);
}

/* The line of the next cell, and the following one. */
static void set_line(struct eternity_chain *chain, unsigned cell)
{
    const struct eternity *puzzle = chain->course->lists->puzzle;
    const unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    bool in_row = row < chain->rows;
    chain->counts = in_row || (row >= chain->block && col < chain->columns);
    chain->line = in_row ? LINE_ROW : LINE_COLUMN;
    chain->length = in_row ? puzzle->cols : puzzle->rows - chain->block;
    chain->at = in_row ? col : row - chain->block;
    chain->slot = in_row ? 0 : puzzle->cols + chain->block;
    chain->start = in_row ? ETERNITY_SLOTS : col + 1;
    chain->follows = in_row ? row + 1 < chain->rows : col + 1 < puzzle->cols;
    for (unsigned i = 0; chain->counts && i < chain->length; i++) {
        chain->cell[i] = (uint16_t)(in_row ? row * puzzle->cols + i
                                           : (chain->block + i) * puzzle->cols + col);
        chain->beside[i] = (uint16_t)(chain->cell[i] + (in_row ? puzzle->cols : 1));
    }
}

/* What ink a colour beside a cell is. */
static const uint8_t *ink_beside(const struct eternity_chain *chain, unsigned cell)
{
    const struct eternity_view *view =
        &chain->outlook->view[chain->course->order->depth[cell]];
    int class = chain->line == LINE_ROW ? view->north : view->west;
    return class < 0 ? NULL : chain->outlook->ink_of[class];
}

void eternity_chain_turn(struct eternity_chain *chain, unsigned depth)
{
    chain->known = false;
    chain->asking = 0;
    set_line(chain, chain->course->order->cell[depth]);
    for (unsigned i = 0; chain->counts && i < chain->length; i++) {
        const uint8_t *ink = NULL;
        if (i > chain->at)
            ink = ink_beside(chain, chain->cell[i]);
        else if (chain->follows)
            ink = ink_beside(chain, chain->beside[i]);
        if (i == chain->at)
            chain->ink_beside = ink;
        if (i == chain->at || !ink)
            continue;
        chain->ink[chain->asking] = ink;
        chain->asks[chain->asking++] = (uint8_t)(chain->slot + i);
    }
}

/* Number of the list of a cell's tiles beside a colour. */
static inline size_t list_of(const struct eternity_chain *chain, unsigned cell,
                             unsigned beside)
{
    const struct eternity_lists *lists = chain->course->lists;
    return (size_t)lists->kind_of[cell] * lists->puzzle->colours + beside;
}

/* What so many chains are worth. */
static inline int32_t worth_of(const struct eternity_chain *chain, uint32_t ways,
                               int32_t octaves)
{
    const struct eternity_chain_kind *kind = &chain->kind[chain->line];
    if (ways == 0)
        return kind->none;
    unsigned bits = 31 - (unsigned)__builtin_clz(ways);
    uint32_t part = (ways << (31 - bits)) >> 21 & (ETERNITY_CHAIN_LOGS - 1);
    return ((int32_t)bits + octaves) * kind->octave + kind->log[part];
}

/* A share of ways, of those that go on with a break. */
static inline uint32_t broken(uint64_t ways)
{
    return (uint32_t)(ways * BREAK / BREAK_UNIT);
}

/* Whether pieces that do not fit the colour beside a cell are counted: as many as there
 * are sides of the colours along the line, where all sides are inner ones. */
static bool is_inner(const struct eternity *puzzle, unsigned cell)
{
    unsigned row = cell / puzzle->cols, col = cell % puzzle->cols;
    return row > 0 && col > 0 && row + 1 < puzzle->rows && col + 1 < puzzle->cols;
}

/* What breaks in a column need to know: free inner sides of each colour. */
struct inner {
    uint16_t sides[ETERNITY_MAX_COLOURS];
};

static void set_inner(const struct eternity_chain *chain, const uint16_t *supply,
                      struct inner *inner)
{
    const uint8_t *ink = chain->outlook->ink_of[CLASS_INNER];
    const unsigned grey = chain->outlook->inks - 1;
    for (unsigned c = 0; c < chain->outlook->puzzle->colours; c++)
        inner->sides[c] = c == ETERNITY_GREY || ink[c] == grey ? 0 : supply[ink[c]];
}

/* Sums over colours: of ways, of free inner sides, and of their products. */
struct sums {
    uint32_t ways, sides;
    uint64_t both;
};

static struct sums sums_of(const struct eternity_chain *chain, const uint16_t *ways,
                           const struct inner *inner)
{
    struct sums sums = {0};
    for (unsigned c = 0; c < chain->outlook->puzzle->colours; c++) {
        sums.ways += ways[c];
        sums.sides += inner->sides[c];
        sums.both += (uint64_t)ways[c] * inner->sides[c];
    }
    return sums;
}

/* Halves numbers of ways until they go into 16 bits; returns how often. */
static int halve(const uint32_t *number, unsigned n, uint16_t *ways)
{
    uint32_t all = 0;
    for (unsigned i = 0; i < n; i++)
        all |= number[i];
    int octaves = all <= UINT16_MAX ? 0 : 16 - __builtin_clz(all);
    for (unsigned i = 0; i < n; i++)
        ways[i] = (uint16_t)(number[i] >> octaves);
    return octaves;
}

/* Adds ways by tiles that break the colour beside an inner cell: by chance they have
 * this or that colour on the other side. */
static void add_broken(const struct eternity_chain *chain, struct sums sums,
                       const struct inner *inner, uint32_t *next)
{
    uint64_t each = sums.sides ? 256 * (uint64_t)broken(sums.both) / sums.sides : 0;
    for (unsigned c = 0; c < chain->outlook->puzzle->colours; c++)
        next[c] += (uint32_t)(each * inner->sides[c] >> 8);
}

/* Goes by one cell, on along the line or back; `inner` is known for columns. Returns
 * how often ways were halved. */
static int go(const struct eternity_chain *chain, unsigned cell, unsigned beside,
              enum eternity_way way, const uint64_t *used, const struct inner *inner,
              uint16_t *ways)
{
    const struct eternity *puzzle = chain->outlook->puzzle;
    const struct eternity_chain_kind *kind = &chain->kind[chain->line];
    const size_t list = list_of(chain, cell, beside);
    const uint16_t *end = kind->end[way] + list * puzzle->colours;
    uint32_t next[ETERNITY_MAX_COLOURS], sum[ETERNITY_MAX_TILES + ETERNITY_AT_ONCE + 1];
    struct sums sums = {0};
    if (chain->line == LINE_COLUMN)
        sums = sums_of(chain, ways, inner);
    eternity_sums_free(kind->tile[way] + kind->first[list],
                       kind->first[list + 1] - kind->first[list], used, chain->words,
                       ways, puzzle->colours, broken(sums.ways), sum);
    for (unsigned c = 0, before = 0; c < puzzle->colours; c++) {
        next[c] = sum[end[c]] - before;
        before += next[c];
    }
    if (chain->line == LINE_COLUMN && is_inner(puzzle, cell))
        add_broken(chain, sums, inner, next);
    return halve(next, puzzle->colours, ways);
}

/* Chains from the end of the line to the cell after the next one, by the colour before
 * that. */
static void set_rest(struct eternity_chain *chain, const uint64_t *used,
                     const uint16_t *supply, const uint8_t *slots)
{
    const unsigned colours = chain->outlook->puzzle->colours;
    const uint8_t *beside = slots + chain->slot;
    uint16_t ways[ETERNITY_MAX_COLOURS] = {0};
    int octaves = -UNIT_OCTAVES;
    struct inner inner;
    if (chain->line == LINE_COLUMN)
        set_inner(chain, supply, &inner);
    ways[ETERNITY_GREY] = 1 << UNIT_OCTAVES;
    for (unsigned i = chain->length - 1; i > chain->at; i--)
        octaves += go(chain, chain->cell[i], beside[i], WAY_BACK, used, &inner, ways);
    uint32_t more = 0;
    for (unsigned c = 0; chain->line == LINE_COLUMN && c < colours; c++)
        more += ways[c];
    more = chain->at + 1 < chain->length ? broken(more) : 0;
    for (unsigned c = 0; c < colours; c++)
        chain->rest[c] = worth_of(chain, ways[c] + more, octaves);
    memcpy(chain->colour, beside, chain->length);
    chain->known = true;
}

/* Ways of the strand before the next cell, which may be the strand itself. Returns
 * their octaves. */
static int ways_before(const struct eternity_chain *chain, const uint8_t *slots,
                       struct eternity_strand strand, uint16_t *ways)
{
    const size_t bytes = chain->outlook->puzzle->colours * sizeof *ways;
    if (chain->at > 0) {
        memmove(ways, strand.ways, bytes);
        return *strand.octaves;
    }
    memset(ways, 0, bytes);
    ways[chain->line == LINE_ROW ? ETERNITY_GREY : slots[chain->start]] =
        1 << UNIT_OCTAVES;
    return -UNIT_OCTAVES;
}

/* What a link knows of the following line. */
static void set_strand(const struct eternity_chain *chain, struct eternity_line line,
                       struct eternity_strand strand, struct eternity_link *link)
{
    const unsigned colours = chain->outlook->puzzle->colours;
    uint16_t ways[ETERNITY_MAX_COLOURS];
    uint32_t most = 0, more = 0;
    link->octaves = ways_before(chain, line.slots, strand, ways);
    link->broken = 0;
    if (chain->line == LINE_COLUMN) {
        struct inner inner;
        set_inner(chain, line.supply, &inner);
        struct sums sums = sums_of(chain, ways, &inner);
        more = broken(sums.ways);
        if (is_inner(chain->outlook->puzzle, chain->beside[chain->at]))
            link->broken = broken(sums.both);
    }
    for (unsigned c = 0; c < colours; c++) {
        uint32_t number = ways[c] + (c == ETERNITY_GREY ? 0 : more);
        most = number > most ? number : most;
        link->number[c] = (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX);
    }
    link->most = worth_of(chain, most + link->broken, link->octaves);
}

/* What asking for a colour costs; of grey and of colours that no side is there are
 * none. */
static inline int32_t ask_of(const struct eternity_chain *chain, const uint16_t *supply,
                             unsigned ink)
{
    bool is = ink + 1 < chain->outlook->inks;
    return chain->kind[chain->line].ask[is ? supply[ink] : 0];
}

void eternity_chain_look(struct eternity_chain *chain, struct eternity_line line,
                         const uint64_t *used, struct eternity_strand strand,
                         struct eternity_link *link)
{
    int32_t asked = 0;
    link->used = used;
    link->supply = line.supply;
    for (unsigned i = 0; i < chain->asking; i++)
        asked += ask_of(chain, line.supply, chain->ink[i][line.slots[chain->asks[i]]]);
    link->base = asked;
    link->most = 0;
    if (chain->line == LINE_ROW && chain->at == 0)
        link->base -= worth_of(chain, strand.ways[ETERNITY_GREY], *strand.octaves);
    else if (!chain->known || memcmp(chain->colour + chain->at + 1,
                                     line.slots + chain->slot + chain->at + 1,
                                     chain->length - chain->at - 1) != 0)
        set_rest(chain, used, line.supply, line.slots);
    if (chain->follows)
        set_strand(chain, line, strand, link);
}

int32_t eternity_chain_value(const struct eternity_chain *chain,
                             const struct eternity_link *link, eternity_entry entry)
{
    const struct eternity_chain_kind *kind = &chain->kind[chain->line];
    unsigned beside = chain->line == LINE_ROW ? entry_south(entry) : entry_east(entry);
    int32_t value = eternity_chain_least(chain, link, entry) + link->most;
    if (!chain->follows)
        return value;
    const uint32_t *first =
        kind->first + list_of(chain, chain->beside[chain->at], beside);
    uint32_t ways =
        link->broken + eternity_sum_free(kind->tile[WAY_ON] + first[0],
                                         first[1] - first[0], link->used, chain->words,
                                         link->number, chain->outlook->puzzle->colours);
    return value + ask_of(chain, link->supply, chain->ink_beside[beside]) -
           worth_of(chain, ways, link->octaves);
}

void eternity_chain_lay(const struct eternity_chain *chain, int16_t tile,
                        struct eternity_line line, const uint64_t *used,
                        struct eternity_strand strand)
{
    const uint8_t *sides = chain->outlook->puzzle->sides[tile];
    if (!chain->counts || !chain->follows)
        return;
    struct inner inner;
    if (chain->line == LINE_COLUMN)
        set_inner(chain, line.supply, &inner);
    int octaves = ways_before(chain, line.slots, strand, strand.ways);
    octaves += go(chain, chain->beside[chain->at],
                  sides[chain->line == LINE_ROW ? SOUTH : EAST], WAY_ON, used, &inner,
                  strand.ways);
    *strand.octaves = (int16_t)octaves;
}
