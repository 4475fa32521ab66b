"""Islands that run different algorithms in one run (key `islands`): the same result on any
number of ranks and after a resume, and a clear refusal of what does not go together."""

import h5py
import numpy as np
import pytest
import yaml
from harness import ANSWERS, SOURCE, differences, run, skerry

CONFIGS = {
    "party": SOURCE / "configs/party/type2.yaml",
    "sliding": SOURCE / "configs/sliding/d4-k3-level0.yaml",
    "eternity": SOURCE / "configs/eternity/6x6.yaml",
    "level": SOURCE / "configs/level/zelda.yaml",
    "grid": SOURCE / "configs/party/map-elites.yaml",
}

# What the islands of each case run, in order.
MIXES = {
    "party-ga-random": ("party", ["ga", "ga", "random", "ga", "random"]),
    "party-ga-moea-aiea": ("party", ["moea", "ga", "aiea", "aiea"]),
    "sliding-rl-agents": ("sliding", ["rl", "rl", "agents", "agents", "agents"]),
    "sliding-all": ("sliding", ["beam", "ga", "rl", "agents", "random"]),
    "eternity-ga-aiea-moea": ("eternity", ["ga", "aiea", "moea"]),
    "eternity-beam-backtrack-ga": ("eternity", ["beam", "backtrack", "ga", "ga"]),
    "eternity-depth-first-beam": ("eternity", ["depth_first", "depth_first", "beam"]),
    "level-ga-random": ("level", ["ga", "random", "ga"]),
}

# Sizes that keep a generation short, and populations of the islands apart.
KEYS = {"ga": {"population": 9}, "aiea": {"population": 10}, "moea": {"population": 10},
        "agents": {"population": 12},
        "rl": {"placements": 50, "iterations": 20, "episodes": 2}}


def parts(names):
    """The key `islands`: runs of equal names as one part each."""
    listed = []
    for name in names:
        if listed and listed[-1]["algorithm"] == name:
            listed[-1]["count"] += 1
        else:
            listed.append({"algorithm": name, "count": 1})
    return listed


def write_config(folder, problem, islands, **more):
    """A config of that problem with these parts, and `more` sections."""
    config = yaml.safe_load(CONFIGS[problem].read_text(encoding="utf-8"))
    for section in ("algorithm", "run", config["algorithm"]):
        config.pop(section, None)
    config |= {"islands": islands, "run": {"seed": 5, "sub_generations": 3, "epochs": 3}}
    config |= {part["algorithm"]: KEYS[part["algorithm"]]
               for part in islands if part["algorithm"] in KEYS} | more
    path = folder / "mixed.yaml"
    text = yaml.safe_dump(config, sort_keys=False)
    for name in ("heroes-10000.csv", "pieces-6x6.txt", "games/zelda.yaml", "levels/zelda.txt"):
        text = text.replace(f" {name}", f" {CONFIGS[problem].parent / name}")
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=MIXES, name="mix")
def run_mix(request, tmp_path_factory):
    """A config, the names of its islands' algorithms, and its result on one rank."""
    problem, names = MIXES[request.param]
    folder = tmp_path_factory.mktemp("mixed")
    config = write_config(folder, problem, parts(names))
    run(config, folder / "whole.h5", code=ANSWERS)
    return config, names, folder / "whole.h5"


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_any_number_of_ranks_gives_the_same_result(tmp_path, mix, ranks):
    config, _, whole = mix
    run(config, tmp_path / "a.h5", ranks=ranks, code=ANSWERS)
    assert differences(whole, tmp_path / "a.h5") == []


@pytest.mark.parametrize("ranks", [0, 3])
def test_a_resumed_run_gives_the_same_result(tmp_path, mix, ranks):
    config, _, whole = mix
    run(config, tmp_path / "a.h5", "-s", "run.epochs=1", ranks=ranks, code=ANSWERS)
    run(config, tmp_path / "a.h5", "--resume", ranks=3 - ranks, code=ANSWERS)
    assert differences(whole, tmp_path / "a.h5") == []


def test_the_result_names_the_algorithm_of_each_island(mix):
    _, names, whole = mix
    with h5py.File(whole) as file:
        assert file.attrs["algorithm"].split() == names
        assert file["curves/best"].shape[-1] == len(names)


def test_what_the_islands_found_is_verified(mix):
    _, _, whole = mix
    done = skerry("verify", whole)
    assert done.returncode == 0, done.stdout + done.stderr


def test_islands_exchange_individuals(tmp_path):
    """Under a ring the best of the GA's island arrive on the island of random search, whose
    own are never as good."""
    islands = parts(["ga", "random"])
    for policy in ("ring", "none"):
        config = write_config(tmp_path, "party", islands, migration={"policy": policy})
        run(config, tmp_path / f"{policy}.h5", "-s", "run.epochs=6", code=ANSWERS)
    with h5py.File(tmp_path / "ring.h5") as ring, h5py.File(tmp_path / "none.h5") as none:
        assert ring["migration/moved"][()].min() > 0
        assert "migration" not in none or none["migration/moved"].size == 0
        assert not np.array_equal(ring["curves/best"][0], none["curves/best"][0],
                                  equal_nan=True)


def test_one_part_is_the_same_as_algorithm(tmp_path):
    config = CONFIGS["party"]
    text = config.read_text(encoding="utf-8").replace("heroes-10000.csv",
                                                      str(config.parent / "heroes-10000.csv"))
    one = tmp_path / "one.yaml"
    one.write_text(text.replace("algorithm: ga", "islands: [{algorithm: ga, count: 5}]")
                   .replace("islands: 5,", ""), encoding="utf-8")
    run(config, tmp_path / "a.h5")
    run(one, tmp_path / "b.h5", ranks=2)
    found = differences(tmp_path / "a.h5", tmp_path / "b.h5")
    assert found == ["/@config_sha256"]


REFUSED = {
    "an exact search": ("party", ["ga", "exact"], {}, "islands: exact cannot share"),
    "a grid": ("grid", ["ga", "map_elites"], {}, "islands: map_elites cannot share"),
    "an algorithm of another problem": ("party", ["ga", "agents"], {},
                                        "islands[1].algorithm: 'agents'"),
    "algorithm beside it": ("party", ["ga"], {"algorithm": "ga"},
                            "islands: is given beside algorithm"),
    "another number of islands": ("party", ["ga", "random"],
                                  {"run": {"epochs": 1, "islands": 3}},
                                  "run.islands: is 3 (expected: 2"),
    "no limit": ("sliding", ["rl", "agents"], {"run": {"seed": 1}}, "run: nothing ends the run"),
    "too many migrants": ("party", ["ga", "random"],
                          {"migration": {"policy": "ring", "migrants": 5}},
                          "migration.migrants: 5 migrants"),
}


@pytest.mark.parametrize("ranks", [0, 2])
@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_go_together_is_refused(tmp_path, case, ranks):
    problem, names, more, words = REFUSED[case]
    config = write_config(tmp_path, problem, parts(names), **more)
    done = run(config, tmp_path / "a.h5", ranks=ranks, ok=False)
    assert done.returncode == 2, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("skerry:")]
    assert len(lines) == 1 and words in lines[0], done.stderr
    assert not (tmp_path / "a.h5").exists()


@pytest.mark.parametrize("islands, words", [
    ("[]", "islands"), ("5", "islands"), ("[{algorithm: ga}]", "islands[0].count"),
    ("[{count: 2}]", "islands[0].algorithm"), ("[{algorithm: ga, count: 0}]", "islands[0].count"),
    ("[{algorithm: ga, count: 65536}, {algorithm: random, count: 1}]", "65537 islands"),
    ("[{algorithm: ga, count: 2, more: 1}]", "islands[0].more")])
def test_a_malformed_list_is_refused(tmp_path, islands, words):
    config = write_config(tmp_path, "party", yaml.safe_load("[]"))
    config.write_text(config.read_text(encoding="utf-8").replace("islands: []",
                                                                 f"islands: {islands}"),
                      encoding="utf-8")
    for command in ("run", "check"):
        done = skerry(command, config, cwd=tmp_path)
        assert done.returncode == 2, done.stderr
        assert words in done.stderr and len(done.stderr.splitlines()) == 1


def test_check_prints_a_config_that_means_the_same(tmp_path):
    config = write_config(tmp_path, "sliding", parts(["rl", "agents", "agents"]))
    printed = skerry("check", config)
    assert printed.returncode == 0, printed.stderr
    again = tmp_path / "again.yaml"
    again.write_text(printed.stdout, encoding="utf-8")
    run(config, tmp_path / "a.h5", code=ANSWERS)
    run(again, tmp_path / "b.h5", code=ANSWERS)
    assert differences(tmp_path / "a.h5", tmp_path / "b.h5") == []
    assert yaml.safe_load(printed.stdout)["run"]["islands"] == 3
