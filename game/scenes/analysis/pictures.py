"""Pictures of moments: the table before and after a turn, cropped to the part where it happened.

Both windows of a moment show the same part. A played or better turn can also be animated in its window by the
view of its game. The match itself is not changed: each picture has its own table, and is cached.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import pygame

from game.core.game import common_observed
from game.core.session import Session
from game.match.analysis import AnalysedTurn, Analyst
from game.match.match import Match
from game.match.seats import bot_seats
from game.scenes.analysis.drawing import draw_frame, draw_yarn, frame_ink, pixels, rounded
from game.scenes.analysis.known_moments import AnalysedMoves
from game.scenes.analysis.move_arrows import MoveArrow
from game.ui.art.layers import INK
from game.ui.core.assets import Assets
from game.ui.core.canvas import Box, Canvas, overlap_area
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.player import MatchPlayer
from game.ui.match.view import MatchView
from game.ui.match.view_roles import LooksBack, role_of

HEAD_ROOM, PIECE_HEIGHT_SHARE, PIECE_INSET_SHARE = 16.0, 0.34, 0.06
"""Units above a board for the heads of tall pieces, and shape of a piece relative to its place.

The shares are its height above the place, and its inset at the sides and below.
"""
PATH_MARGIN = 26.0  # units of the table around the ends of a way for its mark
MAX_ZOOM = 1.6  # scale of the pictures compared to the table, and greatest magnification in a window
BALL_INSET_SHARE = 0.12  # inset of a ball within its place at each side, as a share
GHOST_ALPHA = 150  # opacity of a piece drawn at the end of its move
VEIL_ALPHA = 120  # darkness of the table behind cards
CORNER_PX = 12  # pixels of a corner whose colour continues beyond the picture
RESET_SHARE = 0.2  # share of changed pixels above which the table was reset, so no piece gets a ghost
FLOOR_TOLERANCE = (26, 26, 26, 255)  # colour tolerance of the floor
SEARCH_SCALE, SEARCH_POSITIONS, EMPTY_STEPS = 1 / 12, 12, 12
"""Search for a part with much board: scale of the picture, positions each way, steps of bare floor.

Twelfths of bare floor count as a difference.
"""
MIN_PART_WIDTH = 562 / MAX_ZOOM  # units, least width of a visible part
MAX_PART_GROWTH = 1.35  # factor by which a part may grow to include what the sentence is about
PART_GAP, MIN_SCALE_GAIN, MAX_BARE_FACTOR = 8.0, 1.25, 1.4
"""Units between two parts of a table side by side, and limits for showing two parts.

The limits are the least gain in scale, and the factor on the size of a part that shows no move of one turn.
"""
MAX_DIVIDED_PATHS = 8  # ways at most for which every division into two parts is tried
PART_SCALES = 1.0, 1.06, 1.12, 1.18, 1.24, 1.3, 1.48  # factors on a part's size, tried to cut fewer pieces
WHOLE_BOARD_SHARE = 0.85  # share of a board's height from which the whole board is shown
CARD_TABLE_HEIGHT = 660.0  # units from the top to the end of a card table, including the plate of the seat
# ms, longest animation of an event; events that would take more than MOMENT are left out
MAX_SHOW_MS, MOMENT_MS = 3000.0, 2000.0
CARD_FALL_MS, FINAL_REST_MS = 320.0, 900.0  # ms for a card to fall, and to show the end of a played turn


class TablePictures:
    """Cached pictures of tables, each with its own match, at the usual text size and this window's scale."""

    def __init__(self, app: AppContext, match: Match, zoom: float) -> None:
        self._stage, self._match, self._zoom = app, match, zoom
        self._tables_by_key: dict[object, tuple[pygame.Surface, MatchPlayer]] = {}
        self._small: AppContext | None = None
        self.look: object = None
        """Scale, theme and language of the cached pictures."""

    def of(self, key: object, session: Session, viewer: int | None) -> tuple[pygame.Surface, MatchPlayer]:
        """Return (cached picture of a position, player whose view drew it). Draws it if missing."""
        for _step in self.making(key, session, viewer):
            continue
        return self._tables_by_key[key]

    def making(self, key: object, session: Session, viewer: int | None) -> Iterator[None]:
        """Draw the picture of a position into the cache, a step per yield, unless it is there."""
        look = self._look
        if look != self.look:
            self.leave()
            self.look, self._small = look, self._make_context()
        if key not in self._tables_by_key:
            surface, player = self.laid(session, viewer)
            yield
            painter = player.context.app.painter(surface)
            yield from player.view.preload_first_frame(painter)
            yield
            if key in self._tables_by_key or look != self.look:  # made elsewhere meanwhile, or another window
                player.leave()
                return
            player.view.draw(painter)
            self._tables_by_key[key] = surface, player

    def has(self, key: object) -> bool:
        """Return True if the picture with this key is cached and still valid."""
        return key in self._tables_by_key and self.look == self._look

    @property
    def _look(self) -> object:
        """Scale, theme and language that a picture depends on."""
        return self._stage.view.scale, self._stage.theme.name, self._stage.settings.language

    def laid(self, session: Session, viewer: int | None) -> tuple[pygame.Surface, MatchPlayer]:
        """Return an empty surface, and a player of a new table whose view can draw on it."""
        assert self._small is not None
        match = Match(session, bot_seats(self._match.seats))
        context = ViewContext(self._small, match, mode=ViewMode.PICTURE, viewer=viewer)
        player = MatchPlayer(context, MAX_SHOW_MS)
        player.enter()
        player.view.on_layout()
        view = self._small.view
        return pygame.Surface((view.px(view.w), view.px(view.h))).convert(), player

    def _make_context(self) -> AppContext:
        """Copy of the context with the usual canvas and text size, at another scale."""
        small = copy.copy(self._stage)
        small.view = Canvas(1280, 720, self._stage.view.scale * self._zoom)
        if self._zoom != 1:
            small.assets = self._stage.make_assets(small.view.scale, self._stage.cache)
            small.assets.bold = self._stage.assets.bold
        small.settings = self._stage.settings.with_changes(text_size=100)
        return small

    def leave(self) -> None:
        """Release the players and the cached pictures."""
        for _surface, player in self._tables_by_key.values():
            player.leave()
        self._tables_by_key.clear()


def board_area(view: MatchView) -> Box:
    """Part of a view to show: the board, or a card table from the neighbours' plates to the seat's own."""
    board = view.places.board
    if view.places.hand is not None:
        return Box(0, 0, min(board.right + 24, 1280), CARD_TABLE_HEIGHT)
    # Heads of the first row exceed the edge. Without pieces this margin would show scraps.
    pieces = occupied_boxes(view) if role_of(view, LooksBack).moves_pieces else []
    head = max(0.0, board.y - standing(pieces).y) if pieces else 0.0
    return Box(board.x, board.y - head, board.w, board.h + head)


class LastTablePicture:
    """Last table of a match, from the view that has just shown it and so has all its pictures."""

    def __init__(self, view: MatchView) -> None:
        self._view = view
        self._cached_crop: tuple[object, pygame.Surface] | None = None

    def on_layout(self) -> None:
        """Lay out the view, because that of a match from the album was not laid out before."""
        self._view.on_layout()
        self._cached_crop = None

    def width(self, height: float) -> float:
        """Width in units for this height."""
        board = board_area(self._view)
        return height * board.w / board.h

    def draw(self, painter: Painter, box: Box) -> None:
        """Draw the table as large as possible in the middle of ``box``."""
        board, view = board_area(self._view), painter.view
        width = min(box.w, self.width(box.h))
        height = width * board.h / board.w
        at = Box(box.centre[0] - width / 2, box.centre[1] - height / 2, width, height)
        key = pixels(painter, at), painter.theme.name
        if self._cached_crop is None or self._cached_crop[0] != key:
            whole = pygame.Surface((view.px(view.w), view.px(view.h))).convert()
            self._view.draw(painter.for_surface(whole))
            image = _crop_board(whole, view.rect(board), view.rect(board), key[0])
            self._cached_crop = key, rounded(painter.assets, image)
        draw_frame(painter, at, self._cached_crop[1], frame_ink(painter.theme))


class FinalPositionPicture:
    """Final position of a match, cropped to its box. Loose yarn until it is drawn."""

    def __init__(self, app: AppContext, match: Match) -> None:
        self._match, self._tables = match, TablePictures(app, match, 1.0)
        self._cached_crop: tuple[object, pygame.Surface] | None = None

    @property
    def is_made(self) -> bool:
        """True once the picture is drawn."""
        return self._tables.has("")

    @property
    def view(self) -> MatchView:
        """View of the final position. Draws the picture first if it is missing."""
        return self._tables.of("", self._match.session, None)[1].view

    def making(self) -> Iterator[None]:
        """Draw the picture, a step per yield, unless it is there."""
        return self._tables.making("", self._match.session, None)

    def leave(self) -> None:
        """Release the cached pictures."""
        self._tables.leave()

    def width(self, height: float, max_width: float) -> float:
        """Width in units for this height, at most ``max_width``; ``max_width`` until the picture is drawn."""
        return (
            min(max_width, height * board_area(self.view).w / board_area(self.view).h)
            if self.is_made
            else max_width
        )

    def draw(self, painter: Painter, box: Box, _is_drawn: bool) -> None:  # noqa: FBT001
        """Draw the final position as large as possible; loose yarn until its picture is drawn."""
        if not self.is_made:
            draw_yarn(painter, box)
            return
        surface, player = self._tables.of("", self._match.session, None)
        board, view = board_area(player.view), player.context.app.view
        width = self.width(box.h, box.w)
        height = width * board.h / board.w
        box = Box(box.centre[0] - width / 2, box.y, width, height)
        size = pixels(painter, box)
        if self._cached_crop is None or self._cached_crop[0] != (size, self._tables.look):
            image = rounded(painter.assets, _crop_board(surface, view.rect(board), view.rect(board), size))
            self._cached_crop = (size, self._tables.look), image
        draw_frame(painter, box, self._cached_crop[1], frame_ink(painter.theme))


class MoveAnimation:
    """Animation of a turn in its window: by the view of its game, or card by card.

    Attributes:
        turn: moves that are played.
        table: surface and player of its table; None for cards.
        elapsed_ms: ms since it began or, after a board animation, since it ended.
    """

    def __init__(self, deed: AnalysedMoves, table: tuple[pygame.Surface, MatchPlayer] | None) -> None:
        self.turn, self.table = deed, table
        self.elapsed_ms = 0.0

    def run(self, now: float, elapsed_ms: float, pace: float) -> int:
        """Advance the table to ``now`` or cards by ``elapsed_ms``. Returns how many cards begin to fall."""
        if self.table is not None and self.table[1].is_busy:
            self.table[1].tick(now)
            return 0
        before = self.fallen(pace)
        self.elapsed_ms += elapsed_ms
        return math.ceil(self.fallen(pace)) - math.ceil(before)

    def fallen(self, pace: float) -> float:
        """Number of cards on the table at ``pace`` (0: all); the fraction is the progress of the last one."""
        return (
            min(float(len(self.turn.cards)), self.elapsed_ms / (CARD_FALL_MS * pace))
            if pace
            else len(self.turn.cards)
        )

    def is_over(self, pace: float) -> bool:
        """True if the animation and the pause after it are over."""
        return self.elapsed_ms >= FINAL_REST_MS + (
            0.0 if self.table is not None else CARD_FALL_MS * pace * len(self.turn.cards)
        )

    def leave(self) -> None:
        """Release its table, if it has one."""
        if self.table is not None:
            self.table[1].leave()


class MomentPictures:
    """Windows of the moments of a match."""

    def __init__(self, app: AppContext, match: Match, analyst: Analyst) -> None:
        self._match, self._analyst = match, analyst
        # Behind cards the table is dim. At its usual scale its parts are cached already.
        self.tables = TablePictures(app, match, 1.0 if match.has_secrets else MAX_ZOOM)
        self._parts: dict[object, pygame.Surface] = {}
        self._ways: dict[object, list[MoveArrow]] = {}
        self._areas: dict[object, Box] = {}  # visible parts of boards, found by a search
        self.finished = set[int]()
        """Numbers of the turns of the moments whose pictures are drawn."""
        self._eyes_open = "hand" not in common_observed(match.session.observe(0))

    def _session_before(self, turn: AnalysedTurn) -> Session:
        """Session up to the choice of a turn."""
        session = self._match.session
        return session.before(turn.choice(session.log))

    def _viewer(self, turn: AnalysedTurn) -> int | None:
        """Seat whose view of a turn is drawn. None if nothing is hidden in this game."""
        return None if self._eyes_open else turn.seat

    def making(self, turn: AnalysedTurn, deeds: Sequence[AnalysedMoves]) -> Iterator[None]:
        """Draw the tables before a turn and, where allowed, after these moves, a step per yield."""
        yield from self.tables.making(turn, self._session_before(turn), self._viewer(turn))
        for deed in deeds:
            if (after := self._session_after(turn, deed)) is not None:
                yield from self.tables.making((turn, deed), after, self._viewer(turn))

    def before(self, turn: AnalysedTurn) -> tuple[pygame.Surface, MatchPlayer]:
        """Picture of the table before a turn, as its seat saw it, and the player whose view drew it."""
        return self.tables.of(turn, self._session_before(turn), self._viewer(turn))

    def after(self, turn: AnalysedTurn, deed: AnalysedMoves) -> pygame.Surface | None:
        """Picture of the table after these moves; None for cards, hidden hands or unplayable moves."""
        after = self._session_after(turn, deed)
        return None if after is None else self.tables.of((turn, deed), after, self._viewer(turn))[0]

    def _session_after(self, turn: AnalysedTurn, deed: AnalysedMoves) -> Session | None:
        """Session after these moves; None for laid cards, hidden hands or moves that cannot be played."""
        if deed.cards or self._match.has_secrets:
            return None
        session = self._match.session
        after = session.before(turn.first if deed.better else turn.last)
        try:
            for move in deed.moves if deed.better else ():
                after.play(move)
        except ValueError:
            return None
        return after

    def ways(self, turn: AnalysedTurn, deed: AnalysedMoves) -> list[MoveArrow]:
        """Return arrows of these moves on the board, numbered from 1; moves without places are left out."""
        _surface, player = self.before(turn)
        key = turn, deed.moves, self.tables.look
        if key not in self._ways:
            arrows, balls = list[MoveArrow](), spoken_of(player.view)
            for names in self._analyst.places_of(self._match.session, turn, deed.moves):
                boxes = tuple(_spaces(player.view, names))
                if not boxes or len(boxes) < len(names):
                    continue
                is_ball = any(box.contains(boxes[0].centre) for box in balls)
                arrows.append(MoveArrow(len(arrows) + 1, boxes, is_ball))
                balls = [boxes[-1]] if is_ball else balls
            self._ways[key] = arrows
        return self._ways[key]

    def parts(
        self,
        turn: AnalysedTurn,
        deeds: Sequence[AnalysedMoves],
        about: Sequence[Box],
        width: float,
        height: float,
        hidden: float,
    ) -> list[Box]:
        """List with the visible part of the table for these moves, or two parts if they are far apart.

        The upper ``hidden`` units of a window are covered. The places in ``about`` are included if the part
        does not grow too much. Two parts, from left to right, are used only if they show the ways larger.
        """
        cards = any(deed.cards for deed in deeds)
        arrows_by_deed = [] if cards else [self.ways(turn, deed) for deed in deeds]
        arrows = [arrow for deed in arrows_by_deed for arrow in deed]
        visible_height, half = height - hidden, (width - PART_GAP) / 2
        parts = [self.part_around(turn, arrows, width / visible_height, MIN_PART_WIDTH)]
        if arrows and about:
            larger_part = self.part_around(
                turn, [*arrows, MoveArrow(0, tuple(about))], width / visible_height, MIN_PART_WIDTH
            )
            parts = [larger_part] if larger_part.w <= parts[0].w * MAX_PART_GROWTH else parts
        if (
            not role_of(self.before(turn)[1].view, LooksBack).moves_pieces
            and 1 < len(arrows) <= MAX_DIVIDED_PATHS
        ):
            sides, min_width = (
                _two_sides(arrows_by_deed, half / visible_height),
                MIN_PART_WIDTH * half / width,
            )
            min_width = max(
                self.part_around(turn, side, half / visible_height, min_width).w for side in sides
            )
            if min_width * width * MIN_SCALE_GAIN < parts[0].w * half:  # both of them equally large
                parts = [self.part_around(turn, side, half / visible_height, min_width) for side in sides]
        above = [hidden * part.w / (half if len(parts) > 1 else width) for part in parts]
        return [
            replace(part, y=part.y - extra_height, h=part.h + extra_height)
            for part, extra_height in zip(parts, above, strict=True)
        ]

    def part_around(
        self, turn: AnalysedTurn, arrows: Sequence[MoveArrow], aspect_ratio: float, min_width: float
    ) -> Box:
        """Part of the table around these arrows, at least ``min_width`` units wide.

        ``aspect_ratio``: width / height. Without ways: the table's middle, or the area from its first pile.
        """
        surface, player = self.before(turn)
        table, boxes = player.view.places.board, [box for arrow in arrows for box in arrow.boxes]
        if not boxes:
            width = min(table.w, table.h * aspect_ratio)
            (x, y), pile = table.centre, player.view.locate("pile")
            top = y - width / aspect_ratio / 2
            if pile is not None:
                top = min(top, max(table.y, pile.y - PATH_MARGIN))
            return Box(x - width / 2, top, width, width / aspect_ratio)
        boxes += spoken_of(player.view)
        if role_of(player.view, LooksBack).moves_pieces:
            table = replace(table, y=table.y - HEAD_ROOM, h=table.h + HEAD_ROOM)
        core = _core_area(boxes)
        part = _fit_box(core, aspect_ratio, min_width, table)
        if part.h > WHOLE_BOARD_SHARE * table.h:  # the last row would be cut off
            part = _fit_box(table, aspect_ratio, min_width, table)
        key = turn, tuple(arrows), aspect_ratio, min_width, self.tables.look
        if key in self._areas:
            return self._areas[key]
        spots = _shifted_boxes(core, part, table)
        if role_of(player.view, LooksBack).moves_pieces:
            # Rather a larger part than a piece that is cut in half.
            core, pieces = standing(boxes), [standing([at]) for at in occupied_boxes(player.view)]
            parts = [_fit_box(core, aspect_ratio, part.w * factor, table) for factor in PART_SCALES]
            spots = [spot for wider in parts for spot in _shifted_boxes(core, wider, table, part)]
            cuts = [sum(_is_cut(piece, spot) for piece in pieces) for spot in spots]
            width = spots[cuts.index(min(cuts))].w
            spots = [
                spot for spot, cut in zip(spots, cuts, strict=True) if (cut, spot.w) == (min(cuts), width)
            ]
        # Beside a board that is no rectangle there may be bare floor. More board is worth more than a centred
        # way.
        bare = _floor_mask(surface, player.context.app.view.rect(table))
        k = bare.get_size()[0] / table.w

        def empty(spot: Box) -> int:
            """Bare floor of a part of the table in units of 1 / `EMPTY_STEPS` of its area, rounded."""
            part_mask = pygame.Mask((round(spot.w * k), round(spot.h * k)), fill=True)
            offset = round((spot.x - table.x) * k), round((spot.y - table.y) * k)
            return round(EMPTY_STEPS * bare.overlap_area(part_mask, offset) / part_mask.count())

        self._areas[key] = min(spots, key=empty)
        return self._areas[key]

    def window(
        self, assets: Assets, turn: AnalysedTurn, deed: AnalysedMoves, part: Box, size: tuple[int, int]
    ) -> pygame.Surface:
        """Cached picture of ``part`` before a turn, with ghosts at ends of moves; dimmed without arrows."""
        key = turn, deed, part, size, self.tables.look
        if key not in self._parts:
            if len(self._parts) > 24:
                self._parts.clear()
            whole, player = self.before(turn)
            whole = whole.copy()
            after = self.after(turn, deed)
            if after is not None:
                self._draw_ghosts(whole, after, player, self.ways(turn, deed))
            image = self._crop_table(whole, player, part, size)
            if deed.cards or not self.ways(turn, deed):
                veil = pygame.Surface(size)
                veil.fill(INK)
                veil.set_alpha(VEIL_ALPHA)
                image.blit(veil, (0, 0))
            self._parts[key] = rounded(assets, image)
        return self._parts[key]

    @staticmethod
    def _crop_table(
        whole: pygame.Surface, player: MatchPlayer, part: Box, size: tuple[int, int]
    ) -> pygame.Surface:
        """Crop of a table's picture, scaled to ``size`` pixels. It may extend above the board."""
        view, places = player.context.app.view, player.view.places
        board = places.board
        if places.hand is not None:  # around cards the room continues
            board = Box(0.0, 0.0, view.w, board.bottom)
        return _crop_board(whole, view.rect(part), view.rect(board), size)

    def can_play(self, turn: AnalysedTurn, deed: AnalysedMoves) -> bool:
        """Return True if these moves can be animated."""
        return bool(deed.cards) or (not self._match.has_secrets and bool(self.ways(turn, deed)))

    def play(self, turn: AnalysedTurn, deed: AnalysedMoves) -> MoveAnimation:
        """Return the animation of these moves, not yet begun."""
        if deed.cards:
            return MoveAnimation(deed, None)
        session = self._match.session
        moves = tuple(move for _seat, move in session.log[turn.first : turn.last])
        surface, player = self.tables.laid(session.before(turn.first), self._viewer(turn))
        for move in deed.moves if deed.better else moves:
            player.match.play(move)
            events = player.match.session.last_events()
            player.queue_events(
                [event for event in events if player.view.timeline(event).length <= MOMENT_MS]
            )
        return MoveAnimation(deed, (surface, player))

    def live(self, assets: Assets, play: MoveAnimation, part: Box, size: tuple[int, int]) -> pygame.Surface:
        """Current picture of a window during the animation."""
        assert play.table is not None
        surface, player = play.table
        app = player.context.app
        surface.set_clip(app.view.rect(part).inflate(4, 4).clip(surface.get_rect()))
        player.view.draw(app.painter(surface))
        return rounded(assets, self._crop_table(surface, player, part, size))

    def _draw_ghosts(
        self, whole: pygame.Surface, after: pygame.Surface, player: MatchPlayer, arrows: Sequence[MoveArrow]
    ) -> None:
        """Draw the position after the turn translucently at ends of its arrows, if little else changed."""
        view, table = player.context.app.view, player.view.places.board
        area = view.rect(table).clip(whole.get_rect())
        mask = pygame.mask.from_threshold(whole, (0, 0, 0), (18, 18, 18, 255), after)
        same = mask.overlap_area(pygame.mask.Mask(area.size, fill=True), area.topleft)
        if same < (1 - RESET_SHARE) * area.w * area.h:
            return
        pieces = role_of(player.view, LooksBack).moves_pieces
        # A piece that leaves a place is still shown there, unless another one ends there.
        starts_left = [arrow.boxes[0] for arrow in arrows if pieces]
        entered_boxes = [
            box for box in starts_left if any(box.contains(arrow.boxes[-1].centre) for arrow in arrows)
        ]
        starts_left = [box for box in starts_left if box not in entered_boxes]
        # A ghost must not hide the ball at its starting place.
        balls = [
            box for box in entered_boxes if any(ball.contains(box.centre) for ball in spoken_of(player.view))
        ]
        patches = [
            (rectangle, _circle_crop(whole, rectangle))
            for rectangle in (view.rect(box.inflated(-box.w * BALL_INSET_SHARE)) for box in balls)
        ]
        starts = [view.rect(box).clip(whole.get_rect()) for box in starts_left]
        patches += [(rectangle, whole.subsurface(rectangle).copy()) for rectangle in starts]
        for arrow in arrows:
            ends = arrow.boxes[-1:] if pieces else arrow.boxes
            for number, box in enumerate(ends):
                last = ends[min(number + 1, len(ends) - 1)]
                x, y = min(box.x, last.x), min(box.y, last.y)
                path_area = Box(x, y, max(box.right, last.right) - x, max(box.bottom, last.bottom) - y)
                if pieces:  # pieces are taller than a place
                    path_area = Box(
                        x - path_area.w * 0.1, y - path_area.h * 0.5, path_area.w * 1.2, path_area.h * 1.6
                    )
                rectangle = view.rect(path_area).clip(whole.get_rect())
                ghost = after.subsurface(rectangle).copy()
                ghost.set_alpha(GHOST_ALPHA if pieces else 255)
                whole.blit(ghost, rectangle)
        for rectangle, image in patches:
            whole.blit(image, rectangle)

    def leave(self) -> None:
        """Release the cached pictures."""
        self.tables.leave()
        self._parts.clear()
        self._areas.clear()


def _core_area(boxes: Sequence[Box]) -> Box:
    """Area around these places that must be visible."""
    reach = max(PATH_MARGIN, max(min(box.w, box.h) for box in boxes) * 0.5)
    left, top = min(box.x for box in boxes) - reach, min(box.y for box in boxes) - reach
    right, bottom = max(box.right for box in boxes) + reach, max(box.bottom for box in boxes) + reach
    return Box(left, top, right - left, bottom - top)


def _two_sides(arrows_by_deed: Sequence[Sequence[MoveArrow]], aspect_ratio: float) -> list[list[MoveArrow]]:
    """[left, right] parts of all arrows, even of one deed, shown largest; ValueError if fewer than two."""
    all_arrows = [arrow for deed in arrows_by_deed for arrow in deed]

    def sides(chosen: int) -> list[list[MoveArrow]]:
        """Arrows of both parts; bit n of ``chosen`` is the part of arrow n."""
        return [[arrow for n, arrow in enumerate(all_arrows) if (chosen >> n & 1) == side] for side in (0, 1)]

    def cores(chosen: int) -> list[Box]:
        """Area that must be visible in each part."""
        return [_core_area([box for arrow in side for box in arrow.boxes]) for side in sides(chosen)]

    def cost(chosen: int) -> float:
        """Width in units that the larger part needs, with a penalty for a bare one."""
        bare = any(not set(deed) & set(side) for deed in arrows_by_deed for side in sides(chosen))
        return max(max(core.w, core.h * aspect_ratio) for core in cores(chosen)) * (
            MAX_BARE_FACTOR if bare else 1
        )

    # The last way is always in the same part, or each division would be tried twice.
    best = min(range(1, 1 << (len(all_arrows) - 1)), key=cost)
    halves, (left, right) = sides(best), cores(best)
    return halves if left.centre[0] <= right.centre[0] else halves[::-1]


def standing(places: Sequence[Box]) -> Box:
    """Visible area of pieces on these places. Pieces are slimmer and taller than a place."""
    left, right = (
        min(at.x + at.w * PIECE_INSET_SHARE for at in places),
        max(at.right - at.w * PIECE_INSET_SHARE for at in places),
    )
    top, bottom = (
        min(at.y - at.h * PIECE_HEIGHT_SHARE for at in places),
        max(at.bottom + at.h * PIECE_INSET_SHARE for at in places),
    )
    return Box(left, top, right - left, bottom - top)


def _is_cut(box: Box, part: Box) -> bool:
    """True if an edge of a visible part cuts a box."""
    return 0 < overlap_area(box, part) < box.w * box.h - 1e-6  # tolerance for rounding


def _circle_crop(whole: pygame.Surface, area: pygame.Rect) -> pygame.Surface:
    """Circular part of a picture with a soft edge, in a surface of the size of ``area``."""
    mask = pygame.Surface(area.size, pygame.SRCALPHA)
    mask.fill((255, 255, 255, 0))
    soft = max(1, area.w // 12)
    pygame.draw.circle(mask, "#FFFFFF", (area.w / 2, area.h / 2), area.w / 2 - 2 * soft)
    image = pygame.Surface(area.size, pygame.SRCALPHA)
    image.blit(whole, (0, 0), area)
    image.blit(pygame.transform.gaussian_blur(mask, soft), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def occupied_boxes(view: MatchView) -> list[Box]:
    """Boxes of the places with a piece."""
    return _spaces(view, role_of(view, LooksBack).occupied())


def spoken_of(view: MatchView) -> list[Box]:
    """Boxes of the places that `highlighted_places` returns, such as the ball."""
    return _spaces(view, role_of(view, LooksBack).highlighted_places())


def _spaces(view: MatchView, names: Iterable[str]) -> list[Box]:
    """Boxes of the visible ones of these spaces."""
    seen = role_of(view, LooksBack)
    return [box for name in names if (box := seen.space(name) or view.locate(name))]


def _crop_board(
    whole: pygame.Surface, area: pygame.Rect, within: pygame.Rect, size: tuple[int, int]
) -> pygame.Surface:
    """Crop of a picture, scaled to ``size`` pixels. Beyond the board its left edge and floor continue."""
    part, inside = pygame.Surface(area.size).convert(), within.clip(whole.get_rect())
    visible = area.clip(inside)
    x, y, height_below = visible.x - area.x, visible.y - area.y, area.bottom - visible.bottom
    column = whole.subsurface((inside.x, visible.y, 1, visible.h))
    part.blit(pygame.transform.scale(column, (area.w, visible.h)), (0, y))
    part.blit(whole, (x, y), visible)
    for corner, height, top in ((inside.y, y, 0), (inside.bottom - CORNER_PX, height_below, y + visible.h)):
        floor = pygame.transform.average_color(whole, pygame.Rect(inside.x, corner, CORNER_PX, CORNER_PX))
        part.fill(floor, (0, top, area.w, height))
    return pygame.transform.smoothscale(part, size)


def _floor_mask(whole: pygame.Surface, board: pygame.Rect) -> pygame.Mask:
    """Mask of the bare floor of a board, at the scale `SEARCH_SCALE`."""
    view = whole.subsurface(board.clip(whole.get_rect()))
    corner = pygame.Rect(0, view.get_height() - CORNER_PX, CORNER_PX, CORNER_PX)
    floor = pygame.transform.average_color(view, corner)
    small = pygame.transform.scale_by(view, SEARCH_SCALE)
    return pygame.mask.from_threshold(small, floor, FLOOR_TOLERANCE)


def _shifted_boxes(core: Box, part: Box, within: Box, near: Box | None = None) -> list[Box]:
    """Return ``part``, then shifted copies of it that contain ``core``, nearest to ``near`` first."""
    lows = max(within.x, core.right - part.w), max(within.y, core.bottom - part.h)
    highs = min(within.right - part.w, core.x), min(within.bottom - part.h, core.y)
    xs, ys = (
        [min_at + (max_at - min_at) * n / SEARCH_POSITIONS for n in range(SEARCH_POSITIONS + 1)]
        if min_at < max_at
        else [at]
        for min_at, max_at, at in zip(lows, highs, (part.x, part.y), strict=True)
    )
    spots = [replace(part, x=x, y=y) for x in xs for y in ys]
    middle = (near or part).centre
    return [part, *sorted(spots, key=lambda spot: math.dist(spot.centre, middle))]


def _fit_box(box: Box, aspect_ratio: float, min_width: float, within: Box) -> Box:
    """Box around ``box`` of this aspect ratio and least width, in ``within`` unless its height needs more."""
    width = max(box.w, box.h * aspect_ratio, min_width)
    width = min(width, max(within.w, min(box.h, within.h) * aspect_ratio), within.h * aspect_ratio)
    height = width / aspect_ratio
    x, y = box.centre[0] - width / 2, box.centre[1] - height / 2
    x = max(within.x, min(x, within.right - width)) if width < within.w else within.centre[0] - width / 2
    return Box(x, max(within.y, min(y, within.bottom - height)), width, height)
