"""What islands, ranks and migration cost: weak scaling from one core to two, many islands on two
cores, and migration's part of the time of the shipped configs."""

import itertools
import subprocess
import time

import h5py
import numpy as np
import significance
from common import ANSWERS, SKERRY, SOURCE, curves, results, run, scratch, write_table

# A config, the islands of a rank, and settings by which it takes seconds.
PARTY = "party/multi-island.yaml"
WEAK = {
    "party, ga": (PARTY, 4, ["run.epochs=100"]),
    "party, ga, more islands": (PARTY, 32, ["run.epochs=12"]),
    "eternity, ga": ("eternity/16x16.yaml", 4, [
        "algorithm=ga", "ga.population=100", "ga.offspring=200", "run.sub_generations=10",
        "run.epochs=60", "run.target=~"]),
    "sliding, agents": ("sliding/large/random-07-d7-k2-r20.yaml", 4, [
        "algorithm=agents", "agents.population=200", "run.sub_generations=10", "run.epochs=800"]),
    "level, ga": ("level/zelda-latent.yaml", 4, ["run.epochs=25"]),
}
SHARES = ["party/type1", "party/type2", "party/type3", "party/multi-island", "party/front",
          "party/map-elites", "eternity/8x8", "eternity/16x16", "sliding/mixed", "level/zelda",
          "level/zelda-grid", "level/zelda-latent"]
MANY = [2, 64, 1000]
CONFIGS = sorted({*(f"configs/{name}" for name, *_ in WEAK.values()), *(f"configs/{name}.yaml" for name in SHARES)})


_NUMBER = itertools.count()


def fresh():
    """A file that no run has written."""
    return scratch(f"scaling-{next(_NUMBER)}.h5")


def config(name):
    return SOURCE / "configs" / name


def work(path):
    """After the first generation: evaluations on all islands, and seconds of wall time."""
    found = curves(path)
    counts, elapsed = found["evaluations"][0], found["elapsed"][0]
    return int((counts[-1] - counts[0]).sum()), float(elapsed[-1] - elapsed[0])


def rate(path):
    evaluations, seconds = work(path)
    return evaluations / seconds


def exchange_and_waiting_s(path):
    """Seconds in all migrations: of the rank that comes last, which does not wait, and of the mean island
    until then."""
    with h5py.File(path) as file:
        seconds = file["migration/seconds"][0]
    least = seconds.min(axis=1)
    return least.sum(), (seconds.mean(axis=1) - least).sum()


def pair_rate(name, overrides):
    """Evaluations a second of two runs without mpirun, started together."""
    paths = [fresh(), fresh()]
    words = [SKERRY, "run", str(config(name)), "--quiet",
             *(word for one in overrides for word in ("-s", one))]
    running = [subprocess.Popen([*words, "-o", str(path)], stderr=subprocess.PIPE, text=True) for path in paths]
    for one in running:
        _, errors = one.communicate()
        if one.returncode not in ANSWERS:
            raise SystemExit(f"{name}: one of two runs: exit code {one.returncode}\n{errors}")
    return sum(map(rate, paths))


def weak_rates(name, islands, overrides):
    """Evaluations a second: of one rank with its islands, of one rank with all, of two ranks with all, and
    of two runs apart."""
    found = []
    for ranks, all_islands in ((None, islands), (None, 2 * islands), (2, 2 * islands)):
        path = fresh()
        run(config(name), path, [*overrides, f"run.islands={all_islands}"], ranks)
        found.append(rate(path))
    return [*found, pair_rate(name, [*overrides, f"run.islands={islands}"])]


def weak_rows(repeats, quick):
    rows = []
    for label, (name, islands, overrides) in list(WEAK.items())[::3 if quick else 1]:
        overrides = [*overrides, "run.epochs=2"] if quick else overrides
        half, one, two, apart = np.array([weak_rates(name, islands, overrides) for _ in range(repeats)]).T
        rows.append([label, islands, f"{np.median(two):,.0f}",
                     *(significance.shown(100 * ratio / 2, "{:.0f}")
                       for ratio in (two / one, two / half, apart / half))])
    return rows


def many_rows(numbers, generations):
    """The same archipelago on two ranks with more and more islands."""
    rows = []
    for islands in numbers:
        path, started = fresh(), time.monotonic()
        run(config(PARTY), path,
            [f"run.islands={islands}", f"run.epochs={generations // 10}"], 2)
        whole = time.monotonic() - started
        evaluations, seconds = work(path)
        exchange, _ = exchange_and_waiting_s(path)
        rows.append([islands, f"{evaluations:,}", f"{whole:.1f}", f"{seconds:.2f}",
                     f"{evaluations / seconds:,.0f}", f"{100 * exchange / seconds:.2f}"])
    return rows


def share_row(name):
    """Migration's part of a run's time on two ranks."""
    path = fresh()
    run(config(f"{name}.yaml"), path, ["run.time_limit_s=20"], 2)
    with h5py.File(path) as file:
        whole, migrations = float(file.attrs["elapsed"]), file["migration/seconds"].shape[1]
    exchange, waiting = exchange_and_waiting_s(path)
    return [name, migrations, f"{whole:.2f}", f"{100 * exchange / whole:.3f}", f"{100 * waiting / whole:.2f}"]


def scaling(options):
    """Weak scaling, many islands on two cores, and migration's part of the time."""
    repeats, generations = (1, 20) if options.quick else (5, 200)
    folder = results("scaling")
    write_table(folder / "weak.md", "Weak scaling: two ranks with twice the islands of one",
                ["problem, algorithm", "islands a rank", "evaluations/s on two ranks", "of one rank with all islands, %",
                 "of one rank with half of them, %", "two runs apart, %"], weak_rows(repeats, options.quick),
                [f"Wall time of the generations after the first, without the start; medians of {repeats} runs "
                 "of each in turn, with 95 % intervals (bootstrap). Per cent of twice the evaluations a second of one "
                 "rank. With all islands it does the same work; with half of them other individuals, whose "
                 "evaluation may take more or less time. Two runs apart, started together, share nothing but the "
                 "machine: what they lose is lost to its memory and clock."])
    write_table(folder / "islands.md", "Many islands on two cores",
                ["islands", "evaluations", "s, with start and end", "s of the generations", "evaluations/s", "migration, %"],
                many_rows(MANY[:2] if options.quick else MANY, generations),
                [f"`configs/party/multi-island.yaml`, {generations} generations, migration every ten."])
    write_table(folder / "migration.md", "Migration's part of the time in the shipped configs, on two ranks",
                ["config", "migrations", "s", "exchange, %", "waiting, %"],
                [share_row(name) for name in (SHARES[:2] if options.quick else SHARES)],
                ["Twenty seconds at most. Exchange: sorting, packing, collectives and unpacking, on the rank "
                 "that comes last and so does not wait. Waiting: of the mean island, until the last rank "
                 "has come; five islands on two ranks are three and two."])


FIGURES = {"scaling": scaling}
