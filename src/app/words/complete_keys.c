#include "complete_keys.h"

#include "config_sections.h"
#include "list_sections.h"

#include <stdio.h>
#include <string.h>

enum { KEY_BYTES = 256 };

void complete_offer(const char *word, const char *candidate, const char *meaning)
{
    if (!strncmp(candidate, word, strlen(word)))
        printf("%s\t%s\n", candidate, meaning ? meaning : "");
}

static void offer_value(const char *word, const char *key, const char *value)
{
    char candidate[KEY_BYTES];
    snprintf(candidate, sizeof candidate, "%s=%s", key, value);
    complete_offer(word, candidate, "");
}

/* Values of a key that is followed by =, as far as they can be listed. */
static void offer_values(const char *word, const char *key,
                         const struct config_option *option)
{
    if (option->type == OPTION_FILE)
        puts(":files");
    if (option->type == OPTION_BOOL) {
        offer_value(word, key, "true");
        offer_value(word, key, "false");
    }
    for (size_t i = 0; option->type == OPTION_CHOICE && option->choices[i]; i++)
        offer_value(word, key, option->choices[i]);
}

/* Keys of a table and of the groups in it; `prefix` ends with a dot. */
static void offer_keys(const char *word, const char *prefix,
                       const struct config_option *fields)
{
    for (; fields && fields->name; fields++) {
        char key[KEY_BYTES];
        snprintf(key, sizeof key - 2, "%s%s", prefix, fields->name);
        size_t n = strlen(key);
        if (fields->type == OPTION_GROUP) {
            strcpy(key + n, ".");
            offer_keys(word, key, fields->fields);
        } else if (!strncmp(word, key, n) && word[n] == '=') {
            offer_values(word, key, fields);
        } else {
            strcpy(key + n, "=");
            complete_offer(word, key, fields->meaning);
        }
    }
}

/* `problem` and `algorithm`, whose values are names of sections. */
static void offer_choice(const char *word, const char *key, enum section_kind kind,
                         const struct section *sections, size_t n)
{
    if (!strchr(word, '=')) {
        char candidate[KEY_BYTES];
        snprintf(candidate, sizeof candidate, "%s=", key);
        complete_offer(word, candidate, "");
    }
    for (size_t i = 0; i < n && strchr(word, '='); i++)
        if (sections[i].kind == kind)
            offer_value(word, key, sections[i].name);
}

void complete_setting(const char *word)
{
    static struct section sections[MAX_SECTIONS];
    size_t n = list_sections(&registry_all, sections);
    offer_choice(word, "problem", SECTION_PROBLEM, sections, n);
    offer_choice(word, "algorithm", SECTION_ALGORITHM, sections, n);
    for (size_t i = 0; i < n; i++) {
        char prefix[KEY_BYTES];
        if (sections[i].options == config_islands_keys || /* a list */
            sections[i].kind == SECTION_FILE)             /* not in the config */
            continue;
        snprintf(prefix, sizeof prefix, "%s.", sections[i].name);
        if (!strchr(word, '.') && sections[i].options && sections[i].options->name)
            complete_offer(word, prefix, sections[i].summary);
        else
            offer_keys(word, prefix, sections[i].options);
    }
}
