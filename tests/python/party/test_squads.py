"""Squad building challenges: those shipped, and small ones that are proven at once."""

import json
import re
import subprocess

import harness
import pytest
from harness import SOURCE

SQUADS = SOURCE / "configs/party/squads"
SMALL = """# A small squad.
problem: party
party:
  heroes: players.csv
  unique: name
  formation: {places: 11}
  chemistry:
    traits: {club: {2: 1, 4: 2, 7: 3}, league: {3: 1, 5: 2, 8: 3}, nation: {2: 1, 5: 2, 8: 3}}
    cap: 3
  requirements:
    - {rating: rating, min: 68}
    - {chemistry: total, min: 20}
algorithm: exact
"""


def skerry(*words, code=0, ranks=0, scratch=None):
    done = harness.skerry(*words, ranks=ranks, scratch=scratch)
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.fixture(name="small")
def small_challenge(tmp_path):
    pool = subprocess.run([SOURCE / "scripts/squad-pool", "--players", "200"], check=True,
                          capture_output=True, text=True).stdout
    (tmp_path / "players.csv").write_text(pool)
    (tmp_path / "small.yaml").write_text(SMALL)
    return tmp_path / "small.yaml"


def solve(config, tmp_path, *settings, ranks=0, code=0):
    file = tmp_path / "out.h5"
    done = skerry("run", config, "-o", file, "--quiet", "--json", *settings, ranks=ranks, code=code,
                  scratch=tmp_path / "scratch")
    return json.loads(done.stdout), file


def test_shipped_pool_is_that_of_seed_1():
    pool = subprocess.run([SOURCE / "scripts/squad-pool", "--players", "20000"], check=True, capture_output=True,
                          text=True)
    assert pool.stdout == (SQUADS / "players-20000.csv").read_text()


def test_shipped_squad_is_found_drawn_and_verified(tmp_path):
    result, file = solve(SQUADS / "league-night.yaml", tmp_path, "-s", "algorithm=ga", "-s", "run.epochs=1",
                         "-s", "run.sub_generations=2", "-s", "run.proof_s=0", "-s", "run.time_limit_s=~")
    assert result["best"] < 6000
    report = skerry("verify", "--all", file).stdout
    for rule in ["no name twice", "chemistry total is", "rating rating is 80: at least 80"]:
        assert rule in report
    assert "WRONG" not in report
    drawn = skerry("show", file).stdout
    for line in ["team rating of rating >= 80", "chemistry >= 26", "at most 1 of the same name", "chemistry 3"]:
        assert line in drawn


# The others take seconds to minutes of computing, or are not proven (the island's README).
@pytest.mark.parametrize("name, best", [("ten-thousand", 937 / 11), ("my-club", 3200), ("hybrid", 4750),
                                        ("five-a-side", 1850)])
def test_shipped_squad_is_proven(name, best, tmp_path):
    result, _ = solve(SQUADS / f"{name}.yaml", tmp_path, "-s", "run.time_limit_s=~")
    assert result["optimal"] and result["best"] == pytest.approx(best)


def test_a_player_out_of_position_makes_a_squad_cheaper(tmp_path):
    squad = SQUADS / "five-a-side.yaml"
    result, file = solve(squad, tmp_path, "-s", "run.time_limit_s=~")
    drawn = skerry("show", file).stdout
    assert drawn.count("out of position") == 1
    assert re.search("^place 1: position CB +0 of 1 in position$", drawn, re.M)
    report = skerry("verify", "--all", file).stdout
    assert "1 hero is out of position" in report and "WRONG" not in report
    rules = re.sub(", otherwise: unlinked", "", squad.read_text())
    (tmp_path / "barred.yaml").write_text(rules.replace("players-20000.csv", str(SQUADS / "players-20000.csv")))
    barred, _ = solve(tmp_path / "barred.yaml", tmp_path, "-s", "run.time_limit_s=~")
    assert (result["best"], barred["best"]) == (1850, 2000) and barred["optimal"]


def test_squads_out_of_position_go_by_ids(tmp_path):
    squad = SQUADS / "five-a-side.yaml"
    found = json.loads(skerry("parties", squad, "--solutions", "2", "--apart", "5", "--json").stdout)
    first, other = (party["heroes"] for party in found["parties"])
    assert not set(first) & set(other)
    (tmp_path / "start.csv").write_text(", ".join(map(str, first)))
    words = ["-s", f"run.start={tmp_path / 'start.csv'}", "-s", "algorithm=ga", "-s", "run.epochs=1",
             "-s", "run.sub_generations=1", "-s", "run.proof_s=0"]
    assert solve(squad, tmp_path, *words)[0]["best"] <= found["parties"][0]["price"]
    fixed, _ = solve(squad, tmp_path, "-s", f"party.fixed={{1: {first[1]}}}", "-s", "run.time_limit_s=~")
    assert fixed["best"] == 1850
    excluded, _ = solve(squad, tmp_path, "-s", f"party.excluded=[{first[1]}]", "-s", "run.time_limit_s=~")
    assert excluded["best"] > 1850


def test_ranks_agree_on_a_proven_squad(small, tmp_path):
    answers = [solve(small, tmp_path, "-s", "run.islands=3", ranks=ranks)[0] for ranks in (0, 2, 3)]
    assert answers[0]["optimal"] and answers[0]["best"] == answers[0]["bound"]
    for answer in answers[1:]:
        assert [answer[key] for key in ("best", "bound", "optimal", "solutions")] == \
            [answers[0][key] for key in ("best", "bound", "optimal", "solutions")]


def test_contradiction_is_named(small, tmp_path):
    result, _ = solve(small, tmp_path, "-s", "party.requirements=[{chemistry: total, min: 34}]", code=3)
    assert result["replica"][0]["reason"] == "chemistry >= 34 cannot hold in 11 places"
    rating, _ = solve(small, tmp_path, "-s", "party.requirements=[{rating: rating, min: 99}]", code=3)
    assert re.fullmatch(r"team rating of rating >= 99 cannot hold: the most possible is (\d+)",
                        rating["replica"][0]["reason"])
    most = int(rating["replica"][0]["reason"].split()[-1])
    solve(small, tmp_path, "-s", f"party.requirements=[{{rating: rating, min: {most}}}]", "-s", "party.unique=~")
    rating, _ = solve(small, tmp_path, "-s", "party.requirements=[{rating: rating, max: 1}]", code=3)
    assert "team rating of rating <= 1 cannot hold: the least possible is " in rating["replica"][0]["reason"]
    both, _ = solve(small, tmp_path, "-s", "party.requirements=[{chemistry: least, min: 3}, {same: club, max: 1}, "
                    "{same: nation, max: 1}, {same: league, max: 7}]", code=3)
    assert both["replica"][0]["reason"].startswith("chemistry of each hero >= 3; ")


@pytest.mark.parametrize("setting, words", [
    ("party.unique=nmae", "players.csv has no column 'nmae'; did you mean 'name'?"),
    ("party.chemistry.traits={club: {none: 1}}",
     "party.chemistry.traits.club.none: 'none' is not a number of heroes from 1 to 64"),
    ("party.requirements=[{chemistry: all, min: 3}]",
     "party.requirements[0].chemistry: no chemistry 'all' (expected: total or least)"),
    ("party.places=[{places: [0], trait: position, values: [GK], separator: /, otherwise: unlinkd}]",
     "party.places[0].otherwise: 'unlinkd'"),
    ("party.requirements=[{sum: rating, min: 3, in_position: true}]",
     "party.requirements[0].in_position: everyone is in position"),
    ("party.requirements=[{rating: rating, min: 3, in_position: true}]",
     "party.requirements[0].in_position: only sum and count can be of heroes in position"),
    ("party.requirements=[{rating: name, min: 3}]", "players.csv:2: name: 'P00000' is not a number"),
])
def test_bad_input_is_one_line(small, setting, words):
    error = skerry("check", small, "-s", setting, code=2).stderr
    assert words in error and error.count("\n") == 1


def test_pairs_do_not_name_heroes_out_of_position(tmp_path):
    (tmp_path / "heroes.csv").write_text("id,race,pos,price\n1,elf,T,5\n2,orc,H,3\n3,elf,H,4\n4,orc,T,9\n")
    config = tmp_path / "c.yaml"
    config.write_text("""problem: party
party:
  heroes: heroes.csv
  formation: {places: 2, edges: [[0, 1]]}
  synergy:
    weights: {race: 1}
    pairs: [{trait: race, values: [elf, out of position], weight: 2}]
    points: [0, 1, 2]
    min: 0.1
  places: [{places: [0], trait: pos, values: [T], otherwise: unlinked}]
algorithm: exact
""")
    words = skerry("check", config, code=2).stderr
    assert words == (f"skerry: {config}:7: party.synergy.pairs[0].values: no hero's race is 'out of position'; "
                     "it has: elf, orc\n")


def test_no_program_is_written(small):
    error = skerry("export", small, "-f", "lp", code=2).stderr
    assert "a party with chemistry or a team rating cannot be exported" in error
