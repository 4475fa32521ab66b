"""The statistics of the tables against values worked out by hand, and slow definitions."""

import itertools
import math
import sys

import numpy as np
import pytest
from harness import SOURCE

sys.path.insert(0, str(SOURCE / "scripts/reproductions"))
import significance  # noqa: E402  (the path comes first)


def plain_effect(ours, theirs):
    pairs = list(itertools.product(ours, theirs))
    return sum((a > b) + 0.5 * (a == b) for a, b in pairs) / len(pairs)


@pytest.mark.parametrize("ours, theirs", [
    ([1, 2, 3], [4, 5, 6]), ([1, 1, 2], [1, 2, 2]), ([5], [5, 6, math.inf]),
    ([math.inf, math.inf, 3], [math.inf, 4]), ([7, 8, 9, 10], [1, 8, 20])])
def test_effect_is_the_share_of_pairs(ours, theirs):
    assert significance.mann_whitney(ours, theirs)[1] == pytest.approx(plain_effect(ours, theirs))


def test_p_value_of_separate_samples():
    # Exact for few values; of many, U = 0, mean 800, variance 40 * 40 * 81 / 12 = 10,800 and a continuity correction.
    p, effect = significance.mann_whitney(range(10), range(10, 20))
    assert effect == 0
    assert p == pytest.approx(2 / math.comb(20, 10))
    p, _ = significance.mann_whitney(range(40), range(40, 80))
    assert p == pytest.approx(math.erfc(799.5 / math.sqrt(10800) / math.sqrt(2)))


def test_equal_and_empty_samples():
    assert significance.mann_whitney([3, 3], [3, 3, 3]) == (1.0, 0.5)
    assert np.isnan(significance.mann_whitney([], [1])).all()


def test_about_one_in_twenty_of_equal_distributions_differs():
    rng = np.random.default_rng(2)
    hits = sum(significance.mann_whitney(rng.integers(0, 9, 40), rng.integers(0, 9, 40))[0] < 0.05
               for _ in range(1000))
    assert 25 <= hits <= 80  # expected 50, deviation 7


def test_fisher_of_the_lady_tasting_tea():
    assert significance.fisher(3, 4, 1, 4) == pytest.approx(34 / 70)


def test_holm_by_hand():
    assert significance.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    some = significance.holm([0.02, math.nan, 0.9])
    assert some[0] == pytest.approx(0.04) and math.isnan(some[1]) and some[2] == pytest.approx(0.9)


def test_intervals_cover_the_mean_nineteen_times_in_twenty():
    rng = np.random.default_rng(3)
    covered = 0
    for seed in range(300):
        low, high = significance.interval(rng.normal(5, 2, 60), np.mean, draws=500, seed=seed)
        covered += low <= 5 <= high
    assert 270 <= covered <= 297  # expected 281 or so, the bootstrap covers a little less
