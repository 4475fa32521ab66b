"""/improvements: every improvement of a replica's best, the same on any number of ranks and after a
kill, over every problem and algorithm."""

import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
from harness import PARTY, SOURCE, as_before_improvements, command, differences, open_result, run, seal, skerry
from test_same_results import RUNS

EXACT_COLUMNS = ("replica", "island", "generation", "evaluations", "best")


def settings_of(words):
    return [part for setting in words for part in ("-s", setting)]


def rows_of(path):
    """Columns that a seed determines, in order of replicas."""
    with open_result(path) as file:
        group = file["improvements"]
        order = np.argsort(group["replica"][()], kind="stable")
        return {name: group[name][()][order] for name in EXACT_COLUMNS}


def check(path):
    """What holds of the improvements of every finished run; returns their number."""
    rows = rows_of(path)
    with open_result(path) as file:
        curves, replicas = file["curves"], file["replicas"]
        maximise = file["solutions/objective_goal"][0] == b"maximise"
        costs = {"best": -rows["best"] if maximise else rows["best"],
                 "curve": -curves["best"][()] if maximise else curves["best"][()],
                 "end": -replicas["best"][()] if maximise else replicas["best"][()]}
        evaluations, total = curves["evaluations"][()], replicas["evaluations"][()]
        times = file["improvements/elapsed"][()], file["improvements/cpu"][()]
    for r, end in enumerate(costs["end"]):
        mine = rows["replica"] == r
        best, generation = costs["best"][mine], rows["generation"][mine]
        counts, island = rows["evaluations"][mine], rows["island"][mine]
        assert (np.diff(best) < 0).all() and np.isfinite(best).all()
        assert (np.diff(counts) >= 0).all() and (counts >= 0).all()
        assert len(best) == 0 or counts[-1] <= total[r]
        # Within a generation islands are in order.
        searched = island >= 0
        assert (np.diff((generation * 10**6 + island)[searched]) >= 0).all()
        # The last one is the best; without that of the proof also of all populations.
        least = np.nanmin(costs["curve"][r], initial=np.inf)
        assert (best[-1] if len(best) else np.inf) == end
        assert np.append(np.inf, best[searched])[-1] == least and searched[:-1].all()
        for g, n in zip(generation, counts):
            before = evaluations[r, g - 1].sum() if g else 0
            assert before <= n <= evaluations[r, g].sum()
    assert (np.concatenate(times) >= 0).all()
    done = skerry("verify", path, "--all")
    number = len(rows["best"])
    said = "1 row fits" if number == 1 else f"{number} rows fit"
    assert done.returncode == 0 and f"improvements: ok\n  ok {said} replicas" in done.stdout, done
    return len(rows["best"])


@pytest.mark.parametrize("words", RUNS)
def test_the_last_one_is_the_best(words, tmp_path):
    config, *settings = words.split()
    run(SOURCE / f"configs/{config}.yaml", tmp_path / "a.h5", "-q", "-s", "run.time_limit_s=~",
        *settings_of(settings), code=(0, 3, 4))
    check(tmp_path / "a.h5")


def test_a_generation_has_many(tmp_path):
    """The first population alone: the curves have one number for it."""
    run(PARTY / "type2.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=1", "-s", "ga.local_search=0")
    check(tmp_path / "a.h5")
    first = rows_of(tmp_path / "a.h5")["generation"] == 0
    assert first.sum() > 1


RANKED = [PARTY / "type2.yaml", "-q", "-s", "run.epochs=4", "-s", "ga.local_search=0",
          "-s", "run.replicas=3", "-s", "run.islands=5", "-s", "run.time_limit_s=~"]


def equal(one, other):
    one, other = rows_of(one), rows_of(other)
    return all(np.array_equal(one[name], other[name]) for name in EXACT_COLUMNS)


def test_they_are_the_same_on_any_number_of_ranks(tmp_path):
    for ranks in (0, 1, 2, 5):
        run(RANKED[0], tmp_path / f"{ranks}.h5", *RANKED[1:], ranks=ranks)
    assert check(tmp_path / "0.h5") > 3
    for ranks in (1, 2, 5):
        assert equal(tmp_path / "0.h5", tmp_path / f"{ranks}.h5"), ranks
        assert differences(tmp_path / "0.h5", tmp_path / f"{ranks}.h5") == []


def test_periods_without_a_step_have_no_evaluations(tmp_path):
    """Twenty islands on a rank that has a millisecond for them."""
    run(PARTY / "vanilla.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=6", "-s", "run.islands=20",
        *settings_of(["migration.mode=asynchronous", "migration.policy=ring", "migration.period_s=0.001"]))
    assert check(tmp_path / "a.h5") > 3


LONG = [PARTY / "type2.yaml", "-q", "-s", "ga.local_search=0", "-s", "run.epochs=20",
        "-s", "run.replicas=2", "-s", "checkpoint.every_s=0.2", "-s", "run.time_limit_s=~"]


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_killed_and_resumed_run_has_the_same(tmp_path, ranks):
    whole, path = tmp_path / "whole.h5", tmp_path / "a.h5"
    run(LONG[0], whole, *LONG[1:])
    job = subprocess.Popen(command(0, "run", LONG[0], "-o", path, *LONG[1:]))
    while not path.with_name("a.h5.checkpoint").exists():
        time.sleep(0.01)
    time.sleep(0.3)
    job.send_signal(signal.SIGKILL)
    job.wait()
    run(LONG[0], path, *LONG[1:], "--resume", ranks=ranks)
    check(path)
    assert equal(whole, path)


def test_rows_past_the_checkpoint_are_cut(tmp_path):
    """A finished run that is continued from an earlier checkpoint."""
    whole, path = tmp_path / "whole.h5", tmp_path / "a.h5"
    words = ["-q", "-s", "ga.local_search=0", "-s", "run.time_limit_s=~"]
    run(PARTY / "type2.yaml", whole, *words, "-s", "run.epochs=6")
    run(PARTY / "type2.yaml", path, *words, "-s", "run.epochs=1")
    checkpoint = path.with_name("a.h5.checkpoint").read_bytes()
    run(PARTY / "type2.yaml", path, *words, "-s", "run.epochs=6", "--resume")
    for old in tmp_path.glob("a.h5.checkpoint*"):
        old.unlink()
    path.with_name("a.h5.checkpoint").write_bytes(checkpoint)
    run(PARTY / "type2.yaml", path, *words, "-s", "run.epochs=5", "--resume")
    run(PARTY / "type2.yaml", path, *words, "-s", "run.epochs=6", "--resume")
    assert equal(whole, path)


def test_a_run_resumed_without_its_file_has_those_since_then(tmp_path):
    path = tmp_path / "a.h5"
    words = ["-q", "-s", "ga.local_search=0", "-s", "run.time_limit_s=~"]
    run(PARTY / "type2.yaml", path, *words, "-s", "run.epochs=1")
    path.unlink()
    run(PARTY / "type2.yaml", path, *words, "-s", "run.epochs=3", "--resume")
    with open_result(path) as file:
        assert (file["improvements/generation"][()] > 10).all()
        assert (file["curves/evaluations"][0, :11] == -1).all()
    done = skerry("verify", path)
    assert done.returncode == 0 and "improvements: ok" in done.stdout, done


def test_a_file_without_them_is_read_and_continued(tmp_path):
    """As versions before them wrote it."""
    path = tmp_path / "a.h5"
    words = ["-q", "-s", "ga.local_search=0", "-s", "run.time_limit_s=~"]
    run(PARTY / "type2.yaml", path, *words, "-s", "run.epochs=1")
    with h5py.File(path, "r+", libver="latest") as file:
        as_before_improvements(file)
    seal(path)
    assert skerry("verify", path).returncode == 0
    run(PARTY / "type2.yaml", path, *words, "-s", "run.epochs=2", "--resume")
    assert skerry("verify", path).returncode == 0
    with open_result(path) as file:
        assert "improvements" not in file and file["curves/best"].shape[1] > 11
