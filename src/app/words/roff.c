#include "roff.h"

#include "version.h"

#include <stdio.h>

void roff_text(const char *text)
{
    for (bool first = true; *text; first = *text++ == '\n') {
        if (first && (*text == '.' || *text == '\''))
            fputs("\\&", stdout);
        switch (*text) {
        case '\\':
            fputs("\\e", stdout);
            break;
        case '-':
            fputs("\\-", stdout);
            break;
        case '\'':
            fputs("\\(aq", stdout);
            break;
        case '^':
            fputs("\\(ha", stdout);
            break;
        case '~':
            fputs("\\(ti", stdout);
            break;
        case '`':
            fputs("\\(ga", stdout);
            break;
        default:
            putchar(*text);
        }
    }
}

void roff_begin(const char *name, int section, const char *summary)
{
    printf(".\\\" Made by `skerry manual`.\n.TH ");
    for (const char *c = name; *c; c++)
        putchar(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    printf(" %d \"%s\" \"skerry %s\" \"skerry\"\n.nh\n.SH NAME\n", section,
           skerry_commit_day(), SKERRY_VERSION);
    roff_text(name);
    fputs(" \\- ", stdout);
    roff_text(summary);
    putchar('\n');
}

void roff_heading(const char *text)
{
    printf(".SH %s\n", text);
}

void roff_bold(const char *text)
{
    fputs("\\fB", stdout);
    roff_text(text);
    fputs("\\fR\n", stdout);
}

void roff_item(const char *tag, const char *value, const char *text)
{
    fputs(".TP\n\\fB", stdout);
    roff_text(tag);
    fputs("\\fR", stdout);
    if (*value) {
        fputs(" \\fI", stdout);
        roff_text(value);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    roff_text(text);
    putchar('\n');
}

void roff_example(const char *const *lines)
{
    puts(".nf\n.RS");
    for (; *lines; lines++) {
        roff_text(*lines);
        putchar('\n');
    }
    puts(".RE\n.fi");
}

void roff_see_also(const char *const *pages)
{
    roff_heading("SEE ALSO");
    for (; *pages; pages++) {
        roff_text(*pages);
        puts(pages[1] ? "," : "");
    }
}
