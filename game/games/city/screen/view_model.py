"""What the picture of the city is drawn from: the match, the map, the set-up, the news.

Here too what threatens: the pieces that both sides need for every pair, and their ways to one of them,
which is the pair that somebody points at or looks at, else the one that the other side is nearest to. And
what the buttons do at each moment, for the strip, and what can be taken with one switch: the gaps of the
way that is shown, then all links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.games.city.match_text import PairNeed, end_words
from game.games.city.rules.board import COLOURS, PlacedTile
from game.games.city.rules.events import CityEventKind, PairJoined, as_event
from game.games.city.rules.text import BoardReading
from game.games.city.screen import art_map
from game.games.city.screen.art_track import lane
from game.games.city.screen.board import MapContents, draw_sign, style_of
from game.games.city.screen.controls import SetupState
from game.games.city.screen.map_geometry import BoardView, CityMap, Link
from game.games.city.screen.map_state import CityNews, MapState
from game.games.city.screen.panels import CityPanelProps, LogStep, SidePanel, arrived, log_steps, pieces_words
from game.i18n import _, language_tag
from game.match.recap import RecapStep
from game.store.settings import HelpLevel, ThemeName
from game.ui.core.canvas import Box
from game.ui.core.input import MOUSE, InputAction
from game.ui.core.paint import Painter
from game.ui.core.scanning import Item, SwitchGroup, SwitchTarget, group_targets
from game.ui.core.scene import Prompts, Scene
from game.ui.match.board_messages import BoardMessage
from game.ui.match.context import ViewContext
from game.ui.match.info_panels import hurry_prompt, recap_prompt, undo_prompts
from game.ui.match.view import SwitchTargets
from game.ui.widgets import key_map_for


@dataclass(frozen=True, slots=True)
class PairPathsView:
    """The ways to a pair that is still open."""

    colour: str
    missing: tuple[int | None, int | None]
    """How many pieces each seat needs; `None` where it has no way left."""
    gaps: tuple[tuple[Link, ...], tuple[Link, ...]]
    """The links where each seat lacks a piece."""


@dataclass(frozen=True, slots=True)
class AllPathsView:
    """Those of all open pairs."""

    pairs: tuple[PairPathsView, ...]
    routed: str = ""
    """The pair of which the ways are drawn: all at once nobody could tell apart."""

    def lanes(self) -> dict[tuple[Link, int], tuple[str, ...]]:
        """The colours that wait for a piece on each link of the ways that are drawn, for each seat."""
        found: dict[tuple[Link, int], tuple[str, ...]] = {}
        for pair in self.pairs:
            if pair.colour != self.routed:
                continue
            for seat, gaps in enumerate(pair.gaps):
                for link in gaps:
                    found[link, seat] = (*found.get((link, seat), ()), pair.colour)
        return found

    def nearest_lost(self, seat: int) -> str:
        """The pair for which the other side needs the fewest pieces; empty where it has no way left."""
        foe = [(pair.missing[1 - seat], number) for number, pair in enumerate(self.pairs)]
        least = min(((count, number) for count, number in foe if count is not None), default=None)
        return self.pairs[least[1]].colour if least is not None else ""


def all_ways(view: BoardReading, city: BoardView, laid: MapContents) -> AllPathsView:
    """The shortest ways of both seats to every pair that nobody has joined."""
    owned, pairs = dict(laid.owners), []
    for colour in COLOURS:
        if colour in owned or view.pair(colour) is None:
            continue
        first, second = (view.shortest_way(colour, seat) for seat in (0, 1))
        pairs.append(
            PairPathsView(
                colour,
                (first[1] if first else None, second[1] if second else None),
                (_gaps(city, first, laid.tracks[0]), _gaps(city, second, laid.tracks[1])),
            )
        )
    return AllPathsView(tuple(pairs))


def _gaps(
    city: BoardView, way: tuple[tuple[str, ...], int] | None, track: tuple[Link, ...]
) -> tuple[Link, ...]:
    return tuple(city.gaps(way[0], track)) if way is not None else ()


class CityThreats:
    """Knows the ways of both sides, where they are to be shown."""

    def __init__(self, context: ViewContext, map_state: MapState) -> None:
        self._context = context
        self._map = map_state
        self._known: tuple[BoardReading, BoardView, AllPathsView] | None = None

    def shown(self, contents: MapContents) -> AllPathsView | None:
        """The ways to be shown now; none while something moves, or is set out."""
        context, shown = self._context, self._map
        if not context.threats.shown or context.show is not None or shown.phase != "play":
            return None
        # Twelve ways are looked for: once for each position, not in every frame.
        if self._known is None or self._known[:2] != (shown.view, shown.city):
            self._known = shown.view, shown.city, all_ways(shown.view, shown.city, contents)
        ways, pointed = self._known[2], shown.pointed or shown.focus
        if all(pair.colour != pointed for pair in ways.pairs):
            pointed = ways.nearest_lost(shown.own_seat)
        if pointed != ways.routed:
            ways = replace(ways, routed=pointed)
            self._known = *self._known[:2], ways
        return ways

    def need(self) -> PairNeed | None:
        """What both sides need for the pair of which the ways are drawn, in words; `None` while none are."""
        ways, seats = self.shown(self._map.contents()), self._context.seats
        routed = ways and next((pair for pair in ways.pairs if pair.colour == ways.routed), None)
        if not routed:
            return None
        return PairNeed(routed.colour, tuple((seats[seat].name, routed.missing[seat]) for seat in (0, 1)))

    @property
    def is_empty(self) -> bool:
        """Whether the other side has no way left to any pair that is open."""
        foe = 1 - self._map.own_seat
        return self._known is not None and all(pair.missing[foe] is None for pair in self._known[2].pairs)


def draw_all_ways(painter: Painter, ground: CityMap, ways: AllPathsView, laid: MapContents) -> None:
    """A lane along every link where a piece is wanted, a side of it for each seat."""
    for (link, seat), colours in ways.lanes().items():
        middle = ground.link_middle(link)
        if ground.sees(middle):
            image = lane(painter.assets, ground.size, ground.link_turn(link), seat, colours)
            painter.blit(image, *middle, "center")
    signs = dict(laid.socks)
    # At the stations with socks at which lanes end, what lies in their middle is drawn over.
    touched = {text for pair in ways.pairs for gaps in pair.gaps for link in gaps for text in link}
    for text in sorted(touched.intersection(signs)):
        draw_sign(painter, ground, text, signs[text], laid)


class CityModel:
    """The parts of the view, for the functions that draw and tell of them."""

    def __init__(self, context: ViewContext) -> None:
        self.context = context
        self.map = MapState(context)
        self.setup = SetupState(context, self.map)
        self.recent = CityNews(context, self.map)
        self.threats = CityThreats(context, self.map)
        self.map.panel = SidePanel(context, self.panel_facts)
        self.logs = False
        """Whether something may be told of the other player: in a film nothing is."""
        self._log: tuple[object, tuple[LogStep, ...]] = None, ()
        """The log, and what it follows from."""
        self._kept: tuple[int, Sequence[RecapStep]] = 0, ()
        """What was told last, and after how many moves."""

    def look_back(self) -> None:
        """Moves were made or taken back: keep what was told, and a room for it once there is a move."""
        steps, made = self.context.ports.told(), len(self.context.session.log)
        if steps or made < self._kept[0]:
            self._kept = made, steps
        self.logs = made > 0 and not self.context.is_film

    def log(self) -> tuple[LogStep, ...]:
        """What the other player did, in the words of the board; kept, as every frame asks for it.

        While nothing is told, as the computer thinks, it stays: an empty panel would flicker between turns.
        """
        steps, city = self.context.ports.told() or self._kept[1], self.map.city
        told = steps, city, language_tag()
        # Kept as it was asked for last: what is the same need not be compared.
        self._log = told, self._log[1] if told == self._log[0] else log_steps(steps, city)
        return self._log[1]

    def panel_facts(self) -> tuple[CityPanelProps, Box]:
        """What the panel says now, and where it stands."""
        context, chosen, picture = self.context, self.map, self.map.picture
        phase, seen, show, contents = picture.phase, chosen.seen, context.show, chosen.contents()
        over = context.session.to_move is None and show is None and not context.playback.waiting
        whole = 0
        if phase == "play" and not over:
            # The start player's first turn has a single piece.
            whole = 1 if picture.left == 1 and not any(picture.tracks) else 2
        told, tiles, design = "", tuple[PlacedTile, ...](), None
        match phase:
            case "play" if not over:
                told = pieces_words(min(whole, picture.left))
            case "blockers":
                count = context.session.options.number("blockers")
                told = _("{n} of {all} out").format(n=len(picture.blockers), all=count)
            case "socks":
                told = _("{n} of {all} pairs out").format(n=len(seen["socks"]), all=len(COLOURS))
            case "tiles":
                laid, vacant = len(picture.tiles), len(chosen.city.vacant)
                told = _("{n} of 20 tiles, {vacant} vacant").format(n=laid, vacant=vacant)
                hand, tiles = self.setup.tile, chosen.view.board.tiles
                design = (hand.design, hand.rotation) if context.person is not None else None
        logs = self.logs and phase != "tiles"
        need = None if over else self.threats.need() or chosen.need()
        news = end_words(picture.out) if over else self.recent.text
        more = all(step.words != news for step in context.ports.told())
        waits = context.person is None or show is not None
        ruler = context.stage.ruler
        ways = self.threats.shown(contents)
        needs = None if ways is None else tuple((pair.colour, pair.missing) for pair in ways.pairs)
        outcome = context.session.outcome if over else None
        facts = CityPanelProps(
            ruler.theme, language_tag(), ruler.text_scale, context.seats, phase, picture.turn,
            None if outcome is None else outcome.winners,
            (min(whole, picture.left), whole), told, tuple(picture.supply), contents,
            tuple(seen["worth"].items()),
            self.setup.colour if phase == "socks" and context.person is not None else "",
            needs, tiles, design,
            BoardMessage() if phase == "tiles" else context.note,
            "" if need is None else need.words(), news, more, self.log() if logs else (), logs,
            None if waits else key_map_for(context.stage).of(InputAction.AGAIN), context.is_film,
        )  # fmt: skip
        return facts, chosen.places.panel

    def scores(self) -> list[int]:
        """The points of both; those of a pair that comes home are counted in as they arrive."""
        scores, show = list(self.map.picture.scores), self.context.show
        joined = None if show is None else as_event(show.event)
        if show is not None and isinstance(joined, PairJoined):
            scores[joined.seat] += arrived(joined, show.share)
        return scores

    def look(self) -> art_map.CityStyle:
        """How the city looks: its board says it, or the theme."""
        layout = self.context.session.layout
        word = layout.get("look", "city") if layout is not None else "city"
        plain = self.context.stage.settings.theme == ThemeName.CONTRAST
        return style_of(word, plain=plain)


def strip_help(shown: CityModel) -> Prompts:
    """What the buttons do now."""
    rest: Prompts = [
        *recap_prompt(shown.context),
        *undo_prompts(shown.context),
        (InputAction.PAUSE, _("Menu")),
    ]
    if shown.context.person is None or is_watched(shown):
        pair: Prompts = [_pairs(shown)] if shown.map.seen["phase"] == "play" else []
        names: Prompts = [_names(shown)] if shown.map.picture.phase != "tiles" else []
        threats = shown.context.threats.help() if shown.map.seen["phase"] == "play" else []
        return [*hurry_prompt(shown.context), *pair, *names, *threats, *rest]
    if shown.map.seen["phase"] != "play":
        return [*shown.setup.help(), *rest]
    if not shown.map.legal:
        return [(InputAction.CONFIRM, _("Pass")), _names(shown), *shown.context.threats.help(), *rest]
    threats = shown.context.threats.help()
    looks = _pairs(shown), _names(shown)
    return [*_turn_help(looks, lays=lays(shown)), *threats, *_away(chosen=bool(shown.map.focus)), *rest]


def lays(shown: CityModel) -> bool:
    """Whether a press lays a piece: on the link just walked over; a mouse chooses one where it points."""
    return shown.map.link in shown.map.legal or shown.context.stage.devices.last == MOUSE


class StripWords(Scene):
    """Stands in for a shown, to draw a strip with other words."""

    def __init__(self, help: Prompts) -> None:
        self._help = help

    def help(self) -> Prompts:
        return self._help


def likely_helps() -> list[Prompts]:
    """What the strip says in a person's turn, whatever they look at."""
    rest: Prompts = [
        (InputAction.AGAIN, _("See it again")),
        (InputAction.UNDO, _("Take back")),
        (InputAction.PAUSE, _("Menu")),
    ]
    looks = ((InputAction.LOOK, words) for words in (_("Names"), _("Whole map")))
    ways = InputAction.NEXT, _("Show ways")
    return [
        [*_turn_help((ways, look), lays=True), *_away(chosen=chosen), *rest]
        for look in looks
        for chosen in (False, True)
    ]


def longest_help(shown: CityModel) -> Prompts:
    """The longest strip of this phase, so that the map keeps its size."""
    rest: Prompts = [
        *recap_prompt(shown.context, most=True),
        *undo_prompts(shown.context, most=True),
        (InputAction.PAUSE, _("Menu")),
    ]
    if shown.map.picture.phase != "play":
        return [*shown.setup.help(most=True), *rest]
    threats = shown.context.threats.help(longest=True)
    looks = _pairs(shown), (InputAction.LOOK, _("Whole map"))
    return [*_turn_help(looks, lays=True), *threats, *_away(chosen=True), *rest]


def is_watched(shown: CityModel) -> bool:
    """Whether something is shown that a press hurries; the short show of one's own piece does not count."""
    if shown.context.show is None:
        return bool(shown.context.playback.waiting)
    own = shown.map.picture.turn == shown.context.person and bool(shown.map.legal)
    return not (
        own and shown.context.show.event.kind == CityEventKind.LAY and not shown.context.playback.waiting
    )


def _names(shown: CityModel) -> tuple[InputAction, str]:
    return InputAction.LOOK, _("Whole map") if shown.map.is_closer else _("Names")


def _pairs(shown: CityModel) -> tuple[InputAction, str]:
    """What puts one pair after the other into focus: their ways are shown where that help is given."""
    return InputAction.NEXT, _("Pairs") if shown.context.settings.hints == HelpLevel.OFF else _("Show ways")


def _turn_help(looks: tuple[tuple[InputAction, str], tuple[InputAction, str]], *, lays: bool) -> Prompts:
    """A person's turn; what looks at pairs and at the map, and whether a piece can be laid."""
    lay: Prompts = [(InputAction.CONFIRM, _("Lay track"))] if lays else []
    return [(InputAction.NAVIGATE, _("Walk")), *lay, *looks, (InputAction.HINT, _("Hint"))]


def _away(*, chosen: bool) -> Prompts:
    """What takes the focus off a pair, behind all that is there without one: that keeps its order."""
    return [(InputAction.BACK, _("No pair"))] if chosen else []


ReachLink = tuple[str, str]


class CitySwitchTargets(SwitchTargets):
    """The links where a piece may lie, or the stations where a sock may go."""

    def __init__(self, parts: CityModel) -> None:
        self._parts = parts

    def items(self) -> Sequence[Item] | None:
        """Legal ones only; a tile in hand is steered."""
        chosen, setup = self._parts.map, self._parts.setup
        if chosen.picture.phase == "tiles" or setup.asked:
            return None if not setup.asked else ()
        if chosen.picture.phase != "play":
            return [self._station(text) for text in sorted(setup.open)]
        way = [self._link(link) for link in chosen.gaps() if link in chosen.legal]
        every = group_targets([self._link(link) for link in sorted(chosen.legal)])
        last = self._last()
        near = group_targets([self._link(link) for link in sorted(chosen.legal) if last.intersection(link)])
        first: list[Item] = [
            SwitchGroup(tuple(some)) if len(some) > 1 else some[0] for some in (way, near) if some
        ]
        return [*first, SwitchGroup(every)] if first else every

    def _last(self) -> set[str]:
        """The stations at both ends of the piece that the person to move has laid last: mostly it goes on."""
        context = self._parts.context
        laid = (
            move.split()[1:]
            for seat, move in reversed(context.session.log)
            if seat == context.person and move.startswith("lay ")
        )
        return set(next(laid, ()))

    def _box(self, x: float, y: float) -> Box:
        half = self._parts.map.ground.size * 0.4
        return Box(x - half, y - half, 2 * half, 2 * half)

    def _link(self, link: ReachLink) -> SwitchTarget:
        chosen, (one, other) = self._parts.map, link
        box = self._box(*chosen.ground.link_middle(link))

        def come() -> None:
            chosen.walker.jump(other, one)

        return SwitchTarget(box, InputAction.CONFIRM, f"{one}-{other}", come=come)

    def _station(self, text: str) -> SwitchTarget:
        chosen = self._parts.map
        box = self._box(*chosen.ground.station_point(text))
        return SwitchTarget(box, InputAction.CONFIRM, text, come=lambda: chosen.walker.jump(text))
