#include "audit.h"

#include <stdarg.h>

void audit_say(struct audit *audit, bool holds, const char *format, ...)
{
    va_list args;
    fputs(holds ? "ok     " : "WRONG  ", audit->report);
    va_start(args, format);
    vfprintf(audit->report, format, args);
    va_end(args);
    fputc('\n', audit->report);
    audit->wrong |= !holds;
}
