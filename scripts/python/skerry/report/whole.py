"""The whole page."""

from __future__ import annotations

from collections.abc import Sequence

from ..result import Result
from .one_run import answer_text, run_sections
from .page import Markup, document, element, joined
from .several_runs import comparison


def report(results: Sequence[Result], solutions: int, run_python: bool = False) -> str:
    """HTML of one result, or of several with a comparison first. At most so many solutions of each are drawn.

    run_python  verify puzzles in Python by running their code, which the files contain"""
    if len(results) == 1:
        name = results[0].name
        return document(name, element("h1", name), run_sections(results[0], solutions, run_python))
    title = f"{len(results)} results of skerry"
    return document(title, element("h1", title), contents(results), comparison(results), *(
        element("article", element("h1", heading(result), id=f"run-{i}"),
                run_sections(result, solutions, run_python))
        for i, result in enumerate(results)))


def heading(result: Result) -> str:
    return f"{result.name} ({result.path})" if "name" in result.attributes else str(result.path)


def contents(results: Sequence[Result]) -> Markup:
    lines = [element("li", element("a", heading(result), href=f"#run-{i}"), f": {answer_text(result)}")
             for i, result in enumerate(results)]
    return element("nav", joined([element("ul", *lines)]))
