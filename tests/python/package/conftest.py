"""Results that the tests of the package share: a short run of each problem."""

import collections.abc
import os
import subprocess

import pytest
from harness import SOURCE, run

# A made-up run: 2 replicas, 3 islands, epochs of 10 generations (tests/helpers/play.h).
PLAYER = os.path.join(os.path.dirname(os.environ["SKERRY"]), "tests", "test_recorder")

SHORT = {
    "party": ["party/type2.yaml"],
    "front": ["party/front.yaml", "-s", "run.epochs=2"],
    "sliding": ["sliding/d4-k3-level4.yaml"],
    "eternity": ["eternity/6x6.yaml", "-s", "algorithm=ga", "-s", "run.epochs=2"],
    "level": ["level/zelda.yaml", "-s", "run.epochs=2"],
    "grid": ["level/zelda-grid.yaml", "-s", "run.epochs=2"],
}


class Results(collections.abc.Mapping):
    """The path of a finished result for each name of SHORT, which is run when it is first asked for."""

    def __init__(self, folder):
        self.folder = folder

    def __getitem__(self, name):
        config, *words = SHORT[name]
        path = self.folder / f"{name}.h5"
        if not path.exists():
            run(SOURCE / "configs" / config, path, *words, code=(0, 4))
        return path

    def __iter__(self):
        return iter(SHORT)

    def __len__(self):
        return len(SHORT)


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    return Results(tmp_path_factory.mktemp("results"))


@pytest.fixture
def player(tmp_path):
    """Starts a made-up run of `epochs` into a file, with pauses; returns its process."""
    def play(path, epochs, pause_us=0):
        return subprocess.Popen([PLAYER, str(path), str(epochs), str(pause_us), "0", "0"])

    return play
