"""skerry.plots and `skerry plot`: what is drawn, and what is refused."""

import shutil
import warnings

import h5py
import matplotlib
import numpy as np
import pytest
import skerry
import synthetic
from harness import SOURCE, run, seal
from harness import skerry as program
from inside import inside
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from skerry.plots import solutions, style

matplotlib.use("Agg")


@pytest.fixture
def axes():
    return Figure().subplots()


@pytest.fixture
def runs(tmp_path):
    rng = np.random.default_rng(3)
    return skerry.curves([
        synthetic.write(tmp_path / f"{i}.h5", *synthetic.random_run(rng, 2), mutation=0.25 * (1 + i % 2),
                        bound=900)
        for i in range(6)])


def drawn(line):
    return np.asarray(line.get_xdata(), float), np.asarray(line.get_ydata(), float)


def test_convergence_draws_median_band_and_each_run(runs, axes):
    assert skerry.plots.convergence(runs, axes) is axes
    band = runs.band()
    x, y = drawn(axes.lines[0])
    np.testing.assert_array_equal(x, band.evaluations)
    np.testing.assert_array_equal(y, style.finite(band["median"]))
    each, quartiles = axes.collections
    assert len(each.get_segments()) == len(runs) == 12
    assert quartiles.get_datalim(axes.transData).y1 == np.nanmax(style.finite(band.q75))
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("evaluations", "best price (coins)")


def test_maximised_fitness_rises(tmp_path, axes):
    rng = np.random.default_rng(3)
    runs = skerry.curves([
        synthetic.write(tmp_path / f"{i}.h5", *synthetic.random_run(rng, goal="maximise"), goal="maximise")
        for i in range(5)])
    skerry.plots.convergence(runs, axes)
    np.testing.assert_array_equal(drawn(axes.lines[0])[1], style.finite(runs.band()["median"]))
    finals = sorted(history.final for history in runs)
    assert sorted(segment[-1, 1] for segment in axes.collections[0].get_segments()) == finals
    assert not skerry.plots.fixed_target(runs, Figure().subplots()).xaxis_inverted()


def test_groups_have_colours_of_their_own_and_labels(runs, axes):
    skerry.plots.convergence(runs.by("ga.mutation"), axes, each=False)
    assert [text.get_text() for text in axes.get_legend().texts] == ["0.25", "0.5"]
    assert [to_hex(line.get_color()) for line in axes.lines] == ["#0072b2", "#d55e00"]
    looks = {(style.colour(i), style.line(i)) for i in range(24)}
    assert len(looks) == 24


def test_gap_is_relative_to_the_bound(runs, axes):
    skerry.plots.gap(runs, axes)
    _, gaps = drawn(axes.lines[0])
    finals = np.array([history.final for history in runs])
    assert gaps[-1] == pytest.approx(100 * np.median((finals - 900) / 900))
    assert axes.get_yscale() == "log"


def test_gap_of_proven_runs_shows_zero(tmp_path, axes):
    paths = [synthetic.write(tmp_path / f"{i}.h5", [[[5.0], [4.0 + i]]], [[[10], [20]]], bound=4)
             for i in range(3)]
    skerry.plots.gap(skerry.curves(paths), axes)
    assert axes.get_yscale() == "symlog" and axes.get_ylim()[0] < 0


def test_gap_of_runs_that_were_optimal_from_the_start_is_a_line_at_zero(tmp_path, axes):
    runs = skerry.curves(synthetic.write(tmp_path / "a.h5", [[[4.0], [4.0]]], [[[10], [20]]], bound=4))
    skerry.plots.gap(runs, axes)
    assert (drawn(axes.lines[0])[1] == 0).all() and 0 in axes.get_yticks()


def test_gap_without_a_bound_is_refused(tmp_path, axes):
    runs = skerry.curves(synthetic.write(tmp_path / "a.h5", [[[5.0]]], [[[10]]]))
    with pytest.raises(skerry.Error, match="no run has a proven bound"):
        skerry.plots.gap(runs, axes)


def test_gap_without_a_best_is_refused_but_not_for_the_bound(tmp_path, axes):
    """Neither where nothing was found, nor where 0 lies between best and bound: the axes would be empty."""
    for name, best, bound in [("none", np.inf, 15), ("zero", 5, 0), ("sign", 5, -1)]:
        runs = skerry.curves(synthetic.write(tmp_path / f"{name}.h5", [[[best]]], [[[10]]], bound=bound))
        with pytest.raises(skerry.Error, match="no run has a gap to its bound .expected: "):
            skerry.plots.gap(runs, axes)


def test_diversity_has_a_line_for_each_island_and_one_for_all(results, axes):
    run = skerry.open(results["party"])
    skerry.plots.diversity(run, axes)
    assert len(axes.lines) == run.curves.sizes["island"] + 1
    np.testing.assert_array_equal(drawn(axes.lines[1])[1], run.curves.diversity[0, :, 1])
    np.testing.assert_array_equal(drawn(axes.lines[-1])[1], run.curves.diversity_all[0])
    with pytest.raises(skerry.Error, match="no replica 1 .expected: 0 to 0"):
        skerry.plots.diversity(run, axes, replica=1)


def test_island_ranges_are_bars_from_low_to_high(results, axes):
    run = skerry.open(results["party"])
    skerry.plots.island_ranges(run, axes)
    epochs, islands = run.migration.sizes["epoch"], run.migration.sizes["island"]
    bars = np.array([[bar.get_y(), bar.get_y() + bar.get_height()] for bar in axes.patches])
    bars = bars.reshape(islands, epochs, 2)
    np.testing.assert_allclose(bars[..., 0].T, run.migration.low[0])
    np.testing.assert_allclose(bars[..., 1].T, run.migration.high[0])


def test_island_ranges_of_many_epochs_are_thinned(results, axes, monkeypatch):
    monkeypatch.setattr("skerry.plots.migrations.MOST_BARS", 2)
    run = skerry.open(results["party"])
    skerry.plots.island_ranges(run, axes)
    epochs, islands = run.migration.sizes["epoch"], run.migration.sizes["island"]
    every = (epochs + 1) // 2
    assert every > 1 and axes.get_xlabel() == f"epoch, every {every}"
    low = np.array([bar.get_y() for bar in axes.patches]).reshape(islands, -1)
    np.testing.assert_allclose(low.T, run.migration.low[0, ::every])


def test_migration_cost_has_an_axis_for_each_unit(results, axes):
    run = skerry.open(results["party"])
    skerry.plots.migration_cost(run, axes)
    left, right = axes.figure.axes
    np.testing.assert_array_equal(drawn(left.lines[0])[1], run.migration.seconds[0].max("island"))
    np.testing.assert_array_equal(drawn(right.lines[0])[1], run.migration.bytes[0].sum("island"))
    assert "(s)" in left.get_ylabel() and "(byte)" in right.get_ylabel()


def test_fixed_target_gets_harder_to_the_right_and_marks_failures(runs, axes):
    skerry.plots.fixed_target(runs, axes)
    frame = skerry.performance.fixed_target(runs)
    line, some, rest = axes.lines
    np.testing.assert_array_equal(drawn(line)[1], style.finite(frame.ert))
    assert axes.xaxis_inverted() and len(drawn(some)[0]) == (frame.success_rate < 1).sum() > 0
    assert len(drawn(some)[0]) + len(drawn(rest)[0]) == len(frame)


def test_groups_share_targets(runs, axes):
    skerry.plots.ecdf(runs.by("ga.mutation"), axes)
    wanted = skerry.performance.targets(runs)
    ends = [drawn(line)[1][-1] for line in axes.lines[::2]]
    groups = runs.by("ga.mutation").values()
    assert ends == [skerry.performance.ecdf(group, wanted).share.iloc[-1] for group in groups]


def test_fixed_budget_has_quartiles_as_bars(runs, axes):
    skerry.plots.fixed_budget(runs, axes, [200, 400])
    np.testing.assert_array_equal(drawn(axes.lines[0])[1], runs.band([200, 400])["median"])


def nothing(goal="minimise"):
    """A run of two islands that finds nothing feasible."""
    sign = 1 if goal == "minimise" else -1
    return np.full((1, 4, 2), sign * np.inf), np.arange(10, 50, 10)[None, :, None] * [1, 1]


@pytest.mark.parametrize("goal", ["minimise", "maximise"])
@pytest.mark.parametrize("empty, found", [(3, 0), (2, 4), (3, 3), (3, 2)])
def test_fixed_budget_of_runs_that_found_nothing(tmp_path, axes, goal, empty, found):
    """Some or all of them: no mark where the median is of these, no bar on the side of a quartile that is, and no
    warning of matplotlib."""
    best, evaluations = nothing(goal)
    runs = skerry.curves([synthetic.write(tmp_path / f"{i}.h5", best if i < empty else 0 * evaluations + 5.0 * i,
                                          evaluations, goal=goal) for i in range(empty + found)])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        skerry.plots.fixed_budget(runs, axes, [10, 50, 100])
    band = runs.band([10, 50, 100])
    shown = band[np.isfinite(band["median"])]
    np.testing.assert_array_equal(drawn(axes.lines[0])[1], shown["median"])
    for bar, (_, row) in zip(axes.collections[0].get_segments(), shown.iterrows(), strict=True):
        ends = [row["median"] if np.isinf(row[name]) else row[name] for name in ("q25", "q75")]
        assert sorted(bar[:, 1]) == sorted(ends)


def test_front_steps_never_claim_more_than_was_found(results, axes):
    run = skerry.open(results["front"])
    skerry.plots.front(run, axes)
    price, synergy = run.solutions.objectives.values.T  # minimised, maximised
    x, y = drawn(axes.lines[1])
    assert axes.lines[1].get_drawstyle() == "steps-post"
    assert all(y[i] == synergy[price <= x[i]].max() for i in range(len(x)))
    assert axes.get_xlabel() == "price (coins), minimised" and axes.get_ylabel() == "synergy, maximised"
    with pytest.raises(skerry.Error, match="1 objective.*expected: a run of several"):
        skerry.plots.front(skerry.open(results["party"]), axes)


@pytest.mark.parametrize("goals", [("minimise", "maximise"), ("maximise", "minimise"), ("minimise", "minimise")])
def test_front_steps_of_solutions_that_are_no_front(results, axes, goals):
    run = skerry.open(results["front"])
    rng, n = np.random.default_rng(1), len(run.solutions.fitness)
    points = np.transpose([rng.permutation(n), rng.integers(0, 20, n)]).astype(float)
    run.solutions.objectives.values[:] = points
    run.solutions.objective_goal.values[:] = goals
    skerry.plots.front(run, axes)
    signs = [1 if goal == "minimise" else -1 for goal in goals]
    costs = points * signs
    for one, other in np.transpose(drawn(axes.lines[1])) * signs:
        assert other == costs[costs[:, 0] <= one, 1].min()


def test_archive_shows_the_best_of_each_cell(results, axes):
    run = skerry.open(results["grid"])
    skerry.plots.archive(run, axes)
    image = np.ma.filled(axes.images[0].get_array(), np.nan)
    assert image.shape == (20, 20) and np.isfinite(image).sum() == run.solutions.sizes["solution"]
    for cell, fitness in zip(run.solutions.cell.values, run.solutions.fitness.values):
        assert image[cell[1], cell[0]] == fitness
    assert tuple(axes.images[0].get_extent()) == (1, 41, 40, 80)
    with pytest.raises(skerry.Error, match="no grid of two axes"):
        skerry.plots.archive(skerry.open(results["party"]), axes)


def test_axes_of_one_name_have_their_own_ranges(tmp_path, axes):
    run(SOURCE / "configs/level/zelda-grid.yaml", tmp_path / "twice.h5", "-s", "run.epochs=1", "-s",
        "level.descriptors=[{measure: cells, tiles: w, low: 40, high: 80}, {measure: cells, tiles: w, low: 0, high: 9}]")
    skerry.plots.archive(skerry.open(tmp_path / "twice.h5"), axes)
    assert tuple(axes.images[0].get_extent()) == (40, 80, 0, 9)


def test_dollar_signs_begin_no_formula(runs, tmp_path):
    (tmp_path / "heroes.csv").write_text("id,price,$a^$\n" + "".join(f"{i},{i},{i % 3}\n" for i in range(1, 9)))
    (tmp_path / "party.yaml").write_text("""problem: party
party:
  heroes: heroes.csv
  formation: {places: 2}
  objectives: [{sum: $a^$}]
  descriptors: [{mean: $a^$}, {measure: price}]
algorithm: map_elites
run: {epochs: 1}
""")
    run(tmp_path / "party.yaml", tmp_path / "$b^$.h5")
    result = skerry.open(tmp_path / "$b^$.h5")
    for draw in (skerry.plots.archive, lambda of, axes: skerry.plots.front([of, of], axes),
                 lambda _, axes: skerry.plots.convergence({"$c^$": runs}, axes)):
        figure = Figure()
        draw(result, figure.subplots())
        figure.savefig(tmp_path / "figure.svg")


@pytest.mark.parametrize("seed", range(5))
def test_projection_agrees_with_a_loop(seed):
    rng = np.random.default_rng(seed)
    cells, costs = rng.integers(0, 3, (20, 2)), rng.integers(-5, 5, 20).astype(float)
    costs[:3] = np.inf
    plane = solutions.project(cells, costs, np.array([3, 4]))
    assert plane.shape == (3, 4)
    for (i, j), value in np.ndenumerate(plane):
        here = [cost for cell, cost in zip(cells, costs) if tuple(cell) == (i, j) and np.isfinite(cost)]
        assert (value == min(here)) if here else np.isnan(value)


@pytest.mark.parametrize("words", [
    ["convergence", "party", "party"], ["gap", "party"], ["targets", "eternity"], ["budgets", "level"],
    ["ecdf", "eternity", "--by", "algorithm"], ["diversity", "level"], ["ranges", "eternity"],
    ["migration", "party", "--replica", "0"], ["front", "front", "front"], ["archive", "grid"],
])
def test_command_draws(results, tmp_path, words):
    words = [results.get(word, word) if i else word for i, word in enumerate(words)]
    for ending, magic in ((".png", b"\x89PNG"), (".svg", b"<?xml")):
        done = inside("plot", *words, "-o", tmp_path / f"a{ending}")
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert (tmp_path / f"a{ending}").read_bytes().startswith(magic)


def test_command_says_that_runs_are_of_different_puzzles(tmp_path):
    paths = [tmp_path / f"{size}.h5" for size in (1, 2)]
    for path in paths:
        synthetic.write(path, *synthetic.random_run(np.random.default_rng(5)), size=int(path.stem))
    words = ["plot", "convergence", *paths, "-o", tmp_path / "a.svg"]
    assert program(*words).stderr == (
        "skerry: plot: the runs differ in toy.size, and are drawn as of one puzzle\n")
    assert program(*words, "--by", "toy.size").stderr == ""
    assert program(*words[:3], *words[4:]).stderr == ""


def test_a_home_that_cannot_be_written_is_no_matter(results, tmp_path, monkeypatch):
    monkeypatch.delenv("MPLCONFIGDIR", raising=False)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, "/dev/null/home")
    done = program("plot", "convergence", results["party"], "-o", tmp_path / "a.svg")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("words, says", [
    (["pie", "party", "-o", "a.svg"], "plot: KIND: 'pie' is unknown (expected: "),
    (["gap", "party"], "plot: -o is missing (usage: "),
    (["gap", "party", "-o", "a.doc"], "-o a.doc: expected one of *.svg, *.png, *.pdf"),
    (["gap", "party", "-o", "none/a.svg"], "none/a.svg: cannot be written: No such file or directory"),
    (["archive", "party", "-o", "a.svg"], "no grid of two axes"),
    (["archive", "grid", "grid", "-o", "a.svg"], "archive: 2 results (expected: one)"),
    (["convergence", "party", "eternity", "-o", "a.svg"], "maximise score of eternity (expected: as in"),
    (["convergence", "party", "--replica", "1", "-o", "a.svg"], "--replica: not for convergence"),
    (["diversity", "party", "--replica", "1", "-o", "a.svg"], "no replica 1"),
    (["front", "front", "--by", "algorithm", "-o", "a.svg"], "--by: not for front"),
    (["gap", "party", "--by", "colour", "-o", "a.svg"], "no config has the key colour"),
])
def test_command_refuses_in_one_line(results, tmp_path, words, says):
    words = [results.get(word, word) if i else word for i, word in enumerate(words)]
    done = inside("plot", *words, cwd=tmp_path)
    assert done.returncode == 2 and says in done.stderr and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind, of", [("convergence", "party"), ("targets", "party"), ("budgets", "eternity"),
                                      ("ranges", "eternity"), ("archive", "grid"), ("front", "front")])
def test_numbers_that_are_too_large_to_draw(results, tmp_path, kind, of):
    """Both are refused in one line; the report leaves the plot out."""
    path = tmp_path / "large.h5"
    shutil.copy(results[of], path)
    with h5py.File(path, "r+", libver="latest") as file:
        for name in "curves/best", "improvements/best", "migration/low", "solutions/fitness", "solutions/objectives":
            values = file[name][()]
            values.flat[::2], values.flat[1::2] = 1e308, -1e308
            file[name][...] = values
    seal(path)
    done = inside("plot", kind, path, "-o", tmp_path / "a.svg")
    assert done.returncode == 2 and not (tmp_path / "a.svg").exists()
    assert done.stderr == "skerry: a value of 1e+308 cannot be drawn (expected: at most 1e+300)\n"
    done = inside("report", path, "-o", tmp_path / "a.html")
    assert done.returncode == 0, done.stderr


def test_an_outline_has_every_extreme(axes):
    rng = np.random.default_rng(5)
    x = np.sort(rng.choice(10**7, 50_000, replace=False)).astype(float)
    y = rng.random(50_000)
    y[1000:9000] = np.nan
    near, low = style.outline(x, y)
    assert len(near) <= style.MOST_POINTS and (np.diff(near) > 0).all()
    assert np.isin(np.column_stack([near, low]), np.column_stack([x, y])).all()
    for part in range(1, 999):  # of the width of two pixels
        inside = (x >= part * x[-1] / 999) & (x < (part + 2) * x[-1] / 999)
        if np.isfinite(y[inside]).any():
            drawn_there = low[(near >= part * x[-1] / 999 - x[-1] / 999) & (near < (part + 3) * x[-1] / 999)]
            assert drawn_there.min() <= np.nanmin(y[inside]) and drawn_there.max() >= np.nanmax(y[inside])
    np.testing.assert_array_equal(style.outline(x[:2000], y[:2000]), (x[:2000], style.finite(y[:2000])))


def test_an_outline_of_nothing_is_empty():
    assert [len(part) for part in style.outline(np.arange(5000), np.full(5000, np.nan))] == [0, 0]
