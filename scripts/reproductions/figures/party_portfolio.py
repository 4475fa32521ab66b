"""Party by `portfolio` against the two searches that it combines: on the designers' challenges, and
on small pools that no constant was chosen on."""

import math
import pathlib
import statistics
import tempfile

import h5py
from common import SOURCE, results, run, write_table
from party_defaults import TYPES, pool_of

CONFIGS = SOURCE / "configs/party"
ALGORITHMS = ["ga", "exact", "portfolio"]
LIMIT_S = 60
LIMITS = ["run.islands=5", f"run.time_limit_s={LIMIT_S}", "run.proof_s=10"]
QUICK_LIMITS = ["run.islands=2", "run.epochs=1", "run.proof_s=1"]
HEROES, SEEDS = 2000, range(11, 31)


class Outcome:
    """One run: its best, whether that is proven, and CPU seconds to both."""

    def __init__(self, config, words, algorithm, folder):
        path = pathlib.Path(folder) / f"{algorithm}.h5"
        for old in pathlib.Path(folder).glob(f"{path.name}*"):
            old.unlink()
        said, self.seconds = run(config, path, [*words, f"algorithm={algorithm}"])
        self.best, self.bound, self.infeasible = said["best"], said["bound"], said["infeasible"]
        self.proven = said["optimal"] or self.infeasible
        with h5py.File(path) as file:
            cpu = file["improvements/cpu"][()]
        self.found = float(cpu[-1]) if cpu.size else math.inf

    def words(self):
        if self.infeasible:
            return f"infeasible, proven, {self.seconds:.1f} s"
        if self.best is None:
            return f"nothing, {self.seconds:.1f} s"
        end = "proven" if self.proven else f"bound {self.bound:,.0f}"
        return f"{self.best:,.0f}, {end}, {self.found:.1f} / {self.seconds:.1f} s"


def of_all(config, words, folder):
    return {name: Outcome(config, words, name, folder) for name in ALGORITHMS}


def spread(numbers, digits=2):
    return f"{statistics.median(numbers):.{digits}f}, {max(numbers):.{digits}f}"


def pool_rows(pools):
    """A row a type: CPU seconds to the best and to the proof, and the ratio to the faster proof."""
    for kind, outcomes in pools.items():
        row = [kind.replace("type", "Type "), len(outcomes)]
        for name in ALGORITHMS:
            found = [each[name] for each in outcomes]
            row += [f"{sum(one.proven for one in found)}",
                    spread([one.found for one in found if not one.infeasible]),
                    spread([one.seconds for one in found])]
        ratios = [each["portfolio"].seconds / min(each["ga"].seconds, each["exact"].seconds)
                  for each in outcomes]
        yield [*row, spread(ratios)]


def portfolio(options):
    """A table of the challenges, and one of the pools."""
    limits = QUICK_LIMITS if options.quick else LIMITS
    with tempfile.TemporaryDirectory() as folder:
        configs = sorted((CONFIGS / "designers").glob("*.yaml"))[:3 if options.quick else None]
        challenges = [(config.stem, of_all(config, ["run.epochs=10", *limits], folder)) for config in configs]
        pools = {kind: [] for kind in TYPES}
        for seed in SEEDS[:1] if options.quick else SEEDS:
            pool = pool_of(HEROES, seed, folder)
            for kind in TYPES:
                pools[kind].append(of_all(CONFIGS / f"{kind}.yaml", [*limits, f"party.heroes={pool}"],
                                          folder))
    first, second = results("party") / "portfolio.md", results("party") / "portfolio-pools.md"
    proven = {name: sum(each[name].proven for _, each in challenges) for name in ALGORITHMS}
    write_table(first, "Portfolio, genetic algorithm and exact search: the designers' challenges",
                ["challenge", *ALGORITHMS],
                [[stem, *(each[name].words() for name in ALGORITHMS)] for stem, each in challenges],
                ["Best price, its proof or the bound, CPU seconds to the best and to the end. "
                 f"configs/party/designers, five islands on one core, {LIMIT_S} s at most; `ga` makes "
                 "ten epochs, and proves for ten seconds at the end. Proven: "
                 + ", ".join(f"{name} {n}" for name, n in proven.items())
                 + f" of {len(challenges)}."])
    write_table(second, "Portfolio, genetic algorithm and exact search: small pools",
                ["challenge", "pools", *(f"{name}: {what}" for name in ALGORITHMS
                                         for what in ("proven", "best", "end")),
                 "portfolio / faster"], list(pool_rows(pools)),
                ["Proven: optimal, or infeasible. Median and worst CPU seconds to the best party, where there is one, "
                 "and to the end of the run, and of the end of `portfolio` over that of the faster of the other two. "
                 f"Pools of {HEROES:,} heroes, seeds {SEEDS[0]} to {SEEDS[-1]} (`scripts/party-pool`), on "
                 "which no constant was chosen; settings as in [portfolio](portfolio.md), but that `ga` "
                 "makes three epochs, as in configs/party/type1.yaml to type3.yaml."])


FIGURES = {"party-portfolio": portfolio}
