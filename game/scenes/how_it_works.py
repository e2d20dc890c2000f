"""Introduction before the first match of a game with guests: its five rules, one at a time.

`HowItWorksScene` is above the lobby. Any phone or press skips it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from game.core.discovery import find_game
from game.core.options import Options
from game.i18n import _
from game.match.phone_control import SKIP, PhoneAction
from game.match.phone_votes import VoteItem, one_vote
from game.party.registry import FIRST_BENCH
from game.scenes.rules import NUMBER_SIZE, WALL_PICTURE, draw_emblem, draw_label, draw_number
from game.store.statistics import canonical
from game.ui.art.first_page import LINE_HEIGHT, LINE_WIDTH, line_picture, page_of
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Prompts
from game.ui.core.speech import NarrationContent
from game.ui.widgets import (
    PANEL_PICTURE,
    Action,
    Align,
    Element,
    ElementKey,
    FontSpec,
    Padding,
    Picture,
    ScaledLength,
    Screen,
    Spacer,
    Text,
    button_row,
    column,
    row,
    shrink_to_fit,
    stack,
)

RULE_MS = 4000.0  # ms for each rule
MAX_PICTURE_SCALE, PICTURE_SCALE, MIN_PICTURE_SCALE = (
    5.0,
    3.6,
    2.4,
)  # factors by which the picture is larger than in the rules


class HowItWorksKey(ElementKey):
    """Keys of the elements."""

    SKIP = "skip"


def is_new_to_guests(app: AppContext, slug: str) -> bool:
    """True if a guest with a phone has never finished a match of a game here, and it was not introduced."""
    if app.phones.party is None or slug in app.phones.introduced:
        return False
    players = {name for name, _stats in app.stores.statistics.game(slug)}
    guests = (guest for number, guest in app.phones.party.people.items() if number < FIRST_BENCH)
    has_page = find_game(slug).has_component("first_page")
    return has_page and any(canonical(guest.name) not in players for guest in guests)


def _draw_line(painter: Painter, box: Box, slug: str, number: int) -> None:
    """Draw the picture of a rule as large as ``box``."""
    image = line_picture(painter.assets, slug, number, round(box.w / LINE_WIDTH, 2))
    painter.blit(image, *box.centre, "center")


class HowItWorksScene(Screen):
    """Shows the five rules of a game, one at a time, then pops itself."""

    music, mood = "title", MusicMood.LOBBY
    is_interrupting = True
    focus = HowItWorksKey.SKIP

    def __init__(self, slug: str, options: Options, on_tick: Callable[[float], None]) -> None:
        """``on_tick`` is called with the time in ms in every tick, so that the lobby continues."""
        self.info, self._options, self._meanwhile = find_game(slug).info, options, on_tick
        self._since = 0.0
        self._shown_number = -1
        self._actions = (PhoneAction(VoteItem(SKIP, lambda: _("Skip"), one_vote, countdown=0.0), self.back),)

    def on_enter(self) -> None:
        """Start the time and play a sound."""
        self._since = self.app.now
        self.app.audio.play("phase")

    @property
    def number(self) -> int:
        """Index of the rule that is shown."""
        return min(int((self.app.now - self._since) / RULE_MS), len(self._page_lines) - 1)

    @property
    def _page_lines(self) -> Sequence[str]:
        """The rules in the current language."""
        return [line.words for line in page_of(self.info.slug, self._options).lines]

    def phone_actions(self) -> Sequence[PhoneAction]:
        """Any phone can skip."""
        return self._actions

    def actions(self) -> dict[str, Action]:
        """Action of the button that skips."""
        return {HowItWorksKey.SKIP: Action(self.back, _("Skip"))}

    @property
    def back_words(self) -> str:
        """Translated prompt of Back: “Skip”."""
        return _("Skip")

    def build(self) -> Element:
        forms = [
            self._page(zoom, growth)
            for growth in (1.0, 0.5)
            for zoom in (MAX_PICTURE_SCALE, PICTURE_SCALE, MIN_PICTURE_SCALE)
        ]
        return stack(
            column(shrink_to_fit(*forms, flex=1), pad=Padding(self.app.view.w * 0.05, 24, 12)),
            behind=WALL_PICTURE,
        )

    def _page(self, zoom: float, growth: float) -> Element:
        """Title, the rule that is shown with its picture ``zoom`` times enlarged, and all rules in small."""
        slug, number, lines = self.info.slug, self.number, self._page_lines
        emblem = Picture(draw_emblem, (slug,), w=70, h=66)
        title = Text(_("How this works"), FontSpec(46, NAMES, growth=0.5 * growth), lines=1)
        game = Text(
            _(self.info.title), FontSpec(26, NAMES, self.app.theme.soft, growth=0.5 * growth), lines=1
        )
        skip = button_row(
            Text(_("Skip"), FontSpec(24, NAMES), lines=1), key=HowItWorksKey.SKIP, least=56, pad=34
        )
        head = row(emblem, title, game, Spacer(flex=1), skip, gap=14, align=0.5)
        picture = Picture(_draw_line, (slug, number), w=LINE_WIDTH * zoom, h=LINE_HEIGHT * zoom)
        plate = Picture(draw_number, (number + 1,), w=NUMBER_SIZE, h=NUMBER_SIZE)
        words = Text(lines[number], FontSpec(44, STRONG, growth=growth), 0.5)
        sentence = row(Spacer(flex=1), plate, words, Spacer(flex=1), gap=16, align=0.5)
        panel = column(
            Spacer(flex=1), Align(picture, 0.5, 0.5), Spacer(12), sentence, Spacer(flex=1),
            pad=Padding(30, 20), behind=PANEL_PICTURE, flex=1,
        )  # fmt: skip
        cells = [self._cell(n, chosen=n == number) for n in range(len(lines))]
        return column(head, panel, row(*cells, gap=14), gap=14, flex=1)

    def _cell(self, number: int, *, chosen: bool) -> Element:
        """Small picture of a rule with its number; gold if it is the one that is shown."""
        theme = self.app.theme
        label = Picture(draw_label, (theme.chosen if chosen else "", theme.ink if chosen else "", 16.0))
        plate = Picture(draw_number, (number + 1,), w=NUMBER_SIZE * 0.8, h=NUMBER_SIZE)
        picture = Picture(_draw_line, (self.info.slug, number), w=LINE_WIDTH, h=LINE_HEIGHT)
        content = row(Spacer(flex=1), plate, picture, Spacer(flex=1), gap=8, align=0.5)
        return column(content, pad=Padding(8, 8), behind=label, least=ScaledLength(78, 0.0), flex=1)

    def preload(self, painter: Painter) -> Iterator[None]:
        """Make each picture of the rules in both sizes, one rule per yield."""
        for number in range(len(self._page_lines)):
            for zoom in (1.0, MAX_PICTURE_SCALE):
                line_picture(painter.assets, self.info.slug, number, zoom)
            yield

    def tick(self, now: float) -> bool:
        """Show the next rule, and pop after the last. Always returns False."""
        self._meanwhile(now)
        if now - self._since >= RULE_MS * len(self._page_lines):
            self.back()
        elif self._shown_number != self.number:
            self._shown_number, self.needs_redraw = self.number, True
            self.app.announce(self._page_lines[self.number])
        return False

    def wake_times(self) -> Iterable[float]:
        """Time in ms at which the next rule is shown."""
        return (self._since + RULE_MS * (self.number + 1),)

    def narration(self) -> NarrationContent:
        return NarrationContent(_("How this works"), tuple(self._page_lines), _("Skip"))

    def prompts(self) -> Prompts:
        """No entries, because this screen has no prompt bar."""
        return []
