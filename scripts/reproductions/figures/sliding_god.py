"""God's numbers of the sliding paper's puzzles: what its section 5 could only estimate."""

import json
import pathlib
import re
import subprocess
import tempfile

import h5py
import numpy as np
from common import SKERRY, SOURCE, results, run, write_table

CONFIGS = SOURCE / "configs/sliding"
PUZZLES = [(3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (5, 1), (5, 2), (5, 3), (5, 4)]
QUICK_SEARCHES = 4  # for each puzzle's diameters; without --quick there is no limit


def targets_of(d, k):
    """One config for each different target among the published pairs of a puzzle."""
    found = {}
    for path in sorted(CONFIGS.glob(f"d{d}-k{k}-*.yaml")):
        target = re.search(r"target: \[([\d, ]+)\]", path.read_text()).group(1)
        found.setdefault(target.replace(" ", ""), path)
    return found


def god(config, *words):
    done = subprocess.run([SKERRY, "god", str(config), "--json", *words],
                          stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def diameter(component):
    low, high = component["diameter_low"], component["diameter_high"]
    return str(low) if low == high else f"{low} to {high}"


def exact_distance(config, start, folder):
    """Proves by `algorithm: exact` how far a placement is; its moves and CPU seconds."""
    told, cpu = run(config, folder / "farthest.h5",
                    ["algorithm=exact", "run.islands=1", "run.replicas=1",
                     f"sliding.start={start}"])
    if not told["optimal"]:
        raise SystemExit(f"{config}: the farthest placement's distance is not proven")
    return int(told["best"]), cpu


def components_text(told):
    """Components from large to small, alike ones together: '2 x 672, 336 stuck'."""
    alike, stuck = {}, 0
    for own in told["components"]:
        if own["stuck"]:
            stuck += own["components"]
        else:
            key = own["size"], diameter(own)
            alike[key] = alike.get(key, 0) + own["components"]
    words = [f"{number} x {size:,} (diameter {wide})"
             for (size, wide), number in sorted(alike.items(), reverse=True)]
    return "; ".join(words), stuck


def store(folder, name, told, by_target):
    with h5py.File(folder / f"god-{name}.h5", "w") as file:
        for key in ("d", "k", "l", "rings", "placements", "classes", "searches", "search_s",
                    "memory_bytes", "bits_a_placement"):
            file.attrs[key] = told[key]
        file.attrs["skerry_god"] = json.dumps(told)
        parts = told["components"]
        for key in ("classes", "placements", "components", "size", "diameter_low",
                    "diameter_high", "searches"):
            file[f"components/{key}"] = np.array([part[key] for part in parts])
        file["components/stuck"] = np.array([part["stuck"] for part in parts])
        for i, (target, one) in enumerate(by_target.items()):
            group = file.create_group(f"targets/{i}")
            group["target"] = np.array(json.loads(f"[{target}]"))
            group["farthest"] = np.array(one["farthest"])
            levels = group.create_dataset("levels", data=np.array(one["levels"]))
            levels.attrs["long_name"] = "placements by moves to the target"


def gods_numbers(options):
    """All (d, k, l) of the paper: eccentricities, diameters, components, time, memory."""
    folder = results("sliding")
    words = ["--diameter", *(["--searches", str(QUICK_SEARCHES)] if options.quick else [])]
    targets, puzzles = [], []
    with tempfile.TemporaryDirectory() as scratch:
        for d, k in PUZZLES[:4] if options.quick else PUZZLES:
            configs = targets_of(d, k)
            whole = god(next(iter(configs.values())), *words)
            by_target = {}
            for target, config in configs.items():
                one = whole if not by_target else god(config)
                by_target[target] = one
                moves, cpu = exact_distance(config, one["farthest"], pathlib.Path(scratch))
                if moves != one["eccentricity"]:
                    raise SystemExit(f"{config}: exact says {moves}, god "
                                     f"{one['eccentricity']}")
                targets.append([d, k, one["l"], target, one["eccentricity"],
                                ",".join(map(str, one["farthest"])), f"{one['reached']:,}",
                                f"{one['target_s']:.2f}", f"{cpu:.2f}"])
            parts, stuck = components_text(whole)
            wide = max((c for c in whole["components"]), key=lambda c: c["diameter_low"])
            puzzles.append([d, k, whole["l"], f"{whole['placements']:,}", whole["classes"],
                            diameter(wide), parts, f"{stuck:,}", whole["searches"],
                            f"{whole['search_s']:.2f}",
                            f"{whole['memory_bytes'] / 1e6:.1f}",
                            f"{whole['bits_a_placement']:.2f}"])
            store(folder, f"d{d}-k{k}", whole, by_target)
            # after each puzzle, since those of d = 5 take minutes
            write_tables(folder, puzzles, targets)


def write_tables(folder, puzzles, targets):
    write_table(folder / "gods-numbers-targets.md",
                "God's numbers: eccentricities of the published targets",
                ["d", "k", "l", "target", "eccentricity", "a farthest placement",
                 "placements reached", "flood s", "exact s"], sorted(targets),
                ["Ring 0, 1, 2... on these vertices. The eccentricity is the most moves that "
                 "any placement needs to the target, of those that can reach it at all. "
                 "flood s: CPU time of the breadth-first search of all placements. exact s: "
                 "CPU time of `algorithm: exact` from the farthest placement, start-up "
                 "included, which proves the same distance by other means."])
    write_table(folder / "gods-numbers.md", "God's numbers: diameters and components",
                ["d", "k", "l", "placements", "classes", "diameter", "components",
                 "stuck", "searches", "CPU s", "MB", "bits"], sorted(puzzles),
                ["Components are counted with labelled rings, and one row joins those of equal "
                 "size and diameter; stuck placements, in which no ring can move, are "
                 "components of one placement each and are counted apart. classes: "
                 "placements up to automorphisms of the cube and renumbering of rings. "
                 "diameter: the largest of any component; a range where searches were limited. "
                 "searches: through all placements, one core; CPU s: all of them. MB: memory "
                 "of a flood; bits: the same a placement.", "",
                 "Eccentricities: [gods-numbers-targets.md](gods-numbers-targets.md)."])


FIGURES = {"sliding-gods": gods_numbers}
