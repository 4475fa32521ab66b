"""A party challenge as scripts/quality/party-cpsat reads it: by its own reading of the keys and of the CSV,
which shares nothing with skerry (islands/party/README.md). All numbers are integers: columns times their
denominators, prices divided by what divides them all."""

import csv
import dataclasses
import functools
import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction


def integers(values, *bounds):
    """The same times their common denominator, which comes last."""
    scale = math.lcm(*(v.denominator for v in [*values, *(b for b in bounds if b is not None)]))
    return [int(v * scale) for v in values], *(b if b is None else int(b * scale) for b in bounds), scale


def read_rows(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        rows = ([field.strip() for field in row] for row in csv.reader(file))
        return [row for row in rows if any(row)]


def read_owned(path, column):
    rows = read_rows(path)
    at = rows[0].index(column) if column in rows[0] else 0
    return {row[at] for row in rows}


def given(keys, name, none):
    return none if keys.get(name) in (None, "~", "null", "") else keys[name]


def bounds(rule):
    exactly = given(rule, "exactly", None)
    return [Fraction(b) if b is not None else None
            for b in (given(rule, "min", exactly), given(rule, "max", exactly))]


def kind_of(rule, kinds):
    return next((k for k in kinds if given(rule, k, None)), None)


def admits(rule, hero):
    """Whether a rule for places admits a hero."""
    if given(rule, "number", None):
        value, low, high = Fraction(hero[rule["number"]]), *bounds(rule)
        return (low is None or value >= low) and (high is None or value <= high)
    separator, cell = given(rule, "separator", "none"), hero[rule["trait"]]
    return not set(rule["values"]).isdisjoint([cell] if separator == "none" else cell.split(separator))


@dataclasses.dataclass
class Rule:
    """Of the party as a whole. kind: sum, with the values of all heroes as integers; rating, the same;
    distinct or same, with a trait; total or least chemistry."""

    kind: str
    low: Fraction | int | None
    high: Fraction | int | None
    values: list = dataclasses.field(default_factory=list)
    trait: str = ""

    def holds(self, amount):
        return (self.low is None or amount >= self.low) and (self.high is None or amount <= self.high)


def rating(values):
    """Of a team: the sum and what exceeds the mean, rounded, halves up, by the heroes, without the rest."""
    n, total = len(values), sum(values)
    times_n = n * total + sum(max(0, n * v - total) for v in values)
    return (2 * times_n + n) // (2 * n) // n


class Challenge:
    """keys: the section of the config, all scalars as text."""

    def __init__(self, keys):
        header, *rows = read_rows(keys["heroes"])
        id_column = given(keys, "id", "id")
        owned = given(keys, "owned", None)
        owned = read_owned(owned, id_column) if owned else set()
        excluded = set(given(keys, "excluded", []))
        heroes = [dict(zip(header, row)) for row in rows]
        self.heroes = [h for h in heroes if h[id_column] not in excluded]
        self.ids = [h[id_column] for h in self.heroes]
        self.row = {i: h for h, i in enumerate(self.ids)}
        self.fixed = {int(p): self.row[i] for p, i in given(keys, "fixed", {}).items()}
        self.n = int(keys["formation"]["places"])
        self.edges = [tuple(map(int, e)) for e in given(keys["formation"], "edges", [])]
        coins = [Fraction(0 if i in owned else h[given(keys, "price", "price")])
                 for i, h in zip(self.ids, self.heroes)]
        self.unique = given(keys, "unique", None)
        self.read_synergy(given(keys, "synergy", {}))
        self.read_chemistry(given(keys, "chemistry", {}))
        self.read_objective(given(keys, "objective", {}), coins)
        self.read_requirements(given(keys, "requirements", []))
        if given(keys, "budget", None) is not None:
            self.add_sum(coins, None, Fraction(keys["budget"]))
        self.read_place_rules(given(keys, "places", []))
        self.traits = sorted({*self.weights, *self.chemistry, *(r.trait for r in self.rules() if r.trait)})

    def read_objective(self, objective, coins):
        kind = kind_of(objective, ("mean", "sum", "count"))
        self.seeks_synergy = given(objective, "measure", None) == "synergy"
        goal = given(objective, "goal", "max" if kind or self.seeks_synergy else "min")
        self.most_synergy = goal == "max"
        values = self.column(kind, objective) if kind else coins
        values = [Fraction(0)] * len(coins) if self.seeks_synergy else values
        sign = -1 if goal == "max" else 1
        prices, self.price_scale = integers([sign * v for v in values])
        least = min(prices) if kind or goal == "max" else 0
        self.shift, self.divisor = self.n * least, self.n if kind == "mean" else 1
        prices = [p - least for p in prices]
        self.price_unit = math.gcd(*prices) or 1
        self.price = [p // self.price_unit for p in prices]

    def column(self, kind, rule):
        if kind == "count":
            return [Fraction(h[rule["count"]] == rule["value"]) for h in self.heroes]
        return [Fraction(h[rule[kind]]) for h in self.heroes]

    def read_place_rules(self, rules):
        """may: the places of each hero."""
        may = [set(range(self.n)) for _ in self.heroes]
        for rule in rules:
            if given(rule, "otherwise", "barred") != "barred":
                raise SystemExit("party.places: there is no model of heroes out of position")
            places = set(map(int, rule["places"]))
            for h, hero in enumerate(self.heroes):
                if not admits(rule, hero):
                    may[h] -= places
        self.may = [frozenset(m) for m in may]
        self.barred = any(len(m) < self.n for m in self.may)

    def read_requirements(self, rules):
        """alternatives: lists of rules, of each of which at least one must hold."""
        self.alternatives = [[self.read_rule(one) for one in given(rule, "any", None) or [rule]]
                             for rule in rules]

    def read_rule(self, rule):
        low, high = bounds(rule)
        kind = kind_of(rule, ("distinct", "same", "rating", "chemistry", "mean", "sum", "count"))
        if kind in ("distinct", "same"):
            return Rule(kind, low, high, trait=rule[kind])
        if kind == "chemistry":
            return Rule(rule[kind], low, high)
        values = self.column(kind, rule)
        if kind == "rating":
            return Rule(kind, low, high, [int(v) for v in values])
        times = self.n if kind == "mean" else 1
        values, low, high, _ = integers(values, *(b if b is None else b * times for b in (low, high)))
        return Rule("sum", low, high, values)

    def add_sum(self, values, low, high):
        values, low, high, _ = integers(values, low, high)
        self.alternatives.append([Rule("sum", low, high, values)])

    def rules(self):
        """All of them, alternatives as well."""
        return itertools.chain.from_iterable(self.alternatives)

    @property
    def sums(self):
        """(values of heroes, least, most) of the sums that must hold."""
        return [(r.values, r.low, r.high) for r, *others in filter(None, self.alternatives)
                if not others and r.kind == "sum"]

    def read_synergy(self, synergy):
        """An outcome of an edge is what each weighted trait adds to its match."""
        self.weights = {t: int(w) for t, w in given(synergy, "weights", {}).items()}
        self.pairs = defaultdict(dict)
        for pair in given(synergy, "pairs", []):
            self.pairs[pair["trait"]][frozenset(pair["values"])] = int(pair["weight"])
        self.weights = {t: w for t, w in self.weights.items() if w or t in self.pairs}
        points = [int(p) for p in given(synergy, "points", ["0"])]
        self.adds = {t: sorted({0, w, *self.pairs[t].values()} if t in self.pairs else {0, w})
                     for t, w in self.weights.items()}
        self.points = {outcome: points[min(sum(outcome), len(points) - 1)]
                       for outcome in itertools.product(*self.adds.values())}
        self.most = max(self.points.values())
        # The share is of the most that a match gives, whether or not an outcome has it.
        self.possible = max(points[:sum(map(max, self.adds.values())) + 1]) * len(self.edges)
        self.need = math.ceil(Fraction(given(synergy, "min", "0")) * self.possible)

    @functools.cached_property
    def points_of_shared(self):
        """Points of an edge by the set of traits that its ends share, without weights of pairs."""
        return {frozenset(t for t, a in zip(self.weights, outcome) if a): p
                for outcome, p in self.points.items()}

    @functools.cached_property
    def is_monotone(self):
        """Whether sharing more never gives less."""
        points = self.points_of_shared
        return not self.pairs and all(points[s] <= points[s | {t}] for s in points for t in self.weights)

    def match(self, trait, a, b):
        """What two values of a trait add to an edge's match."""
        return self.pairs.get(trait, {}).get(frozenset((a, b)), self.weights[trait] if a == b else 0)

    def read_chemistry(self, chemistry):
        """chemistry: {trait: points by the number of heroes that share a value}."""
        self.chemistry = {}
        for trait, thresholds in given(chemistry, "traits", {}).items():
            steps = sorted((int(k), int(points)) for k, points in thresholds.items())
            self.chemistry[trait] = [next((p for k, p in reversed(steps) if k <= heroes), 0)
                                     for heroes in range(self.n + 1)]
        most = sum(max(points) for points in self.chemistry.values())
        self.cap = min(most, int(given(chemistry, "cap", most)))

    def cost(self, price):
        if self.seeks_synergy:
            price = price - self.possible if self.most_synergy else price
            return price / self.possible if self.possible else 0.0
        return float(Fraction(price * self.price_unit + self.shift, self.price_scale * self.divisor))

    def synergy(self, heroes):
        return sum(self.points[tuple(self.match(t, heroes[a][t], heroes[b][t]) for t in self.weights)]
                   for a, b in self.edges)

    def objective(self, party):
        """What is to be as small as possible, in units of price, at least 0; points that lack, if the most
        synergy is searched for."""
        if self.seeks_synergy:
            points = self.synergy([self.heroes[h] for h in party])
            return self.possible - points if self.most_synergy else points
        return sum(self.price[h] for h in party)

    def amount(self, rule, party):
        """What a rule bounds."""
        heroes = [self.heroes[h] for h in party]
        if rule.kind == "sum":
            return sum(rule.values[h] for h in party)
        if rule.kind == "rating":
            return rating([rule.values[h] for h in party])
        if rule.trait:
            counts = Counter(h[rule.trait] for h in heroes)
            return len(counts) if rule.kind == "distinct" else max(counts.values())
        shared = {t: Counter(h[t] for h in heroes) for t in self.chemistry}
        points = [min(self.cap, sum(by[shared[t][h[t]]] for t, by in self.chemistry.items())) for h in heroes]
        return sum(points) if rule.kind == "total" else min(points)

    def breaks(self, party):
        """Which rules a party breaks, in words."""
        heroes = [self.heroes[h] for h in party]
        wrong = [] if len(set(party)) == self.n else ["a hero a place"]
        wrong += [f"place {p}" for p, h in self.fixed.items() if party[p] != h]
        wrong += [f"who may stand in place {p}" for p, h in enumerate(party) if p not in self.may[h]]
        if self.unique and len({h[self.unique] for h in heroes}) < self.n:
            wrong.append(f"a {self.unique} twice")
        for rules in self.alternatives:
            if not any(rule.holds(self.amount(rule, party)) for rule in rules):
                wrong.append("; or ".join(f"{r.kind} {r.trait or 'of'} {self.amount(r, party)}, from "
                                          f"{r.low} to {r.high}" for r in rules))
        points = self.synergy(heroes)
        return wrong + ([f"{points} points of {self.need}"] if points < self.need else [])


def worse_than(challenge):
    """What heroes must have in common so that one may take another's place, and what must be no more."""
    rules = list(challenge.rules())

    def key(h):
        hero = challenge.heroes[h]
        exact = [r.values[h] for r in rules if r.values and None not in (r.low, r.high)]
        return challenge.may[h], *(hero[t] for t in challenge.traits), *exact

    def worth(h):
        return (challenge.price[h], *(-r.values[h] if r.high is None else r.values[h] for r in rules
                                      if r.values and None in (r.low, r.high)))
    return key, worth


def undominated(challenge):
    """Heroes without those that have as many others beside them, as the party has places, alike in all traits
    that matter and in where they may stand, and no worse in price and every bounded number: a party with such
    a one lacks one of those, which can take its place. With `unique` these are of as many values, or one of
    them is of the same value. Fixed heroes stay, and take nobody's place."""
    key, worth = worse_than(challenge)
    alike, fixed = defaultdict(list), set(challenge.fixed.values())
    for h in range(len(challenge.heroes)):
        if h not in fixed:
            alike[key(h)].append((worth(h), h))
    kept = sorted(fixed)
    for heroes in alike.values():
        heroes.sort()
        for i, (own, h) in enumerate(heroes):
            better = [g for other, g in heroes[:i] if all(a <= b for a, b in zip(other, own))]
            names = [challenge.heroes[g][challenge.unique] for g in better] if challenge.unique else better
            own_name = challenge.heroes[h][challenge.unique] if challenge.unique else None
            if len(set(names)) < challenge.n and own_name not in names:
                kept.append(h)
    return kept
