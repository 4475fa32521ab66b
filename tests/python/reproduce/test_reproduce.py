"""scripts/reproduce: a quick version of every figure, and the stamps that say which figures are
older than what they depend on."""

import dataclasses
import itertools
import os
import shutil
import subprocess
import sys

import pytest
from harness import MPI, SKERRY, SOURCE

SCRIPTS = SOURCE / "scripts/reproductions"
os.environ.setdefault("SKERRY_SOURCE", str(SOURCE))
os.environ.setdefault("SKERRY", SKERRY)
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "figures")]
import sources  # noqa: E402  (the path comes first)
import stamps  # noqa: E402
from catalogue import FIGURES, Figure  # noqa: E402

# Named after the number of evaluations, which a quick look reduces.
OTHER_NAMES = {"eternity-table2", "eternity-table2-450"}
# Draws from a GAN trained on levels that are not part of the project (--levels).
NEEDS_LEVELS = {"level-pacman-grid"}
NEEDS_ORTOOLS = {"party-cpsat"}


def reproduce(*words):
    env = {**os.environ, **MPI, "SKERRY": SKERRY, "SKERRY_SOURCE": str(SOURCE)}
    return subprocess.run([sys.executable, SCRIPTS / "main.py", *words], env=env, text=True,
                          capture_output=True, check=False)


# Figures of one problem share runs, so they are made by one command. One that may lack a program stands alone.
GROUPS = {problem: [name for name, figure in FIGURES.items()
                    if figure.problem == problem and name not in NEEDS_ORTOOLS]
          for problem in sorted({figure.problem for figure in FIGURES.values()})}


@pytest.mark.parametrize("names", [*GROUPS.values(), *([name] for name in sorted(NEEDS_ORTOOLS))],
                         ids=[*GROUPS, *sorted(NEEDS_ORTOOLS)])
def test_every_figure_has_a_quick_version(names):
    outputs = {name: [SOURCE / "build/reproduced" / path for path in FIGURES[name].outputs] for name in names}
    for path in itertools.chain(*outputs.values()):
        path.unlink(missing_ok=True)
    done = reproduce(*names, "--quick")
    if names[0] in NEEDS_ORTOOLS and done.returncode == 2:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    for name in names:
        assert f"== {name}\n" in done.stdout
        if name not in OTHER_NAMES | NEEDS_LEVELS:
            assert all(path.stat().st_size > 0 for path in outputs[name]), name


def test_what_a_figure_lacks_is_said_and_the_next_is_made(monkeypatch):
    monkeypatch.setenv("SKERRY_SOLVER_PYTHON", "false")
    done = reproduce("party-cpsat", "pictures", "--quick")
    assert done.returncode == 2 and done.stdout.endswith("== pictures\n")
    assert done.stderr == ("party-cpsat: false has no ortools (expected: pip install ortools, into the Python that "
                           "SKERRY_SOLVER_PYTHON names)\n")


def test_a_quick_version_leaves_the_results_alone():
    before = {path: path.stat().st_mtime_ns for path in (SOURCE / "results").rglob("*")}
    assert reproduce("party-fig4", "--quick").returncode == 0
    assert before == {path: path.stat().st_mtime_ns for path in (SOURCE / "results").rglob("*")}


@pytest.mark.parametrize("words, message", [
    (["no-such-figure"], "no figure no-such-figure"), ([], "nothing to do"),
    (["--quick"], "nothing to do"), (["party-fig4", "--runs", "many"], "--runs")])
def test_what_cannot_be_meant_is_refused(words, message):
    done = reproduce(*words)
    assert done.returncode == 2
    assert message in done.stderr and "Traceback" not in done.stderr


def test_all_that_the_catalogue_names_is_there():
    for name, figure in FIGURES.items():
        for patterns in (figure.code, figure.configs, figure.scripts):
            assert sources.files_of(patterns), name
        assert figure.make.__doc__, name


@pytest.mark.parametrize("one, other, same", [
    ("int a; /* why */", "int  a;\n// because\n", True),
    ("int a;", "int b;", False),
    ('char *s = "/* no comment */";', 'char *s = "/* another */";', False),
    ("char c = '\"'; /* x */ int a;", "char c = '\"'; int a;", True),
    ("char c = '\"'; int a; /* \" */", "char c = '\"'; int b; /* \" */", False),
    ("a / b // c\n/ d", "a / b / d", True)])
def test_comments_and_layout_of_c_do_not_count(one, other, same):
    assert (sources.plain_c(one) == sources.plain_c(other)) is same


def test_docstrings_of_python_do_not_count():
    one = 'def f(a):\n    """What."""\n    # why\n    return a + 1\n'
    other = 'def f(a):\n    """Otherwise."""\n    return (a +\n            1)\n'
    assert sources.plain_python(one) == sources.plain_python(other)
    assert sources.plain_python(one) != sources.plain_python(one.replace("1", "2"))


@pytest.fixture(name="tree")
def small_tree(tmp_path):
    """A project of a few C files, some of them covered by digests of results, a config and these digests."""
    for path, text in {"islands/p/a.c": '#include "b.h"\nint a;\n', "islands/p/b.h": "int b(void);\n",
                       "islands/p/b.c": '#include "b.h"\n#include "run.h"\n#include "l.h"\nint b(void);\n',
                       "src/engine/run.h": "int run;\n", "islands/p/load/l.h": "int l;\n", "configs/p.yaml": "seed: 1\n",
                       "tests/golden/results.json": '{"party/x": "1", "sliding/x": "2"}'}.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("path, text, changes", [
    ("islands/p/a.c", '#include "b.h"\nint a; /* a */\n', False),
    ("islands/p/a.c", '#include "b.h"\nint c;\n', True),
    ("islands/p/b.c", "int other;\n", True),  # behind a header
    # Results have digests of their own.
    ("src/engine/run.h", "int other;\n", False),
    ("islands/p/load/l.h", "int other;\n", False)])
def test_code_counts_with_all_that_it_includes(tree, path, text, changes):
    before = sources.digest(["islands/p/a.c"], tree)
    (tree / path).write_text(text, encoding="utf-8")
    assert (sources.digest(["islands/p/a.c"], tree) != before) is changes


def test_other_results_of_the_same_problem_count(tree):
    before = sources.digest_of_results("party", tree), sources.digest_of_results("sliding", tree)
    (tree / "tests/golden/results.json").write_text('{"party/x": "3", "sliding/x": "2"}',
                                                    encoding="utf-8")
    after = sources.digest_of_results("party", tree), sources.digest_of_results("sliding", tree)
    assert before[0] != after[0] and before[1] == after[1]


def test_a_name_that_matches_nothing_ends_the_check(tree):
    with pytest.raises(SystemExit, match="nothing is named islands/p/gone.c"):
        sources.digest(["islands/p/gone.c"], tree)


def test_check_tells_current_from_older_and_missing(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(stamps, "FILE", tmp_path / "stamps.json")
    shipped = next(iter(FIGURES.values()))
    figure = Figure(**{**dataclasses.asdict(shipped), "outputs": ["fuzz.md"]})
    assert not stamps.check({"one": figure})
    assert "never stamped" in capsys.readouterr().out
    stamps.add("one", figure, "scripts/reproduce one", 3)
    assert stamps.check({"one": figure})
    assert "current" in capsys.readouterr().out
    figure.configs = figure.configs[:1]
    assert not stamps.check({"one": figure})
    assert "older than its configs" in capsys.readouterr().out
    stamps.add("one", figure, "scripts/reproduce one", 3)
    stamps.add("one", figure, "scripts/reproduce one", 3, ["unknown", "0123"])
    assert not stamps.check({"one": figure})
    assert "older than its code" in capsys.readouterr().out
    stamps.add("one", figure, "scripts/reproduce one", 3)
    figure.outputs = ["no-such.md"]
    assert not stamps.check({"one": figure})
    assert "missing: no-such.md" in capsys.readouterr().out


def test_the_stamps_name_no_folder():
    if stamps.FILE.exists():
        for stamp in stamps.load().values():
            words = stamp["command"].split()
            assert words[0] == "scripts/reproduce" and not any(w.startswith("/") for w in words)
    assert shutil.which("git") or stamps.commit() == "unknown"
