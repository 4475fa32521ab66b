"""Results that somebody has made up: each is refused in one line, whatever its seal says."""

import h5py
import harness
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
