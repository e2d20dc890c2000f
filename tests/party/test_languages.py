"""Each phone uses the language of its player, independent of the window, and its layout holds in it."""

from __future__ import annotations

import gettext
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from game import i18n
from game.core.discovery import find_game, game_slugs, phone_page
from game.core.rng import SeededRng
from game.core.session import Session
from game.i18n import _, in_language, plural
from game.match.seats import PHONE, Seat
from game.party.messages import LanguageChanged
from game.ui.match.match_flow import match_scene
from game.ui.match.match_scene import MatchScene
from tests.languages import SPOKEN
from tests.party.browser_phones import SIX, BrowserRoom, LobbyPage, Rooms, held, hold
from tests.party.many_phones import NAMES
from tests.party.socket_phone import Phone
from tests.party.virtual_phone import LAST, VirtualParty, at_home
from tests.sampling import sample
from tests.scenes.harness import WindowRobot
from tools.browser import Chromium, Page

KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"


def test_in_language_translates_only_within_its_block() -> None:
    i18n.set_language("en")
    with in_language("de"):
        assert _("The match is over.") == "Die Partie ist zu Ende."
        with in_language(""):
            assert _("The match is over.") == "The match is over."
        assert _("The match is over.") == "Die Partie ist zu Ende."
        assert plural("{n} seat free", "{n} seats free", 2) == "{n} Plätze frei"
    with in_language("xx"):
        assert _("The match is over.") == "The match is over."
    assert _("The match is over.") == "The match is over."


def test_french_elides_before_a_vowel() -> None:
    with in_language("fr"):
        sentence = _("{name}'s phone is away.")
        whose = [sentence.format(name=name).split(" est ")[0] for name in ("Ann", "Bo", "Élie")]
        assert whose == ["Le téléphone d’Ann", "Le téléphone de Bo", "Le téléphone d’Élie"]
        assert plural("{n} card", "{n} cards", 0).format(n=0) == "0 carte"
    assert _("{name}'s phone is away.").format(name="Ann") == "Ann's phone is away."


def test_french_phone_uses_french_plurals_and_elision(room: Rooms) -> None:
    browser_room = room(Session.from_position("socker", KICK))
    page = browser_room.page
    result = page.run("""(async () => {
      const kit = await import('/dom.js');
      localStorage.setItem('sockdrawer.language', 'fr');
      await kit.learnWords();
      const points = [0, 1, 2, 120].map((n) => kit.counted('{n} point', '{n} points', n));
      return [...points, ...['Ann', 'Bo'].map((name) => kit.t("Waiting for {name}'s phone", { name }))];
    })()""")
    page.run("localStorage.clear()")
    assert result == [
        "0 point", "1 point", "2 points", "120 points",
        "On attend le téléphone d’Ann", "On attend le téléphone de Bo",
    ]  # fmt: skip


def test_german_phone_works_with_an_english_window(room: Rooms) -> None:
    browser_room = room(Session.from_position("socker", KICK))
    page = browser_room.page
    page.tap("Menu")
    page.tap("Deutsch")
    page.wait_text("Du bist dran")
    assert page.run("document.documentElement.lang") == "de"
    assert page.run("document.title") == "● Du bist dran"
    result = page.run("import('/dom.js').then(({ t }) => t('Your turn, {name}', { name: 'Ann' }))")
    assert re.split("[ \u2068]+", result)[0] == "Du\N{NO-BREAK SPACE}bist\N{NO-BREAK SPACE}dran,"
    browser_room.until(lambda: browser_room.scene.phone_seats.hints.languages.get(0) == "de")
    assert browser_room.scene.phone_seats.handle_phone(
        0, {"do": "move", "move": "kick a1 a2", "ply": 99}
    ) == ("Der Tisch hat sich geändert; sieh noch einmal hin.")
    step = next(move for move in browser_room.session.moves() if move.startswith("move"))
    assert (
        browser_room.scene.phone_seats.handle_phone(
            0, {"do": "move", "move": step, "ply": len(browser_room.session.log)}
        )
        == ""
    )
    browser_room.window.run_for(300)
    assert "takes a step" in browser_room.scene.view.texts.news  # the window keeps its own language
    page.tap("Menü")
    page.tap("Regeln")
    page.wait_text("Kurz gesagt")
    page.tap("Schließen")
    browser_room.match.concede(0)
    page.wait_text("hat aufgegeben")
    page.run("localStorage.clear()")


def test_german_phone_gets_lobby_choices_in_german(tmp_path: Path, browser: Chromium, patient: None) -> None:
    """Lobby choices are sent again in the new language, even without any other change."""
    lobby_page = LobbyPage(tmp_path, browser, "sociable")
    lobby_page.page.tap("Menu")
    lobby_page.page.tap("Deutsch")
    lobby_page.page.wait_text("Spiel starten")
    assert lobby_page.page.sees("Ein Bot weniger")
    assert not lobby_page.page.sees("One bot fewer")
    lobby_page.page.run("localStorage.clear()")
    lobby_page.close()


def test_phone_keeps_its_language_when_a_game_returns(room: Rooms) -> None:
    browser_room = room(Session.from_position("socker", KICK))
    page = browser_room.page
    field = "!!document.querySelector('[aria-label=Spielfeld]')"
    page.run("localStorage.setItem('sockdrawer.language', 'de')")
    browser_room.load_anew(page)
    page.wait(field)
    browser_room.begin(Session.new("city", 2, seed=1))
    browser_room.until(lambda: not page.run(field))
    browser_room.begin(Session.from_position("socker", KICK))
    page.wait(field)
    page.run("localStorage.clear()")


TEXTS = re.compile(r'\bt\(\s*"((?:[^"\\{]|\\.)*)"')
"""The texts of a game's page, without those that have placeholders."""


def test_two_phones_keep_their_languages_through_all_games(room: Rooms) -> None:
    browser_room = room(Session.from_position("socker", KICK), 2)
    for page, language in zip(browser_room.pages, ("de", "fr"), strict=True):
        page.run(f"localStorage.setItem('sockdrawer.language', '{language}')")
        browser_room.load_anew(page)
    for game in (*game_slugs(), *game_slugs()):
        browser_room.begin(Session.new(game, seed=1))
        for seat, (page, language) in enumerate(zip(browser_room.pages, ("de", "fr"), strict=True)):
            with in_language(language):
                own = next((t for t in TEXTS.findall(phone_page(game)) if _(t) != t), "Menu")
                texts = [_("Menu"), _(own)]
            learnt = f"import('/dom.js').then(kit => [kit.t('Menu'), kit.t({json.dumps(own)})])"
            assert page.run(f"(async () => await {learnt})()") == texts, (game, language)
            assert page.run("document.documentElement.lang") == language
            assert browser_room.scene.phone_seats.hints.languages.get(seat) == language
    for page in browser_room.pages:
        page.run("localStorage.clear()")


def test_server_offers_words_in_every_language(room: Rooms, tmp_path: Path) -> None:
    browser_room = room(Session.from_position("socker", KICK), 0)
    browser_room.turn()
    phone = Phone(browser_room.party)
    for code in i18n.languages():
        status, body, _headers = phone.get(f"/play/words.{code}.json")
        message = json.loads(body)
        assert (status, message["@lang"]) == (200, code)
        assert ["de", "Deutsch"] in message["@languages"]
    assert message.get("The four letters on the big screen")
    phone.close()


# Phones in another language than the window receive no text in the window's language, and vice versa.


HERE, THERE = "xa", "xb"  # languages of the window and of the phones
SIGNS = {HERE: "⟦a⟧", THERE: "⟦b⟧"}


class Signed(gettext.NullTranslations):
    """English, with each text prefixed by the sign of its language."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.sign = SIGNS.get(language, "")

    def gettext(self, message: str) -> str:
        return self.sign + message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.sign + (msgid1 if n == 1 else msgid2)


class Tower(VirtualParty):
    """A party whose phones and spectators read another language than the window, with all it sends."""

    def __init__(self, window: WindowRobot) -> None:
        super().__init__(window)
        self.sent: list[str] = []

    def publish(self, seat: int, state: Mapping[str, Any], events: Sequence[Mapping[str, Any]] = ()) -> None:
        super().publish(seat, state, events)
        self.sent.append(json.dumps([state, list(events)], ensure_ascii=False))

    @property
    def languages(self) -> tuple[str, ...]:
        return (THERE,)

    def translate(self, say: Callable[[str], Mapping[str, Any] | None]) -> None:
        self.sent += [json.dumps(say(language), ensure_ascii=False) for language in self.languages]

    def answer(self, seat: int, number: int, refused: str = "") -> None:
        self.sent.append(refused)


class Babel:
    """A match in such a window."""

    def __init__(self, window: WindowRobot, house: Tower, session: Session) -> None:
        self.window, self.house, self.session = window, house, session
        seats = [Seat(NAMES[n], n, device=PHONE) for n in range(session.players)]
        for seat in range(session.players):
            house.sit(seat, 1e9)
        self.scene: MatchScene = match_scene(window.context, session, seats)
        window.context.scenes.reset(window.context.screens["title"](), self.scene)
        house.watch()
        for seat in range(session.players):
            house.hear(seat, LanguageChanged(seat, THERE))
        window.step()
        house.sent.clear()
        self.check()

    def do(self, seat: int, what: str, **more: Any) -> str:
        """Perform an action on a phone and check all texts."""
        why = self.scene.phone_seats.handle_phone(seat, {"do": what, **more}, self.window.time)
        self.house.sent.append(why)
        self.check()
        return why

    def play(self, move: str) -> str:
        seat = self.session.to_move
        assert seat is not None
        return self.do(seat, "move", move=move, ply=len(self.session.log))

    def check(self) -> None:
        for _turn in range(6):
            self.window.step(ms=100)
        for text in self.house.sent:
            assert SIGNS[HERE] not in text, "a phone was sent a word of the window"
        scene = self.scene
        texts = [scene.context.messages.text, scene.view.texts.news]
        for text in texts:
            assert SIGNS[THERE] not in text, "the window says a word of a phone"


@pytest.fixture
def babel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Session], Babel]]:
    real = gettext.translation

    def translation(name: str, folder: Path, chosen: list[str], **_more: bool) -> gettext.NullTranslations:
        # Translations are cached for good, so other languages must stay unchanged for later tests.
        return Signed(chosen[0]) if chosen[0] in SIGNS else real(name, folder, chosen, fallback=True)

    monkeypatch.setattr("gettext.translation", translation)
    monkeypatch.setattr("game.match.phone_seats.languages", lambda: (HERE, THERE))
    monkeypatch.setattr("game.ui.match.party_controller.languages", lambda *_pseudo: (HERE, THERE))
    monkeypatch.setattr("game.i18n.languages", lambda *_pseudo: (HERE, THERE))
    monkeypatch.setattr("game.app.App.draw", lambda _app: None)
    with at_home(tmp_path) as (window, _house):
        tower = Tower(window)
        window.context.phones.party = tower
        tower.open()
        i18n.set_language(HERE)
        yield lambda session: Babel(window, tower, session)
    i18n.set_language("en")


@pytest.mark.parametrize("game", game_slugs())
def test_match_texts_never_mix_window_and_phone_languages(
    babel: Callable[[Session], Babel], game: str
) -> None:
    made = babel(Session.new(game, seed=9))
    session, rng = made.session, SeededRng("babel", game)
    for turn in range(6):
        seat = session.to_move
        if seat is None:
            break
        if turn == 0:
            made.do(seat, "hint")
        bot = find_game(game).bot
        made.play(bot.choose(session.observe(seat), session.options, "easy", rng))
    seat = session.to_move
    assert seat is not None
    other = (seat + 1) % session.players
    assert made.do(other, "move", move="pass", ply=len(session.log)).startswith(SIGNS[THERE])
    assert made.do(seat, "move", move="nonsense", ply=len(session.log)).startswith(SIGNS[THERE])
    assert made.do(seat, "move", move="draw", ply=99).startswith(SIGNS[THERE])
    for what in ("undo", "answer", "wobble", "draw", "end", "step", "redo", "sort", "auto_finish"):
        made.do(seat, what, number=0)
        made.do(other, what, number=0)
    for _turn in range(5):
        made.do(other, "react", sign="ha")
    made.window.context.open_scene("pause", made.scene)
    made.check()
    assert made.do(seat, "draw").startswith(SIGNS[THERE])
    made.window.context.scenes.pop()
    made.scene.match.concede(other)
    made.check()
    over = made.house.states[seat]["over"]
    assert over["words"].startswith(SIGNS[THERE])
    made.window.run_for(6000)
    made.check()
    made.do(seat, "draw")
    assert SIGNS[HERE] in made.house.public["over"]["words"], "a watcher who has not said hears the window's"


@pytest.mark.parametrize("game", LAST)
def test_end_of_a_hand_never_mixes_languages(babel: Callable[[Session], Babel], game: str) -> None:
    position, move, options = LAST[game]
    made = babel(Session.from_position(game, position, seed=5, options=options))
    made.window.context.update_settings(animation_speed="relaxed", language=HERE)
    assert made.play(move) == ""
    for _turn in range(40):
        made.check()


def test_undo_request_uses_the_asked_phones_language(babel: Callable[[Session], Babel]) -> None:
    made = babel(Session.from_position("socker", KICK, names=["Ann", "Bo"]))
    made.play("end") if made.session.refusal("end") is None else made.play("move e5 d5")
    while made.session.to_move == 0:
        made.play(next(move for move in made.session.moves() if move.startswith(("move", "end"))))
    assert made.do(0, "undo") == ""
    asked = made.house.states[1]["ask"]
    assert [text[:3] for text in (asked["words"], *asked["answers"])] == [SIGNS[THERE]] * 3
    assert made.do(1, "answer", number=0) == ""
    assert made.scene.view.texts.news


def test_undo_request_on_the_screen_uses_its_language(babel: Callable[[Session], Babel]) -> None:
    made = babel(Session.from_position("socker", KICK, names=["Ann", "Bo"]))
    made.scene.match.assign_seat(1, "", "")
    while made.session.to_move == 0:
        made.play(next(move for move in made.session.moves() if move.startswith(("move", "end"))))
    assert made.do(0, "undo") == ""
    top = made.window.top
    assert type(top).__name__ == "ConsentDialog"
    texts = [row.label or row.text for row in made.window.rows]
    assert any(SIGNS[HERE] in text for text in texts)
    assert not any(SIGNS[THERE] in text for text in texts)


# The page in German, in a soak in all languages: words are longer than in English, and rows stay rows.


ROWS = """(boxes => Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top)))
([...document.querySelectorAll('footer .big')].map(node => node.getBoundingClientRect()))"""
"""Height of the area that the bar's buttons cover, px."""
BROKEN = """[...document.querySelectorAll('.chairs b')]
.filter(node => node.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(node).fontSize))
.map(node => node.innerText)"""
WIDE = """[...document.querySelectorAll('.verbs .big')].filter(node => node.scrollWidth > node.clientWidth)
.map(node => node.innerText)"""
"""Buttons with words wider than the button."""
SPILT = """[...document.querySelectorAll('.menu .big')]
.filter(node => node.firstChild.offsetHeight > node.offsetHeight)
.map(node => node.innerText)"""
"""Buttons with words taller than the button."""
ONE_ROW, TWO_LINES = 64, 64  # px: height of a button, and of one with a second line


LONG = pytest.mark.parametrize("language", sample(SPOKEN[1:], "de"))


def reading(browser_room: BrowserRoom, page: Page, language: str) -> None:
    """Reload a page in another language and wait for the match."""
    page.load_anew(f"localStorage.setItem('sockdrawer.language', '{language}')")
    here = f"document.documentElement?.lang === '{language}' && !!document.querySelector('.match .board')"
    page.wait(here)


@LONG
def test_the_bar_of_a_small_phone_is_one_row(room: Rooms, language: str) -> None:
    browser_room = room(
        Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"])
    )
    page = browser_room.page
    reading(browser_room, page, language)
    with in_language(language):
        assert page.sees(_("End turn"))
    for _size, _text in held(page, ((360, 640), (412, 915), (915, 412), (320, 568), (568, 320)), "100%"):
        assert page.run(ROWS) < ONE_ROW
        assert page.run(WIDE) == []


def test_landscape_spectator_page_leaves_room_for_the_table(room: Rooms) -> None:
    """Reactions and the free seats share one row."""
    browser_room = room(
        Session.from_position("socki", "hands=4P,1B/9L,10L/5P stock=2F turn=0", names=["Ann", "Bo", "Ida"]), 0
    )
    for seat in (0, 1):
        browser_room.match.assign_seat(seat, "", PHONE)
    page = browser_room.watcher()
    reading(browser_room, page, "de")
    page.wait_text("Einen freien Platz nehmen")
    hold(page, (915, 412))
    assert page.run(ROWS) < TWO_LINES


@LONG
def test_large_text_stays_within_its_buttons(room: Rooms, language: str) -> None:
    """With text at 200%, menu texts stay within their buttons and headings break between words."""
    browser_room = room(
        Session.from_position("socker", "field=9/9/9/9/9/4oB3/4R4/9/9/9/9", names=["Ann", "Bo"])
    )
    page = browser_room.page
    reading(browser_room, page, language)
    with in_language(language):
        menu, last = _("Menu"), _("Last moves and scores")
    page.tap(menu)
    hold(page, (360, 640), "200%")
    assert page.run(SPILT) == []
    page.tap(last)
    lines = "(h => h.offsetHeight / parseFloat(getComputedStyle(h).fontSize))"
    assert page.run(f"{lines}(document.querySelector('.sheet h2'))") < 4


def test_single_card_uses_the_singular(room: Rooms) -> None:
    browser_room = room(
        Session.from_position("socki", "hands=4P/9L,10L stock=2F,3F turn=0", names=["Ann", "Bo"])
    )
    page = browser_room.page
    reading(browser_room, page, "de")
    page.wait_text("noch 1 Karte")
    assert not page.sees("1 Karten")


def test_a_long_name_is_cut_and_not_broken(room: Rooms) -> None:
    names = ("Ann", "Bo", "Bartholomew J", "Ida", "Gus")
    browser_room = room(Session.from_position("sociable", f"{SIX} turn=0", names=names))
    page = browser_room.page
    browser_room.match.rename(2, "Bartholomew J")
    page.wait_text("Bartholomew J")
    for _size, _text in held(page, ((360, 640), (412, 915), (915, 412)), "100%"):
        assert page.run(BROKEN) == []
