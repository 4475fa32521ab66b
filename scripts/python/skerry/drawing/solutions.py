"""The complete solutions of a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import Error
from ..result import Result


@dataclass(frozen=True)
class Solution:
    """index: 0 is the best; cell: its bins in a grid of map_elites, else empty."""
    index: int
    fitness: float
    genome: npt.NDArray[Any]
    text: str
    cell: tuple[int, ...]


def read_solutions(result: Result) -> list[Solution]:
    """All of them, best first."""
    group = result.solutions
    if "fitness" not in group:
        return []
    cells = group.cell.values if "cell" in group else np.empty((group.sizes["solution"], 0), int)
    rows = zip(group.fitness.values, group.genome.values, group.text.values, cells)
    return [Solution(k, float(fitness), genome, str(text), tuple(int(bin) for bin in cell))
            for k, (fitness, genome, text, cell) in enumerate(rows)]


def find_solution(result: Result, k: int) -> Solution:
    """Solution k. Raises Error if there is none."""
    known = {solution.index: solution for solution in read_solutions(result)}
    if k not in known:
        raise Error(f"{result.path}: " + (
            f"no solution {k} (expected: 0 to {max(known)})" if known else
            "no solutions yet, its run goes on" if result.status == "running" else "no solutions"))
    return known[k]


def input_of(result: Result, key: str) -> bytes:
    """An input file by its key in the config. Raises Error if the result does not have it."""
    inputs = result.inputs
    if key not in inputs:
        raise Error(f"{result.path}: no input {key} in it (expected: the file of a run)")
    return inputs[key]


def caption(result: Result, solution: Solution) -> str:
    """What a drawing shows, in words."""
    unit = "" if result.unit == "1" else f" {result.unit}"
    name = "" if result.unit == result.objective else f"{result.objective} "
    return (f"{result.path.name}, solution {solution.index}: {name}{short(solution.fitness)}{unit} "
            f"({result.problem} by {result.algorithm}, seed {result.seed})")


def short(fitness: float) -> str:
    """Whole numbers in full, others to six digits."""
    return f"{fitness:,.0f}" if fitness == round(fitness) else f"{fitness:,.6g}"
