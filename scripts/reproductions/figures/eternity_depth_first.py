"""Depth-first search, beam search and depth-first search from a beam's states, at equal CPU time.

Work is fixed, so that results can be repeated, and such that all take about as long; CPU seconds are shown
beside.
"""

import pathlib

from common import SOURCE, results, run, write_table
from eternity import given_files, name_of_puzzle
from eternity_variants import HEADER, cells_of, note_of, run_all

CODE = ["islands/eternity/depth_first/*.c", "islands/eternity/beam/*.c", "islands/eternity/eternity_problem.c"]
ONE = ["run.islands=1", "run.sub_generations=2", "run.time_limit_s=~", "migration.policy=none"]
PLACEMENTS = 20_000_000  # of a step
# Config and settings; the last has the epochs, of 11 to 12 CPU seconds.
BEAM = "beam"
VARIANTS = {
    BEAM: ("record", ["beam.width=10000", "beam.slice=1000000"], 16),
    "depth_first": ("depth-first", [f"depth_first.work={PLACEMENTS}"], 24),
    "depth_first from beams": (
        "depth-first", [f"depth_first.work={PLACEMENTS}", "depth_first.width=20000",
                        "depth_first.restart=1000000"], 12)}
QUICK_SHARE = 12


def ended(variant, seed, options, folder):
    """The score and the CPU seconds of one run."""
    config, settings, epochs = VARIANTS[variant]
    summary, _ = run(SOURCE / f"configs/eternity/{config}.yaml",
                     pathlib.Path(folder) / f"{variant.replace(' ', '-')}-{seed}.h5",
                     [*given_files(options), *ONE, *settings, f"run.seed={seed}",
                      f"run.epochs={epochs // QUICK_SHARE if options.quick else epochs}"])
    return summary["best"], summary["cpu_time_s"]


def write(found, options):
    """The table of what is there: {variant: [(score, CPU seconds)]}."""
    write_table(results("eternity") / "depth-first.md",
                f"Depth-first search beside the beam search, pieces: {name_of_puzzle(options)}",
                ["search", *HEADER],
                [[variant, *cells_of(variant, BEAM, found)] for variant in VARIANTS],
                ["One island. beam: configs/eternity/record.yaml, beams of 10,000 states first, 32 million states "
                 "expanded in all; depth_first: configs/eternity/depth-first.yaml, 960 million placements; from "
                 "beams: 20,000 states with eleven rows, and a million placements from one after another, the work of "
                 "480 million placements in all. " + note_of("the beam search")])


def depth_first(options):
    """Scores of all variants over the same seeds; the table grows by a seed at a time."""
    run_all(VARIANTS, ended, write, options)


FIGURES = {"eternity-depth-first": depth_first}
