"""Numbers and times for people."""

from __future__ import annotations

import math
import re
from typing import Any

# What terminals obey, or XML cannot hold. Newlines and tabs are neither.
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def visible(text: str) -> str:
    """Text of a file, with its control characters as \\x1b or \\u009b."""
    return UNSEEN.sub(lambda found: ("\\x%02x" if found[0] < "\x80" else "\\u%04x") % ord(found[0]), text)


def in_line(text: object) -> str:
    """Likewise a text that is to stay within a line, such as the name of a file: newlines, too, as \\n."""
    return visible(str(text)).replace("\n", "\\n")


def number(value: float) -> str:
    """With ten digits at most; - if it is NaN."""
    return "-" if math.isnan(value) else f"{value:,.10g}"


def counted(n: int, noun: str) -> str:
    """Such as 1 rank, 2 ranks."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


INFEASIBLE = "proven infeasible: no solution exists"
NOUNS = ("cells", "coins", "joints", "moves", "steps")  # units of the problems; others may be no plurals


def amount(value: float, unit: str) -> str:
    """A number and its unit; "1" is none."""
    if value == 1 and unit in NOUNS:
        unit = unit[:-1]
    return number(value) + ("" if unit == "1" or math.isnan(value) else f" {unit}")


def named(name: str, value: float, unit: str) -> str:
    """A quantity, such as price 6,750 coins; the name is left out where the unit says it: 8 moves."""
    return amount(value, unit) if name == unit else f"{name} {amount(value, unit)}"


def held(bound: float, maximise: bool) -> float:
    """A bound with ten digits, as `number` writes it, rounded to the side on which it still holds."""
    near = float(f"{bound:.10g}")
    if near < bound if maximise else near > bound:
        unit = 10.0 ** (math.floor(math.log10(abs(bound))) - 9)
        near += unit if maximise else -unit
    return near


def proof(name: str, best: float, bound: float, unit: str, maximise: bool) -> str:
    """What is proven of the best, after its quantity: `, proven optimal`, `; proven: no price below 6,500 coins is
    possible`, or nothing. bound: NaN if there is none."""
    if not math.isfinite(bound):
        return ""
    if bound <= best if maximise else bound >= best:
        return ", proven optimal"
    bound = held(bound, maximise)
    if name == unit:  # a number of things
        return f"; proven: no solution has {'more' if maximise else 'fewer'} than {amount(bound, unit)}"
    return f"; proven: no {name} {'above' if maximise else 'below'} {amount(bound, unit)} is possible"


def algorithms(names: str) -> str:
    """The algorithms of the islands, one name an island: ga if all have that one, else such as 2 rl, 3 agents."""
    each = list(dict.fromkeys(names.split()))
    return names if len(each) < 2 else ", ".join(f"{names.split().count(name)} {name}" for name in each)


def count(value: float) -> str:
    """With three digits, such as 1.23 M."""
    if math.isnan(value):
        return "-"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def run_time(seconds: float) -> str:
    """As `skerry show` has it: seconds with three digits; from a minute on a `duration` with its unit."""
    if not math.isfinite(seconds):
        return "-"
    if seconds < 59.95:
        return f"{seconds:.3g} s"
    return f"{duration(seconds)} {'min' if round(seconds) < 3600 else 'h'}"


def setting(value: Any) -> str:
    """The value of a key in a table of runs: "-" where a config does not have it, which makes a column's whole
    numbers floating-point."""
    if value is None or isinstance(value, float) and math.isnan(value):
        return "-"
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def duration(seconds: float) -> str:
    """Days, hours, minutes and seconds, such as 1 d 2:03:04 or 0:07."""
    if not math.isfinite(seconds):
        return "-"
    whole = round(seconds)
    days, whole = divmod(whole, 86400)
    clock = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{days} d {clock}" if days else clock if whole >= 3600 else f"{whole // 60}:{whole % 60:02}"
