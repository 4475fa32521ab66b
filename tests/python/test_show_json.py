"""Numbers and solutions of `skerry show --json`."""

import json
import re

from harness import PARTY, SOURCE, run, skerry


def test_numbers_are_the_shortest_that_are_read_as_the_same(tmp_path):
    run(SOURCE / "configs/level/zelda-grid.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=1")
    text = skerry("show", tmp_path / "a.h5", "--json").stdout
    found = re.findall(r"(?m)^ *(?:\"\w+\": )?(-?\d+\.[\de.+-]+),?$", text)
    assert len(found) > 20
    assert [float(repr(float(one))) for one in found] == [float(one) for one in found]
    digits = [len(re.sub(r"e.*|\D", "", one).strip("0")) for one in found]
    assert digits == [len(re.sub(r"e.*|\D", "", repr(float(one))).strip("0")) for one in found]


def test_ten_solutions_are_shown_and_all_are_counted(tmp_path):
    run(PARTY / "type2.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=1")
    shown = json.loads(skerry("show", tmp_path / "a.h5", "--json").stdout)
    assert len(shown["solutions"]) == 10 < shown["n_solutions"]
    whole = json.loads(skerry("show", tmp_path / "a.h5", "--json", "--solutions", "1000").stdout)
    assert len(whole["solutions"]) == whole["n_solutions"] == shown["n_solutions"]
    assert whole["solutions"][:10] == shown["solutions"]
