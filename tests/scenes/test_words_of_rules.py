"""Words of the rules: what was told wrongly once, and that a thing has one name on every sheet."""

from __future__ import annotations

import re

import pytest

from game import words
from game.core.discovery import find, rules_text
from game.core.session import Session
from game.match.seats import Seat
from game.scenes.rules import SCRIPTS
from game.ui.match.opening import match_scene
from game.words import _
from tests.languages import SPOKEN
from tests.matches import GAMES
from tests.scenes.harness import Window
from tests.ui.test_locale import TERMS

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def sheet(slug: str, language: str) -> str:
    """All that players read of a sheet, each paragraph in one line."""
    text = rules_text(slug, language).partition(SCRIPTS)[0]
    return "\n\n".join(" ".join(part.split("\n")) for part in text.split("\n\n"))


@EVERY_GAME
@pytest.mark.parametrize("language", SPOKEN)
def test_levels_have_the_words_of_the_window(slug: str, language: str) -> None:
    rows = re.findall(r"\| ([^|]+) \|", rules_text(slug, language))
    words.use(language)
    levels = [_(level) for level in find(slug).bot.levels]
    words.use("en")
    assert set(levels) <= set(rows)


@EVERY_GAME
def test_german_sheets_have_one_term_for_one_thing(slug: str) -> None:
    """The same as in the window."""
    text = sheet(slug, "de")
    assert {right: word for wrong, right in TERMS["de"].items() for word in re.findall(wrong, text)} == {}


@EVERY_GAME
def test_what_is_drawn_from_is_the_draw_pile(slug: str) -> None:
    assert re.findall(r"\bstock\b|[Nn]obody can go on", sheet(slug, "en")) == []


def test_a_hand_of_socki_is_what_somebody_holds() -> None:
    """What is played from one deal to the next is a round."""
    before = set(re.findall(r"(\w+) hands?\b", sheet("socki", "en")))
    assert before <= {"your", "its", "in"}


@pytest.mark.parametrize(
    ("slug", "language", "section", "told"),
    [
        ("socki", "en", "Your turn", "Whoever starts finds an empty table"),
        ("socki", "de", "Dein Zug", "Wer anfängt, hat einen leeren Tisch vor sich"),
        ("socki", "en", "Fine points", "In a play-off round the others sit out, and no total goes back to 0"),
        ("socki", "de", "Feinheiten", "Bei einem Stechen setzen die anderen aus, und keine Summe geht auf 0"),
        ("rockit", "en", "House rules", "and draw, or pass once the draw pile is empty"),
        ("rockit", "de", "Hausregeln", "und ziehen, oder passen, wenn der Ziehstapel leer ist"),
        ("rockit", "en", "House rules", "the match goes to whoever first has one, two or three games"),
        ("rockit", "de", "Hausregeln", "wer zuerst ein Spiel gewonnen hat, zwei oder drei"),
        ("rockit", "de", "Stiche", "drei oder vier Karten gleichen Werts, alle von verschiedener Farbe"),
        ("city", "en", "Before the game", "Each sock needs at least three"),
        ("city", "de", "Vor dem Spiel", "Jede Socke braucht mindestens drei"),
        (
            "socker",
            "en",
            "Same position",
            "**void**: nobody scores, both sides set up anew, and a coin decides",
        ),
        ("socker", "de", "Wiederholung", "**abgebrochen**: Niemand trifft, beide Seiten stellen neu auf"),
        ("socker", "de", "Der Teppich", "Torfelder und Aus zusammen heißen **neben dem Spielfeld**"),
    ],
)
def test_sections_say(slug: str, language: str, section: str, told: str) -> None:
    assert told in sheet(slug, language).partition(f"## {section}\n")[2].partition("\n## ")[0]


def test_letters_on_cards_are_told_once() -> None:
    for language, jack in (("en", "J is the jack"), ("de", "J ist der Bube")):
        assert sheet("sociable", language).count(jack) == 1


def test_a_play_off_is_told_as_such(window: Window) -> None:
    """Its winner need not have the lowest total of all."""
    position = "table=1P,2P,3P hands=-/4P/12L/- turn=1 scores=120/90/90/95"
    session = Session.from_position(
        "socki", position, 3, {"tie": "playoff_hand"}, names=["A", "Bo", "I", "K"]
    )
    scene = match_scene(window.stage, session, [Seat(name, n) for n, name in enumerate(session.names)])
    window.stage.scenes.push(scene)
    scene.context.play("play 1P 2P 3P 4P")
    assert session.outcome is not None
    told = scene.view.words.ending(session.outcome)
    assert told == "Equal totals were played off: Bo had the fewest points there."


def test_a_round_that_all_have_passed_is_not_called_the_end_of_what_can_be_done(window: Window) -> None:
    """On honour somebody could have gone on."""
    position = "table=1P,2P,3P hands=4P,7B/5P,8B stock=- turn=0"
    session = Session.from_position("socki", position, 3, {"must_play": "honour"})
    scene = match_scene(window.stage, session, [Seat(name, n) for n, name in enumerate(session.names)])
    window.stage.scenes.push(scene)
    session.play("pass")
    ended = next(event for event in session.play("pass") if event.kind == "hand_end")
    assert scene.view.words.sentence(ended) == "All have passed: the round is blocked."
