"""The examples of the package's README are run as they stand."""

import os
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest
import synthetic
from harness import SKERRY, SOURCE

README = (SOURCE / "scripts/python/README.md").read_text()


@pytest.fixture
def folder(results, tmp_path):
    """What the examples read."""
    rng = np.random.default_rng(1)
    for name in ("runs", "a", "b", "front"):
        (tmp_path / name).mkdir()
    for i in range(6):
        for name in ("runs", "a", "b"):
            synthetic.write(tmp_path / name / f"{i}.h5", *synthetic.random_run(rng), seed=i, bound=900,
                            mutation=0.1 * (1 + i % 2))
    shutil.copyfile(tmp_path / "runs/0.h5", tmp_path / "sweep.h5")
    shutil.copyfile(results["party"], tmp_path / "type2.h5")
    for name in ("1", "2"):
        shutil.copyfile(results["front"], tmp_path / f"front/{name}.h5")
    for name, source in (("path", "sliding"), ("zelda-grid", "grid"), ("board", "eternity")):
        shutil.copyfile(results[source], tmp_path / f"{name}.h5")
    for name in ("salesman.yaml", "salesman.py"):
        shutil.copyfile(SOURCE / "configs/python" / name, tmp_path / name)
    return tmp_path


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_python_examples(folder):
    code = "import skerry\n" + "\n".join(blocks("python"))
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONPATH": str(SOURCE / "scripts/python")}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, text=True, capture_output=True,
                          check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert (folder / "runs-ioh").is_dir()


def test_shell_examples(folder):
    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("skerry ")]
    assert len(lines) == 11
    for line in lines:
        done = subprocess.run(["bash", "-c", line.replace("skerry", SKERRY, 1)], cwd=folder, text=True,
                              capture_output=True, check=False)
        assert done.returncode == 0, (line, done.stderr)
    for name in ("runs.csv", "convergence.svg", "runs-ioh", "type2.svg", "path.gif", "zelda-grid-archive.svg"):
        assert (folder / name).exists()
