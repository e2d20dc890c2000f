"""How an evening goes on: what phones decide between matches, at whichever screen, and who has won what.

A screen says what can be decided there, each a `PhoneAction`: something to be voted on (`VoteItem`), and what
is done then. `PhoneControl` holds the votes; they are for one lobby, or for one match that is over, whatever
lies over it on the screen meanwhile. A decision is carried out in the next turn of the loop, never while a
phone is listened to: it may put another screen in the place of the one that listens.

How it goes through the house (a rematch voted on phones): `PartyController.turn`
(`ui/match/party_controller.py`) asks the screens for their `decisions` (`Scene`) > a phone's word comes to
`PhoneControl.do` > `VoteTracker` counts > the `VoteCountdown` (`ui/match/countdown.py`) shows on the big
screen, `steer.js` on phones, what is about to happen > `PhoneControl.turn` gives `PartyController` what is to
be done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from game.core.discovery import find_game
from game.i18n import _
from game.match.match import Match
from game.match.phone_votes import VoteItem, VoteTracker
from game.match.versioned import Tracked, Versioned
from game.party.messages import CONTROL_ACTIONS

START, AGAIN, RULES, ENOUGH, ON = "start", "again", "rules", "enough", "on"
"""Keys of what can be decided: the match, a rematch, other rules, that was it, and what goes on by itself."""
GAME, RULE, BOARD, BOT = "game", "rule", "board", "bot"
"""What the keys begin with of which there are several."""
GAMES, HOUSE = "games", "house"
"""The sheets on which phones find what there is much of."""
MOST = 200
"""So many matches of an evening are told at its end."""


@dataclass(frozen=True, slots=True)
class PhoneMenuRow:
    """A row of a sheet on phones: something that has one of several values."""

    sheet: str
    title: Callable[[], str]
    now: Callable[[], str]
    """The value that it has."""
    means: Callable[[], str] = str
    """A sentence: how it is played with it; empty where the value says enough."""
    changed: bool = False
    """Whether that is not the usual one."""


@dataclass(frozen=True, slots=True)
class PhoneAction:
    """Something that phones can decide, and what is done then."""

    motion: VoteItem
    do: Callable[[], object]
    row: PhoneMenuRow | None = None
    """Where phones find it; `None` for a button of its own."""
    label: Callable[[], str] | None = None
    """What it is called in its row, where that is less than the motion says."""


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """Somebody who has played a match."""

    name: str
    look: int


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match of the evening."""

    game: str
    players: tuple[PastPlayer, ...]
    winners: tuple[int, ...]
    """By number among the players."""

    @property
    def best(self) -> tuple[PastPlayer, ...]:
        """Who has won it; nobody where all have."""
        return tuple(self.players[seat] for seat in self.winners if len(self.winners) < len(self.players))


class PhoneControl(Versioned):
    """What phones decide now.

    Attributes:
        played: the matches of this party, in their order.
        by_phones: whether nobody played at the big screen in the last of them.
        parted: whether the evening is over, and phones say goodbye.
    """

    parted = Tracked[bool]()
    remote = Tracked[int | None]()
    """The seat of the host's remote, as phones were told last."""

    def __init__(self) -> None:
        self._proposals = VoteTracker()
        self._of: object = None
        self._decisions: Mapping[str, PhoneAction] = {}
        self._asked: tuple[PhoneAction, ...] = ()
        self._chosen = ""
        """What was decided at once, and is still to be done."""
        self.played: list[PastMatch] = []
        self.by_phones = self.parted = False
        self.remote = None

    def _parts(self) -> Iterable[Versioned | None]:
        return (self._proposals,)

    def remember(self, match: Match) -> None:
        """A match of this party is over."""
        if len(self.played) < MOST:
            players = tuple(PastPlayer(seat.name, seat.look) for seat in match.seats)
            self.played.append(PastMatch(match.session.game, players, tuple(match.result().winners)))
        self.by_phones = not match.people

    def turn(
        self,
        of: object,
        decisions: tuple[PhoneAction, ...],
        held: Collection[int],
        there: Collection[int],
        remote: int | None,
        now: float,
    ) -> Callable[[], object] | None:
        """Take in what can be decided now, and about what; what is to be done, if something is.

        Args:
            of: what it is about; of anything else no voice counts any more.
            decisions: what can be decided, the same ones as long as nothing of it changes.
            held: the seats that phones have, and the numbers of those who wait for one.
            there: those of them whose phone can be reached.
            remote: the seat of the host's remote, if that has one.
            now: the time in ms.
        """
        if of is not self._of:
            self._of, self._chosen = of, ""
            self._proposals = VoteTracker()
            self.touch()
        if decisions != self._asked:  # the words may be others though the keys are the same
            self._asked, self._decisions = decisions, {one.motion.key: one for one in decisions}
            self.touch()
        self.remote = remote
        proposals = self._proposals
        proposals.remote = remote
        proposals.keep(held)
        proposals.offer([one.motion for one in decisions])
        decided, self._chosen = self._chosen or proposals.attend(there, now), ""
        if decided not in self._decisions:
            return None
        do = self._decisions[decided].do
        # It may open another screen, of which phones hear at once: what is offered here is not offered there.
        self._asked, self._decisions = (), {}
        proposals.offer([])
        return do

    # What phones do.

    def takes(self, words: Mapping[str, Any]) -> bool:
        """Whether this is said about what can be decided here."""
        return words["do"] in CONTROL_ACTIONS and bool(self._decisions)

    def do(self, seat: int, words: Mapping[str, Any], now: float) -> str:
        """A phone proposes something, or stops what is about to happen; a sentence where that is refused."""
        refused, decided = self._proposals.do(seat, words["do"], words.get("key"), now)
        self._chosen = decided or self._chosen
        return refused

    def stop(self) -> None:
        """Somebody at the big screen does not want what is about to happen."""
        self._proposals.stop()

    # What is told.

    @property
    def owes(self) -> bool:
        """Whether something was decided that the next turn does."""
        return bool(self._chosen)

    @property
    def passed(self) -> tuple[VoteItem, float] | None:
        """What is about to happen, and when, in ms."""
        return self._proposals.passed

    def voices(self, *keys: str) -> list[int]:
        """The seats that are for one of these; a key that ends in a blank is the beginning of several."""
        found = [
            key
            for key in self._decisions
            if key in keys or any(key.startswith(k) for k in keys if k[-1] == " ")
        ]
        return sorted({seat for key in found for seat in self._proposals.voices(key)})

    def told(self, seat: int, now: float) -> dict[str, Any] | None:
        """What the phone of a seat shows; `None` where there is nothing to decide.

        As `VoteTracker.told`, but that ``motions`` are those with a button of their own, and ``sheets`` have
        the others: each its rows, with ``title``, what it is ``now`` and ``means``, whether that was
        ``changed``, and the ``values`` that are motions.
        """
        told = self._proposals.told(seat, now)
        if told is None:
            return None
        buttons: list[dict[str, Any]] = []
        sheets: dict[str, dict[int, dict[str, Any]]] = {GAMES: {}, HOUSE: {}}
        for motion in told["motions"]:
            one = self._decisions[motion["key"]]
            if one.row is None:
                buttons.append(motion)
                continue
            rows = sheets[one.row.sheet]
            row = rows.setdefault(id(one.row), _told(one.row))
            row["values"].append(motion | ({"label": one.label()} if one.label is not None else {}))
        shown = {name: list(rows.values()) for name, rows in sheets.items() if rows}
        return told | {"motions": buttons, "sheets": shown}

    def farewell(self) -> list[dict[str, Any]]:
        """Who has won what this evening, for phones; nobody where it was a draw."""
        return [
            {
                "title": _(find_game(one.game).info.title),
                "winners": [{"name": winner.name, "look": winner.look} for winner in one.best],
            }
            for one in self.played
        ]


def _told(row: PhoneMenuRow) -> dict[str, Any]:
    told = {"title": row.title(), "now": row.now(), "means": row.means(), "changed": row.changed}
    return told | {"values": []}
