"""The sections about one result: answer, solutions, curves, provenance, verdict, config."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ..convergence import curves
from ..errors import Error
from ..frames import table as table_of_runs
from ..result import Result
from ..words import INFEASIBLE, amount, counted, named, proof, run_time
from .page import Markup, element, facts, figure, joined, section, table
from .verdict import Verdict, verdict_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Attributes of a file that an analyst may ask for, as they are; absent ones are left out.
PROVENANCE = ("skerry_version", "commit", "resumed_by", "command", "config_sha256", "started", "ended", "ranks",
              "hosts", "cpu", "compiler", "mpi_library", "hdf5_version", "slurm_job_id", "slurm_job_name")


ASYNCHRONOUS = " (islands did not wait for each other: another run of this seed gives another result)"
COLOURS = {True: "good", False: "bad", None: "soft"}  # classes, by a verdict


def run_sections(result: Result, solutions: int, run_python: bool, level: int = 2) -> Markup:
    """Everything about one result, with at most so many solutions drawn. level: of the headings."""
    verdict = verdict_of(result.path, run_python)
    return joined([
        answer(result, verdict), overview(result),
        section("Solutions", *solution_parts(result, solutions), level=level),
        section("Course of the run", element("div", *course(result), class_="figures"), level=level),
        section("Replicas", replicas(result), level=level),
        section("Verification", *verification(verdict), level=level),
        section("Provenance", provenance(result), level=level),
        section("Config", element("pre", str(result.attributes["config"])), level=level)])


# ---- answer ----

def answer(result: Result, verdict: Verdict) -> Markup:
    checked = element("span", verdict.text, class_=COLOURS[verdict.ok])
    return element("p", answer_text(result) + ". ", checked, ".", class_="answer")


def answer_text(result: Result) -> str:
    """The outcome in a few words, such as `price 6,750 coins, proven optimal`."""
    runs = table_of_runs(result.path)
    best = (runs.best.max if result.goal == "maximise" else runs.best.min)()
    if not math.isnan(best):
        text = named(result.objective, best, result.unit)
        row = runs.loc[runs.best == best].iloc[0]
        bound = best if row.optimal else float(row.bound)
        text += proof(result.objective, best, bound, result.unit, result.goal == "maximise")
        return text + (f" (gap {100 * row.gap:.3g} %)" if not row.optimal and math.isfinite(row.gap) else "")
    if "infeasible" in result.replicas and bool((result.replicas.infeasible == 1).any()):
        return INFEASIBLE
    return "no solution found"


def overview(result: Result) -> Markup:
    a = result.attributes
    runs = table_of_runs(result.path)
    described = [element("p", text) for text in str(a.get("description", "")).splitlines() if text.strip()]
    return joined([*described, facts([
        *([("file", result.path.name)] if "name" in a else []),
        ("problem", f"{result.problem} by {result.algorithm}"),
        ("islands, replicas", f"{a['islands']}, {a['replicas']}"),
        ("seed", f"{result.seed}{ASYNCHRONOUS if a.get('asynchronous') else ''}"),
        ("status", f"{result.status}" + (f": {a['why']}" if a["why"] else "")),
        ("work", f"{counted(int(runs.generations.max()), 'generation')}, "
                 f"{counted(int(runs.evaluations.sum()), 'evaluation')}, "
                 f"{run_time(max(float(a['elapsed']), *runs.elapsed))} on {counted(int(a['ranks']), 'rank')}")])])


# ---- solutions ----

def solution_parts(result: Result, most: int) -> Iterator[Markup]:
    from ..drawing import draw
    from ..drawing.solutions import read_solutions

    known = read_solutions(result)
    if not known:
        yield from (element("p", f"{reason}.") for reason in reasons(result))
        yield nearest(result)
        return
    yield element("p", f"{len(known)} distinct solution{'s' if len(known) != 1 else ''}"
                       + (f"; the best {most}:" if len(known) > most else ":"), class_="soft")
    parts = []
    for solution in known[:most]:
        words = f"Solution {solution.index}: {named(result.objective, solution.fitness, result.unit)}"
        if result.problem in draw.DRAWERS:
            parts.append(figure(draw.drawing(result, solution.index).svg(), words, words))
        else:
            parts.append(element("figure", element("pre", solution.text), element("figcaption", words)))
    yield element("div", *parts, class_="figures")
    if result.problem in draw.DRAWERS and "cell" in result.solutions:
        yield figure(draw.archive(result).svg(), "All solutions, by their cells in the grid",
                     f"all {len(known)} solutions by their cells in the grid")


def reasons(result: Result) -> list[str]:
    """Why there is no solution, as far as it is proven; one of equal ones."""
    group = result.replicas
    if "reason" not in group:
        return []
    return list(dict.fromkeys(str(reason) for reason, proven in zip(group.reason.values, group.infeasible.values)
                              if proven == 1 and reason))


def interval(low: float, high: float) -> str:
    return f"at most {high:g}" if low == -math.inf else f"at least {low:g}" if high == math.inf else f"{low:g} to {high:g}"


def nearest(result: Result) -> Markup:
    """The assignment of least violation, where no solution was found."""
    group = result.nearest
    if "broken" not in group or not group.broken.size:
        return element("p", "None.")
    columns = (group[name].values for name in ("broken", "least", "most", "has"))
    rows = [(str(rule), interval(low, high), f"{has:g}") for rule, low, high, has in zip(*columns)]
    return joined([element("p", "None. The nearest that was found breaks:"),
                   table(("rule", "expected", "has"), rows)])


# ---- curves ----

def course(result: Result) -> Iterator[Markup]:
    from .. import plots

    kinds: list[tuple[str, Callable[[Axes], Any]]] = [
        ("Convergence", lambda axes: plots.convergence(curves(result.path), axes)),
        ("Gap to the proven bound", lambda axes: plots.gap(curves(result.path), axes)),
        ("Fitness on each island after each migration", lambda axes: plots.island_ranges(result, axes)),
        ("Cost of migration", lambda axes: plots.migration_cost(result, axes)),
        ("Archive", lambda axes: plots.archive(result, axes))]
    if result.curves.sizes["generation"] > 1:  # of one there is no curve
        kinds.insert(2, ("Diversity", lambda axes: plots.diversity(result, axes)))
    if result.is_front:
        kinds.append(("Pareto front", lambda axes: plots.front(result, axes)))
    of_replica = ", replica 0" if int(result.attributes["replicas"]) > 1 else ""
    for name, draw in kinds:
        svg = plotted(draw)
        if svg:
            words = name + (of_replica if name in OF_ONE_REPLICA else "")
            yield figure(svg, words, f"{words} of {result.path.name}".lower())


OF_ONE_REPLICA = ("Diversity", "Fitness on each island after each migration", "Cost of migration")


def plotted(draw: Callable[[Axes], Any]) -> str | None:
    """The plot as SVG; None if there is nothing to plot."""
    import matplotlib
    from matplotlib.figure import Figure

    from ..plots.style import check_drawable

    with matplotlib.rc_context({"svg.hashsalt": "skerry"}):
        picture = Figure(figsize=(6.4, 4.0), layout="constrained")
        try:
            draw(picture.subplots())
            check_drawable(picture)
        except Error:
            return None
        text = io.StringIO()
        picture.savefig(text, format="svg", metadata={"Date": None})
        return text.getvalue()


# ---- tables ----

def replicas(result: Result) -> Markup:
    runs = table_of_runs(result.path)
    rows = [(str(row.replica), amount(row.best, result.unit), amount(row.bound, result.unit),
             proven(row), f"{row.generations:,}", f"{row.evaluations:,}", run_time(row.elapsed))
            for row in runs.itertuples()]
    return table(("replica", result.objective, "bound", "proven", "generations", "evaluations", "run time"), rows)


def proven(row: Any) -> str:
    """What is proven of a row of skerry.table."""
    return "optimal" if row.optimal else "infeasible" if row.infeasible else "-"


def verification(verdict: Verdict) -> Iterator[Markup]:
    yield element("p", f"skerry verify: {verdict.text}.", class_=COLOURS[verdict.ok])
    if verdict.lines:
        yield element("p", "Of the best solution:", class_="soft")
        yield element("pre", "\n".join(verdict.lines[0]))


def provenance(result: Result) -> Markup:
    a = result.attributes
    pairs = [(name.replace("_", " "), str(a[name])) for name in PROVENANCE if str(a.get(name, "")) != ""]
    return facts(pairs)
