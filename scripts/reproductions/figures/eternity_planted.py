"""How long planted puzzles of edge matching take, over many seeds."""

import pathlib
import tempfile

import numpy as np
from common import SOURCE, results, run, write_table

CONFIGS = SOURCE / "configs/eternity"
SEEDS, QUICK_SEEDS = 30, 2
# name of the config, its joints, seconds that a run may take
PUZZLES = [("6x6", 60, 60), ("8x8", 112, 600), ("10x10-14", 180, 600)]


def row_of(name, joints, limit, seeds, folder):
    cpu, solved = [], 0
    for seed in range(1, seeds + 1):
        summary, seconds = run(CONFIGS / f"{name}.yaml", pathlib.Path(folder) / f"{name}-{seed}.h5",
                               [f"run.seed={seed}", f"run.target={joints}",
                                f"run.time_limit_s={limit}"])
        solved += summary["best"] == joints
        cpu.append(seconds)
    quarter, middle, three = np.quantile(cpu, [0.25, 0.5, 0.75])
    return [name, f"{solved} of {seeds}", f"{min(cpu):.1f}", f"{quarter:.1f}", f"{middle:.1f}",
            f"{three:.1f}", f"{max(cpu):.1f}"]


def planted(options):
    """CPU seconds until all joints match."""
    seeds = QUICK_SEEDS if options.quick else options.runs or SEEDS
    puzzles = PUZZLES[:1] if options.quick else PUZZLES
    with tempfile.TemporaryDirectory() as folder:
        rows = [row_of(*puzzle, seeds, folder) for puzzle in puzzles]
    write_table(results("eternity") / "planted.md", "Planted puzzles: CPU seconds to the solution",
                ["puzzle", "solved", "least", "quarter", "median", "three quarters", "most"], rows,
                [f"Seeds 1 to {seeds}, configs/eternity/NAME.yaml on one rank, until every joint "
                 "matches or for ten minutes (6x6: one)."])


FIGURES = {"eternity-planted": planted}
