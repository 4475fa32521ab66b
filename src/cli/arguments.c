#include "arguments.h"

#include "config_value.h"
#include "usage.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ARGUMENTS = 16, FIRST_LONG = 256, HELP = 512 };

/* The table in the form that getopt_long needs. */
struct getopt_tables {
    char letters[2 * MOST_ARGUMENTS + 3];
    struct option long_names[MOST_ARGUMENTS + 2];
};

static size_t table_size(const struct argument *table)
{
    size_t n = 0;
    while (table[n].letter || table[n].name)
        n++;
    ensure(n <= MOST_ARGUMENTS);
    return n;
}

static void fill_tables(const struct argument *table, struct getopt_tables *tables)
{
    size_t n = table_size(table), used = 0, names = 0;
    *tables = (struct getopt_tables){0};
    tables->letters[used++] = ':'; /* getopt then distinguishes missing values */
    for (size_t i = 0; i < n; i++) {
        if (table[i].letter)
            tables->letters[used++] = table[i].letter;
        if (table[i].letter && table[i].value)
            tables->letters[used++] = ':';
        if (table[i].name)
            tables->long_names[names++] = (struct option){
                .name = table[i].name,
                .has_arg = table[i].value ? required_argument : no_argument,
                .val = FIRST_LONG + (int)i};
    }
    tables->letters[used++] = 'h';
    tables->long_names[names] =
        (struct option){.name = "help", .has_arg = optional_argument, .val = HELP};
}

static const struct argument *find_argument(const struct argument *table, int code)
{
    if (code >= FIRST_LONG)
        return &table[code - FIRST_LONG];
    for (size_t i = 0; i < table_size(table); i++)
        if (table[i].letter == code)
            return &table[i];
    return NULL;
}

/* Fails with a message that ends with the first usage line. */
static enum status misuse(const struct usage *usage, struct error *err,
                          const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static enum status misuse(const struct usage *usage, struct error *err,
                          const char *format, ...)
{
    char text[256];
    va_list more;
    va_start(more, format);
    vsnprintf(text, sizeof text, format, more);
    va_end(more);
    return error_set(err, STATUS_INPUT, "%s (usage: %.*s)", text,
                     (int)strcspn(usage->line, "\n"), usage->line);
}

/* Whether a word is an option of the command by itself: as the value of another one, whose own is
 * missing, as in `-o --resume`. */
static bool is_option(const struct usage *usage, const char *word)
{
    const struct argument *table = usage->arguments;
    if (word[0] != '-' || !word[1])
        return false;
    if (!strcmp(word, "-h") || !strcmp(word, "--help"))
        return true;
    for (size_t i = 0; i < table_size(table); i++) {
        size_t n = table[i].name ? strlen(table[i].name) : 0;
        bool is_letter = table[i].letter && word[1] == table[i].letter && !word[2];
        bool is_name = n && word[1] == '-' && !strncmp(word + 2, table[i].name, n) &&
                       (!word[2 + n] || word[2 + n] == '=');
        if (is_letter || is_name)
            return true;
    }
    return false;
}

/* "-s run.seed 7" is two words, the first of them without a value. */
static enum status check_pair(const struct argument *argument, const char *value,
                              struct error *err)
{
    if (!argument->value || strcmp(argument->value, "KEY=VALUE") != 0 ||
        strchr(value, '='))
        return STATUS_OK;
    return error_set(err, STATUS_INPUT,
                     "-%c %s: a value is missing (expected: -%c section.key=value)",
                     argument->letter, value, argument->letter);
}

static void note_argument(const struct argument *argument, const char *value)
{
    struct argument_list *list = argument->into;
    switch (argument->type) {
    case ARGUMENT_FLAG:
        *(bool *)argument->into = true;
        break;
    case ARGUMENT_TEXT:
    case ARGUMENT_NEED:
        *(const char **)argument->into = value;
        break;
    case ARGUMENT_OUT:
        *(const char **)argument->into = strcmp(value, "-") ? value : NULL;
        break;
    case ARGUMENT_MANY:
        list->items[list->count++] = value;
        break;
    }
}

/* Takes lists with capacity for all arguments. */
static enum status make_room(int argc, const struct usage *usage, struct arena *perm,
                             struct argument_list *words, struct error *err)
{
    size_t most = (size_t)argc + 1;
    *words = (struct argument_list){.items = ARENA_NEW(perm, const char *, most)};
    bool lost = !words->items;
    for (size_t i = 0; i < table_size(usage->arguments); i++) {
        struct argument_list *list = usage->arguments[i].into;
        if (usage->arguments[i].type != ARGUMENT_MANY)
            continue;
        *list = (struct argument_list){.items = ARENA_NEW(perm, const char *, most)};
        lost = lost || !list->items;
    }
    return lost ? error_set(err, STATUS_MEMORY, "no memory for %d words", argc)
                : STATUS_OK;
}

static enum status wrong_count(const struct usage *usage,
                               const struct argument_list *words, struct error *err)
{
    if (words->count < usage->least)
        return misuse(usage, err, "a %s is missing", usage->positional);
    return misuse(usage, err, "unexpected argument '%.96s'", words->items[usage->most]);
}

static enum status miss_required(const struct usage *usage, struct error *err)
{
    for (size_t i = 0; i < table_size(usage->arguments); i++) {
        const struct argument *argument = &usage->arguments[i];
        if (argument->type == ARGUMENT_NEED && !*(const char **)argument->into)
            return misuse(usage, err, "--%s is missing", argument->name);
    }
    return STATUS_OK;
}

/* The word with the option that getopt_long has refused: within one of several letters, or of a long name with a
 * single dash, it is not done with the word. */
static const char *refused_word(int argc, char **argv)
{
    const char *before = argv[optind - 1];
    const size_t n = strlen(before);
    const bool is_letter =
        optopt && optopt < FIRST_LONG; /* maybe a byte of UTF-8, below 0 */
    const bool is_done = n > 1 && before[0] == '-' && before[n - 1] == (char)optopt;
    return is_letter && !is_done && optind < argc ? argv[optind] : before;
}

/* The long option that was probably meant, or NULL. */
static const char *nearest_option(const struct usage *usage, const char *word)
{
    const char *names[MOST_ARGUMENTS];
    char name[64];
    size_t n = 0;
    for (size_t i = 0; i < table_size(usage->arguments); i++)
        if (usage->arguments[i].name)
            names[n++] = usage->arguments[i].name;
    word += strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    return config_value_nearest(name, names, n);
}

static enum status refuse_option(const struct usage *usage, const char *word,
                                 struct error *err)
{
    const char *nearest = nearest_option(usage, word);
    if (nearest)
        return misuse(usage, err, "unknown option %.64s, did you mean '--%s'?", word,
                      nearest);
    return misuse(usage, err, "unknown option %.64s", word);
}

enum status arguments_parse(int argc, char **argv, const struct usage *usage, int rank,
                            struct arena *perm, struct argument_list *words, bool *help,
                            struct error *err)
{
    struct getopt_tables tables;
    int code;
    *help = false;
    if (make_room(argc, usage, perm, words, err))
        return err->status;
    fill_tables(usage->arguments, &tables);
    opterr = 0;
    optind = 0; /* glibc: reinitialize; arguments in any order */
    while ((code = getopt_long(argc, argv, tables.letters, tables.long_names, NULL)) !=
           -1) {
        if (code == ':')
            return misuse(usage, err, "%.64s needs a value", argv[optind - 1]);
        if (code == '?')
            return refuse_option(usage, refused_word(argc, argv), err);
        if (code == 'h' || code == HELP) {
            *help = true;
            if (rank == 0)
                usage_print(usage, optarg && !strcmp(optarg, "table"));
            return STATUS_OK;
        }
        const struct argument *argument = find_argument(usage->arguments, code);
        if (argument->value && optarg == argv[optind - 1] && is_option(usage, optarg))
            return misuse(usage, err, "%.64s needs a value", argv[optind - 2]);
        if (check_pair(argument, optarg, err))
            return err->status;
        note_argument(argument, optarg);
    }
    for (int i = optind; i < argc; i++)
        words->items[words->count++] = argv[i];
    if (words->count < usage->least || words->count > usage->most)
        return wrong_count(usage, words, err);
    return miss_required(usage, err);
}

enum status arguments_parse_word(int argc, char **argv, const struct usage *usage,
                                 int rank, struct arena *perm, const char **word,
                                 bool *help, struct error *err)
{
    struct argument_list words = {0};
    enum status status =
        arguments_parse(argc, argv, usage, rank, perm, &words, help, err);
    *word = !status && !*help && words.count ? words.items[0] : NULL;
    return status;
}

enum status arguments_count(const char *name, const char *text, size_t most,
                            size_t *number, struct error *err)
{
    int64_t value;
    bool huge;
    char shown[64];
    if (!config_value_int(text, &value, &huge) || value < 1 || (uint64_t)value > most)
        return error_set(err, STATUS_INPUT, "%s: %s (expected: 1 to %zu)", name,
                         config_value_shown(text, shown, sizeof shown), most);
    *number = (size_t)value;
    return STATUS_OK;
}
