"""Where the program `skerry` is."""

from __future__ import annotations

import os
import pathlib
import shutil

from .errors import Error


def find_program() -> str:
    """The program: that of the environment variable SKERRY, beside this package, or on PATH. Raises Error."""
    folders = pathlib.Path(__file__).resolve().parents
    beside = [folders[3] / "build/release/skerry"]  # in the source tree
    if len(folders) > 4:
        beside.append(folders[4] / "bin/skerry")  # of PREFIX/share/skerry/python/skerry
    for path in (os.environ.get("SKERRY"), *map(str, beside), shutil.which("skerry")):
        if path and os.access(path, os.X_OK):
            return path
    raise Error("no program skerry (expected: on PATH, or named by the environment variable SKERRY)")
