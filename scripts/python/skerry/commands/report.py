"""Writes what results hold as one HTML page, for a browser, a phone or paper. It needs no network.

    skerry report type2.h5                        writes type2.html
    skerry report seed-*.h5 -o seeds.html         several results, compared

A result is checked with `skerry verify`, and the page says what came of it. The code of a puzzle in Python, which its
result contains, is only run for that with --run-python.
"""

from __future__ import annotations

import argparse
import pathlib

from ..errors import Error
from ..output import whole_file
from ..words import in_line

HELP = "write results as one HTML page"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", metavar="RESULT", help="files of runs, ended or not")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: the first result's name with .html, here")
    parser.add_argument("-n", "--solutions", type=int, default=4, metavar="N",
                        help="draw at most N solutions of each result, default 4")
    parser.add_argument("--run-python", action="store_true",
                        help="verify puzzles in Python by running their code, which the files contain")


def run(options: argparse.Namespace) -> int:
    from ..report.whole import report
    from ..result import Result

    if options.solutions < 0:
        raise Error(f"--solutions {options.solutions}: expected 0 or more")
    if options.output and pathlib.Path(options.output).suffix not in (".html", ".htm"):
        raise Error(f"-o {options.output}: expected *.html")
    results = [Result(path) for path in options.results]
    output = pathlib.Path(options.output or results[0].path.with_suffix(".html").name)
    text = report(results, options.solutions, options.run_python)
    with whole_file(output) as part:
        part.write_text(text, encoding="utf-8")
    print(f"wrote {in_line(output)}")
    return 0
