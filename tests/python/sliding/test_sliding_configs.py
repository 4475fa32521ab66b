"""Shipped sliding configs load, run and verify; the generator writes the same large ones
again; mistakes are refused with one clear line."""

import json
import subprocess
import sys

import harness
import pytest
from harness import SOURCE

SLIDING = SOURCE / "configs/sliding"
CONFIGS = sorted(SLIDING.rglob("*.yaml"))

GOOD = """problem: sliding
sliding:
  d: 3
  k: 2
  l: 4
  start: [6, 1, 4, 5]
  target: [4, 1, 5, 6]
algorithm: ga
run: {epochs: 1}
"""

# kind: what to replace, by what, and the line after "config.yaml:"
BAD = {
    "vertex out of range": ("[6, 1, 4, 5]", "[6, 1, 4, 8]",
                            "6: sliding.start[3]: no vertex 8 (expected: 0 to 7, since d is 3)"),
    "vertex of no cube": ("[4, 1, 5, 6]", "[4, 1, 128, 6]",
                          "7: sliding.target[2]: '128' is out of range (expected: "
                          "whole number in 0..127)"),
    "negative vertex": ("[6, 1, 4, 5]", "[-1, 1, 4, 5]",
                        "6: sliding.start[0]: '-1' is out of range (expected: "
                        "whole number in 0..127)"),
    "repeated vertex": ("[4, 1, 5, 6]", "[4, 1, 5, 4]",
                        "7: sliding.target[3]: vertex 4 holds ring 0 already (expected: "
                        "one ring a vertex)"),
    "l that does not fit": ("l: 4", "l: 5",
                            "5: sliding.l: 5 uncoloured vertices (expected: 4, since 4 "
                            "rings stand on 8 vertices)"),
    "k above d": ("k: 2", "k: 4",
                  "4: sliding.k: a face of dimension 4 (expected: at most d, 3)"),
    "k of zero": ("k: 2", "k: 0",
                  "4: sliding.k: '0' is out of range (expected: whole number in 1..7)"),
    "fewer targets": ("[4, 1, 5, 6]", "[4, 1, 5]",
                      "7: sliding.target: 3 rings (expected: 4, as many as in start)"),
    "no free vertex": ("[6, 1, 4, 5]\n  target: [4, 1, 5, 6]",
                       "[0, 1, 2, 3, 4, 5, 6, 7]\n  target: [1, 0, 2, 3, 4, 5, 6, 7]",
                       "6: sliding.start: 8 rings on 8 vertices (expected: at least one free)"),
    "no target": ("  target: [4, 1, 5, 6]\n", "", "2: sliding.target: missing (expected: "),
}


def run(config, tmp_path, *words, code=0):
    file = tmp_path / "sliding.h5"
    done = harness.run(config, file, "--quiet", "--json", *words, code=code)
    return json.loads(done.stdout), file


@pytest.mark.parametrize("kind", BAD)
def test_bad_config_gives_one_line(kind, tmp_path):
    old, new, line = BAD[kind]
    assert old in GOOD
    (tmp_path / "config.yaml").write_text(GOOD.replace(old, new, 1))
    done = harness.skerry("check", "config.yaml", cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("skerry: config.yaml:" + line), done.stderr


@pytest.mark.parametrize("config", CONFIGS, ids=lambda path: path.stem)
def test_config_loads(config):
    assert len(CONFIGS) == 37 + 20
    assert config.read_text().startswith("# ")
    done = harness.skerry("check", config)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name, moves", [("d3-k1-level2", 10), ("d4-k3-level4", 11),
                                         ("d5-k4-level0", 13)])
def test_run_reaches_the_optimum_and_verifies(name, moves, tmp_path):
    result, file = run(SLIDING / f"{name}.yaml", tmp_path)
    assert result["status"] == "finished"
    assert result["best"] == moves and result["optimal"]
    done = harness.skerry("verify", file)
    assert done.returncode == 0 and "WRONG" not in done.stdout
    lines = result["solutions"][0]["text"].splitlines()
    assert lines[1].startswith("start ") and lines[2].startswith("target ")
    assert len(lines) == 3 + moves


@pytest.mark.parametrize("name", ["random-05-d6-k4-r8", "walk-04-d6-k4-r9"])
def test_large_run_verifies(name, tmp_path):
    result, file = run(SLIDING / f"large/{name}.yaml", tmp_path, "-s", "run.islands=2",
                       "-s", "run.epochs=1", "-s", "ga.population=4", "-s", "ga.offspring=4")
    assert result["best"] >= result["bound"]
    done = harness.skerry("verify", file)
    assert done.returncode == 0 and "WRONG" not in done.stdout


def test_unreachable_target_is_proven(tmp_path):
    result, _ = run(SLIDING / "unreachable/d3-k2-level3.yaml", tmp_path, code=3)
    assert result["infeasible"] and result["best"] is None and not result["solutions"]
    assert result["reason"].startswith("all ")
    assert "placements that can be reached from the" in result["reason"]


def test_stuck_start_is_proven(tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text(GOOD.replace("[6, 1, 4, 5]", "[0, 3, 5, 6]"))
    result, _ = run(config, tmp_path, code=3)
    assert result["infeasible"]
    assert result["reason"] == ("no ring can move from the start, and the target is "
                                "elsewhere")


def test_generator_writes_the_shipped_files(tmp_path):
    subprocess.run([sys.executable, SOURCE / "scripts/sliding-instances", tmp_path],
                   check=True)
    shipped = sorted((SLIDING / "large").iterdir())
    made = sorted(tmp_path.iterdir())
    assert [path.name for path in made] == [path.name for path in shipped]
    for one, other in zip(made, shipped):
        assert one.read_text() == other.read_text()
