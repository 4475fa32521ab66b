#include "sliding_verify.h"

#include "audit.h"
#include "plural.h"

enum { MOST_RINGS = 127 };

struct check {
    const struct sliding_keys *keys;
    const int16_t *gene;
    size_t genes, rings;
    long at[MOST_RINGS]; /* vertex of each ring */
    struct audit audit;
};

static long vertex_at(const struct option_list *list, size_t ring)
{
    return (long)((const struct sliding_vertex *)list->items)[ring].value;
}

/* Whether two vertices have the same coordinates on all axes outside `axes`. */
static bool share_face(const struct check *check, long axes, long a, long b)
{
    for (int j = 0; j < check->keys->d; j++)
        if (!(axes >> j & 1) && (a >> j & 1) != (b >> j & 1))
            return false;
    return true;
}

static int count_axes(const struct check *check, long axes)
{
    int n = 0;
    for (int j = 0; j < check->keys->d; j++)
        n += (int)(axes >> j & 1);
    return n;
}

/* Definition 1 of the paper: ring and vertex are on a face of dimension k without
 * another ring. */
static bool may_slide(const struct check *check, size_t ring, long to)
{
    for (long axes = 0; axes < 1L << check->keys->d; axes++) {
        bool free = count_axes(check, axes) == check->keys->k &&
                    share_face(check, axes, check->at[ring], to);
        for (size_t r = 0; r < check->rings && free; r++)
            free = r == ring || !share_face(check, axes, check->at[ring], check->at[r]);
        if (free)
            return true;
    }
    return false;
}

/* Replays one move; false and reported when it is illegal. */
static bool replay(struct check *check, size_t i)
{
    long gene = check->gene[i], vertices = 1L << check->keys->d;
    long ring = gene / vertices, to = gene % vertices;
    if (gene < 0 || ring >= (long)check->rings) {
        audit_say(&check->audit, false, "move %zu is %ld: no ring and vertex", i + 1,
                  gene);
        return false;
    }
    long from = check->at[ring];
    if (to == from || !may_slide(check, (size_t)ring, to)) {
        audit_say(&check->audit, false,
                  "move %zu, ring %ld from %ld to %ld: no free face of dimension %lld "
                  "contains both",
                  i + 1, ring, from, to, (long long)check->keys->k);
        return false;
    }
    check->at[ring] = to;
    return true;
}

static void check_end(struct check *check)
{
    size_t away = 0;
    for (size_t r = 0; r < check->rings; r++)
        if (check->at[r] != vertex_at(&check->keys->target, r)) {
            audit_say(&check->audit, false, "ring %zu ends at %ld, its target is %ld",
                      r, check->at[r], vertex_at(&check->keys->target, r));
            away++;
        }
    if (away == 0)
        audit_say(&check->audit, true,
                  check->rings == 1 ? "the %zu ring ends on its target"
                                    : "all %zu rings end on their targets",
                  check->rings);
}

static void check_moves(struct check *check, const double *fitness)
{
    size_t moves = 0, behind = 0;
    while (moves < check->genes && check->gene[moves] != -1 && replay(check, moves))
        moves++;
    if (check->audit.wrong)
        return;
    audit_say(&check->audit, true, "%zu move%s, each on a free face of dimension %lld",
              moves, plural_s(moves), (long long)check->keys->k);
    check_end(check);
    for (size_t i = moves; i < check->genes; i++)
        behind += check->gene[i] != -1;
    audit_say(&check->audit, behind == 0, "%zu gene%s behind the last move %s not -1",
              behind, plural_s(behind), behind == 1 ? "is" : "are");
    audit_say(&check->audit, fitness[0] == (double)moves,
              "moves is %zu, recorded as %.15g", moves, fitness[0]);
    audit_say(&check->audit, fitness[1] == 0, "left is 0, recorded as %.15g",
              fitness[1]);
}

enum status sliding_verify(const void *keys, const void *genome, size_t genes,
                           const double *fitness, size_t objectives, FILE *report,
                           struct error *err)
{
    struct check check = {
        .keys = keys, .gene = genome, .genes = genes, .audit = {.report = report}};
    (void)err;
    check.rings = check.keys->start.count;
    if (check.rings > MOST_RINGS || check.rings != check.keys->target.count ||
        genes != (size_t)check.keys->length || objectives != 2) {
        audit_say(
            &check.audit, false,
            "%zu genes and %zu objectives (expected: %lld and 2) for %zu rings with "
            "%zu targets",
            genes, objectives, (long long)check.keys->length, check.rings,
            check.keys->target.count);
        return STATUS_FAILED;
    }
    for (size_t r = 0; r < check.rings; r++)
        check.at[r] = vertex_at(&check.keys->start, r);
    check_moves(&check, fitness);
    return check.audit.wrong ? STATUS_FAILED : STATUS_OK;
}
