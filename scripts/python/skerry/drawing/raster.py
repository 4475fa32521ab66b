"""A canvas as PNG, and canvases as an animated GIF, by Pillow."""

from __future__ import annotations

import math
import pathlib
from collections.abc import Sequence
from typing import Any

import matplotlib
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from .canvas import PAPER, Canvas, Circle, Line, Point, Polygon, Shape, Text, Use, moved

# Pixels of a picture for one of the canvas, and at most in all; drawn at twice that and reduced, so that
# edges are smooth.
DENSITY = 2.0
MOST_PIXELS = 12_000_000
SMOOTH = 2
# Of a GIF: seconds that a frame stays, and the last one.
FRAME_S, LAST_S = 0.9, 2.5
# From which its palette is chosen, at most: of a sheet of 12 million that takes minutes.
PALETTE_PIXELS = 1_000_000


class Painter:
    """Draws shapes on an image at `scale` pixels for one of the canvas."""

    def __init__(self, width: float, height: float, scale: float):
        self.scale = scale
        size = max(1, round(width * scale)), max(1, round(height * scale))
        self.image = PIL.Image.new("RGB", size, PAPER)
        self.pen = PIL.ImageDraw.Draw(self.image)
        self.fonts: dict[tuple[int, bool], Any] = {}
        self.symbols: dict[tuple[str, int, int], Any] = {}

    def at(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def width(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def font(self, size: float, bold: bool) -> Any:
        key = max(1, round(size * self.scale)), bold
        if key not in self.fonts:
            name = pathlib.Path(matplotlib.get_data_path(), "fonts/ttf", f"DejaVuSans{'-Bold' * bold}.ttf")
            self.fonts[key] = PIL.ImageFont.truetype(str(name), key[0])
        return self.fonts[key]

    def draw(self, shape: Shape) -> None:
        match shape:
            case Polygon():
                self.pen.polygon(self.at(shape.points), fill=shape.fill)
                if shape.stroke:
                    self.line((*shape.points, *shape.points[:2]), shape.stroke, shape.width)
            case Line():
                self.line(shape.points, shape.stroke, shape.width)
            case Circle():
                (x, y), r = self.at([shape.centre])[0], shape.radius * self.scale
                self.pen.ellipse((x - r, y - r, x + r, y + r), fill=shape.fill, outline=shape.stroke,
                                 width=self.width(shape.width) if shape.stroke else 0)
            case Text():
                anchor = {"start": "lm", "middle": "mm", "end": "rm"}[shape.anchor]
                self.pen.text(self.at([shape.at])[0], shape.text, fill=shape.fill, anchor=anchor,
                              font=self.font(shape.size, shape.bold))
            case Use():
                self.use(shape)

    def line(self, points: Sequence[Point], stroke: str, width: float) -> None:
        at, thick = self.at(points), self.width(width)
        self.pen.line(at, fill=stroke, width=thick, joint="curve")
        if thick > 4:  # round ends, as in the SVG
            for x, y in (at[0], at[-1]):
                self.pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=stroke)

    def use(self, shape: Use) -> None:
        symbol, scale = shape.symbol, shape.scale
        opposite = shape.at[0] + scale * symbol.width, shape.at[1] + scale * symbol.height
        (left, top), (right, bottom) = ((round(x), round(y)) for x, y in self.at([shape.at, opposite]))
        key = symbol.name, right - left, bottom - top
        if key not in self.symbols:
            inner = Painter(key[1], key[2], 1)
            for part in symbol.shapes:
                inner.draw(moved(part, (0, 0), key[1] / symbol.width))
            self.symbols[key] = inner.image
        self.image.paste(self.symbols[key], (left, top))


def image(canvas: Canvas) -> Any:
    """The canvas as a PIL.Image of MOST_PIXELS at most."""
    density = min(DENSITY, math.sqrt(MOST_PIXELS / (canvas.width * canvas.height)))
    painter = Painter(canvas.width, canvas.height, SMOOTH * density)
    for shape in canvas.shapes:
        painter.draw(shape)
    return painter.image.reduce(SMOOTH)


def save_png(path: pathlib.Path, canvas: Canvas) -> None:
    image(canvas).save(path, "PNG")


def save_gif(path: pathlib.Path, frames: Sequence[Canvas]) -> None:
    """Canvases of one size as an animation that repeats."""
    images = [image(frame) for frame in frames]
    # One palette for all frames, so that nothing flickers: of the first, and of the last with its move.
    both = PIL.Image.new("RGB", (images[0].width, 2 * images[0].height))
    both.paste(images[0], (0, 0))
    both.paste(images[-1], (0, images[0].height))
    share = min(1.0, math.sqrt(PALETTE_PIXELS / (both.width * both.height)))
    some = both.resize((int(both.width * share), int(both.height * share)), PIL.Image.Resampling.NEAREST)
    palette = some.quantize(255, kmeans=2)
    images = [one.quantize(palette=palette, dither=PIL.Image.Dither.NONE) for one in images]
    durations = [int(1000 * FRAME_S)] * (len(images) - 1) + [int(1000 * LAST_S)]
    images[0].save(path, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0)
