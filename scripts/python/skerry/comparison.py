"""Two settings compared: is one better, how sure is that, and by how much.

    frame = skerry.comparison.compare(paths_a, paths_b)             # independent runs
    frame = skerry.comparison.compare(paths_a, paths_b, paired=True)    # the same seeds and replicas
    frame = skerry.comparison.compare_by("sweep.h5", "algorithm")       # each value with each other one

Significance: Mann and Whitney's U test (1947), or Wilcoxon's signed-rank test (1945) of pairs, both
two-sided, over several problems adjusted by Holm's method (1979). Effect: A12 of Vargha and Delaney (2000),
here the probability that a run of A is better than one of B, ties half, with a bootstrap interval. A run
without a solution is worse than any with one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from .errors import Error
from .files import FloatArray, Path, relative_gap
from .frames import rows_of
from .origin import Origin, check_keys, differing_keys, puzzle_differences, read_runs

LEVEL = 0.05  # of significance
DRAWS = 10_000
BLOCK = 500  # draws at a time
# Above so many pairs Wilcoxon's distribution is taken to be normal.
EXACT_PAIRS = 50
# Likewise Mann and Whitney's, above so many runs of both settings.
EXACT_RUNS = 60
MEASURES = ("best", "gap", "evaluations", "elapsed")
# Least distance of A12 from one half that Vargha and Delaney call small, medium and large.
EFFECTS = ((0.21, "large"), (0.14, "medium"), (0.06, "small"), (0.0, "negligible"))


def a12(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """The probability that a value of a is above one of b, ties half; infinite values are allowed."""
    of_a, of_b = np.asarray(a, float), np.sort(np.asarray(b, float))
    below = np.searchsorted(of_b, of_a, side="left") + np.searchsorted(of_b, of_a, side="right")
    return float(below.mean() / (2 * of_b.size))


def a12_interval(a: npt.ArrayLike, b: npt.ArrayLike, paired: bool = False, draws: int = DRAWS,
                 seed: int = 1) -> tuple[float, float]:
    """The 95 % percentile bootstrap interval of a12 (Efron 1979): both samples drawn anew, or pairs together.
    Of zero width where all of a is above all of b: then it says nothing of what more runs might show.

    Takes time and memory in proportion to the product of the sample sizes."""
    of_a, of_b = np.asarray(a, float)[:, None], np.asarray(b, float)
    above = (of_a > of_b) + 0.5 * (of_a == of_b)
    n, m = above.shape
    rng = np.random.default_rng(seed)
    drawn = []
    for first in range(0, draws, BLOCK):
        size = min(BLOCK, draws - first)
        times_a = rng.multinomial(n, np.full(n, 1 / n), size).astype(float)
        times_b = times_a if paired else rng.multinomial(m, np.full(m, 1 / m), size).astype(float)
        drawn.append(((times_a @ above) * times_b).sum(axis=1) / (n * m))
    low, high = np.quantile(np.concatenate(drawn), [0.025, 0.975])
    return float(low), float(high)


def mann_whitney(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """The two-sided p-value of Mann and Whitney's U test: exact, with ties as well, up to EXACT_RUNS values, else by
    the normal distribution, corrected for ties, which says too much of few values with many ties. 1 if all values
    are equal."""
    both = np.concatenate([np.asarray(a, float), np.asarray(b, float)])
    ranks = stats.rankdata(both)  # of infinities as well
    size = np.size(a)
    if (ranks == ranks[0]).all():
        return 1.0
    if both.size > EXACT_RUNS:
        return float(stats.mannwhitneyu(ranks[:size], ranks[size:], alternative="two-sided").pvalue)
    # Ways to each sum of so many ranks, doubled so that those of ties are whole numbers.
    doubled = np.round(2 * ranks).astype(int)
    ways = np.zeros((size + 1, doubled.sum() + 1))
    ways[0, 0] = 1
    for rank in doubled:
        ways[1:, rank:] += ways[:-1, :-rank].copy()
    from_mean = np.abs(np.arange(ways.shape[1]) - size * (both.size + 1))
    as_far = from_mean >= from_mean[doubled[:size].sum()]
    return float(ways[size, as_far].sum() / ways[size].sum())


def signed_ranks(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """The sum of Wilcoxon's signed ranks: above 0 where a is above b, as far as his test says."""
    of_a, of_b = np.asarray(a, float), np.asarray(b, float)
    unequal = of_a != of_b  # two infinities are equal
    differences = of_a[unequal] - of_b[unequal]
    return float(np.sign(differences) @ stats.rankdata(np.abs(differences)))


def wilcoxon(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """The two-sided p-value of Wilcoxon's signed-rank test of pairs; equal pairs do not count. Exact, with
    ties as well, up to EXACT_PAIRS pairs. 1 if all pairs are equal."""
    of_a, of_b = np.asarray(a, float), np.asarray(b, float)
    unequal = of_a != of_b  # two infinities are equal
    differences = of_a[unequal] - of_b[unequal]
    if not differences.size:
        return 1.0
    ranks = stats.rankdata(np.abs(differences))
    if differences.size > EXACT_PAIRS:
        return float(stats.wilcoxon(np.sign(differences) * ranks).pvalue)
    # Ways to each sum of positive ranks, doubled so that those of ties are whole numbers.
    doubled = np.round(2 * ranks).astype(int)
    ways = np.zeros(doubled.sum() + 1)
    ways[0] = 1
    for rank in doubled:
        ways[rank:] += ways[:-rank].copy()
    found = int(doubled[differences > 0].sum())
    tail = min(ways[:found + 1].sum(), ways[found:].sum()) / ways.sum()
    return float(min(1.0, 2 * tail))


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Holm's adjusted p-values, in the order given: below a level where Holm's step-down procedure
    rejects."""
    p = np.asarray(p_values, float)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(p.size)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1)))
    return adjusted


def compare(a: Path | Iterable[Path], b: Path | Iterable[Path], paired: bool = False,
            measure: str = "best") -> pd.DataFrame:
    """Runs of setting A against runs of setting B, a row for each problem that they share.

    a, b     results or merged sweeps. A puzzle with other values in its section of the config, where these
             differ within A or within B, is a problem of its own; other settings are not told apart.
    paired   by seed and replica; those that only one side has do not count
    measure  best (fitness, by its goal) and gap (infinite without a bound), of what the searches found, not of
             what was found after them; evaluations or elapsed (less is better)

    Columns: problem, n_a, n_b, median_a, median_b, p, p_holm, a12 with a12_low and a12_high, effect
    (negligible, small, medium, large), and better: A or B where p_holm is below 5 %, as the test has it, else
    empty. Of pairs that may be the other side than that of a12, which compares all runs with all. The frame's
    attrs["differing"] lists keys of the problems' sections that differ between A and B alone, and files of one path
    whose contents changed between runs; attrs["repeated"] is the number of runs that have the config, seed, replica
    and files of another of their side, so that most are no further sample. Raises Error if a
    problem is on one side only, or pairs are not."""
    frame = _compared(_read(a), _read(b), paired, measure)
    return _adjusted(frame, frame.attrs["differing"], frame.attrs["repeated"])


def compare_by(results: Path | Iterable[Path], key: str, paired: bool = False, measure: str = "best") -> pd.DataFrame:
    """The runs of each value of a key of their configs (`algorithm`, `ga.mutation`) against those of each other value.

    As compare, with further columns a and b, the two values, and one of these in `better`; p_holm is adjusted for all
    rows. Raises Error also for a key that no config has, and one with a single value."""
    rows = _read(results)
    check_keys((origin for origin, _ in rows), [key])
    groups: dict[str, Rows] = {}
    for row in rows:
        groups.setdefault(str(row[0].settings.get(key)), []).append(row)
    if len(groups) < 2:
        raise Error(f"{key}: is {next(iter(groups))} in all runs (expected: two values or more)")
    frames: list[pd.DataFrame] = []
    differing: dict[str, None] = {}
    repeated = sum(map(_repeats, groups.values()))
    for one, other in itertools.combinations(groups, 2):
        frame = _compared(groups[one], groups[other], paired, measure)
        differing |= dict.fromkeys(name for name in frame.attrs.pop("differing") if name != key)
        del frame.attrs["repeated"]  # pandas compares the attrs of frames that it joins
        frame.insert(0, "a", one)
        frame.insert(1, "b", other)
        frames.append(frame)
    frame = _adjusted(pd.concat(frames, ignore_index=True), list(differing), repeated)
    frame["better"] = np.select([frame.better == "A", frame.better == "B"], [frame.a, frame.b], "")
    return frame


Rows = list[tuple[Origin, dict[str, Any]]]


def _read(paths: Path | Iterable[Path]) -> Rows:
    """Raises Error if there are none, as in the merged file of a sweep of which none has run."""
    rows = [row for rows in read_runs(paths, rows_of) for row in rows]
    if not rows:
        raise Error("no results (expected: at least one run)")
    return rows


def _compared(a: Rows, b: Rows, paired: bool, measure: str) -> pd.DataFrame:
    """A row for each problem, not yet adjusted for their number."""
    if measure not in MEASURES:
        raise Error(f"no measure {measure} (expected: {', '.join(MEASURES)})")
    sides = [a, b]
    distinct = [key for side in sides for key in differing_keys(origin for origin, _ in side)]
    groups = [_by_problem(side, distinct, measure) for side in sides]
    for one, other, name in ((*groups, "B"), (*groups[::-1], "A")):
        for problem in one:
            if problem not in other:
                raise Error(f"{problem}: only on one side (expected: runs of it in {name} too)")
    frame = pd.DataFrame([_row(problem, side, groups[1][problem], paired) for problem, side in groups[0].items()])
    frame.attrs["differing"] = puzzle_differences((origin for side in sides for origin, _ in side), distinct)
    frame.attrs["repeated"] = sum(map(_repeats, sides))
    return frame


def _adjusted(frame: pd.DataFrame, differing: list[str], repeated: int) -> pd.DataFrame:
    """With p_holm and `better`."""
    frame.insert(int(frame.columns.get_indexer(["p"])[0]) + 1, "p_holm", holm(frame.p))
    toward = frame.pop("toward")
    frame["better"] = np.where(frame.p_holm < LEVEL, np.select([toward > 0, toward < 0], ["A", "B"], ""), "")
    frame.attrs["differing"], frame.attrs["repeated"] = differing, repeated
    return frame


def _repeats(rows: Rows) -> int:
    """The number of these runs that repeat another one."""
    return len(rows) - len({(origin.identity, row["replica"]) for origin, row in rows})


# (seed, replica), cost (less is better, inf: no solution) and the sign that makes it fitness again.
Runs = list[tuple[tuple[int, int], float, int]]


def _by_problem(rows: Rows, keys: list[str], measure: str) -> dict[str, Runs]:
    groups: dict[str, Runs] = {}
    for origin, row in rows:
        own = [key for key in dict.fromkeys(keys) if key.startswith(f"{origin.problem}.")]
        name = " ".join([origin.problem, *(f"{key}={origin.settings.get(key)}" for key in own)])
        sign = origin.sign if measure == "best" else 1
        of_search = {**row, "best": row["searched"], "gap": float(relative_gap(row["searched"], row["bound"]))}
        value = of_search[measure]
        cost = sign * value if np.isfinite(row["searched"]) and not np.isnan(value) else np.inf
        groups.setdefault(name, []).append(((origin.seed, row["replica"]), cost, sign))
    return groups


def _row(problem: str, of_a: Runs, of_b: Runs, paired: bool) -> dict[str, Any]:
    if paired:
        of_a, of_b = _pairs(problem, of_a, of_b)
    else:  # the interval is drawn of places in the lists, and files of a glob have no order
        of_a, of_b = sorted(of_a), sorted(of_b)
    sign = of_a[0][2]
    a, b = (np.array([cost for _, cost, _ in side]) for side in (of_a, of_b))
    # Costs: what is below is better.
    share = a12(-a, -b)
    low, high = a12_interval(-a, -b, paired)
    effect = next(name for least, name in EFFECTS if abs(share - 0.5) >= least - 1e-12)
    return {"problem": problem, "n_a": a.size, "n_b": b.size, "median_a": sign * np.median(a) + 0.0,
            "median_b": sign * np.median(b) + 0.0, "p": wilcoxon(a, b) if paired else mann_whitney(a, b),
            "a12": share, "a12_low": low, "a12_high": high, "effect": effect,
            "toward": -signed_ranks(a, b) if paired else share - 0.5}


def _pairs(problem: str, of_a: Runs, of_b: Runs) -> tuple[Runs, Runs]:
    """Those of the same seed and replica, in the same order."""
    for side, name in ((of_a, "A"), (of_b, "B")):
        if len({key for key, _, _ in side}) < len(side):
            raise Error(f"{problem}: several runs of one seed and replica in {name} (expected: one, "
                        "for pairs)")
    common = sorted({key for key, _, _ in of_a} & {key for key, _, _ in of_b})
    if not common:
        raise Error(f"{problem}: no seed and replica is in both A and B (expected: some, for pairs)")
    first, second = ({run[0]: run for run in side} for side in (of_a, of_b))
    return [first[key] for key in common], [second[key] for key in common]
