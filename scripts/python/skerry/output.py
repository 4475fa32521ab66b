"""Writing files and folders so that they are whole or not there."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import tempfile
from collections.abc import Iterator

import h5py

from .errors import Error
from .files import Path

# Endings of what commands read.
INPUTS = (".yaml", ".yml", ".h5", ".checkpoint", ".py")


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[pathlib.Path]:
    """A name in the same folder, with the same ending, to write to; afterwards it replaces `path`. Raises
    Error if that cannot be, and leaves nothing behind. A config or a result is never replaced."""
    target = pathlib.Path(path)
    if target.is_dir():
        raise Error(f"{path}: is a folder (expected: the name of a file)")
    if target.exists() and not target.is_file():
        raise Error(f"{path}: is no file (expected: the name of a file)")
    if target.exists() and (target.suffix in INPUTS or h5py.is_hdf5(target)):
        raise Error(f"{path}: exists and may be a config or a result, so it is not replaced (expected: another name)")
    with _scratch(target) as folder:
        yield folder / target.name
        os.replace(folder / target.name, target)


@contextlib.contextmanager
def whole_folder(path: Path) -> Iterator[pathlib.Path]:
    """A folder to write into; afterwards it is `path`. Raises Error if there is something in `path`
    already."""
    target = pathlib.Path(path)
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise Error(f"{path}: exists (expected: a new or empty folder)")
    with _scratch(target) as folder:
        inner = folder / target.name
        inner.mkdir()
        yield inner
        os.replace(inner, target)


@contextlib.contextmanager
def _scratch(target: pathlib.Path) -> Iterator[pathlib.Path]:
    try:
        folder = tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            yield pathlib.Path(folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        there = os.access(target.parent, os.W_OK | os.X_OK)
        raise Error(f"{target}: cannot be written: {error.strerror or error}"
                    + ("" if there else " (expected: a folder that exists and can be written to)")) from None
