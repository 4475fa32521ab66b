"""Parties that skerry was once wrong about, kept by skerry_fuzz: tests/fuzz/found/party.

NAME.yaml begins with what is right: # expect: optimal PRICE | infeasible [RULE].
"""

import json

import pytest
from harness import SOURCE, skerry

FOUND = sorted((SOURCE / "tests/fuzz/found/party").glob("*.yaml"))


@pytest.mark.parametrize("algorithm", ["exact", "ga"])
@pytest.mark.parametrize("config", FOUND, ids=lambda path: path.stem)
def test_party_is_what_it_should_be(config, algorithm, tmp_path):
    words = config.read_text().splitlines()[0].removeprefix("# expect: ").split(None, 1)
    file = tmp_path / "party.h5"
    epochs = ["-s", "run.epochs=2"] if algorithm == "ga" else []
    done = skerry("run", config, "-o", file, "--quiet", "--json", "-s",
                  f"algorithm={algorithm}", *epochs)
    answer = json.loads(done.stdout)
    assert done.returncode == (3 if words[0] == "infeasible" else 0)
    if words[0] == "infeasible":
        assert answer["infeasible"] and answer["best"] is None
        assert len(words) == 1 or answer["reason"].startswith(words[1])
        return
    assert answer["optimal"] and answer["best"] == float(words[1])
    assert "WRONG" not in skerry("verify", file).stdout


@pytest.mark.parametrize("config", FOUND, ids=lambda path: path.stem)
def test_the_list_of_parties_begins_with_it(config):
    words = config.read_text().splitlines()[0].removeprefix("# expect: ").split(None, 1)
    answer = json.loads(skerry("parties", config, "-s", "algorithm=exact", "--solutions", "1", "--json").stdout)
    costs = [value for party in answer["parties"] for key, value in party.items() if key != "heroes"]
    assert costs == ([] if words[0] == "infeasible" else [float(words[1])])


def test_there_are_some():
    assert len(FOUND) >= 3
