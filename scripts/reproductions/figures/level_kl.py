"""How the divergence of the level paper's Table 2 depends on the number of levels compared."""

import random

import numpy as np
from common import results, write_table
from level import trainings
from level_sets import corpora, divergence, playable, playable_by_authors

LEVELS, DRAWS = 10_000, 200
QUICK_LEVELS, QUICK_DRAWS = 200, 10  # the levels of Table 2's quick version
# Levels compared: as many playable ones as the paper's GAN has, and as many as it generates.
NUMBERS = 243, 1000


def spread(human, pool, number, draws):
    """Mean and 95 % interval of the divergence of so many levels, drawn from a pool with
    replacement."""
    chance = random.Random(1)
    values = [divergence(human, chance.choices(pool, k=number)) for _ in range(draws)]
    low, high = np.quantile(values, [0.025, 0.975])
    return f"{np.mean(values):.3f} [{low:.3f}, {high:.3f}]"


def pools_of(corpus, number):
    """Levels to draw from, by the models of Table 2."""
    raw = corpus.generated("gan", number)
    return {"GAN": [level for level, ok in zip(raw, playable(raw, "zelda")) if ok],
            "GAN, the authors' check": [level for level in raw if playable_by_authors(level)],
            "GAN + MIP": corpus.repaired("gan", number)[0],
            "MIP (random)": corpus.repaired("frequencies", number)[0]}


def kl(options):
    """The divergence of each model's levels from people's, by the number of levels."""
    number = QUICK_LEVELS if options.quick else LEVELS
    draws, rows = QUICK_DRAWS if options.quick else DRAWS, []
    for corpus in corpora(options):
        for model, pool in pools_of(corpus, number).items():
            rows.append([corpus.name, model, len(pool), len(set(pool)),
                         *(spread(corpus.human, pool, size, draws) if pool else "-"
                           for size in NUMBERS)])
    write_table(results("level") / "kl.md",
                f"KL divergence from people's 2 x 2 patterns, of {number:,} levels of each generator",
                ["corpus", "model", "playable", "different", *(f"KL of {n}" for n in NUMBERS)], rows,
                [*trainings(options),
                 f"Mean and 95 % interval of {draws} draws of so many levels, with replacement. "
                 "The same levels diverge less the more of them are compared, since rare patterns "
                 "of people's levels are then less often missing: only equal numbers compare. The "
                 "paper: 0.272 for 243 playable levels of its GAN, 0.108 for 243 of GAN + MIP."])


FIGURES = {"level-kl": kl}
