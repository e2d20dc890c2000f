"""Model of the city view: match, map, set-up, news, threats, prompts and switch targets.

Threats are the pieces that both sides need for each pair, and their paths to one of them: the pair under the
pointer or in focus, or else the one that the opponent is nearest to. Targets for switch access are the gaps
of the shown path first, then all links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from game.games.city import INFO
from game.games.city.match_text import PairNeed, colour_name, end_words, printed_name
from game.games.city.rules.board import COLOURS, PlacedTile
from game.games.city.rules.events import CityEventKind, PairJoined, TrackLaid, as_event
from game.games.city.rules.text import BoardReading
from game.games.city.screen import art_map
from game.games.city.screen.art_track import lane
from game.games.city.screen.board import MapContents, draw_sign, style_of
from game.games.city.screen.controls import SetupState
from game.games.city.screen.map_geometry import BoardView, CityMap, Link
from game.games.city.screen.map_marks import refusal_bubble
from game.games.city.screen.map_state import CityNews, MapState
from game.games.city.screen.panels import (
    RIDE,
    CityPanelProps,
    LogStep,
    PanelHead,
    SidePanel,
    log_steps,
    points_arrived,
    turn_words,
)
from game.i18n import _, language_tag
from game.match.match_text import headline as result_words
from game.match.recap import RecapStep
from game.store.settings import HelpLevel, ThemeName
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget, group_targets
from game.ui.core.scene import Prompts, Scene
from game.ui.match.board_messages import BoardMessage
from game.ui.match.context import ViewContext, ViewMode
from game.ui.match.info_panels import hurry_prompt, recap_prompt, undo_prompts
from game.ui.match.view import SwitchTargets


@dataclass(frozen=True, slots=True)
class PairPathsView:
    """Paths of both seats to an open pair."""

    colour: str
    missing: tuple[int | None, int | None]  # pieces each seat needs, None without a path
    gaps: tuple[tuple[Link, ...], tuple[Link, ...]]  # links where each seat lacks a piece


@dataclass(frozen=True, slots=True)
class AllPathsView:
    """Paths of both seats to all open pairs."""

    pairs: tuple[PairPathsView, ...]
    routed: str = ""  # pair whose paths are drawn; those of all pairs at once could not be distinguished

    def lanes(self) -> dict[tuple[Link, int], tuple[str, ...]]:
        """Colours that need a piece, by (link, seat), for the pair whose paths are drawn."""
        lanes: dict[tuple[Link, int], tuple[str, ...]] = {}
        for pair in self.pairs:
            if pair.colour != self.routed:
                continue
            for seat, gaps in enumerate(pair.gaps):
                for link in gaps:
                    lanes[link, seat] = (*lanes.get((link, seat), ()), pair.colour)
        return lanes

    def nearest_lost(self, seat: int) -> str:
        """Colour of the pair for which the opponent of ``seat`` needs the fewest pieces, or empty."""
        foe = [(pair.missing[1 - seat], number) for number, pair in enumerate(self.pairs)]
        nearest = min(((count, number) for count, number in foe if count is not None), default=None)
        return self.pairs[nearest[1]].colour if nearest is not None else ""


def all_ways(reading: BoardReading, city: BoardView, contents: MapContents) -> AllPathsView:
    """Shortest paths of both seats to all open pairs, with no pair chosen to be drawn."""
    owners, pairs = dict(contents.owners), []
    for colour in COLOURS:
        if colour in owners or reading.pair(colour) is None:
            continue
        first, second = (reading.shortest_way(colour, seat) for seat in (0, 1))
        pairs.append(
            PairPathsView(
                colour,
                (first[1] if first else None, second[1] if second else None),
                (_gaps(city, first, contents.tracks[0]), _gaps(city, second, contents.tracks[1])),
            )
        )
    return AllPathsView(tuple(pairs))


def _gaps(
    city: BoardView, way: tuple[tuple[str, ...], int] | None, track: tuple[Link, ...]
) -> tuple[Link, ...]:
    """Links of a path with neither printed track nor a piece in ``track``; empty without a path."""
    return tuple(city.gaps(way[0], track)) if way is not None else ()


class CityThreats:
    """Paths of both sides, computed when threats are shown."""

    def __init__(self, context: ViewContext, map_state: MapState) -> None:
        self._context = context
        self._map = map_state
        self._paths: tuple[BoardReading, BoardView, AllPathsView] | None = None

    def visible_paths(self, contents: MapContents) -> AllPathsView | None:
        """Paths to show now, cached. None during an animation or the set-up, or if threats are off."""
        context, map_state = self._context, self._map
        if not context.threats.is_shown or context.current_animation is not None or map_state.phase != "play":
            return None
        # Up to twelve searches, so once for each position and not in each frame.
        if self._paths is None or self._paths[:2] != (map_state.view, map_state.city):
            self._paths = map_state.view, map_state.city, all_ways(map_state.view, map_state.city, contents)
        ways, focus = self._paths[2], map_state.pointed or map_state.focus
        if all(pair.colour != focus for pair in ways.pairs):
            focus = ways.nearest_lost(map_state.own_seat)
        if focus != ways.routed:
            ways = replace(ways, routed=focus)
            self._paths = *self._paths[:2], ways
        return ways

    def need(self) -> PairNeed | None:
        """Pieces that both sides need for the pair whose paths are drawn. None if there is none."""
        ways, seats = self.visible_paths(self._map.contents()), self._context.seats
        target = ways and next((pair for pair in ways.pairs if pair.colour == ways.routed), None)
        if not target:
            return None
        return PairNeed(target.colour, tuple((seats[seat].name, target.missing[seat]) for seat in (0, 1)))

    @property
    def is_empty(self) -> bool:
        """True if the paths last shown leave the opponent no way to any pair. False if none were shown."""
        foe = 1 - self._map.own_seat
        return self._paths is not None and all(pair.missing[foe] is None for pair in self._paths[2].pairs)


def draw_all_ways(painter: Painter, city_map: CityMap, ways: AllPathsView, contents: MapContents) -> None:
    """Draws a thread along each link that lacks a piece for the routed pair, on one side for each seat."""
    for (link, seat), colours in ways.lanes().items():
        middle = city_map.link_middle(link)
        if city_map.sees(middle):
            image = lane(painter.assets, city_map.size, city_map.link_turn(link), seat, colours)
            painter.blit(image, *middle, "center")
    signs = dict(contents.socks)
    # Socks at the ends of threads are drawn again above them.
    stations = {text for pair in ways.pairs for gaps in pair.gaps for link in gaps for text in link}
    for text in sorted(stations.intersection(signs)):
        draw_sign(painter, city_map, text, signs[text], contents)


class CityModel:
    """Parts of the view, shared by the functions that draw and describe them."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.map = MapState(context)
        self.setup = SetupState(context, self.map)
        self.recent = CityNews(context, self.map)
        self.threats = CityThreats(context, self.map)
        self.map.panel = SidePanel(context, self.panel_facts, partial(panel_head, self))
        self.logs = False  # True if the panel reserves room for a log; never in films
        self._log: tuple[object, tuple[LogStep, ...]] = None, ()  # log, with the key that it depends on
        # last recap steps, and the number of moves at that time
        self._last_steps: tuple[int, Sequence[RecapStep]] = 0, ()

    def look_back(self) -> None:
        """Store the latest recap, and reserve room for the log after the first move."""
        steps, move_count = self.context.host.recap.seen_steps, len(self.context.session.log)
        if steps or move_count < self._last_steps[0]:
            self._last_steps = move_count, steps
        self.logs = move_count > 0 and self.context.mode is not ViewMode.FILM

    def log(self) -> tuple[LogStep, ...]:
        """Rows of the other player's turn; those of the last recap while there is no new one. Cached.

        Without the last recap the panel would flicker between turns.
        """
        steps, city = self.context.host.recap.seen_steps or self._last_steps[1], self.map.city
        key = steps, city, language_tag()
        # Stored with the new key, so that equal parts need not be compared again.
        self._log = key, self._log[1] if key == self._log[0] else log_steps(steps, city)
        return self._log[1]

    def counted(self) -> str:
        """Translated progress of setting out socks. Empty in other phases."""
        picture, options = self.map.picture, self.context.session.options
        match picture.phase:
            case "blockers":
                return _("{n} of {all} placed").format(
                    n=len(picture.blockers), all=options.get_int("blockers")
                )
            case "socks":
                count = len(self.map.seen["socks"])
                return _("{n} of {all} pairs placed").format(n=count, all=len(COLOURS))
        return ""

    def panel_facts(self) -> tuple[CityPanelProps, Box]:
        """Current props of the panel, and its box."""
        context, chosen, picture = self.context, self.map, self.map.picture
        phase, observation, show, contents = (
            picture.phase,
            chosen.seen,
            context.current_animation,
            chosen.contents(),
        )
        is_over = context.session.to_move is None and show is None and not context.playback.waiting
        whole = 0
        if phase == "play" and not is_over:
            # The first turn of the match has a single piece.
            whole = 1 if picture.left == 1 and not any(picture.tracks) else 2
        tiles, design = tuple[PlacedTile, ...](), None
        if phase == "tiles":
            hand, tiles = self.setup.tile, chosen.view.board.tiles
            design = (hand.design, hand.rotation) if context.local_to_move is not None else None
        logs = self.logs and phase != "tiles"
        need = None if is_over else self.threats.need() or chosen.need()
        news = end_words(picture.out) if is_over else self.recent.text
        has_more = all(step.words != news for step in context.host.recap.seen_steps)
        is_waiting = context.local_to_move is None or show is not None
        ruler = context.app.measuring_painter
        ways = self.threats.visible_paths(contents)
        needs = None if ways is None else tuple((pair.colour, pair.missing) for pair in ways.pairs)
        facts = CityPanelProps(
            ruler.theme, language_tag(), ruler.text_scale, context.seats, phase, picture.turn, is_over,
            (min(whole, picture.left), whole), self.counted(), tuple(picture.supply),
            contents, tuple(observation["worth"].items()),
            self.setup.colour if phase == "socks" and context.local_to_move is not None else "",
            needs, tiles, design,
            BoardMessage() if phase == "tiles" else context.note,
            "" if need is None else need.words(), news, has_more, self.log() if logs else (),
            not is_waiting, context.mode is ViewMode.FILM,
        )  # fmt: skip
        return facts, chosen.boxes.panel

    def scores(self) -> list[int]:
        """Points of both seats, with those of a pair being joined counted as they arrive."""
        scores, show = list(self.map.picture.scores), self.context.current_animation
        event = None if show is None else as_event(show.event)
        if show is not None and isinstance(event, PairJoined):
            scores[event.seat] += points_arrived(event, show.progress)
        return scores

    def look(self) -> art_map.CityStyle:
        """City style from the board's layout, or for the high-contrast theme."""
        layout = self.context.session.layout
        word = layout.get("look", "city") if layout is not None else "city"
        plain = self.context.app.settings.theme == ThemeName.CONTRAST
        return style_of(word, plain=plain)


def panel_head(model: CityModel) -> PanelHead:
    """Head of the panel: the animation shown, else the station in focus, else the state of the match."""
    chosen, context, picture = model.map, model.context, model.map.picture
    city, at, show = chosen.city, chosen.cursor.at, context.current_animation
    match as_event(show.event) if show is not None else None:
        case TrackLaid(link=[one, other]) if {one, other} <= city.stops.keys():
            return _station_head(model, other, _("from {station}").format(station=city.name(one)))
        case PairJoined(seat=seat, colour=colour, worth=worth) if show is not None and show.progress >= RIDE:
            line = f"{context.seats[seat].name} +{worth}"
            return PanelHead(_("Home!"), line, colour, seat)
        case PairJoined(way=[one, *_rest, other]) if {one, other} <= city.stops.keys():
            return _station_head(model, other, _("from {station}").format(station=city.name(one)))
    outcome = context.session.outcome
    if context.session.to_move is None and show is None and not context.playback.waiting:
        if outcome is not None:
            names = [seat.name for seat in context.seats]
            return PanelHead(result_words(INFO, names, outcome.winners), _("The match is over"))
    elif picture.phase == "tiles":
        hand, line = model.setup.tile, _("{n} of 20 tiles, gaps: {vacant}")
        return PanelHead(
            printed_name(hand.design),
            line.format(n=len(picture.tiles), vacant=len(city.vacant)),
            tile=(hand.design, hand.rotation) if context.local_to_move is not None else None,
        )
    elif (
        at in city.stops
        and context.match.local_seats
        and context.mode not in {ViewMode.FILM, ViewMode.PICTURE}
    ):
        return _station_head(model, at, _line_of(model, at))
    line = _("{n} of {all} pairs home").format(n=len(picture.owners), all=len(COLOURS))
    name = (
        turn_words(picture.phase, context.seats[picture.turn].name)
        if context.mode is ViewMode.FILM
        else _(INFO.title)
    )
    return PanelHead(name, line, station="plain")


def _line_of(model: CityModel, at: str) -> str:
    """Line about the station in focus: the track on the chosen link, its sock, its printed track."""
    chosen, picture = model.map, model.map.picture
    link, partner, colour = chosen.link, chosen.city.stops[at].partner, picture.socks.get(at)
    if link is not None:
        for seat, side in enumerate(picture.tracks):
            if link in side:
                return _("{name}'s track").format(name=model.context.seats[seat].name)
    if partner and (colour is None or chosen.link == chosen.city.link(at, partner)):
        return _("Track to {station}").format(station=chosen.city.name(partner))
    if colour is not None:
        words, owner = colour_name(colour), picture.owners.get(colour)
        if owner is not None:
            return _("{colour}: {name}").format(colour=words, name=model.context.seats[owner].name)
        return _("{colour}, worth {worth}").format(colour=words, worth=chosen.seen["worth"][colour])
    if link is not None:
        return _("from {station}").format(station=chosen.city.name(chosen.cursor.came))
    return _("No printed track")


def _station_head(model: CityModel, at: str, line: str) -> PanelHead:
    """Head about a station, or with the reason of a refusal that has no room on the map."""
    chosen, picture = model.map, model.map.picture
    colour = picture.socks.get(at, "")
    is_spare = at in picture.blockers
    station = "spare" if is_spare else "joined" if chosen.city.stops[at].partner else "plain"
    refused = chosen.refusal
    if refused and refusal_bubble(model.context.app.measuring_painter, chosen) is not None:
        refused = ""
    return PanelHead(
        chosen.city.name(at), refused or line, colour, picture.owners.get(colour, -1), station,
        has_focus=True, refuses=bool(refused),
    )  # fmt: skip


def strip_help(model: CityModel) -> Prompts:
    """Prompts of the current moment."""
    rest: Prompts = [
        *recap_prompt(model.context),
        *undo_prompts(model.context),
        (InputAction.PAUSE, _("Menu")),
    ]
    if model.context.local_to_move is None or is_watched(model):
        pair = _pairs_prompt(model) if model.map.seen["phase"] == "play" else []
        names: Prompts = [_names_prompt(model)] if model.map.picture.phase != "tiles" else []
        threats = model.context.threats.help() if model.map.seen["phase"] == "play" else []
        return [*hurry_prompt(model.context), *pair, *names, *threats, *rest]
    if model.map.seen["phase"] != "play":
        return [*model.setup.help(), *rest]
    if not model.map.legal:
        return [(InputAction.CONFIRM, _("Pass")), _names_prompt(model), *model.context.threats.help(), *rest]
    threats = model.context.threats.help()
    looks = [*_pairs_prompt(model), _names_prompt(model)]
    return [
        *_turn_help(looks, lays=press_lays(model), hint=model.context.hint_help()),
        *threats,
        *_unfocus_prompts(chosen=bool(model.map.focus)),
        *rest,
    ]


def press_lays(model: CityModel) -> bool:
    """True if a press lays a piece: the chosen link is legal, or the last device is a mouse."""
    return model.map.link in model.map.legal or model.context.app.devices.last == MOUSE


class StripWords(Scene):
    """Replacement for a scene, to draw a prompt bar with other prompts."""

    def __init__(self, help: Prompts) -> None:
        self._help = help

    def prompts(self) -> Prompts:
        return self._help


def likely_helps() -> list[Prompts]:
    """Prompts that are likely in a person's turn, for preloading."""
    rest: Prompts = [
        (InputAction.AGAIN, _("Watch again")),
        (InputAction.UNDO, _("Undo")),
        (InputAction.PAUSE, _("Menu")),
    ]
    looks = ((InputAction.LOOK, label) for label in (_("Names"), _("Whole map")))
    ways = InputAction.NEXT, _("Show routes")
    return [
        [*_turn_help([ways, look], lays=True), *_unfocus_prompts(chosen=chosen), *rest]
        for look in looks
        for chosen in (False, True)
    ]


def longest_help(model: CityModel) -> Prompts:
    """Longest prompts of this phase, by which the map is sized."""
    rest: Prompts = [
        *recap_prompt(model.context, always=True),
        *undo_prompts(model.context, always=True),
        (InputAction.PAUSE, _("Menu")),
    ]
    if model.map.picture.phase != "play":
        return [*model.setup.help(longest=True), *rest]
    threats = model.context.threats.help(longest=True)
    looks = [*_pairs_prompt(model), (InputAction.LOOK, _("Whole map"))]
    return [*_turn_help(looks, lays=True), *threats, *_unfocus_prompts(chosen=True), *rest]


def is_watched(model: CityModel) -> bool:
    """True if an animation is shown that a press hurries. Not for the short one of the player's piece."""
    if model.context.current_animation is None:
        return bool(model.context.playback.waiting)
    is_own_turn = model.map.picture.turn == model.context.local_to_move and bool(model.map.legal)
    return not (
        is_own_turn
        and model.context.current_animation.event.kind == CityEventKind.LAY
        and not model.context.playback.waiting
    )


def _names_prompt(model: CityModel) -> tuple[InputAction, str]:
    """Prompt to zoom to the names, or back to the whole map."""
    return InputAction.LOOK, _("Whole map") if model.map.is_closer else _("Names")


def _pairs_prompt(model: CityModel) -> Prompts:
    """Prompt to focus the next pair, none for a mouse, which presses it. The label depends on the help."""
    words = _("Pairs") if model.context.settings.hints == HelpLevel.OFF else _("Show routes")
    return [] if model.context.app.devices.last == MOUSE else [(InputAction.NEXT, words)]


def _turn_help(looks: Prompts, *, lays: bool, hint: Prompts | None = None) -> Prompts:
    """Prompts of a person's turn. ``looks`` are those for pairs and the map; ``lays`` adds laying.

    ``hint`` is the prompt for the next step of a hint, if one was requested.
    """
    lay: Prompts = [(InputAction.CONFIRM, _("Lay track"))] if lays else []
    return [(InputAction.NAVIGATE, _("Choose")), *lay, *looks, *(hint or [(InputAction.HINT, _("Hint"))])]


def _unfocus_prompts(*, chosen: bool) -> Prompts:
    """Prompt to unfocus the pair, last so that the others keep their places. Empty unless ``chosen``."""
    return [(InputAction.BACK, _("Clear"))] if chosen else []


ReachLink = tuple[str, str]


class CitySwitchTargets(SwitchTargets):
    """Switch targets: links for a piece, or stations for a sock."""

    def __init__(self, parts: CityModel) -> None:
        self._parts = parts

    def items(self) -> Sequence[Item] | None:
        """Targets for legal choices, empty while the program chooses. None while a tile is steered."""
        chosen, setup = self._parts.map, self._parts.setup
        if chosen.picture.phase == "tiles" or setup.asked:
            return None if not setup.asked else ()
        if chosen.picture.phase != "play":
            return [self._station_target(text) for text in sorted(setup.open)]
        way = [self._link_target(link) for link in chosen.gaps() if link in chosen.legal]
        all_targets = group_targets([self._link_target(link) for link in sorted(chosen.legal)])
        last = self._last_stations()
        near = group_targets(
            [self._link_target(link) for link in sorted(chosen.legal) if last.intersection(link)]
        )
        first: list[Item] = [
            SwitchGroup(tuple(targets)) if len(targets) > 1 else targets[0]
            for targets in (way, near)
            if targets
        ]
        return [*first, SwitchGroup(all_targets)] if first else all_targets

    def _last_stations(self) -> set[str]:
        """The two stations of the last piece of the person to move; empty before the first one."""
        context = self._parts.context
        links = (
            move.split()[1:]
            for seat, move in reversed(context.session.log)
            if seat == context.local_to_move and move.startswith("lay ")
        )
        return set(next(links, ()))

    def _target_box(self, x: float, y: float) -> Box:
        """Box around a point, 0.8 hexagon radii wide and high."""
        half = self._parts.map.city_map.size * 0.4
        return Box(x - half, y - half, 2 * half, 2 * half)

    def _link_target(self, link: ReachLink) -> SwitchTarget:
        """Target that moves the cursor over a link and lays a piece there."""
        chosen, (start, end) = self._parts.map, link
        box = self._target_box(*chosen.city_map.link_middle(link))

        def come() -> None:
            """Move the cursor over the link."""
            chosen.cursor.jump(end, start)

        return SwitchTarget(box, InputAction.CONFIRM, f"{start}-{end}", come=come)

    def _station_target(self, text: str) -> SwitchTarget:
        """Target that moves the cursor to a station and confirms it."""
        chosen = self._parts.map
        box = self._target_box(*chosen.city_map.station_point(text))
        return SwitchTarget(box, InputAction.CONFIRM, text, come=lambda: chosen.cursor.jump(text))
