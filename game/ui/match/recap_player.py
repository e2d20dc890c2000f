"""What others did since somebody's last turn: on the board, in a log, by pointing at them, and seen again.

How it goes through the house (see it again): `RecapController.takes` (`ui/match/recap_player.py`) asks
`Recap` (`match/recap.py`) for the deeds of others as the viewer may know them > `recap_steps`
(`match/recap.py`) numbers what `MatchText.lines` has words for, thing by thing, for phones too > `RecapScene`
(`ui/match/recap_player.py`), a scene with a `Match` and a `MatchPlayer` of its own, made of `Session.before`,
makes those moves once more. Where a number lies, and where the log has room, is said by
`MatchView.told_place` and `told_box`. What a seat did in its last turn stands at its plate at a card table
(`ViewCallbacks.lately`), and wherever it hides least while it is pointed at (`ui/match/recap_player.py`). A
step knows with which event it begins, and how much of it has been shown by then, so that it can be stopped
and stepped through. `MatchView.lie_as` gives the picture the live one, of which a rummy takes how each table
lay (`TableHistory`, `ui/rummy/table_history.py`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from game.core.game import Event
from game.i18n import _, language_tag
from game.match.match import Match
from game.match.recap import Recap, RecapMove, RecapStep, recap_steps
from game.match.seats import Seat, bot_seats
from game.ui.art.album import number_plate
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.placement import Candidate, Obstacle, over, place
from game.ui.core.scene import LOOKING, Prompts, Scene
from game.ui.core.speech import NarrationContent
from game.ui.match.board_messages import reading_time
from game.ui.match.context import ViewCallbacks, ViewContext
from game.ui.match.info_panels import PLATE, LogProps, draw_log, log_box, log_of, log_wide
from game.ui.match.playback import EventAnimation
from game.ui.match.player import UNATTENDED, MatchDisplayScene, MatchPlayer
from game.ui.match.view import MatchView
from game.ui.widgets import draw_prompt_bar

MENU, OTHER = "menu", "other"
"""What it is popped with: the menu is to be opened; that of another seat is to be seen."""
LAST = 900.0
"""How long the table stands at the end, in ms."""
PIECE = 1500.0
"""How long a single piece of a larger play is told, in ms: its words stay, and it can be stopped."""
PART = 10.0
"""An event of which several things are told is shown for at least so long for each of them, in ms."""
EDGE = 1e-3
"""So close before a step, in ms, what is shown waits for it."""


class RecapScene(MatchDisplayScene):
    """Moves that were made, shown step by step with numbers and a log, until a press or the end.

    It begins on the table as it lay then, and can be stopped and stepped through.
    """

    any_press = True

    def __init__(self, live: ViewContext, deeds: Sequence[RecapMove], steps: Sequence[RecapStep]) -> None:
        """Show these moves, of which the steps are told, to the eyes that have seen them ``live``.

        It goes as soon as other eyes are before the screen.
        """
        self._live, self._real, self._eyes = live, live.match, live.viewer.seat
        self.deeds, self.steps = list(deeds), steps
        self._made = len(live.session.log)
        self._next = 0
        """The move that comes next, by its place among them."""
        self._coming = deque[EventAnimation]()
        """What the move that is shown does besides, after what is shown just now."""
        self._told: list[RecapStep] = []
        """The steps that have begun to be shown."""
        self.halt: int | None = None
        """At the end of which step it waits, as somebody wants to look; `None` while it goes on by itself."""
        self._reads = 0.0
        """How long what was told last has still to stand, in ms."""
        self._stands = 0.0
        """How long the table still stands as it is, in ms, before the next move."""
        self.match = Match(live.session.before(self.deeds[0].ply), bot_seats(live.seats))

    def enter(self) -> None:
        ports = ViewCallbacks(told=lambda: self._told, marked=lambda: self._told)
        context = ViewContext(self.stage, self.match, ports, self._eyes)
        self.shown_by(MatchPlayer(context, UNATTENDED))
        self.view.lie_as(self._live.view)
        self.player.enter()

    @property
    def now(self) -> int:
        """The number of the step that is shown; 0 before the first."""
        return self._told[-1].number if self._told else 0

    def paused(self) -> None:
        self.stage.scenes.pop(MENU)

    def intent(self, intent: InputEvent) -> None:
        """Confirm stops it or lets it go on, a direction steps, or up and down leads to other seats."""
        match intent.act:
            case InputAction.CONFIRM:
                self._toggle()
            case InputAction.NAVIGATE if intent.dx and not self.stage.devices.holding(InputAction.AGAIN):
                self.step(intent.dx)
            case InputAction.NAVIGATE:
                self.stage.scenes.pop(OTHER)
            case InputAction.SCROLL:
                self.step(-1 if intent.dy > 0 else 1)
            case act if act not in LOOKING:
                self.stage.audio.play("back")
                self.stage.scenes.pop(MENU if act is InputAction.PAUSE else None)

    def aloud(self) -> NarrationContent:
        return NarrationContent(_("What the others did"), tuple(step.words for step in self._told))

    def help(self) -> Prompts:
        play = _("Pause") if self.halt is None else _("Go on")
        # A mouse has a wheel in the place of directions.
        step = InputAction.SCROLL if self.stage.devices.last == MOUSE else InputAction.NAVIGATE
        return [(InputAction.CONFIRM, play), (step, _("Step")), (InputAction.BACK, _("Back to the game"))]

    # Where it is.

    def _toggle(self) -> None:
        """Wait at the end of the step that is shown, or go on; after the last from the beginning again."""
        ends = self._next == len(self.deeds) and not self.playback.is_busy and not self._coming
        self.halt = max(1, self.now) if self.halt is None else None
        self.stage.audio.play("focus")
        if self.halt is None and ends:
            self._go_to(0)
        self.stale = True

    def step(self, way: int) -> None:
        """The next step, seen to be made, or the table as it lay after the one before; it waits there."""
        if way < 0:
            self.halt = max(0, self.now - 1)
            self._go_to(self.halt)
        else:
            self.halt = self.now
            self._catch_up()
            self.halt = min(self.now + 1, len(self.steps))
        self._reads = self._stands = 0.0
        self.stale = True

    def _go_to(self, number: int) -> None:
        """Lay the table as it was after a step; after none of them, as it was before all."""
        self._coming.clear()
        ply = self.steps[number - 1].ply if number else self.deeds[0].ply
        # The last step of a move leaves what the move does.
        after = number > 0 and all(step.ply != ply for step in self.steps[number:])
        self._next = next(n for n, deed in enumerate(self.deeds) if deed.ply == ply) + after
        begun = () if after or not number else self.deeds[self._next].events
        self._told = [step for step in self.steps[:number] if all(step.begins is not one for one in begun)]
        led = self.deeds[self._next - 1].events if self._next else ()
        self.player.stand(self._real.session.before(ply + after), led)
        if begun:
            self._begin(self.deeds[self._next])
            for _step in range(number):
                if self.now < number:
                    self._catch_up()
            self._catch_up()

    def _catch_up(self) -> None:
        """Show the step that is shown, and those up to where it waits, to its end at once."""
        while True:
            show = self.playback.show
            if show is not None:
                self._reads = 0.0
                self._run(show.length)
                if self.playback.show is show:
                    return
            elif self._coming and not self._waits_for(self._coming[0].event):
                self._show_next()
            else:
                return

    # Time.

    def tick(self, now: float) -> bool:
        """Move the shows on, from move to move; away with it at the end."""
        # A move was taken back, or the match given up, perhaps from a phone: that comes first.
        is_past = len(self._real.session.log) < self._made or self._real.is_over
        if is_past or self._live.viewer.seat != self._eyes:
            self.stage.scenes.pop()
            return True
        if self.view.prepare():
            return True
        gone = self.player.passed(now)
        self.player.move(now)
        self.stale = True
        self._reads = max(0.0, self._reads - gone)
        if self.playback.is_busy:
            self._run(gone)
        elif self._coming:
            if not self._waits_for(self._coming[0].event):
                self._show_next()
        elif self._stands > gone:
            self._stands -= gone
        elif self._next < len(self.deeds):
            if not (self.halt is not None and self.halt <= self.now):
                self._begin(self.deeds[self._next])
        elif self.halt is None:
            self.stage.scenes.pop()
        return True

    def _waits_for(self, event: Event) -> bool:
        """Whether an event would begin a step beyond the one that is to be looked at."""
        waits, coming = self.halt is not None and self.halt <= self.now, self._coming_step()
        return waits and coming is not None and coming.begins is event

    def _coming_step(self) -> RecapStep | None:
        return self.steps[self.now] if self.now < len(self.steps) else None

    def _run(self, gone: float) -> None:
        self.player.end_held()
        show, coming = self.playback.show, self._coming_step()
        assert show is not None
        if coming is not None and coming.begins is show.event:
            edge = coming.share * show.length - EDGE
            if show.gone + gone >= edge:
                if self._reads > 0 or (self.halt is not None and self.halt <= self.now):
                    # What was told before it is read first.
                    show.gone = max(show.gone, edge)
                    self.view.showing()
                    return
                show.gone = edge + 2 * EDGE
                self._tell(coming)
                self.view.showing()
                return
        ended = self.player.run(gone)
        self.view.showing()
        if ended and not self._coming:
            self._stands = max(LAST, self._reads) if self._stands else 0.0
            self.player.sync()

    def _tell(self, step: RecapStep) -> None:
        self._told.append(step)
        self._reads += PIECE if step.piece else reading_time(step.words)

    def _begin(self, deed: RecapMove) -> None:
        self._next += 1
        self.match.play(self._real.session.log[deed.ply][1])
        self.view.expect(deed.events)
        for event in deed.events:
            # At once where nobody wants to see anything move: then each step stands for itself.
            parts = sum(step.begins is event for step in self.steps)
            least = PART * parts if parts > 1 else 0.0
            self._coming.append(EventAnimation(event, max(least, self.player.length(event))))
        words = any(step.ply == deed.ply for step in self.steps)
        self._stands = LAST if words or self._next == len(self.deeds) else 0.0
        if self._coming:
            self._show_next()

    def _show_next(self) -> None:
        show = self._coming.popleft()
        while (
            (coming := self._coming_step()) is not None and coming.begins is show.event and not coming.share
        ):
            self._tell(coming)
        self.playback.add([show])

    # The picture.

    def draw(self, painter: Painter) -> None:
        self.view.draw(painter)
        draw_plates(painter, self.view, self._told)
        if not self.view.has_log:
            safe = painter.view.safe
            wide = min(safe.w / 2, 300.0 * painter.text_scale)
            room = self.view.told_box() or Box(safe.right - wide, safe.y, wide, safe.h * 0.8)
            draw_log(painter, log_of(self.steps, self.match.seats, room, self.now))
        draw_prompt_bar(painter, self.stage, self)


def draw_plates(painter: Painter, view: MatchView, steps: Sequence[RecapStep]) -> None:
    """The numbers of steps on the board, those at the same place beside each other."""
    taken: dict[tuple[int, int], int] = {}
    for step in steps:
        at = view.told_place(step.event, step.piece)
        if at is None:
            continue
        key = round(at[0]), round(at[1])
        beside = taken[key] = taken.get(key, -1) + 1
        plate = number_plate(painter.assets, step.number, PLATE)
        painter.blit(plate, at[0] + beside * PLATE * 0.8, at[1], "center")


WIDE, HIGH, GAP = 300.0, 330.0, 10.0
"""The room for the log, and how far from the seat it hangs, in units."""


def pointed_log(
    painter: Painter, view: MatchView, steps: Sequence[RecapStep], seats: Sequence[Seat], seat: int
) -> LogProps:
    """The log of a seat that is pointed at: as small as it may be, where it hides least of the picture."""
    log = log_of(steps, seats, Box(0, 0, 0, 0))
    # One row says itself who did it.
    log = replace(log, title=log.title if len(log.rows) > 1 else "")
    logs = [replace(log, room=room) for room in _rooms(painter, view, log, seat)]
    at = [view.told_place(step.event, step.piece) for step in steps]
    # Rather over all else than over a number of which it tells.
    seen = [Obstacle.around(one, PLATE, 1000) for one in at if one is not None]
    seen += [Obstacle(box, 1) for box in view.kept_clear()]
    spots = (Candidate(number / 100, log_box(painter, log), log) for number, log in enumerate(logs))
    found = place(spots, over(seen))
    assert found is not None
    return found.what


def _rooms(painter: Painter, view: MatchView, log: LogProps, seat: int) -> Iterator[Box]:
    """Where it might lie: where it is seen again, and on every side of the seat."""
    told, box, safe = view.told_box(), view.seat_box(seat), painter.view.safe
    if told is not None:
        yield told
    if box is None:
        return
    room = Box(
        0, 0, min(safe.w, WIDE * painter.text_scale, log_wide(painter, log)), HIGH * painter.text_scale
    )
    w, h = room.w, log_box(painter, replace(log, room=room)).h
    (x, y), low = box.centre, safe.bottom - h
    for left, top in (
        (x - w / 2, box.bottom + GAP), (x - w / 2, box.y - GAP - h),
        (box.right + GAP, y - h / 2), (box.x - GAP - w, y - h / 2),
    ):  # fmt: skip
        yield Box(min(max(safe.x, left), safe.right - w), min(max(safe.y, top), low), w, h)


class RecapController:
    """Tells whoever the screen belongs to what the others did."""

    def __init__(self, context: ViewContext) -> None:
        self._context, self._view = context, context.view
        self.recap = Recap(context.match)
        """Looks back on the match, for phones too."""
        self._kept: dict[int | None, tuple[object, tuple[RecapMove, ...], tuple[RecapStep, ...]]] = {}
        self._late: dict[int, tuple[object, tuple[Event, ...]]] = {}
        self._seat: int | None = None
        """Whose last turn was seen again; `None` for those of all others."""
        self.pointed: int | None = None
        """The seat that the pointer is on."""
        self.again: RecapScene | None = None
        """What is seen again, while it is."""

    @property
    def whose(self) -> int | None:
        """Who is told: the person to whom the screen belongs, nobody while that is open."""
        return self._context.match.awaited

    def since(self) -> tuple[RecapStep, ...]:
        """What others did since the last turn of whoever is told."""
        return self._told(None)[1]

    @property
    def shown(self) -> tuple[RecapStep, ...]:
        """The same, once all of it was seen for the first time."""
        return () if self._context.playback.is_busy else self.since()

    @property
    def marked(self) -> tuple[RecapStep, ...]:
        """What the numbers on the board are of: what a seat did that is pointed at, else what is new."""
        context = self._context
        if context.playback.is_busy or context.match.is_over:
            return ()
        if self.pointed is not None and self.pointed != self.whose:
            return self.of(self.pointed)
        # Until whoever is told has done something again.
        log = context.session.log
        is_new = bool(log) and log[-1][0] != self.whose
        return self.since() if self._view.keeps_plates and is_new and self.whose is not None else ()

    def of(self, seat: int) -> tuple[RecapStep, ...]:
        return self._told(seat)[1]

    def lately(self, seat: int) -> tuple[Event, ...]:
        """What happened from the last turn of a seat on; nothing while something that it did is shown."""
        context = self._context
        if context.match.is_over or any(event.seat == seat for event in context.playback.events):
            return ()
        key = context.session.log, context.viewer.seat
        kept = self._late.get(seat)
        if kept is None or kept[0] != key:
            deeds = self.recap.lately(seat, context.viewer.seat)
            kept = self._late[seat] = key, tuple(event for deed in deeds for event in deed.events)
        return kept[1]

    def _told(self, seat: int | None) -> tuple[tuple[RecapMove, ...], tuple[RecapStep, ...]]:
        context, whose = self._context, self.whose
        key = context.session.log, whose, context.viewer.seat, context.seats, language_tag()
        kept = self._kept.get(seat)
        if kept is None or kept[0] != key:
            eyes = context.viewer.seat
            deeds = self.recap.since(whose, eyes) if seat is None else self.recap.last(seat, eyes)
            kept = self._kept[seat] = key, deeds, recap_steps(deeds, context.words)
        return kept[1], kept[2]

    # Seen again.

    def see_again(self, seat: int | None = None) -> None:
        """Show it step by step: of all others, or the last turn of one seat."""
        context = self._context
        # What is shown just now is seen for the first time; what waits for its reader keeps nobody.
        if context.match.is_over or (context.playback.is_busy and not context.playback.is_held):
            return
        deeds, steps = self._told(seat)
        if not steps:
            context.refuse(_("Nobody else has done anything yet."))
            return
        self._seat, self.pointed = seat, None
        context.stage.audio.play("focus")
        self.again = RecapScene(context, deeds, steps)
        context.stage.scenes.push(self.again)

    def returned(self, result: Any) -> None:
        """A screen over the match was closed; where it was this, on to what is wanted in its place."""
        again, self.again = self.again, None
        if again is not None and result == OTHER:
            self.see_again(self._next())
        elif again is not None and result == MENU:
            self._context.ports.pause()

    def _next(self) -> int | None:
        """The next seat that has done something; after the last one all others together."""
        count = len(self._context.seats)
        begin = self.whose if self.whose is not None else -1
        order = [(begin + step) % count for step in range(1, count + 1)]
        done = [seat for seat in order if seat != self.whose and self.of(seat)]
        later = done[done.index(self._seat) + 1 :] if self._seat in done else done
        return later[0] if later else None

    @property
    def view(self) -> MatchView | None:
        """The picture of what is seen again, while it is."""
        return None if self.again is None else self.again.view

    def is_seen(self, scene: Scene) -> bool:
        """Whether the match of a scene is before everybody's eyes, now or seen again: no menu keeps it."""
        return self._context.stage.scenes.top in (scene, self.again)

    # At the screen.

    def takes(self, intent: InputEvent) -> bool:
        """Whether an intent means this; a pointer means the board as well."""
        if intent.act is InputAction.POINT:
            at = self._context.stage.view.units(intent.at)
            boxes = ((seat, self._view.seat_box(seat)) for seat in range(len(self._context.seats)))
            seat = next((seat for seat, box in boxes if box is not None and box.holds(at)), None)
            if seat != self.pointed:
                self.pointed = seat
                self._context.redraw()
        elif intent.kind != MOUSE and self.pointed is not None:
            # The pointer was put aside, and what it shows with it.
            self.pointed = None
            self._context.redraw()
        if intent.act is InputAction.AGAIN:
            self.see_again()
        return intent.act is InputAction.AGAIN

    def draw(self, painter: Painter) -> None:
        steps, pointed = self.marked, self.pointed
        draw_plates(painter, self._view, steps)
        if steps and not self._view.has_log and pointed is not None and pointed != self.whose:
            draw_log(painter, pointed_log(painter, self._view, steps, self._context.seats, pointed))
