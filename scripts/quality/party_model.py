"""A party challenge as a model of CP-SAT.

A boolean says whether a hero is in the party. Heroes alike in the weighted traits and in where they may stand
are a class, of which each place has one; these give what each place has of each weighted trait, and each edge
the outcome of all weighted traits, which gives its points. Booleans by the number of heroes that share a
value give counts, kinds and chemistry; a rating is linear for each sum of its numbers, which is a case."""

import dataclasses
import itertools
import math
import threading
import time
from collections import defaultdict

from ortools.sat.python import cp_model

MOST_SUMS = 100_000


@dataclasses.dataclass
class Model:
    """x: whether a hero is in, by hero. sizes: by trait, value and number of heroes. stands: by place and
    class, whose heroes `classes` has; empty where it does not matter who stands where."""

    challenge: object
    cp: cp_model.CpModel
    x: dict
    sizes: dict = dataclasses.field(default_factory=dict)
    stands: dict = dataclasses.field(default_factory=dict)
    classes: dict = dataclasses.field(default_factory=dict)
    objective: object = 0


def hold(model, rule, amount, only):
    """Bounds an amount where all of `only` hold."""
    if rule.low is not None:
        model.cp.add(amount >= math.ceil(rule.low)).only_enforce_if(only)
    if rule.high is not None:
        model.cp.add(amount <= math.floor(rule.high)).only_enforce_if(only)


def add_sizes(model, key):
    """Booleans by value and number of heroes that have it."""
    members, sizes, cp = defaultdict(list), {}, model.cp
    for h in model.x:
        members[key(h)].append(model.x[h])
    for value, xs in members.items():
        sizes[value] = [cp.new_bool_var("") for _ in range(min(model.challenge.n, len(xs)) + 1)]
        cp.add_exactly_one(sizes[value])
        cp.add(sum(k * v for k, v in enumerate(sizes[value])) == sum(xs))
    return sizes


def add_spread(model, rule, only):
    sizes, cp = model.sizes[rule.trait], model.cp
    if rule.kind == "distinct":
        hold(model, rule, sum(1 - of[0] for of in sizes.values()), only)
        return
    for of in sizes.values():
        for k, v in enumerate(of):
            if rule.high is not None and k > rule.high:
                cp.add(v == 0).only_enforce_if(only)
    if rule.low is not None:
        cp.add_bool_or(v for of in sizes.values()
                       for k, v in enumerate(of) if k >= rule.low).only_enforce_if(only)


def add_rating(model, rule, only):
    """n times the sum, and what n times each value exceeds the sum by, is compared with n n times the rating:
    a case for each sum that is possible."""
    n, cp, members = model.challenge.n, model.cp, defaultdict(list)
    for h, x in model.x.items():
        members[rule.values[h]].append(x)
    lowest, highest = n * min(members, default=0), n * max(members, default=0)
    if highest - lowest > MOST_SUMS:
        raise SystemExit(f"party.requirements: a rating by numbers that differ by more than {MOST_SUMS // n}"
                         " is not read here")
    counts = {v: cp.new_int_var(0, min(n, len(xs)), "") for v, xs in members.items()}
    for v, xs in members.items():
        cp.add(counts[v] == sum(xs))
    least = None if rule.low is None else 2 * n * n * math.ceil(rule.low) - n
    most = None if rule.high is None else 2 * n * n * (math.floor(rule.high) + 1) - n - 1
    total, cases = sum(v * count for v, count in counts.items()), []
    for s in range(lowest, highest + 1):
        if least is not None and not only and 2 * n * s + 2 * (n - 1) * (highest - s) < least:
            continue
        cases.append(cp.new_bool_var(""))
        cp.add(total == s).only_enforce_if(cases[-1])
        times_n = n * s + sum(max(0, n * v - s) * count for v, count in counts.items())
        if least is not None and 2 * n * s < least:
            cp.add(2 * times_n >= least).only_enforce_if([cases[-1], *only])
        if most is not None:
            cp.add(2 * times_n <= most).only_enforce_if([cases[-1], *only])
    cp.add_exactly_one(cases)


def add_points(model):
    """The points of chemistry of each hero that is in, 0 of others, and those of each hero if it is in. The
    first may be less where no rule has a most."""
    challenge, cp = model.challenge, model.cp
    exact = any(r.high is not None for r in challenge.rules() if r.kind in ("total", "least"))
    by_values, of_hero, capped = {}, {}, {}
    for h, x in model.x.items():
        values = tuple(challenge.heroes[h][t] for t in challenge.chemistry)
        if values not in by_values:
            by_values[values] = sum(
                points[k] * v for (t, points), value in zip(challenge.chemistry.items(), values)
                for k, v in enumerate(model.sizes[t][value]) if k)
            if exact:
                capped[values] = cp.new_int_var(0, challenge.cap, "")
                cp.add_min_equality(capped[values], [challenge.cap, by_values[values]])
        of_hero[h] = cp.new_int_var(0, challenge.cap, "")
        cp.add(of_hero[h] <= challenge.cap * x)
        cp.add(of_hero[h] <= by_values[values])
        if exact:
            cp.add(of_hero[h] == capped[values]).only_enforce_if(x)
    # Implied: without the cap, each value gives so many heroes so many points.
    cp.add(sum(of_hero.values()) <= sum(k * points[k] * v for t, points in challenge.chemistry.items()
                                        for of in model.sizes[t].values() for k, v in enumerate(of)))
    return of_hero


def add_least(model, rule, points, only):
    """Least points of a hero: of all the least, of one the most."""
    cp = model.cp
    if rule.low is not None:
        for h, x in model.x.items():
            cp.add(points[h] >= math.ceil(rule.low) * x).only_enforce_if(only)
    if rule.high is not None:
        few = {h: cp.new_bool_var("") for h in model.x}
        for h, is_few in few.items():
            cp.add_implication(is_few, model.x[h])
            cp.add(points[h] <= math.floor(rule.high)).only_enforce_if(is_few)
        cp.add_bool_or(few.values()).only_enforce_if(only)


def add_rules(model):
    challenge, cp, points = model.challenge, model.cp, None
    if any(r.kind in ("total", "least") for r in challenge.rules()):
        points = add_points(model)
    for rules in challenge.alternatives:
        chosen = [cp.new_bool_var("") for _ in rules] if len(rules) > 1 else []
        if chosen:
            cp.add_bool_or(chosen)
        for i, rule in enumerate(rules):
            only = chosen[i:i + 1]
            if rule.kind == "sum":
                hold(model, rule, sum(rule.values[h] * x for h, x in model.x.items()), only)
            elif rule.kind == "rating":
                add_rating(model, rule, only)
            elif rule.kind == "total":
                hold(model, rule, sum(points.values()), only)
            elif rule.kind == "least":
                add_least(model, rule, points, only)
            else:
                add_spread(model, rule, only)


def add_places(model):
    """has[place, trait, value], by classes of heroes alike in the weighted traits and in where they may
    stand, which comes last."""
    challenge, cp = model.challenge, model.cp
    names, classes = list(challenge.weights), defaultdict(list)

    def class_of(h):
        return (*(challenge.heroes[h][t] for t in names), challenge.may[h])
    for h in model.x:
        classes[class_of(h)].append(h)
    stands = {(p, c): cp.new_bool_var("") for c in classes for p in sorted(c[-1])}
    has = {}
    for p in range(challenge.n):
        here = [c for c in classes if p in c[-1]]
        cp.add_exactly_one(stands[p, c] for c in here)
        for i, t in enumerate(names):
            members = defaultdict(list)
            for c in here:
                members[c[i]].append(stands[p, c])
            for value in {c[i] for c in classes}:
                has[p, t, value] = cp.new_bool_var("")
                cp.add(has[p, t, value] == sum(members[value]))
            cp.add_exactly_one(has[p, t, value] for value in {c[i] for c in classes})
    for c, heroes in classes.items():
        cp.add(sum(stands[p, c] for p in c[-1]) == sum(model.x[h] for h in heroes))
    for p, h in challenge.fixed.items():
        if (p, class_of(h)) in stands:
            cp.add(stands[p, class_of(h)] == 1)
        else:
            cp.add_bool_or([])
    model.stands, model.classes = stands, classes
    return has


def add_match(model, has, trait, edge, gives):
    """gives: by what a trait adds to an edge's match. Where more is never worse only what is too much is
    ruled out."""
    challenge, cp, (a, b) = model.challenge, model.cp, edge
    values = list(model.sizes[trait])
    if trait in challenge.pairs:
        for u, v in itertools.product(values, repeat=2):
            cp.add_bool_or(~has[a, trait, u], ~has[b, trait, v], gives[challenge.match(trait, u, v)])
        return
    shares = gives[challenge.weights[trait]]
    is_upper = challenge.is_monotone and not (challenge.seeks_synergy and not challenge.most_synergy)
    for value in values:
        one, other = has[a, trait, value], has[b, trait, value]
        cp.add_bool_or(~shares, ~one, other)
        cp.add_bool_or(~shares, one, ~other)
        if not is_upper:
            cp.add_bool_or(shares, ~one, ~other)


def add_synergy(model, has, within):
    """within: the most edges that so many places hold; None: not known."""
    challenge, cp = model.challenge, model.cp
    points, same = [], defaultdict(list)
    for edge in challenge.edges:
        exactly = {outcome: cp.new_bool_var("") for outcome in challenge.points}
        cp.add_exactly_one(exactly.values())
        points += [challenge.points[outcome] * v for outcome, v in exactly.items()]
        for i, t in enumerate(challenge.weights):
            gives = {}
            for adds in challenge.adds[t]:
                gives[adds] = cp.new_bool_var("")
                cp.add(gives[adds] == sum(v for outcome, v in exactly.items() if outcome[i] == adds))
            add_match(model, has, t, edge, gives)
            same[t].append(gives[challenge.weights[t]])
    cp.add(sum(points) >= challenge.need)
    for t in challenge.weights if within and not challenge.pairs else ():  # implied
        cp.add(sum(same[t]) <= sum(within[k] * v for of in model.sizes[t].values() for k, v in enumerate(of)))
    return sum(points)


def build(challenge, alive, within=None, places=True):
    """The model of the heroes `alive`. Without places, synergy and who may stand where are left aside."""
    cp = cp_model.CpModel()
    model = Model(challenge, cp, {h: cp.new_bool_var("") for h in alive})
    cp.add(sum(model.x.values()) == challenge.n)
    for h in challenge.fixed.values():
        cp.add(model.x[h] == 1)
    if challenge.unique:
        named = defaultdict(list)
        for h, x in model.x.items():
            named[challenge.heroes[h][challenge.unique]].append(x)
        for xs in named.values():
            cp.add_at_most_one(xs)
    model.sizes = {t: add_sizes(model, lambda h, t=t: challenge.heroes[h][t]) for t in challenge.traits}
    add_rules(model)
    model.objective = sum(challenge.price[h] * v for h, v in model.x.items())
    if places and (challenge.need > 0 or challenge.seeks_synergy):
        points = add_synergy(model, add_places(model), within)
        if challenge.seeks_synergy:
            model.objective = challenge.possible - points if challenge.most_synergy else points
    elif places and challenge.barred:
        add_places(model)
    return model


def party_of(model, solver):
    """Heroes by place."""
    challenge = model.challenge
    chosen = [h for h, x in model.x.items() if solver.boolean_value(x)]
    party = dict(challenge.fixed)
    left = [h for h in chosen if h not in party.values()]
    of_class = {c: [h for h in heroes if h in left] for c, heroes in model.classes.items()}
    for p in range(challenge.n):
        if p not in party and model.stands:
            here = next(c for c in of_class if p in c[-1] and solver.boolean_value(model.stands[p, c]))
            party[p] = of_class[here].pop()
        elif p not in party:
            party[p] = left.pop()
    return [party[p] for p in range(challenge.n)]


class Improvements(cp_model.CpSolverSolutionCallback):
    """CPU seconds of the process to the last better party."""

    def __init__(self):
        super().__init__()
        self.cpu = None

    def on_solution_callback(self):
        self.cpu = time.process_time()


def solve_within(solver, model, cpu_s):
    """Solves for so many CPU seconds of all threads; the status, those to the best, those in all."""
    began, done, seen = time.process_time(), threading.Event(), Improvements()

    def watch():
        while not done.wait(0.05):
            if time.process_time() - began > cpu_s:
                solver.stop_search()
    watcher = threading.Thread(target=watch)
    watcher.start()
    status = solver.solve(model.cp, seen)
    done.set()
    watcher.join()
    return status, None if seen.cpu is None else seen.cpu - began, time.process_time() - began
