"""`skerry init`: configs to begin with, as they are written."""

import shlex
import subprocess

import pytest
from harness import SOURCE, skerry

PROBLEMS = {"party": 4, "sliding": 2, "eternity": 2, "level": 4, "python": 4}


@pytest.mark.parametrize("problem", PROBLEMS)
def test_what_it_writes_runs(tmp_path, problem):
    done = skerry("init", problem, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shipped = sorted((SOURCE / "configs/init" / problem).iterdir())
    written = sorted((tmp_path / problem).iterdir())
    assert [file.name for file in written] == [file.name for file in shipped]
    assert [file.read_bytes() for file in written] == [file.read_bytes() for file in shipped]
    assert f"skerry run {problem}/{problem}.yaml" in done.stdout
    done = skerry("run", f"{problem}/{problem}.yaml", "-q", "-s", "run.epochs=2", ranks=2,
                  cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{PROBLEMS[problem]} islands" in skerry("show", f"{problem}/{problem}.h5",
                                                    cwd=tmp_path).stdout
    consent = ["--run-python"] if problem == "python" else []
    assert skerry("verify", f"{problem}/{problem}.h5", *consent, cwd=tmp_path).returncode == 0


def test_the_next_command_can_be_typed(tmp_path):
    done = skerry("init", "sliding", "it's a folder", cwd=tmp_path)
    last = done.stdout.splitlines()[-1]
    assert shlex.split(last.removeprefix("Next: "))[1:] == ["run", "it's a folder/sliding.yaml"]
    typed = subprocess.run(f"{last.removeprefix('Next: ')} -q", shell=True, cwd=tmp_path)
    assert typed.returncode == 0 and (tmp_path / "it's a folder/sliding.h5").exists()


def refused(done, text):
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("skerry: " + text) and done.stderr.count("\n") == 1


def test_it_replaces_nothing(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/party.yaml").write_text("mine")
    refused(skerry("init", "party", "mine", cwd=tmp_path),
            "init: mine/party.yaml is there already (expected: another folder)")
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["party.yaml"]
    assert (tmp_path / "mine/party.yaml").read_text() == "mine"


def test_mistakes(tmp_path):
    refused(skerry("init", "chess", cwd=tmp_path),
            "init: no problem 'chess' has a config to begin with (expected: eternity, level, party, "
            "python, sliding)")
    refused(skerry("init", cwd=tmp_path),
            "init: a problem is missing (expected: eternity, level, party, python, sliding)")
    told = skerry("init", "--help").stdout
    assert all(problem in told for problem in ("eternity", "level", "party", "python", "sliding"))
    done = skerry("init", "party", "no/such", cwd=tmp_path)
    refused(done, "init: no/such: No such file or directory (expected: a folder that can be written to, or a new one in a "
                  "folder that is there)")
    assert list(tmp_path.iterdir()) == []
