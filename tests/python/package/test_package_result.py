"""skerry.open and skerry.follow: one result, finished or running."""

import json
import os
import re
import shlex
import shutil
import subprocess

import h5py
import numpy as np
import pytest
import skerry
import synthetic
import xarray
from harness import SOURCE, command
from harness import run as run_to_the_end
from harness import skerry as program
from skerry.commands.watch import state_line
from skerry.files import SEAL_MARK, checkpoint_of
from skerry.tail import Tail


def test_groups_have_named_dimensions_and_units(results):
    run = skerry.open(results["party"])
    assert run.curves.best.dims == ("replica", "generation", "island")
    assert run.curves.best.attrs["units"] == run.unit == "coins"
    assert run.migration.low.dims == ("replica", "epoch", "island")
    assert run.solutions.genome.dims == ("solution", "gene")
    assert (run.problem, run.algorithm, run.seed, run.status) == ("party", "ga", 1, "finished")
    assert (run.objective, run.goal) == ("price", "minimise")
    assert run.config["party"]["price"] == "price"
    assert run.inputs["party.heroes"].startswith(b"id,")
    assert list(run.replicas.best) == [6750]


@pytest.mark.parametrize("name", ["party", "eternity", "sliding", "level"])
def test_generations_are_those_that_show_counts(results, name):
    shown = json.loads(program("show", "--json", results[name]).stdout)
    run, table = skerry.open(results[name]), skerry.table(results[name])
    assert run.generations == shown["generations"] == table.generations.max() == run.replicas.generations.max()


@pytest.mark.parametrize("name", ["party", "eternity", "sliding"])
def test_best_so_far_by_the_goal(results, name):
    run = skerry.open(results[name])
    plain = run.curves.best.values
    better = max if run.goal == "maximise" else min
    for replica in range(plain.shape[0]):
        known = run.sign * np.inf
        for generation in range(plain.shape[1]):
            known = better([known, *plain[replica, generation]])
            assert run.best.values[replica, generation] == known
    assert run.best.dims == ("replica", "generation") and run.best.attrs["units"] == run.unit
    assert run.best.values[0, -1] == run.replicas.best.values[0]


@pytest.mark.parametrize("resume", [[], ["--resume"]])
def test_killed_run_ends_what_follows_it(tmp_path, resume):
    path, copy = tmp_path / "my run.h5", tmp_path / "copy.h5"
    job = subprocess.Popen(command(0, "run", SOURCE / "configs/eternity/10x10.yaml", "-o", path, "-q", "-s",
                                   "algorithm=ga", "-s", "run.epochs=1000000000", "-s", "run.target=~",
                                   "-s", "checkpoint.every_s=0.05", *resume))
    try:
        statuses = []
        for run in skerry.follow(path, every_s=0.05):
            statuses.append(run.status)
            if checkpoint_of(path):
                job.kill()
                job.wait()
    finally:
        job.kill()
    assert statuses[-1] == "killed" and set(statuses) <= {"running", "killed"}
    watched = program("watch", path)
    assert watched.returncode == 0 and watched.stdout.startswith("killed: ")
    how = re.search("`(.*)` continues it", program("show", path).stdout)
    assert how and how[0] in state_line(Tail(path))  # watch reads the file by itself
    shutil.copy(path, copy)
    assert skerry.open(copy).status == "running"  # nothing is known of its writer
    words = shlex.split(how[1])
    assert words.count("--resume") == 1
    done = program(*words[1:], "-s", "run.time_limit_s=0.2")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(skerry.open(path).starts.command) == 2


@pytest.mark.parametrize("names, text", [
    ("ga", "ga"), ("rl rl agents agents agents", "2 rl, 3 agents"), ("a b a", "2 a, 1 b")])
def test_algorithms_of_islands_are_counted(tmp_path, names, text):
    path = synthetic.write(tmp_path / "mixed.h5", [[[5.0]]], [[[10]]], algorithm=names)
    assert skerry.open(path).algorithm == text
    assert list(skerry.table([path]).algorithm) == [text]


@pytest.mark.parametrize("group", ["curves", "migration", "solutions", "replicas"])
@pytest.mark.parametrize("name", ["party", "front", "sliding", "eternity", "level", "grid"])
def test_agrees_with_xarray(results, name, group):
    ours = skerry.open(results[name]).group(group)
    theirs = xarray.open_dataset(results[name], group=group, engine="h5netcdf")
    assert set(ours.variables) == set(theirs.variables)
    for column in theirs.variables:
        assert ours[column].dims == theirs[column].dims
        if ours[column].dtype.kind == "O":
            assert list(ours[column].values.ravel()) == list(theirs[column].values.ravel())
        else:
            np.testing.assert_array_equal(ours[column], theirs[column])


def test_the_best_comes_first_after_a_kill(tmp_path):
    """Then rows may be incomplete, and the best an extra last one; as `skerry show` has it."""
    path = tmp_path / "a.h5"
    run_to_the_end(SOURCE / "configs/sliding/d4-k3-level4.yaml", path, "-q", "-s", "algorithm=random",
                   "-s", "run.proof_s=0")
    whole = skerry.open(path).solutions
    with h5py.File(path, "r+") as file:
        rows = file["solutions"]
        for name in ("fitness", "objectives", "genome", "text", "island", "generation", "replica", "bound"):
            rows[name][-1] = rows[name][0]
        rows["fitness"][-1] -= 1
        rows["fitness"][:2] = np.nan
        file.attrs.modify("status", np.bytes_("running"))
    found = skerry.open(path).solutions
    shown = json.loads(program("show", "--json", "--solutions", "99", path).stdout)["solutions"]
    assert found.sizes["solution"] == len(shown) == whole.sizes["solution"] - 2
    assert found.solution.values.tolist() == list(range(len(shown))) and "long_name" in found.solution.attrs
    assert found.fitness.values.tolist() == [one["fitness"] for one in shown]
    assert found.genome.values.tolist() == [one["genome"] for one in shown]
    assert found.text.values[0] == whole.text.values[0] and found.fitness.values[0] == whole.fitness.values[0] - 1
    assert program("draw", path, cwd=tmp_path).returncode == 0


def test_missing_whole_numbers_are_nan(tmp_path, player):
    path = tmp_path / "run.h5"
    assert player(path, 3).wait(60) == 0
    with h5py.File(path, "r+") as file:  # the second replica was shorter
        file["curves/evaluations"][1, 20:] = -1
    evaluations = skerry.open(path).curves.evaluations
    assert np.isnan(evaluations[1, 20:]).all() and not np.isnan(evaluations[1, :20]).any()
    assert evaluations.sum("generation").min() > 0


def test_follows_a_run_to_its_end(tmp_path, player):
    path = tmp_path / "run.h5"
    writer = player(path, 3000, 1000)  # some three seconds, flushed now and then
    seen = [(run.curves.sizes["generation"], run.status) for run in skerry.follow(path, every_s=.05)]
    assert writer.wait(60) == 0
    lengths = [length for length, _ in seen]
    assert lengths == sorted(lengths) and len(set(lengths)) > 2
    assert seen[-1] == (30_001, "finished")
    assert {status for _, status in seen[:-1]} == {"running"}


def test_following_ends_after_its_time(tmp_path):
    assert list(skerry.follow(tmp_path / "none.h5", every_s=.01, most_s=.05)) == []


@pytest.mark.parametrize("make, says", [
    (lambda path: None, "no such file"),
    (lambda path: path.write_text("hello"), "not a result of skerry"),
    (lambda path: h5py.File(path, "w").close(), "not a result of `skerry run`"),
])
def test_refuses_other_files(tmp_path, make, says):
    path = tmp_path / "run.h5"
    make(path)
    with pytest.raises(skerry.Error, match=says):
        skerry.open(path)


def test_refuses_unknown_groups(results):
    with pytest.raises(skerry.Error, match="no group curve .expected: curves, "):
        skerry.open(results["party"]).group("curve")


def test_datatree_where_xarray_has_it(results):
    run = skerry.open(results["party"])
    if not hasattr(xarray, "DataTree"):
        with pytest.raises(skerry.Error, match="has no DataTree"):
            run.to_datatree()
        return
    tree = run.to_datatree()
    assert tree["curves/best"].dims == ("replica", "generation", "island")
    assert tree.attrs["problem"] == "party"


def test_a_file_that_xarray_has_open(results):
    with xarray.open_dataset(results["party"], group="curves", engine="h5netcdf") as curves:
        assert skerry.open(results["party"]).curves.best.equals(curves.best)


def flipped(source, target, bit):
    data = bytearray(source.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    target.write_bytes(data)
    return target


def test_a_damaged_result_is_refused(results, tmp_path):
    """HDF5 itself may hang in what its checksums do not cover. The first words of the last line tell that there is
    a digest at all."""
    source = results["party"]
    size, line = source.stat().st_size, 8 * 96
    words = 8 * len(SEAL_MARK)
    chance = np.random.default_rng(1)
    bits = [*chance.integers(0, 8 * size - line, 40), 0, 8 * size - line - 1, 8 * size - line + words, 8 * size - 1]
    for i, bit in enumerate(int(bit) for bit in bits):
        path = flipped(source, tmp_path / f"{i}.h5", bit)
        with pytest.raises(skerry.Error, match=f"{i}.h5: the result is damaged: .* digest .*expected: "):
            skerry.open(path)
    assert skerry.open(source).status == "finished"


def test_a_result_that_is_damaged_while_it_is_read_again(results, tmp_path):
    path = tmp_path / "a.h5"
    shutil.copy(results["party"], path)
    run = skerry.open(path)
    flipped(path, path, 8 * 20000)
    os.utime(path, ns=(1, 1))  # clocks of file systems are coarse
    with pytest.raises(skerry.Error, match="damaged"):
        run.refresh()


@pytest.mark.parametrize("words", [["draw"], ["table"], ["report"], ["watch"], ["ioh", "-o", "ioh"],
                                   ["plot", "-o", "a.svg", "convergence"]], ids=lambda words: words[0])
def test_commands_refuse_a_damaged_result(results, tmp_path, words):
    flipped(results["party"], tmp_path / "a.h5", 8 * 20000)
    done = program(*words, "a.h5", cwd=tmp_path, timeout=60)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("skerry: a.h5: the result is damaged: ")
    assert [path.name for path in tmp_path.iterdir()] == ["a.h5"]
