"""Dispatches `scripts/reproduce NAME...`, stamps what it makes, and checks the stamps."""

import argparse
import pathlib
import shlex
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent / "figures"), str(pathlib.Path(__file__).parents[1] / "python")]
import common  # noqa: E402  (the path comes first)
import stamps  # noqa: E402
from catalogue import FIGURES  # noqa: E402
from missing import Missing  # noqa: E402


def parse():
    parser = argparse.ArgumentParser(prog="scripts/reproduce")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join([*FIGURES, "all"]))
    parser.add_argument("--list", action="store_true", help="the names, with what each shows")
    parser.add_argument("--check", action="store_true",
                        help="which figures are older than what they depend on; exit code 1 if any is")
    parser.add_argument("--quick", action="store_true",
                        help="a smaller version, into build/reproduced")
    parser.add_argument("--seconds", type=float, default=1,
                        help="CPU time of each method on each large puzzle")
    parser.add_argument("--cpu", type=float,
                        help="CPU seconds of each solver in party-cpsat, default 120")
    parser.add_argument("--evaluations", type=int,
                        help="of each run of eternity-table2, for a cheaper look")
    parser.add_argument("--runs", type=int, help="of each row of eternity-table2, default 10, or seeds "
                        "of eternity-record, default 5; 0: the table of the runs that are kept, also of "
                        "party-cpsat")
    parser.add_argument("--again", action="store_true",
                        help="eternity-table2*, eternity-record*, party-benchmark: see whether this code "
                        "repeats kept runs of older code, and keep them if it does")
    parser.add_argument("--limit", type=float, default=1800,
                        help="seconds of each run of eternity-record, default half an hour")
    parser.add_argument("--processes", type=int,
                        help="runs of eternity-table2, or challenges of party-benchmark, at a "
                        "time, default: one a core")
    parser.add_argument("--pieces", help="the official pieces, for eternity-*")
    parser.add_argument("--hints", help="the official clues, for eternity-*")
    parser.add_argument("--rows", help="rows of eternity-table2, such as GA_1,\"AIEA_3 iwk\"")
    parser.add_argument("--data", help="each of the authors' runs, for sliding-*")
    parser.add_argument("--levels", help="the authors' levels, a folder with zelda/, for level-*")
    parser.add_argument("--weights", help="of a GAN trained on them; else it is trained first")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in FIGURES and name != "all"]
    if unknown:
        parser.error(f"no figure {unknown[0]} (expected: {', '.join([*FIGURES, 'all'])})")
    if not options.names and not options.check and not options.list:
        parser.error("nothing to do (expected: a NAME, all, or --check)")
    return options


def command_of(name):
    """The command that makes this figure as this one does; of files only the names, since they
    are elsewhere on another machine."""
    words = [word.rsplit("/", 1)[-1] for word in sys.argv[1:]
             if word not in FIGURES and word != "all"]
    return shlex.join(["scripts/reproduce", name, *words])


def main():
    options = parse()
    all_names = not options.names or "all" in options.names
    names = list(FIGURES) if all_names else options.names
    if options.list:
        for name in names:
            print(f"{name:24}{FIGURES[name].make.__doc__.splitlines()[0]}")
        return 0
    if options.check:
        return 0 if stamps.check({name: FIGURES[name] for name in names}) else 1
    if options.quick:
        common.write_below(common.SOURCE / "build/reproduced")
    code = 0
    for name in names:
        print(f"== {name}", flush=True)
        began = time.monotonic()
        try:
            codes = FIGURES[name].make(options)
        except Missing as missing:
            print(f"{name}: {missing}", file=sys.stderr)
            code = 2
            continue
        if not options.quick:
            stamps.add(name, FIGURES[name], command_of(name), time.monotonic() - began, codes)
    return code


if __name__ == "__main__":
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
    import closed_output  # noqa: F401  (ends quietly if nobody reads what it prints)
    sys.exit(main())
