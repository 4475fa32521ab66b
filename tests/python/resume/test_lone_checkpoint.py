"""A checkpoint whose result was moved away, and a result whose checkpoint was: every command says in one line what is
there, what is missing and what to do."""

import json
import os
import subprocess

import h5py
import pytest
from harness import PARTY, SKERRY, skerry

SMALL = ["run", PARTY / "type1.yaml", "-s", "algorithm=random", "-s", "random.samples=20", "-s", "run.islands=2",
         "-s", "run.proof_s=0", "-s", "run.time_limit_s=~", "-o", "r.h5"]
MISSING = "r.h5: no such file, but its checkpoint r.h5.checkpoint is there (expected: a result of skerry"
MAKES = "; `skerry run CONFIG --resume -o r.h5` makes one from the checkpoint)\n"


def run(folder, epochs, *words, code=0):
    done = skerry(*SMALL, "-s", f"run.epochs={epochs}", *words, cwd=folder)
    assert done.returncode == code, done.stderr
    return done.stderr


def notices(errors):
    """The lines before the summary, without the folder."""
    return [line.replace(f"{os.path.dirname(line.split(': ')[1])}/", "") for line in errors.splitlines()
            if line.startswith("skerry: ")]


@pytest.fixture(name="lone")
def folder_without_the_result(tmp_path):
    run(tmp_path, 3, "-q")
    (tmp_path / "r.h5").rename(tmp_path / "away.h5")
    return tmp_path


@pytest.mark.parametrize("command, of", [
    ("show r.h5", " run"), ("verify r.h5", " run"), ("show --json r.h5", " run"), ("report r.h5", ""), ("draw r.h5", ""),
    ("table away.h5 r.h5", ""), ("plot convergence r.h5 -o a.svg", ""), ("compare r.h5 --with away.h5", "")])
def test_commands_that_read_results(lone, command, of):
    before = sorted(lone.iterdir())
    done = skerry(*command.split(), cwd=lone)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"skerry: {MISSING}{of}{MAKES}"
    assert sorted(lone.iterdir()) == before


@pytest.mark.parametrize("suffix", ["", ".1"])
def test_older_checkpoint_alone(lone, suffix):
    (lone / "r.h5.checkpoint").rename(lone / f"r.h5.checkpoint{suffix}")
    for command in ("show", "report"):
        done = skerry(command, "r.h5", cwd=lone)
        assert done.returncode == 2 and f"its checkpoint r.h5.checkpoint{suffix} is there" in done.stderr
        done = skerry(command, f"r.h5.checkpoint{suffix}", cwd=lone)
        assert done.returncode == 2 and done.stderr.endswith(", here r.h5)\n"), done.stderr
        assert f"skerry: r.h5.checkpoint{suffix}: is a checkpoint (expected: a result of skerry" in done.stderr


def test_watch_waits_and_says_for_what(lone):
    job = subprocess.Popen([SKERRY, "watch", "r.h5", "--every", "0.1"], cwd=lone, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    try:
        assert job.stderr.readline() == ("waiting for r.h5: only its checkpoint r.h5.checkpoint is there; `skerry run "
                                         "CONFIG --resume -o r.h5` makes a result from it\n")
        (lone / "away.h5").rename(lone / "r.h5")
        out, errors = job.communicate(timeout=60)
    finally:
        job.kill()
    assert (job.returncode, errors) == (0, "") and "finished" in out


def test_a_run_keeps_the_checkpoint(lone):
    """It starts over, as it was asked to, and says where the checkpoint is; that is not of a result."""
    before = (lone / "r.h5.checkpoint").read_bytes()
    assert notices(run(lone, 3)) == [
        "skerry: r.h5: a checkpoint without its result is kept as r.h5.old.checkpoint: the run starts from the "
        "beginning, --resume would continue from a checkpoint"]
    assert (lone / "r.h5.old.checkpoint").read_bytes() == before and not (lone / "r.h5.old").exists()


@pytest.mark.parametrize("words", [(), ("-q",)])
def test_resume_continues_from_the_checkpoint(lone, words):
    said = notices(run(lone, 5, "--resume", *words))
    assert said == ["skerry: r.h5: no such file, but its checkpoint is there: the run continues from it into a new "
                    "result, without the rows before it"]
    assert skerry("verify", "r.h5", cwd=lone).returncode == 0
    whole = lone / "whole"
    whole.mkdir()
    run(whole, 5, "-q")
    shown = [json.loads(skerry("show", "r.h5", "--json", cwd=folder).stdout) for folder in (lone, whole)]
    assert all(shown[0][key] == shown[1][key] for key in ("best", "bound", "generations", "evaluations", "solutions"))


@pytest.mark.parametrize("epochs", [3, 2])
def test_resumed_with_a_limit_that_it_has_passed(lone, epochs):
    said = notices(run(lone, epochs, "--resume"))
    assert said[1:] == [
        "skerry: r.h5: its checkpoint is beyond the limit of run.epochs, in generation 30: the result may differ from "
        "that of a run with it"] * (epochs < 3)


def test_resumed_with_nothing_left_to_do_the_result_has_no_curves(lone):
    run(lone, 3, "--resume", "-q")
    with h5py.File(lone / "r.h5") as file:
        assert file["curves/best"].shape[1] == 0 and len(file["solutions/fitness"]) > 0
    done = skerry("verify", "r.h5", cwd=lone)
    assert done.returncode == 0, done


def test_resume_of_another_seed_is_refused(lone):
    before = {path: path.read_bytes() for path in lone.iterdir() if path.is_file()}
    assert notices(run(lone, 5, "--resume", "-s", "run.seed=8", code=2)) == [
        "skerry: r.h5.checkpoint: the checkpoint is of another config; give another -o, or remove it"]
    assert {path: path.read_bytes() for path in lone.iterdir() if path.is_file()} == before


def test_resume_of_nothing_says_that_it_starts(tmp_path):
    assert notices(run(tmp_path, 1, "--resume", "-q")) == [
        "skerry: r.h5: there is neither a result nor a checkpoint: starting from the beginning"]


def test_resume_without_the_checkpoint(tmp_path):
    """The result is not finished: what it has is kept, and nobody is told that --resume would continue it."""
    run(tmp_path, 100000, "-q", "-s", "run.time_limit_s=1")
    (tmp_path / "r.h5.checkpoint").unlink()
    (tmp_path / "r.h5.checkpoint.1").unlink(missing_ok=True)
    before = (tmp_path / "r.h5").read_bytes()
    assert notices(run(tmp_path, 1, "--resume")) == [
        "skerry: r.h5: the result has no checkpoint beside it: starting from the beginning",
        "skerry: r.h5: the former result is kept as r.h5.old"]
    assert (tmp_path / "r.h5.old").read_bytes() == before


def test_damaged_checkpoint(tmp_path):
    """Of a whole result: what to do is said."""
    run(tmp_path, 1, "-q")
    os.truncate(tmp_path / "r.h5.checkpoint", 100)
    assert notices(run(tmp_path, 2, "--resume", code=2)) == [
        "skerry: r.h5.checkpoint: the checkpoint is truncated (expected: an intact one; without --resume the run begins "
        "again, and what is there is kept)"]
    assert notices(run(tmp_path, 1)) == ["skerry: r.h5: the former result is kept as r.h5.old"]
    assert (tmp_path / "r.h5.old.checkpoint").stat().st_size == 100


def test_damaged_result(tmp_path):
    """Of a whole checkpoint: so is what to do."""
    run(tmp_path, 1, "-q")
    with open(tmp_path / "r.h5", "r+b") as file:
        file.seek(4000)
        file.write(bytes([file.read(1)[0] ^ 1]))
    for damage in ("damaged: its bytes do not have the digest that its run stored", "truncated or damaged"):
        for command in ("show", "verify"):
            assert notices(skerry(command, "r.h5", cwd=tmp_path).stderr) == [
                f"skerry: r.h5: the result is {damage}; its checkpoint is there: move the result away, and `skerry run "
                "CONFIG --resume` makes one from it"]
        done = run(tmp_path, 2, "--resume", code=2)
        assert len(notices(done)) == 1 and "move the result away" in done or "move it away" in done, done
        os.truncate(tmp_path / "r.h5", 3000)
    assert skerry("report", "r.h5", cwd=tmp_path).stderr == (
        "skerry: r.h5: the file is truncated or damaged (`skerry verify` says more)\n")
    (tmp_path / "r.h5").rename(tmp_path / "away.h5")
    run(tmp_path, 2, "--resume")
    assert skerry("verify", "r.h5", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("replicas", [1, 2])
def test_older_copy_of_the_result(tmp_path, replicas):
    """It lacks the rows between its end and the checkpoint: nothing is written that would have a gap."""
    words = ["-q", "-s", f"run.replicas={replicas}"]
    run(tmp_path, 1, *words)
    (tmp_path / "r.h5").rename(tmp_path / "older.h5")
    run(tmp_path, 3, *words)
    (tmp_path / "older.h5").replace(tmp_path / "r.h5")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert notices(run(tmp_path, 5, "--resume", *words, code=2)) == [
        "skerry: r.h5: the result ends before its checkpoint, in generation 10 of 30; move it away to resume without its "
        "history"]
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    (tmp_path / "r.h5").unlink()
    run(tmp_path, 5, "--resume", *words)
    assert skerry("verify", "r.h5", cwd=tmp_path).returncode == 0
