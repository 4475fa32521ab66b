"""Readings of the paper as keys: the same result on any number of ranks and after a resume,
verified solutions, and what each reading is meant to change."""

import h5py
import numpy as np
import pytest
from harness import ANSWERS, PARTY, differences, run, skerry

CONFIG = PARTY / "multi-island.yaml"
SHORT = ["-s", "run.epochs=2", "-s", "run.sub_generations=4"]
READINGS = {
    "offspring": ["-s", "ga.refresh_policy=offspring", "-s", "ga.diversity_min=1"],
    "comma": ["-s", "ga.refresh_policy=offspring", "-s", "ga.diversity_min=1",
              "-s", "ga.survivors=comma"],
    "at_start": ["-s", "migration.at_start=true"],
    "at_start_random": ["-s", "migration.at_start=true", "-s", "migration.policy=random"],
    "refill": ["-s", "party.refill=true"],
    "completions": ["-s", "party.completions=1"],
    "attempts": ["-s", "party.attempts=1"],
    "adaptive": ["-s", "ga.mutation_growth=1.5", "-s", "ga.mutation_max=0.8",
                 "-s", "ga.diversity_min=0.03"],
}


@pytest.fixture(scope="module", params=READINGS, name="reading")
def run_reading(request, tmp_path_factory):
    """The words of a reading and its result on one rank."""
    path = tmp_path_factory.mktemp("reading") / "whole.h5"
    words = [*SHORT, *READINGS[request.param]]
    run(CONFIG, path, *words, code=ANSWERS)
    return words, path


@pytest.mark.parametrize("ranks", [2, 5])
def test_any_number_of_ranks_gives_the_same_result(tmp_path, reading, ranks):
    words, whole = reading
    run(CONFIG, tmp_path / "a.h5", *words, ranks=ranks, code=ANSWERS)
    assert differences(whole, tmp_path / "a.h5") == []


@pytest.mark.parametrize("stop", ["run.epochs=1", "run.time_limit_s=0"])
def test_a_resumed_run_gives_the_same_result(tmp_path, reading, stop):
    """Also if it was stopped right after generation 0."""
    words, whole = reading
    run(CONFIG, tmp_path / "a.h5", *words, "-s", stop, code=ANSWERS)
    run(CONFIG, tmp_path / "a.h5", *words, "--resume", ranks=3, code=ANSWERS)
    assert differences(whole, tmp_path / "a.h5") == []


def test_solutions_are_verified(reading):
    done = skerry("verify", reading[1])
    assert done.returncode == 0, done.stdout


def curves(tmp_path, *words):
    path = tmp_path / "a.h5"
    path.unlink(missing_ok=True)
    run(CONFIG, path, *SHORT, *words, code=ANSWERS)
    with h5py.File(path) as file:
        return {name: file["curves"][name][0] for name in ("best", "mean", "worst", "evaluations")}


def test_at_start_islands_begin_with_similar_individuals(tmp_path):
    """Generation 0 is the same; what comes next begins with the cheapest on island 0, and so
    on. Without children of its own an island keeps what it was given."""
    still = ["-s", "ga.mutation=0", "-s", "ga.crossover=0", "-s", "ga.diversity_min=0",
             "-s", "ga.survivors=plus"]
    apart, together = (curves(tmp_path, *still, "-s", f"migration.at_start={text}")
                       for text in ("false", "true"))
    assert np.array_equal(apart["best"][0], together["best"][0])
    assert (np.diff(together["best"][1]) >= 0).all()
    assert (together["worst"][1][:-1] <= together["best"][1][1:]).all()
    assert not (np.diff(apart["best"][1]) >= 0).all()


def test_random_offspring_are_evaluated_beside_the_others(tmp_path):
    """With a threshold that diversity never reaches, each generation but the first has a third of
    the population more."""
    more, plain = (curves(tmp_path, "-s", "ga.refresh_policy=offspring", "-s",
                          f"ga.diversity_min={low}")["evaluations"] for low in (1, 0))
    assert np.array_equal(np.diff(plain, axis=0), np.full((8, 5), 20))
    assert np.array_equal(np.diff(more, axis=0), np.full((8, 5), 23))


def test_diversity_over_all_islands_is_that_of_their_union(tmp_path):
    """From mean and diversity of each island, where nothing is replaced afterwards."""
    run(CONFIG, tmp_path / "a.h5", *SHORT, "-s", "ga.diversity_min=0")
    with h5py.File(tmp_path / "a.h5") as file:
        mean, diversity = file["curves/mean"][0], file["curves/diversity"][0]
        over_all = file["curves/diversity_all"][0]
    n, islands = 10, mean.shape[1]
    square = (diversity * mean) ** 2 * (n - 1) + mean ** 2  # mean of squares, per island
    deviation = np.sqrt(square.mean(axis=1) - mean.mean(axis=1) ** 2)
    union = deviation / mean.mean(axis=1) / np.sqrt(n * islands - 1)
    np.testing.assert_allclose(over_all, union, rtol=1e-6)


@pytest.mark.parametrize("setting", [
    "ga.refresh_policy=add", "ga.mutation_growth=0.5", "ga.mutation_max=2", "party.attempts=-1",
    "party.completions=0", "party.refill=1.5", "migration.at_start=often"])
def test_bad_values_are_refused(setting):
    done = skerry("check", CONFIG, "-s", setting)
    assert done.returncode == 2
    assert setting.split("=")[0] in done.stderr and len(done.stderr.splitlines()) == 1
