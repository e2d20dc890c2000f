"""Album scene: final positions as photos on lines, and a panel with the actions for the focused one.

`AlbumPageModel` selects the page of matches to show, `AlbumActions` has the actions for the chosen match.

Flow: `MatchArchiver` (`match/persistence.py`) passes a finished match to `Archive` (`store/archive.py`),
which lists it in one file. `AlbumScene` shows the matches that `AlbumPageModel` finds for its `AlbumFilter`.
`PhotoLoader` requests missing photos from a worker, which runs `developed` (`scenes/album/photos.py`). There
an `OffscreenRenderer` (`ui/match/offscreen.py`) has the game's view draw the board, cropped to
`Places.board`. The photo is stored in the picture cache.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from game.core.discovery import find_game, game_slugs
from game.core.game import ScoringMode
from game.i18n import _, current_language, listed, plural
from game.match.analysis import analyst_of
from game.match.replay import Replay
from game.match.seats import PHONE
from game.scenes.album import captions
from game.scenes.album.captions import AlbumFilter, AlbumSort, filter_entries, games_of, people_of
from game.scenes.album.photos import Photo, PhotoLoader
from game.scenes.album.wall import (
    CARD_TILTS,
    TAIL_LENGTH,
    AlbumCard,
    AlbumCardCache,
    AlbumKey,
    AlbumWall,
    PlayerHead,
    draw_count,
    draw_heads,
    draw_hung,
    draw_meaning,
    draw_panel,
    draw_photo,
    draw_puppet,
    draw_said,
    draw_sides,
    draw_sign,
    draw_title,
)
from game.scenes.resume import find_film, open_analysis, open_film, seats
from game.store.archive import ArchivedMatch, ArchiveEntry
from game.store.saves import MAX_SCREEN_WAIT_S, RECHECK_MS
from game.ui.art.patterns import SEAT_LOOKS
from game.ui.core.audio import MusicMood
from game.ui.core.canvas import Box, nearest_in_direction
from game.ui.core.fonts import NAMES, STRONG
from game.ui.core.input import InputAction, InputEvent
from game.ui.core.paint import Painter
from game.ui.core.scene import AppContext, Shortcut
from game.ui.core.theme import BODY, LARGE, SMALL
from game.ui.match.match_flow import match_scene
from game.ui.widgets import (
    GO_COLOUR,
    GO_INK,
    Action,
    Element,
    FontSpec,
    MeasureContext,
    Padding,
    Picture,
    QuestionDialog,
    ScaledLength,
    Screen,
    ScreenKeyboard,
    Spacer,
    Text,
    ask_choice,
    button_row,
    column,
    confirm,
    horizontal_rule,
    prompt_bar_top,
    row,
    shrink_to_fit,
)


def look_up(app: AppContext, archived: ArchivedMatch, replay: Replay) -> None:
    """Open an archived match at its end, with the results. ValueError for another or unfinished match."""
    session = replay.session_at(len(replay))
    if session.game != archived.slug or session.players != len(archived.seats):
        raise ValueError("The record is that of another match.")
    if session.outcome is None and archived.conceded is None:
        raise ValueError("The match has not ended.")
    # No one plays, so the controllers of that day are not needed.
    seat_list = [dict(seat, device=PHONE if seat.get("device") == PHONE else "") for seat in archived.seats]
    scene = match_scene(app, session, seats(app, session, {"seats": seat_list}), looked_up=True)
    scene.match.conceded_by = archived.conceded
    app.scenes.push(scene)
    scene.finish()


def is_playable(entry: ArchiveEntry) -> bool:
    """True if the match is readable and its game is installed."""
    return not entry.why and entry.match.slug in game_slugs()


def card_of(entry: ArchiveEntry, photo: Photo | None, now: float) -> AlbumCard:
    """Props of a match's card. ``now`` is in seconds since 1970."""
    match, heads = entry.match, []
    is_ranked = match.slug not in game_slugs() or find_game(match.slug).info.scoring is not ScoringMode.LOSER
    for number, seat in enumerate(match.seats):  # players, as known from the file
        look = seat.get("look")
        seat_look = look if type(look) is int and 0 <= look < len(SEAT_LOOKS) else number % len(SEAT_LOOKS)
        name = str(seat.get("name", ""))
        heads.append(PlayerHead(name, seat_look, is_ranked and number in match.winners, match.scores[number]))
    return AlbumCard(
        match.title or captions.game_words(match.slug, brief=True),
        captions.day_words(match.ended, now),
        tuple(heads),
        captions.result_words(entry),
        match.starred,
        not is_playable(entry),
        photo.picture if photo is not None else None,
    )


class AlbumPageModel:
    """Page of the filtered matches and the chosen one. It needs no window."""

    def __init__(self) -> None:
        self.entries: list[ArchiveEntry] = []  # all matches
        self.matches: list[ArchiveEntry] = []  # those that pass the filter, sorted
        self.album_filter = AlbumFilter()
        self.room = 1  # matches on a page
        self.place = 0  # index of the chosen match in `matches`

    @property
    def entry(self) -> ArchiveEntry | None:
        """Chosen match. None if no match is found."""
        return self.matches[self.place] if self.matches else None

    @property
    def first(self) -> int:
        """Index of the page's first match in `matches`."""
        return self.place // self.room * self.room

    @property
    def page(self) -> list[ArchiveEntry]:
        """Matches on the page of the chosen one."""
        return self.matches[self.first : self.first + self.room]

    @property
    def has_more(self) -> bool:
        """True if the matches need more than one page."""
        return len(self.matches) > self.room

    def fill(self, entries: Sequence[ArchiveEntry], name: str = "") -> None:
        """Set all matches. The one called ``name`` is chosen, else the same one as before."""
        self.entries = list(entries)
        self._apply_filter(name or self._name())

    def want(self, album_filter: AlbumFilter) -> None:
        """Change the filter. The chosen match stays chosen if it passes."""
        self.album_filter = album_filter
        self._apply_filter(self._name())

    def choose(self, place: int) -> bool:
        """Choose by index in `matches`, clamped. Returns True if the choice changed."""
        place = max(0, min(place, len(self.matches) - 1))
        changed, self.place = place != self.place, place
        return changed

    def turn_page(self, pages: int) -> bool:
        """Choose the first match ``pages`` pages further, cyclically. Returns True if the choice changed."""
        if not self.has_more:
            return False
        count = -(-len(self.matches) // self.room)
        page = (self.place // self.room + pages) % count
        return self.choose(page * self.room)

    def _name(self) -> str:
        """Name of the chosen match in the archive; "" for none."""
        return self.entry.match.name if self.entry is not None else ""

    def _apply_filter(self, chosen_name: str) -> None:
        """Set `matches` by the filter, and choose the one of this name, else the one at the old index."""
        self.matches = filter_entries(self.entries, self.album_filter)
        places = [place for place, entry in enumerate(self.matches) if entry.match.name == chosen_name]
        # If it is gone, the match now at its place is chosen.
        self.choose(places[0] if places else self.place)


MAX_TITLE_LETTERS = 24  # letters of a title that a player gives


@dataclass(frozen=True, slots=True)
class AlbumAction:
    """Action for a match."""

    name: str
    words: str  # empty for a round button with a sign only
    sign: str
    look: str = ""  # "go" for the main action, "on" for a set one


class AlbumActions:
    """Buttons of the panel and their actions."""

    def __init__(self, app: AppContext, page: AlbumPageModel, on_change: Callable[[], None]) -> None:
        """Act on the chosen match of ``page``. ``on_change`` is called when files on disk have changed."""
        self._stage, self._hanging, self._on_change = app, page, on_change
        self.worker = app.worker()  # replays matches for the scenes that show them

    def rows(self) -> tuple[tuple[AlbumAction, ...], ...]:
        """Actions for the chosen match in rows, main one first; only Delete if unplayable; empty for none."""
        entry = self._hanging.entry
        if entry is None:
            return ()
        if not is_playable(entry):
            return ((AlbumAction(AlbumKey.DELETE, _("Delete"), "bin"),),)
        results = (AlbumAction(AlbumKey.RESULTS, _("Results"), "trophy"),) if entry.match.is_over else ()
        looked_into = entry.match.is_over and analyst_of(entry.match.slug) is not None
        decided = (AlbumAction(AlbumKey.DECIDED, "", "chart"),) if looked_into else ()
        star = AlbumAction(AlbumKey.FAVOURITE, "", "star", "on" if entry.match.starred else "")
        return (
            (AlbumAction(AlbumKey.WATCH, _("Watch"), "play", "go"),),
            (*results, AlbumAction(AlbumKey.SHARE, _("Share"), "share")),
            (
                AlbumAction(AlbumKey.NAME, "", "pencil"),
                *decided,
                AlbumAction(AlbumKey.DELETE, "", "bin"),
                star,
            ),
        )

    @property
    def first(self) -> AlbumAction | None:
        """Action of a press on the chosen card, which is to watch it. None if it cannot be played."""
        rows = self.rows()
        return rows[0][0] if rows and rows[0][0].look == "go" else None

    def offers(self, name: str) -> bool:
        """True if the action of this name is available for the chosen match."""
        return any(do.name == name for row in self.rows() for do in row)

    def sign(self, name: str) -> str:
        """Translated meaning of an icon-only button; "" for others, or if the match is unplayable."""
        entry = self._hanging.entry
        if entry is None or not is_playable(entry):
            return ""
        star = _("It's a favourite") if entry.match.starred else _("Make it a favourite")
        signs: dict[str, str] = {
            AlbumKey.NAME: _("Rename"),
            AlbumKey.DECIDED: _("What decided it"),
            AlbumKey.DELETE: _("Delete"),
        }
        return star if name == AlbumKey.FAVOURITE else signs.get(name, "")

    def run(self, name: str) -> None:
        """Run the action of this name on the chosen match; does nothing if it is not available."""
        entry, app, archive = self._hanging.entry, self._stage, self._stage.stores.archive
        if entry is None or not self.offers(name):
            return
        if name == AlbumKey.DELETE:
            self._ask_delete(entry)
        elif name == AlbumKey.FAVOURITE:
            app.audio.play("undo" if entry.match.starred else "peg")
            archive.update(entry.match.name, starred=not entry.match.starred)
            self._on_change()
        elif name == AlbumKey.NAME:

            def named(text: str | None) -> None:
                """Set the title of the match; None changes nothing."""
                if text is not None:
                    archive.update(entry.match.name, title=text)
                    self._on_change()

            app.scenes.push(
                ScreenKeyboard(_("What should it be called?"), entry.match.title, MAX_TITLE_LETTERS), named
            )
        elif (match := archive.load(entry.match.name)) is None:
            self._on_change()
        elif name == AlbumKey.SHARE:
            app.open_scene("share", match)
        else:
            shows: Callable[[AppContext, ArchivedMatch, Replay], None] = open_film
            if name != AlbumKey.WATCH:
                shows = look_up if name == AlbumKey.RESULTS else open_analysis
            find_film(app, match, partial(shows, app, match), self.worker)

    def _ask_delete(self, entry: ArchiveEntry) -> None:
        """Delete the chosen match, or all but favourites, after a confirmation."""
        archive = self._stage.stores.archive

        def clear() -> None:
            """Delete all matches except favourites."""
            archive.clear()
            self._on_change()

        def answered(answer: int | None) -> None:
            """Delete the match for answer 1, or ask again to delete all but favourites for answer 2."""
            if answer == 1:
                archive.remove(entry.match.name)
                self._on_change()
            elif answer == 2:
                # This deletes many matches at once, so it asks again.
                count = len(archive.plain())
                question = plural("Delete {n} match for good?", "Delete {n} matches for good?", count)
                answers, more = (
                    (_("Keep them"), _("Delete them")),
                    _("Everything but favourites, in all games."),
                )
                confirm(self._stage, question.format(n=count), answers, clear, more)

        answers = [_("Keep it"), _("Delete this match"), _("Delete all but favourites")]
        subject = ", ".join(
            (captions.head_words(entry), captions.moment_words(entry.match.ended, time.time()))
        )
        self._stage.scenes.push(
            QuestionDialog(_("Delete it for good?"), answers, subject, loses=True), answered
        )


CARDS_PER_FRAME = 2  # cards drawn between two frames
PUPPET_HEIGHT = 290.0  # units, height of the puppet beside an empty wall; less in large text
PANEL_WIDTH = 348.0  # units, width of the panel at the usual text size
# shares of the text growth to try for the header, largest first
TEXT_GROWTHS = (1.0, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1, 0.0)


class AlbumScene(Screen):
    """All saved matches."""

    music, mood = "title", MusicMood.CALM
    pinned_prompts = InputAction.CONFIRM, InputAction.BACK, InputAction.SECONDARY, InputAction.NEXT

    def __init__(self, name: str = "") -> None:
        """Open the album at the match called ``name``, else at the first."""
        self.hanging = AlbumPageModel()
        self.focus = AlbumKey.CARD.of(0)
        self._name = name
        self.photos: PhotoLoader

    def on_enter(self) -> None:
        """Make photo loader, card cache and actions, start their worker and load the matches."""
        self.photos, self.cards = PhotoLoader(self.app), AlbumCardCache(self.app.cache)
        self.doings = AlbumActions(self.app, self.hanging, lambda: self.on_result(None))
        self.doings.worker.start()
        self._reload()

    def on_leave(self) -> None:
        """Close the photo loader and the worker of the actions."""
        self.photos.close()
        self.doings.worker.close()

    def on_result(self, result: object) -> None:
        """Reload the matches and lay out; ignores the result."""
        self._reload()
        self.on_layout()

    def show(self, name: str) -> None:
        """Reload the album and choose the match of this name."""
        self._name = name
        self.on_result(None)

    def _reload(self) -> None:
        """Reload the matches from disk."""
        self.needs_redraw = True
        # The match that has just ended may still be unsaved. Then `tick` reloads again.
        self._is_late = not self.app.stores.autosave.flush(MAX_SCREEN_WAIT_S)
        self.hanging.fill(self.app.stores.archive.entries(), self._name)
        self._name = self._name if self._is_late else ""

    def on_layout(self) -> None:
        """Compute the number of cards on a page, correct the focus and request photos."""
        # Twice, because the number of cards on the page changes the header text, which takes room itself.
        for _turn in range(2):
            box = Box(0, 0, self.app.view.w, prompt_bar_top(self.app, self))
            layout = self.build().wall_layout(MeasureContext(self.app.measuring_painter), box)
            self._columns = layout.columns
            self.hanging.room = self.cards.hanging = self.photos.hanging = len(layout.places)
        self._settle()

    @property
    def _chosen_card(self) -> str:
        """Key of the chosen match's card."""
        return AlbumKey.CARD.of(self.hanging.place - self.hanging.first)

    def _settle(self) -> None:
        """Keep the focus on an existing element, and request the photos of this page and the next."""
        hanging = self.hanging
        if AlbumKey.CARD.number(self.focus) is not None or self.action() is None:
            self.focus = self._chosen_card if hanging.matches else AlbumKey.GAME
        ahead = hanging.matches[hanging.first + hanging.room : hanging.first + 2 * hanging.room]
        first = [hanging.entry] if hanging.entry is not None else []
        self.photos.want([*first, *hanging.page, *ahead])
        self.needs_redraw = True

    def tick(self, now: float) -> bool:
        """Poll storage, archive and photos, and draw a few cards. Returns True if a card was drawn."""
        if self.app.stores.folder.unread_notices:
            self.app.open_scene("storage_notices")
        elif self._is_late and self.app.stores.autosave.flush(0.0):
            self.on_result(None)
        elif self.photos.poll():
            if self.photos.failed_entries:
                self.photos.failed_entries.clear()
                self._reload()
                self._settle()
            self.needs_redraw = True
        made_count = 0
        places = self.frame.boxes
        for number, card in enumerate(self._page_cards()):
            place = places[AlbumKey.CARD.of(number)]
            made_count += self.cards.make(self.app.measuring_painter, place, card, self._tilt(number))
            if made_count == CARDS_PER_FRAME:
                break
        if made_count:
            self.needs_redraw = True
            return True
        self.cards.save_some()
        return False

    def wake_times(self) -> Iterable[float]:
        """One time in ms: now while pictures are unsaved, soon while a match is; else none."""
        if self.cards.has_unsaved:
            return (self.app.now,)
        return (self.app.now + RECHECK_MS,) if self._is_late else ()

    def _page_cards(self) -> list[AlbumCard]:
        """Props of the cards on the page, in order."""
        now_s = time.time()
        return [card_of(entry, self.photos.of(entry), now_s) for entry in self.hanging.page]

    def _tilt(self, number: int) -> float:
        """Tilt of a card in degrees; 0 for the chosen one."""
        return 0.0 if AlbumKey.CARD.of(number) == self._chosen_card else CARD_TILTS[number % len(CARD_TILTS)]

    def build(self) -> AlbumWall:
        """Wall with headers, cards and the panel of the chosen match; without matches, a puppet says so."""
        chosen, hanging = self._chosen_card, self.hanging
        mark = "focus" if self.focus == chosen else "chosen"
        cards = tuple(
            Picture(
                draw_hung,
                (self.cards, card, self._tilt(number), mark if AlbumKey.CARD.of(number) == chosen else ""),
                words=card.title,
            )
            for number, card in enumerate(self._page_cards())
        )
        heads = tuple(head for growth in TEXT_GROWTHS for head in self._heads(growth))
        width = ScaledLength(PANEL_WIDTH, 0.4).at(self.app.text_scale)
        width = min(width, self.app.view.w * 0.37)
        if hanging.entry is not None:
            content = self._panel(hanging.entry, width - 32)
            paper = column(content, pad=Padding(16, 16), w=width, behind=Picture(draw_panel))
            return AlbumWall(heads, cards, paper)
        empty = _("No match in the album fits these filters.")
        if not hanging.entries:
            empty = _("Nothing here yet: finish a match first.")
        content = column(
            Text(empty, FontSpec(LARGE, STRONG), 0.5), pad=Padding(22, 18), behind=Picture(draw_said)
        )
        waiting_puppet = Picture(draw_puppet, h=PUPPET_HEIGHT / (0.6 + 0.4 * self.app.text_scale))
        return AlbumWall(
            heads,
            (),
            column(Spacer(flex=1), content, Spacer(TAIL_LENGTH), waiting_puppet, w=width),
            is_bare=True,
        )

    def _heads(self, growth: float) -> tuple[Element, ...]:
        """Header variants: one row, one row in few words, two rows. Title, filters and page."""
        theme, hanging, album_filter = (
            self.app.measuring_painter.theme,
            self.hanging,
            self.hanging.album_filter,
        )
        title = column(
            Text(_("Album"), FontSpec(40, NAMES, growth=growth, most=48), 0.5, lines=1, flex=1),
            pad=Padding(24, 14, 0), h=72, behind=Picture(draw_title),
        )  # fmt: skip
        game = captions.game_words(album_filter.game, brief=True) if album_filter.game else _("all")
        player = self.app.measuring_painter.with_text_scale(1.0).shortened(
            album_filter.who, BODY, 140, NAMES
        ) or _("anyone")
        chips, brief = list[Element](), list[Element]()
        for key, label, value, is_set in (
            (AlbumKey.GAME, _("Game"), game, bool(album_filter.game)),
            (AlbumKey.WHO, _("Player"), player, bool(album_filter.who)),
        ):
            soft = FontSpec(SMALL, STRONG, theme.ink if is_set else theme.soft, growth)
            font = FontSpec(BODY, NAMES, growth=growth)
            down = Picture(draw_sign, ("down", "on" if is_set else ""), w=20, h=20)
            fill = theme.chosen if is_set else ""
            texts = Text(label, soft, lines=1), Text(value, font, lines=1), down
            chips.append(button_row(*texts, fill=fill, key=key, least=54, pad=17))
            short_text = Text(value if is_set else label, font, lines=1)
            brief.append(button_row(short_text, down, fill=fill, key=key, least=54, pad=17))
        # The buttons become wider as larger letters make them higher.
        pad = ScaledLength(14, 0.5 * growth).at(self.app.text_scale)
        for key, sign, is_set in (
            (AlbumKey.ORDER, "sort", album_filter.order is not AlbumSort.NEWEST),
            (AlbumKey.STAR, "star", album_filter.starred),
        ):
            icon_picture = Picture(draw_sign, (sign, "on" if is_set else ""), w=26, h=26)
            round_button = button_row(
                icon_picture, fill=theme.chosen if is_set else "", key=key, least=54, pad=pad
            )
            chips.append(round_button)
            brief.append(round_button)
        total = len(hanging.matches)
        last = min(hanging.first + hanging.room, total)
        small = FontSpec(SMALL, STRONG, theme.soft if theme.name != "linen" else "", growth)
        # Width of the longest text, so that every page shows the same number of cards.
        longest = captions.count_words(total - 1, total, total)
        count_width = ScaledLength(
            self.app.measuring_painter.with_text_scale(1.0).width(longest, SMALL, STRONG) + 6, growth
        )
        position = captions.count_words(hanging.first, last, total) if total else ""
        count_text = Text(position, small, 1.0, w=count_width)
        turn = [Picture(draw_sign, ("right", ""), w=18, h=20)] if hanging.has_more else []
        ringed = Picture(draw_count, shows_focus=True)
        count = row(count_text, *turn, gap=2, align=0.5, least=54, behind=ringed, key=AlbumKey.COUNT)
        beside, short = (
            row(title, Spacer(8), *buttons, Spacer(flex=1), count, gap=gap, align=0.5)
            for buttons, gap in ((chips, 5), (brief, 10))
        )
        below = column(
            row(title, Spacer(flex=1), count, align=0.5), row(*chips, Spacer(flex=1), gap=10), gap=10
        )
        return beside, short, below

    def _panel(self, entry: ArchiveEntry, width: float) -> Element:
        """Panel with the chosen match and its actions. The photo gets the height that the words leave."""
        theme, photo, now_s = self.app.measuring_painter.theme, self.photos.of(entry), time.time()
        card = card_of(entry, photo, now_s)
        soft = FontSpec(SMALL, STRONG, theme.soft)
        title, date_text = captions.head_words(entry), captions.moment_words(entry.match.ended, now_s)
        name = FontSpec(28, NAMES, most=39)
        heads = (
            [
                row(
                    Text(title, name, lines=1),
                    Spacer(flex=1),
                    Text(date_text, soft, lines=1),
                    gap=14,
                    align=0.5,
                )
            ],
            [Text(title, name, step=0.9), Text(date_text, soft)],
        )
        is_scored = entry.match.slug not in game_slugs() or find_game(entry.match.slug).info.has_scores
        if len(card.heads) == 2 and is_scored:
            score = " : ".join(map(str, entry.match.scores)) if any(entry.match.scores) else ""
            people: list[Element] = [Picture(draw_sides, (card.heads, score), h=ScaledLength(82, 0.34))]
        else:
            # A name may end in a number: "Normal 1: 1".
            player_names = listed(
                _("{what}: {who}").format(what=head.name, who=head.score) if is_scored else head.name
                for head in card.heads
            )
            people = [
                Picture(draw_heads, (card.heads,), h=50),
                Text(player_names, FontSpec(SMALL, STRONG), 0.5),
            ]
        # Shown only in the current language.
        story = photo.story if photo is not None and photo.language == current_language() else ""
        rest = column(
            *(people if card.heads else []),
            Text(captions.told_words(entry, story), soft),
            Spacer(flex=1),
            horizontal_rule(12),
            *(row(*map(self._button, line), gap=6) for line in self.doings.rows()),
            gap=4, flex=1,
        )  # fmt: skip
        photos = [Picture(draw_photo, (card,), h=width * shape, drop_rank=1) for shape in (0.62, 0.46, 0.3)]
        forms = (column(photo, *head, rest, gap=4) for photo in photos for head in heads)
        return shrink_to_fit(*forms, ranks=2, flex=1)

    def _button(self, action: AlbumAction) -> Element:
        """Button of an action with its sign, and its words if it has any."""
        fill = {"go": GO_COLOUR, "on": self.app.theme.chosen}.get(action.look, "")
        sign = Picture(draw_sign, (action.sign, action.look), w=26, h=26, drop_rank=2 if action.words else 0)
        if not action.words:
            return button_row(sign, fill=fill, key=action.name, least=54, pad=14)
        letters = FontSpec(LARGE, STRONG, GO_INK if action.look == "go" else "")
        parts = Spacer(flex=1), sign, Text(action.words, letters, lines=1), Spacer(flex=1)
        return button_row(*parts, fill=fill, key=action.name, least=54, pad=2, flex=len(action.words) + 4)

    @property
    def meaning(self) -> str:
        """Meaning of the focused round button; empty for others."""
        album_filter = self.hanging.album_filter
        if self.focus == AlbumKey.ORDER:
            return captions.order_words()[album_filter.order]
        if self.focus == AlbumKey.STAR:
            return _("Showing only favourites") if album_filter.starred else _("Favourites only")
        return self.doings.sign(self.focus)

    def draw(self, painter: Painter) -> None:
        """Draw the elements, and the meaning of a focused round button."""
        super().draw(painter)
        if self.meaning:
            draw_meaning(painter, self.frame.boxes[self.focus], self.meaning)

    def actions(self) -> dict[str, Action]:
        """Actions of the filters, of the page range if there are more pages, of cards and actions."""
        hanging, first, take = self.hanging, self.doings.first, _("Select")
        deeds: dict[str, Callable[[], object]] = {
            AlbumKey.GAME: self._ask_game, AlbumKey.WHO: self._ask_who, AlbumKey.ORDER: self._ask_order,
            AlbumKey.STAR: lambda: self._want(starred=not hanging.album_filter.starred),
        }  # fmt: skip
        if hanging.has_more:
            deeds[AlbumKey.COUNT] = partial(self._turn, 1)
        actions = {key: Action(partial(self._run_with_sound, deed), take) for key, deed in deeds.items()}
        name, label = (first.name, first.words) if first is not None else ("", "")
        opened = partial(self._run_with_sound, partial(self.doings.run, name))
        actions |= {
            AlbumKey.CARD.of(number): Action(opened, label, picked=hanging.first + number == hanging.place)
            for number in range(len(hanging.page))
        }
        return actions | {
            do.name: Action(partial(self._run_with_sound, partial(self.doings.run, do.name)), take)
            for row in self.doings.rows()
            for do in row
        }

    def _run_with_sound(self, perform: Callable[[], object]) -> None:
        self.app.audio.play("confirm")
        perform()

    def shortcuts(self) -> list[Shortcut]:
        """Share and star if possible, page turns, pasting a position, and importing from a phone."""
        shortcuts = []
        if self.doings.offers(AlbumKey.FAVOURITE):
            entry = self.hanging.entry
            is_set = entry is not None and entry.match.starred
            star = _("Remove favourite") if is_set else _("Favourite")
            shortcuts.append(
                Shortcut(InputAction.SECONDARY, _("Share"), partial(self.doings.run, AlbumKey.SHARE))
            )
            shortcuts.append(Shortcut(InputAction.MEND, star, partial(self.doings.run, AlbumKey.FAVOURITE)))
        if self.hanging.has_more:
            shortcuts.append(Shortcut(InputAction.NEXT, _("Next page"), partial(self._turn, 1)))
            shortcuts.append(Shortcut(InputAction.PREVIOUS, "", partial(self._turn, -1)))
        bring = partial(self._run_with_sound, partial(self.app.open_scene, "phone_import", self.app))
        shortcuts.append(
            Shortcut(
                InputAction.END_TURN,
                _("Paste position"),
                partial(self.app.open_scene, "paste_position", self.app),
            )
        )
        return [*shortcuts, Shortcut(InputAction.LOOK, _("Import from phone"), bring)]

    def on_input(self, intent: InputEvent) -> None:
        """Handle an event: SCROLL turns the page, ENDS chooses the first or the last match."""
        if intent.act is InputAction.SCROLL and intent.dy:
            self._turn(-1 if intent.dy > 0 else 1)
        elif intent.act is InputAction.ENDS:
            self._choose(0 if intent.dy < 0 else len(self.hanging.matches) - 1)
        super().on_input(intent)

    def focus_in_direction(self, dx: int, dy: int) -> str | None:
        """Key of the next element, None to stay. Below the last line it turns the page itself."""
        places, hanging = self.focusable(), self.hanging
        nearest = nearest_in_direction(places, dict(places)[self.focus], dx, dy)
        on_card, to_card = (AlbumKey.CARD.number(key) is not None for key in (self.focus, nearest or ""))
        rows = [[do.name for do in row] for row in self.doings.rows()]
        row = next((row for row in rows if self.focus in row), [])
        if row and dx and not dy:
            # Along the row, and back to the card that the panel shows.
            place = row.index(self.focus) + dx
            return row[place] if 0 <= place < len(row) else self._chosen_card if dx < 0 else None
        if row and to_card:
            return None  # nothing is above the panel
        if on_card and dy > 0 and not dx and not to_card:
            # Below the last line is the next page. Pages are filled from their beginning, so the place below
            # is there. Below the last page is the panel.
            if hanging.first + hanging.room < len(hanging.matches):
                self._choose(hanging.place + self._columns)
                return None
            return rows[0][0] if rows else None
        if on_card and dx > 0 and rows and not to_card:
            return rows[0][0]  # the panel shows this card, even if another element is nearer
        return self._chosen_card if to_card and not on_card and dx < 0 else nearest

    def set_focus(self, key: str) -> None:
        """Focus an element. The match of a focused card is chosen."""
        if key == self.focus:
            return
        super().set_focus(key)
        if (number := AlbumKey.CARD.number(key)) is not None:
            self.hanging.choose(self.hanging.first + number)
            self._settle()

    def _choose(self, place: int) -> None:
        """Choose a match by its index in `matches`, clamped, and focus its card; a change plays a sound."""
        self.needs_redraw = True
        if self.hanging.choose(place):
            self.app.audio.play("focus")
        self.focus = self._chosen_card
        self.on_layout()

    def _turn(self, pages: int) -> None:
        """Turn ``pages`` pages, cyclically, with a sound; focus the first card or stay on the count."""
        self.needs_redraw = True
        if self.hanging.turn_page(pages):
            self.app.audio.play("focus")
            if self.focus != AlbumKey.COUNT:
                self.focus = self._chosen_card
            self.on_layout()

    def _ask_game(self) -> None:
        """Let the player choose the game of the filter."""
        choices = [(_("All games"), partial(self._want, game=""))]
        games = games_of(self.hanging.entries)
        choices += [(captions.game_words(slug), partial(self._want, game=slug)) for slug in games]
        ask_choice(self.app, _("Matches from which game?"), choices)

    def _ask_who(self) -> None:
        """Let the player choose the person of the filter."""
        choices = [(_("Anyone"), partial(self._want, who=""))]
        choices += [(name, partial(self._want, who=name)) for name in people_of(self.hanging.entries)]
        ask_choice(self.app, _("Whose matches?"), choices)

    def _ask_order(self) -> None:
        """Let the player choose the order."""
        labels = captions.order_words()
        choices = [(labels[order], partial(self._want, order=order)) for order in labels]
        ask_choice(self.app, _("Sort order"), choices)

    def _want(self, **changes: object) -> None:
        """Change fields of the filter, and lay out again."""
        self.hanging.want(replace(self.hanging.album_filter, **changes))  # type: ignore[arg-type]
        self.on_layout()
