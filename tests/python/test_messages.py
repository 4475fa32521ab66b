"""What is said about thirty mistakes that people make: the whole of it, one line each, and exit code 2. And what is
said of the best of a run that ends unproven."""

import html
import math
import os
import re
import shlex

import pytest
from harness import SOURCE, skerry
from skerry.words import proof

KEYS_OF_RUN = ("(expected: keys among seed, islands, sub_generations, epochs, replicas, time_limit_s, "
               "max_evaluations, target, proof_s, distribution, start)")
ALGORITHMS = "(expected: one of exact, portfolio, ga, aiea, moea, map_elites, random)"
DURATION = "(expected: number >= 0, or a duration as 90s, 30min, 8h, 2d)"

PUZZLE = SOURCE / "configs/sliding/d4-k3-level0.yaml"

# mistake: (file, what to replace, by what), the line after "skerry: " of `skerry check party.yaml`
FILES = {
    "misspelt section": ("party.yaml", "algorithm: ga", "algoritm: ga",
                         "party.yaml:24: algoritm: unknown key, did you mean 'algorithm'?"),
    "misspelt key": ("party.yaml", "epochs:", "epoch:",
                     f"party.yaml:25: run.epoch: unknown key, did you mean 'epochs'? {KEYS_OF_RUN}"),
    "exchanged letters": ("party.yaml", "seed:", "sede:",
                          f"party.yaml:25: run.sede: unknown key, did you mean 'seed'? {KEYS_OF_RUN}"),
    "key outside of its section": (
        "party.yaml", "algorithm: ga", "algorithm: ga\nseed: 3",
        "party.yaml:25: seed: unknown key, did you mean 'run.seed'? (expected: keys among problem, party, "
        "algorithm, ga, run, migration, output, checkpoint, name)"),
    "key outside of its group": (
        "party.yaml", "  formation:", "  edges: []\n  formation:",
        "party.yaml:12: party.edges: unknown key, did you mean 'formation.edges'? (expected: keys among "
        "heroes, id, price, traits, numbers, formation, synergy, chemistry, requirements, objective, budget, unique, "
        "places, fixed, excluded, owned, guided, mend, refill, attempts, completions, look_ahead, objectives, descriptors)"),
    "capitals": ("party.yaml", "algorithm: ga", "algorithm: GA",
                 f"party.yaml:24: algorithm: 'GA' is unknown, did you mean 'ga'? {ALGORITHMS}"),
    "unknown problem": ("party.yaml", "problem: party", "problem: partyy",
                        "party.yaml:9: problem: 'partyy' is unknown, did you mean 'party'? (expected: one of "
                        "party, sliding, eternity, level, python)"),
    "problem of a plugin": ("party.yaml", "problem: party", "problem: tsp",
                            "party.yaml:9: problem: 'tsp' is none of the choices (expected: one of party, sliding, "
                            "eternity, level, python; one of a plugin needs --plugin FILE, or the key plugins)"),
    "words for a number": ("party.yaml", "places: 6", "places: six",
                           "party.yaml:13: party.formation.places: 'six' is not a whole number (expected: "
                           "whole number in 1..64)"),
    "quoted number": ("party.yaml", "seed: 1", "seed: '3'",
                      "party.yaml:25: run.seed: '3' is in quotes, which make it text (expected: whole number "
                      ">= 0)"),
    "negative seed": ("party.yaml", "seed: 1", "seed: -1",
                      "party.yaml:25: run.seed: '-1' is out of range (expected: whole number >= 0)"),
    "hours in words": ("party.yaml", "5min", "5 minutes",
                       f"party.yaml:25: run.time_limit_s: '5 minutes' is not a number {DURATION}"),
    "tab": ("party.yaml", "  heroes:", "\theroes:",
            "party.yaml:11: not YAML: a tab indents the line (expected: spaces)"),
    "no space after a colon": ("party.yaml", "seed: 1", "seed:1",
                               "party.yaml:25: run.seed:1: unknown key (expected: a space after the colon)"),
    "brace never closed": ("party.yaml", "5min}", "5min",
                           "party.yaml:26: not YAML: did not find expected ',' or '}' while parsing a flow "
                           "mapping that begins on line 25"),
    "key given twice": ("party.yaml", "algorithm: ga", "algorithm: ga\nproblem: party",
                        "party.yaml:25: problem: duplicate key (first on line 9)"),
    "section of another problem": (
        "party.yaml", "algorithm: ga", "algorithm: ga\nsliding: {}",
        "party.yaml:25: sliding: section of another problem (expected: problem: sliding, or a section "
        "party)"),
    "algorithm beside islands": (
        "party.yaml", "algorithm: ga", "algorithm: ga\nislands: [{algorithm: ga, count: 2}]",
        "party.yaml:25: islands: is given beside algorithm (expected: one of the two; "
        "run.islands is how many there are)"),
    "missing table": ("party.yaml", "heroes.csv", "hero.csv",
                      "party.yaml:11: party.heroes: ./hero.csv: no such file (expected: file name, from the "
                      "folder of the config)"),
    "semicolons": ("heroes.csv", ",", ";",
                   "party.yaml:11: party.heroes: {folder}/heroes.csv:1: columns are divided by semicolons "
                   "(expected: commas)"),
    "spreadsheet": ("heroes.csv", "id,", "PK\x03\x04",
                    "party.yaml:11: party.heroes: {folder}/heroes.csv is a spreadsheet or an archive "
                    "(expected: CSV; spreadsheet programs export it)"),
    "no such column": ("party.yaml", "mean: level", "mean: levle",
                       "party.yaml:21: party.requirements[0].mean: {folder}/heroes.csv has no column "
                       "'levle'; did you mean 'level'?"),
}

# mistake: words after `skerry`, the line
WORDS = {
    "value apart": ("run party.yaml -s run.seed 7",
                    "-s run.seed: a value is missing (expected: -s section.key=value)"),
    "out of range": ("check party.yaml -s party.synergy.min=1.5",
                     "-s party.synergy.min: '1.5' is out of range (expected: number in 0..1)"),
    "nan": ("check party.yaml -s party.synergy.min=nan",
            "-s party.synergy.min: 'nan' is not a number (expected: number in 0..1)"),
    "infinite count": ("check party.yaml -s run.epochs=.inf",
                       "-s run.epochs: '.inf' is not a whole number (expected: whole number >= 1)"),
    "missing config": ("run part.yaml", "part.yaml: no such file (expected: a config in YAML)"),
    "folder as config": ("run .", ".: is a folder, not a file (expected: a config in YAML)"),
    "result as config": ("run old.h5", "old.h5: is a result (expected: a config in YAML; `skerry show "
                                       "old.h5` shows results)"),
    "table as config": ("run heroes.csv", "heroes.csv: the config is no mapping (expected: lines of key: "
                                          "value)"),
    "folder as output": ("run party.yaml -o folder", "{folder}/folder: is a folder (expected: the name of a "
                                                     "file)"),
    "output in no folder": ("run party.yaml -o gone/x.h5", "{folder}/gone/x.h5: cannot be written: No such "
                                                           "file or directory (expected: a folder that "
                                                           "exists and can be written to)"),
    "output of the config in no folder": (
        "run party.yaml -s output.file=gone/x.h5", "-s output.file: {folder}/gone/x.h5: cannot be written: No such file or "
                                                   "directory (expected: a folder that exists and can be written to)"),
    "input as output": ("run party.yaml -o heroes.csv", "{folder}/heroes.csv: exists and is not a skerry "
                                                        "result, so it is not replaced (expected: another -o "
                                                        "or output.file)"),
    "another seed resumed": ("run party.yaml -o old.h5 -s run.seed=8 --resume",
                             "{folder}/old.h5: the result is of another config (run.seed is 1 there, 8 "
                             "here); give another -o, or run without --resume"),
    "missing result": ("show gone.h5", "gone.h5: No such file or directory (expected: a result of skerry "
                                       "run)"),
    "config as result": ("verify party.yaml", "party.yaml: is no HDF5 file (expected: a result of skerry "
                                              "run)"),
    "help as command": ("help run", "no command 'help' (expected: skerry --help, or skerry COMMAND --help)"),
    "misspelt command": ("chekc party.yaml", "no command 'chekc', did you mean 'check'?"),
    "misspelt problem": ("init partie", "init: no problem 'partie' has a config to begin with (expected: "
                                        "eternity, level, party, python, sliding)"),
    "misspelt placeholder": ("run party.yaml -o x-{sed}.h5",
                             "-o: {sed} is no placeholder, did you mean '{seed}'? (expected: {seed}, {job} or {task})"),
    "unknown placeholder": ("run party.yaml -o {foo}.h5",
                            "-o: {foo} is no placeholder (expected: {seed}, {job} or {task})"),
    "result with too long a name": ("run party.yaml -o " + 300 * "a" + ".h5",
                                    "-o: " + 40 * "a" + "... is too long a name (expected: at most 200 bytes for a result)"),
    "folder with too long a name": ("run party.yaml -o " + 300 * "b" + "/a.h5",
                                    "-o: " + 40 * "b" + "... is too long a name (expected: at most 255 bytes for a folder)"),
    "result named as a file beside another": (
        "run party.yaml -o old.h5.new",
        "-o: old.h5.new: a file of another run could have this name (expected: one that does not end in .new)"),
    "result named as a lock": (
        "run party.yaml -s output.file=old.h5.lock",
        "-s output.file: old.h5.lock: a file of another run could have this name (expected: one that does "
        "not end in .lock)"),
    "unnamed result": ("report ''", "the name of a file is empty (expected: a result of skerry)"),
    "watching nothing": ("watch ''", "the name of a file is empty (expected: a result of skerry)"),
    "folder as page": ("report /", "/: is a folder (expected: a result of skerry)"),
    "this folder as page": ("report .", ".: is a folder (expected: a result of skerry, or ./*.h5)"),
    "tiny seed": ("run party.yaml -s run.seed=1e-400",
                  "-s run.seed: '1e-400' is not a whole number (expected: whole number >= 0)"),
    "half a search": (f"god {PUZZLE} --searches 3.5", "--searches: '3.5' (expected: a whole number in 1..1000000000)"),
    "hexadecimal searches": (f"god {PUZZLE} --searches 0x10", "--searches: '0x10' (expected: a whole number in "
                                                                "1..1000000000)"),
    "no number": ("show old.h5 --solutions many", "--solutions: 'many' (expected: a whole number >= 0)"),
    "one and several": ("show old.h5 --solution 1 --solutions 2", "--solution and --solutions (expected: one of them)"),
    "no such solution": ("show old.h5 --solution 999", "--solution: '999': old.h5 has 32 (expected: 0 to 31)"),
    "folder as result": ("show folder", "folder: is a folder (expected: a result of skerry run)"),
    "config as page": ("report old.h5 -o party.yaml", "-o party.yaml: expected *.html"),
    "config as table": ("table old.h5 --csv party.yaml", "party.yaml: exists and may be a config or a result, so it is "
                                                        "not replaced (expected: another name)"),
    "table in nothing": ("table old.h5 --csv", "table: --csv needs a value (usage: skerry table [-h] [--keys [KEY ...]] "
                                               "[--csv FILE] RESULT [RESULT ...])"),
    "nothing to compare": ("compare old.h5 --with", "compare: --with needs a value (usage: skerry compare [-h] (--with B "
                                                    "[B ...] | --by KEY) [--paired] [--measure NAME] [--csv FILE] "
                                                    "A [A ...])"),
    "nothing to tabulate": ("table gone.h5", "gone.h5: no such file (expected: a result of skerry)"),
    "config to tabulate": ("table party.yaml", "party.yaml: not a result of skerry: it is no HDF5 file (expected: the "
                                               "result of skerry run or sweep)"),
    "config as program": ("export party.yaml --format lp -o party.yaml", "party.yaml: exists, so it is not replaced "
                                                                         "(expected: a new file, or one named *.lp or "
                                                                         "*.mps)"),
    "device as program": ("export party.yaml --format lp -o /dev/null", "/dev/null: exists, so it is not replaced "
                                                                        "(expected: a new file, or one named *.lp or "
                                                                        "*.mps)"),
    "device as table": ("table old.h5 --csv /dev/null", "/dev/null: is no file (expected: the name of a file)"),
    "program in no folder": ("export party.yaml --format lp -o gone/x.lp", "gone/x.lp: cannot be written: No such file or "
                                                                           "directory (expected: a folder that exists "
                                                                           "and can be written to)"),
    "init in a file": ("init party party.yaml", "init: party.yaml: exists and is no folder (expected: a folder that can be "
                                                "written to, or a new one in a folder that is there)"),
    "init in no folder": ("init party gone/x", "init: gone/x: No such file or directory (expected: a folder that can be "
                                               "written to, or a new one in a folder that is there)"),
    "other file resumed": ("run party.yaml -o heroes.csv --resume", "{folder}/heroes.csv: exists and is not a skerry "
                                                                    "result, so it is not replaced (expected: another -o "
                                                                    "or output.file)"),
    "typed file": ("check party.yaml -s party.heroes=hero.csv", "-s party.heroes: hero.csv: no such file "
                                                                "(expected: file name, from the working "
                                                                "directory)"),
}


def begin(folder):
    """The files of `init party` with algorithm ga, whose keys the mistakes are about."""
    skerry("init", "party", ".", cwd=folder)
    config = folder / "party.yaml"
    text = config.read_text().replace("algorithm: portfolio", "algorithm: ga", 1)
    config.write_text(re.sub(r"islands: 4,(.*?}).*", r"islands: 4, epochs: 20,\1", text))
    return folder


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A result of the first config."""
    folder = begin(tmp_path_factory.mktemp("begun"))
    assert skerry("run", "party.yaml", "-q", "-s", "run.epochs=1", "-o", "old.h5", cwd=folder).returncode == 0
    return (folder / "old.h5").read_bytes()


@pytest.fixture
def folder(tmp_path):
    return begin(tmp_path)


def says(done, line, folder):
    assert done.stderr == "skerry: " + line.replace("{folder}", str(folder.resolve())) + "\n"
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("mistake", FILES)
def test_mistakes_in_files(folder, mistake):
    name, old, new, line = FILES[mistake]
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new) if old == "," else text.replace(old, new, 1))
    says(skerry("check", "party.yaml", cwd=folder), line, folder)


@pytest.mark.parametrize("mistake", WORDS)
def test_mistakes_in_words(folder, begun, mistake):
    words, line = WORDS[mistake]
    (folder / "old.h5").write_bytes(begun)
    (folder / "folder").mkdir()
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    says(skerry(*shlex.split(words), cwd=folder), line, folder)
    assert os.path.exists("/dev/null") and not os.path.isfile("/dev/null")
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"}
    assert after == before


@pytest.mark.parametrize("change", [
    lambda text: text.replace(b"\n", b"\r\n"),
    lambda text: b"\xef\xbb\xbf" + text,
    lambda text: text.decode().encode("utf-16"),
])
def test_files_of_other_systems(folder, change):
    plain = skerry("check", "party.yaml", cwd=folder)
    config = folder / "party.yaml"
    config.write_bytes(change(config.read_bytes()))
    done = skerry("check", "party.yaml", cwd=folder)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", plain.stdout)


@pytest.mark.parametrize("command", ["check", "run"])
def test_sections_that_are_not_used(folder, command):
    """Configs may hold sections of several algorithms, to choose from with -s."""
    config = folder / "party.yaml"
    config.write_text(config.read_text() + "moea: {archive: front}\n")
    quiet = ["-q"] if command == "run" else []
    done = skerry(command, "party.yaml", "-s", "run.epochs=1", *quiet, cwd=folder)
    assert done.stderr == "skerry: party.yaml:27: moea: is not used: the algorithm is ga\n"
    assert done.returncode == 0
    assert skerry("check", "party.yaml", "-s", "algorithm=moea", cwd=folder).stderr == ""


@pytest.mark.parametrize("command", ["check", "run"])
def test_a_game_is_no_config(command):
    game = SOURCE / "configs/level/games/zelda.yaml"
    done = skerry(command, game)
    line = 1 + [text.split(":")[0] for text in game.read_text().splitlines()].index("tiles")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == (f"skerry: {game}:{line}: tiles: this is the file of a game, which a config of problem level "
                           "names (expected: a config with the key `problem`)\n")


@pytest.mark.parametrize("config, said", [
    ("party/type2", "map_elites needs descriptors (expected: some in party.descriptors)"),
    ("level/zelda", "map_elites needs descriptors (expected: some in level.descriptors)"),
    ("sliding/d4-k3-level4", "map_elites needs descriptors, and sliding has none")])
def test_map_elites_without_descriptors(config, said):
    done = skerry("check", SOURCE / f"configs/{config}.yaml", "-s", "algorithm=map_elites")
    assert done.returncode == 2 and done.stderr == f"skerry: -s algorithm: {said}\n"


@pytest.mark.parametrize("config, target, said", [
    ("eternity/6x6", 61, "-s run.target: 61 is never reached: no score above 60 joints is possible"),
    ("sliding/d4-k2-level0", 5, "-s run.target: 5 is never reached: no solution has fewer than 6 moves"),
    ("eternity/6x6", 60, None), ("sliding/d4-k2-level0", 6, None), ("party/infeasible/01-too-many-religions", 1, None)])
def test_targets_that_are_never_reached(config, target, said):
    done = skerry("check", SOURCE / f"configs/{config}.yaml", "-s", f"run.target={target}")
    assert done.returncode == 0
    assert done.stderr == f"skerry: {said}\n" if said else "never" not in done.stderr


def test_a_bound_of_more_digits_than_are_written_is_rounded_down(tmp_path):
    """All parties cost 11999999999999988."""
    (tmp_path / "h.csv").write_text("id,price\n" + "".join(f"{i},999999999999999\n" for i in range(12)))
    (tmp_path / "c.yaml").write_text("problem: party\nparty: {heroes: h.csv, formation: {places: 12, edges: [[0, 1]]}}\n"
                                     "algorithm: ga\nrun: {target: 1}\n")
    done = skerry("check", "c.yaml", cwd=tmp_path)
    assert "no price below 1.199999e+16 coins is possible" in done.stderr, done.stderr


# A run, and what is proven of its best.
ENDS = {
    "least of a quantity": ("party/type1 algorithm=random random.samples=50 run.epochs=1 run.proof_s=0",
                            "; proven: no price below 28000 coins is possible"),
    "most of a quantity": ("eternity/6x6 algorithm=random random.samples=50 run.epochs=1",
                           "; proven: no score above 60 joints is possible"),
    "least number": ("sliding/d4-k3-level4 algorithm=rl run.epochs=2",
                     "; proven: no solution has fewer than 11 moves"),
    "no solution": ("sliding/d4-k3-level4 algorithm=agents run.epochs=1",
                    "; proven: no solution has fewer than 11 moves"),
    "optimum": ("sliding/d4-k2-level4 algorithm=exact", ", proven optimal"),
    "no bound": ("level/zelda-latent run.epochs=1", ""),
}


@pytest.mark.parametrize("name", ENDS)
def test_what_is_proven_of_the_best(tmp_path, name):
    """By the end of a run, `show`, `watch` and `report`, in the same words."""
    words, said = ENDS[name]
    config, *settings = words.split()
    done = skerry("run", SOURCE / f"configs/{config}.yaml", *(part for key in settings for part in ("-s", key)),
                  "-s", "run.time_limit_s=~", "-o", "r.h5", cwd=tmp_path)
    assert done.returncode in (0, 4), done.stderr
    end = done.stderr.splitlines()[0]
    assert end.endswith(said) and end.count("proven") - end.count("(optimum proven)") == bool(said)
    assert ("no feasible solution found yet" in end) == (done.returncode == 4)
    rule = "the best is the optimum" if said == ", proven optimal" else said.removeprefix("; proven: ") or "none: "
    assert f"\nproof  {rule}" in skerry("show", "r.h5", cwd=tmp_path).stdout
    if done.returncode == 0:
        watched = skerry("watch", "r.h5", cwd=tmp_path).stdout.replace("28,000", "28000")
        answer = skerry("report", "r.h5", cwd=tmp_path)
        assert answer.returncode == 0, answer.stderr
        page = html.unescape((tmp_path / "r.html").read_text()).replace("28,000", "28000")
        answer = page.split('class="answer">')[1].split("</p>")[0]
        for text in (watched, answer):
            assert said in text and text.count("proven") == bool(said), text


@pytest.mark.parametrize("best, bound, maximise, said", [
    (38100, 37500, False, "; proven: no price below 37,500 coins is possible"),
    (37500, 37500, False, ", proven optimal"), (77, 77, True, ", proven optimal"), (1, math.nan, True, ""),
    (74.4, 77, True, "; proven: no price above 77 coins is possible"),
    (-4, -7, False, "; proven: no price below -7 coins is possible"),
    # Rounded to the side on which they hold.
    (9, 2.0000000019, False, "; proven: no price below 2.000000001 coins is possible"),
    (9, -1.00000000011, False, "; proven: no price below -1.000000001 coins is possible"),
    (2e10, 12345678909, False, "; proven: no price below 1.23456789e+10 coins is possible"),
    (9, 1234567.89121, True, "; proven: no price above 1,234,567.892 coins is possible")])
def test_words_of_a_proof(best, bound, maximise, said):
    assert proof("price", best, bound, "coins", maximise) == said
    counted = said.replace("no price below", "no solution has fewer than").removesuffix(" is possible")
    assert proof("coins", best, bound, "coins", maximise) == counted.replace("no price above", "no solution has more than")
