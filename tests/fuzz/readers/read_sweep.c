/* The table of a sweep. */
#include "read_input.h"
#include "sweep_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    struct read_input input;
    struct sweep_table table;
    struct arena arena;
    struct error err = {0};
    arena_init(&arena);
    read_input_split(data, bytes, &input);
    enum status status =
        sweep_table_parse((const char *)input.part[0].data, input.part[0].bytes,
                          "folder/table.yaml", &arena, &table, &err);
    read_input_check_error(status, &err);
    for (size_t i = 0; status == STATUS_OK && i < table.n_tasks; i++)
        ensure(table.tasks[i].config && table.tasks[i].output);
    arena_free(&arena);
    read_input_free(&input);
    return 0;
}
