"""Imported by scripts that are run: where nobody reads their output any more, as of `... | head`, they end without a
traceback. What they have begun is cleaned up before, as after any other error."""

import atexit
import os
import select
import sys
from types import TracebackType

_say = sys.excepthook


def _is_closed() -> bool:
    """Whether the reader of standard output has closed it."""
    output = select.poll()
    output.register(sys.__stdout__, 0)  # errors are always told
    return bool(output.poll(0))


def _drop() -> None:
    """What is left, or Python would complain of it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())


def _end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, BrokenPipeError) and _is_closed():
        _drop()
    else:
        _say(kind, error, trace)


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _drop()


if sys.__stdout__:  # not closed from the beginning
    sys.excepthook = _end
    atexit.register(_flush)
