"""scripts/quality/party-cpsat on rules that test_export.py does not draw: squads, pairs of values, either/or,
places, the most synergy; against going through all parties."""

import itertools
import json
import math
import os
import random
import subprocess
import sys
from fractions import Fraction

import pytest
from harness import SOURCE

CASES = 40
PLACES = 3
SOLVER_PYTHON = os.environ.get("SKERRY_SOLVER_PYTHON", sys.executable)
HAS_ORTOOLS = subprocess.run([SOLVER_PYTHON, "-c", "import ortools"], capture_output=True,
                             check=False).returncode == 0
needs_ortools = pytest.mark.skipif(not HAS_ORTOOLS, reason="ortools is not installed")


# ---- random squads ----

def draw_rule(draw):
    kind = draw.choice(["rating", "total", "least", "count"])
    low, bound = draw.randint(0, 3), draw.choice(["min", "max", "exactly"])
    if kind == "rating":
        return {"rating": "rating", bound: low + 79}
    if kind == "count":
        return {"count": "club", "value": "C1", bound: min(low, 2)}
    return {"chemistry": kind, bound: low + (2 if kind == "total" else -1 if low else 0)}


def draw_squad(draw):
    heroes = [{"id": str(i), "name": f"P{draw.randint(0, 4)}", "club": f"C{draw.randint(0, 2)}",
               "nation": f"N{draw.randint(0, 2)}",
               "position": "/".join(draw.sample(["CB", "ST"], draw.randint(1, 2))),
               "rating": str(draw.randint(76, 86)), "price": str(draw.randint(0, 9))} for i in range(7)]
    party = {"formation": {"places": PLACES, "edges": [[0, 1], [1, 2]]},
             "chemistry": {"traits": {"club": {2: 1, 3: 3}, "nation": {2: 2}}, "cap": draw.choice([2, 4])},
             "requirements": [draw.choice([draw_rule(draw), {"any": [draw_rule(draw), draw_rule(draw)]}])
                              for _ in range(draw.randint(1, 2))],
             "places": [{"places": [0], "trait": "position", "values": ["CB"], "separator": "/"},
                        {"places": [2], "number": "rating", "min": draw.choice([70, 80])}]}
    if draw.random() < .6:
        party["unique"] = "name"
    if draw.random() < .6:
        points = draw.choice([[0, 1, 4, 5], [1, 3, 0, 2, 4]])
        pair = {"trait": "club", "values": ["C0", "C1"], "weight": draw.choice([0, 2, 3])}
        party["synergy"] = {"weights": {"club": 1, "nation": 2}, "points": points, "pairs": [pair],
                            "min": draw.choice([0, 0.5])}
        if draw.random() < .5:
            del party["synergy"]["pairs"]
        if draw.random() < .4:
            party["objective"] = {"measure": "synergy"}
    return heroes, party


# ---- going through all parties ----

def rating(members):
    values = [int(h["rating"]) for h in members]
    mean = Fraction(sum(values), PLACES)
    exact = sum(values) + sum(v - mean for v in values if v > mean)
    return math.floor(exact + Fraction(1, 2)) // PLACES


def chemistry(party, members):
    points = []
    for h in members:
        of = 0
        for trait, thresholds in party["chemistry"]["traits"].items():
            alike = sum(h[trait] == other[trait] for other in members)
            of += max((p for k, p in thresholds.items() if k <= alike), default=0)
        points.append(min(of, party["chemistry"]["cap"]))
    return points


def keeps(rule, party, members):
    if "any" in rule:
        return any(keeps(one, party, members) for one in rule["any"])
    if "rating" in rule:
        amount = rating(members)
    elif "count" in rule:
        amount = sum(h["club"] == rule["value"] for h in members)
    else:
        points = chemistry(party, members)
        amount = sum(points) if rule["chemistry"] == "total" else min(points)
    if "exactly" in rule:
        return amount == rule["exactly"]
    return rule.get("min", amount) <= amount <= rule.get("max", amount)


def synergy(party, members):
    """The points, and the most that are possible."""
    keys = party.get("synergy")
    if not keys:
        return 0, 0
    pairs = {frozenset(p["values"]): p["weight"] for p in keys.get("pairs", [])}

    def points(match):
        return keys["points"][min(match, len(keys["points"]) - 1)]
    total = 0
    for a, b in party["formation"]["edges"]:
        one, other = members[a], members[b]
        match = sum(weight for trait, weight in keys["weights"].items() if one[trait] == other[trait])
        # Of two clubs that differ, which would add nothing.
        total += points(match + pairs.get(frozenset((one["club"], other["club"])), 0))
    most = sum(keys["weights"].values()) - 1 + max([1, *pairs.values()])
    return total, max(map(points, range(most + 1))) * len(party["formation"]["edges"])


def cost(party, members):
    """What is to be as small as possible; None where a rule is broken."""
    points, possible = synergy(party, members)
    allowed = ("CB" in members[0]["position"] and int(members[2]["rating"]) >= party["places"][1]["min"]
               and ("unique" not in party or len({h["name"] for h in members}) == PLACES)
               and points >= Fraction(str(party.get("synergy", {}).get("min", 0))) * possible
               and all(keeps(rule, party, members) for rule in party["requirements"]))
    if not allowed:
        return None
    return -points / possible if "objective" in party else sum(int(h["price"]) for h in members)


def as_text(value):
    if isinstance(value, dict):
        return {str(k): as_text(v) for k, v in value.items()}
    return [as_text(v) for v in value] if isinstance(value, list) else str(value)


def write_heroes(file, heroes):
    file.write_text("\n".join(",".join(row) for row in [list(heroes[0]), *(h.values() for h in heroes)]))


def make_claims(tmp_path):
    """[(file, least cost or None)] of random squads, without a party and with the best."""
    claims = []
    for case in range(CASES):
        heroes, party = draw_squad(random.Random(f"squad {case}"))
        file = tmp_path / f"{case}.csv"
        write_heroes(file, heroes)
        costs = [(cost(party, members), members) for members in itertools.permutations(heroes, PLACES)]
        best = min((pair for pair in costs if pair[0] is not None), key=lambda pair: pair[0],
                   default=(None, None))
        for ids in [None] + ([[h["id"] for h in best[1]]] if best[1] else []):
            claim = tmp_path / f"{len(claims)}.json"
            claim.write_text(json.dumps({"party": as_text(party) | {"heroes": str(file)}, "ids": ids}))
            claims.append((claim, best[0]))
    return claims


@needs_ortools
@pytest.mark.parametrize("words", [[], ["--plain", "--limit", "60", "--workers", "1"]])
def test_party_cpsat_finds_what_going_through_all_squads_finds(tmp_path, words):
    claims = make_claims(tmp_path)
    assert sum(least is None for _, least in claims) in range(1, len(claims) // 2)
    done = subprocess.run([SOLVER_PYTHON, SOURCE / "scripts/quality/party-cpsat", *words,
                           *(claim for claim, _ in claims)], text=True, capture_output=True, check=True)
    for (claim, least), line in zip(claims, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        assert answer["optimal"] == (least is not None), (claim, answer)
        assert answer["infeasible"] == (least is None), (claim, answer)
        assert least is None or abs(answer["found"] - least) < 1e-9, (claim, answer, least)


def judge(tmp_path, heroes, party, ids=None):
    write_heroes(tmp_path / "h.csv", heroes)
    (tmp_path / "claim.json").write_text(json.dumps({
        "party": as_text(party) | {"heroes": str(tmp_path / "h.csv")}, "ids": ids}))
    done = subprocess.run([SOLVER_PYTHON, SOURCE / "scripts/quality/party-cpsat", tmp_path / "claim.json"],
                          text=True, capture_output=True, check=True)
    return json.loads(done.stdout)


@needs_ortools
def test_party_cpsat_sees_a_broken_rule(tmp_path):
    heroes, party = draw_squad(random.Random("broken"))
    party |= {"unique": "name", "requirements": [{"chemistry": "total", "min": 99}]}
    wrong = judge(tmp_path, [h | {"name": "P0"} for h in heroes], party, ["0", "1", "2"])["wrong"]
    assert "a name twice" in wrong and any(text.startswith("total of") for text in wrong)


@needs_ortools
@pytest.mark.parametrize("bound, found", [({"min": 80}, 3), ({"min": 81}, None), ({"max": 79}, None)])
def test_party_cpsat_rounds_ratings(tmp_path, bound, found):
    """79, 80, 80: 239, which two exceed by a third each, rounds to 240."""
    heroes = [{"id": str(i), "rating": r, "price": "1"} for i, r in enumerate(["79", "80", "80"])]
    party = {"formation": {"places": 3}, "requirements": [{"rating": "rating"} | bound]}
    assert judge(tmp_path, heroes, party)["found"] == found


@needs_ortools
def test_party_cpsat_keeps_the_cheapest_of_each_name(tmp_path):
    """Three of one name are cheaper than the other, but only one of them can be in."""
    heroes = [{"id": str(i), "name": name, "price": str(price)}
              for i, (name, price) in enumerate([("A", 1), ("A", 2), ("A", 3), ("B", 9)])]
    assert judge(tmp_path, heroes, {"formation": {"places": 2}, "unique": "name"})["found"] == 10


@pytest.mark.skipif(subprocess.run([sys.executable, "-c", "import ortools"], capture_output=True,
                                   check=False).returncode == 0, reason="ortools is installed")
def test_party_cpsat_needs_ortools():
    done = subprocess.run([sys.executable, SOURCE / "scripts/quality/party-cpsat", "claim.json"], text=True,
                          capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "party-cpsat: ortools is not installed (pip install ortools)\n"
