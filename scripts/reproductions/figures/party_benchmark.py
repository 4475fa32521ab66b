"""Hard party challenges: pools of a million heroes, 24 to 64 places, several tight sums
(configs/party/benchmark).

What was measured of a challenge is kept, a JSON line each, in results/party/benchmark-runs.jsonl: a
second call continues where the first was interrupted. Lines of other code, configs or plans are dropped.
"""

import concurrent.futures
import csv
import dataclasses
import json
import os
import subprocess

import h5py
import numpy as np
import significance
import sources
from common import SKERRY, SOURCE, results, run, scratch, write_table
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
PROOF_S = 10  # of the long runs
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
    path = scratch(f"{config.stem}-{name.replace(' ', '-')}.h5")
    summary, cpu = run(config, path, [*words, *METHODS[name], "run.epochs=~", "output.solutions=1",
                                      f"run.max_evaluations={evaluations}",
                                      f"run.replicas={replicas}"])
    return path, summary, cpu


def remove(path):
    """A result, which has the pool, with its checkpoints."""
    for file in path.parent.glob(path.name + "*"):
        file.unlink()


def runs_of(config, name, words, evaluations, seeds):
    """What so many seeds of a method found; verified."""
    path, summary, cpu = run_of(config, name, words, evaluations, seeds)
    subprocess.run([SKERRY, "verify", str(path)], stdout=subprocess.DEVNULL, check=True)
    with h5py.File(path) as file:
        first = int(np.argmin(file["solutions/fitness"][()]))
        found = {"evaluations": evaluations, "prices": file["replicas/best"][()].tolist(),
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


def measure(config, size, pools):
    """All runs of a challenge: what is kept of them."""
    seed = int(config.stem[-1])
    pool = pools / f"heroes-{size.heroes}-{seed}.csv"
    words = [f"party.heroes={pool}", "run.proof_s=0"]
    budgets = {name: evaluations_of(config, name, words, size.seconds)
               for name in ("local search", "one population")}
    budgets["five islands"] = budgets["one population"]
    found = {name: runs_of(config, name, words, budgets[name], size.seeds) for name in METHODS}
    found["long"] = runs_of(config, "five islands", [words[0], f"run.proof_s={PROOF_S}", "run.seed=1001"],
                            size.times_longer * budgets["one population"], size.long_seeds)
    return {"challenge": config.stem, "plan": plan_of(size), "digest": sources.digest(MADE_BY),
            "runs": found}


def kept_lines(path, size):
    """{challenge: what is kept} of this code, these configs and this plan."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    kept = [json.loads(line) for line in lines]
    return {line["challenge"]: line for line in kept if line["plan"] == plan_of(size)
            and line["digest"] == sources.digest(MADE_BY)}


def measure_all(configs, size, processes):
    """{challenge: what is kept}, each measured in a process of its own, as many at a time."""
    path = results("party") / "benchmark-runs.jsonl"
    kept = kept_lines(path, size)
    pools = SOURCE / "build/pools"
    pools.mkdir(parents=True, exist_ok=True)
    left = [config for config in configs if config.stem not in kept]
    for seed in sorted({int(config.stem[-1]) for config in left}):
        if not (pools / f"heroes-{size.heroes}-{seed}.csv").exists():
            pool_of(size.heroes, seed, pools)
    with concurrent.futures.ProcessPoolExecutor(processes) as executor:
        jobs = [executor.submit(measure, config, size, pools) for config in left]
        for job in concurrent.futures.as_completed(jobs):
            line = job.result()
            kept[line["challenge"]] = line
            path.write_text("".join(json.dumps(kept[name]) + "\n" for name in sorted(kept)),
                            encoding="utf-8")
            print(f"{len(kept)}/{len(configs)} {line['challenge']}: " + ", ".join(
                f"{name} {np.median(of['prices']):,.0f} ({of['cpu_s']:.1f} CPU s)"
                for name, of in line["runs"].items()), flush=True)
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
    bound = line["runs"]["long"]["bound"]
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
    configs = sorted(CONFIGS.glob("*.yaml"))[:1 if options.quick else None]
    kept = measure_all(configs, size, options.processes or len(os.sched_getaffinity(0)))
    known = improved({} if options.quick else best_known(CONFIGS), kept)
    if not options.quick:
        keep_best(CONFIGS, known)
    gaps = [gaps_of(kept[config.stem], known[config.stem][0]) for config in configs]
    rows, ps = zip(*(row_of(kept[config.stem], known[config.stem][0], of)
                     for config, of in zip(configs, gaps)))
    header = ["challenge", "best known", "bound below it, %"]
    for name in METHODS:
        header += [f"{name}, gap %", "CPU s"]
    write_table(results("party") / "benchmark.md",
                f"Hard challenges: {size.heroes:,} heroes, {size.seeds} seeds",
                [*header, "effect", "p"], rows, notes_of(size, gaps, ps))


FIGURES = {"party-benchmark": benchmark}
