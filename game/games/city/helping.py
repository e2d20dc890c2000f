"""What the buttons do at each moment of Socks in the City, for the help strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.input import Act
from game.ui.scene import Help
from game.ui.words import _

if TYPE_CHECKING:
    from game.games.city.choosing import ChoosingScene


def strip_help(scene: ChoosingScene) -> Help:
    """What the buttons do now."""
    rest: Help = [(Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu"))]
    if scene.person is None or is_watched(scene):
        pair: Help = [(Act.NEXT, _("Pair"))] if scene.seen["phase"] == "play" else []
        names: Help = [_names(scene)] if scene.picture.phase != "tiles" else []
        return [(Act.CONFIRM, _("Hurry")), *pair, *names, *rest]
    if scene.seen["phase"] != "play":
        return [*scene.setting.help(), *rest]
    if not scene.legal:
        return [(Act.CONFIRM, _("Pass")), _names(scene), *rest]
    return [*_turn_help(scene, _names(scene)), *rest]


def longest_help(scene: ChoosingScene) -> Help:
    """The longest strip of this phase, so that the map keeps its size."""
    rest: Help = [(Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu"))]
    if scene.picture.phase != "play":
        return [*scene.setting.help(most=True), *rest]
    return [*_turn_help(scene, (Act.LOOK, _("Whole map")), most=True), *rest]


def is_watched(scene: ChoosingScene) -> bool:
    """Whether something is shown that a press hurries; the short show of one's own piece does not count."""
    if scene.show is None:
        return bool(scene.queue)
    own = scene.picture.turn == scene.person and bool(scene.legal)
    return not (own and scene.show.event.kind == "lay" and not scene.queue)


def _names(scene: ChoosingScene) -> tuple[Act, str]:
    return Act.LOOK, _("Whole map") if scene.is_closer else _("Names")


def _turn_help(scene: ChoosingScene, look: tuple[Act, str], *, most: bool = False) -> Help:
    return [
        (Act.NAVIGATE, _("Walk")),
        (Act.CONFIRM, _("Lay track")),
        (Act.NEXT, _("Pair")),
        look,
        (Act.HINT, _("Hint")) if not scene.focus or most else (Act.BACK, _("No pair")),
    ]
