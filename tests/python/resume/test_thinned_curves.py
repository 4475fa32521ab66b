"""The curves of long runs: not every generation has a row (output.all_rows). Those that have one are the same as in
a run of which all have, on any number of ranks and however often it was interrupted."""

import json

import h5py
import numpy as np
import pytest
import skerry as package
from harness import SOURCE, differences, open_result, run, seal, skerry
from skerry.tail import Tail
from skerry.thinning import all_rows_of, number_of, rows_before

CONFIG = SOURCE / "configs/eternity/10x10.yaml"
ALL_ROWS = 5
# The end, generation 72, has no row: the last is of 50.
WORDS = ["-s", "algorithm=ga", "-s", "run.islands=3", "-s", "run.replicas=2", "-s", "run.sub_generations=3",
         "-s", "run.target=~", "-s", "run.time_limit_s=~", "-s", f"output.all_rows={ALL_ROWS}"]


def epochs(n):
    return [*WORDS, "-s", f"run.epochs={n}"]


def numbers(n):
    """Which of the numbers 0..n-1 have a row."""
    return [i for i in range(n) if i < 5 or (i < 50 and i % 10 == 5) or (50 <= i < 500 and i % 100 == 50)]


@pytest.fixture(scope="module")
def thinned(tmp_path_factory):
    path = tmp_path_factory.mktemp("thinned") / "run.h5"
    run(CONFIG, path, *epochs(24))
    return path


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "run.h5"
    run(CONFIG, path, *epochs(24), "-s", "output.all_rows=0")
    return path


def test_rows_are_those_of_a_run_with_all(thinned, whole):
    with open_result(thinned) as some, open_result(whole) as every:
        for group, scale, n in ("curves", "generation", 73), ("migration", "epoch", 24):
            assert list(every[group][scale]) == list(range(n))
            assert list(some[group][scale]) == numbers(n)
            for name in set(some[group]) - {"replica", scale, "island", "elapsed", "seconds"}:
                np.testing.assert_array_equal(some[group][name][()], every[group][name][:, numbers(n)])
        for name in ("improvements/generation", "improvements/best", "solutions/genome", "solutions/generation",
                     "replicas/generations", "replicas/evaluations"):
            np.testing.assert_array_equal(some[name][()], every[name][()])


def test_the_commands_know_where_it_ended(thinned, whole):
    for path in thinned, whole:
        done = skerry("verify", path)
        assert done.returncode == 0, done.stdout + done.stderr
    shown, full = (json.loads(skerry("show", "--json", path).stdout) for path in (thinned, whole))
    for name in ("generations", "evaluations", "best", "bound"):
        assert shown[name] == full[name]
    assert shown["generations"] == 72
    assert shown["migration"]["epochs"] == 2 * len(numbers(24))


def test_the_package_reads_them_as_those_of_a_whole_run(thinned, whole):
    assert package.Result(thinned).generations == package.Result(whole).generations == 72
    for some, every in zip(package.curves(thinned), package.curves(whole)):
        assert (some.end, some.generations, some.final) == (every.end, every.generations, every.final)
        np.testing.assert_array_equal(some.evaluations, every.evaluations)
        np.testing.assert_array_equal(some.best, every.best)
    for some, every in zip(Tail(thinned).replicas, Tail(whole).replicas):
        assert (some.generation, some.evaluations, some.rows) == (every.generation, every.evaluations, 11)
    assert package.Result(thinned).best.generation.values.tolist() == numbers(73)


@pytest.mark.parametrize("ranks", [2, 3])
def test_they_are_equal_on_any_number_of_ranks(thinned, tmp_path, ranks):
    run(CONFIG, tmp_path / "a.h5", *epochs(24), ranks=ranks)
    assert differences(thinned, tmp_path / "a.h5") == []


@pytest.mark.parametrize("ends", [(1, 2, 3), (15, 16, 17), (5, 20)])
def test_they_are_equal_after_interruptions(thinned, tmp_path, ends):
    """Where the run is interrupted, a generation may have a row or none."""
    path = tmp_path / "a.h5"
    for end in ends:
        run(CONFIG, path, *epochs(end), "--resume", ranks=end % 3)
        assert skerry("verify", path).returncode == 0
    run(CONFIG, path, *epochs(24), "--resume")
    assert differences(thinned, path) == []


def test_a_resumed_run_keeps_to_the_rows_of_its_file(thinned, tmp_path):
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(15))
    run(CONFIG, path, *epochs(24), "-s", "output.all_rows=7", "--resume")
    assert differences(thinned, path) == []


def test_a_file_of_an_earlier_version_keeps_all_rows(whole, tmp_path):
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(15), "-s", "output.all_rows=0")
    with h5py.File(path, "r+") as file:
        del file.attrs["all_rows"]
    seal(path)
    run(CONFIG, path, *epochs(24), "--resume")
    assert differences(path, whole) == []
    assert skerry("verify", path).returncode == 0
    assert package.Result(path).generations == 72


def test_a_run_that_goes_on_without_its_file_tells_where_it_ended(thinned, whole, tmp_path):
    """Between generations 51 and 72 none has a row."""
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(17))
    path.unlink()
    run(CONFIG, path, *epochs(24), "--resume")
    done = skerry("verify", path)
    assert done.returncode == 0, done.stdout + done.stderr
    shown, full = (json.loads(skerry("show", "--json", one).stdout) for one in (path, whole))
    for name in ("generations", "evaluations", "best"):
        assert shown[name] == full[name]
    assert [one["generations"] for one in shown["replica"]] == [one["generations"] for one in full["replica"]]
    assert package.Result(path).generations == 72


@pytest.mark.parametrize("name", ["curves/generation", "migration/epoch"])
def test_wrong_numbers_are_found(thinned, tmp_path, name):
    path = tmp_path / "a.h5"
    path.write_bytes(thinned.read_bytes())
    with h5py.File(path, "r+") as file:
        file[name][6] = 17
    seal(path)
    done = skerry("verify", path)
    assert done.returncode != 0 and "numbers entry 6 as 17 (expected: 15)" in done.stdout + done.stderr


@pytest.mark.parametrize("value", [-1, -(2**63), 1.5, np.inf, np.nan, "5", [5, 5]])
def test_an_attribute_that_is_no_number_of_rows_ends_in_no_loop(tmp_path, value):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file.attrs["all_rows"] = value
        assert all_rows_of(file) == 0


@pytest.mark.parametrize("all_rows", [0, 1, 3, 7, 10, 100])
def test_numbers_and_rows_are_those_of_counting(all_rows):
    counted, first, end, step = [], 0, all_rows or 10**9, 1
    for n in range(20000):
        if n == end:
            first, end, step = n, 10 * end, 10 * step
        assert rows_before(n, all_rows) == len(counted)
        if (n - first) % step == 0:
            counted.append(n)
    assert [number_of(row, all_rows) for row in range(len(counted))] == counted
    assert number_of(-1, all_rows) == -1
