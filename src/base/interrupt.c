#include "interrupt.h"

#include "clock.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

/* Interval between calls of the listener. Chosen by hand. */
static const double LISTEN_EVERY_S = 0.05;

static _Thread_local struct {
    const volatile sig_atomic_t *signal; /* NULL: none */
    double (*clock)(void);               /* NULL: clock_monotonic_s */
    bool limited;
    double limit_s, deadline;    /* in seconds; the same on the clock */
    bool (*told)(void *context); /* NULL: none */
    void *context;
    double listened; /* time of the last call of `told` */
    bool was_told;
    bool in_step, held;
    bool cut; /* interrupt_pending has returned true while held */
    jmp_buf *out;
    double seen; /* when an interrupt was first seen in this step; NAN: none */
} own;

static double now(void)
{
    return own.clock ? own.clock() : clock_monotonic_s();
}

void interrupt_watch_signal(const volatile sig_atomic_t *signal)
{
    own.signal = signal;
}

void interrupt_set_clock(double (*clock)(void))
{
    own.clock = clock;
}

void interrupt_set_limit(double seconds)
{
    own.limited = !isnan(seconds);
    own.limit_s = seconds;
    own.deadline = own.limited ? now() + seconds : 0;
}

int interrupt_signal(void)
{
    /* where ranks are threads, the handler may run in another one */
    return own.signal ? (int)__atomic_load_n(own.signal, __ATOMIC_RELAXED) : 0;
}

double interrupt_limit(void)
{
    return own.limited ? own.limit_s : NAN;
}

bool interrupt_time_is_up(void)
{
    return own.limited && now() >= own.deadline;
}

void interrupt_reenter_step(jmp_buf *out)
{
    assert(!own.in_step);
    own.in_step = true;
    own.held = own.cut = false;
    own.out = out;
}

void interrupt_enter_step(jmp_buf *out)
{
    interrupt_reenter_step(out);
    own.seen = NAN;
}

void interrupt_leave_step(void)
{
    assert(own.in_step);
    own.in_step = false;
}

static _Noreturn void leave(void)
{
    own.in_step = false;
    longjmp(*own.out, 1);
}

static bool was_told(void)
{
    if (!own.told || own.in_step || own.was_told ||
        now() - own.listened < LISTEN_EVERY_S)
        return own.was_told;
    own.listened = now();
    return own.was_told = own.told(own.context);
}

void interrupt_listen(bool (*told)(void *context), void *context)
{
    own.told = told;
    own.context = context;
    own.listened = -INFINITY;
    own.was_told = false;
}

bool interrupt_pending(void)
{
    if (own.held && own.cut)
        return true;
    if (own.in_step && !own.out)
        return false;
    bool pending = interrupt_signal() || interrupt_time_is_up() || was_told();
    if (!own.in_step || !pending)
        return pending;
    if (isnan(own.seen))
        own.seen = now();
    if (now() - own.seen < INTERRUPT_GRACE_S)
        return false;
    if (own.held)
        return own.cut = true;
    leave();
}

void interrupt_hold(void)
{
    assert(!own.held);
    own.held = own.in_step;
}

void interrupt_release(void)
{
    own.held = false;
    if (own.in_step && own.cut)
        leave();
}
