"""What a user's class says of itself."""

from __future__ import annotations

import json
import struct
import sys
from typing import Any

import numpy as np

from ..genes import BITS, PERMUTATION, STORED, Gene
from .source import Mistake, Source

# The kinds of calls, as in islands/python/worker/python_worker.h, from 2 on.
METHODS = {2: "sample", 3: "evaluate", 4: "crossover", 5: "mutate", 6: "heal", 7: "improve", 8: "describe",
           9: "measure", 10: "verify"}
MOST_OBJECTIVES = MOST_DESCRIPTORS = 8  # as in src/contract/problem/problem.h
ROW_ALIGN, SMALL_ALIGN = 64, 8  # of genomes in memory, as in python_puzzle.c


class Unpack:
    """Reads what src/base/pack.c has packed."""

    def __init__(self, data: bytearray):
        self.data, self.at = data, 0

    def number(self) -> int:
        self.at += 8
        return int.from_bytes(self.data[self.at - 8:self.at], sys.byteorder)

    def blob(self) -> bytes:
        n = self.number()
        self.at += n
        return bytes(self.data[self.at - n:self.at])

    def text(self) -> str:
        return self.blob().decode()


def packed(text: str) -> bytes:
    data = text.encode()
    return struct.pack("=Q", len(data)) + data


def value_of(text: str) -> Any:
    """An argument of a config: JSON, else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def is_name(text: str) -> bool:
    """Whether it can stand in a line of a table."""
    return text.strip() == text != "" and text.isprintable()


class Definition:
    """The class of a request to load one, which python_worker.c packs: file, class, arguments, data."""

    def __init__(self, request: bytearray):
        """Raises Mistake."""
        fields = Unpack(request)
        path, text, name = fields.text(), fields.blob(), fields.text()
        self.source = Source(path, text, bool(fields.number()))
        self.arguments = {fields.text(): fields.text() for _ in range(fields.number())}
        words = {name: value_of(given) for name, given in self.arguments.items()}
        for _ in range(fields.number()):
            key = fields.text()
            if key in words:
                raise Mistake(f"{key} is in python.arguments too (expected: in one of them)",
                              f"python.files.{key}")
            words[key] = fields.blob()
        self.type = self.source.find(self.source.load(), name)
        self.name = self.type.__name__
        self.object = self.source.make(self.type, words)
        self._read()

    def _read(self) -> None:
        gene = getattr(self.object, "gene", None)
        if not isinstance(gene, Gene):
            raise self._refuse("gene", gene, "skerry.permutation(n), skerry.bits(n), "
                                             "skerry.integers(low, high, n) or skerry.reals(low, high, n)")
        self.gene = gene
        self.has = {name: callable(getattr(self.object, name, None)) for name in METHODS.values()}
        self.objectives = self._texts("objectives", ["cost"])
        n = len(self.objectives)
        self.units = self._texts("units", ["1"] * n)
        goals = self._texts("goal", ["minimise"])
        goals = goals * n if len(goals) == 1 else goals
        for attribute, words in (("units", self.units), ("goal", goals)):
            if len(words) != n:
                raise self._refuse(attribute, words,
                                   f"{n} of them, one for each of {', '.join(self.objectives)}")
        if not set(goals) <= {"minimise", "maximise"}:
            raise self._refuse("goal", getattr(self.object, "goal"), "'minimise' or 'maximise'")
        self.maximise = np.array([goal == "maximise" for goal in goals])
        self.descriptors = self._ranges()
        self.stored = STORED[gene.kind]
        size = gene.n * self.stored.itemsize
        align = ROW_ALIGN if size >= ROW_ALIGN else SMALL_ALIGN
        self.row = -(-size // align) * align // self.stored.itemsize  # genes of a row, with the zeros behind

    def _refuse(self, attribute: str, found: Any, expected: str) -> Mistake:
        return Mistake(f"{self.source.path}:{self.source.line_of(self.type)}: {self.name}.{attribute} is "
                       f"{found!r:.100} (expected: {expected})")

    def _texts(self, attribute: str, fallback: list[str]) -> list[str]:
        found = getattr(self.object, attribute, fallback)
        texts = [found] if isinstance(found, str) else found
        if (not isinstance(texts, (list, tuple)) or not 1 <= len(texts) <= MOST_OBJECTIVES
                or not all(isinstance(text, str) and is_name(text) for text in texts)):
            raise self._refuse(attribute, found, f"a text of a line, or a list of 1 to {MOST_OBJECTIVES} texts")
        return list(texts)

    def _ranges(self) -> dict[str, tuple[float, float]]:
        found = getattr(self.object, "descriptors", {})
        expected = f"{{name: (low, high)}} with low < high, at most {MOST_DESCRIPTORS}, names of a line"
        try:
            ranges = {str(name): (float(low), float(high)) for name, (low, high) in found.items()}
        except (AttributeError, TypeError, ValueError):
            raise self._refuse("descriptors", found, expected) from None
        good = all(np.isfinite([low, high]).all() and low < high and is_name(name)
                   for name, (low, high) in ranges.items())
        if not good or len(ranges) > MOST_DESCRIPTORS:
            raise self._refuse("descriptors", found, expected)
        if ranges and not self.has["measure"]:
            raise self._refuse("descriptors", found, "a method measure(self, genomes) with it")
        return ranges

    def introduction(self) -> bytes:
        """What python_puzzle.c reads."""
        gene = self.gene
        parts = [packed(self.name), struct.pack("=QQQ", gene.kind, gene.n, len(self.objectives))]
        for name, unit, most in zip(self.objectives, self.units, self.maximise):
            parts += [packed(name), packed(unit), struct.pack("=Qdd", bool(most), 0, 0)]
        parts.append(struct.pack("=Q", len(self.descriptors)))
        for name, (low, high) in self.descriptors.items():
            parts += [packed(name), packed("1"), struct.pack("=Qdd", 0, low, high)]
        parts.append(struct.pack("=Q", sum(1 << kind for kind, name in METHODS.items() if self.has[name])))
        if gene.kind not in (PERMUTATION, BITS):
            parts += [gene.low.tobytes(), gene.high.tobytes()]
        return b"".join(parts)
