"""Levels that a repair was once wrong about, kept by skerry_fuzz: tests/fuzz/found/level.

NAME.yaml is the game, NAME.txt the level. The game begins with what is right,

    # expect: optimal COST | infeasible | refused

and with a last word `hamming` where that is the objective. Where the costs of a game are too far apart for CBC's
tolerance, the optimum is found, but not called optimal.
"""

import json
import re

import pytest
from harness import SOURCE, skerry

FOUND = sorted((SOURCE / "tests/fuzz/found/level").glob("*/*.yaml"))


def is_within_tolerance(game, gap):
    """CBC cannot tell costs apart that differ by 1e-6 of the largest one."""
    largest = max(float(x) for x in re.findall(r"(?:move|delete): ([0-9.e+]+)", game.read_text()))
    return largest > 100 and 0 <= gap <= 1.01e-6 * largest


@pytest.mark.parametrize("method", ["fast", "mip"])
@pytest.mark.parametrize("game", FOUND, ids=lambda path: path.stem)
def test_level_is_repaired_as_it_should_be(game, method):
    words = game.read_text().splitlines()[0].removeprefix("# expect: ").split()
    objective = ["--objective", "hamming"] if words[-1] == "hamming" else []
    done = skerry("repair", game.with_suffix(".txt"), "--game", game, "--json", "--method",
                  method, *objective)
    if words[0] == "refused":
        assert done.returncode == 2 and not done.stdout
        return
    assert done.returncode == (3 if words[0] == "infeasible" else 0)
    answer = json.loads(done.stdout)
    assert answer["infeasible"] == (words[0] == "infeasible")
    if words[0] != "optimal":
        assert not answer["optimal"]
        return
    assert answer["cost"] == pytest.approx(float(words[1]), abs=1e-9)
    if answer["optimal"]:
        assert answer["bound"] == answer["cost"]
    else:
        assert is_within_tolerance(game, answer["cost"] - answer["bound"])


def test_there_are_some():
    assert len(FOUND) > 5
