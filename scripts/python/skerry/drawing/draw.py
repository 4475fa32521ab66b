"""Which module draws a result, one solution of it, and all of them on one sheet."""

from __future__ import annotations

from typing import Protocol

from ..errors import Error
from ..result import Result
from . import eternity, level, party, sheet, sliding
from .canvas import Canvas
from .solutions import Solution, caption, find_solution, read_solutions, short


class Drawer(Protocol):
    """Draws the solutions of one result; a class of that name in each problem's module."""

    def __init__(self, result: Result): ...

    def frames(self, solution: Solution) -> list[Canvas]:
        """Canvases of one size: one, or the steps of a path."""


DRAWERS: dict[str, type[Drawer]] = {"party": party.Drawer, "eternity": eternity.Drawer,
                                    "sliding": sliding.Drawer, "level": level.Drawer}


def drawer(result: Result) -> Drawer:
    """Raises Error for a problem that has no drawings."""
    if result.problem not in DRAWERS:
        raise Error(f"{result.path}: no drawings of problem {result.problem} "
                    f"(expected: {', '.join(DRAWERS)})")
    return DRAWERS[result.problem](result)


def frames(result: Result, k: int = 0) -> list[Canvas]:
    """Solution k as an animation: one canvas, or the steps of a path. Raises Error if there is none."""
    return drawer(result).frames(find_solution(result, k))


def drawing(result: Result, k: int = 0, columns: int | None = None) -> Canvas:
    """Solution k on one canvas, the steps of a path side by side.

    columns  of those; None: about as wide as high"""
    solution = find_solution(result, k)
    return sheet.headed(sheet.rows_of(drawer(result).frames(solution), columns), caption(result, solution))


def archive(result: Result, columns: int | None = None) -> Canvas:
    """All solutions on one canvas: those of map_elites by their cells in the grid, others in rows, best
    first.

    columns  of rows; with it a grid is drawn in rows, too"""
    solutions = read_solutions(result)
    if not solutions:
        find_solution(result, 0)  # says why there is none
    draw = drawer(result)
    small = [thumbnail(draw, solution) for solution in solutions]
    title = f"{result.path.name}: {result.problem} by {result.algorithm}, seed {result.seed}"
    axes = len(solutions[0].cell)
    if columns is None and 1 <= axes <= 2:
        by_cell = {(cell[0], cell[1] if axes > 1 else 0): one
                   for cell, one in zip((solution.cell for solution in solutions), small)}
        of = int(result.solutions.axis_bins.prod())
        return sheet.headed(sheet.grid(by_cell, result.solutions),
                            f"{title}: {len(small)} of {of} cells filled")
    labelled = [sheet.labelled(one, f"{solution.index}: {short(solution.fitness)}")
                for one, solution in zip(small, solutions)]
    return sheet.headed(sheet.rows_of(labelled, columns), f"{title}: {len(small)} solutions")


def thumbnail(draw: Drawer, solution: Solution) -> Canvas:
    """A solution in an archive: of a level its tiles alone."""
    if isinstance(draw, level.Drawer):
        return draw.thumbnail(solution)
    return sheet.rows_of(draw.frames(solution), None)
