"""Runs skerry; reads, draws and compares its results, also while they are being written; and has what a
puzzle in Python needs.

    import skerry
    run = skerry.open("type2.h5")                  # one result; may still be running
    run.best.plot(hue="replica")

    for run in skerry.follow("type2.h5"):          # once for each change, until the run ends
        print(run.curves.sizes["generation"])

    run = skerry.run("type2.yaml", ranks=4)        # starts `skerry run`; run.wait() gives its result

    skerry.table(["a.h5", "b.h5"])                 # a row for each run
    skerry.curves(["a.h5", "b.h5"]).band()         # best so far over evaluations

README.md of this package has the rest. A name is imported when it is first used: neither matplotlib nor
pandas nor SciPy is needed, or waited for, by what does without.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .errors import Error

if TYPE_CHECKING:
    from . import comparison, export, hypervolume, performance, plots
    from .convergence import curves
    from .following import follow
    from .frames import table
    from .genes import bits, integers, permutation, reals
    from .result import Result
    from .result import Result as open
    from .running import run

__version__ = "0.1.0"

__all__ = ["Error", "Result", "bits", "comparison", "curves", "export", "follow", "hypervolume", "integers",
           "open", "performance", "permutation", "plots", "reals", "run", "table"]

# Where each name is from. No module has the name of a function here: its import would hide the function.
_MODULES = {"Result": "result", "open": "result", "follow": "following", "table": "frames",
            "curves": "convergence", "run": "running", "bits": "genes", "integers": "genes",
            "permutation": "genes", "reals": "genes"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(f".{_MODULES.get(name, name)}", __name__)
    value = getattr(module, "Result" if name == "open" else name) if name in _MODULES else module
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
