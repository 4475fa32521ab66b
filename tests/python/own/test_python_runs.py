"""Puzzles written in Python: the same result on any number of ranks, interrupted or not; verified with
consent."""

import json
import os
import re
import signal
import subprocess
import time

import numpy as np
import pytest
from harness import (SOURCE, command, differences, environment, finish, open_result, patient, ranks_of,
                     run, skerry)

EXAMPLES = ["salesman", "rastrigin"]
FOLDER = SOURCE / "configs/python"

# All that a class can have; the costs are those of tests/python/own/test_python_runs.py:costs_of.
ALL = '''
import numpy as np
import skerry


class All:
    gene = skerry.bits(12)
    objectives = ["ones", "changes"]
    units = ["bits", "1"]
    goal = ["maximise", "minimise"]
    descriptors = {"first": (0, 6), "last": (0, 6)}

    def __init__(self, weights, data):
        self.weights = np.array(weights)
        assert data == b"some data"

    def evaluate(self, genomes):
        changes = abs(np.diff(genomes, axis=1)).sum(axis=1)
        ones = np.where(genomes[:, 0] == 1, genomes @ self.weights, -np.inf)
        return np.stack([ones, changes], axis=1)

    def sample(self, n, rng):
        return rng.integers(0, 2, (n, 12))

    def crossover(self, a, b, rng):
        return np.where(rng.random(a.shape) < 0.5, a, b)

    def mutate(self, genomes, rng):
        genomes[:, rng.integers(12)] ^= 1
        return genomes

    def heal(self, genomes, rng):
        genomes[:, 0] = 1
        return genomes

    def improve(self, genomes, rng):
        genomes[:, rng.permutation(12)[:2]] = 1
        return genomes

    def measure(self, genomes):
        return np.stack([genomes[:, :6].sum(axis=1), genomes[:, 6:].sum(axis=1)], axis=1)

    def describe(self, genome):
        return "".join(".#"[bit] for bit in genome)

    def verify(self, genome):
        return bool(genome[0] == 1), f"first bit {genome[0]}"
'''
ALL_CONFIG = """
problem: python
python:
  file: all.py
  arguments: {weights: "[1, 1, 2, 1, 1, 3, 1, 1, 1, 1, 1, 1]"}
  files: {data: data.txt}
algorithm: ga
run: {islands: 3, epochs: 4, sub_generations: 5, seed: 3}
"""


def write_all(folder):
    (folder / "all.py").write_text(ALL)
    (folder / "data.txt").write_text("some data")
    (folder / "all.yaml").write_text(ALL_CONFIG)
    return folder / "all.yaml"


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_alike_on_any_number_of_ranks(tmp_path, name):
    for ranks in (0, 2, 5):
        run(FOLDER / f"{name}.yaml", tmp_path / f"{ranks}.h5", "-q", "-s", "run.epochs=4", ranks=ranks)
    for ranks in (2, 5):
        assert differences(tmp_path / "0.h5", tmp_path / f"{ranks}.h5") == []
    verified = skerry("verify", "0.h5", "--run-python", cwd=tmp_path)
    assert verified.returncode == 0, verified.stdout


def test_the_time_of_a_start_includes_the_preparation_of_the_puzzle(tmp_path):
    """As run.time_limit_s counts it; the times of the search do not."""
    config = write_all(tmp_path)
    slow = ALL.replace("        self.weights =", "        time.sleep(1)\n        self.weights =")
    (tmp_path / "all.py").write_text("import time\n" + slow)
    for epochs in 4, 5:
        done = run(config, tmp_path / "a.h5", "-s", f"run.epochs={epochs}", "--resume")
        assert float(re.search(r"after ([0-9.]+) s: ", done.stderr)[1]) >= 1
    shown = json.loads(skerry("show", tmp_path / "a.h5", "--json").stdout)
    assert all(start["elapsed_s"] >= 1 for start in shown["starts"]) and len(shown["starts"]) == 2
    assert shown["elapsed_s"] - shown["replica"][0]["elapsed_s"] >= 2


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_killed_on_five_ranks_resume_to_the_same_result(tmp_path, name):
    words = ("-q", "-s", "checkpoint.every_s=0", "-s", "run.epochs=60")
    run(FOLDER / f"{name}.yaml", tmp_path / "whole.h5", *words)
    killed = tmp_path / "killed.h5"
    with subprocess.Popen(command(5, "run", FOLDER / f"{name}.yaml", "-o", killed, *words), cwd=tmp_path,
                          env=environment(tmp_path / "scratch"), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as job:
        while job.poll() is None and not list(tmp_path.glob("killed.h5.checkpoint*")):
            time.sleep(0.02)
        for pid in ranks_of(job.pid)[2:3]:
            os.kill(pid, signal.SIGKILL)
        finish(job)
    with open_result(killed) as result:
        assert result.attrs["status"] == b"running"
    run(FOLDER / f"{name}.yaml", killed, *words, "--resume", ranks=3)
    assert differences(tmp_path / "whole.h5", killed) == []


BUSY = """
import time
import numpy as np
import skerry


class Busy:
    gene = skerry.bits(4)

    def evaluate(self, genomes):
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        return genomes.sum(axis=1)
"""


def test_its_cpu_time_is_counted(tmp_path):
    (tmp_path / "busy.py").write_text(BUSY)
    config = tmp_path / "busy.yaml"
    config.write_text("problem: python\npython: {file: busy.py}\nalgorithm: ga\n"
                      "ga: {population: 4, offspring: 4, diversity_min: 0}\n"
                      "run: {islands: 2, epochs: 2, sub_generations: 5}\n")
    for ranks in (0, 2):
        run(config, tmp_path / "busy.h5", "-q", ranks=ranks)
        with open_result(tmp_path / "busy.h5") as result:
            calls = 2 * 11  # a generation of an island at least one, and the first populations
            assert calls * 0.05 <= result.attrs["cpu_time"] == result["starts/cpu_time"][0]
            assert result["improvements/cpu"][0] >= 0.05


def test_all_that_a_class_can_have(tmp_path):
    config = write_all(tmp_path)
    for ranks in (0, 3):
        run(config, tmp_path / f"{ranks}.h5", "-q", ranks=ranks)
    assert differences(tmp_path / "0.h5", tmp_path / "3.h5") == []
    weights = np.array([1, 1, 2, 1, 1, 3, 1, 1, 1, 1, 1, 1])
    with open_result(tmp_path / "0.h5") as result:
        solutions = result["solutions"]
        genomes = solutions["genome"][()].astype(int)
        assert genomes.shape[1] == 12 and (genomes[:, 0] == 1).all()
        assert (solutions["objectives"][:, 0] == genomes @ weights).all()
        assert (solutions["objectives"][:, 1] == abs(np.diff(genomes, axis=1)).sum(axis=1)).all()
        assert solutions["fitness"][0] == 15
        assert solutions["text"][0].tobytes().rstrip(b"\0").decode() == "############\n"
        inputs = {item.attrs["key"]: item[()].tobytes() for item in result["problem/inputs"].values()
                  if "key" in item.attrs}
        assert inputs == {"python.file": ALL.encode(), "python.files.data": b"some data"}


HUGE = """
import skerry


class Huge:
    gene = skerry.bits(8)

    def evaluate(self, genomes):
        return 1.7e308 - 1e306 * genomes.sum(axis=1)
"""


def test_means_of_costs_whose_sum_overflows(tmp_path):
    (tmp_path / "huge.py").write_text(HUGE)
    config = tmp_path / "huge.yaml"
    config.write_text("problem: python\npython: {file: huge.py}\nalgorithm: random\n"
                      "random: {samples: 5}\nrun: {islands: 2, epochs: 1, sub_generations: 2}\n")
    run(config, tmp_path / "huge.h5", "-q")
    with open_result(tmp_path / "huge.h5") as result:
        best, mean, worst = (result[f"curves/{name}"][()] for name in ("best", "mean", "worst"))
        assert (best <= mean).all() and (mean <= worst).all() and (worst <= 1.7e308).all()


@pytest.mark.parametrize("algorithm", ["map_elites", "moea", "aiea", "random"])
def test_every_algorithm_takes_it(tmp_path, algorithm):
    words = ("-q", "-s", f"algorithm={algorithm}", "-s", "run.epochs=2")
    if algorithm == "map_elites":
        words += ("-s", "map_elites.bins=[7, 7]")
    config = write_all(tmp_path)
    for ranks in (0, 3):
        run(config, tmp_path / f"{ranks}.h5", *words, ranks=ranks)
    assert differences(tmp_path / "0.h5", tmp_path / "3.h5") == []
    assert skerry("verify", "0.h5", "--run-python", cwd=tmp_path).returncode == 0


def test_verify_runs_code_with_consent_alone(tmp_path):
    config = write_all(tmp_path)
    run(config, tmp_path / "a.h5", "-q")
    (tmp_path / "all.py").write_text("raise SystemExit('not the stored file')")
    bare = skerry("verify", "a.h5", cwd=tmp_path)
    assert bare.returncode == 2 and bare.stdout == ""
    assert bare.stderr == ("skerry: a.h5: its puzzle is Python code, which is not run automatically "
                           "(expected: --run-python, if you trust it)\n")
    done = skerry("verify", "a.h5", "--run-python", "--all", cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "the file on disk differs now" in done.stdout
    assert "ok ones 15, as evaluate says" in done.stdout and "ok verify: first bit 1" in done.stdout
    shown = skerry("show", "a.h5", cwd=tmp_path)
    assert shown.returncode == 0 and "############" in shown.stdout


def test_verify_finds_wrong_solutions(tmp_path):
    config = write_all(tmp_path)
    (tmp_path / "all.py").write_text(ALL.replace("bool(genome[0] == 1)", "bool(genome[0] == 0)"))
    run(config, tmp_path / "a.h5", "-q")
    done = skerry("verify", "a.h5", "--run-python", cwd=tmp_path)
    assert done.returncode == 1 and "WRONG verify: first bit 1" in done.stdout
    assert "0 of " in done.stdout and "solutions are wrong" in done.stderr


def test_the_file_belongs_to_the_identity(tmp_path):
    config = write_all(tmp_path)
    run(config, tmp_path / "a.h5", "-q", "-s", "run.epochs=2")
    longer = ("run", config, "-o", "a.h5", "-q", "-s", "run.epochs=4", "--resume")
    (tmp_path / "all.py").write_text(ALL + "\n# another file\n")
    line = len(ALL.splitlines()) + 1
    done = skerry(*longer, cwd=tmp_path)
    assert done.returncode == 2
    assert f"(python.file: {tmp_path}/all.py has changed since, first in line {line})" in done.stderr
    (tmp_path / "all.py").write_text(ALL)
    done = skerry(*longer, "-s", "python.arguments.weights=[1]", cwd=tmp_path)
    assert done.returncode == 2
    done = skerry(*longer, "-s", "python.evaluation_timeout_s=7", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    run(config, tmp_path / "whole.h5", "-q")
    assert differences(tmp_path / "a.h5", tmp_path / "whole.h5") == []


def test_a_run_whose_process_died_is_continued(tmp_path):
    """Nothing of the step in which it died is in the result."""
    (tmp_path / "mortal.py").write_text(MORTAL)
    config = tmp_path / "mortal.yaml"
    config.write_text("problem: python\npython: {file: mortal.py}\nalgorithm: ga\n"
                      "run: {islands: 2, epochs: 6, sub_generations: 5}\ncheckpoint: {every_s: 0}\n")
    alive = tmp_path / "alive"
    alive.touch()
    run(config, tmp_path / "whole.h5", "-q")
    alive.unlink()
    for ranks in (0, 2):
        done = run(config, tmp_path / f"{ranks}.h5", "-q", ranks=ranks, code=1)
        assert "in Mortal.evaluate: its process ended with exit code 9" in done.stderr
        assert skerry("show", f"{ranks}.h5", cwd=tmp_path).returncode == 0
    alive.touch()
    for ranks in (0, 2):
        run(config, tmp_path / f"{ranks}.h5", "-q", "--resume", ranks=2 - ranks)
        assert differences(tmp_path / "whole.h5", tmp_path / f"{ranks}.h5") == []


MORTAL = """
import os
import skerry


class Mortal:
    gene = skerry.integers(0, 99, 6)
    calls = 0

    def evaluate(self, genomes):
        self.calls += 1
        if self.calls > 30 and not os.path.exists("alive"):
            os._exit(9)
        return genomes.sum(axis=1)
"""


def workers_of(folder):
    """Command lines of workers that live, started by ranks in this folder."""
    found = []
    for entry in os.scandir("/proc"):
        try:
            if entry.name.isdigit() and os.readlink(f"/proc/{entry.name}/cwd") == str(folder):
                words = open(f"/proc/{entry.name}/cmdline", "rb").read().split(b"\0")
                found += [entry.name] if b"skerry.worker" in words else []
        except OSError:
            continue
    return found


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_signal_stops_the_run_and_no_worker_says_anything(tmp_path, ranks):
    """To the whole group, as from a terminal."""
    words = command(ranks, "run", FOLDER / "rastrigin.yaml", "-o", "a.h5", "-s", "run.epochs=100000")
    with subprocess.Popen(words, cwd=tmp_path, env=patient(tmp_path / "scratch"), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, start_new_session=True) as job:
        while job.poll() is None and not (tmp_path / "a.h5").exists():
            time.sleep(0.02)
        time.sleep(0.3)
        assert len(workers_of(tmp_path)) == max(ranks, 1)
        os.killpg(job.pid, signal.SIGINT)
        _, said = job.communicate(timeout=120)
    assert "KeyboardInterrupt" not in said and "Traceback" not in said
    assert "told to stop by a signal" in said
    assert workers_of(tmp_path) == []


def test_workers_end_with_their_rank(tmp_path):
    words = command(0, "run", FOLDER / "rastrigin.yaml", "-o", "a.h5", "-s", "run.epochs=100000")
    with subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE) as job:
        while job.poll() is None and not (tmp_path / "a.h5").exists():
            time.sleep(0.02)
        assert len(workers_of(tmp_path)) == 1
        job.kill()
    for _ in range(100):
        if not workers_of(tmp_path):
            break
        time.sleep(0.05)
    assert workers_of(tmp_path) == []


SLOW = """
import time
import skerry


class Slow:
    gene = skerry.bits(8)

    def evaluate(self, genomes):
        time.sleep(0.03 * len(genomes))
        return genomes.sum(axis=1)
"""
SLOW_CONFIG = """
problem: python
python: {file: slow.py}
algorithm: ga
ga: {diversity_min: 0}
run: {islands: 1, epochs: 1, sub_generations: 4}
"""


def test_a_slow_evaluation_can_be_interrupted(tmp_path):
    """A step of more than a second ends soon after the time limit, undone, and is made again when resumed."""
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "slow.yaml").write_text(SLOW_CONFIG)
    config = tmp_path / "slow.yaml"
    run(config, tmp_path / "whole.h5", "-q")
    run(config, tmp_path / "cut.h5", "-q", "-s", "run.time_limit_s=1.9", code=(0, 4))
    with open_result(tmp_path / "cut.h5") as result:
        assert result.attrs["status"] == b"stopped"
    run(config, tmp_path / "cut.h5", "-q", "--resume")
    assert differences(tmp_path / "whole.h5", tmp_path / "cut.h5") == []


COVER = """
import numpy as np
import skerry

WEIGHTS = np.random.default_rng(1).integers(1, 50, 40)


class Cover:
    gene = skerry.bits(40)
    objectives = ["weight", "ones"]

    def evaluate(self, genomes):
        ones = genomes.sum(axis=1)
        return np.stack([np.where(ones >= 22, genomes @ WEIGHTS, np.inf), ones], axis=1)
"""


def test_moea_is_not_led_by_infeasible_genomes(tmp_path):
    """What has fewer ones than are allowed is the best by the second objective, and no member of the front."""
    (tmp_path / "cover.py").write_text(COVER)
    (tmp_path / "cover.yaml").write_text("""
problem: python
python: {file: cover.py}
algorithm: moea
moea: {population: 50, elite: 25, mutation: 0.05}
run: {islands: 2, epochs: 10, seed: 1}
""")
    run(tmp_path / "cover.yaml", tmp_path / "cover.h5")
    least = np.sort(np.random.default_rng(1).integers(1, 50, 40))[:22].sum()
    with open_result(tmp_path / "cover.h5") as file:
        assert file["solutions/fitness"][0] <= 1.1 * least
