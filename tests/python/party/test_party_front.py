"""Several objectives: the Pareto front of moea, against looking at every party."""

import itertools
import random

import h5py
import pytest
from harness import differences, run, skerry

PLACES, EDGES = 4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
WEIGHTS, POINTS = {"race": 2, "nation": 1}, [0, 1, 3, 5]


def pool(seed, heroes=11):
    rng = random.Random(seed)
    return [{"id": i + 1, "race": rng.choice("abc"), "nation": rng.choice("xyzw"),
             "level": rng.randint(40, 99), "price": 50 * rng.randint(1, 40)}
            for i in range(heroes)]


def config_of(seed, folder, objectives):
    heroes = pool(seed)
    rows = "\n".join(",".join(str(value) for value in hero.values()) for hero in heroes)
    (folder / "heroes.csv").write_text(f"id,race,nation,level,price\n{rows}\n")
    path = folder / "front.yaml"
    path.write_text(f"""
problem: party
party:
  heroes: heroes.csv
  formation: {{places: {PLACES}, edges: {[list(edge) for edge in EDGES]}}}
  synergy: {{weights: {WEIGHTS}, points: {POINTS}}}
  guided: false
  requirements:
    - {{distinct: nation, min: 2}}
    - {{mean: level, min: 60}}
  objectives:
    - {objectives[0]}
    - {objectives[1]}
algorithm: moea
moea: {{population: 80, elite: 40, crossover: 0.5, mutation: 0.3, local_search: 0.2, archive: front}}
run: {{seed: {seed}, islands: 3, epochs: 10, proof_s: 0}}
output: {{solutions: 500}}
""".replace("'", ""))
    return path, heroes


def points_of(party):
    """Synergy's points of a party in its places."""
    return sum(POINTS[sum(weight for trait, weight in WEIGHTS.items()
                          if party[a][trait] == party[b][trait])] for a, b in EDGES)


VALUES = {"{measure: synergy}": lambda p: points_of(p) / (max(POINTS) * len(EDGES)),
          "{mean: level}": lambda p: sum(hero["level"] for hero in p) / PLACES,
          "{count: race, value: a, goal: min}":
              lambda p: -sum(hero["race"] == "a" for hero in p)}


def best_first(vectors):
    """The nondominated ones of vectors that are to be minimised, rising."""
    vectors = sorted(set(vectors))
    return [v for v in vectors
            if not any(all(x <= y for x, y in zip(other, v)) and other != v
                       for other in vectors)]


def true_front(heroes, objectives):
    found = set()
    for party in itertools.permutations(heroes, PLACES):
        if (len({hero["nation"] for hero in party}) < 2
                or sum(hero["level"] for hero in party) < 60 * PLACES):
            continue
        found.add((sum(hero["price"] for hero in party),
                   *(round(-VALUES[name](party), 9) for name in objectives)))
    return best_first(found)


def recorded(output):
    """The objectives of a front as vectors that are to be minimised."""
    with h5py.File(output) as file:
        assert file["solutions"].attrs["kind"] == "front"
        goals = [1 if goal.decode().startswith("min") else -1
                 for goal in file["solutions/objective_goal"][()]]
        return [tuple(round(float(goal * value), 9) for goal, value in zip(goals, row))
                for row in file["solutions/objectives"][()]]


def test_small_fronts_are_the_true_ones(tmp_path):
    names, whole = list(VALUES), 0
    for seed in range(1, 13):
        objectives = [names[0], names[1 + seed % 2]]
        path, heroes = config_of(seed, tmp_path, objectives)
        output = tmp_path / f"{seed}.h5"
        run(path, output)
        rows, front = recorded(output), true_front(heroes, objectives)
        assert [row[0] for row in rows] == sorted(row[0] for row in rows)
        assert best_first(rows) == sorted(rows)
        assert all(any(all(x <= y for x, y in zip(best, row)) for best in front)
                   for row in rows)
        assert len(set(rows) & set(front)) >= 0.8 * len(front)
        whole += sorted(rows) == front
        assert skerry("verify", output).returncode == 0
    assert whole >= 10  # the search is a heuristic


def test_the_same_front_on_any_number_of_ranks_and_resumed(tmp_path):
    path, _ = config_of(3, tmp_path, list(VALUES)[:2])
    for ranks in (0, 2, 3):
        run(path, tmp_path / f"{ranks}.h5", ranks=ranks)
    assert differences(tmp_path / "0.h5", tmp_path / "2.h5") == []
    assert differences(tmp_path / "0.h5", tmp_path / "3.h5") == []
    part = tmp_path / "part.h5"
    run(path, part, "-s", "run.epochs=2")
    run(path, part, "--resume")
    assert differences(tmp_path / "0.h5", part) == []


def test_what_is_shown_of_a_front(tmp_path):
    path, _ = config_of(5, tmp_path, list(VALUES)[:2])
    output = tmp_path / "front.h5"
    run(path, output)
    shown = skerry("show", output).stdout
    assert f"{len(recorded(output))} nondominated solutions" in shown
    assert ["#", "price", "synergy", "mean", "level", "replica", "island",
            "generation"] in map(str.split, shown.splitlines())
    assert "ok no other solution is as good" in skerry("verify", output, "--all").stdout


def test_a_dominated_solution_is_found_out(tmp_path):
    """The best by price, called a front."""
    path, _ = config_of(5, tmp_path, list(VALUES)[:2])
    output = tmp_path / "best.h5"
    run(path, output, "-s", "moea.archive=best")
    assert "as good in every" not in skerry("verify", output, "--all").stdout
    with h5py.File(output, "r+") as file:  # this drops the seal behind the data
        del file["solutions"].attrs["kind"]
        file["solutions"].attrs["kind"] = "front"
    done = skerry("verify", output)
    assert done.returncode == 1
    assert "is as good in every objective" in done.stdout and "are wrong" in done.stderr


@pytest.mark.parametrize("objective, message", [
    ("{measure: price}", "the price is the first objective already"),
    ("{measure: synnergy}", "no measure 'synnergy'"),
    ("{mean: level, measure: synergy}", "measure excludes"),
    ("{mean: levl}", "levl"),
    ("{mean: level, goal: most}", "goal")])
def test_bad_objectives(objective, message, tmp_path):
    path, _ = config_of(1, tmp_path, [objective, "{mean: level}"])
    done = run(path, tmp_path / "bad.h5", ok=False)
    assert done.returncode == 2 and message in done.stderr
    assert "party.objectives[0]" in done.stderr


def test_a_front_shares_no_archipelago(tmp_path):
    path, _ = config_of(1, tmp_path, list(VALUES)[:2])
    text = path.read_text().replace("algorithm: moea", "islands: [{algorithm: moea, count: 1},"
                                    " {algorithm: random, count: 2}]").replace("islands: 3, ", "")
    path.write_text(text)
    done = run(path, tmp_path / "mixed.h5", ok=False)
    assert done.returncode == 2 and "keeps a Pareto front" in done.stderr
