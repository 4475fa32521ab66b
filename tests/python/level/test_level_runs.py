"""Levels on the islands: the shipped configs, shortened; what the generators put out."""

import json
import os
import signal
import subprocess
import time

import h5py
import numpy as np
import pytest
from harness import SKERRY, SOURCE, command, differences, patient, run, skerry, values_of
from matplotlib import image

LEVEL = SOURCE / "configs/level"
SHORT = ["-s", "run.epochs=2", "-s", "output.solutions=12"]
LATENT, CELLS = 32, 9 * 13


def shown(path):
    return json.loads(skerry("show", path, "--json", "--solutions", "1000").stdout)


def generate(*words, config="zelda-latent"):
    done = skerry("generate", LEVEL / f"{config}.yaml", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n\n")


@pytest.mark.parametrize("config", ["zelda", "zelda-grid", "zelda-latent"])
def test_same_levels_on_any_number_of_ranks(tmp_path, config):
    run(LEVEL / f"{config}.yaml", tmp_path / "alone.h5", *SHORT)
    run(LEVEL / f"{config}.yaml", tmp_path / "two.h5", *SHORT, ranks=2)
    assert differences(tmp_path / "alone.h5", tmp_path / "two.h5") == []
    done = skerry("verify", tmp_path / "alone.h5")
    assert done.returncode == 0, done.stdout[-2000:]


def test_recorded_levels_are_playable(tmp_path):
    run(LEVEL / "zelda.yaml", tmp_path / "ga.h5", *SHORT)
    texts = [s["text"] for s in shown(tmp_path / "ga.h5")["solutions"]]
    (tmp_path / "levels.txt").write_text("\n".join(texts))
    done = skerry("check-level", tmp_path / "levels.txt", "--game", "zelda", "--json")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == len(texts)


@pytest.mark.parametrize("key, words", [
    ("level.fitness=[{measure: path, from: A}]", "level.fitness[0].to: missing"),
    ("level.fitness=[{measure: kl, tiles: w}]", "has no use for it"),
    ("level.fitness=[{measure: cells, tiles: x}]", "no tile 'x'"),
    ("level.fitness=[]", "level.fitness"),
    ("level.descriptors=[{measure: kl, low: 2, high: 1}]", "high 1 is not above low 2"),
    ("level.game=levels/zelda.txt", "levels/zelda.txt"),
    ("level.fitness=[{measure: edits}]", "level.fitness[0].measure: edits measures the repair"),
    ("level.genome=latent", "level.generator: frequencies have no latent vector"),
    ("level.generator=gan", "level.weights: missing"),
    ("level={game: games/zelda.yaml, corpus: levels/zelda.txt, generator: gan, "
     "weights: levels/zelda.txt, fitness: [{measure: kl}]}", "levels/zelda.txt: not an HDF5 file"),
    ("level.corpus=games/zelda.yaml", "games/zelda.yaml:1: column 1: 's' is no tile"),
])
def test_bad_keys_are_refused(key, words):
    done = skerry("check", LEVEL / "zelda.yaml", "-s", key, cwd=LEVEL)
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1


def test_weights_of_another_file_are_not_read(tmp_path):
    """A run's identity has the bytes of its weights, which must determine them."""
    with h5py.File(LEVEL / "weights/zelda.h5") as whole, h5py.File(tmp_path / "part.h5", "w", libver="v110") as part:
        for name in whole:
            whole.copy(name, part)
        part.attrs.update(whole.attrs)
        bias = part["bias/1"][()]
        bias.tofile(tmp_path / "bias.raw")
        del part["bias/1"]
        part.create_dataset("bias/1", bias.shape, bias.dtype, external=[(str(tmp_path / "bias.raw"), 0, bias.nbytes)])
    done = skerry("check", LEVEL / "zelda-latent.yaml", "-s", f"level.weights={tmp_path / 'part.h5'}")
    assert done.returncode == 2 and done.stderr.endswith("part.h5: /bias/1: in another file\n"), done.stderr


def test_stopped_latent_run_resumes_to_the_same(tmp_path):
    words = ["-s", "run.epochs=6", "-s", "run.islands=2"]
    run(LEVEL / "zelda-latent.yaml", tmp_path / "whole.h5", *words)
    output = tmp_path / "stopped.h5"
    run(LEVEL / "zelda-latent.yaml", output, *words, "-s", "run.time_limit_s=0.1")
    run(LEVEL / "zelda-latent.yaml", output, *words, "--resume")
    assert differences(tmp_path / "whole.h5", output) == []


# Games of one's own that the paper's program repairs; the first takes it minutes for a level of 11 rows.
TILES = """summary: one's own
tiles:
  - {tile: "#", name: wall}
  - {tile: ., name: floor}
  - {tile: $, name: supplies}
  - {tile: A, name: player}
  - {tile: X, name: exit}
once: AX
"""
PATHS = TILES + """border:
  - {tiles: "#"}
reach:
  - {from: A, to: "^#", blocking: "#"}
paths:
  - {from: A, to: X, blocking: "#", cost: $, least: 2, most: 3}
"""
APART = TILES + """apart:
  - {from: A, to: X, blocking: "#"}
"""
WALL = "#" * 15
LARGE = "\n".join([WALL, "#A..$..#..$...#", *4 * ["#.#.#.#.#.#.#.#", "#..$..#..$....#"],
                   "#..$..#..$...X#", WALL]) + "\n"


def own_game(folder, game, levels, *, epochs=100):
    (folder / "game.yaml").write_text(game)
    (folder / "levels.txt").write_text(levels)
    (folder / "own.yaml").write_text(
        "problem: level\n"
        "level:\n  game: game.yaml\n  corpus: levels.txt\n"
        '  fitness: [{measure: cells, tiles: "#", target: 3, weight: -1}]\n'
        "algorithm: ga\nga: {population: 4, offspring: 4}\n"
        f"run: {{seed: 1, islands: 2, epochs: {epochs}}}\n")
    return folder / "own.yaml"


@pytest.mark.parametrize("ranks", [0, 2])
@pytest.mark.parametrize("by", ["limit", signal.SIGTERM])
def test_a_repair_by_the_papers_program_can_be_interrupted(tmp_path, ranks, by):
    """The first generation would take hours; where CBC cannot be ended, this hangs."""
    config, result = own_game(tmp_path, PATHS, LARGE), tmp_path / "out.h5"
    words = ["-s", "run.time_limit_s=1"] if by == "limit" else []
    with subprocess.Popen(command(ranks, "run", config, "-q", "-o", result, *words),
                          cwd=tmp_path, env=patient(tmp_path / "scratch"), text=True,
                          stderr=subprocess.PIPE) as child:
        try:
            if by != "limit":
                while not result.exists():
                    assert child.poll() is None
                    time.sleep(0.1)
                time.sleep(1)
                child.send_signal(by)
            _, said = child.communicate(timeout=120)
        finally:
            child.kill()
    # No solution yet; mpirun has 143 after a signal, or passes the ranks' code on.
    assert child.returncode == 4 or (ranks and by != "limit"), said
    with h5py.File(result) as file:
        assert file.attrs["status"] == b"stopped"


def test_levels_of_ones_own_game_are_the_same_on_any_number_of_ranks(tmp_path):
    config = own_game(tmp_path, APART, "#A..\n.#.#\n#.X.\n", epochs=1)
    run(config, tmp_path / "alone.h5")
    run(config, tmp_path / "two.h5", ranks=2)
    assert differences(tmp_path / "alone.h5", tmp_path / "two.h5") == []


@pytest.fixture(scope="module")
def latent(tmp_path_factory):
    path = tmp_path_factory.mktemp("latent") / "latent.h5"
    run(LEVEL / "zelda-latent.yaml", path, *SHORT)
    return path


def test_latent_solutions_show_the_repaired_level(latent):
    with h5py.File(latent) as file:
        genomes = file["solutions/genome"][()]
        texts = [text.split() for text in values_of(file["solutions/text"])]
    assert genomes.shape[1] == LATENT + 2 * CELLS
    for genome, text in zip(genomes, texts):
        assert "".join(text) == "".join("w.+g123A"[int(t)] for t in genome[LATENT:][:CELLS])


@pytest.mark.parametrize("gene, change, words", [
    (0, lambda z: z + 1, "WRONG the generator's output"),
    (LATENT + 15, lambda t: 8, "WRONG tiles of zelda"),
    (LATENT, lambda t: 1, "WRONG wall 'w' on the border"),
    (LATENT + CELLS, lambda t: 7 - t, "WRONG"),
])
def test_verify_sees_changed_genomes(tmp_path, latent, gene, change, words):
    path = tmp_path / "changed.h5"
    path.write_bytes(latent.read_bytes())
    with h5py.File(path, "r+") as file:
        genome = file["solutions/genome"]
        genome[0, gene] = change(genome[0, gene])
    done = skerry("verify", path)
    assert done.returncode == 1 and words in done.stdout, done.stdout[:1000]


def test_no_levels_are_refused():
    done = skerry("generate", LEVEL / "zelda.yaml", "-n", "0")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == "skerry: generate: -n 0 (expected: a whole number from 1)\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_cuts_no_generated_level(number):
    with subprocess.Popen([SKERRY, "generate", LEVEL / "zelda.yaml", "-n", str(10**9)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        begun = b""
        while len(begun) < 10_000:  # past the buffer of stdout, which communicate() would not look at
            begun += os.read(running.stdout.fileno(), 10_000)
        running.send_signal(number)
        rest, said = running.communicate(timeout=300)
    assert running.returncode == -number and said == b"skerry: stopped by a signal\n"
    levels = (begun + rest).split(b"\n\n")
    assert len(levels) > 70 and {tuple(map(len, level.split())) for level in levels} == {(13,) * 9}


def test_generated_levels_follow_from_the_seed():
    ten = generate("-n", "10", "--seed", "3")
    assert ten == generate("-n", "10", "--seed", "3") and len(set(ten)) > 5
    assert ten[:3] == generate("-n", "4", "--seed", "3")[:3]
    assert ten != generate("-n", "10")
    assert all(len(row) == 13 for level in ten for row in level.split())


def test_frequencies_are_those_of_the_corpus():
    corpus = (LEVEL / "levels/zelda.txt").read_text().replace("\n", "")
    made = "".join(generate("-n", "400", config="zelda")).replace("\n", "")
    for tile in "w.+g123A":
        share = corpus.count(tile) / len(corpus)
        deviation = (share * (1 - share) / len(made)) ** 0.5
        assert abs(made.count(tile) / len(made) - share) < 5 * deviation, tile


@pytest.mark.parametrize("words", [["-n"], ["-n", "x"], ["-n", "-3"], ["--many", "3"]])
def test_generate_refuses_other_words(words):
    done = skerry("generate", LEVEL / "zelda.yaml", *words)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr


def test_generated_levels_are_repaired_through_a_pipe():
    levels = skerry("generate", LEVEL / "zelda-latent.yaml", "-n", "20").stdout
    done = subprocess.run(command(0, "repair", "-", "--game", "zelda", "--json"),
                          input=levels, text=True, capture_output=True, check=True)
    assert [json.loads(line)["optimal"] for line in done.stdout.splitlines()] == [True] * 20


def test_distances_are_means_over_the_others(tmp_path):
    levels = ["wwww\nwA+w\nwg.w\nwwww\n", "wwww\nw+Aw\nwg.w\nwwww\n", "wwww\nwA+w\nw.gw\nwwww\n",
              "www\nwAw\nwww\n"]
    (tmp_path / "levels.txt").write_text("\n".join(levels))
    done = skerry("distances", tmp_path / "levels.txt", "--game", "zelda", "--json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["others"] for one in found] == [2, 2, 2, 0]
    # The first differs from the others in two cells each; two tiles move by a step.
    assert found[0]["hamming"] == 2 and found[0]["edits"] == 2
    assert found[1]["hamming"] == 3 and found[1]["edits"] == 3
    assert list(found[0]) == ["file", "number", "others", "hamming", "edits"] == list(found[3])
    assert found[3]["hamming"] is None and found[3]["edits"] is None


def test_grid_is_drawn_as_a_sheet(tmp_path):
    run(LEVEL / "zelda-grid.yaml", tmp_path / "grid.h5", *SHORT)
    assert skerry("draw", tmp_path / "grid.h5", "--archive", "-o", tmp_path / "sheet.png").returncode == 0
    sheet = image.imread(tmp_path / "sheet.png")
    assert sheet.shape[1] / sheet.shape[0] == pytest.approx(20 * 13 / (20 * 9), rel=0.2)
    assert len(np.unique(sheet[::7, ::7].reshape(-1, sheet.shape[2]), axis=0)) > 5


def test_run_without_a_generation_says_why(tmp_path):
    """Repairs by the cell model, of which twenty take more than a hundredth of a second."""
    game = (LEVEL / "games/zelda.yaml").read_text()
    (tmp_path / "own.yaml").write_text(game + "counts:\n  - {tiles: '123', least: 3, most: 6}\n")
    done = skerry("run", LEVEL / "zelda.yaml", "-o", tmp_path / "slow.h5", "-s",
                  f"level.game={tmp_path / 'own.yaml'}", "-s", "run.time_limit_s=0.01")
    assert "no feasible solution found yet; repairs on the first rank: " in done.stderr, done.stderr
    assert "method: cell model, not flow: " in done.stderr
    assert "3 to 6 of one of enemy 1 '1'" in done.stderr
