"""A window with SOCKI, all seats for phones, until its input ends: what `tests.party.attack` attacks."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.core.session import Session
from game.match.seats import PHONE, Seat
from game.ui.match.opening import match_scene
from tests.scenes.harness import Window
from tools.bench_party import SEATS, position


def main() -> None:
    """Open, say where, and turn as long as somebody wants it."""
    ended = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    with tempfile.TemporaryDirectory() as home:
        window = Window(Path(home))
        party = window.stage.phones.open(port=0, host="127.0.0.1")
        seats = [Seat(f"Phone {seat + 1}", seat, "", PHONE) for seat in range(SEATS)]
        window.stage.scenes.push(match_scene(window.stage, Session.from_position("socki", position()), seats))
        while not (party.is_open and party.free):
            window.turn()
        print(party.door.address, party.code, flush=True)
        before = perf_counter()
        while not ended.wait(1 / 60):
            now = perf_counter()
            window.turn(ms=1000 * (now - before))
            before = now
        window.close()


if __name__ == "__main__":
    main()
