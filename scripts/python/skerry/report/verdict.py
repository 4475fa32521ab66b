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


NOT_RUN = ("not verified: the puzzle's own code, which the file contains, was not run (skerry report --run-python runs "
           "it, if you trust it)")


def verdict_of(path: Path, run_python: bool = False) -> Verdict:
    """Runs `skerry verify`, which reads the whole file. Raises Error if there is no program.

    run_python  run the code of a puzzle in Python, which the file contains"""
    words = [find_program(), "verify", str(path), "--json", *(["--run-python"] if run_python else [])]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)
    except ValueError:
        why = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return Verdict(None, NOT_RUN) if "expected: --run-python" in why[-1] else Verdict(False, why[-1])
    text = f"{found['verified']} of {found['solutions']} solutions verified"
    if not found["sealed"]:
        text += "; the run has not ended, so that the file's bytes have no checksum yet"
    alone = [line for line in found.get("proof", {}).get("lines", ()) if line.startswith("not checked")]
    if alone:
        text += ("; its bound was not checked" if "that the bound" in alone[0]
                 else "; that no solution is better, or none exists, was proven by the run alone")
    for name in "proof", "improvements":
        wrong = [line for line in found.get(name, {}).get("lines", ()) if line.startswith("WRONG")]
        text += "".join(f"; {name}: {line}" for line in wrong[:1])
    return Verdict(done.returncode == 0, text, tuple(tuple(check["lines"]) for check in found["checks"]))
