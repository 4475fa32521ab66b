"""`skerry verify` of results that contradict themselves, with a digest that fits: each in one line, exit code 1."""

import shutil

import h5py
import numpy as np
import pytest
from harness import PARTY, SEAL_BYTES, SOURCE, run, seal, skerry

RUNS = {
    "migrations": (PARTY / "type2.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2", "-s", "run.replicas=2",
                                          "-s", "run.sub_generations=3"]),
    "front": (PARTY / "front.yaml", ["-s", "run.epochs=1", "-s", "run.islands=2"]),
    "party": (PARTY / "vanilla.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2", "-s", "run.replicas=2",
                                       "-s", "name=a run", "-s", "description=two replicas"]),
    "proven": (PARTY / "type2.yaml", ["-s", "run.epochs=1", "-s", "run.islands=2"]),
    "by proof": (PARTY / "type2.yaml", ["-s", "algorithm=random", "-s", "random.samples=10", "-s", "run.epochs=1",
                                        "-s", "run.islands=2", "-s", "run.proof_s=10"]),
    "path": (SOURCE / "configs/sliding/d4-k3-level4.yaml", ["-s", "run.epochs=1"]),
    "most": (SOURCE / "configs/eternity/4x4.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2"]),
    "grid": (SOURCE / "configs/level/zelda-grid.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2"]),
    "party grid": (PARTY / "map-elites.yaml", ["-s", "run.epochs=2", "-s", "run.islands=2"]),
    "descriptors": (PARTY / "map-elites.yaml", ["-s", "algorithm=ga", "-s", "run.epochs=1", "-s", "run.islands=2"]),
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


def kind(name):
    def edit(file):
        file["solutions"].attrs.modify("kind", name)
    return edit


def unit(name, text):
    def edit(file):
        file[name].attrs.modify("units", text)
    return edit


def labelled(name):
    def edit(file):
        file.attrs.modify(name, "another")
    return edit


def without(name):
    def edit(file):
        del file[name]
    return edit


def ended(status):
    """In both places."""
    def edit(file):
        file.attrs.modify("status", np.bytes_(status))
        row = file["starts/status"][0]
        row[:] = b""
        row[:len(status)] = np.frombuffer(status.encode(), "S1")
        file["starts/status"][0] = row
    return edit


def other_last(name, text):
    """Another text, in an array of characters, of the first row."""
    def edit(file):
        row = file[name][0]
        row[:] = b""
        row[:len(text)] = np.frombuffer(text.encode(), "S1")
        file[name][0] = row
    return edit


def moved_evaluations(file):
    """To another island, of which the sum over all says nothing."""
    before, now = file["curves/evaluations"][0, 4:6]
    some = now[1] - before[1] + 1
    file["curves/evaluations"][0, 5] = now + [some, -some]


def without_numbers(replica, row):
    """A generation as one before a run was resumed without its file."""
    def edit(file):
        for name in "best", "mean", "worst", "diversity":
            file["curves"][name][replica, row] = np.nan
        file["curves/diversity_all"][replica, row] = file["curves/elapsed"][replica, row] = np.nan
        file["curves/evaluations"][replica, row] = -1
    return edit


def longer_by(name, rows):
    def edit(file):
        file[name].resize(len(file[name]) + rows, axis=0)
    return edit


def no_best(file):
    """As if there were no feasible individual, of which there is a mean."""
    for name in "best", "worst":
        file["curves"][name][0, 3, 0] = np.inf


def optimum_proven(file):
    setting("why", None, np.bytes_("optimum proven"))(file)
    other_last("starts/why", "optimum proven")(file)


EDITS = {
    "objective's name": ("party", setting("solutions/objective", 0, "synergy"), "objective 0 is synergy in coins"),
    "objective's unit": ("path", setting("solutions/objective_unit", 0, "steps"), "objective 0 is moves in steps"),
    "goal": ("path", setting("solutions/objective_goal", 1, "maximise"), "objective 1 is left in moves, to maximise"),
    "second objective": ("path", setting("solutions/objective", 1, "more"), "objective 1 is more in moves"),
    "kind": ("party", kind("grid"), "the attribute kind of /solutions is 'grid' (expected: best)"),
    "no kind": ("party", kind("good"), "the attribute kind of /solutions is 'good' (expected: best)"),
    "kind of a front": ("front", kind("best"), "the attribute kind of /solutions is 'best' (expected: front)"),
    "kind of a grid": ("grid", kind("best"), "the attribute kind of /solutions is 'best' (expected: grid)"),
    "bins": ("party grid", setting("solutions/axis_bins", 0, lambda file: file["solutions/axis_bins"][0] + 1),
             "axis 0 of the grid has "),
    "descriptor's unit": ("party grid", setting("solutions/descriptor_unit", 0, "m"), "descriptor "),
    "genes' unit": ("party", lambda file: file["problem"].attrs.modify("gene_unit", "row"),
                    "solutions have 10 genes, in row (expected: 10 in hero id"),
    "unit of a curve": ("party", unit("curves/best", "euro"), "/curves/best has the unit 'euro' (expected: 'coins')"),
    "unit of time": ("path", unit("curves/elapsed", "h"), "/curves/elapsed has the unit 'h' (expected: 's')"),
    "unit of genes": ("path", unit("solutions/genome", "1"), "/solutions/genome has the unit '1'"),
    "scale": ("party", setting("curves/generation", 3, 30), "/curves/generation numbers entry 3 as 30"),
    "no improvements": ("party", without("improvements"), "/improvements/replica is not there"),
    "no column": ("path", without("improvements/replica"), "/improvements/replica is not there"),
    "no starts": ("path", without("starts"), "/starts/command is not there"),
    "no nearest": ("party", without("nearest"), "/nearest/genome is not there"),
    "no diversity": ("party", without("curves/diversity_all"), "/curves/diversity_all is not there"),
    "diversity": ("party", setting("curves/diversity", (1, 5, 0), 1.5),
                  "/curves/diversity of replica 1 has 1.5 in row 5 on island 0 (expected: from 0 to 1)"),
    "less than no diversity": ("most", setting("curves/diversity", (0, 1, 1), -.1), "/curves/diversity of replica 0"),
    "diversity of all": ("party", setting("curves/diversity_all", (0, 2), np.nan), "/curves/diversity_all of replica 0"),
    "no number as best": ("party", setting("curves/best", (0, 3, 1), np.nan), "/curves/best of replica 0 has nan"),
    "endlessly good": ("most", setting("curves/best", (0, 1, 1), np.inf), "/curves/best of replica 0 has inf"),
    "no best": ("party", no_best, "/curves/mean of replica 0 has "),
    "mean": ("party", setting("curves/mean", (0, 3, 1), np.inf), "/curves/mean of replica 0 has inf"),
    "no mean": ("path", setting("curves/mean", (0, 0, 0), np.nan), "/curves/mean of replica 0 has nan"),
    "worse than the worst": ("party", setting("curves/mean", (0, 3, 1), 1e9), "/curves/mean of replica 0 has 1000000000"),
    "no worst": ("most", setting("curves/worst", (0, 1, 1), np.nan), "/curves/worst of replica 0 has nan"),
    "time back": ("party", setting("curves/elapsed", (0, 1), lambda file: file["curves/elapsed"][0, 0] / 2),
                  "/curves/elapsed of replica 0 has "),
    "time ahead": ("party", setting("curves/elapsed", (0, 1), lambda file: file["curves/elapsed"][0, 2] * 2),
                   "/curves/elapsed of replica 0 has "),
    "no time": ("party", setting("curves/elapsed", (0, 3), np.nan), "/curves/elapsed of replica 0 has nan"),
    "no last time": ("path", setting("curves/elapsed", (0, 0), np.nan), "/curves/elapsed of replica 0 has nan"),
    "evaluations fall": ("party", moved_evaluations, "/curves/evaluations of replica 0 has "),
    "no last evaluations": ("path", setting("curves/evaluations", (0, 0, 0), -1),
                            "/curves/evaluations of replica 0 has -1 in row 0 on island 0"),
    "a gap": ("party", without_numbers(1, 7), "/curves/evaluations of replica 1 has "),
    "too long": ("path", longer_by("improvements/best", 1),
                 "/improvements/best has 2 entries along /improvements/improvement (expected: 1, "),
    "short scale": ("party", longer_by("curves/generation", -1),
                    "/curves/best has 21 entries along /curves/generation (expected: 20, "),
    "time of a replica": ("party", setting("replicas/elapsed", 1, -1), "replica 1 has a run time of -1 s"),
    "infinite time of a replica": ("path", setting("replicas/elapsed", 0, np.inf), "replica 0 has a run time of inf s"),
    "moved": ("migrations", setting("migration/moved", (1, 0, 1), -1), "/migration/moved of replica 1 has -1 in row 0"),
    "first moved": ("migrations", setting("migration/moved", (0, 0, 0), -1), "/migration/moved of replica 0 has -1"),
    "bytes": ("migrations", setting("migration/bytes", (0, 0, 0), 0), "/migration/bytes of replica 0 has 0 in row 0"),
    "seconds": ("migrations", setting("migration/seconds", (0, 0, 0), -1), "/migration/seconds of replica 0 has -1"),
    "low": ("migrations", setting("migration/low", (0, 0, 0), 1e9), "/migration/high of replica 0 has "),
    "reason": ("party", other_last("replicas/reason", "too few heroes"), "replica 0 has the reason 'too few heroes'"),
    "bound of another objective": ("path", setting("solutions/bound", (1, 1), 0), "solution 1 has a bound of 0 for left"),
    "found by a proof": ("path", setting("solutions/island", 0, -1), "solution 0 is of island -1 (expected: of the search, "),
    "failed": ("party", setting("status", None, np.bytes_("failed")), "the last start has 'finished' as status"),
    "unknown status": ("party", ended("done"), "the attribute status is 'done' (expected: running, finished, "),
    "unknown why": ("party", setting("why", None, np.bytes_("bored")), "the attribute why is 'bored' (expected: why"),
    "why of the start": ("party", other_last("starts/why", "target reached"), "the last start has 'target reached' as why"),
    "started": ("party", setting("started", None, "yesterday"), "the attribute started is 'yesterday'"),
    "ended": ("party", setting("ended", None, np.bytes_("")), "the attribute ended is '' (expected: a time in UTC"),
    "elapsed": ("party", setting("elapsed", None, 3600.), "the attributes elapsed and cpu_time are 3600 and "),
    "no CPU time": ("path", setting("cpu_time", None, -1.), "the attributes ranks, elapsed and cpu_time are 1, "),
    "ranks": ("path", setting("ranks", None, 64), "the last start has '1' as ranks, the attributes say '64'"),
    "no ranks": ("path", setting("ranks", None, 0), "the attributes ranks, elapsed and cpu_time are 0, "),
    "hosts": ("path", setting("hosts", None, "node7"), "the last start has "),
    "build": ("path", setting("commit", None, "0123456789ab"), "the last start has "),
    "time of a start": ("path", setting("starts/elapsed", 0, np.nan), "start 0 is finished, of "),
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
    "why": ("party", optimum_proven, "the attribute why is 'optimum proven' (expected: "),
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
    "name": ("party", labelled("name"), "the attribute name is 'another' (expected: 'a run', as in config)"),
    "description": ("party", labelled("description"), "the attribute description is 'another' (expected: 'two "),
    "sum of violations": ("none", setting("nearest/sum", 0, 0), "/nearest has a sum of violations of 0 (expected: 0.1, "),
    "no sum of violations": ("none", setting("nearest/sum", 0, np.nan), "/nearest has a sum of violations of nan"),
    "violation": ("none", setting("nearest/violation", 0, -1), "a rule of /nearest has a violation of -1 (expected: "),
    "feasible": ("none", setting("replicas/infeasible", 0, 0), "the attribute why is 'proved infeasible' (expected: "),
    "no fitness": ("party", setting("solutions/fitness", 3, np.nan), "1 row is of /solutions without fitness"),
    "cell": ("grid", cell("cell"), "solution 0 is in bin "),
    "descriptors": ("grid", setting("solutions/descriptors", (0, 0), lambda file: file["solutions/descriptors"][0, 0] + 1e-3),
                    "solution 0 has "),
    "descriptors without a grid": ("descriptors", setting("solutions/descriptors", (2, 1), 1.), "solution 2 has 1 as mean gear"),
    "builds": ("path", setting("resumed_by", None, "another;"), "the last start has "),
    "axes": ("party grid", setting("solutions/axis", 0, lambda file: file["solutions/axis"][1]), "axis 0 of the grid is "),
    "found by the search": ("by proof", setting("solutions/island", 0, 0), "solution 0 is of island 0 (expected: -1, after the search"),
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


@pytest.mark.parametrize("name, change, what", [
    ("path", setting("solutions/objective_goal", 1, "smallest"), "objective_goal"),
    ("path", setting("replicas/optimal", 0, 5), "done, optimal, infeasible"),
    ("path", lambda file: file["problem"].attrs.modify("name", "party"), "genes"),
    ("path", lambda file: file["problem"].attrs.modify("objectives", 3), "genes"),
    ("path", lambda file: file["curves/best"].attrs.__delitem__("units"), "curves/best"),
    ("path", lambda file: file["solutions"].attrs.__delitem__("kind"), "kind, asynchronous"),
    ("path", lambda file: file.attrs.__delitem__("asynchronous"), "kind, asynchronous"),
    ("party", without("curves/generation"), "curves/generation")])
def test_what_no_result_has_is_damage(name, change, what, results, tmp_path):
    path = tmp_path / "a.h5"
    shutil.copy(results / f"{name}.h5", path)
    with h5py.File(path, "r+", libver="latest") as file:
        change(file)
    seal(path)
    done = skerry("verify", path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert f"{path}: the result is damaged or incomplete: {what}\n" in done.stderr


def test_an_infinite_descriptor(results, tmp_path):
    """Of a solution that it leaves in its cell, the first along an axis."""
    path = tmp_path / "a.h5"
    shutil.copy(results / "party grid.h5", path)
    with h5py.File(path, "r+", libver="latest") as file:
        row, axis = np.argwhere(file["solutions/cell"][()] == 0)[0]
        file["solutions/descriptors"][row, axis] = -np.inf
    seal(path)
    done = skerry("verify", path)
    assert done.returncode == 1 and f"{path}: solution {row} has -inf as " in done.stderr


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


@pytest.mark.parametrize("status, words", [
    ("running", "it has the digest of a run that has ended, and the status running"),
    ("done", "the attribute status is 'done'")])
def test_a_digest_is_of_a_run_that_has_ended(status, words, results, tmp_path):
    """With such a status the contents are not checked."""
    path = tmp_path / "a.h5"
    shutil.copy(results / "party.h5", path)
    with h5py.File(path, "r+", libver="latest") as file:
        file.attrs.modify("status", np.bytes_(status))
    seal(path)
    done = skerry("verify", path)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert f"{path}: {words} (expected: " in done.stderr


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
