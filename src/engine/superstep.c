/* Supersteps: the messages of a search that all islands of a replica do together.
 *
 * The ranks of a group first tell each other whether an island goes on or was aborted, and the
 * lengths of the messages, then exchange these. Cost of a superstep: two alltoallv, a maximum if
 * the messages are long, and two copies of them. */
#include "run_state.h"

#include <string.h>

enum { ALIGN = 8 };

/* Bytes that a rank always has room for. */
enum { GOT_LEAST = 1 << 20 };

/* What ranks tell each other before the lengths of their messages: how their islands go on, of
 * which the greatest counts, and the bytes that they send in all. */
enum { NO_MORE, MORE, CUT };
enum { TOLD = 2 };

static size_t padded(size_t bytes)
{
    return (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

enum status run_init_supersteps(struct run_state *run, struct error *err)
{
    struct supersteps *s = &run->supersteps;
    const size_t islands = run->plan->islands, own = run->n_own;
    if (!run->states[0].plan.shared)
        return STATUS_OK;
    s->mailboxes = ARENA_NEW(&run->round, struct mailbox, own);
    s->out = ARENA_NEW(&run->round, struct pack, own * islands);
    s->in = ARENA_NEW(&run->round, const unsigned char *, own *islands);
    s->in_at = ARENA_NEW(&run->round, size_t, own * islands);
    s->in_bytes = ARENA_NEW(&run->round, size_t, own * islands);
    s->n_words = own * islands + TOLD * run->layout.ranks;
    s->words = ARENA_NEW(&run->round, uint64_t, 2 * s->n_words);
    s->rank_bytes = ARENA_NEW(&run->round, size_t, 3 * run->layout.ranks);
    if (!s->mailboxes || !s->out || !s->in || !s->in_at || !s->in_bytes || !s->words ||
        !s->rank_bytes || !pack_room(&s->got, GOT_LEAST))
        return error_set(err, STATUS_MEMORY, "no memory for messages of %zu islands",
                         islands);
    s->n_out = own * islands;
    s->most_words = islands * ((islands + run->layout.ranks - 1) / run->layout.ranks) +
                    TOLD * run->layout.ranks;
    for (size_t i = 0; i < own; i++)
        s->mailboxes[i] = (struct mailbox){.islands = islands,
                                           .in = s->in + i * islands,
                                           .in_bytes = s->in_bytes + i * islands,
                                           .out = s->out + i * islands};
    return STATUS_OK;
}

void run_forget_supersteps(struct run_state *run)
{
    struct supersteps *s = &run->supersteps;
    for (size_t i = 0; i < s->n_out; i++)
        pack_free(&s->out[i]);
    pack_free(&s->sent);
    pack_free(&s->got);
    *s = (struct supersteps){0};
}

/* Begins a generation: no messages. */
static void clear_messages(struct run_state *run)
{
    struct supersteps *s = &run->supersteps;
    memset(s->in_bytes, 0, s->n_out * sizeof *s->in_bytes);
    for (size_t i = 0; i < s->n_out; i++)
        pack_clear(&s->out[i]);
}

/* One superstep of this rank's islands; CUT if one of them was aborted. */
static uint64_t advance_islands(struct run_state *run)
{
    struct supersteps *s = &run->supersteps;
    bool any = false;
    for (size_t i = 0; i < run->n_own; i++) {
        bool more = false;
        if (!island_state_superstep(&run->states[i], &s->mailboxes[i], &more))
            return CUT;
        any |= more;
    }
    return run_ask_problem(run) ? CUT : any ? MORE : NO_MORE;
}

/* Appends one message; false if memory has run out. */
static bool pack_message(struct pack *out, struct pack *sent)
{
    static const unsigned char padding[ALIGN];
    pack_bytes(sent, out->data, out->used);
    pack_bytes(sent, padding, padded(out->used) - out->used);
    bool packed = !out->lost && !sent->lost;
    pack_clear(out);
    return packed;
}

/* Memory has run out. Other replicas do not know of it before the next sync. */
static void lose_generation(struct run_state *run)
{
    error_set(&run->failed, STATUS_MEMORY, "no memory for messages of islands");
    run->lost = true;
}

/* Packs what this rank's islands send, and the words that go ahead: both in the order of ranks,
 * then of sending islands, then of receiving ones. Sets how many bytes of messages and words go to
 * each rank. */
static void pack_messages(struct run_state *run, uint64_t next, size_t *bytes,
                          size_t *word_bytes)
{
    struct supersteps *s = &run->supersteps;
    const size_t islands = run->plan->islands, ranks = run->layout.ranks;
    uint64_t *word = s->words;
    bool packed = true;
    pack_clear(&s->sent);
    for (size_t r = 0; r < ranks; r++) {
        const size_t before = s->sent.used;
        const uint64_t *first = word;
        word += TOLD;
        for (size_t i = 0; i < run->n_own; i++)
            for (size_t to = island_layout_first(&run->layout, r);
                 to < island_layout_first(&run->layout, r + 1); to++) {
                struct pack *out = &s->out[i * islands + to];
                *word++ = out->used;
                packed &= pack_message(out, &s->sent);
            }
        bytes[r] = s->sent.used - before;
        word_bytes[r] = (size_t)(word - first) * sizeof *word;
    }
    if (!packed)
        lose_generation(run);
    word = s->words;
    for (size_t r = 0; r < ranks; word += word_bytes[r++] / sizeof *word) {
        word[0] = packed ? next : CUT;
        word[1] = s->sent.used;
    }
}

/* Reads the words that have come: returns how the islands go on; sets the bytes of messages from
 * each rank, and how many all ranks send. Notes where the islands' messages will be. */
static uint64_t read_words(struct run_state *run, size_t *bytes, size_t *most)
{
    struct supersteps *s = &run->supersteps;
    const size_t islands = run->plan->islands;
    const uint64_t *word = s->words + s->n_words;
    uint64_t next = NO_MORE;
    size_t at = 0;
    *most = 0;
    for (size_t r = 0; r < run->layout.ranks; r++) {
        const size_t before = at;
        next = word[0] > next ? word[0] : next;
        *most += (size_t)word[1];
        word += TOLD;
        for (size_t from = island_layout_first(&run->layout, r);
             from < island_layout_first(&run->layout, r + 1); from++)
            for (size_t i = 0; i < run->n_own; i++) {
                s->in_at[i * islands + from] = at;
                s->in_bytes[i * islands + from] = (size_t)*word;
                at += padded((size_t)*word++);
            }
        bytes[r] = at - before;
    }
    return next;
}

/* Receives the messages; run->cut is set on all ranks if one of them has no memory for them. Collective
 * over group; STATUS_COMM. */
static enum status exchange_messages(struct run_state *run, const size_t *out_bytes,
                                     const size_t *in_bytes, size_t most,
                                     struct error *err)
{
    struct supersteps *s = &run->supersteps;
    size_t got = 0;
    uint64_t lost = 0;
    for (size_t r = 0; r < run->layout.ranks; r++)
        got += in_bytes[r];
    pack_clear(&s->got);
    if (got && !pack_room(&s->got, got)) {
        lose_generation(run);
        lost = 1;
    }
    if (most > GOT_LEAST && comm_greatest(run->group, &lost, err))
        return err->status;
    run->cut = run->cut || lost;
    if (lost)
        return STATUS_OK;
    if (comm_alltoallv(run->group, s->sent.data, out_bytes, s->got.data, in_bytes, most,
                       err))
        return err->status;
    for (size_t i = 0; i < s->n_out; i++)
        s->in[i] = s->got.data + s->in_at[i];
    return STATUS_OK;
}

enum status run_supersteps(struct run_state *run, struct error *err)
{
    struct supersteps *s = &run->supersteps;
    const size_t ranks = run->layout.ranks;
    size_t *out_bytes = s->rank_bytes, *in_bytes = out_bytes + ranks, most,
           *word_bytes = in_bytes + ranks;
    clear_messages(run);
    for (;;) {
        pack_messages(run, advance_islands(run), out_bytes, word_bytes);
        if (comm_alltoallv(run->group, s->words, word_bytes, s->words + s->n_words,
                           word_bytes, s->most_words * sizeof *s->words, err))
            return err->status;
        uint64_t next = read_words(run, in_bytes, &most);
        if (next == CUT)
            run->cut = true;
        if (next != MORE)
            return STATUS_OK;
        if (exchange_messages(run, out_bytes, in_bytes, most, err) || run->cut)
            return err->status;
    }
}
