"""The promises of the program, each by its own test, on real result files under mpirun."""

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time

import h5py
import pytest
from harness import (FREE_ATTRIBUTES, FREE_GROUPS, PARTY, SKERRY, SOURCE, command, differences,
                     environment, finish, kill_a_rank, open_result, patient, run, skerry)

CONFIG = PARTY / "type2.yaml"
# The paper's plain operators: many short generations.
PLAIN = ["-s", "run.epochs=6", "-s", "ga.local_search=0", "-s", "run.seed=5"]
# Long enough to be killed, with checkpoints often.
LONG = ["-s", "run.epochs=60", "-s", "ga.local_search=0", "-s", "checkpoint.every_s=0.2"]
ENDLESS = [*LONG, "-s", "run.epochs=1000000000"]
KILLS = int(os.environ.get("SKERRY_KILLS", "4"))


def status_of(path):
    with open_result(path) as file:
        status = file.attrs["status"]
    return status.decode() if isinstance(status, bytes) else status


def epochs_of(path):
    with open_result(path) as file:
        return len(file["migration/epoch"])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The uninterrupted long run that others are compared with."""
    path = tmp_path_factory.mktemp("whole") / "whole.h5"
    run(CONFIG, path, *LONG, ranks=2)
    assert status_of(path) == "finished"
    return path


@pytest.fixture(scope="module")
def room(tmp_path_factory, whole):
    """Bytes that suffice to begin the long run, not to end it: a file that is written in many small pieces, as on a busy
    machine, is more than twice as large."""
    path = tmp_path_factory.mktemp("begun") / "begun.h5"
    run(CONFIG, path, *LONG, "-s", "run.epochs=1")
    begun = path.stat().st_size
    return begun + (whole.stat().st_size - begun) // 8


@pytest.mark.parametrize("ranks", [1, 2, 3, 5])
def test_same_result_on_any_number_of_ranks(tmp_path, ranks):
    run(CONFIG, tmp_path / "alone.h5", *PLAIN)
    run(CONFIG, tmp_path / "shared.h5", *PLAIN, ranks=ranks)
    assert differences(tmp_path / "alone.h5", tmp_path / "shared.h5") == []


def without_times(path):
    """A copy without times, hosts, the number of ranks and the file's own name."""
    copy = path.with_suffix(".bare.h5")
    shutil.copy(path, copy)
    with h5py.File(copy, "r+") as file:
        for name in FREE_ATTRIBUTES & set(file.attrs):
            del file.attrs[name]
        for name in FREE_GROUPS:
            del file[name]
        for name in ("curves/elapsed", "migration/seconds", "replicas/elapsed",
                     "improvements/elapsed", "improvements/cpu"):
            file[name][...] = 0
    return copy


def test_h5diff_agrees_that_results_are_the_same(tmp_path):
    for ranks in (1, 3):
        run(CONFIG, tmp_path / f"{ranks}.h5", *PLAIN, ranks=ranks)
    bare = [without_times(tmp_path / f"{ranks}.h5") for ranks in (1, 3)]
    done = subprocess.run(["h5diff", "-v1", *bare], text=True, capture_output=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_other_seeds_give_other_results(tmp_path):
    run(CONFIG, tmp_path / "a.h5", *PLAIN)
    run(CONFIG, tmp_path / "b.h5", *PLAIN, "-s", "run.seed=6")
    assert "curves/best" in differences(tmp_path / "a.h5", tmp_path / "b.h5")


def test_replicas_are_the_same_on_any_number_of_ranks(tmp_path):
    words = [*PLAIN, "-s", "run.replicas=3"]
    run(CONFIG, tmp_path / "alone.h5", *words)
    for ranks in (2, 7):
        run(CONFIG, tmp_path / f"{ranks}.h5", *words, ranks=ranks)
        assert differences(tmp_path / "alone.h5", tmp_path / f"{ranks}.h5") == []


UNREACHABLE = (SOURCE / "configs/sliding/unreachable/d3-k2-level3.yaml", "-q", "-s", "algorithm=beam",
               "-s", "run.islands=3", "-s", "run.replicas=3")
HARMONY = (PARTY / "infeasible/02-harmony-of-nations.yaml", "-q", "-s", "algorithm=ga", "-s", "run.islands=3",
           "-s", "run.replicas=2")


@pytest.mark.parametrize("config, words", [(config, words) for config, *words in (UNREACHABLE, HARMONY)],
                         ids=["unreachable", "harmony"])
def test_infeasible_replicas_are_the_same_on_any_number_of_ranks(tmp_path, config, words):
    """A proof ends each replica after its first population, whether they run side by side or not."""
    run(config, tmp_path / "1.h5", *words, code=3)
    with open_result(tmp_path / "1.h5") as file:
        assert len(set(file["replicas/evaluations"])) == 1 and file["replicas/infeasible"][()].all()
        assert file.attrs["why"] == b"proved infeasible"
    for ranks in (2, 3):
        run(config, tmp_path / f"{ranks}.h5", *words, ranks=ranks, code=3)
        assert differences(tmp_path / "1.h5", tmp_path / f"{ranks}.h5") == []


def start(output, *words, ranks, within=environment):
    return subprocess.Popen(command(ranks, "run", CONFIG, "-o", output, *words),
                            cwd=output.parent, env=within(output.parent / "scratch"),
                            stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def wait_for(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


@pytest.mark.parametrize("kill", range(KILLS))
def test_killed_rank_loses_nothing(tmp_path, whole, kill):
    chance = random.Random(kill)
    output = tmp_path / "killed.h5"
    job = start(output, *LONG, ranks=1 + kill % 3)
    wait_for(output.exists)
    time.sleep(chance.uniform(0, 1.5))
    kill_a_rank(job, chance.choice)
    finish(job)
    with open_result(output) as file:  # it opens, whatever happened
        assert "curves" in file
    run(CONFIG, output, *LONG, "--resume", ranks=1 + (kill + 1) % 3)
    assert status_of(output) == "finished"
    assert differences(whole, output) == []
    assert [path.name for path in tmp_path.glob("*.checkpoint*")] == ["killed.h5.checkpoint"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGUSR1, signal.SIGINT])
def test_signal_stops_with_a_checkpoint(tmp_path, number):
    """The run has no end of its own: mpirun may take seconds to pass the signal on."""
    output = tmp_path / "told.h5"
    job = start(output, *ENDLESS, ranks=2, within=patient)
    wait_for(output.with_name("told.h5.checkpoint").exists)
    job.send_signal(number)
    _, errors = job.communicate(timeout=300)
    assert "stopped (told to stop" in errors
    if number == signal.SIGUSR1:  # forwarded: the program's own exit code
        assert job.returncode == 0
    assert status_of(output) == "stopped"
    some_more = [*ENDLESS, "-s", f"run.epochs={epochs_of(output) + 20}"]
    run(CONFIG, output, *some_more, "--resume")
    run(CONFIG, tmp_path / "whole.h5", *some_more, ranks=2)
    assert differences(tmp_path / "whole.h5", output) == []


def test_second_writer_is_refused(tmp_path, whole):
    output = tmp_path / "mine.h5"
    job = start(output, *LONG, ranks=1)
    wait_for(output.exists)
    done = run(CONFIG, output, *LONG, ok=False)
    assert done.returncode == 2
    assert done.stderr.strip().endswith("another run is writing it (expected: another -o, or "
                                        "wait for its end)")
    job.communicate(timeout=300)
    assert status_of(output) == "finished"
    assert differences(whole, output) == []
    assert not output.with_name("mine.h5.lock").exists()


def test_time_limit_stops_and_resumes(tmp_path, whole):
    output = tmp_path / "limited.h5"
    done = run(CONFIG, output, *LONG, "-s", "run.time_limit_s=0.5")
    assert "stopped" in done.stderr
    assert status_of(output) == "stopped"
    run(CONFIG, output, *LONG, "--resume")
    assert differences(whole, output) == []


def test_a_bound_that_was_cut_short_is_made_good(tmp_path):
    """Replicas end at a limit in starts whose time is up before the first bound of the problem is known."""
    (tmp_path / "heroes.csv").write_text("id,price,race\n" + "".join(f"{i},{i % 5 + 3},{'ab'[i % 2]}\n"
                                                                    for i in range(1, 12)))
    config = tmp_path / "small.yaml"
    config.write_text("""problem: party
party:
  heroes: heroes.csv
  formation: {places: 3}
  requirements: [{count: race, value: a, min: 1}]
algorithm: ga
run: {islands: 2, epochs: 3, replicas: 2, max_evaluations: 1, proof_s: 0}
""")
    run(config, tmp_path / "whole.h5")
    with open_result(tmp_path / "whole.h5") as file:
        assert file["replicas/optimal"][()].all() and file.attrs["why"] == b"optimum proven"
    output = tmp_path / "cut.h5"
    for _ in range(3):
        run(config, output, "--resume", "-s", "run.time_limit_s=0", code=(0, 4))
        assert status_of(output) == "stopped"
    run(config, output, "--resume")
    assert differences(tmp_path / "whole.h5", output) == []


def test_resuming_a_finished_run_changes_nothing(tmp_path):
    output = tmp_path / "done.h5"
    run(CONFIG, output, *PLAIN)
    before = output.read_bytes()
    done = run(CONFIG, output, *PLAIN, "--resume")
    assert "finished" in done.stderr
    assert output.read_bytes() == before


def test_checkpoint_of_another_config_is_refused(tmp_path):
    output = tmp_path / "mine.h5"
    run(CONFIG, output, *LONG, "-s", "run.time_limit_s=0.3")
    before = output.read_bytes()
    done = run(CONFIG, output, *LONG, "-s", "ga.population=12", "--resume", ranks=2,
               ok=False)
    assert done.returncode == 2
    assert "another config" in done.stderr
    assert output.read_bytes() == before


def test_damaged_checkpoints_are_refused(tmp_path):
    output = tmp_path / "mine.h5"
    run(CONFIG, output, *LONG, "-s", "run.time_limit_s=0.5")
    for path in tmp_path.glob("*.checkpoint*"):
        bytes_ = bytearray(path.read_bytes())
        bytes_[len(bytes_) // 2] ^= 1
        path.write_bytes(bytes_)
    before = output.read_bytes()
    done = run(CONFIG, output, *LONG, "--resume", ok=False)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert output.read_bytes() == before


def test_too_many_ranks_are_refused_by_all(tmp_path):
    done = run(CONFIG, tmp_path / "none.h5", *PLAIN, ranks=7, ok=False)
    assert done.returncode == 2
    assert "7 ranks are more than the 5 islands" in done.stderr
    assert done.stderr.count("skerry:") == 1
    assert not (tmp_path / "none.h5").exists()


def small_disk(path, megabytes):
    """A tmpfs of that size, or None where mounting is not allowed."""
    path.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", path],
                          capture_output=True, check=False)
    return path if done.returncode == 0 else None


def test_full_disk_ends_the_run_and_it_resumes(tmp_path, whole, room):
    disk = small_disk(tmp_path / "disk", 2)
    if not disk:
        pytest.skip("cannot mount a small disk here")
    try:
        output = disk / "full.h5"
        (disk / "ballast").write_bytes(b"x" * ((2 << 20) - room))
        done = skerry("run", CONFIG, "-o", output, *LONG, ranks=2, cwd=tmp_path)
        assert done.returncode == 1
        lines = [l for l in done.stderr.splitlines() if l.startswith("skerry:")]
        assert len(lines) == 1 and "full" in lines[0], done.stderr
        with open_result(output) as file:
            assert "curves" in file
        subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
        run(CONFIG, output, *LONG, "--resume")
        assert differences(whole, output) == []
    finally:
        subprocess.run(["umount", disk], check=True)


def test_file_size_limit_ends_the_run_and_it_resumes(tmp_path, whole, room):
    output = tmp_path / "limited.h5"

    def limit_file_size():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = subprocess.run([SKERRY, "run", str(CONFIG), "-o", str(output), *LONG], text=True,
                          capture_output=True, cwd=tmp_path, preexec_fn=limit_file_size,
                          check=False, timeout=300)
    assert done.returncode == 1, done.stderr
    assert len([l for l in done.stderr.splitlines() if l.startswith("skerry:")]) == 1
    run(CONFIG, output, *LONG, "--resume")
    assert differences(whole, output) == []


@pytest.mark.parametrize("ranks", [0, 2])
def test_no_room_from_the_start_touches_nothing(tmp_path, ranks):
    output = tmp_path / "never.h5"

    def limit_file_size():
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    if ranks:  # mpirun needs room of its own: a full disk is for the program alone
        disk = small_disk(tmp_path / "disk", 1)
        if not disk:
            pytest.skip("cannot mount a small disk here")
        output = disk / "never.h5"
        (disk / "ballast").write_bytes(b"x" * (1 << 20))
    try:
        done = subprocess.run(command(ranks, "run", CONFIG, "-o", output, *PLAIN), text=True,
                              env=environment(tmp_path / "scratch"), capture_output=True,
                              preexec_fn=None if ranks else limit_file_size,
                              cwd=tmp_path, check=False, timeout=300)
        assert done.returncode == 1, done.stderr
        lines = done.stderr.splitlines()
        assert len([l for l in lines if l.startswith("skerry:")]) == 1
        assert not any("price" in l or "skerry show" in l for l in lines), done.stderr
        assert not output.exists()
    finally:
        if ranks:
            subprocess.run(["umount", disk], check=True)


def test_results_verify_and_tampering_shows(tmp_path):
    output = tmp_path / "result.h5"
    run(CONFIG, output, *PLAIN)
    done = skerry("verify", output)
    assert done.returncode == 0, done.stdout
    shutil.copy(output, tmp_path / "tampered.h5")
    with h5py.File(tmp_path / "tampered.h5", "r+") as file:
        file["solutions/fitness"][0] -= 50
    assert skerry("verify", tmp_path / "tampered.h5").returncode == 1


@pytest.mark.parametrize("config, words, code, said", [
    ("party/type2", [], 0, "not checked: that no solution is better, which the run proved; problem party brings"),
    ("party/infeasible/01-too-many-religions", [], 3, "not checked: that no solution exists, which the run proved; "),
    ("eternity/10x10", ["-s", "algorithm=ga", "-s", "run.islands=2", "-s", "run.target=~"], 0,
     "not checked: that the bound of 180 holds; problem eternity brings no second proof"),
    ("party/vanilla", ["-s", "run.proof_s=0"], 0, "not checked: that the bound of "),
    ("sliding/d4-k3-level4", [], 0, None), ("level/zelda-grid", ["-s", "run.islands=1"], 0, "")])
def test_verify_says_which_proofs_it_does_not_repeat(tmp_path, config, words, code, said):
    run(f"{SOURCE}/configs/{config}.yaml", tmp_path / "a.h5", "-s", "run.epochs=1", *words, code=code)
    done = skerry("verify", tmp_path / "a.h5")
    assert done.returncode == 0, done.stdout
    found = json.loads(skerry("verify", tmp_path / "a.h5", "--json").stdout)
    if said:
        assert f"proof: not checked\n  {said}" in done.stdout
        assert found["proof"]["ok"] is None and found["proof"]["lines"][0].startswith(said)
    elif said is None:  # proven again
        assert "proof: ok\n" in done.stdout and found["proof"]["ok"] is True
    else:  # nothing was proven
        assert "proof" not in done.stdout and "proof" not in found


def test_epochs_past_all_counting_do_not_end_a_run(tmp_path):
    """1844674407370955162 epochs of 10 generations are 4 past 2^64."""
    done = run(CONFIG, tmp_path / "long.h5", "-s", "run.epochs=1844674407370955162",
               "-s", "run.sub_generations=10", "-s", "run.max_evaluations=90000",
               "-s", "ga.local_search=0")
    assert "evaluations spent" in done.stderr
    with open_result(tmp_path / "long.h5") as file:
        assert file["curves/evaluations"].shape[1] > 5
