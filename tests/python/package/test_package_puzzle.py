"""A class of a puzzle in Python, called as by its process: what methods get, and what is made of it."""

import struct

import numpy as np
import pytest
from skerry import genes
from skerry.puzzle.calls import Calls
from skerry.puzzle.definition import METHODS, Definition, packed, value_of

KIND = {name: kind for kind, name in METHODS.items()}
CODE = """
import numpy as np
import skerry


class Mine:
    gene = skerry.integers(-3, 9, 4)
    goal = "{goal}"

    def evaluate(self, genomes):
        return genomes.sum(axis=1)

    def improve(self, genomes, rng):
        return np.full_like(genomes, {to})

    def mutate(self, genomes, rng):
        return rng.integers(-3, 10, genomes.shape)
"""


def calls_of(text):
    """Loads a class as islands/python/worker/python_worker.c does."""
    code = packed(text)
    return Calls(Definition(bytearray(packed("/mine.py") + code + packed("") + struct.pack("=QQQ", 0, 0, 0))))


def rows_of(calls, genomes):
    rows = np.zeros((len(genomes), calls.puzzle.row), calls.puzzle.stored)
    rows[:, :calls.puzzle.gene.n] = genomes
    return bytearray(rows.tobytes())


@pytest.mark.parametrize("goal, to, kept", [("minimise", 9, 1), ("minimise", -3, -3), ("maximise", 9, 9),
                                            ("maximise", -3, 1)])
def test_improve_never_worsens(goal, to, kept):
    calls = calls_of(CODE.format(goal=goal, to=to))
    spent, data = calls.answer(KIND["improve"], 1, (1, 2), rows_of(calls, [[1, 1, 1, 1]]))
    assert spent == 2 and (np.frombuffer(data, np.int32)[:4] == kept).all()


def test_costs_are_negative_fitness_where_the_most_is_best():
    for goal, sign in (("minimise", 1), ("maximise", -1)):
        calls = calls_of(CODE.format(goal=goal, to=0))
        genomes = np.array([[0, 0, 0, 0], [1, 2, 3, -3], [9, 9, 9, 9]])
        _, data = calls.answer(KIND["evaluate"], 3, (0, 0), rows_of(calls, genomes))
        assert (np.frombuffer(data) == sign * genomes.sum(axis=1)).all()
        assert not np.signbit(np.frombuffer(data)[0])


def test_infinity_of_any_objective_is_infeasible():
    """As `verify` says of it; searches look at the first one."""
    text = CODE.format(goal="minimise", to=0).replace("    goal", "    objectives = 'a', 'b'\n    goal")
    text = text.replace("return genomes.sum(axis=1)", "return np.array([[1.0, 2.0], [3.0, np.inf], [np.inf, 4.0]])")
    _, data = calls_of(text).answer(KIND["evaluate"], 3, (0, 0), rows_of(calls_of(text), np.zeros((3, 4))))
    assert np.frombuffer(data).reshape(3, 2).tolist() == [[1, 2], [np.inf, np.inf], [np.inf, 4]]


def test_texts_do_not_end_at_a_nul():
    text = CODE.format(goal="minimise", to=0) + """
    def describe(self, genome):
        return "a\\0b\\ud800"

    def verify(self, genome):
        return True, "c\\0d"
"""
    calls, rows = calls_of(text), rows_of(calls_of(text), [[0, 0, 0, 1]])
    assert calls.answer(KIND["describe"], 1, (0, 0), rows)[1] == b"a\\x00b?\n"
    right, said = calls.answer(KIND["verify"], 1, (0, 0), rows + struct.pack("=d", 1))
    assert right and said.endswith(b"ok verify: c\\x00d\n")


def test_random_numbers_are_those_of_the_request():
    """Those of numpy's PCG64 in that state, whatever was called before."""
    calls, row = calls_of(CODE.format(goal="minimise", to=0)), [[0, 0, 0, 0]]
    first = calls.answer(KIND["mutate"], 1, (7, 8), rows_of(calls, row))
    other = calls.answer(KIND["mutate"], 1, (7, 9), rows_of(calls, row))
    assert calls.answer(KIND["mutate"], 1, (7, 8), rows_of(calls, row)) == first != other
    generator = np.random.PCG64()
    generator.state = {"bit_generator": "PCG64", "state": {"state": 7 << 64 | 8, "inc": 1}, "has_uint32": 0,
                       "uinteger": 0}
    expected = np.random.Generator(generator).integers(-3, 10, (1, 4))
    assert (np.frombuffer(first[1], np.int32)[:4] == expected).all()


@pytest.mark.parametrize("gene", [genes.permutation(1), genes.permutation(40), genes.bits(3),
                                  genes.integers(5, 5, 2),
                                  genes.integers(-2**31 + 1, 2**31 - 1, 9), genes.reals(-1e300, 0, 33),
                                  genes.reals([0, 1], [0, 2])])
def test_random_genomes_are_of_the_gene(gene):
    stored = genes.STORED[gene.kind]
    data = gene.random(np.random.default_rng(1), gene.n + 3)
    genomes = np.frombuffer(data, stored).reshape(2, gene.n + 3)
    assert gene.wrong(genomes[:, :gene.n]) is None and (genomes[:, gene.n:] == 0).all()


def test_genomes_that_are_not_of_the_gene():
    assert genes.permutation(3).wrong(np.array([[0, 1, 2], [0, 2, 2]])) == (
        "a row that is no permutation of 0..2")
    assert genes.bits(2).wrong(np.array([[0, 2]])) == "2 as gene 1, which is not in 0..1"
    assert genes.reals(0, [1, 2]).wrong(np.array([[1, 2], [np.nan, 1]])) == (
        "nan as gene 0, which is not in 0..1")
    assert genes.integers([0, -1], 3).wrong(np.array([[0, -1], [3, 3]])) is None


def test_arguments():
    texts = "30", "-1.5e3", "true", "text", "[1, 2]", '"30"', '{"a": null}', ""
    assert [value_of(text) for text in texts] == [30, -1500.0, True, "text", [1, 2], "30", {"a": None}, ""]
