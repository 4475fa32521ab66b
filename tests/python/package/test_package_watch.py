"""`skerry watch`: what it says of finished and running runs, as lines and as a page."""

import datetime
import json
import math
import os
import signal
import subprocess
import urllib.request

import h5py
import numpy as np
import pytest
import skerry
import synthetic
from harness import SKERRY, SOURCE
from harness import skerry as program
from skerry import words
from skerry.commands import watch
from skerry.tail import ENDING, Tail, sparkline


@pytest.mark.parametrize("name", ["party", "front", "sliding", "eternity", "level", "grid"])
def test_tail_agrees_with_the_whole_file(results, name):
    tail, run = Tail(results[name]), skerry.open(results[name])
    best = run.curves.best.max() if run.goal == "maximise" else run.curves.best.min()
    replica = tail.active
    assert tail.best() == float(best)
    assert replica.generation == run.curves.sizes["generation"] - 1
    assert replica.evaluations == float(run.curves.evaluations[0, -1].sum())
    np.testing.assert_array_equal(replica.islands_best, run.curves.best[0, -1])
    np.testing.assert_array_equal(replica.diversity, run.curves.diversity[0, -tail.rows:])


def test_says_what_is_known(results):
    done = program("watch", results["party"])
    assert done.returncode == 0
    assert "finished: price 6,750 coins, proven optimal" in done.stdout
    assert "generation 30 of 30" in done.stdout
    lines = watch.screen(Tail(results["party"]), 100, 40)
    assert len(lines) == 4 + 1 + 5 and all(len(line) <= 100 for line in lines)
    assert len(watch.screen(Tail(results["party"]), 100, 10)) == 4 + 1 + 2 + 1


def test_algorithms_that_end_by_themselves_have_no_limit_of_generations(tmp_path):
    listed = json.loads(program("list", "--json").stdout)["algorithms"]
    assert {one["name"] for one in listed if one["ends"]} == ENDING
    path = synthetic.write(tmp_path / "a.h5", [[[5.0], [4.0]]], [[[10], [20]]], algorithm="exact")
    with h5py.File(path, "r+") as file:
        file.attrs["config"] = file.attrs["config"].replace("run: {", "run: {epochs: 1, ")
    assert watch.work_line(Tail(path)).startswith("generation 1, 20 evaluations")


@pytest.mark.parametrize("goal, best, words", [("minimise", 3.0, "price 3 coins, proven optimal, "),
                                               ("maximise", 6.0, "price 6 coins, proven optimal, ")])
def test_says_what_was_found_after_the_search(tmp_path, goal, best, words):
    """No curve has it, but the summary of the end."""
    path = synthetic.write(tmp_path / "a.h5", [[[5.0], [5.0]]], [[[10], [20]]], goal=goal, bound=best)
    assert "proven optimal" not in watch.best_line(Tail(path))
    with h5py.File(path, "r+") as file:
        file["replicas/best"][0] = best
    assert watch.best_line(Tail(path)).startswith(words)


def test_islands_that_do_not_wait_have_a_row_for_an_epoch(tmp_path):
    path = synthetic.write(tmp_path / "a.h5", [[[5.0], [4.0]]], [[[10], [20]]])
    with h5py.File(path, "r+") as file:
        file.attrs["config"] = file.attrs["config"].replace("run: {", "run: {epochs: 3, sub_generations: 5, ")
    assert watch.work_line(Tail(path)).startswith("generation 1 of 15, ")
    with h5py.File(path, "r+") as file:
        file.attrs["asynchronous"] = 1
    assert watch.work_line(Tail(path)).startswith("generation 1 of 3, ")


def test_shows_the_replica_that_grows(tmp_path):
    """Whatever ended those before it, and the time that is left of this start."""
    best, evaluations = synthetic.random_run(np.random.default_rng(1), replicas=3)
    evaluations[1, 20:] = -1
    evaluations[2] = -1
    path = synthetic.write(tmp_path / "a.h5", best, evaluations, status="running", summary=False)
    now = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=60)
    with h5py.File(path, "r+") as file:
        file.attrs["config"] = file.attrs["config"].replace("run: {", "run: {epochs: 1000, time_limit_s: 100, ")
        file["starts/started"] = ["2026-01-01T00:00:00Z", now.strftime("%Y-%m-%dT%H:%M:%SZ")]
    tail = Tail(path)
    assert " of replica 2 of 3, " in watch.work_line(tail)
    assert tail.active.evaluations == evaluations[1, 19].sum() and 30 < tail.seconds_left() <= 41
    with h5py.File(path, "r+") as file:
        file["curves/evaluations"][2, :5] = 7
    assert tail.look() and tail.current == 2 and tail.active.generation == 4


def test_says_that_no_solution_exists(tmp_path):
    path = tmp_path / "a.h5"
    assert program("run", SOURCE / "configs/party/infeasible/01-too-many-religions.yaml", "-o", path).returncode == 3
    assert "finished: proven infeasible: no solution exists; " in program("watch", path).stdout


def test_follows_a_run_to_its_end(tmp_path, player):
    path = tmp_path / "run.h5"
    writer = player(path, 3000, 1000)
    done = program("watch", path, "--every", "0.1")
    assert writer.wait(60) == 0
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) > 2 and lines[0].startswith("running: ") and lines[-1].startswith("finished: ")


def test_page_shows_the_same(results):
    job = subprocess.Popen([SKERRY, "watch", str(results["level"]), "--serve", "--port", "0"],
                           stdout=subprocess.PIPE, text=True)
    try:
        address = job.stdout.readline().split()[0]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=60) as answer:
            page = answer.read().decode()
    finally:
        job.send_signal(signal.SIGINT)
        job.wait(60)
    assert "finished (epochs done)" in page and 'http-equiv="refresh"' not in page


@pytest.mark.parametrize("words, says", [
    ([], "RESULT"),
    (["/etc/passwd"], "not a result of skerry"),
    (["x.h5", "--every", "0"], "expected a number of seconds above 0"),
])
def test_wrong_words(tmp_path, words, says):
    done = program("watch", *words, cwd=tmp_path)
    assert done.returncode == 2 and says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_damaged_file_is_one_line(tmp_path):
    path = synthetic.write(tmp_path / "a.h5", [[[5.0], [4.0]]], [[[10], [20]]])
    with h5py.File(path, "r+") as file:
        del file["curves/elapsed"]
    done = program("watch", path)
    assert done.returncode == 2 and done.stderr.startswith(f"skerry: {path}: damaged, or not of skerry (")
    assert done.stderr.count("\n") == 1


def test_refuses_several_ranks(tmp_path, results):
    done = program("watch", results["party"], ranks=2, cwd=tmp_path)
    assert done.returncode == 2 and "runs as one process" in done.stderr


def test_says_which_python_is_missing(tmp_path, results):
    done = subprocess.run([SKERRY, "watch", str(results["party"])], capture_output=True, text=True,
                          env={**os.environ, "SKERRY_PYTHON": "/none"}, check=False, timeout=60)
    assert done.returncode == 2 and "/none: No such file" in done.stderr
    assert "SKERRY_PYTHON" in done.stderr


def test_run_times_have_their_unit():
    assert [words.run_time(s) for s in (0, 4.2149, 59.94, 59.96, 3599.4, 3599.6, 28_801, 90_000, math.nan)] == [
        "0 s", "4.21 s", "59.9 s", "1:00 min", "59:59 min", "1:00:00 h", "8:00:01 h", "1 d 1:00:00 h", "-"]


def test_sparklines_and_durations():
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7], 0, 8) == "▁▂▃▄▅▆▇█"
    assert sparkline([math.nan, -1, 9], 0, 8) == " ▁█"
    assert sparkline([5, 5], 5, 5) == "▁▁"
    assert [words.duration(s) for s in (0, 59.6, 3600, 90_000, math.inf)] == [
        "0:00", "1:00", "1:00:00", "1 d 1:00:00", "-"]
    assert [watch.count(n) for n in (12, 1.5e4, 2.25e6, math.nan)] == ["12", "15 k", "2.25 M", "-"]
