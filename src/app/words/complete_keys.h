/* Completion of KEY=VALUE, for -s. Used inside src/app/words. */
#ifndef SKERRY_APP_COMPLETE_KEYS_H
#define SKERRY_APP_COMPLETE_KEYS_H

/* Prints a candidate and what it is, if it begins with the word. */
void complete_offer(const char *word, const char *candidate, const char *meaning);

/* Prints the candidates for a word of -s: sections, then keys of a section, then values of a key. */
void complete_setting(const char *word);

#endif
