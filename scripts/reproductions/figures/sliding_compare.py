"""The sliding paper's Tables 4 and 5, its Figs. 2 to 4, 7 and 8 and its claims, beside what its
authors published of each of their runs (--data: a table of method, d, k, level, run, moves,
cpu_s; theirs are in the repository lemerleau/CubicPuzzle, data/)."""

import collections
import csv
import functools

import matplotlib
import numpy as np
import significance
from common import results, write_table
from sliding import (PAPER, RUNS, agents, improved, proven, rl, rows_of, runs_of, spread, text,
                     theirs)

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the backend is chosen)

METHODS = {"agents": ("ea", agents), "rl": ("rl", rl)}
# Values of the Zipf exponent c, and of alpha.
EXPONENTS = [1, 1.2, 1.4, 1.6, 1.8, 2, 3, 4, 5, 6, 7]
ALPHAS = [0, 0.2, 0.4, 0.6, 0.8, 1]
TUNED = (3, 2, 0)  # the puzzle of the paper's Appendix A
NO_DATA = ("Not compared with single runs: give the authors' with --data.")


@functools.cache
def published(path):
    """{(method, row): (moves, CPU seconds)} of each of their runs; failed runs are infinite."""
    found = collections.defaultdict(list)
    if path:
        with open(path, newline="", encoding="utf-8") as file:
            for line in csv.DictReader(file, delimiter="\t"):
                row = tuple(int(line[name]) for name in ("d", "k", "level"))
                found[line["method"], row].append((float(line["moves"]), float(line["cpu_s"])))
    arrays = {}
    for key, pairs in found.items():
        moves, seconds = np.array(pairs).T
        missing = max(0, RUNS - len(moves))
        arrays[key] = np.concatenate([moves, np.full(missing, np.inf)]), seconds
    return arrays


def median_text(moves):
    """Median over the runs at the target, and their number if some are not."""
    there = moves[np.isfinite(moves)]
    if not len(there):
        return "-"
    share = "" if len(there) == len(moves) else f" ({len(there)} of {len(moves)})"
    return f"{np.median(there):g}{share}"


def compared(method, options, others, paper_cells):
    """Rows of Table 4 or 5, the p-values of variant `program`, and how many rows differ of each
    variant."""
    name, function = METHODS[method]
    data, replicas, rows, tests = published(options.data), runs_of(options), [], {}
    for row in rows_of(options):
        them = data.get((name, row), (None,))[0]
        cells = [*row, text(proven("exact", row)[0]), *theirs(paper_cells(row)),
                 "-" if them is None else median_text(them)]
        for variant in ("program", *others):
            moves = function(row, replicas, variant)[0]
            p, effect = ((np.nan, np.nan) if them is None
                         else significance.mann_whitney(moves, them))
            tests.setdefault(variant, []).append(p)
            cells += [*spread(moves), effect] if variant == "program" else [median_text(moves)]
        rows.append(cells)
    adjusted = {variant: significance.holm(ps) for variant, ps in tests.items()}
    differ = {variant: f"{int(np.nansum(ps < significance.LEVEL))} of {int((~np.isnan(ps)).sum())}"
              for variant, ps in adjusted.items()}
    return rows, tests["program"], adjusted["program"], differ


def table(method, title, file, options, others, paper_cells, notes):
    rows, plain, adjusted, differ = compared(method, options, others, paper_cells)
    at = 4 + 4 + 1 + 4  # the effect, behind the four columns of variant `program`
    for row, p, q in zip(rows, plain, adjusted):
        effect = row[at]
        row[at:at + 1] = ["-" if np.isnan(effect) else f"{effect:.2f}", significance.p_text(p),
                          significance.p_text(q)]
    columns = ["success", "min", "max", "median"]
    tests = (f"Rows that differ from the authors' runs at 5 % after Holm's correction: "
             + ", ".join(f"`{variant}` {count}" for variant, count in differ.items()) + "."
             if options.data else NO_DATA)
    write_table(results("sliding") / file, f"{title} ({runs_of(options)} runs)",
                ["d", "k", "level", "optimum", *(f"paper {c}" for c in columns), "their runs",
                 *(f"program {c}" for c in columns), "effect", "p", "p, Holm", *others], rows,
                [tests, "", "their runs, and the last columns: the median of the runs at the "
                 "target. effect: the probability that a run of ours takes more moves than one "
                 "of theirs, ties half; a run that misses the target counts as more than any. "
                 "p: Mann-Whitney, two-sided.", "", *notes])


def table4(options):
    """The agents, as the paper and as its authors' program have them."""
    table("agents", "Table 4: the evolutionary algorithm", "table4.md", options, ("paper",),
          lambda row: PAPER[row][1],
          ["1000 agents, 1000 generations, alpha 0.2, Zipf exponent 1.8. With d = 4 and k = 3 "
           "the authors' data have the successful runs only; the others are taken as misses. "
           "There are none with d = 5, k = 4."])


def table5(options):
    """Reinforcement learning, in three variants."""
    table("rl", "Table 5: reinforcement learning", "table5.md", options, ("paper", "improved"),
          lambda row: PAPER[row][2],
          ["1000 episodes, learning rate 0.05, discount 0.95, first weights for 100 placements "
           "around the target (100,000 for d = 5). The paper's rows for d = 4, k = 1, levels 1 "
           "to 4, and k = 2 repeat its Table 4: they are not of this method, and the authors' "
           "runs have other numbers. For d = 5 they have published none of 150 runs."])


def histogram(panel, moves, colour, label):
    there = moves[np.isfinite(moves)]
    if len(there):
        panel.hist(there, bins=np.arange(there.min() - 0.5, there.max() + 1.5), alpha=0.5,
                   color=colour, label=label)


def distributions(options, file, title, methods, choose):
    """Distributions of moves of chosen rows, ours over theirs."""
    data, rows = published(options.data), [row for row in rows_of(options) if choose(row)]
    figure, panels = plt.subplots(len(methods), len(rows), squeeze=False,
                                  figsize=(2.2 * len(rows) + 1, 2.4 * len(methods)))
    for line, method in zip(panels, methods):
        name, function = METHODS[method]
        for panel, row in zip(line, rows):
            histogram(panel, function(row, runs_of(options))[0], "tab:blue", "skerry")
            if (name, row) in data:
                histogram(panel, data[name, row][0], "tab:orange", "the authors")
            panel.set_title(f"{method} {'/'.join(map(str, row))}", fontsize=8)
    panels[0][0].legend(fontsize=7)
    figure.suptitle(title, fontsize=9)
    path = results("sliding") / file
    figure.savefig(path, dpi=110, bbox_inches="tight")
    plt.close(figure)
    print(path)


def fig2(options):
    """Moves by reinforcement learning."""
    distributions(options, "fig2.png", "Fig. 2: moves by reinforcement learning", ["rl"],
                  lambda row: row[0] <= 4)


def fig3(options):
    """Moves by the agents for d = 3, k = 2."""
    distributions(options, "fig3.png", "Fig. 3: moves by the agents", ["agents"],
                  lambda row: row[:2] == (3, 2))


def level_medians(method, d, options):
    """Median moves of each level of (d, 2), of ours and of theirs; None without data."""
    name, function = METHODS[method]
    data, rows = published(options.data), [row for row in rows_of(options) if row[:2] == (d, 2)]
    ours = [np.median(function(row, runs_of(options))[0]) for row in rows]
    known = all((name, row) in data for row in rows)
    return ours, [np.median(data[name, row][0]) for row in rows] if known else None


def fig4(options):
    """The agents against reinforcement learning for k = 2: the paper's p-values."""
    distributions(options, "fig4.png", "Fig. 4: agents and reinforcement learning, k = 2",
                  ["agents", "rl"], lambda row: row[1] == 2 and row[0] <= 4)
    rows = []
    for d, paper in ((3, "0.12"), (4, "0.03")):
        ours, data = zip(*(level_medians(method, d, options) for method in METHODS))
        pooled = [np.concatenate([function(row, runs_of(options))[0]
                                  for row in rows_of(options) if row[:2] == (d, 2)])
                  for _, function in METHODS.values()]
        rows.append([d, paper, significance.p_text(significance.mann_whitney(*ours)[0]),
                     significance.p_text(significance.mann_whitney(*data)[0])
                     if all(data) else "-",
                     significance.p_text(significance.mann_whitney(*pooled)[0])])
    write_table(results("sliding") / "fig4.md", "Fig. 4: agents against reinforcement learning",
                ["d", "paper's p", "medians of the levels", "the same, their runs",
                 "all runs"], rows,
                ["The paper does not name its test. Mann-Whitney of the medians of the levels, "
                 "3 for d = 3 and 5 for d = 4, and of all runs together; two-sided, variant "
                 "`program`. One-sided, half of that, the medians come near the paper's figures.",
                 "", "![Fig. 4](fig4.png)"])


def success_of(options, key, value):
    """Success, share with six moves and mean generation of runs with another parameter."""
    moves, _, _, generations = agents(TUNED, runs_of(options), "program",
                                      f"agents.{key}={value}")
    there = np.isfinite(moves)
    mean = generations[there].mean() if there.any() else np.nan
    return 100 * there.mean(), int((moves == 6).sum()), mean, np.median(moves[there]) if there.any() else np.nan


def tuning(options, file, title, key, values, paper, notes):
    rows = []
    for value in values[::4] if options.quick else values:
        success, six, generations, median = success_of(options, key, value)
        rows.append([value, f"{success:.0f} %", six, f"{generations:.0f}", f"{median:g}",
                     paper.get(value, "")])
    write_table(results("sliding") / file, f"{title} ({runs_of(options)} runs)",
                [key, "success", "with 6 moves", "mean generations", "median moves",
                 "the paper"], rows, notes)


def fig7(options):
    """Success and generations by the exponent c of the mutation; with Fig. 8's six moves."""
    tuning(options, "fig7.md", "Figs. 7 and 8: the exponent of the mutation", "exponent", EXPONENTS,
           {1.8: "100 %, 23 with 6 moves", 1.4: "100 %", 7: "60 %, 12 with 6 moves"},
           ["d = 3, k = 2, level 0; 1000 agents, at most 1000 generations, alpha 0.2, variant "
            "`program`. Generations: of the runs that reach the target."])


def alpha(options):
    """The weight alpha of the selection force."""
    tuning(options, "alpha.md", "The weight of matches in the selection force", "alpha", ALPHAS,
           {0.2: "chosen"}, ["As in [fig7.md](fig7.md), exponent 1.8."])


def claims(options):
    """The claim that the evolutionary algorithm needs less time than reinforcement learning."""
    data, rows, faster = published(options.data), [], [0, 0]
    for row in rows_of(options):
        ours = [function(row, runs_of(options))[2] for _, function in METHODS.values()]
        tests = [significance.mann_whitney(*ours)]
        cells = [*row, *(f"{np.median(one):.4f}" for one in ours)]
        both = all((name, row) in data for name, _ in METHODS.values())
        if both:
            data_s = [data[name, row][1] for name, _ in METHODS.values()]
            tests.append(significance.mann_whitney(*data_s))
            cells += [f"{np.median(one):.3g}" for one in data_s]
        else:
            cells += ["-", "-"]
        for i, (p, effect) in enumerate(tests):
            faster[i] += p < significance.LEVEL and effect < 0.5
        rows.append([*cells, *(f"{effect:.2f}, {significance.p_text(p)}" for p, effect in tests),
                     *([] if both else ["-"])])
    write_table(results("sliding") / "claims.md", "Time: agents against reinforcement learning",
                ["d", "k", "level", "agents s", "rl s", "their agents s", "their rl s",
                 "effect, p", "theirs"], rows,
                ["Medians of a run: seconds on the wall of one core for ours, CPU seconds for the "
                 "authors', whose times for the agents with d = 4 and k = 3 are known for runs "
                 "that succeed only. effect: the probability that a run of the agents takes "
                 "longer. The paper's abstract says that the agents consistently need less "
                 f"time. Significantly less: ours in {faster[0]} of {len(rows)} rows, the "
                 f"authors' own in {faster[1]} of {sum(r[-1] != '-' for r in rows)}."])


def start_up(options):
    """What `ga` finds before it evolves anything: its start-up enumerates placements."""
    rows = []
    for row in rows_of(options):
        moves, cpu, _, generations = improved(row, runs_of(options))
        _, alone, _, _ = improved(row, 1)
        optimum = proven("exact", row)[0]
        rows.append([*row, text(optimum), f"{int((moves == optimum).sum())} of {len(moves)}",
                     f"{int((generations == 0).sum())} of {len(moves)}", f"{alone:.3f}",
                     f"{cpu:.4f}"])
    write_table(results("sliding") / "ga.md", "`ga` on the paper's puzzles",
                ["d", "k", "level", "optimum", "optimum found", "by generation 0",
                 "CPU s of a single run", "CPU s a run of many"], rows,
                ["The start-up of `ga` enumerates the placements nearest to the target with their "
                 "distances, up to 131,072, which is all of most of these puzzles, so that its "
                 "first individuals are already optimal: a single run is an enumeration, not "
                 "evolution. Evolution at work: [large.md](large.md)."])


FIGURES = {"sliding-table4": table4, "sliding-table5": table5, "sliding-fig2": fig2,
           "sliding-fig3": fig3, "sliding-fig4": fig4, "sliding-fig7": fig7,
           "sliding-alpha": alpha, "sliding-claims": claims, "sliding-ga": start_up}
