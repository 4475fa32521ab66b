"""The shipped levels: what their script gives, all different, playable, varied."""

import json
import subprocess
import sys
from collections import deque

import pytest
from harness import SOURCE, skerry

LEVELS = SOURCE / "configs/level/levels"
COUNTS = {"zelda": 50, "pacman": 20}


def read(game):
    return [level.split() for level in (LEVELS / f"{game}.txt").read_text().split("\n\n")]


def steps(level, start, goal):
    """Of the shortest way over all but walls."""
    cells = {(r, c): tile for r, row in enumerate(level) for c, tile in enumerate(row)}
    first = next(cell for cell, tile in cells.items() if tile == start)
    queue, seen = deque([(first, 0)]), {first}
    while queue:
        (r, c), n = queue.popleft()
        if cells[r, c] == goal:
            return n
        for there in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if cells.get(there, "w") != "w" and there not in seen:
                seen.add(there)
                queue.append((there, n + 1))
    raise AssertionError("no way")


@pytest.mark.parametrize("game", COUNTS)
def test_shipped_levels_are_the_script_s(game):
    done = subprocess.run(
        [sys.executable, SOURCE / "scripts/level-corpus", game, "--seed", "1", "--levels",
         str(COUNTS[game])], text=True, capture_output=True, check=True)
    assert done.stdout == (LEVELS / f"{game}.txt").read_text()


@pytest.mark.parametrize("game", COUNTS)
def test_all_levels_are_playable(game):
    done = skerry("check-level", LEVELS / f"{game}.txt", "--game", game, "--json")
    assert done.returncode == 0, done.stdout
    checked = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(checked) == COUNTS[game] and all(one["playable"] for one in checked)
    assert len({tuple(level) for level in read(game)}) == COUNTS[game]


def test_keys_are_far_from_doors():
    ways = [steps(level, "+", "g") for level in read("zelda")]
    assert 10 < sum(ways) / len(ways) < 14  # people's: 12.5
    assert max(ways) - min(ways) >= 6


def test_walls_and_enemies_vary():
    levels = ["".join(row[1:-1] for row in level[1:-1]) for level in read("zelda")]
    walls = [level.count("w") / len(level) for level in levels]
    enemies = [sum(level.count(e) for e in "123") for level in levels]
    assert min(walls) < 0.1 and max(walls) > 0.25
    assert set(range(6)) <= set(enemies)
