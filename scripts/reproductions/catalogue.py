"""All figures: how each is made, the files that it writes below results/, and what it depends on
(see sources.py)."""

import dataclasses
from collections.abc import Callable

import bench
import eternity
import eternity_depth_first
import eternity_ends
import eternity_islands
import eternity_planted
import eternity_record
import level
import level_kl
import level_pacman
import level_speed
import party
import party_benchmark
import party_cpsat
import party_defaults
import party_early
import party_enumeration
import party_front
import party_portfolio
import party_readings
import party_squads
import pictures
import scaling
import sliding
import sliding_authors
import sliding_compare
import sliding_god
import sliding_large


@dataclasses.dataclass
class Figure:
    """One figure or table."""

    make: Callable
    problem: str
    outputs: list  # relative to results/
    code: list     # C files, with what they include, and programs
    configs: list
    scripts: list


SHARED = ("common", "kept_runs", "significance")


def scripts_of(*names):
    own = [f"scripts/reproductions/{'' if name in SHARED else 'figures/'}{name}.py" for name in (*names, "common")]
    return [*own, "scripts/python/skerry/comparison.py"] if "significance" in names else own


def figures_of(problem, functions, outputs, code, configs, modules):
    """Figures that depend on the same."""
    return {name: Figure(functions[name], problem, [f"{problem}/{file}" for file in files],
                         code, configs, scripts_of(*modules))
            for name, files in outputs.items()}


PARTY_GA = ["islands/party/party_problem.c", "src/algorithms/ga.c"]
PARTY_EXACT = ["islands/party/exact/*/*.c"]
PARTY_CONFIGS = ["configs/party/*.yaml", "configs/party/*.csv"]
SLIDING_CONFIGS = ["configs/sliding/d*.yaml", "configs/sliding/unreachable/*.yaml"]
SLIDING_PAPER = ["islands/sliding/paper/*.c", "islands/sliding/exact/sliding_exact.c"]
SLIDING_COMPARE = ["sliding_compare", "sliding", "significance"]
SLIDING_GA = ["islands/sliding/sliding_problem.c", "src/algorithms/ga.c"]
LEVEL_REPAIR = ["islands/level/commands/level_repair_command.c", "islands/level/repair/*/*.c"]
LEVEL_SETS = [*LEVEL_REPAIR, "islands/level/commands/level_generate_command.c",
              "islands/level/commands/level_distances_command.c"]
LEVEL_CONFIGS = ["configs/level/*.yaml", "configs/level/*/*"]

FIGURES = {
    **figures_of("party", party.FIGURES, {"party-fig4": ["fig4.md", "fig4.png"]},
                 PARTY_GA, PARTY_CONFIGS, ["party"]),
    **figures_of("party", party.FIGURES,
                 {"party-fig5": ["fig5.png"], "party-table1": ["table1.md"],
                  "party-islands": ["islands.md"]},
                 [*PARTY_GA, *PARTY_EXACT], PARTY_CONFIGS, ["party", "significance"]),
    **figures_of("party", party_early.FIGURES, {"party-early": ["early.md"]},
                 [*PARTY_GA, *PARTY_EXACT], PARTY_CONFIGS,
                 ["party_early", "party", "significance"]),
    **figures_of("party", party_readings.FIGURES, {"party-readings": ["readings.md"]},
                 [*PARTY_GA, *PARTY_EXACT], PARTY_CONFIGS,
                 ["party_readings", "party", "significance"]),
    **figures_of("party", party_enumeration.FIGURES, {"party-enumeration": ["enumeration.md"]},
                 [*PARTY_GA, *PARTY_EXACT, "src/algorithms/random_search.c"], PARTY_CONFIGS,
                 ["party_enumeration", "party"]),
    **figures_of("party", party_front.FIGURES, {"party-front": ["front.md"]},
                 ["islands/party/party_problem.c", "src/algorithms/moea.c", *PARTY_EXACT],
                 PARTY_CONFIGS, ["party_front", "party", "significance"]),
    **figures_of("party", party_benchmark.FIGURES, {"party-benchmark": ["benchmark.md", "benchmark-runs.jsonl"]},
                 party_benchmark.CODE, ["configs/party/benchmark/*.yaml"],
                 ["party_benchmark", "party_defaults", "kept_runs", "significance"]),
    **figures_of("party", party_defaults.FIGURES, {"party-defaults": ["defaults.md"]},
                 [*PARTY_GA, *PARTY_EXACT, "scripts/party-pool"], PARTY_CONFIGS,
                 ["party_defaults"]),
    **figures_of("party", party_portfolio.FIGURES,
                 {"party-portfolio": ["portfolio.md", "portfolio-pools.md"]},
                 [*PARTY_GA, *PARTY_EXACT, "scripts/party-pool"],
                 [*PARTY_CONFIGS, "configs/party/designers/*"], ["party_portfolio", "party_defaults"]),
    **figures_of("party", party_squads.FIGURES, {"party-squads": ["squads.md"]},
                 [*PARTY_GA, *PARTY_EXACT, "scripts/squad-pool"], ["configs/party/squads/*"], ["party_squads"]),
    **figures_of("party", party_cpsat.FIGURES, {"party-cpsat": ["cpsat.md", "cpsat-runs.jsonl"]},
                 [*PARTY_GA, *PARTY_EXACT, *party_cpsat.CP_SAT_CODE],
                 [*PARTY_CONFIGS, "configs/party/designers/*", "configs/party/squads/*"],
                 ["party_cpsat", "kept_runs"]),
    **figures_of("sliding", sliding.FIGURES,
                 {"sliding-table2": ["table2.md"], "sliding-fig5": ["fig5.png"],
                  "sliding-fig6": ["fig6.png"]},
                 SLIDING_PAPER, SLIDING_CONFIGS, ["sliding"]),
    **figures_of("sliding", sliding_compare.FIGURES,
                 {"sliding-table4": ["table4.md"], "sliding-table5": ["table5.md"],
                  "sliding-fig2": ["fig2.png"], "sliding-fig3": ["fig3.png"],
                  "sliding-fig4": ["fig4.md", "fig4.png"], "sliding-fig7": ["fig7.md"],
                  "sliding-alpha": ["alpha.md"], "sliding-claims": ["claims.md"]},
                 SLIDING_PAPER, SLIDING_CONFIGS, SLIDING_COMPARE),
    **figures_of("sliding", sliding_authors.FIGURES, {"sliding-authors": ["authors.md"]},
                 ["islands/sliding/exact/sliding_exact.c"], SLIDING_CONFIGS,
                 ["sliding_authors", *SLIDING_COMPARE]),
    **figures_of("sliding", sliding_compare.FIGURES, {"sliding-ga": ["ga.md"]},
                 [*SLIDING_PAPER, *SLIDING_GA], SLIDING_CONFIGS, SLIDING_COMPARE),
    **figures_of("sliding", sliding_large.FIGURES, {"sliding-large": ["large.md"]},
                 [*SLIDING_PAPER, *SLIDING_GA], ["configs/sliding/large/*.yaml"],
                 ["sliding_large", "sliding", "significance"]),
    **figures_of("sliding", sliding_god.FIGURES,
                 {"sliding-gods": ["gods-numbers.md", "gods-numbers-targets.md"]},
                 ["islands/sliding/gods_number/*.c"], SLIDING_CONFIGS, ["sliding_god"]),
    **figures_of("eternity", eternity.FIGURES,
                 {"eternity-table2": ["table2.md", "table2-runs.jsonl"],
                  "eternity-table2-450": ["table2-count450.md", "table2-runs.jsonl"],
                  "eternity-first-boards": ["first-boards.md"]},
                 eternity.CODE, ["configs/eternity/paper/*", "configs/eternity/*16x16*"],
                 ["eternity", "kept_runs"]),
    **figures_of("eternity", eternity_record.FIGURES,
                 {"eternity-record": ["record.md", "record-runs.jsonl"],
                  "eternity-record-centre": ["record-centre.md", "record-runs.jsonl"]},
                 eternity_record.CODE, ["configs/eternity/record.yaml"], ["eternity_record", "kept_runs"]),
    **figures_of("eternity", eternity_ends.FIGURES, {"eternity-ends": ["ends.md"]}, eternity_ends.CODE,
                 ["configs/eternity/*16x16*"], ["eternity_ends", "eternity", "kept_runs"]),
    **figures_of("eternity", eternity_islands.FIGURES, {"eternity-islands": ["islands.md"]}, eternity_record.CODE,
                 ["configs/eternity/record.yaml"],
                 ["eternity_islands", "eternity_variants", "eternity", "kept_runs", "significance"]),
    **figures_of("eternity", eternity_depth_first.FIGURES, {"eternity-depth-first": ["depth-first.md"]},
                 eternity_depth_first.CODE,
                 ["configs/eternity/record.yaml", "configs/eternity/depth-first.yaml"],
                 ["eternity_depth_first", "eternity_variants", "eternity", "kept_runs", "significance"]),
    **figures_of("eternity", eternity_planted.FIGURES, {"eternity-planted": ["planted.md"]},
                 eternity_record.CODE, ["configs/eternity/*.yaml", "configs/eternity/pieces-*"],
                 ["eternity_planted"]),
    **figures_of("level", level.FIGURES,
                 {"level-table2": ["table2.md"], "level-fig4": ["fig4.md", "fig4.png"],
                  "level-fig5": ["fig5.md", "fig5.png"], "level-fig6": ["fig6.md"]},
                 LEVEL_SETS, LEVEL_CONFIGS, ["level", "level_sets"]),
    **figures_of("level", level_kl.FIGURES, {"level-kl": ["kl.md"]}, LEVEL_SETS, LEVEL_CONFIGS,
                 ["level_kl", "level", "level_sets"]),
    **figures_of("level", level_speed.FIGURES, {"level-speed": ["speed.md"]},
                 ["tests/bench/bench_level.c", *LEVEL_REPAIR], LEVEL_CONFIGS, ["level_speed"]),
    **figures_of("level", level_pacman.FIGURES, {"level-pacman": ["pacman.md"], "level-pacman-gan": ["pacman-gan.md"]},
                 LEVEL_SETS, LEVEL_CONFIGS, ["level_pacman", "level", "level_sets"]),
    **figures_of("level", level_pacman.FIGURES, {"level-pacman-grid": ["pacman-grid.md", "pacman-grid.png"]},
                 [*LEVEL_REPAIR, "islands/level/evolve/*.c", "src/algorithms/map_elites.c"],
                 LEVEL_CONFIGS, ["level_pacman", "level", "level_sets"]),
    **figures_of("level", level.FIGURES, {"level-grid": ["grid.md", "zelda-grid.png"]},
                 [*LEVEL_REPAIR, "islands/level/evolve/*.c", "src/algorithms/map_elites.c"],
                 LEVEL_CONFIGS, ["level", "level_sets"]),
    **figures_of("pictures", pictures.FIGURES, {"pictures": [f"{name}.svg" for name, *_ in pictures.PICTURES]},
                 [*PARTY_GA, *SLIDING_GA, *eternity.CODE, "islands/eternity/beam/*.c", *LEVEL_SETS,
                  "scripts/python/skerry/drawing/*.py"],
                 [f"configs/{config}" for _, config, *_ in pictures.PICTURES], ["pictures"]),
    **figures_of("scaling", scaling.FIGURES, {"scaling": ["weak.md", "islands.md", "migration.md"]},
                 [*PARTY_GA, *SLIDING_PAPER, *eternity.CODE, "islands/level/evolve/*.c"], scaling.CONFIGS,
                 ["scaling", "significance"]),
    "bench": Figure(bench.bench, "party", ["bench.md"],
                    ["tests/bench/*.c", "src/engine/run.c", *eternity.CODE, *LEVEL_REPAIR],
                    ["configs/eternity/*16x16*"], scripts_of("bench")),
}
