"""`python3 -m skerry COMMAND`: the commands of skerry that are written in Python."""

from __future__ import annotations

import argparse
import importlib
import sys

from .errors import Error

COMMANDS = [
    "watch",
]


def parse(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="skerry", description="Reads results of skerry.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        module = importlib.import_module(f".commands.{name}", __package__)
        command = commands.add_parser(name, help=module.HELP, description=module.__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
        module.arguments(command)
        command.set_defaults(run=module.run)
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    options = parse(words)
    try:
        return int(options.run(options))
    except Error as error:
        print(f"skerry: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
