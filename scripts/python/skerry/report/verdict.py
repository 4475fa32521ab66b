"""What `skerry verify` says of a result."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass

from ..files import Path
from ..program import find_program


@dataclass(frozen=True)
class Verdict:
    """ok: everything fits; text: one line; lines: each check of each solution, the best first."""

    ok: bool
    text: str
    lines: tuple[tuple[str, ...], ...] = ()


def verdict_of(path: Path) -> Verdict:
    """Runs `skerry verify`, which reads the whole file. Raises Error if there is no program."""
    done = subprocess.run([find_program(), "verify", str(path), "--json"], capture_output=True, text=True, check=False)
    try:
        found = json.loads(done.stdout)
    except ValueError:
        why = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        return Verdict(False, why[-1])
    text = f"{found['verified']} of {found['solutions']} solutions verified"
    if not found["sealed"]:
        text += "; the run has not ended, so that the file's bytes have no checksum yet"
    return Verdict(done.returncode == 0, text, tuple(tuple(check["lines"]) for check in found["checks"]))
