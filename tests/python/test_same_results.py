"""The same config and seed give the results that they gave: whole result files, times, hosts and
builds aside, against digests in tests/golden/results.json. A change that means to change results
writes these anew:

    SKERRY=$PWD/build/release/skerry SKERRY_SOURCE=$PWD python3 tests/python/test_same_results.py --renew
"""

import hashlib
import json
import pathlib
import random
import re
import sys
import tempfile

import numpy
import pytest
from harness import FREE_DATASETS, SOURCE, open_result, run, skerry

LEVELS = SOURCE / "configs/level/levels"
FILE = SOURCE / "tests/golden/results.json"
# config, then settings; each takes about a second.
RUNS = [
    "party/type1 run.epochs=3", "party/type2 run.epochs=3 run.islands=3",
    "party/type3 run.epochs=2 migration.policy=ring", "party/vanilla run.epochs=3",
    "party/multi-island run.epochs=2", "party/map-elites run.epochs=2",
    "party/type1-exact exact.work=20000", "party/type2-exact", "party/type3-exact",
    "party/type1 algorithm=portfolio", "party/designers/17-fragile-truce run.max_evaluations=300000",
    "party/type2 algorithm=random run.epochs=2 random.samples=50",
    "party/type2 ga.improve=0 run.epochs=3",
    "party/infeasible/01-too-many-religions",
    "eternity/4x4 run.epochs=3", "eternity/6x6 run.epochs=2",
    "eternity/6x6 algorithm=ga run.epochs=2", "eternity/6x6 algorithm=aiea run.epochs=2",
    "eternity/6x6 algorithm=moea run.epochs=2",
    "eternity/6x6 algorithm=backtrack backtrack.work=2000 run.epochs=3",
    "eternity/8x8 algorithm=depth_first depth_first.work=300000 depth_first.restart=1000000 run.epochs=3",
    "eternity/8x8 algorithm=depth_first depth_first.work=300000 depth_first.width=50 run.epochs=3",
    "eternity/16x16 run.epochs=1 run.islands=1 run.sub_generations=1 beam.slice=200000",
    "eternity/10x10 beam.shared=true beam.width=300 beam.widest=3000 beam.rounds=1 beam.growth=3 beam.slice=1500 "
    "beam.exact=1000 run.islands=5 run.sub_generations=3 run.epochs=12",
    "sliding/d3-k1-level2 run.epochs=3", "sliding/d4-k2-level3 run.epochs=2",
    "sliding/d4-k3-level4 algorithm=agents run.epochs=2",
    "sliding/d4-k2-level2 algorithm=rl run.epochs=2",
    "sliding/d4-k2-level4 algorithm=exact", "sliding/d4-k2-level4 algorithm=astar",
    "sliding/d4-k2-level4 algorithm=beam run.epochs=2",
    "sliding/unreachable/d3-k2-level3",
    "level/zelda run.epochs=1", "level/zelda-grid run.epochs=1", "level/zelda-latent run.epochs=1",
]
# Repairs, ten each: a game, rows and columns of random tiles and the share of walls; or of cells
# of shipped levels that are drawn anew.
REPAIRS = [("zelda", 9, 13, 0.2), ("zelda", 15, 21, 0.75), ("zelda", 12, 12, 0.9),
           ("pacman", 0, 0, 0.1)]


# Groups that results did not have when the digests were first taken.
LATER_GROUPS = {"starts", "improvements"}
# Texts of variable length, which are digested as the texts of 64 bytes that they once were.
WORDS = {"objective", "objective_unit", "objective_goal", "descriptor", "descriptor_unit", "axis"}
# How a path of sliding begins, which once read "11 moves, at least 4; d = 3, ...".
HEAD = re.compile(rb"^(\d+) moves?(?:, proven optimal|; by distances alone [a-z ]* (\d+) moves?);")


def former(text):
    """A drawn solution as it was worded when the digests were first taken."""
    return HEAD.sub(lambda m: m[1] + b" moves, at least " + (m[2] or m[1]) + b";", text)


def plain(item, name):
    """Values of a dataset; texts as arrays of fixed length, whatever their form in the file."""
    values = item[()]
    if values.dtype == "S1" and values.ndim > 1:
        texts = values.view(f"S{values.shape[-1]}")[..., 0]
        return numpy.array([former(text) for text in texts], texts.dtype) if name == "text" else texts
    return values.astype("S64") if name in WORDS else values


def digest_of(path):
    """SHA-256 over all datasets but times and groups that came later: names, shapes, types and
    bytes."""
    sha = hashlib.sha256()

    def visit(name, item):
        group, _, dataset = name.rpartition("/")
        if hasattr(item, "dtype") and group not in LATER_GROUPS and dataset not in FREE_DATASETS \
                and not dataset.startswith("string"):
            values = plain(item, dataset)
            sha.update(f"{name} {values.shape} {values.dtype}".encode())
            sha.update(values.tobytes())

    with open_result(path) as file:
        file.visititems(visit)
    return sha.hexdigest()


def result_of(words, folder):
    config, *settings = words.split()
    path = folder / "result.h5"
    run(SOURCE / f"configs/{config}.yaml", path, "-q", "-s", "run.time_limit_s=~",
        *(part for setting in settings for part in ("-s", setting)), code=(0, 3, 4))
    return digest_of(path)


def random_levels(game, rows, cols, share):
    draw = random.Random(1)
    shipped = (LEVELS / f"{game}.txt").read_text()
    tiles = sorted(set(shipped) - {"\n"})
    if rows:
        return ["\n".join("".join("w" if draw.random() < share else draw.choice(tiles)
                                  for _ in range(cols)) for _ in range(rows)) for _ in range(10)]
    return ["".join(draw.choice(tiles) if c != "\n" and draw.random() < share else c
                    for c in level) for level in shipped.strip("\n").split("\n\n")[:10]]


def repairs_of(game, rows, cols, share, folder):
    path = folder / "levels.txt"
    path.write_text("\n\n".join(random_levels(game, rows, cols, share)) + "\n")
    done = skerry("repair", path, "-g", game, "--json")
    assert done.returncode in (0, 3), done.stderr
    repairs = [json.loads(line) for line in done.stdout.splitlines()]
    kept = [[one[key] for key in ("cost", "bound", "optimal", "infeasible", "level")]
            for one in repairs]
    return hashlib.sha256(json.dumps(kept).encode()).hexdigest()


@pytest.mark.parametrize("words", RUNS)
def test_results_are_those_that_were(words, tmp_path):
    assert result_of(words, tmp_path) == json.loads(FILE.read_text())[words]


@pytest.mark.parametrize("words", REPAIRS)
def test_repairs_are_those_that_were(words, tmp_path):
    assert repairs_of(*words, tmp_path) == json.loads(FILE.read_text())[str(words)]


def test_documents_count_these_results():
    names = {*RUNS, *map(str, REPAIRS)}
    assert set(json.loads(FILE.read_text())) == names
    assert f"compares digests of {len(names)} results with" in (SOURCE / "CONTRIBUTING.md").read_text()


def renew():
    digests = {}
    for words in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            digests[words] = result_of(words, pathlib.Path(folder))
    for words in REPAIRS:
        with tempfile.TemporaryDirectory() as folder:
            digests[str(words)] = repairs_of(*words, pathlib.Path(folder))
    FILE.write_text(json.dumps(digests, indent=1) + "\n")


if __name__ == "__main__" and sys.argv[1:] == ["--renew"]:
    renew()
