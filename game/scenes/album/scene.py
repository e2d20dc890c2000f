"""The album: end positions as photos on lines, and beside them what can be done with the one in focus.

`Hanging` says which page of which matches hangs there, `Doings` what can be done with the chosen one; files
that are dropped on the window (a match, a class, a lesson) and matches that phones send are taken in here.

How it goes through the house (the album): `FiledMatch` (`match/saving.py`) hands a match that ends to
`Archive` (`store/archive.py`), which lists it in one file (`store/archive.py`) > `Album` (`scenes/album/`)
hangs what the `Hanging` has found for the `Wish` > `Photos` asks a worker for `developed`
(`scenes/album/photos.py`), where a `Studio` (`ui/match/photo.py`) has the game's view draw it, `View.photo`
says where its board lies > the photo lies among the cached pictures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from game.core.discovery import slugs
from game.core.session import Session
from game.match import saving
from game.match.hall import LARGEST, ClassBook
from game.match.insight import analyst_of
from game.match.saving import read_match
from game.match.seats import PHONE
from game.scenes.album import captions
from game.scenes.album.captions import Order, Wish, chosen, games_of, people_of
from game.scenes.album.photos import Photo, Photos
from game.scenes.album.picture import (
    CARD,
    COUNT,
    AlbumBoxes,
    AlbumShown,
    Cards,
    CardShown,
    Chip,
    Do,
    PanelShown,
    PlayerHead,
    draw_album,
    make_some,
)
from game.scenes.analysis import open_analysis
from game.scenes.hall.run import plan_in
from game.scenes.resume import open_film, seats
from game.store.archive import Archive, Ended, Entry, turns_of
from game.store.files import Why, reason
from game.ui.art.patterns import SEATS
from game.ui.core.audio import Mood
from game.ui.core.canvas import Box, neighbour
from game.ui.core.input import Act, Intent
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Scene
from game.ui.match.opening import match_scene
from game.ui.match.scene import MatchScene
from game.ui.widgets import (
    Ask,
    Button,
    Control,
    Screen,
    ScreenKeyboard,
    Shortcut,
    Tell,
    confirm,
    draw_strip,
    offer,
    strip_top,
)
from game.words import _, counted, spoken


def look_up(stage: AppContext, ended: Ended) -> bool:
    """Show how a match came out; whether that is on the screen: if not, it is told why, and it stays."""
    try:
        session = Session.from_record(ended.record)
        if session.game != ended.slug or session.players != len(ended.seats):
            raise ValueError("The record is that of another match.")
        if session.outcome is None and ended.conceded is None:
            raise ValueError("The match has not ended.")
    except ValueError as error:
        stage.stores.archive.refuse(ended.name, Why.MOVES)
        stage.scenes.push(
            Tell(_("This match cannot be shown. It stays where it is, nothing is lost."), str(error))
        )
        return False
    # Nobody plays: the pads of that day are not waited for.
    known = [dict(seat, device=PHONE if seat.get("device") == PHONE else "") for seat in ended.seats]
    match = match_scene(stage, session, seats(stage, session, {"seats": known}))
    match.look_up(ended.conceded)
    stage.scenes.push(match)
    match.finish()
    return True


def is_playable(entry: Entry) -> bool:
    """Whether it can be shown here: it can be read, and its game is there."""
    return not entry.why and entry.match.slug in slugs()


def card_shown(entry: Entry, photo: Photo | None, now: float) -> CardShown:
    """A match on the line; ``now`` in seconds since 1970."""
    match, heads = entry.match, []
    for number, seat in enumerate(match.seats):  # who has played, as far as the file says
        look = seat.get("look")
        known = look if type(look) is int and 0 <= look < len(SEATS) else number % len(SEATS)
        name = str(seat.get("name", ""))
        heads.append(PlayerHead(name, known, number in match.winners, match.scores[number]))
    return CardShown(
        match.title or captions.game_words(match.slug, brief=True),
        captions.day_words(match.ended, now),
        tuple(heads),
        captions.result_words(entry),
        match.starred,
        not is_playable(entry),
        photo.picture if photo is not None else None,
    )


def panel_shown(
    entry: Entry, photo: Photo | None, now: float, rows: tuple[tuple[Do, ...], ...]
) -> PanelShown:
    """A match on the panel, with what can be done with it."""
    scores = entry.match.scores
    return PanelShown(
        card_shown(entry, photo, now),
        captions.head_words(entry),
        captions.moment_words(entry.match.ended, now),
        # Until it is told in the language of now, nothing of it is told.
        captions.told_words(entry, photo.story if photo is not None and photo.language == spoken() else ""),
        f"{scores[0]} : {scores[1]}" if len(scores) == 2 else "",
        rows,
    )


class Hanging:
    """A page of the matches that are wanted, and the one that was chosen; no window is needed."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        """All that there are."""
        self.found: list[Entry] = []
        """Those that are wanted, in their order."""
        self.wish = Wish()
        self.room = 1
        """How many hang there at a time."""
        self.place = 0
        """The chosen one among those that are wanted."""

    @property
    def entry(self) -> Entry | None:
        """The match that was chosen; `None` where there is none."""
        return self.found[self.place] if self.found else None

    @property
    def first(self) -> int:
        """The first on the page, counted among all that are wanted."""
        return self.place // self.room * self.room

    @property
    def page(self) -> list[Entry]:
        return self.found[self.first : self.first + self.room]

    @property
    def has_more(self) -> bool:
        return len(self.found) > self.room

    def fill(self, entries: Sequence[Entry], name: str = "") -> None:
        """Hang these, as they are wanted; the match of this name is chosen, else that of before."""
        self.entries = list(entries)
        self._hang(name or self._name())

    def want(self, wish: Wish) -> None:
        """Hang what is wanted now; the chosen one stays chosen if it is among that."""
        self.wish = wish
        self._hang(self._name())

    def choose(self, place: int) -> bool:
        """Choose by the place among all that are wanted; whether that is another one."""
        place = max(0, min(place, len(self.found) - 1))
        changed, self.place = place != self.place, place
        return changed

    def turn(self, pages: int) -> bool:
        """Turn pages, round and round; whether there was one to turn."""
        if not self.has_more:
            return False
        count = -(-len(self.found) // self.room)
        page = (self.place // self.room + pages) % count
        return self.choose(page * self.room)

    def _name(self) -> str:
        return self.entry.match.name if self.entry is not None else ""

    def _hang(self, name: str) -> None:
        self.found = chosen(self.entries, self.wish)
        places = [place for place, entry in enumerate(self.found) if entry.match.name == name]
        # Where it has gone, the one that stands in its place now.
        self.choose(places[0] if places else self.place)


WATCH, RESULTS, SHARE, NAME, DELETE, FAVOURITE = "watch", "results", "share", "name", "delete", "favourite"
DECIDED = "decided"
NAMED = 24
"""Letters of a name that a player gives."""


class Doings:
    """The buttons of the panel, and what they do."""

    def __init__(self, stage: AppContext, hanging: Hanging, changed: Callable[[], None]) -> None:
        """Do it with what hangs there; ``changed`` is called once something lies otherwise on the disk."""
        self._stage, self._hanging, self._changed = stage, hanging, changed

    def rows(self) -> tuple[tuple[Do, ...], ...]:
        """What can be done, row by row from the top; what is done most first."""
        entry = self._hanging.entry
        if entry is None:
            return ()
        if not is_playable(entry):
            return ((Do(DELETE, _("Delete"), "bin"),),)
        results = (Do(RESULTS, _("Results"), "trophy"),) if entry.match.is_over else ()
        looked_into = entry.match.is_over and analyst_of(entry.match.slug) is not None
        decided = (Do(DECIDED, "", "chart"),) if looked_into else ()
        star = Do(FAVOURITE, "", "star", on=entry.match.starred)
        return (
            (Do(WATCH, _("Watch"), "play", go=True),),
            (*results, Do(SHARE, _("Share"), "share")),
            (Do(NAME, _("Name"), "pencil"), *decided, Do(DELETE, "", "bin"), star),
        )

    @property
    def first(self) -> Do | None:
        """What a press on the chosen card does; `None` for nothing."""
        rows = self.rows()
        return rows[0][0] if rows and rows[0][0].go else None

    def offers(self, name: str) -> bool:
        return any(do.name == name for row in self.rows() for do in row)

    def sign(self, name: str) -> str:
        """What a button without words means; empty for one that has words. A star that is set says so."""
        entry = self._hanging.entry
        if entry is None or not is_playable(entry):
            return ""
        star = _("It is a favourite") if entry.match.starred else _("Make it a favourite")
        return {DELETE: _("Delete"), FAVOURITE: star, DECIDED: _("What decided it")}.get(name, "")

    def do(self, name: str) -> None:
        entry, stage, archive = self._hanging.entry, self._stage, self._stage.stores.archive
        if entry is None or not self.offers(name):
            return
        if name == DELETE:
            self._ask_delete(entry)
        elif name == FAVOURITE:
            stage.audio.play("undo" if entry.match.starred else "peg")
            archive.change(entry.match.name, starred=not entry.match.starred)
            self._changed()
        elif name == NAME:

            def named(text: str | None) -> None:
                if text is not None:
                    archive.change(entry.match.name, title=text)
                    self._changed()

            stage.scenes.push(ScreenKeyboard(_("What is it called?"), entry.match.title, NAMED), named)
        elif (match := archive.load(entry.match.name)) is None:
            self._changed()
        elif name == SHARE:
            stage.open("share", match)
        elif name == WATCH:
            if not open_film(stage, match):
                archive.refuse(match.name, Why.MOVES)
                self._changed()
        elif not (look_up if name == RESULTS else open_analysis)(stage, match):
            self._changed()

    def _ask_delete(self, entry: Entry) -> None:
        archive = self._stage.stores.archive

        def clear() -> None:
            archive.clear()
            self._changed()

        def answered(answer: int | None) -> None:
            if answer == 1:
                archive.remove(entry.match.name)
                self._changed()
            elif answer == 2:
                # So many go at once, whatever hangs there, that it is asked once more.
                count = len(archive.plain())
                asked = counted("Delete {n} match for good?", "Delete {n} matches for good?", count)
                answers, more = (_("Keep them"), _("Delete them")), _("All but favourites, of all games.")
                confirm(self._stage, asked.format(n=count), answers, clear, more)

        answers = [_("Keep it"), _("Delete this match"), _("Delete all but favourites")]
        told = ", ".join((captions.head_words(entry), captions.moment_words(entry.match.ended, time.time())))
        self._stage.scenes.push(Ask(_("Delete it for good?"), answers, told), answered)


GAME, WHO, ORDER, STAR = "game", "who", "order", "star"
AT_ONCE = 2
"""How many cards are made between two pictures."""


class Album(Screen):
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
        self._name = name
        self.returned(None)

    def _look_in(self) -> None:
        """See what there is, as it lies on the disk by now."""
        # The match that has just ended may still be on its way there.
        self.stage.stores.autosave.settle()
        self.hanging.fill(self.stage.stores.archive.entries(), self._name)
        self._name = ""

    def layout(self) -> None:
        # By what is said of the last page: as many cards hang on every page, however long that is.
        count = len(self.hanging.found)
        longest = captions.count_words(count - 1, count, count)
        # Twice: how many fit decides what is said of them, which takes room itself.
        for _turn in range(2):
            self.boxes = AlbumBoxes.of(self.stage.ruler, self._bottom, self.chips(), _("Album"), longest)
            self.hanging.room = self.cards.hanging = self.photos.hanging = len(self.boxes.cards)
        self._settle()

    @property
    def _bottom(self) -> float:
        return strip_top(self.stage, self)

    @property
    def _chosen_card(self) -> str:
        return f"{CARD}{self.hanging.place - self.hanging.first}"

    def _settle(self) -> None:
        """The focus lies on something that is there, and photos are made of what hangs."""
        if self.focus.startswith(CARD) or self.focus not in dict(self.focusable()):
            hanging = self.hanging
            self.focus = self._chosen_card if hanging.found else GAME
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
        wish = self.hanging.wish
        game = captions.game_words(wish.game, brief=True) if wish.game else _("all")
        return (
            Chip(GAME, _("Game"), game, "", on=bool(wish.game)),
            Chip(WHO, _("Who"), wish.who or _("anyone"), "", on=bool(wish.who)),
            Chip(ORDER, "", "", "sort", on=wish.order is not Order.NEWEST),
            Chip(STAR, "", "", "star", on=wish.starred),
        )

    def shown(self) -> AlbumShown:
        hanging, now = self.hanging, time.time()
        cards = tuple(card_shown(entry, self.photos.of(entry), now) for entry in hanging.page)
        last = min(hanging.first + hanging.room, len(hanging.found))
        empty = _("No match in the album is like that.")
        if not hanging.entries:
            empty = _("Nothing yet: play a match to its end.")
        stars = _("Only favourites hang here") if hanging.wish.starred else _("Favourites only")
        sign = {ORDER: captions.order_words()[hanging.wish.order], STAR: stars}.get(self.focus, "")
        return AlbumShown(
            _("Album"), self.chips(), captions.count_words(hanging.first, last, len(hanging.found)),
            hanging.has_more, cards, hanging.place - hanging.first, self._panel(now),
            "" if hanging.found else empty, sign or self.doings.sign(self.focus), self.focus,
        )  # fmt: skip

    def _panel(self, now: float) -> PanelShown | None:
        entry = self.hanging.entry
        return None if entry is None else panel_shown(entry, self.photos.of(entry), now, self.doings.rows())

    def draw(self, painter: Painter) -> None:
        draw_album(painter, self.boxes, self.shown(), self.cards, self._bottom)
        draw_strip(painter, self.stage, self)

    # Input.

    def controls(self) -> list[Control]:
        hanging, first, take = self.hanging, self.doings.first, _("Take it")
        deeds: dict[str, Callable[[], object]] = {
            GAME: self._ask_game, WHO: self._ask_who, ORDER: self._ask_order,
            STAR: lambda: self._want(starred=not hanging.wish.starred),
        }  # fmt: skip
        found = [Control(chip.name, partial(self._do, deeds[chip.name]), take) for chip in self.chips()]
        if hanging.has_more:
            found.append(Control(COUNT, partial(self._do, partial(self._turn, 1)), take))
        name, words = (first.name, first.words) if first is not None else ("", "")
        opened = partial(self._do, partial(self.doings.do, name))
        found += [
            Control(f"{CARD}{number}", opened, words, picked=hanging.first + number == hanging.place)
            for number in range(len(hanging.page))
        ]
        rows = self.doings.rows()
        return found + [
            Control(do.name, partial(self._do, partial(self.doings.do, do.name)), take)
            for row in rows
            for do in row
        ]

    def _do(self, deed: Callable[[], object]) -> None:
        self.stage.audio.play("confirm")
        deed()

    def places(self) -> dict[str, Box]:
        boxes = self.boxes
        found = {chip.name: box for chip, box in zip(self.chips(), boxes.chips, strict=True)}
        # As if the lines were straight: what hangs lower where they sag is not below the others.
        found |= {COUNT: boxes.count} | {f"{CARD}{number}": box for number, box in enumerate(boxes.cards)}
        panel = self._panel(0.0)
        if panel is not None:
            found |= {do.name: box for do, box in panel.places(self.stage.ruler, boxes.panel)}
        return found

    def shortcuts(self) -> list[Shortcut]:
        found = []
        if self.doings.offers(FAVOURITE):
            entry = self.hanging.entry
            is_set = entry is not None and entry.match.starred
            star = _("Take the star off") if is_set else _("Favourite")
            found.append(Shortcut(Act.SECONDARY, _("Share"), partial(self.doings.do, SHARE)))
            found.append(Shortcut(Act.MEND, star, partial(self.doings.do, FAVOURITE)))
        if self.hanging.has_more:
            found.append(Shortcut(Act.NEXT, _("Next page"), partial(self._turn, 1)))
            found.append(Shortcut(Act.PREVIOUS, "", partial(self._turn, -1)))
        bring = partial(self._do, partial(self.stage.open, "bringing", self.stage))
        found.append(Shortcut(Act.END_TURN, _("Position"), partial(self.stage.open, "position", self.stage)))
        return [*found, Shortcut(Act.LOOK, _("From a phone"), bring)]

    def intent(self, intent: Intent) -> None:
        if intent.act is Act.SCROLL and intent.dy:
            self._turn(-1 if intent.dy > 0 else 1)
        elif intent.act is Act.ENDS:
            self._choose(0 if intent.dy < 0 else len(self.hanging.found) - 1)
        super().intent(intent)

    def towards(self, dx: int, dy: int) -> str | None:
        places, hanging = self.focusable(), self.hanging
        found = neighbour(places, dict(places)[self.focus], dx, dy)
        on_card, rows = self.focus.startswith(CARD), self.doings.rows()
        row = next((row for row in rows if self.focus in [do.name for do in row]), ())
        if row and dx and not dy:
            # Along its row, and back to the card that the panel tells of.
            place = [do.name for do in row].index(self.focus) + dx
            found = row[place].name if 0 <= place < len(row) else self._chosen_card if dx < 0 else None
        elif row and found is not None and found.startswith(CARD):
            found = None  # above the panel there is nothing
        if on_card and dy > 0 and not dx and (found is None or not found.startswith(CARD)):
            # Below the last line comes the next page. Each is filled from its beginning, so the place below
            # is on the next one.
            if hanging.first + hanging.room < len(hanging.found):
                self._choose(hanging.place + self.boxes.columns)
            return None
        if on_card and dx > 0 and rows and (found is None or not found.startswith(CARD)):
            found = rows[0][0].name  # the panel tells of this card, whatever lies nearer
        if not on_card and found is not None and found.startswith(CARD) and dx < 0:
            found = self._chosen_card  # back from the panel to what it tells of
        return found

    def look_at(self, key: str) -> None:
        if key == self.focus:
            return
        super().look_at(key)
        if key.startswith(CARD):
            self.hanging.choose(self.hanging.first + int(key.removeprefix(CARD)))
            self._settle()

    def _choose(self, place: int) -> None:
        if self.hanging.choose(place):
            self.stage.audio.play("focus")
        self.focus = self._chosen_card
        self.layout()

    def _turn(self, pages: int) -> None:
        if self.hanging.turn(pages):
            self.stage.audio.play("focus")
            if self.focus != COUNT:
                self.focus = self._chosen_card
            self.layout()

    def _ask_game(self) -> None:
        ways = [(_("All games"), partial(self._want, game=""))]
        games = games_of(self.hanging.entries)
        ways += [(captions.game_words(slug), partial(self._want, game=slug)) for slug in games]
        offer(self.stage, _("Matches of which game?"), ways)

    def _ask_who(self) -> None:
        ways = [(_("Anyone"), partial(self._want, who=""))]
        ways += [(name, partial(self._want, who=name)) for name in people_of(self.hanging.entries)]
        offer(self.stage, _("Matches of whom?"), ways)

    def _ask_order(self) -> None:
        words = captions.order_words()
        ways = [(words[order], partial(self._want, order=order)) for order in words]
        offer(self.stage, _("What comes first?"), ways)

    def _want(self, **wish: object) -> None:
        self.hanging.want(replace(self.hanging.wish, **wish))  # type: ignore[arg-type]
        self.layout()


MARK = b'"class_book"'
"""How a class's book begins, but for a brace and a gap."""
BOOK_BYTES = 2 * LARGEST


class Taken(Ask):
    """What became of a file."""

    uncalled = True

    def __init__(self, stage: AppContext, told: str, more: str, name: str = "") -> None:
        """Tell it; ``name`` is that of the match in the album, if there is one now."""
        played = any(isinstance(scene, MatchScene) for scene in stage.scenes.scenes)
        # A match that is played is not left for one that was: it hangs there afterwards too.
        self._name = "" if played else name
        super().__init__(told, [_("To the album"), _("All right")] if self._name else [_("All right")], more)

    def enter(self) -> None:
        first = next(widget for widget in self.form.widgets if isinstance(widget, Button))
        if self._name:
            first.on = self._to_album

    def _to_album(self) -> None:
        self.stage.scenes.pop()
        if isinstance(album := self.stage.scenes.top, Album):
            album.show(self._name)
        else:
            self.stage.open("album", self._name)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file that was to be taken in."""

    told: str
    more: str
    name: str = ""
    """Of the match in the album, if there is one now."""
    why: str = ""
    """What is said of it among others, where nothing came of it."""


def taken_in(stage: AppContext, *paths: Path) -> Scene:
    """Take the matches in these files into the album; a dialog that says what became of them.

    A class's book is opened instead: what its teacher has kept is shown, and kept nowhere else. A lesson is
    opened to be begun. With several files all of these lie below what is told of the others.
    """
    found = [_taken(stage, path) for path in paths]
    opened = [one for one in found if not isinstance(one, Outcome)]
    told = [one for one in found if isinstance(one, Outcome)]
    if len(paths) == 1 and told:
        return Taken(stage, told[0].told, told[0].more, told[0].name)
    scenes = list(opened)
    if told:  # how many of them hang in the album, and why others do not
        count, faults = sum(bool(one.name) for one in told), [one.why for one in told if one.why]
        words = counted("{n} match hangs in the album now.", "{n} matches hang in the album now.", count)
        name = next((one.name for one in told if one.name), "")
        scenes.append(Taken(stage, words.format(n=count), "\n".join(faults), name))
    for scene in scenes[:-1]:
        stage.scenes.push(scene)
    return scenes[-1]


def _taken(stage: AppContext, path: Path) -> Scene | Outcome:
    """What is in a file, taken in or to be shown."""
    try:
        book = book_in(path)
        if book:
            return stage.screens["class_debrief"](ClassBook.from_json(book))
        if (opened := _lesson(stage, path)) is not None:
            return opened
        match = read_match(path)
    except OSError as error:
        return _fault(_("This file cannot be read."), path, _(reason(error)))
    except ValueError as error:
        told = _("There is no match in this file that can be shown here. The file stays as it is.")
        return _fault(told, path, str(error))
    return _hung(stage, match, path.name)


def _fault(told: str, path: Path, why: str) -> Outcome:
    return Outcome(told, f"{path.name}: {why}", why=f"{path.name}: {why}")


def _lesson(stage: AppContext, path: Path) -> Scene | Outcome | None:
    """The lesson in a file, to be gone through and begun; `None` where there is none."""
    try:
        plan = plan_in(path)
    except ValueError as error:
        return _fault(_("This lesson cannot be opened. Its file is kept."), path, str(error))
    if plan is None:
        return None
    if stage.phones.guest is not None:
        told = _("Leave the lesson that is under way first.")
        return Outcome(told, path.name, why=f"{path.name}: {told}")
    return stage.screens["hall_prepare"](plan.game, None, plan)


def brought(stage: AppContext, text: bytes) -> Taken:
    """Take a match that a phone has sent into the album; a dialog that says what became of it."""
    try:
        match = saving.taken_in(text.decode("utf-8-sig"), time.time())
    except UnicodeDecodeError:
        return Taken(stage, _("There is no match in what the phone has sent."), "")
    except ValueError as error:
        return Taken(stage, _("There is no match in what the phone has sent."), str(error))
    hung = _hung(stage, match, "")
    return Taken(stage, hung.told, hung.more, hung.name)


def _hung(stage: AppContext, match: Ended, where: str) -> Outcome:
    """Hang a match up, unless it hangs there; ``where`` is the file it comes from, if it does."""
    stage.stores.autosave.settle()
    archive = stage.stores.archive
    there = archive.holds(match.record)
    entry = Entry(match, turns_of(match.record))
    more = ", ".join((captions.head_words(entry), captions.result_words(entry)))
    if there:
        return Outcome(_("This match hangs in the album already."), more, there)
    if not kept(archive, match):
        told = _("The match could not be taken into the album.")
        return Outcome(told, where, why=f"{where}: {told}")
    stage.audio.play("peg")
    return Outcome(_("The match hangs in the album now."), more, match.name)


def book_in(path: Path) -> str:
    """The text of a file, if it seems to be a class's book; else nothing.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        if MARK not in file.read(len(MARK) + 8):
            return ""
    if path.stat().st_size > BOOK_BYTES:
        return ""
    return path.read_bytes().decode("utf-8", "replace")


def kept(archive: Archive, match: Ended) -> bool:
    """Keep a match that was taken in; whether it is kept."""
    return archive.keep(match) and archive.load(match.name) is not None
