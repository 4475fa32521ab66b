"""Made-up result files with given curves, in the layout of src/record/README.md as far as tables and curves
read."""

import h5py
import numpy as np

CONFIG = """problem: {problem}
{problem}: {{size: {size}, shape: [[0, 1], [1, 2]]}}
algorithm: {algorithm}
ga: {{mutation: {mutation}, elite: 1}}
run: {{seed: {seed}, islands: {islands}}}
output: {{file: {path}}}
"""
SUMMARY = {"best": np.nan, "bound": np.nan, "optimal": 0, "infeasible": 0, "generations": -1,
           "evaluations": -1, "elapsed": np.nan}


def write(path, best, evaluations, *, elapsed=None, seed=1, goal="minimise", status="finished", problem="toy",
          size=1, algorithm="ga", mutation=0.1, bound=np.nan, summary=True, improvements=None):
    """A result with curves of shape (replica, generation, island). Summary: whether the run has ended.

    improvements  columns of the group of the same name; None: the file has none"""
    best, evaluations = np.asarray(best, float), np.asarray(evaluations, np.int64)
    replicas, generations, islands = best.shape
    if elapsed is None:
        elapsed = np.tile(np.arange(generations) * 0.5, (replicas, 1))
    with h5py.File(path, "w", libver="latest") as file:
        file.attrs.update(
            format="skerry-result", problem=problem, algorithm=algorithm, seed=seed, replicas=replicas,
            hosts="elsewhere", started="2026-01-01T00:00:00Z", status=np.bytes_(status), why=np.bytes_(""),
            config=CONFIG.format(problem=problem, size=size, algorithm=algorithm, mutation=mutation,
                                 seed=seed, islands=islands, path=path))
        # Chunks and filters as the recorder chooses them: some thousand bytes, of one replica, all islands.
        rows = max(1, 1024 // islands)
        curves = {"best": best, "evaluations": evaluations, "elapsed": elapsed, "diversity": np.zeros(best.shape)}
        for name, values in curves.items():
            shape = np.shape(values)
            file.create_dataset(f"curves/{name}", data=values, chunks=(1, min(rows, generations), *shape[2:]),
                                maxshape=(replicas, None, *shape[2:]), compression="gzip", compression_opts=1,
                                shuffle=True, fletcher32=True)
        file["curves/best"].attrs["units"] = "coins"
        file["solutions/objective"] = ["price"]
        file["solutions/objective_goal"] = [goal]
        file["solutions/bound"] = [[bound]]
        file["solutions/genome"] = np.zeros((1, 4), np.int32)
        columns = {name: np.full(replicas, value) for name, value in SUMMARY.items()}
        if summary:
            better = np.max if goal == "maximise" else np.min
            columns["best"] = better(best, axis=(1, 2))
            columns["bound"] = np.full(replicas, bound)
            columns["optimal"] = columns["best"] == bound
            columns["generations"] = np.full(replicas, generations - 1)
            columns["evaluations"] = evaluations[:, -1].sum(axis=1)
            columns["elapsed"] = elapsed[:, -1]
        for name, values in columns.items():
            file[f"replicas/{name}"] = values
        for name, values in (improvements or {}).items():
            file[f"improvements/{name}"] = values
    return path


def random_run(rng, replicas=1, generations=30, islands=3, goal="minimise"):
    """Best and evaluations of populations that improve now and then, and also lose their best."""
    sign = -1 if goal == "maximise" else 1
    shape = replicas, generations, islands
    steps = rng.geometric(0.3, shape) * (rng.random(shape) < 0.3)
    best = sign * (1000 - np.cumsum(steps, axis=1) + rng.integers(0, 5, shape))
    evaluations = np.cumsum(rng.integers(1, 30, shape), axis=1)
    return best.astype(float), evaluations
