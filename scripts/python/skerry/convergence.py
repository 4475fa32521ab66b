"""Convergence histories: the best so far of each run over its evaluations, of many files at once.

    runs = skerry.curves(["a.h5", "b.h5"])
    runs.band()                                  # quantiles over runs, as a DataFrame
    runs.by("ga.mutation")[0.2].at([1e3, 1e4])   # runs x budgets

A history holds improvements only, and is exact between them: the best so far is a step function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np
import numpy.typing as npt

from .errors import Error
from .files import FloatArray, Path
from .origin import Origin, check_keys, read_runs
from .thinning import all_rows_of, end_without_row, number_of

if TYPE_CHECKING:
    import pandas as pd

IntArray = npt.NDArray[np.int64]

# Rows that are read at a time, so that a long run needs little memory.
BLOCK = 16384
# Budgets of a band where none are asked for.
BUDGETS = 200


@dataclass(frozen=True)
class History:
    """One replica of a run: what it had found, after how many evaluations.

    evaluations  (improvement), of all islands together, not decreasing
    best         (improvement) the best fitness from there on, each strictly better than the one before;
                 empty: nothing feasible was found
    end          evaluations in all
    generations  the last complete one
    elapsed_s    run time in seconds
    bound        the proven bound of the fitness; NaN: none

    Where the file has exact improvements these are used. Else they are known to the generation: `evaluations`
    are those at the end of the generation whose population has the fitness."""

    origin: Origin
    replica: int
    evaluations: IntArray
    best: FloatArray
    end: int
    generations: int
    elapsed_s: float
    bound: float

    @property
    def final(self) -> float:
        """The best fitness found; NaN: none."""
        return float(self.best[-1]) if self.best.size else float("nan")


class Curves:
    """Histories of runs of one objective."""

    def __init__(self, histories: Iterable[History]):
        """Raises Error if there are none, or of several objectives."""
        self.histories = tuple(histories)
        if not self.histories:
            raise Error("no run has begun (expected: results with at least one generation)")
        first = self.histories[0].origin
        for history in self.histories:
            other = history.origin
            if other.task != first.task:
                raise Error(f"{other.path}: {other.task} (expected: as in {first.path}, {first.task})")
        self.objective, self.unit, self.goal, self.sign = first.objective, first.unit, first.goal, first.sign

    def __len__(self) -> int:
        return len(self.histories)

    def __iter__(self) -> Iterator[History]:
        return iter(self.histories)

    def __repr__(self) -> str:
        runs = f"{len(self)} run{'s' if len(self) != 1 else ''}"
        return f"<skerry.Curves: {runs}, {self.histories[0].origin.task}>"

    @property
    def ends(self) -> IntArray:
        """(run) evaluations in all."""
        return np.array([history.end for history in self.histories])

    def by(self, key: str) -> dict[Any, Curves]:
        """The runs apart by a key of their configs (`algorithm`, `ga.mutation`), in order of its values.
        Raises Error if no config has the key."""
        origins = [history.origin for history in self.histories]
        check_keys(origins, [key])
        groups: dict[Any, list[History]] = {}
        for history, origin in zip(self.histories, origins):
            groups.setdefault(origin.settings.get(key), []).append(history)
        values = sorted(groups, key=lambda value: (isinstance(value, str), value is None, value or 0))
        return {value: Curves(groups[value]) for value in values}

    def at(self, evaluations: npt.ArrayLike) -> FloatArray:
        """(run, budget) the best that each run had found after so many evaluations; inf, or -inf if the goal
        is to maximise: nothing feasible. A run that ended before keeps what it had."""
        budgets = np.asarray(evaluations, float)
        found = np.empty((len(self), budgets.size))
        for row, history in zip(found, self.histories):
            steps = np.concatenate([[self.sign * np.inf], history.best])
            row[:] = steps[np.searchsorted(history.evaluations, budgets, side="right")]
        return found

    def budgets(self, most: int = BUDGETS) -> IntArray:
        """Whole numbers of evaluations, evenly on a logarithmic scale, from the first improvement of any run
        to the end of the longest."""
        firsts = [int(history.evaluations[0]) for history in self.histories if history.best.size]
        last = max(1, int(self.ends.max()))
        first = max(1, min(firsts, default=1))
        return np.unique(np.geomspace(first, last, most).round().astype(np.int64))

    def band(self, evaluations: npt.ArrayLike | None = None) -> pd.DataFrame:
        """Columns evaluations, best, q25, median, q75 and worst: quantiles over runs of what `at` says. From
        better to worse, so that q25 is the better quartile whatever the goal."""
        import pandas as pd

        budgets = self.budgets() if evaluations is None else np.asarray(evaluations)
        levels = quantiles(self.sign * self.at(budgets), [0, 0.25, 0.5, 0.75, 1])
        frame = pd.DataFrame(self.sign * levels.T, columns=["best", "q25", "median", "q75", "worst"])
        frame.insert(0, "evaluations", budgets)
        return frame


def quantiles(values: FloatArray, levels: Sequence[float]) -> FloatArray:
    """(level, column) as numpy.quantile of the rows by linear interpolation, but right with infinite
    values."""
    ordered = np.sort(values, axis=0)
    positions = np.asarray(levels) * (len(ordered) - 1)
    low = np.floor(positions).astype(int)
    high = np.ceil(positions).astype(int)
    share = (positions - low)[:, None]
    below, above = ordered[low], ordered[high]
    with np.errstate(invalid="ignore"):  # inf - inf, where both are equal
        between: FloatArray = below + share * (above - below)
    return np.where((share == 0) | (below == above), below, between)


def curves(paths: Path | Iterable[Path]) -> Curves:
    """The histories of all replicas of result files or merged sweep files, in order; replicas that have not
    begun are left out. Reads three datasets of a file and keeps improvements alone. Raises Error."""
    return Curves(history for histories in read_runs(paths, histories_of) for history in histories)


def histories_of(origin: Origin, run: h5py.Group) -> list[History]:
    """Of each replica that has begun."""
    every = [read_history(origin, run, replica) for replica in range(run["curves/best"].shape[0])]
    return [history for history in every if history.generations >= 0]


def read_history(origin: Origin, run: h5py.Group, replica: int) -> History:
    """One replica; of one that has not begun, generations is -1 and elapsed_s 0. What was found after the search
    (island -1) is no part of it: no evaluations of the search led there."""
    found = from_curves(origin, run, replica)
    if "improvements" not in run:
        return found
    rows = run["improvements"]
    length = min(rows[name].shape[0] for name in ("replica", "island", "evaluations", "best"))
    own = (rows["replica"][:length] == replica) & (rows["island"][:length] >= 0)
    evaluations, best = rows["evaluations"][:length][own], rows["best"][:length][own]
    better = improving(origin.sign * best)
    end = max(found.end, int(evaluations.max(initial=0)))
    return replace(found, evaluations=evaluations[better], best=best[better], end=end)


def improving(values: FloatArray, best: float = np.inf) -> npt.NDArray[np.intp]:
    """Where the values are finite and below all before them, and below `best`."""
    values = np.where(np.isfinite(values), values, np.inf)
    so_far = np.minimum.accumulate(np.concatenate([[best], values]))
    return np.flatnonzero(values < so_far[:-1])


def bound_of(run: h5py.Group, sign: int) -> float:
    """The tightest proven bound of the first objective, also of a run without a solution; NaN: none."""
    bounds = np.concatenate([run["solutions/bound"][:1, :1].ravel(), run["replicas/bound"][()]])
    known = bounds[np.isfinite(bounds)]
    return float(sign * np.max(sign * known)) if len(known) else float("nan")


def from_curves(origin: Origin, run: h5py.Group, replica: int) -> History:
    """The complete generations of one replica that have a row: those that all islands have reached."""
    group = run["curves"]
    sign, best, end, generation, elapsed_s, row = origin.sign, np.inf, 0, -1, 0.0, 0
    spent_at, best_at = [], []
    rows = min(group[name].shape[1] for name in ("best", "evaluations", "elapsed"))
    while row < rows:
        part = slice(row, min(rows, row + BLOCK))
        evaluations = group["evaluations"][replica, part]
        known = int(np.cumprod((evaluations >= 0).all(axis=1)).sum())
        if not known:
            break
        fitness = sign * group["best"][replica, part][:known]
        of_all = np.where(np.isfinite(fitness), fitness, np.inf).min(axis=1)
        spent = evaluations[:known].sum(axis=1)
        better = improving(of_all, best)
        spent_at.append(spent[better])
        best_at.append(sign * of_all[better])
        best, end, row = min(best, float(of_all.min())), int(spent[-1]), row + known
    all_rows = all_rows_of(run)
    if row:
        generation, elapsed_s = number_of(row - 1, all_rows), float(group["elapsed"][replica, row - 1])
    last = end_without_row(int(run["replicas/generations"][replica]), row, all_rows)
    if last >= 0:
        generation, end = last, int(run["replicas/evaluations"][replica])
        elapsed_s = float(run["replicas/elapsed"][replica])
    return History(origin, replica, np.concatenate(spent_at or [np.empty(0, np.int64)]),
                   np.concatenate(best_at or [np.empty(0)]), end, generation, elapsed_s, bound_of(run, sign))
