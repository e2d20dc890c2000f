"""The end of a match: the last picture, the results, and the table once more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.discovery import find, slugs
from game.core.game import Outcome
from game.core.session import Session
from game.games.rockit.screen.view import Standings
from game.match.profiles import AGAIN, ENOUGH
from game.match.seats import PHONE, Seat
from game.match.words import Figure
from game.scenes.results import CHART, LEAST_CHART, FigureRow, Headline, TablePhoto, placed, scores_chart
from game.ui.art.puppets import puppet
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.scene import DEAF
from game.ui.core.theme import BODY
from game.ui.match.ending import BRIEF, SEEN
from game.ui.match.side import WishRow
from game.ui.rummy.hand_reveal import Tally
from game.ui.widgets import Form, Frame, Heading, PictureRow, Words
from tests.matches import random_plies
from tests.scale import crossed, sliced
from tests.scenes.harness import Window
from tests.scenes.rockit_hands import opened as rockit
from tests.scenes.rummy_hands import RummyScene, opened, rummy_scene
from tests.scenes.test_debrief import vote_over as over

SHORT = {"socker": {"win": "turns", "turns": 10, "dawdle": 0}}
"""House rules that let a random match end soon."""


def table(window: Window, slug: str, players: int, plies: int = 100_000) -> Any:
    """A match of bots in its last picture, or after so many moves."""
    session = Session.new(slug, players, seed=5, options=SHORT.get(slug))
    for _ in random_plies(session, 5, plies):
        pass
    return window.sit(session, people=0)


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug != "sociable"])
def test_the_last_picture_is_seen_before_the_results(window: Window, slug: str) -> None:
    window.stage.change(animation_speed="brisk")
    scene = table(window, slug, find(slug).info.default_players)
    window.wait((BRIEF if scene.view.end_was_seen() else SEEN) - 500)
    assert window.top is scene
    window.wait(1500)
    assert window.shown == "Results"


def test_whoever_has_seen_enough_goes_on(window: Window) -> None:
    window.stage.change(animation_speed="relaxed")
    scene = table(window, "city", 2)
    window.turn()
    assert window.top is scene
    window.key(pygame.K_RETURN)
    assert window.shown == "Results"


@sliced
@pytest.mark.parametrize("slug", slugs())
def test_the_table_can_be_seen_again(window: Window, slug: str) -> None:
    scene = table(window, slug, find(slug).info.default_players)
    window.stage.open("results", scene)
    shown = window.top
    window.key(pygame.K_l)
    assert window.shown == "LastLook"
    last = window.picture()
    window.point(700, 300)
    window.turn(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(700, 300), button=1, touch=False))
    assert window.shown == "LastLook", "who opened it by a click has not let go yet"
    window.key(pygame.K_x)
    assert window.top is shown
    assert window.picture() != last
    window.key(pygame.K_l)
    window.click(640, 300)
    assert window.top is shown


@pytest.mark.parametrize("winners", [(0,), (0, 1, 2), (0, 1, 2, 3), tuple(range(8))])
def test_what_is_told_stands_above_the_winners(
    window: Window, monkeypatch: pytest.MonkeyPatch, winners: tuple[int, ...]
) -> None:
    """All of them are there, and the card with the words has the room that they leave."""
    scene = table(window, "socki", 8, 4)
    scene.match.concede(7)
    outcome = replace(scene.match.result(), winners=winners)
    scene.match.result = lambda: outcome
    scene.view.result_lines = lambda: ["Ann laid 99 of 109 cards that could be laid."]
    window.stage.open("results", scene)
    heights: list[float] = []
    tops: list[float] = []
    told: list[float] = []

    def drawn(*arguments: Any, **more: Any) -> pygame.Surface:
        heights.append(arguments[4])
        return puppet(*arguments, **more)

    def blit(painter: Painter, image: pygame.Surface, x: float, y: float, anchor: str = "topleft") -> None:
        if anchor == "midbottom":
            tops.append(y - heights[-1])

    def paragraph(
        painter: Painter, words: str, x: float, y: float, width: float, size: float, *_: Any, **__: Any
    ) -> None:
        told.append(y + painter.height(words, width, size))

    painter = window.stage.painter(window.app.screen)
    monkeypatch.setattr("game.scenes.results.puppet", drawn)
    monkeypatch.setattr(Painter, "blit", blit)
    monkeypatch.setattr(Painter, "paragraph", paragraph)
    window.top.draw_side(painter, Box(64, 158, 304, 470))
    assert len(tops) == len(winners)
    assert told[0] < min(tops)


def test_no_chart_where_there_is_nothing_to_draw(window: Window) -> None:
    scene = table(window, "sociable", 5, 3)
    scene.match.concede(0)
    window.stage.open("results", scene)
    assert not any(isinstance(row, PictureRow) for row in window.top.form.widgets)
    window.picture()


def test_a_long_sentence_takes_its_room_from_the_chart(window: Window) -> None:
    """So that all buttons can be seen at once."""
    scene = table(window, "city", 2)
    scene.context.words.ending = lambda outcome: (
        "Nobody wins this one, and it takes a long sentence to say why that is so, " * 2
    )
    window.stage.open("results", scene)
    form: Form = window.top.form
    assert form.total <= form.box.h + 1


def test_whoever_presses_enter_at_the_results_plays_on(window: Window) -> None:
    """Not a film, which nobody asked for; the match before is kept."""
    scene = table(window, "socker", 2)
    window.stage.open("results", scene)
    window.wait(DEAF)
    window.key(pygame.K_RETURN)
    assert window.shown == "SockerView"
    assert window.top is not scene


@pytest.mark.parametrize("size", [100, 200])
def test_what_comes_next_is_in_view_beside_a_whole_chart(window: Window, size: int) -> None:
    """All that can be done stands in view at once, and for that no chart is squashed."""
    window.stage.change(text_size=size)
    session = Session.from_position("socker", "field=9/4oB3/4R4/9/9/9/9/9/9/9/4B4 score=2/2")
    scene = window.sit(session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.context.play("kick e9 e10")
    window.settle()
    scene.match.concede(1)
    window.stage.open("results", scene)
    form: Form = window.top.form
    for number, row in enumerate(form.widgets):
        if row.focusable:
            assert form.box.y <= form.place(number).y
            assert form.place(number).bottom <= form.box.bottom + 1, number
    pictures = [row for row in form.widgets if isinstance(row, PictureRow)]
    assert any(row.tall > 0.95 * CHART * size / 100 for row in pictures)


@pytest.mark.parametrize(("slug", "seats"), [("socker", 2), ("socki", 4)])
def test_the_figures_are_in_view_in_the_largest_text(
    window: Window, monkeypatch: pytest.MonkeyPatch, slug: str, seats: int
) -> None:
    """Below a story of three lines; that of a match by chance may be longer."""
    story = "Bo was seven behind, and came back; then both were level until the very last hand of the match."
    monkeypatch.setattr("game.scenes.results.course", lambda *_: story)
    window.stage.change(text_size=200)
    scene = table(window, slug, seats)
    scene.context.words.ending = lambda outcome: "All pairs are together again."
    window.stage.open("results", scene)
    form: Form = window.top.form
    (number,) = (number for number, row in enumerate(form.widgets) if isinstance(row, FigureRow))
    assert form.place(1).h > 2.5 * window.stage.ruler.line_height(BODY), "three lines"
    assert form.box.y <= form.place(number).y
    assert form.place(number).bottom <= form.box.bottom + 1
    window.picture()


def test_no_empty_tag_beside_the_headline_of_many(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []

    def tag(*arguments: object) -> pygame.Surface:
        drawn.append(arguments)
        return pygame.Surface((1, 1))

    monkeypatch.setattr("game.scenes.results.tag", tag)
    window.stage.open("results", table(window, "socki", 4))
    window.picture()
    assert not drawn


@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_the_lowest_chart_has_both_ends_of_its_scale(window: Window, text_size: int) -> None:
    window.stage.change(text_size=text_size)
    chart = scores_chart("Points", ((0, 5), (0, 12)), (0, 1))
    box = Box(0, 0, 500, CHART * LEAST_CHART * window.stage.text_scale)
    labels = {part.element.label for part in Frame(chart, box, window.stage.ruler).parts}
    assert {"0", "12"} <= labels


# What results show beside who has won: the score, figures, and the winner before a photo of the table.

BEHIND = "field=9/9/9/9/9/9/4o4/4R4/9/9/4B4"


def told(window: Window, slug: str, players: int = 2) -> Any:
    """The results of a match of bots; what they tell."""
    scene = table(window, slug, players)
    window.stage.open("results", scene)
    window.wait(1000)
    return scene


@sliced
@pytest.mark.parametrize("slug", slugs())
def test_under_reduced_motion_results_and_the_look_at_the_table_stand_still(
    window: Window, slug: str
) -> None:
    window.stage.change(reduced_motion=True)
    told(window, slug, find(slug).info.default_players)
    for look in (False, True):
        if look:
            window.key(pygame.K_l)
            window.wait(400)
        seen = window.picture()
        window.wait(700)
        assert window.picture() == seen


@pytest.mark.parametrize("slug", ["socki", "rockit"])
def test_the_table_is_seen_though_the_text_has_grown_at_the_results(window: Window, slug: str) -> None:
    """Nothing has shown it at that size before."""
    window.stage.change(reduced_motion=True)
    told(window, slug)
    window.stage.change(text_size=200)
    window.wait(100)
    results = window.picture()
    window.key(pygame.K_l)
    looked = window.picture()
    upper = round(len(results) * 0.8)  # below that is the strip
    assert looked[:upper] != results[:upper]


def test_the_strip_names_the_key_of_the_button_in_focus(window: Window) -> None:
    told(window, "socker")
    window.key(pygame.K_UP)
    window.key(pygame.K_RIGHT)
    assert window.top.form.widget.label == "Look at the table"
    window.click_strip("look")
    assert window.shown == "LastLook"


@crossed
@pytest.mark.parametrize("slug", ["socki", "rockit", "socker", "city"])
@pytest.mark.parametrize("text", [100, 125])
def test_nobody_has_to_scroll_at_usual_sizes(window: Window, slug: str, text: int) -> None:
    window.stage.change(text_size=text)
    told(window, slug, find(slug).info.default_players)
    form = window.top.form
    assert form.total <= form.box.h + 1


def test_whoever_wins_as_the_other_gives_up_has_not_come_back(window: Window) -> None:
    session = Session.from_position("socker", f"{BEHIND} score=0/1", names=["Ann", "Bo"])
    while len(session.log) < 6:
        session.play("end" if session.refusal("end") is None else session.moves()[0])
    scene = window.sit(session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.match.concede(1)
    window.stage.open("results", scene)
    words = [widget.text for widget in window.top.form.widgets if isinstance(widget, Words)]
    assert any("given up" in told or "gave up" in told for told in words), words
    assert not any("behind" in told for told in words), words


def test_figures_that_say_nothing_are_not_shown(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table(window, "city", 2)
    figures = [Figure(0, "nothing", "nothing"), Figure(3, "something", "something")]
    monkeypatch.setattr(scene.context.words, "figures", lambda: figures)
    words: list[str] = []
    text = Painter.text

    def noted(painter: Painter, said: str, *rest: Any, **more: Any) -> float:
        words.append(said)
        return text(painter, said, *rest, **more)

    monkeypatch.setattr(Painter, "text", noted)
    monkeypatch.setattr(TablePhoto, "draw", lambda *_: None)
    window.stage.open("results", scene)
    window.picture()
    assert "something" in words
    assert not {"nothing", "0"} & set(words)


def test_the_photo_is_the_table_taken_once_for_each_look(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.stage.change(reduced_motion=True)
    scene = table(window, "socker", 2)
    taken: list[pygame.Surface] = []
    draw = scene.view.draw

    def noted(painter: Painter) -> None:
        draw(painter)
        taken.append(painter.surface)

    monkeypatch.setattr(scene.view, "draw", noted)
    window.stage.open("results", scene)
    for _ in range(3):
        window.picture()
    assert len(taken) == 1
    photo = taken[0].copy()
    window.key(pygame.K_l)
    window.picture()
    looked = window.app.screen
    board = window.stage.view.rect(scene.view.carpet.places.ground.board.grown(-60))
    assert board.w > 200
    assert pygame.image.tobytes(photo.subsurface(board), "RGB") == pygame.image.tobytes(
        looked.subsurface(board), "RGB"
    )
    window.key(pygame.K_x)
    taken.clear()
    window.stage.change(theme="dark")
    window.picture()
    assert len(taken) == 1, "another look wants another photo"


def test_only_one_winner_stands_before_it_with_a_crown(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    worn: list[str] = []

    def puppet(_assets: object, look: int, state: str, frame: int, tall: float, dress: Any) -> pygame.Surface:
        worn.append(dress.wears)
        return pygame.Surface((1, 1))

    scene = table(window, "socki", 4)
    window.stage.open("results", scene)
    monkeypatch.setattr("game.scenes.results.puppet", puppet)
    window.picture()
    assert worn.count("crown") == len(scene.match.result().winners) == 1


@pytest.mark.parametrize("text", [100, 150, 200])
@pytest.mark.parametrize("score", [(3, 2), (12, 10)])
def test_the_score_stands_beside_the_headline_and_not_over_it(
    window: Window, text: int, score: tuple[int, int]
) -> None:
    window.stage.change(text_size=text)
    painter = window.stage.painter(pygame.Surface(window.app.screen.get_size()))
    row = Headline("Hildegard and Maximiliane share the win", looks=(0, 1), score=score, winner=1)
    box = Box(40, 40, 800, row.height(painter, 800))

    def told(row: Headline) -> list[tuple[str, float, float]]:
        parts = [part for part in row.frame(painter, box).parts if part.element.label]
        return [(part.element.label, part.box.x, part.box.right) for part in parts]

    (headline, left, right), (points, begins, ends) = told(row)
    assert headline.startswith("Hildegard")
    assert points == f"{score[0]} : {score[1]}"
    assert box.x <= left < right <= begins < ends <= box.right
    assert Headline("Ann wins").height(painter, 800) > 0
    assert [words for words, *_ in told(Headline("Ann wins"))] == ["Ann wins"], "no pill without a score"


def test_who_shares_a_win_stands_before_the_photo_too_and_is_told_why(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = "table=7C,8C,9C hands=KD,QD/2D,3D/4D,5D,6D in=1/0/0"
    session = Session.from_position("rockit", position, options={"pile_empty": "fewest_cards"})
    scene = window.sit(session)
    for _ in range(3):
        scene.match.play("pass")
    assert scene.match.result().winners == (0, 1)
    drawn: list[Box] = []
    monkeypatch.setattr(TablePhoto, "draw", lambda _photo, _painter, box: drawn.append(box))
    window.stage.open("results", scene)
    window.picture()
    assert drawn
    said = scene.context.words.ending(scene.match.result())
    assert "few cards" in said
    assert "share the win" not in said, "the headline says so"


def test_where_nobody_wins_nobody_is_glad(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.from_position(
        "rockit", "table=7C,8C,9C hands=KD/2D,3D in=1/0", options={"pile_empty": "draw_game"}
    )
    scene = window.sit(session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.match.play("pass")
    scene.match.play("pass")
    assert scene.match.result().winners == ()
    seen: list[tuple[int, str]] = []

    def noted(_assets: object, look: int, state: str, *_: object) -> pygame.Surface:
        seen.append((look, state))
        return pygame.Surface((1, 1))

    monkeypatch.setattr("game.scenes.results.puppet", noted)
    window.stage.open("results", scene)
    window.picture()
    assert {(0, "idle"), (1, "idle")} <= set(seen)
    assert not any(state == "happy" for _look, state in seen)


@pytest.mark.parametrize("slug", ["socki", "city"])
def test_in_the_largest_text_the_winner_at_the_table_comes_below_and_no_headline_is_cut(
    window: Window, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    window.stage.change(text_size=200)
    drawn: list[Box] = []
    monkeypatch.setattr(TablePhoto, "draw", lambda _photo, _painter, box: drawn.append(box))
    told(window, slug, find(slug).info.default_players)
    form = window.top.form
    assert form.scroll == 0, "the button in focus is seen from the headline on"
    form.scroll = form.total - form.box.h
    window.picture()
    assert drawn
    assert form.box.y <= drawn[-1].y
    assert drawn[-1].bottom <= form.box.bottom


# The last sheet of a match: who has won it and with what, gold for them alone, in the order of places.

SOCKI = "table=6P,7P,8P hands={} turn=0 scores={} stock=5B,6B,7B,8B,9B"
LAST = "play 6P 7P 8P 9P"


def socki(window: Window, hands: str, scores: str, **options: object) -> RummyScene:
    """The first of three has laid the last card of a round, whose sheet lies there."""
    names = ["Ann", "Bo", "Kofi"]
    return counted(
        window, Session.from_position("socki", SOCKI.format(hands, scores), 3, options, names=names)
    )


def counted(window: Window, session: Session) -> RummyScene:
    """The first has laid the last card of a hand, whose sheet lies there."""
    names = enumerate(session.names)
    scene = rummy_scene(window, session, [Seat(name, n, "easy" if n else "") for n, name in names])
    opened(window, scene)
    scene.context.play(LAST)
    for _turn in range(400):
        if window.shown == "Tally":
            break
        window.turn()
    return scene


def title(sheet: Any) -> str:
    return next(str(row.text) for row in sheet.form.widgets if isinstance(row, Heading))


def rows(sheet: Tally) -> list[tuple[str, int, str, bool, bool]]:
    return [(line.seat.name, line.total, line.note, line.won, line.struck) for line in sheet.lines]


def test_the_winner_of_the_match_is_praised_not_who_went_out(window: Window) -> None:
    socki(window, "9P/9L,12L/1F", "96/90/30")
    assert title(window.top) == "Kofi wins the match with 31 points"
    assert rows(window.top) == [
        ("Kofi", 31, "", True, False),
        ("Ann", 96, "went out", False, False),
        ("Bo", 111, "", False, True),
    ]
    window.take("To the results")
    window.wait(4000)
    assert window.shown == "Results"


def test_a_round_in_the_middle_praises_who_went_out(window: Window) -> None:
    socki(window, "9P/9L,12L/1F", "50/10/30")
    assert title(window.top) == "Ann goes out"
    assert rows(window.top) == [
        ("Ann", 50, "", True, False),
        ("Bo", 31, "", False, False),
        ("Kofi", 31, "", False, False),
    ]


def test_a_shared_win(window: Window) -> None:
    socki(window, "9P/9L,12L/1F", "31/90/30", tie="shared")
    assert title(window.top) == "Ann and Kofi share the win with 31 points"
    assert [row[0] for row in rows(window.top) if row[3]] == ["Ann", "Kofi"]


def test_equal_totals_say_that_they_are_played_off(window: Window) -> None:
    socki(window, "9P/9L,12L/1F", "31/90/30", tie="playoff_hand")
    assert title(window.top) == "Equal totals: one more round decides."
    assert [row[2] for row in rows(window.top)] == ["in the play-off", "", "in the play-off"]
    assert [row[4] for row in rows(window.top)] == [False, True, False]
    window.take("Play-off")


def test_who_has_won_the_play_off_is_told(window: Window) -> None:
    names = ["Ann", "Bo", "Kofi", "Ida"]
    position = "table=6P,7P,8P hands=9P/-/9L,12L/- turn=0 scores=40/120/40/45 stock=5B,6B,7B,8B"
    session = Session.from_position("socki", position, 3, {"tie": "playoff_hand"}, names=names)
    counted(window, session)
    assert title(window.top) == "Ann wins the play-off, and the match"
    assert [row[0] for row in rows(window.top) if row[3]] == ["Ann"]


def test_rockit_tells_who_takes_the_match(window: Window) -> None:
    """Ann goes out, but games won before make the match."""
    scene = rockit(window, "table=7C,8C,9C hands=10C/4D,5D stock=5C in=1/1 wins=1/1", best_of=3)
    scene.context.play("play 7C 8C 9C 10C")
    for _turn in range(2000):
        if window.shown == "Standings":
            break
        window.turn()
    sheet: Any = window.top
    assert isinstance(sheet, Standings)
    assert title(sheet) == "Ann takes the match with 2 games."
    assert (sheet.winners, sheet.order) == ([0], [0, 1])


@pytest.mark.parametrize(
    ("winners", "scores", "order"),
    [((2,), (96, 111, 31), [2, 0, 1]), ((1,), (3, 12, 7, 9), [1, 3, 2, 0]),
     ((0, 2), (5, 9, 5), [0, 2, 1]), ((1, 2), (5, 9, 7), [1, 2, 0])],
)  # fmt: skip
def test_results_stand_in_the_order_of_places(
    winners: tuple[int, ...], scores: tuple[int, ...], order: list[int]
) -> None:
    outcome = Outcome(winners, scores, "conceded")  # type: ignore[arg-type]
    assert placed(find("rockit").info, outcome) == order


# The results say what those on phones would like to do next, and the host goes by the usual buttons.


def ended(window: Window, device: str) -> Any:
    scene = window.sit(Session.new("socker", seed=1), [Seat("Ann", 0), Seat("Bo", 1, "", device)])
    scene.match.concede(0)
    window.live(30_000, until=lambda: window.shown == "Results")
    return scene


def has_row(window: Window) -> bool:
    return any(isinstance(row, WishRow) for row in window.top.form.widgets)


def test_results_show_who_would_play_again(window: Window) -> None:
    scene = ended(window, PHONE)
    assert has_row(window)
    label = window.top.form.widget.label
    blank = window.picture()
    assert scene.phones.do(1, {"do": "wish", "wish": AGAIN}) == ""
    window.turn()
    assert window.picture() != blank
    assert window.top.form.widget.label == label, "the focus stays where it was"
    window.live(60_000)
    assert window.shown == "Results", "who says nothing, and a host who waits, change nothing"
    scene.match.hand_over(1, "easy")
    window.turn()
    assert not has_row(window)
    window.take("Rematch")
    assert window.top.is_match
    assert window.top.phones.wishes.who(AGAIN) == []


def test_without_phones_nobody_is_asked(window: Window) -> None:
    ended(window, "")
    assert not has_row(window)


def test_the_debrief_says_it_where_it_asks_whether_to_play_again(window: Window) -> None:
    scene = over(window, 1, 1)
    window.top.hurry()
    assert "Play again" in [words for _act, words in window.top.help()]
    assert scene.phones.do(1, {"do": "wish", "wish": AGAIN}) == ""
    window.turn()
    assert "Play again (1)" in [words for _act, words in window.top.help()]
    window.key(pygame.K_RETURN)
    assert has_row(window)
    blank = window.picture()
    assert scene.phones.do(1, {"do": "wish", "wish": ENOUGH}, 10.0) == ""
    window.turn()
    assert window.picture() != blank
    window.key(pygame.K_RETURN)
    assert window.shown == "Debrief", "the first answer stays here"


@pytest.mark.parametrize("size", [100, 150, 200])
def test_the_row_fits_at_every_size(tmp_path: Path, size: int) -> None:
    window = Window(tmp_path, (960, 540), text_size=size)
    scene = ended(window, PHONE)
    scene.phones.do(1, {"do": "wish", "wish": ENOUGH})
    window.turn()
    window.picture()
