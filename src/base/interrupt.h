/* Interrupts: whether this process should stop its work because of a signal or its time
 * limit. All long computations poll here.
 *
 * Long loops call interrupt_pending every few thousand operations. Outside the steps of an
 * algorithm (loading, initialization, proofs, diagnoses) it returns true, and the loop
 * returns with what is proven so far or fails with STATUS_CUT. Inside a step that is to be
 * aborted it does not return but jumps to the place given to interrupt_enter_step, like a
 * cancellation point of POSIX threads: an aborted step has no result. Therefore its callers
 * must not own heap memory or open files at that time. Without an interrupt, results never
 * depend on the clock.
 *
 * The state is per thread; unless a signal, a limit or a listener is set, nothing is ever
 * pending. Ranks may notice an interrupt at different times; callers have to agree on it. */
#ifndef SKERRY_BASE_INTERRUPT_H
#define SKERRY_BASE_INTERRUPT_H

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds that a step may continue once an interrupt is pending, so that short steps are
 * never aborted. Chosen by hand, well below a second, for limits to be met promptly. */
#define INTERRUPT_GRACE_S 0.25

/* Watches a variable with the number of the signal caught, 0: none; NULL: no variable. It
 * must outlive the watching. */
void interrupt_watch_signal(const volatile sig_atomic_t *signal);

/* Sets the time limit, in seconds from now; NaN: none. */
void interrupt_set_limit(double seconds);

/* Sets a function that is polled outside of steps: once `told` returns true, an interrupt
 * is pending. NULL: none; also resets the interrupt. */
void interrupt_listen(bool (*told)(void *context), void *context);

/* Replaces the monotonic clock, in seconds, for tests; NULL: the monotonic clock. */
void interrupt_set_clock(double (*clock)(void));

/* The signal caught, or 0; the limit; whether the limit has passed. */
int interrupt_signal(void);
double interrupt_limit(void);
bool interrupt_time_is_up(void);

/* Polls; some 40 ns. Outside of a step: true until what is watched changes. Inside: false,
 * or it does not return. */
bool interrupt_pending(void);

/* Begins a step of an algorithm.
 *
 * out  target of the longjmp that aborts the step; NULL: the step cannot be aborted */
void interrupt_enter_step(jmp_buf *out);
void interrupt_leave_step(void);

/* Goes on with the step that was left last, as its supersteps do: together they have one period of grace. */
void interrupt_reenter_step(jmp_buf *out);

/* For parts of a step that own heap memory or files: until interrupt_release,
 * interrupt_pending returns as outside of steps, and interrupt_release aborts the step if it
 * has returned true. Cannot be nested; no effect outside of steps. */
void interrupt_hold(void);
void interrupt_release(void);

#ifdef __cplusplus
}
#endif

#endif
