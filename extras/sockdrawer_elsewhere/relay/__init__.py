"""A relay: forwards encrypted messages between a party and remote guests, without knowing either.

`sock-drawer relay` is a separate program, which the game never imports. A host, the program with the big
screen, opens one connection ("line") to it; each phone has a line too. The relay carries numbered channels of
encrypted bytes: no game, no name, no card, no code. Nothing is stored: a node is a few dictionaries of open
lines.

Access. A room is the first 9 bytes of the SHA-256 of its ``proof``, 16 bytes that only its host knows, so a
node can check a host without accounts, and no room can be guessed or listed. Anyone who names a room may call
its host; the host decides about access, by a key that the relay never sees.

Lines, all WebSockets of binary frames at ``/line``:

- a host connects with ``role=host&room=ROOM`` and the header ``X-Proof`` (32 hexadecimal digits); its frames
  are a `FrameKind`, the channel (8 bytes: node, line on it) and the payload;
- a phone connects with ``role=phone&room=ROOM``, or ``number=DIGITS`` with a number assigned to a room
  for ten minutes; its frames are only the payload;
- the reason for closing a line is a `CloseReason`, because browsers do not pass HTTP status codes to pages.

Slow lines never delay others: one with too many bytes waiting is cut, reconnects, and gets the newest state.
All usage is limited (`rate_limits.py`). Several nodes form one relay by a bus (`bus.py`), on which a host is
found by a subscription to its room; `node.py` is the switchboard, `server.py` the network server.
"""
