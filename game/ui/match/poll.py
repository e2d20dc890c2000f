"""The anonymous vote on the big screen: who is still awaited, and the slip that people here fill in.

What was voted is shown nowhere here; see `game.match.ballot`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from game.match.ballot import QUORUM, SharesVote, balanced
from game.ui.art.charts import SOCK_ROOM, hung_sock
from game.ui.art.layers import draw
from game.ui.art.svg import line
from game.ui.core.canvas import Box
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.core.theme import LARGE, SMALL
from game.ui.widgets.dialogs import Dialog
from game.ui.widgets.form import Form
from game.ui.widgets.rows import Slider
from game.ui.widgets.widgets import Button, PictureRow, Space, Widget, Words
from game.words import _

SEEN = 1600.0
"""Milliseconds that it is seen that all have voted, before it goes on by itself."""
SOCK, APART = 62.0, 58.0
"""How high a vote's sock is, and how far it hangs from the next, in units."""
STEP = 5
"""By how many hundredths a share is moved at the screen."""
WOOL = (0, 2, 1)
"""The knitting of the things that have shares; that of no vote's sock tells whose it is."""


@dataclass(frozen=True, slots=True)
class PollLabels:
    """What the dialog of a round calls its ways out."""

    go_on: str
    later: str = ""
    """What leaves the round open; empty where nothing does."""


class VoteDialog(Dialog):
    """Waits for the votes of one round, as long as the host likes."""

    uncalled = True
    width = 720.0

    def __init__(self, vote: SharesVote, number: int, labels: PollLabels, done: Callable[[], None]) -> None:
        """Make it.

        Args:
            vote: the vote.
            number: its round.
            labels: of the buttons.
            done: called when the round is closed; takes the dialog off.
        """
        self.vote, self.number, self._labels, self._done = vote, number, labels, done
        self._known: object = None
        self._full: float | None = None
        """Since when all have voted, in ms."""
        super().__init__([])

    def enter(self) -> None:
        """The round opens."""
        self.vote.open(self.number)
        self.stage.audio.play("phase")
        self._refill()

    @property
    def _moment(self) -> object:
        return self.vote.moment(), self.vote.shift.of, len(self.vote.here)

    def _refill(self) -> None:
        """The rows as things stand; whoever has moved the focus keeps it."""
        self._known = self._moment
        ballot, words, here = self.vote.rounds[self.number], self.vote.words(self.number), len(self.vote.here)
        secret = _("Nobody sees who votes what. Fewer than {n} votes are not shown.")
        rows: list[Widget] = [
            Words(words.question, LARGE, face="strong", centred=True),
            Words(words.more, soft=True, centred=True),
            PictureRow(SOCK + 20, self._line),
            Words(_("{n} of {all} have voted.").format(n=ballot.count, all=self.vote.shift.of),
                  face="strong", centred=True),
            Words(secret.format(n=QUORUM), SMALL, soft=True, centred=True),
            Space(),
        ]  # fmt: skip
        if here:
            rows.append(Button(_("Vote at this screen ({n} to vote)").format(n=here), self._slip, go=True))
        rows.append(Button(self._labels.go_on, self._close, go=not here))
        if self._labels.later:
            rows.append(Button(self._labels.later, self._leave))
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
        if self._full is not None and now - self._full >= SEEN:
            self._close()
        return False

    def due(self) -> Iterable[float]:
        """When it goes on by itself."""
        return () if self._full is None else (self._full + SEEN,)

    def intent(self, intent: Intent) -> None:
        """Back is only a way out where the round can stay open."""
        if intent.act in (Act.BACK, Act.PAUSE):
            self._leave()
        else:
            super().intent(intent)

    def _leave(self) -> None:
        """Leave the round open where that is possible; else nothing is lost by a slip of the finger."""
        if self._labels.later:
            self.stage.audio.play("back")
            self.stage.scenes.pop()
        else:
            self.stage.audio.play("refuse")

    def _close(self) -> None:
        self.vote.close()
        self._done()

    def _slip(self) -> None:
        self.stage.scenes.push(VoteSlip(self.vote, self.number))

    def _line(self, painter: Painter, box: Box) -> None:
        """A sock on the line for every vote that was cast; their order and knitting tell nothing."""
        count, all_ = self.vote.rounds[self.number].count, max(1, self.vote.shift.of)
        step = min(APART, box.w / (all_ + 1))
        left, y = box.centre[0] - step * (all_ - 1) / 2, box.y + 10
        ends = left - step * 0.8, left + step * (all_ - 0.2)
        rope = f"M{ends[0]} {y - 3} Q{box.centre[0]} {y + 7} {ends[1]} {y - 3}"
        body = line(rope, painter.theme.soft, 3)
        painter.blit(draw(painter.assets, body, box.w, 24, (box.x, box.y, box.w, 24)), box.x, box.y)
        for place in range(count):
            image = hung_sock(painter.assets, WOOL[place % 3], SOCK, (4.0, -3.0, 2.0)[place % 3])
            painter.blit(image, left + step * place, y - SOCK_ROOM, "midtop")

    def help(self) -> Help:
        """How to get about."""
        own = [(Act.BACK, self._labels.later)] if self._labels.later else []
        return [(Act.NAVIGATE, _("Choose")), (Act.CONFIRM, _("Take it")), *own]


class VoteSlip(Dialog):
    """A slip without a name, for somebody at the screen; popped once it is cast or put back."""

    width = 720.0

    def __init__(self, vote: SharesVote, number: int) -> None:
        self.vote, self._number = vote, number
        things = vote.words(number).things
        # What nobody has touched is no opinion.
        self.shares = [0] * len(things)
        self._rows = [
            Slider(name, 0, partial(self._move, place), seat=WOOL[place], step=STEP, is_set=False)
            for place, (name, _more) in enumerate(things)
        ]
        told = [Words(more, SMALL, soft=True) for _name, more in things]
        self._cast_button = Button(_("Cast this vote"), self._cast, go=True, enabled=False)
        away = _("This slip has no name: whoever fills it in, the others look away.")
        super().__init__([
            Words(vote.words(number).question, LARGE, face="strong", centred=True),
            Words(away, soft=True, centred=True),
            *(row for pair in zip(self._rows, told, strict=True) for row in pair),
            Words(_("Move one share: the others follow."), SMALL, soft=True, centred=True),
            self._cast_button,
            Button(_("Not now"), self._put_back),
        ])  # fmt: skip

    def tick(self, now: float) -> bool:
        """Put it back where it cannot be cast any more."""
        if self.vote.current != self._number or not self.vote.here:
            self.stage.scenes.pop()
        return False

    def _move(self, place: int, value: int) -> None:
        """Another share: in whole steps, and the others give or take."""
        self.shares = balanced(self.shares, place, round(value / STEP) * STEP)
        for row, share in zip(self._rows, self.shares, strict=True):
            row.value, row.is_set = share, True
        self._cast_button.enabled = True
        self.stale = True

    def _put_back(self) -> None:
        self.stage.scenes.pop()

    def _cast(self) -> None:
        self.vote.cast_here(self.shares)
        self.stage.scenes.pop()
