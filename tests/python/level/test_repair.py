"""skerry repair and skerry check-level: words, outputs, exit codes."""

import itertools
import json
import os
import random
import resource
import select
import signal
import subprocess
import time

import pytest
from harness import SKERRY, SOURCE, command, environment, skerry

BROKEN = "wwwwwww\nwA.w+gw\nw..w..w\nw.1ww.w\nwwww.ww\n"
PLAYABLE = "wwwww\nwA+gw\nwwwww\n"


@pytest.fixture
def folder(tmp_path):
    levels = tmp_path / "levels"
    levels.mkdir()
    (levels / "broken.txt").write_text(BROKEN)
    (levels / "two.txt").write_text(PLAYABLE + "\n" + BROKEN.replace("1", "."))
    (levels / "README.txt").write_text("What these are.\n")
    return levels


def objects(text):
    return [json.loads(line) for line in text.splitlines()]


def piped(text, *words):
    return subprocess.run([SKERRY, *words], input=text, text=True, capture_output=True,
                          timeout=600, check=False)


def refused(done, code=2):
    """One line on stderr; the exit code: 2 what was given is wrong, 3 no level exists."""
    assert done.returncode == code, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_repaired_level_is_playable(folder):
    done = skerry("repair", folder / "broken.txt", "--game", "zelda")
    assert done.returncode == 0, done.stderr
    assert "cost 6, proven optimal" in done.stderr
    assert piped(done.stdout, "check-level", "-", "--game", "zelda").returncode == 0
    assert piped(done.stdout, "repair", "-", "-g", "zelda").stdout == done.stdout
    assert skerry("repair", folder / "broken.txt", "-g", "zelda", "-o", "-", cwd=folder).stdout == done.stdout
    assert not (folder / "-").exists()


# A count that is a range is beyond the flow.
RANGE = """tiles:
  - {tile: "#", name: wall}
  - {tile: ., name: floor}
  - {tile: "@", name: hero}
  - {tile: ">", name: stairs down}
  - {tile: "<", name: stairs up}
  - {tile: $, name: gold}
  - {tile: "~", name: water}
  - {tile: x, name: trap}
  - {tile: m, name: monster}
once: "@><"
counts: [{tiles: $, least: 2, most: 4}]
border: [{tiles: "#"}]
reach: [{from: "@", to: "><$", blocking: "#~"}]
shares: [{tiles: mx, of: ., most: 0.2}]
"""
CAVE = """################
##$@xm..#.#.#~.#
##.#......x~.m##
##.x#~#~x.#....#
#..#mm.$~....#~#
##.#~...#..~##~#
#...~.##$>.##~~#
#mm.###.~###..m#
################
"""


def test_a_level_is_found_where_the_program_has_none_in_time(tmp_path):
    game = tmp_path / "cave.yaml"
    game.write_text(RANGE)
    done = piped(CAVE, "repair", "-", "--game", game, "--time-limit", "0.02")
    assert done.returncode == 0, done.stderr
    assert "cost " in done.stderr and "proven optimal" not in done.stderr
    assert piped(done.stdout, "check-level", "-", "--game", game).returncode == 0


def test_json_has_what_is_promised(folder):
    done = skerry("repair", folder, "--game", "zelda", "--json")
    assert done.returncode == 0 and done.stderr == ""
    found = objects(done.stdout)
    assert [(o["file"].split("/")[-1], o["number"]) for o in found] == [
        ("broken.txt", 1), ("two.txt", 1), ("two.txt", 2)]
    for one in found:
        assert one["optimal"] and one["bound"] == one["cost"] and not one["infeasible"]
        assert one["seconds"] >= 0 and one["game"] == "zelda"
    assert [o["cost"] for o in found] == [6, 0, 6]
    assert "\n".join(found[1]["level"]) + "\n" == PLAYABLE


def test_objectives_and_methods(folder):
    one = folder / "broken.txt"
    words = ["repair", one, "-g", "zelda", "--json"]
    assert objects(skerry(*words, "--objective", "hamming").stdout)[0]["cost"] == 2
    assert objects(skerry(*words, "--method", "mip").stdout)[0]["cost"] == 6
    assert "expected: edit, hamming" in refused(skerry(*words, "--objective", "moves"))
    assert "mip" in refused(skerry(*words, "--method", "guess"))
    assert "--time-limit" in refused(skerry(*words, "--time-limit", "-3"))


OWN = """tiles:
  - {tile: w, name: wall}
  - {tile: ., name: floor}
  - {tile: +, name: key}
  - {tile: g, name: door}
  - {tile: "1", name: enemy}
  - {tile: A, name: player}
once: A+g
border:
  - {tiles: w}
reach:
  - {from: A, to: +g, blocking: wg}
"""


def test_method_and_its_reason_are_told(folder):
    """The rule that is beyond the flow is named, once in text and for each level in JSON."""
    game = folder / "own.yaml"
    words = ["repair", folder / "two.txt", "-g", game]
    game.write_text(OWN)
    found = objects(skerry(*words, "--json").stdout)[1]
    assert found["used"] == "flow" and "why" not in found
    game.write_text(OWN + "counts:\n  - {tiles: '1', most: 2}\n")
    done = skerry(*words)
    assert done.stderr.count("method: cell model; not flow: ") == 1, done.stderr
    assert done.stderr.count("fast (cell model)") == 2, done.stderr
    for found in objects(skerry(*words, "--json").stdout):
        assert found["used"] == "cell model" and "at most 2 of enemy '1'" in found["why"]
    found = objects(skerry(*words, "--json", "--method", "mip").stdout)[0]
    assert found["used"] == "the paper's program" and "why" not in found


def test_costs_within_tolerance_are_not_called_optimal(folder):
    """CBC takes a variable for integral within 1e-6, which is 1 of a cost of 10^6."""
    game = folder / "own.yaml"
    game.write_text(OWN.replace("name: wall", "name: wall, move: 0.0002, delete: 1000000"))
    words = ["repair", folder / "broken.txt", "-g", game, "--json", "--method", "mip"]
    found = objects(skerry(*words).stdout)[0]
    assert not found["optimal"] and 0 <= found["cost"] - found["bound"] <= 1
    several = skerry(*words[:4], "--method", "mip", "--solutions", 2).stderr
    assert " is possible: the solver does not tell apart costs that differ by less than 1; " in several
    assert several.endswith(": 1 repair; not proven that none is cheaper, or that there is no other\n")
    game.write_text(OWN)
    found = objects(skerry(*words).stdout)[0]
    assert found["optimal"] and found["bound"] == found["cost"] == 6


MASK = ".......\n.....#.\n..#....\n..##...\n.......\n"


def mask(folder, text):
    (folder / "mask.txt").write_text(text)
    return folder / "mask.txt"


@pytest.mark.parametrize("ranks", [0, 3])
def test_kept_cells_stay(folder, tmp_path, ranks):
    """One mask for a level, or one for each; what is kept costs more, or too much."""
    one = ["repair", folder / "broken.txt", "-g", "zelda", "--json"]
    free, = objects(skerry(*one, ranks=ranks, cwd=folder).stdout)
    kept, = objects(skerry(*one, "--keep", mask(tmp_path, MASK), ranks=ranks, cwd=folder).stdout)
    for was, now, keep in zip(BROKEN.split(), kept["level"], MASK.split(), strict=True):
        assert all(a == b for a, b, k in zip(was, now, keep, strict=True) if k == "#")
    assert kept["optimal"] and kept["kept"] == 4 and kept["cost"] >= free["cost"] and "kept" not in free
    assert piped("\n".join(kept["level"]), "check-level", "-", "-g", "zelda").returncode == 0
    every = "#" * 7 + "\n"
    done = skerry(*one, "--keep", mask(tmp_path, every * 5), ranks=ranks, cwd=folder)
    said, = objects(done.stdout)
    assert done.returncode == 3 and said["infeasible"]
    assert said["reason"].startswith("with the cells that are kept, ")
    (folder / "one.txt").write_text(BROKEN + "\n" + BROKEN)
    two = ["repair", folder / "one.txt", "-g", "zelda", "--json", "--keep"]
    same = objects(skerry(*two, mask(tmp_path, MASK)).stdout)
    assert [o["level"] for o in same] == [kept["level"]] * 2
    each = objects(skerry(*two, mask(tmp_path, MASK + "\n" + MASK.replace("#", "."))).stdout)
    assert [o["level"] for o in each] == [kept["level"], free["level"]]


HALVES = """tiles: [{tile: a, name: ant}, {tile: b, name: bee}, {tile: c, name: cat}]
once: c
alike: [{what: left_right}]
"""


@pytest.mark.parametrize("method", ["fast", "mip"])
def test_the_reason_names_the_rule_about_a_kept_tile(tmp_path, method):
    """Without the rule that c occurs once, c b c would be a repair."""
    (tmp_path / "halves.yaml").write_text(HALVES)
    (tmp_path / "level.txt").write_text("cba\n")
    said, = objects(skerry("repair", "level.txt", "-g", "halves.yaml", "-m", method, "--json", "--keep",
                           mask(tmp_path, "#..\n"), cwd=tmp_path).stdout)
    assert said["reason"] == ("with the cells that are kept, no level of 1 x 3 tiles satisfies these rules together: "
                              "exactly 1 of cat 'c'; left and right half alike in any tile")


@pytest.mark.parametrize("method", ["fast", "mip"])
def test_the_reason_names_the_share_that_kept_tiles_break(tmp_path, method):
    """Without it the level would be playable as it is."""
    (tmp_path / "level.txt").write_text("wwwwwww\nwA2+2gw\nw22222w\nw22222w\nwwwwwww\n")
    kept = ".......\n..#.#..\n.#####.\n.#####.\n.......\n"
    said, = objects(skerry("repair", "level.txt", "-g", "zelda", "-m", method, "--json", "--keep",
                           mask(tmp_path, kept), cwd=tmp_path).stdout)
    assert said["reason"] == ("with the cells that are kept, no level of 5 x 7 tiles satisfies these rules together: "
                              "at most 60 % one of enemy 1 '1', enemy 2 '2', enemy 3 '3' among all but wall 'w'; "
                              "wall 'w' on the border")


@pytest.mark.parametrize("text, said", [
    (".......\n" * 4, "mask.txt:1: a mask of 4 x 7 cells (expected: 5 x 7, as the level at "),
    (MASK.replace("##", "#x"), "mask.txt:4: column 4: 'x' is no tile of a mask (expected: one of #.)"),
    (MASK.replace("..##...", "..##.."), "mask.txt:4: a row of 6 tiles (expected: 7, "),
    (MASK + "\n" + MASK, "mask.txt:7: 2 masks for 1 level (expected: one for all levels)"),
    ("", "mask.txt:1: empty (expected: the rows of a level)")])
def test_wrong_masks_are_refused(folder, tmp_path, text, said):
    words = ["repair", folder / "broken.txt", "-g", "zelda", "--keep"]
    assert said in refused(skerry(*words, mask(tmp_path, text)))
    assert "no such file (expected: a file of masks)" in refused(skerry(*words, tmp_path / "none"))


def changes(broken, repaired):
    """Rows and columns of the cells that differ, from 1."""
    return {(r, c) for r, (a, b) in enumerate(zip(broken, repaired, strict=True), 1)
            for c, (x, y) in enumerate(zip(a, b, strict=True), 1) if x != y}


def random_level(seed, tiles, rows, cols):
    rng = random.Random(seed)
    return ["".join(rng.choice(tiles) for _ in range(cols)) for _ in range(rows)]


@pytest.mark.parametrize("game, tiles", [("zelda", "ww..123+gA"), ("pacman", "ww+.0fA1234")])
def test_edits_are_explained_by_the_rules_that_need_them(tmp_path, game, tiles):
    """The same rules as check-level names for the level with that edit undone; all edits, no others."""
    levels = [random_level(seed, tiles, 6, 7) for seed in range(6)]
    (tmp_path / "levels.txt").write_text("\n\n".join("\n".join(level) for level in levels))
    found = objects(skerry("repair", tmp_path / "levels.txt", "-g", game, "--explain", "--json").stdout)
    undone, edits = [], []
    for broken, one in zip(levels, found, strict=True):
        assert {(e["row"], e["column"]) for e in one["edits"]} == changes(broken, one["level"])
        assert len(one["edits"]) == one["changed"] > 0
        for edit in one["edits"]:
            rows = [list(row) for row in one["level"]]
            row, column = edit["row"] - 1, edit["column"] - 1
            assert rows[row][column] == edit["to"] and broken[row][column] == edit["from"]
            rows[row][column] = edit["from"]
            undone.append("\n".join(map("".join, rows)))
            edits.append((edit, one["cost"]))
    said = objects(piped("\n\n".join(undone), "check-level", "-", "-g", game, "--json").stdout)
    for (edit, cost), check in zip(edits, said, strict=True):
        assert edit["rules"] == check["broken"]
        assert ("cost_without" in edit) == check["playable"] and edit.get("cost_without", cost) >= cost


def test_explanations_in_words(folder):
    done = skerry("repair", folder / "broken.txt", "-g", "zelda", "--explain")
    assert "  row 5, column 5, . to w: wall 'w' on the border: another tile at row 5, column 5\n" in done.stderr
    assert ": no rule needs it alone; the edits cost 14 without it\n" in done.stderr
    assert "column" not in skerry("repair", folder / "broken.txt", "-g", "zelda").stderr
    (folder / "free.yaml").write_text("tiles: [{tile: ., name: floor}, {tile: a, name: flower}]\n")
    (folder / "free.txt").write_text("..\n")
    done = skerry("repair", folder / "free.txt", "-g", folder / "free.yaml", "--solutions", 2, "--explain")
    assert "  row 1, column 1, . to a: no rule needs it alone; the edits cost 0 without it\n" in done.stderr


@pytest.mark.parametrize("game, tiles", [("zelda", "ww..123+gA"), ("pacman", "ww+.0fA1234")])
@pytest.mark.parametrize("apart", [1, 3])
def test_several_repairs(tmp_path, game, tiles, apart):
    """In order of cost, apart from each other, playable, and the first is the cheapest of all."""
    levels = [random_level(seed, tiles, 5, 6) for seed in range(3)]
    (tmp_path / "levels.txt").write_text("\n\n".join("\n".join(level) for level in levels))
    words = ["repair", tmp_path / "levels.txt", "-g", game, "--json"]
    first = objects(skerry(*words).stdout)
    found = objects(skerry(*words, "--solutions", 4, "--apart", apart).stdout)
    assert [(o["number"], o["solution"]) for o in found] == [(n, k) for n in (1, 2, 3) for k in (1, 2, 3, 4)]
    assert all(o["optimal"] and o["complete"] and o["solutions"] == 4 and o["apart"] == apart for o in found)
    for n, one in enumerate(first):
        four = found[4 * n:4 * n + 4]
        costs = [o["cost"] for o in four]
        assert costs == sorted(costs) and costs[0] == one["cost"] and four[0]["level"] == one["level"]
        assert all(len(changes(a["level"], b["level"])) >= apart for a, b in itertools.combinations(four, 2))
    text = "\n\n".join("\n".join(o["level"]) for o in found)
    assert piped(text, "check-level", "-", "-g", game).returncode == 0


def test_all_repairs_there_are(folder, tmp_path):
    """Of three cells: the player beside the key, which is no wall, or between key and door."""
    (folder / "three.txt").write_text(PLAYABLE)
    words = ["repair", folder / "three.txt", "-g", "zelda", "--solutions", 10]
    found = objects(skerry(*words, "--json").stdout)
    assert {o["level"][1][1:4] for o in found} == {"A+g", "+Ag", "gA+", "g+A"}
    assert found[0]["cost"] == 0 and all(o["complete"] and o["solutions"] == 4 for o in found)
    done = skerry(*words, "-o", tmp_path / "all.txt")
    assert "three.txt: repair 1 of 4: cost 0, proven optimal; 0 cells" in done.stderr
    assert done.stderr.endswith("three.txt: the 4 cheapest repairs; proven: there is no other\n")
    assert (tmp_path / "all.txt").read_text().count("\n\n") == 4
    far = skerry(*words, "--apart", 3)
    assert "chosen one by one: each the cheapest that differs in at least 3 cells from those" in far.stderr
    assert far.stderr.endswith("; proven: there is no other\n")
    (tmp_path / "mask.txt").write_text(".....\n.#...\n.....\n")
    kept = objects(skerry(*words, "--json", "--keep", tmp_path / "mask.txt").stdout)
    assert [o["level"][1] for o in kept] == ["wA+gw"] and kept[0]["complete"] and kept[0]["kept"] == 1
    (folder / "none.txt").write_text("ww\nww\n")
    none, = objects(skerry("repair", folder / "none.txt", "-g", "zelda", "--solutions", 2, "--json").stdout)
    assert none["infeasible"] and none["complete"] and none["solutions"] == 0
    assert "--solutions: '0' (expected: a whole number in 1..1000)" in refused(skerry(*words, "--solutions", 0))
    assert "--apart: 'x'" in refused(skerry(*words, "--apart", "x"))
    assert "--solutions K" in refused(skerry(*words[:4], "--apart", 2))


@pytest.mark.parametrize("ranks", [1, 3])
def test_ranks_share_the_levels(folder, ranks):
    words = ["--json", "--solutions", 2]
    alone = skerry("repair", folder, "-g", "zelda", *words)
    many = skerry("repair", folder, "-g", "zelda", *words, ranks=ranks, cwd=folder)
    assert many.returncode == 0, many.stderr

    def timeless(text):
        return [{**o, "seconds": 0} for o in objects(text)]
    assert timeless(many.stdout) == timeless(alone.stdout)


def test_mpirun_is_no_terminal(folder):
    """It gives rank 0 one of its own, to which both levels would be drawn with colours, into whatever file."""
    alone = skerry("repair", folder, "-g", "zelda")
    for ranks in (1, 3):
        assert skerry("repair", folder, "-g", "zelda", ranks=ranks, cwd=folder).stdout == alone.stdout


def test_output_file_and_folder(folder, tmp_path):
    done = skerry("repair", folder, "-g", "zelda", "-o", tmp_path / "all.txt")
    assert done.returncode == 0 and done.stdout == ""
    check = skerry("check-level", tmp_path / "all.txt", "-g", "zelda", "--json")
    assert [o["playable"] for o in objects(check.stdout)] == [True] * 3
    (tmp_path / "out").mkdir()
    assert skerry("repair", folder, "-g", "zelda", "-o", tmp_path / "out").returncode == 0
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"broken.txt", "two.txt"}
    (tmp_path / "other").mkdir()
    (tmp_path / "other/two.txt").write_text(PLAYABLE)
    assert "under one name" in refused(skerry(
        "repair", folder, tmp_path / "other", "-g", "zelda", "-o", tmp_path / "out"))


def test_a_file_without_a_level_is_not_made(folder, tmp_path):
    """What cannot be repaired: 1 x 1; what is: a level after it."""
    hopeless = tmp_path / "hopeless.txt"
    hopeless.write_text("w\n")
    new = tmp_path / "new.txt"
    (tmp_path / "out").mkdir()
    for output in (new, tmp_path / "out"):
        done = skerry("repair", hopeless, "-g", "zelda", "-o", output)
        assert done.returncode == 3
        assert "cannot be repaired: at least 1 cell must hold key '+', but at most 0 may" in done.stderr
    assert not new.exists() and not list((tmp_path / "out").iterdir())
    skerry("repair", hopeless, folder / "broken.txt", "-g", "zelda", "-o", new)
    assert skerry("check-level", new, "-g", "zelda").returncode == 0
    line = skerry("repair", folder / "broken.txt", "-g", "zelda", "-o", tmp_path / "no/a.txt")
    assert "no/a.txt: cannot be written: No such file or directory (expected: a file in" in refused(line)


def test_a_folder_that_does_not_exist(folder, tmp_path):
    done = skerry("repair", folder, "-g", "zelda", "-o", "out/", cwd=tmp_path)
    assert refused(done) == (
        "skerry: out/: no such folder (expected: one that exists, or without the slash the name of a new file)\n")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_is_not_ours():
    nobody = ["setpriv", "--reuid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
    if subprocess.run([*nobody, SKERRY, "--version"], capture_output=True, check=False).returncode:
        pytest.skip("no other user can run the program here")
    done = subprocess.run([*nobody, SKERRY, "repair", "-", "-g", "zelda", "-o", "/usr/"], input=PLAYABLE, text=True,
                          capture_output=True, check=False)
    assert refused(done) == ("skerry: /usr/: cannot be written: Permission denied (expected: a folder that can be "
                             "written to)\n")


@pytest.mark.parametrize("game, said", [
    ("{}", "is a folder, not a file (expected: the file or the name of a game)"),
    ("{}/none.yaml", "no such file (expected: the file or the name of a game)"),
    ("zeldda", "no game 'zeldda' (expected: ")])
def test_what_is_no_game(folder, tmp_path, game, said):
    assert said in refused(skerry("repair", folder, "-g", game.format(tmp_path)))


def test_a_byte_order_mark_is_no_tile(folder, tmp_path):
    """Editors of Windows write one."""
    (tmp_path / "mark.txt").write_text("\ufeff" + (folder / "two.txt").read_text().replace("\n", "\r\n"))
    (tmp_path / "mask.txt").write_text("\ufeff" + MASK)
    done, plain = (skerry("repair", file, "-g", "zelda") for file in (tmp_path / "mark.txt", folder / "two.txt"))
    assert done.returncode == 0 and done.stdout == plain.stdout
    assert skerry("repair", folder / "broken.txt", "-g", "zelda", "--keep", tmp_path / "mask.txt").returncode == 0
    (tmp_path / "mark.txt").write_text("\ufeff\n")
    assert ":1: empty (expected: the rows of a level)" in refused(skerry("repair", tmp_path / "mark.txt", "-g", "zelda"))
    (tmp_path / "mark.txt").write_text("\n\ufeffw\n")
    assert "column 1: \\xef is no tile" in refused(skerry("repair", tmp_path / "mark.txt", "-g", "zelda"))


@pytest.mark.parametrize("ranks", [0, 2])
def test_no_file_is_replaced(folder, tmp_path, ranks):
    """Not even the levels that are read; nothing is repaired before it is refused."""
    there = tmp_path / "there.txt"
    there.write_text("kept")
    (tmp_path / "link.txt").symlink_to(there)
    before = {path: path.read_text() for path in [there, *folder.iterdir()]}
    one = folder / "broken.txt"
    for levels, output, named in [(one, there, there), (one, one, one), (folder, folder, one),
                                  (one, tmp_path / "link.txt", tmp_path / "link.txt")]:
        done = skerry("repair", levels, "-g", "zelda", "-o", output, ranks=ranks, cwd=tmp_path)
        assert done.returncode == 2 and done.stdout == ""
        said = [line for line in done.stderr.splitlines() if line.startswith("skerry: ")]
        assert said == [f"skerry: {named}: exists, so it is not replaced (expected: another -o)"]
        assert ranks or done.stderr.count("\n") == 1
    assert {path: path.read_text() for path in before} == before


def test_a_device_is_written_to(folder):
    done = skerry("repair", folder / "two.txt", "-g", "zelda", "-o", "/dev/stdout")
    assert done.returncode == 0 and PLAYABLE in done.stdout
    assert skerry("repair", folder / "two.txt", "-g", "zelda", "-o", "/dev/null").returncode == 0
    full = skerry("repair", folder / "two.txt", "-g", "zelda", "-o", "/dev/full")
    assert full.returncode == 1
    assert full.stderr.endswith("skerry: /dev/full: cannot be written (No space left on device)\n")
    assert "proven optimal, 0 cannot" not in full.stderr  # the sum of levels that are not there


@pytest.mark.parametrize("room", [0, 20, 40])  # bytes: for none of the levels, half of one, one and a half
@pytest.mark.parametrize("output", ["out.txt", "out"])
def test_no_room_leaves_no_file(folder, tmp_path, room, output):
    """An incomplete one would be taken for the repaired levels, and the same command again be refused."""
    def limit_file_size():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    (tmp_path / "out").mkdir()
    words = [SKERRY, "repair", folder / "two.txt", "-g", "zelda", "-o", tmp_path / output]
    done = subprocess.run(words, text=True, capture_output=True, preexec_fn=limit_file_size, check=False, timeout=300)
    named = tmp_path / output / ("two.txt" if output == "out" else "")
    assert done.returncode == 1 and done.stderr.endswith(f"skerry: {named}: cannot be written (File too large)\n")
    assert not any((tmp_path / "out").iterdir()) and not (tmp_path / "out.txt").exists()
    assert subprocess.run(words, capture_output=True, check=False, timeout=300).returncode == 0


def test_check_says_which_rules_are_broken(folder):
    done = skerry("check-level", folder / "broken.txt", "--game", "zelda")
    assert done.returncode == 1
    assert "wall 'w' on the border: another tile at row 5, column 5" in done.stdout
    done = skerry("check-level", folder / "broken.txt", "--game", "zelda", "--json")
    assert len(objects(done.stdout)[0]["broken"]) == 2


@pytest.mark.parametrize("command", ["repair", "check-level"])
@pytest.mark.parametrize("text, words", [
    ("", "stdin:1: empty"),
    ("www\nww\n", "stdin:2: a row of 2 tiles"),
    ("www\nwxw\n", "stdin:2: column 2: 'x' is no tile of zelda"),
    ("w" * 1001 + "\n", "at most 1000 a side"),
])
def test_bad_levels_are_refused(command, text, words):
    assert words in refused(piped(text, command, "-", "--game", "zelda"))


def test_bad_words_are_refused(folder):
    one = folder / "broken.txt"
    assert "--game is missing" in refused(skerry("repair", one))
    assert "no game 'chess'" in refused(skerry("repair", one, "--game", "chess"))
    assert "no such file" in refused(skerry("repair", "nowhere.txt", "--game", "zelda"))
    (folder / "empty").mkdir()
    assert "no levels" in refused(skerry("repair", folder / "empty", "--game", "zelda"))


def test_one_cell_cannot_be_repaired():
    line = refused(piped("w\n", "repair", "-", "--game", "zelda", "--method", "mip"), 3)
    assert "no level of 1 x 1 tiles satisfies these rules together" in line


def test_fast_says_as_well_that_nothing_is_playable():
    assert "cannot be repaired" in refused(piped("w\n", "repair", "-", "--game", "zelda"), 3)


def test_500_x_500_says_what_it_would_take():
    text = ("w" * 500 + "\n") * 500
    done = piped(text, "repair", "-", "--game", "zelda", "--method", "mip")
    assert "variables" in refused(done)


def test_rules_that_contradict_are_told(tmp_path):
    game = tmp_path / "mine.yaml"
    shipped = (SOURCE / "configs/level/games/zelda.yaml").read_text()
    game.write_text(shipped + "counts:\n  - {tiles: +g, most: 1}\n")
    line = refused(piped(PLAYABLE, "repair", "-", "--game", game, "--method", "mip"), 3)
    assert ("exactly 1 of key '+'; exactly 1 of door 'g'; "
            "at most 1 of one of key '+', door 'g'") in line
    game.write_text(shipped.replace("once: A+g", "once: A+d"))
    assert "mine.yaml:11: once: no tile 'd'" in refused(
        piped(PLAYABLE, "repair", "-", "--game", game))
    game.write_text(shipped + "---\n" + shipped)
    assert "second document" in refused(piped(PLAYABLE, "repair", "-", "--game", game))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_ends_a_long_repair_with_one_line(tmp_path, number):
    """The first level is easy, the second takes the paper's program for minutes."""
    large = "".join(5 * row + "\n" for row in BROKEN.split())
    (tmp_path / "two.txt").write_text(PLAYABLE + "\n" + 5 * large)
    with subprocess.Popen([SKERRY, "repair", tmp_path / "two.txt", "--game", "zelda",
                           "--method", "mip", "--json"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            line = running.stdout.readline()
            time.sleep(1)
            running.send_signal(number)
            rest, said = running.communicate(timeout=300)
        finally:
            running.kill()
    assert running.returncode == -number
    assert said.count("\n") == 1 and "stopped" in said, said
    assert json.loads(line)["number"] == 1
    assert rest == ""


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
        return [int(word) for word in file.read().split()]


def abort_third_child(process):
    """As an assertion in the solver does, which runs in a process of its own for each repair."""
    seen = set()
    while process.poll() is None:
        now = children(process.pid)
        seen.update(now)
        if len(seen) > 2 and now:
            os.kill(now[0], signal.SIGABRT)
            return
        time.sleep(0.001)


@pytest.mark.parametrize("json_lines", [False, True])
def test_repairs_before_a_crash_of_the_solver_are_kept(tmp_path, json_lines):
    symbols = random.Random(2)
    level = "".join("".join(symbols.choice("wwwg...1A+") for _ in range(12)) + "\n" for _ in range(10))
    (tmp_path / "level.txt").write_text(level + "\n" + PLAYABLE)
    words = [SKERRY, "repair", tmp_path / "level.txt", "-g", "zelda", "-m", "mip", "--solutions", "20",
             *(["--json"] if json_lines else ["-o", tmp_path / "out.txt"])]
    with subprocess.Popen(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        abort_third_child(process)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 1, err
    said = [line for line in err.splitlines() if "ended by signal 6" in line]
    assert said[-1].startswith("skerry: ") and "level.txt:1: repair 3, after those that were found: " in said[-1], err
    if json_lines:
        first = [one for one in objects(out) if one["number"] == 1]
        assert len(first) == first[0]["solutions"] == 2
        assert all("signal 6" in one["failure"] and one["optimal"] and not one["complete"] for one in first)
        second = [one for one in objects(out) if one["number"] == 2]
        assert len(second) == 4 and all(one["complete"] and "failure" not in one for one in second)
    else:
        assert len(said) == 2, err  # as it comes, and as the reason for the exit code
        assert "the 2 cheapest repairs; not proven that there is no other" in err
        assert "the 4 cheapest repairs; proven: there is no other" in err
        levels = (tmp_path / "out.txt").read_text()
        assert piped(levels, "check-level", "-", "--game", "zelda").returncode == 0
        assert levels.strip().count("\n\n") + 1 == 2 + 4


CBC_ABORT = os.environ.get("SKERRY_CBC_ABORT", str(SOURCE / "build/release/tests/libskerry_cbc_abort.so"))


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_crash_of_the_solver_is_one_line_and_other_levels_are_repaired(tmp_path, ranks):
    path = tmp_path / "levels.txt"
    path.write_text("wwwwwwww\nwA..w+gw\nww....ww\nwwwwwwww\n\n" + PLAYABLE)
    env = {**environment(tmp_path / "scratch"), "LD_PRELOAD": CBC_ABORT, "CBC_ABORT_ROWS": "700",
           "ASAN_OPTIONS": "verify_asan_link_order=0,detect_leaks=0"}
    done = subprocess.run(command(ranks, "repair", path, "-g", "zelda", "-m", "mip", "--json"), env=env, text=True,
                          capture_output=True, timeout=300, check=False)
    said = [line for line in done.stderr.splitlines() if "Abort" in line or "Assert" in line]
    assert done.returncode == 1 and said == [f"skerry: {path}:1: the repair was ended by signal 6 (Aborted)"], done.stderr
    first, second = objects(done.stdout)
    assert first["failure"] == "the repair was ended by signal 6 (Aborted)" and first["level"] is None
    assert second["optimal"] and second["cost"] == 0 and "failure" not in second


def test_a_signal_leaves_out_no_repair_of_a_level(tmp_path):
    """The pipe holds a page, so that the signal comes amid the repairs of the first level."""
    (tmp_path / "two.txt").write_text(BROKEN + "\n" + BROKEN)
    with subprocess.Popen([SKERRY, "repair", tmp_path / "two.txt", "--game", "zelda", "--explain",
                           "--json", "--solutions", "40"], bufsize=0, pipesize=4096,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            select.select([running.stdout], [], [])
            running.send_signal(signal.SIGTERM)
            wrote, said = running.communicate(timeout=300)
        finally:
            running.kill()
    assert running.returncode == -signal.SIGTERM and b"stopped" in said
    found = objects(wrote.decode())
    assert [o["solution"] for o in found] == list(range(1, 41))
    assert all(o["complete"] and o["solutions"] == 40 and o["edits"] for o in found)
