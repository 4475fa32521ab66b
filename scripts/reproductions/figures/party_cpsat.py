"""skerry beside CP-SAT (OR-tools): the designers' challenges and the squads, each with as many CPU seconds.

What was measured is kept, a JSON line for each challenge and solver, in results/party/cpsat-runs.jsonl: a
second call continues where the first was interrupted. Lines of other code, configs or limits are dropped.
"""

import json
import os
import pathlib
import subprocess
import sys
import time

import h5py
import sources
import yaml
from common import ANSWERS, SKERRY, SOURCE, results, scratch, write_table
from kept_runs import read, write
from missing import Missing

FOLDERS = ["squads", "designers"]
SKERRY_CODE = ["islands/party/party_problem.c", "src/algorithms/ga.c", "islands/party/exact/*/*.c"]
CP_SAT_CODE = ["scripts/quality/party-cpsat", "scripts/quality/party_model.py",
               "scripts/quality/party_challenge.py"]
SOLVER_PYTHON = os.environ.get("SKERRY_SOLVER_PYTHON", sys.executable)
WORKERS = 8
CPU_S, QUICK_CPU_S = 120, 5
QUICK = ["01-first-quest", "my-club"]


def made_by(config, code):
    """The digest of what a line depends on."""
    folder = config.parent.relative_to(SOURCE)
    return sources.digest([*code, str(config.relative_to(SOURCE)), "configs/party/heroes-10000.csv",
                           f"{folder}/*.csv"])


def version_of_ortools():
    """Raises Missing where it is not installed."""
    done = subprocess.run([SOLVER_PYTHON, "-c", "import ortools; print(ortools.__version__)"],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{SOLVER_PYTHON} has no ortools (expected: pip install ortools, into the Python that "
                      "SKERRY_SOLVER_PYTHON names)")
    return done.stdout.strip()


def cpu_of(process):
    """CPU seconds of a process that runs."""
    try:
        text = pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return 0.0
    fields = text.rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run_within(words, cpu_s):
    """The output of a program that is told to stop after so many CPU seconds."""
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        while process.poll() is None and cpu_of(process) < cpu_s:
            time.sleep(0.05)
        process.terminate()
        text = process.communicate()[0]
    if process.returncode not in ANSWERS:
        raise SystemExit(f"{' '.join(map(str, words))}: exit code {process.returncode}")
    return text


def ask_skerry(config, cpu_s):
    """What skerry says by the algorithm of the config, with the least as the sense; verified."""
    path = scratch(f"cpsat-{config.stem}.h5")
    path.unlink(missing_ok=True)
    said = json.loads(run_within([SKERRY, "run", config, "-o", path, "--json", "--quiet",
                                  "-s", "run.time_limit_s=~"], cpu_s))
    subprocess.run([SKERRY, "verify", path], stdout=subprocess.DEVNULL, check=True)
    with h5py.File(path) as file:
        cpu = file["improvements/cpu"][()]
    return {"found": said["best"], "bound": said["bound"], "optimal": said["optimal"],
            "infeasible": said["infeasible"], "found_cpu_s": float(cpu[-1]) if len(cpu) else None,
            "cpu_s": said["cpu_time_s"]}


def claim_of(config):
    """The challenge for scripts/quality/party-cpsat, without a party."""
    party = yaml.load(config.read_text(encoding="utf-8"), yaml.BaseLoader)["party"]
    for key in ("heroes", "owned"):
        if key in party:
            party[key] = str((config.parent / party[key]).resolve())
    return {"party": party, "ids": None}


def ask_cp_sat(config, cpu_s):
    claim = scratch(f"cpsat-{config.stem}.json")
    claim.write_text(json.dumps(claim_of(config)), encoding="utf-8")
    done = subprocess.run([SOLVER_PYTHON, SOURCE / "scripts/quality/party-cpsat", "--plain", "--workers",
                           str(WORKERS), "--limit", str(cpu_s), claim], stdout=subprocess.PIPE, text=True,
                          check=True)
    said = json.loads(done.stdout)
    if is_for_the_most(config):
        said |= {key: said[key] and -said[key] for key in ("found", "bound")}
    return said


def is_for_the_most(config):
    objective = claim_of(config)["party"].get("objective", {})
    return objective.get("goal", "max" if set(objective) - {"price"} else "min") == "max"


SOLVERS = {"skerry": (ask_skerry, SKERRY_CODE), "cpsat": (ask_cp_sat, CP_SAT_CODE)}


def read_kept(configs, plan, path):
    """{(challenge, solver): line} of the present code, configs and plan, and the codes of all."""
    current = {(config.stem, name): made_by(config, code) for config in configs
               for name, (_, code) in SOLVERS.items()}
    kept = {(line["challenge"], line["solver"]): line for line in read(path)}
    return {key: line for key, line in kept.items()
            if line["plan"] == plan and line["code"] == current.get(key)}, current


def measure_all(configs, plan, path):
    """read_kept, with what is not kept measured now."""
    kept, current = read_kept(configs, plan, path)
    for config in configs:
        for name, (ask, _) in SOLVERS.items():
            key = config.stem, name
            if key in kept:
                continue
            kept[key] = {"challenge": config.stem, "solver": name, "plan": plan, "code": current[key],
                         **ask(config, plan["cpu_s"])}
            write(path, [kept[k] for k in sorted(kept)])
            print(f"{config.stem} {name}: {cells_of(kept[key])}", flush=True)
    return kept


def number(value):
    return "-" if value is None else f"{value:,.6g}"


def seconds(value):
    return "-" if value is None else f"{value:.1f}"


def cells_of(line):
    end = f"bound {number(line['bound'])}"
    if line["optimal"] or line["infeasible"]:
        end = "proven" if line["optimal"] else "no party"
    return [number(line["found"]), end, seconds(line["found_cpu_s"]), seconds(line["cpu_s"])]


def contradicts(config, ours, theirs):
    """Whether what one has found is better than what the other has proven."""
    sign = -1 if is_for_the_most(config) else 1

    def refutes(found, proven):
        if found["found"] is None or proven["bound"] is None:
            return found["found"] is not None and proven["infeasible"]
        return sign * found["found"] < sign * proven["bound"] - 1e-6 * abs(proven["bound"])
    return refutes(ours, theirs) or refutes(theirs, ours)


def notes_of(pairs, lacking, plan, ortools):
    """The text below the table. pairs: (config, what skerry says, what CP-SAT says)."""
    def count(which):
        return sum(map(which, pairs))

    def is_better(a, b, sign):
        return a["found"] is not None and (b["found"] is None or sign * a["found"] < sign * b["found"])
    better = [count(lambda pair, a=a, b=b: is_better(pair[a], pair[b], -1 if is_for_the_most(pair[0]) else 1))
              for a, b in ((1, 2), (2, 1))]
    return [f"Proven: skerry {count(lambda pair: pair[1]['optimal'])}, CP-SAT "
            f"{count(lambda pair: pair[2]['optimal'])} of {len(pairs)}. The better party of the two: skerry "
            f"{better[0]}, CP-SAT {better[1]}. Neither contradicts the other."
            + (f" Not run yet: {', '.join(lacking)}." if lacking else ""), "",
            f"At most {plan['cpu_s']:g} CPU seconds each: `skerry run` with the algorithm of the config in "
            "one process, with the reading of the pool; CP-SAT (OR-tools "
            f"{ortools}) with {plan['workers']} workers, whose CPU seconds count together, without the time "
            "in which Python makes the model. `CPU s to it`: to the best party. The model "
            "(`scripts/quality/party-cpsat --plain`): heroes that others can always replace are left out; a "
            "boolean for each hero, for each place and class of heroes alike in the weighted traits and in "
            "where they may stand, for each edge and set of traits that it shares, for each value and number "
            "of heroes that have it, for each sum that a rating can have; chemistry by these numbers. All "
            "parties are verified, those of CP-SAT by that script."]


def cpsat(options):
    """skerry beside CP-SAT on the designers' challenges and the squads: found, proven, time."""
    ortools = version_of_ortools()
    limit = QUICK_CPU_S if options.quick else options.cpu or CPU_S
    plan = {"cpu_s": limit, "workers": WORKERS, "ortools": ortools}
    configs = [config for folder in FOLDERS
               for config in sorted((SOURCE / "configs/party" / folder).glob("*.yaml"))
               if "otherwise: unlinked" not in config.read_text()  # there is no model of these
               if not options.quick or config.stem in QUICK]
    path = results("party") / "cpsat-runs.jsonl"
    kept = read_kept(configs, plan, path)[0] if options.runs == 0 else measure_all(configs, plan, path)
    pairs = [(config, kept[config.stem, "skerry"], kept[config.stem, "cpsat"]) for config in configs
             if all((config.stem, name) in kept for name in SOLVERS)]
    lacking = [config.stem for config in configs if config not in [pair[0] for pair in pairs]]
    wrong = [config.stem for config, *lines in pairs if contradicts(config, *lines)]
    if wrong:
        raise SystemExit(f"party-cpsat: one has found what the other proves not to be: {', '.join(wrong)}")
    head = ["found", "", "CPU s to it", "in all"]
    write_table(results("party") / "cpsat.md", "skerry beside CP-SAT",
                ["challenge", *(f"{name}: {one}".rstrip(": ") for name in ("skerry", "CP-SAT")
                               for one in head)],
                [[config.stem, *cells_of(ours), *cells_of(theirs)] for config, ours, theirs in pairs],
                notes_of(pairs, lacking, plan, ortools))


FIGURES = {"party-cpsat": cpsat}
