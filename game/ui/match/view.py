"""What a game shows of a match, and how people play it: the protocol that each game's view fills in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from game.core.game import Event, Observation
from game.match.lesson import LessonStep
from game.match.phone_adapter import PhoneAdapter
from game.ui.core.audio import MatchTension
from game.ui.core.canvas import Box
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item
from game.ui.core.scene import Prompts
from game.ui.widgets import Element


def teacher_column(text_scale: float, widths: tuple[float, float]) -> float:
    """How wide a teacher's column is, by what it is for usual text and for text of 200 %, in units."""
    usual, large = widths
    return usual + (large - usual) * (text_scale - 1)


class SwitchTargets:
    """What a view offers; one that does not fill it in is steered by directions."""

    def items(self) -> Sequence[Item] | None:
        """All that can be taken now, in its order; `None` where only directions lead anywhere."""
        return None


class ViewNarration:
    """The words of a view; one that does not fill them in says nothing."""

    def focus(self) -> str:
        """What has the focus; asked while a person at this screen is to move and all is shown."""
        return ""

    def asked(self) -> str:
        """What the one whose turn it is can do now; empty where the strip says all."""
        return ""

    def board(self) -> Sequence[str]:
        """The board, and the hand that lies open here, in sentences; nothing that the screen hides."""
        return ()


class MatchView(Protocol):
    """The picture of a match and the hands of whoever plays it here.

    A view is made with a `game.ui.match.context.ViewContext`; it reads the match there, and asks there for
    all that changes it. Hooks with a body here need not be filled in.
    """

    strip: float
    """How far the help strip lies above the lower edge of the canvas, in units."""
    strip_ends: InputAction | None = None
    """What ends a turn and is told of on the strip: it is gold there."""
    strip_keeps: Collection[InputAction] = ()
    """What stays on the strip before all else, where there is more than it has room for."""
    strip_on_wood: bool = True
    """Whether wood with a button at each end lies below the strip."""
    phone: PhoneAdapter
    """What phones show of it, and what can be done there besides making a move."""
    keeps_plates: bool = False
    """Whether the numbers of what others did stay on the board until somebody moves."""
    tells_marks: bool = False
    """Whether it shows itself which mark of a film comes next, or has a hand where a film would tell that."""
    has_log: bool = False
    """Whether it shows itself what `ViewCallbacks.told` tells, and needs no log over it."""
    spoken: ViewNarration = ViewNarration()
    """What it says to whoever does not see it."""
    reach: SwitchTargets = SwitchTargets()
    """What of it can be taken with one switch."""
    moves_pieces: bool = False
    """Whether a move takes a piece from one place to another, and not what lies between them."""
    photo: Box = Box(0, 0, 1280, 640)
    """Where the board lies on a canvas of 1280x720 at the usual text size: what is worth a photo."""
    whole_board: Box | None = None
    """All of it there, where a photo does without its edges."""
    laid_board: Box | None = None
    """What of that it takes as it is laid out, where not every board is as large."""

    @property
    def news(self) -> str:
        """What has just happened, in a sentence that stands beside the board."""
        ...

    def just_now(self) -> str:
        """What has happened last, for the curtain: what everybody may read; empty for nothing."""
        return ""

    def result_lines(self) -> Sequence[str]:
        """What the results tell besides, a sentence or two each a line."""
        return ()

    def draw_deed(self, painter: Painter, box: Box, picture: str, shows: Sequence[str], seat: int) -> bool:
        """Draw what a figure of the results tells of; whether there is a picture of that.

        Args:
            painter: what it is drawn with; the view may have left the screen.
            box: where.
            picture: as the words of the game call it (`MatchStat.picture`), or the verb of a move.
            shows: what it was done with (`MatchStat.shows`).
            seat: whoever did it.
        """
        return False

    def fact_places(self, fact: Mapping[str, Any]) -> Sequence[str]:
        """The places (`where`) that a fact of what decided a match is about (`Analyst.explain`)."""
        return ()

    def fact_shown(self, fact: Mapping[str, Any], *, better: bool) -> Element | None:
        """That fact as a picture and a figure: as it was, or as it would have been; `None` for none."""
        return None

    def standing(self) -> MatchTension:
        """How the match stands, for the music, which follows it; called when all is shown."""
        return MatchTension()

    # Events.

    def expect(self, events: Sequence[Event]) -> None:
        """Called with the events of a move, or of the opening, before their lengths are asked for."""

    def length(self, event: Event) -> float:
        """How long this event is shown, in ms at the brisk pace; 0 for what needs no picture."""
        ...

    def begin(self, event: Event) -> None:
        """Called when an event starts to be shown: sounds, flights, words."""
        ...

    def showing(self) -> bool:
        """Called when time has passed on what is shown; whether something moves though that waits."""
        return False

    def settle(self, event: Event) -> None:
        """Called when an event has been shown: the picture takes in what it changed."""
        ...

    def skipped(self, events: Sequence[Event]) -> None:
        """Called with the events that will not be shown, before `sync`."""

    def hurried(self) -> bool:
        """Called when a press hurries what is shown; whether the view has dealt with it."""
        return False

    def end_was_seen(self) -> bool:
        """Asked once the match is over: whether its end was shown at length, and the results may come."""
        return False

    def sync(self, seen: Observation) -> None:
        """Called when the picture must simply be what is observed: at the start, after an undo."""
        ...

    def moved(self, events: Sequence[Event]) -> None:
        """Called before `sync` when a film stands at another moment, with what has led there."""

    def ready(self) -> None:
        """Called when all is shown and somebody is to move, or the choices have changed."""

    # People.

    def ended_by(self, intent: InputEvent) -> bool:
        """Called before anything else: whether this press ends what is shown, and means nothing else."""
        return False

    def intent(self, intent: InputEvent) -> bool:
        """Called with every intent, at any time; whether the view has used it."""
        return False

    def act(self, intent: InputEvent, seat: int) -> None:
        """Called with an intent of the person whose turn it is, when all is shown."""
        ...

    def hover(self, intent: InputEvent) -> None:
        """Called with intents that cannot make a move now, for views that let people look around."""

    def is_free(self) -> bool:
        """Whether Back has nothing to put back, and opens the menu."""
        return True

    def is_done(self) -> bool:
        """Whether another move would lose nothing of the turn in the making, done or undone."""
        return self.is_free()

    def step_back(self) -> bool:
        """Called before a move is taken back: whether the turn in the making had a step to take back."""
        return False

    def hint(self) -> None:
        """Called when the person to move asks for a hint."""
        ...

    def help(self) -> Prompts:
        """What the buttons do here, for the help strip."""
        ...

    def buttons(self) -> Prompts:
        """What the buttons that the view draws do besides."""
        return []

    # The picture.

    def layout(self) -> None:
        """Called when the view has come onto the screen, and when window, theme, text or language change."""
        ...

    def retell(self) -> None:
        """Called when another language is spoken, before `layout`."""

    def prepare(self) -> bool:
        """Called before time passes: whether pictures are still made without which nothing can be shown."""
        return False

    def prepared(self, painter: Painter) -> Iterator[None]:
        """Make what the first picture is put together of, after `layout`, one piece a step."""
        return iter(())

    def tick(self, now: float) -> bool:
        """Called before every frame; whether something of the view's own is moving."""
        return False

    def due(self) -> Iterable[float]:
        """Times, in ms, at which the view has to tick though nothing happens; see `Scene.due`."""
        return ()

    def draw(self, painter: Painter) -> None:
        """Called to draw the whole; changes no state."""
        ...

    def idle(self, now: float) -> list[Box]:
        """The boxes whose idle life has changed; see `Scene.idle`."""
        return []

    def warm(self, painter: Painter) -> Iterator[None]:
        """Make pictures that will be needed, one a step; see `Scene.warm`."""
        return iter(())

    def mouth(self, seat: int) -> tuple[float, float] | None:
        """Where the mouth of a seat's puppet is, for its speech bubble; `None` in a picture without any."""
        return None

    def eyes(self, seat: int) -> tuple[tuple[float, float], bool] | None:
        """Where the eyes of a seat's puppet are, and whether it faces left; `None` in a picture without any.

        Asked in every frame, with `watched` and `works_at`: see `game.ui.match.expressions`.
        """
        return None

    def watched(self) -> tuple[float, float] | None:
        """What all eyes follow just now: a ball, a card or a train on its way; `None` for nothing."""
        return None

    def fills_screen(self) -> bool:
        """Whether a big word, or another moment that fills the screen, is shown just now."""
        return False

    def works_at(self, seat: int) -> tuple[float, float] | None:
        """Where a seat looks while it acts: at its cards or the board; `None` for nowhere."""
        return None

    def onlookers(self) -> Iterable[tuple[str, tuple[float, float], bool, tuple[float, float]]]:
        """Pieces that look on too: name, eyes, whether they face left, and what they look at."""
        return ()

    def kept_clear(self) -> Iterable[Box]:
        """What no speech bubble may lie over: plates, cards, pieces, words, and what is shown just now."""
        return ()

    def needed(self) -> Iterable[Box]:
        """What somebody has to see who learns the game: plates, figures, cards in the hand and buttons."""
        return self.kept_clear()

    def faces(self) -> Iterable[Box]:
        """The heads of figures that `needed` leaves out; nothing of a lesson lies there."""
        return ()

    def caption_clear(self) -> Iterable[Box]:
        """What the helper's caption should not lie over, besides the strip: all that its words speak of."""
        return self.needed()

    def is_safe(self) -> bool:
        """Whether it was found out that nothing threatens whoever ends their turn now."""
        return False

    # What others did.

    def answer(self) -> Box | None:
        """Where an answer stands that somebody has asked for: a lesson leaves it in the light."""
        return None

    def bar_span(self) -> tuple[float, float] | None:
        """From where to where a bar above the board may reach, in units; called after `layout`.

        `None` where it may reach over the whole width.
        """
        return None

    def lie_as(self, live: MatchView) -> None:
        """Called before `enter` where moves are seen again: begin and end as that picture lay."""

    def told_place(self, event: Event, piece: str = "") -> tuple[float, float] | None:
        """Where the number of an event lies that was told, on what it has changed; `None` for nowhere.

        Args:
            event: what happened.
            piece: what of it is meant, in the notation of the game; empty for all.
        """
        return self.mouth(event.seat) if event.seat is not None else None

    def told_box(self) -> Box | None:
        """The room for the log while it is seen again, where it hides least; `None` for a corner."""
        return None

    def seat_box(self, seat: int) -> Box | None:
        """Where to point at a seat, for what it did last; `None` in a picture without seats."""
        return None

    # Lessons.

    def lesson_room(self) -> Box:
        """What the board leaves to the teacher of a lesson; called after `layout`."""
        ...

    def where(self, name: str) -> Box | None:
        """Where something lies that a lesson points at, by the name that it has in the game's text forms."""
        return None

    def space(self, name: str) -> Box | None:
        """Where a space of the board lies, whoever stands there taller than that."""
        return self.where(name)

    def lit(self, name: str) -> Box | None:
        """What lies in the light while a lesson points at it."""
        return self.where(name)

    def step_points(self, step: LessonStep) -> Sequence[str]:
        """Of what a step of a lesson names, what is to be pointed at now, first where the pointer is."""
        return step.point

    def told_of(self) -> Sequence[str]:
        """The places that what is said of any move is about: a ball."""
        return ()

    def occupied(self) -> Sequence[str]:
        """The places where something stands that marks on a picture of the board had better not cover."""
        return ()

    def start_at(self, names: Sequence[str]) -> None:
        """Called as a step of a lesson begins: with keys or a pad one is at the first of these already."""

    def making(self) -> str:
        """The turn in the making as text, for lessons: its groups with ``|`` between them."""
        return ""

    def is_in_order(self) -> bool:
        """Whether the turn in the making may be ended as it lies; a lesson has nothing against it then."""
        return True

    # Beginning and end.

    def enter(self) -> None:
        """Called once, before `sync` and `layout`, when the match comes onto the screen."""

    def leave(self) -> None:
        """Called once, when the match leaves the screen."""

    def build(self, making: str) -> None:
        """Show a turn in the making, written as in `making`, where nobody plays; none where it is empty."""

    def keep(self) -> dict[str, Any]:
        """What is saved beside the record, as JSON: a half-built turn, the order of a hand."""
        return {}

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Called before `enter` with what `keep` gave when the match was saved; it may be anything."""

    @property
    def was_begun(self) -> bool:
        """Whether what `recall` took up was made after the opening, which then is not shown again."""
        return False

    def holds_results(self, ms: float) -> bool:
        """Called when the match is over, until it is false: whether the results have to wait."""
        return False

    def missed(self, seat: int) -> Sequence[Event]:
        """Called when the curtain has opened for a seat: what it has still to be shown."""
        return ()
