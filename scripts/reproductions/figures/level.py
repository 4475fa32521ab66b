"""The level paper's Table 2, Figs. 4, 5 and 6, and a wall of levels."""

import hashlib
import importlib.machinery
import importlib.util
import pathlib

import h5py
import matplotlib
import numpy as np
import yaml
from common import SOURCE, results, run, write_table
from level_sets import (CONFIGS, GAMES, checked, corpora, distances, divergence, draws, playable,
                        playable_by_authors,
                        read, repair, skerry, way)

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (after the backend is chosen)

COLOURS = {"human": "tab:blue", "GAN": "tab:orange", "GAN + MIP": "tab:green",
           "MIP (random)": "tab:grey"}

# Playable, duplicated, playable and unique (percent); KL; steps from key to door; seconds.
PAPER = {"human": ("100", "0", "100", "0", "12.5", ""),
         "GAN": ("24.3", "46.9", "12.9", "0.272", "", ""),
         "MIP (random)": ("100", "0", "100", "", "7.8", ""),
         "GAN + MIP": ("100", "14.9", "85.1", "0.108", "8.6", "0.13")}


def number_of(options):
    return 200 if options.quick else 1000


def percent(part, whole):
    return f"{100 * part / whole:.1f}" if whole else "-"


def table_row(corpus, model, levels, of, seconds=None, by_authors=None):
    """levels: the playable ones among `of`; by_authors: how many their program calls so."""
    unique, number = len(set(levels)), len(corpus.sets(of)["GAN"])
    kl = np.mean([divergence(corpus.human, some) for some in draws(levels, number)])
    return [model, corpus.name, percent(len(levels), of),
            percent(len(levels) if by_authors is None else by_authors, of),
            percent(len(levels) - unique, len(levels)), percent(unique, of),
            f"{kl:.3f} ({number})", f"{divergence(corpus.human, levels):.3f}",
            f"{np.mean([way(level) for level in levels]):.1f}" if levels else "-",
            f"{1000 * np.mean(seconds):.2f} ms" if seconds else ""]


def training_note(corpus, paper="50 levels, 24,000 epochs"):
    """Which training the levels come from, beside the paper's: all figures of one commit have the same."""
    sha = hashlib.sha256(pathlib.Path(corpus.weights).read_bytes()).hexdigest()[:16]
    with h5py.File(corpus.weights) as file:
        a = file.attrs
        clock = "minutes on a graphics card" if a.get("device") == "cuda" else "CPU minutes"
        origin = " by `scripts/level-corpus`" if corpus.name.startswith("our") else ""
        return (f"Weights {sha}. The GAN of {corpus.name}: {a['levels']} levels{origin}, {a['epochs']} epochs, "
                f"{a['seconds'] / 60:.0f} {clock}, seed {a['seed']} (the paper: {paper}).")


def trainings(options):
    """The notes of all corpora, as lines of Markdown."""
    return [line for corpus in corpora(options) for line in (training_note(corpus), "")]


def rim_alone(raw, repaired):
    """Whether a repair changed nothing but cells of the rim."""
    return all(before[1:-1] == after[1:-1] for before, after in zip(raw[1:-1], repaired[1:-1]))


def duplicates_note(corpus, n):
    """How many repaired levels are duplicates; of different levels repaired alike, how many at the rim."""
    raw, repaired = corpus.generated("gan", n), corpus.repaired("gan", n)[0]
    straight, both = n - len(set(raw)), n - len(set(repaired))
    alike = {}
    for level, found in zip(raw, repaired):
        alike.setdefault(found, set()).add(level)
    changed = [(level, found) for found, levels in alike.items() if len(levels) > 1
               for level in levels - {found}]
    at_rim = sum(rim_alone(*one) for one in changed)
    share = f", {100 * straight / both:.0f} % of them straight from the GAN" if both else ""
    return (f"{corpus.name}: {both} of {n} repaired levels are duplicates{share} (the paper: 77 %). Of the "
            f"{len(changed)} levels that differ before their repair and not after it, {at_rim} were changed at the "
            "rim alone (the paper: one example).")


def unplayable_note(corpus, n):
    """Which rules the GAN's levels break. No way leads from a player or to a key that is missing."""
    broken = [one["broken"] for one in checked(corpus.generated("gan", n), "zelda") if not one["playable"]]
    count = {kind: sum(any(words in rule for rule in rules) for rules in broken)
             for kind, words in (("a number of tiles", "exactly "), ("the border", "on the border"),
                                 ("the share of enemies", "at most "))}
    ways = sum(all("a path from" in rule for rule in rules) for rules in broken)
    return (f"{corpus.name}: of {len(broken)} levels that are not playable, "
            + ", ".join(f"{percent(k, len(broken))} % break the rule of {kind}" for kind, k in count.items())
            + f", {percent(ways, len(broken))} % lack a way alone (the paper: mainly numbers).")


def table2(options):
    """Playable and unique levels of the GAN, of random tiles, and both repaired."""
    n, rows, notes = number_of(options), [], []
    for model, paper in PAPER.items():
        rows.append([model, "the paper", "", *paper[:4], "", paper[4], paper[5] and f"{paper[5]} s"])
        for corpus in corpora(options):
            if model == "human":
                rows.append(table_row_human(corpus, n))
            elif model == "GAN":
                raw = corpus.generated("gan", n)
                good = [level for level, ok in zip(raw, playable(raw, "zelda")) if ok]
                rows.append(table_row(corpus, model, good, n,
                                      by_authors=sum(map(playable_by_authors, raw))))
            else:
                levels, seconds = corpus.repaired(
                    "frequencies" if "random" in model else "gan", n)
                rows.append(table_row(corpus, model, levels, n, seconds))
    for corpus in corpora(options):
        notes += [training_note(corpus), "", duplicates_note(corpus, n), "", unplayable_note(corpus, n), ""]
    write_table(results("level") / "table2.md", f"Table 2: {n} levels of each generator",
                ["model", "corpus", "playable %", "by the authors' check %", "duplicated %",
                 "playable and unique %", "KL (levels)", "of all", "key to door", "a repair"], rows,
                [*notes, "Duplicated: of the playable ones. KL: of people's 2 x 2 patterns from "
                 "those of the levels; as the paper does, of as many as the GAN has playable ones "
                 "(243 in the paper; mean of 20 draws), and of all playable ones; it depends on their "
                 "number, see [kl.md](kl.md). The authors' check lets the way to the key lead "
                 "through the door, which blocks here. Optima are often tied: `fast` takes the "
                 "first that it meets."])


def table_row_human(corpus, n):
    levels = corpus.human
    return ["human", corpus.name, percent(sum(playable(levels, "zelda")), len(levels)),
            percent(sum(map(playable_by_authors, levels)), len(levels)), "0.0",
            percent(len(set(levels)), len(levels)), "0", "0",
            f"{np.mean([way(level) for level in levels]):.1f}", ""]


def compare(axes, sets, values, bins, label):
    """One histogram a set; values: set to numbers."""
    for name in sets:
        numbers = [v for v in values[name] if np.isfinite(v)]
        if numbers:
            axes.hist(numbers, bins=bins, weights=np.full(len(numbers), 100 / len(numbers)),
                      alpha=0.5, label=name, color=COLOURS[name])
    axes.set(xlabel=label, ylabel="% of levels")
    axes.legend(fontsize=8)


def fig4(options):
    """Average Hamming and edit distance of each level from the others of its set."""
    n, all_corpora, rows = number_of(options), corpora(options), []
    figure, axes = plt.subplots(len(all_corpora), 2, figsize=(11, 4 * len(all_corpora)),
                                squeeze=False)
    for line, corpus in zip(axes, all_corpora):
        sets = {name: levels for name, levels in corpus.sets(n).items() if len(levels) > 1}
        found = {name: distances(levels, "zelda") for name, levels in sets.items()}
        for name, (hamming, edits) in found.items():
            rows.append([corpus.name, name, len(hamming), f"{np.mean(hamming):.1f}",
                         f"{np.mean(edits):.1f}"])
        shown = [name for name in ("human", "GAN", "GAN + MIP") if name in found]
        for column, label in enumerate(("average Hamming distance", "average edit distance")):
            compare(line[column], shown, {name: found[name][column] for name in shown}, 30,
                    f"{label}, {corpus.name}")
    figure.savefig(results("level") / "fig4.png", dpi=110, bbox_inches="tight")
    write_table(results("level") / "fig4.md", "Fig. 4: how different levels of a set are",
                ["corpus", "levels", "number", "Hamming (cells)", "edits (cost)"], rows,
                [*trainings(options),
                 "The paper (figure only): people's levels differ most, GAN + MIP less, playable "
                 "ones of the GAN least.", "", "![Fig. 4](fig4.png)"])


def fig5(options):
    """Tiles of each set of levels, and the way from the key to the door."""
    n, all_corpora, rows = number_of(options), corpora(options), []
    kinds = {"walls": "w", "empty": ".", "enemies": "123"}
    figure, axes = plt.subplots(len(all_corpora), 4, figsize=(18, 4 * len(all_corpora)),
                                squeeze=False)
    for line, corpus in zip(axes, all_corpora):
        sets = corpus.sets(n) | {"GAN + MIP": corpus.repaired("gan", n)[0],
                                 "MIP (random)": corpus.repaired("frequencies", n)[0]}
        means = {name: [] for name in sets}
        for place, (kind, tiles) in zip(line, kinds.items()):
            values = {name: [sum(map("".join(level).count, tiles)) for level in levels]
                      for name, levels in sets.items()}
            compare(place, ("human", "GAN", "GAN + MIP"), values, 20,
                    f"{kind}, {corpus.name}")
            for name in sets:
                means[name].append(f"{np.mean(values[name]):.1f}" if values[name] else "-")
        ways = {name: [way(level) for level in levels] for name, levels in sets.items()}
        compare(line[3], ("human", "GAN + MIP", "MIP (random)"), ways, range(0, 40, 2),
                f"steps from key to door, {corpus.name}")
        rows += [[corpus.name, name, len(sets[name]), *means[name],
                  f"{np.nanmean(ways[name]):.1f}" if ways[name] else "-",
                  PAPER[name][4] or "not stated"] for name in sets]
    figure.savefig(results("level") / "fig5.png", dpi=90, bbox_inches="tight")
    write_table(results("level") / "fig5.md", "Fig. 5: tiles and ways, on average",
                ["corpus", "levels", "number", *kinds, "key to door", "the paper's"], rows,
                [*trainings(options), "All repaired levels, and the playable ones of the GAN.", "",
                 "![Fig. 5](fig5.png)"])


def picture_program():
    """scripts/level-picture as a module."""
    loader = importlib.machinery.SourceFileLoader("level_wall",
                                                  str(SOURCE / "scripts/level-picture"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("level_wall",
                                                                             loader))
    loader.exec_module(module)
    return module


def enemies(level):
    return sum(map("".join(level).count, "123"))


def fig6(options):
    """A level for which fewest different tiles and cheapest edits are two levels."""
    corpus, n = corpora(options)[-1], number_of(options)
    raw = corpus.generated("gan", n)
    by_hamming = [tuple(one["level"]) for one in repair(raw, "zelda", "--objective", "hamming")]
    by_edits = corpus.repaired("gan", n)[0]
    lost = [i for i in range(n) if enemies(by_hamming[i]) < enemies(raw[i])]
    kept = [i for i in lost if enemies(by_edits[i]) == enemies(raw[i])]
    draw = picture_program()
    tiles = draw.pictures(yaml.safe_load((GAMES / "zelda.yaml").read_text()))
    shown = [level for i in kept[:3] for level in (raw[i], by_hamming[i], by_edits[i])]
    if shown:
        images = [draw.drawn("\n".join(level), tiles) for level in shown]
        draw.save(draw.side_by_side(images, 3), results("level") / "fig6.png",
                  "of the GAN; fewest tiles changed; cheapest edits")
    write_table(results("level") / "fig6.md", "Fig. 6: Hamming distance against edits",
                ["corpus", "levels", "lost an enemy by Hamming", "by edits",
                 "lost one by Hamming, none by edits"],
                [[corpus.name, n, len(lost),
                  sum(enemies(b) < enemies(a) for a, b in zip(raw, by_edits)), len(kept)]],
                [training_note(corpus), "", "![Fig. 6](fig6.png)" if shown else ""])


GRID_S = 600


def grid(options):
    """A MAP-Elites grid of playable levels after ten minutes on two ranks."""
    path = results("level") / "zelda-grid.h5"
    run(CONFIGS / "zelda-grid.yaml", path, ["run.epochs=10", "run.time_limit_s=~"] if options.quick else
        ["run.epochs=~", f"run.time_limit_s={GRID_S}"], ranks=2)
    tell_grid(path, "Zelda",
              "`configs/level/zelda-grid.yaml`. Rows: steps from the key to the door, two a row; columns: walls, "
              "two a column. Where few walls stand no way is long, so a part of the grid has no level at all.")


def tell_grid(path, game, note):
    """Verifies each level of the grid, draws them all, and writes the table."""
    verified = skerry("verify", path).splitlines()[-1]
    draw = picture_program()
    texts, rules, cells, title = draw.read_result(path)
    image, title, axes, shape = draw.grid_figure(texts, draw.pictures(rules), cells, title)
    draw.save(image, path.with_suffix(".png"), title, axes, shape)
    with h5py.File(path) as file:
        evaluations = int(np.nanmax(file["curves/evaluations"][()], axis=(0, 1)).sum())
        seconds, ranks = float(file["curves/elapsed"][0, -1]), int(file.attrs["ranks"])
    of = int(np.prod(shape))
    name = "grid.md" if game == "Zelda" else path.with_suffix(".md").name
    write_table(path.with_name(name), f"A grid of playable {game} levels",
                ["grid", "filled", "share", "checked anew", "evaluations", "seconds", "ranks"],
                [[" x ".join(map(str, shape)), len(texts), f"{100 * len(texts) / of:.0f} %",
                  verified, evaluations, f"{seconds:.0f}", ranks]],
                [note, "", f"![The levels]({path.stem}.png)"])


FIGURES = {"level-table2": table2, "level-fig4": fig4, "level-fig5": fig5,
           "level-fig6": fig6, "level-grid": grid}
