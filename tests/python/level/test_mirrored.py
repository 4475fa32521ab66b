"""Levels of full size that are mirrored, turned or repaired in part: what is proven of them must agree, where no
enumeration can tell."""

import json
import random

import pytest
from harness import SOURCE, skerry

LEVEL = SOURCE / "configs/level"
SECONDS = "4"  # of a level; where it has no proof by then, its bound must agree
TILES = {"zelda": "wwwww......+g123A", "dungeon": "####......DX$mA"}


def shipped(game):
    return [level.split("\n") for level in (LEVEL / f"levels/{game}.txt").read_text().strip().split("\n\n")]


def corrupted(level, share, rng):
    tiles = sorted(set("".join(level)))
    return ["".join(rng.choice(tiles) if rng.random() < share else tile for tile in row) for row in level]


def drawn(game, rows, cols, rng):
    return ["".join(rng.choice(TILES[game]) for _ in range(cols)) for _ in range(rows)]


def levels_of(game, rng):
    if game == "pacman":
        return [corrupted(level, 0.05, rng) for level in shipped(game)[:2]]
    if game == "dungeon":
        return [drawn(game, 5, 7, rng) for _ in range(4)]
    return ([corrupted(level, share, rng) for level in shipped(game)[:4] for share in (0.05, 0.3)]
            + [drawn(game, 9, 13, rng) for _ in range(4)])


def repairs(levels, game, objective, folder):
    path = folder / "levels.txt"
    path.write_text("\n\n".join("\n".join(level) for level in levels) + "\n")
    done = skerry("repair", path, "--game", game, "--objective", objective, "-t", SECONDS, "--json")
    assert done.returncode in (0, 4), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def agree(one, other):
    """Whether the least cost of both may be the same."""
    return all(a["cost"] is None or b["bound"] is None or a["cost"] >= b["bound"] - 1e-9
               for a, b in ((one, other), (other, one)))


def moved(level, kind):
    if kind & 1:
        level = [row[::-1] for row in level]
    if kind & 2:
        level = level[::-1]
    return ["".join(column) for column in zip(*level)] if kind & 4 else level


@pytest.mark.parametrize("objective", ["edit", "hamming"])
@pytest.mark.parametrize("game", ["zelda", "dungeon", "pacman"])
def test_mirrored_and_turned_levels_cost_as_much(game, objective, tmp_path):
    rng = random.Random(f"{game} {objective}")
    levels = levels_of(game, rng)
    # The rules of Pac-Man tell rows from columns.
    others = [moved(level, rng.randrange(1, 4 if game == "pacman" else 8)) for level in levels]
    found = [repairs(some, game, objective, tmp_path) for some in (levels, others)]
    assert [len(some) for some in found] == [len(levels)] * 2
    for level, one, other in zip(levels, *found):
        assert agree(one, other), (level, one, other)
    assert game != "zelda" or all(one["optimal"] for some in found for one in some)  # which takes milliseconds


@pytest.mark.parametrize("game", ["zelda", "dungeon"])
def test_a_level_repaired_in_part_costs_the_rest(game, tmp_path):
    rng = random.Random(game)
    levels = levels_of(game, rng)
    parts, rest = [], []
    for level, one in zip(levels, repairs(levels, game, "hamming", tmp_path)):
        if not one["optimal"]:
            continue
        changed = [(r, c) for r, row in enumerate(level) for c, tile in enumerate(row) if one["level"][r][c] != tile]
        assert len(changed) == one["cost"] == one["changed"]
        done = {at for at in changed if rng.random() < 0.5}
        parts.append(["".join(one["level"][r][c] if (r, c) in done else tile for c, tile in enumerate(row))
                      for r, row in enumerate(level)])
        rest.append({"cost": len(changed) - len(done), "bound": len(changed) - len(done)})
    assert parts
    for part, one, other in zip(parts, rest, repairs(parts, game, "hamming", tmp_path)):
        assert agree(one, other), (part, one, other)
