"""Timeouts for players on phones, and the turn clock.

When the phone of the player to move is disconnected or idle for longer than the configured time, the other
players vote on a bot takeover (`VoteItem`; half of the connected phones, and all local players share one
vote). If all others are bots, the takeover is automatic once the phone is disconnected. The seat stays
reserved: any action of its player ends the takeover. The turn clock, if a match has one, is separate: when it
runs out, a bot plays that one turn for any person.

A reconnect is no action. If a phone's connection alone ended a takeover, the others may vote again at once in
the same turn, until the player acts. A disconnected phone is waited for less with each takeover in this
match: half of the time after the first, a third after the second. Connected players have all their time.

Time passes only by `tick`, which is called while people can act: not during animations, behind menus or in
replays. No clock is read here: times are parameters, in ms.

Flow (an absent phone): `MatchScene.wait_on` > `TurnTimeouts.tick` offers the vote > phones get it from
`PhoneMatch.seat_state`, and answer to `PhoneMatch.handle_phone` > `TurnTimeouts.handle_phone` >
`Match.assign_seat` > the bot plays, and `MatchAttendance.phone_there` (`ui/match/match_scene.py`) gives the
seat back.
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
from game.store.settings import NEVER, TURN_CLOCK_CHOICES

FINAL_SECONDS_MS = 10_000.0  # rest of a turn that is counted down on every screen
SECOND_MS = 1000.0  # ms
SUSPENDED_MS = 60 * SECOND_MS  # ms; a later tick means that the computer was suspended, not just busy
LOCAL_VOTE = -1  # shared vote of the local players, as a seat number
STILL_HERE = "still_here"  # request of a phone whose person is present


class TakeoverReason(Enum):
    """Reason for a bot to play for a person."""

    UNRESPONSIVE = auto()  # until the person is back
    CLOCK_EXPIRED = auto()  # for one turn


class TurnTimeouts(MatchListener, Versioned):
    """Timeouts of the seat to move.

    Attributes:
        proposals: votes of the phones while the match waits.
        seconds: time limit for a phone in s; `NEVER` for none.
        clock: time limit of a turn in s; `NEVER` for none.
    """

    def __init__(
        self, match: Match, relieved: Callable[[int, TakeoverReason], None] = lambda _seat, _why: None
    ) -> None:
        """Watch the people of a match. ``relieved`` is called with a seat when a bot takes over, and why."""
        self._match, self._on_takeover = match, relieved
        self._level = default_bot_level(find_game(match.session.game).bot.levels, first=False)
        self.proposals = VoteTracker()
        self.seconds, self.clock = 30, NEVER
        self._last_tick_ms, self._runs = 0.0, False  # time of the last tick (ms); time has passed since then
        self._idle = self._turn_start_ms = (
            0.0  # times (ms): last action of the seat to move, beginning of its turn
        )
        self._left_ms: dict[int, float] = {}  # times (ms) of disconnection by seat
        self._connected_seats: frozenset[int] = frozenset()  # seats with connected phones
        self._autoplay_counts: dict[
            int, int
        ] = {}  # bot moves on a person's seat since that person's last move
        self._reliefs: dict[int, int] = {}  # takeovers by seat
        self._waited_out: int | None = None
        """Seat that a bot took over in this turn and whose person has not acted since."""
        match.add_listener(self)

    # Time.

    def tick(self, now: float, present: Collection[int], away: Collection[int]) -> None:
        """Advance to ``now`` (ms): offer a vote on a bot if due, and let one play if voted or out of time.

        Call only while people can act. ``present`` and ``away`` are the seats with a connected or a
        disconnected phone.
        """
        if (
            now - min((time for time in self.wake_times() if time > self._last_tick_ms), default=now)
            > SUSPENDED_MS
        ):
            self._runs, self._left_ms = False, {}
            self._idle = self._turn_start_ms = self._last_tick_ms
        seat, elapsed, away_since = self._awaited_seat, now - self._last_tick_ms, self._last_tick_ms
        if not self._runs or seat is None:
            self._idle, self._turn_start_ms = self._idle + elapsed, self._turn_start_ms + elapsed
        if not self._runs:
            self._left_ms, away_since = {seat: since + elapsed for seat, since in self._left_ms.items()}, now
            self._touch_clock()
        self._left_ms = {seat: self._left_ms.get(seat, away_since) for seat in away}
        self._last_tick_ms, self._runs, self._connected_seats = now, True, frozenset(present)
        self._propose_takeover()
        if seat is None:
            return
        if self.turn_ms_left == 0:
            self._match.start_autoplay(self._level)
            self._on_takeover(seat, TakeoverReason.CLOCK_EXPIRED)
        elif self.idle_seat is not None:
            # Without anyone to vote, only bots would wait: no vote is needed.
            alone = self._last_tick_ms >= self._absence_deadline(seat) and not self._voters_without(seat)
            if self.proposals.tick(self._voters, now) or alone:
                self._hand_to_bot(seat)

    def stop(self, now: float) -> None:
        """Pause all timeouts at ``now`` (ms) until the next tick."""
        if self._runs:
            self._last_tick_ms, self._runs = now, False
            self._touch_clock()

    def wake_times(self) -> Iterator[float]:
        """Yield times (ms) at which a timeout expires or the shown clock changes; none while paused."""
        seat = self._awaited_seat
        if not self._runs or seat is None:
            return
        if self.seconds and self._match.seats[seat].is_on_phone:
            ends = self._idle + self.seconds * SECOND_MS, self._absence_deadline(seat)
            yield from (end for end in ends if self._last_tick_ms < end < inf)
        if (left := self.turn_ms_left) is not None:
            yield self._last_tick_ms + left - FINAL_SECONDS_MS
            if left <= FINAL_SECONDS_MS:
                yield self._last_tick_ms + left % SECOND_MS
                yield self._turn_start_ms + self.clock * SECOND_MS

    @property
    def _awaited_seat(self) -> int | None:
        """Seat to move if a person holds it, else None."""
        seat = self._match.to_move
        return seat if seat is not None and self._match.is_human_turn(seat) else None

    def _absence_deadline(self, seat: int) -> float:
        """Time (ms) at which a disconnected phone was waited for long enough; infinite while connected."""
        return self._left_ms.get(seat, inf) + self.seconds * SECOND_MS / (1 + self._reliefs.get(seat, 0))

    @property
    def idle_seat(self) -> int | None:
        """Seat to move whose phone was waited for long enough or replaced in this turn; None if none."""
        seat = self._match.on_phone
        if not self.seconds or seat is None:
            return None
        end = min(self._idle + self.seconds * SECOND_MS, self._absence_deadline(seat))
        return seat if self._last_tick_ms >= end or seat == self._waited_out else None

    @property
    def _voters(self) -> frozenset[int]:
        """Seats with connected phones, and `LOCAL_VOTE` if people play at the screen."""
        return self._connected_seats | ({LOCAL_VOTE} if self._match.local_seats else set())

    def _voters_without(self, seat: int) -> frozenset[int]:
        """Voters except this seat."""
        return self._voters - {seat}

    def _propose_takeover(self) -> None:
        """Offer the vote on a bot for the idle seat if others can vote; otherwise no vote."""
        seat = self.idle_seat
        if seat is None or not self._voters_without(seat):
            self.proposals.set_items([])
            return
        name = self._match.seats[seat].name
        label = lambda: _("A bot for {name}").format(name=name)  # noqa: E731
        self.proposals.set_items([VoteItem(f"bot {seat}", label, half_rounded_up, 0.0, without=seat)])

    def _hand_to_bot(self, seat: int) -> None:
        """Let a bot play for the seat's person, keep the seat reserved, and report it."""
        self._reliefs[seat], self._waited_out = self._reliefs.get(seat, 0) + 1, seat
        # The device stays, because the bot reserves the seat for it.
        self._match.assign_seat(seat, self._level, self._match.seats[seat].device)
        self._on_takeover(seat, TakeoverReason.UNRESPONSIVE)

    @property
    def turn_ms_left(self) -> float | None:
        """Rest of a person's turn in ms; None without a clock, and if no person is to move."""
        if not self.clock or self._awaited_seat is None:
            return None
        return max(0.0, self._turn_start_ms + self.clock * SECOND_MS - self._last_tick_ms)

    @property
    def last_seconds(self) -> int | None:
        """Seconds, 10 to 0, that the big screen counts down; None with more time or no clock."""
        left = self.turn_ms_left
        return None if left is None or left > FINAL_SECONDS_MS else int(-(-left // SECOND_MS))

    # Requests of phones.

    def reset_idle(self, seat: int) -> None:
        """Restart the idle time because the phone of a seat was used."""
        self._left_ms.pop(seat, None)
        if seat == self._match.to_move:
            self._idle, self._waited_out = self._last_tick_ms, None
            self._propose_takeover()

    def handle_phone(self, seat: int, action_name: str, key: object, now: float) -> str:
        """Handle a vote for a bot, which may take over at once. Returns a translated refusal, or ""."""
        self._propose_takeover()
        idle_seat = self.idle_seat
        refusal, has_changed = self.proposals.handle_phone(seat, action_name, key, now)
        if has_changed and idle_seat is not None:
            self._hand_to_bot(idle_seat)
        return refusal

    # State.

    def prompt_for(self, seat: int) -> dict[str, Any] | None:
        """Question with a button to vote on a bot, for a seat's phone, about the idle seat; None for none.

        ``words``, ``label`` and ``key`` describe the vote item; ``mine`` is True if this seat has voted for
        it.
        """
        idle_seat = self.idle_seat
        state = self.proposals.state_for(seat, 0.0)
        if idle_seat is None or state is None:
            return None
        motion = state["motions"][0]
        name, label = self._match.seats[idle_seat].name, motion["words"]
        if motion["needs"] > 1:
            count = {"n": len(motion["for"]), "all": motion["needs"]}
            label = _("{words} ({n} of {all})").format(words=label, **count)
        return {
            "seat": idle_seat,
            "words": _("{name} seems to be away.").format(name=name),
            "label": label,
            "do": PROPOSE,
            "key": motion["key"],
            "mine": state["mine"] == motion["key"],
        }

    def notice_for(self, seat: int) -> dict[str, str] | None:
        """Notice ("words", button "label") on a seat's phone that a bot plays there, may, or did; or None.

        ``label`` is the text of the button with which the person reports back; empty for no button.
        """
        holder = self._match.seats[seat]
        if holder.is_reserved:
            return {"words": _("A bot is playing for you."), "label": _("Take my seat back")}
        if self._match.level_of(seat):
            return {"words": _("Time's up: a bot plays this turn."), "label": ""}
        if self.idle_seat == seat and self._voters_without(seat):
            text = _("Still there? The others can let a bot play for you.")
            return {"words": text, "label": _("I'm here")}
        count = self._autoplay_counts.get(seat, 0)
        text = plural("A bot played {n} move for you.", "A bot played {n} moves for you.", count)
        return {"words": text.format(n=count), "label": ""} if count else None

    def has_played_for(self, seat: int) -> bool:
        """True if a bot has made moves for a seat since its person's last move."""
        return bool(self._autoplay_counts.get(seat))

    def clock_of(self, seat: int) -> dict[str, Any] | None:
        """Clock for a seat's phone: "left" (ms of the turn) and "runs" (False while paused); None if none."""
        if self.turn_ms_left is None or not self._match.is_human_turn(seat):
            return None
        return {"left": round(self.turn_ms_left), "runs": self._runs}

    def _parts(self) -> tuple[Versioned]:
        """Votes, whose changes count as changes of this object."""
        return (self.proposals,)

    def _touch_clock(self) -> None:
        """Bump the version if a clock is shown."""
        if self.turn_ms_left is not None:
            self.bump_version()

    # Match callbacks.

    def on_move(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Restart the idle time and, after a turn, the clock; count a bot's move for a person."""
        has_closed = self._match.session.observe_close(None) is not None
        self._idle = self._last_tick_ms
        if self._match.to_move != seat or has_closed:
            self._turn_start_ms, self._waited_out = self._last_tick_ms, None
        if self._match.autoplay is not None or self._match.seats[seat].is_reserved:
            self._autoplay_counts[seat] = self._autoplay_counts.get(seat, 0) + 1
        else:
            self._autoplay_counts.pop(seat, None)

    def on_undo(self, count: int) -> None:
        """Restart the idle time and the clock."""
        self._idle = self._turn_start_ms = self._last_tick_ms
        self._waited_out = None

    def on_seat_handover(self, number: int) -> None:
        """Restart idle time and clock for a new player of the seat to move, not for one back in this turn."""
        if number == self._match.to_move and number != self._waited_out:
            self._idle = self._turn_start_ms = self._last_tick_ms

    # Autosave.

    def restore_state(self, saved: object) -> None:
        """Restore the clock setting of a resumed match from untrusted data; invalid data is ignored."""
        if type(saved) is int and saved in TURN_CLOCK_CHOICES:
            self.clock = saved
