"""HTML from its parts. Text is escaped, Markup is not.

A page holds everything that it shows: its style, and pictures as data. It has no scripts.
"""

from __future__ import annotations

import base64
import importlib.resources
from collections.abc import Iterable, Sequence
from html import escape

from ..words import visible


class Markup(str):
    """Text that is HTML already."""


def element(tag: str, *children: str, **attributes: str) -> Markup:
    """An element with its children; `class_` is the attribute class."""
    names = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    words = "".join(f' {name}="{escape(visible(value))}"' for name, value in names.items())
    return Markup(f"<{tag}{words}>{joined(children)}</{tag}>")


def joined(children: Iterable[str]) -> Markup:
    return Markup("".join(child if isinstance(child, Markup) else escape(visible(child)) for child in children))


def section(heading: str, *children: str, level: int = 2) -> Markup:
    return element("section", element(f"h{level}", heading), *children)


def facts(pairs: Iterable[tuple[str, str]]) -> Markup:
    """Names and values, a line each."""
    return element("dl", *(Markup(element("dt", name) + element("dd", value)) for name, value in pairs))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Markup:
    """Scrolls sideways where the page is narrower than it."""
    head = element("tr", *(element("th", name, scope="col") for name in header))
    body = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    return element("div", element("table", element("thead", head), element("tbody", *body)), class_="wide")


def figure(svg: str, caption: str, alternative: str) -> Markup:
    """An SVG as a picture of its own, so that its names do not meet those of others.

    alternative  what it shows, for those who cannot see it"""
    data = base64.b64encode(svg.encode()).decode()
    picture = Markup(f'<img alt="{escape(visible(alternative))}" src="data:image/svg+xml;base64,{data}">')
    return element("figure", picture, element("figcaption", caption))


def document(title: str, *body: str) -> str:
    style = importlib.resources.files(__package__).joinpath("style.css").read_text("utf-8")
    head = [Markup('<meta charset="utf-8">'),
            Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
            element("title", title), element("style", Markup(style))]
    return f'<!DOCTYPE html>\n<html lang="en">{element("head", *head)}{element("body", *body)}</html>\n'
