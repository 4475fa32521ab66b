"""`skerry export`: programs that CBC solves to what going through every party finds."""

import argparse
import functools
import itertools
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest
from harness import PARTY, SKERRY, SOURCE, script_module, skerry

CASES = int(os.environ.get("SKERRY_EXPORT_CASES", "30"))
SEED = int(os.environ.get("SKERRY_EXPORT_SEED", "1"))

sys.dont_write_bytecode = True  # none beside the scripts
needs_cbc = pytest.mark.skipif(not shutil.which("cbc"), reason="cbc is not installed")


def cbc(program, *words):
    """The optimum that CBC finds for a program; None: infeasible."""
    done = subprocess.run(["cbc", program, "-preprocess", "off", *words, "-ratio", "0", "-allow", "0", "-solve", "-quit"],
                          capture_output=True, text=True, timeout=600, check=True)
    found = re.search(r"^Objective value: +(\S+)", done.stdout, re.MULTILINE)
    if "Optimal solution found" in done.stdout and found:
        return float(found[1])
    assert "infeasible" in done.stdout.lower(), done.stdout
    return None


SOLVER_PYTHON = os.environ.get("SKERRY_SOLVER_PYTHON", sys.executable)


@functools.cache
def has_ortools():
    return subprocess.run([SOLVER_PYTHON, "-c", "import ortools"], capture_output=True,
                          check=False).returncode == 0


# ---- random parties, and going through all of them ----

def draw_requirement(draw, heroes, places, traits, numbers):
    """A requirement that some random party is near to keeping."""
    some = draw.sample(heroes, places)
    kind = draw.choice(["mean", "sum", "count", "distinct", "same"])
    if kind in ("mean", "sum"):
        column = draw.choice(numbers)
        amount = sum(Fraction(h[column]) for h in some)
        if kind == "mean":
            amount /= places
        rule = {kind: column}
    else:
        column = draw.choice(traits)
        values = [h[column] for h in some]
        rule = {kind: column}
        if kind == "count":
            rule["value"] = draw.choice(values)
            amount = values.count(rule["value"])
        else:
            amount = (len(set(values)) if kind == "distinct"
                      else max(values.count(v) for v in values))
    amount = round(float(amount), 3)
    bound = draw.choice(["min", "max", "both", "exactly"] if kind not in ("mean", "sum")
                        else ["min", "max", "both"])
    if bound == "both":
        rule["min"], rule["max"] = amount - draw.randint(0, 2), amount + draw.randint(0, 2)
    else:
        rule[bound] = amount
    return rule


def draw_party(draw):
    places = draw.randint(1, 4)
    traits = [f"t{i}" for i in range(draw.choice([1, 1, 2, 2, 3, 6]))]
    numbers = ["level", "gear"]
    fractions = draw.random() < .3
    most = draw.choice([1, 9, 100, 10**6])
    values = draw.randint(1, 4)
    heroes = []
    for i in range(draw.randint(places + 1, 8)):
        hero = {t: f"v {draw.randint(1, values)}é" if t == "t0" else str(draw.randint(1, values))
                for t in traits}
        hero.update({n: str(draw.randint(-3, 20)) for n in numbers})
        price = draw.randint(0, most)
        hero.update(id=3 * i + 1, price=str(price) + (f".{draw.randint(0, 999):03}" if fractions
                                                      else ""))
        heroes.append(hero)
    pairs = list(itertools.combinations(range(places), 2))
    edges = draw.sample(pairs, draw.randint(0, len(pairs)))
    weights = {t: draw.choice([0, 1, 1, 2, 3]) for t in draw.sample(traits, draw.randint(1, len(traits)))}
    points = [draw.choice([0, 1, 2, 8, 10, 20, 1000]) for _ in range(draw.randint(1, 6))]
    if draw.random() < .6:
        points.sort()
    party = {"heroes": "heroes.csv", "formation": {"places": places, "edges": [list(e) for e in edges]},
             "synergy": {"weights": weights, "points": points, "min": 0}}
    match = sum(weights.values())
    if edges and max(points[min(m, len(points) - 1)] for m in range(match + 1)) > 0:
        party["synergy"]["min"] = draw.choice([0.2, 0.45, 0.5, 0.7, 0.9, 1])
    ids = [h["id"] for h in heroes]
    draw.shuffle(ids)
    if draw.random() < .3:
        party["fixed"] = {str(draw.randrange(places)): ids.pop()}
    if draw.random() < .3 and len(ids) > places:
        party["excluded"] = [ids.pop()]
    party["owned"] = [ids.pop()] if draw.random() < .3 else []
    party["requirements"] = [draw_requirement(draw, heroes, places, traits, numbers)
                             for _ in range(draw.choice([0, 1, 1, 2, 3]))]
    return heroes, traits, party


def draw_weighted_party(draw):
    """Traits of several weights that go together, as in the pools of scripts/party-pool."""
    places = draw.choice([3, 4, 4, 5])
    traits = ["race", "nation", "religion", "hometown"]
    heroes = []
    for i in range({3: 10, 4: 9, 5: 8}[places]):
        nation = draw.randint(0, 2)
        race = draw.choice([nation, draw.randint(0, 2)])
        heroes.append({"id": i + 1, "nation": f"n{nation}", "race": f"r{race}",
                       "religion": f"g{draw.randint(0, 1)}",
                       "hometown": f"t{nation}{draw.randint(0, 1)}" if draw.random() < .8 else "t",
                       "level": str(draw.randint(40, 99)), "gear": str(draw.randint(1, 10)),
                       "price": str(50 * draw.randint(1, draw.choice([3, 20])))})
    pairs = list(itertools.combinations(range(places), 2))
    edges = draw.sample(pairs, draw.randint(2, len(pairs)))
    party = {"heroes": "heroes.csv", "formation": {"places": places, "edges": [list(e) for e in edges]},
             "synergy": {"weights": {"race": 3, "nation": 3, "religion": 1, "hometown": 1},
                         "points": draw.choice([[0, 1, 2, 8, 10, 12, 20], [0, 0, 0, 5, 9, 9, 14, 20, 30],
                                                [0, 3, 1, 8, 12, 10, 15, 20, 18]]),
                         "min": draw.randint(3, 9) / 10}}
    ids = [h["id"] for h in heroes]
    draw.shuffle(ids)
    if draw.random() < .3:
        party["fixed"] = {str(draw.randrange(places)): ids.pop()}
    party["owned"] = [ids.pop()] if draw.random() < .2 else []
    party["requirements"] = [draw_requirement(draw, heroes, places, traits, ["level", "gear"])
                             for _ in range(draw.choice([0, 1, 1, 2]))]
    return heroes, traits, party


def keeps(rule, members):
    if "mean" in rule or "sum" in rule:
        amount = sum(Fraction(h[rule.get("mean", rule.get("sum"))]) for h in members)
        if "mean" in rule:
            amount /= len(members)
    elif "count" in rule:
        amount = sum(h[rule["count"]] == rule["value"] for h in members)
    else:
        values = [h[rule.get("distinct", rule.get("same"))] for h in members]
        amount = len(set(values)) if "distinct" in rule else max(map(values.count, values))
    low, high = rule.get("min", rule.get("exactly")), rule.get("max", rule.get("exactly"))
    return ((low is None or amount >= Fraction(str(low))) and
            (high is None or amount <= Fraction(str(high))))


def enough_points(party, members):
    synergy = party["synergy"]
    points = [synergy["points"][min(m, len(synergy["points"]) - 1)]
              for m in range(sum(synergy["weights"].values()) + 1)]
    got = 0
    for a, b in party["formation"]["edges"]:
        got += points[sum(w for t, w in synergy["weights"].items()
                          if members[a][t] == members[b][t])]
    most = max(points) * len(party["formation"]["edges"])
    return got >= math.ceil(Fraction(str(synergy["min"])) * most)


def cheapest(heroes, party):
    best = None
    fixed = {int(p): i for p, i in party.get("fixed", {}).items()}
    out = set(party.get("excluded", []))
    for members in itertools.permutations(heroes, party["formation"]["places"]):
        if any(h["id"] in out for h in members) or any(members[p]["id"] != i for p, i in fixed.items()):
            continue
        price = sum(Fraction(h["price"]) for h in members if h["id"] not in party["owned"])
        if ((best is None or price < best) and all(keeps(r, members) for r in party["requirements"])
                and enough_points(party, members)):
            best = price
    return best


def write_party(folder, heroes, traits, party):
    columns = ["id", *traits, "level", "gear", "price"]
    (folder / "heroes.csv").write_text("\n".join(
        [",".join(columns)] + [",".join(str(h[c]) for c in columns) for h in heroes]) + "\n")
    keys = dict(party)
    owned = keys.pop("owned")
    if owned:
        (folder / "owned.txt").write_text("".join(f"{i}\n" for i in owned))
        keys["owned"] = "owned.txt"
    config = folder / "party.yaml"
    config.write_text(json.dumps({"problem": "party", "party": keys, "algorithm": "exact",
                                  "run": {"islands": 1}}, indent=1))
    return config


def agree(found, right, what):
    if right is None:
        assert found is None, what
    else:
        assert found is not None and abs(found - float(right)) <= 1e-6 * max(1, float(right)), what


@needs_cbc
@pytest.mark.parametrize("case", range(CASES))
def test_parties_cost_what_going_through_all_of_them_finds(tmp_path, case):
    draw = random.Random(f"{SEED} {case}")
    heroes, traits, party = draw_party(draw)
    right = cheapest(heroes, party)
    config = write_party(tmp_path, heroes, traits, party)
    for kind in ("lp", "mps"):
        done = skerry("export", config, "-f", kind, "-o", tmp_path / f"plain.{kind}")
        assert done.returncode == 0, done.stderr
        agree(cbc(tmp_path / f"plain.{kind}"), right, f"{kind}: {config.read_text()}")
    if right is None:
        return
    done = skerry("run", config, "-o", tmp_path / "party.h5", "-s",
                  draw.choice(["algorithm=exact", "algorithm=random"]), "-s", "run.epochs=1",
                  "-s", "run.proof_s=0")
    done = skerry("export", config, "-f", "lp", "-o", tmp_path / "reduced.lp", "--start",
                  tmp_path / "party.h5", "--reduce")
    if "contains no party" in done.stderr:
        return
    assert done.returncode == 0, done.stderr
    words = [] if case % 2 else ["-mipstart", tmp_path / "reduced.lp.mst"]
    agree(cbc(tmp_path / "reduced.lp", *words), right, f"reduced: {config.read_text()}")
    done = skerry("export", config, "-f", "mps", "-o", tmp_path / "case.mps", "--start",
                  tmp_path / "party.h5", "--split")
    assert done.returncode == 0, done.stderr
    cases = sorted(tmp_path.glob("case-*.mps"))
    assert len(cases) == int(done.stdout)
    costs = [cost for cost in map(cbc, cases) if cost is not None]
    agree(min(costs, default=None), right, f"cases: {config.read_text()}")


def test_a_case_does_not_replace_a_file_that_is_no_program(tmp_path):
    heroes = [{"id": i, "t": "a", "level": "1", "gear": "1", "price": str(9 - i)} for i in range(3)]
    party = {"heroes": "heroes.csv", "formation": {"places": 2, "edges": [[0, 1]]}, "owned": [],
             "synergy": {"weights": {"t": 1}, "points": [0, 1], "min": 1}}
    config = write_party(tmp_path, heroes, ["t"], party)
    assert skerry("run", config, "-o", tmp_path / "party.h5").returncode == 0
    (tmp_path / "notes-1").write_text("mine")
    words = ["export", config, "-f", "lp", "--start", tmp_path / "party.h5", "--split", "-o"]
    done = skerry(*words, tmp_path / "notes")
    assert done.returncode == 2 and "notes-1: exists, so it is not replaced" in done.stderr
    assert (tmp_path / "notes-1").read_text() == "mine"
    for _ in range(2):
        assert skerry(*words, tmp_path / "case.lp").returncode == 0


# Traits whose names have the same letters, digits and _, or the same beginning.
NAMES = [("\u570b", "\u65cf"), ("a b", "a-b"), ("t", "t_1"), ("x" * 100, "x" * 101)]


@needs_cbc
@pytest.mark.parametrize("kind", ["lp", "mps"])
@pytest.mark.parametrize("names", NAMES, ids=["letters", "blanks", "numbers", "long"])
def test_names_of_traits_may_be_alike(tmp_path, names, kind):
    one, other = names
    values = [("a", "b"), ("a", "c"), ("0_b", "b"), ("d", "e")]
    heroes = [{"id": i, one: a, other: b, "level": "1", "gear": "1", "price": str(9 - i)}
              for i, (a, b) in enumerate(values)]
    party = {"heroes": "heroes.csv", "formation": {"places": 2, "edges": [[0, 1]]}, "owned": [],
             "synergy": {"weights": {one: 2, other: 1}, "points": [0, 3, 1, 4], "min": 0.7},
             "requirements": [{"same": one, "min": 1, "max": 2}, {"distinct": other, "max": 2}]}
    config = write_party(tmp_path, heroes, names, party)
    done = skerry("export", config, "-f", kind, "-o", tmp_path / f"out.{kind}")
    assert done.returncode == 0, done.stderr
    agree(cbc(tmp_path / f"out.{kind}"), cheapest(heroes, party), (tmp_path / f"out.{kind}").read_text())


@pytest.mark.parametrize("numbers, rule, row", [
    (["61.5", "70.7", "80.1"], {"mean": "level", "min": 70.7}, ">= 141.4"),
    (["61.5", "70.7", "80.1"], {"sum": "level", "max": 141.4}, "<= 141.4"),
    (["99999999999999.5", "1", "99999999999998"], {"sum": "level", "min": 99999999999999.5}, ">= 99999999999999.5"),
])
def test_bounds_of_sums_are_those_of_the_config(tmp_path, numbers, rule, row):
    """Not those of the searches, which have a slack of 1e-12 of the sums: some hundreds in the last one."""
    heroes = [{"id": i, "level": number, "gear": "1", "price": "1"} for i, number in enumerate(numbers)]
    party = {"heroes": "heroes.csv", "formation": {"places": 2}, "owned": [], "requirements": [rule]}
    done = skerry("export", write_party(tmp_path, heroes, [], party), "-f", "lp")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^ require0_sum_level: .* (\S+ \S+)$", done.stdout, re.MULTILINE)[1] == row


# ---- levels ----

TILES = "w.abc"
RULES = {
    "counts": lambda d: {"tiles": d.choice("w.abc"), "least": d.randint(0, 2), "most": d.randint(2, 5)},
    "shares": lambda d: {"tiles": d.choice("ab"), "of": d.choice(["c", "^ab", "."]),
                         "most": d.choice([0.5, 0.25, 1])},
    "border": lambda d: {"tiles": d.choice(["w", "w.", "^a"]), "sides": d.choice(["all", "rows", "columns"])},
    "reach": lambda d: {"from": d.choice("ab"), "to": d.choice("bc."), "blocking": d.choice(["w", "wc"])},
    "apart": lambda d: {"from": d.choice("ab"), "to": d.choice("bc"), "blocking": d.choice(["w", "wc"])},
    "paths": lambda d: {"from": "a", "to": "b", "blocking": "w", "cost": d.choice([".", "c", "."]),
                        "least": d.randint(0, 2), "most": d.randint(2, 4)},
    "exits": lambda d: {"tiles": d.choice([".", "a"]), "walls": "w", "least": d.randint(1, 2)},
    "blocks": lambda d: {"tiles": d.choice([".", "w", "^w"]), "rows": 2, "cols": 2},
    "alike": lambda d: {"what": d.choice(["columns", "rows", "left_right", "top_bottom"]),
                        "tiles": d.choice(["w", "^", "w."]).replace("^", "w.abc")},
}


def draw_game(draw):
    lines = ["tiles:"]
    for symbol in TILES:
        lines.append(f"  - {{tile: '{symbol}', name: n{ord(symbol)}, move: {draw.randint(0, 3)}, "
                     f"delete: {draw.choice([0, 1, 5, 10, 2.5])}}}")
    lines.append(f"wrap: {draw.choice(['none', 'none', 'horizontal', 'both'])}")
    if draw.random() < .5:
        lines.append("once: a")
    for name in draw.sample(list(RULES), draw.randint(1, 3)):
        rule = RULES[name](draw)
        inner = ", ".join(f"{k}: {json.dumps(v)}" for k, v in rule.items())
        lines.append(f"{name}:\n  - {{{inner}}}")
    return "\n".join(lines) + "\n"


@needs_cbc
@pytest.mark.parametrize("case", range(CASES // 2))
def test_levels_cost_what_repair_finds(tmp_path, case):
    draw = random.Random(f"level {SEED} {case}")
    (tmp_path / "game.yaml").write_text(draw_game(draw))
    rows, cols = draw.randint(1, 4), draw.randint(1, 4)
    level = tmp_path / "level.txt"
    level.write_text("".join("".join(draw.choice(TILES) for _ in range(cols)) + "\n"
                             for _ in range(rows)))
    words = ["--game", tmp_path / "game.yaml", *draw.choice([[], ["--objective", "hamming"]])]
    done = skerry("repair", level, *words, "--json")
    assert done.returncode in (0, 3), done.stderr
    right = json.loads(done.stdout)
    assert right["optimal"] or right["infeasible"]
    start = []
    if not right["infeasible"]:
        (tmp_path / "repaired.txt").write_text("\n".join(right["level"]) + "\n")
        start = ["--start", tmp_path / "repaired.txt"]
    for kind in ("lp", "mps"):
        out = tmp_path / f"level.{kind}"
        done = skerry("export", level, "-f", kind, "-o", out, *words, *start)
        assert done.returncode == 0, done.stderr
        mipstart = ["-mipstart", f"{out}.mst"] if start and case % 2 else []
        agree(cbc(out, *mipstart), None if right["infeasible"] else right["cost"],
              f"{kind}: {done.stderr}")


# ---- words ----

@pytest.mark.parametrize("words, line", [
    (["{type1}", "-f", "xls"], "--format: 'xls' is unknown (expected: lp, mps)"),
    (["{type1}", "-f", "lp", "--reduce"], "--reduce (expected: a config of problem party, and --start)"),
    (["{type1}", "-f", "lp", "--start", "none.h5"], "--start: no output file (expected: -o OUT too)"),
    (["{type1}", "-f", "lp", "--start", "none.h5", "-o", "-"], "--start: no output file (expected: -o OUT too)"),
    (["{type1}", "-f", "lp", "--start", "none.h5", "-o", "out"], "none.h5: "),
    (["{type1}", "-f", "lp", "--objective", "edit"], "--objective is of a level"),
    (["{sliding}", "-f", "lp"], "problem sliding cannot be exported (expected: problem party, or a level"),
    (["none.txt", "-f", "lp", "--game", "zelda"], "none.txt: "),
    (["{zelda}", "-f", "lp"], "zelda.txt: the config is no mapping (expected: lines of key: value); if it is a level, "
                              "--game is missing"),
])
def test_bad_words_are_refused_in_one_line(tmp_path, words, line):
    names = {"type1": PARTY / "type1.yaml", "sliding": PARTY.parent / "sliding/d3-k1-level0.yaml",
             "zelda": PARTY.parent / "level/levels/zelda.txt"}
    done = skerry("export", *[w.format(**names) for w in words], cwd=tmp_path)
    assert done.returncode == 2
    assert line in done.stderr and done.stderr.count("\n") == 1
    assert done.stdout == "" and not any(tmp_path.iterdir())


def test_a_level_too_large_is_refused(tmp_path):
    (tmp_path / "large.txt").write_text(("w" * 500 + "\n") * 500)
    done = skerry("export", "large.txt", "-f", "lp", "--game", "zelda", "-o", "out", cwd=tmp_path)
    assert done.returncode == 2 and "500 x 500 tiles takes a program of" in done.stderr
    assert not (tmp_path / "out").exists()


# ---- scripts/quality/second-opinion ----

def second_opinion(*words, cwd):
    return subprocess.run([SOURCE / "scripts/quality/second-opinion", *map(str, words)], cwd=cwd, text=True,
                          capture_output=True, timeout=300, check=False,
                          env={**os.environ, "SKERRY": SKERRY})


def test_second_opinion_begins_later_with_the_same_levels(tmp_path, monkeypatch):
    opinion = script_module(SOURCE / "scripts/quality/second-opinion")
    monkeypatch.setattr(opinion, "skerry", lambda *words, ok: json.dumps(
        {"level": words[1].read_text().split(), "cost": 1, "bound": 1, "optimal": True, "infeasible": False}))

    def levels(begin, first):
        options = argparse.Namespace(levels=SOURCE / "configs/level/levels/zelda.txt", game="zelda", random=0,
                                     corrupt=.5, seed=1, begin=begin, first=first)
        return [(claim["name"], (tmp_path / "repaired.txt").read_text())
                for claim in opinion.level_claims(options, tmp_path)]
    assert len(levels(1, 5)) == 5 and levels(3, 5) == levels(1, 5)[2:]


@needs_cbc
def test_second_opinion_confirms_a_result_and_finds_a_false_one(tmp_path):
    draw = random.Random(5)
    while True:
        heroes, traits, party = draw_party(draw)
        right = cheapest(heroes, party)
        if right is not None and right > 5:
            break
    config = write_party(tmp_path, heroes, traits, party)
    assert skerry("run", config, "-o", tmp_path / "party.h5").returncode == 0
    for words in [], ["--plain"], ["--split"], *([["--solver", "model"]] if has_ortools() else []):
        done = second_opinion("party.h5", "--json", *words, cwd=tmp_path)
        row = json.loads(done.stdout)
        assert done.returncode == 0 and row["verdict"] == "equal", done.stdout + done.stderr
        assert abs(row["answer"]["found"] - float(right)) < 1e-4


def as_text(value):
    """Keys of a config with all scalars as text, as scripts/quality/party-cpsat takes them."""
    if isinstance(value, dict):
        return {k: as_text(v) for k, v in value.items()}
    return [as_text(v) for v in value] if isinstance(value, list) else str(value)


def members_of(heroes, party, price):
    """Some party of this price that keeps the rules."""
    fixed = {int(p): i for p, i in party.get("fixed", {}).items()}
    for members in itertools.permutations(heroes, party["formation"]["places"]):
        if (price == sum(Fraction(h["price"]) for h in members if h["id"] not in party["owned"])
                and not any(h["id"] in party.get("excluded", []) for h in members)
                and all(members[p]["id"] == i for p, i in fixed.items())
                and all(keeps(r, members) for r in party["requirements"])
                and enough_points(party, members)):
            return members
    raise AssertionError("no such party")


def test_party_cpsat_finds_what_going_through_all_parties_finds(tmp_path):
    """Without a party to begin with, which asks for the optimum, and with the cheapest."""
    if not has_ortools():
        pytest.skip("ortools is not installed")
    claims, right = [], []
    for case, kind in itertools.product(range(CASES), (draw_party, draw_weighted_party)):
        heroes, traits, party = kind(random.Random(f"{SEED} {case}"))
        folder = tmp_path / f"{case}-{kind.__name__}"
        folder.mkdir()
        write_party(folder, heroes, traits, party)
        price = cheapest(heroes, party)
        keys = as_text(party) | {"heroes": str(folder / "heroes.csv"), "price": "price",
                                 "owned": str(folder / "owned.txt") if party["owned"] else "~"}
        parties = [None] + ([members_of(heroes, party, price)] if price is not None else [])
        for members in parties:
            claims.append(folder / f"claim-{len(claims)}.json")
            claims[-1].write_text(json.dumps({"party": keys, "ids": members and [h["id"] for h in members]}))
            right.append(price)
    done = subprocess.run([SOLVER_PYTHON, SOURCE / "scripts/quality/party-cpsat", *claims], text=True,
                          capture_output=True, check=True)
    for claim, price, line in zip(claims, right, done.stdout.splitlines(), strict=True):
        answer = json.loads(line)
        assert answer["optimal"] == (price is not None), (claim, answer)
        assert answer["infeasible"] == (price is None), (claim, answer)
        agree(answer["found"], price, (claim, answer))


@pytest.mark.parametrize("cost, bound, infeasible, found, optimal, solver_bound, none, verdict", [
    (10, 10, False, 10, True, 10, False, "equal"),
    (10, 10, False, 9, True, 9, False, "CONTRADICTION"),
    (10, 10, False, 9, False, 3, False, "CONTRADICTION"),
    (10, 8, False, 9, True, 9, False, "better found"),
    (10, 8, False, 7, True, 7, False, "CONTRADICTION"),
    (10, 10, False, 11, True, 11, False, "CONTRADICTION"),
    (10, 10, False, None, False, 11, False, "CONTRADICTION"),
    (10, 10, False, None, False, 9, False, "bound"),
    (10, 10, False, None, False, None, True, "CONTRADICTION"),
    (None, None, True, None, False, None, True, "equal"),
    (None, None, True, 4, True, 4, False, "CONTRADICTION"),
])
def test_second_opinion_judges(cost, bound, infeasible, found, optimal, solver_bound, none, verdict):
    opinion = script_module(SOURCE / "scripts/quality/second-opinion")
    claim = {"cost": cost, "bound": bound, "infeasible": infeasible}
    answer = {"found": found, "optimal": optimal, "bound": solver_bound, "infeasible": none}
    assert opinion.judge(claim, answer) == verdict
