"""The end of a match on the screen: time to see the last move, then the winner, then the results.

Socks earned in the match are shown in a label (`draw_earned`). In a class vote (`VoteDialog`, `VoteSlip`)
only the number of votes is shown, never their content; see `game.match.share_vote`.
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
    Dialog,
    Element,
    FontSpec,
    Heading,
    LayoutTree,
    MeasureContext,
    Padding,
    Picture,
    PictureRow,
    SpacerRow,
    Text,
    TextRow,
    button,
    first_that_fits,
    slider,
    stack,
)

FINAL_PICTURE_MS = (
    2400.0  # ms to show the last picture before the results, at the brisk pace; a press skips it
)
BRIEF_FINAL_PICTURE_MS = 700.0  # the same if the view has shown the end itself
MIN_PACE = 0.4  # pace of that time if animations are instant
MAX_REVIEW_MS = 2000.0  # maximum time in ms to wait for the review of the last turn before it


class MatchEndSequence:
    """Timing of the end of a match, and the change to the results.

    Attributes:
        socks: socks that players wear, and achievements that they earn at the end.
    """

    def __init__(self, context: ViewContext) -> None:
        self._context = context
        self.socks = MatchAchievements(context.match, context.app.socks)
        self.is_heard = False  # True if the sound of the outcome was played
        self._visible_ms = self._review_ms = 0.0
        # Looked up early, because its imports take time.
        self._own_scene_factory: Callable[[Scene], Scene | None] | None = find_game(
            context.session.game
        ).component("after_match")
        self._winner: Scene | None = None  # screen of the winner, once its images are being made
        self._making: Iterator[None] = iter(())

    def begin(self) -> None:
        """Restart the time to see the last picture, and drop the prepared screen of the winner."""
        self._visible_ms, self._winner = 0.0, None

    def hurry(self) -> None:
        """Skip the time to see the last picture."""
        self._visible_ms = FINAL_PICTURE_MS * max(PACE.values())  # past the end at every pace

    @property
    def is_told(self) -> bool:
        """True if the match has `results_shown`, which `count` sets just before the results appear."""
        return self._context.match.results_shown

    def waits(self, ms: float) -> bool:
        """Advance by ``ms``. True if the last picture must be shown longer; not for that after a concession.

        The time is shorter if its animation has shown the end (`Timeline.shows_end`), except at instant
        speed.
        """
        if self._context.hints.is_reviewing and self._review_ms < MAX_REVIEW_MS:
            self._review_ms += ms
            return True
        self._visible_ms += ms
        pace = PACE[self._context.app.settings.animation_speed]
        length = (
            BRIEF_FINAL_PICTURE_MS * pace
            if self._context.playback.shows_end and pace
            else FINAL_PICTURE_MS * max(MIN_PACE, pace)
        )
        # There is no last move to see after a concession, and the player wants to leave.
        return self._context.match.conceded_by is None and self._visible_ms < length

    def count(self) -> None:
        """Mark the results as shown, and add the match to statistics, party record and achievements."""
        match = self._context.match
        match.results_shown = True
        count(match, self._context.app.stores.statistics)
        if self._context.app.phones.is_open:
            self._context.app.phones.steering.record_match(match)
        self.socks.count(own_board=is_own_board(match.session.game, match.session.layout))

    def prepares(self, scene: Scene) -> bool:
        """Make one of the winner screen's images. Returns True if there may be more."""
        if self._winner is None:
            self._winner = self._winner_scene(scene)
            self._making = self._winner.preload(self._context.app.measuring_painter)
        return next(self._making, self) is None

    def _winner_scene(self, scene: Scene) -> Scene:
        """Screen of the winner, which leads to the results."""
        on_done = partial(self.go_on, scene)
        return self._context.app.screens["winner"](scene, on_done, plain=self._own_scene_factory is None)

    def show(self, scene: Scene) -> None:
        """Show the screen of the winner."""
        winner, self._winner = self._winner or self._winner_scene(scene), None
        self._context.app.scenes.push(winner)

    def go_on(self, scene: Scene) -> None:
        """Show the results, or the game's own screen instead."""
        own_scene = self._own_scene_factory(scene) if self._own_scene_factory is not None else None
        if own_scene is not None:
            self._context.app.scenes.push(own_scene)
        else:
            self._context.app.open_scene("results", scene)


def is_own_board(game: str, layout: Layout | None) -> bool:
    """True if there is a board and it is not one of those that come with the program."""
    if layout is None:
        return False
    return layout not in _shipped_layouts(levels_of(game))


@cache
def _shipped_layouts(folder: Path) -> frozenset[Layout]:
    """Boards in a folder of the program."""
    # Imported late, because games without maps do not need it.
    from game.levels import load, maps

    return frozenset(map(load, maps(folder)))


MAX_SOCKS = 4  # maximum number of socks drawn
SOCK_HEIGHT = 62.0  # height in units of a sock
LABEL_GROWTHS = 1.0, 0.6, 0.3, 0.0  # growth factors of the label to try before it is shortened


@dataclass(frozen=True, slots=True)
class EarnedSock:
    """A sock that a player has earned."""

    knit: str
    title: str
    owner_name: str  # its owner, empty if only one person played


def earned_of(feat: Achievement, name: str = "") -> EarnedSock:
    """Sock of an achievement, with its owner."""
    return EarnedSock(feat.knit, feat.words()[0], name)


def earned_by(seats: Sequence[Seat], earned: Mapping[int, Sequence[str]]) -> list[EarnedSock]:
    """Socks of the achievements in ``earned`` (keys by seat), without owners if only one person played."""
    alone = sum(not seat.is_bot for seat in seats) == 1
    return [
        earned_of(feat, "" if alone else isolated(seats[seat].name))
        for seat, keys in earned.items()
        for _game, feat in all_feats()
        if feat.key in keys
    ]


def earned_words(socks: Sequence[EarnedSock]) -> str:
    """Sentence with the names of the socks, and of their owners if several people played."""
    titles = [
        _("{title} for {name}").format(title=sock.title, name=sock.owner_name)
        if sock.owner_name
        else sock.title
        for sock in socks
    ]
    return _("New in the drawer: {socks}.").format(socks=listed(titles))


def earned_count(socks: Sequence[EarnedSock]) -> str:
    """Number of new socks in words, each title counted once."""
    total = len({sock.title for sock in socks})
    return plural("{n} new sock", "{n} new socks", total).format(n=total)


def earned_label(painter: Painter, box: Box, socks: Sequence[EarnedSock]) -> tuple[Element, Box]:
    """(layout of the label: titles, or their number if too long; its box below the drawn socks)."""
    titles = list(dict.fromkeys(sock.title for sock in socks))
    texts = _("New: {socks}").format(socks=", ".join(titles)), earned_count(socks)
    fonts = [FontSpec(SMALL, STRONG, INK, grows) for grows in LABEL_GROWTHS]
    labels = (Text(text, font, 0.5, lines=1) for text in texts for font in fonts)
    label = stack(first_that_fits(*labels), pad=Padding(14, 4), behind=Picture(draw_label))
    return label, Box(box.x, box.y + SOCK_HEIGHT + 10, box.w, MeasureContext(painter).size(label, box.w)[1])


def draw_earned(painter: Painter, box: Box, socks: Sequence[EarnedSock]) -> None:
    """Draw at most `MAX_SOCKS` different socks side by side at the top of a box, with their label below."""
    unique_socks = list({sock.knit: sock for sock in socks}.values())[:MAX_SOCKS]
    step = min(74.0, box.w / len(unique_socks))
    for number, sock in enumerate(unique_socks):
        x = box.centre[0] + step * (number - (len(unique_socks) - 1) / 2)
        image = knit_sock(painter.assets, sock.knit, SOCK_HEIGHT, turn=(-5.0, 4.0, -3.0, 6.0)[number])
        painter.blit(image, x, box.y + SOCK_HEIGHT / 2 + 2, "center")
    label, label_box = earned_label(painter, box, socks)
    LayoutTree(Align(label), label_box, painter).paint(painter)


def draw_label(painter: Painter, box: Box) -> None:
    """Draw the cloth tag behind a label."""
    painter.blit(tag(painter.assets, round(box.w), round(box.h)), *box.centre, "center")


POLL_CLOSE_MS = 1600.0  # ms to show that all have voted, before the vote closes automatically
POLL_SOCK_HEIGHT, POLL_SOCK_STEP = 62.0, 58.0  # height in units of a vote's sock, and distance to the next
SHARE_STEP = 5  # step of a share in percent at the screen
OPTION_LOOKS = (0, 2, 1)
"""Looks of the options with shares. Those of the votes' socks do not reveal the voter."""


@dataclass(frozen=True, slots=True)
class VoteLabels:
    """Labels of the buttons that end a round."""

    go_on: str
    later: str = ""  # button that leaves the round open, empty for none


class VoteDialog(Dialog):
    """Waits for the votes of one round, until the host or a vote of the phones closes it."""

    is_interrupting = True
    width = 720.0
    is_menu = True

    def __init__(self, vote: MatchVote, number: int, labels: VoteLabels, on_done: Callable[[], None]) -> None:
        """Wait for a round. ``on_done`` is called after it is closed, and must pop the dialog."""
        self.vote, self.number, self._labels, self._on_done = vote, number, labels, on_done
        self._last_state: object = None
        self._full: float | None = None  # time in ms at which all had voted
        self._phone_actions = (PhoneAction(VoteItem(ON, lambda: _("Continue")), self._decide),)

    def on_enter(self) -> None:
        """Open the round for votes, with a sound."""
        self.vote.open(self.number)
        self.app.audio.play("phase")
        self._last_state = self._vote_state

    @property
    def _vote_state(self) -> object:
        """(version of the vote, number of voters, number of votes still to cast here), to notice changes."""
        return self.vote.version, self.vote.shift.of, len(self.vote.pending_seats)

    def rows(self) -> list[Element]:
        """Question, counts and buttons."""
        ballot, texts, voter_count = (
            self.vote.rounds[self.number],
            self.vote.words(self.number),
            len(self.vote.pending_seats),
        )
        secret = _("Votes are secret. A result needs at least {n} votes.")
        vote_label = _("Vote on this screen ({n} still to vote)").format(n=voter_count)
        vote = button(vote_label, self._open_slip, key="vote", go=True, sign="screen")
        later = button(self._labels.later, self.back, sign="clock")
        return [
            Heading(texts.question, LARGE, centred=True),
            TextRow(texts.more, is_muted=True, centred=True),
            PictureRow(POLL_SOCK_HEIGHT + 26, self._draw_votes, spare=True),
            TextRow(_("{n} of {all} have voted.").format(n=ballot.count, all=self.vote.shift.of),
                  face="strong", centred=True),
            TextRow(secret.format(n=QUORUM), is_muted=True, centred=True),
            SpacerRow(),
            *([vote] if voter_count else []),
            button(self._labels.go_on, self._close, go=not voter_count, sign="chart"),
            *([later] if self._labels.later else []),
        ]  # fmt: skip

    def _open_slip(self) -> None:
        """Let a person at the screen vote."""
        self.app.scenes.push(VoteSlip(self.vote, self.number))

    def tick(self, now: float) -> bool:
        """Update the counts, and close the round some time after all have voted. Always returns False."""
        if self._vote_state != self._last_state:
            self._last_state = self._vote_state
            self.on_layout()
            self.app.audio.play("focus")
            self.needs_redraw = True
        full = self.vote.rounds[self.number].count >= self.vote.shift.of
        self._full = (self._full if self._full is not None else now) if full else None
        if self._full is not None and now - self._full >= POLL_CLOSE_MS:
            self._close()
        return False

    def wake_times(self) -> Iterable[float]:
        """Time in ms at which the round closes; empty until all have voted."""
        return () if self._full is None else (self._full + POLL_CLOSE_MS,)

    def back(self) -> None:
        """Pop the dialog and leave the round open if that is offered, else refuse with a sound."""
        if self._labels.later:
            self.app.audio.play("back")
            self.app.scenes.pop()
        else:
            self.app.audio.play("refuse")

    def phone_actions(self) -> Sequence[PhoneAction]:
        """The action with which phones vote to close the round."""
        return self._phone_actions

    def _decide(self) -> None:
        """Close the round by a vote of the phones. A slip that is open here is discarded."""
        while self.app.scenes.top is not self:
            self.app.scenes.pop()
        self._close()

    def _close(self) -> None:
        """Close the round and call the follow-up."""
        self.vote.close()
        self._on_done()

    def _draw_votes(self, painter: Painter, box: Box) -> None:
        """Draw a line with a sock per vote and an outline per missing one; nothing reveals the voters."""
        count, total, theme = self.vote.rounds[self.number].count, max(1, self.vote.shift.of), painter.theme
        step = min(POLL_SOCK_STEP, box.w / (total + 1))
        left, y = box.centre[0] - step * (total - 1) / 2, box.y + 18
        ends = left - step * 0.8, left + step * (total - 0.2)
        rope = f"M{ends[0]} {y - 3} Q{box.centre[0]} {y + 7} {ends[1]} {y - 3}"
        body = line(rope, theme.soft, 3)
        painter.blit(
            rasterize_units(painter.assets, body, box.w, 32, (box.x, box.y, box.w, 32)), box.x, box.y
        )
        for place in range(count, total):
            # Votes that are missing.
            x = left + step * place
            sock = stitched_sock(painter.assets, POLL_SOCK_HEIGHT, theme.thread, theme.panel)
            painter.blit(sock, x - 33, y - SOCK_ROOM + 6)
            painter.blit(peg(painter.assets, 0.5, (3.0, -3.0)[place % 2]), x - 12, y, "center")
        for place in range(count):
            image = hung_sock(
                painter.assets, OPTION_LOOKS[place % 3], POLL_SOCK_HEIGHT, (4.0, -3.0, 2.0)[place % 3]
            )
            painter.blit(image, left + step * place, y - SOCK_ROOM, "midtop")

    @property
    def back_words(self) -> str:
        """Label of Back; empty if it is refused."""
        return self._labels.later


class VoteSlip(Dialog):
    """Anonymous ballot for a person at the screen. Popped once it is cast or put back."""

    width = 840.0
    is_menu = True

    def __init__(self, vote: MatchVote, number: int) -> None:
        """Create an empty ballot for round ``number``; it can be cast once a share was moved."""
        self.vote, self._number = vote, number
        # An option that was never changed counts as no opinion.
        self.shares = [0] * len(vote.words(number).things)
        self._is_set = False  # True once a share was moved

    def rows(self) -> list[Element]:
        """Question, a slider per option and buttons; in large text without explanations."""
        texts, has_room = self.vote.words(self._number), self.app.text_scale <= 1.5
        away = TextRow(_("Your vote is secret: everyone else, look away."), is_muted=True, centred=True)
        follow = TextRow(_("Move one share and the others follow."), SMALL, is_muted=True, centred=True)
        cast = _("Cast vote")
        return [
            Heading(texts.question, LARGE, centred=True),
            *([away, SpacerRow(4)] if has_room else []),
            *(
                slider(
                    name, share, partial(self._move, place), seat=OPTION_LOOKS[place], step=SHARE_STEP,
                    is_set=self._is_set, help=more,
                )
                for place, ((name, more), share) in enumerate(zip(texts.things, self.shares, strict=True))
            ),
            *([follow] if has_room else []),
            button(cast, self._cast, go=True, off=not self._is_set, alone=False, sign="tick"),
            button(_("Not now"), self._leave, sign="clock"),
        ]  # fmt: skip

    def tick(self, now: float) -> bool:
        """Pop the slip if its round is closed, or all here have voted. Always returns False."""
        if self.vote.current != self._number or not self.vote.pending_seats:
            self.app.scenes.pop()
        return False

    def _move(self, place: int, value: int) -> None:
        """Set an option's share to ``value`` %, rounded to `SHARE_STEP`; adapt the others; allow casting."""
        self.shares = rebalance(self.shares, place, round(value / SHARE_STEP) * SHARE_STEP)
        self._is_set = True

    def _leave(self) -> None:
        """Pop the slip."""
        self.app.scenes.pop()

    def _cast(self) -> None:
        """Cast the vote with these shares, and pop the slip."""
        self.vote.cast_here(self.shares)
        self._leave()
