"""Shapes on a canvas, and the canvas as SVG: the same shapes give the same text.

Coordinates are in pixels, x to the right, y downwards. `kind` says what a shape stands for, such as mismatch
or edge; it is the SVG's class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from xml.sax.saxutils import escape, quoteattr

from ..words import visible

Point = tuple[float, float]

PAPER = "#ffffff"
INK = "#202428"
GREY = "#9aa0a6"
FAINT = "#d5d8dc"
FONT = "DejaVu Sans, Verdana, sans-serif"


@dataclass(frozen=True)
class Polygon:
    points: tuple[Point, ...]
    fill: str
    stroke: str | None = None
    width: float = 1.0
    kind: str = ""


@dataclass(frozen=True)
class Circle:
    """fill None: only its outline."""
    centre: Point
    radius: float
    fill: str | None
    stroke: str | None = None
    width: float = 1.0
    kind: str = ""


@dataclass(frozen=True)
class Line:
    """Through two points or more."""
    points: tuple[Point, ...]
    stroke: str
    width: float = 1.0
    kind: str = ""


@dataclass(frozen=True)
class Text:
    """One line of text.

    at      the middle of its height, and its start, middle or end as `anchor` says
    size    of the font, in pixels"""
    at: Point
    text: str
    size: float = 12.0
    anchor: str = "start"
    fill: str = INK
    bold: bool = False
    kind: str = ""


@dataclass(frozen=True)
class Symbol:
    """Shapes that are drawn in many places; of one name they are the same.

    width, height  in pixels of its own
    crisp          edges of pixels are not smoothed"""
    name: str
    width: float
    height: float
    shapes: tuple[Polygon | Circle | Line | Text, ...]
    crisp: bool = True


@dataclass(frozen=True)
class Use:
    """A symbol with its top left corner at `at`, scaled. In a PNG or GIF it hides what is beneath."""
    symbol: Symbol
    at: Point
    scale: float = 1.0
    kind: str = ""


Shape = Polygon | Circle | Line | Text | Use


def rectangle(x: float, y: float, width: float, height: float, fill: str, stroke: str | None = None,
              stroke_width: float = 1.0, kind: str = "") -> Polygon:
    return Polygon(box(x, y, width, height), fill, stroke, stroke_width, kind)


def frame(x: float, y: float, width: float, height: float, stroke: str, stroke_width: float,
          kind: str = "") -> Line:
    """The outline of a rectangle."""
    corners = box(x, y, width, height)
    return Line((*corners, *corners[:2]), stroke, stroke_width, kind)


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def moved(shape: Shape, to: Point, scale: float) -> Shape:
    """The shape scaled, then moved by `to`."""
    def at(point: Point) -> Point:
        return to[0] + scale * point[0], to[1] + scale * point[1]

    match shape:
        case Polygon() | Line():
            return replace(shape, points=tuple(map(at, shape.points)), width=scale * shape.width)
        case Circle():
            return replace(shape, centre=at(shape.centre), radius=scale * shape.radius,
                           width=scale * shape.width)
        case Text():
            return replace(shape, at=at(shape.at), size=scale * shape.size)
        case Use():
            return replace(shape, at=at(shape.at), scale=scale * shape.scale)


@dataclass
class Canvas:
    """width and height in pixels; title: what it shows, in words."""
    width: float
    height: float
    title: str = ""
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        self.shapes.extend(shapes)

    def place(self, other: Canvas, at: Point, scale: float = 1.0) -> None:
        """Draws all of another canvas with its top left corner at `at`."""
        self.shapes.extend(moved(shape, at, scale) for shape in other.shapes)

    def svg(self) -> str:
        symbols = {shape.symbol.name: shape.symbol for shape in self.shapes if isinstance(shape, Use)}
        size = f"{number(self.width)} {number(self.height)}"
        text = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(self.width)}" '
                f'height="{number(self.height)}" viewBox="0 0 {size}" font-family="{FONT}" '
                'stroke-linejoin="round" stroke-linecap="round">',
                f"<title>{escape(visible(self.title))}</title>"]
        for name in sorted(symbols):
            symbol = symbols[name]
            crisp = ' shape-rendering="crispEdges"' if symbol.crisp else ""
            text += [f'<symbol id={quoteattr(name)} viewBox="0 0 {number(symbol.width)} {number(symbol.height)}"'
                     f"{crisp}>", *map(element, symbol.shapes), "</symbol>"]
        text.append(f'<rect width="100%" height="100%" fill="{PAPER}"/>')
        return "\n".join([*text, *map(element, self.shapes), "</svg>", ""])


# ---- SVG ----

def number(value: float) -> str:
    """With two digits after the point at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(shape: Shape) -> str:
    kind = f" class={quoteattr(shape.kind)}" if shape.kind else ""
    match shape:
        case Polygon():
            return (f'<polygon{kind} points="{path(shape.points)}" '
                    f"{paint(shape.fill, shape.stroke, shape.width)}/>")
        case Line():
            return (f'<polyline{kind} points="{path(shape.points)}" '
                    f"{paint(None, shape.stroke, shape.width)}/>")
        case Circle():
            x, y = map(number, shape.centre)
            return (f'<circle{kind} cx="{x}" cy="{y}" r="{number(shape.radius)}" '
                    f"{paint(shape.fill, shape.stroke, shape.width)}/>")
        case Use():
            x, y = map(number, shape.at)
            width, height = (number(shape.scale * one) for one in (shape.symbol.width, shape.symbol.height))
            return (f'<use{kind} href={quoteattr("#" + shape.symbol.name)} x="{x}" y="{y}" '
                    f'width="{width}" height="{height}"/>')
        case Text():
            # Not every viewer knows dominant-baseline; a third of its size below is the same.
            x, y = number(shape.at[0]), number(shape.at[1] + 0.35 * shape.size)
            bold = ' font-weight="bold"' if shape.bold else ""
            anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
            return (f'<text{kind} x="{x}" y="{y}" font-size="{number(shape.size)}"{anchor}{bold} '
                    f'fill="{shape.fill}">{escape(visible(shape.text))}</text>')


def path(points: Sequence[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def paint(fill: str | None, stroke: str | None, width: float) -> str:
    outline = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke else ""
    return f'fill="{fill or "none"}"{outline}'
