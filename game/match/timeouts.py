"""How long a match waits for somebody, and what comes of it: nobody stands up for a phone that sleeps.

Whoever is to move on a phone that is away, or that does nothing, is waited for as long as the house says.
Then the others are asked on their phones whether a bot should play there (`VoteItem`, half of those that are
there), and those who play at the computer on its screen, who have one voice together; where everybody else is
a bot, it plays by itself once the phone is away. The seat is kept warm: it is its person's again the moment
they do anything. A clock for turns, where a match has one, is another thing: once it has run out a bot plays
that one turn, of whomever it is.

A line that comes and goes is no person who acts. Within a turn a seat that a bot had and that only the line
of its phone took back is not waited for anew: the others are asked at once, until its person does something.
And a phone that is away is waited for the shorter the more often a bot had to play for it in this match: half
as long after the first time, a third after the second. Whoever is there and thinks has all their time.

Time passes by `look` alone, which is called as long as people could act: not while something is shown, behind
menus, in films. No clock is read here: times are given, in ms.

How it goes through the house (a phone that sleeps): `MatchScene.wait_on` > `TurnTimeouts.look` offers it >
phones are told by `PhoneMatch.own`, and answer `PhoneMatch.do` > `TurnTimeouts.do` > `Match.hand_over` > the
bot plays, and `MatchAttendance.phone_there` (`ui/match/match_scene.py`) gives the seat back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum, auto
from math import inf
from typing import Any

from game.core.discovery import find_game
from game.core.game import Event
from game.i18n import _, plural
from game.match.match import Match, MatchListener
from game.match.phone_votes import VoteItem, VoteTracker, half_rounded_up
from game.match.seats import default_bot_level
from game.match.versioned import Versioned
from game.party.messages import PROPOSE
from game.store.settings import CLOCKS, NEVER

FINAL_SECONDS_MS = 10_000.0
"""Milliseconds of a turn that everybody sees run out."""
SECOND = 1000.0
"""Milliseconds, as of a clock or a countdown that is drawn each second."""
ASLEEP = 60 * SECOND
"""How late, in ms, time is looked at when the computer has slept meanwhile; a busy one is never so late."""
LOCAL_VOTE = -1
"""The one voice of those who play at the computer, as of a seat."""
STILL_HERE = "here"
"""What a phone says whose person is there after all."""


class TakeoverReason(Enum):
    """Why a bot plays for somebody."""

    SLEEPS = auto()
    """Until they are back."""
    LATE = auto()
    """For one turn."""


class TurnTimeouts(MatchListener, Versioned):
    """How long the seat to move has been waited for.

    Attributes:
        proposals: what the phones of a match can decide while it waits.
        seconds: how long it waits for a phone; `NEVER` for as long as it takes.
        clock: how many seconds a turn may take; `NEVER` where there is no clock.
    """

    def __init__(
        self, match: Match, relieved: Callable[[int, TakeoverReason], None] = lambda _seat, _why: None
    ) -> None:
        """Wait for people of a match; ``relieved`` is told of seats for which a bot plays from now on."""
        self._match, self._relieved = match, relieved
        self._level = default_bot_level(find_game(match.session.game).bot.levels, first=False)
        self.proposals = VoteTracker()
        self.seconds, self.clock = 30, NEVER
        self._seen, self._runs = 0.0, False
        """When time was looked at last, in ms, and whether it has passed since then."""
        self._idle = self._begun = 0.0
        """Since when the seat to move has done nothing, and when its turn began, in ms."""
        self._gone: dict[int, float] = {}
        """Since when phones have been away, in ms."""
        self._there: frozenset[int] = frozenset()
        """The seats whose phones are there."""
        self._played: dict[int, int] = {}
        """How many moves a bot has made for seats that it kept warm, or had for a turn."""
        self._reliefs: dict[int, int] = {}
        """How often a bot had to play for seats whose phones slept."""
        self._waited_out: int | None = None
        """The seat that a bot had to play for in this turn, and whose person has done nothing since."""
        match.listen(self)

    # Time.

    def look(self, now: float, there: Collection[int], away: Collection[int]) -> None:
        """Let time pass until now, while people could act; who is on a phone that is there, or away."""
        if now - min((time for time in self.due() if time > self._seen), default=now) > ASLEEP:
            self._runs, self._gone = False, {}
            self._idle = self._begun = self._seen
        seat, passed, went = self._awaited, now - self._seen, self._seen
        if not self._runs or seat is None:
            self._idle, self._begun = self._idle + passed, self._begun + passed
        if not self._runs:
            self._gone, went = {seat: since + passed for seat, since in self._gone.items()}, now
            self._touch_clock()
        self._gone = {seat: self._gone.get(seat, went) for seat in away}
        self._seen, self._runs, self._there = now, True, frozenset(there)
        self._offer()
        if seat is None:
            return
        if self.left == 0:
            self._match.lend(self._level)
            self._relieved(seat, TakeoverReason.LATE)
        elif self.sleeper is not None:
            # Where nobody is there to be asked, nobody is kept waiting but bots.
            alone = self._seen >= self._gone_until(seat) and not self._asked(seat)
            if self.proposals.attend(self._voters, now) or alone:
                self._relieve(seat)

    def stop(self, now: float) -> None:
        """Time stands still from now on, until somebody looks again."""
        if self._runs:
            self._seen, self._runs = now, False
            self._touch_clock()

    def due(self) -> Iterator[float]:
        """When something comes of waiting, or the clock shows another second, in ms."""
        seat = self._awaited
        if not self._runs or seat is None:
            return
        if self.seconds and self._match.seats[seat].is_on_phone:
            ends = self._idle + self.seconds * SECOND, self._gone_until(seat)
            yield from (end for end in ends if self._seen < end < inf)
        if (left := self.left) is not None:
            yield self._seen + left - FINAL_SECONDS_MS
            if left <= FINAL_SECONDS_MS:
                yield self._seen + left % SECOND
                yield self._begun + self.clock * SECOND

    @property
    def _awaited(self) -> int | None:
        """The seat whose person is to move."""
        seat = self._match.to_move
        return seat if seat is not None and self._match.awaits(seat) else None

    def _gone_until(self, seat: int) -> float:
        """When the phone of a seat will have been away for long enough, in ms; never while it is there."""
        return self._gone.get(seat, inf) + self.seconds * SECOND / (1 + self._reliefs.get(seat, 0))

    @property
    def sleeper(self) -> int | None:
        """A seat on a phone that is to move and has been waited for long enough."""
        seat = self._match.on_phone
        if not self.seconds or seat is None:
            return None
        end = min(self._idle + self.seconds * SECOND, self._gone_until(seat))
        return seat if self._seen >= end or seat == self._waited_out else None

    @property
    def _voters(self) -> frozenset[int]:
        return self._there | ({LOCAL_VOTE} if self._match.people else set())

    def _asked(self, seat: int) -> frozenset[int]:
        return self._voters - {seat}

    def _offer(self) -> None:
        seat = self.sleeper
        if seat is None or not self._asked(seat):
            self.proposals.offer([])
            return
        name = self._match.seats[seat].name
        words = lambda: _("A bot for {name}").format(name=name)  # noqa: E731
        self.proposals.offer([VoteItem(f"bot {seat}", words, half_rounded_up, 0.0, without=seat)])

    def _relieve(self, seat: int) -> None:
        self._reliefs[seat], self._waited_out = self._reliefs.get(seat, 0) + 1, seat
        # The device stays: for its return the bot keeps the seat warm.
        self._match.hand_over(seat, self._level, self._match.seats[seat].device)
        self._relieved(seat, TakeoverReason.SLEEPS)

    @property
    def left(self) -> float | None:
        """Milliseconds that are left of the turn of a person; `None` where no clock runs."""
        if not self.clock or self._awaited is None:
            return None
        return max(0.0, self._begun + self.clock * SECOND - self._seen)

    @property
    def last_seconds(self) -> int | None:
        """What the big screen counts down; `None` while there is time."""
        left = self.left
        return None if left is None or left > FINAL_SECONDS_MS else int(-(-left // SECOND))

    # What phones do.

    def acted(self, seat: int) -> None:
        """The phone of a seat has done something: nobody has to wait for it."""
        self._gone.pop(seat, None)
        if seat == self._match.to_move:
            self._idle, self._waited_out = self._seen, None
            self._offer()

    def do(self, seat: int, do: str, key: object, now: float) -> str:
        """A phone is for a bot, or no longer; a sentence where that is refused."""
        self._offer()
        asleep = self.sleeper
        refused, done = self.proposals.do(seat, do, key, now)
        if done and asleep is not None:
            self._relieve(asleep)
        return refused

    # What is told.

    def asks(self, seat: int) -> dict[str, Any] | None:
        """What the phone of a seat is asked of another: ``words``, ``label`` and ``key`` of the motion.

        ``mine`` tells whether it has said so.
        """
        asleep = self.sleeper
        told = self.proposals.told(seat, 0.0)
        if asleep is None or told is None:
            return None
        motion = told["motions"][0]
        name, label = self._match.seats[asleep].name, motion["words"]
        if motion["needs"] > 1:
            count = {"n": len(motion["for"]), "all": motion["needs"]}
            label = _("{words} ({n} of {all})").format(words=label, **count)
        return {
            "seat": asleep,
            "words": _("{name} seems to be away.").format(name=name),
            "label": label,
            "do": PROPOSE,
            "key": motion["key"],
            "mine": told["mine"] == motion["key"],
        }

    def tells(self, seat: int) -> dict[str, str] | None:
        """What the phone of a seat is told of the bot that plays there, might, or did: ``words``, ``label``.

        The label is that of the button that says that its person is there; empty for no button.
        """
        held = self._match.seats[seat]
        if held.is_kept_warm:
            return {"words": _("A bot plays for you."), "label": _("Take my seat back")}
        if self._match.level_of(seat):
            return {"words": _("Time is up: a bot plays this turn."), "label": ""}
        if self.sleeper == seat and self._asked(seat):
            words = _("Are you still there? The others can let a bot play for you.")
            return {"words": words, "label": _("I am here")}
        made = self._played.get(seat, 0)
        words = plural("A bot has made {n} move for you.", "A bot has made {n} moves for you.", made)
        return {"words": words.format(n=made), "label": ""} if made else None

    def has_played_for(self, seat: int) -> bool:
        """Whether a bot has made moves for a seat since its person made one."""
        return bool(self._played.get(seat))

    def clock_of(self, seat: int) -> dict[str, Any] | None:
        """The clock on the phone of a seat: ms ``left``, whether it ``runs``; `None` where it has none."""
        if self.left is None or not self._match.awaits(seat):
            return None
        return {"left": round(self.left), "runs": self._runs}

    def _parts(self) -> tuple[Versioned]:
        return (self.proposals,)

    def _touch_clock(self) -> None:
        if self.left is not None:
            self.touch()

    # What happens in the match.

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        closed = self._match.session.observe_close(None) is not None
        self._idle = self._seen
        if self._match.to_move != seat or closed:
            self._begun, self._waited_out = self._seen, None
        if self._match.lent is not None or self._match.seats[seat].is_kept_warm:
            self._played[seat] = self._played.get(seat, 0) + 1
        else:
            self._played.pop(seat, None)

    def taken_back(self, count: int) -> None:
        self._idle = self._begun = self._seen
        self._waited_out = None

    def seat_changed(self, number: int) -> None:
        """Whoever sits down to move has all their time; who is only back in the same turn, what was left."""
        if number == self._match.to_move and number != self._waited_out:
            self._idle = self._begun = self._seen

    # The save.

    def recall(self, kept: object) -> None:
        """The match was played by this clock; what was kept may be anything."""
        if type(kept) is int and kept in CLOCKS:
            self.clock = kept
