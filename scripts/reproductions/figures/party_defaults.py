"""The default algorithm of party on the three challenge types: how often it finds the proven
optimum, how much of that its first generation does, and on larger pools."""

import pathlib
import subprocess
import tempfile

import h5py
import numpy as np
from common import SOURCE, proven_optimum, results, run, write_table

CONFIGS = SOURCE / "configs/party"
TYPES = ["type1", "type2", "type3"]
# heroes, seed of the pool, runs
POOLS = [(10_000, 1, 50), (10_000, 2, 50), (10_000, 3, 50), (100_000, 1, 3)]
QUICK_POOLS = [(10_000, 2, 2)]


def pool_of(heroes, seed, folder):
    """A synthetic pool as a file."""
    path = pathlib.Path(folder) / f"heroes-{heroes}-{seed}.csv"
    with open(path, "w", encoding="utf-8") as file:
        subprocess.run([SOURCE / "scripts/party-pool", "--heroes", str(heroes), "--seed",
                        str(seed)], stdout=file, check=True)
    return path


def row_of(kind, heroes, seed, pool, runs, folder):
    config, words = CONFIGS / f"{kind}.yaml", [f"party.heroes={pool}"]
    path = pathlib.Path(folder) / "run.h5"
    optimum = proven_optimum(config, path, words)
    _, cpu = run(config, path, [*words, f"run.replicas={runs}"])
    with h5py.File(path) as file:
        best = file["replicas/best"][()]
        first = np.nanmin(file["curves/best"][:, 0, :], axis=1)
        proven = file["replicas/optimal"][()]
    return [kind.replace("type", "Type "), f"{heroes:,}", seed, f"{optimum:,.0f}",
            f"{int((best == optimum).sum())} of {runs}",
            f"{int((first == optimum).sum())} of {runs}", f"{int(proven.sum())} of {runs}",
            f"{cpu / runs:.2f}"]


def defaults(options):
    """Runs of the shipped configs of the three types, on pools of several seeds."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for heroes, seed, runs in QUICK_POOLS if options.quick else POOLS:
            pool = pool_of(heroes, seed, folder)
            rows += [row_of(kind, heroes, seed, pool, runs, folder) for kind in TYPES]
    write_table(results("party") / "defaults.md", "The default algorithm on the three challenge types",
                ["challenge", "heroes", "pool's seed", "optimum", "found by the run",
                 "in generation 0", "proven by the run", "CPU s a run"], rows,
                ["configs/party/type1.yaml to type3.yaml, five islands, three epochs, a seed for "
                 "each run; the optimum is the one that `algorithm: exact` proves. Where "
                 "generation 0 has the optimum, construction and local search alone found it: "
                 "crossover and migration had nothing left to do. The runs of one row share one "
                 "proof at their end, and their CPU time includes it."])


FIGURES = {"party-defaults": defaults}
