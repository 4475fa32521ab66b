"""Party challenges such as designers might write, drawn by a number: a formation (grids, rings, stars, wheels, trees,
graphs, cliques, groups, the paper's), weights and points of synergy, and one to six rules, for the paper's kind of
10,000 heroes. Many have two rules that pull against each other, and some no party. And what skerry answers to them."""

import json
import os
import pathlib
import random
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKERRY = os.environ.get("SKERRY", str(ROOT / "build/release/skerry"))
POOL = ROOT / "configs/party/heroes-10000.csv"
PAPERS = [[0, 1], [1, 2], [3, 4], [4, 5], [5, 6], [7, 8], [8, 9], [0, 3], [0, 4], [1, 4], [1, 5], [2, 5], [2, 6],
          [7, 3], [7, 4], [8, 4], [8, 5], [9, 5], [9, 6]]
FORMATIONS = "grid grid ring star wheel tree rand rand rand clique groups paper paper".split()
TRAITS = ["race", "nation", "religion", "hometown"]
POINTS = [[0, 1, 2, 8, 10, 12, 20, 20, 20], [0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 5, 8, 10, 11, 12, 12, 12, 12],
          [0, 0, 0, 10, 10, 10, 20, 20, 20], [0, 0, 1, 4, 9, 16, 25, 36, 49]]
RULES = "level level level gear rarity distinct distinct same count sumgear exact".split()
RACES = "human elf dwarf orc gnome giant troll".split()
VALUES = {"race": RACES, "nation": "N00 N01 N05 N11 N16".split(), "religion": "G00 G01 G05 G12 G14".split(),
          "hometown": "T000 T001 T018 T065".split()}


def solve(path, out, seconds):
    """What `skerry run --json` says of a config, with its exit code as `rc`; `out` is written and removed."""
    done = subprocess.run([SKERRY, "run", path, "-o", out, "-s", f"run.time_limit_s={seconds}", "--json"],
                          capture_output=True, text=True, check=False)
    out.unlink(missing_ok=True)
    found = json.loads(done.stdout) if done.returncode in (0, 3, 4) else {"reason": done.stderr.strip()}
    return {"best": None, "bound": None, "optimal": False, **found, "rc": done.returncode}


def pairs(n):
    return [[i, j] for i in range(n) for j in range(i + 1, n)]


def grid(rows, columns):
    edges = [[i * columns + j, i * columns + j + 1] for i in range(rows) for j in range(columns - 1)]
    return rows * columns, edges + [[i * columns + j, (i + 1) * columns + j]
                                    for i in range(rows - 1) for j in range(columns)]


def graph(n, rng):
    edges = {tuple(sorted((rng.randrange(i), i))) for i in range(1, n)}
    wanted = min(n * (n - 1) // 2, round(n * rng.uniform(1.2, 2.4)))
    while len(edges) < wanted:
        edges.add(tuple(sorted(rng.sample(range(n), 2))))
    return n, sorted(map(list, edges))


def groups(count, size):
    edges = []
    for group in range(count):
        edges += [[group * size + i, group * size + j] for i, j in pairs(size)]
        if group:
            edges.append([group * size - 1, group * size])
    return count * size, edges


def formation(rng):
    """Its kind, places and edges."""
    kind = rng.choice(FORMATIONS)
    if kind == "grid":
        return kind, grid(*rng.choice([(2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4), (3, 5)]))
    if kind == "groups":
        return kind, groups(*rng.choice([(2, 3), (3, 3), (2, 4), (4, 3), (3, 4), (2, 5)]))
    if kind == "paper":
        return kind, (10, PAPERS)
    least, end = {"ring": (5, 13), "tree": (6, 16), "rand": (6, 17), "clique": (4, 9)}.get(kind, (5, 12))
    n = rng.randrange(least, end)
    if kind == "ring":
        return kind, (n, [[i, (i + 1) % n] for i in range(n)])
    if kind == "star":
        return kind, (n, [[0, i] for i in range(1, n)])
    if kind == "wheel":
        return kind, (n, [[0, i] for i in range(1, n)] + [[i, i % (n - 1) + 1] for i in range(1, n)])
    if kind == "tree":
        return kind, (n, [[rng.randrange(i), i] for i in range(1, n)])
    return kind, (n, pairs(n)) if kind == "clique" else graph(n, rng)


def synergy(rng):
    traits = rng.sample(TRAITS, rng.choice([1, 2, 3, 4, 4]))
    weights = {trait: rng.choice([1, 1, 2, 3]) for trait in traits}
    if rng.random() < 0.4:
        weights = {"race": 3, "nation": 3, "religion": 1, "hometown": 1}
    points = rng.choice(POINTS)
    points = (points + [points[-1]] * 20)[:sum(weights.values()) + 1]
    if points[-1] == 0:
        points[-1] = 5
    return {"weights": weights, "points": points,
            "min": rng.choice([0.3, 0.4, 0.5, 0.5, 0.6, 0.6, 0.7, 0.7, 0.8, 0.9])}


def rule_on_values(kind, n, rng):
    trait = rng.choice(TRAITS)
    if kind == "distinct":
        return ({"distinct": trait, "min": rng.randrange(2, max(3, n * 2 // 3 + 1))} if rng.random() < 0.7 else
                {"distinct": trait, "max": rng.randrange(1, max(2, n // 2))})
    if kind == "same":
        return ({"same": trait, "min": rng.randrange(2, max(3, n * 3 // 4))} if rng.random() < 0.5 else
                {"same": trait, "max": rng.randrange(2, max(3, n // 2 + 1))})
    value, least = rng.choice(VALUES[trait]), rng.randrange(max(1, n // 2) + 1)
    rule = {"count": trait, "value": value}
    if rng.random() < 0.7:
        rule["min"] = max(1, least)
    if "min" not in rule or rng.random() < 0.4:
        rule["max"] = least + rng.randrange(3)
    return rule


def rule(n, rng):
    kind = rng.choice(RULES)
    if kind == "level":
        return {"mean": "level", "min": rng.choice([66, 68, 70, 72, 74, 75, 76, 78, 80, 82])}
    if kind == "gear":
        return ({"mean": "gear", "min": rng.choice([5, 5.5, 6, 6.5, 7])} if rng.random() < 0.6 else
                {"mean": "gear", "max": rng.choice([3, 4, 4.5])})
    if kind == "rarity":
        return ({"sum": "rarity", "max": rng.randrange(n)} if rng.random() < 0.6 else
                {"sum": "rarity", "min": rng.randrange(n, 2 * n)})
    if kind == "sumgear":
        least = round(n * rng.uniform(4, 7))
        return {"sum": "gear", "min": least, "max": least + rng.choice([0, 1, 3])}
    if kind == "exact":
        return {"sum": "level", "exactly": round(n * rng.uniform(66, 78))}
    return rule_on_values(kind, n, rng)


def challenge(number):
    """Its formation's kind, and the config."""
    rng = random.Random(number)
    kind, (n, edges) = formation(rng)
    party = {"heroes": str(POOL), "formation": {"places": n, "edges": edges}, "synergy": synergy(rng),
             "requirements": [rule(n, rng) for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 5]))]}
    if rng.random() < 0.15:
        party["requirements"].append({"any": [rule(n, rng), rule(n, rng)]})
    if rng.random() < 0.15:
        party["unique"] = rng.choice(["hometown", "religion", "nation"]) if n < 9 else "hometown"
    if rng.random() < 0.2:
        party["places"] = [{"places": [rng.randrange(n)], "trait": "race", "values": rng.sample(RACES, 2)}
                           for _ in range(rng.choice([1, 2]))]
    return kind, {"problem": "party", "party": party, "algorithm": "portfolio",
                  "run": {"seed": 1, "islands": 5, "sub_generations": 10}}
