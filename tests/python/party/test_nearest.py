"""The nearest party, where no party keeps all rules: recomputed from the CSV alone, and
compared with every party there is."""

import csv
import itertools
import json
import math
import random

import h5py
import pytest
from harness import PARTY, differences, run, skerry, values_of

PLACES = 4
EDGES = [(0, 1), (1, 2), (2, 3), (3, 0)]
WEIGHTS = {"race": 2, "nation": 1}
POINTS = [0, 1, 3, 6]


def make(folder, seed, rules, share, marks=""):
    """A pool of nine heroes and a config; each town lies in one nation."""
    random.seed(seed)
    rows = ["id,race,nation,town,level,price"]
    for hero in range(9):
        town = random.randrange(5)
        rows.append(f"{10 + hero},{random.choice('RST')},N{town % 3},T{town},"
                    f"{random.randrange(50, 90) / 2},{random.randrange(1, 9)}")
    (folder / "heroes.csv").write_text("\n".join(rows) + "\n")
    lines = "".join(f"    - {{{rule}}}\n" for rule in rules)
    (folder / "p.yaml").write_text(
        "problem: party\nparty:\n  heroes: heroes.csv\n  price: price\n"
        f"  formation:\n    places: {PLACES}\n    edges: {[list(e) for e in EDGES]}\n"
        f"  synergy:\n    weights: {{race: 2, nation: 1}}\n    points: {POINTS}\n"
        f"    min: {share}\n  requirements:\n{lines}{marks}"
        "algorithm: ga\nrun: {islands: 3, epochs: 1, sub_generations: 2}\n")
    return folder / "p.yaml"


def test_all_rules_there_can_be_are_named(tmp_path):
    """32 requirements, as many rules for places, and synergy: none can hold."""
    (tmp_path / "heroes.csv").write_text("id,race,level,price\n" + "".join(f"{i},r{i},{i},1\n" for i in range(5)))
    rules = "".join(f"    - {{sum: level, min: {1000 + i}}}\n" for i in range(32))
    places = "".join(f"    - {{places: [{i % PLACES}], number: level, min: {1000 + i}}}\n" for i in range(32))
    (tmp_path / "p.yaml").write_text(
        "problem: party\nparty:\n  heroes: heroes.csv\n  formation: {places: 4, edges: [[0, 1]]}\n"
        "  synergy: {weights: {race: 1}, points: [0, 1], min: 1}\n"
        f"  requirements:\n{rules}  places:\n{places}algorithm: exact\n")
    nearest = json.loads(run(tmp_path / "p.yaml", tmp_path / "o.h5", "--json", code=3).stdout)["nearest"]
    assert len({broken["rule"] for broken in nearest["broken"]}) == 65
    assert math.isclose(nearest["violation"], sum(broken["violation"] for broken in nearest["broken"]))


def test_long_names_are_cut_between_letters(tmp_path):
    """Of a number in a rule, in either/or, and in the drawing; what follows them is there."""
    number, trait, value = "a" + "\u00e9" * 40, "\u00fc" * 45, "\u00df" * 120
    (tmp_path / "heroes.csv").write_text(f"id,{number},{trait},price\n" + "".join(
        f"{i},{i},{value}{i % 2},1\n" for i in range(6)), encoding="utf-8")
    (tmp_path / "p.yaml").write_text(
        "problem: party\nparty:\n  heroes: heroes.csv\n  formation: {places: 2}\n  requirements:\n"
        f"    - {{sum: {number}, min: 100}}\n    - any:\n      - {{count: {trait}, value: {value}0, min: 3}}\n"
        f"      - {{count: {trait}, value: {value}1, min: 3}}\nalgorithm: exact\n", encoding="utf-8")
    told = json.loads(run(tmp_path / "p.yaml", tmp_path / "o.h5", "--json", code=3).stdout)
    sums, either = sorted((broken["rule"] for broken in told["nearest"]["broken"]), reverse=True)
    assert sums == f"sum {number} >= 100"
    assert either.startswith(f"at least 3 with {trait} \u00df\u00df") and len(either.encode()) >= 250
    assert told["reason"].endswith("cannot hold: the most possible is 9")
    assert "a" + "\u00e9" * 9 + " 5" in told["nearest"]["text"]


def test_violations_are_those_of_the_config(tmp_path):
    """Not of the bounds that searches have for decimals, with a slack of some hundreds here."""
    (tmp_path / "heroes.csv").write_text("id,race,price,level\n" + "".join(
        f"{i},elf,1,{'99999999999999.5' if i == 2 else '100000000000000'}\n" for i in range(4)))
    (tmp_path / "p.yaml").write_text(
        "problem: party\nparty:\n  heroes: heroes.csv\n  formation: {places: 2}\n  fixed: {0: 0}\n"
        "  requirements: [{sum: level, max: 199999999999999}, {distinct: race, min: 2}]\nalgorithm: exact\n")
    nearest = json.loads(run(tmp_path / "p.yaml", tmp_path / "o.h5", "--json", code=3).stdout)["nearest"]
    assert nearest["genome"] == [0, 2] and nearest["violation"] == 0.5 + 0.5


def pool_of(folder):
    with open(folder / "heroes.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def amount(kind, column, value, party):
    """What a requirement bounds, of a party."""
    cells = [hero[column] for hero in party]
    if kind in ("mean", "sum"):
        return sum(map(float, cells)) / (PLACES if kind == "mean" else 1)
    if kind == "count":
        return cells.count(value)
    return len(set(cells)) if kind == "distinct" else max(map(cells.count, cells))


def range_of(kind, column, pool):
    if kind not in ("mean", "sum"):
        return PLACES
    numbers = [float(hero[column]) for hero in pool]
    return (max(numbers) - min(numbers)) * (PLACES if kind == "sum" else 1)


def synergy(party):
    points = sum(POINTS[sum(weight for trait, weight in WEIGHTS.items()
                            if party[a][trait] == party[b][trait])] for a, b in EDGES)
    return points / (max(POINTS) * len(EDGES))


def violations(rules, share, party, pool):
    """[(has, violation)] of the broken rules, largest violation first."""
    found = []
    for rule in rules:
        words = dict(pair.split(": ") for pair in rule.split(", "))
        kind = next(iter(words))
        has = amount(kind, words[kind], words.get("value"), party)
        off = max(float(words.get("min", "-inf")) - has,
                  has - float(words.get("max", "inf")), 0)
        if off > 1e-9:
            found.append((has, off / range_of(kind, words[kind], pool)))
    least = math.ceil(share * max(POINTS) * len(EDGES) - 1e-9) / max(POINTS) / len(EDGES)
    if synergy(party) < least - 1e-9:  # whole points
        found.append((synergy(party), least - synergy(party)))
    return sorted(found, key=lambda rule: -rule[1])


# Rules that clash, whatever the pool; then fixed and excluded heroes.
CLASHES = [
    (["distinct: nation, min: 4"], 1, ""),
    (["distinct: town, max: 1", "distinct: nation, min: 2"], 0.3, ""),
    (["count: race, value: R, min: 3", "count: race, value: S, min: 2"], 0.5, ""),
    (["mean: level, min: 44.5", "sum: level, max: 120"], 0.4, ""),
    (["same: race, max: 1", "mean: level, min: 41"], 0.9, "  fixed: {1: 12}\n"),
    (["sum: price, max: 3", "distinct: race, min: 4"], 0.6,
     "  fixed: {0: 15, 2: 10}\n  excluded: [11, 13]\n"),
]


def parties(pool, marks):
    """Every party there is: fixed heroes in place, excluded ones out."""
    fixed = {0: "15", 2: "10"} if "0: 15" in marks else {1: "12"} if "1: 12" in marks else {}
    excluded = {"11", "13"} if "excluded" in marks else set()
    for party in itertools.permutations(pool, PLACES):
        ids = [hero["id"] for hero in party]
        if all(ids[p] == hero for p, hero in fixed.items()) and not excluded & set(ids):
            yield party


@pytest.mark.parametrize("clash", range(len(CLASHES)))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nearest_party_is_that_of_brute_force(tmp_path, clash, seed):
    rules, share, marks = CLASHES[clash]
    config = make(tmp_path, seed, rules, share, marks)
    pool = pool_of(tmp_path)
    least = min(sum(v for _, v in violations(rules, share, party, pool))
                for party in parties(pool, marks))
    assert least > 0
    run(config, tmp_path / "r.h5", ok=False)
    nearest = json.loads(skerry("show", "--json", tmp_path / "r.h5").stdout)["nearest"]
    by_id = {hero["id"]: hero for hero in pool}
    party = tuple(by_id[str(hero)] for hero in nearest["genome"])
    assert party in parties(pool, marks)
    mine = violations(rules, share, party, pool)
    assert nearest["violation"] == pytest.approx(sum(v for _, v in mine))
    assert nearest["violation"] == pytest.approx(least)
    assert [(rule["has"], rule["violation"]) for rule in nearest["broken"]] == [
        (pytest.approx(has), pytest.approx(v)) for has, v in mine]


def test_nearest_party_is_told_everywhere_and_alike_on_any_ranks(tmp_path):
    rules, share, marks = CLASHES[0]
    config = make(tmp_path, 1, rules, share, marks)
    told = {}
    for ranks in (0, 1, 3):
        done = run(config, tmp_path / f"{ranks}.h5", ranks=ranks, ok=False)
        told[ranks] = [line for line in done.stderr.splitlines()
                       if "the nearest" in line or ": has " in line]
    assert len(told[0]) >= 2 and told[0] == told[1] == told[3]
    assert not differences(tmp_path / "1.h5", tmp_path / "3.h5")
    shown = skerry("show", tmp_path / "3.h5").stdout
    for line in told[0]:
        assert line in shown
    with h5py.File(tmp_path / "3.h5") as file:
        group = file["nearest"]
        answer = json.loads(skerry("show", "--json", tmp_path / "3.h5").stdout)["nearest"]
        assert group["genome"][0].tolist() == answer["genome"]
        assert group["sum"][0] == answer["violation"]
        assert values_of(group["broken"]).tolist() == [r["rule"] for r in answer["broken"]]
        assert group["has"][:].tolist() == [rule["has"] for rule in answer["broken"]]
        assert group["violation"][:].tolist() == [r["violation"] for r in answer["broken"]]


@pytest.mark.parametrize("share, words", [
    (0.99, "synergy >= 0.99 (at least 24 of 24 points)"), (0.8, "synergy >= 0.8 (at least 20 of 24 points)"),
    (0.875, "synergy >= 0.875")])
def test_a_least_synergy_is_told_as_it_was_given(share, words, tmp_path):
    """Then the points that it takes, where that is a larger share."""
    config = make(tmp_path, 2, ["distinct: race, min: 3", "same: nation, min: 3", "distinct: nation, min: 2"], share)
    run(config, tmp_path / "r.h5", "-q", "-s", "algorithm=exact", code=3)
    answer = json.loads(skerry("show", "--json", tmp_path / "r.h5").stdout)
    assert words in [*answer["reason"].split("; "), *answer["reason"].split(" cannot hold")[0].split("; and ")]
    assert words in [rule["rule"] for rule in answer["nearest"]["broken"]]


def test_run_prints_the_same_json_as_show(tmp_path):
    rules, share, marks = CLASHES[1]
    config = make(tmp_path, 2, rules, share, marks)
    done = run(config, tmp_path / "r.h5", "--quiet", "--json", ok=False)
    shown = json.loads(skerry("show", "--json", tmp_path / "r.h5").stdout)
    assert json.loads(done.stdout)["nearest"] == shown["nearest"] is not None


def test_nearest_party_is_told_where_nothing_is_proven(tmp_path):
    """Stopped before any proof: nothing is known but what comes near."""
    rules, share, marks = CLASHES[0]
    config = make(tmp_path, 1, rules, share, marks)
    done = run(config, tmp_path / "r.h5", "-s", "algorithm=exact", "-s",
               "run.time_limit_s=1e-9", ok=False)
    assert "no feasible solution" in done.stderr and "violates" in done.stderr
    answer = json.loads(skerry("show", "--json", tmp_path / "r.h5").stdout)
    assert not answer["infeasible"] and answer["nearest"]["violation"] > 0
    # Resumed to its end it is proven, and the table of what is near has no other rows.
    again = run(config, tmp_path / "r.h5", "--resume", "-s", "algorithm=exact", ok=False)
    assert "infeasible" in again.stderr
    resumed = json.loads(skerry("show", "--json", tmp_path / "r.h5").stdout)
    assert resumed["infeasible"] and resumed["nearest"] == answer["nearest"]


def test_solved_challenge_has_no_nearest_party(tmp_path):
    config = make(tmp_path, 1, ["distinct: nation, min: 2"], 0.1)
    run(config, tmp_path / "r.h5")
    answer = json.loads(skerry("show", "--json", tmp_path / "r.h5").stdout)
    assert answer["nearest"] is None and answer["best"] is not None
    with h5py.File(tmp_path / "r.h5") as file:
        assert file["nearest/genome"].shape[0] == file["nearest/broken"].shape[0] == 0


def test_nearest_party_that_keeps_all_rules_is_the_solution(tmp_path):
    """Of a search that found none; continued, it ends like one that went on at once."""
    def search(name, epochs, *options):
        settings = ["party.guided=false", "party.mend=false", "algorithm=random", "random.samples=1",
                    "run.islands=1", "run.sub_generations=1", "run.proof_s=0", f"run.epochs={epochs}"]
        return run(PARTY / "type2.yaml", tmp_path / name, *options,
                   *itertools.chain.from_iterable(("-s", setting) for setting in settings))

    done = search("r.h5", 1)
    assert "no feasible solution" not in done.stderr
    answer = json.loads(skerry("show", "--json", tmp_path / "r.h5").stdout)
    shown = skerry("show", tmp_path / "r.h5").stdout
    assert answer["best"] is not None and answer["nearest"] is None
    assert "(after the search)" in shown and "Nearest" not in shown
    with h5py.File(tmp_path / "r.h5") as file:
        assert file["improvements/island"][:].tolist() == [-1] == file["solutions/island"][:].tolist()
        assert file["nearest/genome"].shape[0] == 0
    assert not skerry("verify", tmp_path / "r.h5").returncode
    search("r.h5", 3, "--resume")
    search("whole.h5", 3)
    assert not differences(tmp_path / "r.h5", tmp_path / "whole.h5")
    assert not skerry("verify", tmp_path / "r.h5").returncode


def test_bounds_of_many_digits_are_told_in_full(tmp_path):
    """They were rounded to eleven digits."""
    config = make(tmp_path, 1, ["sum: level, min: 4728561420908.25"], 0)
    answer = json.loads(skerry("run", config, "-o", tmp_path / "p.h5", "--json").stdout)
    assert answer["nearest"]["broken"][0]["least"] == 4728561420908.25
