"""Summary at the end of a party with phones: winners of each game.

Without input it returns to the title after a while, and the party ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from game.core.discovery import find_game
from game.i18n import _, join_names, listed, plural
from game.match.phone_control import PastMatch, PastPlayer
from game.scenes.form_sheets import draw_wall
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.art.socks import big_sock
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import Prompts
from game.ui.core.theme import BODY, LARGE
from game.ui.match.countdown import heads
from game.ui.widgets import (
    PANEL_PICTURE,
    Control,
    ControlScene,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    Padding,
    Picture,
    ScrollView,
    Spacer,
    Text,
    Values,
    button_row,
    column,
    fits,
    row,
    stack,
)

STANDS = 45_000.0  # ms until it closes without input
FEW, MOST = 3, 8
"""With more than FEW matches their lines are in two columns, with more than MOST each game has one line."""
HEAD, SOCK = 40.0, 62.0
TALL, LOW = 168.0, 84.0  # units, largest and smallest height of the puppets below the sheet


class PartySummaryKey(ElementKey):
    """Keys of the elements."""

    ON = "on"
    PUPPET = "puppet"


def _draw_sock(painter: Painter, box: Box, slug: str) -> None:
    painter.blit(big_sock(painter.assets, slug, 0, 0.14), *box.centre, "center")


def _draw_sleeper(
    painter: Painter, box: Box, look: int, crown: str, state: str, flip: str, frame: int = 0
) -> None:
    dress = PuppetOutfit(wears=crown, rim=4.0, ground=False, flip=flip == "left")
    image = puppet(painter.assets, look, state, frame, round(box.h), dress)
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(round(box.h)), "midbottom")


def best_of(played: Sequence[PastMatch]) -> tuple[list[PastPlayer], int]:
    """Return the players with the most wins and their number of wins; empty without a win."""
    wins = dict[str, tuple[int, PastPlayer]]()
    for one in played:
        for winner in one.best:
            wins[winner.name] = wins.get(winner.name, (0, winner))[0] + 1, winner
    most = max((count for count, _winner in wins.values()), default=0)
    return [winner for count, winner in wins.values() if count == most], most


class PartySummaryScene(ControlScene):
    """Screen of the winners of a party."""

    music, mood = "title", MusicMood.CALM
    is_interrupting = True
    focus = PartySummaryKey.ON

    def __init__(self) -> None:
        self._since = 0.0
        self._life = DirtyRegions()

    def on_enter(self) -> None:
        self._since = self.app.now
        self.played = tuple(self.app.phones.steering.played)
        self.best, self.most = best_of(self.played)
        names = dict[str, PastPlayer]()
        for one in self.played:
            names |= {player.name: player for player in one.players}
        self.people = list(names.values())[-8:]
        self.app.audio.play("win")
        self.app.phones.end_session()

    def on_leave(self) -> None:
        self.app.phones.close(over=True)

    def build(self) -> Element:
        ruler, view = self.app.measuring_painter, self.app.view
        most = 2 if len(self.played) > FEW and self.app.text_scale <= 1.25 else 1
        for tall, across in ((TALL, 1), (TALL, most), (120.0, most), (LOW, most), (0.0, most)):
            whole = self._whole(tall, across, scrolls=False)
            if fits(ruler, whole, view.w, self.content_bottom):
                break
        else:
            whole = self._whole(0.0, most, scrolls=True)
        return stack(whole, behind=Picture(draw_wall))

    def _whole(self, tall: float, across: int, *, scrolls: bool) -> Element:
        """Page with puppets ``tall`` units high below the sheet. With 0 they are on both sides of it."""
        lines = tuple(self._lines())
        title = Text(_("That was it!"), FontSpec(52, NAMES, growth=0.35, most=72), 0.5)
        told = [Text(words, FontSpec(LARGE), 0.5) for words in self._told()]
        if scrolls:  # show the winners first
            *best, back = told
            body: Element = column(title, *best, *lines, back, gap=8, pad=Padding(18, 0))
            body = ScrollView(body, self.scroll, flex=1)
        else:
            body = column(title, *told, Spacer(4), GridLayout(lines, columns=across, gap=8), gap=8)
        words = Text(_("To the drawer"), FontSpec(24, NAMES, most=34), lines=1)
        go = row(Spacer(flex=1), button_row(words, key=PartySummaryKey.ON, least=56, pad=34), Spacer(flex=1))
        edge = Padding(18 if scrolls else 36, 18, 22)
        sheet = column(body, go, pad=edge, gap=14, behind=PANEL_PICTURE, flex=float(scrolls))
        side = self.app.view.w * (0.16 if across == 1 else 0.08) / max(1.0, self.app.text_scale)
        if tall:
            return column(column(sheet, pad=Padding(side, 22, 8)), Spacer(flex=1), self._puppets(tall))
        room = (self.app.view.h - 60) / max(1, (len(self.people) + 1) // 2)
        puppets = [
            row(Spacer(flex=1), cell, Spacer(flex=1), w=side)
            for cell in self._cells(min(0.8 * side, room), beside=True)
        ]
        left, right = (column(Spacer(flex=1), *puppets[n::2], w=side) for n in (0, 1))
        return row(left, column(sheet, pad=Padding(0, 22, 8), flex=1), right, flex=float(scrolls))

    def _told(self) -> Iterator[str]:
        if self.best and len(self.best) <= 2:
            who = join_names(player.name for player in self.best)
            yield plural("{name} won most: {n} match.", "{name} won most: {n} matches.", self.most).format(
                name=who, n=self.most
            )
        yield _("All are back in the drawer. One sock is missing, as always.")

    def _lines(self) -> Iterator[Element]:
        if len(self.played) <= MOST:
            yield from (self._line(one.game, one) for one in self.played)
            return
        for game in dict.fromkeys(one.game for one in self.played):
            best, most = best_of([one for one in self.played if one.game == game])
            count = sum(one.game == game for one in self.played)
            yield self._line(game, None, (best if len(best) <= 2 else [], most, count))

    def _line(
        self, game: str, one: PastMatch | None, summed: tuple[Sequence[PastPlayer], int, int] = ((), 0, 0)
    ) -> Element:
        """Line of a match with its winners, or of all matches of a game with the most frequent winner."""
        title = Text(_(find_game(game).info.title), FontSpec(24, NAMES, growth=0.6), flex=1)
        if one is None:
            players, most, count = summed
            names = listed([player.name for player in players])
            played = plural("{n} match", "{n} matches", count).format(n=count)
            words = _("{name}: {n} of {all}").format(name=names, n=most, all=count) if names else played
        else:
            players = one.best
            words = listed([player.name for player in players]) if players else _("A draw")
        looks = tuple(player.look for player in players)[:5]
        faces = [heads(looks, HEAD)] if looks else []
        who = Text(words, FontSpec(BODY, STRONG), 1.0, flex=1)
        sock = Picture(_draw_sock, (game,), w=SOCK, h=SOCK * 0.7)
        return row(sock, title, who, *faces, gap=14, align=0.5, least=48)

    def _puppets(self, tall: float) -> Element:
        """Row of all players: the most frequent winners are awake, the others asleep."""
        return row(Spacer(flex=1), *self._cells(tall), Spacer(flex=1), gap=6)

    def _cells(self, tall: float, *, beside: bool = False) -> list[Element]:
        """Puppets of the players. ``beside`` the sheet, every second one is on its right and faces left."""
        shown = [
            (player.look, self._crown(player), self._pose(player), "left" if beside and number % 2 else "")
            for number, player in enumerate(self.people)
        ]
        return [
            Picture(_draw_sleeper, values, w=tall * 0.9, h=tall, key=PartySummaryKey.PUPPET.of(number))
            for number, values in enumerate(shown)
        ]

    def _crown(self, player: PastPlayer) -> str:
        return "crown" if player.name in [best.name for best in self.best] else ""

    def _pose(self, player: PastPlayer) -> str:
        return "happy" if self._crown(player) else "asleep"

    def live_values(self) -> Mapping[str, Values]:
        return {
            PartySummaryKey.PUPPET.of(number): (self._frame(player),)
            for number, player in enumerate(self.people)
        }

    def _frame(self, player: PastPlayer) -> int:
        if self.app.idle_motion_off or not self._crown(player):
            return 0
        return int(self.app.now / 300) % STATES["happy"].count

    def tick_idle(self, now: float) -> list[Box]:
        boxes = self.frame.boxes
        keys = [PartySummaryKey.PUPPET.of(number) for number in range(len(self.people))]
        alive = [
            (key, self._frame(player), boxes[key].inflated(30))
            for key, player in zip(keys, self.people, strict=True)
            if key in boxes
        ]
        return self._life.collect(alive)

    def controls(self) -> Sequence[Control]:
        return [Control(PartySummaryKey.ON, self.back, _("To the drawer"))]

    def _show(self, key: str) -> None:
        """Do nothing: what scrolls is read from its top, and the button is below it."""

    def prompts(self) -> Prompts:
        return []

    @property
    def content_bottom(self) -> float:
        return self.app.view.h - 14

    def tick(self, now: float) -> bool:
        if now - self._since >= STANDS:
            self.app.scenes.pop()
        return False

    def wake_times(self) -> Iterable[float]:
        return (self._since + STANDS,)
