"""The rates of README: scripts/bench as a table."""

import json
import pathlib
import subprocess

from common import SKERRY, results, write_table

PROGRAMS = ["engine", "party", "eternity", "eternity_search", "sliding", "level", "operators"]


def measure(name):
    program = str(pathlib.Path(SKERRY).parent / f"tests/bench/bench_{name}")
    launcher = ["mpirun", "-n", "2"] if name == "migration" else []
    done = subprocess.run([*launcher, program, "--json"], stdout=subprocess.PIPE, text=True,
                          check=True)
    return json.loads(done.stdout)


def bench(options):
    """Every benchmark; a quick look takes migration alone."""
    names = [*([] if options.quick else PROGRAMS), "migration"]
    rows = [[one["name"], f"{one['value']:,.6g}", one["unit"],
             f"{one['reference']:,.6g}" if one.get("reference") else "",
             f"{one['ratio']:.2f}" if one.get("ratio") else ""]
            for name in names for one in measure(name)]
    write_table(results(".") / "bench.md", "Rates and times",
                ["what", "value", "unit", "reference", "ratio"], rows,
                ["`scripts/bench` describes each reference, which is measured in the same run. "
                 "Compare ratios: values depend on the machine and on what else it does. Those of migration differ "
                 "by up to 1.7 times between minutes of one machine ([note 0005](../src/notes/0005-migration.md))."])
