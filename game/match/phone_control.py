"""Decisions of phones between matches, on any screen, and the results of the evening.

A screen lists the possible decisions as `PhoneAction`s: an item to vote on (`VoteItem`) and its effect.
`PhoneControl` holds the votes. They belong to one lobby or one finished match, even if another scene covers
it. A decision takes effect in the next tick of the loop, never while a request is handled, because it may
replace the screen that handles the request.

Flow (a rematch voted on phones): `PartyController.tick` (`ui/match/party_controller.py`) asks the screens for
their `decisions` (`Scene`) > a phone's vote comes to `PhoneControl.handle_phone` > `VoteTracker` counts > the
`StatusBar` (`ui/match/status_bar.py`) shows the pending decision on the big screen, `phone_control.js` on
phones > `PhoneControl.tick` returns its effect to `PartyController`.
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
from game.party.messages import PROPOSE, STOP

# keys of votes: the match, a rematch, other rules, the end of the evening, continue
START, AGAIN, RULES, ENOUGH, ON = "start", "again", "rules", "enough", "on"
SKIP, LATER, ABANDON = "skip", "later", "abandon"  # an introduction; a running match, saved or not
GAME, PRESET, RULE, BOARD, BOT, LEARN = "game", "preset", "rule", "board", "bot", "learn"  # prefixes
GAMES, HOUSE = "games", "house"  # sheets for long lists on phones
MAX_EVENING_MATCHES = 200  # matches remembered for the end of the evening


@dataclass(frozen=True, slots=True)
class PhoneMenuRow:
    """Row of a sheet on phones: a setting with one of several values."""

    sheet: str
    title: Callable[[], str]
    now: Callable[[], str]  # current value
    means: Callable[[], str] = str  # sentence that explains the value; may be empty
    is_changed: bool = False  # value differs from the default


@dataclass(frozen=True, slots=True)
class PhoneAction:
    """Possible decision of phones, with its effect."""

    motion: VoteItem
    do: Callable[[], object]
    row: PhoneMenuRow | None = None  # its place on phones; None for a separate button
    label: Callable[[], str] | None = None
    """Short text in its row, if the item's text is too long; of a separate button a note about it."""


@dataclass(frozen=True, slots=True)
class PastPlayer:
    """Player of a past match."""

    name: str
    look: int


@dataclass(frozen=True, slots=True)
class PastMatch:
    """Finished match of the evening."""

    game: str
    players: tuple[PastPlayer, ...]
    winners: tuple[int, ...]  # indices of ``players``

    @property
    def best(self) -> tuple[PastPlayer, ...]:
        """Winners of the match; empty if all have won."""
        return tuple(self.players[seat] for seat in self.winners if len(self.winners) < len(self.players))


class PhoneControl(Versioned):
    """Current decisions of phones.

    Attributes:
        past_matches: matches of this party in order.
        by_phones: True if no seat of the last match was at the big screen.
        is_party_over: True if the evening is over and phones show a goodbye.
    """

    is_party_over = Tracked[bool]()
    remote = Tracked[int | None]()  # seat of the host's remote

    def __init__(self) -> None:
        self._proposals = VoteTracker()
        self._of: object = None
        self._decisions: Mapping[str, PhoneAction] = {}
        self._decision_list: tuple[PhoneAction, ...] = ()
        self._chosen_key = ""  # key of a decision that takes effect at the next tick
        self.past_matches: list[PastMatch] = []
        self.by_phones = self.is_party_over = False
        self.remote = None

    def _parts(self) -> Iterable[Versioned | None]:
        """Votes, whose changes count as changes of this object."""
        return (self._proposals,)

    def record_match(self, match: Match) -> None:
        """Add a finished match to ``past_matches``, up to 200, and set ``by_phones``."""
        if len(self.past_matches) < MAX_EVENING_MATCHES:
            players = tuple(PastPlayer(seat.name, seat.look) for seat in match.seats)
            self.past_matches.append(PastMatch(match.session.game, players, tuple(match.result().winners)))
        self.by_phones = not match.local_seats

    def tick(
        self,
        of: object,
        decisions: tuple[PhoneAction, ...],
        occupied: Collection[int],
        present: Collection[int],
        remote: int | None,
        now: float,
    ) -> Callable[[], object] | None:
        """Update the possible decisions. Returns the effect of the one that is due, or None.

        Args:
            of: subject of the decisions; votes on another subject are discarded.
            decisions: possible decisions, an equal tuple as long as nothing changes.
            occupied: seats of phones, and the bench numbers of those who wait for one.
            present: those of them whose phone is connected.
            remote: seat of the host's remote, or None.
            now: time in ms.
        """
        if of is not self._of:
            self._of, self._chosen_key = of, ""
            self._proposals = VoteTracker()
            self.bump_version()
        if decisions != self._decision_list:  # the texts may change while the keys are the same
            self._decision_list, self._decisions = (
                decisions,
                {decision.motion.key: decision for decision in decisions},
            )
            self.bump_version()
        self.remote = remote
        proposals = self._proposals
        proposals.remote_seat = remote
        proposals.retain_voters(occupied)
        proposals.set_items([decision.motion for decision in decisions])
        decided, self._chosen_key = self._chosen_key or proposals.tick(present, now), ""
        if decided not in self._decisions:
            return None
        do = self._decisions[decided].do
        # The effect may open another screen, and phones are updated at once: clear what was offered here.
        self._decision_list, self._decisions = (), {}
        proposals.set_items([])
        return do

    # Requests of phones.

    def can_handle(self, seat: int, action: Mapping[str, Any]) -> bool:
        """True if a request is about one of the decisions here, not about another vote of the match."""
        key = action.get("key")
        if action["do"] == PROPOSE and isinstance(key, str):
            return key in self._decisions or (not key and self._proposals.has_vote_of(seat))
        return action["do"] == STOP and self.pending_vote is not None

    def handle_phone(self, seat: int, action: Mapping[str, Any], now: float) -> str:
        """Handle a vote or a stop. Returns a sentence if it is refused, else empty."""
        refused, decided = self._proposals.handle_phone(seat, action["do"], action.get("key"), now)
        self._chosen_key = decided or self._chosen_key
        return refused

    def stop(self) -> None:
        """Stop the pending decision for the big screen; nothing if none is pending."""
        self._proposals.stop()

    # State.

    @property
    def has_pending(self) -> bool:
        """True if a phone's request has decided, and the effect comes at the next tick."""
        return bool(self._chosen_key)

    @property
    def pending_vote(self) -> tuple[VoteItem, float] | None:
        """Pending decision and the clock time (ms) at which it takes effect; None if there is none."""
        return self._proposals.pending

    def voices(self, *keys: str) -> list[int]:
        """Sorted seats that vote for one of these keys. A key that ends in a space is a prefix."""
        matching_keys = [
            key
            for key in self._decisions
            if key in keys or any(key.startswith(k) for k in keys if k[-1] == " ")
        ]
        return sorted({seat for key in matching_keys for seat in self._proposals.votes_for(key)})

    def state_for(self, seat: int, now: float) -> dict[str, Any] | None:
        """State for a seat's phone: items to vote on, some of them in sheets; None if nothing to decide.

        As in `VoteTracker.state_for`, but ``motions`` are those with a separate button and ``sheets`` has the
        others. Each sheet has rows with ``title``, the value ``now``, ``means``, ``changed``, and the
        ``values``, which are items.
        """
        state = self._proposals.state_for(seat, now)
        if state is None:
            return None
        buttons: list[dict[str, Any]] = []
        sheets: dict[str, dict[int, dict[str, Any]]] = {GAMES: {}, HOUSE: {}}
        for motion in state["motions"]:
            decision = self._decisions[motion["key"]]
            item = motion | ({"label": decision.label()} if decision.label is not None else {})
            if decision.row is None:
                buttons.append(item)
                continue
            rows = sheets[decision.row.sheet]
            row = rows.setdefault(id(decision.row), _row_state(decision.row))
            row["values"].append(item)
        filled_sheets = {name: list(rows.values()) for name, rows in sheets.items() if rows}
        return state | {"motions": buttons, "sheets": filled_sheets}

    def farewell(self) -> list[dict[str, Any]]:
        """Matches of the evening for phones, each with "title" and "winners", which is empty after a draw."""
        return [
            {
                "title": _(find_game(played.game).info.title),
                "winners": [{"name": winner.name, "look": winner.look} for winner in played.best],
            }
            for played in self.past_matches
        ]


def _row_state(row: PhoneMenuRow) -> dict[str, Any]:
    """State of a row for phones, with its values still empty."""
    texts = {"title": row.title(), "now": row.now(), "means": row.means(), "changed": row.is_changed}
    return texts | {"values": []}
