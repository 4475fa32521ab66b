"""Pictures of what skerry finds, for the documents: a solution of each problem, drawn by `skerry draw`."""

import subprocess

from common import SKERRY, SOURCE, results, run, scratch
from eternity import given_files

# Name of the picture, config, keys, and those of a smaller version beside them. The board has 467 of the
# official pieces' 480 joints (--pieces), by the seed that finds them first of those in record.md.
PICTURES = [
    ("party", "party/type2.yaml", [], ["run.epochs=1"]),
    ("path", "sliding/d4-k3-level4.yaml", [], []),
    ("board", "eternity/record.yaml", ["run.seed=5", "run.target=467", "run.time_limit_s=30min"],
     ["run.time_limit_s=~", "run.epochs=1", "run.sub_generations=1", "beam.width=1000", "beam.widest=1000",
      "beam.slice=200000", "beam.assignments=1", "beam.regions=10"]),
    ("level", "level/zelda.yaml", [], ["run.epochs=1"]),
]


def pictures(options):
    """The best solution of a run of each."""
    for name, config, words, fewer in PICTURES:
        path = scratch(f"{name}.h5")
        pieces = given_files(options) if name == "board" else []
        run(SOURCE / "configs" / config, path, [*words, *pieces, *(fewer if options.quick else [])],
            ranks=2 if name == "board" else None)
        subprocess.run([SKERRY, "draw", str(path), "-o", str(results("pictures") / f"{name}.svg")], check=True,
                       stdout=subprocess.DEVNULL)


FIGURES = {"pictures": pictures}
