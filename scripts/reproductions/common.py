"""What every reproduction does: run configs, find results, write tables."""

import json
import os
import pathlib
import resource
import subprocess
import tempfile

import h5py

SOURCE = pathlib.Path(os.environ["SKERRY_SOURCE"])
SKERRY = os.environ["SKERRY"]


_TOP = [SOURCE / "results"]


def write_below(folder):
    """Makes `results` name folders in this one instead of results/."""
    _TOP[0] = folder


def results(problem):
    """The folder that a problem's figures and tables go to."""
    folder = _TOP[0] / problem
    folder.mkdir(parents=True, exist_ok=True)
    return folder


_SCRATCH = tempfile.TemporaryDirectory()


def scratch(name):
    """A file for a run whose result is not kept."""
    return pathlib.Path(_SCRATCH.name) / name


# Exit codes of a run that did its work: solutions, proven infeasible, nothing feasible found.
ANSWERS = (0, 3, 4)


def run(config, output, overrides=(), ranks=None):
    """Runs a config into `output`; returns (the result's JSON summary, CPU seconds).

    overrides: "key=value" texts. ranks: under mpirun on so many; None: alone.
    """
    pathlib.Path(output).unlink(missing_ok=True)  # or it would be kept beside the new one
    words = [SKERRY, "run", str(config), "-o", str(output), "--json", "--quiet"]
    for override in overrides:
        words += ["-s", override]
    if ranks:
        words = ["mpirun", "-n", str(ranks), *words]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode not in ANSWERS:
        raise SystemExit(f"{' '.join(words)}: exit code {done.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), cpu


def proven_optimum(config, output, overrides=()):
    """The optimum of a config's challenge, proven by `algorithm: exact`."""
    summary, _ = run(config, output, [*overrides, "algorithm=exact", "run.epochs=~",
                                      "run.replicas=1"])
    if not summary["optimal"]:
        raise SystemExit(f"{config}: the optimum is not proven (bound {summary['bound']})")
    return summary["best"]


def curves(path):
    """The datasets of /curves as arrays (replica, generation, island), and the attributes."""
    with h5py.File(path) as file:
        return {name: file["curves"][name][()] for name in
                ("best", "mean", "worst", "diversity", "diversity_all", "evaluations",
                 "elapsed")}


def write_table(path, title, header, rows, notes=()):
    """A Markdown table with aligned columns, also printed."""
    cells = [header, *[[str(cell) for cell in row] for row in rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]

    def line(row):
        return "| " + " | ".join(c.ljust(w) for c, w in zip(row, widths)) + " |"

    text = [f"# {title}", "", line(cells[0]), "|" + "|".join("-" * (w + 2) for w in widths) + "|",
            *map(line, cells[1:]), "", *notes]
    path.write_text("\n".join(text).rstrip() + "\n")
    print(path.read_text())
