"""Completion and manual pages, which the program makes of its own tables."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest
from harness import SKERRY, SOURCE, skerry

SHELLS = SOURCE / "src/app/words/shells"


def candidates(*words):
    done = skerry("complete", *words)
    assert done.returncode == 0 and done.stderr == ""
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


def needs(program):
    return pytest.mark.skipif(not shutil.which(program), reason=f"{program} is not installed")


def test_commands():
    names = candidates("")
    for name in names:
        assert skerry(name, "--help").stdout.startswith("usage: skerry " + name)
    assert {"run", "init", "watch", "repair", "god"} <= set(names)
    assert "complete" not in names
    assert candidates("ru") == ["run"]
    assert candidates("runs", "") == []


def test_options():
    found = candidates("run", "--")
    assert "--resume" in found and "--plugin" in found and "--set" in found and "-s" not in found
    assert candidates("run", "-") == found
    assert candidates("repair", "--ga") == ["--game"]
    assert candidates("generate", "--se") == ["--seed"]
    assert candidates("watch", "--ser") == ["--serve"]
    assert candidates("export", "puzzle.yaml", "--format", "") == ["lp", "mps"]


def test_every_key_can_be_completed():
    """Against `skerry list --json`, read in another way."""
    def keys(prefix, options):
        for option in options:
            name = f"{prefix}.{option['name']}"
            if option["type"] == "group":
                yield from keys(name, option["options"])
            else:
                yield name

    sections = candidates("run", "-s", "")
    listed = json.loads(skerry("list", "--json").stdout)
    assert [file["name"] for file in listed.pop("files")] == ["game"] and "game." not in sections
    for kind in listed.values():
        for section in kind:
            if section["name"] == "islands" or not section["options"]:
                continue
            assert section["name"] + "." in sections
            found = candidates("run", "party.yaml", "-s", section["name"] + ".")
            assert set(found) >= {key + "=" for key in keys(section["name"], section["options"])}


@pytest.mark.parametrize("command", ["show", "verify", "watch", "table", "draw", "report", "ioh"])
def test_results_are_files_of_hdf5(command):
    assert candidates(command, "") == [":files h5"]


def test_values():
    policies = ["migration.policy=ring", "migration.policy=random"]
    assert candidates("run", "-s", "migration.policy=r") == policies
    assert candidates("check", "--set", "party.guided=") == ["party.guided=true", "party.guided=false"]
    assert candidates("run", "-s", "party.heroes=he") == [":files"]
    assert candidates("run", "-s", "problem=pa") == ["problem=party"]
    assert candidates("run", "-s", "run.seed=") == []


def test_positional_arguments():
    assert candidates("init", "") == ["eternity", "level", "party", "python", "sliding"]
    assert candidates("init", "party", "") == [":files"]
    assert candidates("run", "") == [":files yaml yml"]
    assert candidates("show", "--json", "") == [":files h5"]
    assert candidates("completion", "") == ["bash", "zsh", "fish"]
    assert {"migration", "game"} <= set(candidates("list", ""))
    assert "config" in candidates("manual", "")


BASH = """source {script}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
_skerry
printf '%s\\n' "${{COMPREPLY[@]}}"
complete -p skerry"""


@pytest.mark.parametrize("words, replies", [
    ("ini", ["init"]),
    ("run -s run.distribution = e", ["even"]),
    ("run -s run.distrib", ["run.distribution="]),
    ("run 'con", []),
    ("run ''", ["config.yaml", "folder"]),
    ("run -s party.heroes = her", ["heroes.csv"]),
    ("run --resume config.yaml -o re", ["result.h5"]),
    ("show r", ["result.h5"]),
])
def test_bash(tmp_path, words, replies):
    for name in "config.yaml", "heroes.csv", "result.h5":
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    words = " ".join([SKERRY, *(word if word == "''" else f'"{word}"' for word in words.split())])
    script = BASH.format(script=SHELLS / "bash/skerry", words=words)
    done = subprocess.run(["bash", "--norc", "-c", script], cwd=tmp_path, text=True,
                          capture_output=True, check=True)
    assert done.stderr == ""
    *found, registered = done.stdout.splitlines()
    assert [reply for reply in found if reply] == replies
    assert registered == "complete -F _skerry skerry"


@needs("fish")
@pytest.mark.parametrize("words, replies", [
    ("ini", ["init"]),
    ("run -s migration.policy=r", ["migration.policy=random", "migration.policy=ring"]),
    ("run con", ["config.yaml"]),
    ("run -s party.heroes=her", ["party.heroes=heroes.csv"]),
    ("run --res", ["--resume"]),
])
def test_fish(tmp_path, words, replies):
    for name in "config.yaml", "config.txt", "heroes.csv":
        (tmp_path / name).touch()
    path = f"{pathlib.Path(SKERRY).parent}:{os.environ['PATH']}"
    script = f"source {SHELLS}/fish/skerry.fish; complete -C 'skerry {words}'"
    done = subprocess.run(["fish", "--no-config", "-c", script], cwd=tmp_path, text=True, check=True,
                          env={**os.environ, "HOME": str(tmp_path), "PATH": path}, capture_output=True)
    assert done.stderr == ""
    assert sorted(line.split("\t")[0] for line in done.stdout.splitlines()) == replies


@pytest.mark.parametrize("shell, file", [("bash", "skerry"), ("zsh", "_skerry"), ("fish", "skerry.fish")])
def test_scripts(shell, file):
    path = SHELLS / shell / file
    assert skerry("completion", shell).stdout == path.read_text()
    if shutil.which(shell):
        done = subprocess.run([shell, "-n", path], text=True, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_unknown_shell():
    done = skerry("completion", "csh")
    assert done.returncode == 2
    assert done.stderr == "skerry: completion: 'csh' is unknown (expected: bash, zsh, fish)\n"


ZSH = """autoload -Uz compinit; compinit -u -d {folder}/dump; source {script}
words=({words}); CURRENT=${{#words}}; PREFIX=${{words[CURRENT]}}
_describe() {{ print -l -- "${{(@P)3}}"; }}
_files() {{ print -l -- "files $*"; }}
compset() {{ :; }}
_skerry"""


@needs("zsh")
@pytest.mark.parametrize("words, replies", [
    ("ini", ["init:write a config of a problem to begin with"]),
    ("run -s migration.pol", ["migration.policy=:how individuals are exchanged after each epoch"]),
    ("run con", ["files -g *.(yaml|yml)"]),
    ("run -s party.heroes=", ["files "]),
])
def test_zsh(tmp_path, words, replies):
    """With zsh's own functions for the menu replaced, which need a terminal."""
    script = ZSH.format(folder=tmp_path, script=SHELLS / "zsh/_skerry", words=f"{SKERRY} {words}")
    done = subprocess.run(["zsh", "-f", "-c", script], cwd=tmp_path, text=True, capture_output=True,
                          check=False)
    assert done.stderr == ""
    assert [line for line in done.stdout.splitlines() if line] == replies


LINTERS = ["groff", "-man", "-ww", "-Tutf8", "page"], ["mandoc", "-T", "lint", "-W", "warning", "page"]

PAGES = ["", "config", *candidates("")]


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_no_warnings(tmp_path, page):
    text = skerry("manual", *([page] if page else [])).stdout
    (tmp_path / "page").write_text(text)
    assert text.count(".TH ") == 1
    name = f"skerry-{page}" if page else "skerry"
    assert f".SH NAME\n{name} ".replace("-", "\\-") in text
    for command in LINTERS:
        if shutil.which(command[0]):
            done = subprocess.run(command, cwd=tmp_path, text=True, capture_output=True, check=False)
            told = done.stderr + (done.stdout if command[0] == "mandoc" else "")
            # A build outside of a checkout has no date.
            assert [line for line in told.splitlines() if "missing date" not in line] == []


def test_pages_say_what_help_says():
    page = skerry("manual", "run").stdout.replace("\\-", "-")
    for line in skerry("run", "--help").stdout.splitlines():
        if line.startswith("  -"):
            assert line.split("  ")[-1].strip() in page


@pytest.mark.parametrize("command, options", [
    ("parties", "-s -k,--solutions --apart --within -t,--time-limit --json"),
    ("god", "-s --diameter --searches --memory -t --json --quiet")])
def test_options_of_problems_commands_are_described(command, options):
    table = skerry(command, "--help=table").stdout.splitlines()
    rows = [line.split("\t") for line in table if line.startswith("option")][:-1]
    assert " ".join(",".join(filter(None, row[1:3])) for row in rows) == options
    assert all(row[4] and "  " not in row[4] and not row[4].startswith("-") for row in rows)
    assert [row[3] for row in rows if row[2] in ("--json", "--within", "--memory")] in (["W", ""], ["MB", ""])
    shown = " ".join(skerry(command, "--help").stdout.split())
    assert all(row[4] in shown for row in rows if row[1] != "-s")


def test_the_config_page_has_every_key():
    page = skerry("manual", "config").stdout.replace("\\-", "-")

    def check(prefix, options):
        for option in options:
            name = f"{prefix}.{option['name']}".lstrip(".") if option["name"] else prefix
            if option["type"] != "group" and option["name"]:
                assert f"\\fB{name}\\fR" in page
                assert (option["meaning"] or "").split("\n")[0][:20].replace("'", "\\(aq")[:12] in page
            items = {"list": "[]", "map": ".NAME"}.get(option["type"], "")
            check(name + items, [o for o in option.get("options", []) if o["name"]])

    for kind, sections in json.loads(skerry("list", "--json").stdout).items():
        for section in sections:
            check("" if kind == "files" else section["name"], section["options"])
    assert "default: 10" in page and "must be given" in page and "0..1" in page


def test_unknown_page():
    done = skerry("manual", "runn")
    assert (done.returncode, done.stderr) == (2, "skerry: manual: no page 'runn', did you mean 'run'?\n")
    assert skerry("manual", "run", ranks=1).returncode == 2


@pytest.mark.parametrize("words, line", [
    (["rnu"], "no command 'rnu', did you mean 'run'?"),
    (["chekc"], "no command 'chekc', did you mean 'check'?"),
    (["frobnicate"], "no command 'frobnicate' (expected: init, run, sweep, check, "),
    (["run", "--resme"], "unknown option --resme, did you mean '--resume'? (usage: skerry run CONFIG"),
    (["run", "--outfile=x"], "unknown option --outfile=x (usage: skerry run CONFIG"),
    (["run", "a.yaml", "-resume"], "unknown option -resume, did you mean '--resume'? (usage: skerry run CONFIG"),
    (["run", "-q", "-Xq", "a.yaml"], "unknown option -Xq (usage: skerry run CONFIG"),
    (["run", "-qX", "a.yaml"], "unknown option -qX (usage: skerry run CONFIG"),
    (["run", "a.yaml", "-é"], "unknown option -é (usage: skerry run CONFIG"),
    (["run", "a.yaml", "-X"], "unknown option -X (usage: skerry run CONFIG"),
    (["sweep", "--lits"], "unknown option --lits, did you mean '--list'? (usage: skerry sweep TABLE"),
    (["repair", "--gmae=zelda"], "unknown option --gmae=zelda, did you mean '--game'? (usage: "),
])
def test_misspelt_words(words, line):
    done = skerry(*words)
    assert done.returncode == 2
    assert done.stderr.startswith("skerry: " + line)
    assert done.stderr.count("\n") == 1


def test_without_arguments_it_says_how_to_begin():
    done = skerry()
    assert done.returncode == 0
    assert "To begin: skerry init party" in done.stdout


def test_installed(tmp_path):
    build = os.environ.get("SKERRY_BUILD", str(SOURCE / "build/release"))
    subprocess.run(["cmake", "-DCMAKE_INSTALL_PREFIX=" + str(tmp_path), "-P",
                    f"{build}/src/app/words/cmake_install.cmake"], check=True, capture_output=True)
    share = tmp_path / "share"
    assert (share / "bash-completion/completions/skerry").exists()
    assert (share / "zsh/site-functions/_skerry").exists()
    assert (share / "fish/vendor_completions.d/skerry.fish").exists()
    pages = {path.name for path in (share / "man/man1").iterdir()}
    assert {"skerry.1", "skerry-run.1", "skerry-repair.1"} <= pages
    assert pages == {"skerry.1", *(f"skerry-{name}.1" for name in candidates(""))}
    assert [path.name for path in (share / "man/man5").iterdir()] == ["skerry-config.5"]
