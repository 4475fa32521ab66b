"""Writes runs in the format of IOHprofiler, for IOHanalyzer (https://iohanalyzer.liacs.nl) and iohinspector.

    skerry ioh runs/*.h5 -o runs-ioh

A puzzle is a function, an algorithm with its settings an algorithm, each replica a run. The format needs
a row of evaluation 1: where nothing was found by then, or it is not known, it has a fitness worse than any recorded.
"""

from __future__ import annotations

import argparse

HELP = "write runs for IOHanalyzer"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", metavar="RESULT",
                        help="files of runs, or merged files of sweeps")
    parser.add_argument("-o", dest="output", required=True, metavar="FOLDER", help="new or empty")


def run(options: argparse.Namespace) -> int:
    from ..ioh import to_ioh

    to_ioh(options.results, options.output)
    return 0
