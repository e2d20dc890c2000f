"""The still pictures of the debrief's pages, each in a layer, drawn at once or piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from game.games.sociable.screen.debrief.charts import threads_knitted
from game.games.sociable.screen.debrief.page import Moment, Page, page_pieces, places_of
from game.games.sociable.screen.debrief.parts import DebriefFacts
from game.ui.kit.layer import KeyedLayer
from game.ui.kit.paint import Painter
from game.ui.kit.scene import Scene
from game.ui.kit.strip import draw_strip, is_covered

BARE = "bare"
"""The layer of the first page without its threads."""


class PageLayers:
    """A layer for each page, and one for the first page without its threads."""

    def __init__(self, scene: Scene, pages: Iterable[Page]) -> None:
        self._scene = scene
        self._stage = scene.stage
        self._layers = {name: KeyedLayer() for name in (BARE, *(page.name for page in pages))}

    def put(self, painter: Painter, told: DebriefFacts, moment: Moment) -> None:
        """The still picture of a page, from its layer."""

        def still(onto: Painter) -> None:
            for _piece in self._drawn(onto, told, moment):
                pass

        self._layer(moment).put(painter, self._key(told, moment), still)

    def pieces(self, painter: Painter, told: DebriefFacts, moment: Moment) -> Iterator[None]:
        """Have the layer of a page drawn piece by piece."""
        key = self._key(told, moment)
        return self._layer(moment).pieces(painter, key, lambda onto: self._drawn(onto, told, moment))

    def _drawn(self, onto: Painter, told: DebriefFacts, moment: Moment) -> Iterator[None]:
        if moment.page.chairs and moment.knitted:
            # From its own layer: while threads are knitted on the screen, that has been drawn already.
            self.put(onto, told, replace(moment, knitted=False))
            yield
            yield from threads_knitted(onto, places_of(onto, moment).left, told, moment.first)
            return
        yield from page_pieces(onto, told, moment)
        draw_strip(onto, self._stage, self._scene)

    def _layer(self, moment: Moment) -> KeyedLayer:
        return self._layers[moment.page.name if moment.knitted else BARE]

    def _key(self, told: DebriefFacts, moment: Moment) -> tuple[object, ...]:
        """All that a picture depends on."""
        # The strip shows the glyphs of a kind of device; other assets mean another scale of the window.
        stage, scene = self._stage, self._scene
        return (
            moment, len(told.societies), told.vote, tuple(scene.help()), is_covered(stage, scene),
            stage.devices.last.partition(":")[0], stage.settings.language, id(stage.assets),
        )  # fmt: skip
