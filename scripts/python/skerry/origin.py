"""Where a run comes from: its file, and what identifies it there. Runs of a merged sweep file count as
files."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import h5py
import yaml

from .errors import Error
from .files import RESULT, SWEEP, Path, T, config_of, read_file, status_of, text_of
from .words import algorithms

# Keys that tell no settings apart: the seed has a column of its own, and these change nothing of what is
# computed.
NO_SETTINGS = ("run.seed", "output.", "checkpoint.")


@dataclass(frozen=True)
class Origin:
    """A run: one result file, or one result in a merged sweep file (path FILE.h5/NAME)."""

    path: str
    problem: str
    algorithm: str
    seed: int
    status: str
    objective: str
    unit: str
    goal: str
    config_text: str = field(repr=False)
    # SHA-256 of the input files, by key and path.
    contents: Mapping[tuple[str, str], str] = field(repr=False, hash=False)

    @property
    def sign(self) -> int:
        """What fitness is multiplied with so that less is better."""
        return -1 if self.goal == "maximise" else 1

    @property
    def task(self) -> str:
        """What is optimised, such as "minimise price of party"."""
        return f"{self.goal} {self.objective} of {self.problem}"

    @property
    def settings(self) -> Mapping[str, Any]:
        """The config by dotted keys such as ga.mutation; lists as YAML text."""
        return settings_of(self.config_text, self.path)

    @property
    def identity(self) -> tuple[Any, ...]:
        """Equal for runs of one config, but for its output and checkpoints, one seed and the same files."""
        settings = frozenset((key, repr(value)) for key, value in self.settings.items() if not key.startswith(NO_SETTINGS))
        return self.seed, settings, frozenset(self.contents.items())


def paths_of(paths: Path | Iterable[Path]) -> list[str]:
    """One path, or several, as a list. Raises Error if there is none."""
    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not several:
        raise Error("no results (expected: at least one file)")
    return [os.fspath(path) for path in several]


def read_runs(paths: Path | Iterable[Path], read: Callable[[Origin, h5py.Group], T]) -> list[T]:
    """What `read` makes of each run of the files: of a result file itself, and of each result in a merged
    sweep file. Only one file is open at a time. Raises Error for a file that is neither."""
    def read_all(path: str, file: h5py.File) -> list[T]:
        if text_of(file.attrs["format"]) == RESULT:
            return [read(origin_of(path, file), file)]
        return [read(origin_of(f"{path}/{name}", group), group) for name, group in file["results"].items()]

    read_any = []
    for path in paths_of(paths):
        read_any += read_file(path, functools.partial(read_all, path), (RESULT, SWEEP))
    return read_any


def origin_of(path: str, group: h5py.Group) -> Origin:
    text = {name: text_of(group.attrs[name]) for name in ("problem", "algorithm", "seed", "status", "config")}
    solutions = group["solutions"]
    status = status_of(path, {**text, "hosts": text_of(group.attrs.get("hosts", ""))})
    return Origin(path, text["problem"], algorithms(text["algorithm"]), int(text["seed"]), status,
                  text_of(solutions["objective"][0]), text_of(group["curves/best"].attrs["units"]),
                  text_of(solutions["objective_goal"][0]), text["config"], contents_of(group))


def contents_of(group: h5py.Group) -> dict[tuple[str, str], str]:
    named = [[text_of(item.attrs[name]) for name in ("key", "path", "sha256")]
             for item in group.get("problem/inputs", {}).values() if "key" in item.attrs]
    return {(key, path): digest for key, path, digest in named}


def changed_files(runs: Iterable[Origin]) -> list[str]:
    """The keys of files that had one path in several of these runs, and not the same contents."""
    digests: dict[tuple[str, str], set[str]] = {}
    for run in runs:
        for file, digest in run.contents.items():
            digests.setdefault(file, set()).add(digest)
    return list(dict.fromkeys(key for (key, _), several in digests.items() if len(several) > 1))


# libyaml's loader is some ten times as fast as the other.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@functools.lru_cache(maxsize=4096)
def settings_of(config: str, path: str) -> Mapping[str, Any]:
    """The text of the config in a result as a flat mapping from dotted keys to numbers, text, or YAML text of lists."""
    flat: dict[str, Any] = {}

    def add(prefix: str, value: Any) -> None:
        if isinstance(value, dict) and value:
            for key, below in value.items():
                add(f"{prefix}.{key}" if prefix else str(key), below)
        elif isinstance(value, (list, dict)):
            flat[prefix] = yaml.safe_dump(value, default_flow_style=True, width=10**9, allow_unicode=True).strip()
        else:
            flat[prefix] = value

    add("", config_of(path, config, _LOADER))
    return flat


def differing_keys(runs: Iterable[Origin]) -> list[str]:
    """The keys on which those configs that have them differ, in the order of the first; without NO_SETTINGS.
    Keys of one problem or algorithm alone are so not listed for runs of another."""
    values: dict[str, set[str]] = {}
    for settings in {run.config_text: run.settings for run in runs}.values():
        for key, value in settings.items():
            values.setdefault(key, set()).add(repr(value))
    return [key for key, some in values.items() if len(some) > 1 and not key.startswith(NO_SETTINGS)]


def puzzle_differences(runs: Iterable[Origin], told_apart: Iterable[str] = ()) -> list[str]:
    """In what the puzzles of runs differ: keys of the problems' sections, but for those that are told apart, and files of
    one path with several contents."""
    runs, apart = list(runs), set(told_apart)
    problems = {run.problem for run in runs}
    keys = [key for key in differing_keys(runs) if key.split(".")[0] in problems and key not in apart]
    return keys + [f"the contents of {key}" for key in changed_files(runs)]


def check_keys(runs: Iterable[Origin], keys: Iterable[str]) -> None:
    """Raises Error for a key that no config has, with the keys that look like it."""
    import difflib

    known = {key for run in runs for key in run.settings}
    for key in keys:
        if key not in known:
            like = difflib.get_close_matches(key, known, 3) or [
                other for other in sorted(known) if other.startswith(key + ".")][:8]
            hint = f" (expected: such as {', '.join(like)})" if like else ""
            raise Error(f"no config has the key {key}{hint}")
