"""The hypervolume of Pareto fronts, as moea finds them: what a front dominates, up to a reference point.

    run = skerry.open("front.h5")
    skerry.hypervolume.of(run, reference=[10_000, 0.3])        # price minimised, synergy maximised
    skerry.hypervolume.table(paths)                            # of several runs, up to a common reference

Zitzler and Thiele, Multiobjective Optimization Using Evolutionary Algorithms: a Comparative Case Study, PPSN
V, 1998. Computed exactly, by slicing along one objective after another (While, Hingston, Barone, Huband: A
Faster Algorithm for Calculating Hypervolume, IEEE Transactions on Evolutionary Computation 10(1), 2006).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .errors import Error
from .files import FloatArray, Path
from .origin import paths_of
from .result import Result

if TYPE_CHECKING:
    import pandas as pd

# The reference is beyond the worst of each objective by this share of its range, so that the ends of fronts
# count (Ishibuchi, Imada, Setoguchi, Nojima: How to Specify a Reference Point in Hypervolume Calculation,
# Evolutionary Computation 26(3), 2018).
MARGIN = 0.1


def exact(points: npt.ArrayLike, reference: npt.ArrayLike) -> float:
    """The volume of all that some point dominates and that dominates the reference; all objectives are
    minimised.

    points     (point, objective); those not better than the reference in every objective count for nothing
    reference  (objective)
    Of n points takes n log n steps for two objectives, and at most n times as many for each further one."""
    worst = np.asarray(reference, float)
    costs = np.asarray(points, float).reshape(-1, worst.size)
    return _volume(costs[(costs < worst).all(axis=1)], worst)


def _volume(costs: FloatArray, worst: FloatArray) -> float:
    """Of points that are all better than the worst."""
    if not len(costs):
        return 0.0
    if worst.size == 1:
        return float(worst[0] - costs.min())
    costs = costs[np.argsort(costs[:, -1], kind="stable")]
    if worst.size == 2:
        widths = worst[0] - np.minimum.accumulate(costs[:, 0])
        return float(widths @ np.diff(costs[:, 1], append=worst[1]))
    depths = np.diff(costs[:, -1], append=worst[-1])
    return float(sum(depth * _volume(_nondominated(costs[:i + 1, :-1]), worst[:-1])
                     for i, depth in enumerate(depths) if depth > 0))


def _nondominated(costs: FloatArray) -> FloatArray:
    """The points that no other dominates, one of equal ones."""
    costs = np.unique(costs, axis=0)
    # Distinct, so that what is nowhere above another is below it somewhere; each is nowhere above itself.
    kept = [i for i, one in enumerate(costs) if (costs <= one).all(axis=1).sum() == 1]
    return np.asarray(costs[kept])


def costs_of(run: Result) -> FloatArray:
    """(solution, objective) the objectives of a run's solutions, negative where the goal is to maximise."""
    signs = np.where(run.solutions.objective_goal.values == "maximise", -1.0, 1.0)
    costs = signs * run.solutions.objectives.values
    return np.asarray(costs[np.isfinite(costs).all(axis=1)])


def of(run: Result, reference: npt.ArrayLike) -> float:
    """The hypervolume of a run's solutions, up to a reference (objective) in the user's own numbers: worse
    than the front in every objective, less where the goal is to maximise. Raises Error if it has not a number
    for each."""
    goals = run.solutions.objective_goal.values
    point = np.asarray(reference, float).reshape(-1)
    if point.size != goals.size:
        names = ", ".join(map(str, run.solutions.objective.values))
        raise Error(f"{run.path}: {point.size} numbers in the reference (expected: one for each of {names})")
    return exact(costs_of(run), np.where(goals == "maximise", -1.0, 1.0) * point)


def reference_of(runs: Iterable[Result]) -> FloatArray:
    """(objective) a reference for several runs, in the user's own numbers: the worst of each objective in all
    their solutions, and a tenth of its range beyond. Raises Error if they differ in their objectives or have
    no solution."""
    several = list(runs)
    goals = several[0].solutions.objective_goal
    for run in several:
        if not run.solutions.objective_goal.equals(goals):
            raise Error(f"{run.path}: other objectives than {several[0].path} (expected: "
                        f"{', '.join(map(str, goals.objective.values))})")
    costs = np.concatenate([costs_of(run) for run in several])
    if not len(costs):
        raise Error(f"{several[0].path}: no solutions")
    ranges = costs.max(axis=0) - costs.min(axis=0)
    worst = costs.max(axis=0) + MARGIN * np.where(ranges > 0, ranges, 1.0)
    return np.asarray(np.where(goals.values == "maximise", -1.0, 1.0) * worst)


def table(paths: Path | Iterable[Path], reference: npt.ArrayLike | None = None) -> pd.DataFrame:
    """A row for each file: path, seed, solutions, hypervolume. Reference: that of `reference_of` all files,
    if none is given; its numbers are in the frame's attrs["reference"]."""
    import pandas as pd

    runs = [Result(path) for path in paths_of(paths)]
    point = reference_of(runs) if reference is None else np.asarray(reference, float)
    frame = pd.DataFrame({"path": [str(run.path) for run in runs], "seed": [run.seed for run in runs],
                          "solutions": [len(costs_of(run)) for run in runs],
                          "hypervolume": [of(run, point) for run in runs]})
    frame.attrs["reference"] = point.tolist()
    return frame
