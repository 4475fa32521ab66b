/* Whole runs of climb.h on ranks that are not alike: a step takes as long as the rank is slow, by
 * the rank's own clock. */
#ifndef SKERRY_TESTS_TIMED_H
#define SKERRY_TESTS_TIMED_H

#include "climb.h"

enum { MOST_RANKS = 6 };

static double pace_of_rank[MOST_RANKS];
static uint64_t
    swap_after; /* generations, after which ranks 0 and 1 swap paces; 0: never */
static size_t steps_of_rank[MOST_RANKS], inits_of_rank[MOST_RANKS];
static _Thread_local int my_rank;
static _Thread_local double my_clock_s;
static bool init_is_cut; /* as by an interrupt: the ninth and later ones on rank 1 */

static double own_clock(void)
{
    return my_clock_s;
}

static enum status timed_init(const void *keys, const struct puzzle *puzzle,
                              struct arena *perm, struct plan *plan, void **self,
                              struct error *err)
{
    if (++inits_of_rank[my_rank] > 8 && init_is_cut && my_rank == 1)
        return error_set(err, STATUS_CUT, "interrupted");
    return climb_init(keys, puzzle, perm, plan, self, err);
}

static void timed_step(void *self, struct island *island)
{
    climb_step(self, island);
    bool swapped = swap_after && island->generation >= swap_after && my_rank < 2;
    my_clock_s += pace_of_rank[swapped ? 1 - my_rank : my_rank];
    steps_of_rank[my_rank]++;
}

static void play_timed_rank(struct comm *comm, void *arg)
{
    my_rank = comm->rank;
    my_clock_s = 0;
    play_rank(comm, arg);
}

static inline struct algorithm timed_algorithm(void)
{
    struct algorithm timed = climb_algorithm;
    timed.init = timed_init;
    timed.step = timed_step;
    return timed;
}

/* Plays on ranks with these paces, from the snapshot if the play has one. fault: NULL: none */
static inline struct spy *play_timed_with(struct play *play, int ranks,
                                          const struct comm_fault *fault,
                                          struct spy *spy)
{
    struct algorithm timed = timed_algorithm();
    struct engine_islands islands = {&timed, NULL, play->plan.islands};
    struct error err = {0};
    play->plan.algorithms = &islands;
    play->plan.n_algorithms = 1;
    play->spy = spy;
    play->spy->signal = climb_signal = &play->signal;
    play->signal = 0;
    play_clock = own_clock;
    memset(steps_of_rank, 0, sizeof steps_of_rank);
    memset(inits_of_rank, 0, sizeof inits_of_rank);
    CU_ASSERT_EQUAL_FATAL(comm_local_run(ranks, fault, play_timed_rank, play, &err),
                          STATUS_OK);
    play_clock = step_clock;
    play->plan.n_algorithms = 0;
    return spy;
}

static inline struct spy *play_timed(struct play *play, int ranks, struct spy *spy)
{
    return play_timed_with(play, ranks, NULL, spy);
}

/* Plays on three ranks, of which rank 1 is lost at the given call: all end with it. False if the
 * run has fewer calls, and ends well. */
static inline bool lost_at(struct play *play, unsigned call)
{
    struct comm_fault fault = {.kind = FAULT_FAIL, .rank = 1, .call = call};
    spy_free(play_timed_with(play, 3, &fault, spy_new()));
    bool lost = play->status[1] != STATUS_OK;
    for (int r = 0; r < 3; r++)
        CU_ASSERT_EQUAL(play->status[r], lost ? STATUS_COMM : STATUS_OK);
    return lost;
}

#endif
