"""A command with a limit ends by itself and says so; what it calls proven is, all the same. No
seconds are checked here (scripts/quality/limits measures them): time-outs are for hangs."""

import fcntl
import json
import os
import random
import signal
import subprocess
import time

import pytest
from harness import SOURCE, command, patient, skerry

HANG_S = 600


def noise(kind, rows, cols):
    """A broken Zelda level: of walls, or with too many enemies."""
    rng = random.Random(kind)
    tiles = {"walls": "www.", "enemies": "1.23"}[kind]
    level = [["w" if r in (0, rows - 1) or c in (0, cols - 1) else rng.choice(tiles)
              for c in range(cols)] for r in range(rows)]
    for tile, c in zip("A+g", (1, 3, 5)):
        level[rows // 2][c] = tile
    return "\n".join("".join(row) for row in level) + "\n"


def repair(path, *words, **how):
    done = skerry("repair", path, "-g", "zelda", "--json", *words, timeout=HANG_S, **how)
    return done, [json.loads(line) for line in done.stdout.splitlines()]


# The solver calls a program infeasible that it had no time to look at; that is at some
# moments only, so many limits are tried.
@pytest.mark.parametrize("kind", ["walls", "enemies"])
def test_a_limit_is_no_proof(tmp_path, kind):
    path = tmp_path / "level.txt"
    path.write_text(noise(kind, 11, 11))
    best = repair(path)[1][0]
    assert best["optimal"]
    limit = 0.02
    while limit < 3:
        done, (one,) = repair(path, "--method", "mip", "-t", f"{limit:.3f}")
        assert "-0" not in done.stdout and "least -0" not in done.stderr
        assert not one["infeasible"], (limit, one)
        assert one["bound"] is not None and one["bound"] <= best["cost"], (limit, one)
        assert one["cost"] is None or one["cost"] >= best["cost"], (limit, one)
        assert not one["optimal"] or one["cost"] == best["cost"], (limit, one)
        limit *= 1.25


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_repair_that_is_late_says_what_it_has(tmp_path, ranks):
    path = tmp_path / "level.txt"
    path.write_text(noise("enemies", 100, 100) + "\n" + noise("walls", 100, 100))
    done, found = repair(path, "-t", "0.5", ranks=ranks, cwd=tmp_path)
    assert len(found) == 2
    for one in found:
        assert not one["infeasible"]
        assert one["cost"] is None or one["bound"] <= one["cost"]
        if one["cost"] is not None:
            level = tmp_path / "repaired.txt"
            level.write_text("\n".join(one["level"]) + "\n")
            assert skerry("check-level", level, "-g", "zelda").returncode == 0
    missing = sum(one["cost"] is None for one in found)
    assert done.returncode == (4 if missing else 0), done.stderr
    assert not missing or "not repaired" in done.stderr or "no playable level" in done.stderr


CASES = ["export", SOURCE / "configs/party/type1.yaml", "--format", "lp", "--split"]


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """A party to export with: its cases take a while to find."""
    file = tmp_path_factory.mktemp("start") / "start.h5"
    done = skerry("run", SOURCE / "configs/party/type1.yaml", "-o", file, "-q",
                  "-s", "run.epochs=1", "-s", "run.islands=1", "-s", "run.proof_s=0")
    assert done.returncode == 0, done.stderr
    return file


@pytest.mark.parametrize("limit", ["0.01", "0.3"])
def test_an_export_that_is_late_leaves_no_file_half_written(start, tmp_path, limit):
    """The cases take seconds to find."""
    done = skerry(*CASES, "--start", start, "-o", tmp_path / "out.lp", "-t", limit,
                  timeout=HANG_S)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == ("skerry: export: stopped by the time limit; no incomplete "
                           "file is left\n")
    assert not list(tmp_path.iterdir())


def test_an_export_that_is_late_says_that_its_output_is_cut(tmp_path):
    level = tmp_path / "level.txt"
    level.write_text(noise("enemies", 160, 160))
    done = skerry("export", level, "-g", "zelda", "--format", "lp", "-t", "0.01", timeout=HANG_S)
    assert done.returncode == 1
    assert done.stderr == "skerry: export: stopped by the time limit; the output is incomplete\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGPROF])
def test_an_export_that_is_stopped_removes_its_draft(tmp_path, number):
    level, draft = tmp_path / "level.txt", tmp_path / "out.mps.part"
    level.write_text(noise("enemies", 160, 160))
    words = command(0, "export", level, "-g", "zelda", "--format", "mps", "-o",
                    tmp_path / "out.mps", "-t", "1000")
    with subprocess.Popen(words, text=True, stderr=subprocess.PIPE) as child:
        while not draft.exists():
            assert child.poll() is None
        child.send_signal(number)
        _, said = child.communicate(timeout=HANG_S)
    assert said.startswith("skerry: export: stopped") and child.returncode != 0
    assert [path.name for path in tmp_path.iterdir()] == ["level.txt"]


def test_a_limit_of_an_export_is_a_time():
    done = skerry(*CASES, "-t", "soon")
    assert done.returncode == 2 and "expected: seconds above 0" in done.stderr


def test_distances_and_generate_end(tmp_path):
    """Each would take hours."""
    levels = tmp_path / "levels.txt"
    levels.write_text(noise("enemies", 400, 400) + "\n" + noise("walls", 400, 400))
    done = skerry("distances", levels, "-g", "zelda", "-t", "0.5", timeout=HANG_S)
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == ("skerry: stopped by the time limit of 0.5 s: 0 of 2 levels were "
                           "compared\n")
    done = skerry("generate", SOURCE / "configs/level/zelda.yaml", "-n", 10**9, "-t", "0.2",
                  timeout=HANG_S)
    levels.write_text(done.stdout)
    printed = int(done.stderr.split(": ")[2].split()[0])
    assert done.returncode == 1 and printed > 0, done.stderr
    assert len(done.stdout.split("\n\n")) == printed
    assert {len(row) for row in done.stdout.split()} == {13}


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_flood_that_is_late_gives_bounds(tmp_path, ranks):
    large = ["god", SOURCE / "configs/sliding/d5-k1-level0.yaml", "--diameter", "--json",
             "--quiet", "-t", "0.3"]
    done = skerry(*large, ranks=ranks, cwd=tmp_path, timeout=HANG_S)
    part = json.loads(done.stdout)
    assert done.returncode == 0 and "stopped (time limit of 0.3 s)" in done.stderr
    assert part["stopped"] and not part["complete"]
    assert part["reached"] == sum(part["levels"]) < 652458240
    for one in part["components"]:
        assert one["diameter_high"] is None or one["diameter_low"] <= one["diameter_high"]


@pytest.mark.parametrize("ranks", [0, 2])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_command_with_one_line(tmp_path, ranks, number):
    words = command(ranks, "generate", SOURCE / "configs/level/zelda.yaml", "-n", 10**12)
    env = patient(tmp_path / "scratch")
    with subprocess.Popen(words, cwd=tmp_path, env=env, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as child:
        assert len(child.stdout.readline()) == 14  # it is at work
        child.send_signal(number)
        _, said = child.communicate(timeout=HANG_S)
    assert child.returncode != 0
    assert said.count("skerry: stopped by a signal\n") == 1


def test_a_signal_is_told_once_to_one_who_reads_late(tmp_path):
    """The pipe is full for longer than the program takes to set its handlers anew."""
    levels = tmp_path / "levels.txt"
    read, write = os.pipe()
    filled = fcntl.fcntl(write, fcntl.F_SETPIPE_SZ, 4096)
    os.write(write, b"." * filled)
    with open(levels, "wb") as out, subprocess.Popen(
            command(0, "generate", SOURCE / "configs/level/zelda.yaml", "-n", 10**12), stdout=out, stderr=write) as child:
        os.close(write)
        while not levels.stat().st_size:  # until it is at work
            assert child.poll() is None
        child.send_signal(signal.SIGTERM)
        time.sleep(1)
        with open(read, "rb") as pipe:
            said = pipe.read()
    assert child.returncode == -signal.SIGTERM and said[filled:] == b"skerry: stopped by a signal\n"
