"""How many lines there may be at one moment, and who goes where there are too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from game.party.connection import Connection

Key = TypeVar("Key", bound=Hashable)
CROWD = 96
"""Lines at one moment: 40 who watch and eight who play, each with two of them while it calls anew."""
STRANGERS = 48
"""Lines at one moment from one address that have shown neither the code nor a token.

All others are not counted by address: a router gives each phone one of its own, but behind a bridge or at a
hotspot a whole party may share one, and may call anew in the same moment.
"""
SEVERAL = 2
"""So many who have done nothing yet may sit there from one address, and none of them makes room."""


def rivals(phones: Sequence[Connection], peer: str) -> Sequence[Connection]:
    """Those of whom one must go before one more may call from this address; none where there is room."""
    strangers = [phone for phone in phones if phone.peer == peer and phone.is_stranger]
    if len(strangers) >= STRANGERS:
        return strangers
    return phones if len(phones) >= CROWD else ()


def least_needed(among: Sequence[Connection]) -> Connection | None:
    """Who goes first; `None` where all have a seat, or are the teacher's.

    Of those who neither watch nor wait for a seat of theirs, somebody from the address that has the most, and
    first of all one who has not shown the code; where all do, one of them from such an address.
    """
    seatless = [phone for phone in among if phone.seat is None and not phone.teaches]
    loose = [phone for phone in seatless if not phone.watcher and not phone.token] or seatless
    crowds = Counter(phone.peer for phone in loose)
    return max(loose, key=lambda phone: (crowds[phone.peer], not phone.looking), default=None)


def in_the_way(idle: Mapping[Key, str], there: Container[Key], peer: str) -> Key | None:
    """Whose seat somebody gets for whom none is free, where all are alike; `None` for nobody's.

    Else one phone could take all places of a class by itself. Of those who have done nothing yet that is
    somebody who is away, or, for an address that has none of them, one of the address with the most; of that
    the one who has come last. A whole class behind one address loses nobody to one of its own.

    Args:
        idle: those who have done nothing yet, as their tokens, and from where they have come.
        there: the phones that can be reached.
        peer: from which address somebody asks.
    """
    crowds = Counter(idle.values())
    gone = [token for token in idle if token not in there]
    heavy = [token for token in idle if peer not in crowds and crowds[idle[token]] > SEVERAL]
    return max(gone or heavy, key=lambda token: (crowds[idle[token]], list(idle).index(token)), default=None)
