"""Pictures of cards that are made before they are needed, a few milliseconds a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.core.cards import JOKER
from game.games.sociable.rules.state import DECK, RANKS
from game.games.sociable.screen import stage_view
from game.games.sociable.screen.places import CARD
from game.ui.art.cards import begin, card
from game.ui.kit.assets import Assets
from game.ui.kit.paint import Painter

ANGLES = (-4, 4, -7, 7, -10, 10, -14, 14)
"""All but 0 that `stage_view.laid_place` gives."""


def warm_cards(painter: Painter, lead: float, opened: Iterable[tuple[str, float]]) -> Iterator[None]:
    """Those of hands that lie open, of the own hand, and of plays on the table; these are so wide."""
    assets, names = painter.assets, list(dict.fromkeys(DECK))
    faces, laid = names + [f"{JOKER}={rank}" for rank in RANKS], round(lead, 1)
    for name, wide in opened:
        yield from _made(assets, name, wide)
    for name in names:
        yield from _made(assets, name, CARD)
    for name in faces:
        begin(assets, name, laid, turned=True)
        yield
        stage_view.draw_turned(painter, name, lead, (0, 0), 0)
        yield
    for name in faces:
        yield from _made(assets, name, laid)
    for name in names:
        yield from _made(assets, name, CARD, dim=True)
    for angle in ANGLES:
        for name in faces:
            stage_view.draw_turned(painter, name, lead, (0, 0), angle)
            yield


def _made(assets: Assets, name: str, wide: float, *, dim: bool = False) -> Iterator[None]:
    """A card in two steps: whoever it shows, and the whole of it."""
    begin(assets, name, wide, dim=dim)
    yield
    card(assets, name, wide, dim=dim)
    yield
