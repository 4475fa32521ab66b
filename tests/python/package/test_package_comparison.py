"""skerry.comparison: each test and effect against its definition on small samples."""

import itertools
import shutil

import h5py
import numpy as np
import pandas
import pytest
import skerry
import synthetic
from harness import skerry as program
from inside import inside
from scipy import stats
from skerry import comparison


def samples(seed, same=False):
    """Two small samples with ties, sometimes with infinities."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    m = n if same else int(rng.integers(1, 8))
    a, b = rng.integers(0, 6, n).astype(float), rng.integers(0, 7, m).astype(float)
    if seed % 3 == 0:
        a[rng.random(a.size) < 0.3] = np.inf
        b[rng.random(b.size) < 0.3] = np.inf
    return a, b


@pytest.mark.parametrize("seed", range(30))
def test_a12_counts_pairs(seed):
    a, b = samples(seed)
    wins = sum(1.0 if x > y else 0.5 if x == y else 0.0 for x in a for y in b)
    assert comparison.a12(a, b) == pytest.approx(wins / (len(a) * len(b)))
    assert comparison.a12(a, b) + comparison.a12(b, a) == pytest.approx(1)


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_interval_is_that_of_samples_drawn_anew(seed, paired):
    a, b = samples(seed, paired)
    rng, drawn = np.random.default_rng(5), []
    for size in (500, 200):
        of_a = rng.multinomial(len(a), [1 / len(a)] * len(a), size)
        of_b = of_a if paired else rng.multinomial(len(b), [1 / len(b)] * len(b), size)
        drawn += [comparison.a12(np.repeat(a, i), np.repeat(b, j)) for i, j in zip(of_a, of_b)]
    expected = np.quantile(drawn, [0.025, 0.975])
    assert comparison.a12_interval(a, b, paired, draws=700, seed=5) == pytest.approx(tuple(expected))


def test_interval_covers_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(2)
    truth, hits = stats.norm.cdf(0.5 / np.sqrt(2)), 0
    for _ in range(200):
        low, high = comparison.a12_interval(rng.normal(0.5, 1, 40), rng.normal(0, 1, 40), draws=500)
        hits += low <= truth <= high
    assert 0.88 <= hits / 200 <= 0.99


@pytest.mark.parametrize("seed", range(40))
def test_mann_whitney_is_that_of_all_permutations(seed):
    a, b = samples(seed)
    if seed % 2:  # without ties
        a, b = np.split(np.random.default_rng(seed).permutation(a.size + b.size).astype(float), [a.size])
    ranks = stats.rankdata(np.concatenate([a, b]))
    every = [abs(sum(rows) - a.size * ranks.mean()) for rows in itertools.combinations(ranks, a.size)]
    expected = np.mean([distance >= every[0] - 1e-9 for distance in every])
    assert comparison.mann_whitney(a, b) == pytest.approx(expected)


def test_three_runs_against_three_are_never_significant():
    assert comparison.mann_whitney([1, 1, 1], [2, 2, 2]) == pytest.approx(0.1)


def test_mann_whitney_of_many_runs_is_close_to_the_exact_one(monkeypatch):
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 9, 40), rng.integers(0, 10, 50)
    normal = comparison.mann_whitney(a, b)
    assert normal == pytest.approx(stats.mannwhitneyu(a, b, method="asymptotic").pvalue)
    monkeypatch.setattr(comparison, "EXACT_RUNS", 100)
    assert comparison.mann_whitney(a, b) == pytest.approx(normal, rel=0.02)
    assert comparison.mann_whitney([np.inf] * 3, [np.inf] * 4) == 1


@pytest.mark.parametrize("seed", range(30))
def test_wilcoxon_is_that_of_all_signs(seed):
    a, b = samples(seed, same=True)
    unequal = [(x, y) for x, y in zip(a, b) if x != y]
    ranks = stats.rankdata([abs(x - y) for x, y in unequal])
    total = ranks.sum()
    found = abs(sum(rank for rank, (x, y) in zip(ranks, unequal) if x > y) - total / 2)
    every = [abs(sum(itertools.compress(ranks, signs)) - total / 2)
             for signs in itertools.product([0, 1], repeat=len(ranks))]
    expected = np.mean([distance >= found - 1e-9 for distance in every])
    assert comparison.wilcoxon(a, b) == pytest.approx(expected)


def test_wilcoxon_of_many_pairs_is_close_to_the_exact_one(monkeypatch):
    rng = np.random.default_rng(4)
    a = rng.normal(0, 1, 60)
    b = a + rng.normal(0.2, 1, 60)
    normal = comparison.wilcoxon(a, b)
    monkeypatch.setattr(comparison, "EXACT_PAIRS", 100)
    assert comparison.wilcoxon(a, b) == pytest.approx(normal, rel=0.05)
    assert comparison.wilcoxon(a, b) == pytest.approx(stats.wilcoxon(a, b, method="exact").pvalue)


def test_holm_by_hand():
    assert comparison.holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert comparison.holm([0.5, 0.9]).tolist() == [1, 1]
    assert comparison.holm([]).size == 0


@pytest.mark.parametrize("seed", range(20))
def test_holm_rejects_where_the_step_down_procedure_does(seed):
    rng = np.random.default_rng(seed)
    p = rng.random(int(rng.integers(1, 9))) ** 3
    adjusted = comparison.holm(p)
    for level in (0.01, 0.05, 0.2):
        rejected = set()
        for step, i in enumerate(np.argsort(p)):
            if p[i] > level / (len(p) - step):
                break
            rejected.add(i)
        assert set(np.flatnonzero(adjusted <= level)) == rejected


def files(folder, name, finals, goal="minimise", **words):
    """A run of each final value, seeds from 1 on; None: nothing feasible."""
    nothing = -np.inf if goal == "maximise" else np.inf
    return [synthetic.write(folder / f"{name}{i}.h5", [[[nothing if value is None else value]]], [[[10 + i]]],
                            seed=i + 1, goal=goal, **words) for i, value in enumerate(finals)]


@pytest.mark.parametrize("goal, better, share", [("minimise", "A", 1.0), ("maximise", "B", 0.0)])
def test_better_follows_the_goal(tmp_path, goal, better, share):
    a, b = files(tmp_path, "a", range(1, 9), goal), files(tmp_path, "b", range(11, 19), goal)
    row, = skerry.comparison.compare(a, b).to_dict("records")
    assert (row["better"], row["a12"], row["effect"], row["problem"]) == (better, share, "large", "toy")
    assert (row["median_a"], row["median_b"], row["n_a"]) == (4.5, 14.5, 8)
    assert row["p"] == row["p_holm"] == pytest.approx(2 / 12870)


def test_the_order_of_the_runs_does_not_matter(tmp_path):
    a = files(tmp_path, "a", [19, 20, 30, 38, 2, 6, 33, 37, 10, 13])
    b = files(tmp_path, "b", [40, 24, 19, 38, 18, 24, 32, 29, 13, 10])
    rows = [skerry.comparison.compare(one, other) for one, other in ((a, b), (a[::-1], b[::-1]))]
    pandas.testing.assert_frame_equal(*rows)


def test_runs_without_a_solution_are_the_worst(tmp_path):
    for goal in ("minimise", "maximise"):
        a = files(tmp_path, "a", [1, 2, 3, 4, 5, 6], goal)
        b = files(tmp_path, "b", [None] * 6, goal)
        assert skerry.comparison.compare(a, b).a12[0] == 1


def test_pairs_are_of_one_seed(tmp_path):
    a = files(tmp_path, "a", [5, 7, 9, 11, 13, 15, 17])
    b = files(tmp_path, "b", [6, 8, 10, 12, 14, 16])[::-1]
    row, = skerry.comparison.compare(a, b, paired=True).to_dict("records")
    assert row["n_a"] == row["n_b"] == 6 and row["p"] == 2 / 2 ** 6 and row["better"] == "A"
    with pytest.raises(skerry.Error, match="several runs of one seed and replica in A"):
        skerry.comparison.compare([*a, a[0]], b, paired=True)
    with pytest.raises(skerry.Error, match="no seed and replica is in both"):
        skerry.comparison.compare(a[:2], b[:2], paired=True)


def test_better_of_pairs_is_what_their_test_says(tmp_path):
    """A wins twelve pairs by much, and loses eight by little, whose values are so close that they are most of all
    comparisons between runs: a12 is on the side of B, the test of pairs on that of A."""
    b = [100.0 * i for i in range(1, 13)] + [0.0] * 8
    a = [value - 50 for value in b[:12]] + [0.1] * 8
    for goal, sign, name in (("minimise", 1, "A"), ("maximise", -1, "A")):
        row, = skerry.comparison.compare(files(tmp_path, "a", [sign * value for value in a], goal),
                                         files(tmp_path, "b", [sign * value for value in b], goal),
                                         paired=True).to_dict("records")
        assert row["p"] < 0.05 and row["a12"] < 0.5 and row["better"] == name


def test_problems_that_differ_within_a_side_are_apart_and_adjusted_for(tmp_path):
    a = files(tmp_path, "a", range(1, 6), size=1) + files(tmp_path, "c", range(6), size=2)
    b = files(tmp_path, "b", range(11, 16), size=1) + files(tmp_path, "d", range(3, 9), size=2)
    frame = skerry.comparison.compare(a, b)
    assert list(frame.problem) == ["toy toy.size=1", "toy toy.size=2"]
    assert list(frame.p_holm) == list(comparison.holm(frame.p)) and frame.p_holm[0] == 2 * frame.p[0]
    with pytest.raises(skerry.Error, match="toy toy.size=2: only on one side .expected: runs of it in B"):
        skerry.comparison.compare(a, b[:5])
    # A setting of the puzzle that only differs between the sides is what is compared.
    assert list(skerry.comparison.compare(a[:5], files(tmp_path, "e", range(5), size=3)).problem) == ["toy"]


def test_each_two_values_of_a_setting_are_compared(tmp_path):
    runs = {name: files(tmp_path, name, finals, algorithm=name)
            for name, finals in (("ga", range(1, 9)), ("aiea", range(11, 19)), ("random", range(2, 10)))}
    frame = skerry.comparison.compare_by([path for paths in runs.values() for path in paths], "algorithm")
    assert list(zip(frame.a, frame.b)) == [("ga", "aiea"), ("ga", "random"), ("aiea", "random")]
    assert list(frame.better) == ["ga", "", "random"]
    assert list(frame.p_holm) == list(comparison.holm(frame.p))
    for row in frame.itertuples():
        one, = skerry.comparison.compare(runs[row.a], runs[row.b]).itertuples()
        assert (row.p, row.a12, row.n_a, row.median_b) == (one.p, one.a12, one.n_a, one.median_b)
    with pytest.raises(skerry.Error, match="no config has the key algoritm .expected: such as algorithm"):
        skerry.comparison.compare_by(runs["ga"], "algoritm")
    with pytest.raises(skerry.Error, match="algorithm: is ga in all runs .expected: two values"):
        skerry.comparison.compare_by(runs["ga"], "algorithm")


def test_other_measures_are_better_if_less(tmp_path):
    a, b = files(tmp_path, "a", [1] * 5, "maximise"), files(tmp_path, "b", [1] * 5, "maximise")
    assert skerry.comparison.compare(a[:2], b[2:], measure="evaluations").a12[0] == 1
    with pytest.raises(skerry.Error, match="no measure price .expected: best, gap"):
        skerry.comparison.compare(a, b, measure="price")


def test_command_prints_and_writes(tmp_path):
    a, b = files(tmp_path, "a", range(1, 9)), files(tmp_path, "b", range(11, 19))
    done = program("compare", *a, "--with", *b)
    header, row = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert row.split()[-1] == "A" and header.split()[-1] == "better"
    assert inside("compare", *a, "--with", *b, "--paired", "--csv", tmp_path / "c.csv").returncode == 0
    assert pandas.read_csv(tmp_path / "c.csv").p[0] == 2 / 2 ** 8
    assert inside("compare", *a, *b, "--by", "run.seed").stdout.split()[:3] == ["a", "b", "problem"]


def test_command_says_where_puzzles_may_differ(tmp_path):
    a, b = files(tmp_path, "a", range(1, 9)), files(tmp_path, "b", range(11, 19), size=2)
    assert inside("compare", *a, "--with", *b).stderr == (
        "skerry: compare: A and B differ in toy.size, and are compared as one problem\n")
    assert inside("compare", *a, "--with", *b, "--csv", tmp_path / "c.csv").stderr.count("\n") == 1
    assert inside("compare", *a, *b, "--with", *a, *b).stderr == ""


def test_command_says_where_a_file_of_one_name_had_other_contents(tmp_path):
    a, b = files(tmp_path, "a", range(1, 9)), files(tmp_path, "b", range(11, 19))
    for path in (*a, *b):
        with h5py.File(path, "r+", libver="latest") as file:
            item = file.create_dataset("problem/inputs/0", data=np.zeros(1, np.uint8))
            item.attrs.update(key="toy.pieces", path="/pieces.txt", sha256="1234" if path in a else "5678")
    assert inside("compare", *a, "--with", *b).stderr == (
        "skerry: compare: A and B differ in the contents of toy.pieces, and are compared as one problem\n")
    assert inside("compare", *a[:4], "--with", *a[4:]).stderr == ""


def test_command_says_that_runs_are_repeated(tmp_path):
    """Of one file given twice, or of a copy: runs of one seed are no further sample."""
    a, b = files(tmp_path, "a", range(1, 5)), files(tmp_path, "b", range(11, 15))
    shutil.copy(a[0], tmp_path / "copy.h5")
    for words, count in ([*a, a[1], "--with", *b], "1 run has"), ([*a, tmp_path / "copy.h5", "--with", *b, *b[:2]], "3 runs have"):
        assert inside("compare", *words).stderr == (f"skerry: compare: {count} the config, seed and files of another one of "
                                                    "the same side, and count all the same\n")
    assert inside("compare", *a, "--with", *a).stderr == ""
    runs = [*a, *files(tmp_path, "c", range(4), algorithm="aiea")]
    assert inside("compare", *runs, "--by", "algorithm").stderr == ""
    assert "1 run has" in inside("compare", *runs, a[0], "--by", "algorithm").stderr


@pytest.mark.parametrize("words, says", [(["a.h5"], "compare: --with or --by is missing (usage: "),
                                         (["a.h5", "--with", "b.h5", "--by", "k"], "--by and --with exclude"),
                                         (["a.h5", "--with", "b.h5"], "a.h5: no such file")])
def test_command_refuses_in_one_line(tmp_path, words, says):
    done = inside("compare", *words, cwd=tmp_path)
    assert done.returncode == 2 and says in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [["--with", "empty.h5"], ["--by", "ga.mutation"]])
def test_command_refuses_a_sweep_without_results(tmp_path, words):
    with h5py.File(tmp_path / "empty.h5", "w") as file:
        file.attrs.update(format="skerry-sweep", format_version=1)
        file.create_group("results")
    done = program("compare", "empty.h5", *words, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr == "skerry: no results (expected: at least one run)\n"
