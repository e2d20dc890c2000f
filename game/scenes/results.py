"""The results: who has won, the match as a chart, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.game import Outcome
from game.match.adaptive_level import fit
from game.match.seats import room_wins
from game.match.words import telling
from game.scenes.chances import ChancesRow, can_be_understood
from game.scenes.promise import is_promise_shown
from game.scenes.sheets import Sheet
from game.scenes.story import PHOTO, FigureRow, Headline, TablePhoto, course, draw_losers
from game.ui.art.charts import graph
from game.ui.art.layers import draw
from game.ui.art.patterns import SEATS
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.art.svg import line
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import Help
from game.ui.core.theme import HEADING, LARGE, SMALL, Theme
from game.ui.match.ending import draw_earned, earned_by, earned_words
from game.ui.match.opening import play_again, put_away
from game.ui.match.scene import MatchScene
from game.ui.match.seats import fit_words, worn
from game.ui.match.side import WishRow
from game.ui.match.transport import Screening
from game.ui.widgets.rows import TwoButtons
from game.ui.widgets.widgets import Button, PictureRow, Widget, Words
from game.words import _, together

CHART = 172.0
"""How high the chart is, in units."""
LEAST = 0.36
"""How low it may become, as a share of that; lower it could not be read."""
PICTURE = 150.0
"""How high the winner at the table is where that has no room beside the sheet, in units of usual text."""
FOOT = 0.78
"""Where its lowest line stands, as a share of its height."""
BESIDE = 4
"""More sentences about people than this would leave no room for the winners beside the sheet."""


class Results(Sheet):
    """After a match."""

    uncalled = True
    headed = False  # who has won says what this is, and in large text the figures need the room
    mood = Mood.LOBBY

    def __init__(self, scene: MatchScene) -> None:
        super().__init__()
        self.scene = scene
        self.match = scene.match
        self.words = scene.view.words
        self.outcome = self.match.result()
        self._curves = self.words.curves()
        self._figures = telling(self.words.figures())
        self._photo = TablePhoto(scene)
        self._earned = earned_by(self.match.seats, scene.ending.socks.earned)
        self._drawn: tuple[object, pygame.Surface] | None = None
        self._wished: object = None
        self._again: Widget | None = None
        """The row that plays on; `None` where a match is looked up."""
        self._plot: PictureRow | ChancesRow | None = None
        """The row of the band, or of the chart, which gives way where a sentence is long."""

    def enter(self) -> None:
        self.title = _("Results")
        won = room_wins(self.match.seats, self.outcome.winners)
        self.stage.audio.play("win" if won else "lose")
        super().enter()
        self.form.focus = self._first()

    def _first(self) -> int:
        """The row in focus: most people want to play on, and lose nothing by it, for the match is kept."""
        rows = self.form.widgets
        if self._again in rows:
            return rows.index(self._again)
        return next(
            (n for n, row in enumerate(rows) if isinstance(row, Button | TwoButtons)), self.form.focus
        )

    def rows(self) -> Sequence[Widget]:
        headline = won_by([self.match.seats[seat].name for seat in self.outcome.winners])
        many = self._podium_rows() > 1
        lines = [] if self.tip() else [Words(words) for words in self.words.result_lines()]
        winner = self.outcome.winners[0] if len(self.outcome.winners) == 1 else None
        look = None if winner is None else self.match.seats[winner].look
        head, told = Headline(headline, winner=look), list[Widget]()
        # Of two sides the score has room beside the headline.
        if len(self.match.seats) == 2:
            looks = tuple(seat.look for seat in self.match.seats)
            head = Headline(headline, winner=look, looks=looks, score=tuple(self.outcome.scores))
        else:
            told.append(PictureRow(self._podium_height(), self._podium))
        figures = [FigureRow(self._figures, low=not self.has_side)] if self._figures else []
        told, below = ([*told, *figures], []) if self.has_side else (told, figures)
        # A flat chart tells nothing, and two rows of seats with figures below leave it no room.
        flat = not any(len(set(curve)) > 1 for curve in self._curves)
        if not (many and self._figures):
            self._plot = self._chances() or (None if flat else self._scores(many=many))
            told += [self._plot] if self._plot is not None else []
        if not self.has_side:
            told.append(PictureRow(PICTURE * self.stage.text_scale, self._table))
        buttons: list[Widget] = []
        away = Button(self._away(), lambda: put_away(self.scene))
        self._wished, wishes = self.scene.phones.wishes.moment(), self.scene.phones.wishes
        if not self.scene.is_looked_up:
            buttons += [WishRow(self.match, wishes, self.stage.ruler)] if wishes.are_asked else []
            rematch = Button(_("Rematch"), lambda: play_again(self.scene), go=True)
            # Beside each other: in a row each they would squash the chart, or be out of view in large text.
            other = Button(_("Other rules"), self._lobby)
            self._again = TwoButtons(rematch, away)
            both = [self._look_back(other), self._again]
            # In large text the one in focus is seen below who has won, then the figures.
            buttons += both if self.has_side else [self._again, *below, both[0]]
            buttons += [] if self.is_tight else [self._beside(other)]
        else:
            buttons += [self._look_back(), *below, self._beside(away)]
        fits = self.has_side and (not many or self.stage.text_scale <= 1.25)
        # Where podium and chart would push them off the sheet, the buttons come first.
        first, second = (told, buttons) if fits else (buttons, told)
        lines += [Words(words) for words in self._next_level()]
        lines += [] if self.has_side or not self._earned else [Words(earned_words(self._earned))]
        story = course(self.words, self._curves, self.outcome.winners)
        said = (self.words.ending(self.outcome), story, self.words.handicap())
        last = [self._check_button()] if self.is_tight and is_promise_shown(self.match) else []
        return [head, Words(" ".join(filter(None, said))), *first, *second, *lines, *last]

    def _chances(self) -> ChancesRow | None:
        """The chances to win as a band, as far as the match is looked into."""
        if not can_be_understood(self.match):
            return None
        row = ChancesRow(self.stage, self.match, CHART * self.stage.text_scale, self._understand)
        return row if self.stage.insights.is_busy or row.found is not None else None

    def _understand(self) -> None:
        self.stage.open("analysis", self.match, _("Results"))

    def _scores(self, *, many: bool) -> PictureRow:
        """The scores as lines."""
        return PictureRow((CHART - 52 * many) * self.stage.text_scale, self._chart)

    def _next_level(self) -> list[str]:
        """What the next match for the people here comes to, where this was one."""
        match, seats = self.match, self.match.seats
        if self.scene.is_looked_up or not any(seat.fits for seat in seats):
            return []
        people = [seat.name for seat in seats if not seat.is_bot]
        told = fit_words(fit(match.session.game, self.stage.stores.statistics, people))
        return [_("The next match for you: {told}").format(told=told)]

    def tick(self, now: float) -> bool:
        self.stale |= self.stage.insights.poll()
        # Phones say what they would like, and may have gone or come.
        if self._wished != self.scene.phones.wishes.moment():
            self.refill()
        return False

    def leave(self) -> None:
        self.stage.insights.close()

    def layout(self) -> None:
        super().layout()
        over = self.form.total - self.form.box.h
        # The chart gives way before the sheet has to scroll.
        if self._plot is not None and self.has_side and over > 0:
            self._plot.tall = max(CHART * LEAST * self.stage.text_scale, self._plot.tall - over - 1)
            super().layout()
            over = self.form.total - self.form.box.h
            # Rather none than a bar to scroll by for its sake alone.
            if 1 < over <= self._plot.tall:
                self._plot.tall = 0.0
                super().layout()

    def _lobby(self) -> None:
        stage, game = self.stage, self.match.session.game
        lobby = stage.screens["lobby"](game, self.match.winner)
        stage.scenes.reset(stage.screens["title"](), lobby)

    @property
    def is_tight(self) -> bool:
        """Whether text is so large that rows of buttons are to be saved."""
        return self.stage.text_scale > 1.1

    def _look_back(self, other: Button | None = None) -> Widget:
        """The film, and beside it the table once more, or in large text what is done sooner."""
        film = Button(_("Film"), self._film)
        if self.is_tight and other is not None:
            return TwoButtons(film, other)  # the table is there by its key
        return TwoButtons(film, Button(_("Look at the table"), self._look))

    def _film(self) -> None:
        filed = self.scene.filed
        source = filed.filing.name if filed is not None else ""
        self.stage.open("film", self.match, Screening(leads_back=_("Results"), source=source))

    def _beside(self, button: Button) -> Widget:
        """A button, and where something was promised beside it what checks that."""
        promised = is_promise_shown(self.match) and not self.is_tight
        return TwoButtons(button, self._check_button()) if promised else button

    def _check_button(self) -> Button:
        return Button(_("Check the deal"), self._check)

    def _check(self) -> None:
        self.stage.open("promise", self.match, opened=True)

    def _look(self) -> None:
        self.stage.open("look", self.scene.view, _("Back to the results"))

    def _away(self) -> str:
        """Where it goes on from here."""
        return _("To the album") if self.scene.is_looked_up else _("To the drawer")

    def intent(self, intent: Intent) -> None:
        if intent.act in (Act.BACK, Act.PAUSE):
            put_away(self.scene)
        elif intent.act is Act.LOOK:
            self._look()
        elif intent.act is Act.MEND and self._filed:
            self.stage.open("album", self._filed)
        else:
            super().intent(intent)

    @property
    def _filed(self) -> str:
        """The match in the album; empty where this was opened from there."""
        return "" if self.scene.is_looked_up or self.scene.filed is None else self.scene.filed.filing.name

    def _podium_height(self) -> float:
        lines = self.stage.ruler.line_height(LARGE) + self.stage.ruler.line_height(HEADING)
        least = 64.0 if self._figures else 96.0 if self._podium_rows() == 1 else 70.0
        return max(least, lines * 0.82) * self._podium_rows()

    def _across(self) -> int:
        """How many seats stand side by side."""
        count, most = len(self.match.seats), 4 if self.stage.text_scale <= 1.25 else 2
        return count if count <= most else min(most, (count + 1) // 2)

    def _podium_rows(self) -> int:
        return -(-len(self.match.seats) // self._across())

    def _podium(self, painter: Painter, box: Box) -> None:
        """Every seat with its puppet, name and score in the order of places, the winners golden and happy."""
        across = self._across()
        step, high = box.w / across, box.h / self._podium_rows()
        tall = min(84.0, high - 10)
        for number, place in enumerate(placed(self.outcome)):
            seat, score = self.match.seats[place], self.outcome.scores[place]
            x, y = box.x + step * (number % across) + 14, box.y + high * (number // across)
            won = place in self.outcome.winners
            if won:
                painter.fill(Box(x - 10, y, step - 8, high - 2), painter.theme.chosen, 14)
            image = puppet(
                painter.assets,
                seat.look,
                "happy" if won else "sad",
                0,
                tall,
                Dress(wears=worn(seat.level, seat.sock), ground=False),
            )
            painter.blit(image, x + tall * 0.45, y + high - 3 + puppet_foot(tall), "midbottom")
            ink = "" if painter.theme.name == "dark" else SEATS[seat.look].text
            left, room = x + tall * 0.95 + 8, step - tall - 30
            name = painter.shortened(seat.name, LARGE, room, NAMES)
            painter.text(name, left, y + high * 0.3, LARGE, TextStyle(NAMES, ink), room=room)
            painter.text(str(score), left, y + high * 0.72, HEADING, TextStyle(NAMES), room=room)

    def _chart(self, painter: Painter, box: Box) -> None:
        """The score of every seat through the match: a line each, told apart by colour and by its marks."""
        if not box.h:
            return
        key = painter.view.rect(box).size, painter.theme.name
        high = (box.h - painter.line_height(SMALL) * 1.2) / FOOT
        # Many lines of SVG: drawn once for each size and look.
        if self._drawn is None or self._drawn[0] != key:
            looks = [seat.look for seat in self.match.seats]
            size = box.w, high, self._margin(painter)
            body = curves_drawn(self._curves, looks, size, painter.theme)
            self._drawn = key, draw(painter.assets, body, box.w, box.h)
        painter.blit(self._drawn[1], box.x, box.y)
        marked = _marked(self._curves)
        for value in marked:
            y = box.y + _height(marked, value, high)
            painter.text(str(value), box.x + self._margin(painter) - 20, y, SMALL, anchor="midright")
        middle = box.centre[0]
        words = self.words.curves_title()
        y = box.bottom - painter.line_height(SMALL) * 0.6
        painter.text(words, middle, y, SMALL, TextStyle(STRONG), anchor="center", room=box.w - 20)

    def _margin(self, ruler: Painter) -> float:
        """How far from the left the chart begins, for the numbers of its lines."""
        return max(ruler.width(str(value), SMALL) for value in _marked(self._curves)) + 34

    def tip(self) -> str:
        lines, scale = self.words.result_lines(), self.stage.text_scale
        # Squared: letters twice as large take four times the room.
        return "\n".join(lines) if self.has_side and len(lines) * scale**2 <= BESIDE else ""

    def draw_side(self, painter: Painter, box: Box) -> None:
        """Whoever has won, or all where nobody has, beside the sheet; with what the game tells besides."""
        if self._earned:
            above = draw_earned(painter, box, self._earned)
            box = Box(box.x, box.y + above, box.w, box.h - above)
        self._draw_winners(painter, box)

    def _table(self, painter: Painter, box: Box) -> None:
        """The same below the rest of the sheet, in large text."""
        self._draw_winners(painter, Box(box.centre[0] - box.h * 0.55, box.y, box.h * 1.1, box.h - 8))

    def _draw_winners(self, painter: Painter, box: Box) -> None:
        """Before a photo of the table, where nothing is told there; the others small beside one."""
        winners = self.outcome.winners or tuple(range(len(self.match.seats)))
        state = "happy" if self.outcome.winners else "idle"
        back = len(winners) // 2 if len(winners) > 3 else 0
        rows = [row for row in (winners[:back], winners[back:]) if row]
        step = box.w / max(map(len, rows))
        tall = min(300.0, box.h * 0.8, step * 1.65)
        behind = tall * 0.62 if back else 0.0
        if self.tip():
            room = box.h - self.draw_tip(painter, box, tall + behind)
            tall, behind = (size * min(1.0, room / (tall + behind)) for size in (tall, behind))
        else:
            high, top = box.w * PHOTO, box.bottom - tall - behind
            self._photo.draw(painter, Box(box.x, max(box.y, top - high * 0.5), box.w, high))
            if len(winners) == 1:
                draw_losers(painter, box, self.match.seats, winners[0], (tall + behind) * 0.45)
        for row, low in zip(rows, (behind, 0.0)[-len(rows) :], strict=True):
            for number, seat in enumerate(row):
                x = box.centre[0] + step * (number - (len(row) - 1) / 2) - 16
                held = self.match.seats[seat]
                crown = "crown" if len(winners) == 1 else ""
                dress = Dress(worn("", held.sock) or crown, rim=5.0)
                image = puppet(painter.assets, held.look, state, 0, tall, dress)
                painter.blit(image, x, box.bottom - low + puppet_foot(tall), "midbottom")

    def help(self) -> Help:
        return [
            (Act.NAVIGATE, _("Choose")),
            (Act.CONFIRM, _("Take it")),
            (Act.LOOK, _("Look at the table")),
            *([(Act.MEND, _("Album"))] if self._filed else []),
            (Act.BACK, self._away()),
        ]


def won_by(names: Sequence[str]) -> str:
    """Who has won, in a few words."""
    if len(names) == 1:
        return _("{name} wins").format(name=names[0])
    if len(names) > 3:
        return _("{count} share the win").format(count=len(names))
    return _("{names} share the win").format(names=together(names)) if names else _("Nobody wins")


def placed(outcome: Outcome) -> list[int]:
    """The seats in the order of their places; who has won says whether more or less is better."""
    scores, winners = outcome.scores, outcome.winners
    best = {scores[seat] for seat in winners}
    way = (-1 if max(scores) in best else 1) if best & {max(scores), min(scores)} and len(best) == 1 else 0
    return sorted(range(len(scores)), key=lambda seat: (seat not in winners, way * scores[seat]))


def curves_drawn(
    curves: list[list[int]], looks: list[int], size: tuple[float, float, float], theme: Theme
) -> str:
    """SVG text of lines with marks over a faint grid; lines that meet lie side by side.

    Args:
        curves: the values of each seat, from the start.
        looks: of the seats.
        size: width and height in units, and where from the left the lines begin.
        theme: for the grid.
    """
    w, h, left = size
    count = max(2, max(map(len, curves), default=2))
    right = w - 24
    marked = _marked(curves)
    body = "".join(
        line(f"M{left} {_height(marked, value, h):.1f} H{right}", theme.stitch, 2) for value in marked
    )
    for number, (curve, look) in enumerate(zip(curves, looks, strict=True)):
        # Equal scores are usual at the start, and the last line drawn would hide the others.
        shift = (number - (len(curves) - 1) / 2) * 3
        points = [
            (left + (right - left) * place / (count - 1), _height(marked, value, h) + shift)
            for place, value in enumerate(curve)
        ]
        body += graph(points, look, theme.ink, 5.0, max(1, len(points) // 10))
    return body


def _marked(curves: list[list[int]]) -> list[int]:
    """The values that have a line across the chart: the least, the most, and one between."""
    values = [value for curve in curves for value in curve] or [0]
    low, high = min(0, *values), max(1, *values)
    return sorted({low, (low + high) // 2, high})


def _height(marked: list[int], value: int, h: float) -> float:
    """How far below the upper edge a value stands; the least and the most that are marked are its ends."""
    low, *_between, high = marked
    return h * (FOOT - 0.66 * (value - low) / (high - low))
