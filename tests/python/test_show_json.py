"""Numbers and solutions of `skerry show --json`."""

import json
import re

import h5py
import pytest
from harness import PARTY, SOURCE, open_result, run, skerry


def test_numbers_are_the_shortest_that_are_read_as_the_same(tmp_path):
    run(SOURCE / "configs/level/zelda-grid.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=1")
    text = skerry("show", tmp_path / "a.h5", "--json").stdout
    found = re.findall(r"(?m)^ *(?:\"\w+\": )?(-?\d+\.[\de.+-]+),?$", text)
    assert len(found) > 20
    assert [float(repr(float(one))) for one in found] == [float(one) for one in found]
    digits = [len(re.sub(r"e.*|\D", "", one).strip("0")) for one in found]
    assert digits == [len(re.sub(r"e.*|\D", "", repr(float(one))).strip("0")) for one in found]


def test_ten_solutions_are_shown_and_all_are_counted(tmp_path):
    run(PARTY / "type2.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=1")
    shown = json.loads(skerry("show", tmp_path / "a.h5", "--json").stdout)
    assert len(shown["solutions"]) == 10 < shown["n_solutions"]
    whole = json.loads(skerry("show", tmp_path / "a.h5", "--json", "--solutions", "1000").stdout)
    assert len(whole["solutions"]) == whole["n_solutions"] == shown["n_solutions"]
    assert whole["solutions"][:10] == shown["solutions"]


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """A result of three replicas, as text and as JSON."""
    path = tmp_path_factory.mktemp("run") / "a.h5"
    run(PARTY / "vanilla.yaml", path, "-q", "-s", "run.epochs=2", "-s", "run.replicas=3", "-s", "run.islands=2")
    return path, skerry("show", path).stdout, json.loads(skerry("show", path, "--json").stdout)


def test_each_replica_tells_when_its_best_was_found(shown):
    path, _, found = shown
    with open_result(path) as file:
        rows = {name: item[()] for name, item in file["improvements"].items()}
    for number, replica in enumerate(found["replica"]):
        last = (rows["replica"] == number).nonzero()[0][-1]
        assert replica["found"] == {
            "best": replica["best"], "evaluations": rows["evaluations"][last], "elapsed_s": rows["elapsed"][last],
            "cpu_time_s": rows["cpu"][last], "generation": rows["generation"][last], "island": rows["island"][last]}


def test_text_tells_when_the_best_was_found(shown):
    _, text, found = shown
    number, best = min(enumerate(found["replica"]), key=lambda one: one[1]["best"])
    at = best["found"]
    assert re.search(rf"^best   {best['best']:g} .*\nfound  after {at['evaluations']} evaluations, "
                     rf"{at['elapsed_s']:.3g} s \(by island {at['island']} of replica {number}\)\n", text, re.M), text


def test_one_replica_is_not_named(tmp_path):
    run(SOURCE / "configs/eternity/6x6.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=1", "-s", "run.islands=1")
    assert re.search(r"^found  after \d+ evaluations, \S+ s \(by island 0\)$",
                     skerry("show", tmp_path / "a.h5").stdout, re.M)


def test_nothing_is_told_of_a_file_without_improvements(tmp_path):
    run(PARTY / "type2.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=1")
    with h5py.File(tmp_path / "a.h5", "r+", libver="latest") as file:
        del file["improvements"]
    assert json.loads(skerry("show", tmp_path / "a.h5", "--json").stdout)["replica"][0]["found"] is None
    text = skerry("show", tmp_path / "a.h5").stdout
    assert "\nbest " in text and "found  after" not in text


def test_nothing_is_told_without_a_solution(tmp_path):
    run(PARTY / "infeasible/01-too-many-religions.yaml", tmp_path / "a.h5", "-q", code=3)
    assert json.loads(skerry("show", tmp_path / "a.h5", "--json").stdout)["replica"][0]["found"] is None
    assert "found  after" not in skerry("show", tmp_path / "a.h5").stdout


def test_replicas_that_have_not_begun_have_no_numbers(tmp_path):
    """One after another on one rank, so the time of the run is that of all replicas."""
    run(PARTY / "vanilla.yaml", tmp_path / "a.h5", "-q", "-s", "run.replicas=3", "-s", "run.time_limit_s=0")
    found = json.loads(skerry("show", tmp_path / "a.h5", "--json").stdout)
    assert [one["generations"] for one in found["replica"]] == [found["generations"], None, None]
    assert [one["last"][0]["evaluations"] for one in found["replica"]] == [found["evaluations"], None, None]
    with open_result(tmp_path / "a.h5") as file:
        assert found["elapsed_s"] == file.attrs["elapsed"]


def test_time_is_that_of_the_run(shown):
    path, _, found = shown
    with open_result(path) as file:
        assert found["elapsed_s"] == file.attrs["elapsed"] > sum(one["elapsed_s"] for one in found["replica"])


def test_documented_keys_are_those_printed(shown):
    text = (SOURCE / "src/record/README.md").read_text().split("show --json` prints")[1].split("\n## ")[0]
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| `")]
    names = [name for row in rows for name in re.findall("`(.*?)`", row[0])]
    assert sorted(name for name in names if "[]" not in name) == sorted(shown[2])
    for key in "replica", "solutions", "migration":
        row = next(row for row in rows if f"`{key}`" in row[0])
        one = shown[2][key] if key == "migration" else shown[2][key][0]
        assert set(re.findall("`(\\w+)`", row[1])) - {"cell"} | {"found", "last"} & set(one) == set(one)
    for key, of in [("found", dict), ("last", list)]:
        row = next(row for row in rows if f"`replica[].{key}`" in row[0])
        one = shown[2]["replica"][0][key]
        assert set(re.findall("`(\\w+)`", row[1])) == set(one if of is dict else one[0])


@pytest.mark.parametrize("seed", range(1, 7))
def test_percentages_claim_no_more_than_is_so(tmp_path, seed):
    """How near the optimum the best is is rounded up, and solutions that differ do."""
    run(SOURCE / "configs/eternity/8x8.yaml", tmp_path / "a.h5", "-q", "-s", "algorithm=random", "-s", "run.epochs=1",
        "-s", "random.samples=3", "-s", "run.sub_generations=1", "-s", f"run.seed={seed}")
    gap = json.loads(skerry("show", tmp_path / "a.h5", "--json").stdout)["gap"]
    told = re.search("the best is within ([0-9.]+) % of the optimum", skerry("show", tmp_path / "a.h5").stdout)
    assert gap > 0 and 0 <= float(told[1]) - 100 * gap < 0.1
    run(SOURCE / "configs/sliding/d3-k1-level2.yaml", tmp_path / "b.h5", "-q", "-s", "sliding.length=16384", "-s",
        f"run.seed={seed}")
    assert "minimum <1 % of the genes" in skerry("show", tmp_path / "b.h5").stdout
