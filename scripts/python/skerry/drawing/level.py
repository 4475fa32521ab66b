"""Levels, tile by tile: with the path that a measure `path` counts and, where a generator made the level, the
cells that its repair edited."""

from __future__ import annotations

from collections import deque
from typing import Any

import yaml

from ..result import Result
from .canvas import Canvas, Line, Point, Text, Use, frame
from .solutions import Solution, caption, input_of
from .tiles import SIZE, symbols

SIDE, SMALL = 24.0, 8.0  # of a tile in a drawing, and in an archive
MARGIN = 14.0
HEAD = 26.0
EDIT = "#d0009c"
WAY = "#0a7cff"

Level = list[str]


class Drawer:
    def __init__(self, result: Result):
        self.result = result
        self.config = result.config["level"]
        # All values as they are written, as the program takes them: = and 1 are tiles.
        self.game = yaml.load(input_of(result, "level.game"), Loader=yaml.BaseLoader)
        self.tiles = [tile["tile"] for tile in self.game["tiles"]]
        self.symbols = symbols(self.game)

    def level(self, solution: Solution) -> Level:
        return solution.text.split()

    def generated(self, solution: Solution) -> Level | None:
        """The level before its repair, which only latent genomes record: they end in it."""
        if self.config["genome"] != "latent":
            return None
        rows = self.level(solution)
        cols = len(rows[0])
        genes = [self.tiles[int(gene)] for gene in solution.genome[-len(rows) * cols:]]
        return ["".join(genes[r * cols:(r + 1) * cols]) for r in range(len(rows))]

    def frames(self, solution: Solution) -> list[Canvas]:
        level, before = self.level(solution), self.generated(solution)
        edits = edited(before, level) if before else []
        rule = path_rule(self.config)
        way = shortest(level, self.game, **rule) if rule else []
        words = "level" if not before else f"repaired, cells edited: {len(edits)}"
        if rule:
            words += f", {len(way) - 1 if way else 0} steps from {rule['start']} to {rule['end']}"
        panels = [self.panel(before, "generated", edits)] if before else []
        panels.append(self.panel(level, words, edits, way))
        canvas = Canvas(sum(panel.width for panel in panels), panels[0].height,
                        caption(self.result, solution))
        for i, panel in enumerate(panels):
            canvas.place(panel, (i * panel.width, 0))
        return [canvas]

    def panel(self, level: Level, words: str, edits: list[tuple[int, int]],
              way: list[tuple[int, int]] | None = None) -> Canvas:
        canvas = Canvas(len(level[0]) * SIDE + 2 * MARGIN, len(level) * SIDE + MARGIN + HEAD)
        size = min(14.0, (canvas.width - 2 * MARGIN) / (0.6 * len(words)))
        canvas.add(Text((MARGIN, HEAD / 2), words, size, kind="caption"))
        canvas.place(self.small(level), (MARGIN, HEAD), SIDE / SMALL)
        for part in segments(way or [], len(level), len(level[0])):
            canvas.add(Line(tuple((MARGIN + SIDE * x, HEAD + SIDE * y) for x, y in part), WAY, 4, "path"))
        for r, c in edits:
            canvas.add(frame(MARGIN + c * SIDE + 1.5, HEAD + r * SIDE + 1.5, SIDE - 3, SIDE - 3, EDIT, 3,
                             "edit"))
        return canvas

    def small(self, level: Level) -> Canvas:
        """The tiles alone."""
        canvas = Canvas(len(level[0]) * SMALL, len(level) * SMALL)
        for r, row in enumerate(level):
            canvas.add(*(Use(self.symbols[tile], (SMALL * c, SMALL * r), SMALL / SIZE)
                         for c, tile in enumerate(row)))
        return canvas

    def thumbnail(self, solution: Solution) -> Canvas:
        return self.small(self.level(solution))


def edited(before: Level, after: Level) -> list[tuple[int, int]]:
    """(row, column) of the cells that differ."""
    return [(r, c) for r, (old, new) in enumerate(zip(before, after))
            for c in range(len(new)) if old[c] != new[c]]


# ---- the path that a measure `path` counts ----

def path_rule(config: dict[str, Any]) -> dict[str, str] | None:
    """The tile sets of the first measure `path` of fitness or descriptors; None: there is none."""
    for term in (*(config["fitness"] or ()), *(config["descriptors"] or ())):
        if term["measure"] == "path":
            return {"start": str(term["from"]), "end": str(term["to"]), "walls": str(term["walls"] or "")}
    return None


def contains(tiles: str, tile: str) -> bool:
    """Whether a set of tiles has one; a leading ^ denotes the complement."""
    return tile not in tiles[1:] if tiles.startswith("^") else tile in tiles


def shortest(level: Level, game: dict[str, Any], start: str, end: str, walls: str) -> list[tuple[int, int]]:
    """The cells of a shortest path, both ends included; empty: none. It may enter walls, but not leave them.

    Breadth-first search: O(cells)."""
    wrap = str(game.get("wrap", "none"))
    rows, cols = len(level), len(level[0])
    first = [(r, c) for r in range(rows) for c in range(cols) if contains(start, level[r][c])]
    came: dict[tuple[int, int], tuple[int, int] | None] = {cell: None for cell in first}
    queue = deque(first)
    while queue:
        cell: tuple[int, int] | None = queue.popleft()
        assert cell
        r, c = cell
        if contains(end, level[r][c]):
            way = []
            while cell:
                way.append(cell)
                cell = came[cell]
            return way[::-1]
        if contains(walls, level[r][c]) and not contains(start, level[r][c]):
            continue
        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
            near = r + down, c + right
            if wrap == "both":
                near = near[0] % rows, near[1] % cols
            elif wrap == "horizontal":
                near = near[0], near[1] % cols
            if 0 <= near[0] < rows and 0 <= near[1] < cols and near not in came:
                came[near] = r, c
                queue.append(near)
    return []


def segments(way: list[tuple[int, int]], rows: int, cols: int) -> list[list[Point]]:
    """The path as lines through the middles of its cells, in tiles; where it leaves the level at one edge and
    enters it at the opposite one, a line ends there, and the next begins."""
    parts: list[list[Point]] = [[]]
    for (r, c), before in zip(way, [None, *way]):
        if before and abs(r - before[0]) + abs(c - before[1]) > 1:
            down = (r < before[0]) - (r > before[0])
            right = (c < before[1]) - (c > before[1])
            parts[-1].append((before[1] + 0.5 + 0.5 * right, before[0] + 0.5 + 0.5 * down))
            parts.append([(c + 0.5 - 0.5 * right, r + 0.5 - 0.5 * down)])
        parts[-1].append((c + 0.5, r + 0.5))
    return [part for part in parts if len(part) > 1]
