"""Each notebook of scripts/notebooks is executed, some with fewer runs: no cell fails, figures come out, and
their numbers are counted again here."""

import json
import re

import numpy as np
import pytest
from harness import SKERRY, SOURCE

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

NOTEBOOKS = SOURCE / "scripts/notebooks"


@pytest.fixture(autouse=True)
def own_environment(tmp_path, monkeypatch):
    """The kernel's files stay in the test's folder; it finds this program and this package."""
    for name in ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "MPLCONFIGDIR", "TMPDIR"):
        folder = tmp_path / name.lower()
        folder.mkdir()
        monkeypatch.setenv(name, str(folder))
    monkeypatch.delenv("MPLBACKEND", raising=False)
    monkeypatch.setenv("SKERRY", SKERRY)
    monkeypatch.setenv("PYTHONPATH", str(SOURCE / "scripts/python"))


def read(name):
    return nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)


def execute(name, probe, **parameters):
    """Outputs of each cell by its id, and the value of an expression at the end. The parameters replace those
    of the cell that is tagged so."""
    book = read(name)
    for cell in book.cells:
        if "parameters" in cell.metadata.get("tags", []):
            assert all(re.search(rf"^{key} = ", cell.source, re.MULTILINE) for key in parameters)
            cell.source = "\n".join(f"{key} = {value!r}" for key, value in parameters.items())
    book.cells.append(nbformat.v4.new_code_cell(
        f"import json\nprint(json.dumps({probe}, default=float))", id="probe"))
    nbclient.NotebookClient(book, timeout=1200, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    outputs = {cell.id: cell.outputs for cell in book.cells if cell.cell_type == "code"}
    return outputs, json.loads(printed(outputs, "probe"))


def pictures(outputs, cell, kind):
    return [output.data[kind] for output in outputs[cell] if kind in output.get("data", {})]


def printed(outputs, cell):
    return "".join(output.text for output in outputs[cell] if output.get("name") == "stdout")


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_it_is_stored_without_outputs(path):
    book = json.loads(path.read_text())
    nbformat.validate(book)
    cells = book["cells"]
    assert f"jupyter notebook scripts/notebooks/{path.name}" in "".join(cells[0]["source"])
    assert all(cell["outputs"] == [] and cell["execution_count"] is None
               for cell in cells if cell["cell_type"] == "code")
    assert max(len(cell["source"]) for cell in cells) <= 20
    assert max(len(line.rstrip("\n")) for cell in cells for line in cell["source"]) <= 120
    assert f"\ndef test_{path.stem.replace('-', '_')}()" in SOURCE.joinpath(
        "tests/python/notebooks/test_notebooks.py").read_text()


def test_first_look():
    probe = "[result.solutions.fitness[0], result.replicas.bound[0], result.generations]"
    outputs, (best, bound, generations) = execute("first-look", probe)
    assert (best, bound, generations) == (6750, 6750, 30)
    svg, = pictures(outputs, "drawing", "image/svg+xml")
    prices = re.findall(r'class="price"[^>]*>price (\d+)<', svg)
    assert len(prices) == 10 and sum(map(int, prices)) == best
    assert len(pictures(outputs, "xarray", "image/png")) == len(pictures(outputs, "plots", "image/png")) == 1
    verdict = r"(\d+) of (\d+) solutions verified; that no solution is better"
    found, total = re.match(verdict, printed(outputs, "verified")).groups()
    assert found == total and int(found) > 0
    assert "price is 6750, recorded as 6750" in printed(outputs, "verified")


def test_compare_two_settings():
    probe = """{
        "table": {name: rows.best.tolist() for name, rows in table.groupby("migration.policy")},
        "comparison": comparison.loc[0, ["n_a", "n_b", "median_a", "median_b", "p", "a12"]].tolist(),
        "histories": {name: [[h.evaluations.tolist(), h.best.tolist(), h.end] for h in group]
                      for name, group in runs.items()},
        "ert": {name: frame[["target", "ert"]].values.tolist() for name, frame in ert.items()}}"""
    outputs, found = execute("compare-two-settings", probe, RUNS=4)
    a, b = found["table"]["similarity"], found["table"]["ring"]
    wins = np.mean([(x < y) + (x == y) / 2 for x in a for y in b])
    *counts, p, a12 = found["comparison"]
    assert counts == [4, 4, np.median(a), np.median(b)] and 0 < p <= 1 and a12 == pytest.approx(wins)
    for name, rows in found["ert"].items():
        assert len(found["histories"][name]) == 4
        assert rows == [[target, pytest.approx(ert_of(found["histories"][name], target))]
                        for target in (20000, 12000, 10000, 9000)]
    for cell in ("convergence", "targets"):
        assert len(pictures(outputs, cell, "image/png")) == 1
    for cell in ("table", "describe", "ert", "comparison"):
        assert len(pictures(outputs, cell, "text/html")) == 1


def ert_of(histories, target):
    """Evaluations of all runs until they hit the target or end, for each success."""
    spent, hits = 0, 0
    for evaluations, best, end in histories:
        at = [n for n, price in zip(evaluations, best) if price <= target]
        spent, hits = spent + (at[0] if at else end), hits + bool(at)
    return spent / hits if hits else np.inf


def test_party_fig5():
    probe = """{
        "optima": optima, "ratio": summary["diversity", "ratio"].tolist(),
        "gaps": {name: summary["gap (%)", name].tolist() for name in ALGORITHMS},
        "best": {name: [results[kind, name].curves.best.values.tolist() for kind in CHALLENGES]
                 for name in ALGORITHMS},
        "lines": [[line.get_ydata()[-1] for line in panel.lines] for panel in axes[0]]}"""
    outputs, found = execute("party-fig5", probe, RUNS=3)
    optima = [38100, 6750, 46500]  # results/party/table1.md
    assert list(found["optima"].values()) == optima
    for at, name in enumerate(("vanilla", "multi-island")):
        for kind, optimum in enumerate(optima):
            final = np.array(found["best"][name][kind]).min(axis=(1, 2))
            assert final.shape == (3,)
            assert found["gaps"][name][kind] == pytest.approx(100 * (np.median(final) / optimum - 1))
            assert found["lines"][kind][2 * at:2 * at + 2] == [final.min(), np.median(final)]
            assert found["lines"][kind][-1] == optimum
    assert min(found["ratio"]) > 1  # over 50 runs: 2.9, 2.9 and 1.8
    assert len(pictures(outputs, "figure", "image/png")) == 1


def test_follow_a_run():
    probe = """{"looks": looks, "best": result.curves.best.values[0].tolist(),
        "evaluations": result.curves.evaluations.values[0].tolist(),
        "elapsed": result.curves.elapsed.values[0].tolist(), "status": result.status}"""
    outputs, found = execute("follow-a-run", probe, POLLS=3)
    best, evaluations, elapsed = (np.array(found[name]) for name in ("best", "evaluations", "elapsed"))
    evaluations, last, longest = evaluations.sum(axis=1), 0, 3
    assert found["status"] == "stopped" and len(found["looks"]) == 3
    for generation, score, rate, left in found["looks"]:
        assert last <= generation < len(elapsed)
        assert score == best[:generation + 1].max()
        if generation:
            assert rate == pytest.approx((evaluations[generation] - evaluations[0]) /
                                         (elapsed[generation] - elapsed[0]))
        assert 0 <= left <= longest  # of the limit of 3 s
        last, longest = generation, left
    assert len(pictures(outputs, "follow", "image/png")) == 1  # the last look's
    assert re.search(r"score \d+ after generation .* evaluations/s, 0:0\d left", printed(outputs, "follow"))
    assert f"stopped, time limit, {evaluations[-1]:,} evaluations" in printed(outputs, "end")


def test_archive_of_levels():
    probe = """{"cells": solutions.cell.values.tolist(), "fitness": solutions.fitness.values.tolist(),
        "text": solutions.text.values.tolist(), "image": axes.images[0].get_array().filled(0).T.tolist()}"""
    outputs, found = execute("archive-of-levels", probe, EPOCHS=2)
    expected = np.zeros((20, 20))
    for cell, fitness in zip(found["cells"], found["fitness"]):
        assert expected[tuple(cell)] == 0 and fitness < 0
        expected[tuple(cell)] = fitness
    np.testing.assert_array_equal(found["image"], expected)
    filled = len(found["cells"])
    assert filled > 40 and printed(outputs, "run") == f"{filled} of 400 cells filled\n"
    assert len(pictures(outputs, "archive", "image/png")) == 1
    level, = pictures(outputs, "level", "image/svg+xml")
    wall, = pictures(outputs, "wall", "image/svg+xml")
    # The game's first tile is the wall of stones.
    assert level.count('href="#tile0"') == found["text"][0].count("w")
    assert wall.count('href="#tile0"') == sum(text.count("w") for text in found["text"])
