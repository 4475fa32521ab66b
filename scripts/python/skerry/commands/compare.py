"""Compares two settings: significance and size of the difference, for each problem that they share.

    skerry compare runs/a-*.h5 --with runs/b-*.h5               independent runs: Mann-Whitney U
    skerry compare runs/a-*.h5 --with runs/b-*.h5 --paired      the same seeds: Wilcoxon signed rank
    skerry compare sweep.h5 --by algorithm --paired             each two values of a setting

a12 is the probability that a run of A is better than one of B, with a 95 % bootstrap interval; p_holm is p
adjusted for the number of rows; `better` names a setting where p_holm is below 5 %, by the test (of pairs
that may be another one than a12 prefers). Runs without a solution count as the worst.
"""

from __future__ import annotations

import argparse
import sys

HELP = "test whether one setting is better than another"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", nargs="+", metavar="A", help="results of setting A, or merged files of sweeps")
    other = parser.add_mutually_exclusive_group(required=True)
    other.add_argument("--with", dest="b", nargs="+", metavar="B", help="results of setting B")
    other.add_argument("--by", metavar="KEY", help="a setting each two values of which are compared instead")
    parser.add_argument("--paired", action="store_true", help="pair runs by seed and replica")
    parser.add_argument("--measure", default="best", metavar="NAME",
                        help="best (default), gap, evaluations or elapsed")
    parser.add_argument("--csv", metavar="FILE", help="write the table as CSV instead; -: to standard output")


def run(options: argparse.Namespace) -> int:
    from .. import export
    from ..comparison import compare, compare_by
    from ..words import visible

    frame = compare_by(options.a, options.by, options.paired, options.measure) if options.by else \
        compare(options.a, options.b, options.paired, options.measure)
    if frame.attrs["differing"]:
        print(f"skerry: compare: A and B differ in {', '.join(frame.attrs['differing'])}, and are compared as "
              "one problem", file=sys.stderr)
    if frame.attrs["repeated"]:
        count = frame.attrs["repeated"]
        print(f"skerry: compare: {count} {'run has' if count == 1 else 'runs have'} the config, seed and files of another "
              "one of the same side, and count all the same", file=sys.stderr)
    if options.csv:
        export.to_csv(frame, options.csv)
    else:
        print(visible(frame.to_string(index=False, float_format=lambda value: f"{value:.4g}")))
    return 0
