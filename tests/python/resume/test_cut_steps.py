"""A run that is stopped in the middle of a long step ends at once, and continues as if that
step had never begun. Whether a signal meets a step or a border between two is chance; either way
the resumed run ends as one that nobody stopped."""

import json
import shutil
import signal
import subprocess
import time

import pytest
from harness import PARTY, SOURCE, command, differences, environment, run, skerry

HANG_S = 300
# Steps of a second or so, a few of them; their islands meet after every second one.
WORDS = ["-s", f"party.heroes={PARTY}/heroes-10000.csv", "-s", "exact.work=3000000",
         "-s", "run.islands=2", "-s", "run.sub_generations=2", "-s", "run.time_limit_s=~",
         "-s", "run.max_evaluations=9000000", "-s", "run.proof_s=0",
         "-s", "migration.policy=similarity", "-q"]
CONFIG = """
problem: party
party:
  heroes: heroes.csv
  price: price
  formation: {places: 6, edges: [[0, 1], [1, 2], [0, 2], [3, 4], [4, 5], [3, 5]]}
  synergy:
    weights: {race: 2, nation: 2, hometown: 3}
    points: [0, 0, 3, 5, 9]
    min: 0.8
  requirements:
    - {count: race, value: dwarf, exactly: 3}
    - {sum: gear, min: 30, max: 36}
    - {mean: level, min: 88}
    - {count: rarity, value: 0, max: 2}
algorithm: exact
"""


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    path = tmp_path_factory.mktemp("cut") / "cut.yaml"
    path.write_text(CONFIG)
    return path


@pytest.fixture(scope="module")
def whole(config, tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "whole.h5"
    run(config, path, *WORDS, ok=False)
    return path


def stopped(config, path, seconds, ranks, scratch):
    """Starts or resumes it and tells it to stop after a while."""
    words = command(ranks, "run", config, "-o", path, "--resume", *WORDS)
    with subprocess.Popen(words, env=environment(scratch), stderr=subprocess.PIPE,
                          text=True) as child:
        end = time.monotonic() + seconds
        while child.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        child.send_signal(signal.SIGTERM)
        try:
            child.communicate(timeout=HANG_S)
        except subprocess.TimeoutExpired:
            child.kill()
            raise


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_run_that_is_cut_in_its_steps_records_the_same_rows(config, whole, tmp_path, ranks):
    path = tmp_path / "part.h5"
    for seconds in (0.7, 2.9, 1.9):
        stopped(config, path, seconds, ranks, tmp_path / "scratch")
    run(config, path, *WORDS, "--resume", ok=False)
    assert differences(whole, path) == []


def test_a_run_that_is_cut_while_it_is_prepared_says_so(config, whole, tmp_path):
    """Nothing is proven by that, and no result is touched."""
    path = tmp_path / "former.h5"
    shutil.copy(whole, path)
    done = skerry("run", config, "-o", path, *WORDS, "-s", "run.time_limit_s=0",
                  timeout=HANG_S)
    assert done.returncode == 4
    assert done.stderr == ("skerry: stopped by a limit or signal while the exact search was "
                           "prepared: nothing is known yet\n")
    assert path.read_bytes() == whole.read_bytes()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_run_that_is_cut_while_it_is_prepared_prints_json(config, whole, tmp_path, ranks):
    """The keys of others, null where nothing is known."""
    path = tmp_path / "none.h5"
    done = run(config, path, *WORDS, "--json", "-s", "run.time_limit_s=0", "-s", "run.seed=5", ranks=ranks, code=4)
    found = json.loads(done.stdout)
    assert f"skerry: {found.pop('why')}\n" in done.stderr
    known = {"file": str(path), "status": "stopped", "problem": "party", "seed": 5}
    assert {key: value for key, value in found.items() if value is not None} == known
    assert {*found, "why"} == set(json.loads(skerry("show", whole, "--json").stdout))


def told_to_end(path, seconds, config=PARTY / "squads/five-a-side.yaml", *others):
    """A run with --json of a puzzle that takes a while to prepare, told to end after some time."""
    words = ["run", config, "-o", path, "--json", "-q", *others]
    with subprocess.Popen(command(0, *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        time.sleep(seconds)
        child.terminate()
        return child.communicate(timeout=HANG_S)


def test_a_run_that_a_signal_ends_while_it_is_prepared_prints_json(tmp_path):
    """When that is depends on the machine: the signal comes later and later, until it has been met."""
    why = "ended by a signal before the run began"
    for step in range(200):
        path = tmp_path / f"{step}.h5"
        out, errors = told_to_end(path, 0.01 * step)
        if why in errors and out:
            break
    found = json.loads(out)
    assert errors == f"skerry: {why}\n" and not path.exists()
    assert (found["file"], found["status"], found["why"], found["best"]) == (str(path), "stopped", why, None)


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_resumed_run_that_is_cut_while_it_is_prepared_says_what_the_result_has(
        tmp_path, ranks):
    path = tmp_path / "former.h5"
    words = [SOURCE / "configs/party/type2-exact.yaml", path, "--json"]
    solved = run(*words, "-s", "run.epochs=1", ranks=ranks)
    before = path.read_bytes()
    cut = run(*words, "-s", "run.epochs=2", "-s", "run.time_limit_s=0", "--resume", ranks=ranks,
              code=0)
    assert "nothing is known yet" in cut.stderr
    assert json.loads(cut.stdout)["best"] == json.loads(solved.stdout)["best"]
    assert path.read_bytes() == before


@pytest.fixture(scope="module")
def slow_puzzle(tmp_path_factory):
    """A config of a puzzle in Python that takes a while to load, where SLOW is set."""
    folder = tmp_path_factory.mktemp("slow")
    (folder / "slow.py").write_text("import os, time\n"
                                    "time.sleep(float(os.environ.get('SLOW', '0')))\n"
                                    + (SOURCE / "configs/python/rastrigin.py").read_text())
    (folder / "slow.yaml").write_text((SOURCE / "configs/python/rastrigin.yaml").read_text()
                                      .replace("rastrigin.py", "slow.py"))
    return folder / "slow.yaml"


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_resumed_run_that_is_cut_while_its_puzzle_is_loaded_says_what_the_result_has(
        slow_puzzle, tmp_path, monkeypatch, ranks):
    path = tmp_path / "former.h5"
    solved = run(slow_puzzle, path, "--json", "-s", "run.epochs=1")
    before = path.read_bytes()
    monkeypatch.setenv("SLOW", str(HANG_S))
    words = ["--json", "-s", "run.epochs=2", "-s", "run.time_limit_s=0.5", "--resume"]
    cut = run(slow_puzzle, path, *words, ranks=ranks, code=0)
    assert f"skerry: stopped by a limit or signal while {slow_puzzle.with_suffix('.py')} was being loaded" in cut.stderr
    assert json.loads(cut.stdout)["best"] == json.loads(solved.stdout)["best"]
    assert path.read_bytes() == before
    other = run(slow_puzzle, path, *words, "-s", "run.seed=2", ranks=ranks, code=4)
    assert json.loads(other.stdout)["best"] is None


def test_a_resumed_run_that_a_signal_ends_while_its_puzzle_is_loaded_prints_nothing_of_a_result(
        slow_puzzle, tmp_path, monkeypatch):
    """When that is depends on the machine: the signal comes later and later, until it has been met."""
    path = tmp_path / "former.h5"
    run(slow_puzzle, path, "-s", "run.epochs=1")
    before = path.read_bytes()
    monkeypatch.setenv("SLOW", str(HANG_S))
    errors = ""
    for step in range(1, 100):
        out, errors = told_to_end(path, 0.2 * step, slow_puzzle, "--resume", "-s", "run.epochs=2")
        if errors and step > 1:
            break
    assert out == "" and errors == "skerry: ended by a signal before the run began\n"
    assert path.read_bytes() == before
