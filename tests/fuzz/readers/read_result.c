/* A result file, shown once as it is, as a killed run leaves it, and once, in JSON, with the seal
 * that would make it intact, which anybody can compute. */
#include "read_input.h"
#include "result.h"
#include "seal.h"
#include "show_command.h"

#include <stdio.h>
#include <unistd.h>

#ifdef SKERRY_LIBFUZZER
#include "read_hdf5.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t bytes, size_t most, unsigned seed);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t bytes, size_t most, unsigned seed)
{
    return read_hdf5_mutate(data, bytes, most, seed);
}

#endif

static void show(const char *path, bool json)
{
    const struct show_choice choice = {.json = json, .solution = -1, .solutions = -1};
    struct error err = {0};
    FILE *out = fopen("/dev/null", "w");
    ensure(out);
    read_input_check_error(show_result(path, &choice, out, &err), &err);
    fclose(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    const char *path = read_input_file(data, bytes);
    struct error err = {0};
    show(path, false);
    if (!seal_exists(path))
        ensure(bytes == 0 || seal_append(path, &err) == STATUS_OK);
    show(path, true);
    unlink(path);
    return 0;
}
