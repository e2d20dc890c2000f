"""Pictures of a match that nobody sees on a screen: of a moment, or of moves one after the other.

They are drawn by the view of its game on a stage of their own, which has no window and no home: in a process
beside the window, or in a program without one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.core.discovery import find
from game.core.game import known_level
from game.core.session import Session
from game.match.match import Match
from game.match.seats import PHONE, Seat
from game.match.words import MatchWords
from game.store.settings import Speed
from game.store.stores import Stores
from game.ui.art.patterns import SEATS
from game.ui.core.audio import Audio
from game.ui.core.canvas import PACE
from game.ui.core.context import Stage
from game.ui.table.context import ViewContext
from game.ui.table.playback import Show
from game.ui.table.views import view_of
from game.ui.widgets import Scene

WIDTH, HEIGHT = 1280, 720
"""Pixels of a whole picture, and units of its canvas: views tell for it where their boards lie."""
LONGEST_SHOW = 3000.0
"""No event of a moving picture takes longer, in ms: nobody is waited for."""


NOWHERE = Path(os.devnull) / "home"
"""A folder that is not there and cannot be made."""


class Clock:
    """The time of a stage on which it passes from picture to picture."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time in ms."""
        return self.now


class Studio:
    """A stage for pictures. Nothing of it is kept, and whatever it plays is not heard."""

    def __init__(self, cache: Path | None, language: str = "en") -> None:
        """Make one.

        Args:
            cache: where finished pictures of pieces are kept, as for the window; `None` for nowhere.
            language: that of the words in the pictures.
        """
        if not pygame.display.get_init():
            os.environ["SDL_VIDEODRIVER"] = "dummy"
            pygame.display.init()
        pygame.font.init()
        if pygame.display.get_surface() is None:
            pygame.display.set_mode((WIDTH, HEIGHT))  # only a window has a format for its pictures
        self.clock = Clock()
        self._stores = Stores(NOWHERE)
        self.stage = Stage(self._stores, Audio(), self.clock, {}, cache)
        self.stage.resized(WIDTH, HEIGHT)
        self.speak(language)
        self.surface = pygame.Surface((WIDTH, HEIGHT)).convert()

    def speak(self, language: str) -> None:
        """Have the words in the pictures in this language from now on."""
        settings = self.stage.settings
        if settings.language != language or settings.animation_speed != Speed.BRISK:
            self.stage.apply(settings.with_changes(language=language, animation_speed="brisk"))

    def close(self) -> None:
        """End what it has started."""
        self.stage.scenes.abandon()
        self._stores.close()

    def still(self, session: Session, seats: Sequence[Seat], eyes: int | None = None) -> pygame.Surface:
        """A match as it stands.

        Args:
            session: the match.
            seats: who sits there.
            eyes: who looks; `None` for what everybody may see.
        """
        table = PhotoTable(self, session, seats, eyes)
        table.draw()
        return self.surface.copy()

    def moving(
        self, session: Session, moves: Sequence[str], seats: Sequence[Seat], frame: float, eyes: int | None
    ) -> Iterator[pygame.Surface]:
        """A match on its way: the surface on which it is drawn, once every so many ms.

        Args:
            session: the match before the first of the moves, which are made in it.
            moves: what is seen.
            seats: who sits there.
            frame: from picture to picture, in ms.
            eyes: who looks.
        """
        table = PhotoTable(self, session, seats, eyes)
        table.draw()
        yield self.surface
        for move in moves:
            table.play(move)
            while table.run(frame):
                table.draw()
                yield self.surface
        table.draw()
        yield self.surface

    def photo(self, session: Session, seats: Sequence[Seat]) -> tuple[pygame.Surface, MatchWords]:
        """What is worth seeing of a match as it stands: its board, without the panels; and its words."""
        table = PhotoTable(self, session, seats, None)
        table.draw()
        box = self.stage.view.rect(table.view.photo)
        return self.surface.subsurface(box.clip(self.surface.get_rect())).copy(), table.view.words


class _Unseen(Scene):
    """Stands below a picture, so that the view in it draws no help strip."""

    def speaks_for(self, owner: object) -> bool:
        return True


class PhotoTable:
    """A match that is only drawn: nobody sits there, nothing of it is kept."""

    def __init__(self, studio: Studio, session: Session, seats: Sequence[Seat], eyes: int | None) -> None:
        self._studio, self._eyes = studio, eyes
        stage = studio.stage
        stage.scenes.abandon()
        stage.scenes.push(_Unseen())
        self._match = Match(session, seats)
        context = ViewContext(stage, self._match)
        self._playback = context.playback
        context.gaze.seat, context.is_picture = eyes, True
        self.view = context.seen_by(view_of(session.game))
        self.view.enter()
        self.view.sync(session.observe(eyes))
        self.view.layout()
        self._prepare()

    def _prepare(self) -> None:
        while self.view.prepare():
            continue

    def draw(self) -> None:
        """Draw it as it is now."""
        self._prepare()
        self.view.draw(self._studio.stage.painter(self._studio.surface))

    def play(self, move: str) -> None:
        """Make a move; `run` shows it."""
        session, view = self._match.session, self.view
        self._match.play(move)
        events = [session.redact(event, self._eyes) for event in session.last_events()]
        view.expect(events)
        pace = PACE["brisk"]
        lengths = (min(LONGEST_SHOW, view.length(event) * pace) for event in events)
        self._playback.add(Show(event, length) for event, length in zip(events, lengths, strict=True))

    def run(self, ms: float) -> bool:
        """Let time pass on what is shown; whether there is more of it."""
        self._studio.clock.now += ms
        self.view.tick(self._studio.clock.now)
        show = self._playback.show
        if show is not None and show.gone > LONGEST_SHOW:
            show.go_on()
        if self._playback.is_busy and self._playback.run(ms):
            self.view.sync(self._match.session.observe(self._eyes))
        self.view.showing()
        return self._playback.is_busy


@contextmanager
def studio(cache: Path | None, language: str = "en") -> Iterator[Studio]:
    """A stage for pictures while it is needed."""
    made = Studio(cache, language)
    try:
        yield made
    finally:
        made.close()


def framed(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """The middle of a picture in another shape, made so large."""
    (w, h), (wide, high) = picture.get_size(), size
    share = max(wide / w, high / h)
    cut = pygame.Rect(0, 0, min(w, round(wide / share)), min(h, round(high / share)))
    cut.center = w // 2, h // 2
    return pygame.transform.smoothscale(picture.subsurface(cut), size)


def sitters(session: Session, given: Sequence[Any]) -> list[Seat]:
    """Seats at which nobody plays, dressed as a file says; whatever it says, there is one for each name."""
    bot, seats = find(session.game).bot, []
    for number, name in enumerate(session.names):
        known = given[number] if number < len(given) and isinstance(given[number], Mapping) else {}
        look, level = known.get("look", number), known.get("level", "")
        look = look if type(look) is int and 0 <= look < len(SEATS) else number % len(SEATS)
        level = known_level(bot, level) if isinstance(level, str) else ""
        seats.append(Seat(name, look, level, device=PHONE))
    return seats
