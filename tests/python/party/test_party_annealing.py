"""Challenges whose parties are far from what construction and its repairs reach."""

import json

import pytest
from harness import SOURCE, run, script_module, skerry


def drawn(number):
    return script_module(SOURCE / "scripts/quality/party_draw.py").challenge(number)[1]


@pytest.mark.parametrize("seed", [1, 2])
def test_annealing_finds_a_party_where_repairs_fail(tmp_path, seed):
    """Levels of 82 in the mean with gear of 4.5: no party in 20 s without it (results/party/experiments.md)."""
    (tmp_path / "c.yaml").write_text(json.dumps(drawn(103)), encoding="utf-8")
    settings = ["algorithm=ga", "run.islands=1", "run.epochs=1", "run.sub_generations=2", "run.proof_s=0",
                f"run.seed={seed}"]
    run(tmp_path / "c.yaml", tmp_path / "r.h5", *(word for setting in settings for word in ("-s", setting)))
    answer = json.loads(skerry("show", "--json", tmp_path / "r.h5").stdout)
    assert answer["best"] is not None and answer["solutions"][0]["island"] == 0
    assert not skerry("verify", tmp_path / "r.h5").returncode
