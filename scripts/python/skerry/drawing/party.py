"""A party in its formation: a box for each hero, and edges as thick as their points."""

from __future__ import annotations

import csv
import io
import re
import textwrap
from collections.abc import Iterable
from typing import Any

import numpy as np
import yaml

from ..errors import Error
from ..files import config_of
from ..result import Result
from .canvas import GREY, PAPER, Canvas, Circle, Line, Point, Text, rectangle
from .colours import channels, distinct, hexadecimal
from .formation import layout
from .solutions import Solution, caption, input_of

WIDTH = 122.0  # of a box
LINE = 13.0    # height of a line in it
STEP_X, STEP_Y = 184.0, 62.0  # from box to box; rows are STEP_Y apart beside the boxes' height
MARGIN = 20.0
MATCHED = "#2e7d4f"

Hero = dict[str, str]


class Texts(yaml.BaseLoader):  # type: ignore[misc]
    """All scalars as the text that they are, since columns and values may be called 2024, 007 or no; ~ is None."""


Texts.add_implicit_resolver("tag:yaml.org,2002:null", re.compile("^~$"), ["~"])
Texts.add_constructor("tag:yaml.org,2002:null", lambda *_: None)


class Drawer:
    def __init__(self, result: Result):
        self.result = result
        self.config = config_of(result.path, str(result.attributes["config"]), Texts)["party"]
        self.traits, self.numbers = columns_of(self.config)
        formation = self.config["formation"]
        self.edges = [(int(a), int(b)) for a, b in formation["edges"]]
        rows = [[int(place) for place in row] for row in formation["rows"]]
        at = layout(int(formation["places"]), self.edges, rows)
        self.at = at - at.min(axis=0)
        self.pool: dict[int, Hero] = {}
        self.owned = owned_ids(result.inputs.get("party.owned", b""), self.config["id"])

    def party(self, solution: Solution) -> list[Hero]:
        """The hero of each place."""
        ids = [int(gene) for gene in solution.genome]
        if not set(ids) <= set(self.pool):
            self.pool = read_heroes(input_of(self.result, "party.heroes"), self.config["id"])
        for one in ids:
            if one not in self.pool:
                raise Error(f"{self.result.path}: solution {solution.index}: no hero {one} in the pool")
        return [self.pool[one] for one in ids]

    def points(self, party: list[Hero]) -> list[int]:
        """The points of each edge (islands/party/model/README.md)."""
        points = self.config["synergy"]["points"]
        out = [self.is_out(place, hero) for place, hero in enumerate(party)]
        matches = [0 if out[a] or out[b] else self.match(party[a], party[b]) for a, b in self.edges]
        return [int(points[min(match, len(points) - 1)]) for match in matches]

    def is_out(self, place: int, hero: Hero) -> bool:
        """Whether a hero is out of position."""
        return any(rule.get("otherwise") == "unlinked" and place in map(int, rule["places"])
                   and not admits(rule, hero) for rule in self.config.get("places", []))

    def match(self, one: Hero, other: Hero) -> int:
        total = 0
        for trait, weight in self.config["synergy"]["weights"].items():
            values = sorted((one[trait], other[trait]))
            pairs = [int(pair["weight"]) for pair in self.config["synergy"]["pairs"]
                     if pair["trait"] == trait and sorted(pair["values"]) == values]
            total += pairs[0] if pairs else int(weight) if values[0] == values[1] else 0
        return total

    def frames(self, solution: Solution) -> list[Canvas]:
        party = self.party(solution)
        boxes = [self.box(place, hero) for place, hero in enumerate(party)]
        height = LINE * max(map(len, boxes)) + 10
        middles, ways = self.place(height)
        points = self.points(party)
        legend = self.legend(solution, points)
        columns = legend_columns(legend)
        reached = [(x + WIDTH / 2, y + height / 2) for x, y in middles] + [at for way in ways for at in way]
        width = max(MARGIN + columns[-1], *(x for x, _ in reached)) + MARGIN
        foot = max(y for _, y in reached) + MARGIN + 8
        canvas = Canvas(width, foot + 18 * len(legend) + 4, caption(self.result, solution))
        self.draw_edges(canvas, ways, points)
        for middle, lines, hero in zip(middles, boxes, party):
            draw_box(canvas, middle, height, lines, self.tint(hero, party))
        for i, cells in enumerate(legend):
            canvas.add(*(Text((MARGIN + x, foot + 18 * i), cell, 12, kind="legend")
                         for x, cell in zip(columns, cells)))
        return [canvas]

    def place(self, height: float) -> tuple[list[Point], list[tuple[Point, ...]]]:
        """The middles of boxes of this height, and the ways of the edges, from the margins on."""
        raw = [(STEP_X * x, (height + STEP_Y) * y) for x, y in self.at]
        ways = [bent(raw, a, b, height) for a, b in self.edges]
        left = MARGIN - min([-WIDTH / 2] + [x for way in ways for x, _ in way])
        top = MARGIN - min([-height / 2] + [y for way in ways for _, y in way])
        return ([(left + x, top + y) for x, y in raw],
                [tuple((left + x, top + y) for x, y in way) for way in ways])

    def box(self, place: int, hero: Hero) -> list[str]:
        """The lines of a hero's box: place and id, traits, numbers, price."""
        words = [hero[trait] for trait in self.traits] + [f"{name} {hero[name]}" for name in self.numbers]
        number = int(hero[self.config["id"]])
        fixed = " fixed" if place in {int(key) for key in self.config["fixed"]} else ""
        price = "owned" if number in self.owned else f"price {hero[self.config['price']]}"
        out = ["out of position"] if self.is_out(place, hero) else []
        return [f"[{place}] #{number}{fixed}", *out, *textwrap.wrap("  ".join(words), 20), price]

    def tint(self, hero: Hero, party: list[Hero]) -> str:
        """A light colour for each value of the first trait."""
        if not self.traits:
            return PAPER
        values = sorted({one[self.traits[0]] for one in party})
        parts = channels(distinct(values.index(hero[self.traits[0]])))
        return hexadecimal((0.8 + parts[0] / 1275, 0.8 + parts[1] / 1275, 0.8 + parts[2] / 1275))

    def draw_edges(self, canvas: Canvas, ways: list[tuple[Point, ...]], points: list[int]) -> None:
        """Thin edges first, so that none lies on a thick one; then the labels."""
        most = max(map(int, self.config["synergy"]["points"])) or 1
        for e in sorted(range(len(ways)), key=lambda e: points[e]):
            if points[e]:
                canvas.add(Line(ways[e], MATCHED, 1.5 + 4.5 * points[e] / most, "matched"))
            else:
                canvas.add(Line(ways[e], GREY, 1.0, "edge"))
        for e, way in enumerate(ways):
            if points[e]:
                at = visible_middle(way)
                canvas.add(Circle(at, 10, PAPER, MATCHED, 1.2))
                canvas.add(Text(at, str(points[e]), 11 if points[e] < 100 else 8, "middle", kind="points"))

    def legend(self, solution: Solution, points: list[int]) -> list[list[str]]:
        """A row a rule, as `skerry show` prints them below the party, and the points of all edges."""
        lines = solution.text.splitlines()
        first = max((i for i, line in enumerate(lines) if re.match(r"price {10,}", line)), default=len(lines))
        most = len(points) * max(map(int, self.config["synergy"]["points"]))
        rules = [re.split(r" {2,}", line.strip()) for line in lines[first:]]
        return [*rules, ["points", f"{sum(points):,}", f"of {most:,}"],
                ["edges that match", str(sum(map(bool, points))), f"of {len(points)}"]]


def admits(rule: dict[str, Any], hero: Hero) -> bool:
    """Whether a rule for places admits a hero."""
    if rule.get("number"):
        value = float(hero[rule["number"]])
        low, high = rule.get("min"), rule.get("max")
        return (low is None or value >= float(low)) and (high is None or value <= float(high))
    separator, cell = rule.get("separator") or "none", hero[rule["trait"]]
    values = [cell] if separator == "none" else cell.split(separator)
    return not set(rule["values"]).isdisjoint(values)


def columns_of(config: dict[str, Any]) -> tuple[list[str], list[str]]:
    """The traits and the numbers that the config names, in its order."""
    required = [one for rule in config["requirements"] for one in rule.get("any") or [rule]]
    # The objective and rules for places are not in results of older versions.
    rules = [*required, config.get("objective") or {}, *config["objectives"], *config["descriptors"],
             *config.get("places", [])]

    def named(*kinds: str) -> list[str]:
        return [rule[kind] for rule in rules for kind in kinds if rule.get(kind)]

    traits = [*config["synergy"]["weights"], *named("count", "distinct", "same", "trait"), *config["traits"]]
    numbers = [*named("mean", "sum", "number"), *config["numbers"]]
    return list(dict.fromkeys(traits)), list(dict.fromkeys(numbers))


# ---- input files ----

FIELD = re.compile(r'[ \t]*(?:"((?:[^"]|"")*)"[ \t]*|([^",\r\n]*))(,|\r\n?|\n|\Z)')


def fields_of(text: str) -> Iterable[list[str]]:
    """The records of a CSV text, their fields without blanks around them, but with those in quotes."""
    if '"' not in text:  # faster
        for record in csv.reader(io.StringIO(text, newline="")):
            yield [field.strip(" \t") for field in record]
        return
    fields: list[str] = []
    for field in FIELD.finditer(text):
        fields.append(field[2].strip(" \t") if field[1] is None else field[1].replace('""', '"'))
        if field[3] != ",":
            yield fields
            fields = []


def records(data: bytes) -> Iterable[list[str]]:
    """The records of a CSV file that are not blank."""
    return (record for record in fields_of(data.decode("utf-8-sig")) if any(record))


def read_heroes(data: bytes, column: str) -> dict[int, Hero]:
    """Heroes by their ids."""
    rows = iter(records(data))
    header = next(rows)
    at = header.index(column)
    return {int(row[at]): dict(zip(header, row)) for row in rows}


def owned_ids(data: bytes, column: str) -> set[int]:
    """Ids one a line, or of a CSV whose header names their column."""
    rows = list(records(data))
    if not rows or rows[0][0].isdigit():
        return {int(row[0]) for row in rows}
    at = rows[0].index(column)
    return {int(row[at]) for row in rows[1:]}


# ---- shapes ----

def draw_box(canvas: Canvas, middle: Point, height: float, lines: list[str], tint: str) -> None:
    left, top = middle[0] - WIDTH / 2, middle[1] - height / 2
    canvas.add(rectangle(left, top, WIDTH, height, tint, "#5f6368", 1.2, "hero"))
    for i, line in enumerate(lines):
        ends = i in (0, len(lines) - 1)
        canvas.add(Text((left + 7, top + 5 + LINE * (i + 0.5)), line, 10.5 if ends else 9.5, bold=i == 0,
                        kind="id" if i == 0 else "price" if ends else ""))


def legend_columns(rows: list[list[str]]) -> list[float]:
    """Where its columns begin, and where the last one ends."""
    widths = [max(7.6 * len(row[c]) for row in rows if c < len(row)) for c in range(max(map(len, rows)))]
    return [sum(widths[:c]) + 16 * c for c in range(len(widths) + 1)]


def bent(middles: list[Point], a: int, b: int, height: float) -> tuple[Point, ...]:
    """The edge from a to b: straight, or bent around boxes that it would run behind."""
    (ax, ay), (bx, by) = middles[a], middles[b]
    others = (middle for p, middle in enumerate(middles) if p not in (a, b))
    if not any(passes(middles[a], middles[b], other, height) for other in others):
        return middles[a], middles[b]
    # A quadratic Bezier curve whose middle lies a box beside the straight line.
    length = float(np.hypot(bx - ax, by - ay))
    aside = WIDTH + height if abs(by - ay) > abs(bx - ax) else 1.7 * height
    cx, cy = (ax + bx) / 2 + aside * (by - ay) / length, (ay + by) / 2 - aside * (bx - ax) / length
    curve = []
    for i in range(17):
        t = i / 16
        curve.append(((1 - t) ** 2 * ax + 2 * t * (1 - t) * cx + t * t * bx,
                      (1 - t) ** 2 * ay + 2 * t * (1 - t) * cy + t * t * by))
    return tuple(curve)


def passes(a: Point, b: Point, middle: Point, height: float) -> bool:
    """Whether the straight line from a to b crosses the box around `middle`."""
    for i in range(1, 32):
        x, y = a[0] + i / 32 * (b[0] - a[0]), a[1] + i / 32 * (b[1] - a[1])
        if abs(x - middle[0]) < WIDTH / 2 and abs(y - middle[1]) < height / 2:
            return True
    return False


def visible_middle(way: tuple[Point, ...]) -> Point:
    """Where an edge's label goes: halfway, or nearer to its first end where it may cross others halfway."""
    if len(way) > 2:
        return way[len(way) // 2]
    (ax, ay), (bx, by) = way
    t = 0.5 if ax == bx or ay == by else 0.44
    return ax + t * (bx - ax), ay + t * (by - ay)
