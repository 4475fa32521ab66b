"""`scripts/reproduce eternity-table2`: what is kept is not run again, and is shown."""

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
eternity = importlib.import_module("eternity")
kept_runs = importlib.import_module("kept_runs")

EVALUATIONS = 2000


def kept(row, seed, score):
    return {"row": list(row), "seed": seed, "evaluations": EVALUATIONS, "score": score,
            "spent": EVALUATIONS, "cpu_s": 0.5, "commit": "", "puzzle": "shipped 16x16"}


def reproduce(folder, runs, *more):
    """The table after a call that finds these runs; also all runs kept after it."""
    for name in ("configs", "islands", "scripts", "src", "tests"):
        if not (folder / name).exists():
            (folder / name).symlink_to(SOURCE / name)
    results = folder / "results/eternity"
    results.mkdir(parents=True, exist_ok=True)
    file = results / "table2-runs.jsonl"
    file.write_text("".join(json.dumps(run) + "\n" for run in runs))
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "main.py"), "eternity-table2", "--evaluations",
         str(EVALUATIONS), *more], env={**os.environ, "SKERRY_SOURCE": str(folder)},
        text=True, capture_output=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    table = (results / f"table2-{EVALUATIONS}.md").read_text()
    return table, [json.loads(line) for line in file.read_text().splitlines()]


def cells(table, *row):
    for line in table.splitlines():
        found = [cell.strip() for cell in line.strip("|").split("|")]
        if found[:3] == list(row):
            return found[3:]
    return None


def test_kept_runs_make_a_table_without_running(tmp_path):
    row = ("GA_2", "iwk", "norm")
    runs = [kept(row, 1, 350), kept(row, 2, 354), kept(row, 3, 352)]
    table, after = reproduce(tmp_path, runs, "--runs", "0")
    assert after == runs
    assert cells(table, *row) == ["3", "354", "350", "352.0", "2.00", "358", "348", "351.3",
                                  "2.76", "+0.3", "4"]
    assert cells(table, "GA_1", "iwk", "norm") is None
    assert "beyond 2 in 0 of 1 rows" in table and "Not run yet: RAND - -, ES" in table


def test_only_what_is_missing_is_run(tmp_path):
    runs = [kept(row, 1, 300) for row in eternity.ROWS if row[0] != "RAND"]
    table, after = reproduce(tmp_path, runs, "--runs", "1", "--processes", "1")
    assert after[:-1] == runs
    made = after[-1]
    assert (made["row"], made["seed"]) == (["RAND", "-", "-"], 1)
    assert made["spent"] >= EVALUATIONS and 30 < made["score"] < 50
    assert cells(table, "RAND", "-", "-")[:2] == ["1", str(made["score"])]
    assert "Not run yet" not in table


def test_scores_come_back_from_combined_objectives():
    for score, blocks, tiles in ((0, 0, 0), (396, 120, 155), (480, 225, 256)):
        mean = (score / 480 + blocks / 225 + tiles / 256) / 3
        assert eternity.score_of((mean, blocks, tiles), True, 480) == score
        assert eternity.score_of((score, blocks, tiles), False, 480) == score
    assert eternity.score_of(((300 / 450 + 100 / 225 + 90 / 256) / 3, 100, 90), True, 450) == 300


def test_runs_of_the_other_count_are_not_shown(tmp_path):
    """A run without a count was made before there was one: with all joints."""
    row = ("GA_2", "iwk", "norm")
    runs = [kept(row, 1, 350), {**kept(row, 1, 340), "count": "450"}]
    table, _ = reproduce(tmp_path, runs, "--runs", "0")
    assert cells(table, *row)[:2] == ["1", "350"]
    assert "480 joints score" in table


def test_a_row_that_the_code_repeats_stands_for_it(tmp_path):
    row = ("RAND", "-", "-")
    _, made = reproduce(tmp_path, [], "--runs", "1", "--rows", "RAND", "--processes", "1")
    old = {**made[0], "code": "of older code"}
    runs = [old, {**old, "seed": 2}]
    _, after = reproduce(tmp_path, runs, "--runs", "0", "--again", "--rows", "RAND")
    assert [run.pop("repeated by") for run in after] == [made[0]["code"]] * 2
    assert after == runs
    assert kept_runs.codes_of([*runs, {**old, "repeated by": made[0]["code"]}]) == sorted(
        {"of older code", made[0]["code"]})
    assert tuple(after[0]["row"]) == row


def test_a_row_that_the_code_does_not_repeat_is_refused(tmp_path):
    _, made = reproduce(tmp_path, [], "--runs", "1", "--rows", "RAND", "--processes", "1")
    other = {**made[0], "code": "of older code", "score": made[0]["score"] + 1}
    with pytest.raises(AssertionError, match="RAND - - seed 1: this code gives"):
        reproduce(tmp_path, [other], "--runs", "0", "--again", "--rows", "RAND")


def test_a_run_of_the_present_code_does_not_stand_for_older_ones(tmp_path):
    """The first seed is by the present code; what is repeated is a run of the older one."""
    _, made = reproduce(tmp_path, [], "--runs", "1", "--rows", "RAND", "--processes", "1")
    wrong = {**made[0], "seed": 2, "code": "of older code", "score": -1}
    with pytest.raises(AssertionError, match="RAND - - seed 2: this code gives"):
        reproduce(tmp_path, [made[0], wrong], "--runs", "0", "--again", "--rows", "RAND")
