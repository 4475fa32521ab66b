"""The statistics of the tables: tests between two samples, their effect, and intervals."""

import numpy as np
from scipy import stats

LEVEL = 0.05
DRAWS = 10_000


def mann_whitney(ours, theirs):
    """The two-sided p-value of Mann and Whitney's test, and the probability that a value of ours
    is above one of theirs, ties half (Vargha and Delaney's A). Infinite values are above all
    others. NaN if a sample is empty; 1 and 0.5 if all values are equal."""
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    if not len(ours) or not len(theirs):
        return np.nan, np.nan
    both = np.concatenate([ours, theirs])
    if (both == both[0]).all():
        return 1.0, 0.5
    ranks = stats.rankdata(both)  # of infinities as well, unlike differences
    found = stats.mannwhitneyu(ranks[:len(ours)], ranks[len(ours):], alternative="two-sided",
                               method="asymptotic")
    return float(found.pvalue), float(found.statistic) / len(ours) / len(theirs)


def fisher(hits, of, their_hits, of_theirs):
    """The two-sided p-value of Fisher's exact test of two success rates."""
    return float(stats.fisher_exact([[hits, of - hits],
                                     [their_hits, of_theirs - their_hits]])[1])


def holm(values):
    """Holm's adjusted p-values, in the order given; NaN stay and do not count."""
    values = np.asarray(values, float)
    known = np.flatnonzero(~np.isnan(values))
    order = known[np.argsort(values[known], kind="stable")]
    adjusted = np.full(len(values), np.nan)
    least = 0.0
    for i, at in enumerate(order):
        least = max(least, min(1.0, values[at] * (len(order) - i)))
        adjusted[at] = least
    return adjusted


def interval(sample, statistic=np.median, draws=DRAWS, seed=1):
    """The 95 % percentile bootstrap interval of a statistic (Efron 1979)."""
    sample = np.asarray(sample, float)
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, len(sample), (draws, len(sample)))
    return np.quantile(statistic(sample[rows], axis=1), [0.025, 0.975])


def shown(sample, form="{:.1f}", statistic=np.median):
    """A statistic with its interval, as text."""
    low, high = interval(sample, statistic)
    return (f"{form.format(statistic(np.asarray(sample, float)))} "
            f"[{form.format(low)}, {form.format(high)}]")


def p_text(p):
    return "-" if np.isnan(p) else f"{p:.3f}" if p >= 0.001 else f"{p:.0e}"
