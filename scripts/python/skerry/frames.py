"""Many results as one table: a row for each replica of each file, a column for each setting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import h5py
import numpy as np
import pandas as pd

from .convergence import read_history
from .files import Path, relative_gap
from .origin import Origin, check_keys, differing_keys, read_runs

COLUMNS = ["path", "problem", "algorithm", "seed", "replica", "status", "best", "bound", "gap", "optimal",
           "infeasible", "searched", "generations", "evaluations", "elapsed"]


def table(paths: Path | Iterable[Path], keys: Iterable[str] | None = None) -> pd.DataFrame:
    """A row for each replica of result files or merged sweep files (path FILE.h5/NAME there).

    keys  config keys such as ga.mutation, a column each; None: those on which the configs that have them
          differ, but for the seed, and for files and checkpoints, which change no result

    Columns: path, problem, algorithm, seed, replica, status, best and bound (fitness; NaN: none), gap
    (|best - bound| / |bound|; 0: proven optimal; infinite where 0 lies between them), optimal, infeasible (proven
    that there is no solution), searched (the best of the search alone, without what was found after it: to
    compare searches by), generations, evaluations, elapsed (s, of the replica), then the keys; a config without a
    key has None or NaN there. Files of runs that go on or were killed have no summary: their rows are computed from
    the curves. Raises Error for other files and for keys that no config has."""
    rows = [row for rows in read_runs(paths, rows_of) for row in rows]
    origins = [origin for origin, _ in rows]
    wanted = differing_keys(origins) if keys is None else list(keys)
    check_keys(origins, wanted)
    columns = {name: [row[name] for _, row in rows] for name in COLUMNS}
    for key in wanted:
        if key not in COLUMNS:  # as `algorithm` is
            columns[key] = [origin.settings.get(key) for origin in origins]
    return pd.DataFrame(columns)


def searched_best(run: h5py.Group, best: float) -> float:
    """The best of the search of a run of one replica, where `best` was found after the search, which the last row of
    /improvements tells; else `best`."""
    rows = run.get("improvements")
    last = min(rows[name].shape[0] for name in ("island", "best")) - 1 if rows else -1
    if last < 0 or rows["island"][last] >= 0:
        return best
    return float(rows["best"][last - 1]) if last else np.nan


def rows_of(origin: Origin, run: h5py.Group) -> list[tuple[Origin, dict[str, Any]]]:
    summaries = {name: run["replicas"][name][()] for name in ("best", "bound", "optimal", "infeasible",
                                                              "generations", "evaluations", "elapsed")}
    rows = []
    for replica in range(len(summaries["best"])):
        summary = {name: column[replica].item() for name, column in summaries.items()}
        if summary["generations"] < 0:  # not written yet
            history = read_history(origin, run, replica)
            summary.update(best=history.final, bound=history.bound, generations=max(0, history.generations),
                           evaluations=history.end, elapsed=history.elapsed_s)
            summary["optimal"] = history.final == history.bound
        best = summary["best"] if np.isfinite(summary["best"]) else np.nan
        rows.append((origin, {
            **summary, "path": origin.path, "problem": origin.problem, "algorithm": origin.algorithm,
            "seed": origin.seed, "replica": replica, "status": origin.status, "best": best,
            "searched": best if len(summaries["best"]) > 1 else searched_best(run, best),
            "gap": float(relative_gap(best, summary["bound"])), "optimal": bool(summary["optimal"]),
            "infeasible": bool(summary["infeasible"])}))
    return rows

