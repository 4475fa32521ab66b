"""The grid of a map_elites run in its result file."""

import json
import shutil

import h5py
import numpy as np
import pytest
import xarray
from harness import PARTY, SOURCE, differences, open_result, run, skerry

CONFIG = PARTY / "map-elites.yaml"
# Fewer solutions asked for than the grid has cells: it keeps one of each all the same.
ASKED = 4
SHORT = ["-s", "run.epochs=3", "-s", "map_elites.local_search=0", "-s", f"output.solutions={ASKED}"]
LONG = ["-s", "run.epochs=12", "-s", "map_elites.local_search=0", "-s", "checkpoint.every_s=0.2"]


@pytest.fixture(scope="module")
def short(tmp_path_factory):
    path = tmp_path_factory.mktemp("grid") / "short.h5"
    run(CONFIG, path, *SHORT)
    return path


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_same_grid_on_any_number_of_ranks(tmp_path, short, ranks):
    run(CONFIG, tmp_path / "shared.h5", *SHORT, ranks=ranks)
    assert differences(short, tmp_path / "shared.h5") == []


def test_resumed_grid_equals_uninterrupted(tmp_path):
    run(CONFIG, tmp_path / "whole.h5", *LONG)
    output = tmp_path / "stopped.h5"
    for limit in ("0.2", "0.3"):
        run(CONFIG, output, *LONG, "-s", f"run.time_limit_s={limit}", "--resume")
    run(CONFIG, output, *LONG, "--resume", ranks=2)
    assert differences(tmp_path / "whole.h5", output) == []


def test_the_proven_best_of_one_cell_does_not_end_the_run(tmp_path):
    """The cheapest hero is known for the optimum at once; the other cells are still to be filled."""
    (tmp_path / "heroes.csv").write_text("id,level,price\n1,50,10\n2,60,20\n3,70,30\n")
    (tmp_path / "three.yaml").write_text(
        "problem: party\nparty: {heroes: heroes.csv, formation: {places: 1}, descriptors: [{mean: level}]}\n"
        "algorithm: map_elites\nmap_elites: {bins: [3], start: 1, batch: 1}\nrun: {epochs: 5, islands: 1}\n")
    run(tmp_path / "three.yaml", tmp_path / "three.h5")
    told = json.loads(skerry("show", tmp_path / "three.h5", "--json").stdout)
    assert told["why"] == "epochs done" and told["generations"] == 50
    assert told["optimal"] and told["grid"] == {"cells": 3, "filled": 3}


def test_every_cell_verifies(short):
    done = skerry("verify", short, "--json")
    assert done.returncode == 0, done.stdout
    told = json.loads(done.stdout)
    with open_result(short) as file:
        count = len(file["solutions/fitness"])
    assert told["verified"] == told["solutions"] == count > ASKED


def test_xarray_draws_the_heat_map(short):
    s = xarray.open_dataset(short, group="solutions", engine="h5netcdf")
    assert list(s.descriptor.values) == list(s.axis.values) == ["mean level", "mean gear"]
    assert s.descriptors.dims == ("solution", "descriptor")
    assert s.cell.dims == ("solution", "axis")
    grid = np.full(s.axis_bins.values, np.nan)
    grid[tuple(s.cell.values.T)] = s.fitness
    assert grid.shape == (8, 10)
    assert np.sum(~np.isnan(grid)) == s.sizes["solution"]  # one solution a cell
    assert np.nanmin(grid) == s.fitness[0]
    assert np.all(np.diff(s.fitness) >= 0)


def test_cells_follow_from_the_genomes(short):
    heroes = np.genfromtxt(PARTY / "heroes-10000.csv", delimiter=",", names=True, dtype=None,
                           encoding="utf-8")
    row = {int(hero): i for i, hero in enumerate(heroes["id"])}
    with open_result(short) as file:
        s = file["solutions"]
        bins, low, high = s["axis_bins"][:], s["descriptor_low"][:], s["descriptor_high"][:]
        for genome, at, cell in zip(s["genome"][:], s["descriptors"][:], s["cell"][:]):
            rows = [row[hero] for hero in genome]
            assert at == pytest.approx([heroes["level"][rows].mean(),
                                        heroes["gear"][rows].mean()])
            wanted = np.floor((at - low) / (high - low) * bins)
            assert list(cell) == list(np.clip(wanted, 0, bins - 1))


def test_show_tells_the_grid(short):
    text = skerry("show", short).stdout
    told = json.loads(skerry("show", short, "--json", "--solutions", "1000").stdout)
    filled = told["grid"]["filled"]
    assert told["grid"]["cells"] == 80
    assert filled == len(told["solutions"])
    assert f"Grid: {filled} of 80 cells filled" in text
    assert "down: mean level, 75 to 83 in 8 bins" in text
    assert told["descriptors"][1] == {"name": "mean gear", "unit": "1", "low": 4, "high": 9,
                                      "bins": 10}
    with open_result(short) as file:
        assert told["solutions"][5]["cell"] == list(file["solutions/cell"][5])
        assert told["solutions"][5]["descriptors"] == list(file["solutions/descriptors"][5])


def test_without_a_grid_descriptors_are_recorded_alone(tmp_path):
    output = tmp_path / "ga.h5"
    run(CONFIG, output, "-s", "algorithm=ga", "-s", "run.epochs=1", "-s", "ga.local_search=0")
    with open_result(output) as file:
        assert file["solutions/descriptors"].shape == (32, 2)
        assert "cell" not in file["solutions"] and "axis" not in file["solutions"]
    assert "Grid" not in skerry("show", output).stdout
    told = json.loads(skerry("show", output, "--json").stdout)
    assert told["grid"] is None and len(told["solutions"][0]["descriptors"]) == 2


@pytest.mark.parametrize("change", [
    "f['solutions/cell'][3, 1] = 10",
    "f['solutions/cell'][0, 0] = -1",
    "f['solutions/axis_bins'][0] = 0",
    "f['solutions/axis_bins'][0] = 1 << 40",
    "f['solutions/descriptor_low'][1] = 9",
    "del f['solutions/descriptor_high']",
    "del f['solutions/descriptors']",
    "del f['solutions/cell']",
    "del f['solutions/descriptor']",
    "del f['solutions/descriptor_unit']",
])
def test_damaged_grids_are_refused_in_one_line(tmp_path, short, change):
    output = shutil.copy(short, tmp_path / "damaged.h5")
    with h5py.File(output, "r+") as f:
        exec(change, {"f": f})  # pylint: disable=exec-used
    done = skerry("show", output)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr


ONE_DESCRIPTOR = ("-s", "level.descriptors=[{measure: cells, tiles: w, low: 40, high: 80}]")


def test_more_bins_than_descriptors_are_refused_with_what_was_expected():
    done = skerry("check", SOURCE / "configs/level/zelda-grid.yaml", *ONE_DESCRIPTOR)
    assert (done.returncode, done.stdout) == (2, "")
    assert "map_elites.bins: 2 numbers (expected: one for each of the descriptors, of which level has 1, or of the " in (
        done.stderr)


@pytest.mark.parametrize("options, bins", [((), [10, 10]), (ONE_DESCRIPTOR, [10])])
def test_without_bins_up_to_two_descriptors_have_ten_each(tmp_path, options, bins):
    output = tmp_path / "grid.h5"
    done = skerry("run", SOURCE / "configs/level/zelda-grid.yaml", "-s", "map_elites.bins=~", "-s", "run.epochs=1",
                  "-s", "run.islands=1", *options, "-o", output)
    assert done.returncode == 0, done.stderr
    with h5py.File(output) as f:
        assert list(f["solutions/axis_bins"][:]) == bins
    assert skerry("verify", output).returncode == 0
