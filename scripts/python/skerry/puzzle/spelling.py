"""Names of a user's class that are probably meant for those that skerry looks for, and arguments that are probably not
meant as text."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from .definition import Definition, value_of

# What an attribute of that name holds; others of a name that is nearly it are the user's own.
ATTRIBUTES: dict[str, tuple[type, ...]] = {"objectives": (str, list, tuple), "goal": (str, list, tuple),
                                           "units": (str, list, tuple), "descriptors": (dict,)}
# What other keys of a config, or Python, take for a value.
VALUES = ("true", "false", "yes", "no", "on", "off", "none")
LONG = 6  # letters of a name of which two may be wrong; by hand


def edits(a: str, b: str) -> int:
    """Letters to insert, remove, replace or exchange with the next one, to make b of a (optimal string
    alignment)."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], earlier[j - 2] + 1)
    return row[-1]


def is_near(name: str, meant: str) -> bool:
    """Whether a name is probably the other one, misspelt."""
    lower = name.lower()
    return name != meant and lower[0] == meant[0] and edits(lower, meant) <= (2 if len(meant) >= LONG else 1)


def own(puzzle: Definition) -> Iterator[tuple[str, Any]]:
    """What the class has, those of the same file that it is derived from, and its object."""
    for parent in puzzle.type.__mro__:
        if parent.__module__ == puzzle.type.__module__:
            yield from vars(parent).items()
    yield from getattr(puzzle.object, "__dict__", {}).items()


def misspelt(puzzle: Definition) -> list[str]:
    """A line for each method and attribute that nothing asks for, and whose name is nearly that of one that
    the class does not have."""
    lines, source = [], puzzle.source
    for name, value in dict(own(puzzle)).items():
        what = getattr(value, "__func__", value)  # of a staticmethod
        if inspect.isfunction(what):
            line, verb = source.line_of(inspect.unwrap(what)), "called"
            meant = [method for method, has in puzzle.has.items() if not has and is_near(name, method)]
        else:
            line, verb = source.line_of(puzzle.type), "read"
            meant = [attribute for attribute, kinds in ATTRIBUTES.items() if isinstance(value, kinds)
                     and is_near(name, attribute) and not hasattr(puzzle.object, attribute)]
        if meant:
            lines.append(f"{source.path}:{line}: {puzzle.name}.{name} is not {verb}, "
                         f"did you mean '{meant[0]}'?")
    return lines


def is_like_value(text: str) -> bool:
    """Whether text that is no JSON reads like a number, as true or false, or begins as a list."""
    try:
        float(text)
    except ValueError:
        return text.lower() in VALUES or text.startswith(("[", "(", "{"))
    return True


def unread(puzzle: Definition) -> list[str]:
    """A line for each argument of the config that is text, though it reads like a value."""
    return [f"python.arguments.{name}: {given!r:.40} is text (expected: as in JSON, such as false, null or 0.5, if a "
            "value is meant)"
            for name, given in puzzle.arguments.items() if value_of(given) == given and is_like_value(given)]
