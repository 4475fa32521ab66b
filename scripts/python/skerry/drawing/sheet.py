"""Drawings side by side on one canvas."""

from __future__ import annotations

import math
from collections.abc import Sequence

import xarray as xr

from .canvas import Canvas, Text, rectangle

GAP = 8.0
HEAD = 34.0
LEFT = 64.0  # of a grid, for the bins of its rows


def rows_of(drawings: Sequence[Canvas], columns: int | None) -> Canvas:
    """Drawings in rows, left to right; columns None: about as wide as high."""
    width = max(one.width for one in drawings) + GAP
    height = max(one.height for one in drawings) + GAP
    columns = min(len(drawings), columns or max(1, round(math.sqrt(1.3 * len(drawings) * height / width))))
    rows = -(-len(drawings) // columns)
    sheet = Canvas(columns * width + GAP, rows * height + GAP + HEAD, drawings[0].title)
    for i, one in enumerate(drawings):
        sheet.place(one, (GAP + i % columns * width, HEAD + i // columns * height))
    return sheet


def headed(sheet: Canvas, title: str) -> Canvas:
    """The same with its title above."""
    size = min(18.0, (sheet.width - 2 * GAP) / (0.6 * len(title)))
    sheet.title = title
    sheet.add(Text((GAP, HEAD / 2), title, size, bold=True, kind="title"))
    return sheet


def grid(drawings: dict[tuple[int, int], Canvas], solutions: xr.Dataset) -> Canvas:
    """Drawings by their bins, those of the first axis from top to bottom, of the second from left to right;
    empty cells stay blank. solutions: the group of the result, which has the axes."""
    bins = [int(n) for n in solutions.axis_bins.values]
    one = next(iter(drawings.values()))
    width, height = one.width + GAP, one.height + GAP
    cols = bins[1] if len(bins) > 1 else 1
    sheet = Canvas(LEFT + cols * width + GAP, HEAD + bins[0] * height + 2 * HEAD, one.title)
    for r in range(bins[0]):
        for c in range(cols):
            x, y = LEFT + c * width, HEAD + 24 + r * height
            sheet.add(rectangle(x, y, one.width, one.height, "#f4f4f4", kind="cell"))
            if (r, c) in drawings:
                sheet.place(drawings[r, c], (x, y))
    label = axis_labels(solutions, 0)
    for r in range(bins[0]):
        sheet.add(Text((LEFT - 8, HEAD + 24 + (r + 0.5) * height), label[r], 13, "end", kind="bin"))
    sheet.add(Text((GAP, HEAD + 10), axis_name(solutions, 0) + " \N{DOWNWARDS ARROW}", 13, kind="axis"))
    if len(bins) > 1:
        for c, text in enumerate(axis_labels(solutions, 1)):
            at = LEFT + c * width + one.width / 2, sheet.height - HEAD - 4
            sheet.add(Text(at, text, 13, "middle", kind="bin"))
        sheet.add(Text((LEFT, sheet.height - HEAD / 2 + 2),
                       axis_name(solutions, 1) + " \N{RIGHTWARDS ARROW}", 13, kind="axis"))
    return sheet


def axis_name(solutions: xr.Dataset, axis: int) -> str:
    unit = str(solutions.descriptor_unit.values[axis])
    return str(solutions.descriptor.values[axis]) + ("" if unit == "1" else f" ({unit})") + ", from"


def axis_labels(solutions: xr.Dataset, axis: int) -> list[str]:
    """The lower end of each bin; of what is counted the least whole number in it."""
    low, high = (float(solutions[name].values[axis]) for name in ("descriptor_low", "descriptor_high"))
    bins = int(solutions.axis_bins.values[axis])
    counted = str(solutions.descriptor_unit.values[axis]) in ("steps", "cells")
    ends = [low + i * (high - low) / bins for i in range(bins)]
    return [f"{math.ceil(end - 1e-9):g}" if counted else f"{end:.3g}" for end in ends]


def labelled(drawing: Canvas, words: str) -> Canvas:
    """The same with words below."""
    canvas = Canvas(drawing.width, drawing.height + 18, drawing.title)
    canvas.place(drawing, (0, 0))
    canvas.add(Text((drawing.width / 2, drawing.height + 9), words, 11, "middle", kind="label"))
    return canvas
