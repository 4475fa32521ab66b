"""skerry.export.to_ioh and `skerry ioh`: read back as IOHprofiler's readers do."""

import json

import numpy as np
import pytest
import skerry
import synthetic
from harness import skerry as program
from inside import inside


def read(folder):
    """(algorithm, function, DIM) to runs, each the run's entry in the .json and its rows (evaluations,
    fitness)."""
    found = {}
    for path in sorted(folder.glob("**/*.json")):
        meta = json.loads(path.read_text())
        assert meta["attributes"] == ["evaluations", "raw_y"]
        for scenario in meta["scenarios"]:
            blocks = (path.parent / scenario["path"]).read_text().split("evaluations raw_y\n")
            assert blocks.pop(0) == "" and len(blocks) == len(scenario["runs"])
            rows = [[(int(line.split(" ")[0]), float(line.split(" ")[1])) for line in block.splitlines()]
                    for block in blocks]
            key = meta["algorithm"]["name"], meta["function_id"], scenario["dimension"]
            assert key not in found
            found[key] = meta, list(zip(scenario["runs"], rows))
    return found


@pytest.mark.parametrize("goal", ["minimise", "maximise"])
def test_histories_come_back(tmp_path, goal):
    rng = np.random.default_rng(4)
    sign = -1 if goal == "maximise" else 1
    paths = []
    for i in range(4):
        best, evaluations = synthetic.random_run(rng, 2, goal=goal)
        best[1, :5] = sign * np.inf
        paths.append(synthetic.write(tmp_path / f"{i}.h5", best, evaluations, goal=goal, seed=i))
    skerry.export.to_ioh(paths, tmp_path / "out")
    (key, (meta, runs)), = read(tmp_path / "out").items()
    assert key == ("ga", 1, 4) and meta["function_name"] == "toy"
    assert meta["maximization"] == (goal == "maximise")
    histories = list(skerry.curves(paths))
    every = np.concatenate([history.best for history in histories])
    for history, (entry, rows) in zip(histories, runs, strict=True):
        assert (entry["seed"], entry["replica"], entry["evals"]) == (
            history.origin.seed, history.replica, history.end)
        assert entry["best"] == {"evals": history.evaluations[-1], "y": history.final, "x": []}
        (one, penalty), *rest = rows
        assert one == 1 and (sign * penalty > sign * every).all()
        assert dict(rest) == {**dict(zip(history.evaluations, history.best)), history.end: history.final}
        assert (np.diff([evaluations for evaluations, _ in rows]) > 0).all()


def test_settings_are_algorithms_and_puzzles_functions(tmp_path):
    def made(name, **words):
        return synthetic.write(tmp_path / f"{name}.h5", [[[5.0]]], [[[10]]], **words)

    paths = [made("a", mutation=0.1), made("b", mutation=0.2), made("c", mutation=0.1, size=2),
             made("d", mutation=0.2, size=2, seed=2), made("e", mutation=0.1, seed=2)]
    skerry.export.to_ioh(paths, tmp_path / "out")
    found = read(tmp_path / "out")
    assert {key: len(runs) for key, (_, runs) in found.items()} == {
        ("ga ga.mutation=0.1", 1, 4): 2, ("ga ga.mutation=0.2", 1, 4): 1,
        ("ga ga.mutation=0.1", 2, 4): 1, ("ga ga.mutation=0.2", 2, 4): 1}
    assert found["ga ga.mutation=0.2", 2, 4][0]["experiment_attributes"] == [{"toy.size": "2"}]
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["ga_ga.mutation=0.1", "ga_ga.mutation=0.2"]


def test_a_run_that_found_nothing_has_the_penalty_to_its_end(tmp_path):
    paths = [synthetic.write(tmp_path / "a.h5", [[[5.0], [3.0]]], [[[10], [20]]]),
             synthetic.write(tmp_path / "b.h5", [[[np.inf], [np.inf]]], [[[10], [30]]])]
    skerry.export.to_ioh(paths, tmp_path / "out")
    (_, (_, runs)), = read(tmp_path / "out").items()
    assert [rows for _, rows in runs] == [[(1, 7.0), (10, 5.0), (20, 3.0)], [(1, 7.0), (30, 7.0)]]
    with pytest.raises(skerry.Error, match="b.h5: no run of this puzzle found anything"):
        skerry.export.to_ioh(paths[1], tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_long_and_equal_names_of_algorithms_are_folders_apart(tmp_path):
    paths = [synthetic.write(tmp_path / f"{i}.h5", [[[5.0]]], [[[10]]], algorithm=name)
             for i, name in enumerate(["x" * 300 + "a", "x" * 300 + "b", "p/q", "p?q"])]
    skerry.export.to_ioh(paths, tmp_path / "out")
    assert len(read(tmp_path / "out")) == len(list((tmp_path / "out").iterdir())) == 4


def test_command_writes_real_runs(results, tmp_path):
    done = program("ioh", results["party"], results["eternity"], results["level"], "-o", "out", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found = read(tmp_path / "out")
    assert sorted(meta["function_name"] for meta, _ in found.values()) == ["eternity", "level", "party"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("output, says", [
    ("full", "full: exists (expected: a new or empty folder)"),
    ("none/out", "none/out: cannot be written: No such file or directory"),
    ("full/file", "full/file: exists"),
])
def test_command_refuses_in_one_line_and_leaves_what_is_there(results, tmp_path, output, says):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    done = inside("ioh", results["party"], "-o", output, cwd=tmp_path)
    assert done.returncode == 2 and says in done.stderr and len(done.stderr.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["full"]
    assert (tmp_path / "full" / "file").read_text() == "mine"
