"""A match on the screen: what every game's scene has in common.

A `MatchScene` has a `MatchPlayer` show its `Match` by the `MatchView` of its game. Moves go one way: the view
asks its context to play, the match plays and tells its listeners: the save, this scene (whose player queues
the events), and others.

Beside the game it lays over the picture: the helper's `HintCaption`, speech bubbles, and the banner about
storage, each where it hides least. `MatchAttendance` knows who is at the table: pads and phones that go and
come back. `WindowHostScreen` is the window as the phones of the match know it: what is shown there first, and
what waits behind a menu.

Nothing is said aloud that is not on the screen: what a hand holds is told by the view, which knows whose eyes
the screen has, and while the curtain hangs another scene speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.core.discovery import find_game
from game.core.game import Event
from game.i18n import _, in_language
from game.match.assist_service import RequestTarget
from game.match.banter import SpokenRemark
from game.match.bot_turns import AutomatedSeats, BotTurns
from game.match.match import NOBODY, DeviceWatch, Match, MatchListener, UndoRequest
from game.match.persistence import MatchArchiver, MatchAutosaver
from game.match.phone_adapter import HostScreen
from game.match.phone_control import PhoneAction
from game.match.phone_seats import UNANSWERED, PhoneMatch
from game.match.seats import MOUSE, PHONE, Seat, may_act
from game.match.timeouts import LOCAL_VOTE, TakeoverReason, TurnTimeouts
from game.store.settings import NEVER
from game.ui.art.fabric import SHADOW_MARGIN, TOLD, panel
from game.ui.art.icons import icon
from game.ui.art.puppets import PuppetOutfit, puppet, puppet_foot
from game.ui.core.audio import MusicMood, mood_of
from game.ui.core.canvas import PACE, Box
from game.ui.core.fonts import STRONG
from game.ui.core.input import PAD, InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle, largest
from game.ui.core.placement import Candidate, Obstacle, around, covering, over, place, rect_of
from game.ui.core.scene import LOOKING, AppContext, Prompts
from game.ui.core.speech import NarrationContent
from game.ui.core.storage_notices import SavingScene, StorageBanner
from game.ui.core.theme import BODY, SMALL
from game.ui.match.bubbles import FAR, STEPS, SpeechBubbles
from game.ui.match.context import ViewCallbacks, ViewContext
from game.ui.match.info_panels import apart_words, device_label, outfit_of
from game.ui.match.match_end import MatchEndSequence
from game.ui.match.player import MatchDisplayScene, MatchPlayer
from game.ui.match.recap_player import RecapController
from game.ui.match.turn_clock import TurnClock
from game.ui.widgets import PictureRow, QuestionDialog, ask_choice, prompt_bar_top

LINES = 4
"""So many lines a caption has at most at the usual size of text."""
LARGE_LINES = 5
"""So many with large text."""
WIDTHS = 640.0, 520.0, 400.0, 340.0, 230.0, 800.0, 1000.0, 1600.0
"""How wide its lines may be, in units, the usual width first."""
SIDE, ABOVE, LAMP = 18.0, 9.0, 34.0
"""Between the words and the edge, and the room for the lamp before them."""
SHARES = (1.0, 0.86, 0.72, 0.6)
"""Of large letters so much is taken where that hides less."""
SMALLER = 3_600_000.0
"""What it costs to take none of it: as much as to hide 36,000 square units."""
PLACES = 9, 14.0
"""How many places beside each other are tried, and how far one row of them is from the next."""


@dataclass(frozen=True, slots=True)
class HintCaptionProps:
    """The caption as it is drawn."""

    words: str
    box: Box
    lines: tuple[str, ...]
    size: float
    looks: bool
    """Whether it says that something is looked for."""


class HintCaption:
    """What the helper does for whoever asked it at this screen: that it looks, and what it has found.

    It lies where it hides least: never over the help strip, and over panels, plates, pieces and cards only
    where there is no other room.
    """

    def __init__(
        self,
        context: ViewContext,
        taken: Callable[[], Iterable[Box]] = tuple,
        foot: Callable[[], float] | None = None,
    ) -> None:
        """``taken`` tells what else lies there, ``foot`` where its room ends below; else above the strip."""
        self._context, self._view, self._taken = context, context.view, taken
        self._foot = foot or (lambda: prompt_bar_top(context.stage, context.view))
        self._known: tuple[object, HintCaptionProps | None] = None, None

    def shown(self) -> HintCaptionProps | None:
        context, stage = self._context, self._context.stage
        looks = context.looks
        words = _("Looking …") if looks else context.helped
        if not words:
            # The same words of another table find another place.
            self._known = None, None
            return None
        key = words, stage.view, stage.text_scale, context.hints.version, context.hints.asked, context.above
        # Found once: a caption that moved about while the eyes are on it could not be read.
        if self._known[0] != key:
            self._known = key, self._placed(words, looks=looks)
        return self._known[1]

    def _placed(self, words: str, *, looks: bool) -> HintCaptionProps:
        """Of all shapes of the words the one that hides least, and of those the one of fewest lines."""
        stage, low = self._context.stage, self._foot()
        ruler = stage.ruler
        clear = (*self._view.caption_clear(), *self._taken())
        seen = [Obstacle(box, 100) for box in clear] + [Obstacle(box.grown(6), 1) for box in clear]
        # With large text a column may reach beyond the safe part of the canvas: so far it may lie, too.
        right = max([stage.view.safe.right, *(box.right for box in clear if box.right < stage.view.w)])
        spots: list[Candidate[HintCaptionProps]] = []
        for number, (lines, size, less) in enumerate(shapes(ruler, words)):
            inside = max(ruler.width(line, size, STRONG) for line in lines)
            wide = round(inside + LAMP * ruler.text_scale + 2 * SIDE)
            tall = round(len(lines) * ruler.line_height(size) + 2 * ABOVE)
            for off, box in self._boxes(wide, tall, low, right, clear):
                shown = HintCaptionProps(words, box, lines, size, looks)
                cost = len(lines) + number / 100 + off / 1e6 + less * SMALLER
                spots.append(Candidate(cost, box, shown))
        # Be it never so little that one hides less: shapes decide only between those that hide the same.
        found = place(sorted(spots, key=lambda spot: spot.cost), covering(seen))
        assert found is not None
        return found.what

    def _boxes(
        self, wide: float, tall: float, low: float, right: float, clear: Sequence[Box]
    ) -> Iterator[tuple[float, Box]]:
        """The places of a size above the strip, and how far off each is; some end just beside a panel."""
        canvas = self._context.stage.view
        safe = canvas.safe
        across, step = PLACES
        top, room = max(safe.y, self._context.above + 6), max(0.0, right - safe.x - wide)
        beside = [x for box in clear if box.h > tall for x in (box.x - wide, box.right)]
        lefts = [safe.x + room * column / (across - 1) for column in range(across)]
        lefts += [x for x in beside if safe.x <= x <= safe.x + room]
        for row in range(max(1, int((low - 4 - tall - top) / step) + 1)):
            for left in lefts:
                box = Box(left, low - 4 - tall - row * step, wide, tall)
                yield row * step + abs(box.centre[0] - canvas.w / 2) / 4, box

    def draw(self, painter: Painter) -> None:
        shown = self.shown()
        if shown is None:
            return
        box, size, scale = shown.box, shown.size, painter.text_scale
        painter.blit(
            panel(painter.assets, round(box.w), round(box.h), TOLD),
            box.x - SHADOW_MARGIN,
            box.y - SHADOW_MARGIN,
        )
        lamp = icon(painter.assets, "lamp", round(26 * scale))
        painter.blit(lamp, box.x + SIDE + 13 * scale, box.centre[1], "center")
        line, left = painter.line_height(size), box.x + SIDE + LAMP * scale
        for number, words in enumerate(shown.lines):
            y = box.y + ABOVE + (number + 0.5) * line
            painter.text(words, left, y, size, TextStyle(STRONG, "#2B2440"), room=box.right - SIDE - left + 4)


def shapes(ruler: Painter, words: str) -> Iterator[tuple[tuple[str, ...], float, float]]:
    """The lines that a sentence may have, the size of their letters, and the share that these lack.

    The usual shape comes first. The lines are few where that can be; large letters grow less for it, but none
    are smaller than at the usual size of text.
    """
    most = ruler.view.safe.w - LAMP * ruler.text_scale - 2 * SIDE
    lines = LINES if ruler.text_scale <= 1 else LARGE_LINES

    def good(size: float, lines: int) -> list[tuple[str, ...]]:
        found = [tuple(ruler.wrapped(words, min(wide, most), size, STRONG)) for wide in WIDTHS]
        return [one for one in dict.fromkeys(found) if len(one) <= lines]

    least = BODY / ruler.text_scale
    size = largest(BODY, lambda size: bool(good(size, lines)), least=least)
    for share in SHARES:
        if share == 1 or size * share >= least:
            for one in good(size * share, lines) or good(size * share, len(words)):
                yield one, size * share, 1 - share


MEANT = frozenset(
    {
        InputAction.CONFIRM,
        InputAction.PRESS,
        InputAction.SECONDARY,
        InputAction.END_TURN,
        InputAction.BACK,
        InputAction.HINT,
        InputAction.UNDO,
    }
)
"""Acts that nobody does by accident: a wrong device that tries one is told whose turn it is."""


class MatchAttendance:
    """Who is at the table: pads and phones that go and come back, and what is said of them."""

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.absences = DeviceWatch(context.match, self._is_there)
        self._gave: dict[str, int] = {}
        """The pads that were away and whose seat goes on with something else."""
        self._here: set[str] = set()

    def _tell(self, sentence: str, sound: str) -> None:
        self._context.messages.tell(sentence)
        self._context.stage.audio.play(sound)
        self._context.redraw()

    def _is_there(self, number: int, device: str) -> bool:
        if device == PHONE:
            return not self._context.stage.phones.is_away(number)
        return self._context.stage.devices.pads.is_here(device)

    def passes(self, number: int, device: str) -> None:
        """A seat whose device is away goes on with this one; a pad is offered it when it is back."""
        before = self._context.seats[number].device
        if before.startswith(PAD) and before != device:
            self._gave[before] = number

    def turn_away(self, intent: InputEvent) -> None:
        """A device that is not that of whose turn it is has tried something: it is told whose turn it is."""
        person = self._context.match.to_move
        if intent.act in MEANT and person is not None:
            lost = self._gave.pop(intent.device, None)
            if lost is not None and self._context.seats[lost].device != intent.device:
                self._offer(lost, intent.device)
                return
            seats = self._context.seats
            seat, device = seats[person], intent.device
            words = _("It is {name}'s turn, with: {device}. The menu can give the seat to others.")
            told = words.format(name=seat.name, device=device_label(seat.device))
            self._context.refuse(told if seat.device else apart_words(seats, person, device))

    def _offer(self, number: int, device: str) -> None:
        """A pad is back, and tries something: its seat can be its own again."""
        name = self._context.seats[number].name
        words = _("{device} is back. Does {name} go on with it?").format(
            device=device_label(device), name=name
        )
        back = partial(self._context.match.hand_over, number, "", device)
        ask_choice(self._context.stage, words, [(_("Yes"), back), (_("No"), None)])

    def relieved(self, seat: int, why: TakeoverReason) -> None:
        """A bot plays for somebody, until they are back or for one turn."""
        words = (
            _("A bot plays for {name}.")
            if why is TakeoverReason.SLEEPS
            else _("Time is up: a bot plays for {name}.")
        )
        self._tell(words.format(name=self._context.seats[seat].name), "leave")

    def keeps_waiting(self, patience: TurnTimeouts) -> None:
        """Somebody has been waited for long enough: where others can decide now, everybody is told.

        Those who play here are asked themselves, on a cloth of its own.
        """
        if (
            patience.sleeper is not None
            and patience.proposals.told(LOCAL_VOTE, 0.0)
            and not self._context.match.people
        ):
            words = _("{name} keeps us waiting: the other phones can let a bot play.")
            self._tell(words.format(name=self._context.seats[patience.sleeper].name), "refuse")

    def look(self) -> int | None:
        """Take in which devices have gone and come back; a seat about which somebody has to decide now."""
        devices, before = self._context.stage.devices, self._here
        self._here = set(devices.pads.here)
        # Where any device may play nobody has to decide anything: it is only said of the one that was used.
        held = {seat.device for seat in self._context.seats if not seat.level}
        if devices.last in before - self._here - held and "" in held:
            words = _("{device} has gone. Any other device can go on.")
            self._tell(words.format(device=device_label(devices.last)), "leave")
        # The rules are ahead of the picture: whose turn it is counts once that can be seen.
        news = self.absences.look(settled=not self._context.playback.is_busy)
        for number in news.gone:
            self._tell(self._gone_words(number), "leave")
        for number in news.back:
            self._tell(_("{name} is back.").format(name=self._context.seats[number].name), "join")
        return news.missed

    def _gone_words(self, number: int) -> str:
        return _("{name}'s phone is away.").format(name=self._context.seats[number].name)

    def away_words(self) -> str:
        return " ".join(self._gone_words(number) for number, seat in enumerate(self._context.seats)
                        if seat.device == PHONE and self.absences.is_away(number))  # fmt: skip

    def phone_gone(self, seat: int) -> None:
        """The phone of a seat cannot be reached: everybody is told at once, and nothing else happens yet."""
        self._tell(self._gone_words(seat), "leave")

    def phone_there(self, seat: int, name: str = "") -> None:
        """The phone of a seat is there: what a bot kept warm is its own again.

        ``name`` is that of somebody who sits down there now, where they gave one.
        """
        held = self._context.seats[seat]
        # Only that sentence: what was told since is still news.
        if self._context.messages.text == self._gone_words(seat):
            self._context.messages.clear()
        # A page that was only loaded anew is no change of hands, and nothing is said of it.
        new = held.is_bot and not held.device
        if new or (held.device == PHONE and (held.level or name)):
            self._context.match.hand_over(seat, "", PHONE, name)
            words = _("{name} sits down.") if name or new else _("{name} is back.")
            self._tell(words.format(name=self._context.seats[seat].name), "join")
        self._context.redraw()


def check_last_save(stage: AppContext, scene: SavingScene, seen: Callable[[], Iterable[Box]]) -> None:
    """See how the last save of a match went, and hang the banner beside all that is to be seen of it now."""
    stage.banner.watch(scene)
    if not stage.banner.shut and hang(stage.ruler, stage.banner, seen()):
        scene.stale = True


def hang(painter: Painter, banner: StorageBanner, seen: Iterable[Box]) -> bool:
    """Hang the banner clear of these boxes; where there is no place for it, over the strip.

    Returns:
        Whether it hangs elsewhere than before.
    """
    before, whole = banner.place, rect_of(painter.view.box)
    taken, look = [Obstacle(box) for box in seen], (banner.words, painter.view, painter.text_scale)
    if any(rect_of(one.box).contains(whole) for one in taken):
        # Something is read, or flies over everything: it comes back when that is over.
        banner.put(None, SMALL, (look, taken))
        return before is not None
    # It stays where it is while nothing comes there, or no other place would be better.
    hides = over(taken)
    free = before is not None and (banner.cause[1] == taken or hides(Candidate(0, before, None)) == 0)
    if free and banner.cause[0] == look:
        return False
    banner.put(*_place(painter, banner, hides), (look, taken))
    return banner.place != before


def _place(
    painter: Painter, banner: StorageBanner, hides: Callable[[Candidate[None]], float]
) -> tuple[Box, float]:
    """The free place nearest to the middle of the upper edge, and the size of type that it is for.

    At large text rather in smaller letters, as bubbles, than over what has to be seen.
    """
    top = painter.view.w / 2, 0.0
    for size in dict.fromkeys((SMALL, SMALL * (1 + 1 / painter.text_scale) / 2, SMALL / painter.text_scale)):
        for lines in (1, 2, 3, 4):
            whole = banner.measured(painter, lines, size)
            found = place(around(painter.view.box.grown(-8), top, whole, FAR, STEPS[FAR], None), hides)
            if found is not None:
                return found.box, size
    # The strip alone says nothing that is not known by then.
    wide, tall = banner.measured(painter, 1, SMALL)
    return Box(painter.view.w / 2 - wide / 2, painter.view.h - tall - 6, wide, tall), SMALL


WHOSE = 118.0
"""How high a puppet is that a panel or a question is about."""


def draw_whose(painter: Painter, box: Box, look: int, wears: str, state: str = "asleep") -> None:
    """The puppet of whoever paused, may give up or is asked; it stands at the foot of its box."""
    dress, frame = PuppetOutfit(wears=wears, rim=5.0, ground=False), 2 * (state == "asleep")
    image = puppet(painter.assets, look, state, frame, WHOSE, dress)
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(WHOSE), "midbottom")


def seat_row(seat: Seat, state: str) -> PictureRow:
    """The row of a question with the puppet of whom it is about; gone where there is no room for it."""
    drawn = partial(draw_whose, look=seat.look, wears=outfit_of(seat.level, seat.sock), state=state)
    return PictureRow(WHOSE, drawn, spare=True)


class ConsentDialog(QuestionDialog):
    """A question for the device of one seat alone; popped with `NOBODY` where it takes too long."""

    uncalled = True  # a phone may have asked: nobody here has waited for it

    def __init__(self, question: str, answers: Sequence[str], seats: Sequence[Seat], seat: int) -> None:
        super().__init__(question, answers, above=[seat_row(seats[seat], "thinking")])
        self.seats, self.seat = seats, seat

    def tick(self, now: float) -> bool:
        if now - self.appeared >= UNANSWERED:
            self.stage.scenes.pop(NOBODY)
        return False

    def due(self) -> Iterable[float]:
        return (self.appeared + UNANSWERED,)

    def intent(self, intent: InputEvent) -> None:
        """Yes is for the seat that is asked; anybody may look, and say no for it by Back."""
        if intent.act in (InputAction.CONFIRM, InputAction.PRESS) and not may_act(
            self.seats, self.seat, intent.device
        ):
            self.stage.audio.play("refuse")
        else:
            super().intent(intent)


def turn_words(match: Match) -> str:
    """Whose turn it is; empty when it is over."""
    if match.is_over or match.session.to_move is None:
        return ""
    name = match.seats[match.session.to_move].name
    if match.person is None:
        return _("{name}'s turn").format(name=name)
    return _("Your turn, {name}").format(name=name) if match.is_shared else _("Your turn")


class WindowHostScreen(HostScreen):
    """The window as the phones of the match of a scene know it."""

    def __init__(self, scene: MatchScene) -> None:
        super().__init__(scene.match)
        self._scene, self._context, self._stage = scene, scene.context, scene.stage

    @property
    def still(self) -> bool:
        return self._stage.still

    @property
    def text_size(self) -> int:
        return self._stage.settings.text_size

    @property
    def hints(self) -> str:
        return self._stage.settings.hints

    @property
    def threats(self) -> str:
        return str(self._stage.settings.threats)

    @property
    def is_waiting(self) -> bool:
        # Where somebody at the screen is to move, the menu keeps nobody on a phone waiting.
        return not self._scene.telling.is_seen(self._scene) and self._context.person is None

    @property
    def is_showing(self) -> bool:
        playback = self._context.playback
        # What is held for its reader may stay for minutes; phones go on meanwhile.
        return playback.is_busy and not playback.is_held

    def lasts(self, kinds: Collection[str]) -> float:
        playback = self._context.playback
        shows = [show for show in (playback.show, *playback.waiting) if show is not None]
        ends = [n for n, show in enumerate(shows) if not kinds or show.event.kind in kinds]
        left = shows[: ends[-1] + 1] if ends else []
        return 0.0 if any(show.is_held for show in left) else sum(show.length - show.gone for show in left)

    def is_far(self, seat: int | None) -> bool:
        return self._stage.phones.is_far(seat)

    def shows(self, kinds: Collection[str]) -> bool:
        return any(event.kind in kinds for event in self._context.playback.events)

    @property
    def told(self) -> str:
        return self._context.messages.text

    @property
    def said(self) -> SpokenRemark | None:
        return self._context.ports.said()

    def play(self, move: str) -> None:
        self._context.play(move)

    def returns(self, seat: int) -> None:
        self._scene.attendance.phone_there(seat)

    def reaches(self, seat: int) -> bool:
        return self._stage.phones.is_there(seat)

    def catch_up(self, most: int) -> None:
        # Phones need not wait for the screen.
        if len(self._context.playback.waiting) > most:
            self._scene.skip()


HURRY = 5.0
"""How much faster time runs while confirm is held."""


class MatchScene(MatchDisplayScene, MatchListener):
    """The scene of a match of any game."""

    is_match = is_kept = any_press = True
    after: Callable[[MatchScene], Iterable[PhoneAction]] | None = None
    """How phones can go on after it; given by whoever puts it on the screen."""

    def __init__(
        self,
        stage: AppContext,
        match: Match,
        others: AutomatedSeats | None = None,
        *,
        looked_up: bool = False,
    ) -> None:
        """Make it; told who moves for the ``others`` it is a lesson or a puzzle.

        Nothing of these is kept, nor of a match that ended earlier and whose results are ``looked_up``: it
        is in the album already, and the slot of its game belongs to a match that waits.
        """
        self.stage = stage
        self.match = match
        self.context = ViewContext(stage, match, self.ports())
        # Told in this order: whose move it was, the album before the save empties a slot, then what is shown.
        self.ending = MatchEndSequence(self.context)
        self.filed: MatchArchiver | None = None
        self._saved: MatchAutosaver | None = None
        if others is None and not looked_up:
            self.filed = MatchArchiver(match, stage.stores.archive, stage.stores.autosave)
            self._saved = MatchAutosaver(match, stage.stores.autosave, self._kept)
        self._bots = others or BotTurns(match, stage.thinker, self._tell_simple_move)
        self.attendance = MatchAttendance(self.context)
        match.listen(self)
        self.shown_by(MatchPlayer(self.context))
        self._news = ""
        """What was said last of what happens: each sentence is passed on once."""
        self.bubbles = SpeechBubbles(self.context, self._kept_clear, silent=others is not None)
        self.caption = HintCaption(self.context, self._spoken_over)
        self._called: int | None = None
        """Which person at this screen was called last."""
        self._device = stage.devices.last
        """What they play with: its buttons are on the strip, whatever else is pressed."""
        self.telling = RecapController(self.context)
        self._taking_back = UndoRequest(match, self.context.refuse)
        # The person asked may sit far from the screen, or out of sight of it: their phone is tried first.
        self.phone_seats = PhoneMatch(
            match,
            self.context.words,
            self.view.phone,
            self.context.hints,
            WindowHostScreen(self),
            self._taking_back,
            recap=self.telling.recap,
        )
        self._taking_back.ask_by(self._ask_at_screen)
        self.patience: TurnTimeouts | None = None
        if others is None:
            self.patience = TurnTimeouts(match, self.attendance.relieved)
            self.patience.clock = stage.settings.turn_clock
            self.phone_seats.patience, self.phone_seats.bots_give_way = self.patience, True
        self.turn_clock = TurnClock(self.context, self.patience)
        self._clock = stage.settings.turn_clock
        """What the settings said last of the clock of a turn: what is chosen during a match holds at once."""
        self._reseated, self.is_prepared = False, True
        self._decisions: tuple[PhoneAction, ...] = ()
        self.is_looked_up = looked_up

    def ports(self) -> ViewCallbacks:
        """What the view may ask of this scene; called once, before there is anything that answers."""
        return ViewCallbacks(
            pause=self.pause, save=self.save, begun=self._tell_news,
            said=lambda: self.bubbles.said, told=lambda: self.telling.shown,
            marked=lambda: self.telling.marked,
            lately=lambda seat: self.telling.lately(seat),  # noqa: PLW0108  (it is made later)
            see_again=lambda: self.telling.see_again(),  # noqa: PLW0108
        )  # fmt: skip

    @property
    def stale(self) -> bool:
        """Whether the picture no longer shows the state; its view says so by `ViewContext.redraw`."""
        return self.context.stale

    @stale.setter
    def stale(self, value: bool) -> None:
        self.context.stale = value

    @property
    def strip_ends(self) -> InputAction | None:
        return self.view.strip_ends

    @property
    def strip_keeps(self) -> Collection[InputAction]:  # type: ignore[override]
        return self.view.strip_keeps

    @property
    def mood(self) -> MusicMood:  # type: ignore[override]
        return mood_of(self.view.standing())

    def enter(self) -> None:
        """Show what happened in the opening; a match that is resumed starts as it is."""
        session = self.match.session
        self.player.resume()
        if not self.is_looked_up:
            self.stage.game = session.game
        self.context.viewer.begin()
        opens = bool(session.opening) and not session.log and not self.view.was_begun
        self.player.enter(opens=opens)
        self.view.layout()
        if self.context.begins:
            self.phone_seats.happened(session.opening)
            self._enqueue(session.opening)
        else:
            self._arrive()
        # The press that led here, or hurried the opening, means nothing on the table.
        if self.playback.is_busy:
            self.context.respite.shows({None})
        elif self.match.person is not None:
            self.context.respite.begin()
        self._bots.start()

    def layout(self) -> None:
        super().layout()
        self.bubbles.layout()
        check_last_save(self.stage, self, self._kept_clear)

    def _spoken_over(self) -> list[Box]:
        """What is said over the picture already: bubbles, and the teacher's words in a lesson."""
        return [*self.bubbles.boxes(), *self.context.ports.covers()]

    def _kept_clear(self) -> list[Box]:
        shown = self.caption.shown()
        return [*self.view.kept_clear(), *([shown.box] if shown is not None else [])]

    def retell(self) -> None:
        self.context.messages.clear()
        super().retell()

    def covered(self) -> None:
        """Nobody thinks behind a menu; whoever is to move begins again when it has gone."""
        self._bots.stop()
        self.context.hints.leave_off()
        self.bubbles.covered()
        self._stand_still()

    def leave(self) -> None:
        self._bots.stop()
        super().leave()
        # Their processes remember what they worked out for this match; no other match needs it.
        self.stage.thinker.close()
        self.stage.helper.close()

    def pause(self) -> None:
        """Open the menu of what is played here."""
        self.stage.open("pause", self)

    def paused(self) -> None:
        if self.stage.scenes.top is self:
            self.pause()

    def returned(self, result: Any) -> None:
        self.player.resume()
        self.bubbles.returned()
        self.telling.returned(result)

    def intent(self, intent: InputEvent) -> None:
        """The menu at any time; the rest belongs to the person whose turn it is, and to their device."""
        mine, person = self.match.may_act(intent.device), self.match.person
        if mine:
            self._device = self.stage.devices.last
        # The banner lies over everything else, so a click on it means nothing else.
        if self.stage.banner.takes(intent, self.stage.ruler):
            self.stale = True
            return
        early = self.context.respite.takes
        takers = self.view.ended_by, self.telling.takes, early, self.view.intent, self.context.threats.takes
        if any(takes(intent) for takes in takers) or intent.act is InputAction.OTHER:
            return
        if intent.act is InputAction.PAUSE or (
            intent.act is InputAction.BACK and mine and self.view.is_free()
        ):
            self.pause()
        elif intent.act is InputAction.HELP:
            self.ask_help()
        elif intent.act is InputAction.UNDO and self.match.may_take_back(intent.device):
            self.undo()
        elif intent.act is InputAction.REDO and mine and self.context.may_play_again:
            self.match.play_again()
        elif intent.act is InputAction.HINT and mine and self.match.on_phone is None:
            self.view.hint()
        elif self.playback.is_busy:
            # Anybody may hurry what is shown, but only its reader ends what waits for a reader.
            if self.playback.is_held and not mine:
                self._wrong_hands(intent)
            elif intent.act is InputAction.CONFIRM or intent.act is InputAction.PRESS:
                self.stale = True
                if not self.view.hurried():
                    self.playback.hurry()
            else:
                self.view.hover(intent)
        elif self.match.is_over and intent.act in (InputAction.CONFIRM, InputAction.PRESS):
            self.ending.hurry()
        elif not mine:
            self._wrong_hands(intent)
        elif person is not None:
            self.view.act(intent, person)
        else:
            self.view.hover(intent)
            # What the view puts back is its own; all else that means a move is for the phone.
            if self.match.on_phone is not None and intent.act is not InputAction.BACK:
                self.attendance.turn_away(intent)

    def _wrong_hands(self, intent: InputEvent) -> None:
        """A device that is not that of whose turn it is: it may look; what it means to do is answered."""
        if intent.act in LOOKING:
            self.view.hover(intent)
        else:
            self.attendance.turn_away(intent)
        self.stage.devices.last = self._device

    def tick(self, now: float) -> bool:
        """Move time on: shows, the pause before a bot, its answer, the end."""
        self.is_prepared = not self.view.prepare()
        if not self.is_prepared:  # time stands still: shows would be over before their pictures are there
            return True
        busy = self._pass_time(now)
        check_last_save(self.stage, self, self._kept_clear)
        return busy

    def _pass_time(self, now: float) -> bool:
        gone = self.player.passed(now)
        if self.playback.is_busy:
            self._stand_still()
        else:
            self.wait_on(now)
        if self.look_after_seats() or self._reseat():
            return True
        moving = self.player.move(now) | self.bubbles.tick(now)
        hurry = HURRY if self.stage.devices.holding(InputAction.CONFIRM) else 1.0
        if self.playback.is_busy:
            self.stale = True
            # Thinking while the picture plays costs nobody a wait afterwards.
            self._bots.think()
            if self.player.run(gone * hurry):
                self._arrive()
            # What waits for its reader needs no time: the loop may rest until somebody presses.
            return self.view.showing() or moving or not self.playback.is_held
        if self.match.is_over:
            return self._end(gone) or moving
        self.stale |= self.context.hints.attend(RequestTarget.SCREEN)
        return self._bots.turn(gone, PACE[self.stage.settings.animation_speed] / hurry) or moving

    def wait_on(self, now: float) -> None:
        """Let time pass for whoever is to move; called here, or by what tells that their phone is away."""
        patience, stage = self.patience, self.stage
        if patience is None or self.is_looked_up or self.match.is_over:
            return
        if self._clock != stage.settings.turn_clock:
            self._clock = patience.clock = stage.settings.turn_clock
            patience.touch()
        patience.seconds = stage.settings.patience
        before, asleep = patience.last_seconds, patience.sleeper
        on_phone = [number for number, seat in enumerate(self.match.seats) if seat.is_on_phone]
        patience.look(now, [seat for seat in on_phone if stage.phones.is_there(seat)],
                      [seat for seat in on_phone if stage.phones.is_away(seat)])  # fmt: skip
        if patience.last_seconds != before:
            self.stale = True
        if patience.sleeper not in (None, asleep):
            self.attendance.keeps_waiting(patience)

    def _stand_still(self) -> None:
        if self.patience is not None:
            self.patience.stop(self.stage.now)

    def due(self) -> Iterable[float]:
        return (*super().due(), *self.bubbles.due(), *(self.patience.due() if self.patience else ()))

    def draw(self, painter: Painter) -> None:
        self.view.draw(painter)
        self.telling.draw(painter)
        self.bubbles.draw(painter)
        self.turn_clock.draw(painter)
        self.caption.draw(painter)

    def draw_over(self, painter: Painter) -> None:
        self.stage.banner.draw(painter)

    def help(self) -> Prompts:
        return self.view.help()

    def buttons(self) -> Prompts:
        return self.view.buttons()

    def aloud(self) -> NarrationContent:
        return self.match_aloud()

    def match_aloud(self, *status: str) -> NarrationContent:
        """What can be said of the match now; more that stands over it goes first."""
        busy, spoken = self.playback.is_busy, self.view.spoken
        here = self.match.person is not None and not busy
        turn = "" if busy else turn_words(self.match)
        said = filter(None, (*status, turn, spoken.asked() if here else ""))
        told = ". ".join(one.removesuffix(".") for one in said)
        title = _(find_game(self.match.session.game).info.title)
        return NarrationContent(
            title, (), spoken.focus() if here else "", told, (self.view.news, *spoken.board())
        )

    def _tell_simple_move(self, seat: int) -> None:
        name = self.match.seats[seat].name
        self.context.messages.tell(_("{name} did not answer, so a simple move was made.").format(name=name))

    def _tell_news(self) -> None:
        """An event is shown: what the view tells of it is said aloud."""
        before, self._news = self._news, self.view.news
        if self._news != before:
            self.stage.tell_aloud(self._news)

    def has_strip(self, owner: object) -> bool:
        return owner in (self, self.view, self.telling.view)

    def speaks_for(self, owner: object) -> bool:
        return False

    def played(self, seat: int, move: str, events: Sequence[Event]) -> None:
        self.context.messages.moved(here=self.match.seats[seat].is_here and not self.match.level_of(seat))
        self.context.respite.shows({seat})
        self._enqueue(events)

    def taken_back(self, count: int) -> None:
        self.stage.audio.play("undo")
        self.playback.drop()
        self.context.messages.clear()
        self.context.respite.forget()
        self._arrive()

    def seat_changed(self, number: int) -> None:
        """Whoever sits there now goes on."""
        self.attendance.absences.forget(number)
        # What one pair of eyes could see has to be gone before anybody else looks.
        if self.context.viewer.leave(number):
            self.player.sync()
        self._reseated = True
        self.stale = True

    def given_up(self, seat: int) -> None:
        self.skip()

    # Shows.

    def _enqueue(self, events: Sequence[Event]) -> None:
        self.context.respite.shows({event.seat for event in events})
        self.player.perform(events)

    @in_language("")
    def skip(self) -> None:
        """End everything that is still to be shown."""
        if self.playback.is_busy:
            self.player.skip()
            self._arrive()

    def _arrive(self) -> None:
        """All is shown: the picture is what is observed, and the next one may act."""
        self.context.viewer.look_away()
        self.player.sync()
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
        if self.context.viewer.look_away():
            self.player.sync()
        self.stale = True
        self.view.ready()
        self.context.respite.arrive()
        self._call()
        seat = self.context.viewer.waits_for
        if seat is not None:
            self.stage.open("curtain", self, seat, then=lambda _done: self._look(seat))

    def _call(self) -> None:
        """A person at this screen is told that it is their turn, where it was not before; so is the music."""
        self.stage.audio.mood(self.mood)
        before, self._called = self._called, self.match.person
        if self._called is not None and self._called != before:
            # The strip names the buttons of whoever plays now, not of who played before.
            if not self.match.may_act(self.stage.devices.last):
                self.stage.devices.last = self.match.seats[self._called].device or MOUSE
            self._device = self.stage.devices.last
            mouth = self.view.mouth(self._called)
            self.stage.sound("your_turn", mouth[0] if mouth is not None else None)

    def _look(self, seat: int) -> None:
        """The curtain has opened for a seat: its hand is on the screen."""
        # The seat was given away while the curtain hung before it.
        if self.match.awaited != seat:
            self._reseated = True
            return
        self.context.viewer.seat, self._device = seat, self.stage.devices.last
        self.player.sync()
        self.stale = True
        self.view.ready()
        missed = self.view.missed(seat)  # what others did while this seat could not look
        self.context.respite.shows({event.seat for event in missed})
        self.player.show(missed)
        self.context.respite.begin()  # the press that drew the curtain means nothing on the table behind it

    # Taking back, the save and the end.

    @in_language("")
    def undo(self) -> None:
        """Take back a step of the turn in the making, else the last move of a person, once agreed to."""
        if not self.view.step_back():
            self._taking_back.ask()

    def recall(self, kept: Mapping[str, Any]) -> None:
        """Called before the scene is opened with what was kept of the view."""
        self.view.recall(kept)

    def save(self) -> None:
        """Write down where it stands, half-built turn included, where it is kept at all."""
        if self._saved is not None:
            self._saved.save()

    def _kept(self) -> dict[str, Any]:
        """Beside the record: the pads, the phones, the half-built turn, what belongs to album and drawer."""
        guids = self.stage.devices.pads.guids()
        # Their models too: after a restart the same pad may have another number.
        pads = {seat.device: guids[seat.device] for seat in self.match.seats if seat.device in guids}
        filed = self.filed.kept() if self.filed is not None else {}
        clock = self.patience.clock if self.patience is not None else NEVER
        return {"pads": pads, "party": self.stage.phones.kept(), "scene": self.view.keep(), "filed": filed,
                "bots": self.ending.socks.kept(), "clock": clock}  # fmt: skip

    def _ask_at_screen(
        self,
        seat: int,
        words: Callable[[], str],
        answers: Callable[[], Sequence[str]],
        then: Callable[[int], None],
    ) -> bool:
        """Ask the person of a seat at this screen; a `ConsentPrompt` of it. Back answers nothing."""

        def answered(number: int | None) -> None:
            if number is not None:
                then(number)

        if self.match.seats[seat].is_on_phone:
            return False  # nobody here can say yes for them
        with in_language(""):  # it may be a phone that asks
            consent = ConsentDialog(words(), answers(), self.match.seats, seat)
            self.stage.scenes.push(consent, answered)
        return True

    def _end(self, gone: float) -> bool:
        """Time to see what the last move has done, then the results; whether time has to go on."""
        if self.ending.is_told:
            return False
        if self.view.holds_results(gone) or self.ending.waits(gone, seen=self.view.end_was_seen()):
            self.ending.prepares(self)
            return True
        gives_up = self.match.conceded is not None
        if not gives_up and self.ending.prepares(self):
            return True
        self.ending.count()
        if gives_up:
            self.finish()
        else:
            self.ending.show(self)
        return False

    def decisions(self) -> Sequence[PhoneAction]:
        if self.is_looked_up or not self.is_kept or not self.ending.is_told:
            return ()
        if not self._decisions and self.after is not None:
            self._decisions = tuple(self.after(self))
        return self._decisions

    def finish(self) -> None:
        """On to what the match tells: the results, or what the game shows in their place."""
        self.ending.go_on(self)


class PracticeScene(MatchScene):
    """A match to practise with, as in a lesson or a puzzle: nothing of it is kept, and it has no results.

    It has a strip and a menu of its own (`pause`), and waits for whoever practises, whatever becomes of a
    device.
    """

    is_kept = False

    def look_after_seats(self) -> bool:
        return False

    speaks_for = MatchDisplayScene.speaks_for

    def _end(self, gone: float) -> bool:
        return False
