"""What a result was made with, and the history of its starts."""

import csv
import json
import os
import shlex
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
from harness import (SOURCE, as_before_improvements, command, differences, names_of,
                     open_result, run, skerry, values_of)

CONFIG = SOURCE / "configs/eternity/10x10.yaml"
WORDS = ["-s", "algorithm=ga", "-s", "run.islands=2", "-s", "run.sub_generations=3",
         "-s", "run.target=~", "-s", "run.time_limit_s=~"]


def epochs(n):
    return [*WORDS, "-s", f"run.epochs={n}"]


def starts_of(path):
    with open_result(path) as file:
        return {name: values_of(item).tolist() for name, item in file["starts"].items()}


def attributes_of(path):
    with open_result(path) as file:
        return {key: value.decode() if isinstance(value, bytes) else value
                for key, value in file.attrs.items()}


def without_seal(path):
    data = path.read_bytes()
    end = data.rfind(b"\nskerry-result sealed")
    path.write_bytes(data[:end])


def test_a_resumed_run_has_no_summary_of_an_earlier_end(tmp_path):
    """`show` and `table` say how far it is now, not how far it was when it was stopped."""
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(1))
    job = subprocess.Popen(command(0, "run", CONFIG, "-o", path, *epochs(100000), "-q", "--resume"))
    rows = 4
    while rows < 8:
        with open_result(path) as file:
            rows = file["curves/best"].shape[1]
    job.send_signal(signal.SIGKILL)
    job.wait()
    with open_result(path) as file:
        assert file["replicas/generations"][()] == -1 and not file["replicas/best"][()] >= 0
        rows = min(item.shape[1] for item in file["curves"].values() if item.ndim > 1)
        evaluations = file["curves/evaluations"][0, rows - 1].sum()
    shown = json.loads(skerry("show", "--json", path).stdout)
    assert (shown["generations"], shown["evaluations"]) == (rows - 1, evaluations)
    skerry("table", path, "--csv", tmp_path / "a.csv")
    with open(tmp_path / "a.csv", encoding="utf-8") as text:
        row, = csv.DictReader(text)
    assert (row["status"], int(row["generations"]), int(row["evaluations"])) == ("killed", rows - 1, evaluations)


def test_the_best_of_a_killed_run_is_not_that_of_its_last_generation(tmp_path):
    """Which may have lost it: `show` and `table` say the same."""
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(10), "-s", "ga.survivors=comma", "-s", "ga.children=either", "-s", "ga.elite=0")
    without_seal(path)
    with h5py.File(path, "r+", libver="latest") as file:
        file.attrs.modify("status", np.bytes_("running"))
        file["replicas/generations"][0], file["replicas/best"][0] = -1, np.nan
        best, last = file["improvements/best"][-1], file["curves/best"][0, -1].max()
    assert last < best == json.loads(skerry("show", "--json", path).stdout)["replica"][0]["best"]
    skerry("table", path, "--csv", tmp_path / "a.csv")
    with open(tmp_path / "a.csv", encoding="utf-8") as text:
        row, = csv.DictReader(text)
    assert float(row["best"]) == best


def test_a_killed_start_stays_in_the_history(tmp_path):
    path = tmp_path / "a.h5"
    job = subprocess.Popen(command(0, "run", CONFIG, "-o", path, *epochs(100000), "-q"))
    while not path.with_name("a.h5.checkpoint").exists():
        time.sleep(0.01)
    job.send_signal(signal.SIGKILL)
    job.wait()
    assert starts_of(path)["status"] == ["running"]
    run(CONFIG, path, *epochs(3), "-s", "run.max_evaluations=1", "--resume", ranks=2)
    starts, root = starts_of(path), attributes_of(path)
    assert starts["status"] == ["killed", "finished"]
    assert starts["ended"][0] == "" and starts["ended"][1] == root["ended"]
    assert starts["started"][0] == root["started"] <= starts["started"][1]
    assert starts["ranks"] == [1, 2]
    assert "run.epochs=100000" in starts["command"][0]
    assert starts["command"][1] == root["command"]
    assert root["elapsed"] == pytest.approx(sum(starts["elapsed"]))
    assert root["cpu_time"] == pytest.approx(sum(starts["cpu_time"]))
    assert root["cpu"] == starts["cpu"][1] != ""
    assert min(starts["cpu_time"]) > 0


def test_the_command_can_be_typed_again(tmp_path):
    words = [*epochs(1), "-s", "name=it's two words", "-s", "ga={population: 12}"]
    run(CONFIG, tmp_path / "an answer.h5", *words)
    typed = shlex.split(attributes_of(tmp_path / "an answer.h5")["command"])
    assert typed[:2] == ["skerry", "run"] and sorted(typed[2:]) == sorted(
        ["-o", str(tmp_path / "an answer.h5"), str(CONFIG), *words])


def test_attributes_are_those_of_the_last_start(tmp_path, monkeypatch):
    path = tmp_path / "a.h5"
    monkeypatch.setenv("SLURM_JOB_ID", "4711")
    monkeypatch.setenv("SLURM_JOB_NAME", "night")
    run(CONFIG, path, *epochs(1), ranks=2)
    root = attributes_of(path)
    assert (root["slurm_job_id"], root["slurm_job_name"]) == ("4711", "night")
    assert "MPI" in root["mpi_library"] and "\n" not in root["mpi_library"]
    assert root["hdf5_version"].count(".") == 2 and root["compiler"].split()[1][0].isdigit()
    monkeypatch.delenv("SLURM_JOB_ID")
    run(CONFIG, path, *epochs(2), "--resume")
    root = attributes_of(path)
    assert not {"slurm_job_id", "slurm_job_name", "mpi_library"} & set(root)
    assert starts_of(path)["slurm_job_id"] == ["4711", ""]


def test_cpu_time_is_that_of_all_ranks(tmp_path):
    """Compared with what the system says of this process's children, which mpirun adds to."""
    path = tmp_path / "a.h5"
    before = os.times()
    run(CONFIG, path, *epochs(20), ranks=2)
    after = os.times()
    spent = (after.children_user + after.children_system
             - before.children_user - before.children_system)
    assert 0.2 * spent < attributes_of(path)["cpu_time"] <= spent + 0.02


def test_show_prints_what_it_was_made_with(tmp_path):
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(1))
    text = skerry("show", path).stdout
    root = attributes_of(path)
    assert f"{root['compiler']}, HDF5 {root['hdf5_version']}" in text and "Starts" not in text
    run(CONFIG, path, *epochs(2), "--resume")
    assert "Starts\n" in skerry("show", path).stdout
    shown = json.loads(skerry("show", path, "--json").stdout)
    assert shown["compiler"] == root["compiler"] and shown["mpi_library"] is None
    assert [start["status"] for start in shown["starts"]] == ["finished", "finished"]
    assert shown["cpu_time_s"] == pytest.approx(sum(s["cpu_time_s"] for s in shown["starts"]))


def test_a_file_without_the_history_is_read_and_continued(tmp_path):
    """As versions before the history wrote it."""
    path, whole = tmp_path / "a.h5", tmp_path / "whole.h5"
    run(CONFIG, whole, *epochs(3))
    run(CONFIG, path, *epochs(2))
    without_seal(path)
    with h5py.File(path, "r+", libver="latest") as file:
        as_before_improvements(file)
        elapsed = file.attrs["elapsed"]
    shown = skerry("show", path)
    assert shown.returncode == 0 and "HDF5" not in shown.stdout
    run(CONFIG, path, *epochs(3), "--resume")
    assert skerry("verify", path).returncode == 0
    root = attributes_of(path)
    assert root["elapsed"] > elapsed and root["cpu_time"] > 0 and root["compiler"]
    with open_result(path) as file:
        assert "starts" not in file
    with open_result(whole) as file:
        later = {name for name in names_of(file) if name.startswith("improvements")}
    assert set(differences(whole, path)) <= {"starts", "/@asynchronous"} | later


def test_starts_of_a_file_with_texts_of_fixed_length_go_on(tmp_path):
    """As those of an earlier version are."""
    path = tmp_path / "a.h5"
    run(CONFIG, path, *epochs(1))
    with h5py.File(path, "r+", libver="latest") as file:
        for name in "command", "started", "hosts", "cpu", "build", "slurm_job_id":
            item = file["starts"][name]
            texts, attributes = [text.encode() for text in values_of(item)], dict(item.attrs)
            del file["starts"][name]
            made = file["starts"].create_dataset(name, data=np.array(texts, "S4096"), maxshape=(None,), chunks=True)
            for key in "units", "long_name":
                made.attrs[key] = attributes[key]
    run(CONFIG, path, *epochs(2), "--resume")
    starts, now = starts_of(path), attributes_of(path)
    assert starts["command"][1] == now["command"] and starts["hosts"] == 2 * [now["hosts"]]
    assert starts["build"][0] == starts["build"][1] and starts["slurm_job_id"] == ["", ""]
    assert skerry("verify", path).returncode == 0
