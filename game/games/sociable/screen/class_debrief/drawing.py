"""A page about a class as a whole: wall, headline, the line with its socks, panels, and the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import pygame

from game.games.sociable.review.pooled.classes import CLASSES
from game.games.sociable.screen.chairs import TEMP
from game.games.sociable.screen.class_debrief import words
from game.games.sociable.screen.class_debrief.facts import ClassFacts
from game.games.sociable.screen.class_debrief.panels import meaning, moved_where, stayed, voted
from game.games.sociable.screen.class_debrief.panels_more import (
    OneTable,
    Panel,
    SideStrength,
    equal_players,
    other_classes,
    table_pages,
    verdict,
)
from game.games.sociable.screen.debrief.backdrop import WOOD, after_hours, sock_box, sock_line, wall
from game.games.sociable.screen.debrief.page import count, fitting
from game.games.sociable.screen.debrief.parts import CREAM, LARGE_TYPE, PAD, SAND, TITLE, draw_seated, glow
from game.games.sociable.screen.debrief.words import QUESTIONS, question
from game.ui.art.fabric import BUBBLE_ROOM, bubble, wood_front
from game.ui.art.palette import INK
from game.ui.art.puppets import Dress, puppet, puppet_foot
from game.ui.kit.assets import Assets
from game.ui.kit.canvas import Box, Canvas
from game.ui.kit.paint import NAMES, STRONG, Painter, TextStyle, Type
from game.ui.kit.theme import BODY, LINEN

SIZE = 1920, 1080
"""Pixels of every picture that is saved."""
TOP, GAP = 130.0, 20.0
BUTTON = 306.0
"""What the bubble keeps free for the button that starts the parallel classes."""
Share = tuple[float, float, float, float]
"""Left, top, width and height as shares of the field."""
WHOLE: Share = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class ClassPage:
    """What is on a page."""

    name: str
    panels: tuple[tuple[Panel, Share], ...] = ()
    talks: bool = False
    """Whether there is one question and nothing else, as large as can be."""
    parallel: bool = False
    """Whether the parallel classes are started and stopped here."""


TALK = ClassPage("talk", talks=True)


def class_pages(text_scale: float, told: ClassFacts) -> tuple[ClassPage, ...]:
    """The pages at a text size: from a large one on, every panel has a page of its own."""
    sides = range(len(told.story.sides))
    if text_scale >= LARGE_TYPE:
        found = [("moves", moved_where), ("boss", stayed), ("meaning", meaning)]
        found += [("vote", voted)] if told.shows_votes else []
        found += [(f"table-{number + 1}", OneTable(number)) for number in range(len(told.story.played))]
        found += [(f"strength-{number + 1}", SideStrength(number)) for number in sides]
        found += [("verdict", verdict), ("equal", equal_players), ("classes", other_classes)]
        single = (ClassPage(name, ((panel, WHOLE),), parallel=panel is verdict) for name, panel in found)
        return (*single, TALK)
    low = voted if told.shows_votes else meaning
    first = (
        (moved_where, (0, 0, 0.418, 1)),
        (stayed, (0.437, 0, 0.563, 0.49)),
        (low, (0.437, 0.535, 0.563, 0.465)),
    )
    wide = 0.68 if told.shows_votes else 1.0
    each = (wide - 0.018 * (len(sides) - (not told.shows_votes))) / max(1, len(sides))
    strong = [(SideStrength(n), (n * (each + 0.018), 0.0, each, 1.0)) for n in sides]
    more = [(meaning, (wide, 0.0, 1 - wide, 1.0))] if told.shows_votes else []
    both = ((equal_players, (0, 0, 0.5, 1)), (other_classes, (0.518, 0, 0.482, 1)))
    return (
        ClassPage("overview", first),
        *(
            ClassPage(f"tables-{some.first + 1}" if some.first else "tables", ((some, WHOLE),))
            for some in table_pages(len(told.story.played))
        ),
        ClassPage("strength", (*strong, *more)),
        ClassPage("parallel", both, parallel=True),
        TALK,
    )


@dataclass(frozen=True, slots=True)
class ClassMoment:
    """What somebody looks at."""

    page: ClassPage
    number: int
    of: int
    question: int = 0
    bottom: float = 0.0
    """Where the page ends."""
    wood: bool = True


@dataclass(frozen=True, slots=True)
class ClassBoxes:
    """Where everything of a page lies."""

    field: Box
    """What the panels share."""
    bubble: Box | None
    socks: tuple[Box, ...]
    roomy: bool
    """Whether there is room for figures, and for more than one panel."""

    @classmethod
    def of(cls, painter: Painter, moment: ClassMoment) -> ClassBoxes:
        """The places in a window."""
        view, safe = painter.view, painter.view.safe
        if painter.text_scale >= LARGE_TYPE:
            return cls(Box(safe.x, safe.y, safe.w, moment.bottom - safe.y), None, (), roomy=False)
        socks = tuple(sock_box(view, number, moment.of) for number in range(moment.of))
        if moment.page.talks:
            return cls(Box(safe.x, TOP, safe.w, moment.bottom - TOP), None, socks, roomy=True)
        tall = max(90.0, painter.line_height(30) + painter.line_height(BODY) + 26)
        say = Box(safe.x + 122, moment.bottom - tall, safe.w - 122, tall)
        return cls(Box(safe.x, TOP, safe.w, say.y - GAP - TOP), say, socks, roomy=True)

    def panel(self, share: Share) -> Box:
        """The box of a panel."""
        x, y, w, h = share
        field = self.field
        return Box(field.x + field.w * x, field.y + field.h * y, field.w * w, field.h * h)

    def run(self, painter: Painter) -> Box:
        """Where the parallel classes are started and stopped."""
        if self.bubble is not None:
            return Box(self.bubble.right - 304, self.bubble.centre[1] - 31, 280, 62)
        tall = painter.line_height(24) + 24
        wide = self.field.w * 0.6
        return Box(self.field.centre[0] - wide / 2, self.field.bottom - tall - 20, wide, tall)


def page_pieces(painter: Painter, told: ClassFacts, moment: ClassMoment) -> Iterator[None]:
    """A page without what moves, one piece at a time."""
    view, theme, page = painter.view, painter.theme.name, moment.page
    places = ClassBoxes.of(painter, moment)
    if theme != "contrast":
        after_hours(painter.assets, view.w, view.h, theme)
        yield
    painter.blit(wall(painter.assets, view.w, view.h, theme), 0, 0)
    yield
    if moment.wood:
        painter.blit(wood_front(painter.assets, view.w, WOOD), 0, view.h - WOOD - 24)
    if places.roomy:
        _head(painter, told)
        sock_line(painter, places.socks, moment.number)
        yield
    for panel, share in page.panels:
        panel(painter, places.panel(share), told)
        yield
    if page.talks:
        _talk(painter, told, places, moment)
        yield
    if places.bubble is not None:
        _asker(painter, (view.safe.x + 58, moment.bottom + 14), TEMP, 4, 92)
        _say(painter, places.bubble, told, moment)
        yield
    if not places.roomy:
        ink = INK if page.talks else painter.theme.soft
        at = places.field.right - PAD, places.field.y + 13 + painter.line_height(TITLE) / 2
        number = f"{moment.number + 1} / {moment.of}"
        painter.text(number, *at, BODY, TextStyle(STRONG, ink), anchor="midright")


def _head(painter: Painter, told: ClassFacts) -> None:
    """Three of the class, the headline, and how many they are."""
    safe = painter.view.safe
    glow(painter, (safe.x + 56, 70), 220)
    for x, look, hat in ((20, 0, ""), (74, 4, ""), (46, 3, "crown")):
        dress = Dress(wears=hat, rim=2.0, ground=False)
        image = puppet(painter.assets, look, "happy", 0, 62, dress, look=(0.8, 0.1))
        painter.blit(image, safe.x + x, 112 + puppet_foot(62), "midbottom")
    room = painter.view.w - 580 - safe.x - 118
    painter.text(words.headline(), safe.x + 118, 62, 42, TextStyle(NAMES, CREAM), room=room)
    painter.text(words.counts(told), safe.x + 118, 102, 21, TextStyle(colour=SAND), room=room)


def _asker(
    painter: Painter, at: tuple[float, float], rank: int, look: int, tall: float, state: str = "idle"
) -> None:
    """Somebody on a chair: nobody of the class, so that no pupil has to be the Temp on the screen."""
    image = puppet(painter.assets, look, state, 0, tall, Dress(rim=2.5, ground=False), look=(0.9, -0.1))
    draw_seated(painter, rank, at, 0.42 * tall / 92, image, tall)


def _say(painter: Painter, box: Box, told: ClassFacts, moment: ClassMoment) -> None:
    """The question and what this class has to say to it, or what the parallel classes are."""
    tail = (12.0, box.h * 0.42, -26.0, box.h * 0.29)
    image = bubble(painter.assets, round(box.w), round(box.h), tail, "#FFF3C4", INK, stitch="#C79A4E")
    painter.blit(image, box.x - BUBBLE_ROOM, box.y - BUBBLE_ROOM)
    x, style = box.x + 26, TextStyle(STRONG, "#4A3A18")
    if moment.page.parallel:
        sentences = words.structure(told)
        text = " ".join(sentences) if sentences else words.guess(CLASSES)
        room = box.w - 56 - (0 if sentences else BUTTON)
        size = fitting(painter, text, room, box.h - 12, 24, STRONG)
        tall = painter.height(text, room, size, STRONG)
        painter.paragraph(text, x, box.centre[1] - tall / 2, room, size, style)
        return
    ask, more = question(moment.question), words.evidence_told(told, moment.question)
    room = box.w - 52
    # One line, else two smaller ones; the question gives way to them.
    small = next((size for size in (21.0, 20.0, 19.0) if painter.width(more, size, STRONG) <= room), 18.0)
    lines, line = painter.wrapped(more, room, small, STRONG), small * painter.text_scale * 1.24
    large = 30.0 if len(lines) < 2 else 26.0
    head = large * painter.text_scale * 1.2
    y = box.y + max(5.0, (box.h - head - line * len(lines)) / 2)
    painter.text(ask, x, y + head / 2, large, TextStyle(NAMES, INK), room=room - 110)
    for number, told_line in enumerate(lines):
        painter.text(told_line, x, y + head + line * (number + 0.5), small, style, room=room)
    count(painter, (box.right - 24, box.y + 28), moment.question)


def _talk(painter: Painter, told: ClassFacts, places: ClassBoxes, moment: ClassMoment) -> None:
    """One question, as large as can be, what this class has to say to it, and five on their chairs below."""
    box, roomy = places.field, places.roomy
    foot = 178.0 * min(1.4, box.h / 508) if roomy else 0.0
    cloud = Box(box.x, box.y, box.w, box.h - foot)
    step = min(200.0, cloud.w / 5)
    temp = cloud.w / 2 + 2 * step
    tail = (temp + 40, cloud.h - 2, temp + 24, cloud.h + 34) if roomy else (40.0, 20.0, 60.0, 30.0)
    image = bubble(painter.assets, round(cloud.w), round(cloud.h), tail, "#FFF3C4", INK, stitch="#C79A4E")
    painter.blit(image, cloud.x - BUBBLE_ROOM, cloud.y - BUBBLE_ROOM)
    ask, more = question(moment.question), words.evidence_told(told, moment.question)
    room, pill = cloud.w - 96, painter.line_height(BODY) + 28
    small = fitting(painter, more, room, cloud.h * 0.42, 30, STRONG)
    under = painter.height(more, room, small, STRONG)
    size = fitting(painter, ask, room, cloud.h - under - pill - 36, 52, NAMES)
    tall = painter.height(ask, room, size, NAMES)
    y = cloud.y + pill + max(0.0, (cloud.h - pill - under - tall - 30) / 2)
    painter.paragraph(ask, cloud.x + 48, y, room, size, TextStyle(NAMES, INK), centred=True)
    style = TextStyle(STRONG, "#4A3A18")
    painter.paragraph(more, cloud.x + 48, y + tall + 10, room, small, style, centred=True)
    across = cloud.right - 30 if roomy else cloud.centre[0]
    count(painter, (across, cloud.y + 24 + painter.line_height(BODY) / 2), moment.question)
    moods = ("happy", "happy", "idle", "thinking", "sad")
    for rank, (look, mood) in enumerate(zip((3, 1, 4, 2, 0), moods, strict=True)):
        if roomy:
            _asker(
                painter, (box.centre[0] + step * (rank - 2), box.bottom + 12), rank, look, foot * 0.58, mood
            )


def pictures(told: ClassFacts) -> Iterable[tuple[str, pygame.Surface]]:
    """Every page as a picture, each question one; the same surface is drawn on again and again."""
    pygame.font.init()
    view = Canvas.of(*SIZE)
    surface = pygame.Surface(SIZE)
    painter = Painter(surface, view, LINEN, Assets(view.scale), Type(), 1.0)
    shown = tuple(page for page in class_pages(1.0, told) if told.parallel or not page.parallel)
    for number, page in enumerate(shown):
        moment = ClassMoment(page, number, len(shown), bottom=view.h - 52, wood=False)
        name = f"{number + 1}-{page.name}"
        for asked in range(QUESTIONS if page.talks else 1):
            for _piece in page_pieces(painter, told, replace(moment, question=asked)):
                pass
            yield (f"{name}-{asked + 1}" if page.talks else name), surface
