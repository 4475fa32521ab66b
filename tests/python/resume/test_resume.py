"""What --resume promises: identity first, then on to whatever limit, with nothing lost."""

import json
import shutil
import subprocess
import time

import pytest
from harness import PARTY, SKERRY, SOURCE, another_build, command, differences, open_result, run, skerry

CONFIG = SOURCE / "configs/eternity/10x10.yaml"
# The genetic algorithm does not solve it that soon: limits end these runs.
WORDS = ["-s", "algorithm=ga", "-s", "run.islands=2", "-s", "run.sub_generations=3",
         "-s", "run.target=~", "-s", "run.time_limit_s=~"]


def epochs(n):
    return [*WORDS, "-s", f"run.epochs={n}"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("whole") / "whole.h5"
    run(CONFIG, path, *epochs(6))
    return path


def stop(path, *words):
    """A run that stops after its first generation, with a checkpoint."""
    run(CONFIG, path, *words, "-s", "run.time_limit_s=0")


@pytest.mark.parametrize("ranks", [0, 2])
def test_finished_run_goes_on_to_a_raised_limit(tmp_path, whole, ranks):
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(2))
    run(CONFIG, path, *epochs(4), "--resume", ranks=ranks)
    run(CONFIG, path, *epochs(6), "--resume")
    assert differences(whole, path) == []


def test_replicas_go_on_to_a_raised_limit(tmp_path):
    words = ["-s", "run.replicas=3", "-s", "run.islands=1"]
    run(CONFIG, tmp_path / "whole.h5", *epochs(5), *words)
    run(CONFIG, tmp_path / "a.h5", *epochs(2), *words, ranks=2)
    run(CONFIG, tmp_path / "a.h5", *epochs(5), *words, "--resume", ranks=2)
    assert differences(tmp_path / "whole.h5", tmp_path / "a.h5") == []


def test_epochs_without_migration_have_no_rows_after_a_resume(tmp_path):
    words = ["-s", "migration.policy=none"]
    run(CONFIG, tmp_path / "whole.h5", *epochs(4), *words)
    run(CONFIG, tmp_path / "a.h5", *epochs(2), *words)
    run(CONFIG, tmp_path / "a.h5", *epochs(4), *words, "--resume")
    assert differences(tmp_path / "whole.h5", tmp_path / "a.h5") == []


def test_raised_evaluations_and_target_go_on(tmp_path, whole):
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(6), "-s", "run.max_evaluations=100")
    run(CONFIG, path, *epochs(6), "-s", "run.target=1", "-s", "run.max_evaluations=~", "--resume")
    run(CONFIG, path, *epochs(6), "--resume")
    assert differences(whole, path) == []


@pytest.mark.parametrize("ranks", [0, 2])
def test_finished_run_with_its_limits_is_left_alone(tmp_path, whole, ranks):
    path = tmp_path / "a.h5"
    shutil.copy(whole, path)
    shutil.copy(f"{whole}.checkpoint", f"{path}.checkpoint")
    before = path.read_bytes()
    done = run(CONFIG, path, *epochs(6), "--resume", "--json", ranks=ranks)
    assert "nothing to resume (a higher limit, such as run.epochs, would continue it)" in done.stderr
    assert json.loads(done.stdout)["generations"] == 18
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir() if p.is_file()) == [
        "a.h5", "a.h5.checkpoint"]


def test_finished_run_without_its_checkpoint_is_left_alone(tmp_path, whole):
    path = tmp_path / "a.h5"
    shutil.copy(whole, path)
    before = path.read_bytes()
    done = run(CONFIG, path, *epochs(6), "--resume")
    assert done.stderr.endswith("is finished: nothing to resume\n")
    done = run(CONFIG, path, *epochs(7), "--resume", ok=False)
    assert done.returncode == 2
    assert "run.epochs is 6 there, 7 here" in done.stderr
    assert path.read_bytes() == before


def solutions(path):
    with open_result(path) as file:
        return {name: file[f"solutions/{name}"][()].tolist()
                for name in ("fitness", "genome", "generation", "text")}


@pytest.mark.parametrize("ranks", [0, 2])
def test_better_solutions_of_the_file_are_kept_until_they_are_found_again(tmp_path, ranks):
    path, early = tmp_path / "a.h5", tmp_path / "early"
    run(CONFIG, path, *epochs(1))
    shutil.copy(f"{path}.checkpoint", early)
    first = solutions(path)
    run(CONFIG, path, *epochs(40), "--resume")
    last = solutions(path)
    assert max(last["fitness"]) > max(first["fitness"])
    # As if the run had been killed now, and its last checkpoint had been the first one.
    shutil.copy(early, f"{path}.checkpoint")
    done = run(CONFIG, path, *epochs(2), "--resume", ranks=ranks)
    assert f"score {max(last['fitness']):g} joints, kept from before it was resumed" in done.stderr
    assert solutions(path) == last
    assert json.loads(skerry("show", path, "--json").stdout)["best"] == max(last["fitness"])
    assert skerry("verify", path).returncode == 0
    run(CONFIG, path, *epochs(3), "--resume", ranks=ranks)
    assert solutions(path) == last
    run(CONFIG, path, *epochs(41), "--resume", ranks=ranks)
    run(CONFIG, tmp_path / "whole.h5", *epochs(41))
    assert differences(tmp_path / "whole.h5", path) == []


def test_solutions_of_the_file_are_kept_until_the_run_has_come_as_far(tmp_path):
    path, early, other = tmp_path / "a.h5", tmp_path / "early", tmp_path / "b.h5"
    run(CONFIG, path, *epochs(1))
    shutil.copy(f"{path}.checkpoint", early)
    run(CONFIG, path, *epochs(40), "--resume")
    last = solutions(path)
    # It ends just before the newest of them, where it has the best, but not yet all.
    before = (max(last["generation"]) - 1) // 3
    run(CONFIG, other, *epochs(before))
    assert max(solutions(other)["fitness"]) == max(last["fitness"])
    assert solutions(other) != last
    shutil.copy(early, f"{path}.checkpoint")
    done = run(CONFIG, path, *epochs(before), "--resume")
    assert "kept from before" in done.stderr
    assert solutions(path) == last
    run(CONFIG, path, *epochs(before + 1), "--resume")
    run(CONFIG, other, *epochs(before + 1))
    assert differences(other, path) == []


OTHERS = [(["-s", "run.seed=9"], "run.seed is 1 there, 9 here"),
          (["-s", "ga.population=4"], "ga.population is"),
          (["-s", "output.solutions=3"], "output.solutions is 32 there, 3 here"),
          (["-s", "output.min_distance=0.5"], "output.min_distance is 0 there, 0.5 here"),
          (["-s", "run.seed=9", "-s", "run.replicas=2"], "(run.seed is 1 there, 9 here; run.replicas is 1 there, 2 here)")]


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("ranks", [0, 2])
def test_other_configs_are_refused(tmp_path, finished, ranks):
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(2)) if finished else stop(path, *epochs(2))
    before = {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()}
    for words, reason in OTHERS if not ranks else OTHERS[:1]:
        done = run(CONFIG, path, *epochs(2), *words, "--resume", "--json", ranks=ranks, ok=False)
        assert done.returncode == 2, done.stderr
        assert reason in done.stderr
        assert done.stderr.count("skerry:") == 1
        assert done.stdout == ""
    other = SOURCE / "configs/sliding/d3-k1-level0.yaml"
    done = run(other, path, "-s", "run.islands=2", "--resume", "--json", ok=False)
    assert done.returncode == 2 and "problem is eternity there, sliding here" in done.stderr
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()} == before


def test_changed_input_is_refused(tmp_path):
    for name in ("10x10.yaml", "pieces-10x10.txt"):
        shutil.copy(CONFIG.parent / name, tmp_path / name)
    path = tmp_path / "a.h5"
    run(tmp_path / "10x10.yaml", path, *epochs(1))
    lines = (tmp_path / "pieces-10x10.txt").read_text().splitlines()
    lines[-1], lines[-2] = lines[-2], lines[-1]
    (tmp_path / "pieces-10x10.txt").write_text("\n".join(lines) + "\n")
    done = run(tmp_path / "10x10.yaml", path, *epochs(2), "--resume", ok=False)
    assert done.returncode == 2
    assert f"(eternity.pieces: {tmp_path}/pieces-10x10.txt has changed since, first in line " in done.stderr


@pytest.mark.parametrize("ranks", [0, 2])
def test_second_checkpoint_serves_when_the_newest_is_damaged(tmp_path, whole, ranks):
    path = tmp_path / "a.h5"
    stop(path, *epochs(6))
    stop(path, *epochs(6), "--resume")
    newest = tmp_path / "a.h5.checkpoint"
    damaged = bytearray(newest.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    newest.write_bytes(damaged)
    assert (tmp_path / "a.h5.checkpoint.1").exists()
    done = run(CONFIG, path, *epochs(6), "--resume", ranks=ranks)
    assert "continuing from the previous one" in done.stderr
    assert differences(whole, path) == []


def test_every_former_result_is_kept(tmp_path):
    path = tmp_path / "a.h5"
    seeds = [1, 2, 3, 4]
    for seed in seeds:
        done = run(CONFIG, path, *epochs(1), "-s", f"run.seed={seed}")
        assert ("the former result is kept as" in done.stderr) == (seed > 1)
    assert f"kept as {path}.old.3" in done.stderr
    kept = ["a.h5.old", "a.h5.old.2", "a.h5.old.3", "a.h5"]
    for name, seed in zip(kept, seeds):
        with open_result(tmp_path / name) as file:
            assert file.attrs["seed"] == seed
        # with its checkpoint: it can still go on
        run(CONFIG, tmp_path / name, *epochs(2), "-s", f"run.seed={seed}", "--resume")


def test_a_start_over_an_unfinished_run_tells_of_resume(tmp_path):
    path, words = tmp_path / "a.h5", "it is not finished, --resume would continue it"
    stop(path, *epochs(6))
    assert words in run(CONFIG, path, *epochs(1)).stderr
    assert words not in run(CONFIG, path, *epochs(1)).stderr  # over a finished one
    stop(path, *epochs(6))
    assert words not in run(CONFIG, path, *epochs(1), "-s", "run.seed=9").stderr  # of another run


def shown(path):
    """The first line of show, and whether its JSON says that the run was killed."""
    return (skerry("show", path).stdout.splitlines()[0],
            json.loads(skerry("show", path, "--json").stdout)["killed"])


def test_show_tells_a_killed_run_from_one_that_goes_on(tmp_path):
    path, copy = tmp_path / "a.h5", tmp_path / "copy.h5"
    words = ["-s", "run.time_limit_s=~", *epochs(10**9)]
    job = subprocess.Popen(command(0, "run", CONFIG, "-o", path, *words), stderr=subprocess.DEVNULL)
    try:
        while not path.exists():
            assert job.poll() is None
            time.sleep(0.01)
        line, killed = shown(path)
        assert ": running, last written" in line and not killed
    finally:
        job.kill()
        job.wait()
    line, killed = shown(path)
    assert ": killed, last written" in line and killed
    assert f": `skerry run -o {path} " in line and line.endswith(f"{CONFIG} --resume` continues it")
    shutil.copy(path, copy)  # without its lock: nothing is known of its writer
    line, killed = shown(copy)
    assert ": running, last written" in line and not killed
    run(CONFIG, path, *epochs(1), "--resume", code=(0, 4))
    line, killed = shown(path)
    assert ": finished" in line and not killed


def test_limits_that_a_killed_run_has_passed_are_told(tmp_path):
    path = tmp_path / "a.h5"
    words = ["-s", "run.time_limit_s=~", *epochs(10**9)]
    job = subprocess.Popen(command(0, "run", CONFIG, "-o", path, *words), stderr=subprocess.DEVNULL)
    try:
        while not path.exists() or json.loads(skerry("show", path, "--json").stdout)["generations"] < 10:
            assert job.poll() is None
            time.sleep(0.01)
    finally:
        job.kill()
        job.wait()
    copy = tmp_path / "copy.h5"
    shutil.copy(path, copy)
    shutil.copy(f"{path}.checkpoint", f"{copy}.checkpoint")
    said = "had gone on beyond these limits"
    assert said not in run(CONFIG, copy, *words, "-s", "run.time_limit_s=0", "--resume", code=(0, 4)).stderr
    done = run(CONFIG, path, *epochs(2), "--resume", code=(0, 4))
    assert f"{path}: {said} (run.epochs is 1000000000 there, 2 here): the result may differ" in done.stderr


def test_limits_that_a_finished_run_has_passed_are_told(tmp_path):
    path, words = tmp_path / "a.h5", ["-s", "run.time_limit_s=~"]
    run(CONFIG, path, *words, *epochs(2), code=(0, 4))
    whole = path.read_bytes()
    done = run(CONFIG, path, *words, *epochs(1), "--resume", code=(0, 4))
    assert done.stderr.splitlines()[0] == (
        f"skerry: {path}: had gone on beyond these limits (run.epochs is 2 there, 1 here): the result may differ from "
        "that of a run with them")
    assert "nothing to resume" in done.stderr and path.read_bytes() == whole


def test_another_build_is_recorded(tmp_path):
    path, other = tmp_path / "a.h5", tmp_path / "skerry"
    stop(path, *epochs(3))
    with open_result(path) as file:
        commit = file.attrs["commit"]
    commit = commit.decode() if isinstance(commit, bytes) else commit
    # Not its end, which may serve as another text of the program too, such as a default of "3".
    fake = ("eeee" + commit[4:] if commit.startswith("f") else "ffff" + commit[4:]).encode()
    other.write_bytes(open(SKERRY, "rb").read().replace(commit.encode() + b"\0", fake + b"\0"))
    other.chmod(0o755)
    done = subprocess.run([other, "run", CONFIG, "-o", path, *epochs(3), "--resume"], text=True,
                          capture_output=True, check=False, timeout=600)
    assert done.returncode == 0
    assert f"({commit}), continued by skerry" in done.stderr and fake.decode() in done.stderr
    run(CONFIG, path, *epochs(4), "--resume")
    shown = json.loads(skerry("show", path, "--json").stdout)
    assert shown["commit"] == commit
    first, second = shown["resumed_by"].split("; ")
    assert fake.decode() in first and commit in second
    assert "resumed by" in skerry("show", path).stdout


def test_another_build_that_continues_nothing_is_not_told(tmp_path):
    path, other = tmp_path / "a.h5", another_build(tmp_path / "skerry")
    run(CONFIG, path, *epochs(2), code=(0, 4))
    for more, told in (2, False), (3, True):
        done = subprocess.run([other, "run", CONFIG, "-o", path, *epochs(more), "--resume"], text=True,
                              capture_output=True, check=False, timeout=600)
        assert ("continued by" in done.stderr, "nothing to resume" in done.stderr) == (told, not told), done.stderr


def test_a_bound_is_kept_with_the_solutions_that_it_was_proven_of(tmp_path):
    """Which the last proof has found: a run that goes on without one would not find them again."""
    path, words = tmp_path / "a.h5", ["-q", "-s", "run.islands=1"]
    run(PARTY / "vanilla.yaml", path, *words, "-s", "run.epochs=1")
    first = json.loads(skerry("show", path, "--json").stdout)
    assert first["optimal"] and first["solutions"][0]["island"] == -1
    for more in ["run.epochs=2", "run.proof_s=0"], ["run.epochs=3", "run.proof_s=0"]:
        run(PARTY / "vanilla.yaml", path, *words, "--resume", "-s", more[0], "-s", more[1])
        done = skerry("verify", path)
        assert done.returncode == 0, done.stdout
        told = json.loads(skerry("show", path, "--json").stdout)
        assert told["optimal"] and told["best"] == told["bound"] == first["best"]
        replica, = told["replica"]
        assert replica["best"] > told["best"] and replica["bound"] == told["bound"] and not replica["optimal"]
    done = run(PARTY / "vanilla.yaml", path, *words[1:], "--resume", "-s", "run.epochs=4", "-s", "run.proof_s=0")
    assert f"price {first['best']:g} coins, kept from before it was resumed, proven optimal" in done.stderr
    for result, more in (path, "--resume"), (tmp_path / "whole.h5", "-q"):
        run(PARTY / "vanilla.yaml", result, *words, "-s", "run.epochs=4", more)
    assert differences(tmp_path / "whole.h5", path) == []


@pytest.mark.parametrize("algorithm", ["exact", "portfolio"])
def test_an_exact_search_of_another_build_begins_again(tmp_path, algorithm):
    """What another build has left out as searched may be something else in this one, so that it proves nothing."""
    challenge = PARTY / "type2.yaml"
    words = ["-s", f"algorithm={algorithm}", "-s", "run.epochs=~", "-s", "run.islands=2", "-s", "run.proof_s=0",
             "-s", "exact.work=1000"]
    whole, same, other = tmp_path / "whole.h5", tmp_path / "same.h5", tmp_path / "other.h5"
    run(challenge, whole, *words)
    told = json.loads(skerry("show", whole, "--json").stdout)
    assert told["optimal"]
    evaluations = {}
    brief = tmp_path / "brief.h5"
    for path, program in ((same, SKERRY), (other, another_build(tmp_path / "skerry"))):
        run(challenge, path, *words, "-s", f"run.max_evaluations={told['evaluations'] // 2}", code=(0, 4))
        before = json.loads(skerry("show", path, "--json").stdout)
        assert before["evaluations"] < told["evaluations"] and not before["optimal"]
        for ending in "", ".checkpoint":
            shutil.copy(f"{path}{ending}", f"{brief}{ending}")
        done = subprocess.run([program, "run", challenge, "-o", brief, *words, "-s",
                               f"run.max_evaluations={before['evaluations'] + 1}", "--resume"], check=False, timeout=600)
        assert done.returncode in (0, 4) and skerry("verify", brief).returncode == 0
        done = subprocess.run([program, "run", challenge, "-o", path, *words, "--resume"], text=True,
                              capture_output=True, check=False, timeout=600)
        assert done.returncode == 0, done.stderr
        after = json.loads(skerry("show", path, "--json").stdout)
        assert after["optimal"] and after["best"] == told["best"]
        evaluations[path] = after["evaluations"] - before["evaluations"]
    assert evaluations[same] == told["evaluations"] - before["evaluations"] < evaluations[other]


def test_a_run_that_was_moved_with_its_inputs_verifies(tmp_path):
    """The config of the result names them by where they are now, and `verify` finds them by these names."""
    there, here = tmp_path / "there", tmp_path / "here"
    words = ["-s", "algorithm=ga", "-s", "run.islands=2", "-s", "run.proof_s=0", "-q"]
    shutil.copytree(SOURCE / "configs/init/party", there)
    run(there / "party.yaml", there / "a.h5", *words, "-s", "run.epochs=1")
    shutil.move(there, here)
    run(here / "party.yaml", here / "a.h5", *words, "-s", "run.epochs=2", "--resume")
    done = skerry("verify", here / "a.h5")
    assert done.returncode == 0, done
    assert f"input party.heroes: ok SHA-256 fits ({here}/heroes.csv; same on disk)\n" in done.stdout
