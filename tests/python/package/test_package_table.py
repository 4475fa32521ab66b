"""skerry.table: many results as one table."""

import subprocess

import h5py
import numpy as np
import pandas
import pytest
import skerry
import synthetic
from harness import SKERRY, SOURCE
from harness import skerry as program
from inside import inside
from skerry.origin import settings_of


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def test_real_results_agree_with_their_groups(results):
    frame = skerry.table(results.values(), keys=[])
    assert list(frame.columns) == ["path", "problem", "algorithm", "seed", "replica", "status", "best",
                                   "bound", "gap", "optimal", "infeasible", "searched", "generations", "evaluations",
                                   "elapsed"]
    for (_, row), path in zip(frame.iterrows(), results.values(), strict=True):
        run = skerry.open(path)
        assert (row.path, row.problem, row.algorithm) == (str(path), run.problem, run.algorithm)
        assert (row.seed, row.status) == (run.seed, run.status)
        assert row.best == run.replicas.best[0] and row.elapsed == run.replicas.elapsed[0]
        assert row.generations == run.curves.sizes["generation"] - 1
        assert row.evaluations == run.curves.evaluations[0, -1].sum()
    party = frame[frame.problem == "party"].iloc[0]
    assert (party.best, party.gap, party.optimal) == (6750, 0, True)


@pytest.mark.parametrize("goal", ["minimise", "maximise"])
def test_a_killed_run_has_the_row_of_a_finished_one(tmp_path, rng, goal):
    best, evaluations = synthetic.random_run(rng, replicas=2, goal=goal)
    bound = float(best[0].max() if goal == "maximise" else best[0].min())
    common = {"goal": goal, "bound": bound}
    ended = synthetic.write(tmp_path / "a.h5", best, evaluations, **common)
    killed = synthetic.write(tmp_path / "b.h5", best, evaluations, **common, status="running", summary=False)
    frame = skerry.table([ended, killed]).drop(columns=["path", "status"])
    assert frame[:2].to_dict("list") == frame[2:].to_dict("list")
    assert list(frame.optimal[:2]) == [True, frame.best[1] == bound]
    assert frame.gap[1] == pytest.approx(abs(frame.best[1] - bound) / abs(bound))


def test_what_is_proven_and_what_a_config_does_not_have(tmp_path, rng):
    """In the terminal a key that a config does not have is "-", and does not make numbers of the others float."""
    best, evaluations = synthetic.random_run(rng)
    synthetic.write(tmp_path / "a.h5", best, evaluations, size=3)
    synthetic.write(tmp_path / "b.h5", np.full((1, 3, 2), np.inf), np.ones((1, 3, 2)), problem="other")
    with h5py.File(tmp_path / "b.h5", "r+", libver="latest") as file:
        file["replicas/infeasible"][0] = 1
    frame = skerry.table([tmp_path / "a.h5", tmp_path / "b.h5"], keys=["toy.size"])
    assert list(frame.infeasible) == [False, True] and np.isnan(frame["toy.size"][1])
    lines = program("table", tmp_path / "a.h5", tmp_path / "b.h5", "--keys", "toy.size", "toy.shape").stdout.splitlines()
    assert lines[1].split()[-5:] == ["3", "[[0,", "1],", "[1,", "2]]"]
    assert lines[2].split()[-2:] == ["-", "-"]


def test_rows_that_not_all_islands_have_reached_do_not_count(tmp_path, rng):
    best, evaluations = synthetic.random_run(rng, replicas=2)
    evaluations[0, 20:, 1] = -1
    evaluations[1] = -1
    best[0, 20:, 0] = -1000
    path = synthetic.write(tmp_path / "a.h5", best, evaluations, status="running", summary=False)
    frame = skerry.table(path)
    assert list(frame.generations) == [19, 0] and list(frame.evaluations) == [evaluations[0, 19].sum(), 0]
    assert frame.best[0] == best[0, :20].min() and np.isnan(frame.best[1]) and np.isnan(frame.gap[1])


def test_nothing_feasible_is_nan(tmp_path):
    path = synthetic.write(tmp_path / "a.h5", np.full((1, 3, 2), np.inf), np.ones((1, 3, 2)), bound=5)
    frame = skerry.table(path)
    assert np.isnan(frame.best[0]) and np.isnan(frame.gap[0]) and not frame.optimal[0]


def test_columns_are_the_keys_on_which_configs_differ(tmp_path, rng):
    best, evaluations = synthetic.random_run(rng)
    paths = [synthetic.write(tmp_path / f"{i}.h5", best, evaluations, seed=i, mutation=mutation, size=size)
             for i, (mutation, size) in enumerate([(0.1, 1), (0.25, 1), (0.1, 2)])]
    assert list(skerry.table(paths).columns[15:]) == ["toy.size", "ga.mutation"]
    assert list(skerry.table(paths)["ga.mutation"]) == [0.1, 0.25, 0.1]
    assert list(skerry.table(paths[0]).columns[15:]) == []
    chosen = skerry.table(paths, keys=["toy.shape", "algorithm", "ga.elite"])
    assert list(chosen.columns[15:]) == ["toy.shape", "ga.elite"]
    assert list(chosen["toy.shape"]) == ["[[0, 1], [1, 2]]"] * 3


def test_lists_are_written_with_the_letters_of_their_config():
    config = "problem: toy\nrun: {seed: 1}\ntoy:\n  towns: [Łódź, \"K\\xF6ln\"]\n"
    assert settings_of(config, "a.h5")["toy.towns"] == "[Łódź, Köln]"


def test_unknown_keys_are_refused_with_what_is_like_them(results):
    with pytest.raises(skerry.Error, match=r"no config has the key ga\.mutatoin .expected: such as ga\.mut"):
        skerry.table(results.values(), keys=["ga.mutatoin"])


def test_merged_sweep_has_the_rows_of_its_files(tmp_path):
    (tmp_path / "table.yaml").write_text(
        f"config: {SOURCE}/configs/party/vanilla.yaml\n"
        "settings: {ga.mutation: [0.1, 0.2], run.epochs: [1]}\nseeds: {from: 1, to: 2}\nfolder: runs\n")
    done = program("sweep", "table.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    merged = skerry.table(tmp_path / "runs.h5")
    single = skerry.table(sorted((tmp_path / "runs").glob("*.h5")))
    assert list(merged["ga.mutation"]) == [0.1, 0.1, 0.2, 0.2]
    assert merged.path[0].startswith(str(tmp_path / "runs.h5") + "/")
    assert merged.drop(columns="path").equals(single.drop(columns="path"))
    np.testing.assert_array_equal(skerry.curves(tmp_path / "runs.h5").at([100]),
                                  skerry.curves(sorted((tmp_path / "runs").glob("*.h5"))).at([100]))


@pytest.mark.parametrize("paths, says", [([], "no results"), (["none.h5"], "no such file"),
                                         (["/etc/passwd"], "not a result of skerry")])
def test_refuses_other_files(paths, says):
    for read in (skerry.table, skerry.curves):
        with pytest.raises(skerry.Error, match=says):
            read(paths)


def test_running_file_is_read_while_it_is_written(tmp_path, player):
    path = tmp_path / "run.h5"
    writer = player(path, 2000, 1000)
    generations = []
    try:
        while writer.poll() is None:
            if path.exists():
                generations += list(skerry.table(path).generations)
            try:
                writer.wait(0.1)
            except subprocess.TimeoutExpired:
                pass
    finally:
        writer.kill()
    assert list(skerry.table(path).generations) == [20_000, 20_000] and len(generations) > 2


def test_command_prints_and_writes_the_table(results, tmp_path):
    done = inside("table", results["party"], results["eternity"], "--keys", "algorithm", "run.islands")
    assert done.returncode == 0, done.stderr
    header, *rows = done.stdout.splitlines()
    assert header.split()[-1] == "run.islands" and len(rows) == 2 and rows[0].split()[-1] == "5"
    done = inside("table", results["party"], results["eternity"], "--csv", tmp_path / "t.csv", "--keys")
    assert (done.returncode, done.stdout) == (0, "")
    read = pandas.read_csv(tmp_path / "t.csv")
    written = skerry.table([results["party"], results["eternity"]], keys=[])
    pandas.testing.assert_frame_equal(read, written, check_dtype=False)
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]
    done = inside("table", results["party"], results["eternity"], "--csv", "-", "--keys", cwd=tmp_path)
    assert done.returncode == 0 and done.stdout == (tmp_path / "t.csv").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_a_result_is_not_replaced_whatever_its_name_is(tmp_path):
    path = synthetic.write(tmp_path / "result", [[[5.0], [4.0]]], [[[10], [20]]])
    before = path.read_bytes()
    done = inside("table", path, "--csv", path)
    assert done.returncode == 2 and "result: exists and may be a config or a result, so it is not replaced" in done.stderr
    assert path.read_bytes() == before


@pytest.mark.parametrize("words, says", [
    (["--csv", "none/t.csv"], "none/t.csv: cannot be written: No such file or directory"),
    (["--csv", "."], ".: is a folder (expected: the name of a file)"),
    (["--keys", "party.min"], "no config has the key party.min"),
])
def test_command_refuses_in_one_line(results, tmp_path, words, says):
    done = inside("table", results["party"], *words, cwd=tmp_path)
    assert done.returncode == 2 and says in done.stderr and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_goes_away_is_no_error(results):
    line = f"{SKERRY} table {results['party']} | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], text=True, capture_output=True, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_parquet_says_what_is_missing_or_writes(results, tmp_path):
    frame = skerry.table(results.values(), keys=["run.target"])
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError:
        with pytest.raises(skerry.Error, match="pyarrow is not installed"):
            skerry.export.to_parquet(frame, tmp_path / "t.parquet")
        return
    skerry.export.to_parquet(frame, tmp_path / "t.parquet")
    pandas.testing.assert_frame_equal(pandas.read_parquet(tmp_path / "t.parquet"), frame, check_dtype=False)
