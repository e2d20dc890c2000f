"""A match on the screen: what every game's scene has in common.

`MatchScene` owns the session, the seats, the queue of events that are shown one after the other, computer
players, undo, hints, pause and autosave. Rules apply at once and the pictures catch up: a game's scene says
how long each event is shown, how it begins and what it leaves behind.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from game.bots.worker import CHOOSE, Answer
from game.core.contract import Event, IllegalMove, Observation, Outcome
from game.core.session import Session
from game.ui.dialogs import Ask, Tell
from game.ui.input import Act, Intent
from game.ui.motion import PACE
from game.ui.scene import Scene
from game.ui.words import _

PAUSE_BEFORE_BOT = 380.0
"""How long a computer player waits before its move is shown, in ms at the brisk pace."""
FEW = 4
"""How many seats a table has at most where that pause is whole: a round of seven bots takes about 6 s."""
SAME_TURN = 0.25
"""How much of that pause comes before the further moves of the same turn."""
PHONE = "phone"
"""The device of a seat whose person plays on a phone."""
HURRY = 5.0
"""How much faster time runs while confirm is held."""


class End(StrEnum):
    """How a match can end that no rule knows."""

    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where."""

    name: str
    look: int
    """Which of the eight colours and patterns."""
    level: str = ""
    """The level of a computer player; empty for a person."""
    device: str = ""
    """What a person holds: ``mouse``, ``keyboard``, ``pad:N``, `PHONE`; empty for anything at this screen."""

    @property
    def is_bot(self) -> bool:
        """Whether a computer plays here."""
        return bool(self.level)

    @property
    def is_here(self) -> bool:
        """Whether a person at this screen plays here."""
        return not self.level and self.device != PHONE


@dataclass
class Show:
    """An event on its way across the screen."""

    event: Event
    length: float
    """In ms at the brisk pace."""
    gone: float = 0.0

    @property
    def share(self) -> float:
        """How much of it is over, 0 to 1."""
        return 1.0 if self.length <= 0 else min(1.0, self.gone / self.length)


class MatchScene(Scene):
    """The part of a game's scene that does not depend on the game."""

    def __init__(self, session: Session, seats: Sequence[Seat]) -> None:
        self.session = session
        self.seats = list(seats)
        self.show: Show | None = None
        self.queue: deque[Show] = deque()
        self.hinted = ""
        """The move that a hint proposes, until something changes."""
        self.message = ""
        """What the players are told beside the board: a refusal, a rule that bites."""
        self.conceded: int | None = None
        self.secret = "hand" in session.observe(0)
        """Whether players have something to hide from each other."""
        self.eyes: int | None = None
        """In a game with secrets: the seat whose hand the screen shows."""
        self._salt = secrets.randbelow(10**9)
        self._ticket = 0
        self._asked_hint = False
        self._last = 0.0
        self._wait = 0.0
        self._told_end = False

    # What a game's scene fills in.

    def length(self, event: Event) -> float:
        """How long this event is shown, in ms at the brisk pace; 0 for what needs no picture."""
        raise NotImplementedError

    def begin(self, event: Event) -> None:
        """Called when an event starts to be shown: sounds, flights, words."""
        raise NotImplementedError

    def settle(self, event: Event) -> None:
        """Called when an event has been shown: the picture takes in what it changed."""
        raise NotImplementedError

    def sync(self, seen: Observation) -> None:
        """Called when the picture must simply be what is observed: at the start, after an undo."""
        raise NotImplementedError

    def act(self, intent: Intent, seat: int) -> None:
        """Called with an intent of the person whose turn it is, when all is shown."""
        raise NotImplementedError

    def ready(self) -> None:
        """Called when all is shown and somebody is to move, or the choices have changed."""

    def keep(self) -> dict[str, Any]:
        """What is saved beside the record, as JSON: a half-built turn, the order of a hand."""
        return {}

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Called before `enter` with what `keep` gave when the match was saved; it may be anything."""

    def finish(self) -> None:
        """Called when the last picture has been seen: on to the results."""
        self.stage.open("results", self)

    # Hooks of the scene.

    def enter(self) -> None:
        """Show what happened in the opening; a match that is resumed starts as it is."""
        self._last = self.stage.now
        if self.secret and len(self.people) == 1 and not self.session.log:
            self.eyes = self.people[0]
        self.sync(self.session.observe(self.viewer))
        self.layout()
        if self.session.log or not self.session.opening:
            self._arrive()
        else:
            self._enqueue(self.session.opening)
        if any(seat.is_bot for seat in self.seats):
            self.stage.thinker.start()

    def leave(self) -> None:
        """Drop what a bot is thinking about."""
        self.stage.thinker.cancel()

    def paused(self) -> None:
        """The window lost the focus: everything waits behind the pause menu."""
        if self.stage.scenes.top is self:
            self.stage.open("pause", self)

    def intent(self, intent: Intent) -> None:
        """Menu and undo at any time; the rest belongs to the person whose turn it is."""
        if intent.act is Act.PAUSE or (intent.act is Act.BACK and self.is_free()):
            self.stage.open("pause", self)
        elif intent.act is Act.UNDO:
            self.undo()
        elif intent.act is Act.HINT:
            self.hint()
        elif self.show is not None or self.queue:
            if intent.act is Act.CONFIRM or intent.act is Act.PRESS:
                self.hurry_through()
            else:
                self.hover(intent)
        elif (seat := self.person) is not None:
            self.act(intent, seat)
        else:
            self.hover(intent)

    def hover(self, intent: Intent) -> None:
        """Called with intents that cannot make a move now, for scenes that let people look around."""

    def is_free(self) -> bool:
        """Whether Back has nothing to put back, and opens the menu."""
        return True

    def tick(self, now: float) -> bool:
        """Move time on: shows, the pause before a bot, its answer, the end."""
        gone = min(now - self._last, 100.0)
        self._last = now
        if self.show is not None or self.queue:
            self.stale = True
            self._run(gone)
            return True
        if self.session.to_move is None or self.conceded is not None:
            return self._end(gone)
        if self._asked_hint or self.seats[self.session.to_move].is_bot:
            return self._think(gone)
        return False

    # Seats and turns.

    @property
    def people(self) -> list[int]:
        """The seats of people at this screen."""
        return [number for number, seat in enumerate(self.seats) if seat.is_here]

    @property
    def viewer(self) -> int | None:
        """Whose eyes the screen has; `None` for what everybody may see."""
        return self.eyes

    @property
    def person(self) -> int | None:
        """The seat to move, when a person at this screen holds it."""
        seat = self.session.to_move
        return seat if seat is not None and self.conceded is None and self.seats[seat].is_here else None

    def play(self, move: str) -> bool:
        """Make a move for the seat to move; a refused one is explained and changes nothing."""
        try:
            events = self.session.play(move)
        except IllegalMove as refused:
            self.refuse(self.explain(refused))
            return False
        self.hinted = self.message = ""
        self.save()
        self._enqueue(events)
        return True

    def explain(self, refused: IllegalMove) -> str:
        """The refusal as a sentence for the players; a game's scene knows its codes."""
        return str(refused.refusal)

    def refuse(self, sentence: str) -> None:
        """Say why something cannot be done."""
        self.message = sentence
        self.stage.audio.play("refuse")
        self.stale = True

    def save(self) -> None:
        """Keep the match as it stands, or empty its slot when it is over."""
        if self.session.outcome is None and self.conceded is None:
            extra = {"seats": [asdict(seat) for seat in self.seats], "scene": self.keep()}
            self.stage.shelf.autosave.save(self.session.game, self.session.record(), extra)
        else:
            self.stage.shelf.autosave.clear(self.session.game)

    def hand_over(self, number: int, level: str) -> None:
        """Let a bot of this level take a seat, or give it to a person for an empty level."""
        old = self.seats[number]
        self.seats[number] = Seat(old.name, old.look, level)
        self.stage.thinker.cancel()
        self._ticket = 0
        self.save()
        self.stale = True
        self.ready()

    def concede(self, number: int) -> None:
        """A seat gives the match up."""
        self.conceded = number
        self.stage.thinker.cancel()
        self.save()
        self.skip()

    # Undo and hints.

    def undo(self) -> None:
        """Take back the last move of a person, and what bots have answered to it."""
        steps = self._undo_steps()
        if not steps:
            self.refuse(_("There is nothing to take back."))
            return
        owner = self.session.log[-steps][0]
        others = {seat for seat, _move in self.session.log[-steps:]} - {owner}
        others |= {self.session.to_move} if self.session.to_move not in (None, owner) else set()
        asked = next((seat for seat in sorted(o for o in others if o is not None)
                      if not self.seats[seat].is_bot), None)  # fmt: skip
        if asked is None:
            self._take_back(steps)
            return
        question = _("{name}, may {other} take the move back?").format(
            name=self.seats[asked].name, other=self.seats[owner].name
        )
        self.stage.scenes.push(
            Ask(question, [_("Yes"), _("No")]), lambda answer: self._take_back(steps) if answer == 0 else None
        )

    def _undo_steps(self) -> int:
        """How many moves go back to the last one of a person, 0 for none."""
        for steps, (seat, _move) in enumerate(reversed(self.session.log), start=1):
            if not self.seats[seat].is_bot:
                return steps
        return 0

    def _take_back(self, steps: int) -> None:
        """Undo so many moves, or none of them where one cannot be undone."""
        self.stage.thinker.cancel()
        self._ticket = 0
        undone: list[str] = []
        try:
            for _step in range(steps):
                last = self.session.log[-1][1]
                self.session.undo()
                undone.append(last)
        except IllegalMove:
            for move in reversed(undone):
                self.session.play(move)
            self.refuse(_("A move that tossed, dealt or drew cannot be taken back."))
            return
        self.stage.audio.play("undo")
        self.show = None
        self.queue.clear()
        self.hinted = self.message = ""
        self.save()
        self._arrive()

    def hint(self) -> None:
        """Ask what a decent player would do here."""
        if self.person is None or self.stage.settings.hints == "off":
            return
        self.skip()
        self._asked_hint = True
        self._ask(self.person, "normal")
        self.stale = True

    # Shows.

    def _enqueue(self, events: Sequence[Event]) -> None:
        pace = PACE[self.stage.settings.animation_speed]
        for event in events:
            seen = self.session.redact(event, self.viewer)
            self.queue.append(Show(seen, self.length(seen) * pace))
        self.stale = True

    def _run(self, gone: float) -> None:
        """Let so many ms pass on the shows, one after the other."""
        left = gone * (HURRY if self.stage.devices.holding(Act.CONFIRM) else 1.0)
        while self.show is not None or self.queue:
            if self.show is None:
                self.show = self.queue.popleft()
                self.begin(self.show.event)
            self.show.gone += left
            if self.show.gone < self.show.length:
                return
            left = self.show.gone - self.show.length
            done, self.show = self.show, None
            self.settle(done.event)
        self._arrive()

    def hurry_through(self) -> None:
        """End the show that runs, so that a press of confirm never has to wait."""
        if self.show is not None:
            self.show.gone = self.show.length
        self.stale = True

    def skip(self) -> None:
        """End everything that is still to be shown."""
        if self.show is not None or self.queue:
            self.show = None
            self.queue.clear()
            self._arrive()

    def _arrive(self) -> None:
        """All is shown: the picture is what is observed, and the next one may act."""
        if self.secret and len(self.people) > 1 and self.eyes != self.session.to_move:
            self.eyes = None
        self.sync(self.session.observe(self.viewer))
        self._wait = 0.0
        self.stale = True
        self.ready()
        seat = self.person
        if self.secret and seat is not None and seat != self.eyes:
            self.stage.open("curtain", self, seat, then=lambda _done: self._look(seat))

    def _look(self, seat: int) -> None:
        """The curtain has opened for a seat: its hand is on the screen."""
        self.eyes = seat
        self._last = self.stage.now
        self.sync(self.session.observe(seat))
        self.stale = True
        self.ready()

    # Bots.

    def _ask(self, seat: int, level: str) -> None:
        seed = ("window", self._salt, len(self.session.log))
        seen, options = self.session.observe(seat), self.session.options
        self._ticket = self.stage.thinker.ask(CHOOSE, self.session.game, seen, options, level, seed)

    def _think(self, gone: float) -> bool:
        """Have the bot to move think, and play its answer when it has come and the pause is over."""
        seat = self.session.to_move
        assert seat is not None
        self._wait += gone
        if not self._ticket:
            self._ask(seat, self.seats[seat].level)
        pause = 0.0 if self._asked_hint else PAUSE_BEFORE_BOT * PACE[self.stage.settings.animation_speed]
        pause *= min(1.0, FEW / len(self.seats))
        if self.session.log and self.session.log[-1][0] == seat:
            pause *= SAME_TURN
        if self.stage.devices.holding(Act.CONFIRM):
            pause /= HURRY
        if self._wait < pause:
            return True
        answer = self.stage.thinker.answer()
        if answer is not None and answer.ticket == self._ticket:
            self._ticket = 0
            self._answered(answer)
        return False

    def _answered(self, answer: Answer) -> None:
        if answer.error:
            raise RuntimeError(f"A computer player broke.\n{answer.error}")
        if self._asked_hint:
            self._asked_hint = False
            self.hinted = answer.value
            self.stale = True
            self.ready()
        else:
            self.play(answer.value)

    # The end.

    def _end(self, gone: float) -> bool:
        """A moment for the last picture, then the results."""
        self._wait += gone
        if self._told_end:
            return False
        if self._wait < 900 * PACE[self.stage.settings.animation_speed]:
            return True
        self._told_end = True
        self._count()
        self.finish()
        return False

    def result(self) -> Outcome:
        """How the match ended: by the rules, or because a seat gave it up."""
        if self.conceded is None:
            outcome = self.session.outcome
            assert outcome is not None
            return outcome
        winners = tuple(seat for seat in range(len(self.seats)) if seat != self.conceded)
        return Outcome(winners, self.scores(), End.CONCEDED)

    def scores(self) -> tuple[int, ...]:
        """The score of each seat now; a game that counts otherwise overrides it."""
        return tuple(0 for _seat in self.seats)

    def ending(self, outcome: Outcome) -> str:
        """A sentence that says how the match ended."""
        raise NotImplementedError

    def curves(self) -> list[list[int]]:
        """A line for each seat that tells the match: its score from the start to the end."""
        raise NotImplementedError

    def curve_words(self) -> str:
        """What the lines of `curves` show."""
        raise NotImplementedError

    def _count(self) -> None:
        """Put the match into the statistics of the people who played it."""
        people = {number: seat.name for number, seat in enumerate(self.seats) if not seat.is_bot}
        if people:
            self.stage.shelf.statistics.add(self.session.game, people, self.result())

    def returned(self, result: Any) -> None:
        """A menu above was closed: time goes on from now."""
        self._last = self.stage.now

    def notice(self, sentence: str) -> None:
        """Tell something that needs an answer of OK."""
        self.stage.scenes.push(Tell(sentence))
