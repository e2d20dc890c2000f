"""Tests of the match analysis: the results' scarf, the turning points, and the windows with both turns."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.core.session import Session
from game.games.socker.screen.view import SockerView
from game.match.analysis import AnalysedTurn, MatchAnalysis, TurningPoint
from game.match.analysis.job import COARSE_STRIDE, LOOK_REQUEST, WEIGH_REQUEST, AnalysisService
from game.match.replay import Replay
from game.match.seats import Seat
from game.scenes.analysis.drawing import AnalysisKey, draw_sign
from game.scenes.analysis.move_arrows import MoveArrow
from game.scenes.analysis.scene import AnalysisScene
from game.scenes.results_drawing import ResultsKey as ResultsPart
from game.scenes.results_drawing import draw_head
from game.scenes.resume import open_analysis
from game.scenes.win_chart import columns, is_knit, places, spoken_chances, unknown
from game.store.archive import ArchivedMatch
from game.ui.core.canvas import Box
from game.ui.match.match_scene import MatchScene
from game.ui.match.view import MatchView
from game.ui.widgets import Picture, Screen
from tests.match.analysis_helpers import analyst, understood
from tests.match.test_insight import short
from tests.sampling import PATIENCE
from tests.scenes.fake_speech import with_fake_speech
from tests.scenes.harness import DelayedWorker, FakeAnalysisService, WindowRobot
from tests.scenes.layout_checks import labels, prompt_labels
from tests.scenes.record_cache import at_random
from tests.scenes.test_debrief import debriefed
from tests.scenes.test_debrief import played as bots

NAMES = ["Ann", "Bo"]
WHOLE = understood(short().record())
FOUND = replace(WHOLE, moments=(*WHOLE.moments[:1], TurningPoint(1, 1, 0.4, 1.0)))
"""With a second turning point, for which no better turn is known."""


class Desk(FakeAnalysisService):
    """Analysis service whose findings and news a test sets."""

    has_news = False

    def poll(self) -> bool:
        return self.has_news


def desk_of(window: WindowRobot, known: MatchAnalysis | None) -> Desk:
    desk = Desk(known)
    window.context.insights = desk  # type: ignore[assignment]
    return desk


def service(window: WindowRobot, hire: Callable[[], DelayedWorker]) -> AnalysisService:
    stores = window.context.stores
    return AnalysisService(hire, stores.insights, stores.autosave)  # type: ignore[arg-type]


def scene_of(window: WindowRobot, session: Session) -> MatchScene:
    return window.open_match(session, [Seat(name, number, "") for number, name in enumerate(NAMES)])


def results(window: WindowRobot, known: MatchAnalysis | None = FOUND) -> None:
    """Open the results of a short match with this analysis."""
    desk_of(window, known)
    window.context.open_scene("results", scene_of(window, short()))
    window.run_for(1000)


def opened(
    window: WindowRobot, known: MatchAnalysis | Desk | None = FOUND, *, whole: bool = True
) -> AnalysisScene:
    """Open the analysis of that match, ``whole`` with its pictures."""
    if not isinstance(known, Desk):
        desk_of(window, known)
    scene = AnalysisScene(scene_of(window, short()).match, "Results")
    window.context.scenes.push(scene)
    if whole:
        made(window)
    return scene


def made(window: WindowRobot) -> None:
    """Run the loop until all pictures are made."""
    while window.top.tick(window.time):
        window.step()


def words_of(scene: Screen) -> str:
    """Return all labels of a scene as one text."""
    scene.needs_redraw = True
    return " ".join(labels(scene.frame)).replace("\N{NO-BREAK SPACE}", " ")


def scarf_of(window: WindowRobot) -> Box:
    """Return the box of the results' scarf."""
    window.step()
    box: Box = window.top.frame.boxes[ResultsPart.SCARF]
    return box


def test_speech_gives_the_scarf_in_numbers(window: WindowRobot) -> None:
    results(window)
    window.top.set_focus(ResultsPart.SCARF)
    speaker = with_fake_speech(window)
    text = " ".join(speaker.heard()).replace("\N{NO-BREAK SPACE}", " ")
    assert "Chance of winning, turn by turn. At the start: Ann 100%, Bo 0%." in text
    assert "Halfway: Ann 0%, Bo 100%. Near the end: Ann 0%, Bo 100%." in text
    begun = replace(FOUND, chances=(None, *FOUND.chances[1:]))
    assert not spoken_chances(begun, ["Ann", "Bo"]), "its start is not known yet"


def test_scarf_opens_the_analysis_and_back_returns(window: WindowRobot) -> None:
    results(window)
    assert window.top.focus == ResultsPart.AGAIN, "most people want to play on"
    window.press_key(pygame.K_UP)
    assert window.top.focus == ResultsPart.SCARF
    window.press_button("start")
    assert window.shown == "QuestionDialog", "the sign of a menu opens more, and leads nowhere else"
    window.press_button("start")
    window.press_key(pygame.K_RETURN)
    assert window.shown == "AnalysisScene"
    window.press_button("start")
    assert window.shown == "QuestionDialog"
    window.press_button("b")
    assert "Final position" in words_of(window.top)
    window.press_key(pygame.K_RETURN)
    assert "Ann could have played the whole hand." in words_of(window.top)
    window.press_key(pygame.K_ESCAPE)
    assert "Final position" in words_of(window.top)
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "ResultsScene"


def test_click_on_the_scarf_or_its_title_opens_the_analysis(window: WindowRobot) -> None:
    results(window)
    box = scarf_of(window)
    for place in (box.centre, (box.right - 60, box.y - 14)):
        window.click(*place)
        assert window.shown == "AnalysisScene"
        window.press_key(pygame.K_ESCAPE)


def test_scarf_shows_unknown_turns_as_loose_yarn() -> None:
    """The result is known from the start, but says nothing about the turns before it."""
    turns = tuple(AnalysedTurn(number, number + 1, number % 2) for number in range(40))
    end, blank = (0.0, 1.0), (None,) * 40
    begun = MatchAnalysis("rockit", 2, turns, (*blank, end), blank, fraction_done=0.01)
    assert unknown(begun) == [(0.0, 1.0)]
    assert columns(begun, 50) == [None] * 50
    early = tuple((0.5, 0.5) if number < 20 and number % COARSE_STRIDE == 0 else None for number in range(40))
    half = replace(begun, chances=(*early, end), fraction_done=0.1)
    assert unknown(half) == [(0.4, 1.0)]
    all_over = tuple((0.5, 0.5) if number % COARSE_STRIDE == 0 else None for number in range(40))
    done = replace(begun, chances=(*all_over, end), fraction_done=0.15)
    assert unknown(done) == []
    assert is_knit(done), "nothing knits on at a scarf without a loose stitch"
    assert not is_knit(half)
    assert unknown(FOUND) == []


def test_results_without_analysis_show_no_scarf(window: WindowRobot) -> None:
    results(window, None)
    assert ResultsPart.SCARF not in window.top.frame.boxes


def test_results_run_the_analysis_and_keep_it(window: WindowRobot) -> None:
    app = window.context
    app.insights = service(window, lambda: DelayedWorker(window, 200))
    scene = scene_of(window, short())
    app.open_scene("results", scene)
    window.step()
    record = scene.match.session.record()
    assert app.insights.findings(record) is None
    assert ResultsPart.SCARF not in dict(window.top.focusable()), "nothing to be opened yet"
    assert "Still knitting the chances of winning" in labels(window.top.frame)
    assert not any("%" in text for text in labels(window.top.frame))
    window.play_bots(20_000, until=lambda: not app.insights.is_busy)
    window.step()
    assert ResultsPart.SCARF in dict(window.top.focusable())
    assert app.insights.findings(record) == WHOLE
    assert not app.insights.is_busy
    app.stores.autosave.flush()

    def fail() -> DelayedWorker:
        raise AssertionError("nothing is worked out twice")

    again = service(window, fail)
    again.open("rockit", short().record())
    assert again.findings(short().record()) == WHOLE


def test_interrupted_analysis_continues_after_a_restart(window: WindowRobot) -> None:
    app, record, asked = window.context, short().record(), list[str]()

    class Noting(DelayedWorker):
        def submit(self, where: str, *arguments: Any, limit: float | None = None) -> int:
            asked.append(f"{where} {arguments}")
            return super().submit(where, *arguments)

    first = service(window, lambda: Noting(window, 200))
    first.open("rockit", record)
    while first.fraction_done < 0.5:
        window.run_for(50)
        first.poll()
    first.close()
    assert app.stores.autosave.flush(PATIENCE)
    # The last two requests were unfinished.
    done, again = (
        [text for text in asked[:-2] if text.startswith((LOOK_REQUEST, WEIGH_REQUEST))],
        service(window, lambda: Noting(window, 200)),
    )
    asked.clear()
    again.open("rockit", record)
    while again.is_busy:
        window.run_for(50)
        again.poll()
    assert again.findings(record) == WHOLE
    assert done
    assert not {*done} & {*asked}


def test_idle_analysis_lets_the_loop_sleep(window: WindowRobot) -> None:
    scene = opened(window)
    assert list(scene.wake_times()) == []
    assert not scene.tick(window.time)


def test_opened_moment_gets_its_tables_first(window: WindowRobot) -> None:
    scene = opened(window, whole=False)
    scene.set_focus(AnalysisKey.CARD.of(1))
    window.press_key(pygame.K_RETURN)
    assert "I found nothing better" in words_of(scene)
    assert not scene.pictures.tables.has(scene.known.turn), "loose yarn"
    while not scene.pictures.finished:
        window.step()
    assert scene.pictures.finished == {scene.known.open_number}


def test_leaving_the_results_stops_the_analysis(window: WindowRobot) -> None:
    app, workers = window.context, list[DelayedWorker]()

    def hire() -> DelayedWorker:
        workers.append(DelayedWorker(window, 60_000))
        return workers[-1]

    app.insights = service(window, hire)
    app.open_scene("results", scene_of(window, short()))
    assert app.insights.is_busy
    window.press_key(pygame.K_ESCAPE)
    assert window.shown != "ResultsScene"
    assert not app.insights.is_busy


def test_failed_analysis_is_reported_and_not_repeated(window: WindowRobot) -> None:
    app = window.context

    def hire() -> DelayedWorker:
        worker = DelayedWorker(window, 10)
        worker.breaks = True
        return worker

    app.insights = service(window, hire)
    app.scenes.push(AnalysisScene(scene_of(window, short()).match, "Results"))
    window.play_bots(1000)
    assert "couldn't be worked out" in words_of(window.top)
    app.insights.open("rockit", short().record())
    assert not app.insights.is_busy


def test_moment_shows_the_played_and_the_better_turn(window: WindowRobot) -> None:
    scene = opened(window)
    assert "Ann, turn 1" in words_of(scene)
    window.press_key(pygame.K_RETURN)
    text = words_of(scene)
    assert "Played" in text
    assert "Better" in text
    assert [deed.better for deed in scene.known.deeds] == [False, True]
    assert scene.known.deeds[0].words == "draw"
    assert scene.known.deeds[1].cards == ("KD",)
    boxes = scene.frame.boxes
    assert boxes[AnalysisKey.PLAYED].right <= boxes[AnalysisKey.BETTER].x
    assert boxes[AnalysisKey.PLAYED].h == boxes[AnalysisKey.BETTER].h


def test_scarf_and_title_keep_their_places(window: WindowRobot) -> None:
    scene = opened(window)
    before, focus = scene.frame.boxes, scene.focus
    window.press_key(pygame.K_RETURN)
    for key in (AnalysisKey.SCARF, AnalysisKey.PLATE.of(0), AnalysisKey.MORE):
        assert scene.frame.boxes[key] == before[key]
    window.press_key(pygame.K_ESCAPE)
    assert scene.focus == focus


def test_keys_and_pad_step_through_moments(window: WindowRobot) -> None:
    scene = opened(window)
    window.press_keys(pygame.K_RETURN, pygame.K_RIGHT)
    assert scene.known.moment_index == 1
    assert "I found nothing better for Bo this turn." in words_of(scene)
    assert AnalysisKey.BETTER not in scene.frame.boxes, "one window"
    window.press_key(pygame.K_LEFT)
    assert scene.known.moment_index == 0
    window.press_button("rightshoulder")
    assert scene.known.moment_index == 1


def test_dropped_moment_closes_its_windows(window: WindowRobot) -> None:
    desk = desk_of(window, FOUND)
    scene = opened(window, desk)
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN)
    assert scene.known.moment_index == 1
    desk.known, desk.has_news = replace(FOUND, moments=FOUND.moments[:1]), True
    window.step()
    assert scene.known.open_number is None
    assert "Final position" in words_of(scene)
    window.press_key(pygame.K_RETURN)
    assert scene.known.moment_index == 0
    desk.known = replace(FOUND, moments=())
    window.step()
    assert scene.known.moment is None
    assert "I didn't find a single turn" in words_of(scene)


def test_click_on_a_number_or_card_opens_its_moment(window: WindowRobot) -> None:
    for key in (AnalysisKey.PLATE.of(1), AnalysisKey.CARD.of(1)):
        scene = opened(window)
        window.click_box(scene.frame.boxes[key])
        assert scene.known.moment_index == 1


def test_keys_treat_all_numbers_as_one_row(window: WindowRobot) -> None:
    scene = opened(window)
    first, second = (place.y for place in places(FOUND, scene.frame.boxes[AnalysisKey.SCARF])[:2])
    assert first != second
    higher, lower = AnalysisKey.PLATE.of(int(first > second)), AnalysisKey.PLATE.of(int(first < second))
    scene.set_focus(higher)
    window.press_key(pygame.K_DOWN)
    assert scene.focus == AnalysisKey.CARD.of(0)
    scene.set_focus(lower)
    window.press_key(pygame.K_UP)
    assert scene.focus == AnalysisKey.MORE


def test_moments_open_as_soon_as_they_are_found(window: WindowRobot) -> None:
    """Unknown turns are loose yarn without a percentage. Turning points open as soon as they are found."""
    early = replace(
        FOUND, fraction_done=0.5, moments=tuple(replace(moment, facts=()) for moment in FOUND.moments[:1])
    )
    desk = desk_of(window, early)
    scene = opened(window, desk)
    desk.is_busy = True
    scene.needs_redraw = True
    keys = scene.actions()
    assert AnalysisKey.CARD.of(0) in keys
    assert AnalysisKey.CARD.of(1) not in keys
    window.press_key(pygame.K_RETURN)
    assert scene.known.moment_index == 0
    assert "Ann's chance" in words_of(scene), "the reason appears once it is known"
    assert "could have played" not in words_of(scene)


def test_figures_do_not_change_while_a_moment_is_read(window: WindowRobot) -> None:
    early = replace(FOUND, fraction_done=0.5)
    desk = desk_of(window, early)
    scene = opened(window, desk)
    desk.is_busy = True
    assert "still knitting" in words_of(scene)
    window.press_key(pygame.K_RETURN)
    read = words_of(scene)
    assert "still knitting" in read
    for moved in ((replace(FOUND.moments[0], before=0.8),), ()):
        desk.known, desk.has_news = replace(early, moments=moved), True
        window.step()
        assert words_of(scene) == read, "nothing moves while it is read"
    desk.known, desk.is_busy = FOUND, False
    window.step()
    assert "still knitting" not in words_of(scene)
    assert "could have played" in words_of(scene)
    window.press_key(pygame.K_ESCAPE)
    assert "still knitting" not in words_of(scene)


def test_unknown_analysis_shows_the_final_position(window: WindowRobot) -> None:
    scene = opened(window, None)
    text = words_of(scene)
    assert "Final position" in text
    assert "%" not in text
    assert list(scene.actions()) == [AnalysisKey.MORE]


def test_teacher_walks_and_then_rests(window: WindowRobot) -> None:
    desk = desk_of(window, replace(FOUND, fraction_done=0.3))
    scene = opened(window, desk)
    desk.is_busy = True
    window.finish_animations()
    desk.known = replace(FOUND, fraction_done=0.8)
    moved = [scene.tick(window.time + ms) for ms in range(0, 6000, 40)]
    assert moved[1]
    assert not moved[-1], "the loop sleeps again"


def test_large_text_does_not_cover_the_final_position(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, (1280, 720), text_size=200)
    scene = opened(window)
    (label_part,) = [part for part in scene.frame.parts if part.element.accessible_text == "Final position"]
    board = scene.frame.boxes[AnalysisKey.FINAL]
    assert label_part.box.bottom <= board.y
    assert board.h >= 280
    moments = [part.box.w for part in scene.frame.parts if getattr(part.element, "h", 0) == 98]
    assert moments
    assert min(moments) > 150, "they take the room beside short words"


def test_large_text_keeps_signs_and_faces_in_the_headers(tmp_path: Path) -> None:
    window = WindowRobot(tmp_path, (1280, 720), text_size=200)
    scene = opened(window)
    window.press_key(pygame.K_RETURN)
    for key in (AnalysisKey.PLAYED, AnalysisKey.BETTER):
        box = scene.frame.boxes[key]
        shown = [
            part
            for part in scene.frame.parts
            if isinstance(part.element, Picture) and box.contains(part.box.centre)
        ]
        assert {draw_sign, draw_head} <= {
            part.element.draw for part in shown if isinstance(part.element, Picture)
        }


def test_more_button_explains_the_method(window: WindowRobot) -> None:
    scene = opened(window)
    window.choose("More")
    text = window.screen_text
    assert "Best or nearly as good" in text
    assert scene.known.analyst.method_sentence() in text


def test_speech_reads_the_moment(window: WindowRobot) -> None:
    scene = opened(window)
    window.press_key(pygame.K_RETURN)
    text = " ".join(with_fake_speech(window).heard())
    assert scene.known.sentence in text
    assert "Played: draw" in text
    assert "Better: " in text


def test_language_change_translates_the_moment(window: WindowRobot) -> None:
    scene = opened(window)
    window.context.update_settings(language="de")
    window.press_key(pygame.K_RETURN)
    assert "Ann hätte das ganze Blatt legen können." in words_of(scene)


def test_analysis_opens_for_an_archived_match(window: WindowRobot) -> None:
    desk_of(window, FOUND)
    seats = ({"name": "Ann", "look": 0}, {"name": "Bo", "look": 1})
    filed = ArchivedMatch("rockit", short().record(), (1,), (0, 1), seats)
    open_analysis(window.context, filed, Replay.of(filed.record))
    assert window.shown == "AnalysisScene"


# Playback of a turning point in its windows.


def seen_moment(window: WindowRobot, session: Session, moment: TurningPoint) -> AnalysisScene:
    """Open a turning point of a conceded match."""
    turns = tuple(analyst(session).turns(session))
    blank = (None,) * len(turns)
    known = MatchAnalysis(session.game, 2, turns, (*blank, (0.5, 0.5)), blank, (moment,), 1.0)
    desk_of(window, known)
    scene = scene_of(window, session)
    scene.match.conceded_by = 1
    analysis = AnalysisScene(scene.match, "Results")
    window.context.scenes.push(analysis)
    window.run_for(200)
    window.press_key(pygame.K_RETURN)
    made(window)
    return analysis


def board(window: WindowRobot) -> AnalysisScene:
    """Open a turning point of Socker with three played moves and three better ones."""
    session = at_random("socker", 2, plies=40, names=NAMES)
    better = "kick e5 e6", "move e5 e6", "kick e6 e7"
    scene = seen_moment(window, session, TurningPoint(4, 0, 0.6, 0.4, better))
    assert [deed.better for deed in scene.known.deeds] == [False, True]
    return scene


def turn_of(scene: AnalysisScene) -> AnalysedTurn:
    assert scene.known.turn is not None
    return scene.known.turn


def ball_of(view: MatchView) -> Box:
    assert isinstance(view, SockerView)
    box = view.locate(view.highlighted_places()[0])
    assert box is not None
    return box


def test_windows_show_the_ball_and_all_heads(window: WindowRobot) -> None:
    scene = board(window)
    turn = turn_of(scene)
    view = scene.pictures.before(turn)[1].view
    (part,) = scene.pictures.parts(turn, scene.known.deeds, (), 560, 300, 24)
    assert part.contains(ball_of(view).centre)
    top = view.places.board.y
    assert part.y + 24 * part.w / 560 < top - 5, "heads at the upper edge are free of the plate"


def centres(way: MoveArrow) -> list[tuple[float, float]]:
    return [box.centre for box in way.boxes]


def test_city_windows_contain_every_link_of_a_moment(window: WindowRobot) -> None:
    """Both windows show the same parts, side by side if the links are far apart."""
    session = at_random("city", 2, plies=40, names=NAMES)
    turns = tuple(analyst(session).turns(session))
    pairs = {n: session.log[turn.first : turn.last] for n, turn in enumerate(turns)}
    rows = {
        n: [int(move.split()[1][1:]) for _seat, move in pair] for n, pair in pairs.items() if len(pair) == 2
    }
    number = max(rows, key=lambda n: abs(rows[n][0] - rows[n][1]))
    moves = [move for _seat, move in pairs[number]]
    moment = TurningPoint(number, turns[number].seat, 0.6, 0.4, tuple(reversed(moves)))
    scene = seen_moment(window, session, moment)
    pictures, turn = scene.pictures, turn_of(scene)
    parts = pictures.parts(turn, scene.known.deeds, (), 560, 330, 0)
    ways = [way for deed in scene.known.deeds for way in pictures.ways(turn, deed)]
    assert ways
    assert all(any(all(map(part.contains, centres(way))) for part in parts) for way in ways)
    board = pictures.before(turn)[1].view.places.board
    assert [part.w < 0.4 * board.w for part in parts] == [True] * 2, "not the whole map"
    window.press_key(pygame.K_ESCAPE)
    assert "Bo gave up." in words_of(scene), "its score is no result"


def test_city_windows_show_needed_pieces_and_worth(window: WindowRobot) -> None:
    session = at_random("city", 2, plies=40, names=NAMES)
    turns = tuple(analyst(session).turns(session))
    number = next(n for n, turn in enumerate(turns) if turn.last - turn.first == 2)
    turn = turns[number]
    moves = tuple(move for _seat, move in session.log[turn.first : turn.last])
    fact = {"kind": "needs", "colour": "red", "seat": turn.seat, "without": 6, "with": 5}
    home, seen = {"kind": "home", "colour": "red", "seat": turn.seat, "worth": 6}, set()
    for facts in ((), (fact,), (fact | {"without": 4, "with": 3},), (home,)):
        scene = seen_moment(window, session, TurningPoint(number, turn.seat, 0.6, 0.4, moves[::-1], facts))
        window.app.draw()
        seen.add(window.pixels(scene.frame.boxes[AnalysisKey.BETTER]))
    assert len(seen) == 4


@pytest.mark.parametrize(("after", "good"), [(1.0, True), (0.2, False)])
def test_best_turn_gets_a_tick_if_it_helped(window: WindowRobot, after: float, *, good: bool) -> None:
    scene = opened(window, replace(WHOLE, moments=(TurningPoint(1, 1, 0.4, after),)))
    window.press_key(pygame.K_RETURN)
    signs = [part.element for part in scene.frame.parts if isinstance(part.element, Picture)]
    assert [sign.values for sign in signs if sign.draw is draw_sign] == [(good,)]


def test_face_is_sad_after_a_turn_that_was_not_best(window: WindowRobot) -> None:
    """The chances before and after are computed in different ways, so the chance may seem to have grown."""
    scene = opened(window, replace(WHOLE, moments=(replace(WHOLE.moments[0], before=0.4, after=0.6),)))
    faces = [part.element for part in scene.frame.parts if isinstance(part.element, Picture)]
    assert [face.values[1] for face in faces if face.draw is draw_head][-1] == "sad"


def test_kick_arrow_follows_the_ball(window: WindowRobot) -> None:
    scene = board(window)
    turn = turn_of(scene)
    view = scene.pictures.before(turn)[1].view
    kick = scene.pictures.ways(turn, scene.known.deeds[1])[0]
    assert kick.boxes[0].contains(ball_of(view).centre)
    assert kick.boxes[-1] == view.locate("e7")


def test_playback_shows_the_played_turn_first(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene, sounds = board(window), window.record_sounds()
    record = scene.match.session.record()
    window.press_key(pygame.K_SPACE)
    assert scene.playback.playing
    assert not scene.playback.playing.better
    window.run_until(lambda: scene.playback.playing is not None and scene.playback.playing.better)
    window.run_for(8000)
    assert "kick" in sounds
    assert scene.playback.playing is None
    assert not scene.tick(window.time), "the loop sleeps again"
    assert scene.match.session.record() == record
    window.press_key(pygame.K_SPACE)
    assert scene.playback.playing, "it can be played again"


@pytest.mark.parametrize("how", ["key", "pad", "window", "strip", "switch"])
def test_every_device_starts_and_stops_playback(window: WindowRobot, how: str) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = board(window)

    def press() -> None:
        match how:
            case "key":
                window.press_key(pygame.K_RETURN)
            case "pad":
                window.press_button("a")
            case "window":
                window.click(*scene.frame.boxes[AnalysisKey.BETTER].centre)
            case "strip":
                window.click_strip("confirm")
            case "switch":
                scene.activate(AnalysisKey.PLATE.of(0))

    press()
    assert scene.playback.playing
    press()
    assert not scene.playback.playing


def test_playback_lays_cards_with_their_sound(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = opened(window)
    window.press_key(pygame.K_RETURN)
    sounds = window.record_sounds()
    window.press_key(pygame.K_SPACE)
    assert "card_lay" in sounds
    window.run_for(3000)
    assert not scene.playback.playing


def test_leaving_a_moment_stops_its_playback(window: WindowRobot) -> None:
    window.context.update_settings(animation_speed="brisk")
    scene = opened(window)
    for key in (pygame.K_RIGHT, pygame.K_ESCAPE):
        window.press_key(pygame.K_RETURN)
        if not scene.playback.playing:
            window.press_key(pygame.K_RETURN)
        assert scene.playback.playing
        window.press_key(key)
        assert not scene.playback.playing
        window.press_key(pygame.K_LEFT)


def test_help_offers_playback_only_if_possible(window: WindowRobot) -> None:
    drawn = replace(WHOLE.moments[0], better=())
    for moments, can in ((WHOLE.moments[:1], True), ((drawn,), False)):
        scene = opened(window, replace(WHOLE, moments=moments))
        window.press_key(pygame.K_RETURN)
        assert scene.playback.can_play == can
        assert ("Play it" in prompt_labels(scene)) == can
        window.press_key(pygame.K_RETURN)
        assert (scene.playback.playing is not None) == can


def test_analysis_does_not_change_the_match(window: WindowRobot) -> None:
    scene = opened(window)
    record = scene.match.session.record()
    for key in (pygame.K_RETURN, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_RETURN):
        window.press_key(key)
    assert scene.match.session.record() == record


def test_scarf_has_all_stitches_and_separate_plates() -> None:
    assert columns(None, 9) == [None] * 9
    drawn = columns(FOUND, 60)
    assert drawn[0] == FOUND.chances[0]
    assert drawn[-1] == FOUND.chances[-1]
    assert None not in drawn
    marks = places(FOUND, Box(0, 0, 300, 100))
    assert all(second.x - first.x >= 30 for first, second in pairwise(marks))
    assert all(0 <= mark.x <= 300 for mark in marks)


def test_scarf_averages_turns_of_a_single_stitch() -> None:
    turns = tuple(AnalysedTurn(number, number + 1, number % 2) for number in range(40))
    chances = tuple((1.0, 0.0) if number % 2 else (0.0, 1.0) for number in range(40))
    drawn = columns(MatchAnalysis("rockit", 2, turns, (*chances, (0.0, 1.0)), (None,) * 40), 40)
    assert set(drawn[:-4]) == {(0.5, 0.5)}
    assert set(drawn[-4:]) == {(0.0, 1.0)}, "the end shows the result"


def test_replay_starts_at_the_moment_and_returns(window: WindowRobot) -> None:
    scene = opened(window)
    window.press_keys(pygame.K_DOWN, pygame.K_RETURN, pygame.K_r)
    assert window.shown == "ReplayScene"
    assert window.top.projector.moment == FOUND.turns[1].first
    window.press_key(pygame.K_ESCAPE)
    assert window.top is scene


def test_sociable_debrief_opens_the_analysis(window: WindowRobot) -> None:
    debriefed(window, bots())
    window.press_key(pygame.K_h)
    assert window.shown == "AnalysisScene"
    window.press_key(pygame.K_ESCAPE)
    assert window.shown == "MatchReportScene"


def test_moment_opens_while_the_analysis_runs(window: WindowRobot) -> None:
    """Keyboard only, with answers that arrive one after the other."""
    app = window.context
    app.insights = service(window, lambda: DelayedWorker(window, 400))
    app.open_scene("results", scene_of(window, short()))
    results = window.top
    window.play_bots(20_000, until=lambda: results.chart.can_open)
    window.press_key(pygame.K_UP)
    assert results.focus == ResultsPart.SCARF
    window.press_key(pygame.K_RETURN)
    assert window.shown == "AnalysisScene"
    scene = window.top
    window.play_bots(20_000, until=lambda: bool(scene.known.moments))
    assert app.insights.is_busy, "before all was looked into"
    window.press_key(pygame.K_RETURN)
    assert scene.known.moment_index == 0
    window.play_bots(20_000, until=lambda: not app.insights.is_busy)
    window.step()
    assert scene.known.moment_index >= 0
    assert "could have played the whole hand" in words_of(scene)
    window.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert window.top is results
