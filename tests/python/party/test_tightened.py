"""scripts/quality/tightened: proofs of challenges whose rules are drawn around parties that were found."""

import math
import os
import random
import re
import subprocess
import sys

import pytest
from harness import SKERRY, SOURCE, script_module

SCRIPT = SOURCE / "scripts/quality/tightened"


@pytest.fixture(name="tool")
def fixture_tool(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    return script_module(SCRIPT)


@pytest.mark.parametrize("words", [("--first", "15", "--count", "6", "--each", "3"),
                                   ("--squads", "--first", "1", "--count", "1", "--each", "3")])
def test_challenges_around_parties_that_were_found_have_no_dearer_answer(words):
    done = subprocess.run([sys.executable, SCRIPT, *words, "--seconds", "10"],
                          env={**os.environ, "SKERRY": SKERRY}, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    proven, _, _, false = map(int, re.findall(r"\d+", done.stdout))
    assert proven > 0 and false == 0, done.stdout


@pytest.mark.parametrize("tight, wrong", [
    ({"rc": 0, "best": 100, "bound": 100}, ""),
    ({"rc": 4, "best": None, "bound": 90}, ""),
    ({"rc": 4, "best": 120, "bound": 95}, ""),
    ({"rc": 0, "best": 120, "bound": 120}, "a bound of 120, and a party at 100"),
    ({"rc": 3, "best": None, "bound": None, "reason": "mean level >= 70"}, "exit code 3: mean level >= 70"),
    ({"rc": 0, "best": 90, "bound": 90}, "a party at 90, and a bound of 95 with fewer rules"),
])
def test_what_contradicts(tool, tight, wrong):
    assert tool.contradiction({"rc": 0, "best": 100, "bound": 95}, tight) == wrong


def test_the_party_keeps_the_rules_drawn_around_it(tool):
    pool = tool.drawn_pool()
    heroes = list(pool.heroes.values())
    rng = random.Random(1)
    for number in range(60):
        _, config = tool.challenge(number)
        places = config["party"]["formation"]["places"]
        config["party"]["requirements"], config["party"]["synergy"]["min"] = [], 0
        for key in ("unique", "places"):
            config["party"].pop(key, None)
        party = rng.sample(heroes, places)
        price = sum(int(hero["price"]) for hero in party)
        keys = tool.tightened(config, party, price, pool, rng)["party"]
        assert all(keeps(party, rule) for rule in keys["requirements"])
        assert len({hero[keys["unique"]] for hero in party}) == places if "unique" in keys else True
        assert all(party[place][rule["trait"]] in rule["values"]
                   for rule in keys.get("places", []) for place in rule["places"])
        assert all(int(party[int(place)]["id"]) == hero for place, hero in keys.get("fixed", {}).items())
        assert not {int(hero["id"]) for hero in party} & set(keys.get("excluded", []))
        assert price <= keys.get("budget", math.inf)


def keeps(party, rule):
    kind = next(k for k in ("sum", "mean", "distinct", "same", "count") if k in rule)
    values = [hero[rule[kind]] for hero in party]
    amount = {"sum": lambda: sum(map(int, values)), "mean": lambda: sum(map(int, values)) / len(values),
              "distinct": lambda: len(set(values)), "same": lambda: max(map(values.count, values)),
              "count": lambda: values.count(rule.get("value"))}[kind]()
    least, most = rule.get("min", rule.get("exactly")), rule.get("max", rule.get("exactly"))
    return (least is None or amount >= least) and (most is None or amount <= most)
