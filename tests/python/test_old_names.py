"""Config keys that were renamed: their old names go on working, and say so once. Keys that were added: results of
before can be resumed."""

from harness import PARTY, differences, open_result, run, skerry

CONFIG = PARTY / "type2.yaml"
SHORT = ["-s", "run.epochs=2", "-s", "run.islands=3", "-s", "migration.policy=ring"]
OLD = ["-s", "ga.improve=0", "-s", "ga.improve_start=0.5", "-s", "migration.guests=3",
       "-s", "output.apart=0.1"]
NEW = ["-s", "ga.local_search=0", "-s", "ga.local_search_start=0.5",
       "-s", "migration.migrants=3", "-s", "output.min_distance=0.1"]


def test_old_names_are_the_same_run(tmp_path):
    old = run(CONFIG, tmp_path / "old.h5", *SHORT, *OLD, ranks=2)
    new = run(CONFIG, tmp_path / "new.h5", *SHORT, *NEW)
    said = [line for line in old.stderr.splitlines() if "is now called" in line]
    assert said == ["skerry: ga.improve is now called ga.local_search",
                    "skerry: ga.improve_start is now called ga.local_search_start",
                    "skerry: migration.guests is now called migration.migrants",
                    "skerry: output.apart is now called output.min_distance"]
    assert "is now called" not in new.stderr
    assert differences(tmp_path / "old.h5", tmp_path / "new.h5") == []


def test_a_run_goes_on_under_the_new_names(tmp_path):
    run(CONFIG, tmp_path / "r.h5", *SHORT, *OLD)
    run(CONFIG, tmp_path / "r.h5", *SHORT, *NEW, "-s", "run.epochs=4", "--resume")
    run(CONFIG, tmp_path / "whole.h5", *SHORT, *NEW, "-s", "run.epochs=4")
    assert differences(tmp_path / "r.h5", tmp_path / "whole.h5") == []


def test_a_file_is_named_with_its_line(tmp_path):
    lines = CONFIG.read_text().replace("heroes: ", f"heroes: {CONFIG.parent}/").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("migration:"))
    lines[at] = "migration: {policy: ring, guests: 2}"
    config = tmp_path / "old.yaml"
    config.write_text("\n".join(lines))
    done = skerry("check", config)
    assert done.returncode == 0
    assert f"{config}:{at + 1}: migration.guests is now called migration.migrants" in done.stderr


def test_both_names_are_refused(tmp_path):
    done = run(CONFIG, tmp_path / "b.h5", "-s", "ga.improve=0", "-s", "ga.local_search=0",
               ok=False)
    assert done.returncode == 2
    assert "ga.improve: the old name of ga.local_search" in done.stderr


HEROES = "id,level,price\n" + "".join(f"{i},{60 + i},{100 + 10 * i}\n" for i in range(1, 13))
EXACT = """problem: party
party: {heroes: heroes.csv, formation: {places: 3}, requirements: [{mean: level, min: 65}]}
algorithm: exact
run: {seed: 1, epochs: 2, islands: 2}
"""
# As of 720c5526, before round_work and few_heroes.
IDENTITY = "2ebb1336d4d305597f6de81f78358b39600e046ababcdcb0de4e6564098b7ad5"


def test_added_keys_leave_the_identity_of_earlier_runs(tmp_path):
    def identity(*words):
        run(tmp_path / "a.yaml", tmp_path / "a.h5", *words)
        with open_result(tmp_path / "a.h5") as file:
            return file.attrs["config_sha256"]

    (tmp_path / "heroes.csv").write_text(HEROES)
    (tmp_path / "a.yaml").write_text(EXACT)
    assert identity() == IDENTITY
    assert identity("-s", "exact.few_heroes=1500", "-s", "exact.round_work=4e6") == IDENTITY
    assert identity("-s", "exact.few_heroes=20") != IDENTITY
    assert identity("-s", "exact.round_work=20") != IDENTITY
    assert identity("-s", "exact.placings=20000") == IDENTITY
    assert identity("-s", "exact.placings=20") != IDENTITY
