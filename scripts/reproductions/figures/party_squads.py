"""The squad building challenges of configs/party/squads by their own algorithm."""

import subprocess

import h5py
from common import SKERRY, SOURCE, results, run, scratch, write_table

SQUADS = SOURCE / "configs/party/squads"
QUICK = ["my-club"]


def asked(config):
    """The comment in front of a challenge, which says what it asks for."""
    lines = []
    for line in config.read_text().splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# ").strip())
    return " ".join(lines)


def squad_row(config):
    path = scratch(f"{config.stem}.h5")
    said, seconds = run(config, path)
    checked = subprocess.run([SKERRY, "verify", path], capture_output=True, text=True, check=False)
    if checked.returncode:
        raise SystemExit(f"{config.stem}: {checked.stdout}{checked.stderr}")
    with h5py.File(path) as file:
        found = float(file["improvements/cpu"][-1])
    return [config.stem, asked(config), f"{said['best']:,.6g}",
            "proven" if said["optimal"] else f"bound {said['bound']:,.6g}", f"{found:.1f}", f"{seconds:.1f}"]


def squads(options):
    """Squad building challenges: what is found and proven, and in which time."""
    configs = sorted(SQUADS.glob("*.yaml"))
    rows = [squad_row(config) for config in configs if not options.quick or config.stem in QUICK]
    write_table(results("party") / "squads.md", "Squad building challenges",
                ["squad", "asks for", "found", "", "CPU s to it", "in all"], rows,
                ["`configs/party/squads`, of 20,000 cards (`scripts/squad-pool --players 20000`, seed 1), by `portfolio` "
                 "with five islands in one process, a minute of wall-clock time at most. All solutions pass `skerry "
                 "verify`."])


FIGURES = {"party-squads": squads}
