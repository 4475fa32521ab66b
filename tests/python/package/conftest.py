"""Results that the tests of the package share: a short run of each problem."""

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


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    """The path of a finished result for each name of SHORT."""
    folder = tmp_path_factory.mktemp("results")
    for name, words in SHORT.items():
        run(SOURCE / "configs" / words[0], folder / f"{name}.h5", *words[1:], code=(0, 4))
    return {name: folder / f"{name}.h5" for name in SHORT}


@pytest.fixture
def player(tmp_path):
    """Starts a made-up run of `epochs` into a file, with pauses; returns its process."""
    def play(path, epochs, pause_us=0):
        return subprocess.Popen([PLAYER, str(path), str(epochs), str(pause_us), "0", "0"])

    return play
