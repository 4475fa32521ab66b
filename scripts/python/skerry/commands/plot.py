"""Draws results into a file whose ending says how: .svg, .png or .pdf.

    skerry plot convergence runs/*.h5 -o convergence.svg                    median, quartiles, each run
    skerry plot ecdf runs/*.h5 --by ga.mutation -o ecdf.svg                 a line for each value of a setting
    skerry plot archive zelda-grid.h5 -o grid.png

Of one run: diversity, ranges, migration, archive. Of several: convergence, gap, targets, budgets, ecdf,
front.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
from typing import TYPE_CHECKING

from ..errors import Error

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..convergence import Curves

HELP = "draw results into a file"

# Functions of skerry.plots, by what they take.
OF_RUNS = {"convergence": "convergence", "gap": "gap", "targets": "fixed_target", "budgets": "fixed_budget",
           "ecdf": "ecdf"}
OF_REPLICA = {"diversity": "diversity", "ranges": "island_ranges", "migration": "migration_cost"}
OF_RESULT = {"archive": "archive"}
OF_RESULTS = {"front": "front"}
ENDINGS = (".svg", ".png", ".pdf")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", choices=[*OF_RUNS, *OF_RESULTS, *OF_REPLICA, *OF_RESULT],
                        help=", ".join([*OF_RUNS, *OF_RESULTS, *OF_REPLICA, *OF_RESULT]))
    parser.add_argument("results", nargs="+", metavar="RESULT", help="files of runs")
    parser.add_argument("-o", dest="output", required=True, metavar="FILE",
                        help="to write: .svg, .png or .pdf")
    parser.add_argument("--by", metavar="KEY", help="a line for each value of this key of the configs")
    parser.add_argument("--replica", type=int, metavar="N", help="of one run, default 0")


def run(options: argparse.Namespace) -> int:
    check(options)
    import numpy as np
    from matplotlib.figure import Figure

    from ..output import whole_file
    from ..plots.style import check_drawable

    figure = Figure(figsize=(6.4, 4), constrained_layout=True)
    with np.errstate(over="ignore", invalid="ignore"):  # said by check_drawable
        draw(options, figure.subplots())
    check_drawable(figure)
    with whole_file(options.output) as file:
        figure.savefig(file, dpi=150)
    return 0


def check(options: argparse.Namespace) -> None:
    """Raises Error for options that do not go together."""
    if pathlib.Path(options.output).suffix not in ENDINGS:
        raise Error(f"-o {options.output}: expected one of {', '.join('*' + ending for ending in ENDINGS)}")
    if options.by and options.kind not in OF_RUNS:
        raise Error(f"--by: not for {options.kind} (expected: for {', '.join(OF_RUNS)})")
    if options.replica is not None and options.kind not in OF_REPLICA:
        raise Error(f"--replica: not for {options.kind} (expected: for {', '.join(OF_REPLICA)})")
    if len(options.results) > 1 and options.kind in {**OF_REPLICA, **OF_RESULT}:
        raise Error(f"{options.kind}: {len(options.results)} results (expected: one)")


def say_differences(runs: Curves, by: str | None) -> None:
    from ..origin import puzzle_differences

    differing = puzzle_differences((run.origin for run in runs), [by] if by else [])
    if differing:
        print(f"skerry: plot: the runs differ in {', '.join(differing)}, and are drawn as of one puzzle",
              file=sys.stderr)


def draw(options: argparse.Namespace, axes: Axes) -> None:
    from .. import plots

    kind = options.kind
    if kind in OF_RUNS:
        from ..convergence import curves

        runs = curves(options.results)
        say_differences(runs, options.by)
        groups = {f"{options.by} = {value}": group for value, group in runs.by(options.by).items()} \
            if options.by else runs
        getattr(plots, OF_RUNS[kind])(groups, axes)
        return
    from ..result import Result

    results = [Result(path) for path in options.results]
    if kind in OF_REPLICA:
        getattr(plots, OF_REPLICA[kind])(results[0], axes, options.replica or 0)
    elif kind in OF_RESULT:
        getattr(plots, OF_RESULT[kind])(results[0], axes)
    else:
        getattr(plots, OF_RESULTS[kind])(results, axes)
