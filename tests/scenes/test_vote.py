"""The vote of the debrief on the big screen: before the charts, after them, and who need not wait."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.games.sociable.screen.debrief import export
from game.match.ballot import AFTER, BEFORE
from game.match.seats import PHONE, Seat
from game.store.files import HOME
from game.ui.match.ending import POLL_SEEN
from game.ui.match.opening import match_scene
from game.ui.widgets import Slider
from game.ui.widgets._rows import UNSET
from tests.scale import crossed
from tests.scenes.harness import Pad, Window
from tests.scenes.test_debrief import Texts, played

Table = tuple[Window, Any]


def over(window: Window, here: int, phones: int, **options: Any) -> Any:
    """A match that is over, with so many people at the screen, then phones, then bots; what came up then."""
    session = played(**options)
    devices = [""] * here + [PHONE] * phones
    seats = [Seat(name, n, "" if n < here + phones else "easy", devices[n] if n < len(devices) else "")
             for n, name in enumerate(session.names)]  # fmt: skip
    scene = match_scene(window.stage, session, seats)
    window.stage.scenes.push(scene)
    while window.top is scene:
        window.wait(500)
    window.wait(500)
    return scene


def first_slider(slip: Any) -> int:
    return next(number for number, row in enumerate(slip.form.widgets) if isinstance(row, Slider))


def to_vote(window: Window) -> Any:
    """Turn to the page of the vote."""
    debrief = window.top
    debrief.hurry()
    debrief.show([page.name for page in debrief.pages].index("vote"))
    window.wait(500)
    return debrief


@pytest.mark.parametrize(("here", "phones"), [(3, 0), (1, 2), (0, 5)])
def test_it_is_held_where_it_stays_secret(window: Window, here: int, phones: int) -> None:
    over(window, here, phones)
    assert window.shown == "VoteDialog"


@pytest.mark.parametrize(("here", "phones", "asks"), [(1, 0, True), (1, 1, True), (3, 0, False)])
def test_it_is_not_held_at_smaller_tables_and_without_questions(
    window: Window, here: int, phones: int, *, asks: bool
) -> None:
    over(window, here, phones, show_discussion=asks)
    assert window.shown == "Debrief"
    assert not any(page.votes for page in window.top.pages)


def test_people_at_the_screen_vote_on_slips_without_names(window: Window) -> None:
    scene = over(window, 2, 1)
    vote = window.top.vote
    for left in (2, 1):
        assert len(vote.here) == left
        window.take("Vote at this screen")
        slip = window.top
        assert slip.shares == [0, 0, 0], "nothing of the slip before"
        window.take("Cast this vote")
        assert window.top is slip, "nobody has touched it"
        assert vote.rounds[BEFORE].count == 2 - left
        slip.form.focus = first_slider(slip)
        window.key(pygame.K_RIGHT)
        assert slip.shares == [5, 48, 47]
        window.take("Cast this vote")
    assert not any("Vote at" in getattr(row, "label", "") for row in window.top.form.widgets)
    assert scene.phones.vote is vote
    assert vote.do(2, {"do": "vote", "round": BEFORE, "shares": [10, 10, 80]}) == ""
    window.live(POLL_SEEN + 500, until=lambda: window.shown == "Debrief")
    assert window.shown == "Debrief", "all have voted, and nobody has to press"


def test_a_slip_says_that_nothing_is_set_until_a_pad_moves_a_share(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    over(window, 3, 0)
    window.take("Vote at this screen")
    slip = window.top
    sliders = [row for row in slip.form.widgets if isinstance(row, Slider)]
    assert [row.value_words for row in sliders] == ["not set yet"] * 3
    texts = Texts(monkeypatch)
    slip.layout()
    window.picture()
    assert [text for text, _box in texts.found].count(UNSET) == 3
    Pad(window).step(-1, 0)
    assert slip.shares == [0, 50, 50], "to put it at nothing is an opinion too"
    window.take("Cast this vote")
    assert slip.vote.rounds[BEFORE].count == 1


def test_what_ties_is_told_as_a_tie(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    over(window, 0, 4)
    vote = window.top.vote
    for seat, shares in enumerate(([60, 20, 20], [20, 60, 20], [20, 20, 60])):
        assert vote.do(seat, {"do": "vote", "round": BEFORE, "shares": shares}) == ""
    window.take("Go on to the charts")
    debrief = to_vote(window)
    for seat in range(3):
        assert vote.do(seat, {"do": "vote", "round": AFTER, "shares": [20, 40, 40]}) == ""
    texts = Texts(monkeypatch)
    window.take("Show what has shifted")
    window.wait(200)
    window.picture()
    said = " ".join(text for text, _box in texts.found)
    assert "Before the charts it is a tie: Skill, Luck and Structure." in said
    assert "After them it is a tie: Luck and Structure." in said
    assert ("A tie", "Skill, Luck, Structure", "Luck, Structure", "") in list(
        export.vote_rows(debrief.told.vote)
    )


def test_the_host_need_not_wait_and_a_slip_of_the_finger_ends_nothing(window: Window) -> None:
    over(window, 1, 4)
    dialog = window.top
    window.key(pygame.K_ESCAPE)
    assert window.top is dialog
    window.live(60_000)
    assert window.top is dialog, "a minute untouched"
    window.take("Go on to the charts")
    assert window.shown == "Debrief"
    assert (
        dialog.vote.do(1, {"do": "vote", "round": BEFORE, "shares": [10, 10, 80]}) == "This vote is closed."
    )


def test_the_shift_is_shown_and_saved_as_means_alone(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "elsewhere"))
    monkeypatch.setattr(export, "SIZE", (640, 360))
    over(window, 0, 4)
    vote = window.top.vote
    for seat, shares in enumerate(([91, 7, 2], [50, 40, 10], [13, 17, 70])):
        assert vote.do(seat, {"do": "vote", "round": BEFORE, "shares": shares}) == ""
    window.take("Go on to the charts")
    debrief = to_vote(window)
    assert window.shown == "VoteDialog"
    window.take("Later")
    blank = window.picture()
    window.key(pygame.K_e)
    for seat in range(3):
        assert vote.do(seat, {"do": "vote", "round": AFTER, "shares": [11, 22, 67]}) == ""
    window.take("Show what has shifted")
    window.wait(200)
    assert window.picture() != blank
    shift = debrief.told.vote
    assert (shift.before, shift.after, shift.votes, shift.of) == ((52, 21, 27), (11, 22, 67), (3, 3), 4)
    debrief.save(anonymous=True)
    window.wait(200)
    [folder] = (tmp_path / "elsewhere" / "documents").iterdir()
    rows = list(csv.reader((folder / "vote.csv").read_text("utf-8-sig").splitlines()))
    shifts = [["Skill", "52", "11", "-41"], ["Luck", "21", "22", "1"], ["Structure", "27", "67", "40"]]
    assert rows[1:] == [*shifts, ["votes", "3", "3", ""]]
    assert any("vote" in path.name and path.suffix == ".png" for path in folder.iterdir())


def test_with_two_votes_nothing_is_shown_but_a_kind_word(window: Window) -> None:
    over(window, 0, 4)
    vote = window.top.vote
    for seat in range(2):
        vote.do(seat, {"do": "vote", "round": BEFORE, "shares": [10, 10, 80]})
    window.take("Go on to the charts")
    debrief = to_vote(window)
    window.take("Show what has shifted")
    window.wait(200)
    assert debrief.told.vote.is_over
    assert not debrief.told.vote.is_known
    window.picture()
    assert not any(act == "end_turn" for act, _words in debrief.help())


def test_leaving_the_debrief_ends_the_vote(window: Window) -> None:
    scene = over(window, 0, 3)
    window.take("Go on to the charts")
    to_vote(window)
    window.take("Later")
    assert scene.phones.vote.current == AFTER
    window.key(pygame.K_ESCAPE)
    window.take("Back to the drawer")
    assert scene.phones.vote.current is None


@crossed
@pytest.mark.parametrize("size", [100, 150])
@pytest.mark.parametrize("theme", ["linen", "dark", "contrast"])
def test_every_look_can_be_drawn(tmp_path: Path, theme: str, size: int) -> None:
    window = Window(tmp_path, theme=theme, text_size=size)
    over(window, 1, 3)
    window.picture()
    window.take("Vote at this screen")
    window.picture()
    window.key(pygame.K_RIGHT)
    window.take("Cast this vote")
    window.take("Go on to the charts")
    debrief = to_vote(window)
    window.take("Later")
    for number, page in enumerate(debrief.pages):
        if page.name.startswith("vote"):
            debrief.page = number
            window.picture()
    window.close()
