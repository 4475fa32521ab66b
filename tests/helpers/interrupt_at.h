/* Interrupts at any moment of a computation, the same ones each time: by a clock that goes on by looks at it. */
#ifndef SKERRY_TESTS_INTERRUPT_AT_H
#define SKERRY_TESTS_INTERRUPT_AT_H

#include "interrupt.h"

#include <math.h>
#include <stdint.h>

static inline uint64_t *interrupt_looks(void)
{
    static uint64_t looks;
    return &looks;
}

static inline double interrupt_count_looks(void)
{
    return (double)(*interrupt_looks())++;
}

/* Interrupts what runs from here on when it looks for the n-th time whether to go on; 0: no more. */
static inline void interrupt_at(uint64_t look)
{
    *interrupt_looks() = 0;
    interrupt_set_clock(look ? interrupt_count_looks : NULL);
    interrupt_set_limit(look ? (double)look : NAN);
}

#endif
