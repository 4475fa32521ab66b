"""Output that cannot be written, files that are none, and texts of files: one line each, and nothing that hangs a
command or that a terminal obeys."""

import json
import os
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree

import h5py
import pytest
from harness import PARTY, SKERRY, SOURCE, environment, ranks_of, run, skerry

FULL = "the output was not written: No space left on device"


@pytest.fixture(scope="module", name="result")
def small_result(tmp_path_factory):
    path = tmp_path_factory.mktemp("result") / "r.h5"
    run(PARTY / "type2.yaml", path, "-s", "run.epochs=1", "-q")
    return path


def to(output, *words, unbuffered=""):
    """A command whose output goes there, by the shell's words; its exit code and what it says on stderr."""
    done = subprocess.run(["bash", "-c", f'"$@" {output}', "bash", SKERRY, *map(str, words)], text=True, check=False,
                          env={**os.environ, "PYTHONUNBUFFERED": unbuffered}, stderr=subprocess.PIPE, timeout=60)
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", [
    ["--help"], ["--version"], ["run", "--help"], ["god", "--help"], ["parties", "--help=table"], ["list"],
    ["show", "RESULT"], ["table", "RESULT"], ["compare", "RESULT", "--with", "RESULT"], ["watch", "RESULT"],
    ["table", "--help"], ["plot", "--help=table"]], ids=" ".join)
def test_a_full_device_is_told(result, words):
    words = [result if word == "RESULT" else word for word in words]
    for unbuffered in ("", "1"):
        assert to(">/dev/full", *words, unbuffered=unbuffered) == (1, f"skerry: {FULL}\n")


@pytest.mark.parametrize("words", [["--help"], ["list"], ["table", "RESULT"], ["watch", "RESULT"]], ids=" ".join)
def test_a_closed_output_is_told(result, words):
    words = [result if word == "RESULT" else word for word in words]
    assert to(">&-", *words) == (1, "skerry: the output was not written: Bad file descriptor\n")


def test_json_names_files_of_any_name(result, tmp_path):
    name, shown = "\udcff-é\udce9.h5", "\ufffd-é\ufffd.h5"
    shutil.copy(result, tmp_path / name)
    for command in "show", "verify":
        assert json.loads(skerry(command, name, "--json", cwd=tmp_path).stdout)["file"] == shown
    shutil.copy(PARTY / "type2.yaml", tmp_path / name)
    told = skerry("check", name, "--json", "-s", f"party.heroes={PARTY}/heroes-10000.csv", "-s", "output.file=o.h5",
                  cwd=tmp_path)
    assert json.loads(told.stdout)["config"].endswith(shown)
    (tmp_path / name).write_text("wwwww\nwA+gw\nwwwww\n")
    for words in ["check-level", name, "--game", "zelda"], ["repair", name, "--game", "zelda"], ["distances", name, "--game", "zelda"]:
        assert json.loads(skerry(*words, "--json", cwd=tmp_path).stdout.splitlines()[0])["file"] == shown, words


def test_who_reads_no_more_is_no_failure(result):
    for unbuffered in ("", "1"):
        assert to("| true; exit ${PIPESTATUS[0]}", "table", result, unbuffered=unbuffered) == (0, "")


SCRIPTS = [path for folder in ("scripts", "scripts/quality", "scripts/reproductions")
           for path in sorted((SOURCE / folder).iterdir()) if path.is_file() and os.access(path, os.X_OK)
           and path.read_bytes().startswith((b"#!/usr/bin/python3", b"#!/usr/bin/env python3"))]


@pytest.mark.parametrize("words", [["scripts/scale-model"], ["scripts/party-pool"], ["scripts/quality/mutants", "--help"],
                                   ["scripts/reproductions/main.py", "--list"]], ids=" ".join)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_scripts_end_quietly_without_a_reader(words, unbuffered):
    """Whether they notice it when they print, or at their end."""
    ends = os.pipe()
    os.close(ends[0])
    try:
        done = subprocess.run(["/usr/bin/python3", SOURCE / words[0], *words[1:]], stdout=ends[1], stderr=subprocess.PIPE,
                              env={**os.environ, "PYTHONUNBUFFERED": unbuffered}, text=True, check=False, timeout=600)
    finally:
        os.close(ends[1])
    assert done.stderr == ""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_all_scripts_do_so(path):
    assert len(SCRIPTS) > 15 and "import closed_output  #" in path.read_text()


def test_a_run_needs_no_output(tmp_path):
    assert to(">/dev/full", "run", PARTY / "type2.yaml", "-q", "-s", "run.epochs=1", "-o", tmp_path / "x.h5") == (0, "")


@pytest.mark.parametrize("words", [
    ["draw"], ["watch"], ["table"], ["report"], ["compare", "RESULT", "--with"], ["plot", "convergence", "-o", "x.svg"],
    ["ioh", "-o", "x"], ["show"], ["verify"]], ids=lambda words: words[0])
@pytest.mark.parametrize("kind", ["pipe", "/proc/self/mem"])
def test_what_is_no_file_is_refused_at_once(result, tmp_path, words, kind):
    path = kind
    if kind == "pipe":
        path = tmp_path / "pipe.h5"
        os.mkfifo(path)
    words = [str(result) if word == "RESULT" else word for word in words]
    done = skerry(*words, path, cwd=tmp_path, timeout=60)
    assert done.returncode == 2 and done.stdout == "", done.stderr
    assert done.stderr.startswith(f"skerry: {path}: ") and done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize("text", ["[" * 200000 + "]" * 200000, "[" * 200000, "{a: " * 100000 + "1" + "}" * 100000,
                                  "- " * 200000 + "1"], ids=["lists", "open", "maps", "blocks"])
def test_deep_configs_are_refused_at_once(tmp_path, text):
    """libyaml would take some minutes."""
    config = tmp_path / "deep.yaml"
    config.write_text(f"problem: party\nparty:\n  {text}\n")
    done = skerry("check", config, timeout=60)
    assert done.returncode == 2
    assert done.stderr == f"skerry: {config}:3: nested too deep (expected: at most 32 levels)\n"


@pytest.fixture(scope="module", name="strange")
def result_with_control_characters(tmp_path_factory):
    folder = tmp_path_factory.mktemp("strange")
    heroes = (PARTY / "heroes-10000.csv").read_text(encoding="utf-8").splitlines()
    trait = heroes[0].split(",").index("religion")
    rows = [line.split(",") for line in heroes]
    for row in rows[1:]:
        row[trait] = f"\x1b[31m{row[trait]}\x01\x9b"
    (folder / "heroes-10000.csv").write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf-8")
    config = (PARTY / "type2.yaml").read_text(encoding="utf-8")
    (folder / "s.yaml").write_text('name: "a\\x1b[1mb"\n' + config, encoding="utf-8")
    run(folder / "s.yaml", folder / "s.h5", "-s", "run.epochs=1", "-q", code=(0, 3, 4))
    with h5py.File(folder / "s.h5") as file:
        assert len(file["solutions/text"]) > 0
    return folder


@pytest.mark.parametrize("words, shown", [
    ("show s.h5", "\\x1b[31m"), ("show s.h5 --solution 0", "\\x1b[31m"), ("watch s.h5", ""), ("table s.h5", ""),
    ("verify s.h5 --all", ""), ("compare s.h5 s.h5 --with s.h5 s.h5", ""), ("parties s.yaml --solutions 2", "\\x1b[31m"),
    ("disjoint s.yaml s.yaml", "\\x1b[31m"), ("check s.yaml", "")])
def test_control_characters_are_visible(strange, words, shown):
    done = skerry(*words.split(), cwd=strange)
    assert done.returncode == 0, done.stderr
    assert not set(done.stdout + done.stderr) & {"\x1b", "\x01", "\x9b"}
    assert shown in done.stdout


@pytest.mark.parametrize("config", ["no\x1b[31m.yaml", "two\nlines.yaml"])
def test_an_error_is_one_line_of_visible_characters(config):
    done = skerry("run", config)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "\x1b" not in done.stderr


NEWLINE = "two\nlines.h5"


@pytest.mark.parametrize("words, shown", [
    ("show NAME", True), ("verify NAME", False), ("watch NAME", False), ("draw NAME", True), ("report NAME", True),
    ("table NAME", True), ("draw NAME -k 1000", True), ("run CONFIG --resume -o NAME", True),
    ("run CONFIG -s run.epochs=1 --resume -o NAME", True), ("run CONFIG -s run.epochs=2 -o NAME", True),
    ("compare NAME --with NAME", False)])
def test_a_newline_in_the_name_of_a_result_is_visible(result, tmp_path, words, shown):
    shutil.copy(result, tmp_path / NEWLINE)
    done = skerry(*({"NAME": NEWLINE, "CONFIG": PARTY / "type2.yaml"}.get(word, word) for word in words.split()),
                  cwd=tmp_path)
    assert done.returncode in (0, 2), done.stderr
    assert "two\nlines" not in done.stdout + done.stderr
    assert ("two\\nlines" in done.stdout + done.stderr) == shown


def test_a_name_and_pictures_have_control_characters_visible(strange):
    assert "a\\x1b[1mb" in skerry("show", "s.h5", cwd=strange).stdout
    assert skerry("draw", "s.h5", cwd=strange).returncode == 0
    text = "".join(xml.etree.ElementTree.parse(strange / "s.svg").getroot().itertext())
    assert "\\x1b[31m" in text and "\\x01\\u009b" in text
    assert skerry("report", "s.h5", cwd=strange).returncode == 0
    assert not set((strange / "s.html").read_text(encoding="utf-8")) & {"\x1b", "\x01", "\x9b"}


# ---- scripts/run ----

def by_script(folder, *words, **env):
    return subprocess.run([SOURCE / "scripts/run", *map(str, words)], cwd=folder, text=True, check=False,
                          capture_output=True, env={**environment(folder / "scratch"), "SKERRY": SKERRY, **env})


@pytest.mark.parametrize("words, code", [
    ([PARTY / "infeasible/01-too-many-religions.yaml", "-o", "i.h5"], 3),
    ([PARTY / "type2.yaml", "-s", "run.epochs=1", "-o", "/nowhere/i.h5"], 2)])
def test_answers_and_refusals_end_with_their_own_line(tmp_path, words, code):
    done = by_script(tmp_path, *words)
    assert done.returncode == code, done.stderr
    assert "-----" not in done.stderr and "mpirun" not in done.stderr and "aborted" not in done.stderr
    assert ("infeasible: " if code == 3 else "/nowhere/i.h5: cannot be written: ") in done.stderr


@pytest.mark.parametrize("env, line", [
    ({"RANKS": "two"}, "run: RANKS=two (expected: a whole number from 1)\n"),
    ({"RANKS": "0"}, "run: RANKS=0 (expected: a whole number from 1)\n"),
    ({"HOSTFILE": "nodes"}, "run: HOSTFILE=nodes: cannot be read (expected: a host file of mpirun)\n")])
def test_ranks_and_hosts_are_checked_before_mpirun_is(tmp_path, env, line):
    done = by_script(tmp_path, PARTY / "type2.yaml", "-o", "i.h5", **env)
    assert (done.returncode, done.stderr) == (2, line)
    assert not (tmp_path / "i.h5").exists()


def test_a_killed_rank_is_still_told(tmp_path):
    config = SOURCE / "configs/sliding/d4-k3-level4.yaml"
    words = ["-s", "algorithm=random", "-s", "run.epochs=1000000000", "-s", "run.islands=2", "-q", "-o", "k.h5"]
    job = subprocess.Popen([SOURCE / "scripts/run", config, *words], cwd=tmp_path, text=True, stderr=subprocess.PIPE,
                           env={**environment(tmp_path / "scratch"), "SKERRY": SKERRY})
    while job.poll() is None and not (tmp_path / "k.h5").exists():
        time.sleep(0.05)
    launcher = subprocess.run(["pgrep", "-P", str(job.pid), "-x", "mpirun|orterun"], text=True, check=True,
                              capture_output=True).stdout
    os.kill(ranks_of(int(launcher))[-1], signal.SIGKILL)
    errors = job.communicate(timeout=120)[1]
    assert job.returncode == 128 + signal.SIGKILL
    assert "exited on signal 9 (Killed)" in errors and errors.count("-----") > 2


def test_ctrl_c_is_passed_on_and_waits_for_the_checkpoint(tmp_path):
    """mpirun kills its ranks a second after SIGINT: here the program takes longer to end."""
    slow = tmp_path / "slow"
    slow.write_text(f"#!/bin/bash\n[ $1 = run ] || exec {SKERRY} \"$@\"\n"
                    "stop() { sleep 3; echo stopped; exit 4; }\ntrap stop INT TERM USR1\ntouch started\n"
                    "while :; do sleep 0.1; done\n")
    slow.chmod(0o755)
    job = subprocess.Popen([SOURCE / "scripts/run", PARTY / "type2.yaml"], cwd=tmp_path, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                           env={**environment(tmp_path / "scratch"), "SKERRY": str(slow), "RANKS": "1"})
    while job.poll() is None and not (tmp_path / "started").exists():
        time.sleep(0.05)
    os.killpg(job.pid, signal.SIGINT)
    out, errors = job.communicate(timeout=120)
    assert (job.returncode, out) == (4, "stopped\n"), errors


def test_a_result_behind_a_link_is_continued_there(tmp_path):
    """Home folders have links to large disks: the run replaces the file that the link names, not the link."""
    config, words = PARTY / "type2.yaml", ["-q", "-s", "run.islands=2", "-s", "run.proof_s=0"]
    disk, home = tmp_path / "disk", tmp_path / "home"
    disk.mkdir()
    home.mkdir()
    (home / "r.h5").symlink_to("middle.h5")
    (home / "middle.h5").symlink_to("../disk/r.h5")
    for epochs, more in (1, []), (2, ["--resume"]), (2, []):
        done = skerry("run", config, "-o", "home/r.h5", *words, "-s", f"run.epochs={epochs}", *more, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert not {"has no checkpoint", "from the beginning"} & set(done.stderr.split(": "))
        assert (home / "r.h5").is_symlink() and sorted(path.name for path in home.iterdir()) == ["middle.h5", "r.h5"]
        with h5py.File(disk / "r.h5") as file:
            assert file["replicas/generations"][0] == 10 * epochs
    assert str(disk / "r.h5.old") in done.stderr and (disk / "r.h5.old.checkpoint").is_file()


@pytest.mark.parametrize("words, place", [(["-o", "r.h5"], "-o"), (["-s", "output.file=r.h5"], "-s output.file")])
def test_a_link_to_a_file_of_another_run_is_refused(tmp_path, words, place):
    (tmp_path / "r.h5").symlink_to("a.h5.checkpoint")
    done = skerry("run", PARTY / "type2.yaml", *words, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert f"{place}: {tmp_path}/a.h5.checkpoint: a file of another run could have this name" in done.stderr


@pytest.mark.parametrize("words, says", [
    (["-o", "--resume"], "-o needs a value (usage: skerry run CONFIG"), (["--output", "-q"], "--output needs a value"),
    (["-qo", "--set=run.seed=1"], "-qo needs a value"), (["-s", "--help"], "-s needs a value"),
    (["-o", "-"], "-o: -: a result is not written to standard output (expected: the name of a file)")])
def test_an_option_is_no_name_of_a_file(tmp_path, words, says):
    done = skerry("run", PARTY / "type2.yaml", *words, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.startswith(f"skerry: {says}") and done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
