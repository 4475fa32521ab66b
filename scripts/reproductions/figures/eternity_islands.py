"""What islands bring the beam search, at equal work: one island, two and eight, with migration and without.

All have the record config's search, begun narrower, and expand as many states in all; so with more islands
each one's beams are narrower at the end, and more of them are unrelated. CPU seconds are shown beside, to
see that equal work is equal time.
"""

import concurrent.futures
import os
import pathlib
import tempfile

import numpy as np
import significance
from common import SOURCE, results, run, write_table
from eternity import given_files, name_of_puzzle

CONFIG = SOURCE / "configs/eternity/record.yaml"
SLICE, QUICK_SLICE = 1_000_000, 100_000  # states that an island expands in a sub-generation
SLICES, QUICK_SLICES = 32, 16  # of all islands together
SEEDS, QUICK_SEEDS = 30, 2
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


def row_of(variant, found):
    islands, policy = variant
    scores, seconds = map(np.array, zip(*found[variant]))
    p, effect = significance.mann_whitney(scores, [score for score, _ in found[ALONE]])
    counts = ", ".join(f"{score:.0f}: {(scores == score).sum()}" for score in np.unique(scores))
    return [islands, policy, len(scores), significance.shown(scores, "{:.2f}", np.mean), counts,
            "" if variant == ALONE else f"{effect:.2f}",
            "" if variant == ALONE else significance.p_text(p), f"{np.median(seconds):.1f}"]


def write(found, options):
    """The table of what is there: {variant: [(score, CPU seconds)]}."""
    size, slices = work_of(options)
    write_table(results("eternity") / "islands.md",
                f"Islands of beam searches at equal work, pieces: {name_of_puzzle(options)}",
                ["islands", "migration", "runs", "mean score", "score: runs", "effect", "p", "CPU s"],
                [row_of(variant, found) for variant in VARIANTS],
                [f"configs/eternity/record.yaml, beams of {WIDTH:,} states first, {size * slices:,} states "
                 "expanded in all. In brackets 95 % intervals, bootstrap over runs. effect: the probability "
                 "that a run has a better score than one of a single island, ties half; p: Mann-Whitney, "
                 "two-sided. CPU s: the median of a run."])


def islands(options):
    """Scores of all variants over the same seeds; the table grows by a seed at a time."""
    seeds = QUICK_SEEDS if options.quick else options.runs or SEEDS
    found = {variant: [] for variant in VARIANTS}
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.processes or len(os.sched_getaffinity(0))) as pool:
        jobs = [(variant, pool.submit(ended, variant, seed, options, folder))
                for seed in range(1, seeds + 1) for variant in VARIANTS]
        for variant, job in jobs:
            found[variant].append(job.result())
            if variant == VARIANTS[-1]:
                write(found, options)


FIGURES = {"eternity-islands": islands}
