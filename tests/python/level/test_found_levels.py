"""Levels that a repair was once wrong about, kept by skerry_fuzz: tests/fuzz/found/level.

NAME.yaml is the game, NAME.txt the level. The game begins with what is right,

    # expect: optimal COST | infeasible | refused

and with a last word `hamming` where that is the objective.
"""

import json

import pytest
from harness import SOURCE, skerry

FOUND = sorted((SOURCE / "tests/fuzz/found/level").glob("*/*.yaml"))


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
    assert answer["optimal"] == (words[0] == "optimal")
    if words[0] == "optimal":
        assert answer["cost"] == answer["bound"] == pytest.approx(float(words[1]), abs=1e-9)


def test_there_are_some():
    assert len(FOUND) > 5
