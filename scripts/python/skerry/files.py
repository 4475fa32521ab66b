"""Opening the HDF5 files of skerry, also while they are being written.

Everything is read in HDF5's single-writer/multiple-reader mode, which neither waits for the writer nor
disturbs it. src/record/README.md lists the contents of the files.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import os
import pathlib
import socket
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import h5py
import numpy as np
import numpy.typing as npt

from .errors import Error

T = TypeVar("T")
FloatArray = npt.NDArray[np.float64]
Path = str | os.PathLike[str]

# What a file may be, by its attribute `format`.
RESULT, SWEEP = "skerry-result", "skerry-sweep"
# A result whose run has ended ends in this, the SHA-256 of all bytes before it, and a newline
# (src/record/file/seal.h).
SEAL_MARK = b"\nskerry-result sealed, SHA-256 "
SEAL_BYTES = len(SEAL_MARK) + 2 * hashlib.sha256().digest_size + 1
# A writer may be in the middle of an append, or replace the file: a reader tries again for this long.
PATIENCE_S = 2.0


def checkpoint_of(path: Path) -> str | None:
    """The checkpoint beside a result, which may itself be missing."""
    return next((name for name in (f"{path}.checkpoint", f"{path}.checkpoint.1") if os.path.exists(name)), None)


def folder_hint(path: Path) -> str:
    """For a folder of results, how all of them are named in a shell."""
    return f", or {pathlib.Path(path)}/*.h5" if next(pathlib.Path(path).glob("*.h5"), None) else ""


def why_unreadable(path: Path, error: OSError) -> str:
    """Why HDF5 cannot open a file, without HDF5's own words."""
    if not os.path.exists(path):
        checkpoint = checkpoint_of(path)
        if not checkpoint:
            return "no such file (expected: a result of skerry)"
        return (f"no such file, but its checkpoint {checkpoint} is there (expected: a result of skerry; `skerry run "
                f"CONFIG --resume -o {path}` makes one from the checkpoint)")
    if os.path.isdir(path):
        return f"is a folder (expected: a result of skerry{folder_hint(path)})"
    if not os.access(path, os.R_OK):
        return "cannot be read: permission denied"
    if isinstance(error, BlockingIOError):
        return "another program has it open for writing (expected: that it ends first)"
    if h5py.is_hdf5(path):
        return "the file is truncated or damaged (`skerry verify` says more)"
    result, suffix, rest = os.fspath(path).partition(".checkpoint")
    if suffix and rest in ("", ".1"):
        return f"is a checkpoint (expected: a result of skerry, here {result})"
    return "not a result of skerry: it is no HDF5 file (expected: the result of skerry run or sweep)"


def check_named(path: Path) -> None:
    """Refuses the empty name, which pathlib takes for this folder."""
    if not os.fspath(path):
        raise Error("the name of a file is empty (expected: a result of skerry)")


def check_readable(path: Path) -> None:
    """Refuses what HDF5 would wait for, as a pipe, or cannot say clearly what is wrong with. Raises Error, or OSError if
    there is no file."""
    check_named(path)
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode) and not stat.S_ISDIR(about.st_mode):
        raise Error(f"{path}: is a device, pipe or socket (expected: a result of skerry)")
    try:
        with open(path, "rb", buffering=0) as file:
            file.read(1)
    except (IsADirectoryError, PermissionError):
        raise
    except OSError as error:
        raise Error(f"{path}: cannot be read: {error.strerror}") from None


@functools.lru_cache(maxsize=4096)
def seal_fits(path: str, size: int, *_state: int) -> bool:
    """Whether the last line of a file of so many bytes states the digest of those before it. `_state` tells one state
    of the file from another."""
    digest, left = hashlib.sha256(), size - SEAL_BYTES
    with open(path, "rb") as file:
        while left > 0 and (block := file.read(min(left, 1 << 20))):
            digest.update(block)
            left -= len(block)
        return file.read(SEAL_BYTES) == SEAL_MARK + digest.hexdigest().encode() + b"\n"


def is_damaged(path: Path) -> bool:
    """Whether the file of a run that has ended was changed since. Costs one pass over the file, once for each state of
    it; HDF5's own checksums do not cover all bytes, and HDF5 may hang in those which they do not."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode) or about.st_size <= SEAL_BYTES:
        return False
    with open(path, "rb") as file:
        file.seek(about.st_size - SEAL_BYTES)
        mark = file.read(len(SEAL_MARK))
    # Half of the mark is enough: without it the file would pass for that of a killed run.
    sealed = 2 * sum(one == other for one, other in zip(mark, SEAL_MARK, strict=True)) >= len(SEAL_MARK)
    return sealed and not seal_fits(os.path.abspath(path), about.st_size, about.st_dev, about.st_ino,
                                    about.st_mtime_ns)


def open_hdf5(path: Path) -> h5py.File:
    """For reading while it is written. A file that this process has open in the plain way, as xarray leaves it, can
    only be opened in that way."""
    try:
        return h5py.File(path, "r", libver="latest", swmr=True)
    except OSError as error:
        if "already open" not in str(error):
            raise
        return h5py.File(path, "r")


@contextlib.contextmanager
def open_file(path: Path, formats: tuple[str, ...] = (RESULT,)) -> Iterator[h5py.File]:
    """A file of one of `formats` for reading, of a finished, killed or running run. Raises Error if it is
    none."""
    try:
        check_readable(path)
        damaged = is_damaged(path)
        file = None if damaged else open_hdf5(path)
    except OSError as error:
        raise Error(f"{path}: {why_unreadable(path, error)}") from None
    if file is None:
        raise Error(f"{path}: the result is damaged: its bytes do not have the digest that its run stored (expected: "
                    "the file as its run left it, such as a whole copy)")
    with file:
        found = text_of(file.attrs.get("format", ""))
        if found == SWEEP and SWEEP not in formats:
            raise Error(f"{path}: is the merged file of a sweep (expected: the result of one run; `skerry table`, `plot`, "
                        "`compare` and `ioh` take such a file)")
        if found not in formats:
            raise Error(f"{path}: not a result of `skerry run` (its attribute `format` is not "
                        f"{' or '.join(formats)})")
        yield file


def read_file(path: Path, read: Callable[[h5py.File], T], formats: tuple[str, ...] = (RESULT,)) -> T:
    """What `read` makes of the file; again if the writer was changing it meanwhile. Raises Error, also for a file
    that lacks something or is damaged."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            with open_file(path, formats) as file:
                return read(file)
        except (Error, OSError, RuntimeError, LookupError, ValueError) as error:
            if time.monotonic() > deadline or not pathlib.Path(f"{path}.lock").exists():
                if isinstance(error, Error):
                    raise
                words = " ".join(str(error).split())
                raise Error(f"{path}: damaged, or not of skerry ({words}); `skerry verify` says more") from None
        time.sleep(0.05)


def status_of(path: Path, attributes: Mapping[str, Any]) -> str:
    """The status of a result: as its file has it, or killed if that is running and the process which wrote it, on this
    host, has ended. Of other hosts, and of copies of files, that is not known."""
    status, hosts = str(attributes["status"]), str(attributes.get("hosts", "")).split()
    if status != "running" or hosts[:1] != [socket.gethostname()]:
        return status
    try:
        with open(f"{path}.lock", "rb") as lock:  # which its writer holds as long as it lives
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return status
    return "killed"


def text_of(value: Any) -> Any:
    """Bytes and arrays of bytes as text, everything else as it is."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, np.ndarray) and value.dtype.kind in "SO":
        return np.array([text_of(item) for item in value.ravel()], dtype=object).reshape(value.shape)
    return value.item() if isinstance(value, np.generic) else value


def config_of(path: Path, text: str, loader: Any = None) -> dict[str, Any]:
    """The config that a result contains, by a loader of yaml (default: its safe one). Raises Error if the text is none,
    which no run writes."""
    import yaml

    try:
        config = yaml.load(text, Loader=loader or yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        config = None
    if not isinstance(config, dict) or any(not isinstance(config.get(section), dict)
                                           for section in ("run", str(config.get("problem")))):
        raise Error(f"{path}: its attribute `config` is not the config of a run (`skerry verify` says more)")
    return config


def relative_gap(best: npt.ArrayLike, bound: npt.ArrayLike) -> FloatArray:
    """How far each best is at most from the optimum, as a share of it: |best - bound| / |bound|; infinite where
    0 lies between them, since the optimum may be near to 0; NaN: no bound, or nothing found."""
    best, bound = np.asarray(best, float), np.asarray(bound, float)
    with np.errstate(divide="ignore", invalid="ignore"):
        gap = np.where(np.sign(best) * np.sign(bound) > 0, np.abs(best - bound) / np.abs(bound), np.inf)
        gap = np.where(best == bound, 0.0, gap)
    return np.where(np.isfinite(best) & np.isfinite(bound), gap, np.nan)
