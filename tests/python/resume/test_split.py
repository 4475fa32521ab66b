"""Checkpoints in parts: each rank writes the states of its islands beside the checkpoint."""

import json
import os
import re
import shutil
import subprocess

import pytest
from harness import ANSWERS, PARTY, SOURCE, command, differences, environment, finish, run, skerry

KILL_AT = os.environ.get("SKERRY_KILL_AT", str(SOURCE / "build/release/tests/libskerry_kill_at.so"))
CONFIG = PARTY / "type2.yaml"
ISLANDS = 7
QUICK = ["-q", "-s", "ga.local_search=0", "-s", f"run.islands={ISLANDS}", "-s", "checkpoint.every_s=0"]
SPLIT = ["-s", "checkpoint.split_above=0"]
HALF, WHOLE = ["-s", "run.epochs=3"], ["-s", "run.epochs=6"]
# Of a rank's operations on files, of which it makes six for each part, and the generation of that.
KILLED_AT = {3: 1, 8: 11, 15: 21}


def parts(result):
    """The parts of a result's checkpoints: (generation, islands) of each."""
    names = [path.name[len(result.name + ".checkpoint."):].split(".")
             for path in result.parent.glob(result.name + ".checkpoint.*-*")]
    return sorted((int(name[0]), *map(int, name[1].split("-"))) for name in names)


@pytest.fixture(scope="module", name="whole")
def run_whole(tmp_path_factory):
    output = tmp_path_factory.mktemp("whole") / "a.h5"
    run(CONFIG, output, *QUICK, *WHOLE)
    assert not parts(output)
    return output


@pytest.fixture(scope="module", name="half")
def run_half(tmp_path_factory):
    """A run of three ranks that ended at a limit, with its checkpoint in parts."""
    output = tmp_path_factory.mktemp("half") / "a.h5"
    run(CONFIG, output, *QUICK, *SPLIT, *HALF, ranks=3)
    return output


@pytest.fixture(name="copy")
def copy_half(half, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(half.parent, folder)
    return folder / "a.h5"


def a_part(result):
    return min(result.parent.glob("a.h5.checkpoint.*-*"))


def refused(result, *words, ranks=0):
    """The one line that refuses to resume."""
    done = run(CONFIG, result, *QUICK, *WHOLE, "--resume", *words, ranks=ranks, ok=False)
    lines = [line for line in done.stderr.splitlines() if line.startswith("skerry: ")]
    assert done.returncode == 2, done.stderr
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_each_rank_writes_its_islands(half):
    assert parts(half) == [(31, 0, 1), (31, 2, 3), (31, 4, 6)]


@pytest.mark.parametrize(("ranks", "words"), [(0, SPLIT), (2, SPLIT), (5, SPLIT), (2, [])])
def test_resumes_on_other_numbers_of_ranks(copy, whole, ranks, words):
    run(CONFIG, copy, *QUICK, *WHOLE, "--resume", *words, ranks=ranks)
    assert differences(whole, copy) == []
    found = parts(copy)
    assert {part[0] for part in found} == ({61} if words else set())
    assert sum(last - first + 1 for _, first, last in found) == (ISLANDS if words else 0)


def test_a_former_result_keeps_its_parts(copy, whole):
    before = parts(copy)
    run(CONFIG, copy, *QUICK, *HALF)
    former = copy.with_name("a.h5.old")
    assert parts(former) == before
    assert not parts(copy)
    run(CONFIG, former, *QUICK, *WHOLE, "--resume")
    assert differences(whole, former) == []


def test_a_missing_part_is_refused(copy):
    part = a_part(copy)
    part.unlink()
    assert part.name in refused(copy)


@pytest.mark.parametrize("ranks", [0, 3])
def test_a_damaged_part_is_refused(copy, ranks):
    part = a_part(copy)
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    assert part.name in refused(copy, ranks=ranks)


def test_a_truncated_part_is_refused(copy):
    part = a_part(copy)
    part.write_bytes(part.read_bytes()[:-1])
    assert part.name in refused(copy)


def test_a_part_of_another_run_is_refused(copy, tmp_path):
    other = tmp_path / "a.h5"
    run(CONFIG, other, *QUICK, *SPLIT, *HALF, "-s", "run.seed=2", ranks=3)
    shutil.copy(a_part(other), a_part(copy))
    assert "of another config" in refused(copy)


def test_a_part_that_is_not_the_listed_one_is_refused(copy):
    """One of the same run, with other islands."""
    one, other, _ = sorted(copy.parent.glob("a.h5.checkpoint.*-*"))
    shutil.copy(other, one)
    assert one.name in refused(copy)


def test_with_replicas_rank_0_has_the_states(tmp_path):
    output = tmp_path / "a.h5"
    run(CONFIG, output, *QUICK, *SPLIT, *HALF, "-s", "run.replicas=2", ranks=2)
    assert not parts(output)


def kill_at(output, number):
    """Runs into `output` on two ranks, and kills the second one while it writes a part."""
    rank = command(1, "run", CONFIG, "-o", output, *QUICK, *SPLIT, *WHOLE)
    preload = ["-x", f"LD_PRELOAD={KILL_AT}", "-x", f"KILL_AT={number}", "-x", "KILL_NAME=.checkpoint.",
               "-x", "ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0"]
    job = subprocess.Popen([*rank, ":", *rank[1:3], *preload, *rank[3:]], env=environment(output.parent / "scratch"),
                           cwd=output.parent, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finish(job)
    assert job.returncode not in ANSWERS
    assert [part.name.split(".")[3] for part in output.parent.glob("*.tmp")] == [str(KILLED_AT[number])]


@pytest.mark.parametrize("number", KILLED_AT)
def test_killed_while_parts_are_written_it_resumes(tmp_path, whole, number):
    output = tmp_path / "a.h5"
    kill_at(output, number)
    run(CONFIG, output, *QUICK, *SPLIT, *WHOLE, "--resume", ranks=3)
    assert differences(whole, output) == []
    assert {part[0] for part in parts(output)} == {61}  # no leftovers
    assert not list(tmp_path.glob("*.tmp")) and not parts(output.with_name("a.h5.old"))


def test_the_previous_checkpoint_has_its_parts_too(tmp_path, whole):
    output = tmp_path / "a.h5"
    kill_at(output, 15)
    newest = output.with_name("a.h5.checkpoint")
    newest.write_bytes(newest.read_bytes()[:-1])
    done = run(CONFIG, output, *QUICK, *SPLIT, *WHOLE, "--resume", ranks=2)
    assert "continuing from the previous one" in done.stderr
    assert differences(whole, output) == []


def test_the_key_is_checked():
    done = skerry("check", CONFIG, "-s", "checkpoint.split_above=-1")
    assert done.returncode == 2 and "checkpoint.split_above" in done.stderr


def test_the_advice_for_hosts_without_a_shared_folder_is_followed():
    """`~` would be the default, 64 MiB, as of every key."""
    keys = {section["name"]: section for section in json.loads(skerry("list", "--json").stdout)["settings"]}
    meaning = next(key["meaning"] for key in keys["checkpoint"]["options"] if key["name"] == "split_above")
    never = re.search(r"(\S+): never", meaning)[1]
    source = (SOURCE / "src/record/write/checkpoint_parts.c").read_text()
    assert f"set checkpoint.split_above: {never}\"" in source
    done = skerry("check", CONFIG, "--json", "-s", f"checkpoint.split_above={never}")
    assert json.loads(done.stdout)["resolved"]["checkpoint"]["split_above"] == 10**15
