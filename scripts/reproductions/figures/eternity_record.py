"""How soon the record config reaches 464, 466 and 467 joints, for a few seeds.

Runs are kept, one JSON line each, in results/eternity/record-runs.jsonl, and not run again.
The best board ever seen goes to results/eternity/best.csv.

Kept runs outlive the code that made them: `--again` repeats the one that was soonest at its best, by the
present code, until it is there. Then the others stand for the present code, too.
"""

import json
import subprocess
import tempfile

import h5py
import numpy as np
import sources
from common import SKERRY, SOURCE, results, run, write_table
from eternity import given_files, name_of_puzzle, with_centre
from kept_runs import code_of, codes_of, difference, note_repeated, read, write

CODE = ["islands/eternity/beam/*.c", "islands/eternity/eternity_problem.c"]
CONFIG = SOURCE / "configs/eternity/record.yaml"
MARKS = 464, 466, 467
SEEDS = 5
RANKS = 2


QUICK_LIMIT_S = 2


def seconds_to_marks(path):
    """Wall seconds until the best score of all islands reached each mark, None if it did not."""
    with h5py.File(path) as file:
        best = file["curves/best"][0].max(axis=1)
        elapsed = file["curves/elapsed"][0]
    return [float(elapsed[np.argmax(best >= mark)]) if best.max() >= mark else None
            for mark in MARKS], int(best.max())


def command_of(seed, clues, limit):
    """What a reader types to get the same board."""
    given = " -s eternity.hints=FILE -s eternity.clues=centre" if clues == "centre" else ""
    return (f"mpirun -n {RANKS} skerry run configs/eternity/record.yaml "
            f"-s eternity.pieces=FILE{given} -s run.seed={seed} -s run.time_limit_s={limit:g}")


def keep_board(path, score, seed, clues, limit):
    """The run's best board as CSV, when no board kept is as good."""
    kept = results("eternity") / ("best.csv" if clues == "none" else f"best-{clues}.csv")
    if kept.exists() and int(kept.read_text().split()[1]) >= score:
        return
    with h5py.File(path) as file:
        board = file["solutions/genome"][0].reshape(16, 16)
    head = (f"# {score} of 480 joints on the official set, clues: {clues}; a cell is 4 * piece "
            f"number + quarter turns\n# clockwise. Checked by `skerry verify`.\n"
            f"# {command_of(seed, clues, limit)}\n")
    kept.write_text(head + "".join(",".join(map(str, row)) + "\n" for row in board))


def run_seed(seed, options, clues, target=MARKS[-1]):
    """One run to a score or to the time limit: what is kept of it."""
    overrides = [*given_files(options), *(with_centre(options) if clues == "centre" else []),
                 f"run.seed={seed}", f"run.target={target}", f"run.time_limit_s={options.limit:g}"]
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/run.h5"
        summary, cpu = run(CONFIG, path, overrides, ranks=RANKS)
        subprocess.run([SKERRY, "verify", path], stdout=subprocess.DEVNULL, check=True)
        marks, best = seconds_to_marks(path)
        if options.pieces:
            keep_board(path, best, seed, clues, options.limit)
        with h5py.File(path) as file:
            elapsed = float(file["curves/elapsed"][0, -1])
            commit = file.attrs["commit"]
    assert summary["best"] == best
    return {"puzzle": name_of_puzzle(options), "clues": clues, "seed": seed, "best": best,
            "marks_s": marks, "elapsed_s": elapsed, "cpu_s": cpu, "code": sources.digest(CODE),
            "commit": commit if isinstance(commit, str) else commit.decode()}


def seconds_to_best(kept):
    """Seconds to the last mark that a run reached."""
    return max((s for s in kept["marks_s"] if s is not None), default=np.inf)


def repeat_soonest(found, options, clues):
    """Runs that kept run of older code again which was soonest at its best, and notes the present code
    in all of older code."""
    code = sources.digest(CODE)
    older = [kept for kept in found.values() if code_of(kept) != code]
    if not older:
        return
    first = min(older, key=seconds_to_best)
    again = run_seed(first["seed"], options, clues, first["best"])
    differs = difference({"best": first["best"]}, again)
    if differs:
        raise SystemExit(f"eternity-record: seed {first['seed']}: {differs}")
    note_repeated(older, code)
    first["again_s"] = again["elapsed_s"]
    print(f"seed {first['seed']}: {again['best']} again, after {again['elapsed_s']:.0f} s", flush=True)


def note_of_repeated(found):
    """Which run of older code the present code has repeated, as text."""
    return [f" Runs of older code; the present code repeats seed {kept['seed']}: {kept['best']} after "
            f"{kept['again_s']:.0f} s." for kept in found.values() if "again_s" in kept]


def record(options):
    """How soon a few seeds reach 464, 466 and 467 joints, no piece fixed."""
    return table_of(options, "none")


def record_centre(options):
    """The same with piece 139 in the centre, as the puzzle's rules demand (--hints)."""
    if not options.hints and not options.quick:
        raise SystemExit("eternity-record-centre: needs --hints, a file of the official clues")
    return table_of(options, "centre")


def table_of(options, clues):
    """The table of the runs with these clues; returns the digests of their code."""
    path = results("eternity") / "record-runs.jsonl"
    known = read(path)
    found = {kept["seed"]: kept for kept in known
             if (kept["puzzle"], kept["clues"]) == (name_of_puzzle(options), clues)}
    seeds = 1 if options.quick else SEEDS if options.runs is None else options.runs
    options.limit = min(options.limit, QUICK_LIMIT_S) if options.quick else options.limit
    if options.again:
        repeat_soonest(found, options, clues)
        write(path, known)
    for seed in range(1, seeds + 1):
        if seed not in found:
            found[seed] = run_seed(seed, options, clues)
            with path.open("a") as keep:
                keep.write(json.dumps(found[seed]) + "\n")
            print(f"seed {seed}: {found[seed]['best']}", flush=True)
    if not found:
        raise SystemExit("eternity-record: there is no run to show")
    rows = [[seed, kept["best"], *("-" if s is None else f"{s:.0f}" for s in kept["marks_s"]),
             f"{kept['elapsed_s']:.0f}", f"{kept['cpu_s']:.0f}"]
            for seed, kept in sorted(found.items())]
    name = "record" if clues == "none" else f"record-{clues}"
    write_table(results("eternity") / f"{name}.md",
                f"The record config, clues: {clues}, pieces: {name_of_puzzle(options)}",
                ["seed", "best", *(f"s to {mark}" for mark in MARKS), "s in all", "CPU s"], rows,
                [f"{RANKS} ranks of one island each, until {MARKS[-1]} joints or "
                 f"{options.limit / 60:g} minutes. CPU seconds are those of both ranks; on a machine "
                 "with other work they are fewer than twice the seconds."
                 + "".join(note_of_repeated(found))])
    return codes_of(found.values())


FIGURES = {"eternity-record": record, "eternity-record-centre": record_centre}
