/* What the tests of promises run over: the plain problems with their defaults, and
 * every registered problem with some of its configs in configs/NAME/. */
#ifndef SKERRY_TESTS_SUBJECT_H
#define SKERRY_TESTS_SUBJECT_H

#include "comm_serial.h"
#include "config.h"
#include "lone.h"
#include "plain.h"

#include <glob.h>

enum { MAX_SUBJECTS = 64 };

struct subject {
    const struct problem *problem;
    char path[512]; /* of the config; empty for a plain problem */
};

static const struct problem *const plain_problems[] = {&onemax_problem, &match_problem,
                                                       &permutation_problem, NULL};

/* Lists the subjects, at most so many configs of a problem, spread over all that it
 * has; a registered problem without a config ends the case. */
static inline size_t subjects_list(struct subject *subjects, size_t configs)
{
    size_t n = 0;
    for (size_t p = 0; plain_problems[p]; p++)
        subjects[n++] = (struct subject){plain_problems[p], ""};
    for (size_t p = 0; registry_problems[p]; p++) {
        const struct problem *problem = registry_problems[p];
        glob_t found;
        char pattern[512];
        snprintf(pattern, sizeof pattern, "%s/configs/%s/*.yaml", SKERRY_SOURCE,
                 problem->name);
        if (glob(pattern, 0, NULL, &found)) {
            printf("no config matches %s\n", pattern);
            CU_FAIL_FATAL("a problem without a config");
        }
        size_t some = found.gl_pathc < configs ? found.gl_pathc : configs;
        for (size_t i = 0; i < some; i++) {
            CU_ASSERT_FATAL(n < MAX_SUBJECTS);
            subjects[n].problem = problem;
            snprintf(subjects[n].path, sizeof subjects[n].path, "%s",
                     found.gl_pathv[i * found.gl_pathc / some]);
            n++;
        }
        globfree(&found);
    }
    return n;
}

/* A setting by which a step takes less than seconds, of the search or of the problem; NULL: none is needed. */
static inline const char *shorter_step(const struct subject *subject,
                                       const char *algorithm)
{
    static const char *const settings[][3] = {
        {"party", "exact", "exact.work=20000"},
        {"party", "portfolio", "party.synergy.min=0.7"},
        {"eternity", "beam", "beam.slice=20000"},
        {"eternity", "depth_first", "depth_first.work=200000"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (!strcmp(settings[i][0], subject->problem->name) &&
            !strcmp(settings[i][1], algorithm))
            return settings[i][2];
    return NULL;
}

static inline enum status subject_read(const struct subject *subject,
                                       const char *algorithm, struct arena *perm,
                                       struct config *config, struct error *err)
{
    char text[128];
    const struct registry plain = {plain_problems, registry_algorithms, NULL};
    snprintf(text, sizeof text, "problem: %s\nalgorithm: %s\nrun: {epochs: 1}\n",
             subject->problem->name, algorithm);
    if (!*subject->path)
        return config_from_text(text, "plain", NULL, 0, &plain, perm, config, err);
    struct comm *comm;
    if (comm_serial_open(&comm, err))
        return err->status;
    snprintf(text, sizeof text, "algorithm=%s", algorithm);
    const char *const overrides[] = {text, shorter_step(subject, algorithm)};
    struct config_request request = {.path = subject->path,
                                     .overrides = overrides,
                                     .n_overrides = overrides[1] ? 2 : 1,
                                     .islands = 1};
    enum status status = config_load(&request, &registry_all, comm, perm, config, err);
    comm_close(comm);
    return status;
}

/* Reads a subject's config for one algorithm; ends the case when it is bad. */
static inline void subject_load(const struct subject *subject, const char *algorithm,
                                struct arena *perm, struct config *config)
{
    struct error err = {0};
    arena_init(perm);
    if (subject_read(subject, algorithm, perm, config, &err)) {
        printf("%s%s: %s\n", subject->problem->name, subject->path, err.text);
        CU_FAIL_FATAL("the config does not load");
    }
}

/* Names the subject when a case has failed on it. */
static inline void subject_blame(const struct subject *subject, const char *algorithm,
                                 unsigned failures_before)
{
    if (CU_get_number_of_failures() != failures_before)
        printf("  above: %s %s %s\n", subject->problem->name, subject->path, algorithm);
}

#endif
