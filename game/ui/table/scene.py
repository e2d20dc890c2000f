"""A match on the screen: what every game's scene has in common.

A `MatchScene` puts a `Match`, its `Playback`, a `Gaze` and the `View` of its game together. Moves go one way:
the view asks its context to play, the match plays and tells its listeners: the save, this scene (which queues
the events), and others. Rules apply at once and the pictures catch up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from game.core.game import Event
from game.match.bot_turns import BotTurns, OtherTurns
from game.match.hints import HINT, Asker
from game.match.match import Match, MatchListener
from game.match.phone_seats import PhoneSeats
from game.match.saving import FiledMatch, SavedMatch
from game.match.undo import TakingBack
from game.ui.core.audio import Mood
from game.ui.core.canvas import LONGEST_STEP, PACE, Box
from game.ui.core.context import Stage
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import LOOKING, Help
from game.ui.core.speech import Aloud
from game.ui.table.aloud import News, match_aloud
from game.ui.table.attendance import DeviceWatch
from game.ui.table.banner import mind
from game.ui.table.bubbles import Bubbles
from game.ui.table.calling import TurnCall
from game.ui.table.caption import Caption
from game.ui.table.consent import ask_at_screen
from game.ui.table.context import ViewContext
from game.ui.table.ending import Ending
from game.ui.table.kept import kept
from game.ui.table.phone_screen import WindowScreen
from game.ui.table.playback import Show
from game.ui.table.telling import Retelling
from game.ui.table.view import View
from game.ui.widgets import Scene
from game.words import spoken_to

HURRY = 5.0
"""How much faster time runs while confirm is held."""


class MatchScene(Scene, MatchListener):
    """The scene of a match of any game."""

    is_match = is_kept = any_press = True

    def __init__(self, stage: Stage, match: Match, make_view: Callable[[ViewContext], View],
                 others: OtherTurns | None = None) -> None:  # fmt: skip
        """Make it; with a script for the others it is a lesson, and nothing of it is kept."""
        self.stage = stage
        self.match = match
        self.context = ViewContext(stage, match)
        self.playback = self.context.playback
        self.context.pause = lambda: stage.open("pause", self)
        # Told in this order: whose move it was, the album before the save empties a slot, then what is shown.
        self.ending = Ending(self.context)
        self.filed: FiledMatch | None = None
        if others is None:
            self.filed = FiledMatch(match, stage.stores.archive, stage.stores.autosave)
            self.context.save = SavedMatch(match, stage.stores.autosave, partial(kept, self)).save
        self._bots = others or BotTurns(match, stage.thinker)
        self.attendance = DeviceWatch(self.context)
        match.listen(self)
        self.view = self.context.seen_by(make_view)
        self.playback.begun = News(self.context, self.view).look
        self.music, self.strip = self.view.music, self.view.strip
        self.bubbles = Bubbles(self.context, self.view, silent=others is not None)
        self.caption = Caption(self.context, self.view, self._spoken_over)
        self._calling = TurnCall(self.context, self.view)
        self.telling = Retelling(self.context, self.view, make_view)
        screen = WindowScreen(self.context, is_top=lambda: self.telling.is_seen(self), catch_up=self.catch_up)
        self._taking_back = TakingBack(match, self.context.refuse)
        # The person asked may sit far from the screen, or out of sight of it: their phone is tried first.
        self.phones = PhoneSeats(match, self.view.words, self.view.phone, self.context.hints, screen,
                                 self._taking_back, recap=self.telling.recap)  # fmt: skip
        self._taking_back.ask_by(partial(ask_at_screen, self.context))
        self._last, self._reseated, self.is_prepared = 0.0, False, True
        self.is_looked_up = False
        """Whether the match ended earlier, and its results are looked at again."""

    @property
    def stale(self) -> bool:
        """Whether the picture no longer shows the state; the view's parts say so to their context."""
        return self.context.stale

    @stale.setter
    def stale(self, value: bool) -> None:
        self.context.stale = value

    @property
    def mood(self) -> Mood:  # type: ignore[override]
        """What the music says of how the match stands."""
        return self._calling.mood

    @property
    def is_settled(self) -> bool:
        """Whether nothing is shown, thought about or asked for: somebody here has to do something."""
        asks = self.context.hints.awaits(HINT, asker=Asker.SCREEN)
        return not self.playback.is_busy and self.match.person is not None and not asks

    def enter(self) -> None:
        """Show what happened in the opening; a match that is resumed starts as it is."""
        session = self.match.session
        self._last = self.stage.now
        if not self.is_looked_up:
            self.stage.game = session.game
        self.context.gaze.begin()
        self.context.begins = bool(session.opening) and not session.log
        self.view.enter()
        self._sync()
        self.view.layout()
        if self.context.begins:
            self.phones.happened(session.opening)
            self._enqueue(session.opening)
        else:
            self._arrive()
        self._bots.start()

    def layout(self) -> None:
        """The view lays itself out."""
        self.view.layout()
        self.bubbles.layout()
        mind(self.stage, self, self._kept_clear)

    def _spoken_over(self) -> list[Box]:
        """What is said over the picture already: bubbles, and the teacher's words in a lesson."""
        return [*self.bubbles.boxes(), *self.context.covers()]

    def _kept_clear(self) -> list[Box]:
        """What the banner may not lie over."""
        shown = self.caption.shown()
        return [*self.view.kept_clear(), *([shown.box] if shown is not None else [])]

    def retell(self) -> None:
        """What stands beside the board was said in another language."""
        self.context.messages.clear()
        self.view.retell()

    def covered(self) -> None:
        """Nobody thinks behind a menu; whoever is to move begins again when it has gone."""
        self._bots.stop()
        self.context.hints.leave_off()
        self.bubbles.covered()

    def leave(self) -> None:
        """Drop what is being thought about."""
        self._bots.stop()
        self.stage.thinker.cancel()
        self.context.hints.close()
        self.view.leave()

    def paused(self) -> None:
        """The window lost the focus: everything waits behind the pause menu."""
        if self.stage.scenes.top is self:
            self.stage.open("pause", self)

    def returned(self, result: Any) -> None:
        """A menu above was closed: time goes on from now."""
        self._last = self.stage.now
        self.bubbles.returned()
        self.telling.returned(result)

    def intent(self, intent: Intent) -> None:
        """The menu at any time; the rest belongs to the person whose turn it is, and to their device."""
        mine, person = self.match.may_act(intent.device), self.match.person
        # The banner lies over everything else, so a click on it means nothing else.
        if self.stage.banner.takes(intent, self.stage.ruler):
            self.stale = True
            return
        early = self.context.respite.takes
        takers = self.view.ended_by, self.telling.takes, early, self.view.intent, self.context.threats.takes
        if any(takes(intent) for takes in takers) or intent.act is Act.OTHER:
            return
        if intent.act is Act.PAUSE or (intent.act is Act.BACK and mine and self.view.is_free()):
            self.stage.open("pause", self)
        elif intent.act is Act.UNDO and self.match.may_take_back(intent.device):
            self.undo()
        elif intent.act is Act.HINT and mine:
            self.view.hint()
        elif self.playback.is_busy:
            # Anybody may hurry what is shown, but only its reader ends what waits for a reader.
            if self.playback.is_held and not mine:
                self._wrong_hands(intent)
            elif intent.act is Act.CONFIRM or intent.act is Act.PRESS:
                self.stale = True
                if not self.view.hurried():
                    self.playback.hurry()
            else:
                self.view.hover(intent)
        elif self.match.is_over and intent.act in (Act.CONFIRM, Act.PRESS):
            self.ending.hurry()
        elif not mine:
            self._wrong_hands(intent)
        elif person is not None:
            self.view.act(intent, person)
        else:
            self.view.hover(intent)

    def _wrong_hands(self, intent: Intent) -> None:
        """A device that is not that of whose turn it is: it may look; what it means to do is answered."""
        if intent.act in LOOKING:
            self.view.hover(intent)
        else:
            self.attendance.turn_away(intent)

    def tick(self, now: float) -> bool:
        """Move time on: shows, the pause before a bot, its answer, the end."""
        self.is_prepared = not self.view.prepare()
        if not self.is_prepared:  # time stands still: shows would be over before their pictures are there
            return True
        busy = self._pass_time(now)
        mind(self.stage, self, self._kept_clear)
        return busy

    def _pass_time(self, now: float) -> bool:
        gone, self._last = min(now - self._last, LONGEST_STEP), now
        if self.look_after_seats() or self._reseat():
            return True
        moving = self.view.tick(now) | self.bubbles.tick(now) | self.context.tick(now)
        hurry = HURRY if self.stage.devices.holding(Act.CONFIRM) else 1.0
        if self.playback.is_busy:
            self.stale = True
            # Thinking while the picture plays costs nobody a wait afterwards.
            self._bots.think()
            if self.playback.run(gone * hurry):
                self._arrive()
            # What waits for its reader needs no time: the loop may rest until somebody presses.
            return self.view.showing() or moving or not self.playback.is_held
        if self.match.is_over:
            return self._end(gone) or moving
        self.stale |= self.context.hints.attend(Asker.SCREEN)
        return self._bots.turn(gone, PACE[self.stage.settings.animation_speed] / hurry) or moving

    def due(self) -> Iterable[float]:
        """When the view has something to show though nothing happens, and a bubble goes."""
        return (*self.view.due(), *self.bubbles.due(), *self.context.messages.due())

    def draw(self, painter: Painter) -> None:
        """The view draws, and over it what somebody says."""
        self.view.draw(painter)
        self.telling.draw(painter)
        self.bubbles.draw(painter)
        self.caption.draw(painter)

    def draw_over(self, painter: Painter) -> None:
        """The banner that says that the match is not saved."""
        self.stage.banner.draw(painter)

    def idle(self, now: float) -> list[Box]:
        """The view's idle life."""
        return self.view.idle(now)

    def warm(self, painter: Painter) -> Iterator[None]:
        """The view's pictures."""
        return self.view.warm(painter)

    def help(self) -> Help:
        """The view's help."""
        return self.view.help()

    def aloud(self) -> Aloud:
        """Whose turn it is, what has the focus, and when asked the board."""
        return match_aloud(self)

    def has_strip(self, owner: object) -> bool:
        """The view draws the strip."""
        return owner in (self, self.view, self.telling.view)

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        """Show what a move has done."""
        self.context.messages.moved(here=self.match.seats[seat].is_here)
        self.context.respite.shows({seat})
        self._enqueue(events)

    def taken_back(self, count: int) -> None:
        """The picture is what is observed."""
        self.stage.audio.play("undo")
        self.playback.drop()
        self.context.messages.clear()
        self.context.respite.forget()
        self._arrive()

    def seat_changed(self, number: int) -> None:
        """Whoever sits there now goes on."""
        self.attendance.absences.forget(number)
        # What one pair of eyes could see has to be gone before anybody else looks.
        if self.context.gaze.leave(number):
            self._sync()
        self._reseated = True
        self.stale = True

    def given_up(self, seat: int) -> None:
        """The end is at once."""
        self.skip()

    # Shows.

    def _enqueue(self, events: Sequence[Event]) -> None:
        seen = [self.match.session.redact(event, self.context.viewer) for event in events]
        self.view.expect(seen)
        self._show(seen)
        self.stale = True

    def _show(self, seen: Sequence[Event]) -> None:
        pace = PACE[self.stage.settings.animation_speed]
        self.context.respite.shows({event.seat for event in seen})
        self.playback.add(Show(event, self.view.length(event) * pace) for event in seen)

    @spoken_to("")
    def skip(self) -> None:
        """End everything that is still to be shown."""
        if self.playback.is_busy:
            self.view.skipped(self.playback.events)
            self.playback.drop()
            self._arrive()

    def catch_up(self, most: int) -> None:
        """End the shows where more than so many wait: phones need not wait for the screen."""
        if len(self.playback.waiting) > most:
            self.skip()

    def _sync(self) -> None:
        self.view.sync(self.match.session.observe(self.context.viewer))

    def _arrive(self) -> None:
        """All is shown: the picture is what is observed, and the next one may act."""
        self.context.gaze.look_away()
        self._sync()
        self._bots.rest()
        self.bubbles.arrive()
        self.ending.begin()
        self._reseated = False
        self._turn_to_person()

    # Seats.

    def look_after_seats(self) -> bool:
        """Take in which devices have gone and come back; whether a screen was opened to tell of one."""
        missed = self.attendance.look()
        if missed is not None:
            self.stage.open("away", self, missed)
        return missed is not None

    def _reseat(self) -> bool:
        """Let whoever sits there now go on, where a seat has changed hands; whether a screen was opened."""
        if not self._reseated or self.playback.is_busy:
            return False
        self._reseated = False
        self._turn_to_person()
        return self.stage.scenes.top is not self

    def _turn_to_person(self) -> None:
        """Somebody may act: in a game with secrets, behind the curtain where the hand is not theirs."""
        if self.context.gaze.look_away():
            self._sync()
        self.stale = True
        self.view.ready()
        self.context.respite.arrive()
        self._calling.call()
        seat = self.context.gaze.waits_for
        if seat is not None:
            self.stage.open("curtain", self, seat, then=lambda _done: self._look(seat))

    def _look(self, seat: int) -> None:
        """The curtain has opened for a seat: its hand is on the screen."""
        # The seat was given away while the curtain hung before it.
        if self.match.awaited != seat:
            self._reseated = True
            return
        self.context.gaze.seat = seat
        self._sync()
        self.stale = True
        self.view.ready()
        self._show(self.view.missed(seat))  # what others did while this seat could not look
        self.context.respite.begin()  # the press that drew the curtain means nothing on the table behind it

    # Taking back, the save and the end.

    @spoken_to("")
    def undo(self) -> None:
        """Take back a step of the turn in the making, else the last move of a person, once agreed to."""
        if not self.view.step_back():
            self._taking_back.ask()

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Called before the scene is opened with what was kept of the view."""
        self.view.recall(kept)

    def look_up(self, conceded: int | None) -> None:
        """Called before `enter` where the match ended earlier, and is only to be looked at again."""
        self.match.conceded, self.is_looked_up = conceded, True

    def save(self) -> None:
        """Write the match down as it stands."""
        self.context.save()

    def _end(self, gone: float) -> bool:
        """Time to see what the last move has done, then the results; whether time has to go on."""
        if self.ending.is_told:
            return False
        if self.view.holds_results(gone) or self.ending.waits(gone, seen=self.view.end_was_seen()):
            return True
        self.ending.count()
        self.finish()
        return False

    def finish(self) -> None:
        """On to what the match tells: the results, or what the game shows in their place."""
        self.ending.show(self)
