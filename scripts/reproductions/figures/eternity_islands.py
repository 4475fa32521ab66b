"""What islands bring the beam search, at equal work: one island, two and eight, with migration and without.

All have the record config's search, begun narrower, and expand as many states in all; so with more islands
each one's beams are narrower at the end, and more of them are unrelated. CPU seconds are shown beside, to
see that equal work is equal time.
"""

import pathlib

from common import SOURCE, results, run, write_table
from eternity import given_files, name_of_puzzle
from eternity_variants import HEADER, cells_of, note_of, run_all

CONFIG = SOURCE / "configs/eternity/record.yaml"
SLICE, QUICK_SLICE = 1_000_000, 20_000  # states that an island expands in a sub-generation
SLICES, QUICK_SLICES = 32, 16  # of all islands together
WIDTH = 10_000
SUB_GENERATIONS = 2
ALONE = (1, "none")
VARIANTS = [ALONE, (2, "none"), (2, "similarity"), (8, "none"), (8, "similarity")]


def work_of(options):
    """States of a slice, and slices of all islands."""
    return (QUICK_SLICE, QUICK_SLICES) if options.quick else (SLICE, SLICES)


def ended(variant, seed, options, folder):
    """The score and the CPU seconds of one run."""
    islands, policy = variant
    size, slices = work_of(options)
    summary, _ = run(CONFIG, pathlib.Path(folder) / f"{islands}-{policy}-{seed}.h5",
                     [*given_files(options), f"run.seed={seed}", f"run.islands={islands}",
                      f"migration.policy={policy}", "run.time_limit_s=~", f"beam.width={WIDTH}",
                      f"beam.slice={size}", f"run.sub_generations={SUB_GENERATIONS}",
                      f"run.epochs={slices // SUB_GENERATIONS // islands}"])
    return summary["best"], summary["cpu_time_s"]


def write(found, options):
    """The table of what is there: {variant: [(score, CPU seconds)]}."""
    size, slices = work_of(options)
    write_table(results("eternity") / "islands.md",
                f"Islands of beam searches at equal work, pieces: {name_of_puzzle(options)}",
                ["islands", "migration", *HEADER],
                [[*variant, *cells_of(variant, ALONE, found)] for variant in VARIANTS],
                [f"configs/eternity/record.yaml, beams of {WIDTH:,} states first, {size * slices:,} states "
                 "expanded in all. " + note_of("a single island")])


def islands(options):
    """Scores of all variants over the same seeds; the table grows by a seed at a time."""
    run_all(VARIANTS, ended, write, options)


FIGURES = {"eternity-islands": islands}
