"""What decided a match, on the screen: the band of the results, the moments, the table with both turns."""

from dataclasses import replace
from itertools import pairwise
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from game.core.session import Session
from game.match.insight import Findings, Moment, Turn
from game.match.insight.study import STRIDE, InsightDesk
from game.match.seats import Seat
from game.scenes.analysis import AnalysisScene, open_analysis
from game.scenes.results import BandPicture, ChancesRow, knots, places, unknown
from game.store.archive import Ended
from game.ui.core.canvas import Box
from game.ui.core.paint import Painter
from game.ui.core.theme import THEMES
from game.ui.widgets import TreeRow
from tests.match.test_insight import short
from tests.match.understanding import understood
from tests.scenes.harness import IdleDesk, LateWorker, Window
from tests.scenes.test_debrief import debriefed
from tests.scenes.test_debrief import played as bots
from tests.scenes.voices import listening

NAMES = ["Ann", "Bo"]
WHOLE = understood(short().record())
FOUND = replace(WHOLE, moments=(*WHOLE.moments[:1], Moment(1, 1, 0.4, 1.0)))
"""With a second moment, for which nothing better is known."""


def scene_of(window: Window, session: Session) -> Any:
    """A match on the screen."""
    return window.sit(session, [Seat(name, number, "") for number, name in enumerate(NAMES)])


def results(window: Window, known: Findings | None = FOUND) -> Any:
    """The results of a short match that was looked into."""
    window.stage.insights = IdleDesk(known)  # type: ignore[assignment]
    scene = scene_of(window, short())
    window.stage.open("results", scene)
    window.wait(1000)
    return scene


def opened(window: Window, known: Findings | None = FOUND) -> Any:
    """What decided that match."""
    window.stage.insights = IdleDesk(known)  # type: ignore[assignment]
    scene = scene_of(window, short())
    window.stage.scenes.push(AnalysisScene(scene.match, "Results"))
    window.wait(200)
    return window.top


def words_of(scene: Any) -> str:
    """All that the panel says."""
    ruler, told = scene.stage.ruler, []
    for row in scene.form.widgets:
        parts = row.frame(ruler, Box(0, 0, 400, 400)).parts if isinstance(row, TreeRow) else ()
        told += [getattr(row, "text", ""), *(part.element.label for part in parts)]
    return " ".join(told)


def row_of(window: Window) -> ChancesRow:
    return next(row for row in window.top.form.widgets if isinstance(row, ChancesRow))


def test_the_band_is_said_in_numbers(window: Window) -> None:
    results(window)
    form = window.top.form
    form.focus = form.widgets.index(row_of(window))
    speaker = listening(window)
    told = " ".join(speaker.heard()).replace("\N{NO-BREAK SPACE}", " ")
    assert "Chance to win, turn by turn. At the start: Ann 100 %, Bo 0 %." in told
    assert "Half way: Ann 0 %, Bo 100 %. Near the end: Ann 0 %, Bo 100 %." in told


def test_the_band_of_the_results_leads_to_what_decided_it_and_back(window: Window) -> None:
    results(window)
    form = window.top.form
    assert not isinstance(form.widget, ChancesRow), "most people want to play on"
    form.focus = form.widgets.index(row_of(window))
    window.key(pygame.K_RETURN)
    assert window.shown == "AnalysisScene"
    assert "Ann could have laid the whole hand." in words_of(window.top)
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Results"


def test_a_click_on_the_band_leads_there(window: Window) -> None:
    results(window)
    form = window.top.form
    box = form.place(form.widgets.index(row_of(window)))
    window.click(*box.centre)
    assert window.shown == "AnalysisScene"


def test_what_is_not_known_yet_is_loose_yarn(window: Window) -> None:
    """From the first moment the end is known, which says nothing of all the turns before it."""
    turns = tuple(Turn(number, number + 1, number % 2) for number in range(40))
    end, blank = (0.0, 1.0), (None,) * 40
    assert unknown(Findings("rockit", 2, turns, (*blank, end), blank, share=0.01)) == [(0.0, 1.0)]
    early = tuple((0.5, 0.5) if number < 20 and number % STRIDE == 0 else None for number in range(40))
    [(begin, stop)] = unknown(Findings("rockit", 2, turns, (*early, end), blank, share=0.1))
    assert (begin, stop) == (0.4, 1.0)
    all_over = tuple((0.5, 0.5) if number % STRIDE == 0 else None for number in range(40))
    assert unknown(Findings("rockit", 2, turns, (*all_over, end), blank, share=0.15)) == []
    assert unknown(FOUND) == []

    def seen(known: Findings) -> set[tuple[int, ...]]:
        surface = pygame.Surface(window.app.screen.get_size())
        BandPicture([0, 1]).draw(window.stage.painter(surface), Box(100, 100, 600, 120), known)
        view = window.stage.view
        return {tuple(surface.get_at((view.px(x), view.px(160))))[:3] for x in range(480, 680, 3)}

    knitted = seen(Findings("rockit", 2, turns, (*all_over, end), blank, share=0.15))
    loose = seen(Findings("rockit", 2, turns, (*early, end), blank, share=0.1))
    assert not loose & knitted
    assert all(max(colour) - min(colour) < 40 for colour in loose), "grey"


def test_while_nothing_is_known_the_results_show_the_scores(window: Window) -> None:
    results(window, None)
    assert not any(isinstance(row, ChancesRow) for row in window.top.form.widgets)


def test_a_match_is_looked_into_behind_the_results_and_kept(window: Window) -> None:
    stage = window.stage
    late: Any = lambda: LateWorker(window, 200)  # noqa: E731
    stage.insights = InsightDesk(late, stage.stores.insights, stage.stores.autosave)
    scene = scene_of(window, short())
    stage.open("results", scene)
    row = row_of(window)
    assert row.found is None
    assert not row.focusable
    with patch.object(Painter, "text", autospec=True, side_effect=Painter.text) as told:
        before = window.picture()
    assert "looked into: 0 %" in {call.args[1].replace("\u00a0", " ") for call in told.call_args_list}
    window.live(20_000, until=lambda: row.found is not None and row.found.is_whole)
    assert row.focusable
    assert row.found == WHOLE
    window.turn()
    assert window.picture() != before
    assert not stage.insights.is_busy
    stage.stores.autosave.settle()

    def nobody() -> Any:
        raise AssertionError("nothing is worked out twice")

    again = InsightDesk(nobody, stage.stores.insights, stage.stores.autosave)
    again.open("rockit", short().record())
    assert again.findings(short().record()) == WHOLE


def test_the_loop_sleeps_while_nobody_touches_anything(window: Window) -> None:
    scene = opened(window)
    assert list(scene.due()) == []
    assert not scene.tick(window.time)


def test_whoever_leaves_the_results_ends_the_work(window: Window) -> None:
    stage, workers = window.stage, list[LateWorker]()

    def hired() -> Any:
        workers.append(LateWorker(window, 60_000))
        return workers[-1]

    stage.insights = InsightDesk(hired, stage.stores.insights, stage.stores.autosave)
    stage.open("results", scene_of(window, short()))
    assert stage.insights.is_busy
    window.key(pygame.K_ESCAPE)
    assert window.shown != "Results"
    assert not stage.insights.is_busy


def test_what_breaks_is_said_and_not_asked_again(window: Window) -> None:
    stage = window.stage

    def hired() -> Any:
        worker = LateWorker(window, 10)
        worker.breaks = True
        return worker

    stage.insights = InsightDesk(hired, stage.stores.insights, stage.stores.autosave)
    scene = scene_of(window, short())
    stage.scenes.push(AnalysisScene(scene.match, "Results"))
    window.live(1000)
    assert "could not be found out" in words_of(window.top)
    stage.insights.open("rockit", short().record())
    assert not stage.insights.is_busy


def test_the_moment_says_whose_turn_it_was_and_what_would_have_been_better(window: Window) -> None:
    scene = opened(window)
    said = words_of(scene)
    assert "Ann, turn 1" in said
    assert "Ann's chance:" in said
    assert "instead of" in said
    assert [deed.better for deed in scene.deeds] == [False, True]
    assert scene.deeds[0].words == "draw"
    assert scene.deeds[1].cards == ("KD",)


def test_the_better_turn_can_be_hidden(window: Window) -> None:
    scene = opened(window)
    shown = window.picture()
    assert ("hint", "Hide better") in [(act.value, words) for act, words in scene.help()]
    window.key(pygame.K_h)
    hidden = window.picture()
    assert hidden != shown
    window.key(pygame.K_h)
    assert window.picture() == shown


def test_moments_are_gone_through_by_keys_and_by_the_pad(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_RIGHT)
    assert scene.chosen == 1
    assert "Bo, turn 1" in words_of(scene)
    assert "Nothing better was found for this turn." in words_of(scene)
    window.key(pygame.K_LEFT)
    assert scene.chosen == 0
    window.button("rightshoulder")
    assert scene.chosen == 1


def test_a_moment_that_is_one_no_more_leaves_nothing_behind(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_RIGHT)
    assert scene.chosen == 1
    window.stage.insights.known = replace(FOUND, moments=FOUND.moments[:1])  # type: ignore[attr-defined]
    scene.retell()
    assert scene.chosen == 0
    assert [deed.better for deed in scene.deeds] == [False, True]
    window.stage.insights.known = replace(FOUND, moments=())  # type: ignore[attr-defined]
    scene.retell()
    scene.layout()
    assert scene.moment is None
    assert scene.deeds == []
    window.turn()


def test_a_click_on_the_band_takes_the_nearest_moment(window: Window) -> None:
    scene = opened(window)
    box = scene.form.place(scene.form.widgets.index(scene.row))
    window.click(box.right - 30, box.y + 50)
    assert scene.chosen == len(FOUND.moments) - 1


def test_while_a_match_is_looked_into_it_says_how_far(window: Window) -> None:
    scene = opened(window, None)
    assert "The match is being looked into" in words_of(scene)


@pytest.mark.parametrize("theme", THEMES)
def test_everything_lies_on_the_screen_in_large_text(window: Window, theme: str) -> None:
    window.stage.change(text_size=200, theme=theme)
    scene = opened(window)
    view = window.stage.view
    for box in (scene.photo, scene.legend, scene.panel):
        assert box.x >= 0
        assert box.y >= 0
        assert box.right <= view.w
        assert box.bottom <= view.h - 60
    assert scene.photo.right <= scene.panel.x
    assert scene.legend.y >= scene.photo.bottom
    assert scene.photo.w > 150
    window.picture()


@pytest.mark.parametrize("size", [100, 125, 150, 200])
def test_the_button_of_the_panel_lies_within_its_seam(window: Window, size: int) -> None:
    window.stage.change(text_size=size)
    scene = opened(window)
    form, seam = scene.form, scene.panel.grown(-8)
    form.focus = len(form.widgets) - 1
    form.scroll_to(form.total)
    assert form.widget.label == "Film from here"
    button = form.place(form.focus).grown(-2)  # with its ring
    for edge, inner in ((seam.x, button.x), (seam.y, button.y), (button.right, seam.right)):
        assert edge < inner
    assert min(button.bottom, form.box.bottom + 6) < seam.bottom


def test_another_language_is_spoken_at_once(window: Window) -> None:
    scene = opened(window)
    window.stage.change(language="de")
    assert "Ann hätte das ganze Blatt legen können." in words_of(scene)


def test_a_match_of_the_archive_is_opened_and_a_broken_one_is_told(window: Window) -> None:
    window.stage.insights = IdleDesk(FOUND)  # type: ignore[assignment]
    seats = ({"name": "Ann", "look": 0}, {"name": "Bo", "look": 1})
    filed = Ended("rockit", short().record(), (1,), (0, 1), seats)
    assert open_analysis(window.stage, filed)
    assert window.shown == "AnalysisScene"
    window.key(pygame.K_ESCAPE)
    assert not open_analysis(window.stage, Ended("rockit", "nonsense", (1,), (0, 1), seats))
    assert window.shown == "Tell"


def test_the_match_is_not_touched(window: Window) -> None:
    scene = opened(window)
    record = scene.match.session.record()
    for key in (pygame.K_RIGHT, pygame.K_h, pygame.K_LEFT, pygame.K_RETURN):
        window.key(key)
    assert scene.match.session.record() == record


def test_the_band_begins_at_the_left_and_its_plates_keep_apart() -> None:
    drawn = knots(FOUND)
    assert drawn[0][0] == 0.0
    assert drawn[-1][0] == 1.0
    marks = places(FOUND, Box(0, 0, 300, 100))
    assert all(other.x - one.x >= 30 for one, other in pairwise(marks))
    assert all(0 <= mark.x <= 300 for mark in marks)


def test_the_film_begins_at_the_moment_and_leads_back(window: Window) -> None:
    scene = opened(window)
    window.key(pygame.K_RIGHT)
    scene.form.focus = len(scene.form.widgets) - 1
    window.key(pygame.K_RETURN)
    assert window.shown == "FilmScene"
    assert window.top.projector.moment == FOUND.turns[1].first
    window.key(pygame.K_ESCAPE)
    assert window.top is scene


def test_the_debrief_of_sociable_leads_there_too(window: Window) -> None:
    debriefed(window, bots())
    window.key(pygame.K_h)
    assert window.shown == "AnalysisScene"
    window.key(pygame.K_ESCAPE)
    assert window.shown == "Debrief"
