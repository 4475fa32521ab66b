"""The options of a command as a table, for completion and manual pages (src/cli/usage.h)."""

from __future__ import annotations

import argparse


def _fields(action: argparse.Action, parser: argparse.ArgumentParser) -> list[str]:
    letter = next((word for word in action.option_strings if not word.startswith("--")), "")
    name = next((word for word in action.option_strings if word.startswith("--")), "")
    value = ""
    if action.nargs != 0:
        choices = "|".join(map(str, action.choices or []))
        value = str(action.metavar or choices or action.dest.upper())
    meaning = " ".join((action.help or "").split()) % {**vars(action), "prog": parser.prog}
    return [letter, name, value, meaning]


def table(parser: argparse.ArgumentParser) -> list[str]:
    """Lines of fields divided by tabs: usage, summary, positional and option."""
    actions = parser._actions
    lines = ["usage\t" + " ".join(parser.format_usage().removeprefix("usage:").split())]
    lines += ["summary\t" + line for line in (parser.description or "").strip().splitlines()]
    first = next((action for action in actions if not action.option_strings), None)
    lines.append("positional\t" + (str(first.metavar or first.dest) if first else ""))
    options = [action for action in actions if action.option_strings]
    return lines + ["option\t" + "\t".join(_fields(action, parser)) for action in options]
