"""Party server: phones join a match over the local network. It knows no game and no window.

The window uses `game.party.party`. The server itself is imported only when a party opens.

There are two threads. The server thread owns `ConnectionPool`, `Spectators` and `ConnectionListener`. The
window thread owns the seat numbers. Both use `SeatRegistry` and `StateCache` (states and files ready for
phones), which hold locks. Messages between the threads name a token, never a seat number, because the window
may renumber the seats at any moment.
"""
