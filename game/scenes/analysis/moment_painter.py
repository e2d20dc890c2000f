"""Drawing of moments: parts of the table with the moves and the fact about them, or the laid cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pygame

from game.match.analysis import TurningPoint
from game.scenes.analysis.drawing import (
    BETTER_COLOUR,
    HEADER_HEIGHT,
    HEADER_OVERLAP_SHARE,
    PANEL_PICTURE,
    PLAYED_COLOUR,
    ROOMY_TEXT_SCALE,
    draw_frame,
    draw_pill,
    draw_yarn,
    frame_ink,
    pixels,
)
from game.scenes.analysis.known_moments import AnalysedMoves, KnownMoments
from game.scenes.analysis.move_arrows import (
    ARROW_COLOURS,
    BEAD_SIZE,
    MIN_BEAD_SIZE,
    BoardCrop,
    MoveArrow,
    draw_about,
    draw_ways,
    free_edge,
)
from game.scenes.analysis.pictures import (
    PART_GAP,
    FinalPositionPicture,
    MomentPictures,
    occupied_boxes,
    spoken_of,
    standing,
)
from game.scenes.analysis.playback import MomentPlayback
from game.ui.art.lesson_pointer import veil
from game.ui.cards.stat_pictures import draw_play
from game.ui.core.canvas import Box
from game.ui.core.fonts import STRONG
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import AppContext
from game.ui.match.view_roles import LooksBack, role_of
from game.ui.widgets import LayoutTree, MeasureContext, Padding, column


class MomentPainter:
    """Draws the windows of the open moment, and small pictures of all moments."""

    def __init__(
        self,
        app: AppContext,
        known: KnownMoments,
        pictures: MomentPictures,
        playback: MomentPlayback,
        final: FinalPositionPicture,
    ) -> None:
        self._app, self._known, self._pictures = app, known, pictures
        self._playback, self._final = playback, final

    def draw_small(
        self,
        painter: Painter,
        box: Box,
        moment: TurningPoint,
        is_drawn: bool,  # noqa: FBT001
        is_final_drawn: bool,  # noqa: FBT001
    ) -> None:
        """Draw the last move of a turn on a part of the board, else a sign of the move or its cards."""
        turn, deed = self._known.turn_of(moment), self._known.deeds_of(moment)[0]
        # The edge of the table would cut off cards of a hand, so they are drawn alone.
        if is_drawn and not deed.cards and (arrows := self._pictures.ways(turn, deed)):
            arrows = arrows[-1:]  # only the last way, because all of them would often need the whole board
            part = self._pictures.part_around(turn, arrows, box.w / box.h, box.w * 1.3)
            image = self._pictures.window(painter.assets, turn, deed, part, pixels(painter, box))
            draw_frame(painter, box, image, frame_ink(painter.theme))
            view = self._pictures.before(turn)[1].view
            window = BoardCrop(box, part, role_of(view, LooksBack).moves_pieces, bead=0)
            draw_ways(painter, window, arrows, ARROW_COLOURS[self._known.is_good(moment)], (), ())
            return
        verbs = [move.split()[0] for move in deed.moves if " " in move] or ["drawn"]
        main_verb = next((verb for verb in ("sock", "kick") if verb in verbs), verbs[-1])
        if is_final_drawn:
            picture = "play" if deed.cards else main_verb
            role_of(self._final.view, LooksBack).draw_stat(painter, box, picture, deed.cards, turn.seat)

    def draw(
        self,
        painter: Painter,
        box: Box,
        deed: AnalysedMoves,
        _count: int,
        is_drawn: bool,  # noqa: FBT001
    ) -> None:
        """Draw a part of the table with the moves. Loose yarn until the pictures are drawn."""
        turn, moment = self._known.turn, self._known.moment
        if turn is None or moment is None:
            return
        if not is_drawn:
            draw_yarn(painter, box)
            return
        pictures, view = self._pictures, self._pictures.before(turn)[1].view
        hidden = HEADER_OVERLAP_SHARE * HEADER_HEIGHT.at(painter.text_scale)
        role = role_of(view, LooksBack)
        about = [at for name in role.fact_places(self._known.fact or {}) if (at := view.locate(name))]
        parts = pictures.parts(turn, self._known.deeds, about, box.w, box.h, hidden)
        bead = BEAD_SIZE if role.moves_pieces and painter.text_scale > ROOMY_TEXT_SCALE else MIN_BEAD_SIZE
        width = (box.w + PART_GAP) / len(parts) - PART_GAP
        # The plate is on the part that shows most of its subject.
        tagged_part = max(parts, key=lambda part: sum(part.contains(place.centre) for place in about))
        for number, part in enumerate(parts):
            pane = replace(box, x=box.x + number * (width + PART_GAP), w=width)
            window = BoardCrop(pane, part, role.moves_pieces, bead, hidden)
            self._draw_part(painter, window, deed, about, tagged=part is tagged_part)

    def _draw_part(
        self,
        painter: Painter,
        window: BoardCrop,
        deed: AnalysedMoves,
        about: Sequence[Box],
        *,
        tagged: bool,
    ) -> None:
        """Draw a framed part of the table with the moves on it and the plate."""
        turn, moment, box, pictures = self._known.turn, self._known.moment, window.box, self._pictures
        assert turn is not None
        assert moment is not None
        good, size = self._known.is_good(moment, better=deed.better), pixels(painter, box)
        colour = BETTER_COLOUR if good else PLAYED_COLOUR
        animation = self._playback.of(deed)
        if animation is not None and animation.table is not None:
            draw_frame(painter, box, pictures.live(painter.assets, animation, window.part, size), colour)
            return
        image = pictures.window(painter.assets, turn, deed, window.part, size)
        arrows, view = pictures.ways(turn, deed), pictures.before(turn)[1].view
        if window.pieces and arrows and not deed.cards:
            image = _spotlit(painter, image, window, arrows)
        draw_frame(painter, box, image, colour)
        if deed.cards or not arrows:
            self._draw_plain(painter, box, deed)
            return
        for place in about:
            draw_about(painter, window, place)
        piece_boxes = [
            window.box_of(standing([at])) if window.pieces else window.disc(at) for at in occupied_boxes(view)
        ]
        tag = self._tag(painter, window, deed, about, piece_boxes) if tagged else None
        off = piece_boxes if tag is None else [*piece_boxes, tag.parts[0].box]
        draw_ways(painter, window, arrows, ARROW_COLOURS[good], [*spoken_of(view), *about], off)
        if tag is not None:
            tag.paint(painter)

    def _tag(
        self,
        painter: Painter,
        window: BoardCrop,
        deed: AnalysedMoves,
        about: Sequence[Box],
        piece_boxes: Sequence[Box],
    ) -> LayoutTree | None:
        """Plate with the fact about a turn, laid out at one place in both windows; None for none."""
        turn, fact = self._known.turn, self._known.fact
        if turn is None or fact is None:
            return None
        role = role_of(self._pictures.before(turn)[1].view, LooksBack)
        tags = {
            candidate: column(element, pad=Padding(14, 4), behind=PANEL_PICTURE)
            for candidate in self._known.deeds
            if (element := role.fact_element(fact, better=candidate.better)) is not None
        }
        if deed not in tags:
            return None
        arrows = [arrow for candidate in self._known.deeds for arrow in self._pictures.ways(turn, candidate)]
        ends = [window.at(space) for arrow in arrows for space in arrow.boxes]
        middles = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in pairwise(ends)]
        protected = [*map(window.at, about), *ends, *middles]
        # Both plates get the size of the larger one.
        played, pixel_size = self._known.deeds[0], pixels(painter, window.box)
        image = self._pictures.window(painter.assets, turn, played, window.part, pixel_size)
        size = max(MeasureContext(painter).size(tag, window.box.w - 32) for tag in tags.values())
        return LayoutTree(tags[deed], free_edge(window, size, protected, piece_boxes, image), painter)

    def _draw_plain(self, painter: Painter, box: Box, deed: AnalysedMoves) -> None:
        """Draw the laid cards before the table, or the words of the move if there are none."""
        turn = self._known.turn
        assert turn is not None
        # Words grow with the text size only while all have room beside the cards.
        texts = [candidate.words for candidate in self._known.deeds]
        for growth in (1.0, 0.75, 0.5, 0.25, 0.0):
            text_painter = painter.with_text_scale(1 + growth * (painter.text_scale - 1))
            tallest = max(text_painter.height(text, box.w - 70, 24, STRONG) + 18 for text in texts)
            if tallest < box.h * 0.26:
                break
        has_text = tallest < box.h * 0.4 or not deed.cards
        text_height = text_painter.height(deed.words, box.w - 70, 24, STRONG) + 18
        area = Box(box.x + 24, box.y + 34, box.w - 48, box.h - 44 - (text_height + 16 if has_text else 0.0))
        if deed.cards:
            fallen = self._playback.fallen_count(deed)
            draw_play(painter, area, deed.cards, fallen, still=self._app.reduced_motion)
        elif area.h > 80:
            scale = min(1.0, area.h / 120)
            role_of(self._final.view, LooksBack).draw_stat(
                painter, Box(area.x, area.y, area.w, area.h * scale), "drawn", (), turn.seat
            )
        if has_text:
            # Narrowed until the last line is about as long as the others.
            width = box.w - 70
            while width > 60 and text_painter.height(deed.words, width - 8, 24, STRONG) + 18 == text_height:
                width -= 8
            at = Box(box.centre[0] - width / 2 - 20, box.bottom - text_height - 14, width + 40, text_height)
            draw_pill(painter, at)
            text_painter.paragraph(
                deed.words, at.x + 20, at.y + 9, width, 24, TextStyle(STRONG), centred=True
            )


def _spotlit(
    painter: Painter, image: pygame.Surface, window: BoardCrop, arrows: Sequence[MoveArrow]
) -> pygame.Surface:
    """Copy of a window's picture that is dim but for the pieces that move, and their ways."""
    spaces = (window.box_of(standing([space])) for arrow in arrows for space in arrow.boxes)
    lit = tuple(painter.view.rect(space.translated(-window.box.x, -window.box.y)) for space in spaces)
    shade = veil(image.get_size(), painter.theme.shade, 0.375, lit)
    dim = image.copy()
    dim.blit(shade, (0, 0))
    dim.blit(image, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)  # its corners stay clear
    return dim
