"""The party paper's future work (VI): price and synergy as two objectives, beside the cheapest
price that `exact` proves or finds for each least synergy."""

import math

import h5py
import numpy as np
import significance
from common import results, run, scratch, write_table
from party import CONFIGS

CONFIG = CONFIGS / "front.yaml"
EXACT_S = 30
# A quick look has to end with something known on a busy machine, too.
QUICK_LIMIT = "run.max_evaluations=1000000"
QUICK = ["run.epochs=2"]
# Both make as many individuals a generation.
SETTINGS = {"five islands": [],
            "one population": ["run.islands=1", "moea.population=250", "moea.elite=125",
                               "migration.policy=none"]}


def front(seed, words):
    """(Price, synergy) of a run's front, and its CPU seconds."""
    path = scratch(f"front-{seed}-{len(words)}.h5")
    _, cpu = run(CONFIG, path, [*words, f"run.seed={seed}", "run.proof_s=0"])
    with h5py.File(path) as file:
        return file["solutions/objectives"][()], cpu


def cheapest(rows, least):
    """The price of a front's cheapest party with that synergy."""
    return min((price for price, synergy in rows if synergy >= least - 1e-12), default=math.inf)


def exact(share, limit):
    """(The price that `exact` finds for a least synergy, its proven bound)."""
    summary, _ = run(CONFIG, scratch(f"front-{share}.h5"),
                     ["algorithm=exact", "run.islands=1", "run.epochs=~", "party.objectives=[]",
                      f"party.synergy.min={share}", limit])
    return summary["best"] or math.inf, summary["bound"]


def pareto(options):
    """The front of moea against the cheapest price known at each least synergy."""
    seeds = range(1, 3 if options.quick else 31)
    shares = [0.5, 1] if options.quick else [s / 20 for s in range(6, 21)]
    fewer = QUICK if options.quick else []
    found = {name: [front(seed, [*words, *fewer]) for seed in seeds] for name, words in SETTINGS.items()}
    rows, gaps = [], {name: [] for name in SETTINGS}
    for share in shares:
        best, bound = exact(share, QUICK_LIMIT if options.quick else f"run.time_limit_s={EXACT_S}")
        best = min([best, *(cheapest(rows_of, share) for runs in found.values()
                            for rows_of, _ in runs)])
        cells = [f"{share:.2f}", f"{best:,.0f}",
                 "optimal" if bound >= best else f"at least {bound:,.0f}"]
        for name in SETTINGS:
            gap = np.array([100 * (cheapest(rows_of, share) / best - 1)
                            for rows_of, _ in found[name]])
            gaps[name].append(gap)
            cells += [f"{np.median(gap):.1f}", f"{int((gap < 1e-9).sum())} of {len(gap)}"]
        rows.append(cells)
    means = [np.mean(gaps[name], axis=0) for name in SETTINGS]
    p, effect = significance.mann_whitney(*means)
    seconds = [np.mean([cpu for _, cpu in found[name]]) for name in SETTINGS]
    write_table(results("party") / "front.md", f"Price and synergy by moea ({len(seeds)} runs each)",
                ["synergy at least", "cheapest known", "proven",
                 *(f"{name}, {what}" for name in SETTINGS
                   for what in ("median gap, %", "without gap"))], rows,
                ["configs/party/front.yaml: two objectives, one run for the whole front; beside "
                 f"it a run of `exact` for each line, of at most {EXACT_S} s. Gap: of the cheapest "
                 "party of a front with that synergy, to the cheapest known. Mean gap over the "
                 "lines: "
                 + ", ".join(f"{name} {significance.shown(mean)} %"
                             for name, mean in zip(SETTINGS, means))
                 + f"; probability that the islands' is larger {effect:.2f}, "
                 f"p = {significance.p_text(p)}. CPU seconds a run: "
                 + ", ".join(f"{s:.1f}" for s in seconds) + "."])


FIGURES = {"party-front": pareto}
