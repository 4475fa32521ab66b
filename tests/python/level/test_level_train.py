"""Training of the generator; without PyTorch (scripts/setup --train) there is none."""

import subprocess

import h5py
import numpy as np
import pytest
from harness import SOURCE, skerry

pytest.importorskip("torch", reason="scripts/setup --train installs PyTorch")

LEVEL = SOURCE / "configs/level"


def train(output, *words, ok=True):
    done = subprocess.run(
        [SOURCE / "scripts/level-train", "--game", LEVEL / "games/zelda.yaml", "--levels",
         LEVEL / "levels/zelda.txt", "-o", output, "--look", "2", *words],
        text=True, capture_output=True, check=False)
    assert (done.returncode == 0) == ok, done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    path = tmp_path_factory.mktemp("train") / "weights.h5"
    train(path, "--epochs", "4")
    return path


def test_skerry_reads_what_training_writes(weights):
    done = skerry("generate", LEVEL / "zelda-latent.yaml", "-s", f"level.weights={weights}")
    assert done.returncode == 0 and len(done.stdout.split()) == 9


def test_result_says_how_it_was_made(weights):
    with h5py.File(weights) as file:
        a = file.attrs
        assert (a["tiles"], a["rows"], a["cols"]) == ("w.+g123A", 9, 13)
        assert (a["seed"], a["epochs"], a["levels"]) == (1, 4, 50)
        assert "scripts/level-train" in a["command"]
        assert len(file["curves/generator"]) == 4
    samples = weights.with_name("weights.h5.samples.txt").read_text()
    assert samples.count("epoch") == 2 and len(samples.split()) == 2 * (2 + 4 * 9)
    assert weights.with_name("weights.h5.png").stat().st_size > 1000


def test_resumed_training_gives_the_same_weights(weights, tmp_path):
    path = tmp_path / "weights.h5"
    train(path, "--epochs", "2")
    train(path, "--epochs", "4", "--resume")
    with h5py.File(weights) as whole, h5py.File(path) as resumed:
        for name in ("layer/1", "layer/4", "bias/2", "check/output", "curves/real"):
            assert np.array_equal(whole[name], resumed[name]), name


@pytest.mark.parametrize("variant, rate", [("program", 5e-5), ("end-to-end", 2e-4)])
def test_variants_train_otherwise(weights, tmp_path, variant, rate):
    """By their rates, or by one batch for both networks and batch norm frozen from epoch 10."""
    path = tmp_path / "weights.h5"
    train(path, "--epochs", "4", "--variant", variant)
    with h5py.File(weights) as ours, h5py.File(path) as other:
        assert (other.attrs["variant"], other.attrs["rate"]) == (variant, rate)
        assert ours.attrs["variant"] == "ours"
        assert not np.array_equal(ours["layer/4"], other["layer/4"])


def test_frozen_batch_norm_learns_no_more_statistics(tmp_path):
    """Beyond epoch 10 the generator is used as it will be when it makes levels, so that only its
    weights change: a run of 12 epochs differs from one that never freezes."""
    paths = {}
    for name, words in {"frozen": ["--variant", "end-to-end"], "never": []}.items():
        paths[name] = tmp_path / f"{name}.h5"
        train(paths[name], "--epochs", "12", *words)
    with h5py.File(paths["frozen"]) as frozen, h5py.File(paths["never"]) as never:
        assert not np.array_equal(frozen["bias/2"], never["bias/2"])
        assert np.isfinite(frozen["check/output"][()]).all()


@pytest.mark.parametrize("words, told", [
    (["--levels", LEVEL / "levels/pacman.txt"], "is no tile"),
    (["--padding", "x"], "no tile 'x'"),
    (["--levels", LEVEL / "games"], "no levels"),
    (["--variant", "theirs"], "invalid choice: 'theirs'"),
])
def test_unfit_levels_are_refused(tmp_path, words, told):
    assert told in train(tmp_path / "weights.h5", "--epochs", "1", *words, ok=False)
