"""The end of a match on the screen: time to see what the last move has done, the winner, then the results.

Socks that were earned in it are told quietly (`draw_earned`). Where a class votes (`VoteDialog`, `VoteSlip`),
it is shown who is still awaited, and nowhere what was voted; see `game.match.share_vote`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from game.core.discovery import find_game
from game.core.game import Layout
from game.i18n import _, isolated, listed, plural
from game.match.achievements import Achievement, MatchAchievements, all_feats
from game.match.adaptive_level import count
from game.match.phone_control import ON, PhoneAction
from game.match.phone_votes import VoteItem
from game.match.seats import Seat
from game.match.share_vote import QUORUM, MatchVote, rebalance
from game.resources import levels_of
from game.ui.art.charts import SOCK_ROOM, hung_sock
from game.ui.art.daily import peg
from game.ui.art.fabric import tag
from game.ui.art.knits import knit_sock, stitched_sock
from game.ui.art.layers import INK, rasterize_units
from game.ui.art.svg import line
from game.ui.core.canvas import PACE, Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter
from game.ui.core.scene import Scene
from game.ui.core.theme import LARGE, SMALL
from game.ui.match.context import ViewContext
from game.ui.widgets import (
    Align,
    Button,
    Dialog,
    Element,
    FontSpec,
    Form,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    PictureRow,
    SliderRow,
    SpacerRow,
    Text,
    TextRow,
    Widget,
    first_that_fits,
    stack,
)

SEEN = 2400.0
"""How long the last picture stands before the results, in ms at the brisk pace; a press goes on at once."""
BRIEF = 700.0
"""The same where what has ended the match was shown at length."""
LEAST = 0.4
"""The pace of that moment where everything else is instant."""


class MatchEndSequence:
    """How long the end of a match has been seen, and whether it was told.

    Attributes:
        socks: what people at the table wear, and what they earn by its end.
    """

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.socks = MatchAchievements(context.match, context.stage.socks)
        self.is_heard = False
        """Whether it has sounded how it came out for the room."""
        self._seen = 0.0
        """In ms."""
        # Looked for now, as what it shows takes its time to be loaded.
        self._own: Callable[[Scene], Scene | None] | None = find_game(context.session.game).part("results")
        self._winner: Scene | None = None
        """The screen that shows who has won, once its pictures are being made."""
        self._making: Iterator[None] = iter(())

    def begin(self) -> None:
        self._seen, self._winner = 0.0, None

    def hurry(self) -> None:
        """Somebody has seen enough."""
        self._seen = SEEN * max(PACE.values())  # past the end at every pace

    @property
    def is_told(self) -> bool:
        return self._context.match.is_told

    def waits(self, ms: float, *, seen: bool) -> bool:
        """Let time pass; whether the last picture has to stand for longer.

        ``seen`` tells whether its end was shown at length, unless everything is instant.
        """
        self._seen += ms
        pace = PACE[self._context.stage.settings.animation_speed]
        whole = BRIEF * pace if seen and pace else SEEN * max(LEAST, pace)
        # Whoever gave up wants to leave: there is no last move to be seen.
        return self._context.match.conceded is None and self._seen < whole

    def count(self) -> None:
        """The results come: put the match into statistics and drawers of the people who played it."""
        match = self._context.match
        match.is_told = True
        count(match, self._context.stage.stores.statistics)
        if self._context.stage.phones.is_open:
            self._context.stage.phones.steering.remember(match)
        self.socks.count(own_board=is_own_board(match.session.game, match.session.layout))

    def prepares(self, scene: Scene) -> bool:
        """Make a picture of what shows who has won; whether there are more of them to be made."""
        if self._winner is None:
            self._winner = self._made(scene)
            self._making = self._winner.warm(self._context.stage.ruler)
        return next(self._making, self) is None

    def _made(self, scene: Scene) -> Scene:
        then = partial(self.go_on, scene)
        return self._context.stage.screens["winner"](scene, then, plain=self._own is None)

    def show(self, scene: Scene) -> None:
        """On from the scene of the match: to who has won."""
        winner, self._winner = self._winner or self._made(scene), None
        self._context.stage.scenes.push(winner)

    def go_on(self, scene: Scene) -> None:
        """To the results, or to what the game shows in their place."""
        own = self._own(scene) if self._own is not None else None
        if own is not None:
            self._context.stage.scenes.push(own)
        else:
            self._context.stage.open("results", scene)


def is_own_board(game: str, layout: Layout | None) -> bool:
    """Whether a board is none of those that come with the program."""
    if layout is None:
        return False
    return layout not in _shipped(levels_of(game))


@cache
def _shipped(folder: Path) -> frozenset[Layout]:
    # Only here: games without maps never need what this imports.
    from game.levels import load, maps

    return frozenset(map(load, maps(folder)))


MOST = 4
"""So many of them are drawn."""
SOCK = 62.0
"""How high each is drawn."""
GROWTH = 1.0, 0.6, 0.3, 0.0
"""How far its words grow, before they say less."""


@dataclass(frozen=True, slots=True)
class EarnedSock:
    """A sock that is new in a drawer."""

    knit: str
    title: str
    whose: str
    """Whose it is now; empty where only one person played."""


def earned_of(feat: Achievement, name: str = "") -> EarnedSock:
    """The sock of a feat, in the drawer of a name."""
    return EarnedSock(feat.knit, feat.words()[0], name)


def earned_by(seats: Sequence[Seat], earned: Mapping[int, Sequence[str]]) -> list[EarnedSock]:
    """The socks of a match, seat by seat."""
    alone = sum(not seat.is_bot for seat in seats) == 1
    return [
        earned_of(feat, "" if alone else isolated(seats[seat].name))
        for seat, keys in earned.items()
        for _game, feat in all_feats()
        if feat.key in keys
    ]


def earned_words(socks: Sequence[EarnedSock]) -> str:
    """Which they are, in a sentence."""
    told = [
        _("{title} for {name}").format(title=sock.title, name=sock.whose) if sock.whose else sock.title
        for sock in socks
    ]
    return _("New in the drawer: {socks}.").format(socks=listed(told))


def earned_count(socks: Sequence[EarnedSock]) -> str:
    """How many they are, where there is no room for more words."""
    many = len({sock.title for sock in socks})
    return plural("{n} new sock", "{n} new socks", many).format(n=many)


def earned_label(painter: Painter, box: Box, socks: Sequence[EarnedSock]) -> tuple[Element, Box]:
    """What they are called, and where that stands below them at the top of a box."""
    titles = list(dict.fromkeys(sock.title for sock in socks))
    both = _("New: {socks}").format(socks=", ".join(titles)), earned_count(socks)
    looks = [FontSpec(SMALL, STRONG, INK, grows) for grows in GROWTH]
    told = (Text(words, look, 0.5, lines=1) for words in both for look in looks)
    label = stack(first_that_fits(*told), pad=Padding(14, 4), behind=Picture(draw_label))
    return label, Box(box.x, box.y + SOCK + 10, box.w, MeasureContext(painter).size(label, box.w)[1])


def draw_earned(painter: Painter, box: Box, socks: Sequence[EarnedSock]) -> None:
    """Hang them side by side at the top of a box, with what they are called below."""
    shown = list({sock.knit: sock for sock in socks}.values())[:MOST]
    step = min(74.0, box.w / len(shown))
    for number, sock in enumerate(shown):
        x = box.centre[0] + step * (number - (len(shown) - 1) / 2)
        image = knit_sock(painter.assets, sock.knit, SOCK, turn=(-5.0, 4.0, -3.0, 6.0)[number])
        painter.blit(image, x, box.y + SOCK / 2 + 2, "center")
    label, lies = earned_label(painter, box, socks)
    LayoutTree(Align(label), lies, painter).paint(painter)


def draw_label(painter: Painter, box: Box) -> None:
    """The tag behind a few words."""
    painter.blit(tag(painter.assets, round(box.w), round(box.h)), *box.centre, "center")


POLL_SEEN = 1600.0
"""Milliseconds that it is seen that all have voted, before it goes on by itself."""
POLL_SOCK, APART = 62.0, 58.0
"""How high a vote's sock is, and how far it hangs from the next, in units."""
STEP = 5
"""By how many hundredths a share is moved at the screen."""
WOOL = (0, 2, 1)
"""The knitting of the things that have shares; that of no vote's sock tells whose it is."""


@dataclass(frozen=True, slots=True)
class VoteLabels:
    """What the dialog of a round calls its ways out."""

    go_on: str
    later: str = ""
    """What leaves the round open; empty where nothing does."""


class VoteDialog(Dialog):
    """Waits for the votes of one round, as long as the host likes."""

    uncalled = True
    width = 720.0
    is_menu = True

    def __init__(self, vote: MatchVote, number: int, labels: VoteLabels, done: Callable[[], None]) -> None:
        """Wait for this round; ``done`` is called when it is closed, and takes the dialog off."""
        self.vote, self.number, self._labels, self._done = vote, number, labels, done
        self._known: object = None
        self._full: float | None = None
        """Since when all have voted, in ms."""
        self._decided = (PhoneAction(VoteItem(ON, lambda: _("Go on")), self._decide),)
        super().__init__([])

    def enter(self) -> None:
        self.vote.open(self.number)
        self.stage.audio.play("phase")
        self._refill()

    @property
    def _moment(self) -> object:
        return self.vote.version, self.vote.shift.of, len(self.vote.here)

    def _refill(self) -> None:
        """The rows as things stand; whoever has moved the focus keeps it."""
        self._known = self._moment
        ballot, words, here = self.vote.rounds[self.number], self.vote.words(self.number), len(self.vote.here)
        secret = _("Nobody sees who votes what. Fewer than {n} votes are not shown.")
        rows: list[Widget] = [
            TextRow(words.question, LARGE, face="strong", centred=True),
            TextRow(words.more, soft=True, centred=True),
            PictureRow(POLL_SOCK + 26, self._line, spare=True),
            TextRow(_("{n} of {all} have voted.").format(n=ballot.count, all=self.vote.shift.of),
                  face="strong", centred=True),
            TextRow(secret.format(n=QUORUM), soft=True, centred=True),
            SpacerRow(),
        ]  # fmt: skip
        if here:
            slip = lambda: self.stage.scenes.push(VoteSlip(self.vote, self.number))  # noqa: E731
            told = _("Vote at this screen ({n} to vote)").format(n=here)
            rows.append(Button(told, slip, go=True, sign="screen"))
        rows.append(Button(self._labels.go_on, self._close, go=not here, sign="chart"))
        if self._labels.later:
            rows.append(Button(self._labels.later, self.back, sign="clock"))
        before, label = self.form, getattr(self.form.widget, "label", "")
        self.form = Form(rows)
        same = next((n for n, row in enumerate(rows) if label and getattr(row, "label", "") == label), None)
        if same is not None:
            self.form.focus = same
        self.form.scroll = before.scroll

    def tick(self, now: float) -> bool:
        """Votes come in; where all are there, it goes on by itself."""
        if self._moment != self._known:
            self._refill()
            self.layout()
            self.stage.audio.play("focus")
            self.stale = True
        full = self.vote.rounds[self.number].count >= self.vote.shift.of
        self._full = (self._full if self._full is not None else now) if full else None
        if self._full is not None and now - self._full >= POLL_SEEN:
            self._close()
        return False

    def due(self) -> Iterable[float]:
        return () if self._full is None else (self._full + POLL_SEEN,)

    def back(self) -> None:
        """Leave the round open where that is possible; else nothing is lost by a slip of the finger."""
        if self._labels.later:
            self.stage.audio.play("back")
            self.stage.scenes.pop()
        else:
            self.stage.audio.play("refuse")

    def decisions(self) -> Sequence[PhoneAction]:
        return self._decided

    def _decide(self) -> None:
        """Phones wait for no more votes: a slip that somebody fills in here is put back."""
        while self.stage.scenes.top is not self:
            self.stage.scenes.pop()
        self._close()

    def _close(self) -> None:
        self.vote.close()
        self._done()

    def _line(self, painter: Painter, box: Box) -> None:
        """A sock on the line for every vote that was cast; their order and knitting tell nothing."""
        count, all_, theme = self.vote.rounds[self.number].count, max(1, self.vote.shift.of), painter.theme
        step = min(APART, box.w / (all_ + 1))
        left, y = box.centre[0] - step * (all_ - 1) / 2, box.y + 18
        ends = left - step * 0.8, left + step * (all_ - 0.2)
        rope = f"M{ends[0]} {y - 3} Q{box.centre[0]} {y + 7} {ends[1]} {y - 3}"
        body = line(rope, theme.soft, 3)
        painter.blit(
            rasterize_units(painter.assets, body, box.w, 32, (box.x, box.y, box.w, 32)), box.x, box.y
        )
        for place in range(count, all_):
            # Those that are still to come.
            x = left + step * place
            sock = stitched_sock(painter.assets, POLL_SOCK, theme.thread, theme.panel)
            painter.blit(sock, x - 33, y - SOCK_ROOM + 6)
            painter.blit(peg(painter.assets, 0.5, (3.0, -3.0)[place % 2]), x - 12, y, "center")
        for place in range(count):
            image = hung_sock(painter.assets, WOOL[place % 3], POLL_SOCK, (4.0, -3.0, 2.0)[place % 3])
            painter.blit(image, left + step * place, y - SOCK_ROOM, "midtop")

    @property
    def back_words(self) -> str:
        return self._labels.later


class VoteSlip(Dialog):
    """A slip without a name, for somebody at the screen; popped once it is cast or put back."""

    width = 840.0
    is_menu = True

    def __init__(self, vote: MatchVote, number: int) -> None:
        self.vote, self._number = vote, number
        things = vote.words(number).things
        # What nobody has touched is no opinion.
        self.shares = [0] * len(things)
        self._rows = [
            SliderRow(
                name, 0, partial(self._move, place), seat=WOOL[place], step=STEP, is_set=False, help=more
            )
            for place, (name, more) in enumerate(things)
        ]
        self._cast_button = Button(
            _("Cast this vote"), self._cast, go=True, enabled=False, alone=False, sign="tick"
        )
        away = _("A slip without a name: the others look away.")
        follow = TextRow(_("Move one share: the others follow."), SMALL, soft=True, centred=True)
        self._spare = [TextRow(away, soft=True, centred=True), SpacerRow(4), follow]
        super().__init__([
            TextRow(vote.words(number).question, LARGE, face="strong", centred=True),
            *self._spare[:2],
            *self._rows,
            follow,
            self._cast_button,
            Button(_("Not now"), self._leave, sign="clock"),
        ])  # fmt: skip

    def enter(self) -> None:
        if self.stage.text_scale > 1.5:  # large letters have room for what matters
            self.form.widgets = [row for row in self.form.widgets if row not in self._spare]
        super().enter()

    def tick(self, now: float) -> bool:
        """Put it back where it cannot be cast any more."""
        if self.vote.current != self._number or not self.vote.here:
            self.stage.scenes.pop()
        return False

    def _move(self, place: int, value: int) -> None:
        """Another share: in whole steps, and the others give or take."""
        self.shares = rebalance(self.shares, place, round(value / STEP) * STEP)
        for row, share in zip(self._rows, self.shares, strict=True):
            row.value, row.is_set = share, True
        self._cast_button.enabled = True
        self.stale = True

    def _leave(self) -> None:
        self.stage.scenes.pop()

    def _cast(self) -> None:
        self.vote.cast_here(self.shares)
        self._leave()
