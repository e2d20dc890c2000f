"""Transition between the title and a game: a drawer opens, or is pushed shut on the way back.

Opening: the drawer's front slides down until it becomes the ledge of the next room, the rolled socks hop
aside, and the chosen sock stays on the line until the end. The drawer contains a picture of the next room,
drawn once. Any press ends the transition, and has no other effect. With reduced motion it is a fade; at
instant speed it is skipped. Times are in ms at the brisk pace.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol, runtime_checkable

import pygame

from game.core.discovery import find_game
from game.i18n import _
from game.ui.art import open_drawer as arts
from game.ui.art.fabric import brass_label, knob
from game.ui.art.layers import INK
from game.ui.art.lettering import knitted_word
from game.ui.art.marks import yarn_curl
from game.ui.art.puppets import PuppetOutfit, puppet
from game.ui.art.rooms import DRAWER_HEIGHT, PAIR_SIZE, PEEPING_PUPPETS, heap, title_front, title_room
from game.ui.core.animation_timeline import TOP_PASS, Hit, TimelinePlayer
from game.ui.core.canvas import MAX_STEP_MS, PACE, Box, ease_out
from game.ui.core.fonts import NAMES
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter, TextStyle
from game.ui.core.scene import HARMLESS_ACTIONS, AppContext, Prompts, Scene
from game.ui.core.speech import NarrationContent
from game.ui.match.match_scene import HURRY_FACTOR, MatchScene
from game.ui.widgets import Container, LayoutTree, Screen, column


@runtime_checkable
class DrawerHost(Protocol):
    """Interface of the screen with the drawer."""

    def hang(self, painter: Painter, slug: str, rise: float, others_rise: float) -> None:
        """Draw the line ``rise`` units higher with this sock, and other socks ``others_rise`` higher."""


OPEN_DIP_MS, OPEN_IMPACT_MS, OPEN_REST_END_MS, OPEN_MS = 60.0, 350.0, 410.0, 600.0
"""Times of opening: the pushed front starts to slide, it stops, everything rests until, and the end."""
SHUT_EMPTY_MS, SHUT_IMPACT_MS, SHUT_MS = 50.0, 205.0, 250.0
"""Times of shutting: the game is out of sight, the front hits the chest, and the end."""
FADE_MS: Final = 130.0  # ms of either transition with reduced motion
HOLD_TO_HURRY_MS: Final = 200.0  # ms that the opening press must be held to hurry the transition
OPEN_SHARE: Final = (
    0.86  # share by which the drawer is open when its front stops; then the camera moves closer
)
DEFAULT_FRONT_HEIGHT: Final = 74.0  # height of the front at that time if the room has no ledge, in units
LABEL_HEIGHT: Final = 82.0  # height of the label in units
LINT_CURLS: Final = ((0.11, 0.34, 5, 30), (0.16, 0.28, 4, 150), (0.13, 0.66, 2, 60), (0.87, 0.3, 6, 210),
                (0.83, 0.4, 5, 90), (0.86, 0.62, 6, 300))  # fmt: skip
"""Lint of the socks: place on the floor as shares of width and depth, look of the wool, angle in degrees."""
PUPPET_HEIGHT: Final = 150.0  # height in units of the puppets that look out of the drawer, as on the title


@dataclass(frozen=True, slots=True)
class DrawerContents:
    """Content of the drawer: a picture of the size of the window, and the y of its ledge in units."""

    picture: pygame.Surface
    ledge: float


def open_drawer(title: Scene, slug: str, on_open: Callable[[], object]) -> None:
    """Call ``on_open``; then push the transition, unless at instant speed or without a new opaque scene."""
    app = title.app
    if not isinstance(title, DrawerHost) or not PACE[app.settings.animation_speed]:
        on_open()
        return
    before = _picture(app, app.scenes.draw)
    on_open()
    top = app.scenes.top
    # A sheet may have appeared instead of the game, with the reason.
    if top is not None and top is not title and top.is_opaque:
        if isinstance(top, MatchScene):
            # A table makes its first picture in pieces, and draws nothing until then.
            while not top.player.prepare():
                continue
        after = _picture(app, top.draw)
        app.scenes.push(DrawerTransition(title, slug, (before, after), _room(top, after), shuts=False))


def shut_drawer(scene: Scene, slug: str, on_shut: Callable[[], object]) -> None:
    """Call ``on_shut``; then push the transition, unless at instant speed or the top has no drawer."""
    app = scene.app
    if not PACE[app.settings.animation_speed]:
        on_shut()
        return
    before = _picture(app, scene.draw)
    contents = _room(scene, before)
    on_shut()
    title = app.scenes.top
    if isinstance(title, DrawerHost):
        assert isinstance(title, Scene)
        app.scenes.push(
            DrawerTransition(title, slug, (before, _picture(app, title.draw)), contents, shuts=True)
        )


def _picture(app: AppContext, draw_content: Callable[[Painter], object]) -> pygame.Surface:
    """New surface of the window's size in px, with the content drawn on it."""
    view = app.view
    surface = pygame.Surface((round(view.w * view.scale), round(view.h * view.scale))).convert()
    draw_content(app.painter(surface))
    return surface


def _room(scene: Scene, screenshot: pygame.Surface) -> DrawerContents:
    """Content of the drawer: a control scene's background without panels, or else the screenshot."""
    view = scene.app.view
    tree = scene.build() if isinstance(scene, Screen) and scene.is_room else None
    if not isinstance(scene, Screen) or not isinstance(tree, Container):
        return DrawerContents(screenshot, view.h - DEFAULT_FRONT_HEIGHT)
    background = column(behind=tree.behind)
    box = Box(0, 0, view.w, scene.content_bottom)
    whole = _picture(scene.app, lambda painter: LayoutTree(background, box, painter).paint(painter, ""))
    return DrawerContents(whole, scene.content_bottom)


class DrawerTransition(Scene):
    """The transition between the title and a game."""

    wants_unbound_presses = True

    def __init__(
        self,
        title: DrawerHost,
        slug: str,
        ways: tuple[pygame.Surface, pygame.Surface],
        contents: DrawerContents,
        *,
        shuts: bool,
    ) -> None:
        """``ways`` are pictures of the screens before and after the transition."""
        self._title, self._slug, self._room, self._shuts = title, slug, contents, shuts
        self._before, self._after = ways
        self._elapsed_ms, self._last, self._start_ms = 0.0, -1.0, 0.0

    def on_enter(self) -> None:
        """Make all images, and start the timeline with its sound."""
        app = self.app
        self._view, self._start_ms = app.view, app.now
        painter = app.measuring_painter
        for _made in warm(painter):
            continue
        self._plate = _label(painter, _(find_game(self._slug).info.title))
        self._player = TimelinePlayer(app, self._share)
        # Images that are not made yet, such as the sock just hovered, are made before it moves.
        _picture(app, partial(self._paint, progress=0.5))
        whole, clap = (SHUT_MS, SHUT_IMPACT_MS) if self._shuts else (OPEN_MS, OPEN_IMPACT_MS)
        self._player.begin(
            TOP_PASS.span(whole * self._pace, self._paint).hit(clap * self._pace, Hit("place"))
        )

    @property
    def _pace(self) -> float:
        """Factor of the speed setting on durations."""
        return PACE[self.app.settings.animation_speed]

    @property
    def _length(self) -> float:
        """Duration of the transition in ms."""
        return (FADE_MS if self.app.reduced_motion else SHUT_MS if self._shuts else OPEN_MS) * self._pace

    def _share(self) -> float | None:
        """Progress of the transition, from 0 to below 1; None once it is over."""
        return self._elapsed_ms / self._length if self._elapsed_ms < self._length else None

    def tick(self, now: float) -> bool:
        """Advance the transition, and close it at its end. Always returns True."""
        # The first frame shows the beginning, however long its content took to draw.
        elapsed = min(now - self._last, MAX_STEP_MS) if self._last >= 0 else 0.0
        self._last, self.needs_redraw = now, True
        is_hurried = now - self._start_ms > HOLD_TO_HURRY_MS and self.app.devices.holding(InputAction.CONFIRM)
        self._elapsed_ms += elapsed * (HURRY_FACTOR if is_hurried else 1.0)
        if self._share() is None or self.app.view != self._view:
            self._end()
        else:
            self._player.run()
        return True

    def on_input(self, intent: InputEvent) -> None:
        """Close the transition, unless the input only looks around."""
        if intent.act not in HARMLESS_ACTIONS:
            self._end()

    def _end(self) -> None:
        """Close the transition."""
        self._player.end()
        self.app.scenes.pop()

    def prompts(self) -> Prompts:
        """Always empty."""
        return []

    def narration(self) -> NarrationContent:
        """Always empty."""
        return NarrationContent("", (), "")

    def draw(self, painter: Painter) -> None:
        self._player.paint(painter)

    def _paint(self, painter: Painter, progress: float) -> None:
        """Draw the transition at a progress of 0 to 1."""
        moment = _shutting(progress * SHUT_MS) if self._shuts else _opening(progress * OPEN_MS)
        if max(moment.before, moment.after) < 1:
            drawer = OpenDrawer(painter, moment, self._room)
            drawer.draw_inside()
            self._title.hang(painter, self._slug, drawer.up, 2 * drawer.pull_distance)
            drawer.draw_front(self._plate)
        for whole, opacity in ((self._before, moment.before), (self._after, moment.after)):
            if opacity > 0:
                # The content of the drawer is in place already; blend in only what the front covered.
                top = painter.view.px(self._room.ledge) if whole is self._room.picture and opacity < 1 else 0
                whole.set_alpha(round(255 * opacity) if opacity < 1 else None)
                painter.surface.blit(whole, (0, top), (0, top, *whole.get_size()))


@dataclass(frozen=True, slots=True)
class DrawerFrame:
    """State of the drawer: share by which it is open, front pushed in, opacity of both screens (0 to 1)."""

    open: float
    dips: float = 0.0
    before: float = 0.0
    after: float = 0.0


def _opening(elapsed: float) -> DrawerFrame:
    """State of the drawer ``elapsed`` ms after it began to open, at the brisk pace."""
    if elapsed < OPEN_DIP_MS:
        return DrawerFrame(0.0, math.sin(math.pi * elapsed / OPEN_DIP_MS), before=1 - elapsed / OPEN_DIP_MS)
    if elapsed < OPEN_IMPACT_MS:
        return DrawerFrame(OPEN_SHARE * ((elapsed - OPEN_DIP_MS) / (OPEN_IMPACT_MS - OPEN_DIP_MS)) ** 1.25)
    if elapsed < OPEN_REST_END_MS:
        return DrawerFrame(OPEN_SHARE)
    progress = (elapsed - OPEN_REST_END_MS) / (OPEN_MS - OPEN_REST_END_MS)
    return DrawerFrame(OPEN_SHARE + (1 - OPEN_SHARE) * ease_out(progress), after=progress)


def _shutting(elapsed: float) -> DrawerFrame:
    """State of the drawer ``elapsed`` ms after it began to shut, at the brisk pace."""
    if elapsed < SHUT_EMPTY_MS:
        return DrawerFrame(
            1 - (1 - OPEN_SHARE) * ease_out(elapsed / SHUT_EMPTY_MS), before=1 - elapsed / SHUT_EMPTY_MS
        )
    if elapsed < SHUT_IMPACT_MS:
        return DrawerFrame(
            OPEN_SHARE * (1 - ((elapsed - SHUT_EMPTY_MS) / (SHUT_IMPACT_MS - SHUT_EMPTY_MS)) ** 1.4)
        )
    progress = (elapsed - SHUT_IMPACT_MS) / (SHUT_MS - SHUT_IMPACT_MS)
    return DrawerFrame(0.0, math.sin(math.pi * progress), after=progress)


class OpenDrawer:
    """The drawer at one moment, on a painter's canvas.

    Attributes:
        pull_distance: distance in units by which its far board and the wall have moved up.
        up: distance in units by which the line has moved up.
    """

    def __init__(self, painter: Painter, frame: DrawerFrame, contents: DrawerContents) -> None:
        self._painter, self._room, self._open = painter, contents, frame.open
        view, open_ = painter.view, frame.open
        shut, edge = 1 - open_, view.h - DRAWER_HEIGHT
        self.pull_distance = (edge - 60) * open_**0.8
        self.up = 260 * open_ + max(0.0, open_ - 0.5) * 1200
        self._slid = min(1.0, open_ / OPEN_SHARE)
        self._front = edge + (contents.ledge - edge) * self._slid - 6 * frame.dips
        self._rail = edge - 76 - self.pull_distance
        inset = 36 * shut + 86 * math.sin(math.pi * open_)
        self._far_edges = inset, view.w - inset
        self._near = -40 * shut, view.w + 40 * shut
        # The floor is below the far board and between the side boards.
        self._floor = self._rail + arts.RIM_HEIGHT + 52 * shut**0.6
        aside = 60 * shut
        self._floor_far = self._far_edges[0] + 0.7 * aside, self._far_edges[1] - 0.7 * aside
        self._floor_near = self._near[0] + aside, self._near[1] - aside

    def draw_inside(self) -> None:
        """Draw the wall, the boards of the drawer, and the room in it."""
        painter, view = self._painter, self._painter.view
        surface, assets, rail, front = painter.surface, painter.assets, self._rail, self._front
        background = title_room(assets, view.w, view.h, 0.43, painter.theme.name)
        top = view.px(max(0.0, rail))
        surface.blit(background, (0, 0), (0, view.px(self.pull_distance), background.get_width(), top))
        word = knitted_word(assets, "Sock Drawer", 92)
        if self.pull_distance < 160:
            painter.blit(word, view.w / 2, 92 - self.pull_distance, "center")
        chest = arts.chest(assets, view.h)
        for x in (0.0, view.w - arts.MAX_CHEST_WIDTH):
            surface.blit(chest, (view.px(x), top), (0, 0, chest.get_width(), view.px(front) - top))
        (far_left, far_right), (near_left, near_right), rim = (
            self._far_edges,
            self._near,
            rail + arts.RIM_HEIGHT,
        )
        (left, right), (first, final), floor = self._floor_far, self._floor_near, self._floor
        self._fill("#4A2A18", (far_left, rim), (far_right, rim), (right, floor), (left, floor))
        self._fill("#2E1A10", (far_left, rim), (left, floor), (first, front), (near_left, front))
        self._fill("#2E1A10", (far_right, rim), (right, floor), (final, front), (near_right, front))
        if self._open > 0.02:
            self._lay()
            shade = arts.rim_shade(assets, view.w)
            part = pygame.Rect(view.px(left), 0, view.px(right) - view.px(left), shade.get_height())
            shade.set_alpha(round(255 * (1 - self._open)))
            surface.blit(shade, (part.x, view.px(floor)), part)
            shade.set_alpha(255)
        else:
            self._fill("#2E1A10", (left, floor), (right, floor), (final, front), (first, front))
        self._line((left, floor), (right, floor), 4)
        self._line((far_left, rim), (left, floor), 4)
        self._line((far_right, rim), (right, floor), 4)
        self._line((left, floor), (first, front), 4)
        self._line((right, floor), (final, front), 4)
        painter.blit(arts.far_board(assets, view.w), 0, rail - 3)
        for direction, x, y in ((-1, far_left, near_left), (1, far_right, near_right)):
            board = (
                (x, rail + 4),
                (x + direction * 20, rail + 4),
                (y + direction * 44, front + 6),
                (y, front + 6),
            )
            self._fill("#A8713F", *board)
            self._line(board[0], board[3], 5)
            self._line(board[1], board[2], 5)
            self._line((x + direction * 8, rail + 14), (y + direction * 20, front), 3, "#E6B983")
        if 0.2 < self._open < 0.9:
            for across, deep, seat, turn in LINT_CURLS:
                x = left + (right - left) * across
                curl = yarn_curl(assets, seat, turn, 34)
                painter.blit(curl, x, floor + (front - floor) * deep, "center")
        self._draw_rolled()

    def _lay(self) -> None:
        """Draw the picture of the room on the floor of the drawer, dark at first."""
        painter, view = self._painter, self._painter.view
        (left, right), (first, last) = self._floor_far, self._floor_near
        far_edge = view.px(left), view.px(right), view.px(self._floor)
        near_edge = view.px(first), view.px(last), view.px(self._front)
        whole = self._room.picture
        inner = whole.subsurface((0, 0, whole.get_width(), view.px(self._room.ledge)))
        arts.lay(painter.surface, inner, far_edge, near_edge)
        light = min(1.0, 0.2 + self._open / 0.4)
        if light < 1:
            tone = [round(255 * (light + (1 - light) * warm)) for warm in (0.12, 0.05, 0.02)]
            box = pygame.Rect(far_edge[0], far_edge[2], far_edge[1] - far_edge[0], near_edge[2] - far_edge[2])
            box.union_ip(pygame.Rect(near_edge[0], near_edge[2] - 1, near_edge[1] - near_edge[0], 1))
            painter.surface.fill(tone, box, special_flags=pygame.BLEND_RGB_MULT)

    def _draw_rolled(self) -> None:
        """Draw the rolled socks, which hop aside along the side boards."""
        painter, view, open_ = self._painter, self._painter.view, self._open
        on = ease_out(min(1.0, open_ / 0.9))
        step, (rail, front) = round(arts.TUMBLE_STEPS * on), (self._rail + arts.RIM_HEIGHT, self._front)
        half = view.w / 2
        for number, sock in sorted(enumerate(heap(view.w)), key=lambda entry: abs(entry[1].x - half)):
            side, deep = (-1 if sock.x < half else 1), 1 - abs(sock.x - half) / half
            y = front + sock.down - (front - rail - 60) * deep**1.15 * on * 0.86
            depth = (front - y) / max(1.0, front - rail)
            beside = self._near[side > 0] + (self._far_edges[side > 0] - self._near[side > 0]) * depth
            size = PAIR_SIZE - arts.FAR_SOCK_DIFFERENCE * deep * on
            beside -= side * size * (0.42 + 0.24 * (number % 2))
            beside += side * 720 * max(0.0, open_ - 0.72)
            hop = (34 + 13 * (number * 7 % 5)) * (0.4 + 0.35 * (number % 3))
            y -= hop * math.sin(math.pi * min(1.0, 1.5 * open_))
            ball = arts.rolled_aside(painter.assets, sock.seat, round(deep, 2), sock.turn, step)
            painter.blit(ball, sock.x + (beside - sock.x) * on, y, "center")

    def draw_front(self, label: pygame.Surface) -> None:
        """Draw the puppets in the drawer, and its front with the label."""
        painter, view, front = self._painter, self._painter.view, self._front
        for seat, across, flip in PEEPING_PUPPETS:
            image = _peeping(painter, seat, flip=flip, gapes=self._open > 0.2)
            aside, sunk = (34 if flip else -34) * self._slid, max(0.0, self._open - 0.6) * 700
            painter.blit(image, view.w * across + aside, front + 66 + sunk, "midbottom")
        painter.blit(title_front(painter.assets, view.w), 0, front)
        opacity = min(1.0, max(0.0, 1 - (self._open - 0.6) * 6))
        if opacity:
            for image, x in ((label, 0.5), (_knob(painter), 0.195), (_knob(painter), 0.805)):
                painter.blit(image, view.w * x, front + 66, "center", opacity)

    def _fill(self, colour: str, *corners: tuple[float, float]) -> None:
        """Fill a polygon with corners in units."""
        px = self._painter.view.px
        pygame.draw.polygon(self._painter.surface, colour, [(px(x), px(y)) for x, y in corners])

    def _line(
        self, start: tuple[float, float], end: tuple[float, float], width: float, colour: str = INK
    ) -> None:
        """Draw a line between two points; all lengths are in units."""
        view = self._painter.view
        first, last = ((view.px(x), view.px(y)) for x, y in (start, end))
        pygame.draw.line(self._painter.surface, colour, first, last, view.px(width))


def _peeping(painter: Painter, seat: int, *, flip: bool, gapes: bool) -> pygame.Surface:
    """Image of a puppet that looks out of the drawer, happy if it ``gapes``."""
    state = "happy" if gapes else "idle"
    return puppet(painter.assets, seat, state, 0, PUPPET_HEIGHT, PuppetOutfit(ground=False, flip=flip))


def _knob(painter: Painter) -> pygame.Surface:
    """Image of a knob of the front."""
    return knob(painter.assets, 62)


def _label(painter: Painter, text: str) -> pygame.Surface:
    """Image of the label on the front, with this text."""
    theme, letters = painter.theme, painter.with_text_scale(1)
    width = round(max(353.0, letters.width(text, 50, NAMES) + 70))
    image = brass_label(painter.assets, width, LABEL_HEIGHT, theme.panel).copy()
    x, y = (side / 2 / painter.view.scale for side in image.get_size())
    letters.for_surface(image).text(text, x, y, 50, TextStyle(NAMES, theme.ink), anchor="center")
    return image


def warm(painter: Painter) -> Iterator[None]:
    """Make the images of the transition, so that they are cached; yields None between parts of the work."""
    view, assets = painter.view, painter.assets
    arts.chest(assets, view.h)
    yield
    arts.far_board(assets, view.w)
    arts.rim_shade(assets, view.w)
    title_front(assets, view.w)
    for _across, _deep, seat, turn in LINT_CURLS:
        yarn_curl(assets, seat, turn, 34)
    for seat, _share, flip in PEEPING_PUPPETS:
        for is_open in (False, True):
            _peeping(painter, seat, flip=flip, gapes=is_open)
            yield
    _knob(painter)
    half = view.w / 2
    for sock in heap(view.w):
        for step in range(arts.TUMBLE_STEPS + 1):
            arts.rolled_aside(assets, sock.seat, round(1 - abs(sock.x - half) / half, 2), sock.turn, step)
        yield
