"""A party run ends at its time limit and at a signal in every phase, and proves nothing
by that. Time-outs here are for hangs alone: without limits heeded these runs last for
many minutes."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from harness import PARTY, SOURCE, command, environment, patient, ranks_of, skerry

HANG_S = 300

# Nothing feasible is found for minutes, and nothing proven. The first seconds go to the
# diagnosis, those after it to generations of some seconds each.
LADDER = [[0, 1], [1, 2], [2, 3], [4, 5], [5, 6], [6, 7], [0, 4], [1, 5], [2, 6], [3, 7]]
UNDECIDED = f"""
problem: party
party:
  heroes: {PARTY}/heroes-10000.csv
  price: price
  formation: {{places: 8, edges: {LADDER}}}
  synergy:
    weights: {{race: 3, nation: 3, religion: 1, hometown: 1}}
    points: [0, 0, 1, 4, 9, 16, 25, 36, 49]
    min: 0.7
  requirements:
    - {{mean: level, min: 66}}
    - {{same: hometown, max: 3}}
    - {{same: nation, min: 3}}
    - {{distinct: race, min: 3}}
    - {{sum: level, exactly: 569}}
  places: [{{places: [2], trait: race, values: [dwarf, orc]}}]
algorithm: ga
run: {{epochs: 1000, islands: 2}}
"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "undecided.yaml"
    path.write_text(UNDECIDED)
    return path


def catches_signals(pid):
    """Whether the run has begun: SIGUSR1 is caught from then on."""
    status = Path(f"/proc/{pid}/status").read_text()
    caught = int(status.split("SigCgt:")[1].split()[0], 16)
    return caught >> (signal.SIGUSR1 - 1) & 1


def read(file):
    return json.loads(skerry("show", file, "--json").stdout)


def test_diagnosis_ends_at_the_time_limit(config, tmp_path):
    output = tmp_path / "limit.h5"
    done = skerry("run", config, "-o", output, "-s", "run.time_limit_s=1",
                  timeout=HANG_S)
    assert "time limit" in done.stderr
    result = read(output)
    assert result["status"] == "stopped"
    assert not result["infeasible"]


@pytest.mark.parametrize("ranks", [0, 2])
def test_diagnosis_ends_at_a_signal(config, tmp_path, ranks):
    output = tmp_path / "signal.h5"
    env = patient(tmp_path / "scratch") if ranks else None
    words = command(ranks, "run", config, "-o", output)
    with subprocess.Popen(words, env=env, stderr=subprocess.PIPE, text=True) as process:
        while not output.exists() or (not ranks and not catches_signals(process.pid)):
            assert process.poll() is None, process.stderr.read()
            time.sleep(0.01)
        time.sleep(0.5)  # into the diagnosis; sooner or later is as good
        process.send_signal(signal.SIGTERM)
        try:
            _, said = process.communicate(timeout=HANG_S)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    assert "by a signal" in said  # under mpirun perhaps before the run began
    assert ranks or "stopped (told to stop" in said
    if "stopped (" in said:
        assert not read(output)["infeasible"]


def test_diagnosis_ends_at_a_signal_that_another_rank_gets(config, tmp_path):
    """Rank 0 works on it, and the others wait."""
    output = tmp_path / "signal.h5"
    words = command(2, "run", config, "-o", output)
    with subprocess.Popen(words, env=environment(tmp_path / "scratch"),
                          stderr=subprocess.PIPE, text=True) as launcher:
        while not output.exists():
            assert launcher.poll() is None, launcher.stderr.read()
            time.sleep(0.01)
        waits, = (pid for pid in ranks_of(launcher.pid)
                  if b"\0OMPI_COMM_WORLD_RANK=1\0" in Path(f"/proc/{pid}/environ").read_bytes())
        while not catches_signals(waits):
            time.sleep(0.01)
        time.sleep(0.5)  # into the diagnosis; sooner or later is as good
        os.kill(waits, signal.SIGTERM)
        try:
            _, said = launcher.communicate(timeout=HANG_S)
        except subprocess.TimeoutExpired:
            launcher.kill()
            raise
    assert "stopped (told to stop by a signal)" in said
    assert not read(output)["infeasible"]


def test_exact_search_ends_at_the_time_limit(config, tmp_path):
    output = tmp_path / "exact.h5"
    done = skerry("run", config, "-o", output, "-s", "algorithm=exact",
                  "-s", "run.time_limit_s=1", timeout=HANG_S)
    assert "limit" in done.stderr
    assert "infeasible" not in done.stderr


def test_many_heroes_of_one_cell_are_reduced_within_the_limit(tmp_path):
    # Without synergy and spreads all heroes may stand for one another: which of them
    # can be left out took time by the square of the pool.
    pool = tmp_path / "pool.csv"
    rows = (f"{i},{i * 7919 % 100003},{(i * 104729 + 13) % 99991},{1 + i}"
            for i in range(40000))
    pool.write_text("id,level,gear,price\n" + "\n".join(rows) + "\n")
    config = tmp_path / "cell.yaml"
    config.write_text(f"""
problem: party
party:
  heroes: {pool}
  price: price
  formation: {{places: 5, edges: []}}
  requirements:
    - {{mean: level, min: 99000, max: 99900}}
    - {{sum: gear, min: 300000, max: 300500}}
algorithm: exact
run: {{islands: 1, time_limit_s: 1}}
""")
    done = skerry("run", config, "-o", tmp_path / "cell.h5", timeout=HANG_S)
    assert "limit" in done.stderr or "finished" in done.stderr


def cpu_seconds(pid):
    times = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, times[11:13])) / os.sysconf("SC_CLK_TCK")


def told_after(words, number, seconds, ranks=0, scratch=None):
    """What a command prints that gets a signal after so many CPU seconds of its search."""
    env = patient(scratch) if ranks else None
    with subprocess.Popen(command(ranks, *words), env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as child:
        try:
            at_work = None
            while not at_work or not catches_signals(at_work) or cpu_seconds(at_work) < seconds:
                assert child.poll() is None, child.stderr.read()
                time.sleep(0.01)
                at_work = min(ranks_of(child.pid), default=None) if ranks else child.pid
            child.send_signal(number)
            out, _ = child.communicate(timeout=HANG_S)
        finally:
            child.kill()
    return child.returncode, out


# The same table of signals serves all commands: each of them gets one of two.
@pytest.mark.parametrize("number, ranks", [(signal.SIGINT, 0), (signal.SIGTERM, 2)])
def test_a_signal_ends_several_challenges_with_the_best_parties(tmp_path, number, ranks):
    """The first parties take some two CPU seconds, the proof minutes."""
    squads = [SOURCE / f"configs/party/squads/{name}.yaml" for name in ("eighty-four", "hybrid")]
    code, out = told_after(["disjoint", *squads, "--json"], number, 8, ranks, tmp_path / "scratch")
    found = json.loads(out)
    assert (code == 0 or ranks) and not found["proven"]
    assert found["bound"] < found["price"] == sum(one["price"] for one in found["parties"])


def test_a_signal_ends_a_list_of_parties_with_those_proven():
    """The first party takes a CPU second or two, all of them more than twenty."""
    words = ["parties", SOURCE / "configs/party/squads/club-night.yaml", "--solutions", "8", "--apart", "3"]
    code, out = told_after(words, signal.SIGTERM, 6)
    assert code == 0 and out.startswith("Party 1: price 3600")
    assert out.endswith("The next one is not known: the search ended by a signal.\n")
