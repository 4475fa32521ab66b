"""How runs went: best so far, gap to the bound, and diversity."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..convergence import IntArray, quantiles
from ..errors import Error
from ..files import FloatArray, relative_gap
from ..result import Result
from .style import (Groups, all_runs, axes_of, check_replica, colour, evaluations_axis, finite, grouped,
                    legend, line, log_scale, outline, whole_axis, with_unit)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def convergence(runs: Groups, axes: Axes | None = None, each: bool = True) -> Axes:
    """The best so far over evaluations: the median of runs as a line, their quartiles as a band, and each run
    as a thin line if `each`. Nothing is drawn where a quantile is of runs that have found nothing yet."""
    axes, whole = axes_of(axes), all_runs(runs)
    budgets = whole.budgets()
    for i, label, group in grouped(runs):
        _band(axes, i, label, budgets, group.sign * group.at(budgets), group.sign, each)
    evaluations_axis(axes)
    axes.set_ylabel(with_unit(f"best {whole.objective}", whole.unit))
    legend(axes)
    return axes


def gap(runs: Groups, axes: Axes | None = None, each: bool = True) -> Axes:
    """The relative gap between best and proven bound over evaluations, in %, as `convergence` draws the best,
    on a logarithmic scale, below the smallest gap of any run linear to 0 (proven optimal). Raises Error if no
    run has a gap."""
    axes, whole = axes_of(axes), all_runs(runs)
    budgets = whole.budgets()
    smallest, bounded, proven = np.inf, False, False
    for i, label, group in grouped(runs):
        bounds = np.array([[history.bound] for history in group])
        known = np.isfinite(bounds[:, 0])
        if not known.any():
            continue
        found = group.at(budgets)
        gaps = np.where(np.isfinite(found), 100 * relative_gap(found, bounds), np.inf)[known]
        _band(axes, i, label, budgets, gaps, 1, each)
        bounded = True
        smallest = min(smallest, gaps[gaps > 0].min(initial=np.inf))
        proven = proven or bool((gaps == 0).any())
    if not bounded:
        raise Error("no run has a proven bound")
    if not np.isfinite(smallest) and not proven:
        raise Error("no run has a gap to its bound (expected: one that found something, with no 0 between the two)")
    if np.isfinite(smallest):
        log_scale(axes, smallest if proven else 0)
    else:  # every gap is 0
        axes.set_ylim(-0.05, 1)
    evaluations_axis(axes)
    axes.set_ylabel("gap to the proven bound (%)")
    legend(axes)
    return axes


def _band(axes: Axes, i: int, label: str, x: IntArray, costs: FloatArray, sign: int, each: bool) -> None:
    """Median and quartiles of (run, x), and each run, as steps."""
    from matplotlib.collections import LineCollection

    low, median, high = (sign * finite(level) for level in quantiles(costs, [0.25, 0.5, 0.75]))
    if each and len(costs) > 1:
        steps = np.repeat(x, 2)[1:]
        lines = [np.column_stack([steps, np.repeat(sign * row, 2)[:-1]]) for row in finite(costs)]
        alpha = min(0.5, max(0.05, 6 / len(costs)))
        axes.add_collection(LineCollection(lines, colors=colour(i), linewidths=0.6, alpha=alpha))
    if len(costs) > 2:
        axes.fill_between(x, low, high, step="post", color=colour(i), alpha=0.25, linewidth=0)
    axes.plot(x, median, line(i), drawstyle="steps-post", color=colour(i), label=label)


def diversity(run: Result, axes: Axes | None = None, replica: int = 0) -> Axes:
    """Diversity of fitness over generations, of each island in a colour, and of all islands together in
    black."""
    axes = axes_of(axes)
    check_replica(run, replica)
    curves = run.curves.isel(replica=replica)
    values = curves.diversity.transpose("generation", "island").values
    for i, island in enumerate(values.T):
        axes.plot(*outline(curves.generation, island), line(i), color=colour(i), linewidth=0.8,
                  label=f"island {i}" if len(values.T) <= 8 else None)
    axes.plot(*outline(curves.generation, curves.diversity_all), color="black", label="all islands")
    whole_axis(axes, "generation")
    axes.set_ylabel(with_unit("diversity", str(curves.diversity.attrs.get("units", ""))))
    axes.set_ylim(bottom=0)
    legend(axes)
    return axes
