"""What a game's view has to do with: the match, what is shown of it, and what it may have done there.

A `ViewContext` is handed to a view and its parts. What these may ask of whoever shows the match, and have
done there, are its `ViewCallbacks`, given before there is a view. Its own parts: `HandViewer`, whose eyes the
screen has, and when the curtain has to fall; `InputCooldown`, the moment after a turn has come to somebody,
in which no press acts: while the moves of others are shown a press hurries them, and whoever presses on and
on does not see at once that the last one is over, so that what was meant for that must not pick up and spend
something (pointing, looking, taking back, hints and the menu are free meanwhile); `ThreatDisplay`, the key
that shows what threatens; and a `PuzzleTask` that stands over a match, to which its views leave all help.

How it goes through the house (a turn comes): `InputCooldown` (`ui/match/context.py`) has `MatchScene.intent`
pass on nothing that acts for 0.6 s after the last shown move of others, so that what hurried it spends
nothing; the page of phones has its own (`isEarly` in `party/page/view.js`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from game.bots.worker import Worker
from game.core.game import Event, HintLevel, IllegalMove
from game.core.session import Session
from game.i18n import _
from game.match.assist_service import HINT, AssistService, RequestTarget
from game.match.banter import SpokenRemark
from game.match.bot_turns import WorkerCall
from game.match.lesson import OffLessonMove
from game.match.match import Match
from game.match.match_text import words_of
from game.match.recap import RecapStep
from game.match.seats import Seat
from game.store.settings import HelpLevel, Settings
from game.store.settings import ThreatVisibility as Setting
from game.ui.core.canvas import Box
from game.ui.core.input import HoldToShow, InputAction, InputEvent
from game.ui.core.scene import AppContext, Prompts
from game.ui.match.board_messages import BoardMessage, BoardMessages
from game.ui.match.expressions import PuppetExpressions
from game.ui.match.playback import AnimationQueue, EventAnimation
from game.ui.match.replay_controls import NextHighlightProps
from game.ui.match.view import MatchView
from game.ui.widgets import QuestionDialog, prompt_bar_rows

RESPITE = 600.0
"""How long no press acts once the last move of others has been shown, in ms; none of the pace's."""
ACTING = frozenset(
    {
        InputAction.CONFIRM,
        InputAction.PRESS,
        InputAction.SECONDARY,
        InputAction.END_TURN,
        InputAction.MEND,
        InputAction.REDO,
    }
)
"""What picks up, lays, draws or ends a turn."""


class InputCooldown:
    """Whose moves were shown since a person at this screen could act, and when the last was over.

    Where nobody else has moved in between there is none: in a turn of their own nobody waits.
    """

    def __init__(self, stage: AppContext, match: Match) -> None:
        self._stage = stage
        self._match = match
        self._seats: set[int | None] = set()
        """Whose doings are shown, or were since the last person could act; `None` for those of the table."""
        self._since = -RESPITE

    @property
    def is_on(self) -> bool:
        return self._stage.now - self._since < RESPITE

    def shows(self, seats: Iterable[int | None]) -> None:
        """Something done by these goes on its way across the screen, where a press hurries it."""
        self._seats.update(seats)
        self._since = -RESPITE

    def forget(self) -> None:
        """What was shown is undone: nobody had anything to hurry."""
        self.shows(())
        self._seats.clear()

    def arrive(self) -> None:
        """All is shown; where a person at this screen is to move now, and was not before, it begins."""
        person = self._match.person
        if person is not None and self._seats - {person}:
            self.begin()
        if person is not None:
            self._seats.clear()

    def begin(self) -> None:
        """Somebody at this screen has something to choose that was not there a moment ago."""
        begun = self._since = self._stage.now
        self._stage.scenes.when_seen(lambda: self._seen(begun))

    def _seen(self, begun: float) -> None:
        if self._since == begun:
            self._since = self._stage.now

    def takes(self, intent: InputEvent) -> bool:
        """Whether this press came too early to be meant for what it would do."""
        return self.is_on and intent.act in ACTING


class HandViewer:
    """In a game with secrets: the seat whose hand the screen shows, and who has to be let look."""

    def __init__(self, match: Match, seat: int | None = None) -> None:
        self._match = match
        self.seat = seat
        """The seat whose hand is shown; `None` for what everybody may see."""

    def begin(self) -> None:
        """A match begins: whoever sits here alone looks at once; one that is resumed waits for its person."""
        match = self._match
        # A resumed match may be gone on with by somebody else than who left it: there the curtain asks.
        if match.has_secrets and len(match.people) == 1 and not match.is_shared and not match.session.log:
            self.seat = match.people[0]

    def look_away(self) -> bool:
        """Shut the eyes of everybody but the one to move, where several play; whether they were open."""
        match = self._match
        # Alone against bots one looks on all the time: there is nobody to hide the hand from.
        if not match.has_secrets or not match.is_shared or self.seat in (None, match.session.to_move):
            return False
        self.seat = None
        return True

    def leave(self, number: int) -> bool:
        """A seat has changed hands: it no longer looks where nobody sits at it here; whether it did."""
        if self.seat != number or self._match.seats[number].is_here:
            return False
        self.seat = None
        return True

    @property
    def waits_for(self) -> int | None:
        """The person whose hand is to be shown and who has not been let look yet: the curtain falls."""
        person = self._match.awaited
        return person if self._match.has_secrets and person != self.seat else None


def is_irreversible(session: Session, move: str) -> bool:
    """Whether a legal move draws, deals or tosses, so that it stays: found out on a copy of the match."""
    trial = session.before(len(session.log))
    try:
        trial.play(move)
    except IllegalMove:
        return False
    return not trial.undoable


def ask_whether(stage: AppContext, session: Session, then: Callable[[], object]) -> None:
    """Ask whether it is meant, and do it then; not where the match has gone on meanwhile."""
    moves = len(session.log)

    def answered(answer: int | None) -> None:
        if answer == 1 and len(session.log) == moves:
            then()

    stage.audio.play("confirm")
    question = QuestionDialog(
        _("This cannot be taken back. Shall it be done?"), [_("Not yet"), _("Do it")], signs=("left", "tick")
    )
    stage.scenes.push(question, answered)


@dataclass
class PuzzleTask:
    """What the view of a match has to know of the task that stands over it.

    Attributes:
        take: does what the buttons of a task do: a hint, or the beginning again.
        starred: whether a hint still costs something.
        above: so much of the canvas it takes from the top, in units; the board begins below.
        bars_threats: whether nobody may see what threatens: it would tell the answer.
    """

    take: Callable[[InputAction], None] = lambda _act: None
    above: float = 0.0
    starred: bool = False
    bars_threats: bool = False

    def takes(self, act: InputAction) -> bool:
        """Whether an act is an affair of the task, which does it then."""
        if act not in (InputAction.HINT, InputAction.AGAIN):
            return False
        self.take(act)
        return True


class ThreatDisplay:
    """Whether what threatens is shown. The house decides: never, on request, or always."""

    def __init__(self, stage: AppContext, redraw: Callable[[], None], *, barred: bool) -> None:
        """``barred`` where nobody may see it."""
        self._stage = stage
        self._redraw = redraw
        self._barred = barred
        self._flipped = False
        """Whether it is otherwise than where nobody asks."""
        self._hold: HoldToShow | None = None
        """Of the key, while it is down."""

    @property
    def allowed(self) -> bool:
        """Whether it may be shown in this house."""
        return not self._barred and self._stage.settings.threats is not Setting.OFF

    @property
    def shown(self) -> bool:
        """Whether it is to be shown now."""
        return self.allowed and (self._stage.settings.threats is Setting.ALWAYS) != self._flipped

    @property
    def asked(self) -> bool:
        """Whether somebody has asked for it: a sheet that lies over the table comes on request alone."""
        return self.allowed and self._flipped

    def takes(self, intent: InputEvent) -> bool:
        """Whether this intent was for the key; all that is shown is public, so anybody may press it."""
        if intent.act is not InputAction.THREATS:
            return False
        if self.allowed:
            self._hold = HoldToShow(self._stage.devices, InputAction.THREATS, self._stage.now, intent.device)
            self._flip()
            self._stage.audio.play("focus")
        return True

    def tick(self, now: float) -> bool:
        """Take in whether the key is still held; whether it is, or something is shown otherwise therefore."""
        if self._hold is None:
            return False
        if not self._hold.lasts(now):
            if self._hold.is_long and self._stage.settings.hold:
                self._flip()
            self._hold = None
        return True

    def _flip(self) -> None:
        self._flipped = not self._flipped
        self._redraw()

    def sheet_help(self, words: str) -> Prompts:
        """What the strip says of it at a card table, where a sheet is shown."""
        return [(InputAction.THREATS, _("Hide") if self.asked else words)] if self.allowed else []

    def help(self, *, longest: bool = False) -> Prompts:
        """What the strip says of it, or the longest that it may say; nothing where it is off."""
        if not self.allowed:
            return []
        return [(InputAction.THREATS, _("Hide threats") if self.shown or longest else _("Threats"))]


_NO_HELP: Mapping[str, Any] = dict.fromkeys(("hints", "lamp", "fit", "missed"), HelpLevel.OFF)


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewCallbacks:
    """What a view may ask of whoever shows its match, and have done there.

    They are asked once there is a view: so each may tell of what is made after it.

    Attributes:
        pause: opens the menu, for screens that a view lays over its match.
        save: writes the match down, as after a step of a half-built turn.
        see_again: shows step by step what `told` tells.
        said: what a computer player says just now.
        told: what others did since the last turn of whoever looks.
        marked: of what was done the numbers lie on the board.
        lately: what happened from the last turn of a seat on.
        begun: called when an event has begun to be shown, and when it is over.
        is_film: whether it is the film of a match: nobody plays, and nothing waits for anybody.
        is_picture: whether it is drawn for a picture: nothing has the focus, as nobody is there.
        open_hands: the hands of others that lie open in a film, by their seats.
        next_mark: the mark that comes next in a film.
        learns: whether this is a lesson: what only names the game need not be seen then.
        pointed: what a lesson points at just now, by the names of `MatchView.where`.
        covers: what a lesson has laid over the view: words that have a choice stand elsewhere.
        teacher: takes a refusal that is to be explained elsewhere than beside the board; whether it did.
        task: what stands over the match, if anything.
        marks: the moves of which the words of a task speak: where they lie is marked.
    """

    pause: Callable[[], object] = lambda: None
    save: Callable[[], object] = lambda: None
    see_again: Callable[[], object] = lambda: None
    said: Callable[[], SpokenRemark | None] = lambda: None
    told: Callable[[], Sequence[RecapStep]] = tuple
    marked: Callable[[], Sequence[RecapStep]] = tuple
    lately: Callable[[int], Sequence[Event]] = lambda _seat: ()
    begun: Callable[[], object] = lambda: None
    is_film: bool = False
    is_picture: bool = False
    open_hands: Callable[[], Mapping[int, Sequence[str]]] = dict
    next_mark: Callable[[], NextHighlightProps | None] = lambda: None
    learns: bool = False
    pointed: Callable[[], Sequence[str]] = tuple
    covers: Callable[[], Sequence[Box]] = tuple
    teacher: Callable[[str], bool] = lambda _sentence: False
    task: PuzzleTask | None = None
    marks: Callable[[], Sequence[str]] = tuple


ALONE = ViewCallbacks()
"""Nobody plays there, and nothing can be asked of anybody."""


class ViewContext:
    """Handed to a view and its parts; none of them knows the scene that they stand in.

    Attributes:
        stage: what every scene may use.
        match: what is played.
        words: what the game says of it.
        ports: what may be asked of whoever shows it; its flags and its task are here as well.
        playback: what is being shown of it.
        viewer: whose eyes the screen has.
        faces: where everybody at the table looks, and who is glad or sorry.
        messages: what the players are told beside the board.
        hints: finds out what helps.
        threats: whether what threatens is shown.
        respite: whether a turn came so lately that no press can be meant for it.
        begins: whether the opening of the match is about to be shown.
        stale: whether the picture no longer shows the state; a view and its parts say so by `redraw`.
        view: the picture that shows the match, once it is made.
    """

    view: MatchView

    def __init__(
        self, stage: AppContext, match: Match, ports: ViewCallbacks = ALONE, eyes: int | None = None
    ) -> None:
        """``eyes`` is the seat that looks on from the start; `None` for what everybody may see."""
        self.stage, self.match, self.ports = stage, match, ports
        self.words = words_of(match)
        self.task, self.learns = ports.task, ports.learns
        self.is_film, self.is_picture = ports.is_film, ports.is_picture
        self.playback = AnimationQueue(ports.begun)
        self.viewer = HandViewer(match, eyes)
        self.faces = PuppetExpressions(self)
        self.messages = BoardMessages(lambda: stage.now, stage.tell_aloud)
        # As calls, so that no process is started for hints that nobody asks for.
        self.hints = AssistService(match, self._worker, lambda: stage.helper)
        barred = ports.task is not None and ports.task.bars_threats
        self.threats = ThreatDisplay(stage, self._threats_shown, barred=barred)
        self.respite = InputCooldown(stage, match)
        self.stale, self.begins = True, False

    def _worker(self) -> Worker:
        return self.stage.worker()

    def seen_by(self, view: MatchView) -> None:
        """Have the match shown by this view, to which the events go from now on."""
        self.view = self.playback.view = view

    def _threats_shown(self) -> None:
        """Whoever asks what threatens reads that now, and nothing that was said before in its place."""
        if self.threats.shown:
            self.messages.clear()
        self.redraw()

    # Reading.

    @property
    def session(self) -> Session:
        return self.match.session

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.match.seats

    @property
    def show(self) -> EventAnimation | None:
        return self.playback.show

    @property
    def share(self) -> float | None:
        """How much of what is shown is over, for the player of its timeline."""
        return None if self.show is None else self.show.share

    @property
    def person(self) -> int | None:
        """The seat to move, when a person at this screen holds it."""
        return self.match.person

    @property
    def my_turn(self) -> bool:
        """Whether the person whose hand is on the screen is to act, and all is shown."""
        # Behind the curtain nobody chooses: the hand that lies there is not theirs yet.
        return not self.playback.is_busy and self.person is not None and self.person == self.viewer.seat

    @property
    def may_play_again(self) -> bool:
        """Whether a move that was taken back can be made again by one press; in a lesson by hand only."""
        here = self.task is None and self.show is None and self.match.person is not None
        return here and self.match.can_play_again and self.view.is_done()

    @property
    def above(self) -> float:
        """So much of the canvas is taken from the top, in units: boards begin below."""
        return 0.0 if self.task is None else self.task.above

    @property
    def settings(self) -> Settings:
        """What the house has chosen; whoever has a task gets no other help than that of the task."""
        house = self.stage.settings
        return house if self.task is None else replace(house, **_NO_HELP)

    def thinks(self, seat: int) -> bool:
        """Whether it is a bot's turn there, or a hint is looked for, with nothing left to be shown."""
        if self.playback.show is not None or self.is_film:
            return False
        looks = self.hints.awaits(HINT, asker=RequestTarget.SCREEN)
        return seat == (self.person if looks else self.match.bot)

    @property
    def helped(self) -> str:
        """What the helper has found, for the caption over the board; empty where nobody has asked it."""
        if self.show is not None:
            return ""
        if self.messages.helps:
            return self.messages.text
        empty = self.threats.asked and self.threats.shown and self.view.is_safe()
        return _("Nothing threatens if your turn ends now.") if empty else ""

    @property
    def looks(self) -> bool:
        """Whether the helper still looks for what somebody here has asked it."""
        return self.show is None and self.hints.looks

    @property
    def note(self) -> BoardMessage:
        """What stands beside the board for its players; what the helper says has a caption of its own."""
        told = self.messages
        return BoardMessage() if told.helps else BoardMessage(told.text, told.refuses)

    def strip_rows(self, help: Prompts) -> float:
        """Height of a prompt bar with these prompts. `MatchView.strip` adds up to the same."""
        return 0.0 if self.is_film else prompt_bar_rows(self.stage, help)

    # Doing.

    def tick(self, now: float) -> bool:
        """Take away what has stood long enough; whether something goes, or a key is held."""
        gone = self.messages.let_go(now)
        if gone:
            self.redraw()
        return self.threats.tick(now) | gone

    def redraw(self) -> None:
        """The picture no longer shows the state."""
        self.stale = True

    def play(self, move: str) -> bool:
        """Make a move for the seat to move, which may be asked about first; a refused one is explained.

        Returns:
            Whether it was made, at once.
        """
        free = self.learns or self.task is not None  # whoever practises may begin again
        if self.settings.ask_first and not free and is_irreversible(self.session, move):
            ask_whether(self.stage, self.session, partial(self._make, move))
            return False
        return self._make(move)

    def _make(self, move: str) -> bool:
        try:
            self.match.play(move)
        except OffLessonMove:
            self.refuse("")
            return False
        except IllegalMove as refused:
            self.refuse(self.words.refused(refused.refusal))
            return False
        return True

    def refuse(self, sentence: str) -> None:
        if not self.ports.teacher(sentence):
            self.messages.tell(sentence, refuses=True)
        self.stage.audio.play("refuse")
        self.redraw()

    def hint_help(self, which: str = "") -> Prompts:
        """The entry for the next step of a hint that was asked for; none where it has told all.

        ``which`` asks for one of the piles of a hint that has told of cards alone.
        """
        if not self.hints.asked or self.settings.hints == HelpLevel.OFF:
            return []
        step = self.hints.step(self.settings.hints)
        words = {HintLevel.WHICH: which, HintLevel.MOVE: _("Why?")}
        if len(self.hints.steps) > 2:
            words[HintLevel.MOVE] = _("Whole turn")
        return [(InputAction.HINT, words[step])] if words.get(step) else []

    def ask_hint(self, question: Callable[[int, int, str], WorkerCall], then: Callable[[Any], None]) -> None:
        """Have a hint found out for the person to move, where the house has hints, and shown by ``then``.

        ``question`` is what a worker is asked for a seat, as `PhoneAdapter.question`: phones ask the same.
        """
        seat, strength = self.person, self.stage.settings.hints

        def hinted(found: Any) -> None:
            self.stage.audio.play("hint")
            then(found)

        if seat is not None and strength != HelpLevel.OFF:
            self.hints.ask(RequestTarget.SCREEN, seat, lambda asked: question(seat, asked, strength), hinted)
            self.redraw()
