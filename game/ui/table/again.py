"""What others did, seen again: their moves in a match of its own, which changes nothing of the one played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from game.core.contract import Event
from game.match.match import Match
from game.match.recap import Deed
from game.match.seats import unattended
from game.match.told import ToldStep
from game.ui.art.plates import number_plate
from game.ui.kit.aloud import Aloud
from game.ui.kit.canvas import Box
from game.ui.kit.input import Act, Intent
from game.ui.kit.motion import LONGEST_STEP, PACE
from game.ui.kit.paint import Painter
from game.ui.kit.scene import Scene
from game.ui.kit.stack import LOOKING, Help
from game.ui.kit.strip import draw_strip
from game.ui.table.context import ViewContext
from game.ui.table.playback import Show
from game.ui.table.reading import reading_time
from game.ui.table.told import PLATE, draw_log, log_of
from game.ui.table.view import View
from game.words import _

MENU, OTHER = "menu", "other"
"""What it is popped with: the menu is to be opened; that of another seat is to be seen."""
LAST = 900.0
"""How long the table stands at the end, in ms."""
LONGEST_SHOW = 6000.0
"""No event is shown for longer: nobody is waited for."""


class SeenAgain(Scene):
    """Moves that were made, shown step by step with numbers and a log, until a press or the end."""

    any_press = True

    def __init__(
        self,
        match: Match,
        make_view: Callable[[ViewContext], View],
        deeds: Sequence[Deed],
        steps: Sequence[ToldStep],
        eyes: int | None,
        is_true: Callable[[], bool],
    ) -> None:
        """Show moves again.

        Args:
            match: the match in which they were made.
            make_view: makes the picture of its game.
            deeds: the moves, one after the other.
            steps: what is told of them.
            eyes: who looks; `None` for what everybody may see.
            is_true: whether it may still be shown: those eyes are still before the screen.
        """
        self._real, self._make_view = match, make_view
        self._deeds, self.steps, self._eyes = list(deeds), steps, eyes
        self._made, self._is_true = len(match.session.log), is_true
        self._told: list[ToldStep] = []
        """The steps that have begun to be shown."""
        self._stands = 0.0
        """How long the table still stands as it is, in ms, before the next move."""
        self._last = 0.0
        self._match = Match(match.session.before(self._deeds[0].ply), unattended(match.seats))

    def enter(self) -> None:
        """Set the table as it was before the first of the moves."""
        context = ViewContext(self.stage, self._match)
        self._playback = context.playback
        context.gaze.seat = self._eyes
        context.told = context.marked = lambda: self._told
        self.view = context.seen_by(self._make_view)
        self._last = self.stage.now
        self.view.enter()
        self._sync()
        self._context = context

    @property
    def music(self) -> str:  # type: ignore[override]
        """That of the match."""
        return self.view.music

    @property
    def strip(self) -> float:  # type: ignore[override]
        """Where that of the match lies."""
        return self.view.strip

    @property
    def now(self) -> int:
        """The number of the step that is shown; 0 before the first."""
        return self._told[-1].number if self._told else 0

    def layout(self) -> None:
        """That of the picture."""
        self.view.layout()

    def retell(self) -> None:
        """In whatever language is spoken now."""
        self.view.retell()

    def leave(self) -> None:
        """The match is before everybody's eyes again."""
        self._context.hints.close()
        self.view.leave()

    def paused(self) -> None:
        """The window lost the focus: the match waits behind its menu."""
        self.stage.scenes.pop(MENU)

    def intent(self, intent: Intent) -> None:
        """Any press ends it; with the key held, a direction goes on to another seat."""
        if intent.act in LOOKING:
            return
        held = self.stage.devices.holding(Act.AGAIN) or not self.stage.settings.hold
        if intent.act is Act.NAVIGATE and held:
            self.stage.scenes.pop(OTHER)
            return
        self.stage.audio.play("back")
        self.stage.scenes.pop(MENU if intent.act is Act.PAUSE else None)

    def aloud(self) -> Aloud:
        """Every step that has begun to be shown."""
        return Aloud(_("What the others did"), tuple(step.words for step in self._told))

    def help(self) -> Help:
        """How it ends."""
        return [(Act.BACK, _("Back to the game"))]

    # Time.

    def tick(self, now: float) -> bool:
        """Move the shows on, from move to move; away with it at the end."""
        # A move was taken back, or the match given up, perhaps from a phone: that comes first.
        if len(self._real.session.log) < self._made or self._real.is_over or not self._is_true():
            self.stage.scenes.pop()
            return True
        if self.view.prepare():
            return True
        gone, self._last = min(now - self._last, LONGEST_STEP), now
        self.view.tick(now)
        self.stale = True
        if self._playback.is_busy:
            self._run(gone)
        elif self._stands > gone:
            self._stands -= gone
        elif self._deeds:
            self._begin(self._deeds.pop(0))
        else:
            self.stage.scenes.pop()
        return True

    def _run(self, gone: float) -> None:
        show = self._playback.show
        if show is not None and show.gone > LONGEST_SHOW:
            show.go_on()
        before = self._playback.events
        ended = self._playback.run(gone)
        self.view.showing()
        self._tell(before[: len(before) - len(self._playback.events) + (not ended)])
        if ended:
            self._sync()

    def _tell(self, events: Sequence[Event]) -> None:
        """Number what has begun to be shown."""
        for step in self.steps[len(self._told) :]:
            if any(step.begins is event for event in events):
                self._told.append(step)

    def _begin(self, deed: Deed) -> None:
        """Make the next move."""
        self._match.play(self._real.session.log[deed.ply][1])
        self.view.expect(deed.events)
        # At once where nobody wants to see anything move: then each step stands for itself.
        pace = PACE[self.stage.settings.animation_speed]
        words = " ".join(step.words for step in self.steps if step.ply == deed.ply)
        lengths = [min(LONGEST_SHOW, self.view.length(event) * pace) for event in deed.events]
        self._stands = max(LAST, reading_time(words) - sum(lengths)) if words or not self._deeds else 0.0
        self._playback.add(Show(event, length) for event, length in zip(deed.events, lengths, strict=True))
        self._tell(deed.events[:1])

    def _sync(self) -> None:
        self.view.sync(self._match.session.observe(self._eyes))

    # The picture.

    def draw(self, painter: Painter) -> None:
        """The table as it was, with plates, log and a strip of its own."""
        self.view.draw(painter)
        draw_plates(painter, self.view, self._told)
        if not self.view.has_log:
            draw_log(painter, log_of(self.steps, self._match.seats, self._room(painter), self.now))
        draw_strip(painter, self.stage, self)

    def _room(self, painter: Painter) -> Box:
        safe = painter.view.safe
        wide = min(safe.w / 2, 300.0 * painter.text_scale)
        return self.view.told_box() or Box(safe.right - wide, safe.y, wide, safe.h * 0.8)

    def warm(self, painter: Painter) -> Iterator[None]:
        """Make the pictures that the match would need."""
        return self.view.warm(painter)


def draw_plates(painter: Painter, view: View, steps: Sequence[ToldStep]) -> None:
    """The numbers of steps on the board, those at the same place beside each other."""
    taken: dict[tuple[int, int], int] = {}
    for step in steps:
        at = view.told_place(step.event)
        if at is None:
            continue
        key = round(at[0]), round(at[1])
        beside = taken[key] = taken.get(key, -1) + 1
        painter.blit(
            number_plate(painter.assets, step.number, PLATE), at[0] + beside * PLATE * 0.8, at[1], "center"
        )
