"""What the buttons do at each moment of Socks in the City, for the help strip."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.input import Act
from game.ui.scene import Help, Scene
from game.ui.words import _

if TYPE_CHECKING:
    from game.games.city.choosing import ChoosingScene


def strip_help(scene: ChoosingScene) -> Help:
    """What the buttons do now."""
    rest: Help = [(Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu"))]
    if scene.person is None or is_watched(scene):
        pair: Help = [(Act.NEXT, _("Show ways"))] if scene.seen["phase"] == "play" else []
        names: Help = [_names(scene)] if scene.picture.phase != "tiles" else []
        return [(Act.CONFIRM, _("Hurry")), *pair, *names, *rest]
    if scene.seen["phase"] != "play":
        return [*scene.setting.help(), *rest]
    if not scene.legal:
        return [(Act.CONFIRM, _("Pass")), _names(scene), *rest]
    return [*_turn_help(_names(scene), chosen=bool(scene.focus)), *rest]


class Said(Scene):
    """Stands in for a scene, to draw a strip with other words."""

    def __init__(self, help: Help) -> None:
        self._help = help

    def help(self) -> Help:
        """Those words."""
        return self._help


def likely_helps() -> list[Help]:
    """What the strip says in a person's turn, whatever they look at."""
    rest: Help = [(Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu"))]
    looks = ((Act.LOOK, words) for words in (_("Names"), _("Whole map")))
    return [[*_turn_help(look, chosen=chosen), *rest] for look in looks for chosen in (False, True)]


def longest_help(scene: ChoosingScene) -> Help:
    """The longest strip of this phase, so that the map keeps its size."""
    rest: Help = [(Act.UNDO, _("Take back")), (Act.PAUSE, _("Menu"))]
    if scene.picture.phase != "play":
        return [*scene.setting.help(most=True), *rest]
    return [*_turn_help((Act.LOOK, _("Whole map")), chosen=False), *rest]


def is_watched(scene: ChoosingScene) -> bool:
    """Whether something is shown that a press hurries; the short show of one's own piece does not count."""
    if scene.show is None:
        return bool(scene.queue)
    own = scene.picture.turn == scene.person and bool(scene.legal)
    return not (own and scene.show.event.kind == "lay" and not scene.queue)


def _names(scene: ChoosingScene) -> tuple[Act, str]:
    return Act.LOOK, _("Whole map") if scene.is_closer else _("Names")


def _turn_help(look: tuple[Act, str], *, chosen: bool) -> Help:
    """A person's turn; whether a pair is in focus."""
    return [
        (Act.NAVIGATE, _("Walk")),
        (Act.CONFIRM, _("Lay track")),
        (Act.NEXT, _("Show ways")),
        look,
        (Act.BACK, _("No pair")) if chosen else (Act.HINT, _("Hint")),
    ]
