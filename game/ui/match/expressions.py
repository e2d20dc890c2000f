"""Faces of those who sit at a table: where each looks, and what a moment has left on it.

All eyes follow what is on its way (`MatchView.watched`); where nothing is, they look at whoever acts, and who
acts looks at the cards or the board (`MatchView.works_at`). A look is held for a while, so that no eye
flickers after what is quick. A moment leaves joy and grief behind: `feel` says on whose faces, and they stay
until some time after what is shown is over. At the end of a match whoever has won is glad, and the others are
not.

Views draw it: `state` is what a puppet does, `aim` where it looks meanwhile (`art.puppets.draw_gaze`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Protocol

from game.core.game import Event
from game.core.session import Session
from game.match.match import Match, MatchListener
from game.ui.art.gaze import Aim, toward
from game.ui.core.scene import AppContext
from game.ui.match.playback import AnimationQueue
from game.ui.match.view import MatchView

NOTICES = 50.0
"""So often, in ms, they see whether there is something else to look at."""
HOLDS = 300.0
"""So long, in ms, somebody looks in a direction at least."""
AFTERMATH = 2400.0
"""So long, in ms, joy and grief stay on the faces once what has brought them is over."""
GLAD, SORRY = "happy", "sad"


class ExpressionContext(Protocol):
    """What a `ViewContext` is to the faces."""

    stage: AppContext
    match: Match
    playback: AnimationQueue
    view: MatchView

    @property
    def session(self) -> Session: ...

    def thinks(self, seat: int) -> bool: ...

    def redraw(self) -> None: ...


class PuppetExpressions(MatchListener):
    """The faces at a table."""

    def __init__(self, context: ExpressionContext) -> None:
        self._context = context
        self._aims: dict[Hashable, tuple[Aim | None, float]] = {}
        """Where each seat looks, and each piece, and since when."""
        self._noticed = -NOTICES
        """When they saw last whether there is something else to look at."""
        self._moods: dict[int, str] = {}
        self._after: Event | None = None
        """What has brought those moods, while it is shown."""
        self._until = 0.0
        context.match.listen(self)

    # What a moment leaves.

    def feel(self, glad: Iterable[int], sorry: Iterable[int] | None = None) -> None:
        """From now on these seats are glad, and those sorry; by default all others are."""
        happy = set(glad)
        sad = set(range(len(self._context.match.seats))) - happy if sorry is None else set(sorry)
        self._moods = dict.fromkeys(happy, GLAD) | dict.fromkeys(sad, SORRY)
        show = self._context.playback.show
        self._after = None if show is None else show.event
        self._until = self._context.stage.now + AFTERMATH

    def forget(self) -> None:
        """The match stands elsewhere: nobody has felt or looked at anything."""
        self._moods, self._after, self._noticed = {}, None, -NOTICES
        self._aims.clear()

    def taken_back(self, count: int) -> None:
        self.forget()

    def mood(self, seat: int) -> str:
        """Whether a seat is `GLAD` or `SORRY`; empty for neither."""
        if self._moods:
            return self._moods.get(seat, "")
        outcome = self._context.session.outcome
        if outcome is None or self._context.playback.is_busy:
            return ""
        return GLAD if seat in outcome.winners else SORRY

    def state(self, seat: int) -> str:
        """What the puppet of a seat does: a key of `art.puppets.STATES`."""
        return self.mood(seat) or ("thinking" if self._context.thinks(seat) else "idle")

    # Where they look.

    def aim(self, who: Hashable) -> Aim | None:
        """Gaze of a seat or of one of `MatchView.onlookers`; None if its puppet looks around freely."""
        held = self._aims.get(who)
        return self._wanted().get(who) if held is None else held[0]

    def tick(self, now: float) -> bool:
        """Let time pass; whether somebody is about to look elsewhere."""
        show = self._context.playback.show
        if show is not None and show.event is self._after:
            self._until = now + AFTERMATH
        elif self._moods and now >= self._until:
            self._moods = {}
            self._context.redraw()
        if 0 <= now - self._noticed < NOTICES:
            return True
        self._noticed, waits = now, False
        for who, wanted in self._wanted().items():
            held = self._aims.get(who)
            if held is None:
                self._aims[who] = wanted, now - HOLDS
            elif wanted != held[0] and 0 <= now - held[1] < HOLDS:
                waits = True
            elif wanted != held[0]:
                self._aims[who] = wanted, now
                self._context.redraw()
        return waits

    def due(self) -> Iterator[float]:
        """When the last of a moment leaves the faces, though nothing happens."""
        if self._moods:
            yield self._until

    def _wanted(self) -> dict[Hashable, Aim | None]:
        """Where everybody with eyes would look now."""
        view, acts, found = self._context.view, self._acts(), dict[Hashable, "Aim | None"]()
        at = view.watched()
        acting = view.eyes(acts) if at is None and acts is not None else None
        for seat in range(len(self._context.match.seats)):
            place = view.eyes(seat)
            if place is None:
                continue
            eyes, flip = place
            goal = at if at is not None else view.works_at(seat) if seat == acts else acting and acting[0]
            found[seat] = None if goal is None else toward(eyes, goal, flip=flip)
        found.update((who, toward(eyes, to, flip=flip)) for who, eyes, flip, to in view.onlookers())
        return found

    def _acts(self) -> int | None:
        """Whom everybody looks at while nothing is on its way: who acts, in the end who has won."""
        context = self._context
        if context.playback.show is not None:
            return context.playback.show.event.seat
        outcome = context.session.outcome
        if outcome is not None:
            return outcome.winners[0] if len(outcome.winners) == 1 else None
        return context.session.to_move
