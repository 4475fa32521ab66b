"""When, where and from what each figure was made (results/stamps.json), and which are older than
what they depend on."""

import datetime
import json
import os
import platform
import subprocess

import sources
from common import SOURCE

FILE = SOURCE / "results/stamps.json"


def git(*words):
    done = subprocess.run(["git", "-C", str(SOURCE), *words], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False)
    return done.stdout.strip()


def commit():
    """The commit of the sources, with a plus if they differ from it; results do not count."""
    name = git("describe", "--always", "--abbrev=10")
    changes = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!results")
    return name + ("+" if changes else "") if name else "unknown"


def machine():
    """The kind of machine: processor and cores, not its name."""
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":", 1)[1].strip() for line in file
                     if line.startswith("model name")]
        model = names[0] if names else model
    except OSError:
        pass
    return f"{model}, {len(os.sched_getaffinity(0))} cores"


def parts_of(figure):
    """What a figure depends on: digests by a name for messages."""
    return {"code": sources.digest(figure.code), "configs": sources.digest(figure.configs),
            "scripts": sources.digest(figure.scripts),
            "results of the engine": sources.digest_of_results(figure.problem)}


def load():
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def add(name, figure, command, seconds, codes=None):
    """Stamps a figure that was just made. codes: for a table of kept runs, the digests of the code
    that made them, which may be older than this."""
    stamps, parts = load(), parts_of(figure)
    if codes is not None:
        parts["code"] = " ".join(codes)
    stamps[name] = {"command": command, "commit": commit(),
                    "date": datetime.date.today().isoformat(), "machine": machine(),
                    "seconds": round(seconds), "parts": parts}
    FILE.write_text(json.dumps(dict(sorted(stamps.items())), indent=1) + "\n", encoding="utf-8")


def changed(figure, stamp):
    """The names of what has changed since the stamp."""
    now = parts_of(figure)
    return [part for part, value in now.items() if stamp["parts"].get(part) != value]


def check(figures):
    """Prints a line a figure; True if each is there and as new as what it depends on."""
    stamps, good = load(), True
    for name, figure in figures.items():
        missing = [path for path in figure.outputs if not (SOURCE / "results" / path).exists()]
        if name not in stamps:
            state = "never stamped"
        elif missing:
            state = f"missing: {', '.join(missing)}"
        else:
            since = changed(figure, stamps[name])
            state = f"older than its {', '.join(since)}" if since else "current"
        stamp = stamps.get(name, {"commit": "-", "date": "-"})
        good = good and state == "current"
        print(f"{name:24} {stamp['commit']:14} {stamp['date']:10} {state}")
    return good
