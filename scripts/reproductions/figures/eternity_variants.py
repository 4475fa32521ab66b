"""Variants of a search over the same seeds, compared in a table by score at about equal CPU time.

`found` is {variant: [(score, CPU seconds) of a run]}, in the table's order, grown by a seed at a time.
"""

import concurrent.futures
import os
import tempfile

import numpy as np
import significance

SEEDS, QUICK_SEEDS = 30, 1
HEADER = ["runs", "mean score", "score: runs", "effect", "p", "CPU s"]


def note_of(base):
    """What the cells mean; `base` words the variant that the others are compared with."""
    return ("In brackets 95 % intervals, bootstrap over runs. effect: the probability that a run has a better score "
            f"than one of {base}, ties half; p: Mann-Whitney, two-sided. CPU s: the median of a run.")


def cells_of(variant, base, found):
    """The cells of HEADER for one variant, compared with the variant `base`."""
    scores, seconds = map(np.array, zip(*found[variant]))
    p, effect = significance.mann_whitney(scores, [score for score, _ in found[base]])
    counts = ", ".join(f"{score:.0f}: {(scores == score).sum()}" for score in np.unique(scores))
    return [len(scores), significance.shown(scores, "{:.2f}", np.mean), counts,
            "" if variant == base else f"{effect:.2f}",
            "" if variant == base else significance.p_text(p), f"{np.median(seconds):.1f}"]


def run_all(variants, ended, write, options):
    """Runs all variants over the same seeds: ended(variant, seed, options, folder) is one run, with its files in
    folder; write(found, options) writes the table after every seed."""
    seeds = QUICK_SEEDS if options.quick else options.runs or SEEDS
    found = {variant: [] for variant in variants}
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.processes or len(os.sched_getaffinity(0))) as pool:
        jobs = [[pool.submit(ended, variant, seed, options, folder) for variant in variants]
                for seed in range(1, seeds + 1)]
        for of_seed in jobs:
            for variant, job in zip(variants, of_seed):
                found[variant].append(job.result())
            write(found, options)
