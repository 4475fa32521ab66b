"""The process that runs a puzzle's class for `skerry run`, which starts it; nothing for users.

It answers one request after another on a socket. A request and a reply are a head and bytes, whose numbers
have the representation of this machine (islands/python/worker/python_worker.c). Nothing that it keeps between
two requests may have an effect: it may be started anew at any time.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .puzzle.calls import Calls

SOCKET = 3
REQUEST_MAGIC, REPLY_MAGIC = 0x50795251, 0x50795250
REQUEST = struct.Struct("=IIQQQQ")  # magic, kind, rows, two numbers for the generator, bytes
REPLY = struct.Struct("=IIQQ")  # magic, failed, a number, bytes
LOAD, TRY = 1, 11
MOST_TEXT, MOST_KEY = 800, 90  # bytes of a complaint, and of the key of the config that it concerns


def receive(connection: socket.socket, n: int) -> bytearray:
    """The next n bytes; ends the process at their end, when its parent has ended."""
    data = bytearray(n)
    view = memoryview(data)
    while n:
        got = connection.recv_into(view, n)
        if not got:
            os._exit(0)
        view = view[got:]
        n -= got
    return data


def reply(connection: socket.socket, failed: bool, number: int, data: bytes) -> None:
    connection.sendall(REPLY.pack(REPLY_MAGIC, failed, number, len(data)) + data)


def shortened(text: str, most: int) -> bytes:
    """In one line of at most so many bytes."""
    return " ".join(text.split()).encode("utf-8", "replace")[:most].decode("utf-8", "ignore").encode()


def complain(connection: socket.socket, text: str, key: str = "") -> None:
    """The number of the reply is the length of the key of the config, which comes before the text."""
    data = shortened(key, MOST_KEY)
    reply(connection, True, len(data), data + shortened(text, MOST_TEXT))


def is_first_rank() -> bool:
    """By what launchers of MPI tell each rank; true without one."""
    ranks = [os.environ[name] for name in ("OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID")
             if name in os.environ]
    return not ranks or ranks[0] == "0"


def serve(connection: socket.socket) -> None:
    from .puzzle.calls import Calls
    from .puzzle.definition import Definition
    from .puzzle.source import Mistake
    from .puzzle.spelling import misspelt, unread

    reply(connection, False, 0, b"")
    calls: Calls | None = None
    while True:
        _, kind, rows, seed, more, n = REQUEST.unpack(receive(connection, REQUEST.size))
        data = receive(connection, n)
        try:
            if kind == LOAD:
                definition = Definition(data)
                calls = Calls(definition)
                if rows and is_first_rank():
                    lines = misspelt(definition) + unread(definition)
                    print(*(f"skerry: {line}\n" for line in lines), sep="", end="", file=sys.stderr, flush=True)
                number, answer = 0, definition.introduction()
            elif kind == TRY:
                assert calls is not None
                calls.attempt(rows)
                number, answer = 0, b""
            else:
                assert calls is not None
                number, answer = calls.answer(kind, rows, (seed, more), data)
        except Mistake as mistake:
            complain(connection, str(mistake), mistake.key if kind in (LOAD, TRY) else "")
        else:
            reply(connection, False, number, answer)


def main() -> None:
    connection = socket.socket(fileno=SOCKET)
    connection.setblocking(True)
    reconfigure = getattr(sys.stdout, "reconfigure", None)  # what a puzzle prints shows at once
    if reconfigure:
        reconfigure(line_buffering=True)
    try:
        serve(connection)
    except ImportError as error:
        complain(connection, f"{sys.executable}: {error} (expected: Debian's package python3-numpy)")
    except (BrokenPipeError, ConnectionResetError):
        pass


if __name__ == "__main__":
    main()
