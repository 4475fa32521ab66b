"""A run is killed at its operations on files, one after another, and resumed: nothing is ever lost."""

import concurrent.futures
import os
import shutil
import subprocess

import numpy as np
import pytest
from harness import SEAL, SEAL_BYTES, SKERRY, SOURCE, differences, open_result, run

KILL_AT = os.environ.get("SKERRY_KILL_AT", str(SOURCE / "build/release/tests/libskerry_kill_at.so"))
CONFIG = SOURCE / "configs/eternity/4x4.yaml"
TINY = ["-s", "run.islands=1", "-s", "run.sub_generations=1", "-s", "run.epochs=2",
        "-s", "checkpoint.every_s=0", "-s", "output.solutions=2"]
STOP = ["-s", "run.time_limit_s=0"]


def play(folder, *words, config=CONFIG, fixed=TINY, **variables):
    """`skerry run` with the library that kills; its exit code, -9 when it was killed."""
    env = {**os.environ, "LD_PRELOAD": KILL_AT, "ASAN_OPTIONS": "verify_asan_link_order=0",
           **{name.upper(): str(value) for name, value in variables.items()}}
    return subprocess.run([SKERRY, "run", str(config), "-o", str(folder / "a.h5"), *fixed,
                           *words], env=env, text=True, capture_output=True, check=False,
                          timeout=300)


def begin_over_stopped(folder):
    """The result and both checkpoints of a run that was stopped twice are there."""
    run(CONFIG, folder / "a.h5", *TINY, *STOP)
    run(CONFIG, folder / "a.h5", *TINY, *STOP, "--resume")
    assert (folder / "a.h5.checkpoint.1").exists()
    return []


def resume_stopped(folder):
    run(CONFIG, folder / "a.h5", *TINY, *STOP)
    return ["--resume"]


def resume_further(folder):
    """A finished run continues to a raised limit."""
    run(CONFIG, folder / "a.h5", *TINY, "-s", "run.epochs=1")
    return ["--resume"]


def best(path):
    """The best score in a result; -inf without one."""
    if not path.exists():
        return -np.inf
    with open_result(path) as file:
        return np.nanmax(file["solutions/fitness"][()], initial=-np.inf)


def resume_stopped_in_parts(folder):
    """States are in files of their own; the run after the kill reads them, and writes one file."""
    parts = ["-s", "checkpoint.split_above=0"]
    run(CONFIG, folder / "a.h5", *TINY, *STOP, *parts)
    assert len(list(folder.glob("a.h5.checkpoint.1.0-0"))) == 1
    return ["--resume", *parts]


def operations_of(folder, *words, **case):
    """The operations of a run on files, a letter each (kill_at.c)."""
    done = play(folder, *words, kill_list=folder.parent / "list", **case)
    assert done.returncode in (0, 3), done.stderr
    return (folder.parent / "list").read_text()


def chosen(operations, each):
    """Numbers of all operations but writes, and of some of these, most of which add to the same files."""
    return [number for number, letter in enumerate(operations, 1) if letter not in "wp" or number % each == 0]


# At all operations but some writes; of the scenes after the first these are others.
@pytest.mark.parametrize("scene, each", [(resume_stopped_in_parts, 3), (begin_over_stopped, 10), (resume_stopped, 11),
                                         (resume_further, 13)])
def test_killed_at_any_operation_it_resumes(tmp_path, scene, each):
    whole, before = tmp_path / "whole.h5", tmp_path / "before"
    run(CONFIG, whole, *TINY)
    before.mkdir()
    words = scene(before)
    shutil.copytree(before, tmp_path / "counted")
    operations = operations_of(tmp_path / "counted", *words)
    assert set("owpsru") <= set(operations)

    def kill_at(number):
        folder = tmp_path / str(number)
        shutil.copytree(before, folder)
        killed = play(folder, *words, kill_at=number)
        # 0: it flushed less often than the one that was counted, and came to its end.
        ended = killed.returncode == 0 and number > len(operations) * 3 // 4
        if killed.returncode != -9 and not ended:
            return f"{number}: was not killed: {killed.returncode}"
        kept = {path.name for path in folder.iterdir()}
        if "--resume" in words and best(folder / "a.h5") < best(before / "a.h5"):
            return f"{number}: the best is lost"
        best(folder / "a.h5")  # it opens
        done = play(folder, "--resume")
        if done.returncode != 0:
            return f"{number}: {done.stderr} {sorted(kept)}"
        found = differences(whole, folder / "a.h5")
        shutil.rmtree(folder)
        return f"{number}: {found} {sorted(kept)}" if found else None

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        wrong = [text for text in pool.map(kill_at, chosen(operations, each)) if text]
    assert wrong == []


OFTEN = ["-q", "-s", "checkpoint.every_s=0"]
ENDS = {
    "optimum proven": ("party/designers/12-two-nations.yaml", 0,
                       ["-s", "run.islands=1", "-s", "run.epochs=2", "-s", "run.sub_generations=2", "-s", "run.seed=7"]),
    "epochs done": ("eternity/4x4.yaml", 0, ["-s", "algorithm=random", *TINY]),
    "proved infeasible": ("sliding/unreachable/d3-k2-level3.yaml", 3,
                          ["-s", "algorithm=beam", "-s", "run.islands=2", "-s", "run.replicas=3"]),
}


@pytest.mark.parametrize("why", ENDS)
def test_killed_near_its_end_it_ends_for_the_same_reason(tmp_path, why):
    """Also on other ranks, and also where the checkpoint is of the end already."""
    name, code, words = ENDS[why]
    case = {"config": SOURCE / "configs" / name, "fixed": [*OFTEN, *words]}
    whole = tmp_path / "whole.h5"
    run(case["config"], whole, *case["fixed"], code=code)
    with open_result(whole) as file:
        assert file.attrs["why"].decode() == why
    (tmp_path / "counted").mkdir()
    operations = len(operations_of(tmp_path / "counted", **case))
    last = range(operations - 9, operations + 1)  # the status, then the digest
    for number in sorted({*range(operations // 3, operations + 1, 11), *last}):
        folder = tmp_path / str(number)
        folder.mkdir()
        play(folder, kill_at=number, **case)
        ranks = 2 if number % 3 == 0 and "run.islands=1" not in words else 0
        run(case["config"], folder / "a.h5", *case["fixed"], "--resume", ranks=ranks, code=code)
        assert differences(whole, folder / "a.h5") == [], number
        assert (folder / "a.h5").read_bytes()[-SEAL_BYTES:].startswith(SEAL), number
