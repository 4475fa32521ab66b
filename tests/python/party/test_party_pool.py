"""The pool generator: same rows for ever, the rows its description promises, and the facts
that the paper reports of its own heroes."""

import csv
import hashlib
import io
import math
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(os.environ.get("SKERRY_SOURCE", Path(__file__).parents[3]))
SHIPPED = SOURCE / "configs/party/heroes-10000.csv"
SHA256 = "05eb6bc7df889cbb0f6eaec2019f80ad47394b25b911dd167a71b90922ec8267"
EDGES = ("01 12 34 45 56 78 89 03 04 14 15 25 26 73 74 84 85 95 96").split()
POINTS = [0, 1, 2, 8, 10, 12, 20, 20, 20]


def pool(*args):
    done = subprocess.run([sys.executable, SOURCE / "scripts/party-pool", *map(str, args)],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Draws:
    """splitmix64, one call at a time, and the slow, obvious choice by weights."""

    def __init__(self, seed):
        self.state = seed

    def unit(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2 ** 64
        z = self.state
        z = (z ^ (z // 2 ** 30)) * 0xBF58476D1CE4E5B9 % 2 ** 64
        z = (z ^ (z // 2 ** 27)) * 0x94D049BB133111EB % 2 ** 64
        z = z ^ (z // 2 ** 31)
        return (z // 2 ** 11) / 2 ** 53

    def normal(self):
        u1 = self.unit()
        u2 = self.unit()
        return math.sqrt(-2 * math.log(1 - u1)) * math.cos(2 * math.pi * u2)

    def choose(self, n, power):
        weights = [(k + 1) ** -power for k in range(n)]
        rest = self.unit() * sum(weights)
        for k in range(n):
            if rest < weights[k]:
                return k
            rest -= weights[k]
        return n - 1


def hero_twin(draws, number):
    races = ["human", "elf", "dwarf", "orc", "goblin", "halfling", "gnome", "troll",
             "undead", "fae", "dragonkin", "giant"]
    stronger = [0, 1, 0.5, 0, -1.5, -1, 0, -0.5, 0.5, 1, 2, 1.5]
    nation = draws.choose(24, 0.3)
    u = draws.unit()
    race = (nation % 12 if u < 0.40 else (5 * nation + 3) % 12 if u < 0.55
            else draws.choose(12, 0.5))
    towns_before = sum(4 + (7 * other) % 5 for other in range(nation))
    town = towns_before + draws.choose(4 + (7 * nation) % 5, 0.5)
    religion = (3 * nation + 2) % 20 if draws.unit() < 0.35 else draws.choose(20, 0.5)
    level = math.floor(68 + stronger[race] + 8.5 * draws.normal() + 0.5)
    level = min(99, max(40, level))
    rarity = math.floor(min(4.999, max(0, 0.9 + 0.07 * (level - 68)
                                       + 0.8 * draws.normal())))
    gear = round(min(10, max(1, 5 + 0.12 * (level - 68) + 0.5 * rarity
                             + 1.2 * draws.normal())))
    d = max(0, level - 60)
    price = 150 * math.exp(0.09 * d + 0.0022 * d ** 2 + 0.25 * rarity
                           + 0.35 * draws.normal())
    tail = draws.unit()
    v = draws.unit()
    if tail < 0.06:
        price *= min(50, (1 - v) ** (-1 / 1.3))
    for below, step in ((1000, 50), (10_000, 100), (50_000, 250), (math.inf, 500)):
        if price < below:
            price = step * math.ceil(price / step)
            break
    price = min(15_000_000, max(150, price))
    return [str(number), races[race], f"G{religion:02d}", f"N{nation:02d}",
            f"T{town:03d}", str(level), str(gear), str(rarity), str(price)]


@pytest.mark.parametrize("seed", [0, 1, 7, 2 ** 64 - 1])
def test_rows_are_those_of_the_description(seed):
    rows = list(csv.reader(io.StringIO(pool("--seed", seed, "--heroes", 500))))
    assert rows[0] == "id race religion nation hometown level gear rarity price".split()
    draws = Draws(seed)
    assert rows[1:] == [hero_twin(draws, number) for number in range(1, 501)], seed


def test_shipped_pool_is_seed_1():
    data = pool("--seed", 1, "--heroes", 10_000).encode()
    assert hashlib.sha256(data).hexdigest() == SHA256
    assert SHIPPED.read_bytes() == data


def test_a_larger_pool_begins_with_the_smaller():
    small, large = pool("--heroes", 50), pool("--heroes", 60)
    assert large.startswith(small) and large != small
    assert pool("--heroes", 50, "--seed", 2) != small


def test_a_town_implies_its_nation():
    nation_of = {}
    for hero in csv.DictReader(SHIPPED.open()):
        assert nation_of.setdefault(hero["hometown"], hero["nation"]) == hero["nation"]
    assert len(nation_of) == sum(4 + 7 * n % 5 for n in range(24))


def test_random_parties_have_little_synergy():
    heroes = list(csv.DictReader(SHIPPED.open()))
    chance = random.Random(5)
    shares = []
    for _ in range(5000):
        party = chance.sample(heroes, 10)
        points = 0
        for a, b in EDGES:
            one, other = party[int(a)], party[int(b)]
            points += POINTS[sum(weight for trait, weight in
                                 (("race", 3), ("nation", 3), ("religion", 1),
                                  ("hometown", 1)) if one[trait] == other[trait])]
        shares.append(points / (len(EDGES) * 20))
    assert 0.055 < sum(shares) / len(shares) < 0.065
    assert 0.2 < max(shares) < 0.35


@pytest.mark.parametrize("words", [["party-pool", "--heroes", "20000"], ["squad-pool", "--players", "20000"]])
def test_a_reader_may_have_seen_enough(words):
    with subprocess.Popen([sys.executable, SOURCE / "scripts" / words[0], *words[1:]],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as written:
        assert written.stdout.readline().startswith(b"id,")
        written.stdout.close()
        assert written.stderr.read() == b""


@pytest.mark.parametrize("args", [["--heroes", "0"], ["--seed", "-1"], ["--heroes", "x"]])
def test_bad_arguments_are_refused(args):
    done = subprocess.run([sys.executable, SOURCE / "scripts/party-pool", *args],
                          capture_output=True, text=True)
    assert done.returncode == 2 and not done.stdout
