"""Dispatches `scripts/reproduce NAME...` to the module of its problem."""

import argparse

import eternity
import eternity_record
import level
import party
import sliding
import sliding_god

FIGURES = {**eternity.FIGURES, **eternity_record.FIGURES, **level.FIGURES, **party.FIGURES,
           **sliding.FIGURES, **sliding_god.FIGURES}


def main():
    parser = argparse.ArgumentParser(prog="scripts/reproduce")
    parser.add_argument("names", nargs="+", choices=[*FIGURES, "all"], metavar="NAME",
                        help=", ".join([*FIGURES, "all"]))
    parser.add_argument("--quick", action="store_true", help="fewer runs, for a look")
    parser.add_argument("--seconds", type=float, default=20,
                        help="CPU time of each method on each large puzzle")
    parser.add_argument("--evaluations", type=int,
                        help="of each run of eternity-table2, for a cheaper look")
    parser.add_argument("--runs", type=int, help="of each row of eternity-table2, default 10, or seeds "
                        "of eternity-record, default 5; 0: the table of the runs that are kept")
    parser.add_argument("--limit", type=float, default=1800,
                        help="seconds of each run of eternity-record, default half an hour")
    parser.add_argument("--processes", type=int,
                        help="runs of eternity-table2 at a time, default: one a core")
    parser.add_argument("--pieces", help="the official pieces, for eternity-*")
    parser.add_argument("--hints", help="the official clues, for eternity-*")
    parser.add_argument("--levels", help="the authors' levels, a folder with zelda/, for level-*")
    parser.add_argument("--weights", help="of a GAN trained on them; else it is trained first")
    options = parser.parse_args()
    names = list(FIGURES) if "all" in options.names else options.names
    for name in names:
        print(f"== {name}", flush=True)
        FIGURES[name](options)


if __name__ == "__main__":
    main()
