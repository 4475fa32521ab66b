"""`python3 -m skerry COMMAND`: the commands of skerry that are written in Python."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import NoReturn

from . import usage
from .errors import Error

COMMANDS = [
    "watch", "table", "plot", "compare", "ioh", "draw", "report",
]
# Debian's packages of what may be missing.
PACKAGES = {"h5py": "python3-h5py", "matplotlib": "python3-matplotlib", "numpy": "python3-numpy",
            "PIL": "python3-pil", "pandas": "python3-pandas", "scipy": "python3-scipy",
            "xarray": "python3-xarray", "yaml": "python3-yaml"}


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong with the arguments."""

    def error(self, message: str) -> NoReturn:
        raise Error(f"{self.prog.removeprefix('skerry').strip()}: {message}".removeprefix(": "))


def parser_of(name: str) -> argparse.ArgumentParser:
    """That of one command alone."""
    module = importlib.import_module(f".commands.{name}", __package__)
    parser = Parser(prog=f"skerry {name}", description=module.__doc__)
    module.arguments(parser)
    return parser


def parse(words: list[str]) -> argparse.Namespace:
    parser = Parser(prog="skerry", description="Reads results of skerry.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # What one command imports, another need not have.
    for name in words[:1] if words[:1] and words[0] in COMMANDS else COMMANDS:
        module = importlib.import_module(f".commands.{name}", __package__)
        command = commands.add_parser(name, help=module.HELP, description=module.__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
        module.arguments(command)
        command.set_defaults(run=module.run)
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    try:
        if words[1:] == ["--help=table"] and words[0] in COMMANDS:
            print("\n".join(usage.table(parser_of(words[0]))))
            return 0
        options = parse(words)
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except Error as error:
        print(f"skerry: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        name = (error.name or "").split(".")[0]
        if name not in PACKAGES:
            raise
        print(f"skerry: Python's {name} is not installed (expected: Debian's package {PACKAGES[name]})",
              file=sys.stderr)
        return 2
    except BrokenPipeError:  # as of `skerry table ... | head`; Python would complain when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
