"""Shows a run while it goes on: the best and its gap, evaluations a second, time left, and each island's
diversity.

    skerry watch type2.h5              in the terminal, until the run ends or Ctrl-C
    skerry watch type2.h5 --serve      as a page at http://127.0.0.1:8765/, for a browser

It only reads, and never disturbs the run. Without a terminal it prints a line for each change.
"""

from __future__ import annotations

import argparse
import http.server
import math
import os
import shutil
import sys
import time

from ..errors import Error
from ..files import check_named, checkpoint_of
from ..tail import Tail, sparkline
from ..words import INFEASIBLE, algorithms, count, duration, in_line, named, number, proof, visible

HELP = "show a run while it goes on"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("result", metavar="RESULT", help="the file of a run; it need not exist yet")
    parser.add_argument("--every", type=float, default=1.0, metavar="S", help="seconds between two looks, default 1")
    parser.add_argument("--serve", action="store_true", help="as a page that renews itself, on this machine only")
    parser.add_argument("--port", type=int, default=8765, help="of that page, default 8765")


def run(options: argparse.Namespace) -> int:
    if not 0 < options.every < math.inf:
        raise Error(f"--every {options.every}: expected a number of seconds above 0")
    if not 0 <= options.port < 65536:
        raise Error(f"--port {options.port}: expected a number of 0 to 65535")
    if options.serve:
        return serve(options)
    tail = wait_for(options.result, options.every)
    terminal = sys.stdout.isatty()
    show(tail, terminal)
    while tail.status == "running":
        time.sleep(options.every)
        if tail.look() or terminal:
            show(tail, terminal)
    return 0


def wait_for(path: str, every_s: float) -> Tail:
    """The run at `path`, once its file is there."""
    check_named(path)
    if not os.path.exists(path):
        checkpoint = checkpoint_of(path)
        why = (f": only its checkpoint {checkpoint} is there; `skerry run CONFIG --resume -o {path}` makes a result "
               "from it" if checkpoint else "")
        print(in_line(f"waiting for {path}{why}"), file=sys.stderr)
    while not os.path.exists(path):
        time.sleep(every_s)
    return Tail(path)


# ---- text ----

def best_line(tail: Tail) -> str:
    best, replica = tail.best(), tail.active
    if math.isnan(best) and tail.infeasible:
        return INFEASIBLE
    if math.isnan(best):
        return f"{tail.objective}: nothing feasible yet"
    text = named(tail.objective, best, tail.unit)
    gap = tail.gap()
    text += proof(tail.objective, best, tail.bound, tail.unit, tail.maximise)
    text += f" (gap {100 * gap:.3g} %)" if 0 < gap < math.inf else ""
    if not math.isnan(replica.best):
        text += f", best of this replica found {duration(replica.elapsed_s - replica.improved_s)} ago"
    return text


def work_line(tail: Tail) -> str:
    replica, limits = tail.active, tail.limits()
    text = f"generation {replica.generation:,}"
    if math.isfinite(limits["generation"]):
        text += f" of {int(limits['generation']):,}"
    if len(tail.replicas) > 1:
        text += f" of replica {tail.current + 1} of {len(tail.replicas)}"
    rate = tail.rate()
    text += f", {replica.evaluations:,.0f} evaluations"
    if not math.isnan(rate):
        text += f" ({count(rate)}/s)"
    text += f", {duration(replica.elapsed_s)} run"
    left = tail.seconds_left()
    if tail.status == "running" and math.isfinite(left):
        text += f", {duration(left)} left"
    return text


def state_line(tail: Tail) -> str:
    a = tail.attributes
    again = a["command"] + ("" if " --resume" in a["command"] else " --resume")
    why = f"`{again}` continues it" if tail.status == "killed" else a["why"]
    return (f"{a.get('name', tail.path)}: {a['problem']} by {algorithms(a['algorithm'])}, seed {a['seed']}, {a['ranks']} "
            f"rank{'s' if a['ranks'] != 1 else ''}: {tail.status}" + (f" ({why})" if why else ""))


def island_lines(tail: Tail, most: int) -> list[str]:
    """A line for each island: its best, its diversity, and a sparkline of its last generations that have a row."""
    replica = tail.active
    if not replica.diversity.size:
        return []
    finite = replica.diversity[abs(replica.diversity) < math.inf]
    high = float(finite.max()) if finite.size else 1.0
    lines = [f"{'island':>6}  {'best':>16}  diversity, last {len(replica.diversity)} rows"]
    for i, (best, past) in enumerate(zip(replica.islands_best[:most], replica.diversity.T)):
        lines.append(f"{i:>6}  {number(best) if math.isfinite(best) else '-':>16}  {past[-1]:9.3g}  "
                     f"{sparkline(past, 0.0, high)}")
    if len(replica.islands_best) > most:
        lines.append(f"  ... and {len(replica.islands_best) - most} more")
    return lines


def screen(tail: Tail, width: int, height: int) -> list[str]:
    lines = [state_line(tail), best_line(tail), work_line(tail), "", *island_lines(tail, max(1, height - 8))]
    return [in_line(line)[:width] for line in lines]


def show(tail: Tail, terminal: bool) -> None:
    if not terminal:
        print(visible(f"{tail.status}: {best_line(tail)}; {work_line(tail)}"), flush=True)
        return
    width, height = shutil.get_terminal_size()
    # From the top left corner, each line cleared as it is written: the screen does not flicker.
    print("\033[H" + "".join(f"{line}\033[K\n" for line in screen(tail, width, height)) + "\033[J", end="",
          flush=True)


# ---- a page ----

def page(tail: Tail, every_s: float) -> str:
    from html import escape

    renew = f'<meta http-equiv="refresh" content="{every_s:g}">' if tail.status == "running" else ""
    body = escape("\n".join(screen(tail, 400, 80)))
    return (f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">{renew}'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(tail.path.name)}: {tail.status}</title>"
            "<style>pre{font:14px/1.5 monospace;white-space:pre-wrap;margin:1em}</style></head>"
            f"<body><pre>{body}</pre></body></html>")


def serve(options: argparse.Namespace) -> int:
    tail = wait_for(options.result, options.every)

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            try:
                tail.look()
                code, text = 200, page(tail, options.every)
            except Error as error:  # replaced just now, or gone
                code, text = 503, str(error)
            data = text.encode()
            self.send_response(code)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *words: object) -> None:
            """Nothing: the terminal is for the address."""

    try:
        server = http.server.HTTPServer(("127.0.0.1", options.port), Page)
    except OSError as error:
        raise Error(f"--port {options.port}: {error.strerror}") from None
    with server:
        print(f"http://127.0.0.1:{server.server_port}/ shows {in_line(options.result)}; Ctrl-C ends it", flush=True)
        server.serve_forever()
    return 0
