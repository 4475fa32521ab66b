"""The keys `name` and `description` of a config, texts for people."""

import json

import pytest
from harness import SOURCE, differences, open_result, run, skerry

CONFIG = SOURCE / "configs/sliding/mixed.yaml"
NAME, TEXT = "Rings, at last", "On a cube of four dimensions.\nThe second line: \"quoted\", ä"


def labelled(folder, name=NAME):
    path = folder / "labelled.h5"
    return run(CONFIG, path, "-s", f"name={json.dumps(name)}", "-s", f"description={json.dumps(TEXT)}"), path


def test_result_has_them(tmp_path):
    _, path = labelled(tmp_path)
    with open_result(path) as file:
        assert (file.attrs["name"], file.attrs["description"]) == (NAME, TEXT)
    shown = skerry("show", path).stdout.splitlines()
    assert shown[1:4] == [NAME, *TEXT.splitlines()]
    told = json.loads(skerry("show", path, "--json").stdout)
    assert (told["name"], told["description"]) == (NAME, TEXT)
    assert skerry("verify", path).returncode == 0


def test_run_is_the_same_without_them(tmp_path):
    _, path = labelled(tmp_path)
    bare = tmp_path / "bare.h5"
    run(CONFIG, bare)
    assert differences(path, bare) == ["/@description", "/@name"]
    with open_result(bare) as file, open_result(path) as other:
        assert "name" not in file.attrs and "description" not in file.attrs
        assert file.attrs["config_sha256"] == other.attrs["config_sha256"]
    told = json.loads(skerry("show", bare, "--json").stdout)
    assert (told["name"], told["description"]) == ("", "")


def test_resumed_run_has_the_new_name(tmp_path):
    path = tmp_path / "labelled.h5"
    more = [SOURCE / "configs/party/vanilla.yaml", path]
    run(*more, "-s", "name=First", "-s", "description=Gone later", "-s", "run.epochs=2")
    run(*more, "-s", "name=Second", "-s", "run.epochs=3", "--resume")
    with open_result(path) as file:
        assert file.attrs["name"] == "Second" and "description" not in file.attrs


@pytest.mark.parametrize("value", ["[a, b]", "{a: 1}"])
def test_other_types_are_refused(tmp_path, value):
    done = run(CONFIG, tmp_path / "x.h5", "-s", f"name={value}", code=2)
    assert "name: a " in done.stderr and "(expected: text)" in done.stderr and done.stderr.count("\n") == 1
