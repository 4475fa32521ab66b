"""Results that somebody has made up: each is refused in one line, whatever its seal says."""

import os

import h5py
import harness
import numpy as np
import pytest
from harness import SOURCE

CORPUS = SOURCE / "tests" / "fuzz" / "corpora" / "result"


@pytest.fixture
def result(tmp_path):
    output = tmp_path / "run.h5"
    harness.run(SOURCE / "configs" / "sliding" / "d3-k1-level0.yaml", output)
    data = output.read_bytes()
    output.write_bytes(data[:-harness.SEAL_BYTES])
    return output


def test_genes_of_another_type_are_wrong(result):
    with h5py.File(result, "r+", libver="latest") as file:
        file["problem"].attrs.modify("gene_type", "uint8")
    done = harness.skerry("verify", result)
    assert done.returncode == 1, done.stderr
    assert "WRONG" in done.stdout


@pytest.mark.parametrize("path", sorted(CORPUS.glob("forged-*")), ids=lambda path: path.name)
def test_a_header_that_crashes_hdf5_is_refused(path):
    for command in "show", "verify":
        done = harness.skerry(command, path)
        assert done.returncode == 2, done.stderr
        assert done.stderr.count("\n") == 1 and "the result is damaged" in done.stderr


@pytest.mark.parametrize("config", ["a: [b", "", "- 1", "run: 5", "[" * 3000,
                                    "run: {}", "run: {}\nproblem: sliding", "run: {}\nproblem: [1]"],
                         ids=lambda text: text[:20])
def test_a_config_that_is_none(config, result, tmp_path):
    with h5py.File(result, "r+", libver="latest") as file:
        del file.attrs["config"]
        file.attrs["config"] = config
    harness.seal(result)
    for words in (["draw", "-o", tmp_path / "a.svg"], ["report", "-o", tmp_path / "a.html"], ["watch"], ["table"], ["verify"]):
        done = harness.skerry(words[0], result, *words[1:])
        assert done.returncode == 2 and done.stderr.count("\n") == 1, done
        assert words[0] == "verify" or "its attribute `config` is not the config of a run" in done.stderr


def replaced(name, change):
    """A dataset by another one, which nothing is attached to."""
    def edit(file):
        values = change(file[name][()])
        del file[name]
        file[name] = values
    return edit


@pytest.mark.parametrize("edit", [
    replaced("curves/island", lambda values: values), replaced("curves/best", lambda values: values),
    replaced("solutions/fitness", lambda values: values[None]), replaced("curves/generation", lambda values: values[0])])
@pytest.mark.parametrize("words", [["draw", "-o", "a.svg"], ["report", "-o", "a.html"], ["show"], ["verify"]],
                         ids=lambda words: words[0])
def test_datasets_of_another_shape(edit, words, result, tmp_path):
    with h5py.File(result, "r+", libver="latest") as file:
        edit(file)
    harness.seal(result)
    done = harness.skerry(words[0], result, *words[1:], cwd=tmp_path)
    if words[0] == "verify":
        assert done.returncode in (1, 2)
    assert done.returncode in (0, 1, 2) and done.stderr.count("\n") == (done.returncode > 0), done


def elsewhere(kind):
    """A dataset by one with the same values, which are in another file."""
    def edit(file, other):
        values = file["solutions/fitness"][()]
        del file["solutions/fitness"]
        values.tofile(other.with_suffix(".raw"))
        with h5py.File(other, "w", libver="latest") as made:
            made["a"] = values
        if kind == "link":
            file["solutions/fitness"] = h5py.ExternalLink(other.name, "a")
        elif kind == "raw":
            file.create_dataset("solutions/fitness", values.shape, values.dtype,
                                external=[(str(other.with_suffix(".raw")), 0, values.nbytes)])
        else:
            layout = h5py.VirtualLayout(values.shape, values.dtype)
            layout[:] = h5py.VirtualSource(other, "a", values.shape, values.dtype)
            file.create_virtual_dataset("solutions/fitness", layout)
        assert (file["solutions/fitness"][()] == values).all()
    return edit


@pytest.mark.parametrize("kind", ["link", "raw", "virtual"])
def test_nothing_is_read_of_another_file(kind, result, tmp_path):
    with h5py.File(result, "r+", libver="latest") as file:
        elsewhere(kind)(file, tmp_path / "other.h5")
    harness.seal(result)
    for command in "show", "verify":
        done = harness.skerry(command, result)
        assert done.returncode == 2 and "damaged or incomplete: fitness" in done.stderr, done


def as_words(values):
    return np.full(len(values), "x", dtype=h5py.string_dtype())


@pytest.mark.parametrize("name, change", [
    ("starts/status", as_words), ("starts/status", lambda values: np.full(len(values), b"finished", "S20000")),
    ("replicas/reason", lambda values: np.full(len(values), b"", "S60000")), ("solutions/text", as_words),
    ("curves/best", lambda values: values.astype("f4")), ("curves/evaluations", lambda values: values.astype("i2")),
    ("solutions/genome", lambda values: values.astype("f8"))])
def test_columns_of_other_types_are_not_continued(name, change, tmp_path):
    """What is written to them has the types that skerry gives them."""
    config, path = SOURCE / "configs/eternity/10x10.yaml", tmp_path / "a.h5"
    words = ["-s", "algorithm=ga", "-s", "run.islands=2", "-s", "run.target=~", "-s", "run.time_limit_s=~", "-q"]
    harness.run(config, path, *words, "-s", "run.epochs=2")
    with h5py.File(path, "r+", libver="latest") as file:
        values, attributes = change(file[name][()]), dict(file[name].attrs)
        most = file[name].maxshape[:values.ndim]
        del file[name]
        made = file.create_dataset(name, data=values, maxshape=most, chunks=True)
        for key in "units", "long_name":
            made.attrs[key] = attributes[key]
    harness.seal(path)
    before = path.read_bytes()
    done = harness.run(config, path, *words, "-s", "run.epochs=4", "--resume", ok=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done
    assert f"{path}: the result is damaged" in done.stderr and path.read_bytes() == before


def test_verify_waits_for_no_pipe(result, tmp_path):
    """An input whose name is that of a pipe, which nobody writes to."""
    os.mkfifo(tmp_path / "pipe")
    with h5py.File(result, "r+", libver="latest") as file:
        inputs = file["problem/inputs"]
        inputs["0"], inputs["byte_0"] = np.zeros(4, "u1"), np.zeros(4, "u1")
        inputs["0"].attrs.update(key="sliding.more", path=str(tmp_path / "pipe"), sha256=64 * "0")
    harness.seal(result)
    done = harness.skerry("verify", result, timeout=60)
    assert done.returncode == 1 and "pipe; the file is not on disk now)" in done.stdout, done


def test_tiles_that_a_game_does_not_have_are_not_measured(tmp_path):
    path = tmp_path / "a.h5"
    harness.run(SOURCE / "configs/level/zelda-grid.yaml", path, "-q", "-s", "run.epochs=1", "-s", "run.islands=1",
                "-s", "level.descriptors=[{measure: kl, low: 0, high: 5}]", "-s", "map_elites.bins=[5]")
    with h5py.File(path, "r+", libver="latest") as file:
        file["solutions/genome"][0] = 255
    harness.seal(path)
    done = harness.skerry("verify", path)
    assert done.returncode == 1 and "solution 0: WRONG" in done.stdout and " as kl" not in done.stdout, done
