# shellcheck shell=bash
# What differs between clusters, in one place: sourced by slurm/submit and, on the compute nodes,
# by the batch scripts. Uncomment what your cluster wants. SKERRY_ variables that are set when
# you submit win over the defaults here.

# ---- what sbatch is told (man sbatch, "INPUT ENVIRONMENT VARIABLES") ----
#export SBATCH_ACCOUNT=abc123
#export SBATCH_PARTITION=compute
#export SBATCH_QOS=normal
#export SBATCH_CONSTRAINT=skylake

# ---- modules with which skerry was built; not needed with a container ----
#. /etc/profile.d/modules.sh            # where batch scripts do not know `module`
#module purge
#module load gcc openmpi hdf5

# ---- how ranks are started ----
# mpirun: Open MPI built with SLURM support, as nearly all are. srun: SLURM with PMIx, listed by
# `srun --mpi=list`; some clusters want it.
#: "${SKERRY_LAUNCHER:=srun --mpi=pmix --kill-on-bad-exit=1}"
: "${SKERRY_LAUNCHER:=mpirun}"

# ---- the program ----
# Default: build/cluster/skerry or build/release/skerry of this source tree. Installed ones:
#SKERRY=$HOME/opt/skerry/bin/skerry
# In a container (slurm/skerry.def); its Open MPI and the cluster's must be of the same series, and
# it must see the folder of your results:
#SKERRY_CONTAINER="apptainer exec --bind /scratch $HOME/skerry.sif" SKERRY=skerry

# ---- when things go wrong ----
# Seconds that a run gets for its checkpoint after a signal, less than in #SBATCH --signal.
: "${SKERRY_PATIENCE:=45}"
# A run that fails (lost node, killed rank) is queued again, but so many times in a row at most.
: "${SKERRY_FAILURES:=3}"
