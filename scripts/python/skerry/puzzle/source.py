"""The file of a user's puzzle."""

from __future__ import annotations

import inspect
import linecache
import sys
import traceback
import types
from collections.abc import Callable
from typing import Any


class Mistake(Exception):
    """A mistake in the user's file, in one line.

    key  of the config that it concerns"""

    def __init__(self, line: str, key: str = "python.file"):
        super().__init__(line)
        self.key = key


class Source:
    """Runs parts of a file.

    path        its name, for messages: the text need not be there
    tracebacks  prints what Python says of an error, too"""

    def __init__(self, path: str, text: bytes, tracebacks: bool):
        self.path, self.text, self.tracebacks = path, text, tracebacks

    def load(self) -> types.ModuleType:
        """Its module. Raises Mistake."""
        name = "skerry_" + self.path.rsplit("/", 1)[-1].removesuffix(".py")
        module = types.ModuleType(name)
        module.__file__ = self.path
        sys.modules[name] = module  # where dataclasses look for it
        lines = self.text.decode("utf-8", "replace").splitlines(keepends=True)
        linecache.cache[self.path] = (len(self.text), None, lines, self.path)
        self.run("the module", lambda: exec(compile(self.text, self.path, "exec"), module.__dict__))
        return module

    def find(self, module: types.ModuleType, name: str) -> type:
        """The class of that name, or for "" the only one defined there with a method `evaluate`. Raises
        Mistake."""
        classes = {key: value for key, value in vars(module).items() if inspect.isclass(value)}
        fit = [key for key, value in classes.items() if callable(getattr(value, "evaluate", None))
               and (value.__module__ == module.__name__ or key == name)]
        if name and name not in classes:
            raise Mistake(f"{self.path} has no class {name} (expected: "
                          f"{' or '.join(fit) or 'a class with a method evaluate'})", "python.class")
        if name and name not in fit:
            raise Mistake(f"{self.path}:{self.line_of(classes[name])}: class {name} has no method evaluate "
                          "(expected: def evaluate(self, genomes))", "python.class")
        if not name and not fit:
            raise Mistake(f"{self.path}: no class has a method evaluate (expected: class NAME: with "
                          "def evaluate(self, genomes))")
        if not name and len(fit) > 1:
            raise Mistake(f"{self.path}: {len(fit)} classes have a method evaluate (expected: python.class: "
                          f"{' or '.join(fit)})")
        return classes[name or fit[0]]

    def make(self, kind: type, words: dict[str, Any]) -> Any:
        """An object of the class, with those keywords. Raises Mistake."""
        place = f"{kind.__name__}.__init__"
        try:
            signature = inspect.signature(kind)
        except (TypeError, ValueError):  # it has none
            return self.run(place, lambda: kind(**words))
        try:
            signature.bind(**words)
        except TypeError as error:
            line = self.line_of(vars(kind).get("__init__", kind))
            raise Mistake(f"{self.path}:{line}: {kind.__name__}: {error} (expected: keywords of "
                          f"{kind.__name__}{signature})", "python.arguments") from None
        return self.run(place, lambda: kind(**words), words)

    def run(self, place: str, work: Callable[[], Any], words: dict[str, Any] | None = None,
            function: Any = None) -> Any:
        """What work returns; what it raises becomes a Mistake.

        words     arguments of the config, which a TypeError or ValueError may be about
        function  where it began, if no line of the file has taken part"""
        try:
            return work()
        except BaseException as error:  # SystemExit too: the process is not the user's to end
            if self.tracebacks:
                traceback.print_exc(file=sys.stderr)
            line = f"{self._where(error, function)}: in {place}: {what_of(error)}"
            if not words or not isinstance(error, (TypeError, ValueError)):
                raise Mistake(line) from None
            given = ", ".join(f"{name}={value!r:.40}" for name, value in words.items())
            raise Mistake(f"{line} (with {given:.200})", "python.arguments") from None

    def _where(self, error: BaseException, function: Any) -> str:
        """FILE:LINE of the innermost line of the file that took part."""
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == self.path else None
        for frame in traceback.extract_tb(error.__traceback__):
            line = frame.lineno if frame.filename == self.path else line
        if not line and function:
            line = self.line_of(function)
        return f"{self.path}:{line}" if line else self.path

    def line_of(self, what: Any) -> int:
        """Where a class of the file, or a function of it, begins; 1 if that is not known."""
        try:
            return inspect.getsourcelines(what)[1] if inspect.getsourcefile(what) == self.path else 1
        except (OSError, TypeError):
            return 1


def what_of(error: BaseException) -> str:
    """TypeError: ..., as the last line of a traceback."""
    name = type(error).__name__
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    if isinstance(error, ModuleNotFoundError):
        text += " (expected: an installed package, since the result keeps this one file alone)"
    return f"{name}: {text}" if text else name
