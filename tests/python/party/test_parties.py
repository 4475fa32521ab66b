"""`skerry parties`: the cheapest parties that differ, of a shipped challenge and on the command line."""

import json

import pytest

from harness import SOURCE, skerry

TYPE2 = SOURCE / "configs/party/type2.yaml"


def listed(*words, code=0, ranks=0, cwd=None):
    done = skerry("parties", *words, "--json", ranks=ranks, cwd=cwd)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def test_parties_come_in_order_and_differ(tmp_path):
    found = listed(TYPE2, "--solutions", 4, "--apart", 3)
    prices = [one["price"] for one in found["parties"]]
    assert prices == sorted(prices) and prices[0] == 6750 and len(prices) == 4
    sets = [set(one["heroes"]) for one in found["parties"]]
    assert all(len(a - b) >= 3 for a in sets for b in sets if a is not b)
    assert not found["complete"] and not found["stopped"]
    assert listed(TYPE2, "--solutions", 4, "--apart", 3, ranks=2, cwd=tmp_path) == found


def test_all_within_a_limit_are_complete():
    found = listed(TYPE2, "--within", "0")
    assert found["complete"] and [one["price"] for one in found["parties"]] == [6750]
    text = skerry("parties", TYPE2, "--within", "0").stdout
    assert text.startswith("Party 1: price 6750\n")
    assert text.endswith("Proven: there is no other party within the limit, but for the places.\n")


def test_none_is_proven():
    impossible = ["-s", "party.requirements=[{mean: level, min: 200}]"]
    assert listed(TYPE2, *impossible, code=3)["parties"] == []


def test_an_end_without_proof_says_so():
    found = listed(TYPE2, "-t", "0.000001", code=4)
    assert found["stopped"] and not found["complete"] and not found["parties"]


@pytest.mark.parametrize("words, said", [
    (["--apart", "11"], "--apart: '11' (expected: a whole number in 1..10)"),
    (["--solutions", "0"], "--solutions: '0' (expected: a whole number in 1.."),
    (["--within", "some"], "--within: 'some' (expected: a number >= 0, or a percentage as 5%)"),
    (["-t", "-1"], "--time-limit: '-1' (expected: a number > 0, in seconds)"),
    (["-s", "party.objective={measure: synergy}"], "party.objective: parties are listed by a sum")])
def test_mistakes_are_one_line(words, said):
    done = skerry("parties", TYPE2, *words)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout
    assert said in done.stderr
