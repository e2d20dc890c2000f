"""A match that is over, on the phones of those who played it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.session import Session
from tests.party.room import Room, hold
from tools.browser import Inspector

LAST = "table=10D,JD,QD hands=KD/4H,7C stock=5C,6S turn=0 in=1/1"
OVER = "document.body.classList.contains('done')"
YARN = "document.querySelectorAll('.confetti i').length"
CROWNS = "document.querySelectorAll('.crowns .crowned').length"
BUZZES = "window.buzzes = []; navigator.vibrate = pattern => window.buzzes.push(pattern);"
ENDS = "document.querySelector('.ends')"
COVERED = """[...document.querySelectorAll('.finals li, .steering button, h1')].filter(node => {
  const { left, right, top, bottom, width } = node.getBoundingClientRect();
  return !width || [top + 2, bottom - 2].some(y =>
    !node.contains(document.elementFromPoint((left + right) / 2, y)));
}).map(node => node.textContent)"""
"""What of the end lies under something else, or outside."""
APART = """document.querySelector('.confetti').getBoundingClientRect().bottom
  <= document.querySelector('.ends > p').getBoundingClientRect().top"""
MARKED = """[...document.querySelectorAll('.finals li')].map(row =>
  getComputedStyle(row).backgroundColor !== 'rgba(0, 0, 0, 0)')"""
LONG = "window.buzzes.some(pattern => pattern.length === 5)"


def test_the_winner_is_crowned_and_only_the_own_phone_cheers(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("rockit", LAST, names=["Ann", "Bo"]), 2)
    won, lost = made.pages
    for page in made.pages:
        page.run(BUZZES)
        page.touch(200, 300)  # a phone that nobody has touched may not buzz
    made.scene.match.play("play 10D JD QD KD")
    made.until(lambda: won.run(OVER) and lost.run(OVER))
    assert [page.run(CROWNS) for page in made.pages] == [1, 1]
    assert (won.run(YARN) > 0, lost.run(YARN)) == (True, 0)
    assert won.run(APART), "what falls hides no name and no figure"
    assert [page.run(MARKED) for page in made.pages] == [[True, False]] * 2, (
        "the winner's row shines, not the own one"
    )
    assert (won.run(LONG), lost.run(LONG)) == (True, False)
    assert lost.run("window.buzzes.length")

    won.prefer(prefers_reduced_motion="reduce")
    won.run("import('/view.js').then(({ draw }) => draw())")
    assert won.run(YARN) == 0, "nothing falls where movement is not wanted"
    for page in made.pages:
        page.prefer(prefers_color_scheme="dark")
        assert page.run(f"getComputedStyle({ENDS}).backgroundColor") == "rgb(42, 34, 69)"
    inspector = Inspector()
    for state in ("first", "second", "third"):
        inspector.look(won, state)
    assert inspector.found == []
    for page in made.pages:
        page.prefer()


def test_all_places_and_buttons_are_seen_at_once(room: Callable[..., Room]) -> None:
    made = room(Session.from_position("rockit", LAST, names=["Ann", "Bo"]), 2)
    made.scene.match.play("play 10D JD QD KD")
    for page in made.pages:
        made.until(partial(page.run, "!!document.querySelector('.steering')"))
        for size in ((390, 844), (360, 640), (844, 390), (320, 568), (568, 320), (820, 1180), (1180, 820)):
            hold(page, size)
            made.until(partial(page.run, f"innerWidth === {size[0]}"))
            assert page.run(COVERED) == [], size
