"""Calls of a class's methods: what they are given, and checks of what they return.

Genomes are arrays (rows, genes): of int64, or of float64 where the genes are reals. A method gets a numpy
Generator whose state comes with the request, from the run's own generator.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from ..genes import REALS, Array
from .definition import METHODS, Definition
from .source import Mistake

# Costs of a genome in two batches may differ by rounding: libraries of linear algebra add in another order.
ROUNDING = 1e-9
RANDOM = ("sample", "crossover", "mutate", "heal", "improve")


class Calls:
    """Answers requests. Each method raises Mistake."""

    def __init__(self, puzzle: Definition):
        self.puzzle = puzzle
        self.generator = np.random.Generator(np.random.PCG64(0))

    def answer(self, kind: int, rows: int, seed: tuple[int, int], data: bytearray) -> tuple[int, bytes]:
        """A number, and the bytes of the reply."""
        if METHODS[kind] in RANDOM:
            self._seed(*seed)
        number, answer = getattr(self, f"_{METHODS[kind]}")(rows, data)
        return int(number), bytes(answer)

    def _seed(self, high: int, low: int) -> None:
        state: Any = {"bit_generator": "PCG64", "state": {"state": high << 64 | low, "inc": 1},
                      "has_uint32": 0, "uinteger": 0}
        self.generator.bit_generator.state = state

    def attempt(self, kind: int) -> None:
        """Calls a method once, if the class has it, so that most mistakes are found before a run begins."""
        p, method = self.puzzle, METHODS[kind]
        if method == "improve" or not (p.descriptors if method == "measure" else p.has[method]):
            return
        self._seed(1, 1)
        data = bytearray(self._sample(2, bytearray())[1] if p.has["sample"] else
                         p.gene.random(self.generator, p.row))
        if method == "evaluate":
            self._compare_batches(self._genomes(data, 2))
        elif method == "crossover":
            self._crossover(2, data)
        elif method != "sample":
            getattr(self, f"_{method}")(1, data[:len(data) // 2])

    def _compare_batches(self, genomes: Array) -> None:
        costs, alone = self._costs(genomes), self._costs(genomes[1:])
        if not same(costs[1:], alone).all():
            raise self._wrong("evaluate", f"{costs[1, 0]:.17g} for a genome in a batch and "
                              f"{alone[0, 0]:.17g} for it alone", "a cost that depends on the genome alone")

    def _ask(self, method: str, *words: Any) -> Any:
        p = self.puzzle
        return p.source.run(f"{p.name}.{method}", lambda: getattr(p.object, method)(*words),
                            function=inspect.unwrap(getattr(p.type, method, p.type)))

    def _wrong(self, method: str, what: str, expected: str) -> Mistake:
        p = self.puzzle
        line = p.source.line_of(inspect.unwrap(getattr(p.type, method, p.type)))
        return Mistake(f"{p.source.path}:{line}: in {p.name}.{method}: returned {what} "
                       f"(expected: {expected})")

    def _array(self, method: str, found: Any, shapes: list[tuple[int, ...]], kinds: str,
               expected: str) -> Array:
        """What a method has returned, as an array of one of the shapes and of numbers of one of the kinds."""
        try:
            array = np.asarray(found)
        except ValueError:
            raise self._wrong(method, "rows of different lengths", expected) from None
        if array.dtype == object:
            raise self._wrong(method, f"{found!r:.100}", expected)
        if array.shape not in shapes:
            what = f"an array of shape {array.shape}" if array.shape else f"{found!r:.100}"
            raise self._wrong(method, what, expected)
        if array.dtype.kind not in kinds:
            raise self._wrong(method, f"an array of {array.dtype}", expected)
        return array

    # ---- genomes ----

    def _genomes(self, data: bytearray | bytes, rows: int) -> Array:
        """Rows of genes, which a method must not change."""
        p = self.puzzle
        stored = np.frombuffer(data, p.stored).reshape(rows, -1)[:, :p.gene.n]
        genomes = np.array(stored, np.float64 if p.gene.kind == REALS else np.int64)
        genomes.flags.writeable = False
        return genomes

    def _pack(self, method: str, found: Any, rows: int) -> bytes:
        """Genomes that a method has returned, as rows."""
        p, real = self.puzzle, self.puzzle.gene.kind == REALS
        expected = f"an array of shape ({rows}, {p.gene.n}) of {'real' if real else 'whole'} numbers"
        genomes = self._array(method, found, [(rows, p.gene.n)], "fiub" if real else "iub", expected)
        bad = p.gene.wrong(genomes)
        if bad:
            raise self._wrong(method, bad, "genomes of the class's gene")
        packed = np.zeros((rows, p.row), p.stored)
        packed[:, :p.gene.n] = genomes
        return packed.tobytes()

    def _sample(self, rows: int, data: bytearray) -> tuple[int, bytes]:
        return 0, self._pack("sample", self._ask("sample", rows, self.generator), rows)

    def _crossover(self, rows: int, data: bytearray) -> tuple[int, bytes]:
        genomes, half = self._genomes(data, rows), rows // 2
        found = self._ask("crossover", genomes[:half], genomes[half:], self.generator)
        return 0, self._pack("crossover", found, half)

    def _changed(self, method: str, genomes: Array) -> bytes:
        return self._pack(method, self._ask(method, genomes.copy(), self.generator), len(genomes))

    def _mutate(self, rows: int, data: bytearray) -> tuple[int, bytes]:
        return 0, self._changed("mutate", self._genomes(data, rows))

    def _heal(self, rows: int, data: bytearray) -> tuple[int, bytes]:
        return 0, self._changed("heal", self._genomes(data, rows))

    def _improve(self, rows: int, data: bytearray) -> tuple[int, bytes]:
        """The better of a genome and what improve makes of it; two evaluations."""
        genomes = self._genomes(data, rows)
        better = self._changed("improve", genomes)
        before, after = self._costs(np.concatenate([genomes, self._genomes(better, rows)]))[:, 0]
        return 2, better if after <= before else bytes(data)

    # ---- numbers and text ----

    def _costs(self, genomes: Array) -> Array:
        """Costs (rows, objectives), lower is better."""
        p, rows, n = self.puzzle, len(genomes), len(self.puzzle.objectives)
        shapes = [(rows,), (rows, 1)] if n == 1 else [(rows, n)]
        expected = f"an array of shape {shapes[0]} of numbers"
        values = self._array("evaluate", self._ask("evaluate", genomes), shapes, "fiub", expected)
        values = values.reshape(rows, n).astype(np.float64)
        costs: Array = np.where(p.maximise, 0.0 - values, values)
        bad = np.argwhere(np.isnan(costs) | (costs == -np.inf))  # nothing is better than -inf
        if bad.size:
            row, column = map(int, bad[0])
            value = "NaN" if np.isnan(costs[row, column]) else f"{values[row, column]:g}"
            raise self._wrong("evaluate", f"{value} for row {row}",
                              "numbers, and for an infeasible genome inf, or -inf where the goal is maximise")
        costs[np.isinf(costs).any(axis=1), 0] = np.inf  # the first tells a search what is feasible
        return costs

    def _evaluate(self, rows: int, data: bytearray) -> tuple[int, bytes]:
        return 0, self._costs(self._genomes(data, rows)).tobytes()

    def _measure(self, rows: int, data: bytearray) -> tuple[int, bytes]:
        shape = rows, len(self.puzzle.descriptors)
        expected = f"an array of shape {shape} of finite numbers"
        found = self._ask("measure", self._genomes(data, rows))
        values = self._array("measure", found, [shape], "fiub", expected)
        if not np.isfinite(values).all():
            raise self._wrong("measure", f"{values.tolist()!r:.100}", expected)
        return 0, values.astype(np.float64).tobytes()

    def _describe(self, rows: int, data: bytearray) -> tuple[int, bytes]:
        genome = self._genomes(data, rows)[0]
        if not self.puzzle.has["describe"]:
            return 0, (" ".join(f"{number:.10g}" for number in genome) + "\n").encode()
        text = self._ask("describe", genome)
        if not isinstance(text, str):
            raise self._wrong("describe", f"{text!r:.100}", "text")
        return 0, sent(text.rstrip("\n") + "\n")

    # ---- the check of a solution ----

    def _verify(self, objectives: int, data: bytearray) -> tuple[int, bytes]:
        """Whether a recorded solution is right, and a line for each check. data: genes, then fitness."""
        p, lines = self.puzzle, []
        size = len(data) - 8 * objectives
        genomes, fitness = self._genomes(data[:size], 1), np.frombuffer(data[size:])
        bad = p.gene.wrong(genomes)
        if objectives != len(p.objectives):
            bad = f"{objectives} objectives, and the class has {len(p.objectives)}"
        if bad:
            return 0, f"WRONG {bad}\n".encode()
        costs = self._costs(genomes)[0]
        values = np.where(p.maximise, 0.0 - costs, costs)
        right = same(values, fitness) & np.isfinite(values)
        for name, good, value, stored in zip(p.objectives, right, values, fitness):
            lines.append(f"ok {name} {stored:.15g}, as evaluate says" if good else
                         f"WRONG {name} {stored:.15g}, and evaluate says {value:.15g}")
        good = bool(right.all())
        if p.has["verify"]:
            own, text = self._own_verdict(genomes[0])
            good = good and own
            lines.append(f"{'ok' if own else 'WRONG'} verify: {text}")
        else:
            lines.append(f"not checked: {p.name} has no verify(self, genome), which would not rely on "
                         "evaluate")
        return int(good), sent("\n".join(lines) + "\n")

    def _own_verdict(self, genome: Array) -> tuple[bool, str]:
        found = self._ask("verify", genome)
        if not (isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], (bool, np.bool_))
                and isinstance(found[1], str)):
            raise self._wrong("verify", f"{found!r:.100}", "a pair of True or False and a text")
        return bool(found[0]), " ".join(found[1].split())


def sent(text: str) -> bytes:
    """As UTF-8; a NUL, at which skerry would take it to end, as it is shown."""
    return text.replace("\0", "\\x00").encode("utf-8", "replace")


def same(a: Array, b: Array) -> Array:
    """Whether numbers are equal but for rounding, however small they are."""
    return np.isclose(a, b, rtol=ROUNDING, atol=0)
