"""Draws a solution of a result file, or all of them on one sheet.

    skerry draw type2.h5                       type2.svg: the best solution
    skerry draw path.h5 -k 1 -o path.gif       the second best, animated
    skerry draw zelda-grid.h5 --archive        zelda-grid-archive.svg: all solutions, a grid by its cells
    skerry draw board.h5 --link                its link for the viewer e2.bucas.name (eternity)

Draws party, eternity, sliding and level; nothing but the file is read, which may be of a run that goes on.
"""

from __future__ import annotations

import argparse
import pathlib
from typing import TYPE_CHECKING

from ..errors import Error
from ..words import in_line

if TYPE_CHECKING:
    from ..result import Result

HELP = "draw a solution as SVG, PNG or GIF"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("result", metavar="RESULT", help="the file of a run")
    parser.add_argument("-k", type=int, metavar="SOLUTION", help="which one, default 0: the best")
    parser.add_argument("-o", dest="output", type=pathlib.Path, metavar="FILE",
                        help="SVG, PNG or GIF by its name; default: RESULT's name with .svg, here")
    parser.add_argument("--archive", action="store_true", help="all solutions on one sheet")
    parser.add_argument("--columns", type=int, metavar="N",
                        help="drawings in a row, of --archive and of the steps of a path")
    parser.add_argument("--link", action="store_true", help="print the link of a board instead (eternity)")


def run(options: argparse.Namespace) -> int:
    from ..drawing import draw, files
    from ..result import Result

    check(options)
    from ..drawing import draw, files
    from ..result import Result

    result = Result(options.result)
    if options.link:
        print(link(result, options.k or 0))
        return 0
    stem = result.path.stem + ("-archive" if options.archive else "")
    output = options.output or pathlib.Path(f"{stem}.svg")
    files.check_name(output)
    if options.archive:
        canvases = [draw.archive(result, options.columns)]
    elif output.suffix == ".gif":
        canvases = draw.frames(result, options.k or 0)
    else:
        canvases = [draw.drawing(result, options.k or 0, options.columns)]
    files.save(output, canvases)
    print(in_line(output))
    return 0


def check(options: argparse.Namespace) -> None:
    """Refuses options that do not go together."""
    if options.columns is not None and options.columns < 1:
        raise Error(f"--columns {options.columns}: expected a number above 0")
    if options.archive and options.k is not None:
        raise Error("-k: --archive draws all solutions (expected: one of the two)")
    if options.link and (options.archive or options.output or options.columns):
        raise Error("--link: draws nothing (expected: only -k with it)")


def link(result: Result, k: int) -> str:
    from ..drawing import eternity
    from ..drawing.solutions import find_solution

    if result.problem != "eternity":
        raise Error(f"--link: {result.path} is of problem {result.problem} (expected: eternity)")
    return eternity.link(eternity.Drawer(result).board(find_solution(result, k)), result.path.stem)
