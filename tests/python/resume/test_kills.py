"""Searches that keep more than a population: any rank killed at any moment, and resumed."""

import os
import random
import re
import subprocess
import time

import pytest
from harness import SOURCE, command, differences, environment, finish, kill_a_rank, ranks_of, run

KILLS = int(os.environ.get("SKERRY_KILLS", "2"))
ISLANDS = ["--quiet", "-s", "run.islands=5", "-s", "run.sub_generations=3", "-s",
           "checkpoint.every_s=0.1", "-s", "output.all_rows=7"]
KINDS = {
    "backtrack": ("eternity/6x6.yaml", ["-s", "algorithm=backtrack", "-s", "run.epochs=60",
                                        "-s", "backtrack.work=300"]),
    "depth_first": ("eternity/8x8.yaml", ["-s", "algorithm=depth_first", "-s", "run.epochs=12",
                                          "-s", "run.target=~", "-s", "run.time_limit_s=~",
                                          "-s", "depth_first.work=200000", "-s", "depth_first.width=100",
                                          "-s", "depth_first.restart=30000"]),
    "rl": ("sliding/d4-k3-level0.yaml",
           ["-s", "algorithm=rl", "-s", "run.epochs=100", "-s", "rl.placements=1000", "-s",
            "rl.memory=20000", "-s", "rl.iterations=100000"]),
    "portfolio": ("party/designers/07-old-guard.yaml", ["-s", "run.max_evaluations=800000",
                                                        "-s", "run.time_limit_s=~"]),
    "mixed": ("sliding/mixed.yaml", ["-s", "agents.population=2000"]),
}


@pytest.fixture(scope="module", params=KINDS)
def kind(request, tmp_path_factory):
    """A config, its words, the uninterrupted result, and how long that took."""
    config, words = KINDS[request.param]
    path = tmp_path_factory.mktemp("whole") / "whole.h5"
    began = time.monotonic()
    run(SOURCE / "configs" / config, path, *words, *ISLANDS, ranks=2)
    return SOURCE / "configs" / config, [*words, *ISLANDS], path, time.monotonic() - began


def kill_one(config, output, words, ranks, chance, longest):
    """Kills a random rank at a random moment; the others end by themselves."""
    job = subprocess.Popen(command(ranks, "run", config, "-o", output, *words),
                           cwd=output.parent, env=environment(output.parent / "scratch"),
                           stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while job.poll() is None and not ranks_of(job.pid):
        time.sleep(0.01)
    time.sleep(chance.uniform(0, longest))
    kill_a_rank(job, chance.choice)
    finish(job)


@pytest.mark.parametrize("kill", range(KILLS))
def test_killed_search_goes_on_as_if_nothing_was(tmp_path, kind, kill):
    config, words, whole, seconds = kind
    chance = random.Random(kill)
    output = tmp_path / "killed.h5"
    for _ in range(chance.randint(1, 3)):
        more = ["--resume"] if output.exists() else []
        kill_one(config, output, [*words, *more], chance.randint(1, 5), chance, seconds)
    more = ["--resume"] if output.exists() else []
    run(config, output, *words, *more, ranks=chance.randint(1, 5))
    assert differences(whole, output) == []


def test_readme_counts_these_runs():
    files = SOURCE / "tests/python/resume/test_kills.py", SOURCE / "tests/python/test_promises.py"
    each, promises = (int(re.search(r'"SKERRY_KILLS", "(\d+)"', path.read_text())[1]) for path in files)
    assert f" in {each * len(KINDS) + promises} runs of every test run (more with `SKERRY_KILLS`)" in (
        SOURCE / "README.md").read_text()
