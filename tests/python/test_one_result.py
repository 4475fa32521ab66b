"""scripts/quality/one-result: runs with settings drawn at random have one result."""

import os
import subprocess
import sys

import pytest
from harness import SKERRY, SOURCE, run, script_module

SCRIPT = SOURCE / "scripts/quality/one-result"
CONFIG = SOURCE / "configs/sliding/d3-k1-level1.yaml"


def test_ranks_checkpoints_and_interruptions_do_not_matter():
    done = subprocess.run([sys.executable, SCRIPT, "--n", "4", "--seed", "2", "--only", "eternity ga", "party exact",
                           "python moea"], env={**os.environ, "SKERRY": SKERRY}, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(": one result\n") == 4, done.stdout


def test_another_result_is_wrong(tmp_path):
    tool = script_module(SCRIPT)
    for seed in 1, 2:
        run(CONFIG, tmp_path / f"{seed}.h5", "-s", f"run.seed={seed}", "-s", "run.islands=2")
    tool.compare(tmp_path / "1.h5", tmp_path / "1.h5", 0, 0, "")
    with pytest.raises(tool.Wrong, match="on 2 ranks: another result: "):
        tool.compare(tmp_path / "1.h5", tmp_path / "2.h5", 0, 0, "on 2 ranks")
    with pytest.raises(tool.Wrong, match="on 2 ranks: exit code 4 instead of 0"):
        tool.compare(tmp_path / "1.h5", tmp_path / "1.h5", 0, 4, "on 2 ranks")
