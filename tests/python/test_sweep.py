"""`skerry sweep`: every combination of a table once, whatever happens in between, and one merged file
that has what the single runs have."""

import itertools
import os
import random
import resource
import shutil
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
import yaml
from harness import PARTY, SKERRY, SOURCE, command, differences, environment, run, seal, skerry

SMALL = f"config: {PARTY / 'type2.yaml'}\n"
# Epochs without an end of their own, which take long enough to be interrupted.
LONG = f"""config: {SOURCE / 'configs/sliding/d4-k3-level4.yaml'}
settings:
  algorithm: [random]
  random.samples: [2000]
  run.islands: [2]
  run.epochs: [400]
  output.solutions: [4]
seeds: [1, 2, 3]
"""


def table(folder, text, name="table.yaml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def merged_of(path):
    """The open merged file of a table, after its sweep."""
    done = skerry("sweep", path, cwd=path.parent)
    assert done.returncode == 0, done.stderr
    return h5py.File(path.with_suffix(".h5"))


def names_of(path):
    done = skerry("sweep", path, "--list", cwd=path.parent)
    assert done.returncode == 0, done.stderr
    return [line.split()[-1] for line in done.stdout.splitlines()[1:]]


def equal(one, other, scratch):
    """Whether two groups or files have the same data but times, by the comparison of result files."""
    paths = []
    for number, (path, group) in enumerate((one, other)):
        paths.append(scratch / f"compared-{number}.h5")
        with h5py.File(path) as file, h5py.File(paths[-1], "w") as to:
            for name in ("curves", "migration", "replicas", "solutions"):
                for dataset in file[group][name]:
                    to[f"{name}/{dataset}"] = file[group][name][dataset][()]
    return differences(*paths) == []


def test_a_table_is_the_product_of_its_axes(tmp_path):
    """Against the product written down by itertools, for random tables; names have the order of keys, then the seed."""
    rng = random.Random(20261124)
    keys = ["ga.offspring", "ga.population", "ga.tournament", "migration.migrants",
            "run.sub_generations"]
    for _ in range(15):
        settings = {key: rng.sample(range(1, 9), rng.randint(1, 3))
                    for key in rng.sample(keys[:3], rng.randint(0, 3))}
        cases = [{key: rng.randint(1, 9) for key in keys[3:]} for _ in range(rng.randint(0, 3))]
        cases = [dict(pairs) for pairs in {tuple(case.items()) for case in cases}]
        seeds = rng.sample(range(100), rng.randint(0, 4))
        text = SMALL + (f"settings: {settings}\n".replace("'", "") if settings else "")
        text += f"cases: {cases}\n".replace("'", "") if cases else ""
        text += f"seeds: {seeds}\n" if seeds else ""
        axes = [[[f"{key}={value}" for key, value in case.items()] for case in cases]] if cases else []
        axes += [[[f"{key}={value}"] for value in values] for key, values in settings.items()]
        ends = [[f"seed={seed}"] for seed in seeds] or [[]]
        wanted = [",".join(["type2", *sorted(itertools.chain(*words)), *end])
                  for words in itertools.product(*axes) for end in ends]
        path = table(tmp_path, text)
        assert names_of(path) == wanted, text
        count = skerry("sweep", path, "--count")
        assert int(count.stdout) == len(wanted)


def test_results_are_those_of_single_runs_and_the_merged_file_has_them(tmp_path):
    path = table(tmp_path, SMALL + "settings: {ga.mutation: [0.1, 0.3]}\nseeds: {from: 4, to: 5}\n")
    done = skerry("sweep", path, "--jobs", "2", cwd=tmp_path)
    assert done.returncode == 0 and "[4/4]" in done.stderr, done.stderr
    names = names_of(path)
    assert len(names) == 4
    with h5py.File(tmp_path / "table.h5") as merged:
        assert merged.attrs["format"] == "skerry-sweep" and merged.attrs["table"] == path.read_text()
        tasks = merged["tasks"]
        assert list(tasks["name"].asstr()) == names
        assert list(tasks["run.seed"]) == [4, 5, 4, 5]
        assert list(tasks["ga.mutation"]) == [0.1, 0.1, 0.3, 0.3]
        assert list(tasks["best"]) == [6750] * 4 and list(tasks["optimal"]) == [1] * 4
        assert all(tasks[name].dims[0].keys() == ["task"] for name in tasks if name != "task")
        curves = merged["results"][names[0]]["curves/best"]
        assert [dim.keys()[0] for dim in curves.dims] == ["replica", "generation", "island"]
    for name, (mutation, seed) in zip(names, itertools.product((0.1, 0.3), (4, 5))):
        single = tmp_path / "single.h5"
        single.unlink(missing_ok=True)
        run(PARTY / "type2.yaml", single, "-s", f"ga.mutation={mutation}", "-s", f"run.seed={seed}")
        assert equal((single, "/"), (tmp_path / f"table/{name}.h5", "/"), tmp_path)
        assert equal((single, "/"), (tmp_path / "table.h5", f"results/{name}"), tmp_path)


def test_what_a_task_does_not_set_is_that_of_its_config(tmp_path):
    """Keys of the config, default values, and keys that it does not have."""
    path = table(tmp_path, SMALL + "cases: [{ga.elite: 0, ga.selection: tournament}, {ga.population: 7}, "
                 "{algorithm: random, random.samples: 2}]\n")
    with merged_of(path) as merged:
        tasks = merged["tasks"]
        ga = [yaml.safe_load(merged["results"][name].attrs["config"])["ga"] for name in names_of(path)]
        for key in "elite", "population", "selection":
            column = tasks[f"ga.{key}"]
            assert list(column.asstr() if key == "selection" else column) == [config[key] for config in ga], key
        assert np.array_equal(tasks["random.samples"], [np.nan, np.nan, 2], equal_nan=True)


def test_long_names_are_cut(tmp_path):
    """They differ in their end alone, which is that of the digest."""
    path = table(tmp_path, SMALL + f"settings: {{name: [{200 * 'x'}a, {200 * 'x'}b]}}\n")
    with merged_of(path) as merged:
        names = names_of(path)
        assert list(merged["tasks/name"].asstr()) == names
    assert len(set(names)) == 2 and {len(name) for name in names} == {159} and names[0][:146] == names[1][:146]
    assert all((tmp_path / f"table/{name}.h5").is_file() for name in names)


@pytest.mark.parametrize("axis", ["settings: {name: [x, y]}\n", "cases: [{name: x}, {name: y, run.seed: 2}]\n"])
def test_the_name_of_configs_may_be_set(tmp_path, axis):
    """Its column is not that of the tasks' names."""
    path = table(tmp_path, SMALL + axis)
    with merged_of(path) as merged:
        assert list(merged["tasks/config.name"].asstr()) == ["x", "y"]
        assert list(merged["tasks/name"].asstr()) == names_of(path)
        assert [group.attrs["name"] for group in merged["results"].values()] == ["x", "y"]


def test_what_the_search_found_is_told_without_the_proof(tmp_path):
    """Two random individuals are no optimum, which the proof at the end finds in each of these runs."""
    path = table(tmp_path, SMALL + "settings: {algorithm: [random], random.samples: [2], run.islands: [1], "
                 "run.epochs: [1], run.replicas: [1, 2]}\nseeds: [1, 2]\n")
    with merged_of(path) as merged:
        tasks = merged["tasks"]
        assert list(tasks["best"][:2]) == [6750] * 2
        assert [tasks[name].attrs["units"] for name in ("best", "searched", "bound")] == 3 * ["coins"]
        for name, best, searched in zip(names_of(path), tasks["best"], tasks["searched"]):
            assert searched == merged["results"][name]["curves/best"][()].min()
            assert searched > best or "replicas=2" in name and searched == best


def test_xarray_reads_the_merged_file(tmp_path):
    xarray = pytest.importorskip("xarray")
    path = table(tmp_path, SMALL + "seeds: [1, 2]\n")
    assert skerry("sweep", path, cwd=tmp_path).returncode == 0
    frame = xarray.open_dataset(tmp_path / "table.h5", group="tasks", engine="h5netcdf").to_dataframe()
    assert list(frame["run.seed"]) == [1, 2] and list(frame["state"]) == ["finished"] * 2
    curves = xarray.open_dataset(tmp_path / "table.h5", group="results/type2,seed=1/curves",
                                 engine="h5netcdf")
    assert curves.best.dims == ("replica", "generation", "island")


def columns_of(group):
    return {name: group["improvements"][name][()] for name in group["improvements"]}


def test_improvements_are_merged_run_by_run(tmp_path):
    """Of two seeds, whose replicas are numbered from 0 in each; one file is of a version without them."""
    xarray = pytest.importorskip("xarray")
    path = table(tmp_path, f"config: {PARTY / 'vanilla.yaml'}\nseeds: [1, 2, 3]\n"
                           "settings: {run.epochs: [2], run.replicas: [2]}\n")
    assert skerry("sweep", path, cwd=tmp_path).returncode == 0
    names = names_of(path)
    with h5py.File(tmp_path / f"table/{names[1]}.h5", "r+", libver="latest") as old:
        del old["improvements"]
    seal(tmp_path / f"table/{names[1]}.h5")
    done = skerry("sweep", path, "--merge", cwd=tmp_path)
    assert done.returncode == 0, done
    with h5py.File(tmp_path / "table.h5") as merged:
        assert list(merged["tasks/state"].asstr()) == ["finished"] * 3
        assert ["improvements" in merged["results"][name] for name in names] == [True, False, True]
        rows = [columns_of(merged["results"][names[i]]) for i in (0, 2)]
        for name, one in zip((names[0], names[2]), rows):
            with h5py.File(tmp_path / f"table/{name}.h5") as single:
                np.testing.assert_equal(one, columns_of(single))
            assert set(one["replica"]) == {0, 1}
            assert all(merged["results"][name]["improvements"][column].dims[0].keys() == ["improvement"]
                       for column in one if column != "improvement")
    assert not np.array_equal(rows[0]["best"], rows[1]["best"])
    opened = xarray.open_dataset(tmp_path / "table.h5", group=f"results/{names[2]}/improvements", engine="h5netcdf")
    assert opened.best.dims == ("improvement",) and (opened.best.values == rows[1]["best"]).all()


def test_what_is_finished_is_not_run_again_and_a_table_may_grow(tmp_path):
    path = table(tmp_path, SMALL + "seeds: [1, 2]\n")
    assert skerry("sweep", path, cwd=tmp_path).returncode == 0
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "table").glob("*.h5")}
    path.write_text(SMALL + "seeds: [3, 1, 2]\n", encoding="utf-8")
    done = skerry("sweep", path, cwd=tmp_path)
    assert done.returncode == 0 and "2 finished, 1 to run" in done.stderr
    assert {file: file.stat().st_mtime_ns for file in before} == before
    with h5py.File(tmp_path / "table.h5") as merged:
        assert list(merged["tasks/run.seed"]) == [3, 1, 2] and len(merged["results"]) == 3


def test_the_order_of_keys_does_not_matter(tmp_path):
    first = "settings: {run.epochs: [1], ga.offspring: [3]}\ncases: [{ga.elite: 0, ga.tournament: 2}]\nseeds: [1]\n"
    other = "seeds: [1]\ncases: [{ga.tournament: 2, ga.elite: 0}]\nsettings: {ga.offspring: [3], run.epochs: [1]}\n"
    path = table(tmp_path, SMALL + first)
    merged_of(path).close()
    table(tmp_path, SMALL + other)
    assert "1 finished, 0 to run" in skerry("sweep", path, cwd=tmp_path).stderr


def test_the_merged_file_tells_which_contents_files_had(tmp_path):
    """So that runs of two puzzles under one name are not compared silently."""
    config = (SOURCE / "configs/eternity/4x4.yaml").read_text(encoding="utf-8")
    pieces = (SOURCE / "configs/eternity/pieces-4x4.txt").read_text(encoding="utf-8")
    (tmp_path / "small.yaml").write_text(config.replace("pieces-4x4.txt", "pieces.txt"), encoding="utf-8")
    for name, text in (("a", pieces), ("b", "\n".join(reversed(pieces.split("\n"))).strip() + "\n")):
        (tmp_path / "pieces.txt").write_text(text, encoding="utf-8")
        with merged_of(table(tmp_path, "config: small.yaml\nsettings: {run.epochs: [1]}\nseeds: [1, 2]\n",
                             f"{name}.yaml")) as merged:
            for task, result in merged["results"].items():
                with h5py.File(tmp_path / name / f"{task}.h5") as alone:
                    files = {number: {key: item.attrs[key] for key in ("key", "path", "sha256")}
                             for number, item in alone["problem/inputs"].items() if "key" in item.attrs}
                assert files and files == {number: dict(item.attrs)
                                           for number, item in result["problem/inputs"].items()}
    for words in (("a.h5", "--with", "b.h5"), ("a.h5", "--with", *sorted((tmp_path / "b").glob("*.h5")))):
        done = skerry("compare", *words, cwd=tmp_path)
        assert "A and B differ in the contents of eternity.pieces" in done.stderr, done.stderr
    assert skerry("compare", "a.h5", "--with", "a.h5", cwd=tmp_path).stderr == ""


@pytest.fixture(scope="module", name="uninterrupted")
def sweep_without_interruption(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    done = skerry("sweep", table(folder, LONG), cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


def has_checkpoint(folder, number):
    return len(list((folder / "table").glob("*.h5.checkpoint"))) >= number


def interrupted(folder, how):
    """Starts a sweep, and ends it in some way once a task has a checkpoint; its exit code."""
    path = table(folder, LONG + "folder: table\n")
    process = subprocess.Popen([SKERRY, "sweep", path, "--jobs", "2"], cwd=folder,
                               stderr=subprocess.PIPE, text=True, start_new_session=True)
    while process.poll() is None and not has_checkpoint(folder, 1):
        time.sleep(0.01)
    how(process)
    errors = process.communicate(timeout=600)[1]
    return process.returncode, errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGUSR1])
def test_a_signal_stops_all_tasks_and_the_same_command_continues(tmp_path, uninterrupted, number):
    code, errors = interrupted(tmp_path, lambda process: process.send_signal(number))
    assert code == 0 and "of 3 tasks finished: the same command continues" in errors, errors
    done = skerry("sweep", tmp_path / "table.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in names_of(tmp_path / "table.yaml"):
        assert equal((uninterrupted / f"table/{name}.h5", "/"), (tmp_path / f"table/{name}.h5", "/"),
                     tmp_path)


def test_killed_with_its_tasks_it_continues(tmp_path, uninterrupted):
    interrupted(tmp_path, lambda process: os.killpg(process.pid, signal.SIGKILL))
    assert skerry("sweep", tmp_path / "table.yaml", cwd=tmp_path).returncode == 0
    for name in names_of(tmp_path / "table.yaml"):
        assert equal((uninterrupted / "table.h5", f"results/{name}"),
                     (tmp_path / "table.h5", f"results/{name}"), tmp_path)


def test_a_task_on_several_ranks_has_the_same_result(tmp_path, uninterrupted):
    path = table(tmp_path, LONG)
    done = skerry("sweep", path, "--task", 2, ranks=2, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    name = names_of(path)[1]
    assert equal((uninterrupted / f"table/{name}.h5", "/"), (tmp_path / f"table/{name}.h5", "/"),
                 tmp_path)
    merged = skerry("sweep", path, "--merge", cwd=tmp_path)
    assert merged.returncode == 1 and "2 of 3 tasks have no usable result" in merged.stderr
    with h5py.File(tmp_path / "table.h5") as file:
        assert list(file["tasks/state"].asstr()) == ["missing", "finished", "missing"]
        assert np.isnan(file["tasks/best"][0]) and list(file["results"]) == [name]


def test_ranks_of_its_own(tmp_path):
    path = table(tmp_path, SMALL + "seeds: [1]\n")
    done = subprocess.run([SKERRY, "sweep", path, "--ranks", "2"], cwd=tmp_path, text=True,
                          env=environment(tmp_path / "scratch"), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    with h5py.File(tmp_path / "table/type2,seed=1.h5") as file:
        assert file.attrs["ranks"] == 2


@pytest.mark.parametrize("given", [None, "3"])
def test_ranks_that_are_told_to_stop_have_ten_seconds(tmp_path, given):
    """A stand-in for mpirun notes for how long it would wait before it kills its ranks."""
    key = "OMPI_MCA_odls_base_sigkill_timeout"
    stand_in = tmp_path / "bin/mpirun"
    stand_in.parent.mkdir()
    stand_in.write_text(f"#!/bin/sh\necho ${key} > {tmp_path}/noted\nexit 1\n")
    stand_in.chmod(0o755)
    env = environment(tmp_path / "scratch")
    env["PATH"] = f"{stand_in.parent}:{env['PATH']}"
    env.pop(key, None)
    env |= {key: given} if given else {}
    path = table(tmp_path, SMALL + "seeds: [1]\n")
    subprocess.run([SKERRY, "sweep", path, "--ranks", "2"], cwd=tmp_path, env=env, capture_output=True, check=False)
    assert (tmp_path / "noted").read_text() == f"{given or 10}\n"


def test_a_result_of_another_config_is_neither_used_nor_replaced(tmp_path):
    path = table(tmp_path, SMALL + "seeds: [1, 2]\n")
    (tmp_path / "table").mkdir()
    foreign = tmp_path / "table/type2,seed=2.h5"
    run(PARTY / "type2.yaml", foreign, "-s", "run.seed=9")
    before = foreign.read_bytes()
    done = skerry("sweep", path, cwd=tmp_path)
    assert done.returncode == 1
    assert ("type2,seed=2: table/type2,seed=2.h5: is of another config (run.seed is 9 there, 2 here); move it away, or "
            "name another `folder` in the table\n") in done.stderr
    assert done.stderr.endswith("skerry: 1 of 2 tasks failed: move away the results that cannot be used, then the same "
                                "command runs them again\n")
    assert foreign.read_bytes() == before
    with h5py.File(tmp_path / "table.h5") as file:
        assert list(file["tasks/state"].asstr()) == ["finished", "unusable"]
    for file in foreign.parent.glob(foreign.name + "*"):
        file.unlink()
    assert skerry("sweep", path, cwd=tmp_path).returncode == 0


def test_a_task_that_fails_is_told_and_runs_again(tmp_path):
    """A folder in the place of a result that is being made makes a run fail."""
    path = table(tmp_path, SMALL + "seeds: [1, 2]\n")
    wrong = tmp_path / "table/type2,seed=1.h5.new"
    wrong.mkdir(parents=True)
    (wrong / "in the way").touch()
    done = skerry("sweep", path, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert "type2,seed=1: failed (exit code" in done.stderr and "1 of 2 tasks failed" in done.stderr
    (wrong / "in the way").unlink()
    wrong.rmdir()
    done = skerry("sweep", path, cwd=tmp_path)
    assert done.returncode == 0 and "1 finished, 1 to run" in done.stderr, done.stderr


def test_the_line_of_a_task_that_fails_is_not_of_mpirun(tmp_path):
    path = table(tmp_path, SMALL + "seeds: [1]\n")
    wrong = tmp_path / "table/type2,seed=1.h5.new"
    wrong.mkdir(parents=True)
    (wrong / "in the way").touch()
    done = subprocess.run([SKERRY, "sweep", path, "--ranks", "2"], cwd=tmp_path, text=True,
                          env=environment(tmp_path / "scratch"), capture_output=True, check=False)
    assert done.returncode == 1, done.stderr
    log = (tmp_path / "table/type2,seed=1.log").read_text(encoding="utf-8")
    assert "------" in log.splitlines()[-1]  # the frame of mpirun
    own = [line for line in log.splitlines() if line.startswith("skerry: ")][-1].removeprefix("skerry: ")
    assert f"[1/1] type2,seed=1: failed (exit code 1): {own}" in done.stderr.splitlines(), done.stderr


def test_no_room_for_the_merged_file_leaves_none(tmp_path):
    def limit_file_size():
        resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))

    path = table(tmp_path, SMALL)
    (tmp_path / "table").mkdir()
    done = subprocess.run([SKERRY, "sweep", path, "--merge"], text=True, capture_output=True, cwd=tmp_path,
                          preexec_fn=limit_file_size, check=False, timeout=300)
    assert done.returncode == 1 and "table.h5.new: creating failed: File too large" in done.stderr, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table", "table.yaml"]


def test_a_run_of_the_same_name_is_not_replaced(tmp_path):
    path = table(tmp_path, SMALL)
    run(PARTY / "type2.yaml", tmp_path / "table.h5")
    before = (tmp_path / "table.h5").read_bytes()
    done = skerry("sweep", path, cwd=tmp_path)
    assert done.returncode == 2 and "is not a merged file" in done.stderr
    assert (tmp_path / "table.h5").read_bytes() == before and not (tmp_path / "table").exists()


@pytest.mark.parametrize("text, words", [
    ("seeds: [1]\n", "table.yaml:1: config: is missing"),
    ("[1]\n", "table.yaml:1: a list (expected: table of a sweep: keys config, settings, cases, seeds, folder)"),
    ("", "table.yaml:1: nothing (expected: table of a sweep"),
    ("problem: party\n", "table.yaml:1: problem: this is the config of a run (expected: a table with the key `config`"),
    ("config: []\n", "table.yaml:1: config: an empty list (expected: file name"),
    ("seeds: [1]\nconfig: none.yaml\n", "table.yaml:2: config: {folder}/none.yaml: no such file (expected: a config in "
                                         "YAML, from the folder of the table)"),
    (SMALL + "seed: [1]\n", "table.yaml:2: seed: is not a key of a sweep, did you mean 'seeds'?"),
    (SMALL + "seeds: 3\n", "table.yaml:2: seeds: '3' (expected"),
    (SMALL + "seeds: []\n", "table.yaml:2: seeds: an empty list (expected"),
    (SMALL + "seeds: [1, -2]\n", "table.yaml:2: seeds: '-2' (expected: whole numbers"),
    (SMALL + "seeds: [1, '2']\n", "table.yaml:2: seeds: '2' (expected: whole numbers"),
    (SMALL + "seeds: {from: 3, to: 1}\n", "table.yaml:2: seeds: a mapping (expected: {from: 1, to: 40}: whole"),
    (SMALL + "seeds: {from: 0, to: 9223372036854775807}\n", "at most a million"),
    (SMALL + "seeds: [1, 2, 1]\n", "table.yaml:2: seeds: tasks 1 and 3 are both type2,seed=1 (expected: each value or "
                                    "case once)"),
    (SMALL + "settings: {ga.mutation: [0.1, 0.2],\n  ga.offspring: [3,\n  3]}\nseeds: [1, 2]\n",
     "table.yaml:4: ga.offspring: tasks 1 and 3 are both type2,ga.mutation=0.1,ga.offspring=3,seed=1 "),
    (SMALL + "settings:\n  ga.mutation: [0.1, 0.2,\n    1e-1]\n", "table.yaml:4: ga.mutation: 1e-1 is the same as 0.1 (expected: "
                                                              "each value once)"),
    (SMALL + "seeds: [1, 2, 01]\n", "table.yaml:2: seeds: 01 is the same as 1 (expected: each value once)"),
    (SMALL + "cases:\n- {ga.offspring: 3}\n- {ga.offspring: 3}\n", "table.yaml:4: cases: tasks 1 and 2 are both"),
    (f"config:\n- {PARTY / 'type2.yaml'}\n- {PARTY / 'type1.yaml'}\n- {PARTY / '../party/type2.yaml'}\nseeds: [1, 2]\n",
     "table.yaml:4: config: tasks 1 and 5 are both type2,seed=1 (expected: configs whose files have different names"),
    (SMALL + "settings: [1]\n", "table.yaml:2: settings: a list (expected: mapping"),
    (SMALL + "settings:\n  ga.mutation: 0.1\n", "table.yaml:3: ga.mutation: '0.1' (expected: list"),
    (SMALL + "settings: {run.seed: [1]}\nseeds: [1]\n", "run.seed: is set twice"),
    (SMALL + "settings: {output.file: [a.h5]}\n", "output.file: cannot be set"),
    (SMALL + "cases: [1]\n", "cases: '1' (expected: list of mappings"),
    (SMALL + "cases: []\n", "cases: an empty list (expected: list of mappings"),
    (SMALL + "folder: [a]\n", "table.yaml:2: folder: a list (expected: name of a folder)"),
    (SMALL + "folder: .\n", "table.yaml:2: folder: . (expected: name of a folder, as the merged file"),
    (SMALL + "folder: a/..//\n", "table.yaml:2: folder: a/..// (expected: name of a folder, as the merged file"),
    (SMALL + "folder: /\n", "table.yaml:2: folder: / (expected: name of a folder, as the merged file"),
    (SMALL + "folder: ''\n", "table.yaml:2: folder: '' (expected: name of a folder)"),
    (SMALL + "folder: table.yaml\n", "table.yaml:2: folder: table.yaml: exists and is no folder (expected: name of a folder"),
    (SMALL + "folder: table.yaml/a/b\n", "table.yaml:2: folder: table.yaml: exists and is no folder (expected"),
    (SMALL + "settings: {ga.mutation: []}\n", "table.yaml:2: ga.mutation: an empty list (expected: list of values"),
    (SMALL + "settings:\n  ga.mutation: [0.1,\n  7]\n",
     "table.yaml:4: ga.mutation: '7' is out of range (expected: number in 0..1), in task 2 (type2,ga.mutation=7)"),
    (SMALL + "settings:\n  run.epochs: [2]\n  ga.mutation: [0.1, high]\n",
     "table.yaml:4: ga.mutation: 'high' is not a number (expected: number in 0..1), in task 2 (type2,ga.mutation=high,"),
    (SMALL + "cases:\n- {run.epochs: 2,\n   ga.mutation: high}\n", "table.yaml:4: ga.mutation: 'high' is not a number"),
    (SMALL + "settings: {ga.mutatoin: [0.1]}\n", "table.yaml:2: ga.mutatoin: unknown key, did you mean 'mutation'?"),
    (SMALL + "settings: {sliding.d: [4]}\n", "table.yaml:2: sliding.d: sliding: section of another problem"),
    (SMALL + "settings: {seed: [4]}\n", "table.yaml:2: seed: unknown key, did you mean 'run.seed'?"),
    (SMALL + "settings: {run.islands: [~]}\n", "run.islands: is not set"),
    (SMALL + "settings: {a: [1,2,3,4,5,6,7,8,9,10], b: [1,2,3,4,5,6,7,8,9,10]}\n"
             "seeds: {from: 1, to: 10001}\n", "too many tasks"),
])
def test_what_is_wrong_with_a_table_is_told_before_anything_runs(tmp_path, text, words):
    path = table(tmp_path, text)
    done = skerry("sweep", "table.yaml" if "folder: table" in text else path, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    words = words.replace("{folder}", str(tmp_path))
    assert words in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "scratch") == ["table.yaml"]


def test_wrong_data_of_a_later_task_are_told_before_anything_runs(tmp_path):
    """By --list, too, before an array of jobs is submitted"""
    heroes = tmp_path / "heroes.csv"
    good = PARTY / "heroes-10000.csv"
    lines = good.read_text(encoding="utf-8").splitlines()
    price = lines[0].split(",").index("price")
    cells = lines[2].split(",")
    lines[2] = ",".join(cells[:price] + ["cheap"] + cells[price + 1:])
    heroes.write_text("\n".join(lines) + "\n", encoding="utf-8")
    path = table(tmp_path, SMALL + f"settings:\n  party.heroes: [{good},\n    {heroes}]\nseeds: [1, 2]\n")
    before = sorted(tmp_path.iterdir())
    for words in ([], ["--list"]):
        done = skerry("sweep", path, *words, cwd=tmp_path)
        assert done.returncode == 2 and not done.stdout, done
        assert f"{heroes}:3: " in done.stderr and "'cheap'" in done.stderr and "task 3 (" in done.stderr, done.stderr
        assert len(done.stderr.splitlines()) == 1 and sorted(tmp_path.iterdir()) == before, done.stderr
    assert skerry("sweep", path, "--count", cwd=tmp_path).stdout == "4\n"


def test_a_folder_with_a_slash(tmp_path):
    """Its merged file is named as without; which commands for one run say what it is."""
    path = table(tmp_path, SMALL + "folder: out/\nsettings: {run.epochs: [1], ga.population: [10]}\n")
    assert skerry("sweep", path, cwd=tmp_path).returncode == 0
    assert (tmp_path / "out.h5").is_file() and not list((tmp_path / "out").glob(".*"))
    for command in ("show", "verify", "draw", "report"):
        assert skerry(command, "out.h5", cwd=tmp_path).stderr == (
            "skerry: out.h5: is the merged file of a sweep (expected: the result of one run; `skerry table`, `plot`, "
            "`compare` and `ioh` take such a file)\n")
    assert skerry("table", "out", cwd=tmp_path).stderr == (
        "skerry: out: is a folder (expected: a result of skerry, or out/*.h5)\n")


def test_one_task_of_a_wrong_table(tmp_path):
    """As the jobs of an array run it: other tasks may be right."""
    path = table(tmp_path, SMALL + "settings:\n  ga.mutation: [0.1, high]\n")
    done = skerry("sweep", path, "--task", 2, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.endswith(
        "table.yaml:3: ga.mutation: 'high' is not a number (expected: number in 0..1), in task 2 "
        "(type2,ga.mutation=high)\n")


def test_a_folder_in_folders_is_made(tmp_path):
    path = table(tmp_path, SMALL + "settings: {run.epochs: [1]}\nfolder: new/deep\n")
    done = skerry("sweep", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "new/deep.h5").exists() and (tmp_path / "new/deep/type2,run.epochs=1.h5").exists()


def test_a_table_as_config(tmp_path):
    done = skerry("run", table(tmp_path, SMALL).name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("skerry: table.yaml:1: config: this is the table of a sweep (expected: a config with the key "
                           "`problem`; `skerry sweep table.yaml` runs it)\n")


def test_a_result_as_table(tmp_path):
    (tmp_path / "a.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(100))
    done = skerry("sweep", "a.h5", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("skerry: a.h5: is a result (expected: a table of a sweep in YAML; `skerry show a.h5` shows "
                           "results)\n")


@pytest.mark.parametrize("words, message", [
    (["--task", "0"], "--task: '0' (expected: 1 to 1)"), (["--task", "2"], "expected: 1 to 1"),
    (["--task", "x"], "--task: 'x'"), (["--jobs", "0"], "--jobs: '0'"), (["--jobs", "many"], "--jobs: 'many'"),
    (["--list", "--merge"], "exclude each other")])
def test_wrong_arguments(tmp_path, words, message):
    done = skerry("sweep", table(tmp_path, SMALL), *words, cwd=tmp_path)
    assert done.returncode == 2 and message in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["table.yaml"]


def test_under_mpirun_only_a_task_is_run(tmp_path):
    done = skerry("sweep", table(tmp_path, SMALL), ranks=2, cwd=tmp_path)
    assert done.returncode == 2 and "starts the ranks itself" in done.stderr


def test_values_that_are_no_file_names(tmp_path):
    """Names of tasks are files, whatever their values; two of the same letters stay apart."""
    many = "[{algorithm: ga, count: 2}, {algorithm: random, count: 3}]"
    path = table(tmp_path, SMALL + f"settings: {{islands: [{many}], party.name: ['a/b', 'a b']}}\n")
    names = names_of_unchecked(path)
    assert len(set(names)) == 2 and all("/" not in name and " " not in name for name in names)


def names_of_unchecked(path):
    """Names of tasks whose configs are not valid, from the refusal of the first two."""
    found = []
    for number in (1, 2):
        skerry("sweep", path, "--task", number, cwd=path.parent)
    done = skerry("sweep", path, "--list", cwd=path.parent)
    assert done.returncode == 2
    text = path.read_text()
    for swapped in (text, text.replace("['a/b', 'a b']", "['a b', 'a/b']")):
        path.write_text(swapped)
        line = skerry("sweep", path, "--list", cwd=path.parent).stderr
        found.append(line.rsplit("task 1 (", 1)[1].split(")\n", 1)[0])
    return found


@pytest.mark.parametrize("words, wanted", [
    (["-o", "{seed}.h5"], "7.h5"), (["-o", "a{job}-{task}-{1}{}.h5"], "a12-3-{1}{}.h5"),
    (["-s", "output.file=of-{task}{seed}.h5"], "of-37.h5")])
def test_placeholders_in_output_names(tmp_path, words, wanted):
    """output.file is from the folder of the config."""
    config = tmp_path / "here.yaml"
    text = (PARTY / "type2.yaml").read_text()
    config.write_text(text.replace("heroes: ", f"heroes: {PARTY}/"))
    env = {**os.environ, "SLURM_JOB_ID": "15", "SLURM_ARRAY_JOB_ID": "12", "SLURM_ARRAY_TASK_ID": "3"}
    done = subprocess.run([SKERRY, "run", config, "-s", "run.seed=7", "-s", "run.epochs=1", *words],
                          cwd=tmp_path, env=env, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / wanted).exists()


@pytest.mark.parametrize("words, message", [
    (["-o", "{task}.h5"], "-o: {task} needs SLURM_ARRAY_TASK_ID, which is not set"),
    (["-s", "output.file=of-{job}.h5"], "output.file: {job} needs SLURM_JOB_ID, which is not set")])
def test_placeholders_without_a_job(tmp_path, words, message):
    env = {key: value for key, value in os.environ.items() if not key.startswith("SLURM")}
    done = subprocess.run([SKERRY, "run", PARTY / "type2.yaml", *words], cwd=tmp_path, env=env,
                          text=True, capture_output=True, check=False)
    assert done.returncode == 2 and message in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_task_whose_files_change_meanwhile_has_failed(tmp_path):
    """Its result is not that of the config that the sweep began with."""
    shutil.copytree(SOURCE / "configs/init/party", tmp_path / "p")
    path = table(tmp_path, "config: p/party.yaml\nsettings: {algorithm: [random], run.islands: [1], run.epochs: [1e9], "
                           "run.time_limit_s: [2]}\nseeds: [1, 2]\n")
    job = subprocess.Popen(command(0, "sweep", path, "-j", 1), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.glob("table/*seed=1.h5")):
        time.sleep(.05)
    with open(tmp_path / "p/heroes.csv", "a", encoding="utf-8") as file:
        file.write("\n")
    said = job.communicate(timeout=300)[1]
    assert job.returncode == 1 and "seed=2: failed (exit code 0): " in said and "seed=2.h5: is of another config" in said
    assert "1 of 2 tasks failed: move away the results that cannot be used, then " in said


def test_a_table_that_changes_meanwhile(tmp_path):
    """A task that has another number now is not taken for the one that had it when the sweep began."""
    text = (f"config: {SOURCE}/configs/sliding/d3-k1-level1.yaml\nsettings: {{algorithm: [random], run.islands: [1], "
            "run.epochs: [1e9], run.time_limit_s: [5]}\n")
    path = table(tmp_path, text + "seeds: [1, 2]\n")
    job = subprocess.Popen(command(0, "sweep", path, "-j", 1), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    while not list(tmp_path.glob("table/*seed=1.h5")):
        time.sleep(.05)
    table(tmp_path, text + "seeds: [1, 3, 2]\n")
    said = job.communicate(timeout=300)[1]
    assert job.returncode == 1 and "table.yaml: has changed: task 2 is d3-k1-level1," in said
    assert len(list(tmp_path.glob("table/*.h5"))) == 1
