"""Writes drawings: a file is there whole or not at all."""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Sequence

from ..errors import Error
from .canvas import Canvas
from .raster import save_gif, save_png

SUFFIXES = (".svg", ".png", ".gif")


def check_name(path: pathlib.Path) -> None:
    if path.suffix not in SUFFIXES:
        raise Error(f"{path}: expected a name that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")


def save(path: pathlib.Path, frames: Sequence[Canvas]) -> None:
    """Writes canvases as the suffix says; SVG and PNG take one. Raises Error where it cannot be written."""
    check_name(path)
    try:
        handle, name = tempfile.mkstemp(suffix=path.suffix, prefix=f".{path.stem}-", dir=path.parent)
    except OSError as error:
        raise Error(f"{path}: {error.strerror}") from None
    os.close(handle)
    temporary = pathlib.Path(name)
    try:
        write(temporary, frames, path.suffix)
        temporary.chmod(0o666 & ~mask())
        os.replace(temporary, path)
    except OSError as error:
        raise Error(f"{path}: {error.strerror or error}") from None
    finally:
        temporary.unlink(missing_ok=True)


def write(path: pathlib.Path, frames: Sequence[Canvas], suffix: str) -> None:
    if suffix == ".gif":
        save_gif(path, frames)
    elif suffix == ".png":
        save_png(path, frames[0])
    else:
        path.write_text(frames[0].svg(), encoding="utf-8")


def mask() -> int:
    """The permissions that new files do not get."""
    value = os.umask(0)
    os.umask(value)
    return value
