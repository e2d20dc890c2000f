"""Each phone speaks the language of its person, whatever the window speaks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from game import words
from game.core.session import Session
from game.words import _, counted, spoken_to
from tests.party.phones import Phone
from tests.party.room import Room

KICK = "field=9/9/9/9/4B4/4o4/4R4/9/9/9/9"


def test_somebody_at_another_screen_is_spoken_to_in_another_language() -> None:
    words.use("en")
    with spoken_to("de"):
        assert _("The match is over.") == "Die Partie ist zu Ende."
        with spoken_to(""):
            assert _("The match is over.") == "The match is over."
        assert _("The match is over.") == "Die Partie ist zu Ende."
        assert counted("{n} seat free", "{n} seats free", 2) == "{n} Plätze frei"
    with spoken_to("xx"):
        assert _("The match is over.") == "The match is over."
    assert _("The match is over.") == "The match is over."


def test_words_are_cut_short_before_a_vowel_where_the_language_does_so() -> None:
    with spoken_to("fr"):
        told = _("{name}'s phone is away.")
        whose = [told.format(name=name).split(" est ")[0] for name in ("Ann", "Bo", "Élie")]
        assert whose == ["Le téléphone d’Ann", "Le téléphone de Bo", "Le téléphone d’Élie"]
        assert counted("{n} card", "{n} cards", 0).format(n=0) == "0 carte"
    assert _("{name}'s phone is away.").format(name="Ann") == "Ann's phone is away."


def test_a_french_phone_counts_by_its_own_rule(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", KICK), 1)
    page = made.pages[0]
    told = page.run("""(async () => {
      const kit = await import('/kit.js');
      localStorage.setItem('sockdrawer.language', 'fr');
      await kit.learnWords();
      const points = [0, 1, 2, 120].map((n) => kit.counted('{n} point', '{n} points', n));
      return [...points, ...['Ann', 'Bo'].map((name) => kit.t("Waiting for {name}'s phone", { name }))];
    })()""")
    page.run("localStorage.clear()")
    assert told == [
        "0 point", "1 point", "2 points", "120 points",
        "On attend le téléphone d’Ann", "On attend le téléphone de Bo",
    ]  # fmt: skip


def test_a_german_phone_beside_an_english_window(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("socker", KICK), 1)
    page = made.pages[0]
    page.tap("Menu")
    page.tap("Deutsch")
    made.until(lambda: page.sees("Du bist dran"))
    assert page.run("document.documentElement.lang") == "de"
    assert page.run("document.title") == "● Du bist dran"
    made.until(lambda: made.scene.phones.hints.languages.get(0) == "de")
    assert made.scene.phones.do(0, {"do": "move", "move": "kick a1 a2", "ply": 99}) == (
        "Der Tisch hat sich geändert; sieh noch einmal hin."
    )
    step = next(move for move in made.session.moves() if move.startswith("move"))
    assert made.scene.phones.do(0, {"do": "move", "move": step, "ply": len(made.session.log)}) == ""
    made.window.wait(300)
    assert "takes a step" in made.scene.view.news  # the window goes on in its own language
    page.tap("Menü")
    page.tap("Regeln")
    made.until(lambda: page.sees("Kurz gesagt"))
    page.tap("Schließen")
    made.scene.match.concede(0)
    made.until(lambda: page.sees("hat aufgegeben"))
    page.run("localStorage.clear()")


def test_words_are_there_in_every_language(room: Callable[..., Room], tmp_path: Path) -> None:
    made = room(Session.from_position("socker", KICK), 0)
    assert made.hub.party is not None
    made.turn()
    one = Phone(made.hub.party)
    for code in words.languages():
        status, body, _headers = one.get(f"/play/words.{code}.json")
        told = json.loads(body)
        assert (status, told["@lang"]) == (200, code)
        assert ["de", "Deutsch"] in told["@languages"]
    assert told.get("The four letters on the big screen")
    one.close()
