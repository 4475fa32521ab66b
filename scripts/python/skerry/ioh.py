"""Runs in the format of IOHprofiler, for IOHanalyzer and iohinspector.

As IOHexperimenter 0.4.2 writes it (Doerr, Wang, Ye, van Rijn, Baeck: IOHprofiler, arXiv:1810.05281, 2018;
include/ioh/logger/analyzer.hpp of github.com/IOHprofiler/IOHexperimenter): a folder for each algorithm, in it
for each function f a file IOHprofiler_f<id>_<name>.json, and data_f<id>_<name>/IOHprofiler_f<id>_DIM<n>.dat
with a block of evaluations and fitness for each run.

    FUNCTION   a puzzle: the problem and its section of the config
    ALGORITHM  the algorithm, and those other settings on which the runs differ
    DIM        the number of genes
    RUN        a replica, with seed and replica as attributes
"""

from __future__ import annotations

import json
import pathlib
import re
from collections.abc import Iterable
from typing import Any, TextIO

import h5py
import numpy as np

from .convergence import History, histories_of
from .errors import Error
from .files import Path
from .origin import Origin, differing_keys, read_runs
from .output import whole_folder

VERSION = "0.4.2"  # of IOHexperimenter, which names the format
LONGEST = 80  # name of a folder, without its number


def to_ioh(paths: Path | Iterable[Path], folder: Path) -> None:
    """Writes the histories of results or merged sweeps into a new or empty folder. Raises Error, and writes
    nothing at all, if there is something in it, or if no run of a puzzle found anything.

    Readers tell runs apart by a row of evaluation 1. Where a result does not say what a run had found then, that
    row, and all of a run that never found anything, has a fitness worse than any recorded of that puzzle: by as
    much as the worst is worse than the best."""
    runs = [(history, genes) for some in read_runs(paths, _sized_histories) for history, genes in some]
    if not runs:
        raise Error("no run has begun (expected: results with at least one generation)")
    names = _Names([history.origin for history, _ in runs])
    groups: dict[tuple[str, str, int], dict[int, list[History]]] = {}
    for history, genes in runs:
        key = names.algorithm(history.origin), history.origin.problem, names.function(history.origin)
        groups.setdefault(key, {}).setdefault(genes, []).append(history)
    penalties = _penalties([history for history, _ in runs], names)
    with whole_folder(folder) as root:
        for (algorithm, problem, number), by_genes in groups.items():
            home = root / names.home(algorithm)
            home.mkdir(exist_ok=True)
            _write_function(home, algorithm, f"f{number}_{problem}", by_genes, penalties[number], names)


def _sized_histories(origin: Origin, run: h5py.Group) -> list[tuple[History, int]]:
    genes = int(run["solutions/genome"].shape[1])
    return [(history, genes) for history in histories_of(origin, run)]


class _Names:
    """Numbers of functions from 1 on, and names of algorithms, so that different runs have different ones."""

    def __init__(self, origins: list[Origin]):
        self.keys = differing_keys(origins)
        puzzles: dict[Any, list[Origin]] = {}
        for origin in origins:
            puzzles.setdefault(self._puzzle(origin), []).append(origin)
        self.numbers = {puzzle: i for i, puzzle in enumerate(puzzles, 1)}
        # Runs of different puzzles may have other settings and still be of one algorithm.
        self.settings = list(dict.fromkeys(key for some in puzzles.values() for key in differing_keys(some)
                                           if key != "algorithm"))
        self.homes: dict[str, str] = {}

    def _puzzle(self, origin: Origin) -> tuple[str, tuple[tuple[str, str], ...]]:
        return origin.problem, tuple(self.attributes(origin).items())

    def attributes(self, origin: Origin) -> dict[str, str]:
        """The differing keys of the puzzle itself."""
        own = [key for key in self.keys if key.startswith(f"{origin.problem}.")]
        return {key: str(origin.settings.get(key)) for key in own}

    def function(self, origin: Origin) -> int:
        return self.numbers[self._puzzle(origin)]

    def algorithm(self, origin: Origin) -> str:
        own = {key: origin.settings[key] for key in self.settings if key in origin.settings}
        return " ".join([origin.algorithm, *(f"{key}={value}" for key, value in own.items())])

    def home(self, algorithm: str) -> str:
        """The name of an algorithm's folder."""
        plain = re.sub(r"[^\w.=+-]+", "_", algorithm)
        if len(plain) > LONGEST or plain in self.homes.values():
            plain = f"{plain[:LONGEST]}-{len(self.homes) + 1}"
        return self.homes.setdefault(algorithm, plain)


def _penalties(histories: list[History], names: _Names) -> dict[int, float]:
    """Of each function, what stands for having found nothing."""
    found: dict[int, list[History]] = {}
    for history in histories:
        found.setdefault(names.function(history.origin), []).append(history)
    penalties = {}
    for number, some in found.items():
        sign = some[0].origin.sign
        costs = sign * np.concatenate([history.best for history in some])
        if not costs.size:
            raise Error(f"{some[0].origin.path}: no run of this puzzle found anything (expected: one)")
        penalties[number] = float(sign * (costs.max() + (costs.max() - costs.min() or 1.0)))
    return penalties


def _write_function(home: pathlib.Path, algorithm: str, name: str, by_genes: dict[int, list[History]],
                    penalty: float, names: _Names) -> None:
    """One function of one algorithm: its .json, and a .dat for each number of genes."""
    number, problem = name.split("_", 1)
    scenarios = []
    for genes, histories in by_genes.items():
        path = pathlib.Path(f"data_{name}") / f"IOHprofiler_{number}_DIM{genes}.dat"
        (home / path).parent.mkdir(exist_ok=True)
        with open(home / path, "w", encoding="utf-8") as file:
            runs = [_write_run(file, history, penalty) for history in histories]
        scenarios.append({"dimension": genes, "path": path.as_posix(), "runs": runs})
    origin = next(iter(by_genes.values()))[0].origin
    content = {"version": VERSION, "suite": "skerry", "function_id": int(number[1:]),
               "function_name": problem, "maximization": origin.sign < 0,
               "algorithm": {"name": algorithm, "info": "skerry"},
               "experiment_attributes": [{key: value} for key, value in names.attributes(origin).items()],
               "run_attributes": ["seed", "replica"], "attributes": ["evaluations", "raw_y"],
               "scenarios": scenarios}
    (home / f"IOHprofiler_{name}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _write_run(file: TextIO, history: History, penalty: float) -> dict[str, Any]:
    """A block of the .dat; returns the run's entry in the .json. The last row is of the last evaluation."""
    rows = {1: penalty, **dict(zip(history.evaluations.tolist(), history.best.tolist()))}
    last = list(rows.items())[-1]
    rows.setdefault(history.end, last[1])
    file.write("evaluations raw_y\n")
    file.writelines(f"{evaluations} {fitness!r}\n" for evaluations, fitness in rows.items())
    return {"instance": 1, "evals": history.end, "best": {"evals": last[0], "y": last[1], "x": []},
            "seed": history.origin.seed, "replica": history.replica}
