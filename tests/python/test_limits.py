"""A command with a limit ends by itself and says so; what it calls proven is, all the same. No
seconds are checked here (scripts/limits measures them): time-outs are for hangs."""

import json
import random

import pytest
from harness import skerry

HANG_S = 600


def noise(kind, rows, cols):
    """A broken Zelda level: of walls, or with too many enemies."""
    rng = random.Random(kind)
    tiles = {"walls": "www.", "enemies": "1.23"}[kind]
    level = [["w" if r in (0, rows - 1) or c in (0, cols - 1) else rng.choice(tiles)
              for c in range(cols)] for r in range(rows)]
    for tile, c in zip("A+g", (1, 3, 5)):
        level[rows // 2][c] = tile
    return "\n".join("".join(row) for row in level) + "\n"


def repair(path, *words, **how):
    done = skerry("repair", path, "-g", "zelda", "--json", *words, timeout=HANG_S, **how)
    return done, [json.loads(line) for line in done.stdout.splitlines()]


# The solver calls a program infeasible that it had no time to look at; that is at some
# moments only, so many limits are tried.
@pytest.mark.parametrize("kind", ["walls", "enemies"])
def test_a_limit_is_no_proof(tmp_path, kind):
    path = tmp_path / "level.txt"
    path.write_text(noise(kind, 11, 11))
    best = repair(path)[1][0]
    assert best["optimal"]
    limit = 0.02
    while limit < 3:
        one = repair(path, "--method", "mip", "-t", f"{limit:.3f}")[1][0]
        assert not one["infeasible"], (limit, one)
        assert one["bound"] is not None and one["bound"] <= best["cost"], (limit, one)
        assert one["cost"] is None or one["cost"] >= best["cost"], (limit, one)
        assert not one["optimal"] or one["cost"] == best["cost"], (limit, one)
        limit *= 1.25


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_repair_that_is_late_says_what_it_has(tmp_path, ranks):
    path = tmp_path / "level.txt"
    path.write_text(noise("enemies", 100, 100) + "\n" + noise("walls", 100, 100))
    done, found = repair(path, "-t", "0.5", ranks=ranks, cwd=tmp_path)
    assert len(found) == 2
    for one in found:
        assert not one["infeasible"]
        assert one["cost"] is None or one["bound"] <= one["cost"]
        if one["cost"] is not None:
            level = tmp_path / "repaired.txt"
            level.write_text("\n".join(one["level"]) + "\n")
            assert skerry("check-level", level, "-g", "zelda").returncode == 0
    missing = sum(one["cost"] is None for one in found)
    assert done.returncode == (1 if missing else 0), done.stderr
    assert not missing or "not repaired" in done.stderr or "no playable level" in done.stderr
