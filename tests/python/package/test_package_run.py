"""skerry.run: runs started from Python, followed, waited for, stopped and continued."""

import os

import numpy as np
import pytest
import skerry
from harness import MPI, SOURCE
from skerry.running import words_of

EXAMPLE = SOURCE / "configs/python/rastrigin.yaml"
PUZZLE = {"problem": "python", "python": {"file": str(EXAMPLE.with_suffix(".py"))}, "algorithm": "ga",
          "run": {"islands": 2, "epochs": 3}}

SLOW = """import time
import skerry

class Slow:
    gene = skerry.bits(8)

    def evaluate(self, genomes):
        time.sleep(0.5 if len(genomes) > 2 else 0)
        return genomes.sum(axis=1)
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in MPI.items():
        monkeypatch.setenv(name, value)


def test_a_config_is_run(tmp_path):
    run = skerry.run(EXAMPLE, run={"epochs": 2, "seed": 5})
    result = run.wait()
    assert not run.running and "ended" in repr(run)
    assert run.path.resolve() == tmp_path / "rastrigin.h5"
    assert (result.status, result.seed, result.generations) == ("finished", 5, 20)


def test_a_name_is_no_option(tmp_path):
    (tmp_path / "-a.yaml").write_bytes(EXAMPLE.read_bytes())
    (tmp_path / "rastrigin.py").write_bytes(EXAMPLE.with_suffix(".py").read_bytes())
    assert skerry.run("-a.yaml", run={"epochs": 1}).wait().path.resolve() == tmp_path / "-a.h5"


def test_a_section_in_which_nothing_differs_stays(tmp_path):
    given = skerry.run(EXAMPLE, run={"epochs": 1}, result="given.h5").wait().config["ga"]
    assert skerry.run(EXAMPLE, run={"epochs": 1}, ga={}).wait().config["ga"] == given
    assert given["population"] != 10  # the default


def test_a_mapping_is_run_on_ranks_to_the_same_result():
    alone = skerry.run(PUZZLE, run={"seed": 3}).wait()
    two = skerry.run(PUZZLE, ranks=2, result="two.h5", run={"seed": 3}).wait()
    assert os.path.exists("python.h5") and two.attributes["ranks"] == 2
    assert (alone.solutions.genome.values == two.solutions.genome.values).all()


def test_values_of_numpy_and_paths_are_values(tmp_path):
    places = np.array([0, 3])
    with skerry.run({"problem": "sliding", "sliding": {"d": np.int64(3), "k": 1, "start": places, "target": [3, 0]},
                     "algorithm": "ga", "run": {"epochs": 1}, "output": {"file": tmp_path / "a.h5"}},
                    run={"seed": np.uint64(5)}, ga={"mutation": np.float64(0.25)}) as run:
        result = run.wait(most_s=60)
    assert run.path == tmp_path / "a.h5" and result.seed == 5
    assert result.config["sliding"]["start"] == [0, 3] and result.config["ga"]["mutation"] == 0.25
    with pytest.raises(skerry.Error, match="ga.mutation: <object .*expected: numbers, texts"):
        skerry.run(PUZZLE, ga={"mutation": object()})
    both = [1, 2]
    assert list(words_of({"a": [both, both]})) == ["-s", "a=[[1, 2], [1, 2]]"]


def test_it_is_followed_stopped_and_continued():
    whole = skerry.run(EXAMPLE, result="whole.h5", run={"epochs": 120}).wait()
    with skerry.run(EXAMPLE, result="parts.h5", run={"epochs": 100000}) as run:
        seen = next(run.follow(every_s=0.1))
        assert seen.status == "running" and run.running
        stopped = run.stop()
        assert stopped.status == "stopped" and stopped.generations >= seen.generations
    if stopped.generations < 1200:
        again = skerry.run(EXAMPLE, result="parts.h5", resume=True, run={"epochs": 120})
        *_, last = again.follow(every_s=0.1)
        assert last.status == "finished"
        assert (last.solutions.genome.values == whole.solutions.genome.values).all()


def test_with_stops_it():
    with skerry.run(EXAMPLE, run={"epochs": 100000}) as run:
        assert run.running and run.result.status == "running"
        with pytest.raises(skerry.Error, match="still running after 0.1 s"):
            run.wait(0.1)
    assert not run.running and run.result.status == "stopped"


def test_a_former_result_is_not_taken_for_the_new_one():
    first = skerry.run(EXAMPLE, run={"epochs": 2}).wait()
    run = skerry.run(EXAMPLE, run={"epochs": 3})
    assert run.result.attributes["started"] >= first.attributes["started"]
    assert run.wait().generations == 30 and os.path.exists("rastrigin.h5.old")


MISTAKES = {
    "key": ({"ga": {"populatio": 3}}, "ga.populatio: unknown key, did you mean 'population'?"),
    "value": ({"ga": {"selection": "best"}}, "ga.selection: 'best' is none of the choices"),
    "file": ({"python": {"file": "none.py"}}, "python.file: none.py: no such file"),
    "ranks": ({"ranks": 0}, "0 ranks (expected: 1 or more)"),
    "many": ({"ranks": 7}, "7 ranks are more than the 5 islands"),
    "name": ({"output": {"file": "a{seed}.h5"}}, "output.file is a{seed}.h5 (expected: the argument result"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_failed_start_says_why(name):
    settings, text = MISTAKES[name]
    with pytest.raises(skerry.Error) as caught:
        skerry.run(EXAMPLE, **settings)
    assert text in str(caught.value) and "\n" not in str(caught.value)


def test_a_section_may_be_empty():
    assert skerry.run(PUZZLE, output=None).wait().path.name == "python.h5"


def test_no_such_config():
    with pytest.raises(skerry.Error, match="none.yaml: no such file"):
        skerry.run("none.yaml")


FAILS_LATER = """import skerry


class Mine:
    gene = skerry.bits(4)
    calls = 0

    def evaluate(self, genomes):
        self.calls += 1
        assert self.calls < 50, 'enough'
        return genomes.sum(axis=1)
"""


def test_a_failure_later_says_why(tmp_path):
    (tmp_path / "mine.py").write_text(FAILS_LATER)
    with pytest.raises(skerry.Error, match="mine.py:10: in Mine.evaluate: AssertionError: enough"):
        skerry.run({**PUZZLE, "python": {"file": "mine.py"}}, run={"epochs": 100}).wait()


def test_a_run_is_followed_from_its_first_population_on(tmp_path):
    """Before it `run.best.values[:, -1]`, as in the README, would have no column."""
    (tmp_path / "slow.py").write_text(SLOW)
    config = {"problem": "python", "python": {"file": str(tmp_path / "slow.py")}, "algorithm": "ga",
              "run": {"islands": 1, "epochs": 1, "sub_generations": 1}}
    with skerry.run(config, result="slow.h5") as run:
        seen = [(result.generations, *result.best.values[:, -1]) for result in skerry.follow(run.path, every_s=0.05)]
    assert seen[0][0] >= 0 and seen[-1][0] == 1
