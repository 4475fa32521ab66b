"""How a run on five ranks, one island each, communicates: a preloaded library
(tests/mpi/mpi_calls.c) writes down each rank's calls."""

import os
import subprocess

import h5py
import pytest
from harness import PARTY, SOURCE, command, environment

CALLS = os.environ.get("SKERRY_MPI_CALLS",
                       str(SOURCE / "build/release/tests/libskerry_mpi_calls.so"))
CONFIG = PARTY / "multi-island.yaml"
RANKS, EPOCHS, SUB_GENERATIONS, POPULATION = 5, 4, 10, 12
KEY_BYTES = 8
HEADER_BYTES = 40  # of the individuals from one rank to another
PRELOAD = ["-x", f"LD_PRELOAD={CALLS}",
           "-x", "ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0"]


def read_calls(path):
    """The calls of one rank in order, as (name, bytes sent)."""
    lines = path.read_text(encoding="ascii").splitlines()
    return [(name, int(size)) for name, size in map(str.split, lines)]


@pytest.fixture(scope="module", name="traced")
def run_traced(tmp_path_factory):
    """The result file of a run, and the calls of each rank."""
    folder = tmp_path_factory.mktemp("calls")
    words = command(RANKS, "run", CONFIG, "-o", folder / "a.h5", "-s", f"run.epochs={EPOCHS}",
                    "-s", f"ga.population={POPULATION}")
    env = {**environment(folder / "scratch"), "MPI_CALLS": str(folder / "calls")}
    done = subprocess.run([*words[:3], *PRELOAD, *words[3:]], env=env, cwd=folder, text=True,
                          capture_output=True, timeout=600, check=False)
    assert done.returncode in (0, 4), done.stderr
    return folder / "a.h5", [read_calls(folder / f"calls.{rank}") for rank in range(RANKS)]


def migrations(calls):
    """Where in a rank's calls the genomes are exchanged."""
    return [i for i, (name, _) in enumerate(calls) if name == "Alltoallv"]


def test_a_migration_is_an_allgather_of_keys_and_an_alltoallv(traced):
    _, ranks = traced
    for calls in ranks:
        assert len(migrations(calls)) == EPOCHS
        for at in migrations(calls):
            assert calls[at - 1] == ("Allgather", POPULATION * KEY_BYTES)


def test_the_alltoallv_carries_what_the_result_says_has_moved(traced):
    path, ranks = traced
    with h5py.File(path) as file:
        moved = file["migration/bytes"][0].sum(axis=1)
    for epoch in range(EPOCHS):
        sent = sum(calls[migrations(calls)[epoch]][1] for calls in ranks)
        headers = sent - moved[epoch]
        assert moved[epoch] > 0
        assert headers % HEADER_BYTES == 0
        assert 0 < headers <= HEADER_BYTES * RANKS * (RANKS - 1)


def test_no_rank_sends_messages_of_its_own(traced):
    _, ranks = traced
    for calls in ranks:
        assert not {"Send", "Isend"} & {name for name, _ in calls}


def test_migrations_are_ten_generations_apart(traced):
    """After each the islands hold what all populations held at the end of the tenth generation since
    the last one."""
    path, ranks = traced
    with h5py.File(path) as file:
        best, worst = file["curves/best"][0].min(axis=1), file["curves/worst"][0].max(axis=1)
        low, high = file["migration/low"][0].min(axis=1), file["migration/high"][0].max(axis=1)
    assert len(best) == EPOCHS * SUB_GENERATIONS + 1
    for calls in ranks:
        assert len(migrations(calls)) == EPOCHS
    for epoch in range(EPOCHS):
        end = (epoch + 1) * SUB_GENERATIONS
        assert (low[epoch], high[epoch]) == (best[end], worst[end])


def test_ranks_meet_between_migrations(traced):
    """The exchange of status, the most frequent size of an allgather, is once a generation or less
    often: ranks may make several generations until the next one."""
    _, ranks = traced
    for calls in ranks:
        gathers = [call for call in calls if call[0] == "Allgather"]
        status = max(set(gathers), key=gathers.count)
        places = [0, *migrations(calls)]
        for before, after in zip(places, places[1:]):
            assert 1 <= calls[before:after].count(status) <= SUB_GENERATIONS


def test_hdf5_is_opened_on_rank_0_alone(traced):
    _, ranks = traced
    opened = [sum(name.startswith("H5F") for name, _ in calls) for calls in ranks]
    assert opened[0] > 0
    assert opened[1:] == [0] * (RANKS - 1)
