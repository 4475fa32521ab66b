"""Sets of levels for the level paper's table and figures: people's, generated, repaired."""

import functools
import json
import pathlib
import random
import subprocess
import tempfile
from collections import Counter, deque

import numpy as np
from common import SKERRY, SOURCE, results

CONFIGS = SOURCE / "configs/level"
GAMES = CONFIGS / "games"
RARE = 1e-5  # the count of a pattern that is missing, as in the authors' program
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))


def skerry(*words, text=None, ok=(0,)):
    done = subprocess.run([SKERRY, *map(str, words)], input=text, capture_output=True,
                          text=True, check=False)
    if done.returncode not in ok:
        raise SystemExit(f"skerry {words[0]}: {done.stderr}")
    return done.stdout


def read(text):
    """Levels as tuples of rows."""
    return [tuple(level.split()) for level in text.split("\n\n") if level.split()]


def write(levels):
    return "\n".join("\n".join(level) + "\n" for level in levels)


def repair(levels, game, *words):
    """The objects that `skerry repair --json` prints; `level` is None where no playable one was found."""
    out = skerry("repair", "-", "--game", game, "--json", *words, text=write(levels), ok=(0, 4))
    return [json.loads(line) for line in out.splitlines()]


def checked(levels, game):
    """The objects that `skerry check-level --json` prints; none for no levels, which it refuses."""
    if not levels:
        return []
    out = skerry("check-level", "-", "--game", game, "--json", text=write(levels), ok=(0, 1))
    return [json.loads(line) for line in out.splitlines()]


def playable(levels, game):
    return [one["playable"] for one in checked(levels, game)]


def distances(levels, game):
    """Mean Hamming and edit distances of each level from the others."""
    out = skerry("distances", "-", "--game", game, "--json", text=write(levels))
    found = [json.loads(line) for line in out.splitlines()]
    return ([one["hamming"] for one in found], [one["edits"] for one in found])


def way(level, start="+", goal="g", walls="w"):
    """Steps of the shortest way around walls."""
    cells = {(r, c): tile for r, row in enumerate(level) for c, tile in enumerate(row)}
    first = next(cell for cell, tile in cells.items() if tile == start)
    queue, seen = deque([(first, 0)]), {first}
    while queue:
        (r, c), n = queue.popleft()
        if cells[r, c] == goal:
            return n
        for down, right in STEPS:
            there = r + down, c + right
            if cells.get(there, walls) not in walls and there not in seen:
                seen.add(there)
                queue.append((there, n + 1))
    return np.nan


def reaches(level, start, goal):
    """Whether a way leads from one tile to another, of all tiles but walls."""
    return not np.isnan(way(level, start, goal))


def playable_by_authors(level):
    """What the program of the paper's authors calls playable: one player, key and door, walls all
    around, enemies on at most 60 % of the cells that have an enemy or nothing, and ways from the
    player to the key and to the door. Unlike ours, the way to the key may lead through the door."""
    cells = "".join(level)
    enemies, empty = sum(map(cells.count, "123")), cells.count(".")
    rim = level[0] + level[-1] + "".join(row[0] + row[-1] for row in level)
    return (all(cells.count(tile) == 1 for tile in "A+g") and set(rim) == {"w"}
            and enemies <= 0.6 * (enemies + empty)
            and reaches(level, "A", "+") and reaches(level, "A", "g"))


def patterns(levels):
    """How often each 2 x 2 pattern is."""
    return Counter((a[c:c + 2], b[c:c + 2]) for level in levels
                   for a, b in zip(level, level[1:]) for c in range(len(a) - 1))


def divergence(human, levels):
    """Kullback-Leibler divergence of people's patterns from those of other levels, over the
    patterns that people's levels have. Source: the program of the paper's authors."""
    p, found = patterns(human), patterns(levels)
    q = {pattern: found.get(pattern, RARE) for pattern in p}
    n, m = sum(p.values()), sum(q.values())
    return sum(count / n * np.log(count / n / (q[pattern] / m)) for pattern, count in p.items())


def draws(levels, number):
    """Subsets of this size: one when it is all of them, else twenty at random."""
    rng = random.Random(1)
    return [levels] if number >= len(levels) else [rng.sample(levels, number)
                                                   for _ in range(20)]


class Corpus:
    """Levels by people or by our script, and what is generated from them for a game."""

    def __init__(self, name, human, weights, game="zelda"):
        self.name, self.human, self.weights, self.game = name, human, weights, game
        self.folder = tempfile.TemporaryDirectory()
        self.file = pathlib.Path(self.folder.name) / "corpus.txt"
        self.file.write_text(write(human))

    def settings(self, **more):
        """The section of a config, for -s."""
        keys = {"game": GAMES / f"{self.game}.yaml", "corpus": self.file, "weights": self.weights,
                "fitness": "[{measure: kl, weight: -1}]", **more}
        return "level={" + ", ".join(f"{key}: {value}" for key, value in keys.items() if value) + "}"

    @functools.cache
    def generated(self, generator, n):
        return read(skerry("generate", CONFIGS / "zelda.yaml", "-s", self.settings(generator=generator),
                           "-n", n, "--seed", 1))

    @functools.cache
    def repaired(self, generator, n):
        """Levels and the CPU seconds of each repair."""
        done = repair(self.generated(generator, n), self.game)
        if not all(one["optimal"] for one in done):
            raise SystemExit("a repair was not optimal")
        levels = [tuple(one["level"]) for one in done]
        if not all(playable(levels, self.game)):
            raise SystemExit("a repaired level is not playable")
        return levels, [one["seconds"] for one in done]

    @functools.cache
    def sets(self, n):
        """People's levels; playable ones of the GAN; as many drawn from the repaired ones."""
        raw = self.generated("gan", n)
        gan = [level for level, ok in zip(raw, playable(raw, self.game)) if ok]
        return {"human": self.human, "GAN": gan,
                "GAN + MIP": draws(self.repaired("gan", n)[0], len(gan))[0],
                "MIP (random)": draws(self.repaired("frequencies", n)[0], len(gan))[0]}


def trained(levels, path, epochs, game="zelda"):
    """Trains on people's levels, once."""
    if not path.exists():
        more = ["--resume"] if pathlib.Path(f"{path}.checkpoint").exists() else []
        subprocess.run([SOURCE / "scripts/level-train", "--game", GAMES / f"{game}.yaml",
                        "--levels", levels, "-o", path, "--epochs", str(epochs), *more],
                       check=True)
    return path


def people(levels, game):
    """The authors' levels of a game, in the folder of that name."""
    folder = pathlib.Path(levels).resolve() / game
    return folder, [level for file in sorted(folder.glob("*.txt")) if file.name != "README.txt"
                    for level in read(file.read_text())]


@functools.cache
def corpora_of(levels, weights):
    human = read((CONFIGS / "levels/zelda.txt").read_text())
    found = [Corpus("our levels", human, CONFIGS / "weights/zelda.h5")]
    longer = SOURCE / "results/level/our-zelda.h5"  # 50 CPU minutes: level-train --epochs 24000 --minutes 600
    if longer.exists():
        found.append(Corpus("our levels, 24,000 epochs", human, longer))
    if levels:
        folder, human = people(levels, "zelda")
        path = pathlib.Path(weights).resolve() if weights else trained(
            folder, results("level") / "authors-zelda.h5", 24000)
        found.append(Corpus("the authors' levels", human, path))
    return found


def corpora(options):
    """Ours, and the authors' when --levels names their folder."""
    return corpora_of(options.levels, options.weights)
