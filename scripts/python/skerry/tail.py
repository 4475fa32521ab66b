"""What a running job has done so far, read bit by bit: each look reads only rows that are new."""

from __future__ import annotations

import datetime
import math
import os
import pathlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import h5py
import numpy as np

from .files import FloatArray, config_of, read_file, relative_gap, status_of, text_of
from .thinning import all_rows_of, end_without_row, number_of

# Rows that are read at a time, so that a long run needs little memory.
BLOCK = 4096
# Algorithms that end by themselves: where all islands have one of them, run.epochs is no limit.
ENDING = {"astar", "exact", "portfolio", "rl"}


@dataclass
class ReplicaTail:
    """One replica. Fitness is NaN while nothing feasible was found, or nothing at all."""

    rows: int = 0  # of the curves
    generation: int = -1  # the last one known
    elapsed_s: float = 0.0
    evaluations: float = 0.0
    best: float = math.nan
    improved_s: float = 0.0  # elapsed_s when best was found, to the generation
    first_s: float = 0.0  # elapsed_s and evaluations of generation 0
    first_evaluations: float = 0.0
    islands_best: FloatArray = field(default_factory=lambda: np.empty(0))
    diversity: FloatArray = field(default_factory=lambda: np.empty((0, 0)))  # the last rows x islands


class Tail:
    """The state of a run; `look` brings it up to date.

    rows  how many of the last rows of diversity are kept, of each island"""

    def __init__(self, path: str | os.PathLike[str], rows: int = 48):
        """Raises Error if there is no result of skerry at `path`."""
        self.path = pathlib.Path(path)
        self.rows = rows
        self._file: Any = None  # which file `replicas` is of: a resumed run makes a new one
        self.replicas: list[ReplicaTail] = []
        self.current = 0  # the replica that is shown
        self.attributes: dict[str, Any] = {}
        self.look()

    def look(self) -> bool:
        """Reads what is new. Returns whether anything was; raises Error if the file is gone or damaged."""
        return read_file(self.path, self._look)

    def _look(self, file: h5py.File) -> bool:
        identity = os.stat(self.path).st_ino, file.attrs["started"]
        if identity != self._file:
            self._begin(file)
            self._file = identity
        before = self.status, self._generations()
        self.attributes["status"] = status_of(
            self.path, {name: text_of(file.attrs[name]) for name in ("status", "hosts")})
        self.attributes["why"] = text_of(file.attrs["why"])
        self.bound = self._bound(file)
        self.infeasible = "infeasible" in file["replicas"] and bool((file["replicas/infeasible"][()] == 1).any())
        ends = file["replicas/generations"][()]
        for r, replica in enumerate(self.replicas):
            self._read_rows(file["curves"], r, replica)
            last = end_without_row(int(ends[r]), replica.rows, self.all_rows)
            if last >= 0:
                self._take_end(file["replicas"], r, replica, last)
            if ends[r] >= 0:
                self._take_best(file["replicas"], r, replica)
        after = self.status, self._generations()
        grown = [r for r, (old, new) in enumerate(zip(before[1], after[1])) if new > old]
        self.current = grown[-1] if grown else self.current
        return before != after

    def _begin(self, file: h5py.File) -> None:
        self.attributes = {name: text_of(value) for name, value in file.attrs.items()}
        self.all_rows = all_rows_of(file)
        self.config = config_of(self.path, str(self.attributes["config"]))
        self.maximise = text_of(file["solutions/objective_goal"][0]) == "maximise"
        self.objective = text_of(file["solutions/objective"][0])
        self.unit = text_of(file["curves/best"].attrs["units"])
        self.replicas = [ReplicaTail() for _ in range(int(self.attributes["replicas"]))]
        self.current = 0
        started = file["starts/started"][()] if "starts" in file else []
        self.started = text_of(started[-1]) if len(started) else self.attributes["started"]

    def _generations(self) -> list[int]:
        return [replica.generation for replica in self.replicas]

    @staticmethod
    def _bound(file: h5py.File) -> float:
        bound = file["solutions/bound"]
        return float(bound[0, 0]) if bound.shape[0] and bound.shape[1] else math.nan

    @property
    def status(self) -> str:
        return str(self.attributes["status"])

    @property
    def active(self) -> ReplicaTail:
        """The last replica that has grown, of those that did at the same look."""
        return self.replicas[self.current]

    def limits(self) -> dict[str, float]:
        """Most generations and evaluations of a replica, and seconds of a start; inf: no limit."""
        run = self.config["run"]
        ends = set(str(self.attributes["algorithm"]).split()) <= ENDING
        epochs = math.inf if ends else run.get("epochs") or math.inf
        # With islands that do not wait for each other an epoch is one row.
        each = 1 if self.attributes.get("asynchronous") else run.get("sub_generations", 1)
        return {"generation": epochs * each,
                "evaluations": run.get("max_evaluations") or math.inf,
                "seconds": run.get("time_limit_s") or math.inf}

    def _read_rows(self, curves: h5py.Group, r: int, replica: ReplicaTail) -> None:
        names = ("best", "diversity", "evaluations", "elapsed")
        end = min(curves[name].shape[1] for name in names)
        while (first := replica.rows) < end:
            best, diversity, evaluations, elapsed = (
                curves[name][r, first:min(end, first + BLOCK)] for name in names)
            known = int(np.cumprod((evaluations >= 0).all(axis=1)).sum())
            if not known:
                return
            self._take(replica, best[:known], elapsed[:known])
            if first == 0:
                replica.first_s, replica.first_evaluations = float(elapsed[0]), float(evaluations[0].sum())
            replica.rows += known
            replica.generation = number_of(replica.rows - 1, self.all_rows)
            replica.evaluations = float(evaluations[known - 1].sum())
            replica.elapsed_s = float(elapsed[known - 1])
            replica.islands_best = best[known - 1]
            kept = replica.diversity if replica.diversity.size else diversity[:0]
            replica.diversity = np.concatenate([kept, diversity[:known]])[-self.rows:]

    @staticmethod
    def _take_end(summary: h5py.Group, r: int, replica: ReplicaTail, last: int) -> None:
        replica.generation = last
        replica.evaluations = float(summary["evaluations"][r])
        replica.elapsed_s = float(summary["elapsed"][r])

    def _take_best(self, summary: h5py.Group, r: int, replica: ReplicaTail) -> None:
        """The best of a replica that has ended, where no row has it, as of what the proof has found."""
        best, sign = float(summary["best"][r]), -1 if self.maximise else 1
        if math.isfinite(best) and not sign * best >= sign * replica.best:
            replica.best, replica.improved_s = best, replica.elapsed_s

    def _take(self, replica: ReplicaTail, best: FloatArray, elapsed: FloatArray) -> None:
        """Notes when the best of all islands last improved."""
        of_all = best.max(axis=1) if self.maximise else best.min(axis=1)
        of_all = np.where(np.isfinite(of_all), of_all, np.nan)
        if np.isnan(of_all).all():
            return
        at = int(np.nanargmax(of_all) if self.maximise else np.nanargmin(of_all))
        sign = -1 if self.maximise else 1
        if math.isnan(replica.best) or sign * of_all[at] < sign * replica.best:
            replica.best, replica.improved_s = float(of_all[at]), float(elapsed[at])

    def best(self) -> float:
        """The best fitness of all replicas; NaN: none."""
        known = [replica.best for replica in self.replicas if not math.isnan(replica.best)]
        return (max if self.maximise else min)(known, default=math.nan)

    def gap(self) -> float:
        """The gap of the best of all replicas, as `relative_gap` has it."""
        return float(relative_gap(self.best(), self.bound))

    def rate(self) -> float:
        """Evaluations a second of the active replica since generation 0; NaN: too early."""
        replica = self.active
        spent = replica.elapsed_s - replica.first_s
        return (replica.evaluations - replica.first_evaluations) / spent if spent > 0 else math.nan

    def seconds_left(self) -> float:
        """Until the first limit of the active replica, at its mean speed so far, or of this start; inf: no limit."""
        replica, limits = self.active, self.limits()
        begun = datetime.datetime.fromisoformat(self.started.replace("Z", "+00:00"))
        left = limits["seconds"] - (datetime.datetime.now(datetime.timezone.utc) - begun).total_seconds()
        if replica.generation > 0:
            left = min(left, replica.elapsed_s * (limits["generation"] / replica.generation - 1))
        if replica.evaluations > 0:
            left = min(left, replica.elapsed_s * (limits["evaluations"] / replica.evaluations - 1))
        return max(left, 0.0)


def sparkline(values: Sequence[float] | FloatArray, low: float, high: float) -> str:
    """One block character a value, from low to high; a blank for one that is not finite."""
    blocks = "▁▂▃▄▅▆▇█"
    width = (high - low) or 1.0
    return "".join(blocks[min(7, max(0, int(8 * (value - low) / width)))] if math.isfinite(value) else " "
                   for value in values)
