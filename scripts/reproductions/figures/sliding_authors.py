"""What the sliding paper's authors published of each run (--data), as statistics by row, and what
of the paper's comparisons it bears out."""

import numpy as np
from common import results, write_table
from sliding import RUNS, proven, rows_of, text
from sliding_compare import published

METHODS = ("ea", "rl")


def cells_of(moves, seconds, optimum):
    """Runs at the target, optimal ones, moves and CPU seconds of those at the target."""
    there = moves[np.isfinite(moves)]
    spread = f"{there.std(ddof=1):.2f}" if len(there) > 1 else "-"
    return [f"{len(there)} of {len(moves)}", int((there == optimum).sum()), f"{there.min():g}",
            f"{np.median(there):g}", f"{there.max():g}", spread, f"{np.median(seconds):.3g}"]


def counted(rows, both, holds):
    """In how many of these rows something holds of the moves of both methods, as text."""
    return f"{sum(holds(*both[row]) for row in rows)} of {len(rows)}"


def claims_of(data, optima):
    """Sentences: what the paper says of both methods, by its authors' own runs."""
    both = {row: [data[method, row][0] for method in METHODS] for row in optima
            if all((method, row) in data for method in METHODS)}
    complete = [row for row in both if all(np.isfinite(moves).all() for moves in both[row])]
    partial = [row for row in both if row not in complete]
    found = []
    for d in sorted({row[0] for row in optima}):
        rows = [row for row in optima if row[0] == d and ("ea", row) in data]
        optimal = sum(int((data["ea", row][0] == optima[row]).sum()) for row in rows)
        if rows:
            found.append(f"Optimal runs of the EA with d = {d}: {optimal} of {RUNS * len(rows)}.")
    found.append("RL has the smaller deviation on "
                 f"{counted(complete, both, lambda ea, rl: rl.std() < ea.std())} of the rows where "
                 "all runs of both reach the target, and the EA the greater most moves on "
                 f"{counted(complete, both, lambda ea, rl: ea.max() > rl.max())}.")
    if partial:
        most = counted(partial, both, lambda ea, rl: ea[np.isfinite(ea)].max() < rl.max())
        found.append(f"On the other rows RL has the greater most moves on {most}.")
    above = [f"{method} {row}: {np.median(there):g}" for (method, row), (moves, _) in data.items()
             if len(there := moves[np.isfinite(moves)]) and np.median(there) > 30]
    found.append(f"Medians above 30 (d, k, level): {', '.join(above) or '-'}.")
    for row in [(3, 2, level) for level in range(3) if ("ea", (3, 2, level)) in data]:
        values, counts = np.unique(data["ea", row][0], return_counts=True)
        found.append(f"EA, d = 3, k = 2, level {row[2]}, the least moves and how often: "
                     f"{', '.join(f'{v:g}: {c}' for v, c in list(zip(values, counts))[:3])}.")
    return found


def authors(options):
    """The authors' runs, row by row, and the paper's comparisons by these (--data)."""
    data = published(options.data)
    optima = {row: proven("exact", row)[0] for row in rows_of(options)}
    rows = []
    for row, optimum in optima.items():
        cells = [cells_of(*data[method, row], optimum) if (method, row) in data else ["-"] * 7
                 for method in METHODS]
        rows.append([*row, text(optimum), *cells[0], *cells[1]])
    columns = ["runs", "optimal", "min", "median", "max", "dev.", "s"]
    write_table(results("sliding") / "authors.md", "The authors' runs",
                ["d", "k", "level", "optimum", *(f"EA {c}" for c in columns),
                 *(f"RL {c}" for c in columns)], rows,
                [*(line for claim in claims_of(data, optima) for line in (claim, "")),
                 "runs: those at the target; of these are optimal (`exact` proves the optimum), min, "
                 "median, max, dev. of the moves, and the median of s, CPU seconds as published. With "
                 "d = 4 and k = 3 the EA's successful runs alone are published."])


FIGURES = {"sliding-authors": authors}
