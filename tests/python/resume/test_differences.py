"""What a refused --resume says of the difference between the config and that of the result."""

import h5py
import pytest
from harness import SOURCE, run, seal, skerry

HEROES = "id,race,religion,level,price\n" + "".join(
    f"{i},{('elf', 'orc', 'dwarf')[i % 3]},G{i % 4},{60 + i},{100 + 10 * i}\n" for i in range(1, 13))
CONFIG = """problem: party
party:
  heroes: heroes.csv
  formation: {places: 3, edges: [[0, 1], [1, 2]]}
  synergy: {weights: {race: 3}, points: [0, 1, 2, 8], min: 0}
  requirements:
    - {mean: level, min: 65}
algorithm: ga
ga: {population: 10, offspring: 10}
run: {seed: 1, epochs: 2, islands: 2}
"""
END = "; give another -o, or run without --resume"


@pytest.fixture
def begun(tmp_path):
    (tmp_path / "heroes.csv").write_text(HEROES)
    (tmp_path / "a.yaml").write_text(CONFIG)
    run(tmp_path / "a.yaml", tmp_path / "a.h5", "-q")
    return tmp_path


def resume(folder, *words, config="a.yaml"):
    return skerry("run", folder / config, "-o", folder / "a.h5", "-q", "--resume", *words, cwd=folder)


def told(folder, *words, config="a.yaml"):
    """What is said in brackets, on one line."""
    done = resume(folder, *words, config=config)
    begin = f"skerry: {folder}/a.h5: the result is of another config ("
    assert done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith(begin) and done.stderr.rstrip().endswith(")" + END), done.stderr
    return done.stderr.rstrip()[len(begin):-len(")" + END)]


@pytest.mark.parametrize("words, expected", [
    (["run.seed=7"], "run.seed is 1 there, 7 here"),
    (["ga.population=12"], "ga.population is 10 there, 12 here"),
    (["run.seed=7", "ga.mutation=0.5", "migration.policy=none", "run.replicas=2", "output.solutions=3"],
     "; and 2 more"),
    (["algorithm=aiea"], "algorithm is ga there, aiea here"),
    (["party.formation.places=4"], "party.formation.places is 3 there, 4 here"),
    (["party.formation.edges=[[0, 1], [0, 2]]"], "party.formation.edges[1][0] is 1 there, 0 here"),
    (["party.formation.edges=[[0, 1]]"], "party.formation.edges[1][0] is 1 there, absent here; "
                                         "party.formation.edges[1][1] is 2 there, absent here"),
    (["party.formation.edges=[[0, 1], [1, 2], [0, 2]]"],
     "party.formation.edges[2][0] is absent there, 0 here; "
     "party.formation.edges[2][1] is absent there, 2 here"),
    (["party.synergy.weights={race: 2, religion: 3}"],
     "party.synergy.weights.race is 3 there, 2 here; party.synergy.weights.religion is absent there, 3 here"),
    (["party.requirements=[{min: 65, mean: price}]"],
     "party.requirements[0].mean is level there, price here"),
])
def test_keys(begun, words, expected):
    said = told(begun, *(word for setting in words for word in ("-s", setting)))
    if expected.startswith(";"):
        assert said.endswith(expected) and said.count(" there, ") == 3
    else:
        assert said == expected


def test_a_changed_file(begun):
    lines = HEROES.splitlines(keepends=True)
    where = f"party.heroes: {begun}/heroes.csv has changed since, first in line"
    for line in 2, 5, len(lines):
        changed = lines.copy()
        changed[line - 1] = changed[line - 1][:-1] + "0\n"  # another price
        (begun / "heroes.csv").write_text("".join(changed))
        assert told(begun) == f"{where} {line}"
    (begun / "heroes.csv").write_text(HEROES + "13,elf,G0,90,900\n")
    assert told(begun) == f"{where} {len(lines) + 1}"
    assert told(begun, "-s", "run.seed=3") == f"{where} {len(lines) + 1}; run.seed is 1 there, 3 here"
    (begun / "heroes.csv").write_text("".join(lines[:-2]))
    assert told(begun) == f"{where} {len(lines) - 1}"


def test_another_file(begun):
    """Its name does not matter, what is in it does."""
    (begun / "b.csv").write_text(HEROES)
    assert resume(begun, "-s", "party.heroes=b.csv").returncode == 0
    (begun / "b.csv").write_text(HEROES.replace("\n1,orc", "\n1,elf"))
    assert told(begun, "-s", "party.heroes=b.csv") == (
        f"party.heroes is {begun}/heroes.csv there, {begun}/b.csv here, with other content, first in line 2")


def test_a_file_that_is_new(begun):
    (begun / "owned.csv").write_text("id\n1\n2\n3\n4\n5\n6\n")
    said = told(begun, "-s", "party.owned=owned.csv")
    assert said == f"party.owned is absent there, {begun}/owned.csv here"


def test_another_problem(begun):
    assert told(begun, "-s", "run.islands=2", "-s", "run.seed=1",
                config=SOURCE / "configs/sliding/d3-k1-level2.yaml").startswith(
        "problem is party there, sliding here")


def test_results_of_other_versions(begun):
    """Without a difference that can be told, the line has none."""
    with h5py.File(begun / "a.h5", "r+", libver="latest") as file:
        digest = file.attrs["config_sha256"]
        del file.attrs["config_sha256"]
        file.attrs["config_sha256"] = "0" * len(digest)
    done = resume(begun)
    assert done.returncode == 2
    assert done.stderr == f"skerry: {begun}/a.h5: the result is of another config{END}\n"


def test_a_key_that_an_earlier_version_did_not_have(begun):
    """At the value that its runs had, it is no difference."""
    later = "few_heroes", "round_work", "placings"
    run(begun / "a.yaml", begun / "a.h5", "-q", "-s", "algorithm=exact")
    with h5py.File(begun / "a.h5", "r+", libver="latest") as file:
        text = file.attrs["config"]
        lines = [line for line in text.splitlines(keepends=True) if line.split(":")[0].strip() not in later]
        assert len(lines) == len(text.splitlines()) - len(later)
        del file.attrs["config"]
        file.attrs["config"] = "".join(lines)
    seal(begun / "a.h5")
    assert told(begun, "-s", "algorithm=exact", "-s", "run.seed=7") == "run.seed is 1 there, 7 here"
    assert told(begun, "-s", "algorithm=exact", "-s", "exact.placings=1") == "exact.placings is absent there, 1 here"
