"""A relay: passes sealed messages between a party and friends elsewhere, and knows nothing about either.

`sock-drawer relay` is a program of its own, which the game never imports. A host, the program with the big
screen, calls it and holds one line; each phone has a line too. What goes through are numbered channels of
sealed bytes: no game, no name, no card, no code. Nothing is kept: a node is a few dictionaries of open lines.

Who may. A room is the first 9 bytes of the SHA-256 of its `proof`, 16 bytes that only its host knows, so a
node needs no accounts to know whose it is, and no room can be guessed or listed. Whoever names a room may
call its host; whether that opens is decided there, by a key that the relay never sees.

Lines, all WebSockets of binary frames at ``/line``:

- a host calls with ``role=host&room=ROOM`` and the header ``X-Proof`` (32 hexadecimal digits); its frames are
  a `FrameKind`, the channel (8 bytes: which node, which line there) and what is said;
- a phone calls with ``role=phone&room=ROOM``, or ``number=DIGITS`` with a number that was lent to a room for
  ten minutes; its frames are what is said, alone;
- why a line was closed is an `CloseReason`, as browsers tell their pages no HTTP status.

Nobody waits for a slow line: one with too much before it is cut, calls anew, and is told the newest. All that
anybody may is bounded (`rate_limits.py`). Several nodes are one relay by way of a bus (`bus.py`), on which a
host is found by asking whoever listens for its room; `node.py` is the switchboard, `server.py` what listens.
"""
