/* The code of sliding_reaches.c, instantiated for each type WORD of a set of
 * vertices. */

struct NAME(folds) {
    WORD occupied;
    unsigned d;
    uint8_t ring[SLIDING_MAX_VERTICES]; /* of an occupied vertex */
    WORD reach[SLIDING_MAX_RINGS];
};

/* Every ring that is alone in its face along `axes` may move to any vertex of the
 * face. */
static void NAME(set_reaches)(struct NAME(folds) * folds, unsigned axes, WORD face,
                              WORD two)
{
    for (WORD lone = folds->occupied & ~two; lone; lone &= lone - 1) {
        unsigned v = FIRST_BIT(lone);
        folds->reach[folds->ring[v]] |= face << (v & ~axes);
    }
}

/* Enumerates the sets of axes: `left` more, from `axis` on.
 *     axes, face   chosen so far, and the face through vertex 0 along them
 *     one, two     vertices whose face has at least one ring, at least two */
static void NAME(fold)(struct NAME(folds) * folds, unsigned axis, unsigned left,
                       unsigned axes, WORD face, WORD one, WORD two)
{
    if (left == 0) {
        NAME(set_reaches)(folds, axes, face, two);
        return;
    }
    for (unsigned j = axis; j + left <= folds->d; j++) {
        unsigned shift = 1u << j;
        WORD high = NAME(high)[j]; /* vertices whose coordinate on the axis is 1 */
        WORD one_there = (one & high) >> shift | (one << shift & high);
        WORD two_there = (two & high) >> shift | (two << shift & high);
        NAME(fold)
        (folds, j + 1, left - 1, axes | 1u << j, face | face << shift, one | one_there,
         two | two_there | (one & one_there));
    }
}

static void NAME(reaches)(const struct sliding *puzzle, const uint8_t *at,
                          vertex_set *reach)
{
    struct NAME(folds) folds;
    folds.d = puzzle->d;
    folds.occupied = 0;
    for (unsigned r = 0; r < puzzle->rings; r++) {
        folds.occupied |= (WORD)1 << at[r];
        folds.ring[at[r]] = (uint8_t)r;
        folds.reach[r] = 0;
    }
    NAME(fold)(&folds, 0, puzzle->k, 0, 1, folds.occupied, 0);
    for (unsigned r = 0; r < puzzle->rings; r++)
        reach[r] = folds.reach[r] & ~((WORD)1 << at[r]);
}
