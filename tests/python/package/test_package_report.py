"""skerry report: what the page says, that it is whole and safe, and how it looks in a browser."""

import base64
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET

import h5py
import pytest
import skerry
from harness import run, SOURCE
from harness import skerry as program
from inside import inside
from skerry.files import SEAL_BYTES

PLUGINS = pathlib.Path(os.environ.get("SKERRY_PLUGINS", "build/release/tests/plugins"))
CHROMIUM = shutil.which("chromium")
VOID = {"meta", "img", "br"}
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")


class Page(html.parser.HTMLParser):
    """The elements of a page; each must be closed where it should."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.text = [], [], ""
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "title"):
            self.text += data

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def report(folder, *words, code=0):
    done = program("report", *words, cwd=folder)
    assert done.returncode == code, done.stderr
    return done


def page_of(folder, *words):
    done = inside("report", *words, "-o", "page.html", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "wrote page.html\n", "")
    return Page((folder / "page.html").read_text())


def pictures(page):
    """The SVG roots of the pictures, by their alternative texts."""
    kind = "data:image/svg+xml;base64,"
    assert all(image["src"].startswith(kind) for image in page.all("img"))
    return {image["alt"]: ET.fromstring(base64.b64decode(image["src"][len(kind):])) for image in page.all("img")}


def test_page_has_the_name_and_description_of_the_config(results, tmp_path):
    run(SOURCE / "configs/sliding/d4-k3-level4.yaml", tmp_path / "a.h5", "-s", "name=Rings <1>", "-s", "description=Of & for")
    page = page_of(tmp_path, "a.h5")
    assert page.text.startswith("Rings <1>") and "Of & for" in page.text and "a.h5" in page.text
    assert skerry.open(tmp_path / "a.h5").name == "Rings <1>"
    assert skerry.open(results["party"]).name == "party.h5"
    both = page_of(tmp_path, "a.h5", results["party"])
    assert "Rings <1> (a.h5)" in both.text and str(results["party"]) in both.text


@pytest.mark.parametrize("name", ["party", "front", "sliding", "eternity", "level", "grid"])
def test_page_of_a_result(results, tmp_path, name):
    page = page_of(tmp_path, results[name])
    opened = skerry.open(results[name])
    assert ("Pareto front" in page.text) == (name == "front")
    assert f"{opened.problem} by {opened.algorithm}" in page.text and str(opened.seed) in page.text
    assert "solutions verified" in page.text
    drawn = pictures(page)
    assert sum("Solution" in alternative for alternative in drawn) >= 1
    assert any("convergence" in alternative for alternative in drawn)
    assert opened.attributes["config"] in page.text


def test_page_says_that_islands_did_not_wait(results, tmp_path):
    said = "another run of this seed gives another result"
    run(SOURCE / "configs/eternity/4x4.yaml", tmp_path / "a.h5", "-s", "algorithm=ga", "-s", "run.islands=2",
        "-s", "run.epochs=1", "-s", "migration={policy: ring, mode: asynchronous, period_s: 0.01}", code=(0, 4))
    assert said in page_of(tmp_path, "a.h5").text and said not in page_of(tmp_path, results["eternity"]).text


def test_the_best_by_one_objective_are_no_front(tmp_path):
    run(SOURCE / "configs/party/front.yaml", tmp_path / "a.h5", "-s", "run.epochs=1", "-s", "moea.archive=best")
    assert not skerry.open(tmp_path / "a.h5").is_front
    assert "Pareto front" not in page_of(tmp_path, "a.h5").text.split("Config")[0]


def test_answer_of_a_proven_optimum(results, tmp_path):
    page = page_of(tmp_path, results["party"])
    assert ("price 6,750 coins, proven optimal. 32 of 32 solutions verified; that no solution is better, or none exists, "
            "was proven by the run alone.") in page.text
    page = page_of(tmp_path, results["sliding"])  # whose proof `verify` repeats
    assert "solutions verified." in page.text and "by the run alone" not in page.text
    run(SOURCE / "configs/eternity/10x10.yaml", tmp_path / "a.h5", "-s", "algorithm=ga", "-s", "run.islands=1",
        "-s", "run.epochs=1", "-s", "run.target=~")
    assert "solutions verified; its bound was not checked." in page_of(tmp_path, "a.h5").text


def test_needs_no_network_and_no_scripts(results, tmp_path):
    report(tmp_path, results["party"], results["sliding"], "-o", "page.html")
    text = (tmp_path / "page.html").read_text()
    page = Page(text)
    assert not page.all("script") and not page.all("link") and not page.all("iframe")
    assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes)
    for _, attributes in page.elements:
        for name in ("src", "href"):
            assert attributes.get(name, "#").startswith(("#", "data:image/svg+xml")), attributes
    assert "@import" not in text and "url(" not in text


def test_text_of_a_file_is_not_markup(results, tmp_path):
    """A config may hold anything."""
    path = tmp_path / "<b>&.h5"
    shutil.copy(results["party"], path)
    with h5py.File(path, "r+") as file:
        file.attrs["config"] = "# </pre><script>alert(1)</script>\n" + file.attrs["config"]
    page = page_of(tmp_path, path)
    assert not page.all("script") and not page.all("b")
    assert "</pre><script>alert(1)</script>" in page.text and "<b>&.h5" in page.text


def test_a_changed_file_is_not_called_verified(results, tmp_path):
    path = tmp_path / "changed.h5"
    shutil.copy(results["party"], path)
    with h5py.File(path, "r+") as file:
        genome = file["solutions/genome"][0]
        genome[1] = genome[0]  # a hero twice
        file["solutions/genome"][0] = genome
    page = page_of(tmp_path, path)
    assert any(attributes.get("class") == "bad" for attributes in page.all("span"))
    assert "32 of 32" not in page.text


def test_what_else_is_wrong_is_told(results, tmp_path):
    path = tmp_path / "changed.h5"
    shutil.copy(results["party"], path)
    with h5py.File(path, "r+") as file:
        file["improvements/island"][0] = 99
    page = page_of(tmp_path, path)
    assert "32 of 32 solutions verified; " in page.text
    assert "; improvements: WRONG row 0 is of island 99 of " in page.text
    assert any(attributes.get("class") == "bad" for attributes in page.all("span"))


def test_a_verdict_says_why(tmp_path):
    """Also of a file of which nothing but its digest, or an attribute, is wrong."""
    path = tmp_path / "a.h5"
    run(SOURCE / "configs/sliding/d4-k3-level4.yaml", path, "-q")
    path.write_bytes(path.read_bytes()[:-SEAL_BYTES])
    page = page_of(tmp_path, path)
    assert "solutions verified; its run is finished, but it has no digest (expected: " in page.text
    assert "still running" not in page.text
    with h5py.File(path, "r+") as file:
        file.attrs["started"] = "long ago"
    page = page_of(tmp_path, path)
    assert "solutions verified; contents: WRONG the attribute started is 'long ago' (expected: " in page.text
    assert "no digest" not in page.text


def test_a_name_is_no_option(tmp_path):
    run(SOURCE / "configs/sliding/d4-k3-level4.yaml", tmp_path / "-a.h5", "-q")
    page = page_of(tmp_path, "./-a.h5")
    assert re.search(r"(\d+) of \1 solutions verified\.", page.text) and "unknown option" not in page.text


def test_results_of_plugins_are_not_called_wrong(tmp_path):
    (tmp_path / "a.yaml").write_text("problem: onemax\nalgorithm: random\nrun: {islands: 1, epochs: 1}\n")
    run(tmp_path / "a.yaml", tmp_path / "a.h5", "-q", "--plugin", PLUGINS / "libonemax.so")
    page = page_of(tmp_path, "a.h5")
    assert "not verified: its plugin was not loaded (skerry verify --plugin loads it, if you trust it)." in page.text
    assert not any(attributes.get("class") in ("good", "bad") for _, attributes in page.elements)


def test_code_of_a_puzzle_is_run_with_consent_alone(tmp_path):
    run(SOURCE / "configs/python/salesman.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=2")
    page = page_of(tmp_path, "a.h5")
    assert page.text.count("not verified: the puzzle's own code, which the file contains, was not run "
                           "(skerry report --run-python runs it, if you trust it).") == 2
    assert "solutions verified" not in page.text
    assert not any(attributes.get("class") in ("good", "bad") for _, attributes in page.elements)
    page = page_of(tmp_path, "a.h5", "--run-python")
    assert re.search(r"(\d+) of \1 solutions verified\.", page.text) and "not verified" not in page.text
    assert [attributes.get("class") for attributes in page.all("span")] == ["good"]


def test_wrong_puzzles_are_told_with_consent(tmp_path):
    run(SOURCE / "configs/python/salesman.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=2")
    with h5py.File(tmp_path / "a.h5", "r+") as file:
        file["solutions/objectives"][0, 0] -= 1
        file["solutions/fitness"][0] -= 1
    assert [attributes.get("class") for attributes in page_of(tmp_path, "a.h5").all("span")] == ["soft"]
    page = page_of(tmp_path, "a.h5", "--run-python")
    assert [attributes.get("class") for attributes in page.all("span")] == ["bad"]


def test_what_the_font_of_plots_lacks_is_one_line(tmp_path):
    (tmp_path / "own.py").write_text("import skerry\nclass Own:\n    objectives = 'a\U0001f4a5'\n"
                                     "    gene = skerry.bits(8)\n"
                                     "    def evaluate(self, genomes): return genomes.sum(axis=1)\n")
    (tmp_path / "own.yaml").write_text("problem: python\npython: {file: own.py}\nalgorithm: random\n"
                                       "run: {islands: 1, epochs: 1}\n")
    run(tmp_path / "own.yaml", tmp_path / "own.h5", "-q")
    for words in (["report", "own.h5"], ["plot", "convergence", "own.h5", "-o", "own.png"]):
        done = program(*words, cwd=tmp_path)
        assert done.returncode == 0 and re.fullmatch(r"skerry: Glyph 128165 .*\n", done.stderr), done.stderr


def test_infeasible(tmp_path):
    run(SOURCE / "configs/party/type2.yaml", tmp_path / "none.h5", "-s", "party.synergy.min=1", "-s", "run.epochs=1",
        "-s", "party.requirements=[{mean: level, min: 75}, {mean: level, max: 74}]", code=3)
    page = page_of(tmp_path, "none.h5")
    assert "proven infeasible: no solution exists" in page.text
    reason, = set(skerry.open(tmp_path / "none.h5").replicas.reason.values)
    assert reason and f"{reason}." in page.text
    assert any(words in page.text for words in ("at least 75", "at most 74", "at least 1"))  # of the nearest
    assert " to inf" not in page.text and "-inf to " not in page.text
    assert "--infeasible0" in page.text  # best, bound and what is proven of the replica, after 0 generations


def test_work_is_that_of_show(tmp_path):
    """Also of several replicas, which may run side by side."""
    run(SOURCE / "configs/eternity/4x4.yaml", tmp_path / "a.h5", "-s", "algorithm=random", "-s", "run.epochs=2",
        "-s", "run.replicas=2", "-s", "run.islands=2", ranks=2)
    shown = json.loads(program("show", "--json", tmp_path / "a.h5").stdout)
    assert (f"{shown['generations']:,} generations, {shown['evaluations']:,} evaluations, {shown['elapsed_s']:.3g} s "
            "on 2 ranks") in page_of(tmp_path, "a.h5").text


def test_running_file(results, player, tmp_path):
    playing = player(tmp_path / "run.h5", 400, 20_000)
    try:
        while not (tmp_path / "run.h5").exists():
            assert playing.poll() is None
        report(tmp_path, "run.h5")
        assert "running" in Page((tmp_path / "run.html").read_text()).text
    finally:
        playing.kill()
        playing.wait()


def test_several_results_are_compared(results, tmp_path):
    paths = []
    for seed in (1, 2):
        paths.append(tmp_path / f"seed-{seed}.h5")
        run(SOURCE / "configs/sliding/d4-k3-level4.yaml", paths[-1], "-s", f"run.seed={seed}", "-s", "run.epochs=1",
            code=(0, 4))
    page = page_of(tmp_path, *paths, results["party"])
    assert "All runs" in page.text
    targets = {attributes["id"] for _, attributes in page.elements if "id" in attributes}
    assert {link["href"][1:] for link in page.all("a")} <= targets and len(page.all("a")) == 3
    assert "No common curves" in page.text  # of two problems
    page = page_of(tmp_path, *paths)
    assert any("of all runs" in alternative for alternative in pictures(page))


@pytest.mark.parametrize("words, message", [
    (["absent.h5"], "absent.h5: no such file"),
    ([SOURCE / "README.md"], "not a result of skerry"),
    (["party", "-o", "absent/page.html"], "absent/page.html: "),
    (["party", "-n", "-1"], "--solutions -1: expected 0 or more"),
])
def test_errors_are_one_line(results, tmp_path, words, message):
    done = report(tmp_path, *(results.get(word, word) for word in words), code=2)
    assert message in done.stderr and done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_file_that_lacks_something_is_one_line(results, tmp_path):
    shutil.copy(results["party"], tmp_path / "broken.h5")
    with h5py.File(tmp_path / "broken.h5", "r+") as file:
        del file["replicas"]["best"]
    done = report(tmp_path, "broken.h5", code=2)
    assert done.stderr.startswith("skerry: broken.h5: damaged") and done.stderr.count("\n") == 1


# ---- in a browser ----

def browser(folder, *words):
    return subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                           f"--user-data-dir={folder}/profile", "--enable-logging=stderr", *words],
                          capture_output=True, text=True, timeout=120, check=True)


@pytest.fixture(scope="module", name="shown")
def folder_with_a_page(results, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shown")
    report(folder, results["party"], results["level"], "-o", "page.html")
    return folder


@needs_chromium
@pytest.mark.parametrize("width", [1280, 390])
def test_fits_the_screen(shown, tmp_path, width):
    """No part is wider than the page, every picture is drawn, the console is empty; measured by a page around it."""
    measure = """<iframe id="i" src="file://%s/page.html" style="border:0;width:%dpx;height:4000px"></iframe><p id="p"></p>
        <script>
        i.onload = () => { const d = i.contentDocument; p.textContent = "<" + JSON.stringify({
            width: d.documentElement.scrollWidth,
            pictures: [...d.images].map(x => [x.complete && x.naturalWidth, x.clientWidth])}) + ">"; }</script>"""
    (tmp_path / "measure.html").write_text(measure % (shown, width))
    done = browser(tmp_path, "--allow-file-access-from-files", "--virtual-time-budget=10000", "--dump-dom",
                   f"file://{tmp_path}/measure.html")
    found = json.loads(html.unescape(re.search(r'<p id="p">&lt;(.*)&gt;</p>', done.stdout).group(1)))
    assert found["width"] <= width
    assert found["pictures"] and all(real > 0 and 0 < shown <= width for real, shown in found["pictures"])
    assert "CONSOLE" not in done.stderr


@needs_chromium
@pytest.mark.parametrize("width", [1280, 390])
def test_screenshot(shown, tmp_path, width):
    browser(tmp_path, f"--screenshot={tmp_path}/page.png", f"--window-size={width},2000", f"file://{shown}/page.html")
    from matplotlib.image import imread

    shot = imread(tmp_path / "page.png")
    assert shot.shape[:2] == (2000, width)
    assert shot[:, :, :3].min() < 0.3 and shot[:, :, :3].std() > 0.02  # not blank
