"""The sliding paper's Tables 2, 4 and 5, its Figs. 5 and 6, and a comparison beyond them."""

import functools
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

import h5py
import matplotlib
import numpy as np
from common import SKERRY, SOURCE, results, run, write_table

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the backend is chosen)

CONFIGS = SOURCE / "configs/sliding"
RUNS = 150
LARGE_RUNS = 3
FIXED_SEED = "run.seed=1"

# The paper's rows in its order, with what its tables say. Table 2: moves by A*, None where it
# gave up. Tables 4 and 5: success in percent, least, most and median moves.
PAPER = {
    (3, 1, 0): (4, (100, 4, 10, 4), (100, 4, 4, 4)),
    (3, 1, 1): (6, (100, 6, 10, 6), (100, 6, 6, 6)),
    (3, 1, 2): (10, (100, 10, 18, 12), (100, 10, 10, 10)),
    (3, 2, 0): (6, (100, 6, 20, 9), (100, 6, 7, 6)),
    (3, 2, 1): (7, (100, 7, 18, 10), (100, 7, 9, 7)),
    (3, 2, 2): (9, (100, 9, 25, 14), (100, 9, 12, 10)),
    (4, 1, 0): (4, (100, 4, 14, 4), (100, 4, 4, 4)),
    (4, 1, 1): (8, (100, 8, 60, 14), (100, 8, 60, 14)),
    (4, 1, 2): (6, (100, 6, 16, 8), (100, 6, 16, 8)),
    (4, 1, 3): (8, (100, 8, 28, 12), (100, 8, 28, 12)),
    (4, 1, 4): (None, (100, 12, 28, 16), (100, 12, 28, 16)),
    (4, 2, 0): (6, (100, 6, 57, 12), (100, 6, 57, 12)),
    (4, 2, 1): (7, (100, 10, 50, 16), (100, 10, 50, 16)),
    (4, 2, 2): (6, (100, 6, 13, 8), (100, 6, 13, 8)),
    (4, 2, 3): (7, (100, 8, 24, 14), (100, 8, 24, 14)),
    (4, 2, 4): (None, (100, 8, 22, 14), (100, 8, 22, 14)),
    (4, 3, 0): (8, (2, 12, 15, 13), (100, 8, 23, 14)),
    (4, 3, 1): (9, (1.3, 21, 83, 52), (100, 9, 59, 24)),
    (4, 3, 2): (10, (0.06, 24, 24, 24), (100, 11, 66, 28)),
    (4, 3, 3): (10, (0.06, 19, 19, 19), (100, 17, 105, 49)),
    (4, 3, 4): (None, (4.6, 20, 36, 26), (100, 12, 106, 41.5)),
    (5, 1, 0): (None, (100, 8, 22, 12), (100, 8, 10, 8)),
    (5, 2, 0): (None, (100, 4, 17, 9), (100, 4, 6, 5)),
    (5, 3, 0): (None, (100, 4, 14, 7), (100, 4, 6, 4)),
    (5, 4, 0): (None, (0, None, None, None), (100, 62, 316, 161)),
}

# The paper's: one population, 1000 generations. Ours ends each run at the target by itself.
ONE_ISLAND = ["run.islands=1", "migration.policy=none"]
AGENTS = [*ONE_ISLAND, "algorithm=agents", "run.sub_generations=10", "run.epochs=100"]
RL = [*ONE_ISLAND, "algorithm=rl"]
RL_D5 = ["rl.placements=100000", "rl.memory=400000", "sliding.length=1024"]


def config_of(row):
    d, k, level = row
    return CONFIGS / f"d{d}-k{k}-level{level}.yaml"


def name_of(row):
    return config_of(row).stem


def verified(path):
    """Ends here unless every solution of the result is replayed legally."""
    done = subprocess.run([SKERRY, "verify", str(path)], stdout=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode:
        raise SystemExit(f"{path}: a solution is wrong\n{done.stdout}")


@functools.cache
def many(method, row, replicas, overrides):
    """Moves of each of many runs (inf: not at the target), and CPU seconds a run."""
    path = results("sliding") / f"{name_of(row)}-{method}.h5"
    _, cpu = run(config_of(row), path, [*overrides, f"run.replicas={replicas}", FIXED_SEED])
    with h5py.File(path) as file:
        moves = file["replicas/best"][()]
    if np.isfinite(moves).any():
        verified(path)
    return moves, cpu / replicas


def agents(row, replicas, alpha=0.2):
    method = "agents" if alpha == 0.2 else f"agents-{alpha}"
    return many(method, row, replicas, (*AGENTS, f"agents.alpha={alpha}"))


def improved(row, replicas):
    return many("ga", row, replicas, ("algorithm=ga",))


def rl(row, replicas):
    more = RL_D5 if row[0] == 5 else ["rl.placements=100"]
    return many("rl", row, replicas, (*RL, *more))


@functools.cache
def proven(algorithm, row):
    """(moves, whether they are proven, CPU seconds of a search) by exact or astar. The time
    is the difference between several searches in one process and one: start-up is left out."""
    searches = 11
    path = results("sliding") / f"{name_of(row)}-{algorithm}.h5"
    words = [*ONE_ISLAND, f"algorithm={algorithm}", "run.epochs=~", FIXED_SEED]
    _, once = run(config_of(row), path, words)
    summary, often = run(config_of(row), path, [*words, f"run.replicas={searches}"])
    verified(path)
    return summary["best"], summary["optimal"], max(0, often - once) / (searches - 1)


def text(value):
    return "-" if value is None or not np.isfinite(value) else f"{value:g}"


def spread(moves):
    """Success in percent, least, most, median; as texts."""
    there = moves[np.isfinite(moves)]
    if not len(there):
        return ["0 %", "-", "-", "-"]
    return [f"{100 * len(there) / len(moves):.3g} %", text(there.min()), text(there.max()),
            text(np.median(there))]


def theirs(cells):
    rate, least, most, median = cells
    return [f"{rate:g} %", text(least), text(most), text(median)]


def runs_of(options):
    return 10 if options.quick else RUNS


def table2(options):
    """The fewest moves by A* and by the exact search, with proof and CPU time."""
    rows = []
    for row, (paper, _, _) in PAPER.items():
        exact, astar = proven("exact", row), proven("astar", row)
        rows.append([*row, "gave up" if paper is None else paper, text(astar[0]),
                     text(exact[0]), "yes" if exact[1] and astar[1] else "no",
                     f"{1000 * astar[2]:.1f}", f"{1000 * exact[2]:.1f}"])
    path = results("sliding") / "d3-k2-level3-exact.h5"
    summary, _ = run(CONFIGS / "unreachable/d3-k2-level3.yaml", path,
                     [*ONE_ISLAND, "algorithm=exact", "run.epochs=~"])
    rows.append([3, 2, 3, "unreachable", "-", "unreachable" if summary["infeasible"] else "?",
                 "yes" if summary["infeasible"] else "no", "-", "-"])
    write_table(results("sliding") / "table2.md", "Table 2: the fewest moves",
                ["d", "k", "level", "paper's A*", "astar", "exact", "proven",
                 "astar CPU ms", "exact CPU ms"], rows,
                ["CPU time of one search beside start-up, which loads the puzzle and the "
                 "placements nearest to its target.", "",
                 f"Level 3 of d = 3, k = 2: {summary['reason']}"])


def table4(options):
    """The paper's agents and the improved algorithm."""
    replicas, rows = runs_of(options), []
    for row, (_, paper, _) in PAPER.items():
        plain, plain_cpu = agents(row, replicas)
        better, better_cpu = improved(row, replicas)
        optimum = proven("exact", row)[0]
        rows.append([*row, text(optimum), *theirs(paper), *spread(plain), f"{plain_cpu:.3f}",
                     *spread(better), f"{better_cpu:.3f}"])
    hard = []
    for row in [row for row in PAPER if row[:2] in ((4, 3), (5, 4))]:
        moves, _ = agents(row, replicas, alpha=0.7)
        hard.append(f"- d = {row[0]}, k = {row[1]}, level {row[2]}: "
                    + ", ".join(f"{name} {cell}" for name, cell in
                                zip(("success", "least", "most", "median"), spread(moves))))
    columns = ["success", "min", "max", "median"]
    write_table(results("sliding") / "table4.md",
                f"Table 4: the paper's agents, and the improved algorithm ({replicas} runs)",
                ["d", "k", "level", "optimum", *(f"paper {c}" for c in columns),
                 *(f"agents {c}" for c in columns), "CPU s",
                 *(f"ga {c}" for c in columns), "CPU s"], rows,
                ["agents: 1000 agents, 1000 generations, alpha 0.2, Zipf exponent 1.8; the least "
                 "success that the paper could see in 150 runs is 0.67 %. ga: as the configs "
                 "say. CPU seconds a run, start-up shared by all.", "",
                 "With alpha 0.7, as the paper's published program has it, the rows that "
                 "nearly always fail are:", "", *hard])


def table5(options):
    """The paper's reinforcement learning."""
    replicas, rows = runs_of(options), []
    for row, (_, _, paper) in PAPER.items():
        moves, cpu = rl(row, replicas)
        rows.append([*row, text(proven("exact", row)[0]), *theirs(paper), *spread(moves),
                     f"{cpu:.3f}"])
    columns = ["success", "min", "max", "median"]
    write_table(results("sliding") / "table5.md",
                f"Table 5: reinforcement learning ({replicas} runs)",
                ["d", "k", "level", "optimum", *(f"paper {c}" for c in columns),
                 *(f"ours {c}" for c in columns), "CPU s"], rows,
                ["1000 episodes, learning rate 0.05, discount 0.95, first weights for 100 "
                 "placements around the target (100,000 for d = 5). The paper's rows for "
                 "d = 4, k = 1, levels 1 to 4 and k = 2 repeat its Table 4."])


def labels(rows):
    return [f"{d}/{k}/{level}" for d, k, level in rows]


def fig5(options):
    """CPU time of A* by level and k."""
    figure, axes = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for d, panel in zip((3, 4), axes):
        for k in range(1, d):
            levels = [row[2] for row in PAPER if row[:2] == (d, k)]
            seconds = [max(proven("astar", (d, k, level))[2], 1e-6) for level in levels]
            panel.plot(levels, seconds, marker="o", label=f"k = {k}")
        panel.set(title=f"d = {d}", xlabel="level", yscale="log", xticks=levels)
        panel.legend()
    axes[0].set(ylabel="CPU time of A* (s)")
    path = results("sliding") / "fig5.png"
    figure.savefig(path, dpi=130, bbox_inches="tight")
    print(path)


def fig6(options):
    """CPU time of A*, RL, agents and the improved algorithm."""
    replicas, rows = runs_of(options), list(PAPER)
    figure, panel = plt.subplots(figsize=(12, 4.5))
    series = {
        "A*": [proven("astar", row)[2] for row in rows],
        "RL": [rl(row, replicas)[1] for row in rows],
        "EA (agents)": [agents(row, replicas)[1] for row in rows],
        "improved (ga)": [improved(row, replicas)[1] for row in rows],
    }
    for (name, seconds), marker in zip(series.items(), "osD^"):
        panel.plot(np.maximum(seconds, 1e-6), marker=marker, ls=":", label=name)
    panel.set(yscale="log", ylabel="CPU time of a run (s)", xlabel="d / k / level")
    panel.set_xticks(range(len(rows)), labels(rows), rotation=70)
    panel.legend()
    path = results("sliding") / "fig6.png"
    figure.savefig(path, dpi=130, bbox_inches="tight")
    print(path)


def cpu_of(process):
    """CPU seconds that a running process has used."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_for(config, output, overrides, cpu_s):
    """Runs a config until it has used so much CPU time; its JSON summary."""
    words = [SKERRY, "run", str(config), "-o", str(output), "--json", "--quiet"]
    for override in ["run.epochs=~", "run.time_limit_s=36000", *overrides]:
        words += ["-s", override]
    with tempfile.TemporaryFile("w+") as out:
        with subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and cpu_of(process) < cpu_s:
                time.sleep(0.05)
            if process.poll() is None:
                process.send_signal(signal.SIGUSR1)
        for left in output.parent.glob(output.name + ".checkpoint*"):
            left.unlink()
        out.seek(0)
        return json.load(out)


LARGE = {
    "islands": ["algorithm=ga", "run.islands=4", "migration.policy=similarity"],
    "one population": [*ONE_ISLAND, "algorithm=ga", "ga.population=16", "ga.offspring=16"],
    "beam": [*ONE_ISLAND, "algorithm=beam"],
    "astar": [*ONE_ISLAND, "algorithm=astar"],
    "rl": [*ONE_ISLAND, "algorithm=rl", "rl.iterations=1000000000"],
}


DETERMINISTIC = ("astar",)


def runs_for(method, config, seconds, runs):
    """Moves of each of so many seeds (inf: target not reached), and the greatest bound."""
    path = results("sliding") / f"large-{config.stem}-{method.replace(' ', '-')}.h5"
    found, bound = [], 0
    for seed in range(1, 2 if method in DETERMINISTIC else runs + 1):
        summary = run_for(config, path, [*LARGE[method], f"run.seed={seed}"], seconds)
        bound = max(bound, summary["bound"] or 0)
        found.append(np.inf if summary["best"] is None else summary["best"])
        if summary["best"] is not None:
            verified(path)
    return np.array(found), bound


def mean_and_best(moves):
    """As text: the mean, and the best where they differ; of those at the target."""
    there = moves[np.isfinite(moves)]
    if not len(there):
        return "-"
    some = "" if len(there) == len(moves) else f", {len(there)} of {len(moves)} runs"
    best = "" if there.min() == there.max() else f" ({there.min():g})"
    return f"{there.mean():.3g}{best}{some}"


def write_large(found, bounds, seconds, runs):
    """The table of what is there: {method: {puzzle: moves}}, {puzzle: bound}."""
    mean = {name: {method: found[method][name].mean() for method in found} for name in bounds}
    rows = [[name, text(bound), *(mean_and_best(found[method][name]) for method in found)]
            for name, bound in bounds.items()]
    counts = {"least mean": lambda m, name: mean[name][m] == min(mean[name].values()),
              "least mean alone": lambda m, name: all(
                  mean[name][m] < mean[name][other] for other in found if other != m),
              "always at the target": lambda m, name: True}
    for title, holds in counts.items():
        rows.append([title, "", *(sum(np.isfinite(mean[name][m]) and holds(m, name)
                                      for name in bounds) for m in found)])
    write_table(results("sliding") / "large.md",
                f"Large puzzles: moves after {seconds:g} s of CPU time",
                ["puzzle", "bound", *found], rows,
                [f"The mean of {runs} seeds (astar has none), in brackets the best where they "
                 "differ. bound: the greatest lower bound that any of the methods proved. "
                 "islands: `ga` on 4 islands of 4 with migration by fitness similarity; one "
                 "population: `ga` with 16 individuals and 16 children; beam: from both ends in "
                 "turn, twice as wide each time. All methods have the placements nearest to the "
                 "target with their distances, and one core."])


def large(options):
    """Beyond enumeration: every method at equal CPU time."""
    seconds = 1 if options.quick else options.seconds
    runs = 1 if options.quick else options.runs or LARGE_RUNS
    configs = sorted((CONFIGS / "large").glob("*.yaml"))
    found, bounds = {}, dict.fromkeys((config.stem for config in configs), 0)
    for method in LARGE:
        done = {}
        for config in configs:
            done[config.stem], bound = runs_for(method, config, seconds, runs)
            bounds[config.stem] = max(bounds[config.stem], bound)
        found[method] = done
        write_large(found, bounds, seconds, runs)  # so far


FIGURES = {"sliding-table2": table2, "sliding-table4": table4, "sliding-table5": table5,
           "sliding-fig5": fig5, "sliding-fig6": fig6, "sliding-large": large}
