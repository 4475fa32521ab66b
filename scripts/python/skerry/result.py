"""One result file: its groups as xarray datasets with named dimensions and units.

    run = skerry.open("type2.h5")
    run.best.plot(hue="replica")

The file may belong to a run that still goes on. src/record/README.md lists the contents of the file.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable
from typing import Any

import h5py
import numpy as np
import numpy.typing as npt
import xarray as xr

from .errors import Error
from .files import T, check_named, config_of, read_file, status_of, text_of
from .thinning import all_rows_of, end_without_row, number_of
from .words import algorithms

# The groups of a result file whose datasets share dimensions.
GROUPS = ("curves", "improvements", "migration", "solutions", "replicas", "nearest", "starts")
# Histories: cells that no island has reached hold NaN, or -1 in whole numbers.
HISTORIES = ("curves", "migration")


def texts_of(item: h5py.Dataset) -> Any:
    """A dataset's values; texts that are arrays of characters, as netCDF has them, each as one."""
    array = item[()]
    if array.dtype == "S1" and array.ndim > 1:
        array = array.view(f"S{array.shape[-1]}")[..., 0]
    return text_of(array)


def is_length(item: h5py.Dataset) -> bool:
    """Whether it is a netCDF dimension without values, such as the length of texts."""
    return bytes(item.attrs.get("NAME", b"")).startswith(b"This is a netCDF dimension but not")


def is_scale(item: h5py.Dataset) -> bool:
    return bool(item.attrs.get("CLASS") == b"DIMENSION_SCALE")


def dims_of(item: h5py.Dataset) -> list[str]:
    """The names of a dataset's dimensions, those of their scales."""
    names = [scale[0].name for scale in item.dims]
    if None in names:  # a scale that has been removed
        raise KeyError(f"{item.name} has a dimension without scale")
    return [name.rsplit("/", 1)[-1] for name in names]


def read_group(group: h5py.Group, missing: int | None = None) -> xr.Dataset:
    """All datasets of a group.

    missing  the whole number that stands for "no value" where a column has no _FillValue, which files of earlier
             versions lack: columns that hold it become floating-point, with NaN
    While a run goes on some datasets are already longer than others: the rest is cut off."""
    arrays, dims = {}, {}
    for name, item in group.items():
        if isinstance(item, h5py.Dataset) and not is_length(item):
            arrays[name] = texts_of(item)
            dims[name] = [name] if is_scale(item) else dims_of(item)
            dims[name] = dims[name][:np.ndim(arrays[name])]
    sizes: dict[str, int] = {}
    for name, array in arrays.items():
        for dim, size in zip(dims[name], np.shape(array)):
            sizes[dim] = min(size, sizes.get(dim, size))
    variables = {}
    for name, array in arrays.items():
        array = array[tuple(slice(sizes[dim]) for dim in dims[name])]
        gap = group[name].attrs.get("_FillValue", missing)
        if gap is not None and not is_scale(group[name]) and array.dtype.kind == "i":
            array = with_gaps(array, gap)
        attributes = {key: text_of(group[name].attrs[key]) for key in ("units", "long_name")
                      if key in group[name].attrs}
        variables[name] = (dims[name], array, attributes)
    coordinates = {name: variables.pop(name) for name in list(variables) if name in sizes}
    return xr.Dataset(variables, coordinates)


def best_first(solutions: xr.Dataset) -> xr.Dataset:
    """Without the rows that a writer has not completed. Until then the best may be an extra last row, which comes first
    here (src/record/write/solution_table.h)."""
    sign = -1 if solutions.objective_goal.values[0] == "maximise" else 1
    costs = sign * solutions.fitness.values
    order = np.argsort(costs, kind="stable")[:np.count_nonzero(~np.isnan(costs))]  # NaN is last
    if np.array_equal(order, np.arange(costs.size)):
        return solutions
    numbers = solutions.solution.values[:order.size]
    return solutions.isel(solution=order).assign_coords(solution=("solution", numbers, solutions.solution.attrs))


def with_gaps(array: npt.NDArray[Any], missing: int) -> npt.NDArray[Any]:
    gaps = array == missing
    return np.where(gaps, np.nan, array) if gaps.any() else array


class Result:
    """A result file at one moment. A group is read when it is asked for, and kept; `refresh` forgets them."""

    def __init__(self, path: str | os.PathLike[str]):
        """Raises Error if there is no result of skerry at `path`."""
        check_named(path)
        self.path = pathlib.Path(path)
        self.refresh()

    def refresh(self) -> Result:
        """Reads the file anew, as after `skerry run` has gone on. Returns itself."""
        self._groups: dict[str, xr.Dataset] = {}
        self.attributes: dict[str, Any] = self._read(
            lambda file: {name: text_of(value) for name, value in file.attrs.items()})
        self._status = status_of(self.path, self.attributes)
        return self

    def _read(self, read: Callable[[h5py.File], T]) -> T:
        return read_file(self.path, read)

    def group(self, name: str) -> xr.Dataset:
        """One of GROUPS; an empty dataset if the file does not have it."""
        if name not in GROUPS:
            raise Error(f"no group {name} (expected: {', '.join(GROUPS)})")
        if name not in self._groups:
            missing = -1 if name in HISTORIES else None
            group = self._read(lambda file: read_group(file[name], missing) if name in file else xr.Dataset())
            self._groups[name] = best_first(group) if name == "solutions" and "fitness" in group else group
        return self._groups[name]

    @property
    def curves(self) -> xr.Dataset:
        """best, mean, worst, diversity, evaluations (replica, generation, island); elapsed, diversity_all
        (replica, generation). Not every one of more than `output.all_rows` generations has a row: the coordinate
        `generation` has their numbers."""
        return self.group("curves")

    @property
    def best(self) -> xr.DataArray:
        """(replica, generation): the best fitness that any island has had so far, the least or the most, by `goal`.
        NaN after the end of a shorter replica."""
        now: xr.DataArray = self.curves.best
        costs: xr.DataArray = (self.sign * now).min("island")  # NaN only where all islands have ended
        so_far = costs.copy(data=self.sign * np.minimum.accumulate(costs.values, costs.dims.index("generation")))
        return so_far.assign_attrs(now.attrs)

    @property
    def improvements(self) -> xr.Dataset:
        """replica, island, generation, evaluations, best, elapsed, cpu (improvement): a row each time that the best of
        a replica gets better, the last one of island -1 if it was found after the search; empty for files of earlier
        versions."""
        return self.group("improvements")

    @property
    def migration(self) -> xr.Dataset:
        """moved, bytes, seconds, low, high (replica, epoch, island)."""
        return self.group("migration")

    @property
    def solutions(self) -> xr.Dataset:
        """fitness, text, genome and more (solution), best first, without rows that a killed run did not complete."""
        return self.group("solutions")

    @property
    def is_front(self) -> bool:
        """Whether the solutions are a Pareto front (moea.archive: front), not the best by the first objective."""
        return self._read(lambda file: str(text_of(file["solutions"].attrs.get("kind", "")))) == "front"

    @property
    def replicas(self) -> xr.Dataset:
        """best, bound, optimal and more (replica); written when the run ends."""
        return self.group("replicas")

    @property
    def nearest(self) -> xr.Dataset:
        """The assignment of least violation, if no solution was found; else empty."""
        return self.group("nearest")

    @property
    def starts(self) -> xr.Dataset:
        """command, started, ended, elapsed, ranks and more (start): the first start, and each that resumed it."""
        return self.group("starts")

    @property
    def name(self) -> str:
        """That of the config, or else of the file."""
        return str(self.attributes.get("name", self.path.name))

    @property
    def problem(self) -> str:
        return str(self.attributes["problem"])

    @property
    def algorithm(self) -> str:
        """ga, or where islands have different ones how many have each, such as 2 rl, 3 agents."""
        return algorithms(str(self.attributes["algorithm"]))

    @property
    def seed(self) -> int:
        return int(self.attributes["seed"])

    @property
    def status(self) -> str:
        """running, killed, finished, stopped or failed; running also where it cannot be known whether it was killed
        (`files.status_of`)."""
        return self._status

    @property
    def generations(self) -> int:
        """The generations of the longest replica, as `skerry show` counts them: its first population is
        generation 0; -1 before that. Reads no row."""
        def longest(file: h5py.File) -> int:
            rows = min(int(item.shape[1]) for item in file["curves"].values() if item.ndim > 1)
            all_rows, end = all_rows_of(file), int(file["replicas/generations"][()].max())
            return max(number_of(rows - 1, all_rows), end_without_row(end, rows, all_rows))

        return self._read(longest)

    @property
    def objective(self) -> str:
        """The name of the first objective, such as price."""
        return str(self.solutions.objective.values[0])

    @property
    def unit(self) -> str:
        """The unit of fitness, such as coins; "1" if it has none."""
        return str(self.curves.best.attrs["units"])

    @property
    def goal(self) -> str:
        """minimise or maximise: whether less fitness is better, or more."""
        return str(self.solutions.objective_goal.values[0])

    @property
    def sign(self) -> int:
        """What fitness is multiplied with so that less is better."""
        return -1 if self.goal == "maximise" else 1

    @property
    def config(self) -> dict[str, Any]:
        """The whole config, with defaults."""
        return config_of(self.path, str(self.attributes["config"]))

    @property
    def inputs(self) -> dict[str, bytes]:
        """Contents of the input files by their key in the config, such as party.heroes."""
        return self._read(lambda file: {text_of(item.attrs["key"]): item[()].tobytes()
                                        for item in file.get("problem/inputs", {}).values()
                                        if "key" in item.attrs})

    def to_datatree(self) -> Any:
        """All groups as an xarray.DataTree, which xarray has from 2024.10 on. Raises Error before."""
        if not hasattr(xr, "DataTree"):
            raise Error(f"xarray {xr.__version__} has no DataTree (expected: 2024.10 or later)")
        tree = xr.DataTree.from_dict({name: self.group(name) for name in GROUPS})
        tree.attrs.update(self.attributes)
        return tree

    def __repr__(self) -> str:
        return (f"<skerry.Result {self.path}: {self.problem} by {self.algorithm}, seed {self.seed}, "
                f"{self.status}>")

