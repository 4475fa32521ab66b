"""What the party paper leaves open, as keys: which readings show which of its claims."""

import numpy as np
import significance
from common import results, write_table
from party import METHODS, TYPES, gaps_of, plain_runs, ratio_interval

# What each reading changes in the paper's algorithms as configs/party/vanilla.yaml and
# multi-island.yaml have them.
READINGS = {
    "V.B: a third is replaced, also the best": (),
    "V.B, the best is spared": ("ga.elite=1",),
    "V.A.4: random offspring": ("ga.refresh_policy=offspring",),
    "threshold 0.01": ("ga.diversity_min=0.01",),
    "threshold 0.05": ("ga.diversity_min=0.05",),
    "no refresh": ("ga.diversity_min=0",),
    "adaptive mutation instead, growing by 1.1 to at most 0.5": (
        "ga.refresh=0", "ga.mutation_growth=1.1", "ga.mutation_max=0.5"),
    "islands of similar individuals at the start": ("migration.at_start=true",),
    "mutated places refilled at random": ("party.refill=true",),
    "V.A.4 and islands of similar individuals": ("ga.refresh_policy=offspring",
                                                 "migration.at_start=true"),
}


def row_of(kind, reading, found):
    vanilla, islands = (found[kind, method] for method in METHODS)
    median = np.median(vanilla["diversity"])
    ratio = np.median(islands["diversity"]) / median if median else np.inf
    text = "one population has none"
    if median:
        low, high = ratio_interval(islands["diversity"], vanilla["diversity"], draws=500)
        text = f"{ratio:.2f} [{low:.2f}, {high:.2f}]"
    p, effect = significance.mann_whitney(gaps_of(islands), gaps_of(vanilla))
    return [reading, kind.replace("type", "Type "), text,
            significance.shown(gaps_of(islands)), significance.shown(gaps_of(vanilla)),
            f"{effect:.2f}", significance.p_text(p), "yes" if ratio >= 2 else "no",
            "yes" if p < significance.LEVEL and effect < 0.5 else "no"]


def readings(options):
    """Diversity and gaps of islands against one population under each reading."""
    runs, rows = 2 if options.quick else 50, []
    chosen = dict(list(READINGS.items())[2:3]) if options.quick else READINGS
    for reading, more in chosen.items():
        found = plain_runs(runs, more)
        rows += [row_of(kind, reading, found) for kind in TYPES]
    write_table(results("party") / "readings.md",
                f"Readings of the party paper ({runs} runs of each algorithm)",
                ["reading", "challenge", "diversity, ratio", "islands' median gap, %",
                 "one population's, %", "effect", "p", "at least twice", "closer"], rows,
                ["Islands against one population. at least twice: the ratio of the median "
                 "diversities over all individuals; closer: the islands' gaps are smaller at 5 %. "
                 "Intervals: 95 %, bootstrap. effect: the probability that a run on islands has "
                 "the larger gap, ties half; p: Mann-Whitney, two-sided, not corrected for the "
                 "number of rows."])


FIGURES = {"party-readings": readings}
