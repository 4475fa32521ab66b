"""How branches of the beam search end, and the CPU seconds to a score that follow: an idea is judged by all
ends of some minutes instead of the best of a night.

A branch of a given width ends with at least a score with probability p, and takes c CPU seconds with its
share of the trunk, so that the score takes c / p on average, with independent branches. Where fewer than
FEW branches reached a score, p is extrapolated in two ways: by a normal distribution of the same mean and
deviation, rounded to whole joints, and by a tail that falls by the same factor from joint to joint as
between the last two scores that FEW branches reached. The truth may well lie between: the first falls ever faster,
the second does not. Intervals are from resampled trunks, since branches of one trunk share its states; of an
extrapolation they reach from the lowest by either to the highest.
"""

import csv
import math
import pathlib
import subprocess

import numpy as np
from common import SKERRY, SOURCE, results, write_table
from eternity import name_of_puzzle

CODE = ["islands/eternity/beam/*.c", "islands/eternity/eternity_problem.c",
        "tests/bench/bench_eternity_ends.c"]
# width of the beams, and trunks: some CPU minutes each
SIZES = [(5_000, 32), (20_000, 12), (80_000, 3)]
QUICK_SIZES = [(1_000, 2)]
MARKS = 465, 466, 467, 468
FEW = 5
RESAMPLES = 1000
MOST = 1e8  # CPU seconds that are told apart
SHIPPED = SOURCE / "configs/eternity/pieces-16x16.txt"


def ends_of(pieces, width, trunks):
    """Scores of branches (trunk, branch), and CPU seconds of a branch with its share of the trunk."""
    program = pathlib.Path(SKERRY).parent / "tests/bench/bench_eternity_ends"
    done = subprocess.run([program, pieces, str(width), str(trunks)], stdout=subprocess.PIPE, text=True,
                          check=True)
    rows = list(csv.DictReader(done.stdout.splitlines()))
    branches = len(rows) // trunks
    scores = np.array([int(row["score"]) for row in rows]).reshape(trunks, branches)
    seconds = np.array([float(row["branch_s"]) + float(row["trunk_s"]) / branches for row in rows])
    return scores, float(seconds.mean())


def normal_tail(scores, mark):
    """P(score >= mark) by a normal distribution rounded to whole numbers."""
    deviation = math.sqrt(max(scores.var(ddof=1) - 1 / 12, 0.01))
    return 0.5 * math.erfc((mark - 0.5 - scores.mean()) / deviation / math.sqrt(2))


def geometric_tail(scores, mark):
    """P(score >= mark) if the tail falls by one factor beyond the last score that FEW branches reached."""
    last = max(s for s in np.unique(scores) if (scores >= s).sum() >= FEW)
    at_last, before = (scores >= last).mean(), (scores >= last - 1).mean()
    return at_last * min(at_last / before, 0.9) ** (mark - last)


def estimates(scores, mark):
    """P(score >= mark): counted where that is possible, or both extrapolations."""
    if (scores >= mark).sum() >= FEW:
        return [(scores >= mark).mean()]
    return [normal_tail(scores, mark), geometric_tail(scores, mark)]


def interval(scores, mark, seconds, draw):
    """The 95 % interval of CPU seconds to a score."""
    counted = (scores >= mark).sum() >= FEW
    found = []
    for _ in range(RESAMPLES):
        again = scores[draw.integers(len(scores), size=len(scores))]
        some = [(again >= mark).mean()] if counted else [normal_tail(again, mark), geometric_tail(again, mark)]
        found.append([seconds / p if p > 0 else math.inf for p in some])
    return np.quantile(np.min(found, axis=1), 0.025), np.quantile(np.max(found, axis=1), 0.975)


def text_of(seconds):
    if seconds > MOST:
        return f"> {MOST:.0e}".replace("e+0", "e")
    return f"{seconds:.2g}" if seconds < 10 else f"{float(f'{seconds:.2g}'):.0f}"


def cell_of(scores, mark, seconds, draw):
    """Expected CPU seconds to a score; ~ marks an extrapolation."""
    p = estimates(scores, mark)
    low, high = interval(scores, mark, seconds, draw)
    expected = seconds / math.exp(np.mean(np.log(p)))
    return f"{'~' if len(p) > 1 else ''}{text_of(expected)} ({text_of(low)} to {text_of(high)})"


def table_row(width, scores, seconds):
    error = scores.mean(axis=1).std(ddof=1) / math.sqrt(len(scores))
    values, counts = np.unique(scores, return_counts=True)
    draw = np.random.default_rng(1)
    return [f"{width:,}", scores.size, f"{seconds:.2f}", f"{scores.mean():.2f} +- {error:.2f}",
            ", ".join(f"{value}: {count}" for value, count in zip(values, counts)),
            *(cell_of(scores, mark, seconds, draw) for mark in MARKS)]


def ends(options):
    """How branches of the beam search end, and the CPU seconds to 465 to 468 that follow."""
    sizes = QUICK_SIZES if options.quick else [
        (width, options.runs or trunks) for width, trunks in SIZES]
    pieces = options.pieces or SHIPPED
    rows = [table_row(width, *ends_of(pieces, width, trunks)) for width, trunks in sizes]
    write_table(results("eternity") / "ends.md", f"Ends of branches, pieces: {name_of_puzzle(options)}",
                ["states", "branches", "CPU s of one", "mean", "joints: branches",
                 *(f"CPU s to {mark}" for mark in MARKS)], rows,
                ["Branches of trunks of the beam search, completed, without large neighbourhood search; "
                 "CPU seconds of one",
                 "include a quarter of its trunk. CPU seconds to a score: those of one branch by the share "
                 "of branches that",
                 f"reach it; ~: fewer than {FEW} did, the geometric mean of two extrapolations (a normal "
                 "distribution, and a",
                 "tail that goes on as it ends). In brackets 95 % intervals over resampled trunks, of both "
                 "extrapolations",
                 "together. Compare two programs on one machine, alternately."])


FIGURES = {"eternity-ends": ends}
