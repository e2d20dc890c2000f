"""Bad Wi-Fi between phones and the big screen: what is on its way may stand still, and nobody is told."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


class Wifi:
    """Passes bytes between phones and a party, or holds them up; new connections may still get through."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self._party = host, int(port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.calls = 0
        """How many connections there were."""
        self.lost = False
        """Whether new connections lead nowhere either."""
        self._ends: list[socket.socket] = []
        self._flowing = threading.Event()
        self._flowing.set()
        threading.Thread(target=self._take, daemon=True).start()

    def hold(self) -> None:
        """Let nothing more through on the connections of now."""
        self._flowing.clear()
        self._flowing = threading.Event()
        self._flowing.set()

    def _take(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _peer = self._listening.accept()
                self.calls += 1
                self._ends.append(phone)
                if self.lost:
                    continue
                party = socket.create_connection(self._party)
                self._ends.append(party)
                for one, other in ((phone, party), (party, phone)):
                    threading.Thread(target=self._pass, args=(one, other, self._flowing), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, flowing: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while (data := one.recv(65536)) and flowing.is_set():
                other.sendall(data)
            if flowing.is_set():
                other.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Cut everything."""
        for end in (self._listening, *self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextlib.contextmanager
def wireless(address: str) -> Iterator[Wifi]:
    """Wi-Fi to a party, as long as it is needed."""
    made = Wifi(address)
    try:
        yield made
    finally:
        made.close()
