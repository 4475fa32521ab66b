"""`skerry disjoint`: a party for each of several challenges, no hero in two of them."""

import json

import pytest

from harness import SOURCE, skerry

TYPE2 = SOURCE / "configs/party/type2.yaml"
DESIGNERS = [SOURCE / "configs/party/designers" / f"{name}.yaml"
             for name in ("01-first-quest", "02-elven-council", "03-no-two-alike")]


def solved(*words, code=0, ranks=0, cwd=None):
    done = skerry("disjoint", *words, "--json", ranks=ranks, cwd=cwd)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def test_no_hero_is_in_two_parties(tmp_path):
    found = solved(TYPE2, TYPE2, TYPE2)
    assert found["proven"] and found["price"] == found["bound"] == sum(one["price"] for one in found["parties"])
    heroes = [hero for one in found["parties"] for hero in one["heroes"]]
    assert len(heroes) == len(set(heroes)) == 30
    # The cheapest party costs 6750; without its heroes none does.
    assert sorted(one["price"] for one in found["parties"])[0] >= 6750 and found["price"] > 3 * 6750
    assert solved(TYPE2, TYPE2, ranks=2, cwd=tmp_path) == solved(TYPE2, TYPE2)


def test_each_challenge_keeps_its_rules(tmp_path):
    found = solved(*DESIGNERS)
    assert found["proven"]
    for one in found["parties"]:
        start = tmp_path / "start.csv"
        start.write_text(",".join(map(str, one["heroes"])) + "\n")
        result = tmp_path / "result.h5"
        done = skerry("run", one["config"], "-s", f"run.start={start}", "-s", "algorithm=ga", "-s", "run.epochs=1",
                      "-s", "run.time_limit_s=null", "-s", "run.proof_s=0", "-o", result)
        assert done.returncode == 0 and "left out" not in done.stderr
        result.unlink()


def test_more_places_than_heroes(tmp_path):
    """Which no challenge knows by itself, and subproblems do not in minutes."""
    rows = ["52,r,x,96,7", "96,r,v,97,50", "91,p,w,64,150", "97,q,u,18,150", "33,r,x,19,50", "68,p,v,9,50",
            "31,p,v,9,50", "81,r,u,5,9"]
    (tmp_path / "heroes.csv").write_text("\n".join(["id,a,b,level,price", *rows]) + "\n")
    rules = {"a": ["chemistry: {traits: {a: {2: 1}}, cap: 3}", "fixed: {0: 91}"],
             "b": ["synergy: {weights: {a: 3}, pairs: [{trait: a, values: [q, r], weight: 4}], points: [0, 0, 4, 19], "
                   "min: 0.1}", "requirements: [{rating: level, min: 59}, {rating: level, max: 64}]"],
             "c": ["chemistry: {traits: {a: {2: 1, 3: 2}, b: {2: 1, 3: 2}}}"]}
    for name, lines in rules.items():
        (tmp_path / f"{name}.yaml").write_text("\n  ".join(
            ["problem: party\nalgorithm: exact\nparty:", "heroes: heroes.csv",
             "formation: {places: 3, edges: [[0, 1]]}", *lines]) + "\n")
    words = [tmp_path / f"{name}.yaml" for name in rules]
    found = solved(*words, "-t", "5", code=3)
    assert found["proven"] and not found["parties"] and "reason" not in found
    done = skerry("disjoint", *words)
    assert done.returncode == 3 and "Proven: each challenge has a party, but all together have none" in done.stdout
    done = skerry("disjoint", *words, "-t", "1e-6")
    assert done.returncode == 3
    assert "Proven: it is open whether each challenge has a party, but all together have none" in done.stdout
    (tmp_path / "c.yaml").write_text((tmp_path / "c.yaml").read_text() + "  budget: 0\n")
    assert solved(*words, code=3)["reason"].startswith("price <= 0 cannot hold")
    (tmp_path / "c.yaml").write_text("")
    assert solved(*words[:2])["proven"]


def test_text_says_what_is_proven():
    text = skerry("disjoint", *DESIGNERS).stdout
    assert text.count(".yaml: price ") == 3 and text.rstrip().endswith("Proven: no such parties cost less.")


def test_squads_with_a_team_rating():
    squads = SOURCE / "configs/party/squads"
    found = solved(squads / "my-club.yaml", squads / "ten-thousand.yaml", "-s", "party.objective=null",
                   "-s", "party.budget=null")
    assert found["parties"] and found["bound"] <= found["price"]


def test_a_challenge_without_a_party_is_named():
    impossible = ["-s", "party.requirements=[{mean: level, min: 200}]"]
    found = solved(TYPE2, TYPE2, *impossible, code=3)
    assert found["proven"] and not found["parties"]
    assert found["reason"] == "mean level >= 200 cannot hold: the most possible is 96.2"
    text = skerry("disjoint", TYPE2, TYPE2, *impossible).stdout
    assert text == f"Proven: there is no party for {TYPE2}: {found['reason']}.\n"


def test_parties_that_exist_only_apart(tmp_path):
    heroes = tmp_path / "heroes.csv"
    heroes.write_text("id,price,race\n" + "".join(f"{i},{i},{'elf' if i < 4 else 'orc'}\n" for i in range(1, 9)))
    config = tmp_path / "elves.yaml"
    config.write_text("""problem: party
party:
  heroes: heroes.csv
  formation: {places: 3, edges: [[0, 1]]}
  synergy: {weights: {race: 1}, points: [0, 1], min: 0}
  requirements: [{count: race, value: elf, min: 2}]
algorithm: exact
""")
    found = solved(config, config, code=3)
    assert found["proven"] and "reason" not in found
    assert skerry("disjoint", config, config).stdout.startswith("Proven: each challenge has a party, but all together")
    one = solved(config, config, "-s", "party.requirements=[{count: race, value: elf, min: 1}]")
    assert one["proven"] and one["price"] == 1 + 2 + 3 + 4 + 5 + 6


@pytest.mark.parametrize("words, said", [
    ([TYPE2], "1 config (expected: 2 to 16)"),
    ([TYPE2, SOURCE / "configs/party/squads/hybrid.yaml"], "party.heroes: another pool than that of"),
    ([TYPE2, TYPE2, "-s", "party.objective={mean: level, goal: max}"], "solved for the lowest price"),
    ([TYPE2, SOURCE / "configs/sliding/mixed.yaml"], "problem sliding has no command 'disjoint'"),
    ([TYPE2, TYPE2, "-t", "-1"], "--time-limit: '-1'"),
    ([TYPE2, "none.yaml"], "none.yaml")])
def test_mistakes_are_one_line(words, said):
    done = skerry("disjoint", *words)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout, done.stderr
    assert said in done.stderr
