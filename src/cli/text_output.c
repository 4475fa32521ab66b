#include "text_output.h"

#include "json_output.h"
#include "utf8.h"

#include <stdlib.h>

enum status text_output_begin(struct text_output *output, struct error *err)
{
    *output = (struct text_output){0};
    output->page = open_memstream(&output->text, &output->bytes);
    return output->page ? STATUS_OK
                        : error_set(err, STATUS_MEMORY, "no memory for the output");
}

enum status text_output_end(struct text_output *output, FILE *out, struct error *err)
{
    struct error own = {0};
    if (fclose(output->page))
        error_set(&own, STATUS_MEMORY, "no memory for the output");
    else
        utf8_print_visible(output->text, output->bytes, out);
    free(output->text);
    if (own.status == STATUS_OK)
        json_output_flush(out, &own);
    if (err->status == STATUS_OK)
        *err = own;
    return err->status;
}
