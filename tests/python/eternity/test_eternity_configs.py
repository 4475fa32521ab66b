"""Eternity by its configs: shipped puzzles, mistakes in piece and hint files, runs that are
resumed and on several ranks, verified boards."""

import os
import re
import signal
import subprocess
import sys
import time

import h5py
import numpy as np
import pytest
from harness import SOURCE, command, differences, open_result, run, skerry

ETERNITY = SOURCE / "configs/eternity"
SIZES = [4, 6, 8, 10, 12, 14, 16]
CONFIG = """\
problem: eternity
eternity: {{pieces: {pieces}{more}}}
algorithm: ga
ga: {{population: 20, offspring: 40, mutation: 0.5}}
run: {{seed: 3, islands: 2, sub_generations: 3, epochs: 4}}
"""


def pieces_of(path):
    rows = [line.split() for line in path.read_text().splitlines() if not line.startswith("#")]
    return [tuple(map(int, row)) for row in rows]


def turned(piece, turn):
    return tuple(piece[(side - turn) % 4] for side in range(4))


@pytest.mark.parametrize("shipped", sorted(ETERNITY.glob("pieces-*.txt")), ids=lambda p: p.stem)
def test_shipped_puzzle_is_what_its_first_line_makes(shipped):
    program, *words = shipped.read_text().splitlines()[0].lstrip("# ").split()
    made = subprocess.run([sys.executable, SOURCE / program, *words], capture_output=True,
                          text=True, check=True)
    assert made.stdout == shipped.read_text()


@pytest.mark.parametrize("size", SIZES)
def test_shipped_puzzle_has_even_colours_and_no_piece_twice(size):
    pieces = pieces_of(ETERNITY / f"pieces-{size}x{size}.txt")
    assert len(pieces) == size * size
    assert len({min(turned(p, t) for t in range(4)) for p in pieces}) == size * size
    assert [p.count(0) for p in pieces] == sorted((p.count(0) for p in pieces), reverse=True)
    count = np.bincount(np.array(pieces).ravel())
    ring = {side for p in pieces if p.count(0) == 1
            for k, side in enumerate(p) if p[k - 2] != 0 and side}
    inner = set(range(1, len(count))) - ring
    assert count[0] == 4 * size and count[sorted(ring)].sum() == 8 * (size - 1)
    for kind in ring, inner:
        assert all(count[c] % 2 == 0 for c in kind)
        assert np.ptp(count[sorted(kind)]) <= 2
    if size == 16:
        assert (len(ring), len(inner)) == (5, 17)


def write_config(folder, pieces, more=""):
    (folder / "pieces.txt").write_text(pieces)
    config = folder / "bad.yaml"
    config.write_text(CONFIG.format(pieces="pieces.txt", more=more))
    return config


def lines_of(size):
    return (ETERNITY / f"pieces-{size}x{size}.txt").read_text().splitlines()


def replaced(number, line, size=4):
    lines = lines_of(size)
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


FOUR = lines_of(4)  # line 1 is a comment; corners 2-5, edges 6-13, inner pieces 14-17
SIXTEEN = lines_of(16)


@pytest.mark.parametrize("pieces, line, words", [
    ("\n".join(SIXTEEN[:-1]), None, "255 pieces do not fill a board of 16 x 16"),
    (replaced(9, "0 1 64 2"), 9, "colour 64"),
    (replaced(9, "0 1 -2 2"), 9, "colour -2"),
    (replaced(9, "0 1 red 2"), 9, "red"),
    (replaced(9, FOUR[8] + " # a\0b"), 9, "a NUL byte"),
    (replaced(9, "0 1 2.5 2"), 9, "expected: a whole number"),
    (replaced(9, "0 1 2"), 9, "a piece has four colours"),
    (replaced(9, "0 1 2 3 4"), 9, "more than 4 numbers"),
    (replaced(14, "0 5 0 4"), 14, "grey inside"),
    (replaced(14, "0 0 0 4"), 14, "grey inside"),
    (replaced(14, "0 0 1 3"), None, "5 corner pieces"),
    (replaced(14, "0 2 5 3"), None, "9 edge pieces"),
    ("3 5\n" + "\n".join(FOUR), None, "16 pieces do not fill a board of 3 x 5"),
    ("2 8\n" + "\n".join(FOUR), None, "8 edge pieces, by their grey sides (expected: 12 on a board of 2 x 8)"),
    ("0 16\n" + "\n".join(FOUR), 1, "a board has 2 to 32 rows and columns"),
    ("\n".join(FOUR) + "\n4 4\n", 18, "a piece has four colours"),
    ("", None, "no piece in it"),
    ("0 0 1 1\n", None, "expected: 2 to 32"),
])
def test_mistakes_in_pieces_are_told_with_their_line(pieces, line, words, tmp_path):
    done = skerry("check", write_config(tmp_path, pieces))
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout
    assert words in done.stderr and "eternity.pieces" in done.stderr
    place = f"pieces.txt:{line}: " if line else "pieces.txt: "
    assert place in done.stderr


def of_one_colour():
    """16 pieces: all corners are alike, all edges, and all inner pieces."""
    return "1 0 0 1\n" * 4 + "1 1 0 1\n" * 8 + "1 1 1 1\n" * 4


@pytest.mark.parametrize("algorithm", ["ga", "aiea", "moea", "beam", "backtrack", "depth_first"])
@pytest.mark.parametrize("pieces, best", [(of_one_colour(), 24), (replaced(15, FOUR[13]), None)],
                         ids=["all", "two"])
def test_pieces_may_be_alike(algorithm, pieces, best, tmp_path):
    config = write_config(tmp_path, pieces)
    config.write_text(CONFIG.format(pieces="pieces.txt", more="").split("algorithm")[0]
                      + f"algorithm: {algorithm}\nrun: {{seed: 3, islands: 2, sub_generations: 3, epochs: 4}}\n")
    run(config, tmp_path / "alike.h5", code=(0, 4))
    assert skerry("verify", tmp_path / "alike.h5").returncode == 0
    with open_result(tmp_path / "alike.h5") as result:
        assert best in (None, result["replicas/best"][()].max())


@pytest.mark.parametrize("hints, line, words", [
    ("13 1 1 0\n17 2 2 0\n", 2, "no piece"),
    ("# none\n0 1 1 0\n", 2, "no piece"),
    ("13 4 1 0\n", 1, "no cell in row"),
    ("13 1 -1 0\n", 1, "no cell in row"),
    ("13 1 1 4\n", 1, "4 quarter turns (expected: 0 to 3"),
    ("13 1 1\n", 1, "a clue is piece, row, column and turns"),
    ("13 0 0 0\n", 1, "its north side is on the rim, and not grey"),
    ("1 1 1 0\n", 1, "is grey, and not on the rim"),
    ("13 1 1 0\n14 1 1 2\n", 2, "has a clue already"),
    ("13 1 1 0\n13 2 2 2\n", 2, "has a clue already"),
    ("13 1 x 0\n", 1, "expected: a whole number"),
    ("# nothing\n", None, "no clue in it"),
])
def test_mistakes_in_hints_are_told_with_their_line(hints, line, words, tmp_path):
    (tmp_path / "hints.txt").write_text(hints)
    config = write_config(tmp_path, "\n".join(FOUR), ", clues: all, hints: hints.txt")
    done = skerry("check", config)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout
    assert words in done.stderr
    assert (f"hints.txt:{line}: " if line else "hints.txt: ") in done.stderr


@pytest.mark.parametrize("hints, words", [
    ("13 1 1 0\n14 2 2 0\n", ""),
    ("# the centre\n13 2 1 0\n", ""),
    ("13 1 1 0\n1 0 0 0\n", ""),  # only the first is read
    ("1 0 0 2\n13 1 1 0\n", "hints.txt:1: the first clue is in row 0, column 0, which is not the centre"),
    ("# none\n5 1 0 0\n", "hints.txt:2: the first clue is in row 1, column 0"),
])
def test_the_clue_of_the_centre_is_in_the_centre(hints, words, tmp_path):
    (tmp_path / "hints.txt").write_text(hints)
    done = skerry("check", write_config(tmp_path, "\n".join(FOUR), ", clues: centre, hints: hints.txt"))
    assert done.returncode == (2 if words else 0) and words in done.stderr, done.stderr


def test_hints_are_not_left_unused(tmp_path):
    """By mistake; but those who say `clues: none` mean it."""
    (tmp_path / "hints.txt").write_text("13 1 1 0\n")
    done = skerry("check", write_config(tmp_path, "\n".join(FOUR), ", hints: hints.txt"))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "eternity.hints: is given without clues, which says how many of them hold (expected: " in done.stderr
    for more in (", hints: hints.txt, clues: none", ", hints: ~"):
        done = skerry("check", write_config(tmp_path, "\n".join(FOUR), more))
        assert done.returncode == 0, done.stderr


def test_a_byte_order_mark_is_no_number(tmp_path):
    """Editors of Windows write one. `verify` reads the files on its own."""
    pieces = "\n".join(FOUR[1:])  # without the comment
    config = write_config(tmp_path, "\ufeff" + pieces, ", clues: all, hints: hints.txt")
    (tmp_path / "hints.txt").write_text("\ufeff13 1 1 0\n")
    run(config, tmp_path / "a.h5")
    done = skerry("verify", tmp_path / "a.h5", "--all")
    assert done.returncode == 0 and "clue: row 1 column 1 has piece 13 turned 0 times" in done.stdout
    done = skerry("check", write_config(tmp_path, "\n\ufeff" + pieces))
    assert done.returncode == 2 and "pieces.txt:2: " in done.stderr


def test_clues_without_a_file_are_refused(tmp_path):
    done = skerry("check", write_config(tmp_path, "\n".join(FOUR), ", clues: centre"))
    assert done.returncode == 2 and "eternity.clues" in done.stderr


def test_each_board_of_depth_first_has_fewer_breaks(tmp_path):
    """From a board with many, down to the solution; without that it ends with 57 of 60 joints."""
    keys = ["free=0.3", "last=0.6", "breaks=40", "work=1000000", "regions=0", "assignments=0", "individuals=4"]
    run(ETERNITY / "6x6.yaml", tmp_path / "a.h5", "-s", "algorithm=depth_first", "-s", "run.islands=1",
        "-s", "run.epochs=20", *(word for key in keys for word in ("-s", f"depth_first.{key}")))
    with open_result(tmp_path / "a.h5") as result:
        assert result["replicas/best"][()].max() == 60


@pytest.mark.parametrize("algorithm", ["ga", "aiea", "moea", "backtrack", "random", "depth_first"])
def test_ranks_do_not_matter(algorithm, tmp_path):
    more = ["-s", f"algorithm={algorithm}", "-s", "run.islands=3", "-s", "run.epochs=3",
            "-s", "eternity.rim=free"]
    if algorithm == "backtrack":
        more += ["-s", "backtrack.work=50"]
    if algorithm == "depth_first":
        more += ["-s", "depth_first.work=100000", "-s", "depth_first.restart=60000"]
    files = [tmp_path / f"{ranks}.h5" for ranks in (0, 2)]
    for file, ranks in zip(files, (0, 2)):
        run(ETERNITY / "8x8.yaml", file, *more, ranks=ranks)
    assert differences(*files) == []


# Keys with which a run takes a while, and stops within searches of different widths.
KEYS = {"ga": [], "aiea": [], "moea": [], "backtrack": ["work=20"],
        "beam": ["width=300", "widest=3000", "rounds=1", "growth=3", "slice=1500",
                 "exact=1000"],
        "depth_first": ["work=30000", "restart=100000", "regions=2", "assignments=1"]}
KEYS["beam shared"] = [*KEYS["beam"], "shared=true"]
EPOCHS = {"beam": 100, "depth_first": 60}


@pytest.mark.parametrize("name", KEYS)
def test_a_stopped_run_resumes_to_the_same_result(name, tmp_path):
    algorithm = name.split()[0]
    config = tmp_path / "long.yaml"
    config.write_text(CONFIG.format(pieces=ETERNITY / "pieces-12x12.txt", more="")
                      .replace("epochs: 4", f"epochs: {EPOCHS.get(algorithm, 400)}, sub_generations: 5")
                      .replace("sub_generations: 3, ", ""))
    whole, cut = tmp_path / "whole.h5", tmp_path / "cut.h5"
    more = ["-s", f"algorithm={algorithm}"]
    for key in KEYS[name]:
        more += ["-s", f"{algorithm}.{key}"]
    run(config, whole, *more)
    words = ["run", config, "-o", cut, *more]
    process = subprocess.Popen(command(0, *words), cwd=tmp_path, stderr=subprocess.DEVNULL)
    while not cut.exists() and process.poll() is None:
        time.sleep(0.01)
    time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    assert process.wait() in (0, -signal.SIGTERM)  # the latter if it came once the run was over
    run(config, cut, *more, "--resume")
    assert differences(whole, cut) == []


def shared_beam(*more):
    keys = ["run.islands=5", "run.sub_generations=3", "run.time_limit_s=null", *more]
    keys += [f"beam.{key}" for key in KEYS["beam shared"]]
    return [word for key in keys for word in ("-s", key)]


def test_a_shared_beam_is_the_same_on_any_ranks_and_after_each_stop(tmp_path):
    """Stopped within trunks, branches and completions, by the number of epochs."""
    whole = tmp_path / "whole.h5"
    run(ETERNITY / "10x10.yaml", whole, *shared_beam("run.epochs=12"))
    assert skerry("verify", whole, "--all").returncode == 0
    for ranks in (2, 5):
        run(ETERNITY / "10x10.yaml", tmp_path / "other.h5", *shared_beam("run.epochs=12"), ranks=ranks)
        assert differences(whole, tmp_path / "other.h5") == []
    part = tmp_path / "part.h5"
    for epochs in range(1, 13):
        run(ETERNITY / "10x10.yaml", part, *shared_beam(f"run.epochs={epochs}"), *(["--resume"] if epochs > 1 else []),
            ranks=(0, 3, 2)[epochs % 3])
    assert differences(whole, part) == []


@pytest.mark.parametrize("more, words", [
    (["run.distribution=speed"], "run.distribution: speed: but all islands do the search of beam together"),
    (["migration.policy=ring", "migration.mode=asynchronous", "run.sub_generations=2"],
     "migration.mode: asynchronous: but all islands do the search of beam together"),
])
def test_what_a_shared_beam_cannot_do_is_refused(more, words):
    done = skerry("check", ETERNITY / "10x10.yaml", *shared_beam(*more))
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert words in done.stderr


def mean_of_first_boards(tmp_path, *more):
    file = tmp_path / "first.h5"
    words = ["algorithm=random", "random.samples=4000", "run.max_evaluations=4000",
             "run.islands=1", "eternity.rim=free", *more]
    run(ETERNITY / "16x16.yaml", file, *[part for word in words for part in ("-s", word)])
    with open_result(file) as result:
        return result["curves/mean"][0, 0, 0]


@pytest.mark.skipif("SKERRY_ETERNITY_PIECES" not in os.environ,
                    reason="SKERRY_ETERNITY_PIECES does not name the official pieces")
def test_first_boards_of_the_official_pieces_score_as_in_the_paper(tmp_path):
    official = f"eternity.pieces={os.path.abspath(os.environ['SKERRY_ETERNITY_PIECES'])}"
    knowledge = mean_of_first_boards(tmp_path, official, "eternity.path=snake")
    random = mean_of_first_boards(tmp_path, official, "eternity.initialization=random")
    assert abs(knowledge - 301.93) < 1  # its standard error is 0.2
    assert abs(random - 19.886) < 0.4   # exact, by counting pairs of sides; 0.07


def test_first_boards_with_knowledge_are_far_better(tmp_path):
    knowledge = mean_of_first_boards(tmp_path)
    random = mean_of_first_boards(tmp_path, "eternity.initialization=random")
    assert 295 < knowledge < 310 and 19 < random < 21


def solved(tmp_path, *more):
    file = tmp_path / "run.h5"
    run(ETERNITY / "6x6.yaml", file, "-s", "run.epochs=2", "-s", "output.solutions=4", *more)
    return file


@pytest.mark.parametrize("more", [
    [], ["-s", "eternity.rim=free", "-s", "eternity.initialization=random"],
    ["-s", "eternity.fitness=combined"]])
def test_boards_are_verified(more, tmp_path):
    done = skerry("verify", solved(tmp_path, *more), "--all")
    assert done.returncode == 0 and "WRONG" not in done.stdout
    rim = "rim free" if "eternity.rim=free" in more else "rim strict: 0 grey sides"
    assert done.stdout.count(rim) == 4 and done.stdout.count("each of 36 pieces once") == 4


def swap_cells(genome):
    genome[[0, 7]] = genome[[7, 0]]  # a corner goes inside


def repeat_piece(genome):
    genome[8] = genome[7]


def turn_piece(genome):
    genome[7] = genome[7] // 4 * 4 + (genome[7] + 1) % 4


def no_piece(genome):
    genome[20] = 4 * 37


@pytest.mark.parametrize("spoil, words", [
    (swap_cells, "WRONG  rim strict: 2 grey sides off the rim, 2 sides on it not grey"),
    (repeat_piece, "WRONG  row 1 column 2 holds piece"),
    (turn_piece, "WRONG  "),
    (no_piece, "WRONG  row 3 column 2 holds 148, which is no piece"),
])
def test_spoilt_boards_are_caught(spoil, words, tmp_path):
    path = solved(tmp_path)
    with h5py.File(path, "r+") as file:
        genomes = file["solutions/genome"][()]
        spoil(genomes[0])
        file["solutions/genome"][...] = genomes
    done = skerry("verify", path)
    assert done.returncode == 1 and words in done.stdout


def test_a_wrong_score_is_caught(tmp_path):
    path = solved(tmp_path)
    with h5py.File(path, "r+") as file:
        objectives = file["solutions/objectives"][()]
        objectives[0] += [0, 1, 0]
        file["solutions/objectives"][...] = objectives
    done = skerry("verify", path)
    assert done.returncode == 1 and re.search(r"WRONG  \d+ blocks match", done.stdout)


@pytest.mark.parametrize("algorithm", ["ga", "aiea", "moea", "random", "backtrack", "beam", "depth_first"])
@pytest.mark.parametrize("sampling", ["random", "knowledge"])
def test_clues_may_break_a_free_rim(tmp_path, algorithm, sampling):
    """Piece 1 is a corner, piece 13 an inner one."""
    (tmp_path / "hints.txt").write_text("1 1 1 0\n13 0 2 3\n")
    config = write_config(tmp_path, "\n".join(FOUR), ", clues: all, hints: hints.txt, rim: free")
    words = ["-s", f"algorithm={algorithm}", "-s", "ga=null", "-s", f"eternity.initialization={sampling}"]
    if algorithm in ("beam", "depth_first"):
        done = skerry("run", config, "-o", tmp_path / "b.h5", *words)
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        assert "eternity.hints: the clue in row 0, column 2 breaks the rim" in done.stderr
        return
    run(config, tmp_path / "b.h5", *words)
    with open_result(tmp_path / "b.h5") as result:
        genomes = result["solutions/genome"][()].reshape(-1, 4, 4)
    assert len(genomes) and (genomes[:, 1, 1] == 4).all() and (genomes[:, 0, 2] == 4 * 13 + 3).all()
    done = skerry("verify", tmp_path / "b.h5", "--all")
    assert done.returncode == 0 and "clue: row 1 column 1 has piece 1 turned 0 times" in done.stdout


def test_clues_stay_in_place(tmp_path):
    (tmp_path / "hints.txt").write_text("33 2 2 1\n20 3 3 2\n")
    pieces = "\n".join(lines_of(6))
    config = write_config(tmp_path, pieces, ", clues: all, hints: hints.txt, rim: free")
    (tmp_path / "hints.txt").write_text("33 2 2 1\n21 3 3 2\n")
    file = tmp_path / "clued.h5"
    run(config, file)
    with open_result(file) as result:
        genomes = result["solutions/genome"][()].reshape(-1, 6, 6)
    assert (genomes[:, 2, 2] == 4 * 33 + 1).all() and (genomes[:, 3, 3] == 4 * 21 + 2).all()
    done = skerry("verify", file, "--all")
    assert "clue: row 2 column 2 has piece 33 turned 1 time\n" in done.stdout
