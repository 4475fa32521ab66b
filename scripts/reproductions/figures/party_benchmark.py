"""Hard party challenges: pools of a million heroes, 24 to 64 places, several tight sums
(configs/party/benchmark).

What was measured of a challenge is kept, a JSON line each, in results/party/benchmark-runs.jsonl: a
second call continues where the first was interrupted. Lines of other code, configs or plans are dropped.

`--again` keeps those of other code and configs if the present ones repeat them: of each challenge and method
the first seed, with as many evaluations. The long runs do what those on islands do, for ten times as long:
of those with as many places one challenge is repeated, the quickest. Unless every price, number of
evaluations, bound and party is the one that is kept, nothing is changed.
"""

import concurrent.futures
import csv
import dataclasses
import os
import subprocess

import h5py
import numpy as np
import significance
import sources
from common import SKERRY, SOURCE, results, run, scratch, write_table
from kept_runs import code_of, difference, note_repeated, read, write
from party_defaults import pool_of

CONFIGS = SOURCE / "configs/party/benchmark"
CODE = ["islands/party/party_problem.c", "src/algorithms/ga.c", "islands/party/exact/*/*.c",
        "scripts/party-pool"]
MADE_BY = [*CODE, "configs/party/benchmark/*.yaml"]


@dataclasses.dataclass(frozen=True)
class Size:
    """Of a whole measurement."""

    heroes: int
    seeds: int
    seconds: float     # CPU time of each run
    times_longer: int  # evaluations of the long runs, in those of the others
    long_seeds: int


FULL = Size(1_000_000, 30, 4, 10, 2)
QUICK = Size(3_000, 2, 0.1, 2, 1)
LONG, PROOF_S = "long", 10  # the long runs, and their proof
OF_SEEDS = "spent", "found_at"  # numbers of evaluations of each seed; lines of older scripts have none
PILOT, FASTER = 1_000, 8  # evaluations of runs that measure the rate: of the first, and how fast they grow
# Local search alone: each child is a new party by Algorithm 1, improved.
METHODS = {
    "local search": ["run.islands=1", "migration.policy=none", "ga.population=10",
                     "ga.offspring=10", "ga.crossover=0", "ga.mutation=1",
                     "ga.local_search=1"],
    "one population": ["run.islands=1", "migration.policy=none", "ga.population=20",
                       "ga.offspring=40"],
    "five islands": [],
}


def plan_of(size):
    """What is run: lines of another plan are not used."""
    return {**dataclasses.asdict(size), "methods": METHODS, "proof_s": PROOF_S}


def run_of(config, name, words, evaluations, replicas):
    """Runs a method; the path of the result, its JSON summary, CPU seconds with the start-up."""
    path = scratch(f"{config.stem}-{name.replace(' ', '-')}-{os.getpid()}.h5")  # not that of a long run
    summary, cpu = run(config, path, [*words, *METHODS[name], "run.epochs=~", "output.solutions=1",
                                      f"run.max_evaluations={evaluations}",
                                      f"run.replicas={replicas}"])
    return path, summary, cpu


def remove(path):
    """A result, which has the pool, with its checkpoints."""
    for file in path.parent.glob(path.name + "*"):
        file.unlink()


def found_at(file):
    """After how many evaluations each replica of a result found its best."""
    replicas, evaluations = (file["improvements"][key][()] for key in ("replica", "evaluations"))
    return [int(evaluations[replicas == replica].max(initial=0)) for replica in range(len(file["replicas/best"]))]


def runs_of(config, name, words, evaluations, seeds):
    """What so many seeds of a method found; verified."""
    path, summary, cpu = run_of(config, name, words, evaluations, seeds)
    subprocess.run([SKERRY, "verify", str(path)], stdout=subprocess.DEVNULL, check=True)
    with h5py.File(path) as file:
        first = int(np.argmin(file["solutions/fitness"][()]))
        found = {"evaluations": evaluations, "prices": file["replicas/best"][()].tolist(),
                 "spent": file["replicas/evaluations"][()].tolist(), "found_at": found_at(file),
                 "cpu_s": cpu / seeds, "bound": summary["bound"],
                 "heroes": " ".join(map(str, file["solutions/genome"][first]))}
    remove(path)
    return found


def spent_by(config, name, words, evaluations):
    """(Evaluations, CPU seconds with the start-up) of a run."""
    path, _, cpu = run_of(config, name, words, evaluations, 1)
    with h5py.File(path) as file:
        spent = int(file["replicas/evaluations"][()].sum())
    remove(path)
    return spent, cpu


def evaluations_of(config, name, words, seconds):
    """How many evaluations of a method take so many CPU seconds, start-up not counted, to two digits.
    Later generations have another rate than the first: ever longer runs, until one takes more than half
    of that time."""
    evaluations = 1
    _, start = spent_by(config, name, words, evaluations)
    rate, took = np.inf, 0
    while took < seconds / 2:
        evaluations = int(min(FASTER * max(evaluations, PILOT), rate * 0.8 * seconds))
        spent, cpu = spent_by(config, name, words, evaluations)
        took = cpu - start
        rate = spent / max(took, 1e-3)
    return int(float(f"{rate * seconds:.2g}"))


def config_of(challenge):
    return CONFIGS / f"{challenge}.yaml"


def pool_for(name, size):
    """The file of a challenge's pool, in a folder for what makes it."""
    folder = SOURCE / "build/pools" / sources.digest(["scripts/party-pool"])
    return folder / f"heroes-{size.heroes}-{name[-1]}.csv"


def make_pools(names, size):
    """The pools of these challenges that are not there."""
    for pool in sorted({pool_for(name, size) for name in names}):
        pool.parent.mkdir(parents=True, exist_ok=True)
        if not pool.exists():
            pool_of(size.heroes, int(pool.stem[-1]), pool.parent)


def settings_of(challenge, size):
    """{row: (method, settings, seeds)} of a challenge."""
    words = [f"party.heroes={pool_for(challenge, size)}"]
    rows = {name: (name, [*words, "run.proof_s=0"], size.seeds) for name in METHODS}
    rows[LONG] = ("five islands", [*words, f"run.proof_s={PROOF_S}", "run.seed=1001"], size.long_seeds)
    return rows


def measure(challenge, size):
    """All runs of a challenge: what is kept of them."""
    rows, config = settings_of(challenge, size), config_of(challenge)
    budgets = {name: evaluations_of(config, name, rows[name][1], size.seconds)
               for name in ("local search", "one population")}
    budgets["five islands"] = budgets["one population"]
    budgets[LONG] = size.times_longer * budgets["one population"]
    found = {name: runs_of(config, method, words, budgets[name], seeds)
             for name, (method, words, seeds) in rows.items()}
    return {"challenge": challenge, "plan": plan_of(size), "code": sources.digest(MADE_BY), "runs": found}


def outcome_of(runs):
    """What the first seed of a row must have by any code that gives these runs: whatever is kept of it alone,
    the party if no other seed has one as cheap, and the bound, which does not depend on the seed."""
    outcome = {"price": runs["prices"][0], "bound": runs["bound"]}
    outcome |= {key: runs[key][0] for key in OF_SEEDS if key in runs}
    if runs["prices"].count(runs["prices"][0]) == 1 and min(runs["prices"]) == runs["prices"][0]:
        outcome["heroes"] = runs["heroes"]
    return outcome


def rows_again(lines):
    """[(line, row)] to repeat, those that take longest first."""
    quickest = {}  # long runs, by the places and the code
    for line in sorted(lines, key=lambda line: line["runs"][LONG]["cpu_s"]):
        quickest.setdefault((line["challenge"][:-1], code_of(line)), line)
    return [(line, LONG) for line in reversed(quickest.values())] + [
        (line, name) for line in lines for name in METHODS]


def repeat(size, line, name):
    """The first seed of a row again."""
    method, words, _ = settings_of(line["challenge"], size)[name]
    evaluations = line["runs"][name]["evaluations"]
    return runs_of(config_of(line["challenge"]), method, words, evaluations, 1)


def note_first(runs, again):
    """Adds what older lines lack of the first seed, which the next repeat then compares."""
    for key in OF_SEEDS:
        runs.setdefault(key, again[key])


def repeat_all(lines, size, processes):
    """Notes the present code and configs in these lines if they repeat them; else ends the program."""
    make_pools([line["challenge"] for line in lines], size)
    failed, pairs = [], []
    with concurrent.futures.ProcessPoolExecutor(processes) as executor:
        jobs = {executor.submit(repeat, size, line, name): (line, name) for line, name in rows_again(lines)}
        for number, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            line, name = jobs[job]
            row = f"{line['challenge']} {name}"
            pairs.append((line["runs"][name], job.result()))
            differs = difference(*map(outcome_of, pairs[-1]))
            failed += [f"party-benchmark: {row}: {differs}"] if differs else []
            print(f"{number}/{len(jobs)} {row}: {differs or 'the same again'}", flush=True)
    if failed:
        raise SystemExit("\n".join(failed))
    for pair in pairs:
        note_first(*pair)
    note_repeated(lines, sources.digest(MADE_BY))


def measure_all(names, size, kept, path, processes):
    """Measures these challenges, each in a process of its own, as many at a time, and keeps them."""
    make_pools(names, size)
    with concurrent.futures.ProcessPoolExecutor(processes) as executor:
        jobs = [executor.submit(measure, name, size) for name in names]
        for job in concurrent.futures.as_completed(jobs):
            line = job.result()
            kept[line["challenge"]] = line
            write(path, [kept[name] for name in sorted(kept)])
            print(f"{len(kept)} {line['challenge']}: " + ", ".join(
                f"{name} {np.median(of['prices']):,.0f} ({of['cpu_s']:.1f} CPU s)"
                for name, of in line["runs"].items()), flush=True)


def runs_of_table(names, size, options):
    """{challenge: what is kept} by the present code, with what is measured now."""
    path, code = results("party") / "benchmark-runs.jsonl", sources.digest(MADE_BY)
    processes = options.processes or len(os.sched_getaffinity(0))
    known = [line for line in read(path) if line["plan"] == plan_of(size) and line["challenge"] in names]
    older = [line for line in known if code_of(line) != code]
    if options.again and older:
        repeat_all(older, size, processes)
        write(path, known)
    kept = {line["challenge"]: line for line in known if code_of(line) == code}
    measure_all([name for name in names if name not in kept], size, kept, path, processes)
    return kept


def best_known(folder):
    """{name: (price, ids of the heroes by place)} of the file beside the configs, or none."""
    file = folder / "best-known.csv"
    if not file.exists():
        return {}
    with open(file, newline="", encoding="utf-8") as text:
        return {row["challenge"]: (float(row["price"]), row["heroes"])
                for row in csv.DictReader(text)}


def keep_best(folder, known):
    with open(folder / "best-known.csv", "w", newline="", encoding="utf-8") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["challenge", "price", "heroes"])
        writer.writerows([name, f"{price:.0f}", heroes]
                         for name, (price, heroes) in sorted(known.items()))


def improved(known, kept):
    """The best known parties after these runs."""
    best = dict(known)
    for name, line in kept.items():
        for of in line["runs"].values():
            if min(of["prices"]) < best.get(name, (np.inf,))[0]:
                best[name] = min(of["prices"]), of["heroes"]
    return best


def gaps_of(line, price):
    """{method: gaps to the best known price in percent}."""
    return {name: 100 * (np.array(line["runs"][name]["prices"]) / price - 1) for name in METHODS}


def row_of(line, price, gaps):
    """A row of the table, and the p-value of islands against one population."""
    p, effect = significance.mann_whitney(gaps["five islands"], gaps["one population"])
    bound = line["runs"][LONG]["bound"]
    cells = [line["challenge"], f"{price:,.0f}", f"{100 * (1 - bound / price):.1f}"]
    for name in METHODS:
        cells += [significance.shown(gaps[name], "{:.2f}"), f"{line['runs'][name]['cpu_s']:.1f}"]
    return [*cells, f"{effect:.2f}", significance.p_text(p)], p


def notes_of(size, gaps, ps):
    """The text below the table."""
    medians = {name: np.array([np.median(of[name]) for of in gaps]) for name in METHODS}
    differ = significance.holm(ps) < significance.LEVEL
    below = medians["five islands"] < medians["one population"]
    return [f"Median gap to the best known price in percent with its 95 % bootstrap interval, after as many "
            f"evaluations as take {size.seconds:g} CPU seconds without the start-up (islands: as many as "
            "one population); CPU s: of a run, with its share of the start-up. effect: the probability that a "
            "run on islands has the larger gap than one of one population, ties half; p: Mann-Whitney, "
            f"two-sided. Local search leaves 1 % or more on {(medians['local search'] >= 1).sum()} of "
            f"{len(gaps)}. After Holm's correction islands are better on {(differ & below).sum()}, worse on "
            f"{(differ & ~below).sum()}. Median gap over the challenges: "
            + ", ".join(f"{name} {np.median(of):.2f} %" for name, of in medians.items()) + ".", "",
            "The best known parties ([best-known.csv](../../configs/party/benchmark/best-known.csv)) are those "
            f"of all runs so far, among them of each challenge {size.long_seeds} with {size.times_longer} times "
            f"the evaluations on five islands, and of simulated annealing (tests/reference/anneal_party.c); each was "
            f"verified. bound below it: what `exact` proves in {PROOF_S} seconds. Pools: `scripts/party-pool --heroes {size.heroes} --seed N`, N the last "
            "digit of the name."]


def benchmark(options):
    """Islands, one population and local search alone on hard challenges, at equal CPU."""
    size = QUICK if options.quick else FULL
    names = sorted(config.stem for config in CONFIGS.glob("*.yaml"))[:1 if options.quick else None]
    kept = runs_of_table(names, size, options)
    known = improved({} if options.quick else best_known(CONFIGS), kept)
    if not options.quick:
        keep_best(CONFIGS, known)
    gaps = [gaps_of(kept[name], known[name][0]) for name in names]
    rows, ps = zip(*(row_of(kept[name], known[name][0], of) for name, of in zip(names, gaps)))
    header = ["challenge", "best known", "bound below it, %"]
    for name in METHODS:
        header += [f"{name}, gap %", "CPU s"]
    write_table(results("party") / "benchmark.md",
                f"Hard challenges: {size.heroes:,} heroes, {size.seeds} seeds",
                [*header, "effect", "p"], rows, notes_of(size, gaps, ps))


FIGURES = {"party-benchmark": benchmark}
