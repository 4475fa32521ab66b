"""`python3 -m skerry COMMAND`: the commands of skerry that are written in Python."""

from __future__ import annotations

import signal

# Ctrl-C while modules are imported ends the program, without a traceback; ignored it stays ignored.
ON_INTERRUPT = signal.getsignal(signal.SIGINT)
if ON_INTERRUPT is signal.default_int_handler and __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import argparse
import contextlib
import difflib
import errno
import importlib
import logging
import os
import re
import sys
import warnings
from collections.abc import Callable
from typing import Any, NoReturn, TextIO, TypeVar, cast

from . import usage
from .errors import Error
from .words import in_line

T = TypeVar("T")
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
        command = self.prog.removeprefix("skerry").strip()
        raise Error(f"{command}: {plain(message, self)}".removeprefix(": "))

    def options(self) -> list[str]:
        return [option for action in self._actions for option in action.option_strings]


def plain(message: str, parser: Parser) -> str:
    """What argparse says, as the other commands say it: the argument, what it is, and what was expected."""
    line = f"usage: {' '.join(parser.format_usage().split()).removeprefix('usage: ')}"
    if missing := re.fullmatch("the following arguments are required: (.*)", message):
        return f"{missing[1]} {'are' if ', ' in missing[1] else 'is'} missing ({line})"
    if one_of := re.fullmatch("one of the arguments (.*) is required", message):
        return f"{' or '.join(one_of[1].split())} is missing ({line})"
    if both := re.fullmatch("argument (.*): not allowed with argument (.*)", message):
        return f"{both[1]} and {both[2]} exclude each other ({line})"
    if bare := re.fullmatch("argument (.*): expected (?:one|at least one) argument", message):
        return f"{bare[1]} needs a value ({line})"
    if number := re.fullmatch("argument (.*): invalid (int|float) value: (.*)", message):
        return f"{number[1]}: {number[3]} (expected: a {'whole ' if number[2] == 'int' else ''}number)"
    if choice := re.fullmatch(r"argument (.*): invalid choice: '(.*)' \(choose from (.*)\)", message):
        known = choice[3].replace("'", "").split(", ")
        return f"{choice[1]}: '{choice[2]}' is unknown{like(choice[2], known)} (expected: {', '.join(known)})"
    if extra := re.fullmatch("unrecognized arguments: (.*)", message):
        word = extra[1].split()[0]
        kind = "unknown option" if word.startswith("-") else "unexpected argument"
        return f"{kind} {word}{like(word, parser.options())} ({line})"
    return message


def like(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, 1, 0.75)
    return f", did you mean '{near[0]}'?" if near else ""


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
    options, extra = parser.parse_known_args(words)
    if extra:
        commands.choices[options.command].error(f"unrecognized arguments: {' '.join(extra)}")
    return options


def call(words: list[str]) -> int:
    """Runs a command; its exit code."""
    if words[1:] == ["--help=table"] and words[0] in COMMANDS:
        print("\n".join(usage.table(parser_of(words[0]))))
        return 0
    try:
        options = parse(words)
    except SystemExit as end:  # --help was given
        return int(end.code or 0)
    return int(options.run(options))


class Unwritten(Exception):
    """Standard output cannot be written."""


class Output:
    """Standard output, whose failures are told from those of files."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._try(lambda: int(self._stream.write(text)))

    def flush(self) -> None:
        self._try(self._stream.flush)

    def _try(self, act: Callable[[], T]) -> T:
        try:
            return act()
        except OSError as error:
            # What is left is dropped, or Python would complain when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
            raise Unwritten(error.errno) from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class Warner:
    """Tells each warning once, in one line: of a name that the font of a plot cannot write, for example."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, message: Warning | str, *_: Any, **__: Any) -> None:
        line = in_line(message)
        if line not in self._told:
            print(f"skerry: {line}", file=sys.stderr)
        self._told.add(line)


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # a home that cannot be written makes a plot no worse
    try:
        if sys.stdout is None:  # closed
            raise Unwritten(errno.EBADF)
        with contextlib.redirect_stdout(cast(TextIO, Output(sys.stdout))), warnings.catch_warnings():
            warnings.showwarning = Warner()
            code = call(words)
            sys.stdout.flush()
        return code
    except Error as error:
        print(f"skerry: {in_line(error)}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        name = (error.name or "").split(".")[0]
        if name not in PACKAGES:
            raise
        print(f"skerry: Python's {name} is not installed (expected: Debian's package {PACKAGES[name]})",
              file=sys.stderr)
        return 2
    except Unwritten as error:
        if error.args[0] == errno.EPIPE:  # as of `skerry table ... | head`
            return 0
        print(f"skerry: the output was not written: {os.strerror(error.args[0])}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    signal.signal(signal.SIGINT, ON_INTERRUPT)
    sys.exit(main())
