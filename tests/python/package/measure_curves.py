"""Measures skerry.curves and the convergence plot on many long results, made up in a temporary folder.

    /usr/bin/python3 tests/python/package/measure_curves.py
    /usr/bin/python3 tests/python/package/measure_curves.py --files 100 --generations 1000

Of the files 20 differ, the others are copies of these. They have the curves that skerry.curves reads, with
the recorder's chunks and filters. Prints seconds, and the peak of resident memory of this process. They were
just written: what a cold disk would cost is not measured.
"""

import argparse
import pathlib
import resource
import shutil
import sys
import tempfile
import time

import numpy as np
import synthetic

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "scripts/python"))
DIFFERENT = 20


def make(folder, options):
    paths = []
    for i in range(options.files):
        path = folder / f"{i}.h5"
        if i < DIFFERENT:
            rng = np.random.default_rng(i)
            best, evaluations = synthetic.random_run(rng, 1, options.generations, options.islands)
            synthetic.write(path, best, evaluations, seed=i + 1)
        else:
            shutil.copyfile(paths[i % DIFFERENT], path)
        paths.append(path)
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--generations", type=int, default=10_000)
    parser.add_argument("--islands", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        paths = make(folder, options)
        size = sum(path.stat().st_size for path in paths)
        print(f"{len(paths)} files of {options.generations} generations x {options.islands} islands, "
              f"{size / 1e6:.0f} MB")
        measure(paths, folder / "convergence.png")


def measure(paths, drawn):
    start = time.perf_counter()
    import skerry
    from matplotlib.figure import Figure

    runs = skerry.curves(paths)
    joined = time.perf_counter()
    axes = Figure().subplots()
    skerry.plots.convergence(runs, axes)
    axes.figure.savefig(drawn)
    end = time.perf_counter()
    points = sum(history.best.size for history in runs)
    print(f"joined in {joined - start:.1f} s ({points} improvements), drawn in {end - joined:.1f} s, peak "
          f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
