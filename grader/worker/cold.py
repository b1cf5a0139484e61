"""One worker without a fork: it imports everything, then waits for the judge to say what it is to be.

Run as `python -m grader.worker.cold`. The first line of standard input says where the wire is: the number of an
inherited descriptor, or a port of this machine with the token to present there. Standard output and standard error
are the worker's own from the start.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
from pathlib import Path
from typing import IO, Any, cast

from grader import wire
from grader.worker import main, scratch


def run() -> None:
    """Never returns; ends without a word where the judge hangs up."""
    ended: BaseException | None = None
    try:
        address = json.loads(_first_line(0))
        judge = os.dup(0)
        main.redirect()
        observer = main.prepare()
        with _connected(address).makefile("rwb") as stream:
            file = cast(IO[bytes], stream)
            request = wire.unpack(main.exactly(file)).body
            if "port" in address:  # tiers A and B are put on with one thread, and end with the judge by themselves
                threading.Thread(target=_end_with, args=(judge,), daemon=True).start()
            main.live(file, request, Path(request["folder"] or scratch.make()), observer)
    except EOFError:
        pass
    except BaseException as error:
        ended = error
    finally:
        main.end(ended)


def _first_line(descriptor: int) -> bytes:
    """A byte at a time: what follows is not ours to take."""
    line = b""
    while not line.endswith(b"\n"):
        byte = os.read(descriptor, 1)
        if not byte:
            raise EOFError
        line += byte
    return line


def _connected(address: dict[str, Any]) -> socket.socket:
    """The wire, greeted."""
    if "descriptor" in address:
        stream = socket.socket(fileno=address["descriptor"])
        stream.sendall(b"+")  # carries the sender's credentials
        return stream
    stream = socket.create_connection(("127.0.0.1", address["port"]))
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.sendall(address["token"].encode() + struct.pack(">I", os.getpid()))
    return stream


def _end_with(judge: int) -> None:
    """Nobody else would stop this process once the judge is gone: its end of the pipe closes with it."""
    os.read(judge, 1)
    os._exit(1)


if __name__ == "__main__":
    run()
