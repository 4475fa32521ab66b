"""The level paper's Table 2 for Pac-Man, which the paper does not have, repair times of broken levels, and a wall of
levels."""

import pathlib
import random

import numpy as np
from common import results, run, write_table
from level import percent, tell_grid, training_note
from level_sets import CONFIGS, Corpus, divergence, draws, people, playable, read, repair, trained

# Broken cells, levels for fast and for the paper's program, which takes so long.
BROKEN = ((0.01, 20, 0), (0.02, 20, 0), (0.05, 20, 2))
OURS = CONFIGS / "levels/pacman.txt"
# The grid: left-right symmetry, from half of the cells to all, and pellets, of which the authors' levels have 156 to 270.
GRID = "[{measure: symmetry, low: 0.5, high: 1}, {measure: cells, tiles: ., low: 140, high: 280}]"
PAPER = "45 levels edited by people"
LIMIT_S = 30  # CPU seconds of a repair; those of random levels may take longer
RANDOM = 20   # levels of random tiles
GRID_S = 600
QUICK_GRID = ["run.epochs=1", "run.sub_generations=1", "map_elites.start=3", "map_elites.batch=1"]


def corrupted(levels, tiles, share, number):
    """Levels in which a share of the cells holds any tile."""
    draw = random.Random(1)
    return [tuple("".join(draw.choice(tiles) if draw.random() < share else tile for tile in row)
                  for row in draw.choice(levels)) for _ in range(number)]


def seconds_of(done):
    seconds = [one["seconds"] for one in done]
    return [f"{np.mean(seconds):.2f}", f"{np.median(seconds):.2f}", f"{max(seconds):.2f}"]


def pacman(options):
    """Seconds of repairs of Pac-Man levels, ours beside the paper's program in CBC."""
    rows, human = [], read(OURS.read_text())
    for share, *numbers in BROKEN:
        levels = corrupted(human, "+0.fA1234w", share, max(numbers))
        for method, n in zip(("fast", "mip"), numbers):
            n = min(n, 3 if method == "fast" else 0) if options.quick else n
            if not n:
                continue
            done = repair(levels[:n], "pacman", "--method", method, "--time-limit", "300")
            rows.append(["pacman", f"{100 * share:.0f} %", method, n, sum(one["optimal"] for one in done),
                         *seconds_of(done), f"{np.mean([one['cost'] for one in done]):.1f}"])
    write_table(results("level") / "pacman.md", "Pac-Man: repairs of 31 x 28 levels",
                ["game", "cells broken", "method", "levels", "proven", "mean s", "median s", "worst s", "mean cost"],
                rows,
                ["CPU seconds of one thread. The paper: 3.22 s on average in CPLEX, for levels of its GAN, for which see "
                 "[pacman-gan.md](pacman-gan.md). Here: our own levels in which so many cells hold any tile; `mip` is the "
                 "paper's program in CBC, on the first of them."])


def repaired(levels, limit_s):
    """The objects of `skerry repair --json` for levels that were repaired, all of them playable."""
    done = [one for one in repair(levels, "pacman", "--time-limit", limit_s) if one["level"]]
    if not all(playable([tuple(one["level"]) for one in done], "pacman")):
        raise SystemExit("a repaired level is not playable")
    return done


def row_of(model, human, levels, done=()):
    """A row of the table; done: of the repairs that made these levels."""
    ours, text = (sum(playable(levels, game)) for game in ("pacman", "pacman-paper"))
    unique = len(set(levels))
    few = np.mean([divergence(human, some) for some in draws(levels, min(len(levels), RANDOM))])
    return [model, len(levels), percent(ours, len(levels)), percent(text, len(levels)),
            percent(len(levels) - unique, len(levels)), f"{divergence(human, levels):.3f}", f"{few:.3f}",
            *([sum(one["optimal"] for one in done), *seconds_of(done), f"{np.mean([one['cost'] for one in done]):.1f}"]
              if done else [""] * 5)]


def authors(options):
    """The authors' levels and the weights of a GAN trained on them, once; ours and no GAN without --levels."""
    if not options.levels:
        return Corpus("our levels", read(OURS.read_text()), None, "pacman")
    folder, human = people(options.levels, "pacman")
    weights = options.weights or trained(folder, results("level") / "authors-pacman.h5", 24000, "pacman-paper")
    return Corpus("the authors' levels", human, pathlib.Path(weights).resolve(), "pacman")


def pacman_gan(options):
    """Playable and unique Pac-Man levels of a GAN, of random tiles, and both repaired."""
    n, n_random, limit_s = (10, 1, 5) if options.quick else (1000, RANDOM, LIMIT_S)
    corpus = authors(options)
    raw = {"random": corpus.generated("frequencies", n_random)}
    if corpus.weights:
        raw = {"GAN": corpus.generated("gan", n), **raw}
    rows = [row_of(corpus.name, corpus.human, corpus.human)]
    rows += [row_of(model, corpus.human, levels) for model, levels in raw.items()]
    for model, levels in raw.items():
        done = repaired(levels, limit_s)
        if done:
            rows.append(row_of(f"{model}, repaired", corpus.human, [tuple(one["level"]) for one in done], done))
    write_table(results("level") / "pacman-gan.md", "Table 2 for Pac-Man: levels of 31 x 28 cells",
                ["model", "levels", "playable %", "by the text %", "duplicated %", "KL", f"KL of {RANDOM}",
                 "proven", "mean s", "median s", "worst s", "mean cost"], rows,
                [*([training_note(corpus, PAPER), ""] if corpus.weights else []),
                 "Playable: by the rules of the authors' program (`games/pacman.yaml`), by which levels are repaired; by "
                 "the rules that the text has, `games/pacman-paper.yaml`. The authors' levels break the program's "
                 "rule against open blocks of 2 x 2 cells. Duplicated: of all. KL: of people's 2 x 2 patterns from "
                 f"those of all levels, and of {RANDOM} of them (mean of 20 draws). CPU seconds of one thread, "
                 f"{limit_s} at most; the paper: 3.22 s on average."])


def pacman_grid(options):
    """A MAP-Elites grid of playable Pac-Man levels after ten minutes on two ranks."""
    corpus, path = authors(options), results("level") / "pacman-grid.h5"
    if not corpus.weights:
        print("no GAN to draw levels from (--levels)")
        return
    run(CONFIGS / "zelda-grid.yaml", path,
        [corpus.settings(genome="latent", generator="gan", descriptors=GRID), "map_elites.bins=[10, 10]",
         *(QUICK_GRID if options.quick else ["run.epochs=~", f"run.time_limit_s={GRID_S}"])], ranks=2)
    tell_grid(path, "Pac-Man",
              f"{training_note(corpus, PAPER)} What is bred is the vector from which it draws, for little "
              "divergence from the authors' patterns. Rows: left-right symmetry, from half of the cells to all; "
              "columns: pellets, fourteen a column.")


FIGURES = {"level-pacman": pacman, "level-pacman-gan": pacman_gan, "level-pacman-grid": pacman_grid}
