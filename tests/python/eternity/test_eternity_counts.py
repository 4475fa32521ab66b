"""Which joints score (eternity.count), against exact expectations of random boards; and what an
evaluation of the exhaustive search is."""

from collections import Counter

import h5py
import numpy as np
import pytest
from harness import ANSWERS, SOURCE, run, skerry

PIECES = SOURCE / "configs/eternity/pieces-16x16.txt"
BOARDS = 20_000
JOINTS = {"480": 480, "450": 450}


def sides():
    """The colours of the pieces."""
    lines = [line.split("#")[0].split() for line in PIECES.read_text(encoding="ascii").splitlines()]
    return [tuple(map(int, line)) for line in lines if len(line) == 4]


def chance_of_a_joint():
    """Of two different pieces drawn and turned at random, that the sides that touch have one
    colour, and not grey: by counting all pairs of sides."""
    pieces = sides()
    n, everywhere = len(pieces), Counter(c for piece in pieces for c in piece if c)
    same_piece = Counter()
    for piece in pieces:
        for colour, number in Counter(c for c in piece if c).items():
            same_piece[colour] += number * number
    pairs = sum(number * number - same_piece[c] for c, number in everywhere.items())
    return pairs / (16 * n * (n - 1))


@pytest.mark.parametrize("count", JOINTS)
def test_random_boards_have_the_exact_mean(tmp_path, count):
    path = tmp_path / "a.h5"
    run(SOURCE / "configs/eternity/paper/random.yaml", path, "-s", f"eternity.count={count}",
        "-s", f"random.samples={BOARDS}", "-s", f"run.max_evaluations={BOARDS}", code=ANSWERS)
    with h5py.File(path) as file:
        mean = file["curves/mean"][0, 0, 0]
        deviation = file["curves/diversity"][0, 0, 0] * mean * np.sqrt(BOARDS - 1)
    expected = JOINTS[count] * chance_of_a_joint()
    assert abs(mean - expected) < 5 * deviation / np.sqrt(BOARDS)


def test_the_two_counts_are_told_apart():
    assert (JOINTS["480"] - JOINTS["450"]) * chance_of_a_joint() > 1


@pytest.mark.parametrize("algorithm", ["ga", "aiea", "moea", "random", "backtrack", "beam",
                                       "depth_first"])
@pytest.mark.parametrize("fitness", ["normal", "combined"])
def test_boards_of_every_algorithm_verify(tmp_path, algorithm, fitness):
    path = tmp_path / "a.h5"
    run(SOURCE / "configs/eternity/6x6.yaml", path, "-s", f"algorithm={algorithm}",
        "-s", "eternity.count=450", "-s", "eternity.path=rows", "-s", "run.epochs=1",
        "-s", f"eternity.fitness={fitness}", "-s", "run.target=~", code=ANSWERS)
    done = skerry("verify", path, "--all")
    assert done.returncode == 0, done.stdout
    assert "of 50 joints" in done.stdout


def test_a_placement_is_rarer_than_a_try(tmp_path):
    spent = {}
    for unit in ("try", "placement"):
        path = tmp_path / f"{unit}.h5"
        run(SOURCE / "configs/eternity/6x6.yaml", path, "-s", "algorithm=backtrack",
            "-s", f"backtrack.evaluation={unit}", "-s", "backtrack.work=200",
            "-s", "run.epochs=1", "-s", "run.target=~", code=ANSWERS)
        with h5py.File(path) as file:
            spent[unit] = file["curves/evaluations"][0, -1].sum()
            best = file["solutions/fitness"][0]
    assert 0 < spent["placement"] < spent["try"] / 4
    assert best > 30
