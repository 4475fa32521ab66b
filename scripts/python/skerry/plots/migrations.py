"""Migrations of one run: what they sort, and what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import Error
from ..result import Result
from .style import (axes_of, check_replica, colour, finite, is_wide, legend, log_scale, outline, whole_axis,
                    with_unit)

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes


MOST_BARS = 100  # of an island; more are too thin to be seen


def island_ranges(run: Result, axes: Axes | None = None, replica: int = 0) -> Axes:
    """From lowest to highest fitness on each island after each migration: a bar for each island and epoch,
    islands side by side within an epoch; of more than 100 epochs, every n-th. Islands without a feasible
    individual have none. Raises Error if the run had no migration."""
    axes = axes_of(axes)
    epochs = _migrations(run, replica)
    every = -(-int(epochs.epoch[-1] + 1) // MOST_BARS)
    part = epochs.epoch.values // every
    epochs = epochs.isel(epoch=np.flatnonzero(np.diff(part, prepend=-1)))  # not every one of a long run has a row
    low, high = (finite(epochs[name].transpose("epoch", "island")) for name in ("low", "high"))
    islands = low.shape[1]
    share = 0.8 * every / islands
    for i in range(islands):
        x = epochs.epoch.values + (i - (islands - 1) / 2) * share
        # The edge shows islands of one fitness only.
        axes.bar(x, high[:, i] - low[:, i], share, low[:, i], color=colour(i), edgecolor=colour(i),
                 linewidth=0.8, label=f"island {i}" if islands <= 8 else None)
    if is_wide([low, high]):
        log_scale(axes)
    axes.use_sticky_edges = False  # a margin below the lowest bar
    axes.autoscale_view()
    whole_axis(axes, "epoch" if every == 1 else f"epoch, every {every}")
    axes.set_ylabel(with_unit(f"{run.objective} after migration", run.unit))
    legend(axes, outside=True)
    return axes


def migration_cost(run: Result, axes: Axes | None = None, replica: int = 0) -> Axes:
    """Seconds that each epoch's migration took on the slowest island's rank, and bytes of the genomes that
    all islands received, on an axis of their own at the right. Raises Error if the run had no migration."""
    axes = axes_of(axes)
    epochs = _migrations(run, replica)
    few = epochs.sizes["epoch"] <= MOST_BARS
    axes.plot(*outline(epochs.epoch, epochs.seconds.max("island")), ".-" if few else "-", color=colour(0))
    whole_axis(axes, "epoch")
    axes.set_ylabel("time of the slowest island (s)", color=colour(0))
    if is_wide(epochs.seconds.max("island")):
        log_scale(axes)
    else:
        axes.set_ylim(bottom=0)
    right = axes.twinx()
    right.plot(*outline(epochs.epoch, epochs.bytes.sum("island")), "+--" if few else "--", color=colour(1), linewidth=0.8)
    right.set_ylabel("data of all islands (byte)", color=colour(1))
    right.set_ylim(bottom=0)
    return axes


def _migrations(run: Result, replica: int) -> xr.Dataset:
    """Of one replica, complete epochs only."""
    check_replica(run, replica)
    epochs = run.migration.isel(replica=replica)
    epochs = epochs.isel(epoch=np.flatnonzero(epochs.bytes.notnull().all("island")))
    if not epochs.sizes["epoch"]:
        raise Error(f"{run.path}: replica {replica} has no migration")
    return epochs
