"""What a genome of a puzzle in Python consists of.

    class Salesman:
        gene = skerry.permutation(30)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import Error

# As in islands/python/worker/python_puzzle.h.
PERMUTATION, BITS, INTEGERS, REALS = range(4)
# How a gene is stored, which is how skerry's operators want it.
STORED: dict[int, np.dtype[Any]] = {PERMUTATION: np.dtype(np.int32), BITS: np.dtype(np.uint8),
                                     INTEGERS: np.dtype(np.int32), REALS: np.dtype(np.float64)}
MOST_GENES = 1_000_000
MOST_INTEGER = 2**31 - 1

Bound = float | Sequence[float] | npt.NDArray[Any]
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Gene:
    """A kind of genes, and their number. low, high: n bounds, inclusive (integers and reals)."""

    kind: int
    n: int
    low: Array
    high: Array

    def wrong(self, genomes: Array) -> str | None:
        """What is wrong with an array (rows, n) of numbers of the right type; None: nothing."""
        if self.kind == PERMUTATION:
            good = bool((np.sort(genomes, axis=1) == np.arange(self.n)).all())
            return None if good else f"a row that is no permutation of 0..{self.n - 1}"
        bad = ~((genomes >= self.low) & (genomes <= self.high))
        if not bad.any():
            return None
        row, i = np.argwhere(bad)[0]
        return f"{genomes[row, i]} as gene {i}, which is not in {self.low[i]:.17g}..{self.high[i]:.17g}"

    def random(self, generator: np.random.Generator, row: int) -> bytes:
        """Two random genomes as they are stored, in rows of so many genes, the last of which are 0."""
        stored = np.zeros((2, row), STORED[self.kind])
        if self.kind == PERMUTATION:
            stored[:, :self.n] = generator.permuted(np.tile(np.arange(self.n), (2, 1)), axis=1)
        else:
            between = self.low + generator.random((2, self.n)) * (self.high - self.low)
            stored[:, :self.n] = between if self.kind == REALS else np.rint(between)
        return stored.tobytes()


def _count(what: str, n: Any) -> int:
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or not 1 <= n <= MOST_GENES:
        raise Error(f"{what}: {n!r} genes (expected: a whole number in 1..{MOST_GENES})")
    return int(n)


def _numbers(what: str, low: Bound, high: Bound, n: int | None) -> tuple[int, Array, Array]:
    try:
        least, most = np.asarray(low, np.float64), np.asarray(high, np.float64)
        if n is None:
            n = max(least.size, most.size)
        n = _count(what, n)
        least, most = np.broadcast_to(least, n).copy(), np.broadcast_to(most, n).copy()
    except (ValueError, TypeError):
        raise Error(f"{what}: bounds {low!r} and {high!r} (expected: a number each, or one for each "
                    "gene)") from None
    with np.errstate(over="ignore", invalid="ignore"):
        good = np.isfinite(most - least) & (least <= most)
    if not good.all():
        i = int(np.argmin(good))
        raise Error(f"{what}: gene {i} has bounds {least[i]:g} and {most[i]:g} (expected: finite, "
                    "low <= high)")
    return n, least, most


def permutation(n: int) -> Gene:
    """The numbers 0..n-1 in some order."""
    n = _count("permutation", n)
    return Gene(PERMUTATION, n, np.zeros(n), np.full(n, n - 1.0))


def bits(n: int) -> Gene:
    """n times 0 or 1."""
    n = _count("bits", n)
    return Gene(BITS, n, np.zeros(n), np.ones(n))


def integers(low: Bound, high: Bound, n: int | None = None) -> Gene:
    """n whole numbers in low..high, both inclusive; bounds are numbers, or arrays with one for each gene."""
    n, least, most = _numbers("integers", low, high, n)
    if (least != np.rint(least)).any() or (most != np.rint(most)).any():
        raise Error(f"integers: bounds {low!r} and {high!r} (expected: whole numbers)")
    if np.abs(least).max() > MOST_INTEGER or np.abs(most).max() > MOST_INTEGER:
        raise Error(f"integers: bounds {low!r} and {high!r} (expected: at most {MOST_INTEGER} in size)")
    return Gene(INTEGERS, n, least, most)


def reals(low: Bound, high: Bound, n: int | None = None) -> Gene:
    """n real numbers in low..high; bounds are numbers, or arrays with one for each gene."""
    return Gene(REALS, *_numbers("reals", low, high, n))
