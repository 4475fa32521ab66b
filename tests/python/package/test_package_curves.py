"""skerry.curves: the best so far of many runs over their evaluations."""

import h5py
import numpy as np
import pytest
import skerry
import synthetic
from skerry import convergence


def obvious(best, evaluations, goal):
    """(evaluations, best so far) after each generation, by a loop."""
    so_far, rows = (-np.inf if goal == "maximise" else np.inf), []
    for generation, spent in zip(best, evaluations):
        for value in generation:
            if np.isfinite(value):
                so_far = max(so_far, value) if goal == "maximise" else min(so_far, value)
        rows.append((int(spent.sum()), so_far))
    return rows


def best_at(rows, budget, goal):
    known = [value for spent, value in rows if spent <= budget]
    return known[-1] if known else (-np.inf if goal == "maximise" else np.inf)


@pytest.mark.parametrize("goal", ["minimise", "maximise"])
@pytest.mark.parametrize("seed", range(8))
def test_agrees_with_a_loop_over_generations(tmp_path, monkeypatch, goal, seed):
    rng = np.random.default_rng(seed)
    best, evaluations = synthetic.random_run(rng, 2, int(rng.integers(1, 40)), int(rng.integers(1, 5)), goal)
    best[rng.random(best.shape) < 0.2] = rng.choice([np.inf, -np.inf, np.nan])
    best[:, :int(rng.integers(0, 3))] = -np.inf if goal == "maximise" else np.inf
    path = synthetic.write(tmp_path / "a.h5", best, evaluations, goal=goal)
    monkeypatch.setattr(convergence, "BLOCK", int(rng.integers(1, 50)))
    runs = skerry.curves(path)
    budgets = np.arange(0, evaluations.sum(axis=2).max() + 20)
    for replica, (history, found) in enumerate(zip(runs, runs.at(budgets), strict=True)):
        rows = obvious(best[replica], evaluations[replica], goal)
        assert list(found) == [best_at(rows, budget, goal) for budget in budgets]
        assert (history.end, history.generations) == (rows[-1][0], len(rows) - 1)
        assert (np.diff(history.best) * history.origin.sign < 0).all()


def test_real_runs_end_with_what_their_summaries_say(results):
    for path in results.values():
        (history,), (_, row) = skerry.curves(path), next(skerry.table(path).iterrows())
        assert (history.final, history.end) == (row.best, row.evaluations)
        assert history.generations == row.generations


def test_exact_improvements_are_used_where_the_file_has_them(tmp_path):
    best, evaluations = np.array([[[9.0], [7], [5]]] * 2), np.array([[[10], [20], [30]]] * 2)
    rows = {"replica": [0, 0, 1, 0], "island": [0, 0, 0, 0], "evaluations": [3, 14, 15, 21], "best": [9.0, 7.0, 8.0, 5.0]}
    runs = skerry.curves(synthetic.write(tmp_path / "a.h5", best, evaluations, improvements=rows))
    plain = skerry.curves(synthetic.write(tmp_path / "b.h5", best, evaluations))
    assert [list(history.evaluations) for history in runs] == [[3, 14, 21], [15]]
    assert [list(history.evaluations) for history in plain] == [[10, 20, 30]] * 2
    assert list(runs.ends) == list(plain.ends) == [30, 30]
    assert runs.at([14, 20]).tolist() == [[7, 7], [np.inf, 8]]


@pytest.mark.parametrize("seed", range(20))
def test_quantiles_agree_with_numpy_where_it_is_right(seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(-5, 5, (int(rng.integers(1, 9)), 4)).astype(float)
    levels = [0, 0.1, 0.25, 0.5, 0.9, 1]
    np.testing.assert_allclose(convergence.quantiles(values, levels), np.quantile(values, levels, axis=0))


@pytest.mark.parametrize("goal, bounds, tightest", [("minimise", [15, 14], 15), ("maximise", [15, 14], 14)])
def test_bound_of_a_run_without_a_solution(tmp_path, goal, bounds, tightest):
    nothing = -np.inf if goal == "maximise" else np.inf
    path = synthetic.write(tmp_path / "a.h5", np.full((2, 1, 1), nothing), np.full((2, 1, 1), 10), goal=goal)
    with h5py.File(path, "r+") as file:
        del file["solutions/bound"]
        file["solutions/bound"] = np.empty((0, 1))
        file["replicas/bound"][...] = bounds
    assert [history.bound for history in skerry.curves(path)] == [tightest] * 2


def test_quantiles_of_infinite_values():
    inf = np.inf
    values = np.array([[1.0, inf, 1], [inf, inf, 2], [inf, inf, inf]])
    found = convergence.quantiles(values, [0, 0.25, 0.5, 1])
    assert found.tolist() == [[1, inf, 1], [inf, inf, 1.5], [inf, inf, 2], [inf, inf, inf]]


def test_band_is_from_better_to_worse(tmp_path):
    paths = [synthetic.write(tmp_path / f"{value}.h5", [[[value]]], [[[10]]], goal="maximise")
             for value in (1.0, 2, 3, 4, 5)]
    band = skerry.curves(paths).band([9, 10])
    assert list(band.columns) == ["evaluations", "best", "q25", "median", "q75", "worst"]
    assert list(band.iloc[1]) == [10, 5, 4, 3, 2, 1]
    assert (band.iloc[0, 1:] == -np.inf).all()
    assert list(skerry.curves(paths).band().evaluations) == [10]


def test_runs_apart_by_a_setting(tmp_path):
    paths = [synthetic.write(tmp_path / f"{i}.h5", [[[1.0]]], [[[10]]], mutation=mutation)
             for i, mutation in enumerate([0.5, 0.1, 0.5])]
    groups = skerry.curves(paths).by("ga.mutation")
    assert {value: [run.origin.path[-4:] for run in runs] for value, runs in groups.items()} == {
        0.1: ["1.h5"], 0.5: ["0.h5", "2.h5"]}
    assert list(groups) == [0.1, 0.5]
    assert [repr(runs) for runs in groups.values()] == ["<skerry.Curves: 1 run, minimise price of toy>",
                                                        "<skerry.Curves: 2 runs, minimise price of toy>"]
    with pytest.raises(skerry.Error, match="no config has the key mutation"):
        skerry.curves(paths).by("mutation")


def test_refuses_to_mix_objectives_and_empty_runs(tmp_path):
    a = synthetic.write(tmp_path / "a.h5", [[[1.0]]], [[[10]]])
    b = synthetic.write(tmp_path / "b.h5", [[[1.0]]], [[[10]]], goal="maximise")
    c = synthetic.write(tmp_path / "c.h5", [[[1.0]]], [[[-1]]], summary=False)
    with pytest.raises(skerry.Error, match="b.h5: maximise price of toy .expected: as in .*a.h5, minimise"):
        skerry.curves([a, b])
    with pytest.raises(skerry.Error, match="no run has begun"):
        skerry.curves(c)
