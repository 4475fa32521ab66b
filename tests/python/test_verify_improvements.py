"""`skerry verify` of results whose /improvements disagree with themselves, the curves or the replicas."""

import json
import shutil

import h5py
import numpy as np
import pytest
from harness import PARTY, SOURCE, open_result, run, seal, skerry

COLUMNS = ("replica", "island", "generation", "evaluations", "best", "elapsed", "cpu")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Results to be minimised, by one rank and by two, and one to be maximised."""
    folder = tmp_path_factory.mktemp("whole")
    for name, ranks, words in [("party", 0, ()), ("two-ranks", 2, ()),
                               ("moved", 2, ("-s", "run.distribution=speed"))]:
        run(PARTY / "vanilla.yaml", folder / f"{name}.h5", "-q", "-s", "run.epochs=2", "-s", "run.islands=3",
            "-s", "run.replicas=2", *words, ranks=ranks)
    run(SOURCE / "configs/eternity/6x6.yaml", folder / "eternity.h5", "-q", "-s", "run.epochs=2", "-s", "algorithm=ga")
    return folder


def verify_damaged(results, tmp_path, damage, name="party", sealed=True):
    """A copy with other columns; `damage` changes them as arrays and may change the file."""
    path = tmp_path / "a.h5"
    shutil.copy(results / f"{name}.h5", path)
    with h5py.File(path, "r+", libver="latest") as file:
        group = file["improvements"]
        rows = {column: group[column][()] for column in COLUMNS}
        damage(rows, file)
        for column in COLUMNS:
            group[column].resize(rows[column].shape)
            group[column][...] = rows[column]
        group["improvement"].resize(rows["best"].shape)
    if sealed:
        seal(path)
    return skerry("verify", path)


def setting(column, row, value):
    def damage(rows, file):
        rows[column][row] = value(rows) if callable(value) else value
    return damage


def of_replica(rows, replica):
    return np.flatnonzero(rows["replica"] == replica)


def last_of(replica, column, value):
    def damage(rows, file):
        last = of_replica(rows, replica)[-1]
        rows[column][last] = value(rows[column][last])
    return damage


def later_generation(rows, file):
    """The first row of a later generation than that before it, of the same replica."""
    mine = of_replica(rows, 0)
    return mine[1:][np.diff(rows["generation"][mine]) > 0][0]


def back_to_former(*columns):
    def damage(rows, file):
        row = later_generation(rows, file)
        for column in columns:
            rows[column][row] = rows[column][row - 1]
    return damage


def out_of_order(rows, file):
    row = later_generation(rows, file)
    rows["generation"][row - 1] = rows["generation"][row] + 1


def islands_out_of_order(rows, file):
    mine = of_replica(rows, 0)
    first = mine[rows["generation"][mine] == 0]
    assert len(first) > 1
    rows["island"][first[0]] = 2
    rows["island"][first[1]] = 1


def time_falls(column):
    def damage(rows, file):
        mine = of_replica(rows, 0)
        mine = mine[rows["island"][mine] == rows["island"][mine[0]]]
        rows[column][mine[0]] = rows[column][mine[1]] + 1e-9
    return damage


def without(replica):
    def damage(rows, file):
        keep = rows["replica"] != replica
        for column in COLUMNS:
            rows[column] = rows[column][keep]
    return damage


def without_rows_nor_curves(rows, file):
    for column in "best", "mean", "worst":
        file["curves"][column][1] = np.inf
    without(1)(rows, file)


def better_curve(rows, file):
    file["curves/best"][0, 7, 2] = 100


def better_mean(rows, file):
    file["curves/mean"][1, 3, 1] = file["curves/best"][1, 3, 1] - 1


def better_worst(rows, file):
    file["curves/worst"][0, 4, 2] = file["curves/best"][0, 4, 2] - 50


def missing_curve(rows, file):
    row = of_replica(rows, 0)[-1]
    file["curves/evaluations"][0, rows["generation"][row]] = -1


def fewer_in_curves(rows, file):
    """After the last row, of which the evaluations would else be too many."""
    assert rows["generation"][of_replica(rows, 0)[-1]] < 20
    file["curves/evaluations"][0, 20] = 0


def solution_of_the_start(rows, file):
    assert file["improvements/generation"][of_replica(rows, file["solutions/replica"][0])[-1]] > 0
    file["solutions/generation"][0] = 0


def other_replica(rows, file):
    file["replicas/best"][1] -= 50


DAMAGES = {
    "replica": (setting("replica", 0, 2), "row 0 is of replica 2 of 2"),
    "no replica": (setting("replica", 0, -1), "row 0 is of replica -1 of 2"),
    "island": (setting("island", 1, 3), "row 1 is of island 3 of 3"),
    "no island": (setting("island", 1, -1), "row 1 is of island -1 of 3"),
    "generation": (last_of(0, "generation", lambda _: 21), "is of generation 21, the last of replica 0 is 20"),
    "no generation": (setting("generation", 0, -1), "row 0 is of generation -1"),
    "no best": (setting("best", 2, np.nan), "row 2 has a number that is missing"),
    "no evaluations": (setting("evaluations", 0, -1), "row 0 has a number that is missing"),
    "run time below 0": (setting("elapsed", 0, -1e-9), "row 0 has a number that is missing or negative"),
    "no run time": (last_of(0, "elapsed", lambda _: np.nan), "has a number that is missing"),
    "CPU time below 0": (setting("cpu", 0, -1e-9), "row 0 has a number that is missing or negative"),
    "endless CPU time": (last_of(0, "cpu", lambda _: np.inf), "has a number that is missing"),
    "order": (out_of_order, "is after row"),
    "order of islands": (islands_out_of_order, "generation 0 and island 1, is after row"),
    "equal best": (setting("best", 1, lambda rows: rows["best"][0]), "row 1 has a best of"),
    "worse best": (setting("best", 1, lambda rows: rows["best"][0] + 50), "no better than"),
    "fewer evaluations": (setting("evaluations", 0, lambda rows: rows["evaluations"][1] + 1), "less than"),
    "too few evaluations": (back_to_former("evaluations"), "evaluations, the curves of replica 0"),
    "too many evaluations": (last_of(0, "evaluations", lambda n: n + 10**6), "evaluations, the curves of replica 0"),
    "too early": (back_to_former("generation", "island"), "evaluations, the curves of replica 0"),
    "run time": (time_falls("elapsed"), "s of run time, less than"),
    "CPU time": (time_falls("cpu"), "s of CPU time, less than"),
    "last best": (last_of(1, "best", lambda best: best - 50), "replica 1, whose last it is"),
    "best of a replica": (other_replica, "replica 1, whose last it is"),
    "no rows": (without(1), "the curves of replica 1 have a best of"),
    "neither rows nor curves": (without_rows_nor_curves, "but no row"),
    "curves": (better_curve, "the curves of replica 0 have a best of 100 in generation 7"),
    "mean": (better_mean, "the curves of replica 1 have a mean of"),
    "worst": (better_worst, "on island 2 in generation 4 (expected: no better than the best"),
    "evaluations of curves": (fewer_in_curves, "have 0 evaluations in generation 20 (expected: no less than the "),
    "solution": (solution_of_the_start, "and is of generation 0, up to which no row of replica "),
    "no curves": (missing_curve, "which the curves of replica 0 do not have"),
}


def test_what_is_not_damaged_is_right(results, tmp_path):
    for name in "party", "two-ranks", "moved", "eternity":
        done = verify_damaged(results, tmp_path, lambda rows, file: None, name)
        assert done.returncode == 0 and "improvements: ok" in done.stdout, (name, done)


@pytest.mark.parametrize("name", DAMAGES)
def test_each_rule(name, results, tmp_path):
    damage, words = DAMAGES[name]
    done = verify_damaged(results, tmp_path, damage)
    assert done.returncode == 1, done
    assert done.stderr.count("\n") == 1 and f"{tmp_path}/a.h5: improvements: " in done.stderr
    assert words in done.stderr
    assert "improvements: WRONG\n  WRONG " in done.stdout and words in done.stdout


def test_the_most_is_the_best_where_it_is_the_aim(results, tmp_path):
    done = verify_damaged(results, tmp_path, setting("best", 1, lambda rows: rows["best"][0] - 1), "eternity")
    assert done.returncode == 1 and "no better than" in done.stderr
    done = verify_damaged(results, tmp_path, lambda rows, file: file["curves/best"].__setitem__((0, 5, 0), 1000),
                          "eternity")
    assert done.returncode == 1 and "have a best of 1000 in generation 5" in done.stderr


def test_what_the_proof_finds_is_in_no_curve(results, tmp_path):
    """Called the find of the proof, what the search found would not be compared with other searches."""
    run(SOURCE / "configs/sliding/d4-k3-level4.yaml", tmp_path / "path.h5", "-q", "-s", "run.epochs=1")

    def damage(rows, file):
        rows["island"][-1], rows["generation"][-1] = -1, file["replicas/generations"][0]
    done = verify_damaged(tmp_path, tmp_path, damage, "path")
    assert done.returncode == 1 and "the curves of replica 0 have a best of 11 in generation 0" in done.stderr, done


def test_times_of_islands_that_move_may_fall(results, tmp_path):
    assert verify_damaged(results, tmp_path, time_falls("cpu"), "two-ranks").returncode == 1
    assert verify_damaged(results, tmp_path, time_falls("cpu"), "moved").returncode == 0


def test_times_of_a_run_that_was_resumed_may_fall(tmp_path):
    path = tmp_path / "whole.h5"
    for epochs in 1, 2:
        run(PARTY / "vanilla.yaml", path, "-q", "-s", f"run.epochs={epochs}", "-s", "run.islands=3",
            *(["--resume"] if epochs == 2 else []))
    assert verify_damaged(tmp_path, tmp_path, time_falls("cpu"), "whole").returncode == 0


def test_a_run_that_has_not_ended_is_not_checked(results, tmp_path):
    """Its file may be of two moments."""
    def damage(rows, file):
        file.attrs.modify("status", "running")
        without(1)(rows, file)
    done = verify_damaged(results, tmp_path, damage, sealed=False)
    assert done.returncode == 0 and "improvements" not in done.stdout


def test_json_has_the_check(results, tmp_path):
    done = skerry("verify", results / "party.h5", "--json")
    with open_result(results / "party.h5") as file:
        n = len(file["improvements/best"])
    assert json.loads(done.stdout)["improvements"] == {"ok": True, "lines": [f"ok {n} rows fit replicas and curves"]}
    shutil.copy(results / "party.h5", tmp_path / "a.h5")
    with h5py.File(tmp_path / "a.h5", "r+", libver="latest") as file:
        file["improvements/island"][0] = 7
    done = skerry("verify", tmp_path / "a.h5", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["improvements"] == {"ok": False, "lines": ["WRONG row 0 is of island 7 of 3"]}
