#include "eternity_shared_rounds.h"

#include <string.h>

/* What the islands do next. */
enum stage {
    CHOOSE,   /* island 0 tells the next round to all */
    BEGIN,    /* which they read */
    NEXT,     /* between two depths of the beam of the current part */
    EXPAND,   /* within one */
    COMPLETE, /* its last states, and tell the others */
    COMPARE   /* which they read */
};

/* Parts of a generation's work after which islands tell each other the best board while they
 * complete states; chosen by hand. */
enum { COMPLETIONS = 16 };

static bool has_messages(const struct mailbox *mailbox)
{
    for (size_t from = 0; from < mailbox->islands; from++)
        if (mailbox->in_bytes[from])
            return true;
    return false;
}

/* Begins the current part on all islands. */
static void begin_part(struct eternity_beam_rounds *rounds, struct island *island)
{
    struct eternity_shared_rounds *shared = &rounds->shared;
    struct eternity_beam *beam = eternity_beam_rounds_beam(rounds);
    eternity_beam_rounds_begin_part(rounds);
    if (rounds->progress.part == 0)
        eternity_shared_beam_begin(&shared->beam, beam, island->index,
                                   (size_t)rounds->progress.width);
    else
        eternity_shared_beam_branch(&shared->beam, beam);
    if (!shared->replaying)
        rounds->progress.work = beam->depth;
}

/* Whether the beam in memory is where the search is: not after a resume, or an aborted step. */
static bool is_known(const struct eternity_beam_rounds *rounds)
{
    const struct eternity_beam_progress *progress = &rounds->progress,
                                        *done = &rounds->done;
    return progress->seed == done->seed && progress->part == done->part &&
           progress->work == done->work;
}

/* What is in memory is no more known, until the generation ends. */
static void forget(struct eternity_beam_rounds *rounds)
{
    rounds->done = (struct eternity_beam_progress){.seed = ~rounds->progress.seed};
}

/* The beam is repeated from the trunk on. */
static void begin_replay(struct eternity_beam_rounds *rounds, struct island *island)
{
    rounds->shared.recorded = rounds->progress;
    rounds->progress.part = 0;
    rounds->shared.replaying = true;
    begin_part(rounds, island);
}

static void begin_generation(struct eternity_beam_rounds *rounds, struct island *island)
{
    struct eternity_shared_rounds *shared = &rounds->shared;
    shared->left = (uint64_t)rounds->keys->slice * shared->islands;
    shared->replaying = false;
    shared->stage = !rounds->progress.begun  ? CHOOSE
                    : rounds->progress.ended ? COMPLETE
                                             : NEXT;
    if (rounds->progress.begun && !is_known(rounds)) {
        begin_replay(rounds, island);
        shared->stage = NEXT;
    }
    forget(rounds);
}

static bool end_generation(struct eternity_beam_rounds *rounds)
{
    rounds->done = rounds->progress;
    return false;
}

/* Ends the replay where the search was; where its trunk has ended, goes on with the branch. False
 * if there is more to expand. */
static bool follow_replay(struct eternity_beam_rounds *rounds, struct island *island)
{
    struct eternity_shared_rounds *shared = &rounds->shared;
    const struct eternity_beam_progress *recorded = &shared->recorded;
    if (rounds->progress.part == recorded->part &&
        shared->beam.beam->depth == recorded->work) {
        rounds->progress = *recorded;
        shared->replaying = false;
        shared->stage = recorded->ended ? COMPLETE : NEXT;
        return true;
    }
    if (!eternity_shared_beam_is_over(&shared->beam))
        return false;
    eternity_multi_order_beam_keep(&rounds->multi_order);
    rounds->progress.part = recorded->part;
    begin_part(rounds, island);
    return true;
}

/* Goes on to the next part, or round. */
static void next_part(struct eternity_beam_rounds *rounds, struct island *island)
{
    struct eternity_shared_rounds *shared = &rounds->shared;
    bool begun = eternity_beam_rounds_next_part(rounds);
    shared->stage = begun ? NEXT : CHOOSE;
    if (begun)
        begin_part(rounds, island);
    eternity_beam_spend(&shared->left, ETERNITY_BEAM_DEPTH_WORK);
}

/* The end of the beam of a part. */
static void end_part(struct eternity_beam_rounds *rounds, struct island *island)
{
    rounds->progress.ended = 1;
    if (rounds->progress.part == 0)
        next_part(rounds, island);
    else
        rounds->shared.stage = COMPLETE;
}

/* Adds up what the islands have told; true when all have completed their states. */
static bool compare(struct eternity_beam_rounds *rounds, const struct mailbox *mailbox)
{
    struct eternity_beam_progress *progress = &rounds->progress;
    bool over = true;
    for (size_t from = 0; from < mailbox->islands; from++) {
        struct eternity_shared_news news = eternity_shared_beam_news(mailbox, from);
        over &= news.over;
        eternity_beam_spend(&rounds->shared.left, news.work);
        progress->best = news.best < progress->best ? news.best : progress->best;
    }
    return over;
}

static bool complete(struct eternity_beam_rounds *rounds, struct island *island,
                     struct mailbox *mailbox)
{
    const uint64_t most = (uint64_t)rounds->keys->slice / COMPLETIONS + 1;
    uint64_t left = most;
    bool over = eternity_beam_rounds_complete(rounds, island, &left);
    const struct eternity_shared_news news = {
        .over = over, .work = most - left, .best = rounds->progress.best};
    mailbox_send_all(mailbox, &news, sizeof news);
    rounds->shared.stage = COMPARE;
    return true;
}

/* Island 0 tells the next round. */
static bool choose(struct eternity_beam_rounds *rounds, struct island *island,
                   struct mailbox *mailbox)
{
    rounds->shared.stage = BEGIN;
    if (island->index == 0) {
        eternity_beam_rounds_choose(rounds, island);
        mailbox_send_all(mailbox, &rounds->progress, sizeof rounds->progress);
    }
    return true;
}

static void begin_round(struct eternity_beam_rounds *rounds, struct island *island,
                        const struct mailbox *mailbox)
{
    memcpy(&rounds->progress, mailbox->in[0], sizeof rounds->progress);
    begin_part(rounds, island);
    rounds->shared.stage = NEXT;
}

/* One superstep of the beam: true if messages were sent. */
static bool expand(struct eternity_beam_rounds *rounds, struct island *island,
                   struct mailbox *mailbox)
{
    struct eternity_shared_rounds *shared = &rounds->shared;
    struct eternity_beam *beam = shared->beam.beam;
    const uint64_t before = beam->expanded;
    bool sent = eternity_shared_beam_advance(&shared->beam, mailbox);
    if (!shared->replaying)
        island->evaluations += beam->expanded - before;
    if (sent || shared->replaying)
        return sent;
    rounds->progress.work = beam->depth;
    eternity_beam_spend(&shared->left,
                        shared->beam.expanding + ETERNITY_BEAM_DEPTH_WORK);
    return false;
}

/* Between two depths: chooses the stage; false if the generation ends here. */
static bool choose_stage(struct eternity_beam_rounds *rounds, struct island *island)
{
    struct eternity_shared_rounds *shared = &rounds->shared;
    if (shared->replaying) {
        if (!follow_replay(rounds, island))
            shared->stage = EXPAND;
        return true;
    }
    if (shared->left == 0)
        return false;
    if (eternity_shared_beam_is_over(&shared->beam))
        end_part(rounds, island);
    else
        shared->stage = EXPAND;
    return true;
}

bool eternity_shared_rounds_superstep(struct eternity_beam_rounds *rounds,
                                      struct island *island, struct mailbox *mailbox)
{
    struct eternity_shared_rounds *shared = &rounds->shared;
    if (!has_messages(mailbox))
        begin_generation(rounds, island);
    for (;;) {
        switch ((enum stage)shared->stage) {
        case CHOOSE:
            if (shared->left == 0)
                return end_generation(rounds);
            return choose(rounds, island, mailbox);
        case BEGIN:
            begin_round(rounds, island, mailbox);
            break;
        case NEXT:
            if (!choose_stage(rounds, island))
                return end_generation(rounds);
            break;
        case EXPAND:
            if (expand(rounds, island, mailbox))
                return true;
            shared->stage = NEXT;
            break;
        case COMPLETE:
            if (shared->left == 0)
                return end_generation(rounds);
            return complete(rounds, island, mailbox);
        case COMPARE:
            shared->stage = COMPLETE;
            if (compare(rounds, mailbox))
                next_part(rounds, island);
            break;
        }
    }
}
