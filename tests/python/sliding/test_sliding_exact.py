"""exact, astar and `skerry god` on the paper's sliding puzzles, through the program."""

import json

import pytest
from harness import ANSWERS, SOURCE, differences, run, skerry

SLIDING = SOURCE / "configs/sliding"

# The optimum of every published pair: the paper has those of d = 3 and most of d = 4.
OPTIMA = {
    "d3-k1": [4, 6, 10], "d3-k2": [6, 7, 9],
    "d4-k1": [4, 8, 6, 8, 12], "d4-k2": [6, 7, 6, 7, 8], "d4-k3": [8, 9, 10, 10, 11],
    "d5-k1": [8], "d5-k2": [4], "d5-k3": [4], "d5-k4": [13],
}
PAIRS = [(f"{name}-level{level}", best)
         for name, all_best in OPTIMA.items() for level, best in enumerate(all_best)]
UNREACHABLE = SLIDING / "unreachable/d3-k2-level3.yaml"
ALONE = ["-s", "run.islands=1", "-s", "run.epochs=1", "--quiet"]


def summary(config, output, algorithm, *words):
    done = run(config, output, "-s", f"algorithm={algorithm}", *ALONE, "--json", *words,
               code=ANSWERS)
    told = json.loads(done.stdout)
    assert done.returncode == (0 if told["solutions"] else 3 if told["infeasible"] else 4)
    return told


@pytest.mark.parametrize("algorithm", ["exact", "astar"])
def test_published_pairs_are_solved_and_verify(tmp_path, algorithm):
    for name, best in PAIRS:
        output = tmp_path / f"{name}.h5"
        told = summary(SLIDING / f"{name}.yaml", output, algorithm)
        assert (name, told["best"], told["bound"], told["optimal"]) == (name, best, best, True)
        assert skerry("verify", output).returncode == 0


@pytest.mark.parametrize("words", [["exact"], ["astar"], ["astar", "-s", "astar.heuristic=pattern"]])
def test_unreachable_target_is_proved(tmp_path, words):
    told = summary(UNREACHABLE, tmp_path / "out.h5", *words)
    assert told["infeasible"] and not told["optimal"] and not told["solutions"]
    if words[-1] in ("exact", "astar"):
        assert "672 placements of 1680" in told["reason"]


# Rings of which each face has two, so that none can move, and the same with one elsewhere.
STUCK, FREE = "[0, 3, 5, 6]", "[0, 3, 5, 7]"
STUCK_4, FREE_4 = "[0, 3, 5, 6, 9, 10, 12, 15]", "[0, 3, 5, 6, 9, 10, 12, 14]"


@pytest.mark.parametrize("d, start, target, placements, end", [
    (3, STUCK, FREE, 1500000, "start"),  # A*
    (4, FREE_4, STUCK_4, 1500000, "target"),  # the search from both ends, before A* has ended
    (3, STUCK, FREE, 0, "start"),  # breadth-first search
    (3, FREE, STUCK, 0, "target")])
def test_reason_names_the_end_that_was_searched(tmp_path, d, start, target, placements, end):
    told = summary(SLIDING / "d3-k2-level0.yaml", tmp_path / "out.h5", "exact",
                   "-s", f"exact.placements={placements}", "-s", f"sliding.d={d}",
                   "-s", f"sliding.l={1 << (d - 1)}", "-s", f"sliding.start={start}",
                   "-s", f"sliding.target={target}")
    assert told["infeasible"]
    assert f"the component of the {end} has 1 placements of " in told["reason"]


def test_reason_of_patterns_names_their_rings(tmp_path):
    # three rings on a square keep their order, so that a table of all three knows it at once
    told = summary(SLIDING / "d3-k2-level0.yaml", tmp_path / "out.h5", "astar",
                   "-s", "astar.heuristic=pattern", "-s", "sliding.d=2", "-s", "sliding.k=1",
                   "-s", "sliding.l=1", "-s", "sliding.start=[0, 1, 2]",
                   "-s", "sliding.target=[0, 2, 1]")
    assert told["infeasible"] and "some group of at most 3 rings" in told["reason"]


def test_pattern_tables_find_the_same_optimum(tmp_path):
    for name in ("d4-k3-level4", "d5-k4-level0"):
        plain = summary(SLIDING / f"{name}.yaml", tmp_path / "plain.h5", "astar")
        pattern = summary(SLIDING / f"{name}.yaml", tmp_path / "pattern.h5", "astar",
                          "-s", "astar.heuristic=pattern")
        assert pattern["best"] == plain["best"] and pattern["optimal"]
        assert pattern["evaluations"] < plain["evaluations"]


@pytest.mark.parametrize("algorithm", ["exact", "astar"])
def test_memory_limit_ends_with_a_bound(tmp_path, algorithm):
    told = summary(SLIDING / "d5-k4-level0.yaml", tmp_path / "out.h5", algorithm,
                   "-s", f"{algorithm}.memory_mb=1")
    assert told["status"] == "finished" and not told["optimal"] and not told["infeasible"]
    assert 6 <= told["bound"] <= 13 and not told["solutions"]


def test_patterns_too_wide_are_refused(tmp_path):
    done = run(SLIDING / "d5-k4-level0.yaml", tmp_path / "out.h5", "-s", "algorithm=astar",
               "-s", "astar.heuristic=pattern", "-s", "astar.pattern_rings=5", ok=False)
    assert done.returncode == 2
    assert "astar.pattern_rings" in done.stderr and "at most 4" in done.stderr


@pytest.mark.parametrize("algorithm", ["exact", "astar"])
def test_same_file_on_any_number_of_ranks(tmp_path, algorithm):
    config = SLIDING / "d5-k4-level0.yaml"
    words = ["-s", f"algorithm={algorithm}", "-s", "run.islands=3", "--quiet"]
    run(config, tmp_path / "1.h5", *words)
    for ranks in (2, 3):
        run(config, tmp_path / f"{ranks}.h5", *words, ranks=ranks)
        assert differences(tmp_path / "1.h5", tmp_path / f"{ranks}.h5") == []


def test_resumed_search_equals_uninterrupted(tmp_path):
    # the farthest placement of d = 5, k = 4: some seconds of search
    config = SLIDING / "d5-k4-level0.yaml"
    words = ["-s", "algorithm=astar", "-s", "run.islands=2", "-s", "astar.memory_mb=64",
             "-s", "sliding.start=[0, 2, 29, 16, 25, 28]", "-s", "checkpoint.every_s=0"]
    run(config, tmp_path / "whole.h5", *words, code=4)
    output = tmp_path / "stopped.h5"
    run(config, output, *words, "-s", "run.time_limit_s=0.2", code=4)
    run(config, output, *words, "--resume", ranks=2, code=4)
    assert differences(tmp_path / "whole.h5", output) == []


def god(config, *words, ranks=0, cwd=None):
    done = skerry("god", config, *words, ranks=ranks, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done


def test_god_tells_levels_and_components():
    told = json.loads(god(SLIDING / "d3-k2-level0.yaml", "--diameter", "--json").stdout)
    assert told["eccentricity"] == 10 and sum(told["levels"]) == told["reached"] == 672
    own = told["components"][told["component"]]
    assert (own["components"], own["size"]) == (2, 672)
    assert own["diameter_low"] == own["diameter_high"] == 10
    stuck = sum(c["placements"] for c in told["components"] if c["stuck"])
    assert stuck == 336
    assert sum(c["placements"] for c in told["components"]) == told["placements"] == 1680


def test_god_s_farthest_placement_is_that_far(tmp_path):
    config = SLIDING / "d4-k3-level0.yaml"
    told = json.loads(god(config, "--json", "--quiet").stdout)
    solved = summary(config, tmp_path / "far.h5", "exact",
                     "-s", f"sliding.start={told['farthest']}")
    assert solved["best"] == told["eccentricity"] == 16 and solved["optimal"]


@pytest.mark.parametrize("ranks", [2, 3])
def test_god_on_ranks_tells_the_same(tmp_path, ranks):
    def numbers(**how):
        told = json.loads(god(SLIDING / "d4-k3-level0.yaml", "--diameter", "--json", "--quiet",
                              **how).stdout)
        for component in told["components"]:
            del component["searches"]
            component.pop("farthest_pair", None)
        return {key: told[key] for key in told
                if key not in ("searches", "target_s", "search_s", "ranks")}
    assert numbers(ranks=ranks, cwd=tmp_path) == numbers()


def test_god_stops_at_so_many_searches():
    text = god(SLIDING / "d4-k3-level0.yaml", "--diameter", "--searches", "1").stdout
    assert "17 to 18" in text


@pytest.mark.parametrize("words, expected", [
    (["god"], "no config"),
    (["god", SLIDING / "d3-k1-level0.yaml", "--fast"], "--fast"),
    (["god", SLIDING / "d3-k1-level0.yaml", "--searches"], "--searches"),
    (["god", SLIDING / "d3-k1-level0.yaml", "--searches", "1"], "--searches: limits those for the diameters (expected: --diam"),
    (["god", SLIDING / "d3-k1-level0.yaml", "--memory", "none"], "--memory: 'none'"),
    (["god", SLIDING / "d5-k1-level0.yaml", "--memory", "100"], "339 MB"),
    (["god", SLIDING / "d3-k1-level0.yaml", "-s", "sliding.k=4"], "sliding.k: "),
    (["god", SLIDING / "large/random-07-d7-k2-r20.yaml"], "r20.yaml:4: sliding.d: 7 dimensions (expected by god: at most 5)"),
    (["god", SOURCE / "configs/party/type1.yaml"], "problem party has no command 'god'"),
])
def test_god_refuses_in_one_line(words, expected):
    done = skerry(*words)
    assert done.returncode == 2
    assert expected in done.stderr and len(done.stderr.strip().splitlines()) == 1


def test_help_lists_god():
    assert "god" in skerry("--help").stdout
    said = skerry("god", "--help").stdout
    assert "--diameter" in said and "no line a round on stderr\n" in said


def test_verify_derives_the_proof_again(tmp_path):
    """The fewest moves and unreachable targets, by a plain breadth-first search."""
    for name, word, code in [("d4-k3-level4", "the fewest moves are 11; ", 0),
                             ("unreachable/d3-k2-level3", "no path", 3)]:
        output = tmp_path / "proof.h5"
        run(SOURCE / f"configs/sliding/{name}.yaml", output, "-s", "algorithm=exact", code=code)
        done = skerry("verify", output, "--all")
        assert done.returncode == 0, done.stderr
        assert "proof: ok" in done.stdout and word in done.stdout, done.stdout
        output.unlink()
