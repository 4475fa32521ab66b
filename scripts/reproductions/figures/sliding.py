"""The sliding paper's Table 2 and its Figs. 5 and 6, and what its other tables share."""

import functools
import subprocess

import h5py
import matplotlib
import numpy as np
from common import SKERRY, SOURCE, results, run, scratch, write_table

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the backend is chosen)

CONFIGS = SOURCE / "configs/sliding"
RUNS = 150
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
def many(row, replicas, overrides):
    """Moves of each of many runs (inf: not at the target), CPU seconds a run, seconds and
    generations of each."""
    path = scratch(f"{name_of(row)}.h5")
    _, cpu = run(config_of(row), path, [*overrides, f"run.replicas={replicas}", FIXED_SEED])
    with h5py.File(path) as file:
        moves, elapsed, generations = (file["replicas"][name][()]
                                       for name in ("best", "elapsed", "generations"))
    if np.isfinite(moves).any():
        verified(path)
    path.unlink()
    return moves, cpu / replicas, elapsed, generations


def agents(row, replicas, variant="program", *more):
    return many(row, replicas, (*AGENTS, f"agents.variant={variant}", *more))


def improved(row, replicas):
    return many(row, replicas, ("algorithm=ga",))


def rl(row, replicas, variant="program"):
    more = RL_D5 if row[0] == 5 else ["rl.placements=100"]
    return many(row, replicas, (*RL, f"rl.variant={variant}", *more))


def rows_of(options):
    """The paper's rows; a quick look takes the first of each dimension up to 4."""
    return [(3, 2, 0), (4, 2, 0)] if options.quick else list(PAPER)


@functools.cache
def proven(algorithm, row):
    """(moves, whether they are proven, CPU seconds of a search) by exact or astar. The time
    is the difference between several searches in one process and one: start-up is left out."""
    searches = 11
    path = scratch(f"{name_of(row)}-{algorithm}.h5")
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
    return 5 if options.quick else RUNS


def table2(options):
    """The fewest moves by A* and by the exact search, with proof and CPU time."""
    rows = []
    for row in rows_of(options):
        paper = PAPER[row][0]
        exact, astar = proven("exact", row), proven("astar", row)
        rows.append([*row, "gave up" if paper is None else paper, text(astar[0]),
                     text(exact[0]), "yes" if exact[1] and astar[1] else "no",
                     f"{1000 * astar[2]:.1f}", f"{1000 * exact[2]:.1f}"])
    path = scratch("d3-k2-level3-exact.h5")
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


def labels(rows):
    return [f"{d}/{k}/{level}" for d, k, level in rows]


def fig5(options):
    """CPU time of A* by level and k."""
    figure, axes = plt.subplots(1, 2, figsize=(10, 4), sharey=True)
    for d, panel in zip((3, 4), axes):
        for k in range(1, d):
            levels = [row[2] for row in rows_of(options) if row[:2] == (d, k)]
            seconds = [max(proven("astar", (d, k, level))[2], 1e-6) for level in levels]
            panel.plot(levels, seconds, marker="o", label=f"k = {k}")
        panel.set(title=f"d = {d}", xlabel="level", yscale="log", xticks=levels)
        panel.legend()
    axes[0].set(ylabel="CPU time of A* (s)")
    path = results("sliding") / "fig5.png"
    figure.savefig(path, dpi=130, bbox_inches="tight")
    print(path)


# Paths that a run of each method explores, by which the paper divides its time (4.3): agents of
# the population, episodes.
EXPLORED = {"A*": 1, "RL": 1000, "EA (agents)": 1000}


def fig6(options):
    """CPU time of A*, RL and agents a path that they explore, and of whole runs."""
    replicas, rows = runs_of(options), rows_of(options)
    series = {
        "A*": [proven("astar", row)[2] for row in rows],
        "RL": [rl(row, replicas)[1] for row in rows],
        "EA (agents)": [agents(row, replicas)[1] for row in rows],
    }
    figure, panels = plt.subplots(2, 1, figsize=(12, 8), sharex=True)
    for panel, by_path in zip(panels, (True, False)):
        for (name, seconds), marker in zip(series.items(), "osD"):
            share = EXPLORED[name] if by_path else 1
            panel.plot(np.maximum(seconds, 1e-6) / share, marker=marker, ls=":", label=name)
        panel.set(yscale="log", ylabel="CPU s a path explored" if by_path else "CPU s a run")
    panels[1].set(xlabel="d / k / level")
    panels[1].set_xticks(range(len(rows)), labels(rows), rotation=70)
    panels[0].legend()
    path = results("sliding") / "fig6.png"
    figure.savefig(path, dpi=130, bbox_inches="tight")
    print(path)


FIGURES = {"sliding-table2": table2, "sliding-fig5": fig5, "sliding-fig6": fig6}
