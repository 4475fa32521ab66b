"""Sliding puzzles beyond enumeration: every method at equal CPU time."""

import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time

import numpy as np
import significance
from common import SKERRY, results, scratch, write_table
from sliding import CONFIGS, ONE_ISLAND, text, verified

LARGE_RUNS = 30


def cpu_of(process):
    """CPU seconds that a running process has used."""
    try:
        fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, IndexError):
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_for(config, output, overrides, cpu_s):
    """Runs a config until it has used so much CPU time; its JSON summary."""
    words = [SKERRY, "run", str(config), "-o", str(output), "--json", "--quiet"]
    for override in ["run.epochs=~", "run.time_limit_s=36000", *overrides]:
        words += ["-s", override]
    with tempfile.TemporaryFile("w+") as out:
        with subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and cpu_of(process) < cpu_s:
                time.sleep(0.05)
            if process.poll() is None:
                process.send_signal(signal.SIGUSR1)
        for left in output.parent.glob(output.name + ".checkpoint*"):
            left.unlink()
        out.seek(0)
        return json.load(out)


LARGE = {
    "islands": ["algorithm=ga", "run.islands=4", "migration.policy=similarity"],
    "one population": [*ONE_ISLAND, "algorithm=ga", "ga.population=16", "ga.offspring=16"],
    "beam": [*ONE_ISLAND, "algorithm=beam"],
    "astar": [*ONE_ISLAND, "algorithm=astar"],
}


AT_MOST = {"beam": 5, "astar": 1}  # runs; astar draws nothing
TESTED = ("islands", "one population")


def runs_for(method, config, seconds, runs, check):
    """Moves of each of so many seeds (inf: target not reached), and the greatest bound; the first is verified if check."""
    path = scratch(f"large-{config.stem}-{method.replace(' ', '-')}.h5")
    found, bound = [], 0
    for seed in range(1, min(runs, AT_MOST.get(method, runs)) + 1):
        summary = run_for(config, path, [*LARGE[method], f"run.seed={seed}"], seconds)
        bound = max(bound, summary["bound"] or 0)
        found.append(np.inf if summary["best"] is None else summary["best"])
        if check and seed == 1 and summary["best"] is not None:
            verified(path)  # takes longer than a run, since it checks the bound by a plain search
    return np.array(found), bound


def mean_and_best(moves):
    """As text: the mean with its interval, and the best where they differ; of those at the
    target."""
    there = moves[np.isfinite(moves)]
    if not len(there):
        return "-"
    some = "" if len(there) == len(moves) else f", {len(there)} of {len(moves)} runs"
    if there.min() == there.max():
        return f"{there.mean():.3g}{some}"
    low, high = significance.interval(there, np.mean)
    return f"{there.mean():.3g} [{low:.3g}, {high:.3g}] ({there.min():g}){some}"


def tested(found, names):
    """Of islands against one population on each puzzle: (effect, p), and p after Holm's
    correction; NaN before both are there."""
    pairs = [significance.mann_whitney(*(found[method][name] for method in TESTED))
             if all(method in found for method in TESTED) else (np.nan, np.nan) for name in names]
    return pairs, significance.holm([p for p, _ in pairs])


def write_large(found, bounds, seconds, runs):
    """The table of what is there: {method: {puzzle: moves}}, {puzzle: bound}."""
    mean = {name: {method: found[method][name].mean() for method in found} for name in bounds}
    pairs, adjusted = tested(found, bounds)
    rows = [[name, text(bound), *(mean_and_best(found[method][name]) for method in found),
             f"{effect:.2f}", significance.p_text(p)]
            for (name, bound), (p, effect) in zip(bounds.items(), pairs)]
    counts = {"least mean": lambda m, name: mean[name][m] == min(mean[name].values()),
              "least mean alone": lambda m, name: all(
                  mean[name][m] < mean[name][other] for other in found if other != m),
              "always at the target": lambda m, name: True}
    for title, holds in counts.items():
        rows.append([title, "", *(sum(np.isfinite(mean[name][m]) and holds(m, name)
                                      for name in bounds) for m in found), "", ""])
    differ = [effect for (_, effect), p in zip(pairs, adjusted) if p < significance.LEVEL]
    write_table(results("sliding") / "large.md",
                f"Large puzzles: moves after {seconds:g} s of CPU time",
                ["puzzle", "bound", *found, "effect", "p"], rows,
                [f"The mean of {runs} seeds (beam: {AT_MOST['beam']}, astar has none) with its 95 % bootstrap interval, and "
                 "the best where they differ. bound: the greatest lower bound that any of the methods proved. "
                 "islands: `ga` on 4 islands of 4 with migration by fitness similarity; one "
                 "population: `ga` with 16 individuals and 16 children; beam: from both ends in "
                 "turn, twice as wide each time. All methods have the placements nearest to the "
                 "target with their distances, and one core. effect: the probability that a run on "
                 "islands needs more moves than one of one population, ties half; p: Mann-Whitney, two-sided. After Holm's "
                 f"correction islands are better on {sum(e < 0.5 for e in differ)}, worse on "
                 f"{sum(e > 0.5 for e in differ)} of {len(bounds)}."])


def large(options):
    """Beyond enumeration: every method at equal CPU time."""
    seconds = 0.3 if options.quick else options.seconds
    runs = 1 if options.quick else options.runs or LARGE_RUNS
    configs = sorted((CONFIGS / "large").glob("*.yaml"))[:1 if options.quick else None]
    found, bounds = {}, dict.fromkeys((config.stem for config in configs), 0)
    for method in LARGE:
        done = {}
        for config in configs:
            done[config.stem], bound = runs_for(method, config, seconds, runs, not options.quick)
            bounds[config.stem] = max(bounds[config.stem], bound)
        found[method] = done
        write_large(found, bounds, seconds, runs)  # so far


FIGURES = {"sliding-large": large}
