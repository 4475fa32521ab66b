"""What the tests of the built program share: running it, and comparing result files."""

import contextlib
import hashlib
import importlib.machinery
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys

import h5py
import numpy as np

SOURCE = pathlib.Path(os.environ.get("SKERRY_SOURCE", pathlib.Path(__file__).parents[2]))
SKERRY = os.environ.get("SKERRY", str(SOURCE / "build/release/skerry"))
PARTY = SOURCE / "configs/party"

# What may differ between two runs of one config and seed: times, hosts, ranks, the command.
FREE_ATTRIBUTES = {
    "ranks", "hosts", "command", "started", "ended", "elapsed", "commit", "config",
    "cpu", "cpu_time", "compiler", "hdf5_version", "mpi_library",
    "slurm_job_id", "slurm_job_name",
}
FREE_DATASETS = {"elapsed", "seconds", "elapsed_s", "cpu"}
FREE_GROUPS = {"starts"}

# Lets ranks that wait for others sleep (tests/mpi/idle.c).
IDLE = os.environ.get("SKERRY_IDLE", str(SOURCE / "build/release/tests/libskerry_idle.so"))

MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl": "self,vader",
    "OMPI_MCA_pml": "ob1",
    "OMPI_MCA_oob_tcp_if_include": "lo",
    "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0",  # Open MPI's own leaks; a run alone starts no MPI
    **({"LD_PRELOAD": IDLE} if os.path.exists(IDLE) else {}),
}


def environment(scratch):
    """The environment of a run whose leftovers, if it is killed, stay in `scratch`."""
    scratch.mkdir(exist_ok=True)
    return {**os.environ, **MPI, "TMPDIR": str(scratch),
            "OMPI_MCA_btl_vader_backing_directory": str(scratch)}


def script_module(path):
    """A script as a module, whatever its name ends in."""
    name = path.stem.replace("-", "_")
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module  # dataclasses look it up
    loader.exec_module(module)
    return module


def patient(scratch):
    """The same where mpirun gets a signal: a second after it has passed it on, it kills its
    ranks, which is too soon on a busy machine. It waits as long even where they have ended."""
    return {**environment(scratch), "OMPI_MCA_odls_base_sigkill_timeout": "5"}


def command(ranks, *words):
    """`skerry WORDS` alone (ranks 0) or under mpirun."""
    launcher = ["mpirun", "-n", str(ranks)] if ranks else []
    return [*launcher, SKERRY, *map(str, words)]


def skerry(*words, ranks=0, cwd=None, scratch=None, timeout=600):
    """Runs to the end; returns the completed process with text output."""
    env = environment(scratch or pathlib.Path(cwd or ".") / "scratch") if ranks else None
    return subprocess.run(command(ranks, *words), cwd=cwd, env=env, text=True,
                          capture_output=True, timeout=timeout, check=False)


# Exit codes of a run that did its work: a solution, proven that there is none, none found.
ANSWERS = (0, 3, 4)


def run(config, output, *words, ranks=0, ok=True, code=0):
    """Runs a config into `output`; checks its exit code, or that it is one of several."""
    done = skerry("run", config, "-o", output, *words, ranks=ranks, cwd=output.parent)
    if ok:
        assert done.returncode in (code if isinstance(code, tuple) else (code,)), done.stderr
    return done


def another_build(path):
    """The program under another version, at `path`: what it computes is the same, but nobody else can know that."""
    program = open(SKERRY, "rb").read()
    version = subprocess.run([SKERRY, "--version"], text=True, capture_output=True, check=True).stdout.split()[1]
    assert program.count(version.encode() + b"\0")
    path.write_bytes(program.replace(version.encode() + b"\0", version[:-1].encode() + b"9\0"))
    path.chmod(0o755)
    return path


def ranks_of(launcher):
    """Process numbers of the ranks that an mpirun has started and that live."""
    children = subprocess.run(["ps", "-o", "pid=,stat=,comm=", "--ppid", str(launcher)],
                              text=True, capture_output=True, check=False).stdout
    rows = [line.split() for line in children.splitlines()]
    return [int(row[0]) for row in rows
            if row[2].startswith("skerry") and not row[1].startswith("Z")]


def kill_a_rank(job, choose):
    """SIGKILL for the rank that choose, a function of a list, picks of those that live.

    The rank may end by itself just before, as may all of them.
    """
    victims = ranks_of(job.pid)
    if victims:
        with contextlib.suppress(ProcessLookupError):
            os.kill(choose(victims), signal.SIGKILL)


def finish(job, hangs_after=300):
    """Waits for the end of a job of which a rank was killed; returns its output.

    mpirun itself may hang then, in PMIx_server_finalize (Open MPI 4.1.4, with any program):
    it is ended where all its ranks have ended and it has not some seconds later.
    """
    alone = 0
    for _ in range(hangs_after):
        try:
            return job.communicate(timeout=1)
        except subprocess.TimeoutExpired:
            alone = 0 if ranks_of(job.pid) else alone + 1
            if alone == 5:
                job.kill()
    job.kill()
    raise AssertionError("ranks hang after one of them was killed")


def open_result(path):
    """A result file, also one whose writer was killed."""
    return h5py.File(path, "r", libver="latest", swmr=True)


SEAL = b"\nskerry-result sealed, SHA-256 "
SEAL_BYTES = len(SEAL) + 64 + 1


def seal(path):
    """Seals a result that h5py has written to, which drops the seal, as anybody can."""
    data = path.read_bytes()
    assert data[-SEAL_BYTES:-65] != SEAL
    path.write_bytes(data + SEAL + hashlib.sha256(data).hexdigest().encode() + b"\n")


def as_before_improvements(file):
    """Makes a result, open in h5py, one of a version that did not record how a run went and was made."""
    for name in "improvements", "starts":
        del file[name]
    for name in "asynchronous", "cpu", "cpu_time", "compiler", "hdf5_version":
        del file.attrs[name]
    file.attrs.modify("commit", "000000000000")


def values_of(item):
    """Values of a dataset; texts, also those that are arrays of characters, as one string each."""
    values = item[()]
    if values.dtype == "S1" and values.ndim > 1:
        values = values.view(f"S{values.shape[-1]}")[..., 0]
    if values.dtype.kind not in "SO":
        return values
    return np.array([text.decode() for text in values.ravel()], object).reshape(values.shape)


def names_of(file):
    """All groups and datasets, without those in a free group."""
    found = set()
    file.visit(found.add)
    return {name for name in found if name.split("/")[0] not in FREE_GROUPS or "/" not in name}


def in_order(item):
    """Values of a dataset; of improvements by replica, since replicas may have run side by side."""
    values = item[()]
    is_scale = item.attrs.get("CLASS") == b"DIMENSION_SCALE"
    if item.parent.name.endswith("/improvements") and not is_scale and len(values) == len(item.parent["replica"]):
        values = values[np.argsort(item.parent["replica"][()], kind="stable")]
    return values


def differences(one, other):
    """Names of what differs between two result files beyond times, hosts and ranks."""
    found = []

    def visit(name, item, against):
        for key in item.attrs:
            if key in FREE_ATTRIBUTES or key in ("DIMENSION_LIST", "REFERENCE_LIST"):
                continue
            if not np.array_equal(item.attrs[key], against.attrs.get(key)):
                found.append(f"{name}@{key}")
        if not isinstance(item, h5py.Dataset):
            return
        if name.rsplit("/", 1)[-1] in FREE_DATASETS:
            return
        mine, theirs = in_order(item), in_order(against)
        if mine.dtype.kind == "f":
            same = np.array_equal(mine, theirs, equal_nan=True)
        else:
            same = np.array_equal(mine, theirs)
        if not same:
            found.append(name)

    with open_result(one) as a, open_result(other) as b:
        names_a, names_b = names_of(a), names_of(b)
        found += sorted(names_a ^ names_b)
        visit("/", a, b)
        for name in sorted(names_a & names_b):
            visit(name, a[name], b[name])
    return found
