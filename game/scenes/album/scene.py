"""The album: end positions as photos on lines, and beside them what can be done with the one in focus."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from game.scenes.album import telling
from game.scenes.album.boxes import AlbumBoxes, Chip
from game.scenes.album.card import Cards
from game.scenes.album.doing import FAVOURITE, SHARE, Doings
from game.scenes.album.hanging import Hanging
from game.scenes.album.panel import PanelShown
from game.scenes.album.photos import Photos
from game.scenes.album.picture import CARD, COUNT, AlbumShown, draw_album, make_some
from game.scenes.album.shelf import Order, games_of, people_of
from game.scenes.album.showing import card_shown, panel_shown
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, lies_at, neighbour
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import Help
from game.ui.widgets import Scene
from game.ui.widgets.dialogs import Ask
from game.ui.widgets.strip import draw_strip, strip_top
from game.words import _

GAME, WHO, ORDER, STAR = "game", "who", "order", "star"
AT_ONCE = 2
"""How many cards are made between two pictures."""


class Album(Scene):
    """Every match that is kept."""

    music, mood = "title", Mood.CALM

    def __init__(self, name: str = "") -> None:
        """Open it at the match of this name, else at the first."""
        self.hanging = Hanging()
        self.focus = f"{CARD}0"
        self._name = name
        self.photos: Photos

    def enter(self) -> None:
        self.photos, self.cards = Photos(self.stage), Cards(self.stage.cache)
        self.doings = Doings(self.stage, self.hanging, lambda: self.returned(None))
        self._look_in()

    def leave(self) -> None:
        self.photos.close()

    def returned(self, result: object) -> None:
        self._look_in()
        self.layout()

    def show(self, name: str) -> None:
        """Choose the match of this name."""
        self._name = name
        self.returned(None)

    def _look_in(self) -> None:
        """See what there is, as it lies on the disk by now."""
        # The match that has just ended may still be on its way there.
        self.stage.stores.autosave.settle()
        self.hanging.fill(self.stage.stores.archive.entries(), self._name)
        self._name = ""

    def layout(self) -> None:
        # Twice: how many fit decides what is said of them, which takes room itself.
        for _turn in range(2):
            self.boxes = AlbumBoxes.of(
                self.stage.ruler, self._bottom, self.chips(), self._title, self._longest_count()
            )
            self.hanging.room = self.cards.hanging = self.photos.hanging = len(self.boxes.cards)
        self._settle()

    @property
    def _bottom(self) -> float:
        return strip_top(self.stage, self)

    @property
    def _title(self) -> str:
        return _("Album")

    def _settle(self) -> None:
        """The focus lies on something that is there, and photos are made of what hangs."""
        if self.focus.startswith(CARD) or self.focus not in dict(self.places()):
            hanging = self.hanging
            self.focus = f"{CARD}{hanging.place - hanging.first}" if hanging.found else GAME
        hanging = self.hanging
        ahead = hanging.found[hanging.first + hanging.room : hanging.first + 2 * hanging.room]
        first = [hanging.entry] if hanging.entry is not None else []
        self.photos.want([*first, *hanging.page, *ahead])
        self.stale = True

    def tick(self, now: float) -> bool:
        if self.stage.stores.folder.untold:
            self.stage.open("storage")
        elif self.photos.attend():
            if self.photos.refused:
                self.photos.refused.clear()
                self._look_in()
                self._settle()
            self.stale = True
        if make_some(self.stage.ruler, self.boxes, self.shown(), self.cards, AT_ONCE):
            self.stale = True
            return True
        self.cards.save_some()
        return False

    def due(self) -> Iterable[float]:
        return (self.stage.now,) if self.cards.unsaved else ()

    # What there is to see.

    def chips(self) -> tuple[Chip, ...]:
        """What to choose by."""
        wish = self.hanging.wish
        game = telling.game_words_of(wish.game, brief=True) if wish.game else _("all")
        return (
            Chip(GAME, _("Game"), game, "", on=bool(wish.game)),
            Chip(WHO, _("Who"), wish.who or _("anyone"), "", on=bool(wish.who)),
            Chip(ORDER, "", "", "sort", on=wish.order is not Order.NEWEST),
            Chip(STAR, "", "", "star", on=wish.starred),
        )

    def _count(self) -> str:
        hanging = self.hanging
        last = min(hanging.first + hanging.room, len(hanging.found))
        return telling.count_words(hanging.first, last, len(hanging.found))

    def _longest_count(self) -> str:
        """What is said of the last page: as many cards hang on every page, however long that is."""
        count = len(self.hanging.found)
        return telling.count_words(count - 1, count, count)

    def shown(self) -> AlbumShown:
        """All that is to be seen."""
        hanging, now = self.hanging, time.time()
        cards = tuple(card_shown(entry, self.photos.of(entry), now) for entry in hanging.page)
        return AlbumShown(
            self._title, self.chips(), self._count(), hanging.has_more, cards,
            hanging.place - hanging.first, self._panel(now), self._empty(), self._sign(), self.focus,
        )  # fmt: skip

    def _panel(self, now: float) -> PanelShown | None:
        entry = self.hanging.entry
        return None if entry is None else panel_shown(entry, self.photos.of(entry), now, self.doings.rows())

    def _empty(self) -> str:
        if self.hanging.found:
            return ""
        if self.hanging.entries:
            return _("No match in the album is like that.")
        return _("Nothing yet: play a match to its end.")

    def _sign(self) -> str:
        """What the sign in focus means."""
        stars = _("Only favourites hang here") if self.hanging.wish.starred else _("Favourites only")
        words = {ORDER: telling.order_words()[self.hanging.wish.order], STAR: stars}
        return words.get(self.focus, "") or self.doings.sign(self.focus)

    def draw(self, painter: Painter) -> None:
        draw_album(painter, self.boxes, self.shown(), self.cards, self._bottom)
        draw_strip(painter, self.stage, self)

    # Input.

    def places(self) -> list[tuple[str, Box]]:
        """What can have the focus, by name, and where."""
        found = [(chip.name, box) for chip, box in zip(self.chips(), self.boxes.chips, strict=True)]
        if self.hanging.has_more:
            found.append((COUNT, self.boxes.count))
        # As if the lines were straight: what hangs lower where they sag is not below the others.
        cards = zip(range(len(self.hanging.page)), self.boxes.cards, strict=False)
        found += [(f"{CARD}{number}", box) for number, box in cards]
        panel = self._panel(0.0)
        if panel is not None:
            found += [(do.name, box) for do, box in panel.places(self.stage.ruler, self.boxes.panel)]
        return found

    def intent(self, intent: Intent) -> None:
        match intent.act:
            case Act.NAVIGATE:
                self._go(intent.dx, intent.dy)
            case Act.POINT:
                self._point(intent)
            case Act.PRESS:
                self._press(intent)
            case Act.CONFIRM:
                self.stage.audio.play("confirm")
                self.take(self.focus)
            case Act.SCROLL if intent.dy:
                self._turn(-1 if intent.dy > 0 else 1)
            case Act.NEXT | Act.PREVIOUS:
                self._turn(1 if intent.act is Act.NEXT else -1)
            case Act.ENDS:
                self._choose(0 if intent.dy < 0 else len(self.hanging.found) - 1)
            case Act.MEND:
                self.doings.do(FAVOURITE)
            case Act.SECONDARY:
                self.doings.do(SHARE)
            case Act.END_TURN:
                self.stage.open("position", self.stage)
            case Act.LOOK:
                self.stage.audio.play("confirm")
                self.stage.open("bringing", self.stage)
            case Act.BACK | Act.PAUSE:
                self.stage.audio.play("back")
                self.stage.scenes.pop()
        self.stale = True

    def _go(self, dx: int, dy: int) -> None:
        """Move the focus; below the last line comes the next page."""
        places, hanging = self.places(), self.hanging
        here = dict(places)[self.focus]
        found = neighbour(places, here, dx, dy)
        on_card = self.focus.startswith(CARD)
        row = next((row for row in self.doings.rows() if self.focus in [do.name for do in row]), ())
        if row and dx and not dy:
            # Along its row, and back to the card that the panel tells of.
            place = [do.name for do in row].index(self.focus) + dx
            found = row[place].name if 0 <= place < len(row) else CARD if dx < 0 else None
        elif row and found is not None and found.startswith(CARD):
            found = None  # above the panel there is nothing
        if on_card and dy > 0 and not dx and (found is None or not found.startswith(CARD)):
            # Each page is filled from its beginning, so the place below is on the next one.
            if hanging.first + hanging.room < len(hanging.found):
                self._choose(hanging.place + self.boxes.columns)
            return
        rows = self.doings.rows()
        if on_card and dx > 0 and rows and (found is None or not found.startswith(CARD)):
            found = rows[0][0].name  # the panel tells of this card, whatever lies nearer
        if not on_card and found is not None and found.startswith(CARD) and dx < 0:
            found = f"{CARD}{hanging.place - hanging.first}"  # back from the panel to what it tells of
        if found is not None:
            self._look_at(found)

    def _look_at(self, name: str) -> None:
        if name == self.focus:
            return
        self.stage.audio.play("focus")
        self.focus = name
        if name.startswith(CARD):
            self.hanging.choose(self.hanging.first + int(name.removeprefix(CARD)))
            self._settle()

    def _choose(self, place: int) -> None:
        if self.hanging.choose(place):
            self.stage.audio.play("focus")
        self.focus = CARD
        self.layout()

    def _turn(self, pages: int) -> None:
        if self.hanging.turn(pages):
            self.stage.audio.play("focus")
            if self.focus != COUNT:
                self.focus = CARD
            self.layout()

    def _found(self, intent: Intent) -> str:
        at = self.stage.view.units(intent.at)
        return lies_at(self.places(), at)

    def _point(self, intent: Intent) -> None:
        found = self._found(intent)
        # A card is chosen by a press: on its way to the panel the pointer crosses others.
        if found and not found.startswith(CARD):
            self._look_at(found)

    def _press(self, intent: Intent) -> None:
        found = self._found(intent)
        if not found:
            return
        again = found == f"{CARD}{self.hanging.place - self.hanging.first}"
        self._look_at(found)
        if not found.startswith(CARD) or again:
            self.stage.audio.play("confirm")
            self.take(found)

    # Doing.

    def take(self, name: str) -> None:
        """Do what this name stands for: choose by something, or do something with the chosen match."""
        choosing: dict[str, Callable[[], object]] = {
            GAME: self._ask_game, WHO: self._ask_who, ORDER: self._ask_order, STAR: self._star_only,
            COUNT: lambda: self._turn(1),
        }  # fmt: skip
        if name.startswith(CARD):
            first = self.doings.first
            name = first.name if first is not None else ""
        if name in choosing:
            choosing[name]()
        else:
            self.doings.do(name)

    def _pick(
        self, question: str, values: Sequence[str], words: Sequence[str], then: Callable[[str], None]
    ) -> None:
        """Have one of some values chosen."""

        def answered(answer: int | None) -> None:
            if answer is not None:
                then(values[answer])
                self.layout()

        self.stage.scenes.push(Ask(question, words), answered)

    def _ask_game(self) -> None:
        games = ["", *games_of(self.hanging.entries)]
        words = [telling.game_words_of(slug) if slug else _("All games") for slug in games]
        self._pick(_("Matches of which game?"), games, words, lambda slug: self._want(game=slug))

    def _ask_who(self) -> None:
        names = ["", *people_of(self.hanging.entries)]
        words = [name or _("Anyone") for name in names]
        self._pick(_("Matches of whom?"), names, words, lambda name: self._want(who=name))

    def _ask_order(self) -> None:
        words = telling.order_words()
        orders = [order.value for order in words]
        self._pick(
            _("What comes first?"), orders, [*words.values()], lambda order: self._want(order=Order(order))
        )

    def _star_only(self) -> None:
        self._want(starred=not self.hanging.wish.starred)
        self.layout()

    def _want(self, **wish: object) -> None:
        self.hanging.want(replace(self.hanging.wish, **wish))  # type: ignore[arg-type]

    def focusable(self) -> list[tuple[str, Box]]:
        return self.places()

    def help(self) -> Help:
        on_card, first = self.focus.startswith(CARD), self.doings.first
        told: Help = [(Act.NAVIGATE, _("Choose"))]
        if not on_card:
            told.append((Act.CONFIRM, _("Take it")))
        elif first is not None:
            told.append((Act.CONFIRM, first.words))
        if self.doings.offers(FAVOURITE):
            entry = self.hanging.entry
            is_set = entry is not None and entry.match.starred
            star = _("Take the star off") if is_set else _("Favourite")
            told += [(Act.SECONDARY, _("Share")), (Act.MEND, star)]
        if self.hanging.has_more:
            told.append((Act.NEXT, _("Next page")))
        told += [(Act.END_TURN, _("Position")), (Act.LOOK, _("From a phone"))]
        return [*told, (Act.BACK, _("Back"))]
