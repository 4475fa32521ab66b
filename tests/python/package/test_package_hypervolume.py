"""skerry.hypervolume: exact volumes against inclusion-exclusion, grids of unit cells, and sampling."""

import itertools

import numpy as np
import pytest
import skerry
from skerry import hypervolume


def inclusion_exclusion(points, reference):
    """The volume of a union of boxes from each point to the reference: over all subsets, by their
    intersections."""
    total = 0.0
    for size in range(1, len(points) + 1):
        for some in itertools.combinations(points, size):
            sides = np.maximum(0, np.subtract(reference, np.max(some, axis=0)))
            total += (-1) ** (size + 1) * np.prod(sides)
    return total


def cells(points, reference):
    """The unit cells of a grid of whole numbers that some point dominates."""
    corners = itertools.product(*(range(int(size)) for size in reference))
    return sum(any((np.asarray(point) <= corner).all() for point in points) for corner in corners)


@pytest.mark.parametrize("objectives", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_inclusion_and_exclusion(objectives, seed):
    rng = np.random.default_rng(seed)
    points = rng.normal(0, 1, (int(rng.integers(1, 9)), objectives))
    points[rng.random(len(points)) < 0.3] = points[0]
    reference = rng.normal(0.7, 0.5, objectives)
    expected = inclusion_exclusion(points, reference)
    assert hypervolume.exact(points, reference) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("objectives, side", [(2, 12), (3, 8), (4, 5)])
@pytest.mark.parametrize("seed", range(4))
def test_counts_cells_of_points_with_ties(objectives, side, seed):
    rng = np.random.default_rng(seed)
    points = rng.integers(0, side + 2, (12, objectives))  # some beyond the reference
    assert hypervolume.exact(points, [side] * objectives) == cells(points, [side] * objectives)


def test_large_front_agrees_with_sampling():
    rng = np.random.default_rng(1)
    points = np.abs(rng.normal(0, 1, (100, 3)))
    points = 1 - points / np.linalg.norm(points, axis=1)[:, None]
    samples = rng.random((100_000, 3))
    share = np.zeros(len(samples), bool)
    for point in points:
        share |= (point <= samples).all(axis=1)
    assert hypervolume.exact(points, [1, 1, 1]) == pytest.approx(share.mean(), abs=0.006)


def test_order_dominated_points_and_emptiness():
    points = [[1, 3], [2, 2], [3, 1]]
    assert hypervolume.exact(points, [4, 4]) == 6
    assert hypervolume.exact([*points[::-1], [3, 3], [2, 2], [4, 0], [9, 9]], [4, 4]) == 6
    assert hypervolume.exact(np.empty((0, 2)), [4, 4]) == 0 == hypervolume.exact([[4, 4]], [4, 4])


def test_maximised_objectives_count_upwards(results):
    run = skerry.open(results["front"])
    price, synergy = run.solutions.objectives.values.T
    volume, ends = 0.0, [*sorted(price)[1:], 10_000]
    for start, end in zip(sorted(price), ends):  # between two prices: the best that the cheaper ones have
        volume += (end - start) * (synergy[price <= start].max() - 0.25)
    assert hypervolume.of(run, (10_000, 0.25)) == pytest.approx(volume)
    assert hypervolume.of(run, (price.min(), 0)) == 0 == hypervolume.of(run, (10_000, synergy.max()))
    with pytest.raises(skerry.Error, match="1 numbers in the reference .expected: one for each of price"):
        hypervolume.of(run, [3])


def test_table_has_a_common_reference_beyond_all_fronts(results):
    frame = hypervolume.table([results["front"], results["front"]])
    run = skerry.open(results["front"])
    price, synergy = run.solutions.objectives.values.T
    expected = [price.max() + 0.1 * np.ptp(price), synergy.min() - 0.1 * np.ptp(synergy)]
    assert frame.attrs["reference"] == pytest.approx(expected)
    assert frame.hypervolume[0] == frame.hypervolume[1] == hypervolume.of(run, expected) > 0
    assert list(frame.solutions) == [len(price)] * 2
    with pytest.raises(skerry.Error, match="party.h5: other objectives than .*front.h5 .expected: price"):
        hypervolume.table([results["front"], results["party"]])
