"""The party paper's Fig. 4, Fig. 5 and Table I, on the synthetic pool."""

import csv
import functools

import h5py
import matplotlib
import numpy as np
import yaml
from common import SOURCE, curves, proven_optimum, results, run, write_table

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the backend is chosen)

CONFIGS = SOURCE / "configs/party"
TYPES = ["type1", "type2", "type3"]
ATTEMPTS = 5000
METHODS = {"vanilla": "vanilla GA (50/100)", "multi-island": "multi-island GA (5 x 10/20)"}


def points_of(config, heroes, rows):
    """Synergy in [0, 1] of each row of hero ids, by the definition, edge by edge."""
    keys = yaml.safe_load(config)["party"]
    weights, points = keys["synergy"]["weights"], keys["synergy"]["points"]
    if isinstance(weights, list):
        weights = {item["key"]: item["value"] for item in weights}
    edges = keys["formation"]["edges"]
    shares = []
    for row in rows:
        total = 0
        for a, b in edges:
            one, other = heroes[row[a]], heroes[row[b]]
            match = sum(w for trait, w in weights.items() if one[trait] == other[trait])
            total += points[min(match, len(points) - 1)]
        shares.append(total / (max(points) * len(edges)))
    return np.array(shares)


def read_heroes(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {int(row["id"]): row for row in csv.DictReader(file)}


def fig4(options):
    """Synergy over independent constructions of Type 1, with and without guidance."""
    folder = results("party")
    attempts = 500 if options.quick else ATTEMPTS
    heroes = read_heroes(CONFIGS / "heroes-10000.csv")
    shares = {}
    for name, guided in (("with guidance", "true"), ("without", "false")):
        path = folder / f"fig4-{'guided' if guided == 'true' else 'unguided'}.h5"
        run(CONFIGS / "type1.yaml", path,
            ["algorithm=random", "party.synergy.min=0", f"party.guided={guided}",
             "run.islands=1", "run.epochs=~", f"run.max_evaluations={attempts}",
             f"output.solutions={attempts}", "output.min_distance=0"])
        with h5py.File(path) as file:
            config = file.attrs["config"]
            rows = file["solutions/genome"][()]
        shares[name] = points_of(config, heroes, rows)
        path.unlink()  # 5000 parties are worth their histogram only

    figure, axes = plt.subplots(figsize=(7, 4))
    bins = np.linspace(0, 1, 41)
    for name, share in shares.items():
        weight = np.full(len(share), 100 / len(share))
        axes.hist(share, bins=bins, weights=weight, alpha=0.7, label=name)
    axes.set(xlabel="synergy", ylabel="share of attempts (%)",
             title=f"{attempts} constructions for Type 1's linear requirements")
    axes.legend()
    figure.savefig(folder / "fig4.png", dpi=150, bbox_inches="tight")
    rows = [[name, len(share), f"{share.mean():.3f}", f"{share.max():.3f}",
             f"{100 * (share >= 0.8).mean():.1f} %"] for name, share in shares.items()]
    write_table(folder / "fig4.md", "Fig. 4: synergy of single constructions",
                ["construction", "attempts", "mean", "highest", ">= 0.8"], rows,
                ["The paper: without guidance never above 0.35 (its figure: 0.3) in 5000 "
                 "attempts.", "", "![Fig. 4](fig4.png)"])


def archipelago_diversity(result, individuals):
    """The normalised coefficient of variation over all islands together, from each island's
    mean and variation: (replica, generation)."""
    mean, spread = result["mean"], result["diversity"]
    deviation = spread * np.abs(mean) * np.sqrt(individuals - 1)
    total = mean.mean(axis=2)
    variance = (deviation**2 + mean**2).mean(axis=2) - total**2
    n = individuals * mean.shape[2]
    return np.sqrt(np.maximum(variance, 0)) / np.abs(total) / np.sqrt(n - 1)


def challenge_of(kind):
    """Overrides that give any party config the challenge of configs/party/KIND.yaml."""
    keys = yaml.safe_load((CONFIGS / f"{kind}.yaml").read_text())["party"]
    requirements = yaml.safe_dump(keys["requirements"], default_flow_style=True, width=10**6)
    return [f"party.synergy.min={keys['synergy']['min']}",
            f"party.requirements={requirements.strip()}"]


@functools.cache
def plain_runs(replicas):
    """Both of the paper's algorithms on the three types, many replicas each."""
    folder = results("party")
    found = {}
    for kind in TYPES:
        optimum = proven_optimum(CONFIGS / f"{kind}.yaml", folder / f"{kind}-exact.h5")
        for method, individuals in (("vanilla", 50), ("multi-island", 10)):
            path = folder / f"{kind}-{method}.h5"
            _, cpu = run(CONFIGS / f"{method}.yaml", path,
                         [*challenge_of(kind), f"run.replicas={replicas}"])
            result = curves(path)
            found[kind, method] = {
                "optimum": optimum,
                "best": np.minimum.accumulate(np.min(result["best"], axis=2), axis=1),
                "diversity": archipelago_diversity(result, individuals),
                "per island": result["diversity"],
                "cpu": cpu / replicas,
            }
    return found


def fig5(options):
    """Convergence and diversity of both algorithms on the three types."""
    folder = results("party")
    found = plain_runs(5 if options.quick else 50)
    figure, axes = plt.subplots(2, 3, figsize=(13, 7), sharex=True)
    for column, kind in enumerate(TYPES):
        top, bottom = axes[0][column], axes[1][column]
        for method, colour in zip(METHODS, ("tab:orange", "tab:blue")):
            one = found[kind, method]
            generation = np.arange(one["best"].shape[1])
            top.fill_between(generation, one["best"].min(axis=0), one["best"].max(axis=0),
                             color=colour, alpha=0.15)
            top.plot(one["best"].min(axis=0), color=colour, label=f"{METHODS[method]}, best")
            top.plot(np.median(one["best"], axis=0), color=colour, ls=":", label="median")
            bottom.plot(one["diversity"].min(axis=0), color=colour,
                        label=f"{METHODS[method]}, least")
            bottom.plot(np.median(one["diversity"], axis=0), color=colour, ls=":",
                        label="median")
        top.axhline(found[kind, "vanilla"]["optimum"], color="black",
                    label="optimum (proven)")
        top.set(title=kind.replace("type", "Type "), yscale="log")
        bottom.set(xlabel="generation")
    axes[0][0].set(ylabel="price of the cheapest party (coins)")
    axes[1][0].set(ylabel="diversity")
    axes[0][0].legend(fontsize=8)
    axes[1][0].legend(fontsize=8)
    figure.savefig(folder / "fig5.png", dpi=130, bbox_inches="tight")
    print(folder / "fig5.png")


def table1(options):
    """The gap to the proven optimum, the diversity and the time of both algorithms."""
    folder = results("party")
    found = plain_runs(5 if options.quick else 50)
    rows = []
    for kind in TYPES:
        ratio = (np.median(found[kind, "multi-island"]["diversity"]) /
                 np.median(found[kind, "vanilla"]["diversity"]))
        for method in METHODS:
            one = found[kind, method]
            last = one["best"][:, -1]
            gap = 100 * (last / one["optimum"] - 1)
            rows.append([kind.replace("type", "Type "), METHODS[method],
                         f"{one['optimum']:,.0f}", f"{last.min():,.0f}",
                         f"{np.median(last):,.0f}",
                         f"{gap.min():.1f} / {np.median(gap):.1f} / {gap.max():.1f} %",
                         f"{int((gap <= 0).sum())} of {len(gap)}",
                         f"{np.median(one['diversity']):.4f}",
                         f"{ratio:.2f}" if method == "multi-island" else "1",
                         f"{np.median(one['per island']):.3f}",
                         f"{one['cpu']:.2f}"])
    write_table(folder / "table1.md", "Table I: the paper's algorithms against the optimum",
                ["challenge", "algorithm", "optimum", "best", "median",
                 "gap least / median / most", "optimal", "diversity", "ratio", "in islands",
                 "CPU s a run"], rows,
                ["100 generations, parameters of the paper's Table I; gaps to the optimum that "
                 "`algorithm: exact` proves.", "",
                 "Diversity: median over runs and generations of the normalised coefficient of "
                 "variation of fitness (deviation / mean / sqrt(n - 1)) over all individuals of "
                 "a run; `in islands` takes it island by island. The paper states 'at least "
                 "twice higher' for islands: sqrt(49 / 9) = 2.3 of that comes from normalising "
                 "by 10 individuals instead of 50."])


FIGURES = {"party-fig4": fig4, "party-fig5": fig5, "party-table1": table1}
