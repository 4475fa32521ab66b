"""The HDF5 result as notebooks read it: h5py, h5netcdf and xarray, after and during a run."""

import os
import signal
import subprocess
import time

import h5netcdf
import h5py
import numpy as np
import pytest
import xarray as xr
from harness import values_of

# A made-up run: 2 replicas, 3 islands, epochs of 10 generations (tests/helpers/play.h).
PLAYER = os.path.join(os.path.dirname(os.environ["SKERRY"]), "tests", "test_recorder")

DIMENSIONS = {
    "curves/best": ("replica", "generation", "island"),
    "curves/mean": ("replica", "generation", "island"),
    "curves/worst": ("replica", "generation", "island"),
    "curves/diversity": ("replica", "generation", "island"),
    "curves/evaluations": ("replica", "generation", "island"),
    "curves/elapsed": ("replica", "generation"),
    "migration/moved": ("replica", "epoch", "island"),
    "migration/bytes": ("replica", "epoch", "island"),
    "migration/seconds": ("replica", "epoch", "island"),
    "migration/low": ("replica", "epoch", "island"),
    "migration/high": ("replica", "epoch", "island"),
    "solutions/fitness": ("solution",),
    "solutions/genome": ("solution", "gene"),
    "solutions/island": ("solution",),
    "solutions/generation": ("solution",),
    "solutions/replica": ("solution",),
    "solutions/objectives": ("solution", "objective"),
    "solutions/bound": ("solution", "objective"),
    "solutions/text": ("solution", "string6144"),
    "replicas/best": ("replica",),
    "replicas/bound": ("replica",),
    "replicas/optimal": ("replica",),
    "replicas/infeasible": ("replica",),
}


def play(path, epochs, pause_us=0, start=0, stop=0):
    command = [PLAYER, path, str(epochs), str(pause_us), str(start), str(stop)]
    return subprocess.Popen(command)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("result") / "run.h5")
    assert play(path, 32).wait(60) == 0
    return path


def datasets(file):
    found = {}
    file.visititems(
        lambda name, item: found.update({name: item}) if isinstance(item, h5py.Dataset) else None
    )
    return found


def test_root_attributes_say_what_ran(finished):
    with h5py.File(finished) as f:
        attributes = dict(f.attrs)
    assert attributes["format"] == "skerry-result"
    assert attributes["format_version"] == 1
    assert attributes["problem"] == "play"
    assert attributes["algorithm"] == "none"
    assert attributes["seed"] == 2**53 + 1  # no double holds it
    assert (attributes["islands"], attributes["replicas"], attributes["ranks"]) == (3, 2, 1)
    assert attributes["hosts"] == "alpha beta"
    assert attributes["config"].startswith("problem: play\n")
    assert attributes["command"] == "skerry run play.yaml"
    assert attributes["skerry_version"] == "0.0.1"
    assert "commit" in attributes
    assert attributes["status"] == b"finished"
    assert attributes["why"] == b"epochs done"
    for name in ("started", "ended"):
        text = attributes[name]
        text = text.decode() if isinstance(text, bytes) else text
        time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")


def test_every_dataset_has_units_and_a_long_name(finished):
    with h5py.File(finished) as f:
        for name, item in datasets(f).items():
            assert item.attrs["units"], name
            assert item.attrs["long_name"], name
        assert f["curves/best"].attrs["units"] == "coins"
        assert f["solutions/objectives"].attrs["units"] == "coins, points"
        assert f["solutions/genome"].attrs["units"] == "hero id"


def test_dimensions_are_scales_with_their_names(finished):
    with h5netcdf.File(finished, "r") as f:
        for name, dimensions in DIMENSIONS.items():
            assert f[name].dimensions == dimensions, name
    with h5py.File(finished) as f:
        for name, item in datasets(f).items():
            for d in range(item.ndim):
                is_scale = item.attrs.get("CLASS") == b"DIMENSION_SCALE"
                assert is_scale or len(item.dims[d]) == 1, name


def test_histories_are_chunked_along_generation_compressed_and_checksummed(finished):
    with h5py.File(finished) as f:
        for name, dimensions in DIMENSIONS.items():
            item = f[name]
            assert item.chunks and item.compression == "gzip" and item.fletcher32, name
            if item.dtype.kind in "fi" and item.dtype.itemsize > 1:
                assert item.shuffle, name
            if len(dimensions) == 3:
                assert item.chunks[0] == 1 and item.chunks[1] > 1, name


def test_xarray_opens_every_group(finished):
    curves = xr.open_dataset(finished, group="curves", engine="h5netcdf")
    assert dict(curves.sizes) == {"replica": 2, "generation": 321, "island": 3}
    assert list(curves.generation.values) == list(range(321))
    replica, generation, island = np.ogrid[0:2, 0:321, 0:3]
    expected = 64000 + 50000.0 / (1 + generation) + 100 * island + replica
    expected[:, 0, 0] = np.inf
    assert np.array_equal(curves.best.values, expected)
    assert np.array_equal(curves["mean"].values, 2 * expected)
    evaluations = 100 * (generation + 1) + island + 0 * replica
    assert np.array_equal(curves.evaluations.values, evaluations)
    migration = xr.open_dataset(finished, group="migration", engine="h5netcdf")
    assert dict(migration.sizes) == {"replica": 2, "epoch": 32, "island": 3}
    assert np.array_equal(migration.moved.sel(replica=1, island=2), np.arange(32) + 2)
    replicas = xr.open_dataset(finished, group="replicas", engine="h5netcdf")
    assert list(replicas.generations.values) == [320, 320]
    assert replicas.bound.values[0] == 1 and np.isnan(replicas.bound.values[1])
    inputs = xr.open_dataset(finished, group="problem/inputs", engine="h5netcdf")
    assert inputs["0"].values.tobytes().startswith(b"id,price\n")
    assert inputs["0"].attrs["key"] == "play.heroes"


def test_solutions_read_as_people_expect(finished):
    solutions = xr.open_dataset(finished, group="solutions", engine="h5netcdf")
    assert dict(solutions.sizes) == {"solution": 3, "objective": 2, "gene": 8}
    assert list(solutions.objective.values) == ["price", "score"]
    assert list(solutions.objective_unit.values) == ["coins", "points"]
    assert list(solutions.objective_goal.values) == ["minimise", "maximise"]
    assert solutions.genome.dtype == np.int32
    assert list(solutions.fitness.values) == [64000, 64020, 64040]
    assert list(solutions.objectives.sel(objective="score")) == [32001, 32011, 32021]
    assert solutions.text.values[1].startswith("Platz 0 → 33010\n")
    with h5py.File(finished) as f:
        assert values_of(f["solutions/text"])[1].startswith("Platz 0 → 33010\n")


def test_a_reader_follows_a_running_job(tmp_path):
    path = str(tmp_path / "run.h5")
    job = play(path, 100000, pause_us=1000)
    try:
        while not os.path.exists(path):
            time.sleep(0.01)
        lengths = []
        with h5py.File(path, "r", libver="latest", swmr=True) as f:
            best, evaluations = f["curves/best"], f["curves/evaluations"]
            for _ in range(30):
                time.sleep(0.1)
                best.refresh()
                evaluations.refresh()
                rows = min(best.shape[1], evaluations.shape[1])
                known = (evaluations[0, :rows, 0] >= 0).sum()
                assert np.array_equal(
                    best[0, 1:known, 2], 64000 + 50000.0 / (1 + np.arange(1, known)) + 200
                )
                lengths.append(known)
        assert lengths == sorted(lengths) and len(set(lengths)) > 3, lengths
        store = xr.backends.H5NetCDFStore(
            h5netcdf.File(path, "r", libver="latest", swmr=True), group="curves"
        )
        with xr.open_dataset(store) as curves:
            assert curves.sizes["generation"] >= lengths[-1]
    finally:
        job.send_signal(signal.SIGKILL)
        job.wait()


def test_a_killed_run_opens_as_a_running_one(tmp_path):
    path = str(tmp_path / "run.h5")
    job = play(path, 100000, pause_us=1000)
    time.sleep(1.5)
    job.send_signal(signal.SIGKILL)
    job.wait()
    with h5py.File(path, "r", libver="latest", swmr=True) as f:
        assert f.attrs["status"] == b"running"
        rows = f["curves/best"].shape[1]
        assert rows > 100
    assert play(path, rows // 10 + 20, start=rows // 200 * 200).wait(60) == 0
    with h5py.File(path) as f:
        assert f.attrs["status"] == b"finished"
        assert f["curves/best"].shape[1] == (rows // 10 + 20) * 10 + 1
        assert not (f["curves/evaluations"][()] < 0).any()


def test_file_sizes_are_in_the_order_of_the_data(tmp_path):
    """Rewriting half-full chunks abandons their former place: rarely enough?"""
    path = str(tmp_path / "run.h5")
    job = play(path, 2000, pause_us=1000)
    assert job.wait(60) == 0
    with h5py.File(path) as f:
        stored = sum(item.id.get_storage_size() for item in datasets(f).values())
    assert os.path.getsize(path) < 3 * stored + 300000
