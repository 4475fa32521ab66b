"""A run while it goes on."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from .result import Result


def follow(path: str | os.PathLike[str], every_s: float = 1.0, most_s: float | None = None) -> Iterator[Result]:
    """The result at `path` each time that its run has done something new, first when its first population is there,
    until the run ends.

        for run in skerry.follow("type2.h5"):
            print(run.generations, run.best.values[:, -1])

    every_s  seconds between two looks
    most_s   ends after so many seconds even if the run does not; None: waits as long as it takes. A run on another
             host that was killed does not end: its file stays as it was.
    The last result that it gives is of the ended run. Waits for a file that does not exist yet. Raises Error
    if there is something else at `path`."""
    start = time.monotonic()
    seen = None
    while True:
        if os.path.exists(path):
            run = Result(path)
            state = run.status, run.generations, run.attributes["started"]
            if state != seen and (run.generations >= 0 or run.status != "running"):
                seen = state
                yield run
            if run.status != "running":
                return
        if most_s is not None and time.monotonic() - start >= most_s:
            return
        time.sleep(every_s)
