"""The still pictures of the debrief's pages, each in a layer, drawn at once or piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game.games.sociable.screen.debrief.charts import threads_knitted
from game.games.sociable.screen.debrief.page import Moment, Page, page_pieces, places_of
from game.games.sociable.screen.debrief.parts import DebriefFacts
from game.ui.kit.layer import Layer
from game.ui.kit.paint import Painter
from game.ui.kit.scene import Scene
from game.ui.kit.strip import StripShown, draw_shown_strip, strip_shown


@dataclass(frozen=True, slots=True)
class PageShown:
    """A page with its strip."""

    told: DebriefFacts
    moment: Moment
    strip: StripShown | None


def page_drawn(painter: Painter, shown: PageShown) -> Iterator[None]:
    """A page, piece by piece."""
    yield from page_pieces(painter, shown.told, shown.moment)
    draw_shown_strip(painter, shown.strip)


def threads_drawn(painter: Painter, shown: PageShown) -> Iterator[None]:
    """The threads of the first page, over what is there without them."""
    yield from threads_knitted(painter, places_of(painter, shown.moment).left, shown.told, shown.moment.first)


class PageLayers:
    """A layer for each page, and one for the first page without its threads."""

    def __init__(self, scene: Scene, pages: Iterable[Page]) -> None:
        self._scene = scene
        self._bare = Layer(page_drawn)
        self._layers = {
            page.name: Layer(threads_drawn, over=self._bare) if page.chairs else Layer(page_drawn)
            for page in pages
        }

    def put(self, painter: Painter, told: DebriefFacts, moment: Moment) -> None:
        """The still picture of a page, from its layer."""
        shown = self._shown(told, moment)
        self._lower(painter, shown)
        self._layer(moment).put(painter, shown)

    def pieces(self, painter: Painter, told: DebriefFacts, moment: Moment) -> Iterator[None]:
        """Have the layer of a page drawn piece by piece."""
        shown = self._shown(told, moment)
        # While threads are knitted on the screen, that has been drawn already.
        self._lower(painter, shown)
        yield from self._layer(moment).pieces(painter, shown)

    def _lower(self, painter: Painter, shown: PageShown) -> None:
        """Bring the page without its threads up to date, where they lie on it."""
        if shown.moment.page.chairs and shown.moment.knitted:
            self._bare.hold(painter, replace(shown, moment=replace(shown.moment, knitted=False)))

    def _shown(self, told: DebriefFacts, moment: Moment) -> PageShown:
        return PageShown(told, moment, strip_shown(self._scene.stage, self._scene))

    def _layer(self, moment: Moment) -> Layer[PageShown]:
        return self._layers[moment.page.name] if moment.knitted or not moment.page.chairs else self._bare
