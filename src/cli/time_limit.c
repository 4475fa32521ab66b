#include "time_limit.h"

#include "config_value.h"

#include <math.h>

enum status time_limit_read(const char *text, double *seconds, struct error *err)
{
    bool huge;
    *seconds = INFINITY;
    if (!text || (config_value_real(text, seconds, &huge) && *seconds > 0))
        return STATUS_OK;
    return error_set(err, STATUS_INPUT,
                     "--time-limit: '%.40s' is not a time (expected: seconds above 0)",
                     text);
}
