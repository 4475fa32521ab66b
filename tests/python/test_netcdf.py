"""Result files as xarray opens them, by both of its engines for netCDF-4: every group, with the names
of its dimensions, units, texts and masks."""

import os
import subprocess

import h5py
import numpy as np
import pytest
import xarray as xr
from harness import SOURCE, run, skerry, values_of

PLAYER = os.path.join(os.path.dirname(os.environ["SKERRY"]), "tests", "test_recorder")
LABEL = b"This is a netCDF dimension but not a netCDF variable."
# A config, then settings; or a made-up run or sweep.
KINDS = {
    "two objectives": None,
    "party": ["party/type2", "run.epochs=1", "run.replicas=2"],
    "front": ["party/front", "run.epochs=1"],
    "infeasible": ["party/infeasible/01-too-many-religions"],
    "eternity": ["eternity/4x4", "run.epochs=1"],
    "sliding": ["sliding/d3-k1-level2", "run.epochs=1"],
    "grid": ["level/zelda-grid", "run.epochs=1"],
    "sweep": None,
}


@pytest.fixture(params=["h5netcdf", "netcdf4"])
def engine(request):
    pytest.importorskip({"netcdf4": "netCDF4"}.get(request.param, request.param))
    return request.param


def sweep(folder):
    table = folder / "table.yaml"
    table.write_text(f"config: {SOURCE}/configs/sliding/d3-k1-level0.yaml\nseeds: [1, 2]\n"
                     "settings: {run.epochs: [1]}\n")
    done = skerry("sweep", table, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder / "table.h5"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kinds")
    paths = {}
    for kind, words in KINDS.items():
        path = paths[kind] = folder / f"{kind.replace(' ', '-')}.h5"
        if kind == "sweep":
            paths[kind] = sweep(folder)
        elif words is None:
            assert subprocess.run([PLAYER, path, "3", "0", "0", "0"], check=False).returncode == 0
        else:
            config, *settings = words
            run(SOURCE / f"configs/{config}.yaml", path, "-q", code=(0, 3, 4),
                *(part for setting in settings for part in ("-s", setting)))
    return paths


def groups_of(path):
    found = [None]
    with h5py.File(path) as file:
        file.visititems(lambda name, item: found.append(name) if isinstance(item, h5py.Group)
                        else None)
    return found


def expected(item):
    """The values of a dataset as xarray should have them, by h5py alone."""
    values = values_of(item)
    if values.dtype.kind == "O":
        return values.ravel().tolist()
    if "_FillValue" in item.attrs:
        assert item.attrs["_FillValue"].dtype == item.dtype
        values = np.where(values == item.attrs["_FillValue"], np.nan, values)
    return values


@pytest.mark.parametrize("kind", KINDS)
def test_every_group_opens(files, engine, kind):
    for group in groups_of(files[kind]):
        with h5py.File(files[kind]) as file, \
                xr.open_dataset(files[kind], group=group, engine=engine) as read:
            items = {name: item for name, item in file[group or "/"].items()
                     if isinstance(item, h5py.Dataset)
                     and not bytes(item.attrs.get("NAME", b"")).startswith(LABEL)}
            assert set(read.variables) == set(items), group
            for name, item in items.items():
                values = expected(item)
                got = read[name].values
                assert read[name].attrs["units"] == item.attrs["units"]
                assert read[name].attrs["long_name"] == item.attrs["long_name"]
                assert not any(dim.startswith("string") for dim in read[name].dims)
                if isinstance(values, list):
                    assert got.ravel().tolist() == values, (group, name)
                else:
                    np.testing.assert_array_equal(got, values, err_msg=f"{group}/{name}")


def test_missing_cells_are_masked(files, engine, tmp_path):
    path = tmp_path / "a.h5"
    path.write_bytes(files["two objectives"].read_bytes())
    with h5py.File(path, "r+") as file:  # as if the second replica had ended sooner
        for name in ("curves/evaluations", "migration/moved"):
            file[name][1, 1:] = -1
        file["replicas/evaluations"][1] = -1
    with xr.open_dataset(path, group="curves", engine=engine) as curves:
        sums = curves.evaluations.sum(["generation", "island"])
        assert curves.evaluations.isnull().sum() == 30 * 3
        assert sums[0] == sum(100 * (g + 1) + i for g in range(31) for i in range(3))
        assert sums[1] == 100 + 101 + 102
    with xr.open_dataset(path, group="migration", engine=engine) as migration:
        assert migration.moved.sum(["epoch", "island"]).values.tolist() == [18, 3]
    with xr.open_dataset(path, group="replicas", engine=engine) as replicas:
        assert replicas.evaluations.sum() == 3 * 100 * 31 + 3


def test_numbers_that_are_never_missing_stay_whole(files, engine):
    with xr.open_dataset(files["grid"], group="solutions", engine=engine) as s:
        assert {s[name].dtype.kind for name in ("cell", "island", "axis_bins")} == {"i"}
        grid = np.full(s.axis_bins.values, np.nan)
        grid[tuple(s.cell.values.T)] = s.fitness
        assert np.isfinite(grid).sum() == s.sizes["solution"]


def test_objectives_are_selected_by_name(files, engine):
    with xr.open_dataset(files["two objectives"], group="solutions", engine=engine) as s:
        assert s.objectives.sel(objective="score").size == s.sizes["solution"]
        assert s.text.values[0].startswith("Platz 0 → ")


@pytest.mark.parametrize("kind", KINDS)
def test_a_tree_has_all_groups(files, engine, kind):
    if not hasattr(xr, "open_datatree"):
        pytest.skip(f"xarray {xr.__version__} has no open_datatree")
    with xr.open_datatree(files[kind], engine=engine) as tree:
        tree.load()
        names = {node.path.strip("/") for node in tree.subtree}
    assert names == {name or "" for name in groups_of(files[kind])}
