/* Runs a reader on every file of some folders, each once: what libFuzzer has kept there. */
#include "read_input.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static size_t replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    ensure(file && fseek(file, 0, SEEK_END) == 0);
    long bytes = ftell(file);
    rewind(file);
    unsigned char *data = malloc((size_t)bytes + 1);
    ensure(data && bytes >= 0 && fread(data, 1, (size_t)bytes, file) == (size_t)bytes);
    fclose(file);
    /* A crash leaves the name of its input as the last line. */
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, (size_t)bytes);
    free(data);
    return 1;
}

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    size_t replayed = 0;
    for (int i = 1; i < argc; i++) {
        struct dirent **found = NULL;
        int n = scandir(argv[i], &found, is_input, alphasort);
        for (int k = 0; k < n; k++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], found[k]->d_name);
            replayed += replay_file(path);
            free(found[k]);
        }
        free(found);
    }
    printf("%zu inputs\n", replayed);
    return replayed ? 0 : 1;
}
