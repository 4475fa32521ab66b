"""The version stands in CHANGELOG.md; what cannot read it there agrees with it."""

import re
import subprocess

import skerry as package
import yaml
from harness import SOURCE, skerry

NEWEST = re.search(r"^## (\d+\.\d+\.\d+)", (SOURCE / "CHANGELOG.md").read_text(), re.MULTILINE)[1]


def test_the_program():
    assert re.fullmatch(rf"skerry {re.escape(NEWEST)} \(.+\)\n", skerry("--version").stdout)


def test_the_python_package():
    assert package.__version__ == NEWEST


def test_the_citation():
    citation = yaml.safe_load((SOURCE / "CITATION.cff").read_text())
    assert citation["version"] == NEWEST
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    for reference in citation["references"]:
        assert {"title", "authors", "year", "doi"} <= set(reference)


def test_recipes_of_packages():
    names = [path.name for path in (SOURCE / "slurm/packages/easybuild").glob("skerry-*.eb")]
    assert names and all(name.startswith(f"skerry-{NEWEST}-") for name in names)


def test_a_tag_agrees():
    done = subprocess.run(["git", "-C", SOURCE, "tag", "--points-at", "HEAD", "v*"], text=True,
                          capture_output=True, check=False)
    assert done.stdout.split() in ([], [f"v{NEWEST}"])
