"""Problems and algorithms from shared objects: listed, checked, run, resumed, verified; and
refused in one line, with exit code 2, on all ranks together."""

import json
import os
import pathlib
import shutil

import pytest

from harness import SOURCE, differences, open_result, skerry

PLUGINS = pathlib.Path(os.environ.get("SKERRY_PLUGINS", "build/release/tests/plugins"))
CONFIG = """
problem: onemax
algorithm: {algorithm}
run: {{islands: 5, epochs: {epochs}, sub_generations: 3}}
migration: {{policy: ring, migrants: 1}}
"""


def plugin(name="onemax"):
    return PLUGINS / f"lib{name}.so"


def write(folder, algorithm="climb", epochs=10, extra=""):
    config = folder / "onemax.yaml"
    config.write_text(CONFIG.format(algorithm=algorithm, epochs=epochs) + extra)
    return config


def test_lists_what_a_plugin_brings():
    text = skerry("list", "--plugin", plugin()).stdout
    assert "onemax" in text and "climb" in text
    assert "onemax" not in skerry("list").stdout
    listed = json.loads(skerry("list", "onemax", "--json", "--plugin", plugin()).stdout)
    assert listed["problems"][0]["options"][0]["name"] == "bits"


@pytest.mark.parametrize("algorithm", ["climb", "ga"])
def test_runs_alike_on_any_number_of_ranks(tmp_path, algorithm):
    config = write(tmp_path, algorithm)
    for ranks in (0, 1, 5):
        done = skerry("run", config, "--plugin", plugin(), "-o", f"{ranks}.h5", "-q",
                      ranks=ranks, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    for ranks in (1, 5):
        assert differences(tmp_path / "0.h5", tmp_path / f"{ranks}.h5") == []


@pytest.mark.parametrize("ranks, exits", [(0, ""), (2, "0"), (2, "1")])
def test_one_that_ends_the_process_ends_no_run_as_if_it_were_done(tmp_path, monkeypatch, ranks, exits):
    """Also on a single rank of several."""
    config = write(tmp_path)
    monkeypatch.setenv("ONEMAX_EXIT_RANK", exits)
    done = skerry("run", config, "--plugin", plugin("onemax_exits"), "-o", "a.h5", ranks=ranks, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    said = [line for line in done.stderr.splitlines() if line.startswith("skerry: ")]
    assert said == ["skerry: a plugin or library has called exit(), before the end (expected: that it returns an error)"]


def test_an_algorithm_of_a_plugin_suits_our_problems(tmp_path):
    config = SOURCE / "configs/sliding/d4-k3-level4.yaml"
    done = skerry("run", config, "--plugin", plugin(), "-s", "algorithm=climb",
                  "-s", "run.epochs=2", "-s", "run.islands=2", "-q", "-o", "a.h5",
                  cwd=tmp_path)
    assert done.returncode in (0, 4), done.stderr
    assert "sliding by climb" in skerry("show", "a.h5", cwd=tmp_path).stdout
    assert skerry("verify", "a.h5", "--plugin", plugin(), cwd=tmp_path).returncode == 0


def test_the_config_names_plugins_from_its_own_folder(tmp_path):
    shutil.copy(plugin(), tmp_path / "libonemax.so")
    config = write(tmp_path, extra="plugins: [libonemax.so]\n")
    for ranks in (0, 3):
        done = skerry("run", config, "-q", "-o", tmp_path / "a.h5", ranks=ranks,
                      cwd=tmp_path / "..", scratch=tmp_path / "scratch")
        assert done.returncode == 0, done.stderr
    checked = skerry("check", config).stdout
    assert str(tmp_path / "libonemax.so") in checked
    with open_result(tmp_path / "a.h5") as result:
        assert "libonemax.so" in result.attrs["config"]


def test_the_resolved_config_loads_again(tmp_path):
    config = write(tmp_path)
    resolved = skerry("check", config, "--plugin", plugin()).stdout
    again = tmp_path / "again.yaml"
    again.write_text(resolved)
    assert skerry("check", again).stdout == resolved


def test_the_command_line_replaces_a_file_of_the_same_name(tmp_path):
    config = write(tmp_path, extra="plugins: [gone/libonemax.so]\n")
    assert skerry("check", config).returncode == 2
    done = skerry("check", config, "--plugin", plugin())
    assert done.returncode == 0 and "gone/" not in done.stdout


def test_show_and_verify(tmp_path):
    config = write(tmp_path)
    skerry("run", config, "--plugin", plugin(), "-q", "-o", "a.h5", cwd=tmp_path)
    shown = skerry("show", "a.h5", cwd=tmp_path)
    assert shown.returncode == 0 and "onemax by climb" in shown.stdout
    bare = skerry("verify", "a.h5", cwd=tmp_path)
    assert bare.returncode == 2 and f"--plugin {plugin().resolve()}" in bare.stderr
    done = skerry("verify", "a.h5", "--plugin", plugin(), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "not checked: problem onemax brings no verify" in done.stdout
    assert "input plugins[0]: ok SHA-256 fits" in done.stdout
    assert "\n0 of " in done.stdout
    found = json.loads(skerry("verify", "a.h5", "--json", "--plugin", plugin(),
                              cwd=tmp_path).stdout)
    assert found["verified"] == 0 and found["not_checked"] == found["solutions"] > 0
    assert found["checks"][0]["ok"] is None


def test_resumes_with_its_own_version_alone(tmp_path):
    own = tmp_path / "libonemax.so"
    shutil.copy(plugin(), own)
    config = write(tmp_path, epochs=4)
    words = ("run", config, "--plugin", own, "-q", "-o", "a.h5")
    assert skerry(*words, cwd=tmp_path).returncode == 0
    shutil.copy(plugin("onemax_next"), own)
    done = skerry(*words, "--resume", "-s", "run.epochs=9", ranks=2, cwd=tmp_path)
    assert done.returncode == 2 and "version of a plugin" in done.stderr
    shutil.copy(plugin("onemax_rebuilt"), own)
    done = skerry(*words, "--resume", "-s", "run.epochs=9", ranks=2, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "another build of the plugin" in done.stderr
    whole = skerry("run", config, "--plugin", own, "-q", "-o", "b.h5", "-s", "run.epochs=9",
                   cwd=tmp_path)
    assert whole.returncode == 0
    assert [name for name in differences(tmp_path / "a.h5", tmp_path / "b.h5")
            if not name.startswith("problem/inputs")] == []


REFUSED = {
    "onemax_no_entry": "no entry point skerry_plugin",
    "onemax_other_abi": "built for ABI version 99",
    "onemax_other_headers": "built with other headers",
    "onemax_taken": "problem party: the name is taken",
    "onemax_taken_algorithm": "algorithm ga: the name is taken",
    "onemax_reserved": "problem run: the name is taken",
    "onemax_label": "problem name: the name is taken",
    "onemax_lacks": "has no 'evaluate', which is required",
    "onemax_unresolved": "nobody_has_this",
    "onemax_is_not_there": "no such file",
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("ranks", [0, 3])
def test_refuses(tmp_path, name, ranks):
    config = write(tmp_path)
    for words in (("run", config, "-q", "-o", "a.h5"), ("list",)):
        done = skerry(*words, "--plugin", plugin(name), ranks=ranks, cwd=tmp_path)
        assert done.returncode == 2
        lines = [line for line in done.stderr.splitlines() if line.startswith("skerry: ")]
        assert len(lines) == 1, done.stderr
        assert REFUSED[name] in lines[0] and f"lib{name}.so" in lines[0]
    assert not (tmp_path / "a.h5").exists()


@pytest.mark.parametrize("name, bound", [("onemax_outdone", "-24"), ("onemax_refuted", "-inf")])
@pytest.mark.parametrize("ranks", [0, 2])
def test_a_bound_that_a_solution_outdoes_fails_the_run(tmp_path, name, bound, ranks):
    done = skerry("run", write(tmp_path), "--plugin", plugin(name), "-o", "a.h5", ranks=ranks, cwd=tmp_path)
    assert done.returncode == 1
    assert f"problem onemax: its bound of {bound} is outdone by a solution of " in done.stderr, done.stderr
    found = json.loads(skerry("show", "a.h5", "--json", cwd=tmp_path).stdout)
    assert (found["status"], found["optimal"], found["infeasible"]) == ("failed", False, False)


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_proof_that_finds_a_worse_solution_fails_the_run(tmp_path, ranks):
    done = skerry("run", write(tmp_path), "--plugin", plugin("onemax_unimproved"), "-o", "a.h5", ranks=ranks,
                  cwd=tmp_path)
    assert done.returncode == 1
    assert "problem onemax: its operation `prove` found a solution of 0 after one of " in done.stderr, done.stderr
    found = json.loads(skerry("show", "a.h5", "--json", cwd=tmp_path).stdout)
    assert (found["status"], found["optimal"]) == ("failed", False) and found["best"] > 0


@pytest.mark.parametrize("cost, said", [("nan", "NaN"), ("-inf", "-INFINITY")])
@pytest.mark.parametrize("algorithm", ["climb", "ga", "random"])
@pytest.mark.parametrize("ranks", [0, 2])
def test_a_cost_that_is_none_fails_the_run(tmp_path, monkeypatch, cost, said, algorithm, ranks):
    monkeypatch.setenv("ONEMAX_COST", cost)
    words = ("run", write(tmp_path, algorithm, epochs=500), "--plugin", plugin("onemax_wrong_cost"), "-o", "a.h5")
    done = skerry(*words, ranks=ranks, cwd=tmp_path)
    lines = [line for line in done.stderr.splitlines() if line.startswith("skerry: ")]
    assert done.returncode == 2 and len(lines) == 1, done.stderr
    assert f"problem onemax: its operation `evaluate` returned {said} as ones (expected: numbers" in lines[0]
    found = json.loads(skerry("show", "a.h5", "--json", cwd=tmp_path).stdout)
    assert found["status"] == "failed" and not found["optimal"] and -20 < -found["best"]
    monkeypatch.setenv("ONEMAX_COST", "-24") # the plugin is mended
    assert skerry(*words, "-q", "--resume", cwd=tmp_path).returncode == 0
    monkeypatch.setenv("ONEMAX_COST", "inf")  # infeasible
    assert skerry(*words, "-q", "-s", "output.file=b.h5", cwd=tmp_path).returncode == 0


# By number of misshape in tests/plugins/onemax.c.
MISSHAPEN = {1: "no genes (expected: at least one)", 2: "too few bytes a genome", 3: "an unknown type of genes",
             4: "a number of objectives out of range", 5: "a number of objectives out of range (expected: 1 to ",
             6: "too many descriptors", 7: "descriptors (expected: none without an operation `descriptors`)",
             8: "an objective or descriptor without a name or unit", 9: "(expected: lines of text)", 10: "its init failed and did not say why"}


@pytest.mark.parametrize("number", MISSHAPEN)
@pytest.mark.parametrize("ranks", [0, 2])
def test_refuses_a_shape_that_does_not_fit_its_description(tmp_path, number, ranks):
    config = write(tmp_path)
    for words in (("run", config, "-q", "-o", "a.h5"), ("check", config)):
        done = skerry(*words, "-s", f"onemax.bits={number}", "--plugin", plugin("onemax_misshapen"), ranks=ranks,
                      cwd=tmp_path)
        assert done.returncode == 2
        lines = [line for line in done.stderr.splitlines() if line.startswith("skerry: ")]
        assert len(lines) == 1, done.stderr
        assert "problem onemax: its " in lines[0] and MISSHAPEN[number] in lines[0]
    assert not (tmp_path / "a.h5").exists()


def test_refuses_in_the_config_with_its_line(tmp_path):
    config = write(tmp_path, extra=f"plugins:\n  - {plugin('onemax_other_abi')}\n")
    done = skerry("check", config)
    assert done.returncode == 2
    assert f"{config}:7: plugins[0]: " in done.stderr and "ABI version 99" in done.stderr


@pytest.mark.parametrize("extra", ["plugins: libonemax.so\n", "plugins: {a: b}\n",
                                   "plugins: [[a]]\n", "plugins: [~]\n"])
def test_refuses_what_is_no_list_of_files(tmp_path, extra):
    done = skerry("check", write(tmp_path, extra=extra))
    assert done.returncode == 2 and "plugins" in done.stderr


def test_a_text_is_no_plugin(tmp_path):
    config = write(tmp_path)
    done = skerry("check", config, "--plugin", config)
    assert done.returncode == 2 and "invalid ELF header" in done.stderr
    assert done.stderr.count(str(config)) == 1


def test_errors_of_its_keys_have_their_place(tmp_path):
    config = write(tmp_path, extra="onemax: {bits: 13}\n")
    done = skerry("check", config, "--plugin", plugin())
    assert done.returncode == 2
    assert f"{config}:6: onemax.bits: 13 is refused" in done.stderr


def test_other_commands_load_none(tmp_path):
    config = tmp_path / "plain.yaml"
    config.write_text((SOURCE / "configs/sliding/d4-k3-level4.yaml").read_text()
                      + f"\nplugins: [{plugin()}]\n")
    done = skerry("god", config)
    assert done.returncode == 2 and "this command loads no plugins" in done.stderr
