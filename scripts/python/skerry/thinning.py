"""Which generations have a row in the curves, and which migrations one in /migration (src/record/file/thinning.h): each
of the first `all_rows`, up to ten times as many every tenth, up to a hundred times every hundredth, and so on."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import h5py
import numpy as np


def all_rows_of(run: h5py.Group) -> int:
    """The attribute of a result; 0: every generation has a row, as in files of earlier versions, and where it is no
    whole number >= 0."""
    value = run.attrs.get("all_rows", 0)
    return max(0, int(value)) if isinstance(value, np.integer) else 0


def _stretches(all_rows: int) -> Iterator[tuple[int, int, int]]:
    """First number, end and step of the parts of a history, in order."""
    first, end, step = 0, all_rows or sys.maxsize, 1
    while True:
        yield first, end, step
        first, end, step = end, 10 * end, 10 * step


def _rows(first: int, end: int, step: int) -> int:
    return -(-(end - first) // step)


def number_of(row: int, all_rows: int) -> int:
    """The generation of a row; -1 for row -1."""
    for first, end, step in _stretches(all_rows):
        if row < _rows(first, end, step):
            return first + row * step
        row -= _rows(first, end, step)
    raise AssertionError


def rows_before(number: int, all_rows: int) -> int:
    """How many of the generations before this one have a row."""
    before = 0
    for first, end, step in _stretches(all_rows):
        if number <= end:
            return before + _rows(first, number, step)
        before += _rows(first, end, step)
    raise AssertionError


def end_without_row(end: int, rows: int, all_rows: int) -> int:
    """The generation `end` in which a replica of so many rows ended (before that, -1), if it has no row; otherwise
    -1. One that went on without its file may have no rows at all; without generations, too, it has not begun."""
    is_between = rows == rows_before(end + 1, all_rows) and end > number_of(rows - 1, all_rows)
    return end if (rows == 0 and end > 0) or is_between else -1
