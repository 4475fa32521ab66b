"""Islands on ranks that are not alike, and in groups: the same result whatever the ranks, unless
islands are told not to wait for each other."""

import json
import shutil
import subprocess

import pytest
from harness import PARTY, SKERRY, another_build, differences, environment, open_result, run, skerry
from test_plugins import plugin, write


def test_islands_that_move_give_the_same_result(tmp_path, monkeypatch):
    config = write(tmp_path, epochs=8)
    words = ("run", config, "--plugin", plugin("onemax_asleep"), "-q", "-o")
    alone = skerry(*words, "alone.h5", cwd=tmp_path)
    assert alone.returncode == 0, alone.stderr
    monkeypatch.setenv("ONEMAX_SLEEP_US", "1500")
    monkeypatch.setenv("ONEMAX_SLOW_RANK", "1")
    done = skerry(*words, "moved.h5", "-s", "run.distribution=speed", ranks=2, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert differences(tmp_path / "alone.h5", tmp_path / "moved.h5") == []


def test_groups_give_the_same_result_on_any_ranks(tmp_path):
    alone, shared = tmp_path / "alone.h5", tmp_path / "shared.h5"
    settings = ("run.islands=7", "run.epochs=5", "run.sub_generations=2", "migration.group=3",
                "migration.between_every=2")
    for result, ranks in ((alone, 0), (shared, 4)):
        run(PARTY / "type1.yaml", result, "-q",
            *(word for setting in settings for word in ("-s", setting)), ranks=ranks)
    assert differences(alone, shared) == []


ASYNCHRONOUS = ("-s", "migration.mode=asynchronous", "-s", "migration.period_s=0.4")


def test_a_slow_rank_holds_up_no_other(tmp_path, monkeypatch):
    config = write(tmp_path, epochs=4)
    monkeypatch.setenv("ONEMAX_SLEEP_US", "1500")
    monkeypatch.setenv("ONEMAX_SLOW_RANK", "1")
    words = ("run", config, "--plugin", plugin("onemax_asleep"), "-o", "free.h5", *ASYNCHRONOUS,
             "-s", "run.islands=4")
    done = skerry(*words, "-s", "run.epochs=2", ranks=2, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "another run of this seed gives another result" in done.stderr
    done = skerry(*words, "--resume", ranks=4, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    with open_result(tmp_path / "free.h5") as file:
        evaluations = file["curves/evaluations"][0]
        assert evaluations.shape == (5, 4)
        assert (evaluations[1:] > evaluations[:-1]).all()
        made = evaluations[2] - evaluations[1]  # on two ranks
        assert made[:2].min() > made[2:].max()
        assert (file["migration/moved"][0][:2, 1::2] > 0).all()
        assert file.attrs["asynchronous"] == 1
    shown = json.loads(skerry("show", "free.h5", "--json", cwd=tmp_path).stdout)
    assert shown["asynchronous"] is True and shown["generations"] == 4
    checked = skerry("verify", "free.h5", "--plugin", plugin("onemax_asleep"), cwd=tmp_path)
    assert checked.returncode == 0, checked.stderr


def test_ranks_of_another_build_are_refused(tmp_path):
    words = ["run", PARTY / "type1.yaml", "-o", tmp_path / "a.h5"]
    done = subprocess.run(["mpirun", "-n", "1", SKERRY, *words, ":", "-n", "1", another_build(tmp_path / "skerry"), *words],
                          env=environment(tmp_path / "scratch"), text=True, capture_output=True, timeout=600, check=False)
    assert done.returncode == 2 and not (tmp_path / "a.h5").exists()
    said = [line for line in done.stderr.splitlines() if line.startswith("skerry:")]
    assert len(said) == 1 and "runs another build of skerry" in said[0] and "(expected: one build on all hosts)" in said[0]


@pytest.mark.skipif(subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode != 0,
                    reason="needs a mount namespace")
def test_ranks_with_another_plugin_of_the_same_name_are_refused(tmp_path):
    """As on two hosts with files of their own: the second rank has another folder under the same name."""
    config, here, there = write(tmp_path), tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        shutil.copy(plugin(), folder / "libonemax.so")
    with open(there / "libonemax.so", "ab") as file:
        file.write(b"\0")
    words = [SKERRY, "run", config, "--plugin", here / "libonemax.so", "-o", tmp_path / "a.h5"]
    other = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" "$1" && shift && exec "$@"', there, here, *words]
    done = subprocess.run(["mpirun", "-n", "1", *words, ":", "-n", "1", *other], env=environment(tmp_path / "scratch"),
                          text=True, capture_output=True, timeout=600, check=False)
    assert done.returncode == 2 and not (tmp_path / "a.h5").exists()
    said = [line for line in done.stderr.splitlines() if line.startswith("skerry:")]
    assert said == [f"skerry: rank 1: {here}/libonemax.so: differs from the file that rank 0 has under this name"]


def test_a_run_that_waits_says_so(tmp_path):
    run(PARTY / "type1.yaml", tmp_path / "one.h5", "-q", "-s", "run.epochs=1")
    with open_result(tmp_path / "one.h5") as file:
        assert file.attrs["asynchronous"] == 0
