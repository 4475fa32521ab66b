"""What the proof at the end of a run finds that the search did not: recorded, told and verified as the proof's."""

import json
import shutil

import h5py
import pytest
import skerry as package
from harness import PARTY, run, seal, skerry

# Fifty random parties each: the proof, which takes half a second, finds a cheaper one.
WORDS = ["-q", "-s", "algorithm=random", "-s", "random.samples=10", "-s", "run.islands=3", "-s", "run.sub_generations=5",
         "-s", "run.epochs=1", "-s", "run.proof_s=10"]
OPTIMUM = 6750
COLUMNS = ("replica", "island", "generation", "evaluations", "best")


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    path = tmp_path_factory.mktemp("proof") / "a.h5"
    run(PARTY / "type2.yaml", path, *WORDS)
    return path


def rows_of(path):
    with h5py.File(path) as file:
        return list(zip(*(file["improvements"][name][()].tolist() for name in COLUMNS)))


def check(path, generations):
    """The optimum, found by the proof."""
    done = skerry("verify", path, "--all")
    assert done.returncode == 0 and "improvements: ok" in done.stdout and "contents: ok" in done.stdout, done
    rows = rows_of(path)
    assert [row[1] for row in rows].count(-1) == 1 and rows[-1][1:] == (-1, generations, rows[-1][3], OPTIMUM), rows
    with h5py.File(path) as file:
        assert file["replicas/best"][0] == OPTIMUM and file["replicas/optimal"][0] == 1
        assert file["replicas/evaluations"][0] == rows[-1][3]
        assert file["solutions/fitness"][0] == OPTIMUM and file["solutions/island"][0] == -1
        assert file["curves/best"][0].min() > OPTIMUM  # the search's own stay as they were


def test_it_is_recorded_and_told(found):
    check(found, 5)
    said = skerry("show", found).stdout
    assert "s (after the search)\n" in said and "Solution 0: price 6750 coins; found after the search of replica 0" in said
    told = json.loads(skerry("show", found, "--json").stdout)
    assert told["best"] == OPTIMUM and told["optimal"] and told["replica"][0]["found"]["island"] == -1


def test_it_depends_neither_on_ranks_nor_on_an_end_before_it(found, tmp_path):
    run(PARTY / "type2.yaml", tmp_path / "b.h5", *WORDS, ranks=2)
    assert rows_of(tmp_path / "b.h5") == rows_of(found)
    run(PARTY / "type2.yaml", tmp_path / "c.h5", *WORDS, "-s", "run.time_limit_s=1e-9", code=(0, 4))
    run(PARTY / "type2.yaml", tmp_path / "c.h5", *WORDS, "--resume")
    assert rows_of(tmp_path / "c.h5") == rows_of(found)


def test_a_run_that_goes_on_proves_anew(tmp_path):
    path, whole = tmp_path / "a.h5", tmp_path / "b.h5"
    run(PARTY / "type2.yaml", path, *WORDS)
    run(PARTY / "type2.yaml", path, *WORDS, "-s", "run.epochs=2", "--resume")
    check(path, 10)
    run(PARTY / "type2.yaml", whole, *WORDS, "-s", "run.epochs=2")
    assert rows_of(path) == rows_of(whole)


@pytest.mark.parametrize("ranks", [1, 2])
def test_more_work_for_the_proof_alone_continues_a_finished_run(tmp_path, ranks):
    path, whole = tmp_path / "a.h5", tmp_path / "b.h5"
    run(PARTY / "type2.yaml", path, *WORDS, "-s", "run.proof_s=0.001")
    with h5py.File(path) as file:
        assert not file["replicas/optimal"][0]
    done = run(PARTY / "type2.yaml", path, *WORDS, "-s", "run.proof_s=0.001", "--resume")
    assert "nothing to resume" in done.stderr
    run(PARTY / "type2.yaml", path, *WORDS, "--resume", ranks=ranks)
    check(path, 5)
    run(PARTY / "type2.yaml", whole, *WORDS)
    assert rows_of(path) == rows_of(whole)
    for proof_s in (20, 0):  # proven, and then less than what it has had
        done = run(PARTY / "type2.yaml", path, *WORDS, "-s", f"run.proof_s={proof_s}", "--resume")
        assert "nothing to resume" in done.stderr
    check(path, 5)


def test_replicas_that_are_compared_keep_their_own(tmp_path):
    path = tmp_path / "a.h5"
    run(PARTY / "type2.yaml", path, *WORDS, "-s", "run.replicas=2")
    assert skerry("verify", path, "--all").returncode == 0
    with h5py.File(path) as file:
        assert (file["replicas/best"][()] > OPTIMUM).all() and (file["replicas/bound"][()] == OPTIMUM).all()
        assert (file["solutions/island"][()] >= 0).all() and (file["improvements/island"][()] >= 0).all()


def test_searches_are_compared_without_it(found, tmp_path):
    path = tmp_path / "b.h5"
    run(PARTY / "type2.yaml", path, *WORDS, "-s", "run.proof_s=0")
    frame = package.table([found, path])
    assert list(frame.best) == [OPTIMUM, rows_of(path)[-1][4]] and list(frame.optimal) == [True, False]
    compared = package.comparison.compare(found, path).iloc[0]
    assert compared.median_a == compared.median_b == frame.best[1] > OPTIMUM
    assert [one.final for one in package.curves([found, path])] == [frame.best[1]] * 2


@pytest.mark.parametrize("row, generation, words", [(0, None, "row 0 was found after the search, in generation 0"),
                                                    (-2, 5, "is after row"), (-1, 4, "in generation 4, the last of")])
def test_a_row_of_it_elsewhere_is_wrong(found, tmp_path, row, generation, words):
    path = tmp_path / "a.h5"
    shutil.copy(found, path)
    with h5py.File(path, "r+", libver="latest") as file:
        at = len(rows_of(found)) + row if row < 0 else row
        file["improvements/island"][at] = -1
        if generation is not None:
            file["improvements/generation"][at] = generation
    seal(path)
    done = skerry("verify", path)
    assert done.returncode == 1 and words in done.stderr, done


def test_a_budget_below_the_optimum_is_among_the_reasons(tmp_path):
    path = tmp_path / "poor.h5"
    done = skerry("run", PARTY / "type2.yaml", "-q", "-o", path, "-s", "algorithm=ga", "-s", f"party.budget={OPTIMUM - 50}")
    assert done.returncode == 3, done
    assert "price <= 6700" in skerry("show", path).stdout
