"""Figures of results on matplotlib. Each function draws on an Axes (default: the current one of pyplot) and
returns it.

    import matplotlib.pyplot as plt, skerry
    skerry.plots.convergence(skerry.curves(paths).by("ga.mutation"))
    plt.show()

Functions of runs take skerry.curves(...), or a mapping of labels to such, which are drawn in one colour each.
"""

from .migrations import island_ranges, migration_cost
from .performance import ecdf, fixed_budget, fixed_target
from .progress import convergence, diversity, gap
from .solutions import archive, front

__all__ = ["archive", "convergence", "diversity", "ecdf", "fixed_budget", "fixed_target", "front", "gap",
           "island_ranges", "migration_cost"]
