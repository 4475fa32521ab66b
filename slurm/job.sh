# shellcheck shell=bash
# What the batch scripts share; they source it. A job that is told to stop before it is done, by its
# time limit or by preemption, writes its checkpoint and is queued again, as is one that lost a node.
# Every start goes on where the last one ended.

slurm_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$slurm_folder/site.sh"
set -uo pipefail

# A task of an array has a name of its own: its number may be that of the whole array, too.
job=${SLURM_JOB_ID:-}
[ -z "${SLURM_ARRAY_TASK_ID:-}" ] || job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID

# What is said goes to the job's output, which all its starts share.
say() {
    echo "$(date '+%F %T') ${SLURM_JOB_NAME:-skerry} $job, start $((${SLURM_RESTART_COUNT:-0} + 1)): $*"
}

die() {
    echo "${SLURM_JOB_NAME:-skerry}: $*" >&2
    exit 2
}

# ---- the program ----

if [ -z "${SKERRY:-}" ]; then
    SKERRY=$slurm_folder/../build/cluster/skerry
    [ -x "$SKERRY" ] || SKERRY=$slurm_folder/../build/release/skerry
fi
[ -n "${SKERRY_CONTAINER:-}" ] || command -v "$SKERRY" >/dev/null ||
    die "no program at $SKERRY; build it first (slurm/README.md)"
# shellcheck disable=SC2206 # a container is a command of several words
program=(${SKERRY_CONTAINER:-} "$SKERRY")

# mpirun itself gets TERM from SLURM and would kill its ranks after two seconds; give them
# more within the cluster's KillWait. A node that does not answer for some 14 s ends the job instead of
# hanging it; one that is back within 10 s does not (notes/0019).
export OMPI_MCA_odls_base_sigkill_timeout=${OMPI_MCA_odls_base_sigkill_timeout-5}
export OMPI_MCA_oob_tcp_keepalive_time=${OMPI_MCA_oob_tcp_keepalive_time-2}
export OMPI_MCA_oob_tcp_keepalive_intvl=${OMPI_MCA_oob_tcp_keepalive_intvl-1}
export OMPI_MCA_oob_tcp_keepalive_probes=${OMPI_MCA_oob_tcp_keepalive_probes-12}
# Where sbatch was told to pass no environment on, ranks still need that of this script.
export SLURM_EXPORT_ENV=ALL

told='' running='' killer='' watcher='' code=0

stop() {
    told=$1
    [ -n "$running" ] || return
    kill -USR1 "$running" 2>/dev/null
    [ -n "$killer" ] && return
    # A launcher may hang after a node was lost: better to lose what is newer than the last
    # checkpoint than the place in the queue.
    { sleep "$SKERRY_PATIENCE" && kill -KILL "$running"; } >/dev/null 2>&1 &
    killer=$!
}
if [ -n "$job" ]; then
    trap 'stop SIGUSR1' USR1
    trap 'stop SIGTERM' TERM
fi

# Open MPI's mpirun may hang after its ranks have ended, if one was killed (4.1.4, in
# PMIx_server_finalize): without any process under it for a minute, it is ended.
watch() {
    local alone=0
    while sleep 10; do
        alone=$((alone + 1))
        ! ps -o stat= --ppid "$1" | grep -qv '^Z' || alone=0
        [ "$alone" -lt 6 ] || kill -KILL "$1"
    done
}

# attend PROCESS: waits for a command in the background; its exit code is in `code`. A trapped
# signal ends `wait` early.
attend() {
    running=$1
    [ -z "$told" ] || stop "$told"
    while :; do
        wait "$running"
        code=$?
        kill -0 "$running" 2>/dev/null || break
    done
    running=''
    # shellcheck disable=SC2086 # none, one or both
    [ -z "$killer$watcher" ] || kill $killer $watcher 2>/dev/null
    killer='' watcher=''
}

# here WORDS...: skerry with these words, one process.
here() {
    "${program[@]}" "$@" &
    attend $!
}

# everywhere WORDS...: skerry with these words, a rank on each of the job's tasks.
everywhere() {
    if [ "${SLURM_NTASKS:-1}" -eq 1 ]; then
        here "$@"
    else
        # shellcheck disable=SC2086 # a launcher is a command of several words
        $SKERRY_LAUNCHER "${program[@]}" "$@" &
        running=$!
        case $SKERRY_LAUNCHER in
        *mpirun*)
            watch "$running" >/dev/null 2>&1 &
            watcher=$!
            ;;
        esac
        attend "$running"
        # Preemption signals the ranks, and the script only when its time of grace is over.
        case $(property PreemptTime) in
        "" | None | Unknown) ;;
        *) told=${told:-preemption} ;;
        esac
    fi
}

# 0 a solution, 3 proven that there is none, 4 none found: the run did its work.
answered() {
    [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || [ "$code" -eq 4 ]
}

# ---- the queue ----

# property NAME: of this job, as `scontrol show job` has it.
property() {
    scontrol show job "$job" 2>/dev/null | tr ' ' '\n' | sed -n "s/^$1=//p" | head -1
}

# The failures in a row are kept in the job's comment, the one place that outlives its starts.
failures() {
    local comment
    comment=$(property Comment)
    case $comment in
    failures:[0-9]*) echo "${comment#failures:}" ;;
    *) echo 0 ;;
    esac
}

remember() {
    [ "$(failures)" -eq "$1" ] || scontrol update "JobId=$job" "Comment=failures:$1"
}

# again WHY FAILURES: queues this job again, unless somebody has cancelled or requeued it; does not
# return.
again() {
    case $(property JobState)-$(property Reason) in
    RUNNING-* | *-TimeLimit) ;;
    *) # scancel, or scontrol requeue: this would bring a cancelled job back
        say "$1; cancelled, or queued again by others: the same command continues it"
        exit "$code"
        ;;
    esac
    remember "$2"
    if scontrol requeue "$job"; then
        say "$1; queued again"
    elif [ "$(property JobState)" != RUNNING ]; then
        say "$1; queued again by SLURM" # which found the node's loss at the same moment
    else
        say "$1; cannot be queued again, the same command continues it"
        [ "$code" -ne 0 ] || code=1
    fi
    exit "$code"
}

# The end of the script, after a run: it is done, or queued again.
conclude() {
    [ -n "$job" ] || exit "$code" # not in a job
    # What was good input once and is refused now: the ranks of a lost node may still write.
    if [ "$code" -eq 2 ] && [ "${SLURM_RESTART_COUNT:-0}" -eq 0 ]; then
        exit 2
    elif [ -n "$told" ] && [ "$code" -ne 3 ]; then
        again "stopped by $told (exit code $code)" 0
    elif answered; then
        exit "$code"
    fi
    local n
    n=$(($(failures) + 1))
    if [ "$n" -gt "$SKERRY_FAILURES" ]; then
        say "failed (exit code $code), $n times in a row; not queued again"
        exit "$code"
    fi
    again "failed (exit code $code), $n in a row" "$n"
}
