/* migrant_order_sampled: each rank sorts its own keys; samples divide the key range into
 * buckets of similar size, one per rank; each rank sorts its bucket and sends the results to
 * the owners of the individuals and of the positions. */
#include "migrant_order.h"

/* Samples per rank, in multiples of the number of ranks: with 2, a bucket has at most some 1.5
 * times a rank's share (the bound below). More samples would lower the bound and enlarge the
 * allgather of samples. */
enum { SAMPLES_A_RANK = 2 };

/* No more samples than individuals: all ranks together would hold the square of their
 * number. If each individual is a sample, buckets are as even as shares. */
static size_t samples_of(const struct migrant_order *order)
{
    size_t wanted = SAMPLES_A_RANK * (size_t)order->comm->size;
    return wanted < order->share ? wanted : order->share;
}

struct sampling {
    size_t n_samples;              /* of each rank */
    struct sort_key *samples;      /* this rank's */
    struct sort_key *all, *sorted; /* size x n_samples each */
    struct sort_key *bucket, *spare;
    size_t capacity;               /* of the bucket; at least each rank's share */
    uint64_t *positions, *sources; /* capacity: results for the bucket's entries */
    size_t *cut, *got;             /* size: entries to each bucket, from each rank */
    size_t *base;                  /* size + 1: first position of each bucket */
    size_t *in_bytes, *out_bytes;  /* size */
    size_t *cursor;                /* size */
};

/* A rank's samples are its sorted entries 0, m/s, 2m/s, ...: at most ceil(m/s) entries lie
 * between consecutive samples. A bucket spans s samples of all ranks together; a rank with c
 * of them contributes at most (c + 1) ceil(m/s) entries, so that the bucket has at most
 * (s + ranks) ceil(m/s) entries. */
static size_t bucket_bound(const struct migrant_order *order, size_t n_samples)
{
    size_t gap = (order->share + n_samples - 1) / n_samples;
    return (n_samples + (size_t)order->comm->size) * gap;
}

enum status migrant_order_sampling_init(struct migrant_order *order, struct arena *perm,
                                        struct error *err)
{
    size_t size = (size_t)order->comm->size, s = samples_of(order);
    size_t bound = bucket_bound(order, s);
    struct sampling *sampling = ARENA_NEW(perm, struct sampling, 1);
    size_t *counts = ARENA_NEW(perm, size_t, 6 * size + 1);
    struct sort_key *samples = ARENA_NEW(perm, struct sort_key, s * (2 * size + 1));
    struct sort_key *bucket = ARENA_NEW(perm, struct sort_key, bound);
    struct sort_key *spare = ARENA_NEW(perm, struct sort_key, bound);
    uint64_t *positions = ARENA_NEW(perm, uint64_t, bound);
    uint64_t *sources = ARENA_NEW(perm, uint64_t, bound);
    if (!sampling || !counts || !samples || !bucket || !spare || !positions || !sources)
        return error_set(err, STATUS_MEMORY, "no memory to sort %zu individuals",
                         order->own);
    *sampling = (struct sampling){.n_samples = s,
                                  .samples = samples,
                                  .all = samples + s,
                                  .sorted = samples + s + s * size,
                                  .bucket = bucket,
                                  .spare = spare,
                                  .capacity = bound,
                                  .positions = positions,
                                  .sources = sources,
                                  .cut = counts,
                                  .got = counts + size,
                                  .in_bytes = counts + 2 * size,
                                  .out_bytes = counts + 3 * size,
                                  .cursor = counts + 4 * size,
                                  .base = counts + 5 * size};
    order->sampling = sampling;
    return STATUS_OK;
}

static int is_before(const struct sort_key *a, const struct sort_key *b)
{
    return a->key < b->key || (a->key == b->key && a->from < b->from);
}

/* How many of n sorted entries precede an entry (binary search). */
static size_t count_before(const struct sort_key *sorted, size_t n,
                           const struct sort_key *limit)
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_before(&sorted[middle], limit))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static struct sort_key *sort_own(struct migrant_order *order)
{
    size_t first = order->first[order->comm->rank];
    for (size_t i = 0; i < order->own; i++)
        order->entries[i] = (struct sort_key){order->keys[i], first + i};
    struct sort_key *sorted = sort_key_sort(order->entries, order->spare, order->own);
    for (size_t k = 0; k < order->own; k++)
        order->mine[k] = (uint32_t)(sorted[k].from - first);
    return sorted;
}

/* Determines the splitters, and how many entries of this rank go to each bucket. */
static enum status cut(struct migrant_order *order, const struct sort_key *own,
                       struct error *err)
{
    struct sampling *s = order->sampling;
    size_t size = (size_t)order->comm->size;
    for (size_t j = 0; j < s->n_samples; j++)
        s->samples[j] = own[j * order->own / s->n_samples];
    if (comm_allgather(order->comm, s->samples, s->n_samples * sizeof *s->samples,
                       s->all, err) != STATUS_OK)
        return err->status;
    const struct sort_key *sorted =
        sort_key_sort(s->all, s->sorted, size * s->n_samples);
    size_t from = 0;
    for (size_t r = 0; r < size; r++) {
        size_t upto = order->own;
        if (r + 1 < size)
            upto = count_before(own, order->own, &sorted[(r + 1) * s->n_samples]);
        upto = upto < from ? from : upto; /* damaged samples may be unsorted */
        s->cut[r] = upto - from;
        from = upto;
    }
    return STATUS_OK;
}

static enum status exchange(struct migrant_order *order, const void *in,
                            const size_t *n_in, void *out, const size_t *n_out,
                            size_t item_bytes, struct error *err)
{
    struct sampling *s = order->sampling;
    size_t size = (size_t)order->comm->size;
    size_t most = (s->capacity > size ? s->capacity : size) * item_bytes;
    for (size_t r = 0; r < size; r++) {
        s->in_bytes[r] = (n_in ? n_in[r] : 1) * item_bytes;
        s->out_bytes[r] = (n_out ? n_out[r] : 1) * item_bytes;
    }
    return comm_alltoallv(order->comm, in, s->in_bytes, out, s->out_bytes, most, err);
}

/* Collects this rank's bucket, of size *n, and the sizes of all buckets in `base`. */
static enum status fill(struct migrant_order *order, const struct sort_key *own,
                        size_t *n, struct error *err)
{
    struct sampling *s = order->sampling;
    size_t size = (size_t)order->comm->size;
    if (exchange(order, s->cut, NULL, s->got, NULL, sizeof *s->cut, err) != STATUS_OK)
        return err->status;
    *n = 0;
    for (size_t r = 0; r < size; r++)
        *n = s->got[r] <= s->capacity ? *n + s->got[r] : s->capacity + 1;
    /* A rank reports an impossible bucket by its size, so that all ranks fail together. */
    if (comm_allgather(order->comm, n, sizeof *n, s->base + 1, err) != STATUS_OK)
        return err->status;
    s->base[0] = 0;
    for (size_t r = 0; r < size; r++) {
        if (s->base[r + 1] > s->capacity)
            return error_set(err, STATUS_COMM, "rank %zu got a damaged count", r);
        s->base[r + 1] += s->base[r];
    }
    if (s->base[size] != order->total)
        return error_set(err, STATUS_COMM, "the sort received %zu of %zu individuals",
                         s->base[size], order->total);
    return exchange(order, own, s->cut, s->bucket, s->got, sizeof *own, err);
}

/* Writes the position of each entry of the bucket into the answer to its owner, in the order
 * in which the owner sent the entries. */
static void answer(struct migrant_order *order, size_t n, struct error *err)
{
    struct sampling *s = order->sampling;
    const struct sort_key *sorted = sort_key_sort(s->bucket, s->spare, n);
    size_t base = s->base[order->comm->rank], at = 0;
    for (size_t r = 0; r < (size_t)order->comm->size; r++) {
        s->cursor[r] = at;
        at += s->got[r];
    }
    for (size_t j = 0; j < n; j++) {
        size_t owner = migrant_order_owner(order, sorted[j].from);
        s->sources[j] = sorted[j].from;
        if (s->cursor[owner] < n)
            s->positions[s->cursor[owner]++] = base + j;
        else
            error_set(err, STATUS_COMM, "damaged entries of rank %zu", owner);
    }
}

/* The number of positions of bucket b that rank r owns. */
static size_t overlap(const struct migrant_order *order, size_t b, size_t r)
{
    const size_t *base = order->sampling->base, *first = order->first;
    size_t low = base[b] > first[r] ? base[b] : first[r];
    size_t high = base[b + 1] < first[r + 1] ? base[b + 1] : first[r + 1];
    return high > low ? high - low : 0;
}

/* Sends the sources of all positions to their owners. */
static enum status announce(struct migrant_order *order, struct error *err)
{
    struct sampling *s = order->sampling;
    size_t me = (size_t)order->comm->rank;
    for (size_t r = 0; r < (size_t)order->comm->size; r++) {
        s->cut[r] = overlap(order, me, r);
        s->got[r] = overlap(order, r, me);
    }
    return exchange(order, s->sources, s->cut, order->source, s->got,
                    sizeof *s->sources, err);
}

/* Checks received data, which is used as indices later: in range, and consistent in both
 * directions for the individuals that stay on this rank. */
static void check_answers(const struct migrant_order *order, struct error *err)
{
    size_t first = order->first[order->comm->rank], own = order->own;
    size_t n_wrong = 0, n_stay = 0, n_kept = 0;
    for (size_t i = 0; i < own; i++) {
        n_wrong += order->source[i] >= order->total;
        n_kept += order->source[i] - first < own; /* wraps below first */
    }
    for (size_t k = 0; k < own; k++) {
        uint64_t target = order->target[k], place = target - first;
        n_wrong += target >= order->total || (k > 0 && target <= order->target[k - 1]);
        if (place < own) {
            n_stay++;
            n_wrong += order->source[place] != first + order->mine[k];
        }
    }
    if (n_wrong || n_stay != n_kept)
        error_set(err, STATUS_COMM, "rank %d got a damaged order", order->comm->rank);
}

enum status migrant_order_sampled(struct migrant_order *order, struct error *err)
{
    struct sampling *s = order->sampling;
    struct error damage = {0};
    size_t n = 0;
    struct sort_key *own = sort_own(order);
    if (cut(order, own, err) != STATUS_OK || fill(order, own, &n, err) != STATUS_OK)
        return err->status;
    answer(order, n, &damage);
    if (exchange(order, s->positions, s->got, order->target, s->cut,
                 sizeof *s->positions, err) != STATUS_OK ||
        announce(order, err) != STATUS_OK)
        return err->status;
    check_answers(order, &damage);
    if (comm_agree(order->comm, &damage) != STATUS_OK)
        *err = damage;
    return damage.status;
}
