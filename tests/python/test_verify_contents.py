"""`skerry verify` of results that contradict themselves, with a digest that fits: each in one line, exit code 1."""

import shutil

import h5py
import numpy as np
import pytest
from harness import PARTY, SEAL_BYTES, SOURCE, run, seal, skerry

RUNS = {
    "party": (PARTY / "vanilla.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2", "-s", "run.replicas=2"]),
    "proven": (PARTY / "type2.yaml", ["-s", "run.epochs=1", "-s", "run.islands=2"]),
    "path": (SOURCE / "configs/sliding/d4-k3-level4.yaml", ["-s", "run.epochs=1"]),
    "most": (SOURCE / "configs/eternity/4x4.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2"]),
    "grid": (SOURCE / "configs/level/zelda-grid.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2"]),
    "party grid": (PARTY / "map-elites.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2"]),
    "mixed": (SOURCE / "configs/sliding/mixed.yaml", ["-s", "run.epochs=1"]),
    "none": (PARTY / "infeasible/01-too-many-religions.yaml", []),
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    for name, (config, words) in RUNS.items():
        run(config, folder / f"{name}.h5", "-q", *words, code=(0, 3))
        done = skerry("verify", folder / f"{name}.h5", "--all")
        assert done.returncode == 0 and "contents: ok" in done.stdout, done
    return folder


def setting(name, row, value):
    """A dataset's row, or an attribute of the file without a row."""
    def edit(file):
        if row is None:
            file.attrs.modify(name, value)
        else:
            file[name][row] = value(file) if callable(value) else value
    return edit


def infeasible(file):
    file["replicas/infeasible"][0] = 1


def reworded(file):
    text = file.attrs["config"]
    text = text.decode() if isinstance(text, bytes) else text
    assert "  seed: 1\n" in text
    del file.attrs["config"]
    file.attrs["config"] = text.replace("  seed: 1\n", "  seed: 2\n")


def exchange(first, second):
    def edit(file):
        for name in "fitness", "genome", "island", "replica", "generation", "objectives", "bound", "text":
            rows = file["solutions"][name]
            rows[first], rows[second] = rows[second], rows[first]
    return edit


def twice(file):
    for name in "fitness", "genome", "island", "replica", "generation", "objectives", "bound", "text":
        file["solutions"][name][1] = file["solutions"][name][0]


def cell(name):
    """The first solution in the cell, or with the descriptors, of another one."""
    def edit(file):
        file["solutions"][name][0] = file["solutions"][name][1]
    return edit


def both(file):
    for name in "cell", "descriptors":
        cell(name)(file)


def bounds(value):
    """Those of the solutions, which `show` takes for those of the run."""
    def edit(file):
        file["solutions/bound"][:, 0] = value(file)
    return edit


def better_by(step):
    return lambda file: file["solutions/fitness"][0] + step


EDITS = {
    "infeasible": ("party", infeasible, "replica 0 is called infeasible, and "),
    "bound": ("proven", setting("replicas/bound", 0, 7000), "replica 0 has a bound of 7000 (expected: none that"),
    "no bound": ("proven", setting("replicas/bound", 0, np.nan), "replica 0 is called optimal with a best of"),
    "lower bound": ("proven", setting("replicas/bound", 0, better_by(-1)), "replica 0 is called optimal with a best"),
    "bound of a path": ("path", setting("replicas/bound", 0, better_by(1)), "replica 0 has a bound of"),
    "bound of the most": ("most", setting("replicas/bound", 0, better_by(-1)), "replica 0 has a bound of"),
    "bound of solutions": ("party", bounds(lambda file: file["solutions/fitness"][0]),
                           "solution 0 has a bound of 11100 (expected: 6750, the tightest of the replicas)"),
    "looser bound of solutions": ("path", bounds(lambda file: 3), "solution 0 has a bound of 3 (expected: 11, "),
    "no bound of solutions": ("most", bounds(lambda file: np.nan), "solution 0 has a bound of nan (expected: 24, "),
    "why": ("party", setting("why", None, np.bytes_("optimum proven")), "the attribute why is 'optimum proven' (expected: "),
    "optimal": ("party", setting("replicas/optimal", 1, 1), "replica 1 is called optimal with a best of"),
    "config": ("party", reworded, "the attribute config_sha256 is"),
    "digest": ("party", setting("config_sha256", None, np.bytes_("0" * 64)), "the attribute config_sha256 is 000"),
    "order": ("party", exchange(0, 3), "the rows of /solutions are not in order"),
    "twice": ("party", twice, "solution 1 is the same as solution 0"),
    "island": ("party", setting("solutions/island", 1, 55), "solution 1 is of island 55 (expected: of 0 to 1)"),
    "no island": ("party", setting("solutions/island", 1, -1), "solution 1 is of island -1"),
    "replica": ("party", setting("solutions/replica", 0, 2), "solution 0 is of replica 2 (expected: of 0 to 1)"),
    "other replica": ("party", setting("solutions/replica", 0, lambda file: 1 - file["solutions/replica"][0]),
                      "solution 0 has "),
    "generation": ("party", setting("solutions/generation", 2, 21), "solution 2 is of generation 21 (expected: of 0"),
    "no generation": ("party", setting("solutions/generation", 2, -1), "solution 2 is of generation -1"),
    "evaluations": ("party", setting("replicas/evaluations", 0, 1), "replica 0 has 1 evaluations (expected: "),
    "generations": ("party", setting("replicas/generations", 1, 7), "replica 1 has 7 generations (expected: 20"),
    "not done": ("party", setting("replicas/done", 0, 0), "replica 0 has not ended"),
    "not optimal": ("proven", setting("replicas/optimal", 0, 0), "replica 0 is not called optimal with a best of"),
    "seed": ("party", setting("seed", None, 7), "the attribute seed is 7 (expected: 1, as in config)"),
    "algorithm": ("party", setting("algorithm", None, "exact"), "the attribute algorithm is 'exact' (expected: what"),
    "algorithms": ("mixed", setting("algorithm", None, "beam"), "the attribute algorithm is 'beam' (expected: what"),
    "mode": ("party", setting("asynchronous", None, 1), "the attribute asynchronous is 1 (expected: 0"),
    "feasible": ("none", setting("replicas/infeasible", 0, 0), "the attribute why is 'proved infeasible' (expected: "),
    "no fitness": ("party", setting("solutions/fitness", 3, np.nan), "1 row is of /solutions without fitness"),
    "cell": ("grid", cell("cell"), "solution 0 is in bin "),
    "descriptors": ("grid", setting("solutions/descriptors", (0, 0), lambda file: file["solutions/descriptors"][0, 0] + 1e-3),
                    "solution 0 has "),
    "one cell": ("party grid", both, "solutions 0 and 1 are in one cell"),
    "range": ("party grid", setting("solutions/descriptor_high", 0, lambda file: file["solutions/descriptor_high"][0] * (1 - 1e-9)), "descriptor "),
}


@pytest.mark.parametrize("edit", EDITS)
def test_each_contradiction(edit, results, tmp_path):
    name, change, words = EDITS[edit]
    path = tmp_path / "a.h5"
    shutil.copy(results / f"{name}.h5", path)
    with h5py.File(path, "r+", libver="latest") as file:
        change(file)
    seal(path)
    done = skerry("verify", path)
    assert done.returncode == 1, done
    assert done.stderr.count("\n") == 1 and f"{path}: {words}" in done.stderr
    assert f"contents: WRONG\n  WRONG {words}" in done.stdout


def test_a_better_best_than_any_solution(results, tmp_path):
    """In all places that would show it but /solutions."""
    path = tmp_path / "a.h5"
    shutil.copy(results / "party.h5", path)
    with h5py.File(path, "r+", libver="latest") as file:
        mine = np.flatnonzero(file["improvements/replica"][()] == 0)
        better = file["solutions/fitness"][0] - 50
        file["improvements/best"][mine[-1]] = file["replicas/best"][0] = better
    seal(path)
    done = skerry("verify", path)
    assert done.returncode == 1 and "(expected: a solution as good; the best has" in done.stderr


def test_a_run_that_has_ended_has_a_digest(results, tmp_path):
    path = tmp_path / "a.h5"
    data = (results / "party.h5").read_bytes()
    path.write_bytes(data[:-SEAL_BYTES])
    done = skerry("verify", path)
    assert done.returncode == 1 and f"{path}: its run is finished, but it has no digest (expected: " in done.stderr
    assert "file: WRONG" in done.stdout
    with h5py.File(path, "r+", libver="latest") as file:
        file.attrs.modify("status", np.bytes_("running"))
    done = skerry("verify", path)
    assert done.returncode == 0 and "file: has no digest" in done.stdout


@pytest.mark.parametrize("status", ["running", "done"])
def test_a_digest_is_of_a_run_that_has_ended(status, results, tmp_path):
    """With such a status the contents are not checked."""
    path = tmp_path / "a.h5"
    shutil.copy(results / "party.h5", path)
    with h5py.File(path, "r+", libver="latest") as file:
        file.attrs.modify("status", np.bytes_(status))
    seal(path)
    done = skerry("verify", path)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert f"{path}: it has the digest of a run that has ended, and the status {status} (expected: " in done.stderr


@pytest.mark.parametrize("byte", range(31))
def test_a_damaged_mark_of_the_digest_is_damage(byte, results, tmp_path):
    data = bytearray((results / "path.h5").read_bytes())
    data[-SEAL_BYTES + byte] ^= 1 << byte % 8
    (tmp_path / "a.h5").write_bytes(data)
    for command in "show", "verify":
        done = skerry(command, tmp_path / "a.h5")
        assert done.returncode == 2 and "damaged: its bytes do not have the digest" in done.stderr


def test_a_wrong_solution_of_a_grid_does_not_hide_the_others(results, tmp_path):
    path = tmp_path / "a.h5"
    shutil.copy(results / "grid.h5", path)
    with h5py.File(path, "r+", libver="latest") as file:
        n = len(file["solutions/fitness"])
        file["solutions/objectives"][0, 0] += 1
    seal(path)
    done = skerry("verify", path)
    assert done.returncode == 1 and "1 of " in done.stderr and done.stderr.count("\n") == 1
    assert "solution 0: WRONG" in done.stdout and f"{n - 1} of {n} solutions verified" in done.stdout
