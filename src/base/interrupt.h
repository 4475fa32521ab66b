/* Whether this process shall end what it does: a signal told it to, or its time is up.
 * The one place that decides; who does long work asks here.
 *
 * Long loops ask interrupt_pending every few thousand operations. Outside the steps of
 * an algorithm (loading, preparing, proofs, diagnoses) it answers, and the loop then
 * returns with what is proven so far, or fails with STATUS_CUT. Inside a step it does
 * not return when the step is to be cut short, but leaves it for interrupt_enter_step's
 * place, as POSIX's cancellation points do: nothing that was cut short has a result. So
 * no one who asks may hold what must be given back (memory from the heap, files).
 * Before the interrupt the outcome never depends on the clock.
 *
 * Each thread has its own; with nothing watched nothing is ever pending. Ranks may
 * learn of it at different times: whatever follows from it is agreed upon by the
 * caller. */
#ifndef SKERRY_BASE_INTERRUPT_H
#define SKERRY_BASE_INTERRUPT_H

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds that a step may take to come to its own end once an interrupt is pending, so
 * that short ones are never cut. */
#define INTERRUPT_GRACE_S 0.25

/* Watches a signal's number, 0 until it is caught; NULL: none. It must last. */
void interrupt_watch_signal(const volatile sig_atomic_t *signal);

/* Sets the time limit, in seconds from now; NaN: none. */
void interrupt_set_limit(double seconds);

/* Someone else who may tell it to stop, asked now and then outside of steps; once
 * `told` says true it is pending. NULL: none; forgets what was told. */
void interrupt_listen(bool (*told)(void *context), void *context);

/* Another clock than the monotonic one, in seconds; NULL: that one. For tests. */
void interrupt_set_clock(double (*clock)(void));

/* What is set: the signal caught, or 0; the limit; whether it has passed. */
int interrupt_signal(void);
double interrupt_limit(void);
bool interrupt_time_is_up(void);

/* Some 40 ns. Outside a step: once true it stays so until what is watched changes.
 * Inside: false, or it does not return. */
bool interrupt_pending(void);

/* A step of an algorithm begins.
 *
 * out  where a step that is cut short goes on, by longjmp; NULL: it is not cut */
void interrupt_enter_step(jmp_buf *out);
void interrupt_leave_step(void);

/* For work inside a step that holds what must be given back: until interrupt_release,
 * interrupt_pending answers as outside of steps, and release leaves the step if an
 * answer was true. Not nested; nothing outside of steps. */
void interrupt_hold(void);
void interrupt_release(void);

#ifdef __cplusplus
}
#endif

#endif
