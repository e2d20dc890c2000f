"""Summary at the end of a party with phones: winners of each game.

Without input it returns to the title after a while, and the party ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from game.core.discovery import find_game
from game.i18n import _, join_names, listed, plural
from game.match.phone_control import PastMatch, PastPlayer
from game.scenes.sheets import draw_wall
from game.ui.art.puppets import STATES, PuppetOutfit, puppet, puppet_foot
from game.ui.art.socks import big_sock
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box, DirtyRegions
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import Prompts
from game.ui.core.theme import BODY, LARGE
from game.ui.match.info_panels import heads
from game.ui.widgets import (
    PANEL_PICTURE,
    Action,
    Element,
    ElementKey,
    FontSpec,
    GridLayout,
    Padding,
    Picture,
    Screen,
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

CLOSE_MS = 45_000.0  # ms until it closes without input
MAX_ONE_COLUMN, MAX_MATCH_LINES = 3, 8
"""With more than FEW matches their lines are in two columns, with more than MOST each game has one line."""
HEAD_SIZE, SOCK_SIZE = 40.0, 62.0
MAX_PUPPET_HEIGHT, MIN_PUPPET_HEIGHT = (
    168.0,
    84.0,
)  # units, largest and smallest height of the puppets below the sheet


class PartySummaryKey(ElementKey):
    """Keys of the elements."""

    ON = "on"
    PUPPET = "puppet"


def _draw_sock(painter: Painter, box: Box, slug: str) -> None:
    painter.blit(big_sock(painter.assets, slug, 0, 0.14), *box.centre, "center")


def _draw_sleeper(
    painter: Painter, box: Box, look: int, crown: str, state: str, flip: str, frame: int = 0
) -> None:
    """Draw a player's puppet in any state, not only asleep. ``flip`` is "left" if it faces left."""
    dress = PuppetOutfit(wears=crown, rim=4.0, ground=False, flip=flip == "left")
    image = puppet(painter.assets, look, state, frame, round(box.h), dress)
    painter.blit(image, box.centre[0], box.bottom + puppet_foot(round(box.h)), "midbottom")


def best_of(matches: Sequence[PastMatch]) -> tuple[list[PastPlayer], int]:
    """Return the players with the most wins and their number of wins; ([], 0) without a win."""
    wins = dict[str, tuple[int, PastPlayer]]()
    for match in matches:
        for winner in match.best:
            wins[winner.name] = wins.get(winner.name, (0, winner))[0] + 1, winner
    max_wins = max((count for count, _winner in wins.values()), default=0)
    return [winner for count, winner in wins.values() if count == max_wins], max_wins


class PartySummaryScene(Screen):
    """Screen of the winners of a party."""

    music, mood = "title", MusicMood.CALM
    is_interrupting = True
    focus = PartySummaryKey.ON

    def __init__(self) -> None:
        self._since = 0.0
        self._life = DirtyRegions()

    def on_enter(self) -> None:
        """Collect the past matches, best players and last eight people, play a sound and end the session."""
        self._since = self.app.now
        self.matches = tuple(self.app.phones.steering.past_matches)
        self.best, self.max_wins = best_of(self.matches)
        names = dict[str, PastPlayer]()
        for match in self.matches:
            names |= {player.name: player for player in match.players}
        self.people = list(names.values())[-8:]
        self.app.audio.play("win")
        self.app.phones.end_session()

    def on_leave(self) -> None:
        """Close the party for good."""
        self.app.phones.close(over=True)

    def build(self) -> Element:
        ruler, view = self.app.measuring_painter, self.app.view
        max_columns = 2 if len(self.matches) > MAX_ONE_COLUMN and self.app.text_scale <= 1.25 else 1
        for puppet_height, column_count in (
            (MAX_PUPPET_HEIGHT, 1),
            (MAX_PUPPET_HEIGHT, max_columns),
            (120.0, max_columns),
            (MIN_PUPPET_HEIGHT, max_columns),
            (0.0, max_columns),
        ):
            page = self._build_page(puppet_height, column_count, scrolls=False)
            if fits(ruler, page, view.w, self.content_bottom):
                break
        else:
            page = self._build_page(0.0, max_columns, scrolls=True)
        return stack(page, behind=Picture(draw_wall))

    def _build_page(self, puppet_height: float, column_count: int, *, scrolls: bool) -> Element:
        """Page with puppets ``puppet_height`` units high below the sheet, or on both sides of it with 0."""
        lines = tuple(self._match_rows())
        title = Text(_("That's a wrap!"), FontSpec(52, NAMES, growth=0.35, most=72), 0.5)
        sentences = [Text(sentence, FontSpec(LARGE), 0.5) for sentence in self._sentences()]
        if scrolls:  # show the winners first
            *winner_texts, closing_text = sentences
            body: Element = column(title, *winner_texts, *lines, closing_text, gap=8, pad=Padding(18, 0))
            body = ScrollView(body, self.scroll, flex=1)
        else:
            body = column(title, *sentences, Spacer(4), GridLayout(lines, columns=column_count, gap=8), gap=8)
        label = Text(_("Go to title"), FontSpec(24, NAMES, most=34), lines=1)
        close = button_row(label, key=PartySummaryKey.ON, action=Action(self.back), least=56, pad=34)
        button_bar = row(Spacer(flex=1), close, Spacer(flex=1))
        edge = Padding(18 if scrolls else 36, 18, 22)
        sheet = column(body, button_bar, pad=edge, gap=14, behind=PANEL_PICTURE, flex=float(scrolls))
        side = self.app.view.w * (0.16 if column_count == 1 else 0.08) / max(1.0, self.app.text_scale)
        if puppet_height:
            return column(
                column(sheet, pad=Padding(side, 22, 8)), Spacer(flex=1), self._puppet_row(puppet_height)
            )
        available_height = (self.app.view.h - 60) / max(1, (len(self.people) + 1) // 2)
        puppets = [
            row(Spacer(flex=1), cell, Spacer(flex=1), w=side)
            for cell in self._puppet_pictures(min(0.8 * side, available_height), beside=True)
        ]
        left, right = (column(Spacer(flex=1), *puppets[n::2], w=side) for n in (0, 1))
        return row(left, column(sheet, pad=Padding(0, 22, 8), flex=1), right, flex=float(scrolls))

    def _sentences(self) -> Iterator[str]:
        """Yield the sentences below the title: who won most, if at most two did, and the farewell."""
        if self.best and len(self.best) <= 2:
            names = join_names(player.name for player in self.best)
            yield plural(
                "{name} won the most: {n} match.", "{name} won the most: {n} matches.", self.max_wins
            ).format(name=names, n=self.max_wins)
        yield _("All back in the drawer. One sock is missing, as always.")

    def _match_rows(self) -> Iterator[Element]:
        """Yield a row for each match, or for each game if there are many matches."""
        if len(self.matches) <= MAX_MATCH_LINES:
            yield from (self._match_row(match.game, match) for match in self.matches)
            return
        for game in dict.fromkeys(match.game for match in self.matches):
            winners, max_wins = best_of([match for match in self.matches if match.game == game])
            count = sum(match.game == game for match in self.matches)
            yield self._match_row(game, None, (winners if len(winners) <= 2 else [], max_wins, count))

    def _match_row(
        self, game: str, match: PastMatch | None, totals: tuple[Sequence[PastPlayer], int, int] = ((), 0, 0)
    ) -> Element:
        """Row of a match, or of a game with ``totals``: top winners, their wins, number of matches."""
        title = Text(_(find_game(game).info.title), FontSpec(24, NAMES, growth=0.6), flex=1)
        if match is None:
            players, win_count, count = totals
            names = listed([player.name for player in players])
            count_text = plural("{n} match", "{n} matches", count).format(n=count)
            text = (
                _("{name}: {n} of {all}").format(name=names, n=win_count, all=count) if names else count_text
            )
        else:
            players = match.best
            text = listed([player.name for player in players]) if players else _("A draw")
        looks = tuple(player.look for player in players)[:5]
        faces = [heads(looks, HEAD_SIZE)] if looks else []
        name_text = Text(text, FontSpec(BODY, STRONG), 1.0, flex=1)
        sock = Picture(_draw_sock, (game,), w=SOCK_SIZE, h=SOCK_SIZE * 0.7)
        return row(sock, title, name_text, *faces, gap=14, align=0.5, least=48)

    def _puppet_row(self, height: float) -> Element:
        """Row of all players: the most frequent winners are awake, the others asleep."""
        return row(Spacer(flex=1), *self._puppet_pictures(height), Spacer(flex=1), gap=6)

    def _puppet_pictures(self, height: float, *, beside: bool = False) -> list[Element]:
        """Pictures of the puppets. ``beside`` the sheet, every second one is on its right and faces left."""
        picture_values = [
            (player.look, self._crown(player), self._pose(player), "left" if beside and number % 2 else "")
            for number, player in enumerate(self.people)
        ]
        return [
            Picture(_draw_sleeper, values, w=height * 0.9, h=height, key=PartySummaryKey.PUPPET.of(number))
            for number, values in enumerate(picture_values)
        ]

    def _crown(self, player: PastPlayer) -> str:
        """Headgear of a player's puppet: "crown" for a best one, else ""."""
        return "crown" if player.name in [best.name for best in self.best] else ""

    def _pose(self, player: PastPlayer) -> str:
        """State of a player's puppet, one of `STATES`."""
        return "happy" if self._crown(player) else "asleep"

    def live_values(self) -> Mapping[str, Values]:
        """Idle frame of each puppet, by the key of its element."""
        return {
            PartySummaryKey.PUPPET.of(number): (self._puppet_frame(player),)
            for number, player in enumerate(self.people)
        }

    def _puppet_frame(self, player: PastPlayer) -> int:
        """Idle frame of a player's puppet; 0 while it does not move."""
        if self.app.idle_motion_off or not self._crown(player):
            return 0
        return int(self.app.now / 300) % STATES["happy"].count

    def tick_idle(self, now: float) -> list[Box]:
        """Boxes of the puppets whose idle frame has changed."""
        boxes = self.frame.boxes
        keys = [PartySummaryKey.PUPPET.of(number) for number in range(len(self.people))]
        alive = [
            (key, self._puppet_frame(player), boxes[key].inflated(30))
            for key, player in zip(keys, self.people, strict=True)
            if key in boxes
        ]
        return self._life.collect(alive)

    def _show(self, key: str) -> None:
        """Do nothing: what scrolls is read from its top, and the button is below it."""

    def prompts(self) -> Prompts:
        """No entries, because this screen has no prompt bar."""
        return []

    @property
    def content_bottom(self) -> float:
        """Y position in units of the page's lower edge, near the canvas' edge without a prompt bar."""
        return self.app.view.h - 14

    def tick(self, now: float) -> bool:
        """Pop the scene after `CLOSE_MS` ms. Always returns False."""
        if now - self._since >= CLOSE_MS:
            self.app.scenes.pop()
        return False

    def wake_times(self) -> Iterable[float]:
        """Time in ms at which the scene closes."""
        return (self._since + CLOSE_MS,)
