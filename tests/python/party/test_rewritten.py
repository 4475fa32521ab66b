"""scripts/quality/rewritten: the same party challenge in other ways has the same answer."""

import collections
import os
import random
import subprocess
import sys

import pytest
import yaml
from harness import SKERRY, SOURCE, script_module

SCRIPT = SOURCE / "scripts/quality/rewritten"
PARTY = SOURCE / "configs/party"


@pytest.fixture(name="tool")
def fixture_tool(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return script_module(SCRIPT)


def test_answers_do_not_depend_on_how_a_challenge_is_written():
    done = subprocess.run([sys.executable, SCRIPT, PARTY / "type2.yaml", PARTY / "designers/18-ring-of-six.yaml",
                           PARTY / "infeasible/01-too-many-religions.yaml", "--each", "3", "--seconds", "20"],
                          env={**os.environ, "SKERRY": SKERRY}, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 false" in done.stdout and not done.stdout.splitlines()[-1].startswith("0 proven"), done.stdout


FOUND = {"rc": 0, "best": 100, "bound": 95}


@pytest.mark.parametrize("other, options, wrong", [
    ({"rc": 0, "best": 100, "bound": 100}, {}, ""),
    ({"rc": 4, "best": None, "bound": 99}, {}, ""),
    ({"rc": 0, "best": 300, "bound": 300}, {"factor": 3}, ""),
    ({"rc": 0, "best": 100, "bound": 100}, {"factor": 3}, "100 is possible, and the bound of the other is 285"),
    ({"rc": 0, "best": 94, "bound": 90}, {}, "94 is possible, and the bound of the other is 95"),
    ({"rc": 0, "best": 101, "bound": 101}, {}, "100 is possible, and the bound of the other is 101"),
    ({"rc": 0, "best": 96, "bound": 96}, {"sign": -1}, "100 is possible, and the bound of the other is 96"),
    ({"rc": 3, "best": None, "bound": None}, {}, "one has a party, one is proven to have none"),
    ({"rc": 3, "best": None, "bound": None}, {"empty": True}, ""),
    ({"rc": 0, "best": 99, "bound": 99}, {"empty": True}, "a party at 99, where 100 is proven"),
    ({"rc": 2, "best": None, "bound": None, "reason": "no such key"}, {}, "exit code 2: no such key")])
def test_what_contradicts(tool, other, options, wrong):
    assert tool.contradiction(FOUND, other, **{"factor": 1, "empty": False, "sign": 1} | options) == wrong


@pytest.mark.parametrize("config", ["type2.yaml", "pairs.yaml", "designers/09-my-collection.yaml",
                                    "squads/my-club.yaml", "squads/club-night.yaml"])
def test_a_party_stays_what_it_is(tool, config):
    path = PARTY / config
    section = yaml.safe_load(path.read_text(encoding="utf-8"))
    for seed in range(8):
        rng = random.Random(seed)
        it = tool.read(section, path.parent)
        banned = {*map(str, it.party.get("excluded", []))}
        party = [hero["id"] for hero in rng.sample(it.heroes, it.party["formation"]["places"]) if hero["id"] not in banned]
        if len(party) < it.party["formation"]["places"]:
            continue
        before = measures(it, party)
        factor, empty, party = tool.rewrite(it, {"best": before[0], "optimal": False,
                                                 "solutions": [{"genome": party}]}, rng)
        assert not empty and measures(it, party) == (factor * before[0], *before[1:])
        assert all(party[int(place)] == str(hero) for place, hero in it.party.get("fixed", {}).items())
        assert not set(party) & {*map(str, it.party.get("excluded", []))}


def measures(it, ids):
    """The price, the weights of the pairs of neighbours, how often traits have the same value, and the places and
    values that rules name."""
    by_id = {hero["id"]: hero for hero in it.heroes}
    party, keys = [by_id[hero] for hero in ids], it.party
    price = sum(0 if hero["id"] in it.owned else int(hero["price"]) for hero in party)
    synergy = keys.get("synergy", {})
    matches = sorted(sum(match(party[i], party[j], trait, weight, synergy.get("pairs", []))
                         for trait, weight in synergy.get("weights", {}).items())
                     for i, j in keys["formation"].get("edges", []))
    traits = [column for column in party[0] if column not in ("id", "price")]
    shared = {trait: sorted(collections.Counter(hero[trait] for hero in party).values()) for trait in traits}
    placed = sorted((len(rule["places"]), sum(bool({*party[place][rule["trait"]].split(rule.get("separator"))}
                                                   & {*map(str, rule["values"])}) for place in rule["places"]))
                    for rule in keys.get("places", []))
    counted = sorted(sum(hero[rule["count"]] == str(rule["value"]) for hero in party)
                     for rule in keys.get("requirements", []) if "count" in rule)
    return price, matches, shared, placed, counted


def match(one, other, trait, weight, pairs):
    for pair in pairs:
        if pair["trait"] == trait and sorted(pair["values"]) == sorted([one[trait], other[trait]]):
            return pair["weight"]
    return weight if one[trait] == other[trait] else 0
