"""Runs of figures that take long: they are kept, a JSON line each, and not run again.

Kept runs outlive the code that made them, whose digest they have as "code": `--again` repeats some of them
by the present code. Where it gives what is kept, they stand for the present code, too ("repeated by").
"""

import json


def read(path):
    """The runs kept in a file, none if there is no such file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def write(path, runs):
    path.write_text("".join(json.dumps(run) + "\n" for run in runs), encoding="utf-8")


def code_of(run):
    """The digest of the code that gives a kept run: of the code that made it, or of the one that was seen
    to repeat it or a run that stands for it."""
    return run.get("repeated by", run.get("code", "unknown"))


def codes_of(runs):
    """The digests of the code that gives these kept runs, for the stamp of their table."""
    return sorted({code_of(run) for run in runs})


def note_repeated(runs, code):
    """Notes that this code gives these runs."""
    for run in runs:
        run["repeated by"] = code


def difference(kept, again):
    """What a repeated run has other than the kept one, as text; empty if they are the same. What one of
    them lacks is not compared."""
    keys = [key for key in kept if key in again and kept[key] != again[key]]

    def shown(run):
        return ", ".join(f"{key} {run[key]}" for key in keys)

    return f"this code gives {shown(again)}; the kept run has {shown(kept)}" if keys else ""
