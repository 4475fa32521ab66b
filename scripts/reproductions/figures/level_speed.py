"""Times of the exact repairs of levels beside the paper's program in CBC, and whether both agree."""

import pathlib
import subprocess

from common import SKERRY, results

AGREE = 20  # corrupted and random Zelda levels; fewer of the other kinds


def bench_level(*words):
    program = pathlib.Path(SKERRY).parent / "tests/bench/bench_level"
    done = subprocess.run([program, *words], stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.rstrip()


def speed(options):
    """CPU times of `skerry repair`'s methods on levels of ten kinds, and CBC's."""
    if options.quick:
        times, agreement = "(left out)", bench_level("--agree", "2", "zelda-corrupted")
    else:
        times, agreement = bench_level(), bench_level("--agree", str(AGREE))
    text = f"""# Repair times

`scripts/bench level`: CPU time of one thread, start-up left out. `mip`: the paper's program in CBC, without preprocessing
([0014](../../src/notes/0014-level-cell-model.md)), on the first few levels of each kind; `times`: how many times longer
it took at their median (`>`: it was stopped by then). Repairs of dungeons and of `pacman-paper` are stopped after 6 s,
others after 20; those that are not proven count as that long.

```
{times}
```

Agreement, `scripts/bench level --agree {AGREE}` (a minute at most for CBC on each level): of both, how many CBC proves,
how many of these have the same cost, and how many repaired levels the checker and the independent cost refuse.

```
{agreement}
```
"""
    (results("level") / "speed.md").write_text(text, encoding="utf-8")
    print(text)


FIGURES = {"level-speed": speed}
