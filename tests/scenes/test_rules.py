"""Rules sheets and the first page of the rules: content in each language, and navigation."""

from __future__ import annotations

import re
from typing import Any, cast
from unittest.mock import Mock

import pygame
import pytest

from game import i18n
from game.core.discovery import SCRIPTS_HEADING, find_game, game_folder, players_text, rules_text
from game.core.options import Options, Value
from game.core.session import Session
from game.i18n import _
from game.match.seats import Seat
from game.scenes.rules import (
    Paragraph,
    RulesIntroScene,
    RulesSheet,
    Section,
    SectionKey,
    SectionList,
    TextTable,
    laid_out,
    paragraph,
)
from game.ui.art.first_page import page_of
from game.ui.core.canvas import Box
from game.ui.core.theme import BODY
from game.ui.match.lesson_scene import LessonScene
from game.ui.match.party_controller import PageAssets
from game.ui.widgets import LayoutTree, PictureRow, Row, TextRow
from tests.languages import SPOKEN, in_every_language, in_languages
from tests.matches import GAMES, bringing, speaking
from tests.sampling import thinned
from tests.scenes.harness import WindowRobot
from tests.scenes.layout_checks import labels
from tests.ui.test_locale import TERMS

GERMAN = "de"
EVERY_OTHER = pytest.mark.parametrize("language", [code for code in SPOKEN if code != "en"])
EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
EVERY_SHEET = pytest.mark.parametrize("slug", bringing("pictures"))  # games with long rules and pictures


def sheet(slug: str, language: str) -> list[Row]:
    """Rows of a rules sheet, with placeholder pictures."""
    text = players_text(slug, language)
    pictures = {name: (1.0, lambda painter, box: None) for name in named(text)}
    return laid_out(text, pictures)


def named(text: str) -> list[str]:
    """Names of the pictures in a text, in order."""
    return re.findall(r"^!\[.*\]\((\w+)\)$", text, re.MULTILINE)


def told(row: Row) -> str:
    """All words of a row."""
    if isinstance(row, TextTable):
        return "\n".join(" | ".join(cells) for cells in row.rows)
    return row.text if isinstance(row, Paragraph | TextRow) else ""


def shape(row: Row) -> tuple[object, ...]:
    """Language-independent kind of a row: class, list mark, or size of a table."""
    if isinstance(row, TextTable):
        return TextTable, tuple(len(cells) for cells in row.rows)
    return (Paragraph, row.mark) if isinstance(row, Paragraph) else (type(row), "")


def numbers(row: Row) -> list[str]:
    return sorted(re.findall(r"\d+", told(row)))


@EVERY_GAME
@EVERY_OTHER
def test_rules_match_in_all_languages(slug: str, language: str) -> None:
    for first, second in zip(sheet(slug, "en"), sheet(slug, language), strict=True):
        assert shape(first) == shape(second), (told(first), told(second))
        assert numbers(first) == numbers(second), (told(first), told(second))
    assert named(rules_text(slug, "en")) == named(rules_text(slug, language))


@EVERY_GAME
@EVERY_OTHER
def test_house_rules_table_uses_the_words_of_the_window(slug: str, language: str) -> None:
    i18n.set_language(language)
    try:
        tables = [row for row in sheet(slug, language) if isinstance(row, TextTable)]
        if not find_game(slug).info.options or slug not in speaking(language):
            pytest.skip("It has no house rules, or none in this language.")
        house = max(tables, key=lambda table: len(table.rows))
        for option, (title, values, _meaning) in zip(
            find_game(slug).info.options, house.rows[1:], strict=True
        ):
            assert title == _(option.title)
            for value in option.choices:
                assert _(option.label(value).words) in values
            if not option.choices:
                assert _(option.label(option.default).words) in values
                assert {str(option.lowest), str(option.highest)} <= set(re.findall(r"\d+", values))
    finally:
        i18n.set_language("en")


@EVERY_GAME
@pytest.mark.parametrize("language", SPOKEN)
def test_rules_sheet_contains_no_programmer_terms(slug: str, language: str) -> None:
    options = {option.name for option in find_game(slug).info.options if "_" in option.name}
    for row in sheet(slug, language):
        text = told(row)
        assert not re.search(r"[`=]|\w_\w", text), text
        assert not any(name in text for name in options)
    assert SCRIPTS_HEADING.lstrip("# ") not in [told(row) for row in sheet(slug, language)]


@EVERY_SHEET
def test_printed_rules_contain_the_script_terms(slug: str) -> None:
    scripts = rules_text(slug).partition(SCRIPTS_HEADING)[2]
    assert "`" in scripts


@EVERY_SHEET
def test_rules_sheet_draws_every_picture_it_names(slug: str, window: WindowRobot) -> None:
    window.context.open_scene("rules_full", slug)
    rows = window.rows
    assert sum(isinstance(row.widget, PictureRow) for row in rows) == len(named(rules_text(slug))) > 0


@EVERY_SHEET
def test_rules_sheet_has_summary_example_and_end(slug: str) -> None:
    titles = [row.text for row in sheet(slug, "en") if isinstance(row, Section)]
    assert titles[0] == "In a nutshell"
    assert "An example" in titles
    assert {"How to win", "The end"} & set(titles)


PEOPLE = {
    "socki": ("Tad", "Crazy Red Head Publishing", "Jenny Deason Copeland", "Ann Hensley"),
    "rockit": ("Amy Scott Grant", "Francois Camenzuli"),
    "sociable": ("Jon Witt", "Zheng Shangyou"),
    "socker": ("Phil Leduc", "2011"),
    "city": ("Günter Cornett", "Rick Heli"),
}


@EVERY_SHEET
@pytest.mark.parametrize("language", SPOKEN)
def test_last_section_of_the_rules_names_the_people_behind_the_game(slug: str, language: str) -> None:
    rows = sheet(slug, language)
    titles = [number for number, row in enumerate(rows) if isinstance(row, Section)]
    told_last = " ".join(map(told, rows[titles[-1] :]))
    assert [name for name in PEOPLE[slug] if name not in told_last] == []
    assert 80 <= len(told_last.replace("\N{NO-BREAK SPACE}", "").split()) <= 170
    name = "origin.md" if language == "en" else f"origin.{language}.md"
    assert (game_folder(slug) / name).is_file()


OURS = {
    "en": "These answers are ours",
    "de": "Diese Antworten sind von uns",
    "fr": "Ces réponses sont de nous",
    "es": "Estas respuestas son nuestras",
    "it": "Queste risposte sono nostre",
}


@EVERY_SHEET
@pytest.mark.parametrize("language", SPOKEN)
def test_rules_say_which_answers_are_not_the_authors(slug: str, language: str) -> None:
    text = " ".join(players_text(slug, language).replace("\N{NO-BREAK SPACE}", " ").split())
    assert text.count(OURS[language]) == 1


def test_credits_name_the_people_behind_all_games(window: WindowRobot) -> None:
    window.context.open_scene("credits")
    people = [name for names in PEOPLE.values() for name in names]
    assert [name for name in people if name not in window.screen_text] == []


def test_end_key_shows_where_the_game_comes_from(window: WindowRobot) -> None:
    top = opened(window, "socki")
    window.press_key(pygame.K_END)
    assert top.titles[top.section_index] == "Where SOCKI comes from"


def test_city_rules_give_the_hints_of_their_author(window: WindowRobot) -> None:
    top = opened(window, "city")
    assert "The author's hints" in [link.title for link in listed(top).links]
    assert "Wait before you join a sock." in window.screen_text


def test_language_without_a_sheet_gets_the_english_one() -> None:
    assert rules_text("socki", "xx") == rules_text("socki", i18n.PSEUDO) == rules_text("socki")
    assert rules_text("socki", GERMAN) != rules_text("socki")


def test_country_variant_gets_the_sheet_of_its_language(window: WindowRobot) -> None:
    window.context.update_settings(language="de_AT")
    window.context.open_scene("rules_full", "socki")
    assert "Kurz gesagt" in window.texts


def test_language_change_updates_the_open_sheet(window: WindowRobot) -> None:
    top = opened(window)
    window.context.update_settings(language=GERMAN)
    window.step()
    assert "Dein Zug" in window.texts
    assert top.title == "Regeln"
    assert listed(top).links[0].title == "Kurz gesagt"


def opened(window: WindowRobot, slug: str = "socki", **settings: Any) -> RulesSheet:
    window.context.update_settings(**settings)
    window.context.open_scene("rules_full", slug)
    window.step()
    top = window.top
    assert isinstance(top, RulesSheet)
    return top


def button(window: WindowRobot, kind: int, x: float, y: float) -> None:
    """Press or release the left mouse button at (x, y)."""
    at = window.context.view.px(x), window.context.view.px(y)
    window.step(pygame.event.Event(kind, pos=at, button=1, touch=False))


def listed(top: RulesSheet) -> SectionList:
    """List beside the sheet."""
    part = top.frame.part(SectionKey.LIST)
    assert part is not None
    return cast(SectionList, part.element)


def list_tree(top: RulesSheet) -> LayoutTree:
    """Layout of the list."""
    return listed(top).tree(top.app.measuring_painter, top.frame.boxes[SectionKey.LIST])


def marked(top: RulesSheet) -> list[int]:
    """Indices of the sections that the list marks as being read."""
    return [number for number, link in enumerate(listed(top).links) if link.is_current]


def cut(top: RulesSheet) -> list[Box]:
    """List rows that are only partly visible."""
    tree = list_tree(top)
    rows = [(tree.boxes[link.key], tree.visible_box(link.key)) for link in listed(top).links]
    return [seen for row, seen in rows if 1 < seen.h < row.h - 1]


def visible_links(top: RulesSheet) -> dict[str, Box]:
    """Boxes of the visible links by key, from top to bottom."""
    return {key: box for key, box in top.frame.boxes.items() if SectionKey.LINK.number(key) is not None}


def section_rows(window: WindowRobot) -> list[Any]:
    """Rows with the titles of the sections."""
    return [row for row in window.rows if isinstance(row.widget, Section)]


@EVERY_SHEET
def test_keys_turn_pages_and_jump_to_both_ends(slug: str, window: WindowRobot) -> None:
    top = opened(window, slug)
    assert marked(top) == [0]
    window.press_key(pygame.K_PAGEDOWN)
    page = window.scroll.at
    assert 0 < page < window.scroll.box.h
    window.press_key(pygame.K_PAGEDOWN)
    assert window.scroll.at == 2 * page
    window.press_key(pygame.K_PAGEUP)
    assert window.scroll.at == page
    window.press_key(pygame.K_END)
    assert window.scroll.at == window.scroll.end
    assert marked(top) == [len(top.titles) - 1]
    window.press_key(pygame.K_HOME)
    assert window.scroll.at == 0
    assert marked(top) == [0]


def test_shoulder_buttons_turn_pages(window: WindowRobot) -> None:
    opened(window)
    window.press_button("rightshoulder")
    assert window.scroll.at > 0
    window.press_button("leftshoulder")
    assert window.scroll.at == 0


def test_section_list_scrolls_the_text(window: WindowRobot) -> None:
    top = opened(window)
    window.press_key(pygame.K_LEFT)
    assert top.in_list
    for number in range(1, len(top.titles)):
        window.press_key(pygame.K_DOWN)
        assert marked(top) == [number]
        assert section_rows(window)[number].in_sight
    window.press_key(pygame.K_DOWN)
    assert marked(top) == [len(top.titles) - 1]
    window.press_key(pygame.K_RETURN)
    assert not top.in_list
    before = window.scroll.at
    window.press_key(pygame.K_UP)
    assert 0 < before - window.scroll.at < window.scroll.box.h / 2


def test_click_on_a_section_scrolls_to_it(window: WindowRobot) -> None:
    top = opened(window)
    window.click_box(top.frame.boxes[SectionKey.LINK.of(3)])
    assert marked(top) == [3]
    assert section_rows(window)[3].box.y == pytest.approx(window.scroll.box.y)
    window.press_key(pygame.K_ESCAPE)
    assert window.top is not top


def test_wheel_and_scroll_bar_of_the_list_leave_the_text_alone(window: WindowRobot) -> None:
    top = opened(window, "socker")
    side = top.frame.boxes[SectionKey.SIDE]
    window.point(*side.centre)
    window.step(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2, flipped=False))
    assert next(iter(visible_links(top))) == SectionKey.LINK.of(2)
    area = list_tree(top).scroll
    assert area is not None
    x, y = area.bar.centre
    button(window, pygame.MOUSEBUTTONDOWN, x, y)
    window.point(x, side.bottom)
    assert list(visible_links(top))[-1] == SectionKey.LINK.of(len(top.titles) - 1)
    assert cut(top) == []
    button(window, pygame.MOUSEBUTTONUP, x, y)
    window.point(*side.centre)
    assert list(visible_links(top))[-1] == SectionKey.LINK.of(len(top.titles) - 1)
    assert (window.scroll.at, marked(top)) == (0, [0])
    window.point(700, 300)
    assert SectionKey.LINK.of(0) in visible_links(top)


def test_scroll_bar_can_be_dragged(window: WindowRobot) -> None:
    opened(window)
    x, y = window.scroll.bar.centre
    button(window, pygame.MOUSEBUTTONDOWN, x, y)
    window.point(x, y + 100)
    scroll = window.scroll
    assert scroll.at == pytest.approx(100 * scroll.end / (scroll.box.h - scroll.bar.h), rel=0.02)
    window.point(x - 300, window.scroll.box.bottom + 80)
    assert window.scroll.at == window.scroll.end
    button(window, pygame.MOUSEBUTTONUP, x, y)
    window.point(x, y)
    assert window.scroll.at == window.scroll.end


def test_lost_window_focus_ends_a_scroll_bar_drag(window: WindowRobot) -> None:
    opened(window)
    x, y = window.scroll.bar.centre
    button(window, pygame.MOUSEBUTTONDOWN, x, y)
    window.step(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    window.point(x, y + 100)
    assert window.scroll.at == 0, "let go in some other window"


def test_prompt_bar_explains_how_to_scroll(window: WindowRobot) -> None:
    top = opened(window)
    window.point(700, 300)
    assert [act for act, _words in top.prompts()] == ["scroll", "next", "look", "back"]
    window.click_strip("next")
    assert window.scroll.at > 0
    window.press_key(pygame.K_UP)
    assert [act for act, _words in top.prompts()] == ["navigate", "previous", "next", "look", "back"]


def test_buttons_step_through_sections_in_large_text(window: WindowRobot) -> None:
    top = opened(window, text_size=200)
    assert not top.has_side
    window.press_key(pygame.K_RIGHT)
    assert top.section_index == 1
    before, after = top.steppers()
    window.click(*after.centre)
    assert top.section_index == 2
    window.click(*before.centre)
    window.press_key(pygame.K_LEFT)
    assert top.section_index == 0


def test_strong_words_are_drawn_bold(window: WindowRobot) -> None:
    row = paragraph("• **Kind**: three or **four** cards")
    ruler = window.context.measuring_painter
    (line,) = row.lines(ruler, 900)
    assert [part for part, _face in line] == ["Kind", ": three or", " four", " cards"]
    assert "".join(part for part, _face in line) == row.text == "Kind: three or four cards"
    for width in range(200, 900, 50):
        for parts in row.lines(ruler, width):
            assert sum(ruler.width(part, BODY, face) for part, face in parts) <= width - 32
    lines = row.lines(ruler, 200)
    assert len(lines) > 1
    assert " ".join("".join(part for part, _face in line) for line in lines) == row.text


@thinned()
@pytest.mark.parametrize("size", [100, 150])
@EVERY_SHEET
def test_section_list_follows_the_text(slug: str, size: int, window: WindowRobot) -> None:
    """Every row of the list is fully visible or hidden."""
    top = opened(window, slug, language=GERMAN, text_size=size)
    seen = set()
    while window.scroll.at < window.scroll.end:
        window.press_key(pygame.K_PAGEDOWN)
        (number,) = marked(top)
        place, box = list_tree(top).boxes[SectionKey.LINK.of(number)], list_tree(top).box
        assert box.y - 1 <= place.y <= place.bottom <= box.bottom + 1
        assert cut(top) == []
        seen.add(number)
    assert len(seen) > 3


def test_lines_never_break_within_a_row_of_cards() -> None:
    (row,) = laid_out("a run **K A 2** and 9 10 J, 30 cards", {})
    assert isinstance(row, Paragraph)
    assert row.text == "a run K\u00a0A\u00a02 and 9\u00a010\u00a0J, 30 cards"
    assert [[part for part, _face in word] for word in row.words][2] == ["K\u00a0A\u00a02"]


def test_home_and_end_focus_the_first_and_last_row(window: WindowRobot) -> None:
    window.context.open_scene("bindings")
    rows = [row for row in window.rows if row.focusable]
    window.press_key(pygame.K_END)
    assert window.focused == rows[-1]
    assert window.scroll.at == window.scroll.end > 0
    window.press_key(pygame.K_HOME)
    assert window.focused == rows[0]
    assert window.scroll.at == 0


def test_table_height_includes_the_tallest_last_cell(window: WindowRobot) -> None:
    """The text after a table was printed over a cell that wraps more lines than the last one."""
    ruler = window.context.measuring_painter
    table = TextTable((("level", "what it sees"), ("hold out for long, long, long, and then " * 4, "all")))
    lowest = max(box.bottom for _words, box, _face in table.cells(ruler, 400)[-1])
    assert table.height(ruler, 400) > lowest


# Wording of the rules: errors that were fixed once, and one term for one thing.


def words_of_rules_sheet(slug: str, language: str) -> str:
    """Player's part of a sheet, each paragraph on one line."""
    text = players_text(slug, language)
    return "\n\n".join(" ".join(part.split("\n")) for part in text.split("\n\n"))


@EVERY_SHEET
@pytest.mark.parametrize("language", SPOKEN)
def test_rules_name_bot_levels_as_the_window_does(slug: str, language: str) -> None:
    rows = re.findall(r"\| ([^|]+) \|", rules_text(slug, language))
    i18n.set_language(language)
    levels = [_(level) for level in find_game(slug).bot.levels]
    i18n.set_language("en")
    assert set(levels) <= set(rows)


@EVERY_GAME
def test_german_rules_use_the_terms_of_the_window(slug: str) -> None:
    """These are the terms of the window."""
    text = words_of_rules_sheet(slug, "de")
    assert {right: word for wrong, right in TERMS["de"].items() for word in re.findall(wrong, text)} == {}


@EVERY_GAME
def test_rules_call_the_stock_the_draw_pile(slug: str) -> None:
    assert re.findall(r"\bstock\b|[Nn]obody can go on", words_of_rules_sheet(slug, "en")) == []


def test_socki_rules_use_hand_only_for_held_cards() -> None:
    """The play from one deal to the next is a round."""
    before = set(re.findall(r"(\w+) hands?\b", words_of_rules_sheet("socki", "en")))
    assert before <= {"your", "its", "in", "by"}  # "painted by hand"


def test_rules_explain_card_letters_once() -> None:
    for language, jack in (("en", "J is the jack"), ("de", "J ist der Bube")):
        assert words_of_rules_sheet("sociable", language).count(jack) == 1


def test_end_sentence_mentions_the_play_off(window: WindowRobot) -> None:
    """Its winner need not have the lowest total of all."""
    position = "table=1P,2P,3P hands=-/4P/12L/- turn=1 scores=120/90/90/95"
    session = Session.from_position(
        "socki", position, 3, {"tie": "playoff_hand"}, names=["A", "Bo", "I", "K"]
    )
    scene = window.open_match(session)
    scene.context.play("play 1P 2P 3P 4P")
    assert session.outcome is not None
    sentence = scene.context.words.end_sentence(session.outcome)
    assert sentence == "Equal totals, so a play-off: Bo had the fewest points."


def test_round_passed_by_all_is_called_blocked(window: WindowRobot) -> None:
    """Under the honour rule a player could have played more."""
    position = "table=1P,2P,3P hands=4P,7B/5P,8B stock=- turn=0"
    session = Session.from_position("socki", position, 3, {"must_play": "honour"})
    scene = window.open_match(session)
    session.play("pass")
    ended = next(event for event in session.play("pass") if event.kind == "hand_end")
    assert scene.context.words.event_sentence(ended) == "Everyone has passed: the round is blocked."


def test_consecutive_draws_share_one_sentence(window: WindowRobot) -> None:
    session = Session.from_position("socki", "table=- hands=4P,7B/5P,8B stock=1L,2L,9L,9F turn=0", 3)
    match_text = window.open_match(session).context.words
    draw_event = next(event for event in session.play("draw") if event.kind == "draw")
    sentences = [match_text.event_sentence(draw_event, times) for times in (1, 3)]
    assert sentences == ["Player 1 draws a card.", "Player 1 has drawn 3 cards."]


# The overview of played cards is beside the table, in every window.


@thinned(1)
@pytest.mark.parametrize("slug", bringing("first_page"))
def test_first_page_leads_to_the_lesson_and_the_full_rules(window: WindowRobot, slug: str) -> None:
    window.context.open_scene("rules", slug)
    assert window.top.focus == "try"
    window.press_key(pygame.K_UP)
    number = int(window.top.focus.removeprefix("line "))
    window.press_key(pygame.K_RETURN)
    text = window.top
    assert isinstance(text, RulesSheet)
    assert text.section_index == page_of(slug).lines[number].section
    window.press_keys(pygame.K_ESCAPE, pygame.K_TAB)
    assert window.shown == "RulesSheet"
    assert window.top.section_index == 0
    window.press_key(pygame.K_ESCAPE)
    x, y = window.top.frame.boxes["try"].centre
    window.click(x, y)
    assert isinstance(window.top, LessonScene)


@pytest.mark.parametrize("slug", bringing("first_page"))
@in_every_language
def test_first_page_has_at_most_seven_words_per_line(window: WindowRobot, slug: str, language: str) -> None:
    window.context.update_settings(language=language)
    page = page_of(slug)
    assert len(page.lines) == 5
    assert all(len(line.words.split()) <= 7 for line in page.lines)


@pytest.mark.parametrize(
    ("game", "rules", "told"),
    [
        ("socker", {}, ["20 min", "3 goals win"]),
        ("socker", {"goals": 1}, ["5 min", "1 goal wins"]),
        ("socker", {"win": "turns", "turns": 80}, ["40 min", "most goals win"]),
        ("sociable", {"target": 21}, ["40 min", "21 points win"]),
        ("sociable", {"target": 0}, ["20 min", "most points win"]),
        ("socki", {"target": 0}, ["5 min", "fewest points win"]),
        ("rockit", {"best_of": 3}, ["40 min", "two wins"]),
        ("city", {}, ["30 min", "most points win"]),
    ],
)
def test_rules_of_a_match_show_its_house_rules(
    window: WindowRobot, game: str, rules: dict[str, Value], told: list[str]
) -> None:
    session = Session.new(game, seed=1, options=rules)
    window.open_match(session, [Seat(name, seat) for seat, name in enumerate(session.names)])
    window.press_key(pygame.K_p)
    window.choose("Rules")
    assert isinstance(window.top, RulesIntroScene)
    assert set(told) <= set(labels(window.top.frame))
    window.context.update_settings(language="de")
    assert told[1] not in labels(window.top.frame)
    phones = PageAssets(window.context)
    party = Mock()
    phones.serve(party, game, session.options)
    served: dict[str, str] = {}

    def is_drawn() -> bool:
        phones.tick(party)
        calls = [call.args for call in party.serve.call_args_list if call.args[0].endswith(".md")]
        served.update((name, text.decode()) for name, text in calls)
        return served[f"{game}.en.md"].startswith("**")

    window.play_bots(5000, until=is_drawn)
    assert served[f"{game}.en.md"].startswith(f"**{told[1]}** **{told[0]}**")
    phones.close()


def test_first_page_uses_the_numbers_of_the_match() -> None:
    texts = [line.words for line in page_of("rockit", Options({"best_of": 1, "coming_in_points": 40})).lines]
    assert "Come in with 40 points." in texts


@thinned()
@pytest.mark.parametrize("slug", bringing("first_page"))
@in_languages
def test_first_page_needs_no_scrolling_in_large_text(window: WindowRobot, slug: str, language: str) -> None:
    window.context.update_settings(language=language, text_size=200)
    window.context.open_scene("rules", slug)
    scroll = window.top.frame.scroll
    assert scroll is None or not scroll.hidden


def test_first_page_picture_stays_large_in_large_text(window: WindowRobot) -> None:
    window.context.update_settings(text_size=200)
    window.context.open_scene("rules", "rockit")
    assert window.top.frame.boxes["picture"].w >= 340
