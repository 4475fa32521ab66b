"""The wheel of the Python package has all of it, and its commands run from it."""

import os
import shutil
import subprocess
import sys
import zipfile

import pytest
from harness import SOURCE

pytest.importorskip("pip")
pytest.importorskip("wheel")


def test_wheel(tmp_path):
    # A copy: setuptools leaves files beside its sources.
    shutil.copytree(SOURCE / "scripts/python", tmp_path / "source",
                    ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
                    "--no-index", "--wheel-dir", tmp_path, tmp_path / "source"], check=True)
    wheel, = tmp_path.glob("skerry-*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path / "site")
        names = {name for name in file.namelist() if ".dist-info/" not in name}
    tracked = subprocess.run(["git", "-C", SOURCE / "scripts/python", "ls-files", "skerry"], text=True,
                             capture_output=True, check=False)
    if tracked.returncode == 0:
        assert names == set(tracked.stdout.split())
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run([sys.executable, "-m", "skerry", "watch", "--help"], cwd=tmp_path, env=environment,
                          text=True, capture_output=True, check=True)
    assert "--serve" in done.stdout
