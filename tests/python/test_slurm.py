"""slurm/ without SLURM: its commands and mpirun are stand-ins, the program is the real one."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

import h5py
import pytest
from harness import PARTY, SKERRY, SOURCE, differences, open_result, run

SLURM = SOURCE / "slurm"
SCRIPTS = [SLURM / name for name in ("job.sh", "site.sh", "skerry.sbatch", "submit", "sweep.sbatch")]
TABLE = SLURM / "sweep.yaml"
# Without an end of its own.
LONG = f"""problem: eternity
eternity: {{pieces: {SOURCE}/configs/eternity/pieces-6x6.txt}}
algorithm: ga
run: {{seed: 1, islands: 2, sub_generations: 5, epochs: 1000000000}}
"""
SCONTROL = """#!/bin/bash
cd "$STANDINS" || exit
echo "$*" >>scontrol.log
case $1-$2 in
show-job)
    echo "JobId=$3 JobName=skerry"
    echo "   JobState=$(cat state) Dependency=(null)"
    echo "   Command=$(cat command) and its arguments"
    echo "   PreemptEligibleTime=2026-11-24T22:51:40 PreemptTime=$(cat preempted)"
    [ ! -e comment ] || echo "   Comment=$(cat comment) "
    ;;
show-config) echo "MaxArraySize            = $(cat size)" ;;
update-*) echo "${3#Comment=}" >comment ;;
requeue-*)
    [ ! -e meanwhile ] || mv meanwhile state
    exit "$(cat refuses)"
    ;;
esac
"""
SBATCH = """#!/bin/bash
printf '%s\\n' "$*" >>"$STANDINS/sbatch.log"
wc -l <"$STANDINS/sbatch.log"
"""
LAUNCHER = """#!/bin/bash
echo "$(basename "$0") $*" >>"$STANDINS/launcher.log"
while [[ $1 == -* ]]; do shift; done
exec "$@"
"""


class Cluster:
    """A folder with stand-ins for SLURM's commands, first on PATH."""

    def __init__(self, folder):
        self.folder, self.standins = folder, folder / "standins"
        self.standins.mkdir()
        for name, text in (("scontrol", SCONTROL), ("sbatch", SBATCH), ("mpirun", LAUNCHER),
                           ("srun", LAUNCHER)):
            self.stand_in(name, text)
        for name, text in (("state", "RUNNING Reason=None"), ("refuses", "0"), ("size", "1001"), ("preempted", "None"),
                           ("command", SLURM / "none")):
            (self.standins / name).write_text(f"{text}\n")
        self.env = {key: value for key, value in os.environ.items()
                    if not key.startswith(("SLURM_", "SBATCH_"))}
        self.env |= {"PATH": f"{self.standins}:{os.environ['PATH']}", "STANDINS": str(self.standins),
                     "SKERRY": SKERRY}

    def stand_in(self, name, text):
        (self.standins / name).write_text(text)
        (self.standins / name).chmod(0o755)

    def log(self, name):
        path = self.standins / f"{name}.log"
        return path.read_text().splitlines() if path.exists() else []

    def requeues(self):
        return sum(line.startswith("requeue") for line in self.log("scontrol"))

    def comment(self):
        return (self.standins / "comment").read_text().strip()

    def start(self, script, *words, tasks=4, restarts=0, **env):
        """A batch script as SLURM starts it: a copy somewhere else."""
        (self.standins / "command").write_text(f"{SLURM / script}\n")
        spooled = self.folder / "slurm_script"
        shutil.copy(SLURM / script, spooled)
        env = {**self.env, "SLURM_JOB_ID": "77", "SLURM_NTASKS": str(tasks),
               "SLURM_RESTART_COUNT": str(restarts), **env}
        return subprocess.Popen(["bash", spooled, *map(str, words)], cwd=self.folder, env=env,
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run(self, script, *words, **options):
        job = self.start(script, *words, **options)
        said = job.communicate(timeout=600)[0]
        return job.returncode, said

    def submit(self, *words, code=0):
        done = subprocess.run([SLURM / "submit", *map(str, words)], cwd=self.folder, env=self.env,
                              text=True, capture_output=True, check=False)
        assert done.returncode == code, done.stderr
        return done


@pytest.fixture(name="cluster")
def cluster_of_stand_ins(tmp_path):
    return Cluster(tmp_path)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_syntax(script):
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    assert os.access(script, os.X_OK) == (script.suffix != ".sh")
    if shutil.which("shellcheck"):
        done = subprocess.run(["shellcheck", "-x", "-e", "SC1090,SC1091,SC2009,SC2154", script], text=True,
                              capture_output=True, check=False)
        assert done.returncode == 0, done.stdout


# ---- stopped, queued again, resumed ----


def signalled(cluster, number, restarts, **env):
    """One start of the long run, which gets a signal once it writes; its exit code and output."""
    (cluster.folder / "long.yaml").write_text(LONG)
    job = cluster.start("skerry.sbatch", "long.yaml", "-o", "long.h5",
                        restarts=restarts, **env)
    while job.poll() is None and not (cluster.folder / "long.h5.lock").exists():
        time.sleep(0.01)
    time.sleep(0.05)
    job.send_signal(number)
    said = job.communicate(timeout=600)[0]
    return job.returncode, said


@pytest.mark.parametrize("launcher, number", [
    ("mpirun", signal.SIGUSR1), ("srun --mpi=pmix", signal.SIGUSR1), ("mpirun", signal.SIGTERM)])
def test_signalled_and_queued_again_until_it_is_done(cluster, launcher, number):
    for restarts in range(3):
        code, said = signalled(cluster, number, restarts, SKERRY_LAUNCHER=launcher)
        assert code in (0, 4) and cluster.requeues() == restarts + 1, said
        assert f"start {restarts + 1}: stopped by {number.name}" in said
    with open_result(cluster.folder / "long.h5") as file:
        end = ["-s", f"run.epochs={int(file['curves/generation'][-1]) // 5 + 20}"]
    code, said = cluster.run("skerry.sbatch", "long.yaml", "-o", "long.h5", *end, restarts=3,
                             SKERRY_LAUNCHER=launcher)
    assert code in (0, 4) and cluster.requeues() == 3, said
    run(cluster.folder / "long.yaml", cluster.folder / "whole.h5", *end, code=(0, 4))
    assert differences(cluster.folder / "whole.h5", cluster.folder / "long.h5") == []
    assert len(cluster.log("launcher")) == 4
    assert all(line.startswith(f"{launcher} {SKERRY} run long.yaml") for line in cluster.log("launcher"))


@pytest.mark.parametrize("state, requeues", [
    ("COMPLETING Reason=None", 0), ("CANCELLED Reason=None", 0), ("PENDING Reason=BeginTime", 0),
    ("COMPLETING Reason=TimeLimit", 1)])
def test_cancelled_or_requeued_by_others_it_is_left_alone(cluster, state, requeues):
    """SLURM calls a job that is being cancelled COMPLETING; requeueing would bring it back."""
    (cluster.standins / "state").write_text(state)
    _, said = signalled(cluster, signal.SIGTERM, 0)
    assert ("cancelled, or queued again by others" in said) == (not requeues)
    assert cluster.requeues() == requeues, said


@pytest.mark.parametrize("code", [0, 4, 205])
def test_preempted_the_ranks_end_before_the_script_knows(cluster, code):
    """mpirun then reports a lost daemon, srun nothing."""
    cluster.stand_in("mpirun", f"#!/bin/bash\nexit {code}\n")
    assert cluster.run("skerry.sbatch", "any.yaml")[0] == code
    before = cluster.requeues()
    (cluster.standins / "preempted").write_text("2026-11-24T22:51:34")
    said = cluster.run("skerry.sbatch", "any.yaml")[1]
    assert f"stopped by preemption (exit code {code}); queued again" in said
    assert cluster.requeues() == before + 1


def test_a_cluster_that_does_not_queue_again(cluster):
    (cluster.standins / "refuses").write_text("1")
    code, said = signalled(cluster, signal.SIGUSR1, 0)
    assert code != 0 and "cannot be queued again, the same command continues it" in said
    (cluster.standins / "meanwhile").write_text("PENDING Reason=BeginTime")
    cluster.stand_in("mpirun", "#!/bin/bash\nexit 137\n")
    assert "queued again by SLURM" in cluster.run("skerry.sbatch", "any.yaml")[1]


def test_failures_in_a_row_are_counted(cluster):
    cluster.stand_in("mpirun", "#!/bin/bash\nexit 137\n")
    for n in (1, 2, 3):
        code, said = cluster.run("skerry.sbatch", "any.yaml", restarts=n - 1)
        assert code == 137 and cluster.requeues() == n and cluster.comment() == f"failures:{n}", said
    code, said = cluster.run("skerry.sbatch", "any.yaml", restarts=3)
    assert code == 137 and cluster.requeues() == 3 and "not queued again" in said


def test_a_stop_ends_a_row_of_failures(cluster):
    (cluster.standins / "comment").write_text("failures:2")
    signalled(cluster, signal.SIGUSR1, 2)
    assert cluster.comment() == "failures:0" and cluster.requeues() == 1


def test_wrong_input_is_final_at_the_first_start_only(cluster):
    words = (PARTY / "type2.yaml", "-s", "ga.mutation=7")
    code, said = cluster.run("skerry.sbatch", *words)
    assert code == 2 and "ga.mutation" in said and cluster.requeues() == 0
    assert cluster.run("skerry.sbatch", *words, restarts=1)[0] == 2
    assert cluster.requeues() == 1  # the ranks of a lost node may still hold the result


def test_an_answer_is_final(cluster):
    config = next((PARTY / "infeasible").glob("*.yaml"))
    code, said = cluster.run("skerry.sbatch", config, "-o", "x.h5")
    assert code == 3 and cluster.requeues() == 0, said


def test_a_launcher_that_hangs_after_a_signal_is_killed(cluster):
    cluster.stand_in("mpirun", "#!/bin/bash\ntrap '' USR1\ntouch hangs\nwhile :; do sleep 0.1; done\n")
    job = cluster.start("skerry.sbatch", "any.yaml", SKERRY_PATIENCE="1")
    while not (cluster.folder / "hangs").exists():
        time.sleep(0.01)
    job.send_signal(signal.SIGUSR1)
    said = job.communicate(timeout=600)[0]
    assert job.returncode == 137 and "stopped by SIGUSR1" in said and cluster.requeues() == 1


def test_a_launcher_that_outlives_its_ranks_is_killed(cluster):
    """After six looks, ten seconds apart, which a stand-in for sleep shortens."""
    cluster.stand_in("sleep", f"#!/bin/bash\nexec {shutil.which('sleep')} 0.05\n")
    cluster.stand_in("mpirun", f"#!/bin/bash\nexec {shutil.which('sleep')} 600\n")
    code, said = cluster.run("skerry.sbatch", "any.yaml")
    assert code == 137 and "failed (exit code 137), 1 in a row; queued again" in said


def test_no_program(cluster):
    code, said = cluster.run("skerry.sbatch", "any.yaml", SKERRY="/nowhere/skerry")
    assert code == 2 and "no program at /nowhere/skerry" in said


# ---- arrays ----


def test_an_array_over_seeds(cluster):
    """Its tasks are named as parts of the array: one of them has the whole array's number."""
    code, said = cluster.run("skerry.sbatch", PARTY / "type2.yaml", "-s", "run.epochs=1", tasks=1,
                             SLURM_ARRAY_JOB_ID="77", SLURM_ARRAY_TASK_ID="5")
    assert code == 0, said
    with h5py.File(cluster.folder / "type2-5.h5") as file:
        assert file.attrs["seed"] == 5
    assert cluster.log("launcher") == []  # one task needs none
    cluster.stand_in("mpirun", "#!/bin/bash\nexit 137\n")
    cluster.run("skerry.sbatch", "any.yaml", SLURM_ARRAY_JOB_ID="77", SLURM_ARRAY_TASK_ID="5")
    assert cluster.log("scontrol")[-1] == "requeue 77_5"


def test_submit_run(cluster):
    (cluster.folder / "a.yaml").write_text(LONG)
    done = cluster.submit("--nodes=4", "--ntasks=2", "run", "a.yaml", "-s", "run.seed=7")
    assert done.stdout == "job 1\n"
    assert cluster.log("sbatch") == [
        f"--parsable --nodes=4 --ntasks=2 {SLURM}/skerry.sbatch a.yaml -s run.seed=7"]


@pytest.mark.parametrize("words, one", [
    ([], False), (["-o", "a.h5"], True), (["-oa.h5"], True), (["--output=a.h5"], True), (["-o", "a-{job}.h5"], True),
    (["-o", "{seed}.h5"], False), (["-o", "{task}.h5"], False), (["-s", "run.seed=7"], True),
    (["-s", "run.seed=7", "-o", "{seed}.h5"], True), (["-s", "run.seed=7", "-o", "{task}.h5"], False)])
@pytest.mark.parametrize("array", ["--array=1-3", "-a1-3", None])
def test_submit_refuses_an_array_with_one_result(cluster, array, words, one):
    (cluster.folder / "a.yaml").write_text(LONG)
    refused = one and array is not None
    done = cluster.submit(*filter(None, [array]), "--ntasks=1", "run", "a.yaml", *words, code=2 if refused else 0)
    assert ("one result" in done.stderr) == refused and done.stderr.count("\n") == refused
    assert len(cluster.log("sbatch")) == (not refused)


def test_sbatch_refuses(cluster):
    cluster.stand_in("sbatch", "#!/bin/bash\nexit 1\n")
    (cluster.folder / "a.yaml").write_text(LONG)
    for words in (["-n1", "run", "a.yaml"], ["sweep", TABLE]):
        done = cluster.submit(*words, code=2)
        assert done.stdout == ""


def array_of(cluster, n):
    """The numbers of the n-th array that was submitted, and the words after the script."""
    words = cluster.log("sbatch")[n].split()
    numbers = next(word for word in words if word.startswith("--array="))[len("--array="):]
    first, _, last = numbers.partition("-")
    numbers = range(int(first), int(last) + 1) if last else map(int, numbers.split(","))
    return list(numbers), words[words.index(f"{SLURM}/sweep.sbatch") + 1:]


def five_tasks(cluster):
    (cluster.folder / "five.yaml").write_text(
        f"config: {PARTY / 'type2.yaml'}\nsettings: {{run.epochs: [1]}}\nseeds: {{from: 1, to: 5}}\n")


@pytest.mark.parametrize("most, size, numbers", [
    ([], 1001, [1, 2, 3, 4, 5]), ([9], 1001, [1, 2, 3, 4, 5]), ([], 4, [1, 2, 3])])
def test_tasks_of_an_array(cluster, most, size, numbers):
    """As many as the table has, or as the cluster allows."""
    five_tasks(cluster)
    (cluster.standins / "size").write_text(f"{size}\n")
    cluster.submit("sweep", "five.yaml", *most)
    assert array_of(cluster, 0)[0] == numbers


def test_a_sweep_is_an_array_and_a_job_that_merges(cluster):
    five_tasks(cluster)
    done = cluster.submit("--time=10", "-pdebug", "sweep", "five.yaml", 2)
    assert done.stdout == "array 1: 5 tasks of five.yaml; job 2: merges their results\n"
    merging = cluster.log("sbatch")[1]
    assert "-pdebug --dependency=afterany:1 " in merging and "--time" not in merging
    assert array_of(cluster, 0) == ([1, 2], ["five.yaml", "2"])
    for number in ("1", "2"):
        code, said = cluster.run("sweep.sbatch", "five.yaml", "2", tasks=1, SLURM_ARRAY_JOB_ID="1",
                                 SLURM_ARRAY_TASK_ID=number)
        assert code == 0, said
    assert len(list((cluster.folder / "five").glob("*.h5"))) == 5
    code, said = cluster.run("sweep.sbatch", *cluster.log("sbatch")[1].split()[-2:], tasks=1)
    assert code == 0, said
    with h5py.File(cluster.folder / "five.h5") as file:
        assert list(file["tasks/run.seed"]) == [1, 2, 3, 4, 5] and len(file["results"]) == 5


def test_a_sweep_submitted_again_runs_what_is_left(cluster):
    table = cluster.folder / "three.yaml"
    table.write_text(f"config: {PARTY / 'type2.yaml'}\nsettings: {{run.epochs: [1]}}\nseeds: [1, 2, 3]\n")
    code, said = cluster.run("sweep.sbatch", "three.yaml", tasks=1)  # no array: all on one node
    assert code == 0 and (cluster.folder / "three.h5").exists(), said
    for path in (cluster.folder / "three").glob("*seed=2.h5*"):
        path.unlink()
    cluster.submit("sweep", "three.yaml")
    assert array_of(cluster, 0) == ([2], ["three.yaml"])
    assert cluster.run("sweep.sbatch", "three.yaml", "--merge", tasks=1)[0] == 1
    assert cluster.requeues() == 0
    cluster.run("sweep.sbatch", "three.yaml", tasks=1, SLURM_ARRAY_JOB_ID="1", SLURM_ARRAY_TASK_ID="2")
    done = cluster.submit("sweep", "three.yaml")
    assert done.stdout.startswith("three.yaml: all tasks are finished\njob ")
    assert "--dependency" not in cluster.log("sbatch")[-1]


def test_a_task_that_fails_does_not_keep_the_others_of_its_job(cluster):
    table = cluster.folder / "two.yaml"
    table.write_text(f"config: {PARTY / 'type2.yaml'}\nsettings: {{run.epochs: [1]}}\nseeds: [1, 2]\n")
    (cluster.folder / "two/type2,run.epochs=1,seed=1.h5.new/in the way").mkdir(parents=True)
    code, said = cluster.run("sweep.sbatch", "two.yaml", "1", tasks=1, SLURM_ARRAY_JOB_ID="1",
                             SLURM_ARRAY_TASK_ID="1")
    assert code == 1 and "seed=1.h5.new: creating failed" in said, said
    assert (cluster.folder / "two/type2,run.epochs=1,seed=2.h5").exists()


@pytest.mark.parametrize("words", [[], ["run"], ["walk", "a.yaml"], ["sweep", "a.yaml", "many"],
                                   ["sweep", "none.yaml"]])
def test_submit_refuses(cluster, words):
    cluster.submit(*words, code=2)
    assert cluster.log("sbatch") == []


@pytest.mark.parametrize("words, said", [
    (["none.yaml"], "none.yaml: no such file (expected: a config in YAML)"),
    (["a.yaml", "-o", "a.h5", "-s", "run.sede=7"], "-s run.sede: unknown key, did you mean 'seed'?"),
    (["a.yaml", "--set=run.seed=x", "-q"], "-s run.seed: 'x' is not a whole number"),
    (["a.yaml", "--plugin", "none.so"], "none.so")])
def test_submit_refuses_what_the_job_would_refuse(cluster, words, said):
    (cluster.folder / "a.yaml").write_text(LONG)
    done = cluster.submit("--nodes=2", "run", *words, code=2)
    assert done.stderr.startswith("skerry: ") and said in done.stderr and done.stderr.count("\n") == 1
    assert done.stdout == "" and cluster.log("sbatch") == []


@pytest.mark.parametrize("options, words", [
    (["--ntasks=20"], ["run", PARTY / "type2.yaml"]), (["-n6"], ["run", PARTY / "type2.yaml"]),
    ([], ["run", PARTY / "vanilla.yaml"]), (["--ntasks=4"], ["sweep", TABLE, "10"])])
def test_submit_refuses_more_ranks_than_islands(cluster, options, words):
    """Without --ntasks a run has the five of its script."""
    done = cluster.submit(*options, *words, code=2)
    assert done.stderr.startswith("skerry: ") and done.stderr.count("\n") == 1
    assert "run.islands: " in done.stderr and " ranks are more than the " in done.stderr
    assert cluster.log("sbatch") == []


def documented():
    """The commands of the documents that submit."""
    texts = [(SOURCE / name).read_text(encoding="utf-8") for name in ("README.md", "slurm/README.md")]
    lines = [line.split("#")[0].split() for text in texts for line in text.splitlines()]
    return [line[1:] for line in lines if line[:1] == ["slurm/submit"]]


def test_documented_commands_are_submitted(cluster):
    for name in ("configs", "slurm"):
        (cluster.folder / name).symlink_to(SOURCE / name)
    commands = documented()
    assert len(commands) >= 6
    for words in commands:
        cluster.submit(*words)


# ---- the site ----


def test_a_container(cluster):
    """Its command comes before the program, after the launcher."""
    cluster.stand_in("apptainer", "#!/bin/bash\nshift 2\nexec \"$@\"\n")
    code, said = cluster.run("skerry.sbatch", PARTY / "type2.yaml", "-s", "run.epochs=1",
                             SKERRY_CONTAINER="apptainer exec skerry.sif")
    assert code == 0, said
    assert cluster.log("launcher")[0].startswith(f"mpirun apptainer exec skerry.sif {SKERRY} run")


def without_root(cluster, **env):
    """scripts/setup as people of a cluster call it, who lack a package; what it says."""
    for name, text in (("id", "echo 1000"), ("dpkg-query", "exit 1"), ("apt-get", "exit 0"),
                       ("sudo", 'touch "$STANDINS/sudo-was-called"')):
        cluster.stand_in(name, f"#!/bin/bash\n{text}\n")
    done = subprocess.run([SOURCE / "scripts/setup"], text=True, capture_output=True, check=False,
                          stdin=subprocess.DEVNULL, env={**cluster.env, **env})
    return done, (cluster.standins / "sudo-was-called").exists()


def test_setup_calls_no_sudo_on_a_cluster_or_without_a_terminal(cluster):
    for name in ("CI", "SKERRY_SETUP"):
        cluster.env.pop(name, None)
    done, called = without_root(cluster)
    assert done.returncode == 2 and not called
    assert "missing cmake" in done.stderr and "slurm/README.md" in done.stderr
    (cluster.standins / "sbatch").unlink()
    if not shutil.which("sbatch"):
        done, called = without_root(cluster, SKERRY_SETUP="ask")
        assert done.returncode == 2 and not called
        assert without_root(cluster)[1]  # asked for by itself, on a workstation


def test_documents_name_what_is_there():
    text = (SLURM / "README.md").read_text(encoding="utf-8")
    for path in set(SLURM.iterdir()) - {SLURM / "README.md"}:
        assert path.name in text, path
