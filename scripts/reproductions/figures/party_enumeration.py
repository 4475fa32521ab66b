"""The party paper's V.E: the genetic algorithm against enumeration, by count, by complete
enumeration of pools small enough, and by sampling as many solutions as the paper would enumerate.
"""

import csv
import itertools
import math
import random
import time

import numpy as np
import yaml
from common import curves, results, run, scratch, write_table
from party import CONFIGS, METHODS, TYPES, challenge_of, read_heroes

PLACES = 5
EDGES = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 2]]
WEIGHTS = {"race": 2, "nation": 2, "religion": 1}
POINTS = [0, 1, 4, 6, 8, 10]
POOLS, QUICK_POOLS = [20, 30, 40, 50], [12, 16]
SAMPLES, QUICK_SAMPLES = 100_000, 200


def challenge(heroes, path):
    """A challenge on a random part of the shipped pool: every rule of the paper's, few traits."""
    chosen = random.Random(heroes).sample(
        sorted(read_heroes(CONFIGS / "heroes-10000.csv").items()), heroes)
    rows = [{**row, "nation": f"N{int(row['nation'][1:]) % 4}",
             "religion": f"G{int(row['religion'][1:]) % 4}"} for _, row in chosen]
    pool = path.with_suffix(".csv")
    with open(pool, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    keys = {"heroes": str(pool), "formation": {"places": PLACES, "edges": EDGES},
            "synergy": {"weights": WEIGHTS, "points": POINTS, "min": 0.5},
            "requirements": [{"mean": "level", "min": 60},
                             {"distinct": "religion", "min": 3}]}
    path.write_text(yaml.safe_dump({"problem": "party", "party": keys, "algorithm": "exact",
                                    "run": {"islands": 1}}), encoding="utf-8")
    return rows


def enumerate_parties(heroes):
    """(The least price, or None; parties with their placements looked at)."""
    def column(name):
        return np.array([float(hero[name]) for hero in heroes])

    match = sum(weight * np.equal.outer(*2 * [np.array([hero[trait] for hero in heroes])])
                for trait, weight in WEIGHTS.items())
    points = np.array(POINTS)[match]
    level, price = column("level"), column("price")
    religion = np.unique([hero["religion"] for hero in heroes], return_inverse=True)[1]
    placements = np.array(list(itertools.permutations(range(PLACES))))
    needed, best, seen = 0.5 * max(POINTS) * len(EDGES), math.inf, 0
    combinations = itertools.combinations(range(len(heroes)), PLACES)
    while block := list(itertools.islice(combinations, 20_000)):
        party = np.array(block)
        seen += len(party) * len(placements)
        synergy = np.zeros((len(party), len(placements)), int)
        for a, b in EDGES:
            synergy += points[party[:, placements[:, a]], party[:, placements[:, b]]]
        kinds = np.zeros((len(party), religion.max() + 1), bool)
        np.put_along_axis(kinds, religion[party], True, axis=1)
        good = ((synergy.max(axis=1) >= needed) & (level[party].sum(axis=1) >= 60 * PLACES)
                & (kinds.sum(axis=1) >= 3))
        best = min(best, price[party].sum(axis=1)[good].min(initial=math.inf))
    return best if best < math.inf else None, seen


def by_count():
    """Rows of candidates by the size of the pool."""
    return [[f"{heroes:,}", f"{math.comb(heroes, 10):.2e}", f"{math.perm(heroes, 10):.2e}"]
            for heroes in (10_000, 100_000, 1_000_000)]


def by_run(options):
    """Rows of the small pools: enumeration, exact and ga on the same challenge."""
    rows = []
    for heroes in QUICK_POOLS if options.quick else POOLS:
        path = scratch(f"enumeration-{heroes}.yaml")
        pool = challenge(heroes, path)
        start = time.process_time()
        best, seen = enumerate_parties(pool)
        cpu = time.process_time() - start
        exact, exact_cpu = run(path, scratch(f"enumeration-{heroes}-exact.h5"))
        ga, ga_cpu = run(path, scratch(f"enumeration-{heroes}-ga.h5"),
                         ["algorithm=ga", "run.epochs=3", "run.proof_s=0"])
        if best != exact["best"] or not (exact["optimal"] or exact["infeasible"]):
            raise SystemExit(f"{path}: enumeration finds {best}, exact {exact['best']}")
        rows.append([heroes, f"{seen:,}", "none" if best is None else f"{best:,.0f}",
                     f"{ga['best']:,.0f}" if ga["best"] is not None else "none", f"{cpu:.2f}",
                     f"{exact_cpu:.2f}", f"{ga_cpu:.2f}"])
    return rows


def by_sample(options):
    """Rows of the paper's types: the best of many constructions, and when its algorithms are as
    good."""
    samples, runs = (QUICK_SAMPLES, 2) if options.quick else (SAMPLES, 50)
    rows = []
    for kind in TYPES:
        words = challenge_of(kind)
        sample, cpu = run(CONFIGS / "vanilla.yaml", scratch(f"sample-{kind}.h5"),
                          [*words, "algorithm=random", "run.epochs=~", "run.replicas=1", "run.proof_s=0",
                           f"run.max_evaluations={samples}"])
        for method, name in METHODS.items():
            path = scratch(f"sample-{kind}-{method}.h5")
            _, ga_cpu = run(CONFIGS / f"{method}.yaml", path, [*words, f"run.replicas={runs}"])
            found = curves(path)
            best = np.fmin.accumulate(np.nanmin(found["best"], axis=2), axis=1)
            evaluations = found["evaluations"].sum(axis=2)
            reached = best <= sample["best"]
            taken = [evaluations[r][reached[r]].min() for r in range(runs) if reached[r].any()]
            rows.append([kind.replace("type", "Type "), f"{samples:,}", f"{sample['best']:,.0f}",
                         f"{cpu:.1f}", name, f"{len(taken)} of {runs}",
                         f"{np.median(taken):,.0f}" if taken else "-", f"{ga_cpu / runs:.2f}"])
    return rows


def table(header, rows):
    """Lines of a Markdown table."""
    return ["| " + " | ".join(map(str, row)) + " |"
            for row in (header, ["---"] * len(header), *rows)]


def enumeration(options):
    """V.E: the genetic algorithm instead of enumeration."""
    small = by_run(options)
    sampled = by_sample(options)
    write_table(results("party") / "enumeration.md", "The genetic algorithm against enumeration (V.E)",
                ["heroes", "parties of 10", "with their placements"], by_count(),
                ["Complete enumeration of small pools, five places, six edges, a mean, a number of "
                 "different values and synergy; every party in every placement is looked at. The "
                 "optimum is that of `exact` as well, which proves it; `ga` runs for three epochs. "
                 "CPU seconds, start-up included.", "",
                 *table(["heroes", "placements looked at", "optimum", "best of ga",
                         "enumeration s", "exact s", "ga s"], small), "",
                 "The paper would enumerate a few hundred thousand solutions. Here as many are "
                 "constructed by Algorithm 1, and their best is compared with the runs of the "
                 "paper's algorithms: how many of them become as good, and after how many "
                 "evaluations (median of these).", "",
                 *table(["challenge", "constructions", "their best", "CPU s", "algorithm",
                         "runs as good", "evaluations", "CPU s a run"], sampled)])


FIGURES = {"party-enumeration": enumeration}
