"""The package imports what is used, and says in one line what is missing or wrong."""

import os
import subprocess
import sys

import pytest
from harness import SKERRY, SOURCE
from harness import skerry as program

HEAVY = ("matplotlib", "pandas", "scipy", "xarray")


def imported(statement):
    """Which of HEAVY a fresh interpreter has loaded after the statement."""
    code = f"import sys\n{statement}\nprint(*[name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, check=True,
                          env={**os.environ, "PYTHONPATH": str(SOURCE / "scripts/python")})
    return done.stdout.splitlines()[-1].split()


def without(name, tmp_path, *words):
    """`skerry WORDS` where Python has no module of that name."""
    hidden = tmp_path / "hidden"
    hidden.mkdir(exist_ok=True)
    (hidden / f"{name}.py").write_text(f"raise ModuleNotFoundError('none', name='{name}')\n")
    return subprocess.run([SKERRY, *map(str, words)], text=True, capture_output=True, check=False, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(hidden)})


def one_line(done):
    assert done.returncode == 2 and done.stdout == "", done
    line, = done.stderr.splitlines()
    assert line.startswith("skerry: ")
    return line


def test_importing_loads_nothing_heavy():
    assert imported("import skerry; skerry.Error; dir(skerry)") == []
    assert imported("import skerry.__main__ as m; m.parse(['watch', 'x.h5'])") == []


def test_watching_loads_nothing_heavy(results):
    words = ["watch", str(results["party"])]
    assert imported(f"import skerry.__main__ as m; assert m.main({words}) == 0") == []


def test_functions_are_not_hidden_by_modules():
    code = ("import skerry.convergence, skerry.following, skerry.frames, skerry.result\n"
            "assert all(callable(f) for f in (skerry.curves, skerry.follow, skerry.table, skerry.open))\n"
            "assert all(hasattr(skerry, name) for name in skerry.__all__)\n"
            "try: skerry.nothing\nexcept AttributeError: pass\nelse: raise SystemExit(1)\n")
    assert imported(code)


@pytest.mark.parametrize("name, words", [
    ("h5py", ["watch", "RESULT"]), ("numpy", ["watch", "RESULT"]), ("yaml", ["watch", "RESULT"]),
    ("h5py", ["table", "RESULT"]), ("pandas", ["table", "RESULT"]),
    ("matplotlib", ["plot", "ecdf", "RESULT", "-o", "a.svg"]),
    ("xarray", ["plot", "archive", "RESULT", "-o", "a.svg"]),
    ("scipy", ["compare", "RESULT", "--with", "RESULT"]), ("h5py", ["ioh", "RESULT", "-o", "out"]),
    ("yaml", ["draw", "RESULT", "-o", "a.svg"]), ("PIL", ["draw", "RESULT", "-o", "a.png"]),
    ("PIL", ["draw", "RESULT", "-o", "a.gif"]),
])
def test_missing_module_is_one_line_with_the_package(results, tmp_path, name, words):
    words = [results["party"] if word == "RESULT" else word for word in words]
    line = one_line(without(name, tmp_path, *words))
    assert f"python3-{name.lower()}" in line and "Debian" in line


@pytest.mark.parametrize("name", ["pandas", "matplotlib", "scipy", "xarray"])
def test_watch_works_without_the_rest(results, tmp_path, name):
    assert without(name, tmp_path, "watch", results["party"]).returncode == 0


@pytest.mark.parametrize("name", ["matplotlib", "scipy", "PIL"])
def test_svg_is_drawn_without_the_rest(results, tmp_path, name):
    done = without(name, tmp_path, "draw", results["party"], "-o", tmp_path / "a.svg")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words, says", [
    (["watch"], "skerry: watch: RESULT is missing (usage: skerry watch "),
    (["watch", "x.h5", "--evry", "3"], "skerry: watch: unknown option --evry, did you mean '--every'? (usage: skerry watch "),
    (["watch", "x.h5", "--every", "soon"], "skerry: watch: --every: 'soon' (expected: a number)"),
    (["watch", "x.h5", "--every", "nan"], "skerry: --every nan: expected a number of seconds above 0"),
    (["watch", "x.h5", "--serve", "--port", "99999999"], "skerry: --port 99999999: expected a number of 0 to 65535"),
    (["report", "x.h5", "-n", "x"], "skerry: report: -n/--solutions: 'x' (expected: a whole number)"),
    (["draw", "x.h5", "y.h5"], "skerry: draw: unexpected argument y.h5 (usage: skerry draw "),
    (["plot", "convergnce", "x.h5", "-o", "a.svg"],
     "skerry: plot: KIND: 'convergnce' is unknown, did you mean 'convergence'? (expected: convergence, gap, "),
    (["table"], "skerry: table: RESULT is missing (usage: skerry table "),
    (["compare"], "skerry: compare: A is missing (usage: skerry compare "),
    (["table", "/etc/passwd"], "/etc/passwd: not a result of skerry"),
    (["table", "none.h5"], "none.h5: no such file"),
])
def test_wrong_arguments_are_one_line(tmp_path, words, says):
    assert says in one_line(program(*words, cwd=tmp_path))


def test_unknown_command_is_one_line(tmp_path):
    done = subprocess.run([sys.executable, "-m", "skerry", "wach"], text=True, capture_output=True,
                          check=False, env={**os.environ, "PYTHONPATH": str(SOURCE / "scripts/python")})
    assert "COMMAND: 'wach' is unknown, did you mean 'watch'? (expected: " in one_line(done)
