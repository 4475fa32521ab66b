"""Bad configs through the program: one clear line, exit code 2, nothing printed or touched."""

import json
import os

import h5py
import harness
import pytest
import yaml
from harness import SOURCE

HEROES = """id,race,religion,level,price
1,elf,G0,80,100
2,elf,G1,70,150
3,orc,G0,90,200
4,dwarf,G2,85,250
"""

GOOD = """problem: party
party:
  heroes: heroes.csv
  formation: {places: 2, edges: [[0, 1]]}
  synergy:
    weights: {race: 3}
    points: [0, 1, 2, 8]
    min: 0
  requirements:
    - {mean: level, min: 75}
  fixed: {}
algorithm: ga
run: {seed: 3, epochs: 2}
output:
  file: out.h5
"""

# kind: what to replace, by what, and the rest of the line after "config.yaml:"
BAD = {
    "flow never closed": ("min: 75}", "min: 75", "11: not YAML: "),
    "tab for indentation": ("    min: 0", "\tmin: 0", "8: not YAML: a tab indents the line"),
    "quote never closed": ("out.h5", "'out.h5", "16: not YAML: "),
    "binary junk": ("party:", "\x01party:", "2: not YAML: control characters"),
    "a list for the whole": (GOOD, "- problem: party\n", " the config is no mapping"),
    "empty file": (GOOD, "", " the config is empty"),
    "unknown section": ("run:", "runs:", "13: runs: unknown key, did you mean 'run'?"),
    "unknown label": ("output:", "descripton: mine\noutput:",
                      "14: descripton: unknown key, did you mean 'description'?"),
    "unknown list of islands": ("algorithm: ga", "island: [{algorithm: ga, count: 2}]",
                                "12: island: unknown key, did you mean 'islands'?"),
    "unknown nested key": ("points:", "poinst:",
                           "7: party.synergy.poinst: unknown key, did you mean 'points'?"),
    "unknown key in a list": ("min: 75}", "least: 75}",
                              "10: party.requirements[0].least: unknown key (expected: keys among"),
    "duplicate key": ("  fixed: {}", "  heroes: heroes.csv",
                      "11: party.heroes: duplicate key (first on line 3)"),
    "unknown problem": ("problem: party", "problem: partie",
                        "1: problem: 'partie' is unknown, did you mean 'party'?"),
    "unknown algorithm": ("algorithm: ga", "algorithm: simplex",
                          "12: algorithm: 'simplex' is none of the choices (expected: one of"),
    "missing problem": ("problem: party", "", " problem: missing (expected: one of"),
    "missing key": ("  heroes: heroes.csv", "  id: id",
                    "2: party.heroes: missing (expected: file name; "),
    "text for a number": ("min: 75", "min: many",
                          "10: party.requirements[0].min: 'many' is not a number (expected: number"),
    "number out of range": ("min: 0\n", "min: 1.5\n",
                            "8: party.synergy.min: '1.5' is out of range (expected: number in 0..1)"),
    "number beyond all that are told": (
        "min: 75", "min: 1e308", "10: party.requirements[0].min: '1e308' is out of range, above 1.0e+15 (expected: "),
    "infinite number": (
        "min: 75", "max: -.inf", "10: party.requirements[0].max: '-.inf' is out of range, below -1.0e+15 (expected: "),
    "real for a whole number": ("places: 2", "places: 2.5",
                                "4: party.formation.places: '2.5' is not a whole number"),
    "enormous number": ("seed: 3", "seed: 99999999999999999999",
                        "13: run.seed: '99999999999999999999' is too large"),
    "text for a list": ("[0, 1, 2, 8]", "8", "7: party.synergy.points: '8' is not a list"),
    "quotes around a number": (
        "seed: 3", "seed: '3'",
        "13: run.seed: '3' is in quotes, which make it text (expected: whole number >= 0"),
    "no duration": ("epochs: 2", "time_limit_s: 8hours",
                    "13: run.time_limit_s: '8hours' is not a number (expected: number >= 0, or a "
                    "duration as 90s, 30min, 8h, 2d)"),
    "list for a number": ("seed: 3", "seed: [3]", "13: run.seed: a list is not a whole number"),
    "list too long": ("[[0, 1]]", "[[0, 1, 2]]",
                      "4: party.formation.edges[0]: a list of 3 items (expected: list of 2 items"),
    "bad choice": ("output:", "migration: {policy: star}\noutput:",
                   "14: migration.policy: 'star' is none of the choices (expected: one of none, ring"),
    "too many migrants": ("output:", "migration: {policy: ring, migrants: 6}\noutput:",
                        "14: migration.migrants: 6 migrants for a population of 10 (expected: at most 5"),
    "asynchronous without a ring": (
        "output:", "migration: {mode: asynchronous}\noutput:",
        "14: migration.mode: is asynchronous with migration.policy: similarity (expected: ring)"),
    "asynchronous groups": (
        "output:", "migration: {policy: ring, mode: asynchronous, group: 2}\noutput:",
        "14: migration.mode: is asynchronous with migration.group: 2 (expected: none)"),
    "asynchronous islands that move": (
        "run: {", "migration: {policy: ring, mode: asynchronous}\nrun: {distribution: speed, ",
        "13: migration.mode: is asynchronous with run.distribution: speed (expected: even)"),
    "not true or false": ("  fixed: {}", "  guided: perhaps",
                          "11: party.guided: 'perhaps' is neither true nor false"),
    "missing data file": ("heroes.csv", "nobody.csv", "3: party.heroes: {folder}/nobody.csv: no such file"),
    "folder as a data file": ("heroes.csv", ".", "3: party.heroes: {folder}/.: is a folder, not a file"),
    "nothing ends the run": ("epochs: 2", "replicas: 2", "13: run: nothing ends the run (expected:"),
    "data that do not fit": ("mean: level", "mean: height", "10: party.requirements[0]"),
}

BAD_SETS = {
    "no value": ("run.seed", "-s run.seed: a value is missing (expected: -s section.key=value)"),
    "empty value": ("run.seed=", "-s run.seed: a value is missing (expected: ~ for the default)"),
    "no key": ("=3", "-s : a key is missing"),
    "unknown key": ("run.sede=3", "-s run.sede: unknown key, did you mean 'seed'?"),
    "out of range": ("run.seed=-1", "-s run.seed: '-1' is out of range"),
    "no such item": ("party.requirements[1].min=3",
                     "-s party.requirements[1].min: party.requirements: no item 1: the list has 1"),
    "not YAML": ("party.fixed={", "-s party.fixed: not YAML: "),
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "heroes.csv").write_text(HEROES)
    (tmp_path / "config.yaml").write_text(GOOD)
    return tmp_path


@pytest.mark.parametrize("name", [b"\xe9lan", b"\xc0\x80", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80"])
def test_data_that_are_not_utf8_are_refused(folder, name):
    lines = HEROES.encode().splitlines(keepends=True)
    cells = lines[2].split(b",")
    cells[1] = name
    lines[2] = b",".join(cells)
    (folder / "heroes.csv").write_bytes(b"".join(lines))
    for command in "check", "run":
        done = skerry(folder, command, "config.yaml")
        assert_refused(done, "config.yaml:3: party.heroes: ")
        assert "heroes.csv:3: not UTF-8 (expected: UTF-8; spreadsheet programs export" in done.stderr


def test_a_config_may_have_any_name(folder):
    name = os.fsdecode(b"\xff.yaml")
    (folder / name).write_text(GOOD)
    assert skerry(folder, "run", name, "-o", "out.h5").returncode == 0
    with h5py.File(folder / "out.h5") as result:
        assert result.attrs["command"].endswith(" \ufffd.yaml")
        assert result["starts/command"].asstr()[0].endswith(" \ufffd.yaml")


def skerry(folder, *words, ranks=0):
    return harness.skerry(*words, ranks=ranks, cwd=folder)


def refusals(done):
    """The lines that are ours; mpirun adds its own."""
    return [line for line in done.stderr.splitlines() if line.startswith("skerry: ")]


def assert_refused(done, beginning):
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("skerry: " + beginning)


@pytest.mark.parametrize("kind", BAD)
def test_bad_config_gives_one_line(folder, kind):
    old, new, line = BAD[kind]
    assert old in GOOD
    (folder / "config.yaml").write_text(GOOD.replace(old, new, 1))
    done = skerry(folder, "check", "config.yaml")
    assert_refused(done, "config.yaml:" + line.format(folder="."))


@pytest.mark.parametrize("kind", BAD_SETS)
def test_bad_override_gives_one_line(folder, kind):
    text, line = BAD_SETS[kind]
    assert_refused(skerry(folder, "check", "config.yaml", "-s", text), line)


@pytest.mark.parametrize("text, seconds", [("90s", 90), ("30min", 1800), ("8h", 28800),
                                           ("1.5h", 5400), ("1d2h3min4.5s", 93784.5)])
def test_times_may_be_durations(folder, text, seconds):
    done = skerry(folder, "check", "config.yaml", "--json", "-s", f"run.time_limit_s={text}")
    assert json.loads(done.stdout)["resolved"]["run"]["time_limit_s"] == seconds


@pytest.mark.parametrize("text", ["h", "8 h", "-8h", "8h7", "1e3s", "8H", "1d.", ".h", "8hmin"])
def test_others_are_none(folder, text):
    done = skerry(folder, "check", "config.yaml", "-s", f"run.time_limit_s='{text}'",
                  "-s", f"checkpoint.every_s={text}")
    assert done.returncode == 2 and "(expected: number" in done.stderr


def test_set_without_a_value(folder):
    assert_refused(skerry(folder, "check", "config.yaml", "-s", "run.seed", "7"),
                   "-s run.seed: a value is missing (expected: -s section.key=value)")


@pytest.mark.parametrize("key", ["islands", "moea", "eternity", "plugins", "ga", "migration", "run.seed"])
@pytest.mark.parametrize("null", ["~", "null", ""])
def test_null_is_not_given(folder, key, null):
    """In a file nothing is null, too; after -s KEY= it is mostly a variable that is not set."""
    plain = skerry(folder, "check", "config.yaml", *(["-s", "run.seed=1"] if key == "run.seed" else []))
    done = skerry(folder, "check", "config.yaml", "-s", f"{key}={null}")
    if null:
        assert (done.returncode, done.stderr, done.stdout) == (0, "", plain.stdout)
    else:
        assert_refused(done, f"-s {key}: a value is missing (expected: ~ for the default)")
    config = folder / "config.yaml"
    if "." not in key:
        config.write_text(config.read_text() + f"{key}: {null}\n")
        assert skerry(folder, "check", "config.yaml").stdout == plain.stdout


def test_null_takes_back_what_the_config_gives(folder):
    mixed = "islands=[{algorithm: random, count: 2}, {algorithm: ga, count: 1}]"
    assert_refused(skerry(folder, "check", "config.yaml", "-s", mixed), "-s islands: is given beside algorithm")
    done = skerry(folder, "check", "config.yaml", "-s", "algorithm=~", "-s", mixed, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["resolved"]["run"]["islands"] == 3
    mixed = SOURCE / "configs/sliding/mixed.yaml"
    done = skerry(folder, "check", mixed, "-s", "islands=~", "-s", "algorithm=ga", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["algorithm"] == "ga"
    for name in "problem", "algorithm":
        assert_refused(skerry(folder, "check", "config.yaml", "-s", f"{name}=~"), f"-s {name}: missing")
    assert_refused(skerry(folder, "check", "config.yaml", "-s", "party=~"), "-s party: party.heroes: missing")
    assert_refused(skerry(folder, "check", "config.yaml", "-s", "nothing=~"), "-s nothing: unknown key")


@pytest.mark.parametrize("old, new, rate", [("~", "0.5", 0.5), ("0.5", "~", 0.5), ("~", "~", 0.2)])
def test_null_is_no_second_name(folder, old, new, rate):
    done = skerry(folder, "check", "config.yaml", "--json", "-s", f"ga.improve={old}", "-s", f"ga.local_search={new}")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["resolved"]["ga"]["local_search"] == rate


@pytest.mark.parametrize("old, new, line", [
    (",", ";", "1: columns are divided by semicolons (expected: commas)"),
    (",", "\t", "1: columns are divided by tabs (expected: commas)"),
    ("id,", "PK\x03\x04,", " is a spreadsheet or an archive (expected: CSV; spreadsheet programs")])
def test_other_tables(folder, old, new, line):
    pool = folder / "heroes.csv"
    pool.write_text(pool.read_text().replace(old, new))
    done = skerry(folder, "check", "config.yaml")
    start = f"config.yaml:3: party.heroes: {pool.resolve()}"
    assert_refused(done, start + (line if line[0] == " " else ":" + line))


def test_a_typed_file_is_where_it_was_typed(folder):
    (folder / "configs").mkdir()
    (folder / "config.yaml").rename(folder / "configs/config.yaml")
    done = skerry(folder, "check", "configs/config.yaml", "--json", "-s", "party.heroes=heroes.csv")
    assert done.returncode == 0, done.stderr
    heroes = json.loads(done.stdout)["resolved"]["party"]["heroes"]
    assert heroes == str((folder / "heroes.csv").resolve())
    assert_refused(skerry(folder, "check", "configs/config.yaml", "-s", "party.heroes=gone.csv"),
                   "-s party.heroes: gone.csv: no such file (expected: file name, "
                   "from the working directory)")


def test_a_typed_result_is_where_it_was_typed(folder):
    (folder / "configs").mkdir()
    for name in "config.yaml", "heroes.csv":
        (folder / name).rename(folder / "configs" / name)
    for words, file in ([], "configs/out.h5"), (["-s", "output.file=typed.h5"], "typed.h5"):
        done = skerry(folder, "check", "configs/config.yaml", "--json", *words)
        assert json.loads(done.stdout)["resolved"]["output"]["file"] == str((folder / file).resolve())


def test_check_tells_what_cannot_be(folder):
    config = folder / "config.yaml"
    config.write_text(config.read_text().replace("min: 75}", "min: 200}"))
    done = skerry(folder, "check", "config.yaml", "--json")
    assert done.returncode == 0
    assert done.stderr.startswith("skerry: config.yaml: no solution exists: ")
    assert json.loads(done.stdout)["infeasible"] in done.stderr


def test_missing_config(folder):
    assert_refused(skerry(folder, "check", "gone.yaml"), "gone.yaml: no such file")
    assert_refused(skerry(folder, "check", "."), ".: is a folder, not a file")
    assert_refused(skerry(folder, "check"), "a config is missing")


def test_run_touches_no_result(folder):
    (folder / "out.h5").write_bytes(b"an earlier result")
    done = skerry(folder, "run", "config.yaml", "-s", "party.synergy.min=7")
    assert_refused(done, "-s party.synergy.min: '7' is out of range")
    assert (folder / "out.h5").read_bytes() == b"an earlier result"
    assert sorted(p.name for p in folder.iterdir()) == ["config.yaml", "heroes.csv", "out.h5"]


def test_a_pipe_as_a_result_is_refused(folder):
    """Rather than read, which would wait for a writer for ever."""
    os.mkfifo(folder / "pipe")
    done = harness.skerry("run", "config.yaml", "-o", "pipe", cwd=folder, timeout=60)
    assert_refused(done, f"{folder}/pipe: is a pipe, a device or a socket (expected: the name of a file)")


def test_all_ranks_leave_together(folder):
    done = skerry(folder, "run", "config.yaml", "-s", "run.seed=x", ranks=3)
    assert done.returncode == 2
    assert len(refusals(done)) == 1
    assert not (folder / "out.h5").exists()


def test_resolved_config_gives_itself(folder):
    first = skerry(folder, "check", "config.yaml", "-s", "run.islands=2")
    assert first.returncode == 0, first.stderr
    (folder / "resolved.yaml").write_text(first.stdout)
    assert skerry(folder, "check", "resolved.yaml").stdout == first.stdout


def test_check_json(folder):
    done = skerry(folder, "check", "config.yaml", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["problem"] == "party" and answer["algorithm"] == "ga"
    assert answer["islands"] is None and answer["replicas"] == 1
    assert answer["resolved"]["run"]["seed"] == 3
    assert answer["resolved"]["party"]["heroes"] == str((folder / "heroes.csv").resolve())
    assert not (folder / "out.h5").exists()


def test_every_shipped_config_is_valid(folder):
    for config in sorted((SOURCE / "configs").glob("**/*.yaml")):
        # Rules, not runs; pools of a million heroes, which test_party_benchmark has others for.
        if config.parent.name in ("games", "benchmark") or config.name == "game.yaml":
            continue
        done = skerry(folder, "check", str(config))
        said = done.stderr.splitlines()
        if config.parent.name in ("infeasible", "unreachable"):
            assert "no solution exists" in said.pop()
        assert (done.returncode, said) == (0, []), config


def test_list_shows_every_section(folder):
    overview = skerry(folder, "list")
    assert overview.returncode == 0
    everything = json.loads(skerry(folder, "list", "--json").stdout)
    for kind, sections in everything.items():
        indent = "" if kind == "files" else "  "
        for section in sections:
            assert section["name"] in overview.stdout
            one = skerry(folder, "list", section["name"])
            assert one.returncode == 0
            for option in section["options"]:
                assert f"\n{indent}{option['name']}:" in one.stdout
    assert_refused(skerry(folder, "list", "partie"),
                   "no problem, algorithm, section or file 'partie', did you mean 'party'?")


def test_list_has_the_keys_of_every_game(folder):
    """Also those of the items of its lists; with its defaults a game of tiles alone is read."""
    file, = json.loads(skerry(folder, "list", "game", "--json").stdout)["files"]
    keys = {option["name"]: {o["name"] for o in option.get("options", [])} for option in file["options"]}
    games = [yaml.safe_load(path.read_text()) for path in (SOURCE / "configs/level/games").glob("*.yaml")]
    assert games
    for game in games:
        assert set(game) <= set(keys)
        for key, value in game.items():
            assert not isinstance(value, list) or {name for item in value for name in item} <= keys[key]
    text = skerry(folder, "list", "game").stdout.replace("\n# - tile:", "\n- tile: w", 1)
    (folder / "own.yaml").write_text(text.replace("\n#   name:", "\n  name: wall", 1))
    (folder / "level.txt").write_text("www\nwww\n")
    done = skerry(folder, "check-level", "level.txt", "--game", "own.yaml")
    assert done.returncode == 0, done.stderr
