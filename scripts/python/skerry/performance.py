"""How fast and how well runs did: runtimes to targets, ERT, ECDF, and the view at fixed budgets.

Runtime is counted in evaluations. Definitions are those of COCO (Hansen, Auger, Brockhoff, Tusar, Tusar:
COCO: Performance Assessment, arXiv:1605.03560, 2016), fixed-target and fixed-budget views as in IOHprofiler
(Doerr, Wang, Ye, van Rijn, Baeck: IOHprofiler, arXiv:1810.05281, 2018).

    runs = skerry.curves(paths)
    skerry.performance.fixed_target(runs)                # ERT and success rate of each target
    skerry.performance.ecdf(runs, budgets=[1e3, 1e4])    # share of run-target pairs solved
    skerry.performance.fixed_budget(runs, [1e3, 1e4])    # best after so many evaluations

To compare settings, give each the same targets: those of all runs together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from .convergence import Curves, quantiles
from .errors import Error
from .files import FloatArray

if TYPE_CHECKING:
    import pandas as pd

# COCO has 51 targets, five a decade from 1e2 to 1e-8 above the optimum.
TARGETS = 51


def targets(runs: Curves, count: int = TARGETS) -> FloatArray:
    """Targets between the worst first and the best final fitness of all runs, easiest first.

    Their distances to the best are evenly spaced on a logarithmic scale, as COCO's to the optimum: from that
    of the worst first fitness down to the smallest that any run has had, then 0, the best itself. COCO's own
    targets need an optimum and a scale that problems share; these depend on the runs. Fewer than `count` if
    the runs had fewer distances than two. Raises Error if no run found anything."""
    found = [runs.sign * history.best for history in runs if history.best.size]
    if not found:
        raise Error("no run found anything feasible (expected: one that did, or targets of your own)")
    best, worst = min(values[-1] for values in found), max(values[0] for values in found)
    others = np.concatenate(found)
    others = others[others > best]
    if not others.size or count < 2:
        return np.asarray([runs.sign * best])
    nearest = others.min()
    costs = best + np.geomspace(worst - best, nearest - best, count - 1)
    costs[0], costs[-1] = worst, nearest  # not a rounding error harder than what runs had
    return np.asarray(runs.sign * np.append(np.unique(costs)[::-1], best))


def runtimes(runs: Curves, targets: npt.ArrayLike) -> FloatArray:
    """(run, target) evaluations after which each run had first reached a fitness as good; NaN: never. Exact
    if the files have improvements; else rounded up to the end of a generation."""
    wanted = runs.sign * np.atleast_1d(np.asarray(targets, float))
    found = np.full((len(runs), wanted.size), np.nan)
    for row, history in zip(found, runs):
        # Costs fall strictly, so their negatives are sorted.
        at = np.searchsorted(-runs.sign * history.best, -wanted, side="left")
        hit = at < history.best.size
        row[hit] = history.evaluations[at[hit]]
    return found


def ert(times: FloatArray, ends: npt.ArrayLike) -> FloatArray:
    """(target) expected running time, COCO's average runtime aRT (its section Averaging Runtime): evaluations
    of all runs until they hit the target or ended, divided by the number of those that hit it; inf: none did.

    times  (run, target) as of `runtimes`
    ends   (run) evaluations in all
    It estimates the expected runtime of an algorithm that restarts until it succeeds."""
    spent = np.where(np.isnan(times), np.asarray(ends, float)[:, None], times).sum(axis=0)
    hits = np.isfinite(times).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(hits > 0, spent / hits, np.inf)


def fixed_target(runs: Curves, targets: npt.ArrayLike | None = None) -> pd.DataFrame:
    """A row for each target (default: those of `targets`): target, runs, successes, success_rate, ert, and
    the median runtime of all runs, inf where less than half of them hit it."""
    import pandas as pd

    wanted = _targets(runs, targets)
    times = runtimes(runs, wanted)
    hits = np.isfinite(times).sum(axis=0)
    median, = quantiles(np.where(np.isnan(times), np.inf, times), [0.5])
    return pd.DataFrame({"target": wanted, "runs": len(runs), "successes": hits,
                         "success_rate": hits / len(runs), "ert": ert(times, runs.ends), "median": median})


def ecdf(runs: Curves, targets: npt.ArrayLike | None = None,
         budgets: npt.ArrayLike | None = None) -> pd.DataFrame:
    """Empirical cumulative distribution of runtimes: columns evaluations, and share, of all pairs of a run
    and a target those that were hit within so many evaluations (COCO's section Empirical
    Distribution Functions).

    budgets  None: each runtime at which the share grows, and the end of the longest run
    Runs that end without success count as such: COCO simulates restarts by drawing from the runs of other
    instances until one succeeds, which is not done here. So the share is that of runs as they were, and
    depends on how long they were allowed to go on."""
    import pandas as pd

    times = runtimes(runs, _targets(runs, targets))
    ordered = np.sort(times[np.isfinite(times)])
    at = np.append(np.unique(ordered), runs.ends.max()) if budgets is None else np.asarray(budgets, float)
    share = np.searchsorted(ordered, at, side="right") / times.size
    return pd.DataFrame({"evaluations": at, "share": share})


def fixed_budget(runs: Curves, budgets: npt.ArrayLike | None = None) -> pd.DataFrame:
    """A row for each number of evaluations: evaluations, best, q25, median, q75 and worst fitness over runs,
    from better to worse, and `feasible`, the share of runs that have found anything (infinite where they have
    not). A run that ended before keeps its best."""
    at = runs.budgets(21) if budgets is None else np.atleast_1d(np.asarray(budgets))
    frame = runs.band(at)
    return frame.assign(feasible=np.isfinite(runs.at(at)).mean(axis=0))


def _targets(runs: Curves, given: npt.ArrayLike | None) -> FloatArray:
    return targets(runs) if given is None else np.asarray(given, float).reshape(-1)
