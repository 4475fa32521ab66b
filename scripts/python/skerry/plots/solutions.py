"""What runs found: Pareto fronts and archives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..errors import Error
from ..files import FloatArray
from ..result import Result
from .style import axes_of, check_size, colour, is_wide, legend, plain, with_unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKS = "osD^vP"


def front(results: Result | Iterable[Result], axes: Axes | None = None,
          objectives: tuple[int, int] = (0, 1)) -> Axes:
    """The solutions of runs of several objectives, by two of these; with two in all, steps bound what they
    dominate. Raises Error if a run has no such objectives."""
    axes = axes_of(axes)
    several = [results] if isinstance(results, Result) else list(results)
    x, y = objectives
    for i, run in enumerate(several):
        solutions = run.solutions
        if max(x, y) >= solutions.sizes["objective"]:
            raise Error(f"{run.path}: {solutions.sizes['objective']} objective(s) (expected: a run of "
                        "several, as by moea)")
        points = solutions.objectives.values[np.isfinite(solutions.objectives.values).all(axis=1)]
        points = points[np.argsort(points[:, x], kind="stable")]
        label = plain(run.path.name) if len(several) > 1 else ""
        axes.plot(points[:, x], points[:, y], MARKS[i % len(MARKS)], color=colour(i), markersize=4,
                  label=label)
        if solutions.sizes["objective"] == 2:
            goals = solutions.objective_goal.values
            where = "post" if goals[x] == "minimise" else "pre"
            axes.step(points[:, x], dominating(points[:, y], goals[y], where), where=where, color=colour(i),
                      linewidth=0.8)
    for axis, at in ((axes.xaxis, x), (axes.yaxis, y)):
        name = with_unit(str(solutions.objective.values[at]), str(solutions.objective_unit.values[at]))
        axis.set_label_text(f"{name}, {solutions.objective_goal.values[at]}d")
    legend(axes)
    return axes


def dominating(values: FloatArray, goal: str, where: str) -> FloatArray:
    """The best of each value and those before it (where: post) or behind it (pre): itself on a Pareto front."""
    sign = 1 if goal == "minimise" else -1
    order = slice(None, None, 1 if where == "post" else -1)
    return np.asarray(sign * np.minimum.accumulate(sign * values[order])[order])


def archive(run: Result, axes: Axes | None = None, descriptors: tuple[int, int] = (0, 1)) -> Axes:
    """The grid of map_elites as a heat map: the best fitness of each cell by two of its axes, and by further
    axes the best of all cells along them. Empty cells are blank. Raises Error if the run has no such grid."""
    axes = axes_of(axes)
    solutions = run.solutions
    if "cell" not in solutions or max(descriptors) >= solutions.sizes["axis"]:
        raise Error(f"{run.path}: no grid of two axes (expected: a run by map_elites)")
    cells = project(solutions.cell.values[:, list(descriptors)], run.sign * solutions.fitness.values,
                    solutions.axis_bins.values[list(descriptors)])
    at = list(descriptors)  # the axes are the first descriptors, whose names need not differ
    names = [str(solutions.axis.values[i]) for i in at]
    (left, bottom), (right, top) = solutions.descriptor_low.values[at], solutions.descriptor_high.values[at]
    fitness = run.sign * cells.T
    check_size(fitness)
    # The better, the lighter.
    image = axes.imshow(fitness, origin="lower", extent=(left, right, bottom, top), aspect="auto",
                        cmap="viridis" if run.sign < 0 else "viridis_r", interpolation="nearest",
                        norm="log" if is_wide(fitness) else "linear")
    units = [str(solutions.descriptor_unit.values[i]) for i in at]
    axes.set_xlabel(with_unit(names[0], units[0]))
    axes.set_ylabel(with_unit(names[1], units[1]))
    axes.figure.colorbar(image, ax=axes, label=with_unit(f"best {run.objective}", run.unit))
    return axes


def project(cells: FloatArray, costs: FloatArray, bins: FloatArray) -> FloatArray:
    """(bin, bin) the least cost in each cell of a plane; NaN: none.

    cells  (solution, 2) bins along the two axes"""
    plane = np.full(tuple(bins), np.inf)
    np.minimum.at(plane, tuple(cells.T), np.where(np.isfinite(costs), costs, np.inf))
    return np.where(np.isfinite(plane), plane, np.nan)
