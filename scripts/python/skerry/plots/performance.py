"""Runtimes and fitness of several runs: fixed targets, fixed budgets, ECDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .. import performance
from .style import (Groups, all_runs, axes_of, colour, evaluations_axis, finite, grouped, legend, line,
                    with_unit)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def fixed_target(runs: Groups, axes: Axes | None = None, targets: npt.ArrayLike | None = None) -> Axes:
    """ERT over targets, harder ones to the right. A hollow mark: some runs did not reach it; no mark: none
    did.

    targets  None: those of skerry.performance.targets, of all groups together"""
    axes, whole = axes_of(axes), all_runs(runs)
    wanted = performance.targets(whole) if targets is None else targets
    for i, label, group in grouped(runs):
        frame = performance.fixed_target(group, wanted)
        axes.plot(frame.target, finite(frame.ert), line(i), color=colour(i), label=label)
        some = frame[frame.success_rate < 1]
        axes.plot(some.target, finite(some.ert), "o", color=colour(i), markerfacecolor="white", markersize=5)
        rest = frame[frame.success_rate == 1]
        axes.plot(rest.target, rest.ert, "o", color=colour(i), markersize=3)
    axes.set_yscale("log")
    if whole.sign > 0:
        axes.invert_xaxis()
    axes.set_xlabel(with_unit(f"target {whole.objective}", whole.unit))
    axes.set_ylabel("ERT (evaluations)")
    legend(axes)
    return axes


def fixed_budget(runs: Groups, axes: Axes | None = None, budgets: npt.ArrayLike | None = None) -> Axes:
    """Median and quartiles, over runs, of the best after so many evaluations. There is no mark, or no bar on one side
    of it, where that quantile is of runs that have found nothing yet."""
    axes, whole = axes_of(axes), all_runs(runs)
    wanted = whole.budgets(13) if budgets is None else np.asarray(budgets)
    for i, label, group in grouped(runs):
        frame = performance.fixed_budget(group, wanted)
        frame = frame[np.isfinite(frame["median"])]
        median, q25, q75 = (finite(frame[name]) for name in ("median", "q25", "q75"))
        shifted = frame.evaluations * 1.02 ** i  # so that the bars of groups stand side by side
        ends = np.array([median, q25, q75])
        axes.errorbar(shifted, median, [median - np.nanmin(ends, axis=0), np.nanmax(ends, axis=0) - median],
                      fmt=f"o{line(i)}", color=colour(i), markersize=4, linewidth=1, capsize=2, label=label)
    evaluations_axis(axes)
    axes.set_ylabel(with_unit(f"best {whole.objective}", whole.unit))
    legend(axes)
    return axes


def ecdf(runs: Groups, axes: Axes | None = None, targets: npt.ArrayLike | None = None) -> Axes:
    """Share of all pairs of a run and a target that were hit within so many evaluations.

    targets  None: those of skerry.performance.targets, of all groups together"""
    axes, whole = axes_of(axes), all_runs(runs)
    wanted = performance.targets(whole) if targets is None else targets
    for i, label, group in grouped(runs):
        frame = performance.ecdf(group, wanted)
        axes.plot(frame.evaluations, frame.share, line(i), drawstyle="steps-post", color=colour(i),
                  label=label)
        axes.plot(frame.evaluations.iloc[-1], frame.share.iloc[-1], "x", color=colour(i))
    evaluations_axis(axes)
    axes.set_ylim(0, 1.02)
    axes.set_ylabel("share of run-target pairs")
    legend(axes)
    return axes
