"""Phones as hands: a small server on the local network, which names no game and knows no window.

`game.party.party` is what the window uses; the server itself is imported only when a party opens.

Two threads (`party/`). The server runs in one of its own and owns what is in `ConnectionPool`, `Spectators`
and `ConnectionListener`; the window owns the numbers of the seats. Both use `SeatRegistry` and `StateCache`
(what lies ready for phones), which hold locks. What goes from one to the other goes by token, never by the
number of a seat, which the window may change at any moment.
"""
