"""A table of results: a row for each replica of each file, with its settings.

    skerry table runs/*.h5                                   those settings on which the runs differ
    skerry table sweep.h5 --keys ga.mutation run.islands     these settings
    skerry table runs/*.h5 --csv runs.csv                    into a file

Runs that go on or were killed are included: their rows are computed from the curves.
"""

from __future__ import annotations

import argparse

HELP = "print results as a table, a row for each run"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", metavar="RESULT",
                        help="files of runs, or merged files of sweeps")
    parser.add_argument("--keys", nargs="*", metavar="KEY",
                        help="keys of the configs, a column each; default: those on which the runs differ")
    parser.add_argument("--csv", metavar="FILE", help="write the table as CSV instead; -: to standard output")


def run(options: argparse.Namespace) -> int:
    from .. import export
    from ..frames import COLUMNS, table
    from ..words import setting, visible

    frame = table(options.results, options.keys)
    if options.csv:
        export.to_csv(frame, options.csv)
    else:
        shown = frame.assign(**{key: frame[key].map(setting) for key in frame.columns[len(COLUMNS):]})
        print(visible(shown.to_string(index=False, na_rep="-")))
    return 0
