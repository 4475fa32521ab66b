"""Hard party challenges: pools of a million heroes, 24 to 64 places, several tight sums
(configs/party/benchmark)."""

import csv
import subprocess

import h5py
import numpy as np
import significance
from common import SKERRY, SOURCE, results, run, scratch, write_table
from party_defaults import pool_of

CONFIGS = SOURCE / "configs/party/benchmark"
# heroes, seeds, CPU seconds a run, how many times as many the long runs have, and their seeds
FULL = (1_000_000, 30, 2, 10, 2)
QUICK = (3_000, 2, 0.1, 2, 1)
PROOF_S = 10  # of the long runs
PILOT = 20_000  # evaluations of the runs that measure the rate
# Local search alone: each child is a new party by Algorithm 1, improved.
METHODS = {
    "local search": ["run.islands=1", "migration.policy=none", "ga.population=10",
                     "ga.offspring=10", "ga.crossover=0", "ga.mutation=1",
                     "ga.local_search=1"],
    "one population": ["run.islands=1", "migration.policy=none", "ga.population=20",
                       "ga.offspring=40"],
    "five islands": [],
}


def verified(path):
    subprocess.run([SKERRY, "verify", str(path)], stdout=subprocess.DEVNULL, check=True)


def runs_of(config, name, words, evaluations, seeds):
    """Prices of the best of each seed, CPU seconds a run, the ids of the best of all, the bound."""
    more = METHODS.get(name, METHODS["five islands"])
    path = scratch(f"{config.stem}-{name.replace(' ', '-')}.h5")
    summary, cpu = run(config, path, [*words, *more, "run.epochs=~", "output.solutions=1",
                                      f"run.max_evaluations={evaluations}",
                                      f"run.replicas={seeds}"])
    verified(path)
    with h5py.File(path) as file:
        best = file["replicas/best"][()]
        first = int(np.argmin(file["solutions/fitness"][()]))
        heroes = file["solutions/genome"][first]
    path.unlink()  # it has the pool
    return best, cpu / seeds, heroes, summary["bound"]


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


def spent_by(config, name, words, evaluations, replicas):
    """(Evaluations, CPU seconds) of so many runs, start-up included."""
    path = scratch(f"{config.stem}-rate-{evaluations}-{replicas}.h5")
    _, cpu = run(config, path, [*words, *METHODS[name], "run.epochs=~",
                                f"run.max_evaluations={evaluations}", f"run.replicas={replicas}"])
    with h5py.File(path) as file:
        spent = int(file["replicas/evaluations"][()].sum())
    path.unlink()
    return spent, cpu


def evaluations_of(config, name, words, seconds):
    """How many evaluations of a method take so many CPU seconds, start-up not counted, to two
    digits. Later generations have another rate than the first: after a short pilot the rate is
    taken of runs of about that length."""
    evaluations = PILOT
    for _ in range(2):
        (first, start), (both, cpu) = (spent_by(config, name, words, evaluations, n) for n in (1, 3))
        evaluations = max(100, (both - first) / max(cpu - start, 1e-3) * seconds)
        evaluations = int(float(f"{evaluations:.2g}"))
    return evaluations


def measure(config, pool, size, known):
    """All runs of a challenge; updates its best known party. {method: (prices, CPU s)}, bound."""
    _, seeds, seconds, longer, long_seeds = size
    words, found = [f"party.heroes={pool}", "run.proof_s=0"], {}
    budgets = {name: evaluations_of(config, name, words, seconds)
               for name in ("local search", "one population")}
    plan = {name: (budgets.get(name, budgets["one population"]), seeds, words) for name in METHODS}
    plan["long"] = (longer * budgets["one population"], long_seeds,
                    [words[0], f"run.proof_s={PROOF_S}", "run.seed=1001"])
    for name, (budget, count, overrides) in plan.items():
        best, cpu, heroes, bound = runs_of(config, name, overrides, budget, count)
        found[name] = best, cpu
        if best.min() < known.get(config.stem, (np.inf,))[0]:
            known[config.stem] = float(best.min()), " ".join(map(str, heroes))
        print(f"{config.stem} {name}: {np.median(best):,.0f} after {budget:,} evaluations, "
              f"{cpu:.1f} CPU s", flush=True)
    return found, bound


def row_of(name, found, bound, price):
    """A row of the table, the gaps of each method, and the p-value of islands against one."""
    gaps = {method: 100 * (found[method][0] / price - 1) for method in METHODS}
    p, effect = significance.mann_whitney(gaps["five islands"], gaps["one population"])
    cells = [name, f"{price:,.0f}", f"{100 * (1 - bound / price):.1f}"]
    for method in METHODS:
        cells += [significance.shown(gaps[method], "{:.2f}"), f"{found[method][1]:.1f}"]
    return [*cells, f"{effect:.2f}", significance.p_text(p)], gaps, p


def benchmark(options):
    """Islands, one population and local search alone on hard challenges, at equal CPU."""
    size = QUICK if options.quick else FULL
    configs = sorted(CONFIGS.glob("*.yaml"))[:1 if options.quick else None]
    known, rows, all_gaps, ps = {} if options.quick else best_known(CONFIGS), [], [], []
    pools = SOURCE / "build/pools"
    pools.mkdir(parents=True, exist_ok=True)
    for config in configs:
        seed = int(config.stem[-1])
        pool = pools / f"heroes-{size[0]}-{seed}.csv"
        found, bound = measure(config, pool if pool.exists() else pool_of(size[0], seed, pools),
                               size, known)
        row, gaps, p = row_of(config.stem, found, bound, known[config.stem][0])
        rows.append(row)
        all_gaps.append(gaps)
        ps.append(p)
        if not options.quick:
            keep_best(CONFIGS, known)
    medians = {name: [float(np.median(gaps[name])) for gaps in all_gaps] for name in METHODS}
    adjusted = significance.holm(ps)
    better = sum(a < significance.LEVEL and medians["five islands"][i] < medians["one population"][i]
                 for i, a in enumerate(adjusted))
    worse = sum(a < significance.LEVEL for a in adjusted) - better
    header = ["challenge", "best known", "bound below it, %"]
    for name in METHODS:
        header += [f"{name}, gap %", "CPU s"]
    write_table(results("party") / "benchmark.md",
                f"Hard challenges: {size[0]:,} heroes, {size[1]} seeds",
                [*header, "effect", "p"], rows,
                [f"Median gap to the best known price with its 95 % bootstrap interval, after "
                 f"so many evaluations as take {size[2]} CPU seconds, by the rate of short runs (islands: "
                 "as many as one population); CPU seconds of a run with its share of the start-up. effect: the probability that a run on islands has the larger gap than one "
                 "of one population, ties half; p: Mann-Whitney, two-sided. Local search leaves 1 % or "
                 f"more on {sum(gap >= 1 for gap in medians['local search'])} of {len(rows)}. After "
                 f"Holm's correction islands are better on {better}, worse on {worse}. Median gap "
                 "over the challenges: " + ", ".join(f"{name} {np.median(medians[name]):.2f} %"
                                                     for name in METHODS) + ".", "",
                 f"The best known parties ([best-known.csv](../../configs/party/benchmark/best-known.csv)) "
                 f"are those of all runs here and of {size[4]} seeds with {size[3]} times the evaluations "
                 "on five islands; each was verified. bound below it: what `exact` proves in "
                 f"{PROOF_S} seconds. Pools: `scripts/party-pool --heroes {size[0]} --seed N`, N the last "
                 "digit of the name."])


FIGURES = {"party-benchmark": benchmark}
