/* skerry_fuzz: cases of one problem, each in a process that may crash or hang.
 *
 *     skerry_fuzz --problem NAME [--seed S] [--first K] [--cases N] [--seconds T]
 *                 [--hang CPU_S] [--keep FOLDER] [--allow-open]
 *
 * --seed     default: the date (YYYYMMDD); printed
 * --cases    default 1000
 * --seconds  ends after so long, however many cases were done
 * --hang     CPU seconds after which a case hangs; default 300
 * --keep     where the files of bad cases go, a folder each (default: fuzz-kept)
 * --allow-open  open cases, which limits of work and time leave unproven, are told and nothing bad
 *
 * Exit code 0: nothing bad. 1: some case was wrong, open, crashed or hung. 2: usage. */
#include "clock.h"
#include "fuzz.h"

#include <dirent.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern const struct fuzz_problem fuzz_eternity, fuzz_level, fuzz_party, fuzz_selftest,
    fuzz_sliding;

static const struct fuzz_problem *const problems[] = {
    &fuzz_eternity, &fuzz_level, &fuzz_party, &fuzz_selftest, &fuzz_sliding, NULL};

enum { CHUNK = 200 }; /* cases that one process does */

struct plan {
    const struct fuzz_problem *problem;
    uint64_t seed, first, cases;
    double seconds;
    time_t hang; /* CPU seconds */
    const char *keep;
    bool allow_open;
};

/* What the working process tells its parent, in shared memory. */
struct shared {
    struct fuzz fuzz;
    uint64_t next; /* the case after the last one that is done */
    uint64_t wrong, open;
};

static void remove_folder(const char *folder)
{
    DIR *open = opendir(folder);
    if (!open)
        return;
    for (struct dirent *entry = readdir(open); entry; entry = readdir(open))
        if (*entry->d_name != '.' && unlinkat(dirfd(open), entry->d_name, 0))
            perror(entry->d_name);
    closedir(open);
    if (rmdir(folder))
        perror(folder);
}

static void keep(const struct plan *plan, const struct fuzz *fuzz)
{
    char command[1024];
    snprintf(command, sizeof command,
             "mkdir -p '%s' && rm -rf '%s/%s-%llu' && cp -r '%s' '%s/%s-%llu'",
             plan->keep, plan->keep, plan->problem->name,
             (unsigned long long)fuzz->number, fuzz->folder, plan->keep,
             plan->problem->name, (unsigned long long)fuzz->number);
    if (system(command))
        fprintf(stderr, "skerry_fuzz: the files of case %llu were not kept\n",
                (unsigned long long)fuzz->number);
}

static void report(const struct plan *plan, const struct fuzz *fuzz, const char *what,
                   const char *text)
{
    printf("%s case %llu: %s: %s\n", plan->problem->name,
           (unsigned long long)fuzz->number, what, text);
    fflush(stdout);
    keep(plan, fuzz);
}

static void run_case(const struct plan *plan, struct shared *shared, uint64_t number)
{
    struct fuzz *fuzz = &shared->fuzz;
    *fuzz->wrong = *fuzz->open = *fuzz->method = '\0';
    fuzz->limited = false;
    fuzz->number = number;
    fuzz->random = plan->seed;
    fuzz->random = fuzz_bits(fuzz) + number * 0x9e3779b97f4a7c15u;
    fuzz->random = fuzz_bits(fuzz);
    /* CPU time, so that a busy machine does not make a case hang. */
    struct itimerval limit = {.it_value = {.tv_sec = plan->hang}};
    setitimer(ITIMER_PROF, &limit, NULL);
    plan->problem->run(fuzz);
    if (*fuzz->wrong)
        report(plan, fuzz, "wrong", fuzz->wrong);
    else if (*fuzz->open)
        report(plan, fuzz, "open", fuzz->open);
    shared->wrong += *fuzz->wrong != '\0';
    shared->open += !*fuzz->wrong && *fuzz->open;
    shared->next = number + 1;
}

/* The working process. */
static void work(const struct plan *plan, struct shared *shared, double end)
{
    char folder[sizeof shared->fuzz.folder];
    memcpy(folder, shared->fuzz.folder, sizeof folder);
    uint64_t last = plan->first + plan->cases;
    for (uint64_t i = 0, number = shared->next;
         i < CHUNK && number < last && clock_monotonic_s() < end; i++, number++) {
        remove_folder(folder);
        if (mkdir(folder, 0700)) {
            perror(folder);
            exit(2);
        }
        run_case(plan, shared, number);
    }
    exit(0);
}

/* Whether the process came to its end; else counts what ended it. */
static bool judge(const struct plan *plan, struct shared *shared, int state,
                  uint64_t *crashed)
{
    char text[256];
    if (WIFEXITED(state) && WEXITSTATUS(state) == 0)
        return true;
    if (WIFSIGNALED(state))
        snprintf(text, sizeof text, "%s (%s)",
                 WTERMSIG(state) == SIGPROF ? "hangs" : strsignal(WTERMSIG(state)),
                 shared->fuzz.method);
    else
        snprintf(text, sizeof text, "ended with %d (%s)", WEXITSTATUS(state),
                 shared->fuzz.method);
    report(plan, &shared->fuzz, "crashed", text);
    shared->next = shared->fuzz.number + 1;
    ++*crashed;
    return false;
}

static int fuzz_all(const struct plan *plan, struct shared *shared)
{
    double begin = clock_monotonic_s(), end = begin + plan->seconds;
    uint64_t crashed = 0;
    shared->next = plan->first;
    while (shared->next < plan->first + plan->cases && clock_monotonic_s() < end) {
        int state;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0)
            work(plan, shared, end);
        if (child < 0 || waitpid(child, &state, 0) != child) {
            perror("skerry_fuzz");
            return 2;
        }
        judge(plan, shared, state, &crashed);
    }
    printf("%s: %llu cases, %llu wrong, %llu crashed, %llu open; seed %llu, %.0f s\n",
           plan->problem->name, (unsigned long long)(shared->next - plan->first),
           (unsigned long long)shared->wrong, (unsigned long long)crashed,
           (unsigned long long)shared->open, (unsigned long long)plan->seed,
           clock_monotonic_s() - begin);
    return shared->wrong || crashed || (shared->open && !plan->allow_open);
}

static const struct fuzz_problem *find_problem(const char *name)
{
    for (size_t i = 0; problems[i]; i++)
        if (!strcmp(problems[i]->name, name))
            return problems[i];
    fprintf(stderr, "skerry_fuzz: no problem '%s'\n", name);
    exit(2);
}

static uint64_t date_of_today(void)
{
    char text[16];
    time_t now = time(NULL);
    struct tm day;
    strftime(text, sizeof text, "%Y%m%d", gmtime_r(&now, &day));
    return strtoull(text, NULL, 10);
}

static void read_arguments(int argc, char **argv, struct plan *plan)
{
    static const struct option options[] = {{"problem", required_argument, NULL, 'p'},
                                            {"seed", required_argument, NULL, 's'},
                                            {"first", required_argument, NULL, 'f'},
                                            {"cases", required_argument, NULL, 'c'},
                                            {"seconds", required_argument, NULL, 't'},
                                            {"hang", required_argument, NULL, 'h'},
                                            {"keep", required_argument, NULL, 'k'},
                                            {"allow-open", no_argument, NULL, 'o'},
                                            {NULL, 0, NULL, 0}};
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'p':
            plan->problem = find_problem(optarg);
            break;
        case 's':
            plan->seed = strtoull(optarg, NULL, 10);
            break;
        case 'f':
            plan->first = strtoull(optarg, NULL, 10);
            break;
        case 'c':
            plan->cases = strtoull(optarg, NULL, 10);
            break;
        case 't':
            plan->seconds = strtod(optarg, NULL);
            break;
        case 'h':
            plan->hang = strtol(optarg, NULL, 10);
            break;
        case 'k':
            plan->keep = optarg;
            break;
        case 'o':
            plan->allow_open = true;
            break;
        default:
            exit(2);
        }
    }
    if (!plan->problem || optind < argc) {
        fprintf(stderr, "usage: skerry_fuzz --problem NAME [--seed S] [--first K] "
                        "[--cases N] [--seconds T] [--hang CPU_S] [--keep FOLDER] "
                        "[--allow-open]\n");
        exit(2);
    }
}

int main(int argc, char **argv)
{
    struct plan plan = {.seed = date_of_today(),
                        .cases = 1000,
                        .seconds = 1e9,
                        .hang = 300,
                        .keep = "fuzz-kept"};
    read_arguments(argc, argv, &plan);
    struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        perror("skerry_fuzz");
        return 2;
    }
    const char *parent = getenv("TMPDIR");
    if (!parent && access("/dev/shm", W_OK) == 0)
        parent = "/dev/shm"; /* some files a case: in memory */
    snprintf(shared->fuzz.folder, sizeof shared->fuzz.folder, "%.60s/skerry-fuzz-%d",
             parent ? parent : "/tmp", (int)getpid());
    int code = fuzz_all(&plan, shared);
    remove_folder(shared->fuzz.folder);
    return code;
}
