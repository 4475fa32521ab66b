"""`scripts/reproduce party-benchmark --again`: kept runs stand for later code that repeats them, and for no other."""

import importlib
import json
import os
import subprocess
import sys

import pytest
from harness import SKERRY, SOURCE

SCRIPTS = SOURCE / "scripts/reproductions"
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "figures")]
os.environ.setdefault("SKERRY", SKERRY)
os.environ.setdefault("SKERRY_SOURCE", str(SOURCE))
benchmark = importlib.import_module("party_benchmark")
kept_runs = importlib.import_module("kept_runs")


@pytest.fixture(name="tree", scope="module")
def tree_with_runs(tmp_path_factory):
    """A tree in which the quick version was made."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("configs", "islands", "scripts", "src", "tests"):
        (tree / name).symlink_to(SOURCE / name)
    done = reproduce(tree)
    assert done.returncode == 0, done.stderr
    return tree


@pytest.fixture(name="made")
def line_that_was_made(tree):
    """The line of the quick version's challenge; what a test changes is restored."""
    text = runs_of(tree).read_text(encoding="utf-8")
    yield json.loads(text)
    runs_of(tree).write_text(text, encoding="utf-8")


def reproduce(tree, *more):
    return subprocess.run([sys.executable, str(SCRIPTS / "main.py"), "party-benchmark", "--quick", *more],
                          env={**os.environ, "SKERRY_SOURCE": str(tree)}, text=True, capture_output=True,
                          timeout=600, check=False)


def runs_of(tree):
    return tree / "build/reproduced/party/benchmark-runs.jsonl"


def older(line):
    return {**json.loads(json.dumps(line)), "code": "of older code"}


def test_lines_that_the_code_repeats_stand_for_it(tree, made):
    line = older(made)
    kept_runs.write(runs_of(tree), [line])
    done = reproduce(tree, "--again")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the same again") == 4
    assert kept_runs.read(runs_of(tree)) == [{**line, "repeated by": made["code"]}]
    before = runs_of(tree).read_bytes()
    assert "again" not in reproduce(tree, "--again").stdout and runs_of(tree).read_bytes() == before


def test_what_older_lines_lack_of_the_first_seed_is_added(tree, made):
    line = older(made)
    for runs in line["runs"].values():
        for key in benchmark.OF_SEEDS:
            del runs[key]
    kept_runs.write(runs_of(tree), [line])
    assert reproduce(tree, "--again").returncode == 0
    for name, runs in kept_runs.read(runs_of(tree))[0]["runs"].items():
        for key in benchmark.OF_SEEDS:
            assert runs[key] == made["runs"][name][key][:1]


def test_a_line_that_the_code_does_not_repeat_is_refused(tree, made):
    """Each row differs in something else; nothing is changed."""
    line = older(made)
    runs = line["runs"]
    runs["local search"]["prices"][0] += 50
    runs["one population"]["spent"][0] += 1
    runs["five islands"]["found_at"][0] -= 1
    runs["long"] |= {"bound": runs["long"]["bound"] - 50, "heroes": runs["long"]["heroes"][::-1]}
    kept_runs.write(runs_of(tree), [line])
    before = {path: path.read_bytes() for path in runs_of(tree).parent.iterdir()}
    done = reproduce(tree, "--again")
    assert done.returncode == 1
    messages = sorted(done.stderr.splitlines())
    assert len(messages) == 4
    for message, row, key in zip(messages, sorted(runs), ("found_at", "price", "bound", "spent")):
        assert message.startswith(f"party-benchmark: p24-1 {row}: this code gives {key} ")
    assert "heroes" in messages[2] and "; the kept run has bound " in messages[2]
    assert before == {path: path.read_bytes() for path in runs_of(tree).parent.iterdir()}


def line_of(challenge, long_cpu_s, code="a"):
    return {"challenge": challenge, "code": code,
            "runs": {**dict.fromkeys(benchmark.METHODS), "long": {"cpu_s": long_cpu_s}}}


def test_of_the_long_runs_the_quickest_of_each_size_and_code_is_repeated():
    lines = [line_of("p24-1", 3), line_of("p24-2", 2), line_of("p32-1", 9), line_of("p24-3", 4, "b")]
    rows = [(line["challenge"], name) for line, name in benchmark.rows_again(lines)]
    assert rows[:3] == [("p32-1", "long"), ("p24-3", "long"), ("p24-2", "long")]
    assert sorted(rows[3:]) == sorted((line["challenge"], name) for line in lines for name in benchmark.METHODS)


def test_the_party_is_compared_if_it_is_the_first_seeds():
    runs = {"prices": [3, 4], "bound": 1, "heroes": "1 2"}
    assert benchmark.outcome_of(runs) == {"price": 3, "bound": 1, "heroes": "1 2"}
    for prices in ([4, 3], [3, 3]):
        assert "heroes" not in benchmark.outcome_of({**runs, "prices": prices})


@pytest.mark.parametrize("again, text", [
    ({"price": 3}, ""), ({"price": 3, "more": 1}, ""), ({"other": 1}, ""),
    ({"price": 4, "spent": 5}, "this code gives price 4; the kept run has price 3"),
    ({"price": 4, "spent": 6}, "this code gives price 4, spent 6; the kept run has price 3, spent 5")])
def test_differences_are_of_what_both_have(again, text):
    assert kept_runs.difference({"price": 3, "spent": 5}, again) == text
