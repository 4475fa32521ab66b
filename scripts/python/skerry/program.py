"""Where the program `skerry` is."""

from __future__ import annotations

import os
import shutil

from .errors import Error


def program() -> str:
    """The program that started this package (SKERRY), or the one on PATH. Raises Error if there is none."""
    found = os.environ.get("SKERRY") or shutil.which("skerry")
    if not found:
        raise Error("the program skerry is not on PATH (expected: its folder on PATH, or its path in the environment "
                    "variable SKERRY)")
    return found
