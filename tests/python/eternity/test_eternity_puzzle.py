"""scripts/eternity-puzzle: pieces as it says they are, and those of the shipped puzzle."""

import collections
import subprocess

import pytest
from harness import SOURCE


def read(text):
    """Without the first line of a board that is not a square, which has its rows and columns."""
    lines = [tuple(map(int, line.split())) for line in text.splitlines() if not line.startswith("#")]
    return [line for line in lines if len(line) == 4]


def pieces(rows, cols, seed):
    done = subprocess.run([SOURCE / "scripts/eternity-puzzle", "--rows", str(rows), "--cols", str(cols),
                           "--seed", str(seed)], text=True, capture_output=True, check=True)
    return read(done.stdout)


def turns(piece):
    return {piece[turn:] + piece[:turn] for turn in range(4)}


@pytest.mark.parametrize("rows, cols, seed", [(3, 3, 1), (4, 7, 2), (16, 16, 3), (3, 32, 2), (32, 4, 5)])
def test_pieces_differ_and_make_a_board(rows, cols, seed):
    found = pieces(rows, cols, seed)
    assert len({min(turns(piece)) for piece in found}) == len(found) == rows * cols
    assert all(len(turns(piece)) == 4 for piece in found)
    assert collections.Counter(piece.count(0) for piece in found) == collections.Counter(
        {2: 4, 1: 2 * (rows + cols - 4), 0: (rows - 2) * (cols - 2)})
    sides = collections.Counter(colour for piece in found for colour in piece if colour)
    assert all(n % 2 == 0 for n in sides.values())  # each joint has two


def test_shipped_pieces_are_those_of_seed_1():
    shipped = (SOURCE / "configs/eternity/pieces-16x16.txt").read_text(encoding="utf-8")
    assert pieces(16, 16, 1) == read(shipped)
