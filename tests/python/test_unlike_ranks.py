"""Islands on ranks that are not alike, and in groups: the same result whatever the ranks."""

from harness import PARTY, differences, run, skerry
from test_plugins import plugin, write


def test_islands_that_move_give_the_same_result(tmp_path, monkeypatch):
    config = write(tmp_path, epochs=8)
    words = ("run", config, "--plugin", plugin("onemax_asleep"), "-q", "-o")
    alone = skerry(*words, "alone.h5", cwd=tmp_path)
    assert alone.returncode == 0, alone.stderr
    monkeypatch.setenv("ONEMAX_SLEEP_US", "1500")
    monkeypatch.setenv("ONEMAX_SLOW_RANK", "1")
    done = skerry(*words, "moved.h5", "-s", "run.distribution=speed", ranks=2, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert differences(tmp_path / "alone.h5", tmp_path / "moved.h5") == []


def test_groups_give_the_same_result_on_any_ranks(tmp_path):
    alone, shared = tmp_path / "alone.h5", tmp_path / "shared.h5"
    settings = ("run.islands=7", "run.epochs=5", "run.sub_generations=2", "migration.group=3",
                "migration.between_every=2")
    for result, ranks in ((alone, 0), (shared, 4)):
        run(PARTY / "type1.yaml", result, "-q",
            *(word for setting in settings for word in ("-s", setting)), ranks=ranks)
    assert differences(alone, shared) == []
