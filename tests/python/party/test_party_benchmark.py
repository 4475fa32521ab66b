"""The best known parties of configs/party/benchmark: each keeps its challenge's rules and has the price
that is said, by the definitions, on the pool that scripts/party-pool makes."""

import collections
import csv
import pathlib
import subprocess

import pytest
import yaml
from harness import SKERRY, SOURCE, script_module, skerry

FOLDER = SOURCE / "configs/party/benchmark"
CHALLENGES = sorted(FOLDER.glob("*.yaml"))
HEADER = ["race", "religion", "nation", "hometown", "level", "gear", "rarity", "price"]


def parties():
    """{challenge: (price, ids by place)}."""
    with open(FOLDER / "best-known.csv", newline="", encoding="utf-8") as file:
        return {row["challenge"]: (int(row["price"]), [int(hero) for hero in row["heroes"].split()])
                for row in csv.DictReader(file)}


@pytest.fixture(scope="module", name="heroes")
def heroes_of_parties():
    """{(pool's seed, id): hero} of all heroes in a best known party."""
    module = script_module(SOURCE / "scripts/party-pool")
    wanted = {(int(name[-1]), hero) for name, (_, ids) in parties().items() for hero in ids}
    return {(seed, row[0]): dict(zip(HEADER, row[1:]))
            for seed in sorted({seed for seed, _ in wanted})
            for row in module.make_pool(seed, 1_000_000) if (seed, row[0]) in wanted}


def measured(rule, party):
    """What a rule bounds, of these heroes."""
    for kind in ("sum", "mean", "count", "distinct", "same"):
        if kind in rule:
            values = [hero[rule[kind]] for hero in party]
            return {"sum": lambda: sum(values), "mean": lambda: sum(values) / len(values),
                    "count": lambda: values.count(rule.get("value")),
                    "distinct": lambda: len(set(values)),
                    "same": lambda: max(collections.Counter(values).values())}[kind]()
    raise ValueError(rule)


def synergy(keys, party):
    points = keys["synergy"]["points"]
    matches = [sum(weight for trait, weight in keys["synergy"]["weights"].items()
                   if party[a][trait] == party[b][trait]) for a, b in keys["formation"]["edges"]]
    return (sum(points[min(match, len(points) - 1)] for match in matches) /
            (max(points) * len(matches)))


def broken_rules(keys, ids, party):
    """The rules of a config that a party of these ids and heroes breaks."""
    broken = [] if len(set(ids)) == len(ids) == keys["formation"]["places"] else ["ids"]
    for rule in keys["requirements"]:
        low, high = rule.get("min", rule.get("exactly")), rule.get("max", rule.get("exactly"))
        if (low is not None and measured(rule, party) < low) or (high is not None and measured(rule, party) > high):
            broken.append(rule)
    return broken if synergy(keys, party) >= keys["synergy"]["min"] else [*broken, "synergy"]


def test_every_challenge_has_a_best_known_party():
    assert sorted(parties()) == [path.stem for path in CHALLENGES]


@pytest.mark.parametrize("config", CHALLENGES, ids=lambda path: path.stem)
def test_best_known_party_keeps_the_rules(config, heroes):
    keys = yaml.safe_load(config.read_text())["party"]
    price, ids = parties()[config.stem]
    party = [heroes[int(config.stem[-1]), hero] for hero in ids]
    assert broken_rules(keys, ids, party) == []
    assert sum(hero["price"] for hero in party) == price


@pytest.mark.parametrize("config", CHALLENGES, ids=lambda path: path.stem)
def test_config_is_valid_with_a_pool(config):
    """The pools are not shipped; their columns are those of the shipped one."""
    done = skerry("check", config, "-s",
                  f"party.heroes={SOURCE / 'configs/party/heroes-10000.csv'}")
    assert done.returncode == 0, done.stderr


def test_annealing_prints_better_and_better_parties_that_keep_the_rules():
    """Of a puzzle whose optimum is known, so that no price may be below it."""
    config = SOURCE / "configs/party/type2.yaml"
    program = pathlib.Path(SKERRY).parent / "tests/reference/anneal_party"
    printed = ""
    for seconds in "2", "8", "32", "128":  # of a machine so busy that a CPU second is little
        printed = printed or subprocess.run([program, config, "1", seconds], capture_output=True, text=True,
                                            check=True).stdout
    keys = yaml.safe_load(config.read_text())["party"]
    with open(config.parent / keys["heroes"], newline="", encoding="utf-8") as file:
        pool = {int(row["id"]): {name: int(value) if value.isdigit() else value for name, value in row.items()}
                for row in csv.DictReader(file)}
    lines = [[int(word) for word in line.split()] for line in printed.splitlines()]
    assert lines and [line[0] for line in lines] == sorted({line[0] for line in lines}, reverse=True)
    for price, *ids in lines:
        party = [pool[hero] for hero in ids]
        assert price == sum(hero["price"] for hero in party) >= 6750
        assert broken_rules(keys, ids, party) == []
