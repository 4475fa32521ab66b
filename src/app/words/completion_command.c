#include "completion_command.h"

#include "arguments.h"
#include "json_output.h"
#include "shell_scripts.h"

#include <stdio.h>
#include <string.h>

static enum status print_script(const char *shell, struct error *err)
{
    const struct embedded_file *script = shell_scripts;
    while (script->group && strcmp(script->group, shell) != 0)
        script++;
    if (!script->group)
        return error_set(err, STATUS_INPUT,
                         "completion: '%.40s' is unknown (expected: bash, zsh, fish)",
                         shell);
    printf("%.*s", (int)script->bytes, (const char *)script->data);
    return json_output_flush(stdout, err);
}

enum status completion_command(int argc, char **argv, struct comm *comm,
                               struct error *err)
{
    static const struct argument table[] = {{0}};
    const struct usage usage = {
        .line = "skerry completion bash|zsh|fish",
        .summary =
            "Prints a script for a shell, which then completes commands, options, "
            "keys and files:\n"
            "  source <(skerry completion bash)\n"
            "  source <(skerry completion zsh)\n"
            "  skerry completion fish | source",
        .arguments = table,
        .positional = "bash|zsh|fish",
        .least = 1,
        .most = 1};
    struct arena perm;
    const char *shell;
    bool help;
    arena_init(&perm);
    if (!arguments_parse_word(argc, argv, &usage, comm->rank, &perm, &shell, &help,
                              err) &&
        !help && comm->rank == 0)
        print_script(shell, err);
    arena_free(&perm);
    return comm_agree(comm, err);
}
