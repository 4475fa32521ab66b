"""`skerry parties`: the cheapest parties that differ, of a shipped challenge and on the command line."""

import json

import pytest

from harness import SOURCE, skerry

TYPE2 = SOURCE / "configs/party/type2.yaml"


def listed(*words, code=0, ranks=0, cwd=None):
    done = skerry("parties", *words, "--json", ranks=ranks, cwd=cwd)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def test_parties_come_in_order_and_differ(tmp_path):
    found = listed(TYPE2, "--solutions", 4, "--apart", 3)
    prices = [one["price"] for one in found["parties"]]
    assert prices == sorted(prices) and prices[0] == 6750 and len(prices) == 4
    sets = [set(one["heroes"]) for one in found["parties"]]
    assert all(len(a - b) >= 3 for a in sets for b in sets if a is not b)
    assert not found["complete"] and not found["stopped"]
    assert listed(TYPE2, "--solutions", 4, "--apart", 3, ranks=2, cwd=tmp_path) == found


def test_squads_with_a_team_rating_are_listed():
    found = listed(SOURCE / "configs/party/squads/my-club.yaml", "--solutions", 2, "--apart", 4)
    assert [one["price"] for one in found["parties"]] == [3200, 3200]


def test_all_within_a_limit_are_complete():
    found = listed(TYPE2, "--within", "0")
    assert found["complete"] and [one["price"] for one in found["parties"]] == [6750]
    text = skerry("parties", TYPE2, "--within", "0").stdout
    assert text.startswith("Party 1: price 6750\n")
    assert text.endswith("Proven: there is no other party within the limit, but for the places.\n")


def test_none_is_proven():
    impossible = ["-s", "party.requirements=[{mean: level, min: 200}]"]
    reason = "mean level >= 200 cannot hold: the most possible is 96.2"
    found = listed(TYPE2, *impossible, code=3)
    assert found["parties"] == [] and found["complete"] and found["reason"] == reason
    assert skerry("parties", TYPE2, *impossible).stdout == f"Proven: there is no party: {reason}.\n"


def test_nothing_is_proven_of_numbers_too_far_apart(tmp_path):
    (tmp_path / "heroes.csv").write_text("id,price,x\n1,1,999999999999999\n" +
                                         "".join(f"{i},1,0.0{i}\n" for i in range(2, 7)))
    (tmp_path / "far.yaml").write_text("problem: party\n"
                                       "party: {heroes: heroes.csv, formation: {places: 2}, excluded: [1],\n"
                                       "  objective: {sum: x, goal: max}}\n"
                                       "algorithm: exact\n")
    done = skerry("parties", "far.yaml", cwd=tmp_path)
    assert done.returncode == 4
    assert done.stdout == "No party is known: the search ended by numbers of too many digits to compare.\n"
    done = skerry("run", "far.yaml", cwd=tmp_path)
    assert done.returncode == 0 and "proven optimal" not in done.stdout + done.stderr
    assert "the search reached a limit of its own" in done.stdout + done.stderr


def test_columns_stay_in_line_beside_a_name_wider_than_its_own(tmp_path):
    names = ["Al", "Wilhelmina of the Vale", "Bo"]
    (tmp_path / "heroes.csv").write_text("id,price,name\n" + "".join(f"{i},{i},{name}\n" for i, name in enumerate(names)))
    (tmp_path / "three.yaml").write_text("problem: party\n"
                                         "party: {heroes: heroes.csv, formation: {places: 3, edges: [[0, 1], [1, 2]],\n"
                                         "  rows: [[0, 1, 2]]}, traits: [name], fixed: {0: 0, 1: 1, 2: 2}}\n"
                                         "algorithm: exact\n")
    lines = skerry("parties", "three.yaml", cwd=tmp_path).stdout.splitlines()
    assert lines[1] == "[0] #0 fixed        --0--  [1] #1 fixed        --0--  [2] #2 fixed"
    assert lines[2] == "Al                         Wilhelmina of the Vale     Bo"


def test_several_rules_are_named():
    rules = ["-s", "party.requirements=[{count: race, value: elf, min: 6}, {count: race, value: dwarf, min: 5}]"]
    reason = ("at least 6 with race elf; and at least 5 with race dwarf cannot hold together in 10 places")
    assert listed(TYPE2, *rules, "-s", "party.synergy.min=0", code=3)["reason"] == reason


def test_a_list_with_parties_has_no_reason():
    assert "reason" not in listed(TYPE2, "--within", "0")


@pytest.mark.parametrize("option", ["-k", "--solutions"])
def test_options_may_come_before_the_config(option):
    assert len(listed(option, "1", "-t", "60", "--apart", "2", TYPE2)["parties"]) == 1


def test_an_end_without_proof_says_so():
    found = listed(TYPE2, "-t", "0.000001", code=4)
    assert found["stopped"] and not found["complete"] and not found["parties"]


@pytest.mark.parametrize("words, said", [
    (["--apart", "11"], "--apart: '11' (expected: a whole number in 1..10)"),
    (["--solutions", "0"], "--solutions: '0' (expected: a whole number in 1.."),
    (["--within", "some"], "--within: 'some' (expected: a number >= 0, or a percentage as 5%)"),
    (["-t", "-1"], "--time-limit: '-1' (expected: a number > 0, in seconds)"),
    (["-s", "party.objective={measure: synergy}"], "party.objective: parties are listed by a sum")])
def test_mistakes_are_one_line(words, said):
    done = skerry("parties", TYPE2, *words)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout
    assert said in done.stderr
