"""What `skerry verify` says of a result."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass

from ..files import Path
from ..program import find_program


@dataclass(frozen=True)
class Verdict:
    """ok: everything fits, None: not checked; text: one line; lines: each check of each solution, the best first."""

    ok: bool | None
    text: str
    lines: tuple[tuple[str, ...], ...] = ()


# By the option that `skerry verify` wants.
NOT_RUN = {"--run-python": "not verified: the puzzle's own code, which the file contains, was not run (skerry report "
                           "--run-python runs it, if you trust it)",
           "--plugin": "not verified: its plugin was not loaded (skerry verify --plugin loads it, if you trust it)"}


def verdict_of(path: Path, run_python: bool = False) -> Verdict:
    """Runs `skerry verify`, which reads the whole file. Raises Error if there is no program.

    run_python  run the code of a puzzle in Python, which the file contains"""
    words = [find_program(), "verify", "--json", *(["--run-python"] if run_python else []), "--", str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    why = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    try:
        found = json.loads(done.stdout)
    except ValueError:
        unknown = next((text for option, text in NOT_RUN.items() if f"expected: {option}" in why), None)
        return Verdict(None, unknown) if unknown else Verdict(False, why)
    text = f"{found['verified']} of {found['solutions']} solutions verified"
    if done.returncode == 0 and not found["sealed"]:
        text += "; the file has no digest, as its run was killed or is still running"
    alone = [line for line in found.get("proof", {}).get("lines", ()) if line.startswith("not checked")]
    if alone:
        text += ("; its bound was not checked" if "that the bound" in alone[0]
                 else "; that no solution is better, or none exists, was proven by the run alone")
    wrong = []
    for name in "proof", "improvements", "contents":
        lines = [line for line in found.get(name, {}).get("lines", ()) if line.startswith("WRONG")]
        wrong += [f"{name}: {line}" for line in lines[:1]]
    if done.returncode and not wrong and found["verified"] + found.get("not_checked", 0) == found["solutions"]:
        wrong = [why.removeprefix(f"skerry: {path}: ")]
    text += "".join(f"; {line}" for line in wrong)
    return Verdict(done.returncode == 0, text, tuple(tuple(check["lines"]) for check in found["checks"]))
