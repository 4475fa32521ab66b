"""Training of the generator; without PyTorch (scripts/setup --train) there is none."""

import random
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
from harness import SOURCE, skerry

pytest.importorskip("torch", reason="scripts/setup --train installs PyTorch")

LEVEL = SOURCE / "configs/level"


def command(output, *words):
    return [SOURCE / "scripts/level-train", "--game", LEVEL / "games/zelda.yaml", "--levels",
            LEVEL / "levels/zelda.txt", "-o", output, "--look", "2", *words]


def train(output, *words, code=0):
    done = subprocess.run(command(output, *words), text=True, capture_output=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stderr


def same_training(one, other):
    with h5py.File(one) as a, h5py.File(other) as b:
        for name in ("layer/1", "layer/4", "bias/2", "check/output", "curves/real"):
            assert np.array_equal(a[name], b[name]), name
    assert samples_of(one) == samples_of(other)


def samples_of(path):
    return path.with_name(path.name + ".samples.txt").read_text()


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
    same_training(weights, path)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_training_after_an_epoch(tmp_path, number):
    """In the middle of an epoch, at a random time: the same weights and samples as without it."""
    path = tmp_path / "weights.h5"
    with subprocess.Popen(command(path, "--epochs", "1000", "--look", "1"), text=True,
                          stderr=subprocess.PIPE) as job:
        while not (path.with_name("weights.h5.samples.txt").exists() and "epoch 2\n" in samples_of(path)):
            time.sleep(0.01)
            assert job.poll() is None
        time.sleep(random.random() / 2)
        job.send_signal(number)
        told = job.communicate(timeout=60)[1]
    assert job.returncode == 0 and told.endswith("stopped\n") and "Traceback" not in told
    with h5py.File(path) as stopped:
        epochs = str(stopped.attrs["epochs"] + 2)
    train(path, "--epochs", epochs, "--look", "1", "--resume")
    train(tmp_path / "whole.h5", "--epochs", epochs, "--look", "1")
    same_training(tmp_path / "whole.h5", path)


def test_samples_after_the_checkpoint_are_made_again(weights, tmp_path):
    """A killed training has samples of epochs that its checkpoint does not have."""
    path = tmp_path / "weights.h5"
    train(path, "--epochs", "2")
    with open(f"{path}.samples.txt", "a", encoding="utf-8") as file:
        file.write("epoch 4\n\n.." )
    train(path, "--epochs", "4", "--resume")
    assert samples_of(path) == samples_of(weights)


@pytest.mark.parametrize("words, told", [
    (["--seed", "2"], "its training has --seed 1 (expected: 2)"),
    (["--variant", "program"], "its training has --variant ours (expected: program)"),
    (["--rate", "0.1"], "its training has --rate 0.0002 (expected: 0.1)"),
])
def test_another_training_is_not_continued(weights, words, told):
    before = weights.read_bytes()
    said = train(weights, "--epochs", "5", "--resume", *words, code=2)
    assert said == f"level-train: {weights}.checkpoint: {told}\n" and weights.read_bytes() == before


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
    (["--levels", "/dev/null/levels"], "/dev/null/levels: Not a directory"),
    (["--game", LEVEL / "levels/zelda.txt"], "zelda.txt: no game (expected: YAML with a list `tiles`)"),
    (["--game", "none.yaml"], "none.yaml: No such file or directory"),
    (["-o", "none/weights.h5"], "none/weights.h5.samples.txt: No such file or directory"),
    (["--resume"], "weights.h5.checkpoint: No such file or directory"),
    (["--padding", "w."], "no tile 'w.'"),
    (["--variant", "theirs"], "invalid choice: 'theirs'"),
    (["--look", "0"], "invalid positive int value: '0'"),
    (["--minutes", "0"], "invalid positive float value: '0'"),
])
def test_unfit_input_is_refused(tmp_path, words, told):
    assert told in train(tmp_path / "weights.h5", "--epochs", "1", *words, code=2).splitlines()[-1]
