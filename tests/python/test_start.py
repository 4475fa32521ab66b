"""Warm starts (run.start): a run that begins with the solutions of another result."""

import shlex

import h5py
import numpy as np
import pytest

from harness import ANSWERS, SOURCE, differences, open_result, run, skerry

CONFIGS = SOURCE / "configs"
TYPE1 = CONFIGS / "party/type1.yaml"
STARTED = ("-s", "run.islands=3", "-s", "run.epochs=2")
# Does not find the optimum of TYPE1 in the first population by itself.
WEAK = (*STARTED, "-s", "ga.local_search=0", "-s", "ga.local_search_start=0", "-s", "party.mend=false")


def start_of(path):
    return ("-s", f"run.start={path}")


@pytest.fixture(scope="module", name="optimum")
def fixture_optimum(tmp_path_factory):
    """The proven optimum of TYPE1, a price of 38100 coins."""
    output = tmp_path_factory.mktemp("optimum") / "optimum.h5"
    run(CONFIGS / "party/type1-exact.yaml", output)
    return output


def contents(path):
    with open_result(path) as file:
        return [file[name][()] for name in ("curves/best", "curves/mean", "curves/evaluations", "solutions/genome",
                                            "solutions/fitness")]


def assert_same(one, other):
    for mine, yours in zip(contents(one), contents(other), strict=True):
        np.testing.assert_array_equal(mine, yours)


@pytest.mark.parametrize("name", ["party/type1", "eternity/4x4", "sliding/d3-k1-level1", "level/zelda-grid"])
def test_generation_0_has_the_best_that_it_starts_from(name, tmp_path):
    config = CONFIGS / f"{name}.yaml"
    run(config, tmp_path / "first.h5", "-s", "run.seed=5", "-s", "run.islands=2", "-s", "run.epochs=2", code=ANSWERS)
    run(config, tmp_path / "next.h5", *STARTED, *start_of(tmp_path / "first.h5"), code=ANSWERS)
    with open_result(tmp_path / "first.h5") as first, open_result(tmp_path / "next.h5") as started:
        best = started["curves/best"][0, 0]
        if first["solutions/objective_goal"].asstr()[0].startswith("max"):
            assert best.max() >= first["solutions/fitness"][0]
        else:
            assert best.min() <= first["solutions/fitness"][0]
    assert skerry("verify", tmp_path / "next.h5").returncode == 0


def test_solutions_are_dealt_to_islands_in_turn(optimum, tmp_path):
    run(TYPE1, tmp_path / "a.h5", *WEAK, *start_of(optimum))
    with open_result(optimum) as file, open_result(tmp_path / "a.h5") as started:
        for island in range(3):
            assert started["curves/best"][0, 0, island] <= file["solutions/fitness"][island]
        assert started["curves/best"][0, 0, 0] == 38100
    run(TYPE1, tmp_path / "without.h5", *WEAK)
    with open_result(tmp_path / "without.h5") as file:
        assert file["curves/best"][0, 0].min() > 38100


def test_an_exact_search_begins_with_the_incumbent(optimum, tmp_path):
    run(CONFIGS / "party/type1-exact.yaml", tmp_path / "a.h5", *start_of(optimum))
    with open_result(tmp_path / "a.h5") as file:
        assert file["replicas/best"][0] == 38100 and file["replicas/optimal"][0]


@pytest.mark.parametrize("ranks", [2, 3])
def test_ranks_do_not_matter(optimum, tmp_path, ranks):
    run(TYPE1, tmp_path / "one.h5", *WEAK, *start_of(optimum))
    run(TYPE1, tmp_path / "more.h5", *WEAK, *start_of(optimum), ranks=ranks)
    assert_same(tmp_path / "one.h5", tmp_path / "more.h5")


def test_resumes_as_if_uninterrupted_and_only_with_the_same_file(optimum, tmp_path):
    whole, parts = tmp_path / "whole.h5", tmp_path / "parts.h5"
    run(TYPE1, whole, *WEAK, *start_of(optimum))
    run(TYPE1, parts, *WEAK, *start_of(optimum), "-s", "run.epochs=1")
    done = run(TYPE1, parts, *WEAK, *start_of(whole), "--resume", ok=False)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    run(TYPE1, parts, *WEAK, *start_of(optimum), "--resume")
    assert_same(whole, parts)


def test_a_changed_rule_heals_parties(optimum, tmp_path):
    run(TYPE1, tmp_path / "a.h5", *WEAK, *start_of(optimum), "-s", "party.requirements=[{mean: level, min: 86}]")
    assert skerry("verify", tmp_path / "a.h5").returncode == 0


def test_a_changed_pool_is_translated_by_ids(optimum, tmp_path):
    """The same heroes in the opposite order: the price of the optimum shows that ids are kept."""
    header, *heroes = (CONFIGS / "party/heroes-10000.csv").read_text().splitlines()
    pool = tmp_path / "pool.csv"
    pool.write_text("\n".join([header, *reversed(heroes)]) + "\n")
    run(TYPE1, tmp_path / "a.h5", *WEAK, *start_of(optimum), "-s", f"party.heroes={pool}")
    with open_result(tmp_path / "a.h5") as file:
        assert file["curves/best"][0, 0, 0] == 38100


@pytest.mark.parametrize("rule", ["excluded=[{}]", "fixed={{9: {}}}"])
def test_parties_that_named_heroes_forbid_are_left_out(optimum, tmp_path, rule):
    hero = ids_of(optimum)[0, 0]
    other = tmp_path / "a.h5"
    done = run(TYPE1, other, *WEAK, *start_of(optimum), "-s", "party." + rule.format(hero), ok=False)
    if done.returncode == 2:
        assert "has no solution of this config's instance and objectives" in done.stderr
    else:
        assert "left out" in done.stderr and skerry("verify", other).returncode == 0


def test_a_result_of_another_fitness_is_refused(tmp_path):
    run(CONFIGS / "eternity/4x4.yaml", tmp_path / "a.h5", "-s", "run.epochs=1", code=ANSWERS)
    done = run(CONFIGS / "eternity/4x4.yaml", tmp_path / "b.h5", *start_of(tmp_path / "a.h5"),
               "-s", "eternity.fitness=combined", ok=False)
    assert done.returncode == 2 and "instance and objectives" in done.stderr, done.stderr


def test_a_refusal_is_one_line(tmp_path):
    run(CONFIGS / "sliding/d3-k1-level1.yaml", tmp_path / "a.h5")
    done = run(CONFIGS / "sliding/d3-k1-level2.yaml", tmp_path / "b.h5", *start_of(tmp_path / "a.h5"), ok=False)
    assert done.returncode == 2 and "has no solution of this config's instance" in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize("ranks", [0, 2])
def test_paths_of_another_length(tmp_path, ranks):
    config = CONFIGS / "sliding/d4-k3-level4.yaml"
    run(config, tmp_path / "a.h5")
    with open_result(tmp_path / "a.h5") as file:
        n_moves = int(file["curves/best"][-1, 0].min())
    for length in (n_moves, 20, 300):
        output = tmp_path / f"{length}.h5"
        run(config, output, *start_of(tmp_path / "a.h5"), "-s", f"sliding.length={length}", "-s", "run.epochs=1", ranks=ranks)
        with open_result(output) as file:
            assert file["curves/best"][0, 0, 0] == n_moves and file["solutions/genome"].shape[1] == length
        assert skerry("verify", output).returncode == 0
    done = run(config, tmp_path / "b.h5", *start_of(tmp_path / "a.h5"), "-s", f"sliding.length={n_moves - 1}", ok=False)
    assert done.returncode == 2 and "has no solution of this config's instance" in done.stderr


def ids_of(path):
    with open_result(path) as file:
        return file["solutions/genome"][()]


def test_parties_as_text(optimum, tmp_path):
    text = tmp_path / "parties.csv"
    text.write_text("\ufeff" + "\n\n".join(", ".join(map(str, ids)) for ids in ids_of(optimum)) + "\r\n")
    run(TYPE1, tmp_path / "a.h5", *WEAK, *start_of(optimum))
    run(TYPE1, tmp_path / "b.h5", *WEAK, *start_of(text), ranks=2)
    assert_same(tmp_path / "a.h5", tmp_path / "b.h5")


def test_each_solution_goes_to_one_island(optimum, tmp_path):
    text = tmp_path / "one.csv"
    text.write_text(",".join(map(str, ids_of(optimum)[0])))
    run(TYPE1, tmp_path / "a.h5", *WEAK, *start_of(text))
    run(TYPE1, tmp_path / "without.h5", *WEAK)
    with open_result(tmp_path / "a.h5") as file, open_result(tmp_path / "without.h5") as without:
        assert file["curves/best"][0, 0, 0] == 38100
        np.testing.assert_array_equal(file["curves/best"][0, 0, 1:], without["curves/best"][0, 0, 1:])


@pytest.mark.parametrize("ranks", [0, 2])
@pytest.mark.parametrize("damage, expected", [
    (lambda ids: ids[:-1], ":2: 9 ids (expected: 10"),
    (lambda ids: [*ids, 1], ":2: 11 ids (expected: 10"),
    (lambda ids: ["", *ids[1:]], ":2: place 0: ''"),
    (lambda ids: ["elf", *ids[1:]], ":2: place 0: 'elf'"),
    (lambda ids: [*ids[:-1], 123456789], ":2: place 9: '123456789'"),
    (lambda ids: [*ids[:-1], "99999999999999999999"], ":2: place 9: '99999999999999999999'"),
    (lambda ids: [*ids[:-1], ids[0]], ":2: place 9"),
    (lambda ids: [*ids[:-1], -1], ":2: place 9: '-1'"),
    (lambda ids: ["1.5", *ids[1:]], ":2: place 0: '1.5'"),
    (lambda ids: [*ids[:-1], f"{ids[-1]}\r{ids[0]}"], ":2: place 9: '"),  # lines that end in \r alone
    (lambda ids: [" ".join(map(str, ids))], ":2: "),
    (lambda ids: ["\x1b[31m", *ids[1:]], r":2: place 0: '\x1b[31m'"),
    (lambda ids: ["\x9b31m", *ids[1:]], ":2: not UTF-8"),
    (lambda ids: [*ids, "\0" * 3], ":2: a NUL byte"),
])
def test_wrong_parties_are_refused(optimum, tmp_path, damage, expected, ranks):
    text = tmp_path / "parties.csv"
    ids = list(ids_of(optimum)[0])
    text.write_bytes("\n".join(",".join(map(str, line)) for line in (ids, damage(ids), ids)).encode("latin-1"))
    refuse(tmp_path, TYPE1, (*STARTED, *start_of(text)), f"parties.csv{expected}", ranks)


def refuse(tmp_path, config, words, expected, ranks=0):
    done = run(config, tmp_path / "refused.h5", *words, ranks=ranks, ok=False)
    lines = [line for line in done.stderr.splitlines() if line.startswith("skerry") or expected in line]
    assert done.returncode == 2 and len(lines) == 1 and expected in lines[0], done.stderr
    assert not (tmp_path / "refused.h5").exists()
    checked = skerry("check", config, *words, ranks=ranks)
    assert checked.returncode == 2 and lines[0] in checked.stderr


@pytest.mark.parametrize("ranks", [0, 2])
@pytest.mark.parametrize("damage, expected", [
    (lambda data: b"", "run.start"),
    (lambda data: b"1,2,3\n", "run.start"),
    (lambda data: b"\x89HDF\r\n\x1a\n", "run.start"),
    (lambda data: data[:len(data) // 2], "run.start"),
    (lambda data: data[:-100], "run.start"),
    (lambda data: data[:9000] + b"\xff" + data[9001:], "run.start"),
])
def test_damaged_files_are_refused(optimum, tmp_path, damage, expected, ranks):
    bad = tmp_path / "bad.h5"
    bad.write_bytes(damage(optimum.read_bytes()))
    refuse(tmp_path, TYPE1, (*STARTED, *start_of(bad)), expected, ranks)


def test_no_such_file(tmp_path):
    refuse(tmp_path, TYPE1, start_of(tmp_path / "none.h5"), "none.h5")


def test_another_hdf5_file(tmp_path):
    with h5py.File(tmp_path / "other.h5", "w") as file:
        file["x"] = 1
    refuse(tmp_path, TYPE1, start_of(tmp_path / "other.h5"), "run.start")


@pytest.mark.parametrize("name, expected", [
    ("sliding/d3-k1-level1", "expected: a result of sliding"),
    ("eternity/4x4", "expected: a result of eternity"),
    ("init/party/party", "run.start"),
    ("python/rastrigin", "problem python takes no start"),
])
def test_results_of_others_are_refused(optimum, tmp_path, name, expected):
    refuse(tmp_path, CONFIGS / f"{name}.yaml", start_of(optimum), expected)


def test_a_run_that_starts_from_its_own_former_result_says_how_it_is_resumed(tmp_path):
    """The same command would not: the file that it names is the new result by then."""
    output = tmp_path / "best result.h5"
    itself = (*WEAK, *start_of(output))
    run(TYPE1, output, *STARTED)
    told = run(TYPE1, output, *itself, "-q", "-s", "run.epochs=1").stderr
    assert told.startswith(f"skerry: {output}: the former result, which the run starts from, is kept as {output}.old: ")
    assert run(TYPE1, output, *itself, "--resume", ok=False).returncode == 2
    words = shlex.split(told[told.index("--resume needs ") + len("--resume needs "):])
    run(TYPE1, output, *WEAK, *words, "--resume")
    run(TYPE1, tmp_path / "whole.h5", *WEAK, *words)
    assert differences(tmp_path / "whole.h5", output) == []
    assert skerry("verify", output).returncode == 0
