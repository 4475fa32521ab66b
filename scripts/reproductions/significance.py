"""The statistics of the tables: tests between two samples, their effect, and intervals."""

import numpy as np
from scipy import stats
from skerry import comparison

LEVEL = comparison.LEVEL
DRAWS = 10_000


def mann_whitney(ours, theirs):
    """The two-sided p-value of Mann and Whitney's test, and the probability that a value of ours
    is above one of theirs, ties half (Vargha and Delaney's A). Infinite values are above all
    others. NaN if a sample is empty."""
    if not len(ours) or not len(theirs):
        return np.nan, np.nan
    return comparison.mann_whitney(ours, theirs), comparison.a12(ours, theirs)


def fisher(hits, of, their_hits, of_theirs):
    """The two-sided p-value of Fisher's exact test of two success rates."""
    return float(stats.fisher_exact([[hits, of - hits],
                                     [their_hits, of_theirs - their_hits]])[1])


def holm(values):
    """Holm's adjusted p-values, in the order given; NaN stay and do not count."""
    values = np.array(values, float)
    known = ~np.isnan(values)
    values[known] = comparison.holm(values[known])
    return values


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
