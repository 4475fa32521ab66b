"""Every shipped party config says what it means; some are run, checked and read again."""

import json
import os
import random
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(os.environ.get("SKERRY_SOURCE", Path(__file__).parents[3]))
SKERRY = os.environ.get("SKERRY", SOURCE / "build/release/skerry")
PARTY = SOURCE / "configs/party"
CONFIGS = sorted(path for path in PARTY.rglob("*.yaml") if path.parent.name != "benchmark")


def skerry(*args, code=0):
    done = subprocess.run([SKERRY, *map(str, args)], capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def run(config, tmp_path, *args, code=0):
    file = tmp_path / "party.h5"
    done = skerry("run", PARTY / config, "-o", file, "--quiet", "--json", *args, code=code)
    return json.loads(done.stdout), file


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_config_loads(config):
    assert len(CONFIGS) >= 28
    assert config.read_text().startswith("# ")
    skerry("check", config)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_the_converter_of_the_readme_reads_what_spreadsheets_write(encoding, tmp_path):
    readme = (SOURCE / "islands/party/load/README.md").read_text()
    command, = (block.split("```")[0] for block in readme.split("```sh\n") if "export.csv" in block)
    rows = ['"id";"price";"name";"level"', '1;2,5;"Zoë; the ""Red""";-3,25', '2;1.234;1,2,3;4']
    (tmp_path / "export.csv").write_bytes("".join(row + "\r\n" for row in rows).encode(encoding))
    subprocess.run(["bash", "-c", command], cwd=tmp_path, check=True)
    assert (tmp_path / "heroes.csv").read_text(encoding="utf-8").splitlines() == [
        "id,price,name,level", '1,2.5,"Zoë; the ""Red""",-3.25', '2,1.234,"1,2,3",4']


@pytest.mark.parametrize("name", ["07-old-guard", "18-ring-of-six",
                                  "19-captain-and-star"])
def test_challenge_is_solved_and_verified(name, tmp_path):
    result, file = run(f"designers/{name}.yaml", tmp_path, "-s", "run.epochs=2",
                       "-s", "run.sub_generations=5")
    assert result["status"] == "finished" and result["best"] is not None
    assert "WRONG" not in skerry("verify", file).stdout
    drawn = result["solutions"][0]["text"]
    assert "edges  " in drawn and "to spare" in drawn and "BROKEN" not in drawn


def test_what_is_to_spare_is_of_the_bounds_as_given(tmp_path):
    """Not of those that searches relax by the numbers of the whole pool: 0.02 too much here."""
    (tmp_path / "heroes.csv").write_text("id,price,gold\n1,1,100.5\n2,2,200.25\n3,9,10000000000\n")
    config = tmp_path / "exact.yaml"
    config.write_text("problem: party\nalgorithm: exact\nparty:\n  heroes: heroes.csv\n"
                      "  formation: {places: 2, edges: []}\n  requirements:\n"
                      "    - {sum: gold, min: 300.75}\n    - {mean: gold, min: 150}\n")
    result, _ = run(config, tmp_path)
    rules = [line.split() for line in result["solutions"][0]["text"].splitlines() if "spare" in line]
    assert [line[4:6] for line in rules] == [["300.75", "0"], ["150.375", "0.375"]]


def test_type_2_reaches_the_known_optimum(tmp_path):
    result, _ = run("type2.yaml", tmp_path, "-s", "run.target=6750")
    assert result["best"] == 6750


def test_weights_of_pairs_make_a_cheaper_party(tmp_path):
    result, file = run("pairs.yaml", tmp_path, "-s", "algorithm=exact", "-s", "run.epochs=~")
    assert result["best"] == result["bound"] == 6200
    assert "WRONG" not in skerry("verify", file).stdout
    done = skerry("export", PARTY / "pairs.yaml", "-f", "lp", code=2)
    assert "party.synergy.pairs" in done.stderr and done.stderr.count("\n") == 1


def test_strongest_party_within_a_budget(tmp_path):
    result, file = run("objectives/budget.yaml", tmp_path, "-s", "run.epochs=2", "-s", "run.proof_s=1")
    assert 74 < result["best"] <= result["bound"]
    drawn = result["solutions"][0]["text"]
    for line in ["mean level  ", "price <= 6500", "places 0, 1, 2: race dwarf or gnome        3 of 3",
                 "places 7, 8, 9: level >= 78                3 of 3"]:
        assert line in drawn
    assert "WRONG" not in skerry("verify", "--all", file).stdout
    done = skerry("export", PARTY / "objectives/budget.yaml", "-f", "lp", code=2)
    assert "party.places: a party with rules for places cannot be exported" in done.stderr


def test_objectives_read_as_given(tmp_path):
    """The same search as for the least price, which is not negative and not turned around."""
    most, _ = run("objectives/budget.yaml", tmp_path, "-s", "algorithm=exact", "-s", "run.epochs=~", "-s", "party.budget=~",
                  "-s", "party.objective={count: race, value: dwarf}")
    assert most["best"] == most["bound"] == 10 and most["optimal"]


@pytest.mark.parametrize("seed", range(6))
def test_a_bound_on_a_mean_is_rounded_as_the_mean_is(tmp_path, seed):
    draw = random.Random(seed)
    heroes = [f"{i},{i},{'ab'[i % 2]},{draw.choice(['', '-'])}0.{draw.randint(0, 9)}" for i in range(9)]
    (tmp_path / "heroes.csv").write_text("\n".join(["id,price,race,gain", *heroes]) + "\n")
    (tmp_path / "means.yaml").write_text(f"""problem: party
party:
  heroes: heroes.csv
  formation: {{places: 3}}
  requirements: [{{count: race, value: a, min: 2}}]
  objective: {{mean: gain, goal: {draw.choice(["min", "max"])}}}
algorithm: ga
run: {{islands: 1, epochs: 1}}
""")
    result, file = run(tmp_path / "means.yaml", tmp_path)
    assert result["optimal"] and result["best"] == result["bound"]
    skerry("verify", file)


def test_a_mean_is_the_decimal_that_it_reads_as(tmp_path):
    """2.1 / 3 is 0.7000000000000001 where the sum is rounded first."""
    (tmp_path / "heroes.csv").write_text("id,price,gain\n1,1,0.7\n2,1,0.7\n3,1,0.7\n4,1,0.9\n")
    (tmp_path / "mean.yaml").write_text("""problem: party
party:
  heroes: heroes.csv
  formation: {places: 3}
  objective: {mean: gain, goal: min}
algorithm: random
run: {islands: 1, epochs: 1, target: 0.7}
""")
    done = skerry("run", tmp_path / "mean.yaml", "-o", tmp_path / "mean.h5", "--json")
    assert "never reached" not in done.stderr
    assert json.loads(done.stdout)["best"] == json.loads(done.stdout)["bound"] == 0.7
    skerry("verify", tmp_path / "mean.h5")


@pytest.mark.parametrize("name, words", [
    ("01-too-many-religions", ["at least 7 of the same religion",
                               "at least 5 different values of religion"]),
    ("02-harmony-of-nations", ["at least 6 different values of nation",
                               "synergy >= 0.9"])])
def test_infeasible_challenge_is_named(name, words, tmp_path):
    result, _ = run(f"infeasible/{name}.yaml", tmp_path, code=3)
    assert result["infeasible"] is True and result["best"] is None
    for word in words:
        assert word in result["reason"]
    assert "level" not in result["reason"]


@pytest.mark.parametrize("override, place, words", [
    ("party.requirements=[{count: race, value: efl, min: 1}]",
     "party.requirements[0].value", "did you mean 'elf'?"),
    ("party.fixed={12: 675}", "party.fixed.12", "places are numbered 0 to 9"),
    ("party.synergy.pairs=[{trait: race, values: [elf, drwarf], weight: 2}]",
     "party.synergy.pairs[0].values", "did you mean 'dwarf'?"),
    ("party.synergy.pairs=[{trait: race, values: [elf], weight: 2}]",
     "party.synergy.pairs[0].values", "2"),
    ("party.synergy.pairs=[{trait: race, values: [elf, elf]}]",
     "party.synergy.pairs[0].weight", ""),
    ("party.excluded=[0]", "party.excluded[0]", "no hero 0"),
    ("party.price=cost", "party.price", "no column 'cost'"),
    ("party.synergy.min=1.5", "party.synergy.min", "1.5"),
    ("party.formation.places=65", "party.formation.places", "65"),
])
def test_mistakes_are_told_with_their_key(override, place, words):
    done = skerry("check", PARTY / "type1.yaml", "-s", override, code=2)
    assert done.stderr.count("\n") == 1 and not done.stdout
    assert place in done.stderr and words in done.stderr
