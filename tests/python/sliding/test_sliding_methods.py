"""The sliding puzzle's own methods: the same result on any number of ranks, and after a stop."""

import pytest
from harness import ANSWERS, SOURCE, differences, open_result, run, skerry

CONFIG = SOURCE / "configs/sliding/d4-k3-level0.yaml"
SMALL = ["-s", "run.islands=3", "-s", "run.sub_generations=3", "-s", "run.epochs=4",
         "-s", "migration.policy=similarity", "-s", "run.replicas=2", "-s", "run.seed=5"]
METHODS = {
    "agents": ["-s", "agents.population=60"],
    "rl": ["-s", "rl.placements=100", "-s", "rl.memory=2000", "-s", "rl.iterations=100"],
    "beam": ["-s", "beam.width=8", "-s", "beam.widest=32"],
}


def status_of(path):
    with open_result(path) as file:
        status = file.attrs["status"]
        return status.decode() if isinstance(status, bytes) else status


def words(method):
    return ["--quiet", "-s", f"algorithm={method}", *SMALL, *METHODS[method]]


@pytest.mark.parametrize("method", METHODS)
def test_any_ranks_one_result(method, tmp_path):
    alone = tmp_path / "alone.h5"
    run(CONFIG, alone, *words(method), code=ANSWERS)
    for ranks in (2, 3):
        some = tmp_path / f"ranks{ranks}.h5"
        run(CONFIG, some, *words(method), ranks=ranks, code=ANSWERS)
        assert differences(alone, some) == []
    assert skerry("verify", alone).returncode == 0


@pytest.mark.parametrize("method", METHODS)
def test_stopped_and_resumed(method, tmp_path):
    whole, parts = tmp_path / "whole.h5", tmp_path / "parts.h5"
    run(CONFIG, whole, *words(method), code=ANSWERS)
    run(CONFIG, parts, *words(method), "-s", "run.time_limit_s=0", code=ANSWERS)
    assert status_of(parts) == "stopped"
    for k in range(8):  # a little further each time
        if status_of(parts) == "finished":
            break
        run(CONFIG, parts, *words(method), "-s", f"run.time_limit_s={0.004 * k}", "--resume",
            code=ANSWERS)
    if status_of(parts) != "finished":
        run(CONFIG, parts, *words(method), "--resume", code=ANSWERS)
    assert differences(whole, parts) == []


@pytest.mark.parametrize("method, why", [("agents", "the search ended by itself"), ("exact", "search exhausted")])
def test_only_an_exact_search_is_exhausted(method, why, tmp_path):
    config = SOURCE / f"configs/sliding/{'unreachable/d3-k2-level3' if method == 'exact' else 'd3-k1-level1'}.yaml"
    run(config, tmp_path / "r.h5", "-q", "-s", f"algorithm={method}", code=ANSWERS)
    assert f": finished ({why}), " in skerry("show", tmp_path / "r.h5").stdout


@pytest.mark.parametrize("config, head", [
    ("d3-k1-level0", "4 moves, proven optimal; d = 3, k = 1, 4 rings"),
    ("d4-k3-level0", "8 moves; by distances alone no solution has fewer than 3 moves; d = 4, k = 3, 5 rings")])
def test_the_bound_beside_a_path(config, head, tmp_path):
    run(SOURCE / f"configs/sliding/{config}.yaml", tmp_path / "r.h5", "-q", "-s", "algorithm=exact")
    assert f"\n{head}\nstart " in skerry("show", tmp_path / "r.h5").stdout


@pytest.mark.parametrize("method", ["ga", *METHODS])
def test_paths_that_would_be_too_long_are_proven_infeasible(method, tmp_path):
    result = tmp_path / "a.h5"
    run(CONFIG, result, "--quiet", "-s", f"algorithm={method}", "-s", "sliding.length=7", code=3)
    assert "every path has 8 moves or more, and sliding.length allows 7" in skerry("show", result).stdout
    assert skerry("verify", result).returncode == 0
