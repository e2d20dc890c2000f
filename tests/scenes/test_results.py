"""The end of a match: last frame, score sheets, results, and a look back at the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.core.discovery import find_game, game_slugs
from game.core.game import Outcome
from game.core.session import Session
from game.match.match_text import MatchStat
from game.match.seats import Seat
from game.scenes.results import ResultsScene
from game.scenes.results_chart import CourseChart
from game.scenes.results_drawing import ResultsKey
from game.scenes.results_ranking import place_of, seats_by_place
from game.ui.core.paint import collect_text
from game.ui.core.scene import INPUT_GRACE_MS
from game.ui.match.match_end import FINAL_PICTURE_MS
from game.ui.match.match_scene import MatchScene
from game.ui.rummy.round_end import RoundEndScene
from game.ui.widgets import LineChart, Text
from tests.languages import in_languages
from tests.sampling import thinned
from tests.scenes.fake_speech import with_fake_speech
from tests.scenes.harness import USUAL, WindowRobot
from tests.scenes.layout_checks import faults, labels
from tests.scenes.record_cache import at_random
from tests.scenes.rockit_hands import opened as rockit
from tests.scenes.rummy_hands import RummyScene, opened, rummy_scene

# house rules that let a random match end soon
SHORT: dict[str, dict[str, object]] = {"socker": {"win": "turns", "turns": 10, "dawdle": 0}}


def table(window: WindowRobot, slug: str, players: int, plies: int = 100_000) -> MatchScene:
    """Match of bots in its last frame, or after ``plies`` moves."""
    return window.open_match(at_random(slug, players, plies=plies, options=SHORT.get(slug)), people=0)


@thinned(1)
@pytest.mark.parametrize("slug", [slug for slug in game_slugs() if slug != "sociable"])
def test_last_frame_is_shown_before_the_results(window: WindowRobot, slug: str) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = table(window, slug, find_game(slug).info.default_players)
    window.run_for(FINAL_PICTURE_MS - 500)
    assert window.top is scene
    window.run_for(1500)
    window.past_winner()
    assert window.shown == "ResultsScene"


LONG = ["Annabella", "Bernadette", "Christopher", "Maximilian", "Wilhelmine", "Zoe", "Konstantin", "Lu"]


def sitting(window: WindowRobot, players: int) -> ResultsScene:
    """Results of a match of SOCKI with realistic names while win probabilities are being computed."""
    scene = window.open_match(
        at_random("socki", players, names=LONG[:players], options={"target": 50}), people=1
    )
    return results_of(window, scene)


def results_of(window: WindowRobot, scene: MatchScene) -> ResultsScene:
    """Open the results of a match."""
    window.context.open_scene("results", scene)
    window.step()
    results: ResultsScene = window.top
    return results


@thinned(2)
@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
def test_common_names_fit_on_their_tags(tmp_path: Path, players: int) -> None:
    window = WindowRobot(tmp_path, (1280, 720))
    results = sitting(window, players)
    texts = {text.words for text in collect_text(window.context.measuring_painter, results.draw)}
    assert results.ranking.tags
    assert {tag.name for tag in results.ranking.tags} <= texts


def test_short_results_show_the_final_table(window: WindowRobot) -> None:
    session = Session.from_position(
        "socki", "table=6P,7P,8P hands=9P/9L,12L turn=0 scores=96/90", names=["A", "B"]
    )
    session.play("play 6P 7P 8P 9P")
    assert ResultsKey.FINAL in results_of(window, window.open_match(session, people=0)).frame.boxes


def test_enter_skips_to_the_results(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="relaxed")
    scene = table(window, "city", 2)
    window.step()
    assert window.top is scene
    for scene_name in ("WinnerScene", "WinnerScene", "ResultsScene"):
        window.press_key(pygame.K_RETURN)
        while window.top is scene:  # while its pictures are made
            window.step()
        assert window.shown == scene_name


@thinned(1)
@pytest.mark.parametrize("slug", game_slugs())
def test_results_lead_back_to_a_view_of_the_table(window: WindowRobot, slug: str) -> None:
    scene = table(window, slug, find_game(slug).info.default_players)
    window.context.open_scene("results", scene)
    top = window.top
    window.press_key(pygame.K_l)
    assert window.shown == "TablePeekScene"
    window.point(700, 300)
    window.step(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(700, 300), button=1, touch=False))
    assert window.shown == "TablePeekScene", "who opened it by a click has not let go yet"
    window.press_key(pygame.K_x)
    assert window.top is top
    window.press_key(pygame.K_l)
    window.click(640, 300)
    assert window.top is top


@thinned()
@pytest.mark.parametrize("winners", [(0,), (0, 1, 2), (0, 1, 2, 3), tuple(range(8)), ()])
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_winners_stand_on_the_line_and_others_hang_from_it(
    tmp_path: Path, winners: tuple[int, ...], size: tuple[int, int]
) -> None:
    window = WindowRobot(tmp_path, size)
    scene = table(window, "socki", 8, 4)
    scene.match.concede(7)
    outcome = replace(scene.match.result(), winners=winners)
    scene.match.result = lambda: outcome  # type: ignore[method-assign]
    scene.view.texts.result_lines = lambda: ["Ann played 99 of 109 possible cards."]  # type: ignore[method-assign]
    results = results_of(window, scene)
    assert len(results.ranking.standers) == (len(winners) or 8)
    assert len(results.ranking.tags) == (8 - len(winners) if winners else 0)
    assert not any("percent" in text for text in labels(results.frame))
    assert faults(results) == []


@thinned(1)
@pytest.mark.parametrize("text", [100, 150, 200])
def test_player_statistics_are_reachable_at_every_text_size(tmp_path: Path, text: int) -> None:
    """On the sheet, or behind the button beside the score if the sheet has no room."""
    window = WindowRobot(tmp_path, (1280, 720), text_size=text)
    scene = table(window, "socki", 2)
    scene.view.texts.result_lines = lambda: ["Ann played 99 of 109 possible cards."] * 4  # type: ignore[method-assign]
    window.context.open_scene("results", scene)
    window.step()
    on_sheet = any("99 of 109" in text for text in labels(window.top.frame))
    window.choose("More")
    assert "99 of 109" in window.screen_text
    assert on_sheet or text == 100


def lines_of(results: ResultsScene) -> list[LineChart]:
    """Line charts of the scores on a sheet."""
    return [part.element for part in results.frame.parts if isinstance(part.element, LineChart)]


def test_results_without_scores_have_no_chart(window: WindowRobot) -> None:
    scene = table(window, "sociable", 5, 3)
    scene.match.concede(0)
    window.context.open_scene("results", scene)
    assert not lines_of(window.top)
    assert ResultsKey.SCARF not in window.top.frame.boxes
    window.step()


def test_scores_are_shown_until_the_scarf_has_stitches(window: WindowRobot) -> None:
    window.context.insights.is_busy = True  # type: ignore[misc]
    results = sitting(window, 3)
    assert lines_of(results)
    assert ResultsKey.SCARF not in results.frame.boxes


def test_long_end_sentence_leaves_everything_visible(window: WindowRobot) -> None:
    scene = table(window, "city", 2)
    scene.context.words.end_sentence = lambda outcome: (  # type: ignore[method-assign]
        "Nobody wins this one, and it takes a long sentence to say why that is so, " * 2
    )
    window.context.open_scene("results", scene)
    assert faults(window.top) == []
    assert window.top.frame.scroll is None


def test_enter_at_the_results_starts_a_rematch(window: WindowRobot) -> None:
    """Not a replay that no player asked for; the last match is kept."""
    scene = table(window, "socker", 2)
    window.context.open_scene("results", scene)
    window.run_for(INPUT_GRACE_MS)
    window.press_key(pygame.K_RETURN)
    assert window.shown == "SockerView"
    assert window.top is not scene


def in_view(results: ResultsScene, key: str) -> bool:
    """True if the whole element is visible."""
    return bool(results.frame.visible_box(key).h > results.frame.boxes[key].h - 1)


@pytest.mark.parametrize("size", [100, 125, 150, 200])
def test_result_buttons_are_visible_at_every_text_size(tmp_path: Path, size: int) -> None:
    """All actions are visible at once, even if the content above scrolls."""
    window = WindowRobot(tmp_path, (960, 540), text_size=size)
    session = Session.from_position("socker", "field=9/4oB3/4R4/9/9/9/9/9/9/9/4B4 score=2/2")
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.context.play("kick e9 e10")
    window.finish_animations()
    scene.match.concede(1)
    window.context.insights.is_busy = True  # type: ignore[misc]
    window.context.open_scene("results", scene)
    window.step()
    assert all(
        in_view(window.top, key)
        for key in (ResultsKey.AGAIN, ResultsKey.FILM, ResultsKey.OTHER, ResultsKey.AWAY)
    )
    assert ResultsKey.SCARF in window.top.frame.boxes


STORY = "Bo was seven behind, and came back; then both were level."


@in_languages
def test_scrolled_results_cut_no_line_in_half(
    window: WindowRobot, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """In the largest text, five players below a long sentence need scrolling; the scarf is being knitted."""
    monkeypatch.setattr("game.scenes.results_sheet.course_in_words", lambda *_: f"{STORY} {STORY}")
    monkeypatch.setattr(CourseChart, "knows_chances", True)
    window.context.update_settings(text_size=200, language=language)
    window.context.open_scene("results", table(window, "sociable", 5))
    window.step()
    assert window.top.frame.scroll.hidden
    texts = [part for part in window.top.frame.parts if isinstance(part.element, Text) and part.clip]
    assert any(part.box.y >= part.clip.bottom for part in texts)
    for part in texts:
        assert part.box.bottom <= part.clip.bottom + 1 or part.box.y >= part.clip.bottom - 1, part.element


def test_score_shows_both_of_two_or_the_winner_of_many(window: WindowRobot) -> None:
    scene = table(window, "socki", 4)
    window.context.open_scene("results", scene)
    outcome = scene.match.result()
    texts = labels(window.top.frame)
    assert f"{outcome.scores[outcome.winners[0]]} points" in texts
    assert not any(" : " in text for text in texts)
    scene = table(window, "socker", 2)
    window.context.open_scene("results", scene)
    assert " : ".join(map(str, scene.match.result().scores)) in labels(window.top.frame)


# Results next to the winner: score, highlights, and the winner before a photo of the table.

BEHIND = "field=9/9/9/9/9/9/4o4/4R4/9/9/4B4"


def told(window: WindowRobot, slug: str, players: int = 2) -> MatchScene:
    """Open the results of a match of bots and return its match scene."""
    scene = table(window, slug, players)
    window.context.open_scene("results", scene)
    window.run_for(1000)
    return scene


@thinned(1)
@pytest.mark.parametrize("slug", game_slugs())
def test_reduced_motion_stills_results_and_table_view(window: WindowRobot, slug: str) -> None:
    window.context.update_settings(reduced_motion=True)
    told(window, slug, find_game(slug).info.default_players)
    for look in (False, True):
        if look:
            window.press_key(pygame.K_l)
            window.run_for(400)
        picture = window.picture()
        window.run_for(700)
        assert window.picture() == picture


def test_prompt_bar_and_button_open_the_table_view(window: WindowRobot) -> None:
    told(window, "socker")
    window.click_strip("look")
    assert window.shown == "TablePeekScene"
    window.press_key(pygame.K_x)
    window.choose("Final position")
    assert window.shown == "TablePeekScene"


def test_keys_reach_every_result_button(window: WindowRobot) -> None:
    """Along the row of four, up to the scarf button, and down again."""
    told(window, "socker")
    results = window.top
    walked = [results.focus]
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP):
        window.press_key(key)
        walked.append(results.focus)
    assert walked == [ResultsKey.AGAIN, ResultsKey.FILM, ResultsKey.OTHER, ResultsKey.AWAY, ResultsKey.MORE]
    window.press_key(pygame.K_DOWN)
    assert results.focus == ResultsKey.AGAIN


def test_narration_names_the_players_of_a_highlight(window: WindowRobot) -> None:
    """Narration cannot read the picture of a head."""
    scene = told(window, "socker")
    figure = window.top.figures[0]
    names = [scene.match.seats[seat].name for seat in figure.seats]
    text = " ".join(with_fake_speech(window).heard())
    assert f"{figure.words}: {figure.value} {' '.join(names)}" in text


@thinned()
@pytest.mark.parametrize("slug", ["socki", "rockit", "socker", "city", "sociable"])
@pytest.mark.parametrize("text", [100, 125])
def test_results_need_no_scrolling_at_common_text_sizes(window: WindowRobot, slug: str, text: int) -> None:
    window.context.update_settings(text_size=text)
    told(window, slug, find_game(slug).info.default_players)
    assert window.top.frame.scroll is None or not window.top.frame.scroll.hidden
    assert faults(window.top) == []


def test_win_by_concession_is_not_called_a_comeback(window: WindowRobot) -> None:
    session = Session.from_position("socker", f"{BEHIND} score=0/1", names=["Ann", "Bo"])
    while len(session.log) < 6:
        session.play("end" if session.refusal("end") is None else session.moves()[0])
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.match.concede(1)
    window.context.open_scene("results", scene)
    texts = labels(window.top.frame)
    assert any("gave up" in text for text in texts), texts
    assert not any("behind" in text for text in texts), texts


@pytest.mark.parametrize("slug", ["rockit", "socki", "socker", "city"])
def test_results_name_the_player_who_gave_up(window: WindowRobot, slug: str) -> None:
    players = find_game(slug).info.players[1]
    scene = table(window, slug, players, plies=8)
    scene.match.concede(players - 1)
    window.context.open_scene("results", scene)
    sentence = f"{scene.match.seats[players - 1].name} gave up."
    assert any(sentence in text for text in labels(window.top.frame))


@USUAL
def test_given_up_match_of_two_shows_its_table_above_the_whole_scarf(window: WindowRobot) -> None:
    """The panel with the scarf is as wide as the page; all is there in the first frame."""
    scene = window.open_match(at_random("socker", 2, plies=30), [Seat("Ann", 0), Seat("Bo", 1)])
    scene.match.concede(1)
    window.context.insights.is_busy = True  # type: ignore[misc]
    window.context.open_scene("results", scene)
    window.step()
    boxes, view = window.top.frame.boxes, window.context.view
    assert boxes[ResultsKey.FINAL].bottom < boxes[ResultsKey.SHEET].y
    assert boxes[ResultsKey.SCARF].w > 0.8 * view.w
    assert "Still knitting the chances of winning" in labels(window.top.frame)
    assert faults(window.top) == []


def test_trophy_of_rockit_counts_games(window: WindowRobot) -> None:
    assert window.open_match(at_random("rockit", 3, plies=4)).context.words.score_words(2) == "2 games won"


def test_results_hide_zero_highlights(window: WindowRobot, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = table(window, "city", 2)
    figures = [MatchStat(0, "nothing"), MatchStat(3, "something")]
    monkeypatch.setattr(scene.context.words, "stats", lambda: figures)
    window.context.open_scene("results", scene)
    window.step()
    texts = labels(window.top.frame)
    assert "something" in texts
    assert not {"nothing", "0"} & set(texts)


def test_match_of_one_turn_shows_the_scarf_but_no_highlight(window: WindowRobot) -> None:
    session = Session.from_position(
        "socki", "table=6P,7P,8P hands=9P/9L,12L turn=0 scores=96/90 stock=5B", 3, names=["Ann", "Bo"]
    )
    scene = window.open_match(session)
    session.play("play 6P 7P 8P 9P")
    window.context.insights.is_busy = True  # type: ignore[misc]
    window.context.open_scene("results", scene)
    window.step()
    assert not window.top.figures, "one card is no play to boast of"
    assert ResultsKey.SCARF in window.top.frame.boxes
    assert not lines_of(window.top)


@pytest.mark.parametrize(("plies", "is_told"), [(9, True), (3, False)])
def test_results_count_turns_only_after_two_rounds(window: WindowRobot, plies: int, *, is_told: bool) -> None:
    scene = table(window, "sociable", 5, plies)
    scene.match.concede(1)
    labels_of_stats = [figure.words for figure in scene.context.words.shown_stats()]
    assert ("turns in total" in labels_of_stats) == is_told


def test_single_winner_stands_with_a_crown(window: WindowRobot) -> None:
    scene = table(window, "socki", 4)
    window.context.open_scene("results", scene)
    outfits = [stander.wears for stander in window.top.ranking.standers]
    assert outfits == ["crown"]
    places = [tag.place for tag in window.top.ranking.tags]
    assert places == sorted(places)
    assert places[0] >= 2
    assert len(scene.match.result().winners) == 1


def test_shared_winners_both_stand_and_see_the_reason(window: WindowRobot) -> None:
    position = "table=7C,8C,9C hands=KD,QD/2D,3D/4D,5D,6D in=1/0/0"
    session = Session.from_position("rockit", position, options={"pile_empty": "fewest_cards"})
    scene = window.open_match(session)
    for _ in range(3):
        scene.match.play("pass")
    assert scene.match.result().winners == (0, 1)
    window.context.open_scene("results", scene)
    assert [stander.state for stander in window.top.ranking.standers] == ["happy", "happy"]
    sentence = scene.context.words.end_sentence(scene.match.result())
    assert "fewest cards" in sentence
    assert "share the win" not in sentence, "the headline says so"


def test_match_without_a_winner_shows_no_happy_puppet(window: WindowRobot) -> None:
    session = Session.from_position(
        "rockit", "table=7C,8C,9C hands=KD/2D,3D in=1/0", options={"pile_empty": "draw_game"}
    )
    scene = window.open_match(session, [Seat("Ann", 0), Seat("Bo", 1)])
    scene.match.play("pass")
    scene.match.play("pass")
    assert scene.match.result().winners == ()
    window.context.open_scene("results", scene)
    assert [(stander.look, stander.state) for stander in window.top.ranking.standers] == [
        (0, "idle"),
        (1, "idle"),
    ]
    assert not window.top.ranking.tags


@pytest.mark.parametrize(
    ("winners", "scores", "places"),
    [((2,), (96, 111, 31), [2, 3, 1]), ((1,), (3, 12, 7, 7), [4, 1, 2, 2]), ((0, 2), (5, 9, 5), [1, 3, 1]),
     ((0,), (7, 9, 8), [1, 3, 2]), ((1,), (0, 0), [2, 1])],
)  # fmt: skip
def test_equal_scores_share_a_place(
    winners: tuple[int, ...], scores: tuple[int, ...], places: list[int]
) -> None:
    outcome = Outcome(winners, scores, "conceded")  # type: ignore[arg-type]
    info = find_game("rockit").info
    assert [place_of(info, outcome, seat) for seat in range(len(scores))] == places


# The last score sheet of a match: winner and reason, gold for the winners only, ordered by place.

SOCKI = "table=6P,7P,8P hands={} turn=0 scores={} stock=5B,6B,7B,8B,9B"
LAST = "play 6P 7P 8P 9P"


def socki(window: WindowRobot, hands: str, scores: str, **options: object) -> RummyScene:
    """Open the score sheet after the first of three players has laid the last card of a round."""
    names = ["Ann", "Bo", "Kofi"]
    return counted(
        window, Session.from_position("socki", SOCKI.format(hands, scores), 3, options, names=names)
    )


def counted(window: WindowRobot, session: Session) -> RummyScene:
    """Open the score sheet after the first player has laid the last card of a hand."""
    names = enumerate(session.names)
    scene = rummy_scene(window, session, [Seat(name, n, "easy" if n else "") for n, name in names])
    opened(window, scene)
    scene.context.play(LAST)
    window.run_until(lambda: window.shown == "RoundEndScene")
    return scene


def title(window: WindowRobot) -> str:
    return window.top.end.title  # type: ignore[no-any-return]


def rows(scene: RoundEndScene) -> list[tuple[str, int, str, bool, bool]]:
    """Name, total, tag, whether the seat is a hero, and whether its total exceeds the limit."""
    results = scene.end.results
    return [
        (result.seat.name, result.total, result.tag, result.is_hero, result.is_over) for result in results
    ]


def test_last_sheet_names_the_match_winner(window: WindowRobot) -> None:
    socki(window, "9P/9L,12L/1F", "96/90/30")
    assert title(window) == "Kofi wins the match with 31 points"
    assert rows(window.top) == [
        ("Ann", 96, "Out!", False, False),
        ("Bo", 111, "+21", False, True),
        ("Kofi", 31, "+1", True, False),
    ]
    window.choose("See the results")
    window.run_for(4000)
    assert window.shown == "ResultsScene"


def test_earlier_sheet_names_the_player_who_went_out(window: WindowRobot) -> None:
    socki(window, "9P/9L,12L/1F", "50/10/30")
    assert title(window) == "Ann goes out!"
    assert rows(window.top) == [
        ("Ann", 50, "Out!", True, False),
        ("Bo", 31, "+21", False, False),
        ("Kofi", 31, "+1", False, False),
    ]


def test_last_sheet_names_both_shared_winners(window: WindowRobot) -> None:
    socki(window, "9P/9L,12L/1F", "31/90/30", tie="shared")
    assert title(window) == "Ann and Kofi share the win with 31 points"
    assert [row[0] for row in rows(window.top) if row[3]] == ["Ann", "Kofi"]


def test_sheet_announces_a_play_off_for_equal_totals(window: WindowRobot) -> None:
    socki(window, "9P/9L,12L/1F", "31/90/30", tie="playoff_hand")
    assert title(window) == "Tied on points: one more round decides."
    assert "Ann: in the play-off Kofi: in the play-off" in window.top.end.sign
    assert [row[4] for row in rows(window.top)] == [False, True, False]
    window.choose("Play-off")


def test_sheet_names_the_winner_of_the_play_off(window: WindowRobot) -> None:
    names = ["Ann", "Bo", "Kofi", "Ida"]
    position = "table=6P,7P,8P hands=9P/-/9L,12L/- turn=0 scores=40/120/40/45 stock=5B,6B,7B,8B"
    session = Session.from_position("socki", position, 3, {"tie": "playoff_hand"}, names=names)
    counted(window, session)
    assert title(window) == "Ann wins the play-off and the match"
    assert [row[0] for row in rows(window.top) if row[3]] == ["Ann"]


def test_rockit_sheet_names_the_match_winner(window: WindowRobot) -> None:
    """Ann goes out, and her earlier wins decide the match."""
    scene = rockit(window, "table=7C,8C,9C hands=10C/4D,5D stock=5C in=1/1 wins=1/1", best_of=3)
    scene.context.play("play 7C 8C 9C 10C")
    window.run_until(lambda: window.shown == "RoundEndScene")
    assert title(window) == "Ann wins the match with 2 games."
    assert [(row[0], row[1], row[3]) for row in rows(window.top)] == [("Ann", 2, True), ("Bo", 1, False)]


@pytest.mark.parametrize(
    ("winners", "scores", "order"),
    [((2,), (96, 111, 31), [2, 0, 1]), ((1,), (3, 12, 7, 9), [1, 3, 2, 0]),
     ((0, 2), (5, 9, 5), [0, 2, 1]), ((1, 2), (5, 9, 7), [1, 2, 0])],
)  # fmt: skip
def test_results_are_ordered_by_place(
    winners: tuple[int, ...], scores: tuple[int, ...], order: list[int]
) -> None:
    outcome = Outcome(winners, scores, "conceded")  # type: ignore[arg-type]
    assert seats_by_place(find_game("rockit").info, outcome) == order
