"""What the buttons do at each moment of Socks in the City, for the help strip."""

from __future__ import annotations

from game.games.city.rules.events import Kind
from game.games.city.screen.parts import CityParts
from game.store.settings import Hints
from game.ui.kit.input import Act
from game.ui.kit.scene import Scene
from game.ui.kit.stack import Help
from game.ui.table.told import again_help
from game.words import _


def strip_help(shown: CityParts) -> Help:
    """What the buttons do now."""
    back: Help = [(Act.UNDO, _("Take back"))] if shown.table.match.can_go_back else []
    rest: Help = [*again_help(shown.table), *back, (Act.PAUSE, _("Menu"))]
    if shown.table.person is None or is_watched(shown):
        pair: Help = [_pairs(shown)] if shown.map.seen["phase"] == "play" else []
        names: Help = [_names(shown)] if shown.map.picture.phase != "tiles" else []
        threats = shown.table.threats.help() if shown.map.seen["phase"] == "play" else []
        return [(Act.CONFIRM, _("Hurry")), *pair, *names, *threats, *rest]
    if shown.map.seen["phase"] != "play":
        return [*shown.setup.help(), *rest]
    if not shown.map.legal:
        return [(Act.CONFIRM, _("Pass")), _names(shown), *shown.table.threats.help(), *rest]
    threats = shown.table.threats.help()
    looks = _pairs(shown), _names(shown)
    return [*_turn_help(looks), *threats, *_away(chosen=bool(shown.map.focus)), *rest]


class StripWords(Scene):
    """Stands in for a shown, to draw a strip with other words."""

    def __init__(self, help: Help) -> None:
        self._help = help

    def help(self) -> Help:
        """Those words."""
        return self._help


def likely_helps() -> list[Help]:
    """What the strip says in a person's turn, whatever they look at."""
    rest: Help = [(Act.AGAIN, _("See it again")), (Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu"))]
    looks = ((Act.LOOK, words) for words in (_("Names"), _("Whole map")))
    ways = Act.NEXT, _("Show ways")
    return [
        [*_turn_help((ways, look)), *_away(chosen=chosen), *rest]
        for look in looks
        for chosen in (False, True)
    ]


def longest_help(shown: CityParts) -> Help:
    """The longest strip of this phase, so that the map keeps its size."""
    rest: Help = [*again_help(shown.table, most=True), (Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu"))]
    if shown.map.picture.phase != "play":
        return [*shown.setup.help(most=True), *rest]
    threats = shown.table.threats.help(longest=True)
    looks = _pairs(shown), (Act.LOOK, _("Whole map"))
    return [*_turn_help(looks), *threats, *_away(chosen=True), *rest]


def is_watched(shown: CityParts) -> bool:
    """Whether something is shown that a press hurries; the short show of one's own piece does not count."""
    if shown.table.show is None:
        return bool(shown.table.playback.waiting)
    own = shown.map.picture.turn == shown.table.person and bool(shown.map.legal)
    return not (own and shown.table.show.event.kind == Kind.LAY and not shown.table.playback.waiting)


def _names(shown: CityParts) -> tuple[Act, str]:
    return Act.LOOK, _("Whole map") if shown.map.is_closer else _("Names")


def _pairs(shown: CityParts) -> tuple[Act, str]:
    """What puts one pair after the other into focus: their ways are shown where that help is given."""
    return Act.NEXT, _("Pairs") if shown.table.settings.hints == Hints.OFF else _("Show ways")


def _turn_help(looks: tuple[tuple[Act, str], tuple[Act, str]]) -> Help:
    """A person's turn; what looks at pairs and at the map."""
    return [(Act.NAVIGATE, _("Walk")), (Act.CONFIRM, _("Lay track")), *looks, (Act.HINT, _("Hint"))]


def _away(*, chosen: bool) -> Help:
    """What takes the focus off a pair, behind all that is there without one: that keeps its order."""
    return [(Act.BACK, _("No pair"))] if chosen else []
