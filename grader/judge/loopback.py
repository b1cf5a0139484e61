"""A wire to a new process where no descriptor can be handed to it: TCP on this machine alone.

Whoever connects first proves nothing: the connection that presents the token, which only the new process was told,
is the one; all others are hung up on, and nobody is listened to afterwards.
"""

from __future__ import annotations

import contextlib
import hmac
import secrets
import select
import socket
import struct
import time
from collections.abc import Callable

TICK = 0.02  # seconds between looks at whether the process lives
MAX_STRANGERS = 16  # connections that have proved nothing yet
_PID = struct.Struct(">I")


class Listener:
    """Listens for one process. `address` is what it must be told, by a way nobody else can read."""

    def __init__(self) -> None:
        self._token = secrets.token_hex(16).encode()
        self._socket = socket.socket()
        exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
        if exclusive is not None:  # else on Windows another program may listen on the same port
            self._socket.setsockopt(socket.SOL_SOCKET, exclusive, 1)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen(MAX_STRANGERS)
        self.address = {"port": self._socket.getsockname()[1], "token": self._token.decode()}

    def accept(self, alive: Callable[[], bool], seconds: float) -> tuple[socket.socket, int]:
        """The connection of the one with the token, non-blocking, and its process id as it says.

        Raises `EOFError` once `alive()` is false and `TimeoutError` after `seconds`.
        """
        deadline = time.monotonic() + seconds
        strangers: dict[socket.socket, bytes] = {}
        self._socket.setblocking(False)
        try:
            while time.monotonic() < deadline:
                for ready in select.select([self._socket, *strangers], [], [], TICK)[0]:
                    if ready is self._socket:
                        self._meet(strangers)
                    elif pid := self._hear(ready, strangers):
                        return ready, pid
                if not alive():
                    raise EOFError
            raise TimeoutError
        finally:
            self.close()
            for stranger in strangers:
                stranger.close()

    def _meet(self, strangers: dict[socket.socket, bytes]) -> None:
        with contextlib.suppress(OSError):  # it may be gone again
            stranger, _ = self._socket.accept()
            stranger.setblocking(False)
            strangers[stranger] = b""
            if len(strangers) > MAX_STRANGERS:
                self._hang_up(next(iter(strangers)), strangers)

    def _hear(self, stranger: socket.socket, strangers: dict[socket.socket, bytes]) -> int:
        """The process id of a stranger who has presented the token and is one no more; 0 for any other."""
        if stranger not in strangers:
            return 0
        wanted = len(self._token) + _PID.size
        try:
            piece = stranger.recv(wanted - len(strangers[stranger]))
        except BlockingIOError:
            return 0
        except OSError:
            piece = b""
        said = strangers[stranger] + piece
        if piece and len(said) < wanted:
            strangers[stranger] = said
            return 0
        if not hmac.compare_digest(said[: len(self._token)], self._token) or len(said) < wanted:
            self._hang_up(stranger, strangers)
            return 0
        del strangers[stranger]
        stranger.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # small frames, each waited for
        return _PID.unpack(said[len(self._token) :])[0]

    @staticmethod
    def _hang_up(stranger: socket.socket, strangers: dict[socket.socket, bytes]) -> None:
        del strangers[stranger]
        stranger.close()

    def close(self) -> None:
        """Listen to nobody any more."""
        self._socket.close()
