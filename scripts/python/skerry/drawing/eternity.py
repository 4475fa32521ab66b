"""Boards of edge matching: four coloured triangles a piece, a bar across each joint that does not match."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from ..errors import Error
from ..result import Result
from .canvas import PAPER, Canvas, Line, Polygon, Text, frame, rectangle
from .colours import distinct
from .solutions import Solution, caption, input_of

SIDE = 40.0  # of a cell
MARGIN = 12.0
FOOT = 30  # below the board, for the caption
MISMATCH = "#e0001b"
RIM = "#7d8288"
# The viewer's links have a letter a colour.
MOST_COLOURS = 25
# ... and three digits a piece.
MOST_PIECES = 999


@dataclass(frozen=True)
class Board:
    """cells: row by row, each (number of the piece, from 1; its colours N E S W as it lies); 0 is grey."""
    rows: int
    cols: int
    cells: list[tuple[int, list[int]]]

    def joints(self) -> list[tuple[int, int, bool]]:
        """(cell, 1 for the joint to the east or 2 to the south, whether it matches); grey never does."""
        found = []
        for cell, (_, sides) in enumerate(self.cells):
            if cell % self.cols + 1 < self.cols:
                found.append((cell, 1, sides[1] == self.cells[cell + 1][1][3] != 0))
            if cell // self.cols + 1 < self.rows:
                found.append((cell, 2, sides[2] == self.cells[cell + self.cols][1][0] != 0))
        return found


class Drawer:
    def __init__(self, result: Result):
        self.result = result
        self.pieces = numbers_of(input_of(result, "eternity.pieces"))
        self.size = tuple(self.pieces.pop(0)) if len(self.pieces[0]) == 2 else None

    def board(self, solution: Solution) -> Board:
        rows, cols = self.size or (round(len(solution.genome) ** 0.5),) * 2
        cells = []
        for gene in map(int, solution.genome):
            piece, turn = divmod(gene, 4)
            sides = self.pieces[piece - 1]
            cells.append((piece, [sides[(side - turn) % 4] for side in range(4)]))
        return Board(rows, cols, cells)

    def frames(self, solution: Solution) -> list[Canvas]:
        board = self.board(solution)
        canvas = Canvas(board.cols * SIDE + 2 * MARGIN, board.rows * SIDE + 2 * MARGIN + FOOT,
                        caption(self.result, solution))
        for cell, (piece, sides) in enumerate(board.cells):
            row, col = divmod(cell, board.cols)
            draw_piece(canvas, MARGIN + col * SIDE, MARGIN + row * SIDE, piece, sides)
        joints = board.joints()
        for cell, side, matches in joints:
            if not matches:
                canvas.add(bar(cell % board.cols, cell // board.cols, side))
        matched = sum(matches for _, _, matches in joints)
        words = f"{matched} of {len(joints)} joints match" + self.uncounted(board, joints)
        size = min(14.0, (canvas.width - 2 * MARGIN) / (0.6 * len(words)))
        at = canvas.width / 2, canvas.height - FOOT / 2 - 3
        canvas.add(Text(at, words, size, "middle", kind="caption"))
        return [canvas]

    def uncounted(self, board: Board, joints: list[tuple[int, int, bool]]) -> str:
        """With the key `count: 450` joints within the last row and column do not score."""
        if str(self.result.config["eternity"]["count"]) != "450":
            return ""
        score = sum(matches for cell, side, matches in joints
                    if not (side == 1 and cell // board.cols == board.rows - 1)
                    and not (side == 2 and cell % board.cols == board.cols - 1))
        return f"; score {score} of {2 * (board.rows - 1) * (board.cols - 1)}"


def link(board: Board, name: str) -> str:
    """The board in the community's viewer: colours N E S W of each cell, row by row, as letters, grey is a;
    and the piece numbers. With the official pieces its artwork and numbers are those of the puzzle.

    Source: https://github.com/jfbucas/eternityII-viewer, README.md. Raises Error above MOST_COLOURS."""
    colours = [colour for _, sides in board.cells for colour in sides]
    if max(colours) > MOST_COLOURS:
        raise Error(f"{name}: links have {MOST_COLOURS} colours at most (found: {max(colours)})")
    edges = "".join(chr(ord("a") + colour) for colour in colours)
    words = f"#puzzle={name_in_link(name)}&board_w={board.cols}&board_h={board.rows}&board_edges={edges}"
    if len(board.cells) <= MOST_PIECES:
        words += "&board_pieces=" + "".join(f"{piece:03}" for piece, _ in board.cells)
    return f"https://e2.bucas.name/{words}"


def name_in_link(stem: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_.") else "_" for c in stem)


def numbers_of(data: bytes) -> list[list[int]]:
    """Rows of whole numbers; comments, which may be in any encoding, and empty lines are left out. What ends a line
    and what separates numbers is as in islands/eternity/io/eternity_number_lines.c."""
    lines = (line.split(b"#")[0].replace(b",", b" ").split()
             for line in data.removeprefix(codecs.BOM_UTF8).split(b"\n"))
    return [list(map(int, line)) for line in lines if line]


def paint(colour: int) -> str:
    return RIM if colour == 0 else distinct(colour - 1)


def draw_piece(canvas: Canvas, x: float, y: float, piece: int, sides: list[int]) -> None:
    corners = [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)]
    middle = x + SIDE / 2, y + SIDE / 2
    for side, colour in enumerate(sides):
        canvas.add(Polygon((corners[side], corners[(side + 1) % 4], middle), paint(colour), "#303030", 0.4,
                           kind="side"))
    canvas.add(frame(x, y, SIDE, SIDE, "#101010", 1.2))
    half = 1.5 + 2.9 * len(str(piece))
    canvas.add(rectangle(middle[0] - half, middle[1] - 5, 2 * half, 10, PAPER))
    canvas.add(Text(middle, str(piece), 9, "middle", kind="piece"))


def bar(col: int, row: int, side: int) -> Line:
    """Across the joint of a cell to the east (1) or the south (2)."""
    half = 9.0
    x, y = MARGIN + col * SIDE, MARGIN + row * SIDE
    if side == 1:
        points = (x + SIDE - half, y + SIDE / 2), (x + SIDE + half, y + SIDE / 2)
    else:
        points = (x + SIDE / 2, y + SIDE - half), (x + SIDE / 2, y + SIDE + half)
    return Line(points, MISMATCH, 5, "mismatch")
