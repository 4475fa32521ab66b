"""The fuzz driver tells of every bad case, and keeps its files."""

import os
import subprocess


def test_bad_cases_are_told_and_kept(tmp_path):
    done = subprocess.run(
        [os.environ["SKERRY_FUZZ"], "--problem", "selftest", "--seed", "1", "--cases", "300",
         "--hang", "1", "--keep", tmp_path / "kept"], capture_output=True, text=True)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[:-1] == [
        "selftest case 3: wrong: selftest: a wrong answer",
        "selftest case 5: crashed: Aborted (selftest)",
        "selftest case 7: open: selftest: an open answer",
        "selftest case 9: crashed: ended with 1 (selftest)",
        "selftest case 11: crashed: hangs (selftest)",
        "selftest case 250: wrong: selftest: a wrong answer",
    ]
    assert lines[-1].startswith("selftest: 300 cases, 2 wrong, 3 crashed, 1 open; seed 1, ")
    kept = {f.name: (f / "case.yaml").read_text() for f in (tmp_path / "kept").iterdir()}
    assert kept == {f"selftest-{n}": f"number: {n}\n" for n in (3, 5, 7, 9, 11, 250)}


def test_good_cases_end_with_0_and_one_case_can_be_run_alone(tmp_path):
    done = subprocess.run(
        [os.environ["SKERRY_FUZZ"], "--problem", "selftest", "--first", "12", "--cases", "1",
         "--keep", tmp_path / "kept"], capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.startswith("selftest: 1 cases, 0 wrong, 0 crashed, 0 open; seed 2")
    assert not (tmp_path / "kept").exists()


def test_open_cases_may_be_allowed(tmp_path):
    words = [os.environ["SKERRY_FUZZ"], "--problem", "selftest", "--first", "7", "--cases", "1", "--keep", tmp_path]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 1
    assert subprocess.run([*words, "--allow-open"], capture_output=True, check=False).returncode == 0
