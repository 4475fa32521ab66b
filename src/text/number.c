#include "number.h"

#include <stdio.h>
#include <stdlib.h>

void number_text(double x, char text[static NUMBER_BYTES])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, NUMBER_BYTES, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            return;
    }
}
