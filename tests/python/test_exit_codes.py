"""Exit codes: 0 a solution, 1 failed, 2 what was given is wrong, 3 proven that there is none,
4 none found; the same alone and under mpirun, in a run and in what --resume finds."""

import json
import random
import subprocess

import pytest
from harness import SOURCE, run, skerry

PARTY = SOURCE / "configs/party"
UNREACHABLE = SOURCE / "configs/sliding/unreachable/d3-k2-level3.yaml"
PLAYABLE = "wwwww\nw.+.w\nwA.gw\nw1..w\nwwwww\n"
WALL = "w\n"
CORRUPTED = "wwwww\nw.+.w\nw..gw\nw1..w\nwwwww\n"
# Random cells, more than an integer program solves before it looks at the clock.
CELLS = random.Random(5).choices("w.123", k=24 * 24)
LARGE = "".join("".join(CELLS[i:i + 24]) + "\n" for i in range(0, len(CELLS), 24))


@pytest.mark.parametrize("ranks", [0, 1, 2])
def test_run_says_what_it_found(tmp_path, ranks):
    solved = [PARTY / "type2.yaml", tmp_path / "a.h5", "-s", "run.epochs=1"]
    run(*solved, ranks=ranks)
    run(*solved, "--resume", ranks=ranks)
    for words in ([PARTY / "infeasible/01-too-many-religions.yaml", tmp_path / "b.h5"],
                  [UNREACHABLE, tmp_path / "c.h5"]):
        done = run(*words, "--json", ranks=ranks, code=3)
        assert json.loads(done.stdout)["infeasible"]
        done = run(*words, "--json", "--resume", ranks=ranks, code=3)
        assert json.loads(done.stdout)["infeasible"] and "nothing to resume\n" in done.stderr
    done = run(PARTY / "type2.yaml", tmp_path / "d.h5", "-s", "run.epochs=1", "-s",
               "party.heroes=missing.csv", ranks=ranks, code=2)
    assert "missing.csv" in done.stderr


@pytest.mark.parametrize("ranks", [0, 2])
def test_run_that_was_stopped_has_found_nothing_yet(tmp_path, ranks):
    words = [PARTY / "infeasible/01-too-many-religions.yaml", tmp_path / "a.h5", "--json"]
    done = run(*words, "-s", "run.time_limit_s=0", ranks=ranks, code=4)
    answer = json.loads(done.stdout)
    assert answer["status"] == "stopped" and answer["best"] is None and not answer["infeasible"]
    assert skerry("show", tmp_path / "a.h5").returncode == 0
    run(*words, "--resume", ranks=ranks, code=3)


@pytest.mark.parametrize("ranks", [0, 2])
def test_repair_says_what_it_found(tmp_path, ranks):
    (tmp_path / "good.txt").write_text(PLAYABLE)
    (tmp_path / "wall.txt").write_text(WALL)
    (tmp_path / "corrupted.txt").write_text(CORRUPTED)
    (tmp_path / "large.txt").write_text(LARGE)

    def code(*names, words=()):
        return skerry("repair", *(tmp_path / name for name in names), "-g", "zelda", *words,
                      ranks=ranks, cwd=tmp_path).returncode

    assert code("good.txt") == 0
    assert code("wall.txt") == code("good.txt", "wall.txt") == 3
    assert code("corrupted.txt") == 0
    assert code("large.txt", words=["-t", "1e-6", "--method", "mip"]) == 4
    assert code("nowhere.txt") == 2


def test_verify_and_check_level_fail_with_1(tmp_path):
    (tmp_path / "wall.txt").write_text(WALL)
    assert skerry("check-level", tmp_path / "wall.txt", "-g", "zelda").returncode == 1


def test_help_names_the_commands_that_have_answers(tmp_path):
    infeasible = PARTY / "infeasible/01-too-many-religions.yaml"
    commands = {"run": [infeasible, "-o", tmp_path / "a.h5"], "parties": [infeasible], "disjoint": [infeasible] * 2}
    for command, words in commands.items():
        assert skerry(command, *words, cwd=tmp_path).returncode == 3, command
    for text in (skerry("--help").stdout, skerry("manual").stdout):
        assert "run, repair, parties and disjoint: " in text.replace("`", "").replace("\n", " ")


def test_the_help_of_parties_has_its_limit():
    assert "at most 16, fewer where" in " ".join(skerry("parties", "--help").stdout.split())
    done = skerry("parties", PARTY / "type2.yaml", "--solutions", 17)
    assert done.returncode == 2 and int(done.stderr.split("1..")[1].split(")")[0]) <= 16


def test_what_is_infeasible_reaches_no_target(tmp_path):
    """Not even that of the worst fitness there is, with which a run ends at its first solution."""
    words = ["-q", "--json", "-s", "run.target=.inf", "-s", "run.islands=2", "-s", "run.epochs=1"]
    agents = [SOURCE / "configs/sliding/large/walk-10-d7-k5-r12.yaml", tmp_path / "a.h5", "-s", "algorithm=agents", "-s",
              "agents.population=5"]
    shown = json.loads(run(*agents, *words, code=4).stdout)
    assert (shown["best"], shown["why"]) == (None, "epochs done")
    shown = json.loads(run(PARTY / "type2.yaml", tmp_path / "b.h5", *words).stdout)
    assert (shown["generations"], shown["why"]) == (0, "target reached")


@pytest.mark.parametrize("name", [
    "scripts/bench", "scripts/check", "scripts/package", "scripts/quality/hosts", "scripts/reference",
    "scripts/reproduce", "scripts/run", "scripts/setup", "scripts/test", "slurm/submit"])
def test_help_of_scripts_is_no_mistake(name):
    done = subprocess.run([SOURCE / name, "-h"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and f"  {name}" in done.stdout
