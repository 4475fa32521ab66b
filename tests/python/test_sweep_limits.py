"""`skerry sweep` where limits of its configs have changed since its results were computed: they count as what a run
with the limits of now would have left, or not at all."""

import h5py
import pytest
from harness import PARTY, SEAL_BYTES, SOURCE, differences, run, skerry

# Five epochs are over before anything is proven.
CONFIG = (PARTY / "vanilla.yaml").read_text(encoding="utf-8").replace("heroes-10000.csv", f"{PARTY}/heroes-10000.csv")


def write(folder, limits, seeds="[1]"):
    """A config with these limits, and a table over it."""
    text = CONFIG.replace("epochs: 10}", limits + "}")
    assert text != CONFIG
    (folder / "v.yaml").write_text(text, encoding="utf-8")
    (folder / "t.yaml").write_text(f"config: v.yaml\nseeds: {seeds}\n", encoding="utf-8")


def sweep(folder, *words, code=0):
    done = skerry("sweep", "t.yaml", *words, cwd=folder)
    assert done.returncode == code, done.stderr
    return done


def stages(folder):
    return [line.split()[1] for line in sweep(folder, "--list").stdout.splitlines()[1:]]


def same_as_alone(folder, seed=1):
    """Whether the result of a task is that of a run which had its limits from the beginning."""
    alone = folder / "alone.h5"
    alone.unlink(missing_ok=True)
    run(folder / "v.yaml", alone, "-s", f"run.seed={seed}", "-q")
    return differences(alone, folder / f"t/v,seed={seed}.h5") == []


def test_raised_epochs_continue_beside_what_is_new(tmp_path):
    write(tmp_path, "epochs: 2", "[1, 2]")
    sweep(tmp_path)
    write(tmp_path, "epochs: 3", "[1, 2, 3]")
    assert stages(tmp_path) == ["stopped", "stopped", "missing"]
    done = sweep(tmp_path)
    assert "0 finished, 3 to run" in done.stderr and stages(tmp_path) == ["finished"] * 3
    with h5py.File(tmp_path / "t.h5") as merged:
        assert list(merged["tasks/generations"]) == [30, 30, 30]
    assert all(same_as_alone(tmp_path, seed) for seed in (1, 2, 3))
    assert "3 finished, 0 to run" in sweep(tmp_path).stderr


@pytest.mark.parametrize("before, after", [
    ("max_evaluations: 1200", "max_evaluations: 2500"), ("max_evaluations: 1200", "epochs: 3"),
    ("epochs: 2, target: 40000", "epochs: 2, target: 11000"), ("epochs: 2, target: 40000", "epochs: 2"),
    ("epochs: 2, max_evaluations: 1200", "epochs: 2, max_evaluations: 2000"),
    ("epochs: 2, replicas: 3, max_evaluations: 1200", "epochs: 2, replicas: 3")])
def test_whichever_limit_has_ended_it(tmp_path, before, after):
    write(tmp_path, before)
    sweep(tmp_path)
    write(tmp_path, after)
    assert stages(tmp_path) == ["stopped"]
    sweep(tmp_path)
    assert stages(tmp_path) == ["finished"] and same_as_alone(tmp_path)


@pytest.mark.parametrize("before, after", [
    ("epochs: 2, max_evaluations: 1200", "epochs: 3, max_evaluations: 1200"), ("epochs: 2", "epochs: 2, target: 100"),
    ("epochs: 4, target: 40000", "epochs: 2, target: 40000"), ("epochs: 2", "epochs: 2, max_evaluations: 100000")])
def test_a_limit_that_changes_nothing_leaves_it_finished(tmp_path, before, after):
    write(tmp_path, before)
    sweep(tmp_path)
    result = (tmp_path / "t/v,seed=1.h5").read_bytes()
    write(tmp_path, after)
    assert stages(tmp_path) == ["finished"]
    assert "1 finished, 0 to run" in sweep(tmp_path).stderr
    assert (tmp_path / "t/v,seed=1.h5").read_bytes() == result and same_as_alone(tmp_path)


def test_more_work_for_the_last_proof(tmp_path):
    write(tmp_path, "epochs: 2, proof_s: 0")
    sweep(tmp_path)
    write(tmp_path, "epochs: 2, proof_s: 20")
    assert stages(tmp_path) == ["stopped"]
    sweep(tmp_path)
    assert stages(tmp_path) == ["finished"] and same_as_alone(tmp_path)
    with h5py.File(tmp_path / "t.h5") as merged:
        assert merged["tasks/optimal"][0]
    write(tmp_path, "epochs: 2, proof_s: 30")  # it is proven
    assert stages(tmp_path) == ["finished"]


def test_a_proof_is_final(tmp_path):
    config = PARTY / "type2.yaml"
    (tmp_path / "t.yaml").write_text(f"config: {config}\ncases: [{{algorithm: portfolio, run.epochs: 2}}]\n")
    sweep(tmp_path)
    (tmp_path / "t.yaml").write_text(f"config: {config}\nsettings: {{algorithm: [portfolio]}}\nfolder: u\n")
    done = sweep(tmp_path, "--list")
    assert done.stdout.count("missing") == 1  # another task by its name
    name = next((tmp_path / "t").glob("*.h5"))
    (tmp_path / "u").mkdir()
    name.rename(tmp_path / "u/type2,algorithm=portfolio.h5")
    assert "1 finished, 0 to run" in sweep(tmp_path).stderr


def write_exact(folder, limits):
    base = (SOURCE / "configs/sliding/d3-k1-level1.yaml").read_text(encoding="utf-8")
    (folder / "p.yaml").write_text(base.replace("run: {", f"run: {{{limits}, "), encoding="utf-8")
    (folder / "t.yaml").write_text("config: p.yaml\nsettings: {algorithm: [exact], run.islands: [1]}\n", encoding="utf-8")


def test_a_proof_where_evaluations_are_spent_is_final(tmp_path):
    write_exact(tmp_path, "max_evaluations: 1000000")
    sweep(tmp_path)
    with h5py.File(tmp_path / "t.h5") as merged:
        spent = int(merged["tasks/evaluations"][0])
    for path in (tmp_path / "t").iterdir():
        path.unlink()
    write_exact(tmp_path, f"max_evaluations: {spent}")
    sweep(tmp_path)
    write_exact(tmp_path, f"max_evaluations: {spent + 1000}, proof_s: 0")  # the search proved it, not the last proof
    assert stages(tmp_path) == ["finished"] and "1 finished, 0 to run" in sweep(tmp_path).stderr


def test_a_proof_where_a_target_is_reached_is_final(tmp_path):
    for target in (13, 1):
        write_exact(tmp_path, f"target: {target}")
        done = sweep(tmp_path)
    assert "1 finished, 0 to run" in done.stderr
    output, words = next((tmp_path / "t").glob("*.h5")), ["-q", "-s", "algorithm=exact", "-s", "run.islands=1"]
    run(tmp_path / "p.yaml", tmp_path / "alone.h5", *words)
    assert differences(tmp_path / "alone.h5", output) == []
    assert run(tmp_path / "p.yaml", output, *words, "--resume").stderr.endswith(": nothing to resume\n")


@pytest.mark.parametrize("before, after, words", [
    ("epochs: 3", "epochs: 2", "run.epochs is 3 there, 2 here"),
    ("epochs: 2", "epochs: 2, max_evaluations: 1000", "run.max_evaluations is absent there, 1000 here"),
    ("epochs: 2, target: 100", "epochs: 2, target: 40000", "run.target is 100 there, 40000 here"),
    ("epochs: 2, proof_s: 20", "epochs: 2, proof_s: 0", "run.proof_s is 20 there, 0 here"),
    ("epochs: 2", "epochs: 3, target: 40000", "run.epochs is 2 there, 3 here; run.target is absent there, 40000 here")])
def test_one_that_went_on_beyond_the_limits_is_told_and_not_used(tmp_path, before, after, words):
    write(tmp_path, before)
    sweep(tmp_path)
    result = (tmp_path / "t/v,seed=1.h5").read_bytes()
    write(tmp_path, after)
    line = f"v,seed=1: t/v,seed=1.h5: went on beyond the limits of its task ({words}); move it away, or name another"
    done = sweep(tmp_path, "--list")
    assert line in done.stderr and done.stdout.count("unusable") == 1
    done = sweep(tmp_path, code=1)
    assert line in done.stderr and "1 of 1 tasks failed" in done.stderr
    assert (tmp_path / "t/v,seed=1.h5").read_bytes() == result
    with h5py.File(tmp_path / "t.h5") as merged:
        assert list(merged["tasks/state"].asstr()) == ["unusable"] and list(merged["tasks/generations"]) == [-1]


def test_one_without_its_checkpoint_cannot_continue(tmp_path):
    write(tmp_path, "epochs: 2")
    sweep(tmp_path)
    (tmp_path / "t/v,seed=1.h5.checkpoint").unlink()
    write(tmp_path, "epochs: 3")
    done = sweep(tmp_path, code=1)
    assert ("v,seed=1: t/v,seed=1.h5: is finished and has no checkpoint, so it cannot continue with other limits "
            "(run.epochs is 2 there, 3 here); move it away") in done.stderr


def test_a_result_that_was_moved_away_is_made_again(tmp_path):
    """As is asked for where a limit is lower now, and whatever else there is of it."""
    write(tmp_path, "epochs: 3, proof_s: 0")
    sweep(tmp_path)
    write(tmp_path, "epochs: 2, proof_s: 0")
    assert "went on beyond the limits of its task" in sweep(tmp_path, code=1).stderr
    path = tmp_path / "t/v,seed=1.h5"
    path.rename(tmp_path / "away.h5")
    assert (tmp_path / "t/v,seed=1.h5.checkpoint").exists()
    sweep(tmp_path)
    assert stages(tmp_path) == ["finished"] and same_as_alone(tmp_path)
    assert (tmp_path / "t/v,seed=1.h5.old.checkpoint").exists()


def test_a_result_from_a_checkpoint_alone_has_the_limits_that_it_has_reached(tmp_path):
    write(tmp_path, "epochs: 3, proof_s: 0")
    sweep(tmp_path)
    path = tmp_path / "t/v,seed=1.h5"
    path.unlink()
    run(tmp_path / "v.yaml", path, "-s", "run.seed=1", "--resume", "-q")
    assert stages(tmp_path) == ["finished"]
    write(tmp_path, "epochs: 2, proof_s: 0")
    assert "went on beyond the limits of its task" in sweep(tmp_path, code=1).stderr
    write(tmp_path, "epochs: 4, proof_s: 0")
    assert stages(tmp_path) == ["stopped"]
    sweep(tmp_path)
    with h5py.File(tmp_path / "t.h5") as merged:
        assert list(merged["tasks/generations"]) == [40]


def test_a_task_killed_before_its_digest_is_made_again(tmp_path):
    write(tmp_path, "epochs: 2")
    sweep(tmp_path)
    path = tmp_path / "t/v,seed=1.h5"
    path.write_bytes(path.read_bytes()[:-SEAL_BYTES])
    assert stages(tmp_path) == ["unfinished"] and skerry("verify", path).returncode == 1
    assert "0 finished, 1 to run" in sweep(tmp_path).stderr
    assert stages(tmp_path) == ["finished"] and same_as_alone(tmp_path)
    assert skerry("verify", path).returncode == 0


def test_more_ranks_than_islands_are_refused_at_once(tmp_path):
    write(tmp_path, "epochs: 2", "{from: 1, to: 40}")
    for words in (["--ranks", "4", "--jobs", "1"], ["--list", "--ranks", "4"]):
        done = sweep(tmp_path, *words, code=2)
        assert done.stderr == ("skerry: t.yaml: task 1 (v,seed=1): v.yaml:30: run.islands: 4 ranks are more than the 1 "
                               "island of 1 replica (expected: at most 1 rank, or more islands)\n")
        assert done.stdout == "" and sorted(path.name for path in tmp_path.iterdir()) == ["t.yaml", "v.yaml"]
    write(tmp_path, "epochs: 2, replicas: 2")
    assert sweep(tmp_path, "--list", "--ranks", "2").stdout.count("missing") == 1
