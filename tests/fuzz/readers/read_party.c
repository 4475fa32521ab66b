#include "party_problem.h"
#include "read_problem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    read_problem(data, bytes, &party_problem, 4096);
    return 0;
}
