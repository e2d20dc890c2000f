"""A match on the screen: what every game's scene has in common.

`MatchScene` owns the session, the seats, the queue of events that are shown one after the other, computer
players, undo, hints, pause and autosave. Rules apply at once and the pictures catch up: a game's scene says
how long each event is shown, how it begins and what it leaves behind. Its parts, one idea each:
`game.ui.old_table` has hooks, `shows` the queue, `thinking` the bots, `undoing` moves that are taken back,
`seating` who sits where and whose device may act, `remote` those who play on phones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.core.contract import Outcome
from game.core.discovery import find
from game.core.session import Session
from game.match.filing import Filing
from game.match.match import MatchEnd
from game.ui.input import Act, Intent
from game.ui.motion import PACE
from game.ui.paint import Painter
from game.ui.remote import Remote
from game.ui.seats import PHONE, Seat
from game.ui.starting import new_match
from game.ui.table.playback import Show

__all__ = ["PHONE", "End", "MatchScene", "Seat", "Show"]


SEEN = 2400.0
"""How long the last picture stands before the results, in ms at the brisk pace; a press goes on at once."""
LEAST = 0.4
"""The pace of that moment where everything else is instant."""


End = MatchEnd


class _Either(type):
    """Until every game has its view, the scenes with one are match scenes too."""

    def __instancecheck__(cls, scene: object) -> bool:
        return super().__instancecheck__(scene) or type(scene).__name__ == "Bridge"


class MatchScene(Remote, metaclass=_Either):
    """The part of a game's scene that does not depend on the game."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        super().__init__(session, seats)
        self._last = 0.0
        self._told_end = False
        self._filing: Filing | None = None
        self.is_looked_up = False
        """Whether it ended earlier, and its results are looked at again."""

    # Hooks of the scene.

    def enter(self) -> None:
        """Show what happened in the opening; a match that is resumed starts as it is."""
        self._last = self.stage.now
        if not self.is_looked_up:
            self.stage.game = self.session.game
        if self.secret and len(self.people) == 1 and not self.is_shared and not self.session.log:
            self.eyes = self.people[0]
        self.sync(self.session.observe(self.viewer))
        self.layout()
        if self.session.log or not self.session.opening:
            self.arrive()
        else:
            self.enqueue(self.session.opening)
        if any(seat.is_bot for seat in self.seats) and not self.is_over:
            self.stage.thinker.start()

    def leave(self) -> None:
        """Drop what a bot is thinking about."""
        self.stage.thinker.cancel()

    def paused(self) -> None:
        """The window lost the focus: everything waits behind the pause menu."""
        if self.stage.scenes.top is self:
            self.stage.open("pause", self)

    def intent(self, intent: Intent) -> None:
        """The menu at any time; the rest belongs to the person whose turn it is, and to their device."""
        mine = self.may_act(intent.device)
        if self.stage.banner.takes(intent, self.stage.ruler):
            self.stale = True
        elif intent.act is Act.PAUSE or (intent.act is Act.BACK and mine and self.is_free()):
            self.stage.open("pause", self)
        elif intent.act is Act.UNDO and self.may_undo(intent.device):
            self.undo()
        elif intent.act is Act.HINT and mine:
            self.hint()
        elif self.show is not None or self.queue:
            if intent.act is Act.CONFIRM or intent.act is Act.PRESS:
                self.hurry_through()
            else:
                self.hover(intent)
        elif self.is_over and intent.act in (Act.CONFIRM, Act.PRESS):
            self._wait = SEEN * max(PACE.values())
        elif not mine:
            self.wrong_hands(intent)
        elif (seat := self.person) is not None:
            self.act(intent, seat)
        else:
            self.hover(intent)

    def tick(self, now: float) -> bool:
        """Move time on: shows, the pause before a bot, its answer, the end."""
        self.stage.banner.watch(self)
        gone = min(now - self._last, 100.0)
        self._last = now
        if self.look_after_pads() or self.reseat():
            return False
        if self.show is not None or self.queue:
            self.stale = True
            self.run(gone)
            return True
        seat = self.session.to_move
        if seat is None or self.conceded is not None:
            return self._end(gone)
        if self._asked_hint or self.seats[seat].is_bot:
            return self.think(gone)
        return False

    def draw_over(self, painter: Painter) -> None:
        """The banner that says that the match is not saved."""
        self.stage.banner.draw(painter)

    def returned(self, result: Any) -> None:
        """A menu above was closed: time goes on from now."""
        self._last = self.stage.now

    # Turns.

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by its rules or because a seat gave it up."""
        return self.session.to_move is None or self.conceded is not None

    def concede(self, number: int) -> None:
        """A seat gives the match up."""
        self.conceded = number
        self.stage.thinker.cancel()
        self.save()
        self.skip()

    def arrive(self) -> None:
        """All is shown: the picture is what is observed, and the next one may act."""
        if self.secret and self.is_shared and self.eyes != self.session.to_move:
            self.eyes = None
        self.sync(self.session.observe(self.viewer))
        self._wait = 0.0
        self._reseated = False
        self.turn_to_person()

    # The end.

    def _end(self, gone: float) -> bool:
        """Time to see what the last move has done, then the results."""
        self._wait += gone
        if self._told_end:
            return False
        pace = max(LEAST, PACE[self.stage.settings.animation_speed])
        if self.conceded is None and self._wait < SEEN * pace:
            return True
        self._told_end = True
        self._count()
        self.finish()
        return False

    def save(self) -> None:
        """Keep the match as it stands; one that is over goes from its slot into the archive."""
        self._filing = self._filing or Filing(self.stage.shelf.archive, self.stage.shelf.autosave)
        self._filing.file(self.session, self.seats, self.result() if self.is_over else None, self.conceded)
        super().save()

    def look_up(self, conceded: int | None) -> None:
        """Called before `enter` where the match ended earlier, and is only to be looked at again."""
        self.conceded, self.is_looked_up = conceded, True

    def finish(self) -> None:
        """Called when the last picture has been seen: on to the results."""
        self.stage.open("results", self)

    def result(self) -> Outcome:
        """How the match ended: by the rules, or because a seat gave it up."""
        if self.conceded is None:
            outcome = self.session.outcome
            assert outcome is not None
            return outcome
        winners = tuple(seat for seat in range(len(self.seats)) if seat != self.conceded)
        return Outcome(winners, self.scores(), End.CONCEDED)

    @property
    def winner(self) -> int | None:
        """The one who has won, `None` while nobody has, and where several share the win."""
        winners = self.result().winners if self.is_over else ()
        return winners[0] if len(winners) == 1 else None

    def again(self, *, same: bool = False) -> None:
        """Play with the same seats and house rules from the start.

        Args:
            same: on the same board, with the same toss. Cards are dealt anew even then: what was seen of
                the hands is known.
        """
        old, stage = self.session, self.stage
        options = dict(old.options)
        if not same:
            options |= find(old.game).info.started_by(self.winner)

        def begin(session: Session | str) -> None:
            assert isinstance(session, Session), session
            stage.shelf.autosave.begin(old.game)
            match = type(self)(session, self.seats)
            stage.scenes.reset(stage.screens["title"](), match)
            match.save()

        seed = old.seed if same and not self.secret else None
        new_match(stage, (old.game, old.players, seed, options, old.layout, old.names), begin)

    def _count(self) -> None:
        """Put the match into the statistics of the people who played it."""
        people = {number: seat.name for number, seat in enumerate(self.seats) if not seat.is_bot}
        if people:
            self.stage.shelf.statistics.add(self.session.game, people, self.result())
