"""Paths of rings on a hypercube: a frame for each placement, with the move that led to it."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import Error
from ..result import Result
from .canvas import FAINT, GREY, INK, Canvas, Circle, Line, Point, Symbol, Text, Use
from .colours import distinct, ink_on
from .solutions import Solution, caption

# Where each axis leads, in lengths of an edge, x to the right and y downwards: a cube in oblique projection,
# then further cubes. Found by random search: up to d = 5 no vertex comes near an edge of others, and up
# to d = 7 none comes near another vertex.
AXES: tuple[Point, ...] = ((1.0, 0.0), (0.0, -1.0), (0.31, -0.48), (1.69, -0.33), (-0.3, -1.8),
                           (3.9, 0.4), (0.5, -3.9))
EDGE = 64.0
MARGIN = 26.0
HEAD = 26.0  # above the cube, for the caption
DOT, RING = 3.0, 11.0
MOVE = "#e0001b"


def positions(d: int) -> list[Point]:
    """Of all vertices, from (0, 0) on."""
    raw = [(sum(AXES[j][0] for j in range(d) if v >> j & 1), sum(AXES[j][1] for j in range(d) if v >> j & 1))
           for v in range(1 << d)]
    left, top = min(x for x, _ in raw), min(y for _, y in raw)
    return [(EDGE * (x - left), EDGE * (y - top)) for x, y in raw]


def way(start: int, end: int, d: int) -> list[int]:
    """The vertices of a move: through the face, along an axis at a time."""
    vertices = [start]
    for j in range(d):
        if (start ^ end) >> j & 1:
            vertices.append(vertices[-1] ^ 1 << j)
    return vertices


class Drawer:
    def __init__(self, result: Result):
        self.result = result
        config = result.config["sliding"]
        self.d, self.k = int(config["d"]), int(config["k"])
        if self.d > len(AXES):
            raise Error(f"{result.path}: d = {self.d} (expected: {len(AXES)} at most)")
        self.start, self.target = list(config["start"]), list(config["target"])
        flat = positions(self.d)
        self.at = [(MARGIN + x, MARGIN + HEAD + y) for x, y in flat]
        self.width = max(x for x, _ in flat) + 2 * MARGIN
        self.height = max(y for _, y in flat) + 2 * MARGIN + HEAD
        # What all frames share: of a path of many moves on d = 7 it would be nearly all of the picture's bytes.
        self.cube = Symbol("cube", self.width, self.height, (*self.edges(), *self.targets()), crisp=False)

    def moves(self, solution: Solution) -> list[tuple[int, int]]:
        """(ring, vertex) of each move."""
        return [divmod(int(gene), 1 << self.d) for gene in solution.genome if gene >= 0]

    def frames(self, solution: Solution) -> list[Canvas]:
        placement, title = list(self.start), caption(self.result, solution)
        moves = self.moves(solution)
        frames = [self.frame(placement, f"start, d = {self.d}, k = {self.k}", title)]
        for i, (ring, vertex) in enumerate(moves, 1):
            before, placement[ring] = placement[ring], vertex
            words = f"{i}: ring {ring}, {before} to {vertex}"
            frames.append(self.frame(placement, words, title, (ring, way(before, vertex, self.d))))
        return frames

    def frame(self, placement: list[int], words: str, title: str,
              move: tuple[int, list[int]] | None = None) -> Canvas:
        canvas = Canvas(self.width, self.height, title)
        canvas.add(Use(self.cube, (0, 0)))
        size = min(12.0, (self.width - 12) / (0.6 * len(words)))
        canvas.add(Text((8, HEAD / 2 + 2), words, size, bold=move is not None, kind="caption"))
        if move:
            canvas.add(*self.move(move[1]))
        for ring, vertex in enumerate(placement):
            fill, outline = distinct(ring), 2.0 if move and ring == move[0] else 0.8
            canvas.add(Circle(self.at[vertex], RING, fill, INK, outline, "ring"))
            canvas.add(Text(self.at[vertex], str(ring), RING, "middle", ink_on(fill), bold=True))
        return canvas

    def targets(self) -> Iterator[Circle]:
        for ring, vertex in enumerate(self.target):
            yield Circle(self.at[vertex], RING + 3.5, None, distinct(ring), 2.5, "target")

    def edges(self) -> Iterator[Line | Circle]:
        for v in range(1 << self.d):
            for j in range(self.d):
                if not v >> j & 1:
                    stroke, width = (GREY, 1.4) if j < 3 else (FAINT, 1.0)
                    yield Line((self.at[v], self.at[v | 1 << j]), stroke, width, "edge")
        for at in self.at:
            yield Circle(at, DOT, GREY)

    def move(self, vertices: list[int]) -> Iterator[Line | Circle]:
        points = tuple(self.at[v] for v in vertices)
        yield Line(points, MOVE, 4, "move")
        yield Circle(points[0], 5, MOVE)
