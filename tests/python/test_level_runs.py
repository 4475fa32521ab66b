"""Levels on the islands: the shipped configs, shortened."""

import json

import pytest
from harness import SOURCE, differences, run, skerry

LEVEL = SOURCE / "configs/level"
SHORT = ["-s", "run.epochs=2"]


def shown(path):
    return json.loads(skerry("show", path, "--json").stdout)


@pytest.mark.parametrize("config", ["zelda", "zelda-grid"])
def test_same_levels_on_any_number_of_ranks(tmp_path, config):
    run(LEVEL / f"{config}.yaml", tmp_path / "alone.h5", *SHORT)
    run(LEVEL / f"{config}.yaml", tmp_path / "two.h5", *SHORT, ranks=2)
    assert differences(tmp_path / "alone.h5", tmp_path / "two.h5") == []
    done = skerry("verify", tmp_path / "alone.h5")
    assert done.returncode == 0, done.stdout[-2000:]


def test_recorded_levels_are_playable(tmp_path):
    run(LEVEL / "zelda.yaml", tmp_path / "ga.h5", *SHORT)
    texts = [s["text"] for s in shown(tmp_path / "ga.h5")["solutions"]]
    (tmp_path / "levels.txt").write_text("\n".join(texts))
    done = skerry("check-level", tmp_path / "levels.txt", "--game", "zelda", "--json")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == len(texts)


@pytest.mark.parametrize("key, words", [
    ("level.fitness=[{measure: path, from: A}]", "level.fitness[0].to: missing"),
    ("level.fitness=[{measure: kl, tiles: w}]", "has no use for it"),
    ("level.fitness=[{measure: cells, tiles: x}]", "no tile 'x'"),
    ("level.fitness=[]", "level.fitness"),
    ("level.descriptors=[{measure: kl, low: 2, high: 1}]", "high 1 is not above low 2"),
    ("level.game=levels/zelda.txt", "levels/zelda.txt"),
    ("level.corpus=games/zelda.yaml", "games/zelda.yaml:1: column 1: 's' is no tile"),
])
def test_bad_keys_are_refused(key, words):
    done = skerry("check", LEVEL / "zelda.yaml", "-s", key)
    assert done.returncode == 2 and words in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1
