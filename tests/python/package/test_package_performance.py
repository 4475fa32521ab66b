"""skerry.performance: runtimes, ERT, ECDF and fixed budgets, against loops over every run."""

import numpy as np
import pytest
import skerry
import synthetic
from skerry import performance


@pytest.fixture(params=["minimise", "maximise"])
def goal(request):
    return request.param


@pytest.fixture(params=range(6))
def runs(tmp_path, goal, request):
    """Some random runs of different lengths; some without anything feasible at first, or at all."""
    rng = np.random.default_rng(request.param)
    paths = []
    for i in range(int(rng.integers(1, 6))):
        best, evaluations = synthetic.random_run(rng, 2, int(rng.integers(1, 30)), 2, goal)
        best[0, :int(rng.integers(0, 40))] = -np.inf if goal == "maximise" else np.inf
        paths.append(synthetic.write(tmp_path / f"{i}.h5", best, evaluations, goal=goal))
    return skerry.curves(paths)


def first_hit(history, target):
    for spent, value in zip(history.evaluations, history.best):
        if (value >= target if history.origin.goal == "maximise" else value <= target):
            return float(spent)
    return None


def test_agrees_with_loops(runs):
    finals = np.array([value for history in runs for value in history.best])
    wanted = [*performance.targets(runs), *finals[:5], *(finals[:5] + 0.5), finals.min() - 1,
              finals.max() + 1]
    frame = performance.fixed_target(runs, wanted)
    for (_, row), target in zip(frame.iterrows(), wanted, strict=True):
        hits = [first_hit(history, target) for history in runs]
        successes = sum(hit is not None for hit in hits)
        spent = sum(history.end if hit is None else hit for hit, history in zip(hits, runs))
        assert row.successes == successes and row.success_rate == successes / len(runs)
        assert row.ert == (spent / successes if successes else np.inf)
    budgets = np.unique([0, 1, *runs.ends, *np.concatenate([history.evaluations for history in runs])])
    pairs = [first_hit(history, target) for history in runs for target in wanted]
    for budget, share in performance.ecdf(runs, wanted, budgets).itertuples(index=False):
        assert share == sum(hit is not None and hit <= budget for hit in pairs) / len(pairs)
    last = performance.ecdf(runs, wanted).iloc[-1]
    assert last.evaluations == max(history.end for history in runs)
    assert last.share == sum(hit is not None for hit in pairs) / len(pairs)


def test_targets_go_from_the_worst_first_to_the_best_final(runs, goal):
    sign = -1 if goal == "maximise" else 1
    wanted = performance.targets(runs)
    assert (np.diff(sign * wanted) < 0).all() and wanted.size <= performance.TARGETS
    assert wanted[0] == sign * max(sign * history.best[0] for history in runs if history.best.size)
    assert wanted[-1] == sign * min(sign * history.final for history in runs if history.best.size)
    times = performance.runtimes(runs, wanted)
    feasible = [history.best.size > 0 for history in runs]
    assert np.isfinite(times[feasible, 0]).all() and np.isfinite(times[:, -1]).any()


def test_targets_are_log_spaced_as_cocos(tmp_path):
    path = synthetic.write(tmp_path / "a.h5", [[[110.0], [10.01], [10.0]]], [[[1], [2], [3]]])
    wanted = performance.targets(skerry.curves(path), 6)
    np.testing.assert_allclose(wanted - 10, [100, 10, 1, 0.1, 0.01][:1] + [10, 1, 0.1, 0.01, 0], atol=1e-12)
    assert performance.targets(skerry.curves(path)).size == 51


def test_ert_by_hand(tmp_path):
    """Two runs hit 5 after 30 and 50 evaluations, one ends unsuccessfully after 120: (30 + 50 + 120) / 2."""
    curves = [([[9.0], [5.0]], [[10], [30]]), ([[9.0], [4.0]], [[20], [50]]), ([[9.0], [6.0]], [[20], [120]])]
    paths = [synthetic.write(tmp_path / f"{i}.h5", [best], [evaluations])
             for i, (best, evaluations) in enumerate(curves)]
    frame = performance.fixed_target(skerry.curves(paths), [9, 5, 3])
    assert list(frame.ert) == [(10 + 20 + 20) / 3, 100, np.inf]
    assert list(frame.success_rate) == [1, 2 / 3, 0] and list(frame["median"]) == [20, 50, np.inf]


def test_exact_improvements_and_curves_agree_to_a_generation(tmp_path):
    rng = np.random.default_rng(1)
    best, evaluations = synthetic.random_run(rng, 1, 40, 1)
    plain = skerry.curves(synthetic.write(tmp_path / "a.h5", best, evaluations))
    history, = plain
    spent = np.concatenate([[0], evaluations[0, :, 0]])
    before = spent[np.searchsorted(spent, history.evaluations) - 1]
    rows = {"replica": np.zeros(len(before), int), "island": np.zeros(len(before), int), "best": history.best,
            "evaluations": rng.integers(before + 1, history.evaluations + 1)}
    exact = skerry.curves(synthetic.write(tmp_path / "b.h5", best, evaluations, improvements=rows))
    wanted = performance.targets(plain)
    np.testing.assert_array_equal(wanted, performance.targets(exact))
    early, late = performance.runtimes(exact, wanted)[0], performance.runtimes(plain, wanted)[0]
    assert (early <= late).all() and (early < late).any() and (late - early < 30).all()
    assert exact.ends.tolist() == plain.ends.tolist()


def test_fixed_budget_counts_runs_without_a_solution(tmp_path):
    a = synthetic.write(tmp_path / "a.h5", [[[5.0], [3]]], [[[10], [20]]])
    b = synthetic.write(tmp_path / "b.h5", [[[np.inf], [4]]], [[[10], [20]]])
    frame = performance.fixed_budget(skerry.curves([a, b]), [9, 10, 20])
    assert list(frame.feasible) == [0, 0.5, 1]
    assert list(frame.best) == [np.inf, 5, 3] and list(frame.worst) == [np.inf, np.inf, 4]
    assert list(frame["median"]) == [np.inf, np.inf, 3.5]


def test_targets_of_runs_that_found_nothing_are_refused(tmp_path):
    runs = skerry.curves(synthetic.write(tmp_path / "a.h5", [[[np.inf]]], [[[10]]]))
    with pytest.raises(skerry.Error, match="no run found anything feasible"):
        performance.targets(runs)
    assert performance.fixed_target(runs, [3]).ert[0] == np.inf
