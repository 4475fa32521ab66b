"""Writes drawings to files."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from ..errors import Error
from ..files import Path
from ..output import whole_file
from .canvas import Canvas

ENDINGS = (".svg", ".png", ".gif")


def check_name(path: Path) -> None:
    if pathlib.Path(path).suffix not in ENDINGS:
        raise Error(f"-o {path}: expected one of {', '.join('*' + ending for ending in ENDINGS)}")


def save(path: Path, frames: Sequence[Canvas]) -> None:
    """Writes canvases as the name says: GIF takes several, SVG and PNG the first. Raises Error, and leaves
    what was there, where it cannot be written."""
    check_name(path)
    with whole_file(path) as file:
        if file.suffix == ".svg":
            file.write_text(frames[0].svg(), encoding="utf-8")
            return
        from . import raster  # SVG needs no Pillow

        if file.suffix == ".gif":
            raster.save_gif(file, frames)
        else:
            raster.save_png(file, frames[0])
