"""How far both algorithms of the party paper are from the optimum, generation by generation."""

import significance
from common import results, write_table
from party import METHODS, TYPES, plain_runs

# Migration is after every tenth generation.
GENERATIONS = [0, 1, 2, 5, 10, 20, 50, 100]


def row_of(kind, generation, found):
    """Gaps of the best so far at one generation: five islands beside one population."""
    vanilla, islands = (100 * (found[kind, method]["best"][:, generation] /
                               found[kind, method]["optimum"] - 1) for method in METHODS)
    p, effect = significance.mann_whitney(islands, vanilla)
    return [kind.replace("type", "Type "), generation, significance.shown(islands),
            significance.shown(vanilla), effect, p]


def early(options):
    """Gaps to the optimum by generation, islands beside one population (V.D)."""
    runs = 2 if options.quick else 50
    found = plain_runs(runs)
    rows = [row_of(kind, generation, found) for kind in TYPES for generation in GENERATIONS]
    adjusted = significance.holm([row[-1] for row in rows])
    better = [generation for (_, generation, _, _, effect, _), p in zip(rows, adjusted)
              if p < significance.LEVEL and effect > 0.5]
    rows = [[*row[:4], f"{row[4]:.2f}", significance.p_text(row[5]), significance.p_text(p)]
            for row, p in zip(rows, adjusted)]
    write_table(results("party") / "early.md",
                f"Gaps to the optimum by generation ({runs} runs of each algorithm)",
                ["challenge", "generation", "islands' median gap, %", "one population's, %",
                 "effect", "p", "p, Holm"], rows,
                ["The best so far, configs/party/vanilla.yaml beside multi-island.yaml. Intervals: "
                 "95 %, bootstrap. effect: the probability that a run on islands has the larger gap, "
                 "ties half; p: Mann-Whitney, two-sided. One population is ahead at 5 % after Holm's "
                 f"correction in {len(better)} of {len(rows)} rows, of generations "
                 f"{', '.join(map(str, sorted(set(better)))) or '-'}."])


FIGURES = {"party-early": early}
