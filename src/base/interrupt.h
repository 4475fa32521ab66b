/* Whether this process shall end what it does: a signal told it to, or its time is up.
 *
 * Long loops outside the steps of an algorithm (loading, preparing, proofs, diagnoses)
 * ask every few thousand operations and then return what they have proven so far; a
 * loop that was cut short proves nothing more by its end. One long step asks
 * interrupt_overdue. Before the interrupt the outcome never depends on the clock.
 *
 * Of the whole process, as signals are; with nothing watched nothing is ever pending.
 * Ranks may learn of it at different times: whatever follows from it is agreed upon by
 * the caller. */
#ifndef SKERRY_BASE_INTERRUPT_H
#define SKERRY_BASE_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* Seconds that a step may take to come to its own end once an interrupt is pending, so
 * that a stopped run leaves off between two steps, as one that was not stopped. */
#define INTERRUPT_GRACE_S 0.5

/* Watches a signal's number, 0 until it is caught; NULL: none. It must last. */
void interrupt_watch_signal(const volatile sig_atomic_t *signal);

/* Sets the time limit, in seconds from now; NaN: none. */
void interrupt_set_limit(double seconds);

/* Some 30 ns. Once true it stays so until the watched things change. */
bool interrupt_pending(void);

/* Whether the time limit has passed. */
bool interrupt_time_is_up(void);

/* Whether an interrupt has been pending for INTERRUPT_GRACE_S, counted from the first
 * question that saw it. */
bool interrupt_overdue(void);

#endif
