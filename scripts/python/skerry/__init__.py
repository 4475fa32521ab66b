"""Reads the results of skerry, also while they are being written.

    import skerry
    run = skerry.open("type2.h5")                  # one result; may still be running
    run.curves.best.min("island").plot(hue="replica")

    for run in skerry.follow("type2.h5"):          # once for each change, until the run ends
        print(run.curves.sizes["generation"])

README.md of this package has the rest.
"""

from .errors import Error
from .follow import follow
from .result import Result

__version__ = "0.1.0"

open = Result

__all__ = ["Error", "Result", "follow", "open"]
