"""Where the places of a formation are drawn: in the rows of the config, else by stress majorization."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..files import FloatArray

STEPS = 2000  # of majorization: some 0.2 s with 64 places


def layout(places: int, edges: Sequence[Sequence[int]], rows: Sequence[Sequence[int]]) -> FloatArray:
    """(x, y) of each place, places x 2; neighbours are 1 apart or more, y grows downwards."""
    if not rows:
        return by_distances(distances(places, edges))
    at = np.zeros((places, 2))
    for r, row in enumerate(rows):
        for i, place in enumerate(row):
            at[place] = i - (len(row) - 1) / 2, r
    return at


def distances(places: int, edges: Sequence[Sequence[int]]) -> FloatArray:
    """Edges between each two places, places x places; those of different components count as far apart as
    the diameter. Floyd and Warshall: O(places^3)."""
    d = np.full((places, places), np.inf)
    np.fill_diagonal(d, 0)
    for a, b in edges:
        d[a, b] = d[b, a] = 1
    for k in range(places):
        d = np.minimum(d, d[:, k, None] + d[k])
    finite = np.isfinite(d)
    return np.where(finite, d, max(2.0, float(d[finite].max())))


def by_distances(d: FloatArray) -> FloatArray:
    """Positions whose distances are like d: the places on a circle, moved by majorization of the stress
    (SMACOF).

    Source: J. de Leeuw, Applications of convex analysis to multidimensional scaling, 1977. Equal weights."""
    n = len(d)
    if n == 1:
        return np.zeros((1, 2))
    # A circle stretched a little: no line of symmetry keeps places apart that want to pass each other.
    turns = 2 * np.pi * np.arange(n) / n
    x: FloatArray = np.stack([1.3 * np.cos(turns), np.sin(turns)], axis=1) * float(d.max()) / 2
    for _ in range(STEPS):
        between = np.linalg.norm(x[:, None] - x, axis=2)
        ratio = np.divide(d, between, out=np.zeros_like(d), where=between > 0)
        x = (ratio.sum(axis=1)[:, None] * x - ratio @ x) / n
    x = along_axes(x - x.mean(axis=0))
    between = np.linalg.norm(x[:, None] - x, axis=2)[~np.eye(n, dtype=bool)]
    x /= between.min()
    return x


def along_axes(x: FloatArray) -> FloatArray:
    """Turned so that it is widest along x, with place 0 to the left and not below the middle."""
    _, axes = np.linalg.eigh(x.T @ x)
    turned: FloatArray = x @ axes[:, ::-1]
    turned *= np.where(turned[0] > 0, -1, 1)
    return turned
