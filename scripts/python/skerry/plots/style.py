"""What the figures share: colours, labels with units, steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..convergence import Curves
from ..errors import Error
from ..files import FloatArray
from ..result import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Groups = Curves | Mapping[Any, Curves]

# Distinct for colour-blind readers too: Okabe and Ito, Color Universal Design (2008), without yellow, which
# is too light for lines, and black, which is for what concerns all runs or islands.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
LINES = ("-", "--", "-.", ":")


def axes_of(axes: Axes | None) -> Axes:
    if axes is not None:
        return axes
    import matplotlib.pyplot as plt

    return plt.gca()


def colour(i: int) -> str:
    return COLOURS[i % len(COLOURS)]


def line(i: int) -> str:
    """Another style of line each time that the colours are used up."""
    return LINES[i // len(COLOURS) % len(LINES)]


def grouped(runs: Groups) -> Iterator[tuple[int, str, Curves]]:
    """Number, label and runs of each group; runs that are not grouped have no label."""
    if isinstance(runs, Curves):
        yield 0, "", runs
        return
    for i, (label, group) in enumerate(runs.items()):
        yield i, plain(str(label)), group


def all_runs(runs: Groups) -> Curves:
    """The runs of all groups together; raises Error if they are not of one objective, or there are none."""
    if isinstance(runs, Curves):
        return runs
    return Curves(history for group in runs.values() for history in group)


def plain(text: str) -> str:
    """Text of users as it is: Matplotlib reads what is between two dollar signs as a formula."""
    return text.replace("$", r"\$")


def with_unit(name: str, unit: str) -> str:
    return plain(name if unit in ("", "1") else f"{name} ({unit})")


def finite(values: npt.ArrayLike) -> FloatArray:
    """Infinite values as NaN, where no line is drawn."""
    values = np.asarray(values, float)
    return np.where(np.isfinite(values), values, np.nan)


# Points of a line: more than there are pixels across. Chosen by hand.
MOST_POINTS = 2000


def outline(x: npt.ArrayLike, y: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    """A line of at most MOST_POINTS points that looks like that of all of them: of each of as many parts of the
    range of x as are needed the least and the greatest y, in their order. x ascends; parts of NaN are left out."""
    x, y = np.asarray(x, float), finite(y)
    if len(x) <= MOST_POINTS:
        return x, y
    edges = np.searchsorted(x, np.linspace(x[0], x[-1], MOST_POINTS // 2 + 1)[1:-1])
    points = []
    for first, end in zip(np.concatenate([[0], edges]), np.concatenate([edges, [len(x)]])):
        part = y[first:end]
        if np.isfinite(part).any():
            points += sorted({first + np.nanargmin(part), first + np.nanargmax(part)})
    return x[points], y[points]


# Matplotlib adds margins and multiplies ranges, which must not overflow. Chosen by hand.
LARGEST = 1e300


def check_size(values: npt.ArrayLike) -> None:
    """Raises Error if a finite number is too large to be drawn."""
    sizes = np.abs(finite(values))
    if np.any(sizes > LARGEST):
        raise Error(f"a value of {np.nanmax(sizes):g} cannot be drawn (expected: at most {LARGEST:g})")


def check_drawable(figure: Figure) -> None:
    """Raises Error if something in the figure is too large to be drawn."""
    for axes in figure.axes:
        check_size(axes.dataLim.get_points())


def is_wide(values: npt.ArrayLike) -> bool:
    """Whether a logarithmic scale shows them better: all are positive, and the largest is far from the
    smallest."""
    known = np.asarray(values, float)
    known = known[np.isfinite(known)]
    return bool(known.size and known.min() > 0 and known.max() > 20 * known.min())


def log_scale(axes: Axes, linear_below: float = 0.0) -> None:
    """A logarithmic y axis with ticks such as 20 and 50, not at powers of ten alone; a linear one if nothing that is
    drawn is positive, as while no run has found anything.

    linear_below  above 0: linear from 0 to there, so that 0 is on the axis"""
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter, SymmetricalLogLocator

    if linear_below > 0:
        axes.set_yscale("symlog", linthresh=linear_below, linscale=0.3)
        axes.yaxis.set_major_locator(SymmetricalLogLocator(base=10, linthresh=linear_below, subs=(1, 2, 5)))
        axes.set_ylim(bottom=-0.1 * linear_below)
    elif not np.isfinite(axes.dataLim.minposy):
        return
    else:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.yaxis.set_minor_formatter(NullFormatter())


def whole_axis(axes: Axes, label: str) -> None:
    """An x axis of whole numbers."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(label)


def evaluations_axis(axes: Axes) -> None:
    if np.isfinite(axes.dataLim.minposx):
        axes.set_xscale("log")
    axes.set_xlabel("evaluations")


def legend(axes: Axes, title: str | None = None, outside: bool = False) -> None:
    """outside: at the right of the axes, where all of these are filled"""
    if axes.get_legend_handles_labels()[1]:
        at = {"loc": "upper left", "bbox_to_anchor": (1, 1)} if outside else {}
        axes.legend(title=title, frameon=False, fontsize="small", **at)


def check_replica(run: Result, replica: int) -> None:
    """Raises Error if the run has no such replica."""
    count = int(run.attributes["replicas"])
    if not 0 <= replica < count:
        raise Error(f"{run.path}: no replica {replica} (expected: 0 to {count - 1})")
