"""The sections that compare several results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..convergence import Curves, curves
from ..errors import Error
from ..frames import table as table_of_runs
from ..origin import puzzle_differences
from ..result import Result
from ..words import amount, run_time, setting
from .one_run import plotted, proven
from .page import Markup, element, figure, joined, section, table


def comparison(results: Sequence[Result]) -> Markup:
    """All runs in one table, and, if they are of one objective, their curves together, by the first key of their
    configs that tells them apart."""
    paths = [result.path for result in results]
    runs = table_of_runs(paths)
    known = list(runs.columns)
    keys = known[known.index("elapsed") + 1:]
    parts = [section("All runs", table_of(runs, keys, results))]
    try:
        histories = curves(paths)
    except Error as error:
        return joined([*parts, element("p", f"No common curves: {error}.", class_="soft")])
    return joined([*parts, section("Together", differences(histories, keys[:1]),
                                   element("div", *together(histories, keys), class_="figures"))])


def differences(histories: Curves, told_apart: Sequence[str]) -> Markup:
    """Says where curves that are drawn together are of different puzzles."""
    found = puzzle_differences((history.origin for history in histories), told_apart)
    return element("p", f"These runs differ in {', '.join(found)}, and are drawn as of one puzzle.", class_="soft") \
        if found else joined([])


def table_of(runs: Any, keys: list[str], results: Sequence[Result]) -> Markup:
    units = {str(result.path): result.unit for result in results}
    rows = [(str(row["path"]), row["problem"], row["algorithm"], str(row["seed"]), str(row["replica"]),
             amount(row["best"], units[row["path"]]), proven(row), f"{row['evaluations']:,}", run_time(row["elapsed"]),
             *(setting(row[key]) for key in keys))
            for _, row in runs.iterrows()]
    return table(("file", "problem", "algorithm", "seed", "replica", "best", "proven", "evaluations", "run time",
                  *keys), rows)


def together(histories: Curves, keys: list[str]) -> list[Markup]:
    from .. import plots

    groups = histories.by(keys[0]) if keys else {}
    by = f", by {keys[0]}" if len(groups) > 1 else ""
    runs = groups if by else histories
    pictures = []
    for caption, draw in (("Convergence", plots.convergence), ("Runtimes to targets", plots.ecdf)):
        svg = plotted(lambda axes, draw=draw: draw(runs, axes))  # type: ignore[misc]
        if svg:
            pictures.append(figure(svg, caption + by, f"{caption.lower()} of all runs{by}"))
    return pictures
