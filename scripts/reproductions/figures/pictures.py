"""Pictures of what skerry finds, for the documents: a solution of each problem, drawn by `skerry draw`."""

import subprocess

from common import SKERRY, SOURCE, results, run, scratch

# Name of the picture, config, keys, and those of a smaller version beside them.
PICTURES = [
    ("party", "party/type2.yaml", [], ["run.epochs=1"]),
    ("path", "sliding/d4-k3-level4.yaml", [], []),
    ("board", "eternity/16x16.yaml", [], ["run.time_limit_s=1"]),
    ("level", "level/zelda.yaml", [], ["run.epochs=1"]),
]


def pictures(options):
    """The best solution of a run of each."""
    for name, config, words, fewer in PICTURES:
        path = scratch(f"{name}.h5")
        run(SOURCE / "configs" / config, path, [*words, *(fewer if options.quick else [])])
        subprocess.run([SKERRY, "draw", str(path), "-o", str(results("pictures") / f"{name}.svg")], check=True,
                       stdout=subprocess.DEVNULL)


FIGURES = {"pictures": pictures}
